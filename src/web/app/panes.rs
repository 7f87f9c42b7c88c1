//! Panes beside the work: a separator that resizes one by dragging, by a click or by keys, and remembers its width.

use super::storage::{save, saved};
use super::words::{is_rtl, t};
use crate::web::dom::{Node, html};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};

/// Smallest and largest width of a pane, in CSS pixels; the style sheet leaves the work at least a third.
const WIDTHS: (f64, f64) = (180.0, 640.0);
/// Change by an arrow key.
const KEY: f64 = 16.0;
/// CSS pixels that a pointer may move and still click.
const CLICK: f64 = 3.0;

/// The side of the work on which a pane is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Before the work, in reading direction.
    Start,
    /// After it.
    End,
}

/// A pane of the page, by the name under which its width is kept.
#[derive(Clone, Copy)]
pub struct Pane {
    name: &'static str,
    side: Side,
    usual: f64,
    width: RwSignal<f64>,
}

impl Pane {
    /// A pane with its remembered width, or `usual` CSS pixels.
    pub fn new(name: &'static str, side: Side, usual: f64) -> Self {
        let width = saved(name).and_then(|text| text.parse::<f64>().ok()).filter(|width| width.is_finite());
        Self { name, side, usual, width: RwSignal::new(width.unwrap_or(usual).clamp(WIDTHS.0, WIDTHS.1)) }
    }

    /// The width as a CSS length.
    pub fn css(self) -> String {
        format!("{}px", self.width.get().round() as i64)
    }

    fn set(self, width: f64) {
        let width = width.clamp(WIDTHS.0, WIDTHS.1).round();
        self.width.set(width);
        save(self.name, &(width as i64).to_string());
    }

    /// Whether the pane is on the right of the screen.
    fn is_right(self) -> bool {
        (self.side == Side::End) != is_rtl()
    }

    fn dragged(self, from: (f64, f64), event: &PointerEvent) {
        let moved = f64::from(event.client_x()) - from.0;
        self.set(from.1 + if self.is_right() { -moved } else { moved });
    }

    fn key(self, event: &KeyboardEvent) {
        let wider = if self.is_right() { "ArrowLeft" } else { "ArrowRight" };
        let width = match event.key().as_str() {
            "Home" => WIDTHS.0,
            "End" => WIDTHS.1,
            "Enter" => self.usual,
            key @ ("ArrowLeft" | "ArrowRight") => self.width.get_untracked() + if key == wider { KEY } else { -KEY },
            _ => return,
        };
        event.prevent_default();
        self.set(width);
    }

    /// The next of three widths, for pointers that click but do not drag.
    fn next(self) {
        let wide = self.usual * 1.6;
        let now = self.width.get_untracked();
        self.set(if now < self.usual {
            self.usual
        } else if now < wide {
            wide
        } else {
            WIDTHS.0
        });
    }

    /// The line between the pane and the work.
    pub fn separator(self) -> Node {
        let from = StoredValue::new(None::<(f64, f64)>);
        let down = move |event: PointerEvent| {
            if let Some(line) = event.current_target().and_then(|line| line.dyn_into::<Element>().ok()) {
                let _ = line.set_pointer_capture(event.pointer_id());
            }
            event.prevent_default();
            from.set_value(Some((f64::from(event.client_x()), self.width.get_untracked())));
        };
        let up = move |event: PointerEvent| {
            let pressed = from.try_update_value(Option::take).flatten();
            if pressed.is_some_and(|(x, _)| (f64::from(event.client_x()) - x).abs() < CLICK) {
                self.next();
            }
        };
        html! {
            <div class="separator" role="separator" tabindex="0" aria-orientation="vertical" aria-label=t("pane-width")
                title=t("pane-width") aria-valuemin=WIDTHS.0 as usize aria-valuemax=WIDTHS.1 as usize
                aria-valuenow=move || self.width.get() as usize
                on:pointerdown=down
                on:pointermove=move |event| if let Some(from) = from.get_value() { self.dragged(from, &event) }
                on:pointerup=up on:pointercancel=move |_| from.set_value(None)
                on:keydown=move |event| self.key(&event)></div>
        }
    }
}
