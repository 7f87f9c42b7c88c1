//! Changes of the plan.

use crate::services::evolution::schema::{EvolutionReport, Plan};
use leptos::prelude::*;

/// Changes the plan of the shown answer, because users change what they see.
pub fn changed(report: &EvolutionReport, plan: RwSignal<Plan>, change: impl FnOnce(&mut Plan)) {
    let mut next = report.plan.clone();
    change(&mut next);
    plan.set(next);
}
