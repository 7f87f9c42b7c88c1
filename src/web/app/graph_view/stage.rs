//! The state that the canvas shares with the tools, the details and the list, and the effects of gestures on it.

use crate::graph::{DrawnNode, Options, Scene, Step};
use crate::web::model::camera::{Camera, Size};
use crate::web::model::gestures::Action;
use crate::web::model::node_classes::Colored;
use crate::web::model::node_times::NodeTimes;
use leptos::prelude::*;
use std::sync::Arc;

/// A scene that is cheap to copy; equal only to itself.
#[derive(Clone, Debug)]
pub struct Shared(pub Arc<Scene>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Height of a group's head and the width of its triangle, in pixels of the drawing.
const HEAD: (f32, f32) = (26.0, 22.0);

/// A node or group of any drawing of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// By its index in the graph.
    Node(u32),
    /// By its path.
    Group(String),
}

impl Item {
    /// That of a node of a drawing; of a stub, that of the node or group beside it.
    pub fn of(scene: &Scene, node: u32) -> Option<Self> {
        let drawn = scene.node(node)?;
        let drawn = drawn.stub.as_ref().map_or(Some(drawn), |stub| scene.node(stub.at))?;
        Some(drawn.node.map_or_else(|| Self::Group(drawn.name.clone()), Self::Node))
    }

    /// The node or group that shows it in a drawing.
    pub fn shown(&self, scene: &Scene) -> Option<u32> {
        match self {
            Self::Node(node) => scene.drawing().shown_by.get(*node as usize).copied(),
            Self::Group(path) => scene.group(path),
        }
    }
}

/// Found nodes of the drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundMarks {
    /// By index in the drawing, in order, without repetition: a closed group is found if it contains a found node.
    pub nodes: Vec<u32>,
}

/// Signals of one graph view.
#[derive(Clone, Copy)]
pub struct Stage {
    /// The scene; none while the first one is made.
    pub scene: RwSignal<Option<Shared>>,
    /// How it is drawn; a change requests another drawing.
    pub options: RwSignal<Options>,
    /// The selected node, by its index in the drawing.
    pub selected: RwSignal<Option<u32>>,
    /// Whether everything upstream and downstream of the selected node is marked.
    pub trace: RwSignal<bool>,
    /// The visible part.
    pub camera: RwSignal<Camera>,
    /// Its size.
    pub size: RwSignal<Size>,
    /// Times of a run on the nodes, while they are shown.
    pub heat: RwSignal<Option<Arc<NodeTimes>>>,
    /// Classes of the nodes, while colors show them.
    pub colored: RwSignal<Option<Arc<Colored>>>,
    /// The found nodes, by index in the drawing, and which of them is the current one.
    pub found: RwSignal<Option<Arc<FoundMarks>>>,
    /// Called to open or close a group, to draw the edges of a stub as lines, or those of a node as stubs again; by index
    /// in the drawing.
    pub toggle: Callback<u32>,
}

impl Stage {
    /// The scene, once there is one.
    pub fn with<T>(self, f: impl FnOnce(&Scene) -> T) -> Option<T> {
        self.scene.with_untracked(|s| s.as_ref().map(|s| f(&s.0)))
    }

    /// Selects a node and brings it into view.
    pub fn show(self, node: u32) {
        self.selected.set(Some(node));
        let size = self.size.get_untracked();
        let camera = self.camera.get_untracked();
        if let Some(Some(camera)) = self.with(|s| s.node(node).map(|n| camera.showing(n, size))) {
            self.camera.set(camera);
        }
    }

    /// Takes a new size of the canvas.
    pub fn resize(self, size: Size) {
        // During layout the canvas may have no size for a moment, which is ignored.
        if size.0 < 64.0 || size.1 < 64.0 {
            return;
        }
        self.size.set(size);
        // The details panel shrinks the canvas: a node that was just selected must stay in view.
        let (camera, selected) = (self.camera.get_untracked(), self.selected.get_untracked());
        if let Some(Some(held)) = self.with(|s| selected.and_then(|n| s.node(n)).map(|n| camera.holding(n, size))) {
            self.camera.set(held);
        }
    }

    /// Zooms around the middle.
    pub fn zoom(self, factor: f64) {
        let (w, h) = self.size.get_untracked();
        self.look(|c| c.zoomed(factor, w / 2.0, h / 2.0));
    }

    /// Moves the view so that a point of the drawing is in the middle.
    pub fn center(self, (x, y): (f64, f64)) {
        let (w, h) = self.size.get_untracked();
        self.look(|c| c.moved(w / 2.0 - x * c.zoom - c.x, h / 2.0 - y * c.zoom - c.y));
    }

    /// Shows the complete drawing.
    pub fn fit(self) {
        let size = self.size.get_untracked();
        if let Some(camera) = self.with(|s| Camera::fit(s, size)) {
            self.camera.set(camera);
        }
    }

    fn look(self, change: impl FnOnce(Camera) -> Camera) {
        let size = self.size.get_untracked();
        let camera = change(self.camera.get_untracked());
        self.camera.set(self.with(|s| camera.kept(s, size)).unwrap_or(camera));
    }

    /// The node at a point of the canvas.
    pub fn pick(self, x: f64, y: f64) -> Option<u32> {
        let (x, y) = self.camera.with_untracked(|c| c.drawing(x, y));
        self.with(|s| s.hit(x, y)).flatten()
    }

    /// Whether a node of the drawing is a group or a stub.
    pub fn unfolds(self, node: u32) -> bool {
        self.with(|s| s.node(node).is_some_and(|n| n.group.is_some() || !n.is_content())).unwrap_or(false)
    }

    /// Whether all of the drawing is visible.
    pub fn fits(self) -> bool {
        let (view, camera) = (self.size.get_untracked(), self.camera.get_untracked());
        self.with(|s| camera.shows_all(s, view)).unwrap_or(true)
    }

    /// Performs the action of a gesture or key; `hovered` is the node under the pointer.
    pub fn act(self, action: Action, hovered: RwSignal<Option<u32>>) {
        match action {
            Action::Pan(dx, dy) => self.look(|c| c.moved(dx, dy)),
            Action::Zoom(factor, (x, y)) => self.look(|c| c.zoomed(factor, x, y)),
            Action::Pinch(factor, (x, y), (dx, dy)) => self.look(|c| c.zoomed(factor, x, y).moved(dx, dy)),
            Action::ZoomMiddle(factor) => self.zoom(factor),
            Action::Fit => self.fit(),
            Action::Hover((x, y)) => {
                let hit = self.pick(x, y);
                if hovered.get_untracked() != hit {
                    hovered.set(hit);
                }
            }
            Action::Click((x, y)) => self.click(x, y),
            Action::Walk(step) => self.walk(step),
            Action::Trace => self.trace.update(|trace| *trace = !*trace),
            Action::Enter => match self.selected.get_untracked() {
                Some(node) if self.unfolds(node) => self.toggle.run(node),
                Some(node) => self.show(node),
                None => self.walk(Step::Down),
            },
            Action::Deselect => self.selected.set(None),
        }
    }

    fn click(self, x: f64, y: f64) {
        let hit = self.pick(x, y);
        self.selected.set(hit);
        // The triangle in a group's head, or in a stub, opens and closes it at once.
        let (x, y) = self.camera.with_untracked(|c| c.drawing(x, y));
        let head = |n: &DrawnNode| (n.group.is_some() || !n.is_content()) && x - n.x < HEAD.1 && y - n.y < HEAD.0;
        if let Some(node) = hit.filter(|n| self.with(|s| s.node(*n).is_some_and(head)).unwrap_or(false)) {
            self.toggle.run(node);
        }
    }

    /// Selects the next node in a direction; without a selection, the first node.
    pub fn walk(self, step: Step) {
        let next = match self.selected.get_untracked() {
            Some(node) => self.with(|s| s.node(node).and_then(|_| s.step(node, step))).flatten(),
            None => self.with(|s| s.first()).flatten(),
        };
        if let Some(next) = next {
            self.show(next);
        }
    }
}
