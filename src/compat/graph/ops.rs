//! Ops: registered in the release, and not withdrawn before the graph was written.

use super::attrs::is_only_in_bodies;
use super::stage;
use super::view::{Place, View, Way};
use crate::compat::accepts::{self, Accepts};
use crate::compat::knowledge::range;
use crate::compat::knowledge::tensorflow::{Op, TENSORFLOW, op, registered, tf_source};
use crate::compat::prints::Print;
use crate::compat::{Certainty, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::message::Values;

/// Ops that some release does not register.
#[inline(never)]
pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    for (name, places) in view.by_op.iter().filter(|(name, _)| !view.functions.contains(name)) {
        out.push(presence(view, name, op(name), places));
    }
}

/// Ops that were withdrawn before the graph was written.
pub fn withdrawn(view: &View<'_>, producer: i32, out: &mut Vec<Requirement>) {
    for (name, places) in view.by_op.iter().filter(|(name, _)| !view.functions.contains(name)) {
        let Some(op) = op(name).filter(|_| !is_only_in_bodies(view, places)) else { continue };
        if let Some(at) = op.deprecated_at.filter(|at| producer >= *at) {
            out.push(deprecation(view, name, op, at, producer, places));
        }
    }
}

/// Outcomes of releases that have an op, or lack it.
pub fn releases(name: &str) -> Accepts {
    let known = op(name);
    let mut accepts = Accepts::all(Outcome::Refused, accepts::graph);
    if let Some(op) = known.filter(|op| !op.contrib) {
        if op.registry_only {
            accepts = Accepts::all(Outcome::Unknown, accepts::graph);
        }
        accepts.set(op.range, Outcome::Loads);
        for gap in &op.gaps {
            accepts.set(range(TENSORFLOW, gap, gap), Outcome::Unknown);
        }
    }
    if let Some(registered) = registered(name) {
        // Without wrappers, nothing is known between the binaries.
        if known.is_none_or(|op| op.registry_only) {
            accepts = Accepts::all(Outcome::Unknown, accepts::graph);
            registered.absent.iter().flatten().for_each(|range| accepts.set(*range, Outcome::Refused));
        }
        accepts.set(registered.range, Outcome::Loads);
    }
    accepts
}

fn presence(view: &View<'_>, name: &str, known: Option<&'static Op>, places: &[Place<'_>]) -> Requirement {
    let (id, kind) = match known {
        Some(op) if op.contrib => ("graph-contrib-op", RequirementKind::ContribOp),
        _ => ("graph-op", RequirementKind::Op),
    };
    let (mut accepts, registered) = (releases(name), registered(name));
    view.narrow(places, &mut accepts);
    let rule = if view.way == Way::Graph { id } else { "saved-graph-op" };
    Requirement {
        id,
        kind,
        subject: Subject { kind: SubjectKind::Op, name: name.to_owned(), version: None },
        reason: None,
        evidence: view.evidences(places),
        count: places.len() as u32,
        certainty: Certainty::Observed,
        source: match (known, registered) {
            (Some(op), _) if !op.registry_only => op.source.to_owned(),
            (_, Some(registered)) => registered.source.to_owned(),
            (Some(op), None) => op.source.to_owned(),
            (None, None) => tf_source("op-unknown").to_owned(),
        },
        accepts: accepts.done(),
        step: view.step(&places[0], stage::NODES),
        early: None,
        prints: vec![Print::new(rule, vec![("op", name.to_owned())].into())],
    }
}

fn deprecation(
    view: &View<'_>,
    name: &str,
    op: &'static Op,
    at: i32,
    producer: i32,
    places: &[Place<'_>],
) -> Requirement {
    let mut checked = Accepts::all(Outcome::Loads, accepts::graph);
    checked.check("graph-deprecated-op");
    let mut accepts = Accepts::all(Outcome::Loads, accepts::graph);
    for flat in range(TENSORFLOW, op.deprecated_from, "").releases() {
        accepts.set_at(flat, checked.at(flat));
    }
    let values = Values::from(vec![
        ("op", name.to_owned()),
        ("producer", producer.to_string()),
        ("deprecated", at.to_string()),
        ("text", op.deprecation_text.to_owned()),
    ]);
    Requirement {
        id: "graph-deprecated-op",
        kind: RequirementKind::Other,
        subject: Subject { kind: SubjectKind::Op, name: name.to_owned(), version: None },
        reason: None,
        evidence: view.evidences(places),
        count: places.len() as u32,
        certainty: Certainty::Observed,
        source: op.source.to_owned(),
        accepts: accepts.done(),
        step: view.step(&places[0], stage::NODES),
        early: None,
        prints: vec![Print::new("graph-deprecated-op", values)],
    }
}
