//! Answers to the page's [`Question`]s, in a chunk of the worker that is fetched with the first of them: only this
//! chunk knows the types of questions and answers.

use crate::chunks::cut;
use crate::formats::stored::{Listed, Tolerance};
use crate::report::Opened;
use crate::report::details::Extent;
use crate::report::graphs::Search;
use crate::services;
use crate::services::values::{AllValues, OneValue, Progress, Work};
use crate::web::protocol::{ListedValue, ListedValues, Question};
use serde::Serialize;

/// The answer to a question.
pub enum Answer {
    /// As JSON.
    Json(String),
    /// The answer follows at the end of long work.
    Later(Long),
    /// The artifact is not open.
    Gone,
}

/// A slice of long work.
pub enum Slice {
    /// There is more to do.
    More(Progress),
    /// The answer as JSON; `None` without one.
    Done(Option<String>),
}

/// Long work; each call does a slice of it.
pub type Long = Box<dyn FnMut() -> Slice>;

cut!(
    later,
    load_answer,
    /// Answers a question, given as JSON, about the open files.
    pub fn answer(opened: Option<&Opened>, question: &str) -> Answer {
        crate::json::read(question).and_then(|question| answer_to(opened, question)).unwrap_or(Answer::Gone)
    }
);

fn answer_to(opened: Option<&Opened>, question: Question) -> Option<Answer> {
    if let Question::Evolution { plan } = question {
        return json(&services::evolution::evolution(&plan));
    }
    let opened = opened?;
    match question {
        Question::Evolution { .. } => None,
        Question::List { artifact } => json(&listed(opened, artifact)?),
        Question::Details { artifact } => json(&opened.details(artifact, Extent::SHOWN)?),
        Question::Advice { artifact } => json(&opened.advice(artifact)?),
        Question::Delegates { artifact } => json(&opened.delegates(artifact)),
        Question::Restore { artifact, program } => json(&opened.restore(artifact, &program)),
        Question::Graph { artifact, graph, options, reveal } => {
            json(&opened.drawing(artifact, graph, &options, reveal)?)
        }
        Question::Find { artifact, graph, text, from, all } => {
            json(&opened.find(artifact, graph, &Search { text, from, all })?)
        }
        Question::Outline { artifact, graph, listing } => json(&opened.outline(artifact, graph, &listing)?),
        Question::Classes { artifact, graph, classing } => json(&opened.classes(artifact, graph, &classing)?),
        Question::Compare { artifact, other, values: false } => json(&opened.compare(artifact, other)),
        Question::Compare { artifact, other, values: true } => {
            long(opened.compare_values(artifact, other, Tolerance::default())?, |work| to_json(&work.into_report()))
        }
        Question::Check { artifact } => {
            long(AllValues::new(opened.artifacts.get(artifact)?)?, |work| to_json(&work.into_report()))
        }
        Question::Values { artifact, variable } => {
            long(OneValue::new(opened.artifacts.get(artifact)?, &variable)?, |work| to_json(&work.into_report()))
        }
    }
}

fn to_json(answer: &impl Serialize) -> Option<String> {
    serde_json::to_string(answer).ok()
}

fn json(answer: &impl Serialize) -> Option<Answer> {
    to_json(answer).map(Answer::Json)
}

fn long<W: Work + 'static>(work: W, done: fn(W) -> Option<String>) -> Option<Answer> {
    let mut work = Some(work);
    Some(Answer::Later(Box::new(move || match work.as_mut().and_then(Work::step) {
        Some(progress) => Slice::More(progress),
        None => Slice::Done(work.take().and_then(done)),
    })))
}

fn listed(opened: &Opened, artifact: usize) -> Option<ListedValues> {
    let values = services::values::list(opened.artifacts.get(artifact)?);
    let listed = |value: Listed| ListedValue {
        name: value.name,
        label: value.label,
        dtype: value.dtype,
        shape: value.shape,
        bytes: value.bytes,
    };
    Some(ListedValues { values: values.into_iter().map(listed).collect() })
}
