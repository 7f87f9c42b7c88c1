//! Operands quantized in blocks (`tflite_blockwise.csv`): kernels that take them, ignore their scales, or crash.
//! Nothing is known about other operators.

use super::stage;
use super::view::View;
use crate::compat::accepts::{Accepts, tflite};
use crate::compat::knowledge::tflite::{Blockwise, facts, tflite_source};
use crate::compat::prints::{Print, fill};
use crate::compat::{Certainty, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::tflite::BuiltinOp;
use crate::message::{Message, Values};

/// One requirement for each operator code with such an operand.
#[inline(never)]
pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    for (index, code) in view.model.operator_codes.iter().enumerate() {
        let blockwise = |at: &(usize, usize)| view.node(*at).has_blocks();
        let users: Vec<(usize, usize)> = view.uses[index].iter().copied().filter(blockwise).collect();
        let Some(&first) = users.first() else { continue };
        let holds = |row: &&Blockwise| users.iter().any(|at| row.condition.holds(&view.node(*at)));
        let rows: Vec<&Blockwise> = facts().blockwise(code.code).iter().filter(holds).collect();
        let mut accepts = Accepts::all(Outcome::Unknown, tflite);
        for row in &rows {
            match row.action {
                Some(action) => accepts.set_in(action, row.range, row.outcome),
                None => accepts.set(row.range, row.outcome),
            }
        }
        let name = BuiltinOp::from_code(code.code).map_or_else(|| code.name(), |op| op.name().to_owned());
        let block = view.node(first).block_size();
        let (certainty, source) = match rows.first() {
            Some(row) => (Certainty::Observed, row.source),
            None => (Certainty::Derived, tflite_source("blockwise-unknown")),
        };
        out.push(Requirement {
            id: "tflite-blockwise",
            kind: RequirementKind::Other,
            subject: Subject { kind: SubjectKind::Op, name: name.clone(), version: None },
            reason: Some(Message::new("blockwise").with("op", &name).with("block", block)),
            evidence: view.operators(&users),
            count: users.len() as u32,
            certainty,
            source: source.to_owned(),
            accepts: accepts.done(),
            step: (stage::PREPARE, first.1 as u32),
            early: None,
            prints: prints(view, &rows, &users),
        });
    }
}

/// Messages of the delegate that refuses the first node of a row. Its own node comes after those of the file.
fn prints(view: &View<'_>, rows: &[&Blockwise], users: &[(usize, usize)]) -> Vec<Print> {
    let print = |row: &&Blockwise| {
        let at = users.iter().find(|at| row.condition.holds(&view.node(**at)))?;
        let node = view.node(*at);
        let text = fill(row.message, |placeholder| node.text(placeholder));
        let values = Values::from(vec![("node", node.subgraph.operators.len().to_string()), ("text", text)]);
        Some(Print { on: Some(row.range), action: row.action, ..Print::new("tflite-xnnpack", values) })
    };
    rows.iter().filter(|row| !row.message.is_empty()).filter_map(print).collect()
}
