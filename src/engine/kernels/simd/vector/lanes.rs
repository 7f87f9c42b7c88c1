//! Operations that kernels need from a machine: four lanes of floats, four sums of products of int8 values.

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
    /// Clamps each lane to `low`..`high`; NaN stays.
    #[must_use]
    fn clamp(self, low: Self, high: Self) -> Self;
}

/// Four int32 sums of products of int8 values, wrapping.
///
/// Values are multiplied as they are, or changed by [`InputSign`], which kernels correct in the bias.
pub trait Ints: Copy {
    /// Products added to a lane at once.
    const DEPTHS: usize;
    /// Type of a stored weight.
    type Weight: Copy + Default + TryFrom<i32>;
    /// Three values of each of eight channels, side by side.
    type Column: Copy;
    /// An [`InputSign`] as lanes take it.
    type Mask: Copy;
    /// The lanes' form of an [`InputSign`].
    fn mask(sign: InputSign) -> Self::Mask;
    /// Loads the initial sums.
    fn load(from: &[i32; 4]) -> Self;
    /// Adds to lane i the products of `x`, changed by `sign`, with the weights of channel i: [`Ints::DEPTHS`] values, four times as
    /// many weights.
    #[must_use]
    fn add_group(self, x: &[i8], w: &[Self::Weight], sign: Self::Mask) -> Self;
    /// Three rows of eight channels, ready to be multiplied; values are changed by `sign`, weights are not.
    fn column(rows: [&[i8; 8]; 3], sign: InputSign) -> Self::Column;
    /// Adds to each channel's sum the products of its three values with its three weights.
    #[must_use]
    fn add_column(sums: [Self; 2], x: Self::Column, w: Self::Column) -> [Self; 2];
    /// To memory.
    fn store(self, to: &mut [i32; 4]);
}

/// The sign of the inputs that a machine multiplies with int8 weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSign {
    /// int8: values stay as they are.
    Signed,
    /// uint8: 128 is added, by flipping the top bit.
    Unsigned,
}

impl InputSign {
    /// A value as the machine takes it.
    #[inline(always)]
    pub fn apply(self, x: i8) -> i8 {
        x ^ self.mask()
    }

    /// The bits of a value that are flipped.
    #[inline(always)]
    pub fn mask(self) -> i8 {
        match self {
            Self::Signed => 0,
            Self::Unsigned => i8::MIN,
        }
    }

    /// The number that is added to a value.
    pub fn offset(self) -> i32 {
        match self {
            Self::Signed => 0,
            Self::Unsigned => 128,
        }
    }
}
