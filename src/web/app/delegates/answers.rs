//! The table above the engines: one row for each, with its answer, its counts, and the deciding reason.

use crate::report::schema::Outcome;
use crate::services::delegates::schema::{Delegate, DelegateVerdict, EngineKind, Group, OnDevice, Takes};
use crate::web::app::host;
use crate::web::app::labels::{message, sign};
use crate::web::app::table_export::table_export_here;
use crate::web::app::terms::explain;
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{Node, html};
use leptos::prelude::*;
use std::collections::BTreeSet;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Ops named in a reason.
const MOST_OPS: usize = 3;

/// One row per engine.
pub fn table(delegates: &[Delegate]) -> Node {
    let nodes = delegates.iter().map(|delegate| delegate.nodes).max().unwrap_or_default();
    html! {
        {table_export_here("delegates")}<table class="sig answers">
            <caption class="soft">{tr("delegates-nodes-all", &[("nodes", Arg::Plain(f64::from(nodes)))])}</caption>
            <thead><tr><th scope="col">{t("delegates-col-engine")}{explain("delegate", &t("delegates-col-engine"))}</th><th scope="col">{t("delegates-col-answer")}</th>
                <th scope="col">{t("delegates-col-nodes")}</th><th scope="col">{t("delegates-col-platform")}</th>
                <th scope="col">{t("delegates-col-why")}</th></tr></thead>
            <tbody>{delegates.iter().map(row).collect::<Node>()}</tbody>
        </table>
    }
}

fn row(delegate: &Delegate) -> Node {
    // The most capable device is the default, and the sections below describe it.
    let chosen = RwSignal::new(delegate.devices.len().saturating_sub(1));
    let shown = StoredValue::new(delegate.clone());
    let device = move || shown.with_value(|delegate| on_device(delegate, chosen.get()));
    let name = t(&format!("delegate-{}", delegate.id));
    let id = delegate.id.clone();
    let open = move |_| unfold(&id);
    html! {
        <tr data-answer=delegate.id.clone()>
            <th scope="row"><button class="link" on:click=open title=t("delegates-open")>{name.clone()}</button>
                <span class="soft" title=delegate.source.clone()>{origin(&delegate.source)}</span></th>
            <td class="answer">{move || answer(&device())}</td>
            <td>{move || shown.with_value(|delegate| counts(delegate, &device()))}</td>
            <td>{platform(delegate, name, chosen)}</td>
            <td class="prose">{move || shown.with_value(|delegate| decides(delegate, &device()))}</td>
        </tr>
    }
}

/// The numbers of the chosen device; those of any device if there is no choice.
fn on_device(delegate: &Delegate, chosen: usize) -> OnDevice {
    delegate.devices.get(chosen).cloned().unwrap_or_else(|| OnDevice {
        platform: String::new(),
        verdict: delegate.verdict,
        taken: delegate.taken,
        may: delegate.may,
        refused: delegate.subgraphs.iter().map(|part| part.takes.matches('n').count()).sum::<usize>() as u32,
        segments: delegate.segments,
        by_default: delegate.by_default,
    })
}

/// How the page shows a verdict over all nodes.
pub fn outcome(verdict: DelegateVerdict) -> Outcome {
    match verdict {
        DelegateVerdict::All => Outcome::Loads,
        DelegateVerdict::Part => Outcome::Warns,
        DelegateVerdict::None | DelegateVerdict::Refused => Outcome::Refused,
        DelegateVerdict::May | DelegateVerdict::Unknown => Outcome::Unknown,
    }
}

fn answer(device: &OnDevice) -> Node {
    let outcome = outcome(device.verdict);
    html! {
        <span class=format!("sign {}", outcome.word()) aria-hidden="true">{sign(outcome)}</span>" "
        {t(&format!("delegate-verdict-{}", device.verdict))}
    }
}

/// Nodes by verdict: unknown ones are never counted as refused.
fn counts(delegate: &Delegate, device: &OnDevice) -> Node {
    let unknown = delegate.nodes.saturating_sub(device.taken + device.refused);
    let all = [
        (Takes::Yes, device.taken - device.may.min(device.taken)),
        (Takes::May, device.may),
        (Takes::No, device.refused),
        (Takes::Unknown, unknown),
    ];
    let lines = all.into_iter().filter(|(_, count)| *count > 0).map(|(takes, count)| {
        let count = Arg::Plain(f64::from(count));
        html! { <li>{tr(&format!("delegates-count-{takes}"), &[("count", count)])}</li> }
    });
    let lines = lines.collect::<Node>();
    let splits = delegate.kind == EngineKind::Delegate && device.segments > 0;
    let number = |n: u32| Arg::Plain(f64::from(n));
    let segments = splits.then(|| tr("delegates-segments", &[("count", number(device.segments))]));
    let by_default = (splits && device.by_default != device.taken)
        .then(|| tr("delegates-by-default", &[("nodes", number(device.by_default))]));
    html! {
        <ul>{lines}</ul>
        {segments.map(|text| html! { <span class="soft">{text}{by_default.map(|text| format!(", {text}"))}</span> })}
    }
}

/// Choice of the device, if the engine's ops require different ones.
fn platform(delegate: &Delegate, name: String, chosen: RwSignal<usize>) -> Node {
    let named = |platform: &str| if platform.is_empty() { t("delegates-platform-any") } else { platform.to_owned() };
    if delegate.devices.is_empty() {
        let asked: BTreeSet<&str> = delegate.groups.iter().map(|group| group.platform.as_str()).collect();
        let asked = asked.into_iter().filter(|platform| !platform.is_empty());
        return asked.map(|platform| html! { <code>{platform.to_owned()}</code>" " }).collect();
    }
    let last = delegate.devices.len() - 1;
    let choose = move |event| {
        if let Ok(index) = event_target_value(&event).parse() {
            chosen.set(index);
        }
    };
    // The newest first, like releases elsewhere.
    let options = delegate.devices.iter().enumerate().rev();
    let options = options.map(|(at, device)| {
        html! { <option value=at selected=at == last>{named(&device.platform)}</option> }
    });
    html! {
        <select class="m" aria-label=tr("delegates-platform-of", &[("name", Arg::Text(name))]) on:change=choose>
            {options.collect::<Node>()}
        </select>
    }
}

/// The reason for the answer: first of refusals, then of unknown nodes, then of open conditions.
fn decides(delegate: &Delegate, device: &OnDevice) -> Node {
    let newest = delegate.devices.last().is_none_or(|last| last.platform == device.platform);
    let first = [Takes::No, Takes::Unknown, Takes::May]
        .into_iter()
        .find(|takes| delegate.groups.iter().any(|g| g.takes == *takes));
    if !newest && delegate.devices.last().is_some_and(|last| last.refused < device.refused) {
        return html! { {t("delegates-platform-too-old")} };
    }
    let Some(takes) = first else {
        return html! { {t(if delegate.nodes == 0 { "delegates-no-nodes" } else { "delegate-why-takes" })} };
    };
    // The reason that most nodes share.
    let mut reasons: Vec<(&Group, u32, Vec<String>)> = Vec::new();
    for group in delegate.groups.iter().filter(|group| group.takes == takes) {
        let op = format!("{} v{}", group.op, group.version);
        match reasons.iter_mut().find(|(known, ..)| known.why == group.why && known.rule == group.rule) {
            Some((_, count, ops)) => {
                *count += group.count;
                ops.push(op);
            }
            None => reasons.push((group, group.count, vec![op])),
        }
    }
    let more = reasons.len().saturating_sub(1);
    let Some((group, _, ops)) = reasons.into_iter().max_by_key(|(_, count, _)| *count) else { return Node::Nothing };
    let rule = (!group.rule.is_empty()).then(|| format!(" {}", t(&format!("delegate-rule-{}", group.rule))));
    let left_out = ops.len().saturating_sub(MOST_OPS);
    let named = ops.into_iter().take(MOST_OPS).collect::<Vec<_>>().join(", ");
    html! {
        <code>{named}</code>{(left_out > 0).then(|| format!(" {}", tr("and-more", &[("n", left_out.into())])))}": "
        {message(&group.why, "delegate-why-")}{rule}
        {(more > 0).then(|| html! { <span class="soft">" "{tr("delegates-more-reasons", &[("n", more.into())])}</span> })}
    }
}

/// Opens an engine's section below and moves there.
fn unfold(id: &str) {
    let found = host::find(&format!("details[data-engine=\"{id}\"]"));
    if let Some(section) = found {
        let _ = section.set_attribute("open", "");
        let summary = section.query_selector("summary").ok().flatten().and_then(|e| e.dyn_into::<HtmlElement>().ok());
        let _ = summary.map(|summary| summary.focus());
    }
}

/// Source of the facts about an engine: the repository and its commit, without paths.
fn origin(source: &str) -> String {
    let first = source.split(';').next().unwrap_or_default();
    match (first.split(' ').next(), first.rsplit_once(" @ ")) {
        (Some(repository), Some((_, commit))) => format!("{repository} @ {}", commit.get(..7).unwrap_or(commit)),
        _ => first.to_owned(),
    }
}
