//! Tensors of a program: type, shape, quantization, constant data.

use super::Content;
use crate::engine::data::{f16_to_f32, view};
use crate::engine::error::Result;
pub use crate::formats::tflite::TensorType as Dtype;
use std::sync::Arc;

impl Dtype {
    /// Bits of one element in the engine: strings and resources are 32-bit handles. 0 for variants.
    pub fn bits(self) -> usize {
        match self {
            Self::Variant => 0,
            Self::I2 => 2,
            Self::I4 | Self::U4 => 4,
            Self::U8 | Self::Bool | Self::I8 | Self::F8E4M3FN | Self::F8E5M2 => 8,
            Self::F16 | Self::I16 | Self::U16 | Self::BF16 => 16,
            Self::F32 | Self::I32 | Self::U32 | Self::String | Self::Resource => 32,
            Self::I64 | Self::C64 | Self::F64 | Self::U64 => 64,
            Self::C128 => 128,
        }
    }

    /// Bytes of `elements` elements, packed types rounded up; `None` when it overflows or has no fixed size.
    pub fn bytes(self, elements: usize) -> Option<usize> {
        match self.bits() {
            0 => None,
            bits => elements.checked_mul(bits).map(|b| b.div_ceil(8)),
        }
    }

    /// Values of an integer type that carries quantized reals; zero points are among them.
    pub fn quantized_range(self) -> Option<std::ops::RangeInclusive<i32>> {
        let half = 1 << (self.bits().clamp(1, 16) - 1);
        match self {
            Self::U8 | Self::U4 => Some(0..=2 * half - 1),
            _ if self.is_quantized() => Some(-half..=half - 1),
            _ => None,
        }
    }

    /// True for the integer types that carry quantized reals.
    pub fn is_quantized(self) -> bool {
        matches!(self, Self::I8 | Self::U8 | Self::I16 | Self::I4 | Self::U4 | Self::I2)
    }
}

/// real = scale * (q - zero_point); one pair, or one for each slice along `axis`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quant {
    /// At least one.
    pub scale: Vec<f32>,
    /// As many as scales (zeros if the file omits them).
    pub zero_point: Vec<i32>,
    /// Dimension of the slices when there is more than one scale.
    pub axis: usize,
}

impl Quant {
    /// The only (or first) scale.
    pub fn scale(&self) -> f32 {
        self.scale[0]
    }

    /// The only (or first) zero point.
    pub fn zero_point(&self) -> i32 {
        self.zero_point[0]
    }

    /// True when all slices have the same zero point.
    pub fn has_one_zero_point(&self) -> bool {
        self.zero_point.iter().all(|&zero| zero == self.zero_point())
    }

    /// True when there is one scale, or one for each slice of this shape.
    pub fn fits(&self, shape: &[usize]) -> bool {
        self.scale.len() == 1 || shape.get(self.axis) == Some(&self.scale.len())
    }

    /// The real values of quantized values of a tensor of this shape; `None` if the scales do not match its slices.
    fn reals(&self, shape: &[usize], quantized: impl Iterator<Item = i32>) -> Option<Vec<f32>> {
        if !self.fits(shape) {
            return None;
        }
        let slices = self.scale.len();
        let inner: usize = shape.iter().skip(self.axis + 1).product();
        let slice = |at: usize| at / inner.max(1) % slices;
        let real = |(at, code): (usize, i32)| self.scale[slice(at)] * (code - self.zero_point[slice(at)]) as f32;
        Some(quantized.enumerate().map(real).collect())
    }
}

/// Scales of a matrix whose rows are quantized in blocks: real = scale of the block * q.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocks {
    /// Neighbors in a row that share a scale; rows are a multiple of it.
    pub size: usize,
    /// Row by row.
    pub scales: Vec<f32>,
}

/// A tensor as the file describes it.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// Name in the file.
    pub name: String,
    /// Element type.
    pub dtype: Dtype,
    /// Shape as stored (dynamic dimensions hold the file's placeholder, usually 1).
    pub shape: Vec<usize>,
    /// Same rank with `None` at dynamic dimensions; `None` when the file has none.
    pub signature: Option<Vec<Option<usize>>>,
    /// Quantization, if any.
    pub quant: Option<Quant>,
    /// Quantization in blocks, if it has constant float16 scales.
    pub blocks: Option<Arc<Blocks>>,
    /// Constant data, exactly as many bytes as type and shape need (strings: handles into the texts of the program).
    pub data: Option<Content>,
    /// Keeps its value between runs.
    pub is_variable: bool,
}

impl Tensor {
    /// Number of elements of the stored shape.
    pub fn elements(&self) -> usize {
        self.shape.iter().product()
    }

    /// The real numbers of constant data that is float32, float16, or quantized in bytes; `None` for any other.
    ///
    /// Errors: the data cannot be read any more.
    pub fn reals(&self) -> Result<Option<Vec<f32>>> {
        let Some(data) = &self.data else { return Ok(None) };
        Ok(self.reals_of(data.read()?.bytes()))
    }

    /// The real numbers of such data.
    pub fn reals_of(&self, data: &[u8]) -> Option<Vec<f32>> {
        let quant = self.quant.as_ref();
        match self.dtype {
            Dtype::F32 => Some(view(data).to_vec()),
            Dtype::F16 => Some(view::<u16>(data).iter().map(|&half| f16_to_f32(half)).collect()),
            Dtype::I8 => quant.and_then(|q| q.reals(&self.shape, view::<i8>(data).iter().map(|&code| code.into()))),
            Dtype::U8 => quant.and_then(|q| q.reals(&self.shape, data.iter().map(|&code| code.into()))),
            _ => None,
        }
    }
}
