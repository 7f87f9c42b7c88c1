//! Grounds of loads of graphs, SavedModels, checkpoints and Keras files: releases that loaded each part, or sources.

use super::case::of;
use super::ground::Ground;
use super::kernels::{graph_of, node};
use super::schema::Advice;
use crate::artifact::Document;
use crate::compat::advice::{Loaded, NODE, OBJECT, Part, advice_source, covered, loaded, parts, rules};
use crate::compat::{Action, channels};
use crate::report::schema::{Certainty, Message, Severity};

/// Maximum number of nodes in one piece of advice.
const MOST: usize = 20;

/// A ground for each part of a document; `None` where loads of parts are not recorded.
pub fn grounds(document: &Document, action: Action) -> Option<Vec<Ground>> {
    let parts = parts(document, action)?;
    let rules = rules(&parts);
    Some(parts.iter().zip(rules).map(|(part, rule)| ground(document, part, rule)).collect())
}

fn ground(document: &Document, part: &Part, rule: Option<&'static str>) -> Ground {
    let loaded = loaded(part);
    // Classes of Keras have rows with the arguments of their constructors.
    let rule = match part.kind {
        NODE | OBJECT => rule,
        _ if matches!(document, Document::Keras(_)) => Some(advice_source("keras-classes")),
        _ => rule,
    };
    let never = loaded.is_none() && rule.is_none();
    let source = match (&loaded, rule) {
        (_, Some(rule)) => rule.to_owned(),
        (Some(Loaded { releases, source }), None) => format!("{source} ({releases})"),
        (None, None) => String::new(),
    };
    let none = |channel: usize| vec![false; channels()[channel].releases.len()];
    let asked = (0..channels().len()).map(|at| loaded.as_ref().map_or_else(|| none(at), |all| covered(all, at)));
    Ground { asked: asked.collect(), note: never.then(|| advice(document, part)), source }
}

/// Advice about a part that no release was asked about.
fn advice(document: &Document, part: &Part) -> Advice {
    let id = match part.kind {
        NODE => "graph-form-not-asked",
        OBJECT => "saved-model-object-not-asked",
        _ => "checkpoint-value-not-asked",
    };
    let (name, types) = (part.name.as_str(), part.form.replace(',', ", "));
    let subject = if part.kind == NODE { name } else { &part.form };
    let graph = graph_of(document);
    let nodes = part.nodes.iter().take(MOST);
    Advice {
        subject: subject.to_owned(),
        evidence: nodes.filter_map(|(function, index)| Some(node(graph?, *function, *index))).collect(),
        ..of(Message::of(id, &[("subject", subject), ("types", &types)]), Severity::Note, Certainty::Derived)
    }
}
