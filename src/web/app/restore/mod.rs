//! The Restore view: simulates restoring a checkpoint while the user describes the program.

mod answer;
mod choose;
mod mapping;
mod restorable;

pub use restorable::restorable;

use super::findings::error_card;
use super::progress::pending;
use super::state::{App, Shown};
use super::words::t;
use super::worker;
use crate::report::schema::ErrorInfo;
use crate::services::restore::Program;
use crate::services::restore::schema::RestoreReport;
use crate::web::dom::{Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// The worker's answer.
#[derive(Clone)]
enum Answer {
    Nothing,
    Asked,
    Report(Arc<RestoreReport>),
    Failed(ErrorInfo),
}

/// The view.
pub fn restore(artifact: Shown) -> Node {
    let app = App::get();
    let index = app.current.get_untracked();
    let program = RwSignal::new(None::<Program>);
    let answer = RwSignal::new(Answer::Nothing);
    let editor = mapping::Editor::new();
    Effect::new(move |before: Option<Option<Program>>| {
        let program_now = program.get();
        let pairs = editor.mapping.get();
        if before.as_ref().is_some_and(|before| *before != program_now) && !pairs.is_empty() {
            // The pairs are of another program's variables; this runs again without them.
            editor.mapping.set(Vec::new());
            return program_now;
        }
        let Some(asked) = program_now.clone() else {
            answer.set(Answer::Nothing);
            return program_now;
        };
        // While pairs change, the editor stays.
        if before.as_ref() != Some(&program_now) || pairs.is_empty() && !has_report(answer) {
            answer.set(Answer::Asked);
        }
        let question = Question::Restore { artifact: index, program: asked.clone(), mapping: pairs.clone() };
        worker::request(app, question, move |reply| {
            // The program or the mapping changed meanwhile: its answer will follow.
            if program.is_disposed()
                || program.with_untracked(|now| now.as_ref() != Some(&asked))
                || editor.mapping.with_untracked(|now| *now != pairs)
            {
                return;
            }
            answer.set(match reply {
                Some(Ok(reply)) => reply.read().map_or(Answer::Nothing, |report| Answer::Report(Arc::new(report))),
                Some(Err(error)) => Answer::Failed(error),
                None => Answer::Nothing,
            });
            editor.answered();
        });
        program_now
    });
    html! {
        <div class="restore">
            {choose::choose(artifact, index, program)}
            {move || match answer.get() {
                Answer::Nothing => html! { <p class="soft">{t("restore-nothing-yet")}</p> },
                Answer::Asked => pending(),
                Answer::Failed(error) => error_card(error),
                Answer::Report(report) => match &report.error {
                    Some(error) => error_card(error.clone()),
                    None => answer::answer(&report, editor),
                },
            }}
        </div>
    }
}

fn has_report(answer: RwSignal<Answer>) -> bool {
    answer.with_untracked(|answer| matches!(answer, Answer::Report(_)))
}
