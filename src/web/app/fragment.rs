//! The state as a fragment: read when the element's address changes, reported when the state changes.

use super::host;
use super::intake;
use super::state::App;
use crate::web::model::address::{Address, Target, View};
use crate::web::model::targets::effective;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::UrlSearchParams;

fn read() -> Option<Address> {
    let fields = UrlSearchParams::new_with_str(&host::address()).ok()?;
    let pair = |field: JsValue| {
        let field = js_sys::Array::from(&field);
        Some((field.get(0).as_string()?, field.get(1).as_string()?))
    };
    Some(Address::read(js_sys::Array::from(&fields).iter().filter_map(pair)))
}

/// Language in the fragment.
pub fn language() -> Option<String> {
    read()?.language
}

/// Applies the fragment; opens its files only if they differ from the open ones.
pub fn apply(app: App) {
    let Some(address) = read() else { return };
    app.view.set(address.view);
    if app.node.with_untracked(|node| *node != address.node) {
        app.node.set(address.node);
    }
    app.flow_right.set(address.flow_right);
    if address.target.is_some() {
        app.target.set(address.target);
    }
    app.also.set(address.also);
    app.evolution.set(address.plan);
    app.action.set(address.action);
    if address.language.is_some() {
        app.language.set(address.language);
    }
    if !address.sources.is_empty() && address.sources != app.sources.get_untracked() {
        app.clear();
        intake::fetch(app, address.sources);
    }
}

/// The target with the newest release of a channel written out, so that a link keeps its meaning.
fn with_release(app: App, target: Target) -> Target {
    if !target.release.is_empty() {
        return target;
    }
    let release = app.rows.with(|rows| {
        let found = effective(rows, Some(&target)).filter(|(row, _)| rows[*row].channel == target.channel);
        found.map(|(row, cell)| rows[row].cells[cell].release.clone()).unwrap_or_default()
    });
    Target { release, ..target }
}

/// The page's state.
pub fn state(app: App) -> Address {
    Address {
        sources: app.sources.get(),
        view: app.view.get(),
        node: app.node.get(),
        flow_right: app.flow_right.get(),
        target: app.target.get().map(|target| with_release(app, target)),
        also: app.also.get(),
        action: app.action.get(),
        plan: app.evolution.get(),
        language: app.language.get(),
    }
}

/// The fragment of the page's state.
fn write(app: App) -> String {
    let Ok(params) = UrlSearchParams::new() else { return String::new() };
    for (name, value) in state(app).fields() {
        params.append(name, &value);
    }
    // Slashes, colons, commas and @ are valid in a fragment and more readable as they are.
    String::from(params.to_string()).replace("%2F", "/").replace("%3A", ":").replace("%40", "@").replace("%2C", ",")
}

/// The state that gets an entry of its own in the browser's history: another view, or one target more or less, is a step to
/// go back from; another target or node is not.
type Place = (View, bool, usize);

/// How many further targets there are.
fn further(app: App) -> usize {
    app.also.with(|also| also.as_ref().map_or(0, |also| 1 + also.bytes().filter(|byte| *byte == b',').count()))
}

/// Reads the address, and reports the state whenever it changes.
pub fn follow(app: App) {
    apply(app);
    Effect::new(move |before: Option<Place>| {
        let place = (app.view.get(), app.evolution.with(Option::is_some), further(app));
        host::record(&write(app), before.is_some_and(|before| before != place));
        place
    });
}
