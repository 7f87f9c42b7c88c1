//! The Restore view: simulates restoring a checkpoint while the user describes the program.

mod answer;
mod choose;
mod restorable;

pub use restorable::restorable;

use super::findings::error_card;
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
    Effect::new(move |_| {
        let Some(program_now) = program.get() else { return answer.set(Answer::Nothing) };
        answer.set(Answer::Asked);
        let asked = program_now.clone();
        worker::request(app, Question::Restore { artifact: index, program: program_now }, move |reply| {
            // The program changed meanwhile: its answer will follow.
            if program.is_disposed() || program.with_untracked(|now| now.as_ref() != Some(&asked)) {
                return;
            }
            answer.set(match reply {
                Some(Ok(reply)) => reply.read().map_or(Answer::Nothing, |report| Answer::Report(Arc::new(report))),
                Some(Err(error)) => Answer::Failed(error),
                None => Answer::Nothing,
            });
        });
    });
    html! {
        <div class="restore">
            {choose::choose(artifact, index, program)}
            {move || match answer.get() {
                Answer::Nothing => html! { <p class="soft">{t("restore-nothing-yet")}</p> },
                Answer::Asked => html! { <p class="soft" aria-busy="true">"…"</p> },
                Answer::Failed(error) => error_card(error),
                Answer::Report(report) => match &report.error {
                    Some(error) => error_card(error.clone()),
                    None => answer::answer(&report),
                },
            }}
        </div>
    }
}
