//! Matrices of recurrent operators whose inputs are floats: float32, or quantized to 8 bits with inputs quantized on the fly.

use crate::engine::ops::arithmetic::clamp;
use crate::engine::ops::dynamic_range::QuantizedRows;
use crate::engine::program::{Activation, Dtype, Params};
use crate::engine::view::{Io, NodeView};
use std::borrow::Cow;
use std::cell::OnceCell;

/// How matrices are multiplied with rows. The first argument has an element for each row of the second, a matrix, whose product with the
/// third is added to it.
#[derive(Clone, Copy)]
pub struct Products {
    /// Of floats.
    pub floats: fn(&mut [f32], &[f32], &[f32]),
    /// Of quantized weights and inputs without their zero point; what is added is the sum times the last argument.
    pub ints: fn(&mut [f32], &[i8], &[i16], f32),
}

/// Products one after another.
pub const PLAIN: Products = Products { floats: add_floats, ints: add_ints };

fn add_floats(out: &mut [f32], weights: &[f32], x: &[f32]) {
    for (o, row) in out.iter_mut().zip(weights.chunks_exact(x.len().max(1))) {
        *o += row.iter().zip(x).map(|(w, x)| w * x).sum::<f32>();
    }
}

fn add_ints(out: &mut [f32], weights: &[i8], x: &[i16], scale: f32) {
    for (o, row) in out.iter_mut().zip(weights.chunks_exact(x.len().max(1))) {
        let product = |(&w, &x): (&i8, &i16)| i32::from(w) * i32::from(x);
        *o += row.iter().zip(x).map(product).sum::<i32>() as f32 * scale;
    }
}

/// A row of inputs, which is quantized once for all matrices that need it.
pub struct Input<'a> {
    floats: &'a [f32],
    /// Without the zero point, and the scale.
    quantized: OnceCell<(Vec<i16>, f32)>,
}

impl<'a> Input<'a> {
    /// These inputs.
    pub fn new(floats: &'a [f32]) -> Self {
        Self { floats, quantized: OnceCell::new() }
    }

    fn quantized(&self, asymmetric: bool) -> &(Vec<i16>, f32) {
        self.quantized.get_or_init(|| {
            let rows = QuantizedRows::quantize(self.floats, 1, asymmetric);
            let zero = rows.zero[0] as i16;
            (rows.values.iter().map(|&x| i16::from(x) - zero).collect(), rows.scale[0])
        })
    }
}

/// A matrix with a row for each output.
pub struct Matrix<'a> {
    floats: &'a [f32],
    products: Products,
    quantized: &'a [i8],
    scale: f32,
    asymmetric: bool,
}

impl<'a> Matrix<'a> {
    /// Operand `i`; empty when it is left out.
    pub fn new(view: &NodeView, io: &Io<'a>, i: usize, products: Products) -> Self {
        let asymmetric = matches!(view.node.params, Params::Recurrent { asymmetric_inputs: true, .. });
        let mut new = Self { floats: &[], products, quantized: &[], scale: 1.0, asymmetric };
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
    pub fn add_product(&self, out: &mut [f32], x: &Input) {
        if !self.floats.is_empty() {
            (self.products.floats)(out, self.floats, x.floats);
        }
        if !self.quantized.is_empty() {
            let (values, scale) = x.quantized(self.asymmetric);
            (self.products.ints)(out, self.quantized, values, scale * self.scale);
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
