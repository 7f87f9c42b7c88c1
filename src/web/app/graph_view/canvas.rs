//! The canvas: its events become gestures, and every change of the stage is painted.

use super::colors::{Colors, Theme};
use super::paint::{Marks, Painting};
use super::stage::{Shared, Stage};
use super::watch::Watch;
use crate::web::app::state::App;
use crate::web::app::words::t;
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::gestures::{self, Action, Pointers, Wheel};
use crate::web::model::shortcuts::shortcut;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};

/// The canvas. `label` names it for screen readers.
pub fn canvas(stage: Stage, label: Signal<String>, theme: Theme, colors: Memo<Option<Colors>>) -> Node {
    let canvas = NodeRef::new();
    let hovered = RwSignal::new(None::<u32>);
    let focused = RwSignal::new(false);
    watch(stage, canvas, theme);
    paint_changes(stage, canvas, colors, hovered, focused);
    let hand = Hand { app: App::get(), stage, canvas, hovered, pointers: StoredValue::new_local(Pointers::default()) };
    html! {
        <canvas node_ref=canvas dir="ltr" tabindex="0" role="application" aria-label=move || label.get()
            aria-roledescription=t("drawing-role") aria-describedby="graph-keys"
            class:over=move || hovered.get().is_some()
            on:pointerdown=move |e| hand.down(&e) on:pointermove=move |e| hand.moved(&e)
            on:pointerup=move |e| hand.up(&e) on:pointercancel=move |e| hand.up(&e)
            on:pointerleave=move |_| hovered.set(None) on:dblclick=move |e| hand.twice(&e)
            on:wheel=move |e| hand.wheel(&e) on:keydown=move |e| hand.key(&e)
            on:focus=move |_| focused.set(true) on:blur=move |_| focused.set(false)/>
    }
}

/// Follows the size of the canvas and the page's colors.
fn watch(stage: Stage, canvas: NodeRef, theme: Theme) {
    let watch = StoredValue::new_local(None::<Watch>);
    Effect::new(move |_| {
        if let Some(canvas) = canvas.get() {
            let resized = move |w, h| {
                // The style sheet may arrive after the canvas; with it come its size and the colors.
                if stage.size.get_untracked() == (0.0, 0.0) {
                    theme.changed();
                }
                stage.resize((w, h));
            };
            watch.set_value(Watch::new(&canvas, resized, move || theme.changed()));
        }
    });
}

/// Paints the canvas with the next frame, now and whenever the stage, its size or the colors change: several changes are one
/// painting, and the task that changes a large drawing does not also paint it.
fn paint_changes(
    stage: Stage,
    canvas: NodeRef,
    colors: Memo<Option<Colors>>,
    hovered: RwSignal<Option<u32>>,
    focused: RwSignal<bool>,
) {
    let path = Memo::new(move |_| match (stage.trace.get(), stage.selected.get()) {
        (true, Some(node)) => stage
            .scene
            .with(|s| s.as_ref().filter(|s| s.0.node(node).is_some()).map(|s| s.0.path(node)).unwrap_or_default()),
        _ => (Vec::new(), Vec::new()),
    });
    let show = move || {
        let (Some(canvas), Some(colors)) = (canvas.get_untracked::<HtmlCanvasElement>(), colors.get_untracked()) else {
            return;
        };
        let marks = Marks {
            selected: stage.selected.get_untracked(),
            hovered: hovered.get_untracked(),
            path: path.get_untracked(),
            focused: focused.get_untracked(),
            heat: stage.heat.get_untracked(),
            colored: stage.colored.get_untracked(),
            found: stage.found.get_untracked(),
        };
        paint(stage, &canvas, &colors, &marks);
    };
    // The browser would stretch the old picture to a new size for a frame.
    Effect::new(move |_| {
        stage.size.track();
        show();
    });
    let is_due = StoredValue::new(false);
    Effect::new(move |_| {
        if canvas.get::<HtmlCanvasElement>().is_none() {
            return;
        }
        colors.track();
        stage.scene.track();
        stage.camera.track();
        stage.selected.track();
        stage.heat.track();
        stage.colored.track();
        stage.found.track();
        hovered.track();
        path.track();
        focused.track();
        if is_due.try_update_value(|due| std::mem::replace(due, true)) == Some(false) {
            request_animation_frame(move || {
                // The view may be closed meanwhile.
                if is_due.try_update_value(|due| std::mem::replace(due, false)) == Some(true) {
                    show();
                }
            });
        }
    });
}

/// Handlers of the events of pointers and keys.
#[derive(Clone, Copy)]
struct Hand {
    app: App,
    stage: Stage,
    canvas: NodeRef,
    hovered: RwSignal<Option<u32>>,
    pointers: StoredValue<Pointers, LocalStorage>,
}

impl Hand {
    /// Whether there was something to do.
    fn act(self, action: Option<Action>) -> bool {
        if let Some(action) = action {
            self.stage.act(action, self.hovered);
        }
        action.is_some()
    }

    fn down(self, e: &PointerEvent) {
        if e.button() != 0 && e.pointer_type() == "mouse" {
            return;
        }
        if let Some(canvas) = self.canvas.get_untracked::<HtmlCanvasElement>() {
            let _ = canvas.set_pointer_capture(e.pointer_id());
        }
        self.pointers.update_value(|p| p.down(e.pointer_id(), at(e)));
    }

    fn moved(self, e: &PointerEvent) {
        let mouse = e.pointer_type() == "mouse";
        self.act(self.pointers.try_update_value(|p| p.moved(e.pointer_id(), at(e), mouse)).flatten());
    }

    fn up(self, e: &PointerEvent) {
        let cancelled = e.type_() != "pointerup";
        self.act(self.pointers.try_update_value(|p| p.up(e.pointer_id(), at(e), cancelled)).flatten());
    }

    fn twice(self, e: &MouseEvent) {
        let (x, y) = at(e);
        if let Some(node) = self.stage.pick(x, y).filter(|n| self.stage.unfolds(*n)) {
            self.stage.toggle.run(node);
        }
    }

    fn wheel(self, e: &WheelEvent) {
        let wheel = Wheel {
            delta: (e.delta_x(), e.delta_y()),
            mode: e.delta_mode(),
            zooms: e.ctrl_key() || e.meta_key(),
            shift: e.shift_key(),
            at: at(e),
        };
        if self.act(wheel.action(self.stage.size.get_untracked().1, self.stage.fits())) {
            e.prevent_default();
        }
    }

    fn key(self, e: &KeyboardEvent) {
        if e.alt_key() || e.ctrl_key() || e.meta_key() {
            return;
        }
        let Some(key) = shortcut(&e.key(), &e.code(), e.shift_key(), self.app.single_keys.get_untracked()) else {
            return;
        };
        if self.act(gestures::key(&key, e.shift_key(), self.stage.selected.get_untracked().is_some())) {
            e.prevent_default();
            e.stop_propagation();
        }
    }
}

/// The position of an event on the canvas.
fn at(e: &MouseEvent) -> (f64, f64) {
    (f64::from(e.offset_x()), f64::from(e.offset_y()))
}

/// Paints what the stage shows, at the resolution of the screen.
fn paint(stage: Stage, canvas: &HtmlCanvasElement, colors: &Colors, marks: &Marks) {
    let (camera, size) = (stage.camera.get_untracked(), stage.size.get_untracked());
    let ratio = window().device_pixel_ratio().clamp(0.5, 4.0);
    let (w, h) = ((size.0 * ratio).round() as u32, (size.1 * ratio).round() as u32);
    // Setting the size clears the canvas even if it stays the same.
    if canvas.width() != w || canvas.height() != h {
        canvas.set_width(w);
        canvas.set_height(h);
    }
    let Ok(Some(context)) = canvas.get_context("2d") else { return };
    let context: CanvasRenderingContext2d = context.unchecked_into();
    stage.scene.with_untracked(|scene| {
        if let Some(Shared(scene)) = scene {
            Painting { context: &context, scene, camera, size, ratio, colors, marks }.paint();
        }
    });
}
