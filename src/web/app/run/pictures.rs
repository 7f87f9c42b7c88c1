//! An output drawn as an image, or as a mask with its classes.

use super::numbers::number;
use super::state::Run;
use crate::services::run::pictures::{Kind, Picture, colour, image, kinds, mask};
use crate::services::run::schema::Summary;
use crate::services::run::{label, output_of};
use crate::web::app::chart_table::show_all;
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, NodeRef, html};
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// Classes in the legend before the others are asked for.
const LEGEND: usize = 16;
/// CSS pixels that a small picture is enlarged to.
const LEAST: usize = 256;

/// The picture of an output, with the choice of its kind; empty for outputs that cannot be drawn.
pub fn picture(run: Run, index: usize, summary: &Summary) -> Node {
    let kinds = kinds(&summary.dtype, &summary.shape);
    let Some(first) = kinds.first().copied() else { return Node::Nothing };
    let summary = Arc::new(summary.clone());
    let chosen = RwSignal::new(first);
    let name = |kind: Kind| t(if kind == Kind::Image { "run-as-image" } else { "run-as-mask" });
    let choose = move |event| {
        let kind = if event_target_value(&event) == "image" { Kind::Image } else { Kind::Mask };
        chosen.set(kind);
    };
    let options = kinds.iter().map(|kind| {
        let (kind, value) = (*kind, if *kind == Kind::Image { "image" } else { "mask" });
        html! { <option value=value selected=move || chosen.get() == kind>{name(kind)}</option> }
    });
    let options = options.collect::<Node>();
    let drawn = move || {
        let file = run.files.with_untracked(|files| files.get(index).map(js_sys::Uint8Array::to_vec));
        let output = file.and_then(|file| output_of(&summary.dtype, &summary.shape, &file));
        let kind = chosen.get();
        let draw = if kind == Kind::Image { image } else { mask };
        match output.and_then(|output| draw(&summary.dtype, &summary.shape, &output.bytes)) {
            Some(picture) => shown(run, index, summary.clone(), kind, picture),
            None => html! { <p class="soft">{t("run-no-picture")}</p> },
        }
    };
    html! {
        <div class="run-picture">
            {(kinds.len() > 1).then(|| html! {
                <label>{t("run-show")}" "<select on:change=choose>{options}</select></label>
            })}
            {drawn}
        </div>
    }
}

fn shown(run: Run, index: usize, summary: Arc<Summary>, kind: Kind, picture: Picture) -> Node {
    let spot = NodeRef::new();
    let Picture { width, height, rgba, range, classes } = picture;
    Effect::new(move |_| {
        let Some(canvas) = spot.get::<HtmlCanvasElement>() else { return };
        canvas.set_width(width as u32);
        canvas.set_height(height as u32);
        let context = canvas.get_context("2d").ok().flatten().map(JsCast::unchecked_into::<CanvasRenderingContext2d>);
        let data = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&rgba), width as u32, height as u32);
        if let (Some(context), Ok(data)) = (context, data) {
            let _ = context.put_image_data(&data, 0.0, 0.0);
        }
    });
    let size = format!("{}px", width.max(LEAST.min(LEAST * width / height.max(1)).max(64)));
    let picture =
        tr(if kind == Kind::Image { "run-image-of" } else { "run-mask-of" }, &[("name", summary.name.clone().into())]);
    let pixels = (width * height) as f64;
    let entry = move |&(class, count): &(usize, usize)| {
        let [r, g, b] = colour(class);
        let swatch = format!("rgb({r} {g} {b})");
        let shape = summary.shape.clone();
        let name = move || {
            let named = run.names(index);
            // A class is an index of the last axis, or the value if the output holds classes.
            let last = [shape.last().copied().unwrap_or(1).max(class + 1)];
            label(&named, &last, class, class as f64).map(|label| format!(" {label}"))
        };
        html! {
            <li><span class="run-swatch" aria-hidden="true" style:background=swatch></span><code>{class}</code>{name}
                <span class="soft">" "{format!("{:.1} %", count as f64 / pixels * 100.0)}</span></li>
        }
    };
    let unfolded = RwSignal::new(false);
    let legend = move || {
        let listed = if unfolded.get() { classes.len() } else { LEGEND };
        html! {
            <ul class="run-legend">{classes.iter().take(listed).map(&entry).collect::<Node>()}</ul>
            {show_all(unfolded, classes.len().saturating_sub(listed))}
        }
    };
    html! {
        <canvas class="run-canvas" role="img" aria-label=picture node_ref=spot style:inline-size=size></canvas>
        {match kind {
            Kind::Image => html! {
                <p class="soft">{t("run-black")}" "<code>{number(range.0)}</code>" · "{t("run-white")}" "<code>{number(range.1)}</code></p>
            },
            Kind::Mask => legend.into_node(),
        }}
    }
}
