//! The page inside another one: hands its state, its answer and its errors to `static/frame.js`.
//!
//! Must not know: messages, origins; the script owns them. Does nothing where the script was not loaded.

use super::state::{App, Shown};
use super::summary::effective;
use crate::report::what_if::Row;
use js_sys::{Array, Function, Reflect};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;

/// Reports the part of the address after `#`.
pub fn state(fragment: &str) {
    report("state", &fragment.into());
}

/// Reports the answer whenever it changes, and errors.
pub fn follow(app: App) {
    if listener().is_none() {
        return;
    }
    // One effect for both: each one is code of the first download. The script leaves out what has not changed.
    Effect::new(move |_| {
        app.notices.with(|notices| {
            if let Some(notice) = notices.last() {
                report("error", &(*notice.message.id).into());
            }
        });
        // Files that the visitor opened are not the embedding page's business.
        let by_address = app.sources.with(|sources| !sources.is_empty());
        if let Some(artifact) = app.artifact.get().filter(|_| by_address) {
            app.rows.with(|rows| report("report", &answer(app, &artifact, rows)));
        }
    });
}

/// The HTML that shows the view at hand in another page.
pub fn code() -> String {
    let entities = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let address = window().location().href().unwrap_or_default();
    let (title, address) = (entities(&document().title()), entities(&address));
    format!("<iframe title=\"{title}\" width=\"100%\" height=\"600\" src=\"{address}\"></iframe>")
}

/// Name and kind; channel, release and outcome of the target, or nothing in their place; then for each row its channel,
/// the first and last release that load the file, how many do, and how many there are. The script makes an object of it:
/// names of fields here would be part of the first download.
fn answer(app: App, artifact: &Shown, rows: &[Row]) -> Array {
    let list = Array::new();
    let add = |text: &str| list.push(&text.into());
    add(&artifact.name);
    add(artifact.kind.word());
    let target = app.target.with(|target| effective(rows, target.as_ref()));
    let target = target.map(|(row, cell)| (&rows[row].channel, &rows[row].cells[cell]));
    add(target.map_or("", |(channel, _)| channel));
    add(target.map_or("", |(_, cell)| &cell.release));
    add(target.map_or("", |(_, cell)| cell.outcome.word()));
    for row in rows {
        add(&row.channel);
        for cell in [row.start(), row.end()] {
            add(cell.map_or("", |cell| &row.cells[cell].release));
        }
        list.push(&(row.good() as u32).into());
        list.push(&(row.cells.len() as u32).into());
    }
    list
}

fn listener() -> Option<Function> {
    Reflect::get(&js_sys::global(), &"vintageFrame".into()).ok()?.dyn_into().ok()
}

fn report(kind: &str, detail: &JsValue) {
    if let Some(listener) = listener() {
        let _ = listener.call2(&JsValue::NULL, &kind.into(), detail);
    }
}
