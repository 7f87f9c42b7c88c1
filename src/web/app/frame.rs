//! The page inside another one: reports its answer and its errors to its element.
//!
//! Must not know: events, messages, origins; the scripts own them.

use super::fragment;
use super::host;
use super::state::{App, Shown};
use crate::report::what_if::Row;
use crate::web::model::targets::effective;
use js_sys::Array;
use leptos::prelude::*;

/// Reports the answer whenever it changes, and errors.
pub fn follow(app: App) {
    // One effect for both: each one is code of the first download. The script leaves out what has not changed.
    Effect::new(move |_| {
        app.notices.with(|notices| {
            if let Some(notice) = notices.last() {
                host::report("error", &(*notice.message.id).into());
            }
        });
        if let Some(artifact) = app.artifact.get() {
            app.rows.with(|rows| host::report("report", &answer(app, &artifact, rows)));
        }
    });
}

fn entities(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// The HTML that shows the view at hand in another page, as an element.
pub fn element(app: App) -> String {
    let mut fields = untrack(|| fragment::state(app)).fields();
    // One attribute has the addresses of all files.
    let sources: Vec<String> =
        fields.iter().filter(|(name, _)| *name == "src").map(|(_, url)| host::complete(url)).collect();
    fields.retain(|(name, _)| *name != "src");
    if !sources.is_empty() {
        fields.insert(0, ("src", sources.join(" ")));
    }
    let attributes: String = fields.iter().map(|(name, value)| format!(" {name}=\"{}\"", entities(value))).collect();
    let (script, title) = (host::complete(&host::file("static/vintage-explorer.js")), title());
    format!(
        "<script type=\"module\" src=\"{}\"></script>\n<vintage-explorer{attributes}>{}</vintage-explorer>",
        entities(&script),
        entities(&title)
    )
}

fn title() -> String {
    host::document().map(|document| document.title()).unwrap_or_default()
}

/// The HTML that shows the view at hand in another page, as a frame.
pub fn code() -> String {
    let (title, address) = (entities(&title()), entities(&host::link()));
    format!("<iframe title=\"{title}\" width=\"100%\" height=\"600\" src=\"{address}\"></iframe>")
}

/// Whether a visitor opened the files; name and kind; channel, release and outcome of the target, or nothing in their place; then for each row its channel,
/// the first and last release that load the file, how many do, and how many there are. The script makes an object of it:
/// names of fields here would be part of the first download.
fn answer(app: App, artifact: &Shown, rows: &[Row]) -> Array {
    let list = Array::new();
    list.push(&app.sources.with(Vec::is_empty).into());
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
