//! The canvas: its events become gestures, and every change of the stage is painted.

use super::Shared;
use super::colors::{Colors, NAMES};
use super::paint::{Marks, Painting};
use super::stage::Stage;
use super::watch::Watch;
use crate::web::app::words::t;
use crate::web::dom::{Node, Spot, html};
use crate::web::model::gestures::{self, Action, Pointers, Wheel};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};

/// The canvas. `label` names it for those who do not see it.
pub fn canvas(stage: Stage, label: Signal<String>) -> Node {
    let canvas = Spot::new();
    let probe = Spot::new();
    let hovered = RwSignal::new(None::<u32>);
    let focused = RwSignal::new(false);
    let theme = RwSignal::new(0u32);
    let pointers = StoredValue::new_local(Pointers::default());
    let watch = StoredValue::new_local(None::<Watch>);
    let colors = Memo::new_with_compare(
        move |_| {
            theme.track();
            probe.get().map(|p| Colors::read(&p))
        },
        // Always read again: the names stay, but their values do not.
        |_, _| true,
    );
    let path = Memo::new(move |_| match (stage.trace.get(), stage.selected.get()) {
        (true, Some(node)) => stage
            .scene
            .with(|s| s.as_ref().filter(|s| s.0.node(node).is_some()).map(|s| s.0.path(node)).unwrap_or_default()),
        _ => (Vec::new(), Vec::new()),
    });
    Effect::new(move |_| {
        if let Some(canvas) = canvas.get() {
            let resized = move |w, h| stage.resize((w, h));
            watch.set_value(Watch::new(&canvas, resized, move || theme.update(|t| *t += 1)));
        }
    });
    Effect::new(move |_| {
        let (Some(canvas), Some(colors)) = (canvas.get::<HtmlCanvasElement>(), colors.get()) else { return };
        let marks = Marks {
            selected: stage.selected.get(),
            hovered: hovered.get(),
            path: path.get(),
            focused: focused.get(),
            heat: stage.heat.get(),
        };
        paint(stage, &canvas, &colors, &marks);
    });

    let place = |e: &MouseEvent| (f64::from(e.offset_x()), f64::from(e.offset_y()));
    let act = move |action: Option<Action>| {
        if let Some(action) = action {
            stage.act(action, hovered);
        }
        action.is_some()
    };
    let down = move |e: PointerEvent| {
        if e.button() != 0 && e.pointer_type() == "mouse" {
            return;
        }
        if let Some(canvas) = canvas.get_untracked::<HtmlCanvasElement>() {
            let _ = canvas.set_pointer_capture(e.pointer_id());
        }
        pointers.update_value(|p| p.down(e.pointer_id(), place(&e)));
    };
    let moved = move |e: PointerEvent| {
        let mouse = e.pointer_type() == "mouse";
        act(pointers.try_update_value(|p| p.moved(e.pointer_id(), place(&e), mouse)).flatten());
    };
    let up = move |e: PointerEvent| {
        let cancelled = e.type_() != "pointerup";
        act(pointers.try_update_value(|p| p.up(e.pointer_id(), place(&e), cancelled)).flatten());
    };
    let twice = move |e: MouseEvent| {
        let (x, y) = place(&e);
        if let Some(node) = stage.pick(x, y).filter(|n| stage.is_group(*n)) {
            stage.toggle.run(node);
        }
    };
    let wheel = move |e: WheelEvent| {
        let wheel = Wheel {
            delta: (e.delta_x(), e.delta_y()),
            mode: e.delta_mode(),
            zooms: e.ctrl_key() || e.meta_key(),
            shift: e.shift_key(),
            at: place(&e),
        };
        if act(wheel.action(stage.size.get_untracked().1, stage.fits())) {
            e.prevent_default();
        }
    };
    let key = move |e: KeyboardEvent| {
        if e.alt_key() || e.ctrl_key() || e.meta_key() {
            return;
        }
        if act(gestures::key(&e.key(), e.shift_key(), stage.selected.get_untracked().is_some())) {
            e.prevent_default();
            e.stop_propagation();
        }
    };
    html! {
        <span class="graph-probe" node_ref=probe aria-hidden="true">
            {NAMES.map(|name| html! { <i style:color=format!("var({name})")></i> })}
        </span>
        <canvas node_ref=canvas dir="ltr" tabindex="0" role="application" aria-label=move || label.get()
            aria-roledescription=t("drawing-role") aria-describedby="graph-keys"
            class:over=move || hovered.get().is_some()
            on:pointerdown=down on:pointermove=moved on:pointerup=up on:pointercancel=up
            on:pointerleave=move |_| hovered.set(None) on:dblclick=twice on:wheel=wheel on:keydown=key
            on:focus=move |_| focused.set(true) on:blur=move |_| focused.set(false)/>
    }
}

/// Paints what the stage shows, at the resolution of the screen.
fn paint(stage: Stage, canvas: &HtmlCanvasElement, colors: &Colors, marks: &Marks) {
    let (camera, size) = (stage.camera.get(), stage.size.get());
    let ratio = window().device_pixel_ratio().clamp(0.5, 4.0);
    let (w, h) = ((size.0 * ratio).round() as u32, (size.1 * ratio).round() as u32);
    // Setting the size clears the canvas even if it stays the same.
    if canvas.width() != w || canvas.height() != h {
        canvas.set_width(w);
        canvas.set_height(h);
    }
    let Ok(Some(context)) = canvas.get_context("2d") else { return };
    let context: CanvasRenderingContext2d = context.unchecked_into();
    stage.scene.with(|scene| {
        if let Some(Shared(scene)) = scene {
            Painting { context: &context, scene, camera, size, ratio, colors, marks }.paint();
        }
    });
}
