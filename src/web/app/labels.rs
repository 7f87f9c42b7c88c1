//! Small parts shared by several screens: verdict pills, requirement names, certainty, positions, nodes.

use super::rich::{plain, rich, spans};
use super::state::{App, NodeRef};
use super::words::{self, Arg, has, params, t, tr};
use super::{format, host};
use crate::report::schema::{Certainty, Evidence, Kind, Message, Outcome, Place, Requirement, What, in_ids};
use crate::web::dom::{IntoNode, Node, html};

/// The sign beside the color of an outcome.
pub fn sign(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Loads => "✓",
        Outcome::Warns => "▲",
        Outcome::Unknown => "?",
        Outcome::Refused => "✕",
    }
}

/// Sign and word of an outcome, in its color.
pub fn pill(outcome: Outcome) -> Node {
    html! {
        <span class=format!("verdict {}", outcome.word()) data-outcome=outcome.word()>
            <span aria-hidden="true">{sign(outcome)}</span>
            {t(&format!("outcome-{}", outcome.word()))}
        </span>
    }
}

/// Subject of a requirement, as text: `CONV_2D v5`.
pub fn requirement_text(requirement: &Requirement) -> String {
    plain(&requirement_message(requirement))
}

/// The same with its code marks.
pub fn requirement_message(requirement: &Requirement) -> String {
    if let Some(term) = requirement.subject_term().filter(|id| has(id)) {
        return tr(&term, &[("version", Arg::Plain(requirement.version.map_or(0.0, f64::from)))]);
    }
    let kind = format!("subject-{}", requirement.subject_kind.word());
    let id = if has(&kind) { kind } else { "subject-other".to_owned() };
    let version = requirement.version.map_or_else(String::new, |v| format!(" v{v}"));
    let subject = Arg::Code(format!("{}{version}", requirement.subject));
    tr(&id, &[("subject", subject), ("kind", requirement.subject_kind.word().into())])
}

/// Subject of a requirement: `CONV_2D v5`.
pub fn requirement_name(requirement: &Requirement) -> Node {
    spans(&requirement_message(requirement))
}

/// Meaning of a requirement, as a sentence; empty for an unknown id.
pub fn requirement_meaning(requirement: &Requirement) -> Option<String> {
    let id = format!("requirement-{}", requirement.id);
    let version = requirement.version.map_or_else(String::new, |v| v.to_string());
    has(&id).then(|| tr(&id, &[("subject", requirement.subject.as_str().into()), ("version", version.into())]))
}

/// Reason of a requirement as text; empty for an unknown id.
pub fn reason(requirement: &Requirement) -> Option<Node> {
    requirement.reason.as_ref().map(|m| message(m, "reason-"))
}

/// A message of the report: its id under a prefix.
pub fn message(message: &Message, prefix: &str) -> Node {
    spans(&message_text(message, prefix))
}

/// The same as text, with its code marks.
pub fn message_text(message: &Message, prefix: &str) -> String {
    tr(&format!("{prefix}{}", message.id), &params(message))
}

/// Certainty: observed, derived, promised; the source on hover and focus.
pub fn certainty_pill(certainty: Certainty, source: String) -> Node {
    html! { <span class="pill" title=source>{t(&format!("certainty-{}", certainty.word()))}</span> }
}

/// Text for a kind.
pub fn kind_word(kind: Kind) -> String {
    t(&format!("kind-{}", in_ids(kind.word())))
}

/// The address of a page of the documentation in the language in use; `path` is that of the English page.
pub fn doc_address(path: &str) -> String {
    host::file(&match words::language().as_str() {
        "en" => path.to_owned(),
        tag => path.replacen("docs/", &format!("docs/{tag}/"), 1),
    })
}

/// Link to the documentation of an id of the report.
pub fn doc_link(id: &str) -> Node {
    let address = crate::report::doc(id).replacen(".md#", ".html#", 1);
    html! { <a class="soft" href=doc_address(&address) target="_blank" rel="noopener">{t("about-this")}</a> }
}

/// Position in a file: opens the bytes there.
pub fn place_link(place: Place) -> Node {
    let app = App::get();
    let text = place_parts(&place);
    if place.range.is_none() {
        return html! { <span class="place">{text}</span> };
    }
    let open = move |_| app.show_bytes(place.clone());
    html! { <button class="link place" on:click=open title=t("show-bytes")>{text}</button> }
}

fn place_parts(place: &Place) -> Node {
    let mut parts = Vec::new();
    if !place.file.is_empty() {
        parts.push(html! { <code>{place.file.clone()}</code> });
    }
    if let Some(range) = place.range {
        parts.push(rich("place-bytes", &[("range", Arg::Code(format::range(range)))]));
    }
    if !place.field.is_empty() {
        parts.push(html! { <code>{place.field.clone()}</code> });
    }
    let mut first = true;
    parts
        .into_iter()
        .map(|part| {
            let comma = if std::mem::take(&mut first) { "" } else { ", " };
            html! { {comma}{part} }
        })
        .collect()
}

/// Evidence. A node opens the graph there, a field of the file its bytes.
pub fn evidence_link(evidence: Evidence) -> Node {
    let app = App::get();
    if evidence.what == What::File {
        return evidence.at.map(place_link).into_node();
    }
    let index = ("index", Arg::Plain(f64::from(evidence.index)));
    // Converters join the names of fused nodes; the first is the one that the graph has.
    let first = evidence.name.split_once(';').map(|(first, _)| format!("{first}…"));
    let title = match &first {
        Some(_) => format!("{}\n{}", t("show-node"), evidence.name.replace(';', "\n")),
        None => t("show-node"),
    };
    let name = ("name", Arg::Code(first.unwrap_or_else(|| evidence.name.clone())));
    let what = evidence.what.word();
    let id = if evidence.name.is_empty() { format!("{what}-index") } else { format!("{what}-name") };
    let text = tr(&id, &[index, name]);
    // Only nodes can be shown in the graph.
    if evidence.what != What::Node {
        return html! { <span title=evidence.name.clone()>{spans(&text)}</span> };
    }
    let node = NodeRef { graph: evidence.graph, index: evidence.index };
    html! { <button class="link" on:click=move |_| app.show_node(node.clone()) title=title>{spans(&text)}</button> }
}
