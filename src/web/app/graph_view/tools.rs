//! The tools of a drawing: the choice of a graph, groups, direction, zoom, full screen.

use super::stage::{Shared, Stage};
use crate::graph::{Flow, MANY_OBJECTS, Options, Role};
use crate::web::app::host;
use crate::web::app::state::{App, Shown};
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{Node, html};
use crate::web::model::gestures::CLOSER;
use leptos::prelude::*;

/// Graphs offered in the list of graphs.
const MOST_GRAPHS: usize = 2_000;

/// The graphs of a file to choose from, with their numbers of nodes.
pub fn graph_names(artifact: &Shown) -> Vec<(usize, String)> {
    artifact
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
        .collect()
}

/// Options of the first drawing of a checkpoint's objects: many of them are boxes in groups.
pub fn object_options(artifact: &Shown) -> Options {
    let objects = artifact.lists.objects;
    if objects < MANY_OBJECTS { Options::default() } else { Options::first(false) }
}

/// The name of a drawing for a screen reader.
pub fn label(scene: &Shared) -> String {
    let drawing = scene.0.drawing();
    let id = if drawing.title.is_empty() { "drawing-label" } else { "drawing-label-named" };
    let (nodes, edges) = (Arg::from(drawing.listed as usize), Arg::from(drawing.edges.len()));
    tr(id, &[("nodes", nodes), ("edges", edges), ("name", Arg::Text(drawing.title.clone()))])
}

/// The choice of groups: repeated blocks, scopes of names, both or none.
pub fn groups(options: RwSignal<Options>) -> Node {
    const CHOICES: [(&str, bool, bool); 4] = [
        ("groups-blocks", false, true),
        ("groups-names", true, false),
        ("groups-both", true, true),
        ("groups-none", false, false),
    ];
    let choose = move |e| {
        let value = event_target_value(&e);
        if let Some((_, group, blocks)) = CHOICES.into_iter().find(|(id, ..)| *id == value) {
            options.update(|o| (o.group, o.blocks, o.expanded) = (group, blocks, None));
        }
    };
    html! {
        <select aria-label=t("groups") on:change=choose>
            {CHOICES.map(|(id, group, blocks)| html! {
                <option value=id prop:selected=move || options.with(|o| (o.group, o.blocks) == (group, blocks))>{t(id)}</option>
            })}
        </select>
    }
}

/// The button that turns the drawing: from left to right, or from top to bottom.
pub fn direction(options: RwSignal<Options>) -> Node {
    let is_right = move || options.with(|o| o.flow == Flow::Right);
    html! {
        <button aria-label=t("flow-right") title=t("flow-right") aria-pressed=move || is_right().to_string()
            on:click=move |_| options.update(|o| o.flow = flow(o.flow == Flow::Down))>
            <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d="M1 5h4v6H1zM5 8h5M8 6l2 2-2 2M11 5h4v6h-4z"/>
            </svg>
        </button>
    }
}

/// Keeps the direction in the page's address, and follows it.
pub fn keep_flow(app: App, options: RwSignal<Options>) {
    Effect::new(move |_| {
        let flow = flow(app.flow_right.get());
        if options.with_untracked(|o| o.flow) != flow {
            options.update(|o| o.flow = flow);
        }
    });
    let chosen = Memo::new(move |_| options.with(|o| o.flow == Flow::Right));
    Effect::new(move |_| {
        let right = chosen.get();
        if app.flow_right.get_untracked() != right {
            app.flow_right.set(right);
        }
    });
}

/// Options of a first drawing, in the direction that the address has.
pub fn first_options(app: App, options: Options) -> Options {
    Options { flow: flow(app.flow_right.get_untracked()), ..options }
}

/// The direction, as the address has it.
fn flow(right: bool) -> Flow {
    if right { Flow::Right } else { Flow::Down }
}

/// Buttons in a corner of the drawing.
pub fn zoom_buttons(stage: Stage) -> Node {
    html! {
        <span class="graph-zoom">
            <button on:click=move |_| stage.zoom(1.0 / CLOSER) aria-label=t("drawing-farther") title=t("drawing-farther")>"−"</button>
            <button on:click=move |_| stage.zoom(CLOSER) aria-label=t("drawing-closer") title=t("drawing-closer")>"+"</button>
            <button on:click=move |_| stage.fit()>{t("drawing-fit")}</button>
        </span>
    }
}

/// The button that closes all groups, if there are some.
pub fn close_groups(stage: Stage, options: RwSignal<Options>) -> Node {
    let has_group = |s: &Shared| s.0.drawing().nodes.iter().any(|n| n.role == Role::Group);
    let groups = Memo::new(move |_| stage.scene.with(|s| s.as_ref().is_some_and(has_group)));
    let close_all = move |_| options.update(|o| o.expanded = Some(Default::default()));
    html! { {move || groups.get().then(|| html! { <button on:click=close_all>{t("drawing-close-all")}</button> })} }
}

/// Shows the view alone on the screen, or ends that.
pub fn full_screen() {
    let Some(document) = host::document() else { return };
    if document.fullscreen_element().is_some() {
        document.exit_fullscreen();
    } else if let Some(view) = host::find("section.graph") {
        // A frame may forbid it; then the button has no effect.
        let _ = view.request_fullscreen();
    }
}
