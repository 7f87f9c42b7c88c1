//! Conversion of tensors at the device's border: bytes of the program outside, values in a buffer inside.

use std::borrow::Cow;

use super::kernels::{Grid, Width};
use super::plan::{Form, padded};
use crate::engine::data::f16_to_f32;
use crate::engine::program::Dtype;

/// A value in its slot.
#[derive(Clone)]
pub(super) struct Bound {
    pub buffer: wgpu::Buffer,
    pub elements: usize,
    pub form: Form,
    pub width: Width,
}

impl Bound {
    /// Bytes of an element of the tensor outside the device.
    pub fn size(&self) -> usize {
        match self.form {
            Form::Float | Form::Places(Dtype::I32) => 4,
            Form::Flag | Form::Grid(_) => 1,
            Form::Places(_) => 8,
        }
    }

    /// Bytes of the tensor outside the device.
    pub fn bytes(&self) -> usize {
        self.elements * self.size()
    }

    /// Bytes of the buffer that hold it.
    pub fn held(&self) -> u64 {
        padded(self.elements as u64, self.width)
    }

    /// The tensor's bytes, from the buffer's, which need not be aligned.
    pub fn outside(&self, held: &[u8]) -> Vec<u8> {
        match (self.form, self.width) {
            (_, Width::Byte) => held[..self.elements].to_vec(),
            (Form::Float, Width::Full) => held[..self.elements * 4].to_vec(),
            _ => self.converted(held),
        }
    }

    // This function and that below are apart, so that a build moves them out of the file that models of floats need.
    /// The same where the buffer holds other elements.
    #[inline(never)]
    fn converted(&self, held: &[u8]) -> Vec<u8> {
        let words = held.chunks_exact(4).take(self.elements).map(|c| [c[0], c[1], c[2], c[3]]);
        let halves = held.chunks_exact(2).take(self.elements).map(|c| u16::from_le_bytes([c[0], c[1]]));
        match (self.form, self.width) {
            (Form::Float, Width::Half) => halves.flat_map(|half| f16_to_f32(half).to_le_bytes()).collect(),
            (Form::Grid(grid), width) => codes(grid, width, &held[..self.elements * width.bytes() as usize]),
            (Form::Flag, Width::Half) => halves.map(|half| u8::from(half != 0)).collect(),
            (Form::Flag, Width::Full) => words.map(|word| u8::from(f32::from_le_bytes(word) != 0.0)).collect(),
            (Form::Places(Dtype::I64), _) => {
                words.flat_map(|word| i64::from(i32::from_le_bytes(word)).to_le_bytes()).collect()
            }
            (_, width) => held[..self.elements * width.bytes() as usize].to_vec(),
        }
    }

    /// The bytes of a tensor that a run receives as those of the buffer, in full words.
    pub fn inside<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        if self.form == Form::Places(Dtype::I64) {
            return places(Dtype::I64, bytes).flat_map(|v| (v as i32).to_le_bytes()).collect();
        }
        if bytes.len().is_multiple_of(4) {
            return Cow::Borrowed(bytes);
        }
        let mut held = bytes.to_vec();
        held.resize(bytes.len().next_multiple_of(4), 0);
        Cow::Owned(held)
    }
}

/// The codes of a quantized tensor that is held in steps.
#[inline(never)]
fn codes(grid: Grid, width: Width, held: &[u8]) -> Vec<u8> {
    let steps = |c: &[u8]| match *c {
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
        [a, b] => f16_to_f32(u16::from_le_bytes([a, b])),
        _ => 0.0,
    };
    held.chunks_exact(width.bytes() as usize).map(|c| grid.byte(steps(c))).collect()
}

/// Floats of bytes that need not be aligned.
pub(super) fn floats(bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes.chunks_exact(4).map(|c| f32::from_le_bytes([c[0], c[1], c[2], c[3]]))
}

/// The integers of a tensor of `dtype`, int32 or int64.
pub(super) fn places(dtype: Dtype, bytes: &[u8]) -> impl Iterator<Item = i64> {
    let wide = dtype == Dtype::I64;
    bytes.chunks_exact(if wide { 8 } else { 4 }).map(move |c| {
        let low = [c[0], c[1], c[2], c[3]];
        match c {
            &[_, _, _, _, e, f, g, h] if wide => i64::from_le_bytes([low[0], low[1], low[2], low[3], e, f, g, h]),
            _ => i32::from_le_bytes(low).into(),
        }
    })
}
