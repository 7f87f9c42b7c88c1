//! The fragment `#src=URL&view=…&action=…&target=channel@release`: what a link or an embed can say, kept up to date.

use super::intake;
use super::state::{App, Target, View};
use super::summary::effective;
use crate::report::schema::Action;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::UrlSearchParams;

fn read() -> Option<UrlSearchParams> {
    let hash = web_sys::window()?.location().hash().ok()?;
    UrlSearchParams::new_with_str(hash.trim_start_matches('#')).ok()
}

/// The language that the fragment asks for.
pub fn language() -> Option<String> {
    read()?.get("lang")
}

/// Takes the fragment in; `src` only where it differs from what is shown.
fn apply(app: App) {
    let Some(params) = read() else { return };
    if let Some(view) = params.get("view").and_then(|v| View::from_word(&v)) {
        app.view.set(view);
    }
    if let Some(target) = params.get("target").as_deref().and_then(parse_target) {
        app.target.set(Some(target));
    }
    app.evolution.set(params.get("lab"));
    app.action.set(params.get("action").and_then(|word| Action::from_word(&word)));
    let sources: Vec<_> =
        params.get_all("src").iter().filter_map(|s| s.as_string()).filter(|s| !s.is_empty()).collect();
    if !sources.is_empty() && sources != app.sources.get_untracked() {
        app.clear();
        intake::fetch(app, sources);
    }
}

/// `channel@release`, or a channel alone for its newest release.
pub fn parse_target(text: &str) -> Option<Target> {
    let (channel, release) = text.split_once('@').unwrap_or((text, ""));
    (!channel.is_empty()).then(|| Target { channel: channel.to_owned(), release: release.to_owned() })
}

/// A target as [`parse_target`] reads it. The newest release of a channel is written out, so that a link goes on to show
/// what it showed.
fn target_text(app: App, target: Target) -> String {
    let Target { channel, mut release } = target;
    if release.is_empty() {
        let wanted = Target { channel: channel.clone(), release: String::new() };
        release = app.rows.with(|rows| {
            let found = effective(rows, Some(&wanted)).filter(|(row, _)| rows[*row].channel == channel);
            found.map(|(row, cell)| rows[row].cells[cell].release.clone()).unwrap_or_default()
        });
    }
    if release.is_empty() { channel } else { format!("{channel}@{release}") }
}

/// The fragment that shows what is shown now.
fn write(app: App) -> String {
    let Ok(params) = UrlSearchParams::new() else { return String::new() };
    app.sources.with(|sources| sources.iter().for_each(|s| params.append("src", s)));
    let view = app.view.get();
    if view != View::default() {
        params.append("view", view.word());
    }
    if let Some(target) = app.target.get() {
        params.append("target", &target_text(app, target));
    }
    if let Some(action) = app.action.get() {
        params.append("action", action.word());
    }
    if let Some(plan) = app.evolution.get() {
        params.append("lab", &plan);
    }
    if let Some(lang) = language() {
        params.append("lang", &lang);
    }
    // Slashes, colons and @ are legal in a fragment and far easier to read as they are.
    String::from(params.to_string()).replace("%2F", "/").replace("%3A", ":").replace("%40", "@")
}

/// Reads the fragment now and whenever it changes; writes it whenever the page's state changes.
pub fn follow(app: App) {
    apply(app);
    let changed = Closure::<dyn FnMut()>::new(move || apply(app));
    if let Some(window) = web_sys::window() {
        let _ = window.add_event_listener_with_callback("hashchange", changed.as_ref().unchecked_ref());
    }
    // The page lives as long as its document.
    changed.forget();
    Effect::new(move |first: Option<()>| {
        let fragment = write(app);
        if first.is_none() {
            return;
        }
        let Some(window) = web_sys::window() else { return };
        let location = window.location();
        let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
        let url = if fragment.is_empty() { path } else { format!("{path}#{fragment}") };
        if let Ok(history) = window.history() {
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&url));
        }
    });
}
