//! Findings and errors: cause, position, remedy.

use super::labels::{doc_link, evidence_link, message_text, place_link};
use super::rich::spans;
use super::state::{App, Notice, Shown};
use super::terms::{certainty, term};
use super::words::{has, params, t, tr};
use crate::report::schema::{ErrorInfo, Failure, Finding, Message, Severity, in_ids};
use crate::web::dom::{IntoNode, Node, html, keyed};
use leptos::prelude::*;

/// Nodes listed with one finding.
const MOST: usize = 5;

/// Parts that could not be read, shown one by one.
const MOST_PROBLEMS: usize = 20;

fn sign(severity: Severity) -> (&'static str, &'static str) {
    match severity {
        Severity::Error => ("✕", "refused"),
        Severity::Warning => ("▲", "warns"),
        Severity::Note => ("i", "note"),
    }
}

/// Text of `prefix + id`, and of its advice where the locale has one.
pub fn words(message: &Message, prefix: &str) -> (String, Option<String>) {
    let advice = format!("{prefix}{}-advice", message.id);
    (message_text(message, prefix), has(&advice).then(|| tr(&advice, &params(message))))
}

/// All findings about an artifact, its error first.
pub fn findings(artifact: Shown) -> Node {
    let error = artifact.error.clone().map(error_card);
    // Unreadable parts, beside all readable ones; a damaged file can have hundreds.
    let problems = artifact.problems.iter().take(MOST_PROBLEMS).cloned();
    let problems = problems.map(error_card).collect::<Node>();
    let more = artifact.problems.len().saturating_sub(MOST_PROBLEMS);
    let mut findings = artifact.findings.clone();
    crate::order::sort_by_key(&mut findings, |f| std::cmp::Reverse(f.severity));
    if artifact.error.is_none() && artifact.problems.is_empty() && findings.is_empty() {
        return Node::Nothing;
    }
    let damaged = artifact.error.is_some() || !artifact.problems.is_empty();
    let partial = damaged && artifact.bytes > 0 && !(artifact.graphs.is_empty() && artifact.lists.variables == 0);
    html! {
        <section class="findings" aria-label=t("findings")>
            <h2>{term("finding", t("findings"))}</h2>
            {partial.then(|| html! { <p class="partial"><span class="sign warns" aria-hidden="true">"▲"</span>" "{t("partial")}</p> })}
            {error}
            {problems}
            {(more > 0).then(|| html! { <p class="soft">{tr("and-more", &[("n", more.into())])}</p> })}
            {findings.into_iter().map(finding_card).collect::<Node>()}
        </section>
    }
}

/// Signs of the kinds of failure: each has its own look and text, because each needs another reaction.
fn failure_sign(failure: Failure) -> (&'static str, &'static str) {
    match failure {
        // As far as is known, the file is intact.
        Failure::Unsupported | Failure::Foreign => ("?", "unknown"),
        Failure::OverLimit => ("▲", "warns"),
        Failure::Unreadable => ("⊘", "refused"),
        Failure::Malformed => ("✕", "refused"),
    }
}

/// Why something could not be read.
pub fn error_card(error: ErrorInfo) -> Node {
    let (what, advice) = words(&error.detail, "error-");
    let known = !error.at.file.is_empty() || error.at.range.is_some() || !error.at.field.is_empty();
    let kind = in_ids(error.failure.word());
    let (glyph, class) = failure_sign(error.failure);
    // Advice for every failure of the kind, if the message has no advice of its own.
    let advice = advice.unwrap_or_else(|| t(&format!("failure-{kind}-advice")));
    html! {
        <article class=format!("finding error {kind}") role="alert">
            <span class=format!("sign {class}") aria-hidden="true">{glyph}</span>
            <div>
                <p><b>{t(&format!("failure-{kind}"))}</b>" "{spans(&what)}</p>
                {known.then(|| html! { <p class="where">{t("where")}" "{place_link(error.at.clone())}</p> })}
                <p class="advice">{spans(&advice)}</p>
            </div>
        </article>
    }
}

fn finding_card(finding: Finding) -> Node {
    let (what, advice) = words(&finding.message, "finding-");
    let (glyph, class) = sign(finding.severity);
    let doc = doc_link(&finding.message.id);
    let more = finding.evidence.len().saturating_sub(MOST);
    let nodes = finding
        .evidence
        .into_iter()
        .take(MOST)
        .map(|evidence| html! { {evidence_link(evidence)}" " })
        .collect::<Node>();
    html! {
        <article class=format!("finding {}", finding.severity.word())>
            <span class=format!("sign {class}") aria-label=t(&format!("severity-{}", finding.severity.word())) role="img">{glyph}</span>
            <div>
                <p>{spans(&what)}" "{certainty(finding.certainty, finding.source)}</p>
                {advice.map(|a| html! { <p class="advice">{spans(&a)}</p> })}
                <p class="where">{nodes}{(more > 0).then(|| tr("and-more", &[("n", more.into())]))}" "{doc}</p>
            </div>
        </article>
    }
}

/// Notices of the page itself.
pub fn notices() -> Node {
    let app = App::get();
    (move || keyed(app.notices.get().into_iter().map(|notice| (notice.key, notice_card(notice))))).into_node()
}

fn notice_card(notice: Notice) -> Node {
    let app = App::get();
    let (what, advice) = words(&notice.message, "error-");
    let key = notice.key;
    html! {
        <article class="finding error notice" role="alert">
            <span class="sign refused" aria-hidden="true">"✕"</span>
            <div>
                <p>{spans(&what)}</p>
                {advice.map(|a| html! { <p class="advice">{spans(&a)}</p> })}
            </div>
            <button aria-label=t("dismiss") title=t("dismiss")
                on:click=move |_| app.notices.update(|all| all.retain(|n| n.key != key))>"×"</button>
        </article>
    }
}
