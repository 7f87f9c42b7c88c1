//! TensorFlow ops in a model (Flex): the delegate takes a node whose op the release has, with a kernel for the CPU.
//!
//! The facts are those about graphs and belong to their chunk: a browser fetches it for models with such ops only.

use super::codes::FLEX;
use super::{stage, view::View};
use crate::chunks::cut;
use crate::compat::accepts::{Accepts, check_range, tflite};
use crate::compat::graph::op_releases;
use crate::compat::knowledge::tensorflow::{TENSORFLOW, flex_rows, op, tf_source};
use crate::compat::knowledge::{channels, flat_release, range};
use crate::compat::prints::Print;
use crate::compat::{Certainty, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::tflite::BUILTIN_CUSTOM;
use crate::message::{Message, Values};

cut!(
    tensorflow,
    load_flex,
    /// Requirements of ops that not every release with the delegate runs.
    pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) -> () {
        let mut seen: Vec<&str> = Vec::new();
        for code in view.model.operator_codes.iter().filter(|code| code.code == BUILTIN_CUSTOM) {
            let Some(name) = code.custom_code.as_deref().and_then(|name| name.strip_prefix(FLEX)) else { continue };
            if !seen.contains(&name) {
                seen.push(name);
                out.extend(requirement(view, name));
            }
        }
    }
);

/// The requirement of an op; `None` when every release with the delegate runs it, or no node has it.
fn requirement(view: &View<'_>, name: &str) -> Option<Requirement> {
    let codes = view.model.operator_codes.iter().enumerate();
    let own = codes.filter(|(_, code)| code.custom_code.as_deref().and_then(|c| c.strip_prefix(FLEX)) == Some(name));
    let mut users: Vec<(usize, usize)> = own.flat_map(|(index, _)| view.uses[index].iter().copied()).collect();
    crate::order::sort_by_key(&mut users, |at| *at);
    let first = *users.first()?;
    // Without the delegate, no release runs the op; the requirement of the delegate comes first.
    let mut accepts = Accepts::all(Outcome::Refused, tflite);
    let mut linked = Accepts::all(Outcome::Loads, tflite);
    linked.check("tflite-flex-op");
    let (known, rows) = (op_releases(name), flex_rows(name));
    let looks_up_kernels = check_range("tflite-flex-kernel");
    let values = values(view, name, first);
    let (mut all, mut source, mut prints) = (true, tf_source("flex-op"), Vec::new());
    let channel = channels().iter().find(|channel| channel.id == TENSORFLOW)?;
    for at in (channel.first_flat..).take(channel.releases.len()).filter(|&at| linked.at(at) == Outcome::Loads) {
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
        evidence: view.operators(&users),
        count: users.len() as u32,
        certainty: Certainty::Observed,
        source: source.to_owned(),
        accepts: accepts.done(),
        step: (stage::PREPARE, first.1 as u32),
        early: None,
        prints,
    })
}

/// Values of the messages. The node is that of the delegate, after all others; its number is left out where several
/// runs of nodes may become several of them.
fn values(view: &View<'_>, name: &str, (subgraph, _): (usize, usize)) -> Values {
    let operators = &view.model.subgraphs[subgraph].operators;
    let is_flex = |index: u32| {
        let code = view.model.operator_codes.get(index as usize).and_then(|code| code.custom_code.as_deref());
        code.is_some_and(|code| code.starts_with(FLEX))
    };
    let runs = operators.chunk_by(|a, b| is_flex(a.opcode_index) == is_flex(b.opcode_index));
    let runs = runs.filter(|run| is_flex(run[0].opcode_index)).count();
    let mut values = Values::from(vec![("op", name.to_owned())]);
    if runs == 1 {
        values.set("node", operators.len().to_string());
    }
    // Some releases add how the delegates went on, if there are other nodes.
    if operators.iter().all(|operator| is_flex(operator.opcode_index)) {
        values.set("end", String::new());
    }
    if let Some(at) = op(name).and_then(|op| op.deprecated_at) {
        values.set("deprecated", at.to_string());
    }
    values
}
