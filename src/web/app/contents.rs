//! Contents of the file: facts, signatures, graphs with their ops.

use super::advice;
use super::format;
use super::rich::spans;
use super::state::Shown;
use super::table_export::table_export_here;
use super::terms::term;
use super::words::{Arg, has, t, tr};
use crate::report::schema::{GraphSummary, TensorInfo};
use crate::web::dom::{Node, html};

/// Functions and subgraphs listed.
const MOST_GRAPHS: usize = 200;

/// The view.
pub fn contents(artifact: Shown) -> Node {
    let facts = artifact.identity.facts.clone();
    let tags = artifact.identity.tags.clone();
    let versions = artifact.versions.clone();
    let more = artifact.graphs.len().saturating_sub(MOST_GRAPHS);
    html! {
        {advice::alone(&artifact)}
        {(!facts.is_empty() || !tags.is_empty() || versions.is_some()).then(|| html! {
            <h3>{t("facts")}</h3>
            <dl class="facts-list">
                {versions.map(|v| {
                    let bad: Vec<_> = v.bad_consumers.iter().map(ToString::to_string).collect();
                    html! {
                        <dt>{term("producer", t("fact-producer"))}</dt><dd><code>{v.producer}</code></dd>
                        <dt>{term("min_consumer", t("fact-min-consumer"))}</dt><dd><code>{v.min_consumer}</code></dd>
                        {(!bad.is_empty()).then(|| html! { <dt>{term("bad_consumers", t("fact-bad-consumers"))}</dt><dd><code>{bad.join(", ")}</code></dd> })}
                    }
                })}
                {tags.into_iter().map(|set| html! { <dt>{t("fact-tags")}</dt><dd><code>{set.join(", ")}</code></dd> }).collect::<Node>()}
                {facts.into_iter().map(|(name, value)| {
                    let id = format!("fact-{}", name.replace(['_', ' '], "-"));
                    let name = if has(&id) { t(&id) } else { name };
                    html! { <dt>{name}</dt><dd><code>{value}</code></dd> }
                }).collect::<Node>()}
            </dl>
        })}
        {(!artifact.signatures.is_empty()).then(|| html! {
            <h3>{term("signature", t("signatures"))}</h3>
            {table_export_here("signatures")}<div class="scroll-x"><table class="sig">
                <thead><tr><th>{t("col-signature")}</th><th>{t("col-direction")}</th><th>{t("col-name")}</th>
                    <th>{t("col-dtype")}</th><th>{t("col-shape")}</th><th class="opt">{t("col-tensor")}</th></tr></thead>
                <tbody>
                    {artifact.signatures.iter().flat_map(|s| {
                        let inputs = s.inputs.iter().map(|i| (s.key.clone(), "input", i.clone()));
                        let outputs = s.outputs.iter().map(|o| (s.key.clone(), "output", o.clone()));
                        inputs.chain(outputs).collect::<Vec<_>>()
                    }).map(|(key, direction, info)| tensor_row(key, direction, info)).collect::<Node>()}
                </tbody>
            </table></div>
        })}
        {artifact.graphs.iter().take(MOST_GRAPHS).enumerate().map(|(i, graph)| ops(i, graph)).collect::<Node>()}
        {(more > 0).then(|| html! { <p class="soft">{tr("and-more", &[("n", more.into())])}</p> })}
    }
}

fn tensor_row(key: String, direction: &str, info: TensorInfo) -> Node {
    let shape = info.shape.map_or_else(|| t("unknown-rank"), |s| format::shape(&s));
    html! {
        <tr><td><code>{key}</code></td><td class="soft">{t(&format!("direction-{direction}"))}</td><td><code>{info.name}</code></td>
            <td><code>{info.dtype}</code></td><td><code>{shape}</code></td><td class="opt"><code>{info.tensor}</code></td></tr>
    }
}

/// Ops of one graph, most frequent first.
fn ops(index: usize, graph: &GraphSummary) -> Node {
    let mut ops: Vec<_> = graph.ops.iter().map(|(name, n)| (name.clone(), *n)).collect();
    crate::order::sort_by(&mut ops, |a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let most = ops.first().map_or(1, |o| o.1).max(1);
    let title = if graph.name.is_empty() && index == 0 {
        tr("graph-main", &[("n", graph.nodes.into())])
    } else {
        tr("graph-named", &[("name", Arg::Code(graph.name.clone())), ("n", graph.nodes.into())])
    };
    html! {
        <details open=index == 0 class="ops">
            <summary>{spans(&title)}</summary>
            <ul>
                {ops.into_iter().map(|(name, n)| html! {
                    <li><span class="n">{format::number(n)}</span>
                        <span class="hist" style:inline-size=format!("{:.0}px", (n as f64 / most as f64 * 120.0).max(1.0))></span>
                        <code>{name}</code></li>
                }).collect::<Node>()}
            </ul>
        </details>
    }
}
