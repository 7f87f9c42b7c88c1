//! Where a person looks: the part of a drawing that the canvas shows.

use crate::graph::{DrawnNode, Scene};

/// Smallest and largest zoom.
const ZOOM: (f64, f64) = (0.0005, 4.0);
/// Below this, text is too small to read; a first look does not start there.
const READABLE: f64 = 0.55;
/// CSS pixels of the drawing that always stay in view.
const KEPT: f64 = 48.0;

/// screen = drawing * zoom + (x, y), in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// CSS pixels for one pixel of the drawing.
    pub zoom: f64,
    /// Screen position of the drawing's left border.
    pub x: f64,
    /// Screen position of the drawing's upper border.
    pub y: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self { zoom: 1.0, x: 0.0, y: 0.0 }
    }
}

/// Size of the canvas in CSS pixels.
pub type Size = (f64, f64);

fn extent(scene: &Scene) -> Size {
    (f64::from(scene.drawing().width).max(1.0), f64::from(scene.drawing().height).max(1.0))
}

impl Camera {
    /// All of it.
    pub fn fit(scene: &Scene, view: Size) -> Self {
        let (w, h) = extent(scene);
        let zoom = (view.0 / w).min(view.1 / h).clamp(ZOOM.0, 1.25);
        Self { zoom, x: (view.0 - w * zoom) / 2.0, y: (view.1 - h * zoom) / 2.0 }
    }

    /// The first look: all of it where that can be read, else its beginning.
    pub fn start(scene: &Scene, view: Size) -> Self {
        let all = Self::fit(scene, view);
        if all.zoom >= READABLE {
            return all;
        }
        let (w, _) = extent(scene);
        let zoom = (view.0 / w).clamp(READABLE, 1.0);
        let first = scene.first().and_then(|n| scene.node(n));
        let (cx, top) = first.map_or((w / 2.0, 0.0), |n| (f64::from(n.x + n.w / 2.0), f64::from(n.y)));
        let x = if w * zoom <= view.0 { (view.0 - w * zoom) / 2.0 } else { view.0 / 2.0 - cx * zoom };
        Self { zoom, x, y: 16.0 - (top - 16.0).max(0.0) * zoom }.kept(scene, view)
    }

    /// Closer or farther, with the point (`px`, `py`) of the screen staying where it is.
    pub fn zoomed(self, factor: f64, px: f64, py: f64) -> Self {
        let zoom = (self.zoom * factor).clamp(ZOOM.0, ZOOM.1);
        let f = zoom / self.zoom;
        Self { zoom, x: px - (px - self.x) * f, y: py - (py - self.y) * f }
    }

    /// Moved by CSS pixels.
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Self { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// The same, held where something of the drawing can still be seen.
    pub fn kept(self, scene: &Scene, view: Size) -> Self {
        let (w, h) = extent(scene);
        let hold = |at: f64, size: f64, view: f64| {
            let (low, high) = (KEPT - size * self.zoom, view - KEPT);
            if low <= high { at.clamp(low, high) } else { at }
        };
        Self { x: hold(self.x, w, view.0), y: hold(self.y, h, view.1), ..self }
    }

    /// Drawing coordinates of a point of the screen.
    pub fn drawing(self, px: f64, py: f64) -> (f32, f32) {
        (((px - self.x) / self.zoom) as f32, ((py - self.y) / self.zoom) as f32)
    }

    /// The nearest camera that shows a node readably.
    pub fn showing(self, node: &DrawnNode, view: Size) -> Self {
        if self.zoom >= READABLE {
            return self.holding(node, view);
        }
        let (cx, cy) = (f64::from(node.x + node.w / 2.0), f64::from(node.y + node.h / 2.0));
        Self { zoom: 0.8, x: view.0 / 2.0 - cx * 0.8, y: view.1 / 2.0 - cy * 0.8 }
    }

    /// The nearest camera of the same zoom with a node in view.
    pub fn holding(self, node: &DrawnNode, view: Size) -> Self {
        let camera = self;
        let into = |at: f64, size: f64, view: f64| {
            let margin = 32.0f64.min(view / 4.0);
            if at < margin || size > view - 2.0 * margin { margin - at } else { (view - margin - at - size).min(0.0) }
        };
        let (x, y) = (f64::from(node.x) * camera.zoom + camera.x, f64::from(node.y) * camera.zoom + camera.y);
        let (w, h) = (f64::from(node.w) * camera.zoom, f64::from(node.h) * camera.zoom);
        camera.moved(into(x, w, view.0), into(y, h.min(view.1 / 2.0), view.1))
    }
}
