//! The nodes that were selected one after the other, with steps back and forward, as a browser has for pages.

/// Steps that are kept.
const MOST: usize = 500;

/// Visited nodes, and the current one among them.
#[derive(Clone, Debug, PartialEq)]
pub struct Visited<T> {
    all: Vec<T>,
    at: usize,
    /// Whether the last step ran against an end.
    ended: bool,
}

/// The effect of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Jump<T> {
    /// Go to this node.
    To(T),
    /// There is no further node, which is reported once; the next step belongs to the browser.
    End,
    /// The step is the browser's.
    Browser,
}

impl<T> Default for Visited<T> {
    fn default() -> Self {
        Self { all: Vec::new(), at: 0, ended: false }
    }
}

impl<T: Clone + PartialEq> Visited<T> {
    /// A node is selected: by the user, or by a step to it.
    pub fn visit(&mut self, node: T) {
        self.ended = false;
        if self.all.get(self.at) == Some(&node) {
            return;
        }
        self.all.truncate(self.at + 1);
        self.all.push(node);
        if self.all.len() > MOST {
            self.all.remove(0);
        }
        self.at = self.all.len() - 1;
    }

    /// A step back.
    pub fn back(&mut self) -> Jump<T> {
        self.jump(self.at.checked_sub(1))
    }

    /// A step forward.
    pub fn forward(&mut self) -> Jump<T> {
        self.jump(Some(self.at + 1).filter(|at| *at < self.all.len()))
    }

    fn jump(&mut self, to: Option<usize>) -> Jump<T> {
        match to.and_then(|at| Some((at, self.all.get(at)?.clone()))) {
            Some((at, node)) => {
                (self.at, self.ended) = (at, false);
                Jump::To(node)
            }
            // With one node or none, there was never a step of the drawing's own.
            None if self.all.len() > 1 && !std::mem::replace(&mut self.ended, true) => Jump::End,
            None => Jump::Browser,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_back_and_forward_until_another_node_is_visited() {
        let mut visited = Visited::default();
        for node in [1, 2, 2, 3] {
            visited.visit(node);
        }
        assert_eq!(visited.back(), Jump::To(2));
        // The drawing reports the node that the step selected.
        visited.visit(2);
        assert_eq!(visited.back(), Jump::To(1));
        assert_eq!(visited.forward(), Jump::To(2));
        visited.visit(7);
        assert_eq!(visited.forward(), Jump::End, "3 is gone");
        assert_eq!(visited.back(), Jump::To(2));
    }

    #[test]
    fn at_an_end_the_second_step_is_the_browsers() {
        let mut visited = Visited::default();
        assert_eq!(visited.back(), Jump::<i32>::Browser, "no node was visited");
        visited.visit(1);
        assert_eq!(visited.back(), Jump::Browser, "one node is no history");
        visited.visit(2);
        assert_eq!(visited.back(), Jump::To(1));
        assert_eq!([visited.back(), visited.back()], [Jump::End, Jump::Browser]);
        assert_eq!(visited.forward(), Jump::To(2));
        assert_eq!(visited.back(), Jump::To(1));
        assert_eq!(visited.back(), Jump::End, "again reported first");
    }

    #[test]
    fn old_steps_are_forgotten() {
        let mut visited = Visited::default();
        (0..2 * MOST).for_each(|node| visited.visit(node));
        let back = std::iter::from_fn(|| match visited.back() {
            Jump::To(node) => Some(node),
            _ => None,
        });
        assert_eq!(back.last(), Some(MOST));
    }
}
