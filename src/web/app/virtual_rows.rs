//! Long tables: only the visible rows are in the document, so that a hundred thousand scroll like ten.

use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;
use std::ops::Range;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Height of a row in px; the style sheet enforces it.
pub const ROW: usize = 28;
/// Rows kept above and below the visible ones, once the table is scrolled.
const SPARE: usize = 12;
/// The same before: the first rows are laid out in one task with the view.
const FIRST_SPARE: usize = 4;

/// Visible rows of a scrolled table.
#[derive(Clone, Copy)]
pub struct Sight {
    top: RwSignal<usize>,
    height: RwSignal<usize>,
    spare: RwSignal<usize>,
}

impl Sight {
    /// At the top, and until it is scrolled as high as the style sheet lets it be (`.scroll-y`): a row takes
    /// about two milliseconds to lay out.
    pub fn new() -> Self {
        Self::high((window_height() * 0.7).min(800.0))
    }

    /// The same for a table that is as high as its view.
    pub fn filling() -> Self {
        Self::high(window_height())
    }

    fn high(height: f64) -> Self {
        Self { top: RwSignal::new(0), height: RwSignal::new(height as usize), spare: RwSignal::new(FIRST_SPARE) }
    }

    /// To call when the scrolled element scrolls.
    pub fn scrolled(self, event: &web_sys::Event) {
        if let Some(element) = event.target().and_then(|t| t.dyn_into::<HtmlElement>().ok()) {
            // Steps of half the spare rows: fewer redraws, and never a gap.
            let row = element.scroll_top().max(0) as usize / ROW;
            self.top.set(row - row % (SPARE / 2));
            self.height.set(element.client_height().max(0) as usize);
            self.spare.set(SPARE);
        }
    }

    /// The rows to draw, of `len`.
    pub fn range(self, len: usize) -> Range<usize> {
        let (top, spare) = (self.top.get(), self.spare.get());
        top.saturating_sub(spare).min(len)..(top + self.height.get() / ROW + 1 + spare).min(len)
    }
}

fn window_height() -> f64 {
    web_sys::window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or(800.0)
}

/// An empty row that replaces `rows` rows that are not drawn.
pub fn gap(rows: usize) -> Node {
    (rows > 0)
        .then(
            || html! { <tr class="gap" aria-hidden="true"><td style:block-size=format!("{}px", rows * ROW)></td></tr> },
        )
        .into_node()
}
