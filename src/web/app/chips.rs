//! The opened files as chips: switch between them, remove one, open more.

use super::format;
use super::pickers::pickers;
use super::state::{App, Shown};
use super::words::{Arg, t, tr};
use crate::report::schema::{Artifact, Unused};
use crate::web::dom::{Node, html, keyed};
use crate::web::model::address::View;
use leptos::prelude::*;

/// Maximum number of listed unused files.
const MOST_OTHERS: usize = 100;

/// Files that each have a chip in the strip.
const MOST_CHIPS: usize = 8;
/// Chips in the strip of more files; the table of all files has the others.
const FEW_CHIPS: usize = 3;

/// The first files, and the one in view.
fn shown(app: App) -> Vec<(usize, Shown)> {
    let current = app.current.get();
    app.artifacts.with(|all| {
        let most = if all.len() > MOST_CHIPS { FEW_CHIPS } else { MOST_CHIPS };
        let here = |(at, (index, _)): &(usize, &(usize, Shown))| *at < most || *index == current;
        all.iter().enumerate().filter(here).map(|(_, file)| file.clone()).collect()
    })
}

/// The strip of files.
pub fn chips() -> Node {
    let app = App::get();
    html! {
        <nav class="chips files" aria-label=t("files")>
            {move || keyed(shown(app).into_iter().map(|(index, artifact)| (index, chip(app, index, &artifact))))}
            {move || {
                let n = app.artifacts.with(Vec::len);
                (n > MOST_CHIPS).then(|| html! {
                    <button class="file drop" on:click=move |_| app.view.set(View::Files)>{tr("files-all-open", &[("n", n.into())])}</button>
                })
            }}
            {pickers(true)}
            {move || app.unused.with(|unused| (!unused.is_empty()).then(|| others(unused)))}
        </nav>
    }
}

/// Unused files of the same drop, in one line: they are not errors.
fn others(unused: &[Unused]) -> Node {
    let rows = unused.iter().take(MOST_OTHERS).map(|one| {
        html! { <li><code>{one.path.clone()}</code>" "<span class="soft">{format::bytes(one.bytes)}</span></li> }
    });
    let rows = rows.collect::<Node>();
    let more = unused.len().saturating_sub(MOST_OTHERS);
    html! {
        <details class="others">
            <summary>{tr("others-unused", &[("n", unused.len().into())])}</summary>
            <ul>{rows}{(more > 0).then(|| html! { <li class="soft">{tr("and-more", &[("n", more.into())])}</li> })}</ul>
        </details>
    }
}

fn chip(app: App, index: usize, artifact: &Artifact) -> Node {
    let broken = artifact.error.is_some();
    let size = if artifact.files.len() > 1 {
        tr("chip-files", &[("n", artifact.files.len().into()), ("size", format::bytes(artifact.bytes).into())])
    } else {
        format::bytes(artifact.bytes)
    };
    let remove = tr("remove", &[("name", Arg::Text(artifact.name.clone()))]);
    html! {
        <span class="file" class:broken=broken data-current=move || (app.current.get() == index).then_some("true")>
            <button class="pick" title=artifact.name.clone() aria-current=move || (app.current.get() == index).then_some("true")
                on:click=move |_| app.select(index)>
                {broken.then(|| html! { <span class="sign refused" aria-label=t("file-broken")>"✕"</span> })}
                <code>{artifact.name.clone()}</code>
                <span class="soft">{size}</span>
            </button>
            <button class="remove" aria-label=remove.clone() title=remove on:click=move |_| app.remove(index)>"×"</button>
        </span>
    }
}
