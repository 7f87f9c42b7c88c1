//! Where a run took place, as text.

use super::state::Run;
use crate::web::app::words::tr;
use leptos::prelude::*;

/// The module of the last run, with its adapter or its threads.
pub fn place(run: Run, adapter: Option<&str>) -> String {
    let module = run.module.get_untracked();
    match (adapter, run.threads.get_untracked()) {
        (Some(adapter), _) if !adapter.is_empty() => format!("{module} ({adapter})"),
        (_, threads) if threads > 1 => {
            format!("{module}, {}", tr("run-threads", &[("count", u64::from(threads).into())]))
        }
        _ => module,
    }
}
