//! The line on top: name, files, share, theme, language.

use super::chips;
use super::copy::copy;
use super::host;
use super::state::App;
use super::storage::save;
use super::words::{self, t, tr};
use crate::web::dom::{Node, html};
use leptos::prelude::*;

/// The themes, by the name that is kept.
pub const THEMES: [&str; 3] = ["system", "light", "dark"];

fn set_theme(theme: &str) {
    host::theme(theme);
}

/// Changes the theme and keeps the choice.
pub fn choose_theme(app: App, theme: &str) {
    set_theme(theme);
    save("theme", theme);
    app.theme.set(theme.to_owned());
}

/// Changes the language and keeps the choice.
pub fn choose_language(app: App, tag: String) {
    save("language", &tag);
    app.language.set(Some(tag));
}

/// The header.
pub fn header() -> Node {
    let app = App::get();
    let empty = Memo::new(move |_| app.artifacts.with(Vec::is_empty));
    app.theme.with_untracked(|theme| set_theme(theme));
    let languages = words::languages().languages;
    let now = words::language();
    // Files that a link does not contain; set when a link was copied.
    let left_behind = RwSignal::new(Vec::<String>::new());
    let link = move || {
        left_behind.set(local_files(app));
        host::link()
    };
    html! {
        <a class="skip" href="#main" on:click=|event| { event.prevent_default(); super::focus::focus("main button, main select"); }>{t("skip")}</a>
        <header class="top">
            <b class="mark">{mark()}"Vintage"</b>
            {move || if empty.get() {
                html! { <span class="soft tagline">{t("tagline")}</span> }
            } else {
                untrack(chips::chips)
            }}
            <span class="end">
                <button class="find-all" aria-keyshortcuts="Control+K" on:click=move |_| app.palette.set(true)>
                    {t("palette-open")}" "<kbd>"Ctrl K"</kbd>
                </button>
                <button class="evolve" aria-pressed=move || app.evolution.with(Option::is_some).to_string() title=t("evolution-open-long")
                    on:click=move |_| app.evolution.update(|plan| *plan = if plan.is_none() { Some(String::new()) } else { None })>{t("evolution-open")}</button>
                {copy(link, "share", "share-long")}
                <select aria-label=t("theme") title=t("theme") on:change=move |event| choose_theme(app, &event_target_value(&event))>
                    {THEMES.map(|name| html! {
                        <option value=name prop:selected=move || app.theme.with(|theme| theme == name)>{t(&format!("theme-{name}"))}</option>
                    })}
                </select>
                {(languages.len() > 1).then(|| html! {
                    <select aria-label=t("language") title=t("language") data-language on:change=move |event| choose_language(app, event_target_value(&event))>
                        {languages.iter().map(|l| html! {
                            <option value=l.tag.clone() lang=l.tag.clone() selected=l.tag == now>{l.name.clone()}</option>
                        }).collect::<Node>()}
                    </select>
                })}
                <button aria-label=t("help") title=t("help") on:click=move |_| app.help.set(true)>"?"</button>
            </span>
        </header>
        {move || left_behind.with(|names| names.first().map(|first| html! {
            <p class="shared" role="status">
                {tr("share-local", &[("n", names.len().into()), ("name", first.as_str().into())])}" "
                <button on:click=move |_| left_behind.set(Vec::new())>{t("dismiss")}</button>
            </p>
        }))}
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
