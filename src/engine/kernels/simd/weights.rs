//! Constant weights of 4 or 8 bits as int8. Flipping the top bit of uint8 weights once makes them int8 weights whose
//! zero point is smaller by 128; kernels subtract what is left of it where they pack.

use super::vector::Sign;
use crate::engine::data::unpack_i4;
use crate::engine::error::Result;
use crate::engine::program::Dtype;
use crate::engine::view::NodeView;
use std::borrow::Cow;

/// Constant weights: operand 1 of a node.
pub struct IntWeights<'a> {
    /// As the file orders them, unless transposed.
    pub values: Cow<'a, [i8]>,
    /// Their zero point.
    pub zero: i32,
}

impl<'a> IntWeights<'a> {
    /// `None` for weights of other types and those that are known only during the run.
    pub fn new(view: &NodeView<'a>) -> Result<Option<Self>> {
        let zero = view.quant(1)?.zero_point();
        let values = match view.dtype(1) {
            Some(Dtype::I8) => view.value::<i8>(1).map(Cow::Borrowed),
            Some(Dtype::I4) => view.value::<u8>(1).map(|bytes| unpack_i4(bytes, view.shape(1).iter().product()).into()),
            Some(Dtype::U8) => {
                let flip = Sign::Unsigned.flip(Sign::Signed);
                view.value::<i8>(1).map(|bytes| bytes.iter().map(|byte| byte ^ flip).collect())
            }
            _ => None,
        };
        let offset = if view.dtype(1) == Some(Dtype::U8) { Sign::Unsigned.offset() } else { 0 };
        Ok(values.map(|values| Self { values, zero: zero.wrapping_sub(offset) }))
    }

    /// Whether all of them minus their zero point are int8.
    pub fn are_int8(&self) -> bool {
        let (least, most) =
            self.values.iter().fold((i8::MAX, i8::MIN), |(least, most), &w| (w.min(least), w.max(most)));
        [least, most].iter().all(|&w| i8::try_from(i32::from(w) - self.zero).is_ok())
    }

    /// The sums of rows of `depth` weights minus their zero point.
    pub fn sums(&self, depth: usize) -> Vec<i32> {
        let sum = |row: &[i8]| row.iter().map(|w| i32::from(*w) - self.zero).fold(0, i32::wrapping_add);
        self.values.chunks_exact(depth.max(1)).map(sum).collect()
    }
}

/// Weights of shape `[depth, channels]` as `[channels, depth]`.
pub fn transposed<T: Copy>(weights: &[T], channels: usize) -> Vec<T> {
    let column = |c: usize| weights.iter().skip(c).step_by(channels.max(1)).copied();
    (0..channels).flat_map(column).collect()
}
