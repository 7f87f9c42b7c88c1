//! Text protos: a release refuses a text with an unknown name before it checks anything else. The same field in binary
//! form is skipped.

use super::stage;
use super::view::Way;
use crate::bytes::Span;
use crate::compat::accepts::{self, Accepts};
use crate::compat::knowledge::range;
use crate::compat::knowledge::tensorflow::{TENSORFLOW, text_name};
use crate::compat::prints::Print;
use crate::compat::{Certainty, Evidence, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::text_proto::Use;
use crate::message::Values;
use std::sync::Arc;

/// One requirement for each name that some release does not know.
pub fn requirements(uses: &[Use], way: Way, file: &Arc<str>, out: &mut Vec<Requirement>) {
    for (order, used) in uses.iter().enumerate() {
        let Some((first, source)) = text_name(used.of, used.name) else { continue };
        let mut accepts = Accepts::all(Outcome::Refused, accepts::graph);
        accepts.set(range(TENSORFLOW, first, ""), Outcome::Loads);
        let (id, kind) = match used.value {
            true => ("graph-text-value", RequirementKind::Other),
            false => ("graph-text-field", RequirementKind::TextField),
        };
        // The user's program parses graphs; loaders of meta graphs and SavedModels name the file.
        let rule = match (way, used.value) {
            (Way::Graph, _) => id,
            (_, true) => "saved-text-value",
            (_, false) => "saved-text-field",
        };
        let values = Values::from(vec![
            ("of", used.of.to_owned()),
            ("name", used.name.to_owned()),
            ("line", used.line.to_string()),
            ("column", used.column.to_string()),
            ("text", used.text.clone()),
            ("file", file.rsplit('/').next().unwrap_or(file).to_owned()),
        ]);
        let of = used.of.strip_prefix("tensorflow.").unwrap_or(used.of);
        let name = format!("{of}.{}", used.name);
        let at = Span { file: file.clone(), range: Some(used.range.clone()), field: format!("line {}", used.line) };
        out.push(Requirement {
            id,
            kind,
            subject: Subject { kind: SubjectKind::Text, name, version: None },
            reason: None,
            evidence: vec![Evidence::of_file(at)],
            count: 1,
            certainty: Certainty::Observed,
            source: source.to_owned(),
            accepts: accepts.done(),
            step: (stage::TEXT, order as u32),
            early: None,
            prints: vec![Print::new(rule, values)],
        });
    }
}
