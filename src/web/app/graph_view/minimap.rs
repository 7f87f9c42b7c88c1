//! The whole drawing in a corner, with the visible part framed: a click or a drag moves the view there.

use super::colors::Colors;
use super::stage::{Shared, Stage};
use crate::graph::Scene;
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::minimap::Fit;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, PointerEvent};

/// Largest width and height in CSS pixels.
const ROOM: (f64, f64) = (132.0, 168.0);

/// The minimap; nothing while all of the drawing is in view. `colors` are those of the canvas.
pub fn minimap(stage: Stage, colors: Memo<Option<Colors>>) -> Node {
    let canvas = NodeRef::new();
    let fit = Memo::new(move |_| {
        stage.scene.with(|scene| scene.as_ref().map(|Shared(scene)| Fit::new(scene.drawing(), ROOM)))
    });
    let needed = Memo::new(move |_| {
        let (camera, size) = (stage.camera.get(), stage.size.get());
        stage.scene.with(|scene| scene.as_ref().is_some_and(|Shared(scene)| !camera.shows_all(scene, size)))
    });
    Effect::new(move |_| {
        let (Some(canvas), Some(colors), Some(fit)) = (canvas.get::<HtmlCanvasElement>(), colors.get(), fit.get())
        else {
            return;
        };
        stage.scene.with(|scene| {
            if let Some(Shared(scene)) = scene {
                paint(scene, &canvas, &colors, fit);
            }
        });
    });
    let dragged = StoredValue::new(false);
    let look = move |event: &PointerEvent| {
        let at = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        if let Some(fit) = fit.get_untracked() {
            stage.center(fit.drawing(at));
        }
    };
    let down = move |event: PointerEvent| {
        if let Some(map) = event.current_target().and_then(|map| map.dyn_into::<Element>().ok()) {
            let _ = map.set_pointer_capture(event.pointer_id());
        }
        dragged.set_value(true);
        look(&event);
    };
    let frame = move |side: usize| {
        let (camera, size) = (stage.camera.get(), stage.size.get());
        fit.get().map(|fit| format!("{}px", fit.frame(camera, size)[side].round() as i64)).unwrap_or_default()
    };
    let map = move || {
        html! {
            <div class="graph-minimap" dir="ltr" aria-hidden="true"
                style:width=move || fit.get().map(|fit| format!("{}px", fit.size.0.round() as i64)).unwrap_or_default()
                style:height=move || fit.get().map(|fit| format!("{}px", fit.size.1.round() as i64)).unwrap_or_default()
                on:pointerdown=down
                on:pointermove=move |event| if dragged.get_value() { look(&event) }
                on:pointerup=move |_| dragged.set_value(false) on:pointercancel=move |_| dragged.set_value(false)>
                <canvas node_ref=canvas/>
                <i style:left=move || frame(0) style:top=move || frame(1) style:width=move || frame(2)
                    style:height=move || frame(3)></i>
            </div>
        }
    };
    html! { {move || needed.get().then(map)} }
}

/// Paints every node as a rectangle of at least a pixel.
fn paint(scene: &Scene, canvas: &HtmlCanvasElement, colors: &Colors, fit: Fit) {
    let ratio = window().device_pixel_ratio().clamp(1.0, 2.0);
    canvas.set_width((fit.size.0 * ratio).round() as u32);
    canvas.set_height((fit.size.1 * ratio).round() as u32);
    let Ok(Some(context)) = canvas.get_context("2d") else { return };
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let _ = context.scale(ratio, ratio);
    context.set_fill_style_str(&colors.edge);
    for node in &scene.drawing().nodes {
        let open = node.group.as_ref().is_some_and(|group| group.open);
        let [x, y, w, h] = fit.rectangle(node);
        context.set_global_alpha(if open { 0.12 } else { 0.7 });
        context.fill_rect(x, y, w, h);
    }
}
