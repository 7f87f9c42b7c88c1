//! Evolution: a plan for changing an op, and its effect on graphs. It needs no file.
//!
//! The plan is in the page's address ([`link`]), so that it can be shared; the worker computes the effect.

mod change;
mod form;
mod outcome;

use super::findings::error_card;
use super::progress::pending;
use super::state::App;
use super::words::t;
use super::worker;
use crate::services::evolution::schema::EvolutionReport;
use crate::web::dom::{Node, html};
use crate::web::model::plan_link;
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// The worker's answer; the last good one is kept while a plan has an error.
#[derive(Clone, Default)]
struct Evolved {
    last: Option<Arc<EvolutionReport>>,
    error: Option<crate::report::schema::ErrorInfo>,
}

/// The view.
pub fn evolution() -> Node {
    let app = App::get();
    let plan = RwSignal::new(plan_link::read(&app.evolution.get_untracked().unwrap_or_default()));
    let report = RwSignal::new(Evolved::default());
    Effect::new(move |_| {
        let asked = plan.get();
        app.evolution.set(Some(plan_link::write(&asked)));
        let sent = asked.clone();
        worker::ask(app, Question::Evolution { plan: sent }, move |reply| {
            // The plan changed meanwhile: its answer will follow.
            if plan.is_disposed() || plan.with_untracked(|now| *now != asked) {
                return;
            }
            report.update(|report| match reply {
                Some(Ok(reply)) => match reply.read::<EvolutionReport>() {
                    Some(EvolutionReport { error: Some(error), .. }) => report.error = Some(error),
                    answer => *report = Evolved { last: answer.map(Arc::new), error: None },
                },
                Some(Err(error)) => report.error = Some(error),
                None => {}
            });
        });
    });
    let last = Memo::new(move |_| report.with(|report| report.last.clone().map(Same)));
    html! {
        <section class="evolution" aria-labelledby="evolution-title">
            <div class="evolution-head">
                <h1 id="evolution-title">{t("evolution")}</h1>
                <button on:click=move |_| app.evolution.set(None)>{t("evolution-back")}</button>
            </div>
            <p class="soft lead">{t("evolution-lead")}</p>
            {move || report.with(|report| report.error.clone()).map(error_card)}
            {move || match last.get() {
                None => pending(),
                Some(Same(report)) => html! {
                    <div class="evolution-parts">
                        {form::form(&report, plan)}
                        {outcome::outcome(&report)}
                    </div>
                },
            }}
        </section>
    }
}

/// An answer, compared by identity.
#[derive(Clone)]
struct Same(Arc<EvolutionReport>);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
