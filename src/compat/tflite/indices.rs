//! References between the parts of a model: operator codes and tensors that operators and subgraphs refer to by index.

use super::rule::{check, root};
use super::stage;
use super::view::View;
use crate::compat::{Requirement, Subject, SubjectKind};
use crate::message::Values;

/// A list with a wrong index: the index, name of the list, number of tensors.
type Wrong = (i32, &'static str, usize);

/// Lists with a wrong index, after the first one, whose lines are in the message.
const LINES: usize = 16;

/// Adds the lines of the other lists to the message about the first one: the interpreter goes on to the next list.
fn add_lines(wrong: &[Wrong], out: &mut [Requirement]) {
    let others = wrong.get(1..).unwrap_or_default();
    let lines = |line: fn(&Wrong) -> String| -> String {
        let more = if others.len() > LINES { "…" } else { "" };
        others.iter().take(LINES).map(line).chain([more.to_owned()]).collect()
    };
    let plain = |(index, list, _): &Wrong| format!("Invalid tensor index {index} in {list}\n");
    let values = [
        (
            "others",
            lines(|(index, list, n)| format!("Invalid tensor index {index} in {list}. The subgraph has {n} tensors\n")),
        ),
        ("others_short", lines(plain)),
        ("others_twice", lines(|(index, list, _)| format!("Invalid tensor index {index} in {list}\n").repeat(2))),
    ];
    let of_it = out.iter_mut().filter(|requirement| requirement.id == "tflite-tensor-index");
    for print in of_it.flat_map(|requirement| &mut requirement.prints) {
        values.iter().for_each(|(name, value)| print.message.params.set(name, value.clone()));
    }
}

pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    let mut wrong: Vec<Wrong> = Vec::new();
    let codes = view.model.operator_codes.len();
    for (s, subgraph) in view.model.subgraphs.iter().enumerate() {
        let tensors = subgraph.tensors.len();
        let outside = |index: i32| index != -1 && usize::try_from(index).map_or(true, |i| i >= tensors);
        for (list, at) in [("inputs", &subgraph.inputs), ("outputs", &subgraph.outputs)] {
            if let Some(&index) = at.iter().find(|&&index| outside(index)) {
                let subject = Subject { kind: SubjectKind::Tensor, name: list.to_owned(), version: Some(index) };
                wrong.push((index, list, tensors));
                let values = index_values(index, list, tensors);
                let evidence = vec![root(view, &format!("subgraphs[{s}].{list}"))];
                push(out, check("tflite-tensor-index", subject, stage::PREPARE, values, evidence, 1));
            }
        }
        for (o, operator) in subgraph.operators.iter().enumerate() {
            let evidence = || vec![view.operator((s, o))];
            if operator.opcode_index as usize >= codes {
                let index = operator.opcode_index as i32;
                let subject = Subject { kind: SubjectKind::Header, name: "opcode_index".into(), version: Some(index) };
                let values = Values::from(vec![("index", index.to_string())]);
                push(out, check("tflite-opcode-index", subject, stage::SUBGRAPHS, values, evidence(), 1));
            }
            let mut is_first = true;
            for (list, at) in [("node inputs", &operator.inputs), ("node outputs", &operator.outputs)] {
                if let Some(&index) = at.iter().find(|&&index| outside(index)) {
                    // The outputs of a node with wrong inputs are not looked at.
                    if std::mem::take(&mut is_first) {
                        wrong.push((index, list, tensors));
                    }
                    let subject = Subject { kind: SubjectKind::Tensor, name: list.to_owned(), version: Some(index) };
                    let values = index_values(index, list, tensors);
                    push(out, check("tflite-tensor-index", subject, stage::PREPARE, values, evidence(), 1));
                }
            }
            let shared = operator.inputs.iter().enumerate().find_map(|(i, &tensor)| {
                let output = operator.outputs.iter().position(|&t| t == tensor && t >= 0)?;
                Some((tensor, i, output))
            });
            if let Some((tensor, input, output)) = shared {
                let subject = Subject { kind: SubjectKind::Tensor, name: tensor.to_string(), version: None };
                let values = Values::from(vec![
                    ("tensor", tensor.to_string()),
                    ("input", input.to_string()),
                    ("output", output.to_string()),
                ]);
                push(out, check("tflite-shared-tensor", subject, stage::PREPARE, values, evidence(), 1));
            }
        }
    }
    add_lines(&wrong, out);
}

fn index_values(index: i32, list: &str, tensors: usize) -> Values {
    vec![("index", index.to_string()), ("list", list.to_owned()), ("count", tensors.to_string())].into()
}

/// One requirement per rule: the first position represents all.
fn push(out: &mut Vec<Requirement>, requirement: Requirement) {
    match out.iter_mut().find(|r| r.id == requirement.id) {
        Some(first) => {
            first.count += 1;
            if first.evidence.len() < crate::compat::EVIDENCE {
                first.evidence.extend(requirement.evidence);
            }
        }
        None => out.push(requirement),
    }
}
