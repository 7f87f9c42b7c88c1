//! The drawn graph: of a model's graphs and functions, and of a checkpoint's objects.
//!
//! Owns: requesting drawings from the worker, the canvas, the details of a node, finding nodes, the same content as a
//! list. Must not know: how a graph is built or laid out, which the worker does (`graph`).

mod canvas;
mod colors;
mod details;
mod finder;
mod heat;
mod list;
mod paint;
mod requests;
mod stage;
mod watch;

use super::findings::error_card;
use super::state::{App, NodeRef, Shown};
use super::words::{Arg, t, tr};
use crate::graph::{Options, Role, Scene};
use crate::report::schema::Kind;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::model::gestures::CLOSER;
use canvas::canvas;
use leptos::prelude::*;
use requests::Drawn;
use stage::Stage;
use std::sync::Arc;

/// A scene that is cheap to copy; equal only to itself.
#[derive(Clone, Debug)]
pub struct Shared(pub Arc<Scene>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Graphs offered in the list of graphs.
const MOST_GRAPHS: usize = 2_000;

/// The graph of a model, with a choice among its graphs.
pub fn graph(artifact: Shown) -> Node {
    let app = App::get();
    let which = RwSignal::new(Some(0usize));
    let reveal = RwSignal::new(None::<u32>);
    let known = artifact.clone();
    // A node requested elsewhere on the page: its graph, then the node.
    Effect::new(move |_| {
        let Some(NodeRef { graph, index, .. }) = app.node.get() else { return };
        let found = known.graphs.iter().position(|g| g.name == graph).unwrap_or(0);
        which.set(Some(found));
        reveal.set(Some(index));
    });
    let options = Options { group: artifact.kind != Kind::Tflite, ..Options::default() };
    let names: Vec<(usize, String)> = artifact
        .graphs
        .iter()
        .enumerate()
        .take(MOST_GRAPHS)
        .map(|(i, g)| {
            let n = ("n", g.nodes.into());
            let name = if i == 0 && g.name.is_empty() {
                tr("graph-main", &[n])
            } else {
                tr("graph-named", &[("name", Arg::Text(g.name.clone())), n])
            };
            (i, name)
        })
        .collect();
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
    let group = artifact.kind == Kind::Tflite;
    html! {
        <section class="graph" aria-label=t("view-graph")>
            {view(which, reveal, options, choice.into_node(), group)}
        </section>
    }
}

/// The object graph of a checkpoint.
pub fn object_drawing() -> Node {
    let which = RwSignal::new(None::<usize>);
    let reveal = RwSignal::new(None::<u32>);
    html! {
        <section class="graph" aria-label=t("view-objects")>
            {view(which, reveal, Options::default(), Node::Nothing, false)}
        </section>
    }
}

/// Drawing, tools and details; `choice` comes first among the tools. `offer_group`: whether grouping by name is offered
/// as an option.
fn view(
    which: RwSignal<Option<usize>>,
    reveal: RwSignal<Option<u32>>,
    options: Options,
    choice: Node,
    offer_group: bool,
) -> Node {
    let app = App::get();
    let artifact = app.current.get_untracked();
    let drawn = Drawn::of(app, artifact, which, reveal, options);
    let Drawn { stage, options, error, waiting, .. } = drawn;
    // Switched on when the reader comes from the timing table of a run.
    let hot = RwSignal::new(app.heat.with_untracked(Option::is_some));
    let shown = heat::shown(app, stage, which, hot);
    Effect::new(move |_| stage.heat.set(shown.get()));
    let (scene, selected) = (stage.scene, stage.selected);
    let label = Signal::derive(move || scene.with(|s| s.as_ref().map_or_else(|| t("drawing-wait"), label)));
    let described = move || {
        let node = selected.get()?;
        scene.with(|s| s.as_ref().map(|s| details::description(&s.0, node)))
    };
    html! {
        <div class="tools">
            {choice}
            {finder::finder(stage, which, reveal, artifact)}
            {switches(stage, which, options, offer_group)}
            {heat::switch(app, hot)}
            {zoom_buttons(stage, options)}
        </div>
        {heat::legend(stage, shown)}
        {move || error.get().map(error_card)}
        <div class="graph-stage" class:waiting=move || waiting.get() class:split=move || selected.get().is_some()>
            <div class="graph-canvas">
                {canvas(stage, label)}
                {move || scene.with(|s| s.as_ref().is_some_and(|s| s.0.drawing().nodes.is_empty())).then(|| html! {
                    <p class="graph-empty soft">{t("drawing-empty")}</p>
                })}
            </div>
            {details::details(stage)}
        </div>
        <p id="graph-keys" class="soft graph-keys">{t("drawing-keys")}</p>
        <p class="sr" aria-live="polite">{move || described().unwrap_or_default()}</p>
        {list::list(stage)}
    }
}

/// The name of a drawing for a screen reader.
fn label(scene: &Shared) -> String {
    let drawing = scene.0.drawing();
    let id = if drawing.title.is_empty() { "drawing-label" } else { "drawing-label-named" };
    let (nodes, edges) = (Arg::from(drawing.listed as usize), Arg::from(drawing.edges.len()));
    tr(id, &[("nodes", nodes), ("edges", edges), ("name", Arg::Text(drawing.title.clone()))])
}

/// Options of the drawing: groups, constants, the neighbors of the selection.
fn switches(stage: Stage, which: RwSignal<Option<usize>>, options: RwSignal<Options>, offer_group: bool) -> Node {
    let hides = move |s: &Shared| s.0.drawing().nodes.len() < s.0.drawing().total as usize;
    let constants =
        Memo::new(move |_| stage.scene.with(|s| s.as_ref().is_some_and(hides)) || options.with(|o| o.show_constants));
    html! {
        {offer_group.then(|| html! {
            <label><input type="checkbox" prop:checked=move || options.with(|o| o.group)
                on:change=move |e| options.update(|o| { o.group = event_target_checked(&e); o.expanded = None; })/>
                " "{t("drawing-group")}</label>
        })}
        {move || (constants.get() && which.get().is_some()).then(|| html! {
            <label><input type="checkbox" prop:checked=move || options.with(|o| o.show_constants)
                on:change=move |e| options.update(|o| o.show_constants = event_target_checked(&e))/>
                " "{t("drawing-constants")}</label>
        })}
        <label><input type="checkbox" prop:checked=move || stage.trace.get()
            on:change=move |e| stage.trace.set(event_target_checked(&e))/>" "{t("drawing-trace")}</label>
    }
}

fn zoom_buttons(stage: Stage, options: RwSignal<Options>) -> Node {
    let has_group = |s: &Shared| s.0.drawing().nodes.iter().any(|n| n.role == Role::Group);
    let groups = Memo::new(move |_| stage.scene.with(|s| s.as_ref().is_some_and(has_group)));
    let close_all = move |_| options.update(|o| o.expanded = Some(Default::default()));
    html! {
        <span class="graph-zoom">
            <button on:click=move |_| stage.zoom(1.0 / CLOSER) aria-label=t("drawing-farther") title=t("drawing-farther")>"−"</button>
            <button on:click=move |_| stage.zoom(CLOSER) aria-label=t("drawing-closer") title=t("drawing-closer")>"+"</button>
            <button on:click=move |_| stage.fit()>{t("drawing-fit")}</button>
            {move || groups.get().then(|| html! { <button on:click=close_all>{t("drawing-close-all")}</button> })}
        </span>
    }
}
