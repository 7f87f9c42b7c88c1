//! Times of the model's last run on its drawing.

use super::stage::Stage;
use crate::web::app::state::App;
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html};
use crate::web::model::node_times::NodeTimes;
use leptos::prelude::*;
use std::sync::Arc;

/// The times of the graph in view, when requested; `None` without times.
pub fn shown(app: App, stage: Stage, which: RwSignal<Option<usize>>, on: Signal<bool>) -> Memo<Option<Arc<NodeTimes>>> {
    let artifact = app.current.get_untracked();
    Memo::new(move |_| {
        if !on.get() {
            return None;
        }
        let graph = which.get()?;
        let times: Vec<(u32, f64)> = app.heat.with(|heat| {
            let heat = heat.as_ref().filter(|heat| heat.artifact == artifact)?;
            Some(heat.ms.iter().filter(|(of, ..)| *of == graph).map(|(_, node, ms)| (*node, *ms)).collect())
        })?;
        stage.scene.with(|scene| NodeTimes::of(&scene.as_ref()?.0, &times)).map(Arc::new)
    })
}

/// Legend of the colors, and the time of the selected node.
pub fn legend(stage: Stage) -> Node {
    let line = move || {
        let heat = stage.heat.get()?;
        let selected = stage.selected.get().and_then(|node| heat.ms.get(node as usize).copied()).filter(|ms| *ms > 0.0);
        Some(html! {
            <p class="graph-heat soft"><code>"0"</code><span class="ramp" aria-hidden="true"></span>
                <code>{ms(heat.most)}" ms"</code>" "{t("drawing-heat-legend")}
                {selected.map(|spent| html! {
                    <span role="status">{tr("drawing-heat-selected", &[("ms", ms(spent).into())])}</span>
                })}</p>
        })
    };
    line.into_node()
}

/// Milliseconds as short text.
fn ms(value: f64) -> String {
    if value < 10.0 { format!("{value:.3}") } else { format!("{value:.1}") }
}
