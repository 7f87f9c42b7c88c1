//! The Delegates view: delegates and other runtimes for a TFLite model, with segments and reasons; the ops to register
//! in TensorFlow Lite Micro; op versions that can be lowered; packages that follow a channel.

mod answers;
mod beside;
mod engine;

use super::findings::error_card;
use super::state::{App, Shown};
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
    let told = RwSignal::new(None::<Answer>);
    worker::request(app, Question::Delegates { artifact: index }, move |reply| {
        let answer = match reply {
            Some(Ok(answer)) => answer.read().map(|told| Ok(Arc::new(told))),
            Some(Err(error)) => Some(Err(error)),
            None => None,
        };
        told.try_set(answer);
    });
    let shown = move || match told.get() {
        None => html! { <p class="soft" aria-busy="true">"…"</p> },
        Some(Err(error)) => error_card(error),
        Some(Ok(told)) => match &told.error {
            Some(error) => error_card(error.clone()),
            None => all(&told),
        },
    };
    shown.into_node()
}

fn all(told: &DelegateReport) -> Node {
    html! {
        <div class="restore delegates">
            <p class="soft">{t("delegates-what")}</p>
            {answers::table(&told.delegates)}
            <h3>{t("delegates-one-by-one")}</h3>
            {told.delegates.iter().map(|delegate| engine::engine(delegate, &told.resolver)).collect::<Node>()}
            <h3>{t("delegates-versions")}</h3>
            {beside::versions(&told.versions)}
            <h3>{t("delegates-channels")}</h3>
            {beside::channels(&told.channels)}
        </div>
    }
}
