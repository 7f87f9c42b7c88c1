//! Long tables: only the visible rows are in the document, so that a hundred thousand scroll like ten.

use super::host;
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

/// Rows that [`Sight::rest`] adds at a time.
const STEP: usize = 8;
/// Duration of a frame in milliseconds.
const FRAME: u32 = 16;

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
        Self::high(first_height())
    }

    /// The same for a table that is as high as its view.
    pub fn filling() -> Self {
        Self::high(window_height())
    }

    /// Only the first rows, for rows that take long to lay out; [`Self::rest`] adds the others.
    pub fn beginning(self) -> Self {
        self.height.update(|height| *height = (*height).min(STEP * ROW));
        self.spare.set(0);
        self
    }

    /// Adds the rows that [`Self::beginning`] left out, a few with each frame.
    pub async fn rest(self) {
        let whole = first_height() as usize;
        while let Some(height) = self.height.try_get_untracked().filter(|height| *height < whole) {
            host::pause(FRAME).await;
            // The table may be gone, or its own height is known from scrolling.
            let is_first = self.spare.try_get_untracked() == Some(0);
            if !is_first || self.height.try_set((height + STEP * ROW).min(whole)).is_some() {
                return;
            }
        }
        let _ = self.spare.try_set(FIRST_SPARE);
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

/// Height of a table with the style `.scroll-y` before it is scrolled.
fn first_height() -> f64 {
    (window_height() * 0.7).min(800.0)
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
