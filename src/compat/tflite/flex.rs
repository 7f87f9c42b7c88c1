//! TensorFlow ops in a model (Flex): the delegate takes a node whose op the release has, with a kernel for the CPU.
//!
//! The facts are those about graphs and belong to their chunk: a browser fetches it for models with such ops only.

use super::flex_nodes::Flex;
use super::{flex_attrs, stage, view::View};
use crate::chunks::cut;
use crate::compat::accepts::{Accepts, check_range, tflite};
use crate::compat::graph::op_releases;
use crate::compat::knowledge::tensorflow::{TENSORFLOW, flex_rows, op, tf_source};
use crate::compat::knowledge::{flat_release, range};
use crate::compat::prints::Print;
use crate::compat::{Certainty, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::message::{Message, Values};

cut!(
    tensorflow,
    load_flex,
    /// Requirements of ops that not every release with the delegate runs.
    pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) -> () {
        let flex = Flex::of(view);
        let names = flex.users.iter().map(|(name, users)| requirement(view, &flex, name, users));
        out.extend(names.flatten());
        out.extend(damaged(view, &flex));
        flex_attrs::requirements(view, &flex, out);
    }
);

/// The requirement of an op; `None` when every release with the delegate runs it.
fn requirement(view: &View<'_>, flex: &Flex, name: &str, users: &[(usize, usize)]) -> Option<Requirement> {
    let first = *users.first()?;
    // Without the delegate, no release runs the op; the requirement of the delegate comes first.
    let mut accepts = Accepts::all(Outcome::Refused, tflite);
    let (known, rows) = (op_releases(name), flex_rows(name));
    let looks_up_kernels = check_range("tflite-flex-kernel");
    let mut values = Values::from(vec![("op", name.to_owned())]);
    flex.values(view, first, &mut values);
    if let Some(at) = op(name).and_then(|op| op.deprecated_at) {
        values.set("deprecated", at.to_string());
    }
    let (mut all, mut source, mut prints) = (true, tf_source("flex-op"), Vec::new());
    for at in flex.linked() {
        let lacks = |what: &str| rows.iter().find(|row| row.lacks == what && row.range.holds(at));
        let of_kernels = looks_up_kernels.is_some_and(|range| range.holds(at));
        let rule = if known.at(at) == Outcome::Refused || lacks("registration").is_some() {
            "tflite-flex-op-unregistered"
        } else if of_kernels && op(name).is_some_and(|op| op.deprecated_at.is_some()) {
            "tflite-flex-op-removed"
        } else if of_kernels && lacks("kernel").is_some() {
            source = lacks("kernel").map_or(source, |row| row.source);
            "tflite-flex-op-kernel"
        } else {
            accepts.set_at(at, known.at(at));
            all &= known.at(at) == Outcome::Loads;
            continue;
        };
        all = false;
        let release = flat_release(at).1.name;
        let on = Some(range(TENSORFLOW, release, release));
        prints.push(Print { on, ..Print::new(rule, values.clone()) });
    }
    (!all).then(|| Requirement {
        id: "tflite-flex-registered",
        kind: RequirementKind::Op,
        subject: Subject { kind: SubjectKind::Op, name: name.to_owned(), version: None },
        reason: Some(Message::new("flex").with("op", name)),
        evidence: view.operators(users),
        count: users.len() as u32,
        certainty: Certainty::Observed,
        source: source.to_owned(),
        accepts: accepts.done(),
        step: (stage::PREPARE, first.1 as u32),
        early: None,
        prints,
    })
}

/// The requirement that NodeDefs can be parsed; `None` when all can.
fn damaged(view: &View<'_>, flex: &Flex) -> Option<Requirement> {
    let first = *flex.damaged.first()?;
    let mut values = Values::default();
    flex.values(view, first, &mut values);
    Some(Requirement {
        id: "tflite-flex-registered",
        kind: RequirementKind::Op,
        subject: Subject { kind: SubjectKind::Op, name: "NodeDef".to_owned(), version: None },
        reason: Some(Message::new("flex").with("op", "NodeDef")),
        evidence: view.operators(&flex.damaged),
        count: flex.damaged.len() as u32,
        certainty: Certainty::Observed,
        source: tf_source("flex-op").to_owned(),
        accepts: Accepts::all(Outcome::Refused, tflite).done(),
        step: (stage::PREPARE, first.1 as u32),
        early: None,
        prints: vec![Print::new("tflite-flex-node-def", values)],
    })
}
