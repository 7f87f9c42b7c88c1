//! The whole drawing in a corner, with the visible part framed: a click or a drag moves the view there.

use super::colors::Colors;
use super::stage::{Shared, Stage};
use crate::graph::Scene;
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::minimap::Fit;
use crate::web::model::node_classes::{Colored, Hue};
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
        let (colored, found) = (stage.colored.get(), stage.found.get());
        stage.scene.with(|scene| {
            if let Some(Shared(scene)) = scene {
                let marked = found.as_ref().map_or(&[][..], |found| &found.nodes);
                paint(scene, &canvas, &colors, fit, colored.as_deref(), marked);
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
            <div class="graph-minimap" aria-hidden="true"
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

/// Paints every node as a rectangle of at least a pixel, in the color of its outcome, and larger where a search found it.
fn paint(
    scene: &Scene,
    canvas: &HtmlCanvasElement,
    colors: &Colors,
    fit: Fit,
    colored: Option<&Colored>,
    found: &[u32],
) {
    let ratio = window().device_pixel_ratio().clamp(1.0, 2.0);
    canvas.set_width((fit.size.0 * ratio).round() as u32);
    canvas.set_height((fit.size.1 * ratio).round() as u32);
    let Ok(Some(context)) = canvas.get_context("2d") else { return };
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let _ = context.scale(ratio, ratio);
    for (at, node) in scene.drawing().nodes.iter().enumerate() {
        let hue = colored.and_then(|all| Some(all.looks.get(all.drawn.class(at)?)?.hue));
        context.set_fill_style_str(match hue {
            Some(Hue::Outcome(outcome)) => &colors.outcomes[outcome as usize],
            Some(Hue::Distinct(class)) => &colors.classes[class % colors.classes.len()],
            Some(Hue::None | Hue::Step(..)) | None => &colors.edge,
        });
        let [x, y, w, h] = fit.rectangle(node);
        context.set_global_alpha(if node.is_open() { 0.12 } else { 0.7 });
        context.fill_rect(x, y, w, h);
    }
    context.set_global_alpha(1.0);
    context.set_fill_style_str(&colors.found);
    for node in found.iter().filter_map(|node| scene.node(*node)) {
        let [x, y, w, h] = fit.rectangle(node);
        context.fill_rect(x - 1.0, y - 1.0, w.max(2.0) + 2.0, h.max(2.0) + 2.0);
    }
}
