//! One delegate or engine: its verdict on a line, its nodes, rules and segments below.

use crate::report::schema::Outcome;
use crate::services::delegates::schema::{
    Delegate, DelegateVerdict, EngineKind, Group, Part, Resolver, Segment, Takes,
};
use crate::web::app::chart_table::show_all;
use crate::web::app::copy::copy;
use crate::web::app::format;
use crate::web::app::labels::{evidence_link, message, sign};
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{Arg, has, t, tr};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;

/// Segments that are listed before the others are asked for.
const MOST: usize = 60;
/// Spans of nodes that are listed of a segment.
const SPANS: usize = 8;

/// The line that unfolds.
pub fn engine(delegate: &Delegate, resolver: &Resolver) -> Node {
    let outcome = super::answers::outcome(delegate.verdict);
    let number = |n: u32| Arg::Plain(f64::from(n));
    let name = t(&format!("delegate-{}", delegate.id));
    // “0 of 66” would only repeat the answer, or be wrong for unknown nodes.
    let of = (delegate.taken > 0)
        .then(|| tr("delegates-of", &[("taken", number(delegate.taken)), ("nodes", number(delegate.nodes))]));
    let splits = delegate.kind == EngineKind::Delegate && delegate.segments > 0;
    let segments = splits.then(|| tr("delegates-segments", &[("count", number(delegate.segments))]));
    let by_default = (splits && delegate.by_default != delegate.taken)
        .then(|| tr("delegates-by-default", &[("nodes", number(delegate.by_default))]));
    let about = format!("delegates-about-{}", delegate.id);
    html! {
        <details class="engine" data-engine=delegate.id.clone()>
            <summary>
                <span class=format!("sign {}", outcome.word()) aria-hidden="true">{sign(outcome)}</span>" "
                {name}" "
                <span class="soft">{t(&format!("delegate-verdict-{}", delegate.verdict))}{of.map(|text| format!(" · {text}"))}
                    {segments.map(|text| format!(" · {text}"))}{by_default.map(|text| format!(" · {text}"))}</span>
            </summary>
            {has(&about).then(|| html! { <p>{t(&about)}</p> })}
            {says(delegate)}
            {limits(delegate)}
            {splits.then(|| delegate.subgraphs.iter().map(part).collect::<Node>())}
            {(delegate.kind == EngineKind::Engine).then(|| list(resolver))}
            {groups(&delegate.groups)}
            {(delegate.groups_left_out > 0)
                .then(|| html! { <p class="soft">{tr("and-more", &[("n", number(delegate.groups_left_out))])}</p> })}
            <p class="soft">{t("delegates-source")}" "{delegate.source.clone()}</p>
        </details>
    }
}

/// Its message, independent of the rules.
fn says(delegate: &Delegate) -> Option<Node> {
    let text = !delegate.says.is_empty()
        && (delegate.kind == EngineKind::Check || delegate.verdict == DelegateVerdict::Refused);
    text.then(|| html! { <p>{t("delegates-says")}" "<q dir="ltr"><code>{delegate.says.clone()}</code></q></p> })
}

/// How it is set up by default.
fn limits(delegate: &Delegate) -> Option<Node> {
    let number = |n: u32| Arg::Plain(f64::from(n));
    let most = delegate.max_segments.map(|most| tr("delegates-most", &[("count", number(most))]));
    let least = (delegate.min_nodes > 1).then(|| tr("delegates-least", &[("count", number(delegate.min_nodes))]));
    (delegate.kind == EngineKind::Delegate && (most.is_some() || least.is_some()))
        .then(|| html! { <p class="soft">{most}" "{least}</p> })
}

/// The segments of a subgraph, as a strip and as a list.
fn part(part: &Part) -> Node {
    let strip = part.segments.iter().map(|segment| {
        html! { <i class=segment.on.word() style:flex-grow=len(segment)></i> }
    });
    let strip = strip.collect::<Node>();
    let all = RwSignal::new(false);
    let segments = part.segments.clone();
    let table = move || {
        let listed = if all.get() { segments.len() } else { MOST };
        html! {
            {table_export_here("partitions")}<div class="scroll-x"><table class="sig">
                <thead><tr><th>{t("delegates-col-on")}</th><th class="n">{t("delegates-col-nodes")}</th><th>{t("delegates-col-which")}</th></tr></thead>
                <tbody>{segments.iter().take(listed).map(row).collect::<Node>()}</tbody>
            </table></div>
            {show_all(all, segments.len().saturating_sub(listed))}
        }
    };
    let title = (!part.graph.is_empty()).then(|| html! { <p><code>{part.graph.clone()}</code></p> });
    let breaks = part.breaks.len();
    html! {
        {title}
        <div class="segments" aria-hidden="true">{strip}</div>
        {(breaks > 0).then(|| html! { <p>{tr("delegates-breaks", &[("count", breaks.into())])}</p> })}
        {table}
    }
}

/// A segment: where it runs, the number of its nodes, the nodes.
fn row(segment: &Segment) -> Node {
    let span =
        |(first, last): &(u32, u32)| if first == last { format!("#{first}") } else { format!("#{first}–{last}") };
    let spans = segment.nodes.iter().take(SPANS).map(span).collect::<Vec<_>>().join(" ");
    html! {
        <tr><td>{t(&format!("delegates-on-{}", segment.on))}</td><td class="n">{format::number(len(segment).into())}</td>
            <td><code>{spans}{(segment.nodes.len() > SPANS).then_some(" …")}</code></td></tr>
    }
}

/// The number of a segment's nodes.
fn len(segment: &Segment) -> u32 {
    segment.nodes.iter().map(|(first, last)| last - first + 1).sum()
}

/// Nodes by verdict, op and reason.
fn groups(groups: &[Group]) -> Node {
    html! {
        {table_export_here("nodes-by-verdict")}<div class="scroll-x"><table class="sig">
            <thead><tr><th>{t("delegates-col-takes")}</th><th>{t("delegates-col-op")}</th><th class="n">{t("delegates-col-nodes")}</th>
                <th>{t("delegates-col-why")}</th><th>{t("delegates-col-which")}</th></tr></thead>
            <tbody>{groups.iter().map(group).collect::<Node>()}</tbody>
        </table></div>
    }
}

fn group(group: &Group) -> Node {
    let outcome = match group.takes {
        Takes::Yes => Outcome::Loads,
        Takes::No => Outcome::Refused,
        Takes::May | Takes::Unknown => Outcome::Unknown,
    };
    let rule = (!group.rule.is_empty()).then(|| {
        html! { " "{t(&format!("delegate-rule-{}", group.rule))}" "<code dir="ltr">{group.condition.clone()}</code> }
    });
    let platform = (!group.platform.is_empty()).then(|| html! { " "<code>{group.platform.clone()}</code> });
    let nodes = group.evidence.iter().cloned().map(|node| html! { {evidence_link(node)}" " }).collect::<Node>();
    let more = group.count as usize > group.evidence.len();
    html! {
        <tr>
            <td><span class=format!("sign {}", outcome.word())><span aria-hidden="true">{sign(outcome)}</span>" "
                {t(&format!("delegate-takes-{}", group.takes))}</span></td>
            <td><code>{format!("{} v{}", group.op, group.version)}</code></td>
            <td class="n">{format::number(group.count.into())}</td>
            <td class="prose" title=group.source.clone()>{message(&group.why, "delegate-why-")}{rule}{platform}</td>
            <td class="which">{nodes}{more.then_some("…")}</td>
        </tr>
    }
}

/// The resolver to paste.
fn list(resolver: &Resolver) -> Node {
    if resolver.code.is_empty() {
        return Node::Nothing;
    }
    let code = resolver.code.clone();
    html! {
        <p class="buttons">{t("delegates-resolver")}" "{copy(move || code.clone(), "copy", "copy-resolver")}</p>
        <div class="scroll-x"><pre class="code" dir="ltr">{resolver.code.clone()}</pre></div>
    }
    .into_node()
}
