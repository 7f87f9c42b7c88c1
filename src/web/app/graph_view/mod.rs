//! The drawn graph: of a model's graphs and functions, and of a checkpoint's objects.
//!
//! Owns: asking the worker for drawings, the canvas, the details of a node, finding nodes, the same content as a list.
//! Must not know: how a graph is built or laid out; that is the worker's (`graph`).

mod camera;
mod canvas;
mod colors;
mod details;
mod finder;
mod heat;
mod list;
mod paint;
mod watch;

use super::findings::error_card;
use super::state::{App, NodeRef, Shown};
use super::words::{Arg, t, tr};
use super::worker;
use crate::graph::{Drawing, Options, Role, Scene};
use crate::report::schema::{ErrorInfo, Kind};
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::Question;
use camera::Camera;
use canvas::{Stage, canvas};
use leptos::prelude::*;
use std::sync::Arc;

/// A scene that is cheap to pass around; equal only to itself.
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
    // A node asked for elsewhere on the page: its graph, then the node.
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

/// Drawing, tools and details; `choice` stands first among the tools. `offer_group`: whether grouping by name is a choice
/// (where it is not the natural way already).
fn view(
    which: RwSignal<Option<usize>>,
    reveal: RwSignal<Option<u32>>,
    options: Options,
    choice: Node,
    offer_group: bool,
) -> Node {
    let app = App::get();
    let artifact = app.current.get_untracked();
    let options = RwSignal::new(options);
    let error = RwSignal::new(None::<ErrorInfo>);
    let waiting = RwSignal::new(false);
    // The group that was opened or closed last: it keeps its place on the screen.
    let anchor = StoredValue::new(None::<(String, f64, f64)>);
    let scene = RwSignal::new(None::<Shared>);
    let selected = RwSignal::new(None::<u32>);
    let camera = RwSignal::new(Camera::default());
    let size = RwSignal::new((0.0, 0.0));
    let toggle = Callback::new(move |node: u32| {
        scene.with_untracked(|s| {
            let Some(node) = s.as_ref().and_then(|s| s.0.node(node)) else { return };
            let Some(group) = &node.group else { return };
            let c = camera.get_untracked();
            let at = (f64::from(node.x) * c.zoom + c.x, f64::from(node.y) * c.zoom + c.y);
            anchor.set_value(Some((node.name.clone(), at.0, at.1)));
            let open = group.open;
            // A node that was shown before must not hold its group open.
            reveal.set(None);
            let drawn = s.as_ref().map(|s| s.0.drawing().expanded.clone()).unwrap_or_default();
            options.update(|o| {
                // What the drawing opened by itself is where a person's choice begins.
                let expanded = o.expanded.get_or_insert_default();
                expanded.extend(drawn);
                if open {
                    expanded.remove(&node.name)
                } else {
                    expanded.insert(node.name.clone())
                };
            });
        });
    });
    // On where someone comes from the times of a run.
    let hot = RwSignal::new(app.heat.with_untracked(Option::is_some));
    let heat = RwSignal::new(None);
    let stage = Stage { scene, selected, trace: RwSignal::new(false), camera, size, toggle, heat };
    let shown = heat::shown(app, stage, which, hot);
    Effect::new(move |_| heat.set(shown.get()));

    // The last request wins; its number tells which that is.
    let asked = StoredValue::new(0u32);
    let drawn_which = StoredValue::new(None::<Option<usize>>);
    Effect::new(move |_| {
        let (graph, options, source) = (which.get(), options.get(), reveal.get());
        asked.update_value(|n| *n += 1);
        let number = asked.get_value();
        waiting.set(true);
        let question = Question::Graph { artifact, graph, options, reveal: source };
        worker::request(app, question, move |reply| {
            if asked.try_get_value() != Some(number) {
                return;
            }
            waiting.set(false);
            match reply {
                Some(Ok(answer)) => {
                    let Some(drawing) = answer.read::<Drawing>() else { return };
                    error.set(None);
                    let same = drawn_which.get_value() == Some(graph);
                    drawn_which.set_value(Some(graph));
                    take(
                        stage,
                        drawing,
                        source,
                        same,
                        anchor.try_update_value(Option::take).flatten().filter(|_| same),
                    );
                }
                Some(Err(e)) => error.set(Some(e)),
                None => {}
            }
        });
    });
    // The first look needs the size of the canvas, which comes a moment later than the canvas.
    let looked = StoredValue::new(None::<Shared>);
    Effect::new(move |_| {
        let (now, view) = (scene.get(), size.get());
        if let Some(shared) = now.filter(|_| view.0 > 0.0) {
            let fresh = looked.with_value(|l| l.is_none());
            looked.set_value(Some(shared.clone()));
            if fresh {
                let start = Camera::start(&shared.0, view);
                let at = selected.get_untracked().and_then(|n| shared.0.node(n));
                camera.set(at.map_or(start, |n| start.showing(n, view)));
            }
        }
    });
    let label = Signal::derive(move || {
        scene.with(|s| {
            s.as_ref().map_or_else(
                || t("drawing-wait"),
                |s| {
                    let d = s.0.drawing();
                    let args = [("nodes", Arg::from(d.listed as usize)), ("edges", Arg::from(d.edges.len()))];
                    tr(
                        if d.title.is_empty() { "drawing-label" } else { "drawing-label-named" },
                        &[args[0].clone(), args[1].clone(), ("name", Arg::Text(d.title.clone()))],
                    )
                },
            )
        })
    });
    let said = move || {
        let node = selected.get()?;
        scene.with(|s| s.as_ref().map(|s| details::said(&s.0, node)))
    };
    let groups = Memo::new(move |_| {
        scene.with(|s| s.as_ref().is_some_and(|s| s.0.drawing().nodes.iter().any(|n| n.role == Role::Group)))
    });
    let constants = Memo::new(move |_| {
        scene.with(|s| s.as_ref().is_some_and(|s| s.0.drawing().nodes.len() < s.0.drawing().total as usize))
            || options.with(|o| o.show_constants)
    });
    let close_all = move |_| options.update(|o| o.expanded = Some(Default::default()));
    html! {
        <div class="tools">
            {choice}
            {finder::finder(stage, which, reveal, artifact)}
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
            {heat::switch(app, hot)}
            <span class="graph-zoom">
                <button on:click=move |_| stage.zoom(1.0 / 1.25) aria-label=t("drawing-farther") title=t("drawing-farther")>"−"</button>
                <button on:click=move |_| stage.zoom(1.25) aria-label=t("drawing-closer") title=t("drawing-closer")>"+"</button>
                <button on:click=move |_| stage.fit()>{t("drawing-fit")}</button>
                {move || groups.get().then(|| html! { <button on:click=close_all>{t("drawing-close-all")}</button> })}
            </span>
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
        <p class="sr" aria-live="polite">{move || said().unwrap_or_default()}</p>
        {list::list(stage)}
    }
}

/// Takes a new drawing in: what was selected stays so, and the group that was toggled keeps its place.
fn take(stage: Stage, drawing: Drawing, reveal: Option<u32>, same: bool, anchor: Option<(String, f64, f64)>) {
    let fresh = Scene::new(drawing);
    let d = fresh.drawing();
    // What was selected: a node of the graph, or a group.
    let before = stage.selected.get_untracked().and_then(|n| {
        stage.scene.with_untracked(|s| s.as_ref().and_then(|s| s.0.node(n)).map(|n| (n.node, n.name.clone())))
    });
    let again = before.filter(|_| same).and_then(|(node, name)| match node {
        Some(node) => d.shown_by.get(node as usize).copied(),
        None => d.nodes.iter().position(|n| n.group.is_some() && n.name == name).map(|n| n as u32),
    });
    let wanted = reveal.filter(|_| anchor.is_none()).and_then(|source| {
        let op = d.nodes.iter().position(|n| n.source == source && !n.op.is_empty());
        op.map(|n| n as u32).or_else(|| d.shown_by.get(source as usize).copied())
    });
    let size = stage.size.get_untracked();
    let kept = anchor.and_then(|(name, x, y)| {
        let node = d.nodes.iter().find(|n| n.group.is_some() && n.name == name)?;
        let zoom = stage.camera.get_untracked().zoom;
        Some(Camera { zoom, x: x - f64::from(node.x) * zoom, y: y - f64::from(node.y) * zoom }.kept(&fresh, size))
    });
    let start = kept.unwrap_or_else(|| Camera::start(&fresh, size));
    let camera = match wanted.and_then(|n| fresh.node(n)) {
        Some(node) => start.showing(node, size),
        None => start,
    };
    stage.selected.set(None);
    stage.scene.set(Some(Shared(Arc::new(fresh))));
    stage.selected.set(wanted.or(again));
    if size.0 > 0.0 {
        stage.camera.set(camera);
    }
}
