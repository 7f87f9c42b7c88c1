//! The Delegates view: delegates and other runtimes for a TFLite model, with segments and reasons; the ops to register
//! in TensorFlow Lite Micro; op versions that can be lowered; packages that follow a channel.

mod answers;
mod beside;
mod engine;

use super::findings::error_card;
use super::progress::pending;
use super::state::{App, Shown};
use super::terms::explain;
use super::words::t;
use super::worker;
use crate::report::schema::ErrorInfo;
use crate::services::delegates::schema::DelegateReport;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// The worker's answer.
type Answer = Result<Arc<DelegateReport>, ErrorInfo>;

/// The view: sends its request when it opens.
pub fn delegates(artifact: Shown) -> Node {
    let app = App::get();
    let index = app.current.get_untracked();
    drop(artifact);
    let report = RwSignal::new(None::<Answer>);
    worker::request(app, Question::Delegates { artifact: index }, move |reply| {
        let answer = match reply {
            Some(Ok(answer)) => answer.read().map(|report| Ok(Arc::new(report))),
            Some(Err(error)) => Some(Err(error)),
            None => None,
        };
        report.try_set(answer);
    });
    let shown = move || match report.get() {
        None => pending(),
        Some(Err(error)) => error_card(error),
        Some(Ok(report)) => match &report.error {
            Some(error) => error_card(error.clone()),
            None => all(&report),
        },
    };
    shown.into_node()
}

fn all(report: &DelegateReport) -> Node {
    html! {
        <div class="restore delegates">
            <p class="soft">{t("delegates-what")}</p>
            {answers::table(&report.delegates)}
            <h3>{t("delegates-one-by-one")}</h3>
            {report.delegates.iter().map(|delegate| engine::engine(delegate, &report.resolver)).collect::<Node>()}
            <h3>{t("delegates-versions")}{explain("op-version", &t("delegates-versions"))}</h3>
            {beside::versions(&report.versions)}
            <h3>{t("delegates-channels")}</h3>
            {beside::channels(&report.channels)}
        </div>
    }
}
