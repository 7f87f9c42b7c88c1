//! A comparison in short: the closest result, likely reasons of many differences, the arrays that were not compared.

use super::super::schema::{ResultDifference, ResultsReport};
use crate::message::{Message, first_names};
use std::collections::BTreeMap;

/// Maximum number of skipped arrays listed per reason.
const NAMED: usize = 5;

impl ResultsReport {
    /// The tensor that used most of its allowed difference, of those that agree.
    pub fn closest(&self) -> Option<&ResultDifference> {
        let share = |tensor: &ResultDifference| tensor.difference.absolute / tensor.allowed;
        let agree = self.tensors.iter().filter(|tensor| !tensor.differs && tensor.difference.absolute > 0.0);
        agree.max_by(|a, b| share(a).total_cmp(&share(b)))
    }

    /// The arrays that were not compared: the reason, their number, and the names of the first ones.
    pub fn skipped_by_reason(&self) -> impl Iterator<Item = (&Message, usize, String)> {
        let mut by_reason: BTreeMap<&Message, Vec<&str>> = BTreeMap::new();
        for skipped in &self.skipped {
            by_reason.entry(&skipped.reason).or_default().push(&skipped.name);
        }
        by_reason.into_iter().map(|(reason, names)| {
            let count = names.len();
            (reason, count, first_names(names, NAMED))
        })
    }

    /// Message ids of reasons that explain differences without an error of the other runtime.
    pub fn hints(&self) -> impl Iterator<Item = &'static str> {
        let some = self.differing > 0;
        // Memory of intermediate tensors that the runtime has used again.
        let many = self.tensors.len() > 2 && self.differing * 2 > self.tensors.len();
        let inputs = (some && self.has_made_up_inputs).then_some("run-results-inputs");
        inputs.into_iter().chain((some && many).then_some("run-results-many"))
    }
}
