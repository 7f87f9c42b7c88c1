//! Recurrent operators with float results: RNN, LSTM, SVDF and their forms over sequences, in one direction or both.
//! State lives in variable tensors. Weights may be int8 codes: inputs are then quantized on the fly.

use crate::engine::error::Result;
use crate::engine::kernels::reference::recurrent_second::{self as second, Second};
use crate::engine::kernels::reference::{recurrent_basic, recurrent_codes};
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::arithmetic::clamp;
use crate::engine::ops::dynamic_range::QuantizedRows;
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::operands::types;
use crate::engine::program::{Activation, Dtype, Op, Params, elements};
use crate::engine::view::{Io, NodeView, Shape};
use std::borrow::Cow;

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::Rnn, Definition::new(3, check_rnn, rnn_shape, rnn).impure()),
    (Op::UnidirectionalSequenceRnn, Definition::new(3, check_rnn, rnn_shape, rnn).impure()),
    (Op::BidirectionalSequenceRnn, Definition::new(3, check_rnn, rnn_shape, rnn).impure()),
    (Op::Lstm, Definition::new(4, check_lstm, lstm_shape, lstm).impure()),
    (Op::UnidirectionalSequenceLstm, Definition::new(4, check_lstm, lstm_shape, lstm).impure()),
    (Op::BidirectionalSequenceLstm, Definition::new(3, check_lstm, lstm_shape, lstm).impure()),
    (Op::Svdf, Definition::new(4, check_svdf, svdf_shape, svdf).impure()),
];

/// Applies an activation to one value; `None` for those that no recurrent operator has.
fn activation(a: Activation) -> Option<fn(f32) -> f32> {
    Some(match a {
        Activation::None => |x| x,
        Activation::Relu => |x| clamp(x, 0.0, f32::INFINITY),
        Activation::ReluN1To1 => |x| clamp(x, -1.0, 1.0),
        Activation::Relu6 => |x| clamp(x, 0.0, 6.0),
        Activation::Tanh => f32::tanh,
        Activation::SignBit => return None,
    })
}

/// What gates pass.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Input, result, and every operand from 1 on are float32, or int8 codes among `weights`.
fn floats(view: &NodeView, weights: impl Fn(usize) -> bool) -> Check {
    let codes = |i: usize| {
        weights(i)
            && matches!(view.dtype(i), Some(Dtype::I8 | Dtype::U8))
            && crate::engine::ops::operands::per_tensor(view, i)
    };
    let all = (0..view.inputs()).all(|i| !view.has(i) || view.dtype(i) == Some(Dtype::F32) || codes(i));
    types(view, all && (0..view.outputs()).all(|i| view.out_dtype(i) == Some(Dtype::F32)))?;
    if activation(view.activation()).is_none() { Err(Refusal::new("engine-activation")) } else { Ok(()) }
}

/// True when operand `i` keeps its value between runs.
pub fn is_state(view: &NodeView, i: usize) -> bool {
    view.tensor(i).is_some_and(|t| t.is_variable)
}

/// Operators that go there and back.
pub fn bidirectional(view: &NodeView) -> bool {
    matches!(view.node.op.builtin(), Some(Op::BidirectionalSequenceRnn | Op::BidirectionalSequenceLstm))
}

/// How an input is cut into steps.
#[derive(Clone, Copy)]
pub struct Sequence {
    /// Steps.
    pub steps: usize,
    /// Rows that go along with each other.
    pub batch: usize,
    /// Elements of a row.
    pub input: usize,
    time_major: bool,
}

impl Sequence {
    /// Of a node with an input of two dimensions (one step) or three.
    pub fn new(view: &NodeView) -> Result<Self> {
        let Params::Recurrent { time_major, .. } = view.node.params else { return Err(misfit()) };
        let (steps, batch, input, time_major) = match *view.shape(0) {
            [batch, input] => (1, batch, input, true),
            [time, batch, input] if time_major => (time, batch, input, true),
            [batch, time, input] => (time, batch, input, false),
            _ => return Err(misfit()),
        };
        Ok(Self { steps, batch, input, time_major })
    }

    /// The row of a step of a batch.
    pub fn row(&self, step: usize, b: usize) -> usize {
        if self.time_major { step * self.batch + b } else { b * self.steps + step }
    }
}

/// Output shapes from the sizes of the rows of each direction.
fn with_rows(view: &NodeView, sizes: &[usize]) -> Result<Option<Vec<Shape>>> {
    let Params::Recurrent { merge_outputs, .. } = view.node.params else { return Err(misfit()) };
    let shape = |size: usize| {
        let mut shape = view.shape(0).to_vec();
        *shape.last_mut().ok_or_else(misfit)? = size;
        elements(&shape)?;
        Ok(shape)
    };
    if merge_outputs && sizes.len() == 2 {
        return Ok(Some(vec![shape(sizes[0] + sizes[1])?]));
    }
    Ok(Some(sizes.iter().map(|&size| shape(size)).collect::<Result<_>>()?))
}

/// As many results as directions, or one that holds both.
fn outputs_fit(view: &NodeView) -> bool {
    let merged = matches!(view.node.params, Params::Recurrent { merge_outputs: true, .. });
    view.outputs() == if bidirectional(view) && !merged { 2 } else { 1 }
}

/// Where the rows of each direction go.
struct Rows<'a> {
    outs: Vec<&'a mut [f32]>,
    width: usize,
}

impl<'a> Rows<'a> {
    fn new(view: &NodeView, io: &mut Io<'a>) -> Self {
        let width = view.out_shape(0).last().copied().unwrap_or(0);
        Self { outs: (0..view.outputs()).map(|i| io.output(i)).collect(), width }
    }

    /// Row `n` of a direction, `size` elements wide.
    fn row(&mut self, direction: usize, n: usize, size: usize) -> &mut [f32] {
        let both = self.outs.len() == 1;
        // In a result of both, the second direction fills the right half.
        let start = match (both, direction) {
            (true, 1) => (n + 1) * self.width - size,
            (true, _) => n * self.width,
            _ => n * size,
        };
        &mut self.outs[if both { 0 } else { direction }][start..start + size]
    }
}

/// Adds to the first the products of the second, a matrix with a row for each of its elements, with the third.
pub type AddProduct = fn(&mut [f32], &[f32], &[f32]);

/// A kernel that takes its products from elsewhere.
pub type Run = fn(&NodeView, &mut Io, AddProduct) -> Result<()>;

fn add_product(out: &mut [f32], weights: &[f32], x: &[f32]) {
    for (o, row) in out.iter_mut().zip(weights.chunks_exact(x.len().max(1))) {
        *o += row.iter().zip(x).map(|(w, x)| w * x).sum::<f32>();
    }
}

/// A matrix with a row for each output.
struct Matrix<'a> {
    floats: &'a [f32],
    add_product: AddProduct,
    codes: &'a [i8],
    scale: f32,
    asymmetric: bool,
}

impl<'a> Matrix<'a> {
    /// Operand `i`; empty when it is left out.
    fn new(view: &NodeView, io: &Io<'a>, i: usize, add_product: AddProduct) -> Self {
        let asymmetric = matches!(view.node.params, Params::Recurrent { asymmetric_inputs: true, .. });
        let mut new = Self { floats: &[], add_product, codes: &[], scale: 1.0, asymmetric };
        match view.dtype(i) {
            Some(Dtype::F32) => new.floats = io.input(i),
            Some(_) => {
                new.codes = io.input(i);
                new.scale = view.quant(i).map_or(1.0, |q| q.scale());
            }
            None => {}
        }
        new
    }

    fn is_empty(&self) -> bool {
        self.floats.is_empty() && self.codes.is_empty()
    }

    /// Adds the product with `x` to `out`.
    fn add_product(&self, out: &mut [f32], x: &[f32]) {
        if !self.floats.is_empty() {
            (self.add_product)(out, self.floats, x);
        }
        if self.codes.is_empty() {
            return;
        }
        let n = x.len().max(1);
        let quantized = QuantizedRows::quantize(x, 1, self.asymmetric);
        let (zero, scale) = (quantized.zero[0], quantized.scale[0] * self.scale);
        for (o, row) in out.iter_mut().zip(self.codes.chunks_exact(n)) {
            let product = |(&w, &x): (&i8, &i8)| i32::from(w) * (i32::from(x) - zero);
            *o += row.iter().zip(&quantized.values).map(product).sum::<i32>() as f32 * scale;
        }
    }
}

/// Operand `i` as reals; empty when it is left out.
fn vector<'a>(view: &NodeView, io: &Io<'a>, i: usize) -> Cow<'a, [f32]> {
    match view.dtype(i) {
        Some(Dtype::F32) => Cow::Borrowed(io.input(i)),
        Some(_) => {
            let scale = view.quant(i).map_or(1.0, |q| q.scale());
            Cow::Owned(io.input::<i8>(i).iter().map(|&c| scale * f32::from(c)).collect())
        }
        None => Cow::Borrowed(&[]),
    }
}

/// First weights of each direction of an RNN: input, recurrent, bias, state.
fn rnn_places(view: &NodeView) -> &'static [usize] {
    if bidirectional(view) { &[1, 5] } else { &[1] }
}

fn check_rnn(view: &NodeView) -> Check {
    let places = rnn_places(view);
    let given = (0..=4 * places.len()).all(|i| view.has(i)) && view.inputs() <= 4 * places.len() + 1;
    let given = given || (bidirectional(view) && (0..=8).all(|i| view.has(i)) && second::given(view));
    if !given || !outputs_fit(view) || !places.iter().all(|p| is_state(view, p + 3)) {
        return Err(Refusal::new("engine-operands"));
    }
    floats(view, |i| if i > 8 { i > second::RNN } else { matches!(i % 4, 1 | 2) })
}

fn rnn_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let s = Sequence::new(view)?;
    let mut sizes = Vec::new();
    for &p in rnn_places(view) {
        let [units, depth] = dims(view.shape(p))?;
        let fits = depth == s.input
            && view.shape(p + 1) == [units, units]
            && view.shape(p + 2) == [units]
            && view.shape(p + 3) == [s.batch, units];
        if !fits || !Second::new(view, sizes.len()).fits(view, &[units]) {
            return Err(misfit());
        }
        sizes.push(units);
    }
    with_rows(view, &sizes)
}

fn rnn(view: &NodeView, io: &mut Io) -> Result<()> {
    rnn_with(view, io, add_product)
}

/// How often a sequence is gone through. In both directions, with codes as weights and time as the first dimension, the
/// runtime does so once for each step.
fn passes(view: &NodeView, s: &Sequence) -> usize {
    let coded = view.dtype(1) != Some(Dtype::F32);
    if bidirectional(view) && coded && s.time_major { s.steps } else { 1 }
}

/// An RNN by steps.
pub fn rnn_with(view: &NodeView, io: &mut Io, product: AddProduct) -> Result<()> {
    let s = Sequence::new(view)?;
    let act = activation(view.activation()).ok_or_else(misfit)?;
    let mut rows = Rows::new(view, io);
    for (direction, &p) in rnn_places(view).iter().enumerate() {
        let second = Second::new(view, direction);
        let (x, also) = (io.input::<f32>(second.input), second.rows(view, io));
        let a = second.weights.map(|i| Matrix::new(view, io, i, product));
        let [w, r] = [p, p + 1].map(|i| Matrix::new(view, io, i, product));
        let bias = io.input::<f32>(p + 2);
        let state = io.state::<f32>(p + 3);
        let units = bias.len();
        for step in 0..s.steps * passes(view, &s) {
            let step = step % s.steps;
            let step = if direction == 1 { s.steps - 1 - step } else { step };
            for b in 0..s.batch {
                let n = s.row(step, b);
                let hidden = &mut state[b * units..][..units];
                let next = rows.row(direction, n, units);
                next.copy_from_slice(bias);
                w.add_product(next, &x[n * s.input..][..s.input]);
                if let Some(a) = &a {
                    a.add_product(next, also.row(n));
                }
                r.add_product(next, hidden);
                next.iter_mut().for_each(|v| *v = act(*v));
                hidden.copy_from_slice(next);
            }
        }
    }
    Ok(())
}

/// Places of the operands of an LSTM; each group of four is input, forget, cell, output gate.
pub const INPUT_WEIGHTS: usize = 1;
/// Recurrent weights.
pub const RECURRENT_WEIGHTS: usize = 5;
/// Input, forget, output gate.
pub const PEEPHOLES: usize = 9;
/// Biases.
pub const BIASES: usize = 12;
/// Projection.
pub const PROJECTION: usize = 16;
/// Its bias.
pub const PROJECTION_BIAS: usize = 17;
/// Output state.
pub const HIDDEN: usize = 18;
/// Cell state.
pub const CELL: usize = 19;
/// Coefficients of the normalization.
pub const NORMS: usize = 20;

/// How far the operands of the way back stand from those of the way there.
pub const BACK: usize = 17;

/// One direction of an LSTM: how far its weights stand from those of the first, and its two states.
#[derive(Clone, Copy)]
struct Direction {
    shift: usize,
    hidden: usize,
    cell: usize,
    norms: bool,
}

fn directions(view: &NodeView) -> &'static [Direction] {
    const ONE: Direction = Direction { shift: 0, hidden: HIDDEN, cell: CELL, norms: true };
    const FORWARD: Direction = Direction { shift: 0, hidden: 35, cell: 36, norms: false };
    const BACKWARD: Direction = Direction { shift: BACK, hidden: 37, cell: 38, norms: false };
    if bidirectional(view) { &[FORWARD, BACKWARD] } else { &[ONE] }
}

/// The kernel with one matrix for all gates.
fn is_basic(view: &NodeView) -> bool {
    matches!(view.node.params, Params::Recurrent { kernel_type, .. } if kernel_type != 0)
}

fn check_lstm(view: &NodeView) -> Check {
    let directions = directions(view);
    let complete = |d: &Direction| {
        let required = [2, 3, 4, 6, 7, 8, 13, 14, 15].iter().all(|&i| view.has(i + d.shift));
        // The coupled input-forget gate leaves out the input gate as a whole.
        let gate = [INPUT_WEIGHTS, RECURRENT_WEIGHTS, BIASES].map(|i| view.has(i + d.shift));
        required && gate == [gate[0]; 3] && is_state(view, d.hidden) && is_state(view, d.cell)
    };
    if is_basic(view) {
        return recurrent_basic::check(view);
    }
    let inputs = if directions.len() == 2 { second::given(view) } else { view.inputs() <= NORMS + 4 };
    if !view.has(0) || !inputs || !outputs_fit(view) || !directions.iter().all(complete) {
        return Err(Refusal::new("engine-operands"));
    }
    if view.dtype(0) == Some(Dtype::I8) && directions.len() == 1 {
        return recurrent_codes::check_lstm(view);
    }
    let states = |i: usize| directions.iter().any(|d| i == d.hidden || i == d.cell);
    floats(view, |i| i != 0 && i != second::LSTM && !states(i))
}

fn lstm_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    if is_basic(view) {
        return recurrent_basic::shapes(view);
    }
    let s = Sequence::new(view)?;
    let mut sizes = Vec::new();
    for d in directions(view) {
        let at = d.shift;
        let [cells, depth] = dims(view.shape(2 + at))?;
        let [recurrent, outputs] = dims(view.shape(6 + at))?;
        let is = |i: usize, shape: &[usize]| !view.has(i) || view.shape(i) == shape;
        let norms = if d.norms { NORMS..NORMS + 4 } else { 0..0 };
        let vectors = (PEEPHOLES + at..PROJECTION + at).chain(norms);
        let fits = depth == s.input
            && recurrent == cells
            && (INPUT_WEIGHTS..RECURRENT_WEIGHTS).all(|i| is(i + at, &[cells, s.input]))
            && (RECURRENT_WEIGHTS..PEEPHOLES).all(|i| is(i + at, &[cells, outputs]))
            && vectors.into_iter().all(|i| is(i, &[cells]))
            && is(PROJECTION + at, &[outputs, cells])
            && is(PROJECTION_BIAS + at, &[outputs])
            && (view.has(PROJECTION + at) || outputs == cells)
            && is(d.hidden, &[s.batch, outputs])
            && is(d.cell, &[s.batch, cells])
            && Second::new(view, sizes.len()).fits(view, &[cells; 4]);
        if !fits {
            return Err(misfit());
        }
        sizes.push(outputs);
    }
    with_rows(view, &sizes)
}

/// Brings a gate to mean 0 and variance 1.
fn normalize(gate: &mut [f32]) {
    let n = gate.len() as f32;
    let mean = gate.iter().sum::<f32>() / n;
    let variance = gate.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / n;
    let scale = 1.0 / (variance + 1e-8).sqrt();
    gate.iter_mut().for_each(|v| *v = (*v - mean) * scale);
}

fn lstm(view: &NodeView, io: &mut Io) -> Result<()> {
    if is_basic(view) {
        return recurrent_basic::run(view, io);
    }
    if view.dtype(0) == Some(Dtype::I8) {
        return recurrent_codes::lstm(view, io);
    }
    lstm_with(view, io, add_product)
}

/// An LSTM by steps; no codes but among its weights.
pub fn lstm_with(view: &NodeView, io: &mut Io, product: AddProduct) -> Result<()> {
    let Params::Recurrent { cell_clip, proj_clip, .. } = view.node.params else { return Err(misfit()) };
    let s = Sequence::new(view)?;
    let act = activation(view.activation()).ok_or_else(misfit)?;
    let mut rows = Rows::new(view, io);
    for (direction, d) in directions(view).iter().enumerate() {
        let at = d.shift;
        let [cells, outputs] = dims(view.shape(6 + at))?;
        let second = Second::new(view, direction);
        let (x, also) = (io.input::<f32>(second.input), second.rows(view, io));
        let added = second.weights.map(|i| [0, 1, 2, 3].map(|k| Matrix::new(view, io, i + k, product)));
        let matrices: Vec<Matrix> = (0..PEEPHOLES).map(|i| Matrix::new(view, io, i + at, product)).collect();
        let vectors: Vec<Cow<[f32]>> = (PEEPHOLES..PROJECTION).map(|i| vector(view, io, i + at)).collect();
        let norms: Vec<Cow<[f32]>> =
            (0..4).map(|k| if d.norms { vector(view, io, NORMS + k) } else { Cow::Borrowed(&[][..]) }).collect();
        let projection = Matrix::new(view, io, PROJECTION + at, product);
        let projection_bias = io.input::<f32>(PROJECTION_BIAS + at);
        let (hidden, cell) = (io.state::<f32>(d.hidden), io.state::<f32>(d.cell));
        // A gate before its activation: 0 input, 1 forget, 2 cell, 3 output.
        let gate = |k: usize, n: usize, h: &[f32], c: &[f32]| {
            let (norm, bias) = (&norms[k], &vectors[BIASES - PEEPHOLES + k]);
            let mut gate = if norm.is_empty() { bias.to_vec() } else { vec![0.0; cells] };
            matrices[INPUT_WEIGHTS + k].add_product(&mut gate, &x[n * s.input..][..s.input]);
            if let Some(added) = &added {
                added[k].add_product(&mut gate, also.row(n));
            }
            matrices[RECURRENT_WEIGHTS + k].add_product(&mut gate, h);
            let peephole: &[f32] = match k {
                0 => &vectors[0],
                1 => &vectors[1],
                3 => &vectors[2],
                _ => &[],
            };
            gate.iter_mut().zip(peephole).zip(c).for_each(|((g, p), c)| *g += p * c);
            if !norm.is_empty() {
                normalize(&mut gate);
                gate.iter_mut().zip(norm.iter()).zip(bias.iter()).for_each(|((g, n), b)| *g = *g * n + b);
            }
            gate
        };
        for step in 0..s.steps {
            let step = if direction == 1 { s.steps - 1 - step } else { step };
            for b in 0..s.batch {
                let n = s.row(step, b);
                let (h, c) = (&mut hidden[b * outputs..][..outputs], &mut cell[b * cells..][..cells]);
                let forget: Vec<f32> = gate(1, n, h, c).into_iter().map(sigmoid).collect();
                let enter: Vec<f32> = if matrices[INPUT_WEIGHTS].is_empty() {
                    forget.iter().map(|f| 1.0 - f).collect()
                } else {
                    gate(0, n, h, c).into_iter().map(sigmoid).collect()
                };
                let new: Vec<f32> = gate(2, n, h, c).into_iter().map(act).collect();
                for (k, c) in c.iter_mut().enumerate() {
                    *c = forget[k] * *c + enter[k] * new[k];
                    if cell_clip > 0.0 {
                        *c = clamp(*c, -cell_clip, cell_clip);
                    }
                }
                let leave: Vec<f32> = gate(3, n, h, c).into_iter().map(sigmoid).collect();
                let result: Vec<f32> = leave.iter().zip(&*c).map(|(o, &c)| o * act(c)).collect();
                if projection.is_empty() {
                    h.copy_from_slice(&result);
                } else {
                    match projection_bias {
                        [] => h.fill(0.0),
                        bias => h.copy_from_slice(bias),
                    }
                    projection.add_product(h, &result);
                    if proj_clip > 0.0 {
                        h.iter_mut().for_each(|v| *v = clamp(*v, -proj_clip, proj_clip));
                    }
                }
                rows.row(direction, n, outputs).copy_from_slice(h);
            }
        }
    }
    Ok(())
}

fn check_svdf(view: &NodeView) -> Check {
    let given = [0, 1, 2, 4].iter().all(|&i| view.has(i)) && view.inputs() == 5 && view.outputs() == 1;
    if !given || !is_state(view, 4) {
        return Err(Refusal::new("engine-operands"));
    }
    if view.dtype(0) == Some(Dtype::I8) {
        return recurrent_codes::check_svdf(view);
    }
    floats(view, |i| i == 1 || i == 2)
}

/// Filters, memory and units of an SVDF.
pub fn svdf_sizes(view: &NodeView) -> Result<(usize, usize, usize, usize)> {
    let Params::Recurrent { rank, .. } = view.node.params else { return Err(misfit()) };
    let [batch, input] = dims(view.shape(0))?;
    let [filters, depth] = dims(view.shape(1))?;
    let [filters_too, memory] = dims(view.shape(2))?;
    let rank = usize::try_from(rank).ok().filter(|&r| r > 0 && filters.is_multiple_of(r)).ok_or_else(misfit)?;
    let fits = depth == input
        && filters == filters_too
        && memory > 0
        && (!view.has(3) || view.shape(3) == [filters / rank])
        && view.shape(4) == [batch, memory * filters];
    if fits { Ok((batch, filters, memory, rank)) } else { Err(misfit()) }
}

fn svdf_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (batch, filters, _, rank) = svdf_sizes(view)?;
    Ok(Some(vec![vec![batch, filters / rank]]))
}

/// Features of the newest input join those of earlier ones, and each filter weighs its own over time.
fn svdf(view: &NodeView, io: &mut Io) -> Result<()> {
    if view.dtype(0) == Some(Dtype::I8) {
        return recurrent_codes::svdf(view, io);
    }
    let (batch, filters, memory, rank) = svdf_sizes(view)?;
    let act = activation(view.activation()).ok_or_else(misfit)?;
    let (x, w, over_time, bias) =
        (io.input::<f32>(0), Matrix::new(view, io, 1, add_product), vector(view, io, 2), vector(view, io, 3));
    let (state, out) = (io.state::<f32>(4), io.output::<f32>(0));
    let (input, units) = (x.len() / batch.max(1), filters / rank);
    for b in 0..batch {
        let mut features = vec![0.0; filters];
        w.add_product(&mut features, &x[b * input..][..input]);
        for u in 0..units {
            let mut sum = bias.get(u).copied().unwrap_or(0.0);
            for f in u * rank..(u + 1) * rank {
                let held = &mut state[(b * filters + f) * memory..][..memory];
                held.rotate_left(1);
                held[memory - 1] = features[f];
                sum += held.iter().zip(&over_time[f * memory..]).map(|(h, w)| h * w).sum::<f32>();
            }
            out[b * units + u] = act(sum);
        }
    }
    Ok(())
}
