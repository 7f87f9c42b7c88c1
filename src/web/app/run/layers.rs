//! Quantization error by layer: a quantized model compared with its float version, as a table, worst first.

use super::failure::sentence;
use super::numbers::number;
use super::second::Doing;
use super::state::Run;
use crate::services::run::schema::{Backend, LayerError, Ran};
use crate::web::app::chart_table::show_all;
use crate::web::app::state::{NodeRef, Shown};
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;

/// Layers in the table before the others are asked for.
const MOST: usize = 200;
/// Layers in the report.
const REPORTED: usize = 20;

/// Sort order of the table.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Relative,
    Steps,
    Graph,
}

/// Orders with their names, in the order to offer.
const ORDERS: [(Order, &str); 3] = [(Order::Relative, "relative"), (Order::Steps, "steps"), (Order::Graph, "graph")];

/// The button that starts the comparison, and its result.
pub fn layers(run: Run, artifact: Shown) -> Node {
    let second = run.layers;
    let (order, all) = (RwSignal::new(Order::Relative), RwSignal::new(false));
    let start = move |_| run.ask(second, Backend::Reference, run.ask_layers(), |_, ran, _| ran);
    let shown = move || {
        run.ran.get()?;
        let artifact = artifact.clone();
        Some(html! {
            <h2>{t("run-layers")}</h2>
            {move || matches!(second.doing.get(), Doing::Idle).then(|| html! {
                <p><button on:click=start>{t("run-layers-start")}</button>" "<span class="soft">{t("run-layers-what")}</span></p>
            })}
            {move || match second.doing.get() {
                Doing::Failed(failed) if failed.not_applicable => html! {
                    <p class="soft" role="status">{sentence("error-", &failed.message)}</p>
                },
                _ => second.shown(|ran| table(run, ran, &artifact, order, all)),
            }}
        })
    };
    shown.into_node()
}

fn table(run: Run, ran: &Ran, artifact: &Shown, order: RwSignal<Order>, all: RwSignal<bool>) -> Node {
    if ran.quantization.is_empty() {
        return html! { <p class="soft" role="status">{t("run-layers-none")}</p> };
    }
    let choose = move |event| {
        let chosen = event_target_value(&event);
        if let Some((chosen, _)) = ORDERS.into_iter().find(|(_, name)| *name == chosen) {
            order.set(chosen);
        }
    };
    let by = order.get();
    let layers = sorted(&ran.quantization, by);
    let most = layers.iter().map(|layer| measure(layer, by)).fold(0.0, f64::max);
    let listed = if all.get() { layers.len() } else { MOST };
    let more = layers.len().saturating_sub(listed);
    let rows = layers.into_iter().take(listed).map(|layer| row(run, layer, artifact, measure(layer, by) / most));
    let rows = rows.collect::<Node>();
    html! {
        <p class="run-tools"><label>{t("run-layers-order")}" "<select id="run-layers-order" on:change=choose>
            {ORDERS.map(|(order, name)| html! {
                <option value=name selected=order == by>{t(&format!("run-layers-by-{name}"))}</option>
            })}
        </select></label></p>
        {table_export_here("layers")}<div class="scroll-x"><table class="run-layers">
            <thead><tr><th scope="col" class="n">{t("run-col-node")}</th><th scope="col">{t("run-col-op")}</th>
                <th scope="col" class="n">{t("run-col-steps")}</th><th scope="col" class="n">{t("run-col-largest")}</th>
                <th scope="col" class="n">{t("run-col-rms")}</th><th scope="col" class="n">{t("run-col-relative")}</th><th></th>
                <th scope="col">{t("run-col-tensor")}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table></div>
        {show_all(all, more)}
        <p class="soft">{t("run-layers-note")}</p>
    }
}

fn row(run: Run, layer: &LayerError, artifact: &Shown, share: f64) -> Node {
    let bar = format!("{:.1}%", if share.is_finite() { share * 100.0 } else { 100.0 });
    html! {
        <tr><td class="n">{node_link(run, artifact, layer.graph, layer.node)}</td><td><code>{layer.op.clone()}</code></td>
            <td class="n"><code>{layer.steps.map_or_else(dash, short)}</code></td>
            <td class="n"><code>{number(layer.largest)}</code></td><td class="n"><code>{number(layer.rms)}</code></td>
            <td class="n"><code>{layer.relative.map_or_else(dash, percent)}</code></td>
            <td class="run-bar"><span style:inline-size=bar></span></td>
            <th scope="row" title=layer.name.clone()><code>{layer.name.clone()}</code></th></tr>
    }
}

/// The number of an operator, as a link to its node in the drawing.
pub fn node_link(run: Run, artifact: &Shown, graph: usize, node: usize) -> Node {
    let graph = artifact.graphs.get(graph).map(|graph| graph.name.clone()).unwrap_or_default();
    let place = NodeRef { graph, index: node as u32 };
    html! { <button class="link" title=t("show-node") on:click=move |_| run.show_node(place.clone())><code>{node}</code></button> }
}

/// The report's lines: the worst layers.
pub fn lines(run: Run) -> Vec<String> {
    let Doing::Done(ran) = run.layers.doing.get_untracked() else { return Vec::new() };
    let line = |layer: &LayerError| {
        let steps = layer.steps.map_or_else(dash, short);
        let relative = layer.relative.map_or_else(dash, percent);
        format!(
            "  {} {} {}: {} {steps}, {} {}, {} {relative}",
            layer.node,
            layer.op,
            layer.name,
            t("run-col-steps"),
            t("run-col-rms"),
            number(layer.rms),
            t("run-col-relative")
        )
    };
    let worst = sorted(&ran.quantization, Order::Relative);
    let more = worst.len().saturating_sub(REPORTED);
    let mut lines = vec![format!("{}:", t("run-layers"))];
    lines.extend(worst.into_iter().take(REPORTED).map(line));
    if more > 0 {
        lines.push(format!("  {}", tr("run-more-nodes", &[("count", more.into())])));
    }
    lines
}

fn sorted(layers: &[LayerError], order: Order) -> Vec<&LayerError> {
    let mut layers: Vec<&LayerError> = layers.iter().collect();
    if order != Order::Graph {
        crate::order::sort_by(&mut layers, |a, b| measure(b, order).total_cmp(&measure(a, order)));
    }
    layers
}

/// Sort key of a layer, shown by its bar.
fn measure(layer: &LayerError, order: Order) -> f64 {
    match (order, layer.steps, layer.relative) {
        (Order::Steps, steps, _) => steps.unwrap_or(0.0),
        (_, _, Some(relative)) => relative,
        // All of it is error.
        _ if layer.rms > 0.0 => f64::INFINITY,
        _ => 0.0,
    }
}

fn percent(share: f64) -> String {
    format!("{} %", short(share * 100.0))
}

fn short(value: f64) -> String {
    format!("{value:.2}")
}

fn dash() -> String {
    "—".to_owned()
}
