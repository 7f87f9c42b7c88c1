//! The drawn graph: of a model's graphs and functions, and of a checkpoint's objects.
//!
//! Owns: requesting drawings from the worker, the canvas, the details of a node, finding nodes, the same content as a
//! list. Must not know: how a graph is built or laid out, which the worker does (`graph`).

mod canvas;
mod coloring;
mod colors;
mod demands;
mod describe;
mod details;
mod edge_choice;
mod export;
mod finder;
mod heat;
mod history;
mod minimap;
mod outline;
mod paint;
mod paint_classes;
mod paint_stubs;
mod requests;
mod stage;
mod tensors;
mod together;
mod tools;
mod walk;
mod watch;

use super::findings::error_card;
use super::panes::{Pane, Side};
use super::state::{App, NodeRef, Shown};
use super::words::{t, tr};
use super::worker;
use crate::graph::Options;
use crate::report::graphs::Reveal;
use crate::report::schema::Kind;
use crate::services::classes::schema::ClassBy;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::model::address::View;
use crate::web::protocol::Question;
use canvas::canvas;
use coloring::{Coloring, Meaning};
use colors::Theme;
use history::History;
use leptos::prelude::*;
use outline::Outline;
use requests::Drawn;
use stage::{Shared, Stage};
pub use together::{can_pair, together};
use tools::{
    close_groups, direction, first_options, full_screen, graph_names, groups, keep_flow, label, object_options,
    zoom_buttons,
};
use walk::Walk;

/// The graph of a model, with a choice among its graphs.
pub fn graph(artifact: Shown) -> Node {
    let app = App::get();
    let which = RwSignal::new(Some(0usize));
    let reveal = RwSignal::new(None::<Reveal>);
    // The node that the drawing itself selected last: it is in view already.
    let own = StoredValue::new(None::<NodeRef>);
    let known = artifact.clone();
    // A node requested elsewhere on the page, or by its address: its graph, then the node.
    Effect::new(move |_| {
        let Some(node) = app.node.get().filter(|node| own.with_value(|own| own.as_ref() != Some(node))) else { return };
        let found = known.graphs.iter().position(|g| g.name == node.graph).unwrap_or(0);
        which.set(Some(found));
        reveal.set(Some(Reveal::Source { index: node.index }));
        own.set_value(Some(node));
    });
    let names = StoredValue::new(artifact.graphs.iter().map(|g| g.name.clone()).collect::<Vec<_>>());
    let selected = move |source: Option<u32>| {
        // The main graph needs no name, whatever it is called.
        let name =
            |which: usize| if which == 0 { Some(String::new()) } else { names.with_value(|n| n.get(which).cloned()) };
        let graph = which.get_untracked().and_then(name);
        let node = source.zip(graph).map(|(index, graph)| NodeRef { graph, index });
        own.set_value(node.clone());
        if app.node.with_untracked(|now| *now != node) {
            app.node.set(node);
        }
    };
    let is_tflite = artifact.kind == Kind::Tflite;
    let options = Options::first(is_tflite);
    let names = graph_names(&artifact);
    let choose = move |e| {
        if let Ok(index) = event_target_value(&e).parse() {
            reveal.set(None);
            which.set(Some(index));
        }
    };
    let choice = (names.len() > 1).then(|| {
        html! {
            <select class="m graph-choice" aria-label=t("drawing-which") on:change=choose>
                {names.into_iter().map(|(i, name)| html! {
                    <option value=i prop:selected=move || which.get() == Some(i)>{name}</option>
                }).collect::<Node>()}
            </select>
        }
    });
    html! {
        <section class="graph" aria-label=t("view-graph")>
            {view(which, reveal, options, choice.into_node(), Shows::Model { is_tflite }, selected)}
        </section>
    }
}

/// Requests what [`graph`] shows first, before it is opened.
pub fn request_ahead(app: App, artifact: &Shown) {
    // It was opened while its code came, and has requested that itself.
    if app.view.get_untracked() == View::Graph {
        return;
    }
    let index = app.current.get_untracked();
    let options = first_options(app, Options::first(artifact.kind == Kind::Tflite));
    worker::request_ahead(
        app,
        Question::Graph { artifact: index, graph: Some(0), options, reveal: None, pieces: true },
    );
    if let Some(classing) = untrack(|| coloring::by_outcome(app)) {
        worker::request_ahead(app, Question::Classes { artifact: index, graph: Some(0), classing });
    }
}

/// The object graph of a checkpoint.
pub fn object_drawing() -> Node {
    let which = RwSignal::new(None::<usize>);
    let reveal = RwSignal::new(None::<Reveal>);
    let artifact = App::get().artifact.get_untracked();
    let options = artifact.map_or_else(Options::default, |artifact| object_options(&artifact));
    html! {
        <section class="graph" aria-label=t("view-objects")>
            {view(which, reveal, options, Node::Nothing, Shows::Objects, |_| {})}
        </section>
    }
}

/// The kind of graph in view.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// A graph of a model; TFLite models have op versions and engines.
    Model { is_tflite: bool },
    /// The objects of a checkpoint.
    Objects,
}

/// Drawing, tools and details; `choice` comes first among the tools. `told` gets the selected node of the document whenever the user selects another one.
fn view(
    which: RwSignal<Option<usize>>,
    reveal: RwSignal<Option<Reveal>>,
    options: Options,
    choice: Node,
    shows: Shows,
    told: impl Fn(Option<u32>) + 'static,
) -> Node {
    let (is_model, is_tflite) = (shows != Shows::Objects, shows == Shows::Model { is_tflite: true });
    let app = App::get();
    let artifact = app.current.get_untracked();
    let drawn = Drawn::of(app, artifact, which, reveal, first_options(app, options));
    let Drawn { stage, error, waiting, .. } = drawn;
    let options = stage.options;
    keep_flow(app, options);
    let meaning = match (app.heat.with_untracked(Option::is_some), is_model) {
        // The reader comes from the timing table of a run.
        (true, _) => Meaning::Times,
        (false, true) => Meaning::Class(ClassBy::Outcome),
        (false, false) => Meaning::Plain,
    };
    let coloring = Coloring::new(app, stage, artifact, which, meaning);
    let history = History::new(drawn, which, reveal, coloring.meaning);
    let (scene, selected) = (stage.scene, stage.selected);
    let label = Signal::derive(move || scene.with(|s| s.as_ref().map_or_else(|| t("drawing-wait"), label)));
    let walk = Walk::new(app, drawn, which, reveal);
    Effect::new(move |before: Option<Option<u32>>| {
        let source = selected_op(stage);
        if before.is_some_and(|before| before != source) {
            told(source);
        }
        source
    });
    let (beside, inspector) = (Pane::new("outline", Side::Start, 300.0), Pane::new("inspector", Side::End, 320.0));
    let outline = Outline::new(app, stage, artifact, which, options);
    let theme = Theme::new();
    let colors = theme.colors();
    html! {
        <div class="tools">
            {outline.switch()}
            {choice}
            {finder::finder(stage, which, reveal, artifact)}
            {is_model.then(|| coloring.choice(is_tflite))}
            {switches(stage, which, is_model)}
            {direction(options)}
            {close_groups(stage, options)}
            <span class="end">
                {history.buttons()}
                <button on:click=|_| full_screen() aria-label=t("full-screen") title=t("full-screen")>
                    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                        <path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"/>
                    </svg>
                </button>
                {export::menu(stage, colors)}
            </span>
        </div>
        {coloring.times()}
        {move || error.get().map(error_card)}
        <div class="graph-stage" class:waiting=move || waiting.get() class:split=move || selected.get().is_some()
            style:--inspector=move || inspector.css() style:--outline=move || beside.css() on:keydown=move |e| walk.key(&e)>
            {outline.pane()}
            {move || outline.open.get().then(|| beside.separator())}
            <div class="graph-canvas">
                {theme.probe()}
                {canvas(stage, label, theme, colors)}
                {coloring.legend()}
                {walk.choice()}
                {zoom_buttons(stage)}
                {minimap::minimap(stage, colors)}
                {move || scene.with(|s| s.as_ref().is_some_and(|s| s.0.drawing().nodes.is_empty())).then(|| html! {
                    <p class="graph-empty soft">{t("drawing-empty")}</p>
                })}
            </div>
            {move || selected.get().is_some().then(|| inspector.separator())}
            {details::details(stage, which, walk, colors)}
        </div>
        {walk.sentences()}
        <p id="graph-keys" class="soft graph-keys">{move || counts(stage)}<span>{t("drawing-keys")}" "{t("drawing-keys-more")}</span></p>
    }
}

/// The selected operator, by its index in the document.
fn selected_op(stage: Stage) -> Option<u32> {
    let node = stage.selected.get()?;
    stage.with(|scene| scene.node(node).filter(|n| n.is_own_op()).map(|n| n.source)).flatten()
}

/// Numbers of nodes and edges of the drawing.
fn counts(stage: Stage) -> Option<Node> {
    let (nodes, edges) = stage.scene.with(|s| {
        let drawing = s.as_ref()?.0.drawing();
        Some((drawing.listed as usize, drawing.edges.len()))
    })?;
    Some(html! { <span>{tr("drawing-counts", &[("nodes", nodes.into()), ("edges", edges.into())])}</span> })
}

/// Options of the drawing: groups, constants, the neighbors of the selection.
fn switches(stage: Stage, which: RwSignal<Option<usize>>, is_model: bool) -> Node {
    let options = stage.options;
    let hides =
        move |s: &Shared| s.0.drawing().nodes.iter().filter(|n| n.is_content()).count() < s.0.drawing().total as usize;
    let constants =
        Memo::new(move |_| stage.scene.with(|s| s.as_ref().is_some_and(hides)) || options.with(|o| o.show_constants));
    let has_stubs = |s: &Shared| s.0.drawing().nodes.iter().any(|n| !n.is_content());
    let stubs = Memo::new(move |_| {
        stage.scene.with(|s| s.as_ref().is_some_and(has_stubs))
            || options.with(|o| o.all_edges || !o.unfolded.is_empty())
    });
    let all_edges = move |e| {
        let all = event_target_checked(&e);
        options.update(|o| (o.all_edges, o.unfolded) = (all, Vec::new()));
    };
    html! {
        {is_model.then(|| groups(options))}
        <details class="menu graph-shows">
            <summary>{t("drawing-shows")}</summary>
            <ul>
                {move || (constants.get() && which.get().is_some()).then(|| html! {
                    <li><label><input type="checkbox" prop:checked=move || options.with(|o| o.show_constants)
                        on:change=move |e| options.update(|o| o.show_constants = event_target_checked(&e))/>
                        " "{t("drawing-constants")}</label></li>
                })}
                {move || stubs.get().then(|| html! {
                    <li><label title=t("stub-all-long")><input type="checkbox" prop:checked=move || options.with(|o| o.all_edges)
                        on:change=all_edges/>" "{t("stub-all")}</label></li>
                })}
                <li><label title=t("drawing-trace-long")><input type="checkbox" prop:checked=move || stage.trace.get()
                    on:change=move |e| stage.trace.set(event_target_checked(&e))/>" "{t("drawing-trace")}</label></li>
                {which.get_untracked().is_some().then(|| html! {
                    <li><label title=t("drawing-wrap-long")><input type="checkbox" prop:checked=move || options.with(|o| o.wrap)
                        on:change=move |e| options.update(|o| o.wrap = event_target_checked(&e))/>" "{t("drawing-wrap")}</label></li>
                })}
            </ul>
        </details>
    }
}
