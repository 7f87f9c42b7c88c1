//! `cargo xtask serve` shows the page before the engine is built. It then marks the page, and lists the missing modules
//! in `building.json`: runs wait for them. Pages of other servers have no mark and do not request the list.

use crate::json::readable;
use crate::services::run::schema::Backend;
use leptos::prelude::*;

/// The attribute of the root element.
pub const MARK: &str = "data-building";

/// Modules that the server still builds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Building {
    /// Names of modules.
    pub coming: Vec<String>,
    /// Whether the build ended without them.
    pub failed: bool,
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
    pub fn lacks(&self, backend: Backend) -> bool {
        // The GPU's module may need the CPU's.
        self.coming.iter().any(|module| backend == Backend::Gpu || module != MODULES[2])
    }

    /// Whether a run on a backend must wait for the build. A module that cannot be built is a failure.
    pub fn waits(&self, backend: Backend) -> Option<Result<(), &'static str>> {
        self.lacks(backend).then_some(if self.failed { Err("engine-not-built") } else { Ok(()) })
    }
}

/// The modules that run models; the last is the GPU's.
const MODULES: [&str; 3] = ["vintage-engine", "vintage-engine-relaxed", "vintage-gpu"];
