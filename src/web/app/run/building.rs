//! `cargo xtask serve` shows the page before the engine is built. It then marks the page, and lists the missing modules
//! in `building.json`: runs wait for them. Pages of other servers have no mark and do not request the list.

use super::state::{Phase, Run};
use crate::json::{self, readable};
use crate::services::run::schema::Backend;
use crate::web::app::words::{self, t};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;

/// The attribute of the root element.
const MARK: &str = "data-building";

/// Pause between two requests to the server.
const PAUSE: Duration = Duration::from_secs(2);

/// Modules that the server still builds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Building {
    /// Names of modules.
    coming: Vec<String>,
    /// Whether the build ended without them.
    failed: bool,
}
readable!(Building { coming, failed });

impl Building {
    /// State before the server answers: a marked page lacks all modules of the engine.
    pub fn at_first() -> Self {
        let root = document().document_element();
        let modules: &[&str] = if root.is_some_and(|root| root.has_attribute(MARK)) { &MODULES } else { &[] };
        Self { coming: modules.iter().map(|&name| name.to_owned()).collect(), failed: false }
    }

    /// Whether runs on a backend must wait.
    fn lacks(&self, backend: Backend) -> bool {
        // The GPU's module may need the CPU's.
        self.coming.iter().any(|module| backend == Backend::Gpu || module != MODULES[2])
    }
}

/// The modules that run models; the last is the GPU's.
const MODULES: [&str; 3] = ["vintage-engine", "vintage-engine-relaxed", "vintage-gpu"];

/// Whether a run on a backend must wait for the build. A module that cannot be built is a failure.
pub fn waits(run: Run, backend: Backend) -> Option<Result<(), &'static str>> {
    run.building.with_untracked(|building| {
        building.lacks(backend).then_some(if building.failed { Err("engine-not-built") } else { Ok(()) })
    })
}

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
