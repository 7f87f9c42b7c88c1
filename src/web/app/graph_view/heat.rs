//! Heat map of the model's last run over its drawing.

use super::stage::Stage;
use crate::graph::Scene;
use crate::web::app::state::App;
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;
use std::sync::Arc;

/// Milliseconds of the nodes of a drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// By index in the drawing; a closed group has the sum of its nodes.
    pub ms: Vec<f64>,
    /// The maximum; above 0.
    pub most: f64,
}

impl Shown {
    /// Times of operators (by index) on a drawing; `None` if none of its operators took time.
    fn of(scene: &Scene, times: &[(u32, f64)]) -> Option<Self> {
        let drawing = scene.drawing();
        let mut ms = vec![0.0; drawing.nodes.len()];
        for (operator, spent) in times {
            // In the graph of a TFLite model, node n is operator n.
            let shown = drawing.shown_by.get(*operator as usize).and_then(|shown| ms.get_mut(*shown as usize));
            if let Some(sum) = shown {
                *sum += spent;
            }
        }
        let most = ms.iter().copied().fold(0.0, f64::max);
        (most > 0.0).then_some(Self { ms, most })
    }

    /// The share of the maximum, 0 to 1.
    pub fn share(&self, node: usize) -> f64 {
        self.ms.get(node).copied().unwrap_or(0.0) / self.most
    }
}

/// The times of the graph in view, when requested; `None` without times.
pub fn shown(app: App, stage: Stage, which: RwSignal<Option<usize>>, on: RwSignal<bool>) -> Memo<Option<Arc<Shown>>> {
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
        stage.scene.with(|scene| Shown::of(&scene.as_ref()?.0, &times)).map(Arc::new)
    })
}

/// The switch, if there are times to show.
pub fn switch(app: App, on: RwSignal<bool>) -> Node {
    let artifact = app.current.get_untracked();
    let has = move || app.heat.with(|heat| heat.as_ref().is_some_and(|heat| heat.artifact == artifact));
    let shown = move || {
        has().then(|| {
            html! {
                <label><input type="checkbox" prop:checked=move || on.get()
                    on:change=move |e| on.set(event_target_checked(&e))/>" "{t("drawing-heat")}</label>
            }
        })
    };
    shown.into_node()
}

/// Legend of the colors, and the time of the selected node.
pub fn legend(stage: Stage, shown: Memo<Option<Arc<Shown>>>) -> Node {
    let line = move || {
        let heat = shown.get()?;
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
