//! Findings and errors: what happened, where, what to do.

use super::labels::{CertaintyPill, NodeLink, PlaceLink, message_text};
use super::rich::spans;
use super::state::{App, Notice, Shown};
use super::words::{has, params, t, tr};
use crate::report::schema::{ErrorInfo, Finding, Message};
use leptos::prelude::*;

/// Nodes listed with one finding.
const MOST: usize = 5;

/// Parts that could not be read, shown one by one.
const MOST_PROBLEMS: usize = 20;

fn sign(severity: &str) -> (&'static str, &'static str) {
    match severity {
        "error" => ("✕", "refused"),
        "warning" => ("▲", "warns"),
        _ => ("i", "note"),
    }
}

/// Text of `prefix + id`, and of its advice where the locale has one.
fn words(message: &Message, prefix: &str) -> (String, Option<String>) {
    let advice = format!("{}{}-advice", if message.id.starts_with(prefix) { "" } else { prefix }, message.id);
    (message_text(message, prefix, ""), has(&advice).then(|| tr(&advice, &params(message))))
}

/// Everything worth saying about an artifact, its error first.
#[component]
pub fn Findings(artifact: Shown) -> impl IntoView {
    let error = artifact.error.clone().map(|error| view! { <ErrorCard error/> });
    // Parts that could not be read, beside all that could; a damaged file can have hundreds.
    let problems = artifact.problems.iter().take(MOST_PROBLEMS).cloned();
    let problems = problems.map(|error| view! { <ErrorCard error/> }).collect_view();
    let more = artifact.problems.len().saturating_sub(MOST_PROBLEMS);
    let mut findings = artifact.findings.clone();
    findings.sort_by_key(|f| match f.severity.as_str() {
        "error" => 0,
        "warning" => 1,
        _ => 2,
    });
    if artifact.error.is_none() && artifact.problems.is_empty() && findings.is_empty() {
        return ().into_any();
    }
    view! {
        <section class="findings" aria-label=t("findings")>
            <h2>{t("findings")}</h2>
            {error}
            {problems}
            {(more > 0).then(|| view! { <p class="soft">{tr("and-more", &[("n", more.into())])}</p> })}
            {findings.into_iter().map(|finding| view! { <FindingCard finding/> }).collect_view()}
        </section>
    }
    .into_any()
}

/// Why something could not be read.
#[component]
pub fn ErrorCard(error: ErrorInfo) -> impl IntoView {
    let (what, advice) = words(&error.detail, "error-");
    let known = !error.at.file.is_empty() || error.at.range.is_some() || !error.at.field.is_empty();
    let class = t(&format!("failure-{}", error.failure.replace('_', "-")));
    view! {
        <article class="finding error" role="alert">
            <span class="sign refused" aria-hidden="true">"✕"</span>
            <div>
                <p><b>{class}</b>" "{spans(&what)}</p>
                {known.then(|| view! { <p class="where">{t("where")}" "<PlaceLink place=error.at.clone()/></p> })}
                {advice.map(|a| view! { <p class="advice">{spans(&a)}</p> })}
            </div>
        </article>
    }
}

#[component]
fn FindingCard(finding: Finding) -> impl IntoView {
    let (what, advice) = words(&finding.message, "finding-");
    let (glyph, class) = sign(&finding.severity);
    let more = finding.evidence.len().saturating_sub(MOST);
    let nodes =
        finding.evidence.into_iter().take(MOST).map(|evidence| view! { <NodeLink evidence/>" " }).collect_view();
    view! {
        <article class=format!("finding {}", finding.severity)>
            <span class=format!("sign {class}") aria-label=t(&format!("severity-{}", finding.severity)) role="img">{glyph}</span>
            <div>
                <p>{spans(&what)}" "<CertaintyPill certainty=finding.certainty source=finding.source/></p>
                {advice.map(|a| view! { <p class="advice">{spans(&a)}</p> })}
                <p class="where">{nodes}{(more > 0).then(|| tr("and-more", &[("n", more.into())]))}</p>
            </div>
        </article>
    }
}

/// What the page itself has to say.
#[component]
pub fn Notices() -> impl IntoView {
    let app = App::get();
    view! {
        <For each=move || app.notices.get() key=|n| n.key let:notice>
            <NoticeCard notice/>
        </For>
    }
}

#[component]
fn NoticeCard(notice: Notice) -> impl IntoView {
    let app = App::get();
    let (what, advice) = words(&notice.message, "error-");
    let key = notice.key;
    view! {
        <article class="finding error notice" role="alert">
            <span class="sign refused" aria-hidden="true">"✕"</span>
            <div>
                <p>{spans(&what)}</p>
                {advice.map(|a| view! { <p class="advice">{spans(&a)}</p> })}
            </div>
            <button aria-label=t("dismiss") title=t("dismiss")
                on:click=move |_| app.notices.update(|all| all.retain(|n| n.key != key))>"×"</button>
        </article>
    }
}
