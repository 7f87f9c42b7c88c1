//! Advice about forms of operators that releases were not asked about: a release loads them as far as known.

use super::case::of;
use super::ground::Ground;
use super::schema::Advice;
use crate::compat::advice::{Asked, Form, asked_of, asked_of_some, forms};
use crate::compat::{Target, channels};
use crate::formats::tflite::Model;
use crate::report::schema::{Certainty, Evidence, Message, Severity, What};

/// Maximum number of nodes in one piece of advice.
const MOST: usize = 20;

/// Grounds of loads of a model: one for each form that not every release was asked about.
#[inline(never)]
pub fn grounds(model: &Model) -> Vec<Ground> {
    let releases = |channel: usize| 0..channels()[channel].releases.len();
    let of = |channel| releases(channel).map(|release| asked_of(Target { channel, release })).collect();
    let none = |channel| vec![false; releases(channel).len()];
    let some: Vec<Vec<bool>> = (0..channels().len()).map(of).collect();
    let ground = |form: &Form| Ground {
        asked: if form.asked == Asked::Some { some.clone() } else { (0..channels().len()).map(none).collect() },
        note: Some(advice(model, form)),
        source: form.source.to_owned(),
    };
    forms(model).iter().map(ground).collect()
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
