//! Announces the verdict outside the view: in the document's title, and as a sentence for screen readers.

use super::host;
use super::labels::requirement_text;
use super::state::{App, Shown};
use super::words::{Arg, t, tr};
use crate::web::model::targets::effective;
use leptos::prelude::*;

/// Keeps title and sentence up to date.
pub fn follow(app: App) {
    Effect::new(move |_| {
        let text = app.artifact.get().map(|artifact| {
            let (verdict, because) = verdict(app, &artifact);
            let name = || Arg::Text(artifact.name.clone());
            let title = tr("title-file", &[("name", name()), ("verdict", verdict.clone().into())]);
            let args = [("name", name()), ("verdict", verdict.into()), ("requirement", because.clone().into())];
            (title, tr(if because.is_empty() { "said-verdict" } else { "said-verdict-because" }, &args))
        });
        let (mut title, text) = text.unwrap_or_else(|| ("Vintage".to_owned(), String::new()));
        if app.evolution.with(Option::is_some) {
            title = tr("title-evolution", &[]);
        }
        host::title(&title);
        app.announcement.say(text);
    });
}

/// Verdict of the target on the file, and the first deciding requirement; empty without one.
fn verdict(app: App, artifact: &Shown) -> (String, String) {
    let found = app.rows.with(|rows| {
        let (row, cell) = app.target.with(|target| effective(rows, target.as_ref()))?;
        let cell = &rows[row].cells[cell];
        let target = format!("{} {}", rows[row].channel, cell.release);
        let because = cell.because.first().and_then(|first| artifact.requirements.get(*first as usize));
        let verdict = tr(&format!("verdict-{}", cell.outcome.word()), &[("target", target.into())]);
        Some((verdict, because.map(requirement_text).unwrap_or_default()))
    });
    let none = if artifact.error.is_some() { "verdict-unreadable" } else { "verdict-none" };
    found.unwrap_or_else(|| (t(none), String::new()))
}
