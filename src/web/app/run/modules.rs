//! Waits for the modules that the server still builds.

use super::building::{Building, MARK};
use super::phase::Phase;
use super::state::Run;
use crate::json;
use crate::web::app::words::{self, t};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;

/// Pause between two requests to the server.
const PAUSE: Duration = Duration::from_secs(2);

/// Polls the server until it has all modules, and starts a run that waited for its module.
pub fn watch(run: Run) {
    if run.building.try_get_untracked().is_none_or(|building| building.coming.is_empty() || building.failed) {
        return;
    }
    spawn_local(async move {
        let answer = words::fetch_text("building.json").await.and_then(|text| json::read::<Building>(&text));
        // No answer: the server has ended, or another one now serves the page. A run reports missing modules.
        let building = answer.unwrap_or_default();
        let Some(waited) = run.building.try_with_untracked(|before| before.lacks(run.backend.get_untracked())) else {
            return;
        };
        if building.coming.is_empty()
            && let Some(root) = document().document_element()
        {
            let _ = root.remove_attribute(MARK);
        }
        let ready = !building.lacks(run.backend.get_untracked()) || building.failed;
        run.building.set(building);
        if waited && ready && run.phase.get_untracked() == Phase::Loading {
            run.load();
        }
        set_timeout(move || watch(run), PAUSE);
    });
}

/// Lists the modules that the server still builds.
pub fn note(run: Run) -> Node {
    let line = move || {
        let id = run.building.with(|building| match building.failed {
            _ if building.coming.is_empty() => None,
            false => Some("run-building"),
            true => Some("error-engine-not-built"),
        })?;
        Some(html! {
            <p class="finding warning" role="status"><span class="sign warns" aria-hidden="true">"▲"</span>
                <span>{t(id)}</span></p>
        })
    };
    line.into_node()
}
