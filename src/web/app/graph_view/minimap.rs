//! The whole drawing in a corner, with the visible part framed: a click or a drag moves the view there.

use super::colors::Colors;
use super::stage::{Shared, Stage};
use crate::graph::Scene;
use crate::web::app::host;
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::minimap::{Fit, Run};
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
    // The last change wins, identified by its number.
    let asked = StoredValue::new(0_u32);
    Effect::new(move |_| {
        let (Some(canvas), Some(colors), Some(fit)) = (canvas.get::<HtmlCanvasElement>(), colors.get(), fit.get())
        else {
            return;
        };
        let (colored, found) = (stage.colored.get(), stage.found.get());
        stage.scene.track();
        asked.update_value(|n| *n += 1);
        let number = asked.get_value();
        // After the drawing itself: a large one takes most of a frame.
        leptos::task::spawn_local(async move {
            host::pause(0).await;
            if asked.try_get_value() != Some(number) {
                return;
            }
            stage.scene.with_untracked(|scene| {
                if let Some(Shared(scene)) = scene {
                    let marked = found.as_ref().map_or(&[][..], |found| &found.nodes);
                    paint(scene, &canvas, &colors, fit, colored.as_deref(), marked);
                }
            });
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

/// Paints what nodes cover, in the color of their outcome, and on top what found nodes cover, a pixel larger.
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
    let nodes = &scene.drawing().nodes;
    context.set_fill_style_str(&colors.edge);
    context.set_global_alpha(0.12);
    for node in nodes.iter().filter(|node| node.is_open()) {
        let [x, y, w, h] = fit.rectangle(node);
        context.fill_rect(x, y, w, h);
    }
    // A worse outcome has a larger number.
    let palette: Vec<&String> = [&colors.edge].into_iter().chain(&colors.classes).chain(&colors.outcomes).collect();
    let color = |at: usize| {
        let hue = colored.and_then(|all| Some(all.looks.get(all.drawn.class(at)?)?.hue));
        1 + match hue {
            Some(Hue::Outcome(outcome)) => 1 + colors.classes.len() + outcome as usize,
            Some(Hue::Distinct(class)) => 1 + class % colors.classes.len(),
            Some(Hue::None | Hue::Step(..)) | None => 0,
        } as u8
    };
    // From here on in dots.
    let _ = context.scale(1.0 / ratio, 1.0 / ratio);
    let closed = nodes.iter().enumerate().filter(|(_, node)| !node.is_open());
    context.set_global_alpha(0.7);
    fill(&context, &fit.covered(closed.map(|(at, node)| (fit.rectangle(node), color(at))), ratio), &palette);
    let found = found.iter().filter_map(|node| scene.node(*node)).map(|node| {
        let [x, y, w, h] = fit.rectangle(node);
        ([x - 1.0, y - 1.0, w.max(2.0) + 2.0, h.max(2.0) + 2.0], 1)
    });
    context.set_global_alpha(1.0);
    fill(&context, &fit.covered(found, ratio), &[&colors.found]);
}

/// Fills runs of dots, by color.
fn fill(context: &CanvasRenderingContext2d, runs: &[Run], palette: &[&String]) {
    for (at, color) in palette.iter().enumerate() {
        context.set_fill_style_str(color);
        for run in runs.iter().filter(|run| usize::from(run.color) == at + 1) {
            context.fill_rect(run.x as f64, run.y as f64, run.length as f64, 1.0);
        }
    }
}
