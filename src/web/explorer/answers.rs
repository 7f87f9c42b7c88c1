//! Answers to the page's [`Question`]s, in a chunk of the worker that is fetched with the first of them: only this
//! chunk knows the types of questions and answers.

use super::opened::{OPENED, changed};
use super::tables;
use crate::chunks::cut;
use crate::formats::stored::Tolerance;
use crate::report::Opened;
use crate::report::details::Extent;
use crate::report::graphs::Search;
use crate::report::schema::{Action, Message};
use crate::services;
use crate::services::check::target;
use crate::services::values::schema::{ListedValue, ListedValues};
use crate::services::values::{AllStatistics, AllValues, OneValue, Progress, SliceWork, Work};
use crate::web::protocol::{Joined, Question, Verdicts};
use serde::Serialize;
use std::cell::RefCell;

/// The answer to a question.
pub enum Answer {
    /// As JSON.
    Json(String),
    /// In pieces, each as JSON when it is taken: all of them at once would need as much memory again.
    Pieces(Box<dyn Iterator<Item = String>>),
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

thread_local! {
    /// Files that were set aside: see [`Question::Keep`].
    static KEPT: RefCell<Option<Opened>> = const { RefCell::new(None) };
}

cut!(
    later,
    load_answer,
    /// Answers a question, given as JSON, about the open files.
    pub fn answer(question: &str) -> Answer {
        OPENED.with_borrow_mut(|opened| {
            crate::json::read(question).and_then(|question| answer_to(opened, question)).unwrap_or(Answer::Gone)
        })
    }
);

fn answer_to(opened: &mut Option<Opened>, question: Question) -> Option<Answer> {
    match question {
        Question::Evolution { plan } => json(&services::evolution::evolution(&plan)),
        Question::Keep => {
            KEPT.set(opened.take());
            changed();
            Some(Answer::Json(String::new()))
        }
        Question::Join => {
            let mut kept = KEPT.take()?;
            let first = kept.append(opened.take()?);
            *opened = Some(kept);
            changed();
            json(&Joined { first })
        }
        Question::Verdict { target, action } => json(&verdicts(opened.as_mut()?, &target, action.as_deref())),
        question => answer_about(opened.as_ref()?, question),
    }
}

/// The outcome in a release.
fn verdicts(opened: &mut Opened, target: &str, action: Option<&str>) -> Verdicts {
    let target = match target::read(target) {
        Ok(target) => target,
        Err(wrong) => return Verdicts { wrong: Some(wrong), ..Verdicts::default() },
    };
    let known = action.map(Action::from_word);
    if known == Some(None) {
        let values = Action::ALL.map(Action::word).join(", ");
        let wrong = Message { id: "cli-usage-values".into(), ..Message::default() }.with("values", values);
        return Verdicts { wrong: Some(wrong), ..Verdicts::default() };
    }
    Verdicts { report: Some(opened.check(&target, known.flatten())), ..Verdicts::default() }
}

/// Nodes in a piece of a drawing, which a page reads in ten to twenty milliseconds.
const PIECE: usize = 2000;

fn answer_about(opened: &Opened, question: Question) -> Option<Answer> {
    match question {
        Question::Evolution { .. } | Question::Keep | Question::Join | Question::Verdict { .. } => None,
        Question::Report => json(&opened.report),
        Question::List { artifact } => {
            let values = services::values::list(opened.artifacts.get(artifact)?).into_iter();
            json(&ListedValues { values: values.map(ListedValue::from).collect() })
        }
        Question::Table { artifact, listing } => tables::rows(opened, artifact, &listing).as_ref().and_then(json),
        Question::TableText { artifact, listing, form } => {
            tables::text(opened, artifact, listing, form).map(Answer::Json)
        }
        Question::Scopes { artifact, scope, most } => {
            tables::sizes(opened, artifact, scope, most).as_ref().and_then(json)
        }
        Question::ReadAll { artifact, statistics } => {
            let table = tables::table(opened, artifact)?;
            let artifact = opened.artifacts.get(artifact)?;
            if statistics {
                long(AllStatistics::new(artifact)?, move |work| {
                    to_json(&table.borrow_mut().computed(work.into_report()))
                })
            } else {
                long(AllValues::new(artifact)?, move |work| to_json(&table.borrow_mut().checked(work.into_report())))
            }
        }
        Question::Objects { artifact, listing } => apart(|| json(&opened.objects(artifact, &listing)?)),
        Question::ObjectsText { artifact, listing, form } => {
            tables::objects_text(opened, artifact, listing, form).map(Answer::Json)
        }
        Question::Details { artifact } => apart(|| json(&opened.details(artifact, Extent::SHOWN)?)),
        Question::Advice { artifact } => apart(|| json(&opened.advice(artifact)?)),
        Question::Branches { artifact, channel } => apart(|| json(&opened.branches(artifact, &channel)?)),
        Question::Delegates { artifact } => apart(|| json(&opened.delegates(artifact))),
        Question::Restore { artifact, program, mapping } => {
            apart(|| json(&opened.restore_mapped(artifact, &program, &mapping)))
        }
        Question::Prepare { artifact } => {
            apart(|| opened.prepare_graph(artifact));
            Some(Answer::Json(String::new()))
        }
        Question::Graph { artifact, graph, options, reveal, pieces } => {
            let drawing = apart(|| opened.drawing(artifact, graph, &options, reveal))?;
            if !pieces || drawing.nodes.len().max(drawing.edges.len()) <= PIECE {
                return json(&drawing);
            }
            Some(Answer::Pieces(Box::new(drawing.pieces(PIECE).into_iter().filter_map(|piece| to_json(&piece)))))
        }
        Question::Find { artifact, graph, text, from, all } => {
            apart(|| json(&opened.find(artifact, graph, &Search { text, from, all })?))
        }
        Question::Outline { artifact, graph, listing } => apart(|| json(&opened.outline(artifact, graph, &listing)?)),
        Question::Classes { artifact, graph, classing } => apart(|| json(&opened.classes(artifact, graph, &classing)?)),
        Question::Pairs { artifact, graph, other } => apart(|| json(&opened.pairs(artifact, graph, other)?)),
        Question::Compare { artifact, other, values: false } => apart(|| json(&opened.compare(artifact, other))),
        Question::Compare { artifact, other, values: true } => {
            long(opened.compare_values(artifact, other, Tolerance::default())?, |work| to_json(&work.into_report()))
        }
        Question::Check { artifact } => {
            long(AllValues::new(opened.artifacts.get(artifact)?)?, |work| to_json(&work.into_report()))
        }
        Question::Statistics { artifact } => {
            long(AllStatistics::new(opened.artifacts.get(artifact)?)?, |work| to_json(&work.into_report()))
        }
        Question::Values { artifact, variable } => {
            long(OneValue::new(opened.artifacts.get(artifact)?, &variable)?, |work| to_json(&work.into_report()))
        }
        Question::Slice { artifact, value, slice } => {
            long(SliceWork::new(opened.artifacts.get(artifact)?, &value, &slice)?, |work| to_json(&work.into_report()))
        }
        Question::Tensors { artifact, graph, node, end } => apart(|| json(&opened.tensors(artifact, graph, node, end))),
    }
}

/// Calls a function that the compiler would inline into [`answer_about`]. A browser optimizes complete functions, and this one had
/// 126 KB with all services in it: that took half a second and 60 MB, and until the next question loops ran as they were at first.
#[inline(never)]
fn apart<T>(service: impl FnOnce() -> T) -> T {
    service()
}

fn to_json(answer: &impl Serialize) -> Option<String> {
    serde_json::to_string(answer).ok()
}

fn json(answer: &impl Serialize) -> Option<Answer> {
    to_json(answer).map(Answer::Json)
}

fn long<W: Work + 'static>(work: W, done: impl FnOnce(W) -> Option<String> + 'static) -> Option<Answer> {
    let mut work = Some(work);
    let mut done = Some(done);
    Some(Answer::Later(Box::new(move || match work.as_mut().and_then(Work::step) {
        Some(progress) => Slice::More(progress),
        None => Slice::Done(work.take().zip(done.take()).and_then(|(work, done)| done(work))),
    })))
}
