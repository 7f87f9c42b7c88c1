//! Keys of the drawing and its outline beside the arrow keys: along edges with a choice, over the visited nodes, and the
//! description of the selected node. All work without seeing the drawing.

use super::describe;
use super::edge_choice::{CANVAS, EdgeChoice};
use super::requests::Drawn;
use crate::graph::Step;
use crate::report::graphs::Reveal;
use crate::web::app::focus::{in_field, is_there, keep_focus};
use crate::web::app::live_region::LiveRegion;
use crate::web::app::rich::{plain, spans};
use crate::web::app::state::App;
use crate::web::app::words::t;
use crate::web::dom::{Node, html};
use crate::web::model::shortcuts::shortcut;
use crate::web::model::visited::{Jump, Visited};
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// A visited node or group; it outlives the drawing that showed it.
#[derive(Clone, Debug, PartialEq)]
struct Visit {
    graph: Option<usize>,
    /// Index in the graph; `None` for groups.
    node: Option<u32>,
    /// Index in the source document, if it is an operator there.
    source: Option<u32>,
    name: String,
}

/// The keys, and what they report.
#[derive(Clone, Copy)]
pub struct Walk {
    app: App,
    drawn: Drawn,
    which: RwSignal<Option<usize>>,
    reveal: RwSignal<Option<Reveal>>,
    visited: StoredValue<Visited<Visit>>,
    live: LiveRegion,
    /// Whether the description of the selected node is shown.
    described: RwSignal<bool>,
    choice: EdgeChoice,
}

impl Walk {
    /// Follows the selection of a drawing: each selected node is announced and becomes a step.
    pub fn new(app: App, drawn: Drawn, which: RwSignal<Option<usize>>, reveal: RwSignal<Option<Reveal>>) -> Self {
        let walk = Self {
            app,
            drawn,
            which,
            reveal,
            visited: StoredValue::new(Visited::default()),
            live: LiveRegion::default(),
            described: RwSignal::new(false),
            choice: EdgeChoice::new(drawn.stage),
        };
        Effect::new(move |before: Option<(Option<Visit>, Option<String>)>| {
            let text = walk.selection();
            let now = (walk.here(), text);
            if before.as_ref() != Some(&now) {
                walk.follow(&now);
            }
            now
        });
        walk
    }

    /// A short text about the selected node.
    fn selection(self) -> Option<String> {
        let node = self.drawn.stage.selected.get()?;
        self.drawn.stage.scene.with(|scene| Some(describe::short(&scene.as_ref()?.0, node)))
    }

    fn follow(self, (visit, text): &(Option<Visit>, Option<String>)) {
        self.described.set(false);
        if let Some(visit) = visit {
            self.visited.update_value(|visited| visited.visit(visit.clone()));
        }
        // The row of the outline has the same content.
        if let Some(text) = text.as_ref().filter(|_| !is_there(".outline:focus")) {
            self.live.say(text.clone());
        }
    }

    fn here(self) -> Option<Visit> {
        let selected = self.drawn.stage.selected.get_untracked()?;
        let graph = self.drawn.on_stage()?;
        let visit = |scene: &crate::graph::Scene| {
            let node = scene.node(selected).filter(|node| node.is_content())?;
            let source = node.is_own_op().then_some(node.source);
            Some(Visit { graph, node: node.node, source, name: node.name.clone() })
        };
        self.drawn.stage.with(visit).flatten()
    }

    /// Performs the action of a key that neither the canvas nor the outline has handled.
    pub fn key(self, event: &KeyboardEvent) {
        if event.default_prevented() || event.ctrl_key() || event.meta_key() || in_field(event) {
            return;
        }
        let single = self.app.single_keys.get_untracked();
        let Some(key) = shortcut(&event.key(), &event.code(), event.shift_key(), single) else { return };
        let done = match (key.as_str(), event.alt_key()) {
            ("ArrowDown", true) => self.along(true),
            ("ArrowUp", true) => self.along(false),
            ("ArrowLeft", true) => self.jump(Visited::back, "visited-first"),
            ("ArrowRight", true) => self.jump(Visited::forward, "visited-last"),
            ("d", false) => self.describe(),
            _ => false,
        };
        if done {
            keep_focus(CANVAS);
            event.prevent_default();
            event.stop_propagation();
        }
    }

    /// To a node that reads the selected one (`down`), or that it reads.
    fn along(self, down: bool) -> bool {
        let stage = self.drawn.stage;
        let Some(node) = stage.selected.get_untracked() else {
            stage.walk(Step::Down);
            return true;
        };
        let groups = stage.with(|scene| describe::neighbors(scene, node, down)).unwrap_or_default();
        match groups.as_slice() {
            [] => self.live.say(t(if down { "edges-no-readers" } else { "edges-no-inputs" })),
            [group] if group.nodes.len() == 1 => stage.show(group.nodes[0].node),
            _ => self.choice.open(groups, down),
        }
        true
    }

    fn jump(self, step: fn(&mut Visited<Visit>) -> Jump<Visit>, end: &str) -> bool {
        match self.visited.try_update_value(step) {
            Some(Jump::To(visit)) => self.go(&visit),
            Some(Jump::End) => self.live.say(t(end)),
            Some(Jump::Browser) | None => return false,
        }
        true
    }

    fn go(self, visit: &Visit) {
        let stage = self.drawn.stage;
        if self.drawn.on_stage() == Some(visit.graph) {
            let shown = stage.with(|scene| match visit.node {
                Some(node) => {
                    let shown = scene.drawing().shown_by.get(node as usize).copied()?;
                    scene.node(shown).is_some_and(|node| node.group.is_none()).then_some(shown)
                }
                None => scene.group(&visit.name),
            });
            if let Some(shown) = shown.flatten() {
                stage.show(shown);
                return;
            }
        }
        // In another graph, or in a group that is closed now: a new drawing.
        self.reveal.set(None);
        self.which.set(visit.graph);
        self.reveal.set(visit.source.map(|index| Reveal::Source { index }));
    }

    /// Reads the selected node out, and shows the same sentences.
    pub fn describe(self) -> bool {
        let text = untrack(|| self.description());
        self.live.say(text.as_deref().map_or_else(|| t("describe-nothing"), plain));
        self.described.set(text.is_some());
        true
    }

    /// The description, which follows the selection and the target.
    fn description(self) -> Option<String> {
        let node = self.drawn.stage.selected.get()?;
        let graph = self.which.get();
        self.drawn.stage.scene.with(|scene| Some(describe::long(self.app, graph, &scene.as_ref()?.0, node)))
    }

    /// The list of readers or inputs to choose from, while it is open.
    pub fn choice(self) -> Node {
        self.choice.view()
    }

    /// The description below the drawing, and the announcements.
    pub fn sentences(self) -> Node {
        html! {
            {move || {
                let text = if self.described.get() { self.description() } else { None };
                text.map(|text| html! { <p class="graph-described">{spans(&text)}</p> })
            }}
            {self.live.region()}
        }
    }
}
