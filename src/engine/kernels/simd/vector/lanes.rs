//! Operations that kernels need from a machine: four lanes of floats, four sums of products of 8-bit values.

use super::narrow::packed;
use crate::engine::program::Dtype;

/// Four float32 lanes.
pub trait Floats: Copy {
    /// The same value in every lane.
    fn splat(value: f32) -> Self;
    /// From memory.
    fn load(from: &[f32; 4]) -> Self;
    /// To memory.
    fn store(self, to: &mut [f32; 4]);
    /// `self + a * b`; whether the product is rounded first is up to the machine.
    #[must_use]
    fn add_product(self, a: Self, b: Self) -> Self;
    /// The sum of each lane.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The product of each lane.
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// For [`Floats::masked`]: the lanes that stay.
    fn mask(lanes: [bool; 4]) -> Self;
    /// Zero in the other lanes of the mask.
    #[must_use]
    fn masked(self, mask: Self) -> Self;
    /// The even lanes of both, one behind the other, and the odd lanes.
    fn parted(both: [Self; 2]) -> [Self; 2];
    /// Clamps each lane to `low`..`high`; NaN stays.
    #[must_use]
    fn clamp(self, low: Self, high: Self) -> Self;
    /// Rows and columns exchanged.
    fn transposed(rows: [Self; 4]) -> [Self; 4];
}

/// All bits of the lanes that a mask keeps.
pub fn bits_of(lanes: [bool; 4]) -> [u32; 4] {
    lanes.map(|stays| if stays { !0 } else { 0 })
}

/// Bytes of a group of inputs.
pub const GROUP: usize = 4;

/// Arranged inputs: a group of each of up to eight rows.
pub type Block = [[i8; 4 * GROUP]; 2];

/// Weights of some depths of each of four channels, as lanes take them.
pub trait Weights: Copy + Default + Sync + 'static + AsMut<[Self::Weight]> {
    /// Depths of a channel.
    const DEPTHS: usize;
    /// Whether some lanes take them in parts (see [`super::part`]).
    const HAS_PARTS: bool = false;
    /// Type of a stored weight.
    type Weight: Copy + Default + Sync + TryFrom<i32>;
    /// Weights of up to [`Weights::DEPTHS`] depths of eight channels, of which these are the values, minus their zero point; `None` if they
    /// do not fit or, where the sum of two products must fit 16 bits (`is_narrow`), that does not.
    fn pack(values: [[i8; GROUP]; 8], zero: i8, is_narrow: bool) -> Option<[Self; 2]>;
}

impl Weights for [i8; 16] {
    const DEPTHS: usize = 4;
    const HAS_PARTS: bool = true;
    type Weight = i8;

    #[inline(always)]
    fn pack(values: [[i8; GROUP]; 8], zero: i8, is_narrow: bool) -> Option<[Self; 2]> {
        packed(values, zero, is_narrow)
    }
}

impl Weights for [i16; 8] {
    const DEPTHS: usize = 2;
    type Weight = i16;

    #[inline(always)]
    fn pack(values: [[i8; GROUP]; 8], zero: i8, _: bool) -> Option<[Self; 2]> {
        // The first two values of a channel in a number, so that vectors have those of four channels.
        let pairs = bytemuck::cast::<_, [i32; 8]>(values).map(|four| {
            let [a, b] = [four << 24 >> 24, four << 16 >> 24].map(|value| value - i32::from(zero));
            a & 0xffff | b << 16
        });
        Some(bytemuck::cast(pairs))
    }
}

impl Weights for [i16; 16] {
    const DEPTHS: usize = 4;
    type Weight = i16;

    fn pack(values: [[i8; GROUP]; 8], zero: i8, _: bool) -> Option<[Self; 2]> {
        Some(bytemuck::cast(values.map(|four| four.map(|value| i16::from(value) - i16::from(zero)))))
    }
}

/// Four int32 sums of products of int8 values, wrapping.
///
/// Bits of the inputs may be flipped first, which changes their [`Sign`]; kernels correct for it in the bias.
pub trait Ints: Copy + Sync + 'static {
    /// Whether registers hold the sums of six rows of eight channels beside what is added; otherwise those of four.
    const IS_TALL: bool;
    /// Whether two products must fit 16 bits, so that weights may be in parts (see [`super::part`]).
    const IS_NARROW: bool = false;
    /// Whether adding products takes several cycles, so that neighboring groups need sums of their own to be added at once.
    const IS_SLOW: bool = false;
    /// Packed weights of four channels.
    type Weights: Weights;
    /// Products added to a lane at once.
    const DEPTHS: usize = Self::Weights::DEPTHS;
    /// Three values of each of eight channels, side by side.
    type Column: Copy + Sync;
    /// A group of inputs of a row, for all lanes.
    type Inputs: Copy;
    /// The values that stay in registers: bits to flip as lanes take them, constants.
    type Kept: Copy;
    /// For inputs of which these bits are flipped.
    fn kept(flip: i8) -> Self::Kept;
    /// Loads the initial sums.
    fn load(from: &[i32; 4]) -> Self;
    /// Every sum plus a number.
    #[must_use]
    fn raised(self, by: i32) -> Self;
    /// A group of [`Ints::DEPTHS`] inputs, flipped.
    fn spread(x: &[i8], kept: Self::Kept) -> Self::Inputs;
    /// Puts the inputs of at most four rows, with these bits flipped, into a half of blocks: [`GROUP`] bytes for each [`Ints::DEPTHS`]
    /// inputs. Rows that are missing have any values.
    fn arrange(rows: &[&[i8]], flip: i8, half: usize, to: &mut [Block]);
    /// Arranged inputs of a row.
    fn group(x: &[i8; GROUP]) -> Self::Inputs;
    /// Adds to lane i the products of inputs with the weights of channel i.
    #[must_use]
    fn add_group(self, x: Self::Inputs, w: &Self::Weights, kept: Self::Kept) -> Self;
    /// Three rows of inputs of eight channels, with these bits flipped.
    fn column(rows: [&[i8; 8]; 3], flip: i8) -> Self::Column;
    /// Those of sixteen channels, eight and eight.
    #[inline(always)]
    fn columns(rows: [&[i8; 16]; 3], flip: i8) -> [Self::Column; 2] {
        let half = |half: usize| Self::column(rows.map(|row| &row.as_chunks().0[half]), flip);
        [half(0), half(1)]
    }
    /// Three rows of weights of eight channels; `None` if one does not fit.
    fn weights(rows: [[i16; 8]; 3]) -> Option<Self::Column> {
        let mut bytes = [[0; 8]; 3];
        for (to, &from) in bytes.as_flattened_mut().iter_mut().zip(rows.as_flattened()) {
            *to = from.try_into().ok()?;
        }
        Some(Self::column(bytes.each_ref(), 0))
    }
    /// Adds to each channel's sum the products of its three values with its three weights.
    #[must_use]
    fn add_column(sums: [Self; 2], x: Self::Column, w: Self::Column, kept: Self::Kept) -> [Self; 2];
    /// To memory.
    fn store(self, to: &mut [i32; 4]);
}

/// How a machine multiplies four int8 values at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quads {
    /// Inputs of this sign; sums are exact.
    Exact(Sign),
    /// Inputs of uint8; the sum of two products must fit 16 bits.
    Narrow,
}

/// Whether bytes are int8 or uint8: those of a tensor, or those that a machine multiplies with int8 weights. Flipping
/// the top bit makes one of the other, with a value that is 128 larger or smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// int8.
    Signed,
    /// uint8.
    Unsigned,
}

impl Sign {
    /// The sign of a tensor's bytes; `None` for types other than int8 and uint8.
    pub fn of(dtype: Option<Dtype>) -> Option<Self> {
        match dtype? {
            Dtype::I8 => Some(Self::Signed),
            Dtype::U8 => Some(Self::Unsigned),
            _ => None,
        }
    }

    /// The bits of a byte to flip for the other sign.
    pub fn flip(self, to: Self) -> i8 {
        if self == to { 0 } else { i8::MIN }
    }

    /// The value of a byte.
    pub fn value(self, byte: u8) -> i32 {
        match self {
            Self::Signed => i32::from(byte as i8),
            Self::Unsigned => i32::from(byte),
        }
    }

    /// The difference between a value of this sign and the int8 value that it becomes.
    pub fn offset(self) -> i32 {
        match self {
            Self::Signed => 0,
            Self::Unsigned => 128,
        }
    }
}
