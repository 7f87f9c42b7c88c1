//! A slice as a heat map on a canvas, with a text for those who do not see it; its numbers are in the table.

use super::super::colors::Colors;
use crate::services::values::schema::SliceValues;
use crate::web::app::statistics::real_text;
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::slices::{Sheet, cells, extremes, shade};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The map; `text` describes it.
pub(super) fn heat_map(colors: Memo<Option<Colors>>, found: &SliceValues, numbers: Vec<f64>, text: String) -> Node {
    let canvas = NodeRef::new();
    let sheet = Sheet::of(found);
    let limits = extremes(&numbers).unwrap_or_default();
    let places: Vec<(f64, f64, Option<f64>)> = cells(found)
        .zip(&numbers)
        .map(|(cell, number)| {
            let (x, y) = sheet.place(found, cell);
            (x as f64, y as f64, shade(*number, limits))
        })
        .collect();
    Effect::new(move |_| {
        if let (Some(canvas), Some(colors)) = (canvas.get::<HtmlCanvasElement>(), colors.get()) {
            paint(&canvas, sheet, &places, &colors);
        }
    });
    let both = limits.0 < 0.0 && limits.1 > 0.0;
    html! {
        <figure class="heat-map" dir="ltr">
            <canvas node_ref=canvas role="img" aria-label=text width=sheet.width.to_string() height=sheet.height.to_string()></canvas>
            <figcaption class="soft"><code>{real_text(limits.0)}</code>
                <span class="ramp" class:both=both aria-hidden="true"></span>
                <code>{real_text(limits.1)}</code></figcaption>
        </figure>
    }
}

/// Cells between the colors of the smallest and largest number; the background is zero, or the smallest one.
fn paint(canvas: &HtmlCanvasElement, sheet: Sheet, cells: &[(f64, f64, Option<f64>)], colors: &Colors) {
    let context = canvas.get_context("2d").ok().flatten().map(JsCast::unchecked_into::<CanvasRenderingContext2d>);
    let Some(context) = context else { return };
    let cell = sheet.cell as f64;
    context.clear_rect(0.0, 0.0, sheet.width as f64, sheet.height as f64);
    for (x, y, shade) in cells {
        context.set_global_alpha(1.0);
        context.set_fill_style_str(if shade.is_some() { &colors.paper } else { &colors.soft });
        context.fill_rect(*x, *y, cell, cell);
        if let Some(shade) = shade {
            context.set_global_alpha(shade.abs());
            context.set_fill_style_str(&colors.classes[usize::from(*shade > 0.0)]);
            context.fill_rect(*x, *y, cell, cell);
        }
    }
}
