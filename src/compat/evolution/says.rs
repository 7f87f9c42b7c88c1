//! Messages of a release of the train that refuses a graph: the texts of released binaries, with the plan's numbers.

use super::{Cell, Load, Plan, Step, state};
use crate::compat::knowledge::channels;
use crate::compat::prints;

/// Names for the messages; a plan has no names.
const OP: &str = "MyOp";
const SECOND: &str = "MyOpV2";
const ATTR: &str = "my_attr";

/// The literal message; `None` if the graph is not refused.
pub fn says(plan: &Plan, cell: &Cell) -> Option<String> {
    let Load::Refused(rule) = cell.load else { return None };
    let releases = plan.train.releases();
    let (wrote, reads) = (state(plan, cell.producer), state(plan, cell.consumer));
    let second =
        cell.concerned && plan.done(Step::Switch, cell.producer) && !plan.done(Step::SwitchBack, cell.producer);
    let added = plan.recipe == super::Recipe::AddOp;
    let text = prints::template(rule.rule(), known(releases[cell.consumer].version)?)?;
    Some(prints::fill(text, |name| {
        Some(match name {
            "release" => releases[cell.consumer].name(),
            "consumer" => reads.number.to_string(),
            "producer" => wrote.number.to_string(),
            "min_consumer" => wrote.min_consumer.to_string(),
            "min_producer" => reads.min_producer.to_string(),
            "deprecated" => releases[plan.of(Step::Deprecate)?].number.to_string(),
            "op" if second || added => SECOND.to_owned(),
            "op" => OP.to_owned(),
            "attr" => ATTR.to_owned(),
            _ => return None,
        })
    }))
}

/// The newest known release up to a version: later ones are assumed to print the same.
fn known(version: [u32; 3]) -> Option<usize> {
    let channel = channels().iter().find(|channel| channel.id == "tensorflow")?;
    let found = channel.releases.iter().rposition(|r| super::train::version(r.name).is_some_and(|v| v <= version))?;
    Some(channel.first_flat + found)
}
