//! Summary of the file, its producer, and the target release with its verdict.

use super::format;
use super::labels::{kind_word, pill, sign};
use super::rich::spans;
use super::state::{App, Shown};
use super::terms::term;
use super::words::{Arg, has, t, tr};
use crate::report::schema::{Outcome, ProducerBasis};
use crate::report::what_if::Row;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::model::address::Target;
use crate::web::model::targets::effective;
use leptos::prelude::*;

/// Name, description, maker; target and verdict; `further`, the targets beside it.
pub fn summary(artifact: Shown, further: impl IntoNode) -> Node {
    html! {
        <section class="id" aria-label=t("summary")>
            <h1 tabindex="-1"><code>{artifact.name.clone()}</code></h1>
            <p class="what">{facts(&artifact)}</p>
            {target_choice()}
            {further}
        </section>
    }
}

/// The line below the name: kind, size, producer.
pub fn facts(artifact: &Shown) -> Node {
    let mut parts = Vec::new();
    let identity = &artifact.identity;
    let mut kind = kind_word(artifact.kind);
    if !identity.form.is_empty() {
        kind = tr("kind-form", &[("kind", kind.into()), ("form", Arg::Code(identity.form.clone()))]);
    }
    parts.push(kind);
    if let Some(main) = artifact.graphs.first() {
        parts.push(tr("count-nodes", &[("n", main.nodes.into())]));
        if artifact.graphs.len() > 1 {
            parts.push(tr("count-graphs", &[("n", (artifact.graphs.len() - 1).into())]));
        }
    }
    if artifact.lists.variables > 0 {
        parts.push(tr("count-variables", &[("n", artifact.lists.variables.into())]));
    }
    if !artifact.signatures.is_empty() {
        parts.push(tr("count-signatures", &[("n", artifact.signatures.len().into())]));
    }
    parts.push(if artifact.files.len() > 1 {
        tr("chip-files", &[("n", artifact.files.len().into()), ("size", format::bytes(artifact.bytes).into())])
    } else {
        format::bytes(artifact.bytes)
    });
    let parts = parts.into_iter().map(|p| html! { <span>{spans(&p)}</span> }).collect::<Node>();
    html! {
        <span class="facts">{parts}</span>
        <span class="maker">{made_by(artifact)}</span>
    }
}

/// Producer, as far as the file records it.
fn made_by(artifact: &Shown) -> Node {
    let identity = &artifact.identity;
    let described = identity.producer_basis == Some(ProducerBasis::Description);
    let mut parts = Vec::new();
    match (&identity.producer, &identity.producer_releases) {
        (Some(producer), _) => {
            // A description names a converter only loosely: it is quoted, and not treated as a producer.
            let id = if described { "made-by-description" } else { "made-by" };
            parts.push(spans(&tr(id, &[("producer", Arg::Code(producer.clone()))])));
        }
        (None, Some((first, last))) if first == last => {
            parts.push(spans(&tr("made-by-release", &[("release", Arg::Code(first.clone()))])));
        }
        (None, Some((first, last))) => {
            let args = [("first", Arg::Code(first.clone())), ("last", Arg::Code(last.clone()))];
            parts.push(spans(&tr("made-by-releases", &args)));
        }
        (None, None) => parts.push(t("made-by-unknown").into_node()),
    }
    if let (Some(_), Some((first, last)), Some(versions)) =
        (&identity.producer, &identity.producer_releases, &artifact.versions)
    {
        let args = [
            ("version", Arg::Plain(versions.producer.into())),
            ("release", Arg::Code(first.clone())),
            ("first", Arg::Code(first.clone())),
            ("last", Arg::Code(last.clone())),
        ];
        parts.push(spans(&tr(if first == last { "producer-release" } else { "producer-releases" }, &args)));
    }
    if let Some(versions) = &artifact.versions {
        parts.push(html! { {term("producer", "producer")}" "<code>{versions.producer}</code> });
        parts.push(html! { {term("min_consumer", "min_consumer")}" "<code>{versions.min_consumer}</code> });
    }
    if let Some(claimed) = &identity.min_runtime_version {
        parts.push(spans(&tr("claims-runtime", &[("version", Arg::Code(claimed.clone()))])));
    }
    let basis = identity.producer_basis.filter(|_| !described).map(|basis| format!("identity-{}", basis.word()));
    let basis = basis.filter(|id| has(id)).map(|id| html! { <span class="soft basis">{t(&id)}</span> });
    html! { {parts.into_iter().map(|p| html! { <span>{p}</span> }).collect::<Node>()} {basis} }
}

/// "Must run on": channel, release, verdict; the button that adds a target.
fn target_choice() -> Node {
    let app = App::get();
    let outcome = move || app.rows.with(|rows| app.target.with(|t| target_cell(rows, t.as_ref()))).map(|(.., o)| o);
    html! {
        <div class="target">
            {target_selects()}
            {move || outcome().map(|outcome| html! {
                <span class="answer">{pill(outcome)}</span>
                <span class="soft basis">{move || app.basis.try_get().flatten()}</span>
                <button class="add-target" on:click=move |_| app.add_target()>{t("add-target")}</button>
            })}
        </div>
    }
}

/// "Must run on": channel and release.
pub fn target_selects() -> Node {
    let app = App::get();
    let now = Memo::new(move |_| app.rows.with(|rows| app.target.with(|t| effective(rows, t.as_ref()))));
    let choose_channel = move |event| {
        let channel = event_target_value(&event);
        // An empty release means the newest one; `effective` finds it.
        app.target.set(Some(Target { channel, release: String::new() }));
    };
    let choose_release = move |event| {
        let release = event_target_value(&event);
        app.rows.with_untracked(|rows| {
            if let Some((row, _)) = now.get_untracked() {
                app.target.set(Some(Target { channel: rows[row].channel.clone(), release }));
            }
        });
    };
    let selects = move || {
        let rows = app.rows.get();
        let (row, cell) = now.get()?;
        let channels = rows
            .iter()
            .enumerate()
            .map(|(i, r)| {
                html! {
                    <option value=r.channel.clone() selected=i == row>{r.channel.clone()}</option>
                }
            })
            .collect::<Node>();
        // Newest first; each with its sign, so that the list itself shows the verdicts.
        let releases = rows[row].cells.iter().enumerate().rev().map(|(i, c)| html! {
            <option value=c.release.clone() selected=i == cell>{format!("{} {}", sign(c.outcome), c.release)}</option>
        }).collect::<Node>();
        Some(html! {
            <span class="ask">
                <label for="target-channel">{t("must-run-on")}</label>
                <select id="target-channel" class="m" data-target on:change=choose_channel>{channels}</select>
                <select class="m" aria-label=t("release") on:change=choose_release>{releases}</select>
            </span>
        })
    };
    selects.into_node()
}

/// The cell of the target in use.
pub fn target_cell(rows: &[Row], chosen: Option<&Target>) -> Option<(Row, usize, Outcome)> {
    let (row, cell) = effective(rows, chosen)?;
    Some((rows[row].clone(), cell, rows[row].cells[cell].outcome))
}
