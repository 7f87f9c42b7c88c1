//! The values that a quantized tensor can have. On the device it is stored in steps: floats that are whole numbers, which float16 holds
//! exactly, too. Kernels compute with reals, and what they write is rounded to the nearest step.

use crate::engine::program::{Dtype, Tensor};

/// real = scale * (code - zero), with codes of eight bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    scale: f32,
    zero: i32,
    /// Least and greatest code.
    codes: (i32, i32),
}

impl Grid {
    /// That of an int8 or uint8 tensor with one scale.
    #[inline(never)]
    pub fn of(tensor: &Tensor) -> Option<Self> {
        let quant = tensor.quant.as_ref().filter(|quant| quant.scale.len() == 1 && quant.scale() > 0.0)?;
        let codes = match tensor.dtype {
            Dtype::I8 => (-128, 127),
            Dtype::U8 => (0, 255),
            _ => return None,
        };
        Some(Self { scale: quant.scale(), zero: quant.zero_point(), codes })
    }

    /// The distance of two neighbors.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// The byte that stores a value, by its steps.
    pub fn byte(&self, steps: f32) -> u8 {
        (steps as i32 + self.zero).clamp(self.codes.0, self.codes.1) as u8
    }

    /// The bits to flip in a byte, and the number to subtract then, for its steps: without their top bit, signed bytes count from the least code.
    pub(super) fn bytes(&self) -> (u32, f32) {
        if self.codes.0 < 0 { (0x80, (128 + self.zero) as f32) } else { (0, self.zero as f32) }
    }

    /// The steps to the least and to the greatest value.
    pub(super) fn limits(&self) -> (f32, f32) {
        ((self.codes.0 - self.zero) as f32, (self.codes.1 - self.zero) as f32)
    }

    /// The steps to the value with the code zero.
    pub(super) fn code_zero(&self) -> f32 {
        -self.zero as f32
    }
}
