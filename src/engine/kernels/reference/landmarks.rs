//! MediaPipe's custom operators of models that look at parts of an image again, such as face landmarks with attention:
//! a matrix from landmarks, the part of a tensor that the matrix selects, landmarks moved by the matrix.
//!
//! Source: MediaPipe, `mediapipe/util/tflite/operations` (`landmarks_to_transform_matrix.cc`,
//! `transform_tensor_bilinear.cc`, `transform_landmarks.cc`), the second version of each.

use super::options::{Options, whole};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Refusal};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::operands::{is, operands, types};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, NodeView, Shape};
use crate::formats::flexbuffers::Value;

/// Name of the operator that makes a matrix from landmarks.
pub const MATRIX: &str = "Landmarks2TransformMatrix";
/// Name of the operator that samples a tensor.
pub const SAMPLE: &str = "TransformTensorBilinear";
/// Name of the operator that moves landmarks.
pub const MOVE: &str = "TransformLandmarks";

/// All three, by name.
pub const OPS: [(&str, Definition); 3] = [
    (MATRIX, Definition::new(2, check_matrix, matrix_shape, matrix)),
    (SAMPLE, Definition::new(2, check_sample, sample_shape, sample)),
    (MOVE, Definition::new(2, check_move, move_shape, moved)),
];

/// A matrix by rows.
type Matrix<const N: usize> = [[f32; N]; N];

/// A size of a tensor.
fn size(options: &Options, name: &str) -> Option<usize> {
    options.index(name).filter(|size| (1..1 << 15).contains(size))
}

/// Float operands, one result, the second version.
fn check(view: &NodeView, count: usize) -> Check {
    operands(view, count..=count, count)?;
    types(view, (0..count).all(|i| is(view, i, Dtype::F32)) && view.out_dtype(0) == Some(Dtype::F32))?;
    if view.node.version == 2 { Ok(()) } else { Err(Refusal::new("engine-custom-options")) }
}

/// The matrix operand.
fn matrix_fits(view: &NodeView) -> Result<()> {
    if view.shape(1).iter().product::<usize>() == 16 { Ok(()) } else { Err(misfit()) }
}

/// The first two rows of the matrix, for x and y.
fn rows(io: &Io) -> [[f32; 4]; 2] {
    let (rows, _) = io.input::<f32>(1).as_chunks::<4>();
    [rows[0], rows[1]]
}

fn dot(row: &[f32; 4], x: f32, y: f32) -> f32 {
    row[0] * x + row[1] * y + row[2] * 0.0 + row[3]
}

/// Options of [`MATRIX`].
struct Crop {
    /// The landmarks whose connection is turned to the angle.
    ends: [usize; 2],
    angle: f32,
    /// The landmarks inside.
    inside: Vec<usize>,
    /// Height and width of the result's pixels, and factors of the crop.
    size: [usize; 2],
    scale: [f32; 2],
}

impl Crop {
    fn new(view: &NodeView) -> Option<Self> {
        let options = Options::new(view)?;
        let Value::List(inside) = options.value("subset_idxs")? else { return None };
        let inside: Vec<usize> = inside.iter().map(whole).collect::<Option<_>>()?;
        let real = |name: &str| options.real(name).map(|real| real as f32);
        let scale = [real("scale_y")?, real("scale_x")?];
        let sane = !inside.is_empty() && scale.iter().all(|scale| *scale > 0.0);
        sane.then_some(Self {
            ends: [options.index("left_rotation_idx")?, options.index("right_rotation_idx")?],
            angle: real("target_rotation_radians")?,
            inside,
            size: [size(&options, "output_height")?, size(&options, "output_width")?],
            scale,
        })
    }

    fn landmarks(&self) -> impl Iterator<Item = usize> {
        self.ends.iter().chain(&self.inside).copied()
    }
}

fn check_matrix(view: &NodeView) -> Check {
    check(view, 1)?;
    if Crop::new(view).is_some() { Ok(()) } else { Err(Refusal::new("engine-custom-options")) }
}

fn matrix_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [_, count, three] = dims(view.shape(0))?;
    let crop = Crop::new(view).ok_or_else(misfit)?;
    if three != 3 || crop.landmarks().any(|landmark| landmark >= count) {
        return Err(misfit());
    }
    Ok(Some(vec![vec![1, 4, 4]]))
}

fn rotation(angle: f32) -> Matrix<2> {
    let (sin, cos) = angle.sin_cos();
    [[cos, -sin], [sin, cos]]
}

fn turned(rotation: &Matrix<2>, [x, y]: [f32; 2]) -> [f32; 2] {
    rotation.map(|[a, b]| a * x + b * y)
}

fn product(a: &Matrix<4>, b: &Matrix<4>) -> Matrix<4> {
    std::array::from_fn(|row| std::array::from_fn(|column| (0..4).map(|k| a[row][k] * b[k][column]).sum()))
}

/// The matrix from pixels of the result to those of the tensor: the box around the landmarks after a turn, scaled.
fn matrix(view: &NodeView, io: &mut Io) -> Result<()> {
    let crop = Crop::new(view).ok_or_else(misfit)?;
    let points = io.input::<f32>(0);
    let point = |landmark: usize| [points[landmark * 3], points[landmark * 3 + 1]];
    let [left, right] = crop.ends.map(point);
    let angle = crop.angle - (right[1] - left[1]).atan2(right[0] - left[0]);
    let there = rotation(angle);
    let all = crop.inside.iter().map(|&landmark| turned(&there, point(landmark)));
    let bounds = all.map(|[x, y]| [x, y, x, y]).reduce(|[left, top, right, bottom], [x, y, ..]| {
        [
            if left > x { x } else { left },
            if top > y { y } else { top },
            if right < x { x } else { right },
            if bottom < y { y } else { bottom },
        ]
    });
    let [left, top, right, bottom] = bounds.ok_or_else(misfit)?;
    let back = rotation(-angle);
    let middle = turned(&back, [(left + right) / 2.0, (top + bottom) / 2.0]);
    let [height, width] = crop.size.map(|size| size as f32);
    let [sx, sy] = [crop.scale[1] * (right - left) / width, crop.scale[0] * (bottom - top) / height];
    let shift = |x: f32, y: f32| [[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    let [[a, b], [c, d]] = back;
    let turn = [[a, b, 0.0, 0.0], [c, d, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    let scale = [[sx, 0.0, 0.0, 0.0], [0.0, sy, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    let steps = [turn, scale, shift(-width / 2.0, -height / 2.0)];
    let whole = steps.iter().fold(shift(middle[0], middle[1]), |before, step| product(&before, step));
    io.output::<f32>(0).copy_from_slice(whole.as_flattened());
    Ok(())
}

fn check_sample(view: &NodeView) -> Check {
    check(view, 2)?;
    let sizes = Options::new(view)
        .and_then(|options| Some((size(&options, "output_height")?, size(&options, "output_width")?)));
    if sizes.is_some() { Ok(()) } else { Err(Refusal::new("engine-custom-options")) }
}

fn sample_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [batch, _, _, channels] = dims(view.shape(0))?;
    matrix_fits(view)?;
    let options = Options::new(view).ok_or_else(misfit)?;
    let size = |name| size(&options, name).ok_or_else(misfit);
    if batch != 1 {
        return Err(misfit());
    }
    Ok(Some(vec![vec![1, size("output_height")?, size("output_width")?, channels]]))
}

/// Bilinear samples at the positions of the matrix; zero outside the tensor.
fn sample(view: &NodeView, io: &mut Io) -> Result<()> {
    let [_, height, width, channels] = dims(view.shape(0))?;
    let [_, _, out_width, _] = dims(view.out_shape(0))?;
    // Pixels have their center at one half.
    let rows = rows(io).map(|row| {
        let shift = f64::from(row[0]) * 0.5 + f64::from(row[1]) * 0.5 - 0.5;
        [row[0], row[1], row[2], (f64::from(row[3]) + shift) as f32]
    });
    let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
    let between = |part: f32, a: f32, b: f32| ((1.0 - f64::from(part)) * f64::from(a) + f64::from(part * b)) as f32;
    for (at, pixel) in out.chunks_exact_mut(channels.max(1)).enumerate() {
        let [px, py] = [at % out_width.max(1), at / out_width.max(1)].map(|position| position as f32);
        let [tx, ty] = [dot(&rows[0], px, py), dot(&rows[1], px, py)];
        let inside = |position: f32, size: usize| position >= 0.0 && position <= size as f32 - 1.0;
        if !inside(tx, width) || !inside(ty, height) {
            pixel.fill(0.0);
            continue;
        }
        let (left, top) = (tx as usize, ty as usize);
        let (right_part, lower_part) = (tx - tx.floor(), ty - ty.floor());
        for (channel, value) in pixel.iter_mut().enumerate() {
            let read = |row: usize, column: usize| {
                let known = row < height && column < width;
                if known { x[(row * width + column) * channels + channel] } else { 0.0 }
            };
            let upper = between(right_part, read(top, left), read(top, left + 1));
            let lower = between(right_part, read(top + 1, left), read(top + 1, left + 1));
            *value = between(lower_part, upper, lower);
        }
    }
    Ok(())
}

fn check_move(view: &NodeView) -> Check {
    check(view, 2)
}

fn move_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [one, _, size] = dims(view.shape(0))?;
    matrix_fits(view)?;
    if one != 1 || !matches!(size, 2 | 3) {
        return Err(misfit());
    }
    Ok(Some(vec![view.shape(0).to_vec()]))
}

/// The first two coordinates of each landmark after the matrix; a third one stays.
fn moved(view: &NodeView, io: &mut Io) -> Result<()> {
    let [_, _, size] = dims(view.shape(0))?;
    let rows = rows(io);
    let (points, out) = (io.input::<f32>(0), io.output::<f32>(0));
    for (from, to) in points.chunks_exact(size).zip(out.chunks_exact_mut(size)) {
        to.copy_from_slice(from);
        [to[0], to[1]] = [0, 1].map(|row| dot(&rows[row], from[0], from[1]));
    }
    Ok(())
}
