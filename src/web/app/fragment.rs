//! The page's address in the browser: read when it changes, written when the page's state changes.

use super::frame;
use super::intake;
use super::state::App;
use super::summary::effective;
use crate::web::model::address::{Address, Target, View};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::UrlSearchParams;

fn read() -> Option<Address> {
    let hash = web_sys::window()?.location().hash().ok()?;
    let fields = UrlSearchParams::new_with_str(hash.trim_start_matches('#')).ok()?;
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
fn apply(app: App) {
    let Some(address) = read() else { return };
    app.view.set(address.view);
    if app.node.with_untracked(|node| *node != address.node) {
        app.node.set(address.node);
    }
    if address.target.is_some() {
        app.target.set(address.target);
    }
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

/// The fragment of the page's state.
fn write(app: App) -> String {
    let Ok(params) = UrlSearchParams::new() else { return String::new() };
    let address = Address {
        sources: app.sources.get(),
        view: app.view.get(),
        node: app.node.get(),
        target: app.target.get().map(|target| with_release(app, target)),
        action: app.action.get(),
        plan: app.evolution.get(),
        language: app.language.get(),
    };
    for (name, value) in address.fields() {
        params.append(name, &value);
    }
    // Slashes, colons and @ are valid in a fragment and more readable as they are.
    String::from(params.to_string()).replace("%2F", "/").replace("%3A", ":").replace("%40", "@")
}

/// The state that gets an entry of its own in the browser's history: another view is a step to go back from; another
/// target or node is not.
type Place = (View, bool);

/// Reads the fragment now and whenever it changes; writes it whenever the page's state changes.
pub fn follow(app: App) {
    apply(app);
    let changed = Closure::<dyn FnMut()>::new(move || apply(app));
    if let Some(window) = web_sys::window() {
        // Back and forward between entries of the page's own; a link or the address bar changes the fragment as well.
        let _ = window.add_event_listener_with_callback("hashchange", changed.as_ref().unchecked_ref());
    }
    // The page lives as long as its document.
    changed.forget();
    Effect::new(move |before: Option<Place>| {
        let fragment = write(app);
        let place = (app.view.get(), app.evolution.with(Option::is_some));
        frame::state(&fragment);
        let Some(before) = before else { return place };
        record(&fragment, before != place);
        place
    });
}

/// Makes `fragment` that of the page's address, as a step of the history or instead of the present one.
fn record(fragment: &str, step: bool) {
    let Some(window) = web_sys::window() else { return };
    let location = window.location();
    // After a step back the state follows the address, which is right already.
    if location.hash().is_ok_and(|hash| hash.trim_start_matches('#') == fragment) {
        return;
    }
    let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
    let url = if fragment.is_empty() { path } else { format!("{path}#{fragment}") };
    let Ok(history) = window.history() else { return };
    let _ = if step {
        history.push_state_with_url(&JsValue::NULL, "", Some(&url))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&url))
    };
}
