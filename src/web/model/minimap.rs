//! Where a drawing and its visible part are on a minimap.

use super::camera::{Camera, Size};
use crate::graph::{Drawing, DrawnNode};

/// A drawing scaled into a corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Width and height of the minimap in CSS pixels.
    pub size: Size,
    /// CSS pixels per pixel of the drawing, for each axis: a long chain would otherwise be a hairline.
    scale: Size,
}

/// A side is at least this long, in CSS pixels.
const LEAST: f64 = 24.0;

impl Fit {
    /// A drawing in at most `room`.
    pub fn new(drawing: &Drawing, room: Size) -> Self {
        let (w, h) = (f64::from(drawing.width).max(1.0), f64::from(drawing.height).max(1.0));
        let scale = (room.0 / w).min(room.1 / h);
        let size = ((w * scale).max(LEAST), (h * scale).max(LEAST));
        Self { size, scale: (size.0 / w, size.1 / h) }
    }

    /// Left, top, width and height of a node, at least a pixel each way.
    pub fn rectangle(self, node: &DrawnNode) -> [f64; 4] {
        let (x, y) = (f64::from(node.x) * self.scale.0, f64::from(node.y) * self.scale.1);
        [x, y, (f64::from(node.w) * self.scale.0).max(1.0), (f64::from(node.h) * self.scale.1).max(1.0)]
    }

    /// Left, top, width and height of the visible part, within the minimap.
    pub fn frame(self, camera: Camera, view: Size) -> [f64; 4] {
        let side = |from: f64, length: f64, scale: f64, size: f64| {
            let low = (from * scale).clamp(0.0, size);
            (low, ((from + length) * scale).clamp(low, size) - low)
        };
        let (left, width) = side(-camera.x / camera.zoom, view.0 / camera.zoom, self.scale.0, self.size.0);
        let (top, height) = side(-camera.y / camera.zoom, view.1 / camera.zoom, self.scale.1, self.size.1);
        [left, top, width, height]
    }

    /// The point of the drawing at a point of the minimap.
    pub fn drawing(self, (x, y): (f64, f64)) -> (f64, f64) {
        (x / self.scale.0, y / self.scale.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(width: f32, height: f32) -> Drawing {
        Drawing { width, height, ..Drawing::default() }
    }

    #[test]
    fn a_drawing_fills_the_room_in_one_direction() {
        assert_eq!(Fit::new(&drawing(1000.0, 500.0), (100.0, 100.0)).size, (100.0, 50.0));
        assert_eq!(Fit::new(&drawing(100.0, 100_000.0), (100.0, 160.0)).size, (LEAST, 160.0), "a chain stays visible");
    }

    #[test]
    fn the_frame_is_the_visible_part_and_stays_inside() {
        let fit = Fit::new(&drawing(1000.0, 1000.0), (100.0, 100.0));
        let camera = Camera { zoom: 2.0, x: -400.0, y: -200.0 };
        assert_eq!(fit.frame(camera, (600.0, 400.0)), [20.0, 10.0, 30.0, 20.0]);
        assert_eq!(fit.drawing((20.0, 10.0)), (200.0, 100.0));
        let outside = Camera { zoom: 1.0, x: 900.0, y: -990.0 };
        let [left, top, width, height] = fit.frame(outside, (2000.0, 2000.0));
        assert!(left == 0.0 && left + width <= 100.0 && top + height <= 100.0);
    }
}
