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

/// Dots of a row, one beside the other, that nodes of one color cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Of the nodes.
    pub color: u8,
    /// The first dot.
    pub x: usize,
    /// The row.
    pub y: usize,
    /// Number of dots.
    pub length: usize,
}

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

    /// The parts of a grid of `dots` per CSS pixel that rectangles cover, row by row. A canvas takes a microsecond or two for each rectangle,
    /// and many nodes of a large drawing share a dot. There the largest color wins, so that a rare class can have one; colors
    /// begin with 1.
    pub fn covered(self, rectangles: impl Iterator<Item = ([f64; 4], u8)>, dots: f64) -> Vec<Run> {
        let (columns, rows) = ((self.size.0 * dots).ceil() as usize, (self.size.1 * dots).ceil() as usize);
        let mut grid = vec![0; columns * rows];
        for ([x, y, w, h], color) in rectangles {
            let side = |from: f64, length: f64, most: usize| {
                let first = ((from * dots).round() as usize).min(most.saturating_sub(1));
                first..(((from + length) * dots).round() as usize).clamp(first + 1, most.max(first + 1))
            };
            let across = side(x, w, columns);
            for row in side(y, h, rows) {
                let dots = grid.get_mut(row * columns..).and_then(|from| from.get_mut(across.clone()));
                dots.into_iter().flatten().for_each(|dot: &mut u8| *dot = color.max(*dot));
            }
        }
        let mut runs = Vec::new();
        for (y, row) in grid.chunks_exact(columns.max(1)).enumerate() {
            let mut x = 0;
            for same in row.chunk_by(|a, b| a == b) {
                if same[0] > 0 {
                    runs.push(Run { color: same[0], x, y, length: same.len() });
                }
                x += same.len();
            }
        }
        runs
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
    fn many_nodes_are_few_runs_and_a_rare_color_is_seen() {
        let fit = Fit::new(&drawing(100.0, 100.0), (100.0, 100.0));
        let close = (0..1000).map(|at| ([f64::from(at) / 20.0, 10.2, 1.0, 1.0], if at == 500 { 2 } else { 1 }));
        let run = |color, x, length| Run { color, x, y: 10, length };
        assert_eq!(fit.covered(close, 1.0), [run(1, 0, 25), run(2, 25, 1), run(1, 26, 25)]);
        let corner = fit.covered([([99.8, 99.9, 5.0, 5.0], 3)].into_iter(), 2.0);
        assert_eq!(corner, [Run { color: 3, x: 199, y: 199, length: 1 }], "never outside");
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
