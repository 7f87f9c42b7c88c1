//! Drawings from the worker: requested when the choice of graph or options changes, put on the stage when they arrive.

use super::stage::{Item, Shared, Stage};
use crate::graph::{Drawing, DrawnNode, Flow, Options, Scene};
use crate::report::graphs::Reveal;
use crate::report::schema::ErrorInfo;
use crate::web::app::host;
use crate::web::app::state::App;
use crate::web::app::worker::{self, Answer};
use crate::web::model::camera::{Camera, Size};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// The node or group that was opened or closed last, and its screen position, which it keeps.
type Anchor = (Item, f64, f64);

/// A graph view's drawing and the state of its request.
#[derive(Clone, Copy)]
pub struct Drawn {
    app: App,
    /// The drawing.
    pub stage: Stage,
    /// The graph and the options of the drawing on the stage.
    pub shown: RwSignal<Option<(Option<usize>, Options)>>,
    /// The selection of the next drawing, if it is not that of this one.
    pub selects: StoredValue<Option<Option<Item>>>,
    /// Why there is no drawing.
    pub error: RwSignal<Option<ErrorInfo>>,
    /// Whether a drawing is being made.
    pub waiting: RwSignal<bool>,
    anchor: StoredValue<Option<Anchor>>,
    /// The last request wins, identified by its number.
    asked: StoredValue<u32>,
    /// The graph that is on the stage.
    which: StoredValue<Option<Option<usize>>>,
}

impl Drawn {
    /// Requests the graph `which` of an artifact now and whenever it, the options, or the node to reveal change.
    pub fn of(
        app: App,
        artifact: usize,
        which: RwSignal<Option<usize>>,
        reveal: RwSignal<Option<Reveal>>,
        options: Options,
    ) -> Self {
        let (options, anchor) = (RwSignal::new(options), StoredValue::new(None));
        let stage = Stage {
            scene: RwSignal::new(None),
            options,
            selected: RwSignal::new(None),
            trace: RwSignal::new(false),
            camera: RwSignal::new(Camera::default()),
            size: RwSignal::new((0.0, 0.0)),
            heat: RwSignal::new(None),
            colored: RwSignal::new(None),
            found: RwSignal::new(None),
            // The stage is part of what it toggles; it is replaced below.
            toggle: Callback::new(|_| {}),
        };
        let stage = Stage { toggle: Callback::new(move |node| toggle(stage, node, reveal, anchor)), ..stage };
        let drawn = Self {
            app,
            stage,
            shown: RwSignal::new(None),
            selects: StoredValue::new(None),
            error: RwSignal::new(None),
            waiting: RwSignal::new(false),
            anchor,
            asked: StoredValue::new(0),
            which: StoredValue::new(None),
        };
        Effect::new(move |_| drawn.ask(artifact, which.get(), options.get(), reveal.get()));
        drawn.look_first();
        drawn
    }

    /// The graph that is on the stage; `None` while the first drawing is made.
    pub fn on_stage(self) -> Option<Option<usize>> {
        self.which.try_get_value().flatten()
    }

    fn ask(self, artifact: usize, graph: Option<usize>, options: Options, reveal: Option<Reveal>) {
        self.asked.update_value(|n| *n += 1);
        let number = self.asked.get_value();
        self.waiting.set(true);
        let question = Question::Graph { artifact, graph, options: options.clone(), reveal, pieces: true };
        let shows = move |drawing| self.arrived(graph, &options, reveal, drawing);
        worker::request(self.app, question, move |reply| {
            let is_wanted = move || self.asked.try_get_value() == Some(number);
            match reply {
                Some(Ok(answer)) if answer.is_in_pieces() => leptos::task::spawn_local(async move {
                    let scene = whole(answer, is_wanted).await;
                    if is_wanted() {
                        shows(Ok(scene));
                    }
                }),
                Some(reply) if is_wanted() => shows(reply.map(|answer| answer.read().map(Scene::new))),
                None if is_wanted() => self.waiting.set(false),
                _ => {}
            }
        });
    }

    /// Puts a drawing on the stage, or says why there is none.
    fn arrived(
        self,
        graph: Option<usize>,
        options: &Options,
        reveal: Option<Reveal>,
        scene: Result<Option<Scene>, ErrorInfo>,
    ) {
        self.waiting.set(false);
        match scene {
            Ok(None) => {}
            Ok(Some(scene)) => {
                self.error.set(None);
                let same = self.which.get_value() == Some(graph);
                self.which.set_value(Some(graph));
                let anchor = self.anchor.try_update_value(Option::take).flatten().filter(|_| same);
                let selects = self.selects.try_update_value(Option::take).flatten();
                take(self.stage, scene, reveal, same, anchor, selects);
                self.shown.set(Some((graph, options.clone())));
            }
            Err(error) => self.error.set(Some(error)),
        }
    }

    /// The first view needs the size of the canvas, which is known a moment after the canvas exists.
    fn look_first(self) {
        let Stage { scene, selected, camera, size, .. } = self.stage;
        let looked = StoredValue::new(false);
        Effect::new(move |_| {
            let (now, view) = (scene.get(), size.get());
            let Some(Shared(scene)) = now.filter(|_| view.0 > 0.0) else { return };
            if !looked.get_value() {
                let start = Camera::start(&scene, view);
                let at = selected.get_untracked().and_then(|n| scene.node(n));
                camera.set(at.map_or(start, |n| start.showing(n, view)));
            }
            looked.set_value(true);
        });
    }
}

/// The scene of a large drawing, made piece by piece: the page does other tasks between two. `None` if a piece cannot be read, or
/// the drawing is not wanted any more.
async fn whole(answer: Answer, is_wanted: impl Fn() -> bool) -> Option<Scene> {
    let mut drawing: Option<Drawing> = None;
    for piece in answer.pieces() {
        host::pause(0).await;
        let piece = piece.read::<Drawing>().filter(|_| is_wanted())?;
        match &mut drawing {
            Some(drawing) => drawing.append(piece),
            None => drawing = Some(piece),
        }
    }
    host::pause(0).await;
    let scene = Scene::new(drawing?);
    host::pause(0).await;
    Some(scene)
}

/// Opens or closes a group, or what [`Stage::toggle`] does for other nodes.
fn toggle(stage: Stage, node: u32, reveal: RwSignal<Option<Reveal>>, anchor: StoredValue<Option<Anchor>>) {
    let found = stage.with(|scene| {
        let drawn = scene.node(node)?;
        let item = Item::of(scene, node)?;
        let kept = head(scene.node(item.shown(scene)?)?, scene.drawing().flow);
        let change = match (&drawn.stub, &drawn.group, drawn.node) {
            (Some(stub), ..) => Change::Unfold(stub.node),
            (None, Some(group), _) => Change::Open(drawn.name.clone(), !group.open),
            (None, None, node) => Change::Fold(node?),
        };
        Some((item, kept, change, scene.drawing().expanded.clone()))
    });
    let Some(Some((item, (x, y), change, drawn))) = found else { return };
    let c = stage.camera.get_untracked();
    anchor.set_value(Some((item, x * c.zoom + c.x, y * c.zoom + c.y)));
    // A node that was shown earlier must not keep its group open.
    reveal.set(None);
    stage.options.update(|options| {
        // The user's choice starts from the groups that the drawing opened by itself.
        let expanded = options.expanded.get_or_insert_default();
        expanded.extend(drawn);
        match change {
            Change::Open(path, true) => _ = expanded.insert(path),
            Change::Open(path, false) => _ = expanded.remove(&path),
            Change::Unfold(node) => options.unfolded.push(node),
            Change::Fold(node) => options.unfolded.retain(|unfolded| *unfolded != node),
        }
    });
}

/// The effect of a toggle.
enum Change {
    /// A group is opened or closed.
    Open(String, bool),
    /// The edges of a node become lines, and stubs again.
    Unfold(u32),
    Fold(u32),
}

/// The middle of the border where the lines of a group arrive: opening it grows it to both sides and along the flow.
fn head(node: &DrawnNode, flow: Flow) -> (f64, f64) {
    match flow {
        Flow::Down => (f64::from(node.x + node.w / 2.0), f64::from(node.y)),
        Flow::Right => (f64::from(node.x), f64::from(node.y + node.h / 2.0)),
    }
}

/// Puts a new drawing on the stage: the selection stays or is that of `selects`, and the toggled group keeps its position.
fn take(
    stage: Stage,
    fresh: Scene,
    reveal: Option<Reveal>,
    same: bool,
    anchor: Option<Anchor>,
    selects: Option<Option<Item>>,
) {
    let before = same.then(|| stage.selected.get_untracked()).flatten();
    let kept = || before.and_then(|node| stage.with(|scene| Item::of(scene, node)).flatten());
    let again = selects.unwrap_or_else(kept).and_then(|item| item.shown(&fresh));
    let wanted = reveal.filter(|_| anchor.is_none()).and_then(|reveal| shown_node(&fresh, reveal));
    let (before, size) = (stage.camera.get_untracked(), stage.size.get_untracked());
    let start = anchor
        .and_then(|anchor| anchored(&fresh, &anchor, before.zoom, size))
        .unwrap_or_else(|| Camera::start(&fresh, size));
    let camera = match wanted.and_then(|n| fresh.node(n)) {
        Some(node) => start.showing(node, size),
        None => start,
    };
    stage.selected.set(None);
    let earlier = stage.scene.get_untracked();
    stage.scene.set(Some(Shared(Arc::new(fresh))));
    // To free a large one takes a while.
    leptos::task::spawn_local(async move {
        host::pause(0).await;
        drop(earlier);
    });
    stage.selected.set(wanted.or(again));
    if size.0 > 0.0 {
        stage.camera.set(camera);
    }
}

/// The node that shows a node: itself, or the group around it.
fn shown_node(scene: &Scene, reveal: Reveal) -> Option<u32> {
    let drawing = scene.drawing();
    let (Reveal::Source { index } | Reveal::Node { index }) = reveal;
    let is_wanted = |n: &DrawnNode| n.source == index && n.graph.is_none() && !n.op.is_empty();
    let op = matches!(reveal, Reveal::Source { .. }).then(|| drawing.nodes.iter().position(is_wanted)).flatten();
    op.map(|n| n as u32).or_else(|| drawing.shown_by.get(index as usize).copied())
}

/// The camera that shows a node or group at its old screen position.
fn anchored(scene: &Scene, (item, x, y): &Anchor, zoom: f64, view: Size) -> Option<Camera> {
    let (left, top) = head(scene.node(item.shown(scene)?)?, scene.drawing().flow);
    Some(Camera { zoom, x: x - left * zoom, y: y - top * zoom }.kept(scene, view))
}
