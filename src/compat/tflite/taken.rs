//! Nodes that the default delegate prepares in place of their kernels (`tflite_prepare.csv`, feature `taken`).
//!
//! In the default action, the checks of the kernel do not count for such a node, and those of the delegate count for no
//! other node.

use crate::compat::accepts::{Accepts, tflite};
use crate::compat::knowledge::tflite::Preparation;
use crate::compat::knowledge::{Flat, Range};
use crate::compat::{Action, Outcome};
use std::collections::BTreeMap;

/// An operator: subgraph and index.
pub type At = (usize, usize);

/// A row and the nodes for which it holds.
pub struct Failing {
    pub row: Preparation,
    pub users: Vec<At>,
}

/// Feature of the rows about nodes that the delegate takes.
const TAKEN: &str = "taken";

/// By node: the releases whose default delegate takes it.
#[derive(Default)]
pub struct Taken {
    /// Whether the operator has rows about nodes that the delegate takes.
    is_known: bool,
    releases: BTreeMap<At, Vec<Range>>,
}

impl Taken {
    /// Whether a row is about a node: a check of the delegate is only about nodes that it takes.
    pub fn concerns(&self, row: &Preparation, at: &At) -> bool {
        let of_delegate = row.action == Some(Action::DefaultDelegates) && row.feature != TAKEN;
        !of_delegate || !self.is_known || self.releases.contains_key(at)
    }

    /// Keeps the nodes of a row about taken nodes; false for other rows.
    pub fn note(&mut self, row: &Preparation, nodes: &[At]) -> bool {
        if row.feature != TAKEN {
            return false;
        }
        self.is_known = true;
        for node in nodes {
            self.releases.entry(*node).or_default().extend(&row.ranges);
        }
        true
    }

    /// The different spans in which nodes are taken; `None` if one of them is always left to its kernel.
    fn spans(&self, nodes: &[At]) -> Option<Vec<&[Range]>> {
        let mut spans: Vec<&[Range]> = Vec::new();
        for node in nodes {
            let of_node = self.releases.get(node)?.as_slice();
            if !spans.contains(&of_node) {
                spans.push(of_node);
            }
        }
        Some(spans)
    }

    /// Outcomes of rows about one feature in one action.
    #[inline(never)]
    pub fn outcomes(&self, rows: &[Failing]) -> Accepts {
        let mut accepts = Accepts::all(Outcome::Loads, tflite);
        let mut spared: Vec<Flat> = Vec::new();
        let spans: Vec<Option<Vec<&[Range]>>> = rows.iter().map(|failing| self.spans(&failing.users)).collect();
        for (Failing { row, users }, spans) in rows.iter().zip(&spans) {
            for release in row.ranges.iter().flat_map(Range::releases) {
                match row.action {
                    None => {
                        accepts.set_at(release, Outcome::Refused);
                        if take_all(spans, release) {
                            spared.push(release);
                        }
                    }
                    Some(Action::DefaultDelegates) if self.is_known => {
                        let takes = |node: &At| self.releases.get(node).is_some_and(|ranges| hold(ranges, release));
                        if users.iter().any(takes) {
                            accepts.set_at_in(Action::DefaultDelegates, release, Outcome::Refused);
                        }
                    }
                    Some(action) => accepts.set_at_in(action, release, Outcome::Refused),
                }
            }
        }
        for release in spared {
            let mut others = rows.iter().zip(&spans).filter(|(failing, _)| hold(&failing.row.ranges, release));
            if others.all(|(_, spans)| take_all(spans, release)) {
                accepts.set_at_in(Action::DefaultDelegates, release, Outcome::Loads);
            }
        }
        accepts
    }
}

fn hold(ranges: &[Range], release: Flat) -> bool {
    ranges.iter().any(|range| range.holds(release))
}

/// Whether a release takes all nodes of these spans.
fn take_all(spans: &Option<Vec<&[Range]>>, release: Flat) -> bool {
    spans.as_ref().is_some_and(|spans| spans.iter().all(|ranges| hold(ranges, release)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::Target;
    use crate::compat::condition::Condition;
    use crate::compat::knowledge::range;

    fn row(feature: &'static str, action: Option<Action>, ranges: Vec<Range>) -> Preparation {
        let condition = Condition::parse("true").expect("a condition");
        Preparation { condition, feature, action, ranges, file: "", message: "", source: "observed" }
    }

    /// Outcomes in TensorFlow 2.17.0 and 2.18.0: in the default action and without delegates.
    fn outcomes(taken: &Taken, rows: &[Failing]) -> [(Outcome, Outcome); 2] {
        let mut accepts = taken.outcomes(rows).done();
        accepts.settle(&[Action::DefaultDelegates, Action::BuiltinOps]);
        ["2.17.0", "2.18.0"].map(|release| {
            let at = Target::named("tensorflow", release).expect("a release").flat();
            let plain = accepts.apart(Action::BuiltinOps).unwrap_or(&accepts.outcomes);
            (accepts.outcomes[at], plain[at])
        })
    }

    #[test]
    fn the_kernel_does_not_check_nodes_that_the_delegate_takes() {
        use Outcome::{Loads, Refused};
        let (first, second) = ((0, 0), (0, 1));
        let delegate = Some(Action::DefaultDelegates);
        let mut taken = Taken::default();
        assert!(taken.note(&row(TAKEN, delegate, vec![range("tensorflow", "2.18.0", "")]), &[first]));
        let kernel = || row("shape", None, vec![range("*", "", "")]);
        assert!(!taken.note(&kernel(), &[first]));
        let of_first = [Failing { row: kernel(), users: vec![first] }];
        assert_eq!(outcomes(&taken, &of_first), [(Refused, Refused), (Loads, Refused)]);
        let of_both = [Failing { row: kernel(), users: vec![first, second] }];
        assert_eq!(outcomes(&taken, &of_both), [(Refused, Refused); 2]);
        // A second row refuses the node that is left to its kernel.
        let apart = [Failing { row: kernel(), users: vec![second] }, Failing { row: kernel(), users: vec![first] }];
        assert_eq!(outcomes(&taken, &apart), [(Refused, Refused); 2]);
        // A check of the delegate refuses where the delegate takes the node, in the default action only.
        let check = || row("shape", delegate, vec![range("*", "", "")]);
        assert!(taken.concerns(&check(), &first) && !taken.concerns(&check(), &second));
        let of_delegate = [Failing { row: check(), users: vec![first] }];
        assert_eq!(outcomes(&taken, &of_delegate), [(Loads, Loads), (Refused, Loads)]);
    }
}
