//! Matrices of recurrent operators whose inputs are floats: float32, or quantized to 8 bits with inputs quantized on the fly.

use crate::engine::ops::arithmetic::clamp;
use crate::engine::ops::dynamic_range::QuantizedRows;
use crate::engine::program::{Activation, Dtype, Params};
use crate::engine::view::{Io, NodeView};
use std::borrow::Cow;

/// Adds to the first argument the product of the second, a matrix with a row for each element of the first, and the
/// third.
pub type AddProduct = fn(&mut [f32], &[f32], &[f32]);

/// Products one after another.
pub fn add_product(out: &mut [f32], weights: &[f32], x: &[f32]) {
    for (o, row) in out.iter_mut().zip(weights.chunks_exact(x.len().max(1))) {
        *o += row.iter().zip(x).map(|(w, x)| w * x).sum::<f32>();
    }
}

/// A matrix with a row for each output.
pub struct Matrix<'a> {
    floats: &'a [f32],
    add_product: AddProduct,
    quantized: &'a [i8],
    scale: f32,
    asymmetric: bool,
}

impl<'a> Matrix<'a> {
    /// Operand `i`; empty when it is left out.
    pub fn new(view: &NodeView, io: &Io<'a>, i: usize, add_product: AddProduct) -> Self {
        let asymmetric = matches!(view.node.params, Params::Recurrent { asymmetric_inputs: true, .. });
        let mut new = Self { floats: &[], add_product, quantized: &[], scale: 1.0, asymmetric };
        match view.dtype(i) {
            Some(Dtype::F32) => new.floats = io.input(i),
            Some(_) => {
                new.quantized = io.input(i);
                new.scale = view.quant(i).map_or(1.0, |q| q.scale());
            }
            None => {}
        }
        new
    }

    /// Whether the operand is left out.
    pub fn is_empty(&self) -> bool {
        self.floats.is_empty() && self.quantized.is_empty()
    }

    /// Adds the product with `x` to `out`.
    pub fn add_product(&self, out: &mut [f32], x: &[f32]) {
        if !self.floats.is_empty() {
            (self.add_product)(out, self.floats, x);
        }
        if self.quantized.is_empty() {
            return;
        }
        let n = x.len().max(1);
        let rows = QuantizedRows::quantize(x, 1, self.asymmetric);
        let (zero, scale) = (rows.zero[0], rows.scale[0] * self.scale);
        for (o, row) in out.iter_mut().zip(self.quantized.chunks_exact(n)) {
            let product = |(&w, &x): (&i8, &i8)| i32::from(w) * (i32::from(x) - zero);
            *o += row.iter().zip(&rows.values).map(product).sum::<i32>() as f32 * scale;
        }
    }
}

/// Operand `i` as floats; empty when it is left out.
pub fn vector<'a>(view: &NodeView, io: &Io<'a>, i: usize) -> Cow<'a, [f32]> {
    match view.dtype(i) {
        Some(Dtype::F32) => Cow::Borrowed(io.input(i)),
        Some(_) => {
            let scale = view.quant(i).map_or(1.0, |q| q.scale());
            Cow::Owned(io.input::<i8>(i).iter().map(|&value| scale * f32::from(value)).collect())
        }
        None => Cow::Borrowed(&[]),
    }
}

/// An activation of one value; `None` for those that no recurrent operator has.
pub fn activation(a: Activation) -> Option<fn(f32) -> f32> {
    Some(match a {
        Activation::None => |x| x,
        Activation::Relu => |x| clamp(x, 0.0, f32::INFINITY),
        Activation::ReluN1To1 => |x| clamp(x, -1.0, 1.0),
        Activation::Relu6 => |x| clamp(x, 0.0, 6.0),
        Activation::Tanh => f32::tanh,
        Activation::SignBit => return None,
    })
}

/// The sigmoid of gates.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
