//! The states that a view was in, to go back to and forward again.

/// States kept at most.
const MOST: usize = 200;

/// The current state, and those before and after it.
#[derive(Clone, Debug)]
pub struct Undo<T> {
    before: Vec<T>,
    now: Option<T>,
    after: Vec<T>,
}

impl<T> Default for Undo<T> {
    fn default() -> Self {
        Self { before: Vec::new(), now: None, after: Vec::new() }
    }
}

impl<T: Clone + PartialEq> Undo<T> {
    /// Takes a new state; the states that were undone are forgotten. The current one again changes nothing.
    pub fn record(&mut self, state: T) {
        if self.now.as_ref() == Some(&state) {
            return;
        }
        self.after.clear();
        self.before.extend(self.now.replace(state));
        if self.before.len() > MOST {
            self.before.remove(0);
        }
    }

    /// Replaces the current state: what a step has led to, if that is not quite what was kept.
    pub fn correct(&mut self, state: T) {
        self.now = Some(state);
    }

    /// Goes to the state before (`back`) or after the current one; `None` at the end.
    pub fn step(&mut self, back: bool) -> Option<T> {
        let (from, to) = if back { (&mut self.before, &mut self.after) } else { (&mut self.after, &mut self.before) };
        let state = from.pop()?;
        to.extend(self.now.replace(state.clone()));
        Some(state)
    }

    /// Whether there is a state before, and one after the current one.
    pub fn steps(&self) -> (bool, bool) {
        (!self.before.is_empty(), !self.after.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_new_state_ends_the_way_forward() {
        let mut undo = Undo::default();
        assert_eq!((undo.step(true), undo.step(false)), (None, None));
        [1, 2, 2, 3].into_iter().for_each(|state| undo.record(state));
        assert_eq!([undo.step(true), undo.step(true), undo.step(true)], [Some(2), Some(1), None]);
        assert_eq!(undo.step(false), Some(2));
        undo.record(7);
        assert_eq!(undo.steps(), (true, false));
        assert_eq!([undo.step(true), undo.step(true), undo.step(false)], [Some(2), Some(1), Some(2)]);
    }

    #[test]
    fn a_corrected_state_is_the_one_to_come_back_to() {
        let mut undo = Undo::default();
        [1, 2, 3].into_iter().for_each(|state| undo.record(state));
        undo.step(true);
        undo.correct(20);
        assert_eq!([undo.step(true), undo.step(false), undo.step(false)], [Some(1), Some(20), Some(3)]);
    }

    proptest! {
        #[test]
        fn all_steps_back_and_forward_end_where_they_began(states in prop::collection::vec(0..4u8, 1..400)) {
            let mut undo = Undo::default();
            states.iter().for_each(|state| undo.record(*state));
            let mut back = Vec::new();
            while let Some(state) = undo.step(true) {
                back.push(state);
            }
            prop_assert!(back.len() <= MOST);
            let mut forward = Vec::new();
            while let Some(state) = undo.step(false) {
                forward.push(state);
            }
            prop_assert_eq!(back.len(), forward.len());
            if let Some(last) = forward.last() {
                prop_assert_eq!(last, states.last().unwrap());
            }
        }
    }
}
