//! Refusals when tensors are prepared: a kernel is registered for the version but does not take these types or shapes
//! (`tflite_prepare.csv`). The table holds only refusals observed in released binaries.

use super::{View, stage};
use crate::compat::accepts::{Accepts, tflite};
use crate::compat::condition::Environment;
use crate::compat::knowledge::tflite::{Preparation, facts};
use crate::compat::prints::{Print, fill};
use crate::compat::{Certainty, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::tflite::BuiltinOp;
use crate::message::{Message, Values};
use std::collections::BTreeMap;

/// Rows about one op and feature, with the first node each holds for, and all nodes.
#[derive(Default)]
struct Found {
    rows: Vec<(&'static Preparation, (usize, usize))>,
    users: Vec<(usize, usize)>,
}

pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    // One requirement for each op and feature, for any number of rows and nodes.
    let mut found: BTreeMap<(i32, &str), Found> = BTreeMap::new();
    for (index, code) in view.model.operator_codes.iter().enumerate() {
        for row in facts().preparations(code.code) {
            let holds = |at: &(usize, usize)| row.condition.holds(&view.node(*at));
            let matching: Vec<_> = view.uses[index].iter().copied().filter(holds).collect();
            if let Some(&first) = matching.first() {
                let entry = found.entry((code.code, row.feature)).or_default();
                entry.rows.push((row, first));
                entry.users.extend(matching);
            }
        }
    }
    for ((code, feature), Found { rows, mut users }) in found {
        crate::order::sort(&mut users);
        users.dedup();
        let name = BuiltinOp::from_code(code).map_or_else(|| format!("code {code}"), |op| op.name().to_owned());
        let mut accepts = Accepts::all(Outcome::Loads, tflite);
        let mut prints = Vec::new();
        for &(row, at) in &rows {
            accepts.set(row.range, Outcome::Refused);
            let node = view.node(at);
            let text = fill(row.message, |term| node.term(term).map(|v| v.to_string()));
            let values = Values::from(vec![
                ("op", name.clone()),
                ("node", at.1.to_string()),
                ("file", row.file.to_owned()),
                ("text", text),
            ]);
            let rule = if row.file.is_empty() { "tflite-prepare" } else { "tflite-kernel" };
            prints.push(Print { on: Some(row.range), ..Print::new(rule, values) });
        }
        let first = rows.iter().map(|(_, at)| *at).min().unwrap_or_default();
        out.push(Requirement {
            id: "tflite-kernel-support",
            kind: RequirementKind::Other,
            subject: Subject { kind: SubjectKind::Op, name: name.clone(), version: None },
            reason: Some(Message::new(feature).with("op", &name)),
            evidence: view.operators(&users),
            count: users.len() as u32,
            certainty: Certainty::Observed,
            source: rows[0].0.source.to_owned(),
            accepts: accepts.done(),
            step: (stage::PREPARE, first.1 as u32),
            early: None,
            prints,
        });
    }
}
