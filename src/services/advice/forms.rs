//! Advice about forms of operators that releases were not asked about: a release loads them as far as known.

use super::case::{Case, of};
use super::schema::Advice;
use crate::artifact::Document;
use crate::compat::advice::{Asked, Form, asked_of, asked_of_some, forms};
use crate::compat::{Outcome, Target};
use crate::formats::tflite::Model;
use crate::report::schema::{Certainty, Evidence, Message, Severity, What};

/// Maximum number of nodes in one piece of advice.
const MOST: usize = 20;

/// One piece of advice for each form that not every release was asked about, if some release loads the model.
pub fn not_asked(case: &Case<'_>, document: Option<&Document>) -> Vec<Advice> {
    let Some(Document::Tflite(model)) = document else { return Vec::new() };
    let loads = |channel: usize| {
        let releases = 0..crate::compat::channels()[channel].releases.len();
        let outcome = |release| case.selection.outcome(Target { channel, release });
        releases.into_iter().any(|release| outcome(release) <= Outcome::Warns)
    };
    if !case.selection.channels().iter().any(|&channel| loads(channel)) {
        return Vec::new();
    }
    forms(model).iter().map(|form| advice(model, form)).collect()
}

/// One piece of advice for each form that a release was not asked about, also if it refuses the model.
pub fn not_asked_of(target: Target, model: &Model) -> Vec<Advice> {
    let known = asked_of(target);
    let open = |form: &&Form| form.asked == Asked::None || !known;
    forms(model).iter().filter(open).map(|form| advice(model, form)).collect()
}

fn advice(model: &Model, form: &Form) -> Advice {
    let id = if form.asked == Asked::None { "tflite-form-not-asked" } else { "tflite-form-asked-of-some" };
    let releases = asked_of_some().collect::<Vec<_>>().join(", ").replace("==", " ");
    let (rank, types) = (form.rank.to_string(), form.types.replace('>', " > ").replace('+', " + "));
    let values = [("subject", form.op), ("types", &types), ("rank", &rank), ("releases", &releases)];
    Advice {
        subject: form.op.to_owned(),
        evidence: form.nodes.iter().take(MOST).map(|&at| node(model, at)).collect(),
        source: form.source.to_owned(),
        ..of(Message::of(id, &values), Severity::Note, Certainty::Derived)
    }
}

fn node(model: &Model, (graph, index): (usize, usize)) -> Evidence {
    let subgraph = &model.subgraphs[graph];
    let output = subgraph.operators[index].outputs.first();
    let output = output.and_then(|&output| subgraph.tensors.get(usize::try_from(output).ok()?));
    Evidence {
        what: What::Node,
        graph: if graph == 0 { String::new() } else { subgraph.name.clone() },
        index: index as u32,
        name: output.map(|tensor| tensor.name.clone()).unwrap_or_default(),
        at: None,
    }
}
