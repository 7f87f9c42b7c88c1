//! Sums of products in the arithmetic of a node's types: convolutions and matrix products walk their geometry, and this
//! module adds the products and finishes the sums.

use super::finish::{FloatFinish, IntFinish, WideFinish, wide_bias};
use crate::engine::data::{Number, unpack_i4, view_mut};
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::ChannelScales;
use crate::engine::ops::dynamic_range::QuantizedRows;
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::products::{Arithmetic, arithmetic};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, NodeView};
use std::borrow::Cow;

/// A type that products are added to. Integers wrap, as in the runtime.
pub trait Sum: Copy + Default {
    /// Adds a product.
    fn add(&mut self, product: Self);
}

impl Sum for f32 {
    fn add(&mut self, product: Self) {
        *self += product;
    }
}

impl Sum for i32 {
    fn add(&mut self, product: Self) {
        *self = self.wrapping_add(product);
    }
}

impl Sum for i64 {
    fn add(&mut self, product: Self) {
        *self = self.wrapping_add(product);
    }
}

/// The operands that a node multiplies, and how its input is cut.
pub struct Layout {
    /// Input.
    pub x: usize,
    /// Weights.
    pub w: usize,
    /// Bias.
    pub b: usize,
    /// Output channels.
    pub channels: usize,
    /// Rows of the input that are quantized separately, if weights are narrower than a float input.
    pub rows: usize,
    /// These rows have a zero point.
    pub asymmetric: bool,
}

impl Layout {
    /// Operands in the usual order.
    pub fn new(channels: usize) -> Self {
        Self { x: 0, w: 1, b: 2, channels, rows: 1, asymmetric: false }
    }
}

/// A sum of products in progress.
pub trait Products {
    /// Adds the products of `len` neighbors, starting at element `x` of the input and element `w` of the weights.
    fn add(&mut self, x: usize, w: usize, len: usize);
    /// Finishes the sum as output `o`, which belongs to channel `c`, and begins a new one.
    fn put(&mut self, o: usize, c: usize);
}

/// The sums of a node whose types [`arithmetic`] knows.
pub fn products<'a, 'v: 'a, 'i: 'a>(
    view: &NodeView<'v>,
    io: &mut Io<'i>,
    l: &Layout,
) -> Result<Box<dyn Products + 'a>> {
    let out = io.output_bytes(0);
    let zero = |i: usize| view.quant(i).map(|q| q.zero_point());
    let weights = || -> Cow<'a, [i8]> {
        match view.dtype(l.w) {
            Some(Dtype::I4) => Cow::Owned(unpack_i4(io.bytes(l.w), view.shape(l.w).iter().product())),
            _ => Cow::Borrowed(io.input::<i8>(l.w)),
        }
    };
    Ok(match arithmetic(view, l.x, l.w, l.b).ok_or_else(misfit)? {
        Arithmetic::Float => {
            let finish = FloatFinish::new(view, io.input(l.b));
            Box::new(Float { x: io.input(l.x), w: io.input(l.w), out: view_mut(out), finish, sum: 0.0 })
        }
        Arithmetic::DynamicRange => {
            let out = view_mut::<f32>(out);
            Box::new(DynamicRangeProducts {
                row: io.input::<f32>(l.x).len() / l.rows.max(1),
                out_row: out.len() / l.rows.max(1),
                x: QuantizedRows::quantize(io.input(l.x), l.rows, l.asymmetric),
                w: weights(),
                scales: ChannelScales::new(view.quant(l.w)?, l.channels),
                finish: FloatFinish::new(view, io.input(l.b)),
                out,
                sum: 0,
            })
        }
        Arithmetic::Int8 => {
            let finish = Finish::Narrow(IntFinish::new(view, l.x, l.w, l.channels, io.input(l.b))?);
            Box::new(QuantizedProducts::<i8, i8>::new(
                [zero(l.x)?, zero(l.w)?],
                io.input(l.x),
                weights(),
                view_mut(out),
                finish,
            ))
        }
        Arithmetic::Uint8 => {
            let finish = Finish::Narrow(IntFinish::new(view, l.x, l.w, l.channels, io.input(l.b))?);
            let w = Cow::Borrowed(io.input::<u8>(l.w));
            Box::new(QuantizedProducts::<u8, u8>::new(
                [zero(l.x)?, zero(l.w)?],
                io.input(l.x),
                w,
                view_mut(out),
                finish,
            ))
        }
        Arithmetic::Int16 => {
            let bias = wide_bias(view.dtype(l.b), io.bytes(l.b));
            let finish = Finish::Wide(WideFinish::new(view, [l.x, l.w, l.b], l.channels, bias)?);
            Box::new(QuantizedProducts::<i16, i8>::new([0, 0], io.input(l.x), weights(), view_mut(out), finish))
        }
    })
}

struct Float<'a> {
    x: &'a [f32],
    w: &'a [f32],
    out: &'a mut [f32],
    finish: FloatFinish<'a>,
    sum: f32,
}

impl Products for Float<'_> {
    fn add(&mut self, x: usize, w: usize, len: usize) {
        for (x, w) in self.x[x..x + len].iter().zip(&self.w[w..w + len]) {
            self.sum += x * w;
        }
    }

    fn put(&mut self, o: usize, c: usize) {
        self.out[o] = self.finish.apply(c, std::mem::take(&mut self.sum));
    }
}

/// The number of products of int8 values that an i32 holds without overflow.
const SAFE: usize = 256;

/// The sum of (x - zero x) * (w - zero w).
fn dot<X: Copy + Into<i32>, W: Copy + Into<i32>>(x: &[X], w: &[W], zeros: [i32; 2]) -> i64 {
    let part = |(x, w): (&[X], &[W])| {
        let product = |(&x, &w): (&X, &W)| (x.into() - zeros[0]) * (w.into() - zeros[1]);
        i64::from(x.iter().zip(w).map(product).sum::<i32>())
    };
    x.chunks(SAFE).zip(w.chunks(SAFE)).map(part).sum()
}

struct DynamicRangeProducts<'a> {
    /// Elements of an input row and of an output row.
    row: usize,
    out_row: usize,
    x: QuantizedRows,
    w: Cow<'a, [i8]>,
    scales: ChannelScales<'a>,
    finish: FloatFinish<'a>,
    out: &'a mut [f32],
    sum: i64,
}

impl Products for DynamicRangeProducts<'_> {
    fn add(&mut self, x: usize, w: usize, len: usize) {
        let zero = self.x.zero[x / self.row.max(1)];
        self.sum += dot(&self.x.values[x..x + len], &self.w[w..w + len], [zero, 0]);
    }

    fn put(&mut self, o: usize, c: usize) {
        let sum = std::mem::take(&mut self.sum) as f32 * self.scales.get(c) * self.x.scale[o / self.out_row];
        self.out[o] = self.finish.apply(c, sum);
    }
}

enum Finish<'a> {
    /// Sums of 32 bits, which wrap.
    Narrow(IntFinish<'a>),
    /// Sums of 64 bits.
    Wide(WideFinish),
}

struct QuantizedProducts<'a, X, W: Clone> {
    zeros: [i32; 2],
    x: &'a [X],
    w: Cow<'a, [W]>,
    out: &'a mut [X],
    finish: Finish<'a>,
    sum: i64,
}

impl<'a, X, W: Clone> QuantizedProducts<'a, X, W> {
    fn new(zeros: [i32; 2], x: &'a [X], w: Cow<'a, [W]>, out: &'a mut [X], finish: Finish<'a>) -> Self {
        Self { zeros, x, w, out, finish, sum: 0 }
    }
}

impl<X: Number + Into<i32> + Truncated, W: Number + Into<i32>> Products for QuantizedProducts<'_, X, W> {
    fn add(&mut self, x: usize, w: usize, len: usize) {
        self.sum += dot(&self.x[x..x + len], &self.w[w..w + len], self.zeros);
    }

    fn put(&mut self, o: usize, c: usize) {
        let sum = std::mem::take(&mut self.sum);
        self.out[o] = X::truncated(match &self.finish {
            Finish::Narrow(finish) => finish.apply(c, sum as i32),
            Finish::Wide(finish) => finish.apply(c, sum).into(),
        });
    }
}

/// The lower bits of a quantized value that is known to fit.
trait Truncated {
    fn truncated(code: i32) -> Self;
}

impl Truncated for i8 {
    fn truncated(code: i32) -> Self {
        code as Self
    }
}

impl Truncated for u8 {
    fn truncated(code: i32) -> Self {
        code as Self
    }
}

impl Truncated for i16 {
    fn truncated(code: i32) -> Self {
        code as Self
    }
}
