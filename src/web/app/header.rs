//! The line on top: name, share, theme, language, help.

use super::copy::copy;
use super::state::App;
use super::tabs;
use super::words::{self, t, tr};
use crate::report::schema::{Certainty, Outcome};
use crate::web::dom::{Node, html};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, Storage};

/// Draws the page again after a change of language.
#[derive(Clone, Copy)]
pub struct Redraw(pub RwSignal<u32>);

fn storage() -> Option<Storage> {
    // Some embeds refuse it; then choices last as long as the page.
    web_sys::window()?.local_storage().ok().flatten()
}

/// The user's earlier choice under a name.
pub fn saved(name: &str) -> Option<String> {
    storage()?.get_item(&format!("vintage-{name}")).ok().flatten()
}

/// Keeps a choice.
pub fn save(name: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("vintage-{name}"), value);
    }
}

/// The language chosen earlier.
pub fn saved_language() -> Option<String> {
    saved("language")
}

fn set_theme(theme: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", theme);
    }
}

/// Opens the help.
pub fn open_help() {
    if let Some(dialog) = document().get_element_by_id("help") {
        let _ = dialog.unchecked_into::<HtmlDialogElement>().show_modal();
    }
}

/// The header.
pub fn header() -> Node {
    let Redraw(redraw) = expect_context();
    let app = App::get();
    let theme = saved("theme").unwrap_or_else(|| "system".to_owned());
    set_theme(&theme);
    let choose_theme = move |event| {
        let theme = event_target_value(&event);
        set_theme(&theme);
        save("theme", &theme);
    };
    let choose_language = move |event| {
        let tag = event_target_value(&event);
        save("language", &tag);
        leptos::task::spawn_local(async move {
            words::load(Some(tag)).await;
            redraw.update(|n| *n += 1);
        });
    };
    let languages = words::languages().languages;
    let now = words::language();
    // Files that a link does not contain; set when a link was copied.
    let left_behind = RwSignal::new(Vec::<String>::new());
    let link = move || {
        left_behind.set(local_files(app));
        window().location().href().unwrap_or_default()
    };
    html! {
        <a class="skip" href="#main" on:click=|event| { event.prevent_default(); super::shell::focus("main button, main select"); }>{t("skip")}</a>
        <header class="top">
            <b class="mark">{mark()}"Vintage"</b>
            <span class="soft tagline">{t("tagline")}</span>
            <span class="end">
                <button aria-pressed=move || app.evolution.with(Option::is_some).to_string() title=t("evolution-open-long")
                    on:click=move |_| app.evolution.update(|plan| *plan = if plan.is_none() { Some(String::new()) } else { None })>{t("evolution-open")}</button>
                {copy(link, "share", "share-long")}
                <select aria-label=t("theme") title=t("theme") on:change=choose_theme>
                    {["system", "light", "dark"].map(|name| html! {
                        <option value=name selected=theme == name>{t(&format!("theme-{name}"))}</option>
                    })}
                </select>
                {(languages.len() > 1).then(|| html! {
                    <select aria-label=t("language") title=t("language") on:change=choose_language>
                        {languages.iter().map(|l| html! {
                            <option value=l.tag.clone() lang=l.tag.clone() selected=l.tag == now>{l.name.clone()}</option>
                        }).collect::<Node>()}
                    </select>
                })}
                <button aria-label=t("help") title=t("help") on:click=|_| open_help()>"?"</button>
            </span>
        </header>
        {move || left_behind.with(|names| names.first().map(|first| html! {
            <p class="shared" role="status">
                {tr("share-local", &[("n", names.len().into()), ("name", first.as_str().into())])}" "
                <button on:click=move |_| left_behind.set(Vec::new())>{t("dismiss")}</button>
            </p>
        }))}
        {help()}
    }
}

/// Names of open files without an address: dropped, picked or pasted.
fn local_files(app: App) -> Vec<String> {
    let last = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let known: Vec<String> = app.sources.with_untracked(|sources| sources.iter().map(|source| last(source)).collect());
    let files = app.files.with_untracked(|files| files.iter().map(|file| last(&file.path)).collect::<Vec<_>>());
    files.into_iter().filter(|name| !known.contains(name)).collect()
}

/// The mark: a window on a line of releases.
fn mark() -> Node {
    html! {
        <svg class="logo" viewBox="0 0 20 16" width="20" height="16" aria-hidden="true">
            <path d="M1 3v10M5 3v10" class="out"/>
            <rect x="8" y="1.5" width="8" height="13" rx="1.5" class="in"/>
            <path d="M10.7 4.5v7M13.3 4.5v7M19 3v10" class="out"/>
        </svg>
    }
}

fn help() -> Node {
    let app = App::get();
    // Digits select up to nine views; with an open file, those of the file.
    let views = Memo::new(move |_| {
        app.artifact.with(|artifact| artifact.as_ref().map_or(9, |artifact| tabs::views(artifact).len().clamp(1, 9)))
    });
    let keys = [
        ("?", "key-help"),
        ("o", "key-open"),
        ("t", "key-target"),
        ("/", "key-find"),
        ("← →", "key-arrows"),
        ("Enter", "key-enter"),
    ];
    html! {
        <dialog id="help" aria-labelledby="help-title">
            <form method="dialog">
                <h2 id="help-title">{t("help-title")}</h2>
                <p>{t("help-what")}</p>
                <p>{t("help-private")}</p>
                <dl class="signs">
                    {[Outcome::Loads, Outcome::Warns, Outcome::Refused, Outcome::Unknown].map(|outcome| html! {
                        <dt>{super::labels::pill(outcome)}</dt>
                        <dd>{t(&format!("outcome-{}-long", outcome.word()))}</dd>
                    })}
                    {Certainty::ALL.map(|certainty| html! {
                        <dt>{super::labels::certainty_pill(certainty, String::new())}</dt>
                        <dd>{t(&format!("certainty-{}-long", certainty.word()))}</dd>
                    })}
                </dl>
                <p><a href="docs/index.html" target="_blank" rel="noopener">{t("help-docs")}</a></p>
                <h3>{t("help-keys")}</h3>
                <dl class="keys">
                    {keys.map(|(key, id)| html! { <dt><kbd>{key}</kbd></dt><dd>{t(id)}</dd> })}
                    <dt><kbd>{move || format!("1 … {}", views.get())}</kbd></dt><dd>{t("key-views")}</dd>
                </dl>
                <button autofocus>{t("close")}</button>
            </form>
        </dialog>
    }
}
