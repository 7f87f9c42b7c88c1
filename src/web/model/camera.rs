//! The part of a drawing that the canvas shows.

use crate::graph::{DrawnNode, Flow, Scene};

/// Smallest and largest zoom.
const ZOOM: (f64, f64) = (0.0005, 4.0);
/// Below this zoom, text is too small to read; the first view is not smaller.
const READABLE: f64 = 0.55;
/// The part of it at which a drawing is still shown completely: to cut it off would gain little.
const NEARLY: f64 = 0.85;
/// CSS pixels of the drawing that always stay in view.
const KEPT: f64 = 48.0;

/// screen = drawing * zoom + (x, y), in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// CSS pixels per pixel of the drawing.
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

    /// The first view: the complete drawing if it is readable, otherwise its beginning.
    pub fn start(scene: &Scene, view: Size) -> Self {
        let all = Self::fit(scene, view);
        if all.zoom >= READABLE * NEARLY {
            return all;
        }
        let (w, h) = extent(scene);
        let first = scene.first().and_then(|n| scene.node(n));
        if scene.drawing().flow == Flow::Right {
            let zoom = (view.1 / h).clamp(READABLE, 1.0);
            let (left, cy) = first.map_or((0.0, h / 2.0), |n| (f64::from(n.x), f64::from(n.y + n.h / 2.0)));
            let y = if h * zoom <= view.1 { (view.1 - h * zoom) / 2.0 } else { view.1 / 2.0 - cy * zoom };
            return Self { zoom, x: 16.0 - (left - 16.0).max(0.0) * zoom, y }.kept(scene, view);
        }
        let zoom = (view.0 / w).clamp(READABLE, 1.0);
        let (cx, top) = first.map_or((w / 2.0, 0.0), |n| (f64::from(n.x + n.w / 2.0), f64::from(n.y)));
        let x = if w * zoom <= view.0 { (view.0 - w * zoom) / 2.0 } else { view.0 / 2.0 - cx * zoom };
        Self { zoom, x, y: 16.0 - (top - 16.0).max(0.0) * zoom }.kept(scene, view)
    }

    /// Zooms around the screen point (`px`, `py`).
    pub fn zoomed(self, factor: f64, px: f64, py: f64) -> Self {
        let zoom = (self.zoom * factor).clamp(ZOOM.0, ZOOM.1);
        let f = zoom / self.zoom;
        Self { zoom, x: px - (px - self.x) * f, y: py - (py - self.y) * f }
    }

    /// Moved by CSS pixels.
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Self { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// The same, limited so that a part of the drawing stays visible.
    pub fn kept(self, scene: &Scene, view: Size) -> Self {
        let (w, h) = extent(scene);
        let hold = |at: f64, size: f64, view: f64| {
            let (low, high) = (KEPT - size * self.zoom, view - KEPT);
            if low <= high { at.clamp(low, high) } else { at }
        };
        Self { x: hold(self.x, w, view.0), y: hold(self.y, h, view.1), ..self }
    }

    /// Whether all of the drawing is in view.
    pub fn shows_all(self, scene: &Scene, view: Size) -> bool {
        let (w, h) = extent(scene);
        self.x >= -1.0
            && self.y >= -1.0
            && self.x + w * self.zoom <= view.0 + 1.0
            && self.y + h * self.zoom <= view.1 + 1.0
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Drawing;

    const VIEW: Size = (400.0, 300.0);

    fn scene(width: f32, height: f32) -> Scene {
        let node = DrawnNode { x: 10.0, y: 10.0, w: 100.0, h: 40.0, ..DrawnNode::default() };
        Scene::new(Drawing { width, height, nodes: vec![node], ..Drawing::default() })
    }

    #[test]
    fn fitting_shows_all_and_starting_shows_what_can_be_read() {
        let (small, large) = (scene(200.0, 100.0), scene(300.0, 100_000.0));
        assert!(Camera::fit(&small, VIEW).shows_all(&small, VIEW));
        assert!(Camera::fit(&large, VIEW).shows_all(&large, VIEW));
        assert_eq!(Camera::start(&small, VIEW), Camera::fit(&small, VIEW));
        let wide = scene((1.05 * VIEW.0 / READABLE) as f32, 100.0);
        assert_eq!(Camera::start(&wide, VIEW), Camera::fit(&wide, VIEW), "a little less than readable");
        let start = Camera::start(&large, VIEW);
        assert!(start.zoom >= READABLE && !start.shows_all(&large, VIEW), "{start:?}");
        let (_, top) = start.drawing(0.0, 0.0);
        assert!(top <= 10.0, "it begins at the first node: {top}");
    }

    #[test]
    fn a_drawing_to_the_right_begins_at_the_left() {
        let node = DrawnNode { x: 10.0, y: 500.0, w: 100.0, h: 40.0, ..DrawnNode::default() };
        let drawing =
            Drawing { width: 100_000.0, height: 900.0, nodes: vec![node], flow: Flow::Right, ..Drawing::default() };
        let wide = Scene::new(drawing);
        let start = Camera::start(&wide, VIEW);
        assert!(start.zoom >= READABLE && !start.shows_all(&wide, VIEW), "{start:?}");
        let ((left, top), (_, bottom)) = (start.drawing(0.0, 0.0), start.drawing(VIEW.0, VIEW.1));
        assert!(left <= 10.0 && top < 500.0 && bottom > 540.0, "{left} {top} {bottom}");
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let before = Camera { zoom: 0.7, x: -31.0, y: 12.0 };
        for factor in [1.25, 0.5, 1e9, 1e-9] {
            let after = before.zoomed(factor, 120.0, 80.0);
            let (a, b) = (before.drawing(120.0, 80.0), after.drawing(120.0, 80.0));
            assert!((a.0 - b.0).abs() < 1e-2 && (a.1 - b.1).abs() < 1e-2, "{factor}: {a:?} {b:?}");
            assert!((ZOOM.0..=ZOOM.1).contains(&after.zoom), "{factor}");
        }
    }

    #[test]
    fn the_drawing_cannot_be_lost_from_view() {
        let scene = scene(200.0, 100.0);
        for (dx, dy) in [(1e6, 0.0), (-1e6, 0.0), (0.0, 1e6), (0.0, -1e6)] {
            let c = Camera::fit(&scene, VIEW).moved(dx, dy).kept(&scene, VIEW);
            let (right, bottom) = (c.x + 200.0 * c.zoom, c.y + 100.0 * c.zoom);
            let inside = c.x <= VIEW.0 - KEPT && right >= KEPT && c.y <= VIEW.1 - KEPT && bottom >= KEPT;
            assert!(inside, "{dx} {dy}: {c:?}");
        }
    }

    #[test]
    fn a_node_that_is_shown_is_in_view_and_readable() {
        let scene = scene(200.0, 100_000.0);
        let node = DrawnNode { y: 50_000.0, ..scene.node(0).unwrap().clone() };
        for camera in [Camera::fit(&scene, VIEW), Camera::start(&scene, VIEW)] {
            let c = camera.showing(&node, VIEW);
            let (x, y) = (f64::from(node.x) * c.zoom + c.x, f64::from(node.y) * c.zoom + c.y);
            assert!(c.zoom >= READABLE && (0.0..VIEW.0).contains(&x) && (0.0..VIEW.1).contains(&y), "{c:?}");
        }
    }
}
