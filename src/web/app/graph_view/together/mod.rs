//! Two graphs side by side: one of each file, with the nodes that differ as colors and as a list. Both drawings have one
//! selection, and show the same part.
//!
//! Owns: the choice of the graph, the request for the pairs, the tools. Must not know: how nodes are paired
//! (`services::pairs`), what is drawn beside what ([`crate::web::model::drawn_pairs`]).

mod canvas;
mod differences;
mod side;
mod sync;

use super::super::findings::error_card;
use super::super::progress::pending;
use super::super::state::{App, Shown};
use super::super::words::{Arg, t, tr};
use super::super::worker;
use super::coloring::legend_button;
use super::colors::Theme;
use super::tools::{direction, first_options, full_screen, graph_names, groups, keep_flow, object_options};
use crate::graph::Options;
use crate::report::schema::{ErrorInfo, Kind};
use crate::services::pairs::schema::PairedGraphs;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::Question;
use differences::Differences;
use leptos::prelude::*;
use side::Side;
use std::sync::Arc;
use sync::Together;

/// The worker's answer.
#[derive(Clone)]
enum Answer {
    Waiting,
    /// The second file has no graph that goes with the chosen one.
    Alone,
    Failed(ErrorInfo),
    /// The pairs, and the graph of the first file.
    Paired(Arc<PairedGraphs>, Option<usize>),
}

/// Whether two files have graphs that can be drawn side by side: models and graphs, or checkpoints with objects.
pub fn can_pair(a: &Shown, b: &Shown) -> bool {
    let objects = |file: &Shown| file.lists.objects > 0;
    !a.graphs.is_empty() && !b.graphs.is_empty() || objects(a) && objects(b)
}

/// Two files, by their indices in the worker.
pub fn together((a, b): (usize, usize)) -> Node {
    let app = App::get();
    let file = |index: usize| {
        app.artifacts.with_untracked(|all| all.iter().find(|(i, _)| *i == index).map(|(_, file)| file.clone()))
    };
    let (Some(left), Some(right)) = (file(a), file(b)) else { return Node::Nothing };
    let is_model = !left.graphs.is_empty() && !right.graphs.is_empty();
    let which = RwSignal::new(is_model.then_some(0usize));
    let answer = RwSignal::new(Answer::Waiting);
    Effect::new(move |_| {
        let graph = which.get();
        answer.set(Answer::Waiting);
        worker::request(app, Question::Pairs { artifact: a, graph, other: b }, move |reply| {
            // Another graph was chosen meanwhile: its answer will follow.
            if which.try_get_untracked() != Some(graph) {
                return;
            }
            let read = match reply {
                Some(Ok(reply)) => reply.read::<PairedGraphs>().map(|pairs| Answer::Paired(Arc::new(pairs), graph)),
                Some(Err(error)) => Some(Answer::Failed(error)),
                None => None,
            };
            answer.set(read.unwrap_or(Answer::Alone));
        });
    });
    let choice = is_model.then(|| graph_choice(&left, which));
    let names = (left.name.clone(), right.name.clone());
    html! {
        <section class="graph together" aria-label=t("together")>
            {choice}
            {move || match answer.get() {
                Answer::Waiting => pending(),
                Answer::Alone => html! { <p>{tr("together-alone", &[("name", Arg::Code(names.1.clone()))])}</p> },
                Answer::Failed(error) => error_card(error),
                Answer::Paired(pairs, graph) => untrack(|| drawings(app, (a, &left), (b, &right), pairs, graph)),
            }}
        </section>
    }
}

/// The choice among the graphs of the first file, if it has several.
fn graph_choice(file: &Shown, which: RwSignal<Option<usize>>) -> Option<Node> {
    let names = graph_names(file);
    let choose = move |e| {
        if let Ok(index) = event_target_value(&e).parse() {
            which.set(Some(index));
        }
    };
    (names.len() > 1).then(|| {
        html! {
            <div class="tools">
                <select class="m graph-choice" aria-label=t("drawing-which") on:change=choose>
                    {names.into_iter().map(|(i, name)| html! {
                        <option value=i prop:selected=move || which.get() == Some(i)>{name}</option>
                    }).collect::<Node>()}
                </select>
            </div>
        }
    })
}

fn drawings(
    app: App,
    (a, left): (usize, &Shown),
    (b, right): (usize, &Shown),
    pairs: Arc<PairedGraphs>,
    graph: Option<usize>,
) -> Node {
    let options = first_options(app, first(left, graph));
    let chosen = RwSignal::default();
    let theme = Theme::new();
    let colors = theme.colors();
    let (a, b) = (
        Side::new(app, a, graph, options.clone(), &pairs.a, chosen),
        Side::new(app, b, pairs.graph, options, &pairs.b, chosen),
    );
    let together = Together::new(a, b, pairs.clone());
    keep_flow(app, a.drawn.stage.options);
    let differences = Differences::new(together, pairs.clone(), chosen);
    let follow = together.follow;
    let legend = pairs.a.classes.iter().zip(side::looks()).enumerate().map(|(at, (class, look))| {
        let name = t(&format!("together-{}", class.key)).into_node();
        legend_button(chosen, at, &look, name, class.nodes)
    });
    let names = ((left.name.as_str(), "compare-before"), (right.name.as_str(), "compare-after"));
    html! {
        <div class="tools">
            {graph.is_some().then(|| groups(a.drawn.stage.options))}
            {direction(a.drawn.stage.options)}
            <label title=t("together-follow-long")><input type="checkbox" prop:checked=move || follow.get()
                on:change=move |e| follow.set(event_target_checked(&e))/>" "{t("together-follow")}</label>
            <ul class="graph-legend" aria-label=t("color-legend")>{legend.collect::<Node>()}</ul>
            <span class="end"><button on:click=|_| full_screen() aria-label=t("full-screen") title=t("full-screen")>
                <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                    <path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"/>
                </svg>
            </button></span>
        </div>
        <div class="graph-stage" class:waiting=move || a.drawn.waiting.get() || b.drawn.waiting.get()>
            {differences.pane()}
            {theme.probe()}
            {canvas::view(a, together, names.0, theme, colors)}
            {canvas::view(b, together, names.1, theme, colors)}
        </div>
        <p id="graph-keys" class="soft graph-keys"><span>{t("drawing-keys")}</span></p>
    }
}

/// Options of the first drawings.
fn first(file: &Shown, graph: Option<usize>) -> Options {
    if graph.is_some() { Options::first(file.kind == Kind::Tflite) } else { object_options(file) }
}
