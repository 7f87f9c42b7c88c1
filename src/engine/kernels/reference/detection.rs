//! `TFLite_Detection_PostProcess`, the runtime's built-in custom operator at the end of detection models: selects the
//! best boxes that do not overlap from boxes relative to anchors.

use super::options;
use crate::engine::error::{EngineError, Result};
use crate::engine::operator::{Check, Definition, Refusal};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::operands::types;
use crate::engine::program::{Dtype, elements};
use crate::engine::view::{Io, NodeView, Shape};
use crate::formats::flexbuffers::Value;
use crate::order;
use std::cmp::Ordering;

/// Name of the custom operator.
pub const NAME: &str = "TFLite_Detection_PostProcess";
/// Its definition.
pub const DEFINITION: Definition = Definition::new(1, check, shapes, run);

/// Options, kept as FlexBuffers.
struct Options {
    most: usize,
    /// Classes reported per box, if boxes are not chosen class by class.
    classes_each: usize,
    /// Boxes per class, if they are.
    by_class: usize,
    regular: bool,
    classes: usize,
    least_score: f32,
    most_alike: f32,
    /// Of y, x, height, width.
    scales: [f64; 4],
}

impl Options {
    fn new(view: &NodeView) -> Option<Self> {
        let fields = options::Options::new(view)?;
        let real = |name: &str| fields.real(name).unwrap_or(0.0);
        let count = |name: &str| if fields.value(name).is_some() { fields.count(name) } else { Some(0) };
        let regular = real("use_regular_nms") != 0.0;
        let by_class = match fields.value("detections_per_class") {
            None | Some(Value::Null) => 100,
            _ => count("detections_per_class")?,
        };
        Some(Self {
            most: count("max_detections")?,
            classes_each: count("max_classes_per_detection")?,
            by_class,
            regular,
            classes: count("num_classes")?,
            least_score: real("nms_score_threshold") as f32,
            most_alike: real("nms_iou_threshold") as f32,
            scales: ["y_scale", "x_scale", "h_scale", "w_scale"].map(|name| f64::from(real(name) as f32)),
        })
    }

    /// Whether the runtime would run it.
    fn sane(&self) -> bool {
        let limits = if self.regular { self.by_class > 0 } else { self.classes_each > 0 && self.classes > 0 };
        limits && self.most_alike > 0.0 && self.most_alike <= 1.0
    }
}

fn check(view: &NodeView) -> Check {
    if view.inputs() != 3 || !(0..3).all(|i| view.has(i)) || view.outputs() != 4 {
        return Err(Refusal::new("engine-operands"));
    }
    let quantized = |i: usize| view.dtype(i) == Some(Dtype::U8) && crate::engine::ops::operands::per_tensor(view, i);
    let known = |i: usize| view.dtype(i) == Some(Dtype::F32) || quantized(i);
    let out = (0..4).all(|i| view.out_dtype(i) == Some(Dtype::F32));
    types(view, out && known(0) && known(1) && view.dtype(2) == view.dtype(0) && known(2))?;
    if Options::new(view).is_some_and(|o| o.sane()) { Ok(()) } else { Err(Refusal::new("engine-custom-options")) }
}

fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let o = Options::new(view).ok_or_else(misfit)?;
    let [one, boxes, coordinates] = dims(view.shape(0))?;
    let [one_too, boxes_too, columns] = dims(view.shape(1))?;
    let [anchors, four] = dims(view.shape(2))?;
    // The options do not count the background, which is one more class.
    let classes = columns == o.classes || columns == o.classes + 1;
    if (one, one_too, boxes, four) != (1, 1, boxes_too, 4) || anchors < boxes || coordinates < 4 || !classes {
        return Err(misfit());
    }
    let count = o.most.checked_mul(o.classes_each).ok_or_else(misfit)?;
    elements(&[count, 4])?;
    Ok(Some(vec![vec![1, count, 4], vec![1, count], vec![1, count], vec![1]]))
}

/// Operand `i` as reals.
fn reals(view: &NodeView, io: &Io, i: usize) -> Result<Vec<f32>> {
    if view.dtype(i) == Some(Dtype::F32) {
        return Ok(io.input::<f32>(i).to_vec());
    }
    let quant = view.quant(i)?;
    let (scale, zero) = (quant.scale(), quant.zero_point() as f32);
    Ok(io.bytes(i).iter().map(|&code| (f32::from(code) - zero) * scale).collect())
}

/// A box by its edges: top, left, bottom, right.
type Edges = [f32; 4];

/// Boxes by their edges; an anchor is a center with a height and a width.
fn decode(places: &[f32], width: usize, anchors: &[f32], scales: [f64; 4]) -> Vec<Edges> {
    let edges = |(place, anchor): (&[f32], &[f32])| {
        let [y, x, h, w] = [0, 1, 2, 3].map(|i| f64::from(place[i]) / scales[i]);
        let [ay, ax, ah, aw] = [0, 1, 2, 3].map(|i| f64::from(anchor[i]));
        let (y, x) = ((y * ah + ay) as f32, (x * aw + ax) as f32);
        let (h, w) = ((0.5 * h.exp() * ah) as f32, (0.5 * w.exp() * aw) as f32);
        [y - h, x - w, y + h, x + w]
    };
    places.chunks_exact(width).zip(anchors.chunks_exact(4)).map(edges).collect()
}

/// Area of the intersection by area of the union.
fn overlap(a: &Edges, b: &Edges) -> f32 {
    let area = |e: &Edges| (e[2] - e[0]) * (e[3] - e[1]);
    if area(a) <= 0.0 || area(b) <= 0.0 {
        return 0.0;
    }
    let height = (a[2].min(b[2]) - a[0].max(b[0])).max(0.0);
    let width = (a[3].min(b[3]) - a[1].max(b[1])).max(0.0);
    let common = height * width;
    common / (area(a) + area(b) - common)
}

/// The best boxes by these scores, without those that overlap with a better one; `most` at most.
fn choose(boxes: &[Edges], scores: &[f32], o: &Options, most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).filter(|&i| scores[i] >= o.least_score).collect();
    best(&mut order, usize::MAX, |&i| scores[i]);
    let mut chosen: Vec<usize> = Vec::new();
    for i in order {
        if chosen.len() == most {
            break;
        }
        if !chosen.iter().any(|&better| overlap(&boxes[better], &boxes[i]) > o.most_alike) {
            chosen.push(i);
        }
    }
    chosen
}

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let o = Options::new(view).ok_or_else(misfit)?;
    let (width, columns) = (view.shape(0)[2], view.shape(1)[2]);
    let (places, scores, anchors) = (reals(view, io, 0)?, reals(view, io, 1)?, reals(view, io, 2)?);
    let boxes = decode(&places, width, &anchors, o.scales);
    if boxes.iter().any(|e| e[0] > e[2] || e[1] > e[3]) {
        return Err(EngineError::run("engine-boxes"));
    }
    let background = columns - o.classes;
    let score = |i: usize, class: usize| scores[i * columns + background + class];
    let mut found: Vec<(usize, usize, f32)> = Vec::new();
    let count;
    if o.regular {
        for class in 0..o.classes {
            let of_class: Vec<f32> = (0..boxes.len()).map(|i| score(i, class)).collect();
            let chosen = choose(&boxes, &of_class, &o, o.by_class);
            found.extend(chosen.into_iter().map(|i| (i, class, of_class[i])));
            best(&mut found, o.most, |found| found.2);
        }
        count = found.len();
    } else {
        let each = o.classes_each.min(o.classes);
        let ranked = |i: usize| {
            let mut classes: Vec<usize> = (0..o.classes).collect();
            best(&mut classes, each, |&class| score(i, class));
            classes
        };
        let top: Vec<f32> = (0..boxes.len()).map(|i| score(i, ranked(i)[0])).collect();
        let chosen = choose(&boxes, &top, &o, o.most);
        count = chosen.len();
        for i in chosen {
            let nothing = (0..o.classes_each - each).map(|_| (usize::MAX, 0, 0.0));
            found.extend(ranked(i).into_iter().map(|class| (i, class, score(i, class))).chain(nothing));
        }
    }
    let (edges, classes, shown) = (io.output::<f32>(0), io.output::<f32>(1), io.output::<f32>(2));
    edges.fill(0.0);
    classes.fill(0.0);
    shown.fill(0.0);
    let rows = edges.chunks_exact_mut(4).zip(classes.iter_mut().zip(shown));
    for ((edges, (class, shown)), found) in rows.zip(found) {
        if let Some(found) = boxes.get(found.0) {
            edges.copy_from_slice(found);
        }
        (*class, *shown) = (found.1 as f32, found.2);
    }
    io.output::<f32>(3)[0] = count as f32;
    Ok(())
}

/// Keeps the `most` first elements by descending score; the earlier of equal ones.
fn best<T>(list: &mut Vec<T>, most: usize, score: impl Fn(&T) -> f32) {
    order::sort_by(list, |a, b| descending(score(a), score(b)));
    list.truncate(most);
}

/// Larger numbers first; both zeros count as the same.
fn descending(a: f32, b: f32) -> Ordering {
    (b + 0.0).total_cmp(&(a + 0.0))
}
