//! The page inside another one: hands its state, its answer and its errors to `static/frame.js`.
//!
//! Must not know: messages, origins; the script owns them. Does nothing where the script was not loaded.

use super::state::{App, Shown};
use super::summary::effective;
use crate::report::what_if::Row;
use js_sys::{Array, Function, Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;

/// Reports the part of the address after `#`.
pub fn state(fragment: &str) {
    report("state", &object(&[("fragment", fragment.into())]));
}

/// Reports the answer whenever it changes, and errors.
pub fn follow(app: App) {
    if listener().is_none() {
        return;
    }
    Effect::new(move |_| {
        // Files that the visitor opened are not the embedding page's business.
        let by_address = app.sources.with(|sources| !sources.is_empty());
        if let Some(artifact) = app.artifact.get().filter(|_| by_address) {
            app.rows.with(|rows| report("report", &answer(app, &artifact, rows)));
        }
    });
    Effect::new(move |_| {
        app.notices.with(|notices| {
            if let Some(notice) = notices.last() {
                report("error", &object(&[("id", (&*notice.message.id).into())]));
            }
        });
    });
}

/// The HTML that shows the view at hand in another page.
pub fn code() -> String {
    let entities = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let address = window().location().href().unwrap_or_default();
    let (title, address) = (entities(&document().title()), entities(&address));
    format!("<iframe title=\"{title}\" width=\"100%\" height=\"600\" src=\"{address}\"></iframe>")
}

/// `{ name, kind, target: { channel, release, outcome } | null, windows: [{ channel, first, last, good, all }] }`.
fn answer(app: App, artifact: &Shown, rows: &[Row]) -> JsValue {
    let target = app.target.with(|target| effective(rows, target.as_ref()));
    let target = target.map_or(JsValue::NULL, |(row, cell)| {
        let (channel, cell) = (&rows[row].channel, &rows[row].cells[cell]);
        object(&[
            ("channel", channel.as_str().into()),
            ("release", cell.release.as_str().into()),
            ("outcome", cell.outcome.word().into()),
        ])
    });
    let release = |row: &Row, cell: Option<usize>| -> JsValue {
        cell.map_or(JsValue::NULL, |cell| row.cells[cell].release.as_str().into())
    };
    let window = |row: &Row| {
        object(&[
            ("channel", row.channel.as_str().into()),
            ("first", release(row, row.start())),
            ("last", release(row, row.end())),
            ("good", (row.good() as u32).into()),
            ("all", (row.cells.len() as u32).into()),
        ])
    };
    let windows: Array = rows.iter().map(window).collect();
    object(&[
        ("name", artifact.name.as_str().into()),
        ("kind", artifact.kind.word().into()),
        ("target", target),
        ("windows", windows.into()),
    ])
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

fn listener() -> Option<Function> {
    Reflect::get(&js_sys::global(), &"vintageFrame".into()).ok()?.dyn_into().ok()
}

fn report(kind: &str, detail: &JsValue) {
    if let Some(listener) = listener() {
        let _ = listener.call2(&JsValue::NULL, &kind.into(), detail);
    }
}
