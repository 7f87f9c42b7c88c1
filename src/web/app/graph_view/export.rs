//! The drawing as a file of the user: SVG, PNG, DOT, Mermaid.

use super::colors::Colors;
use super::paint::{Marks, Painting};
use super::stage::{Shared, Stage};
use crate::graph::Scene;
use crate::graph::export::{MOST_FOR_TEXT, dot, mermaid, svg};
use crate::web::app::download::{save, save_text};
use crate::web::app::state::App;
use crate::web::app::words::{t, tr};
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::camera::Camera;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement};

/// Longest side of a PNG in pixels, and its area: beyond them browsers return an empty picture.
const LONGEST: f64 = 16_384.0;
const AREA: f64 = 100_000_000.0;

/// Space around the drawing, as in the SVG.
const MARGIN: f64 = 16.0;

/// A form of the file.
#[derive(Clone, Copy)]
enum Form {
    Svg,
    SvgOfView,
    /// Pixels per CSS pixel.
    Png(u8),
    Dot,
    Mermaid,
}

/// The menu.
pub fn menu(stage: Stage, colors: Memo<Option<Colors>>) -> Node {
    let app = App::get();
    let menu = NodeRef::new();
    let take = move |form: Form| {
        if let Some(menu) = menu.get_untracked::<Element>() {
            let _ = menu.remove_attribute("open");
        }
        let name = app.artifact.with_untracked(|a| a.as_ref().map_or_else(|| "graph".to_owned(), |a| a.name.clone()));
        let name = name.rsplit('/').next().unwrap_or_default().to_owned();
        stage.with(|scene| write(stage, scene, form, &name, colors));
    };
    let item = move |text: String, form: Form| {
        html! { <li><button on:click=move |_| take(form)>{text}</button></li> }
    };
    let pixels = |times: u8| tr("export-png", &[("times", usize::from(times).into())]);
    let small = Memo::new(move |_| {
        stage.scene.with(|s| s.as_ref().is_some_and(|Shared(scene)| scene.drawing().nodes.len() <= MOST_FOR_TEXT))
    });
    html! {
        <details class="menu" node_ref=menu>
            <summary>{t("export")}</summary>
            <ul>
                {item(t("export-svg"), Form::Svg)}
                {item(t("export-svg-view"), Form::SvgOfView)}
                {[1, 2, 4].map(|times| item(pixels(times), Form::Png(times)))}
                {move || small.get().then(|| html! {
                    {item(t("export-dot"), Form::Dot)}
                    {item(t("export-mermaid"), Form::Mermaid)}
                })}
            </ul>
        </details>
    }
}

fn write(stage: Stage, scene: &Scene, form: Form, name: &str, colors: Memo<Option<Colors>>) {
    let drawing = scene.drawing();
    match form {
        Form::Svg => save_text(&format!("{name}.svg"), &svg(drawing, None), "image/svg+xml"),
        Form::SvgOfView => {
            let (camera, (w, h)) = (stage.camera.get_untracked(), stage.size.get_untracked());
            let ((left, top), (right, bottom)) = (camera.drawing(0.0, 0.0), camera.drawing(w, h));
            let text = svg(drawing, Some([left, top, right, bottom]));
            save_text(&format!("{name}.svg"), &text, "image/svg+xml");
        }
        Form::Dot => save_text(&format!("{name}.dot"), &dot(drawing), "text/vnd.graphviz"),
        Form::Mermaid => save_text(&format!("{name}.mmd"), &mermaid(drawing), "text/plain"),
        Form::Png(times) => {
            if let Some(colors) = colors.get_untracked() {
                png(scene, f64::from(times), &colors, format!("{name}.png"));
            }
        }
    }
}

/// Paints all of the drawing on a canvas of its own; smaller than asked for if the browser has no such canvas.
fn png(scene: &Scene, times: f64, colors: &Colors, name: String) -> Option<()> {
    let drawing = scene.drawing();
    let size = (f64::from(drawing.width) + 2.0 * MARGIN, f64::from(drawing.height) + 2.0 * MARGIN);
    let ratio = times.min(LONGEST / size.0.max(size.1)).min((AREA / (size.0 * size.1)).sqrt());
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.unchecked_into();
    canvas.set_width((size.0 * ratio).round() as u32);
    canvas.set_height((size.1 * ratio).round() as u32);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    let camera = Camera { zoom: 1.0, x: MARGIN, y: MARGIN };
    let marks = Marks::default();
    Painting { context: &context, scene, camera, size, ratio, colors, marks: &marks }.paint();
    let done = Closure::once_into_js(move |blob: JsValue| {
        if let Ok(blob) = blob.dyn_into() {
            save(&name, &blob);
        }
    });
    canvas.to_blob(done.unchecked_ref()).ok()
}
