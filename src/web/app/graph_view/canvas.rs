//! The canvas: pan, zoom, pick and walk by pointer, touch and keyboard.

use super::Shared;
use super::camera::{Camera, Size};
use super::colors::{Colors, NAMES};
use super::heat::Shown;
use super::paint::{Marks, Painting};
use super::watch::Watch;
use crate::graph::{DrawnNode, Step};
use crate::web::app::words::t;
use crate::web::dom::{Node, Spot, html};
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};

/// CSS pixels a pointer may move and still click.
const CLICK: f64 = 5.0;
/// CSS pixels of one step with an arrow key.
const PAN: f64 = 80.0;
/// One step of zoom.
const CLOSER: f64 = 1.25;

/// What the canvas shares with what stands around it.
#[derive(Clone, Copy)]
pub struct Stage {
    /// The scene; none while the first one is made.
    pub scene: RwSignal<Option<Shared>>,
    /// The selected node, by its index in the drawing.
    pub selected: RwSignal<Option<u32>>,
    /// Whether everything upstream and downstream of the selected node is marked.
    pub trace: RwSignal<bool>,
    /// Where the canvas looks.
    pub camera: RwSignal<Camera>,
    /// Its size.
    pub size: RwSignal<Size>,
    /// Times of a run on the nodes, while they are shown.
    pub heat: RwSignal<Option<Arc<Shown>>>,
    /// Asked to open or close a group, by its index in the drawing.
    pub toggle: Callback<u32>,
}

impl Stage {
    fn with<T>(self, f: impl FnOnce(&crate::graph::Scene) -> T) -> Option<T> {
        self.scene.with_untracked(|s| s.as_ref().map(|s| f(&s.0)))
    }

    /// Selects a node and brings it into view.
    pub fn show(self, node: u32) {
        self.selected.set(Some(node));
        let size = self.size.get_untracked();
        let camera = self.camera.get_untracked();
        if let Some(Some(camera)) = self.with(|s| s.node(node).map(|n| camera.showing(n, size))) {
            self.camera.set(camera);
        }
    }

    /// Closer or farther around the middle.
    pub fn zoom(self, factor: f64) {
        let (w, h) = self.size.get_untracked();
        self.look(|c| c.zoomed(factor, w / 2.0, h / 2.0));
    }

    /// All of the drawing.
    pub fn fit(self) {
        let size = self.size.get_untracked();
        if let Some(camera) = self.with(|s| Camera::fit(s, size)) {
            self.camera.set(camera);
        }
    }

    fn look(self, change: impl FnOnce(Camera) -> Camera) {
        let size = self.size.get_untracked();
        let camera = change(self.camera.get_untracked());
        self.camera.set(self.with(|s| camera.kept(s, size)).unwrap_or(camera));
    }

    fn pick(self, x: f64, y: f64) -> Option<u32> {
        let (x, y) = self.camera.with_untracked(|c| c.drawing(x, y));
        self.with(|s| s.hit(x, y)).flatten()
    }

    fn is_group(self, node: u32) -> bool {
        self.with(|s| s.node(node).is_some_and(|n| n.group.is_some())).unwrap_or(false)
    }
}

/// Pointers that are down: id and place.
#[derive(Clone, Default)]
struct Pointers {
    down: Vec<(i32, f64, f64)>,
    /// Where the first one went down, and whether it has left that place since.
    from: (f64, f64),
    dragged: bool,
}

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
        // Read again whenever asked: the names stay, what they stand for does not.
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
            let resized = move |w: f64, h: f64| {
                // While the page is laid out anew the canvas may have no size for a moment; nothing is held by that.
                if w < 64.0 || h < 64.0 {
                    return;
                }
                stage.size.set((w, h));
                // The details take room from the canvas: what was just selected must stay in view.
                let camera = stage.camera.get_untracked();
                let selected = stage.selected.get_untracked();
                let held = stage.with(|s| selected.and_then(|n| s.node(n)).map(|n| camera.holding(n, (w, h))));
                if let Some(Some(held)) = held {
                    stage.camera.set(held);
                }
            };
            watch.set_value(Watch::new(&canvas, resized, move || theme.update(|t| *t += 1)));
        }
    });
    Effect::new(move |_| {
        let (Some(canvas), Some(colors)) = (canvas.get::<HtmlCanvasElement>(), colors.get()) else { return };
        let (camera, size) = (stage.camera.get(), stage.size.get());
        let ratio = window().device_pixel_ratio().clamp(0.5, 4.0);
        let (w, h) = ((size.0 * ratio).round() as u32, (size.1 * ratio).round() as u32);
        // Setting the size clears the canvas even when it stays the same.
        if canvas.width() != w || canvas.height() != h {
            canvas.set_width(w);
            canvas.set_height(h);
        }
        let Ok(Some(context)) = canvas.get_context("2d") else { return };
        let context: CanvasRenderingContext2d = context.unchecked_into();
        let marks = Marks {
            selected: stage.selected.get(),
            hovered: hovered.get(),
            path: path.get(),
            focused: focused.get(),
            heat: stage.heat.get(),
        };
        stage.scene.with(|scene| {
            if let Some(scene) = scene {
                let painting = Painting {
                    context: &context,
                    scene: &scene.0,
                    camera,
                    size,
                    ratio,
                    colors: &colors,
                    marks: &marks,
                };
                painting.paint();
            }
        });
    });

    let place = |e: &MouseEvent| (f64::from(e.offset_x()), f64::from(e.offset_y()));
    let down = move |e: PointerEvent| {
        if e.button() != 0 && e.pointer_type() == "mouse" {
            return;
        }
        let (x, y) = place(&e);
        if let Some(canvas) = canvas.get_untracked::<HtmlCanvasElement>() {
            let _ = canvas.set_pointer_capture(e.pointer_id());
        }
        pointers.update_value(|p| {
            p.down.retain(|d| d.0 != e.pointer_id());
            p.down.push((e.pointer_id(), x, y));
            if p.down.len() == 1 {
                (p.from, p.dragged) = ((x, y), false);
            } else {
                p.dragged = true;
            }
        });
    };
    let moved = move |e: PointerEvent| {
        let (x, y) = place(&e);
        let known = pointers.with_value(|p| p.down.iter().position(|d| d.0 == e.pointer_id()));
        let Some(index) = known else {
            if e.pointer_type() == "mouse" {
                let hit = stage.pick(x, y);
                if hovered.get_untracked() != hit {
                    hovered.set(hit);
                }
            }
            return;
        };
        let mut before = Pointers::default();
        pointers.update_value(|p| {
            p.dragged |= (x - p.from.0).hypot(y - p.from.1) > CLICK;
            before = p.clone();
            p.down[index] = (e.pointer_id(), x, y);
        });
        let (_, px, py) = before.down[index];
        match before.down.len() {
            1 if before.dragged => stage.look(|c| c.moved(x - px, y - py)),
            2 => {
                // Two fingers: their distance zooms, their middle pans.
                let (_, ox, oy) = before.down[1 - index];
                let (was, now) = ((px - ox).hypot(py - oy).max(1.0), (x - ox).hypot(y - oy).max(1.0));
                stage.look(|c| {
                    c.zoomed(now / was, (px + ox) / 2.0, (py + oy) / 2.0).moved((x - px) / 2.0, (y - py) / 2.0)
                });
            }
            _ => {}
        }
    };
    let up = move |e: PointerEvent| {
        let (x, y) = place(&e);
        let mut click = false;
        pointers.update_value(|p| {
            let count = p.down.len();
            p.down.retain(|d| d.0 != e.pointer_id());
            click = count == 1 && p.down.is_empty() && !p.dragged && e.type_() == "pointerup";
        });
        if !click {
            return;
        }
        let hit = stage.pick(x, y);
        stage.selected.set(hit);
        // The triangle in a group's head opens and closes it at once.
        if let Some(node) = hit.filter(|n| stage.is_group(*n)) {
            let (dx, dy) = stage.camera.with_untracked(|c| c.drawing(x, y));
            let head = |n: &DrawnNode| dx - n.x < 22.0 && dy - n.y < 26.0;
            if stage.with(|s| s.node(node).is_some_and(head)).unwrap_or(false) {
                stage.toggle.run(node);
            }
        }
    };
    let twice = move |e: MouseEvent| {
        let (x, y) = place(&e);
        if let Some(node) = stage.pick(x, y).filter(|n| stage.is_group(*n)) {
            stage.toggle.run(node);
        }
    };
    let wheel = move |e: WheelEvent| {
        let (x, y) = place(&e);
        // Lines and pages count as so many pixels.
        let unit = match e.delta_mode() {
            1 => 16.0,
            2 => stage.size.get_untracked().1,
            _ => 1.0,
        };
        let (dx, dy) = (e.delta_x() * unit, e.delta_y() * unit);
        if e.ctrl_key() || e.meta_key() {
            e.prevent_default();
            stage.look(|c| c.zoomed((-dy * 0.0022).exp().clamp(0.5, 2.0), x, y));
            return;
        }
        let (dx, dy) = if e.shift_key() && dx == 0.0 { (dy, 0.0) } else { (dx, dy) };
        let before = stage.camera.get_untracked();
        // What fits needs no panning: then the wheel belongs to the page.
        let size = stage.size.get_untracked();
        let drawing = stage.with(|s| (f64::from(s.drawing().width), f64::from(s.drawing().height))).unwrap_or_default();
        let inside = before.x >= -1.0
            && before.y >= -1.0
            && before.x + drawing.0 * before.zoom <= size.0 + 1.0
            && before.y + drawing.1 * before.zoom <= size.1 + 1.0;
        if !inside {
            e.prevent_default();
            stage.look(|c| c.moved(-dx, -dy));
        }
    };
    let key = move |e: KeyboardEvent| {
        if e.alt_key() || e.ctrl_key() || e.meta_key() {
            return;
        }
        let walk = |step: Step| {
            let next = match stage.selected.get_untracked() {
                Some(node) => stage.with(|s| s.node(node).and_then(|_| s.step(node, step))).flatten(),
                None => stage.with(|s| s.first()).flatten(),
            };
            if let Some(next) = next {
                stage.show(next);
            }
        };
        match (e.key().as_str(), e.shift_key()) {
            ("ArrowUp", false) => walk(Step::Up),
            ("ArrowDown", false) => walk(Step::Down),
            ("ArrowLeft", false) => walk(Step::Left),
            ("ArrowRight", false) => walk(Step::Right),
            ("ArrowUp", true) => stage.look(|c| c.moved(0.0, PAN)),
            ("ArrowDown", true) => stage.look(|c| c.moved(0.0, -PAN)),
            ("ArrowLeft", true) => stage.look(|c| c.moved(PAN, 0.0)),
            ("ArrowRight", true) => stage.look(|c| c.moved(-PAN, 0.0)),
            ("+" | "=", _) => stage.zoom(CLOSER),
            ("-" | "_", _) => stage.zoom(1.0 / CLOSER),
            ("0", _) => stage.fit(),
            ("p", _) => stage.trace.update(|t| *t = !*t),
            ("Enter" | " ", _) => match stage.selected.get_untracked() {
                Some(node) if stage.is_group(node) => stage.toggle.run(node),
                Some(node) => stage.show(node),
                None => walk(Step::Down),
            },
            ("Escape", _) if stage.selected.get_untracked().is_some() => stage.selected.set(None),
            _ => return,
        }
        e.prevent_default();
        e.stop_propagation();
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
