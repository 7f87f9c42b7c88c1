//! Lanes as plain arrays.

use super::lanes::{Block, Floats, GROUP, Ints, bits_of};
use super::narrow::in_pairs;

/// Lanes as plain arrays.
#[derive(Clone, Copy)]
pub struct Portable<T>([T; 4]);

impl Floats for Portable<f32> {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    #[inline(always)]
    fn load(from: &[f32; 4]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; 4]) {
        *to = self.0;
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + a.0[i] * b.0[i]))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] * other.0[i]))
    }

    #[inline(always)]
    fn mask(lanes: [bool; 4]) -> Self {
        Self(bits_of(lanes).map(f32::from_bits))
    }

    #[inline(always)]
    fn masked(self, mask: Self) -> Self {
        Self(std::array::from_fn(|i| f32::from_bits(self.0[i].to_bits() & mask.0[i].to_bits())))
    }

    #[inline(always)]
    fn parted([a, b]: [Self; 2]) -> [Self; 2] {
        [0, 1].map(|odd| Self([a.0[odd], a.0[2 + odd], b.0[odd], b.0[2 + odd]]))
    }

    #[inline(always)]
    fn clamp(self, low: Self, high: Self) -> Self {
        Self(std::array::from_fn(|i| {
            let x = if self.0[i] < low.0[i] { low.0[i] } else { self.0[i] };
            if x > high.0[i] { high.0[i] } else { x }
        }))
    }

    #[inline(always)]
    fn transposed(rows: [Self; 4]) -> [Self; 4] {
        std::array::from_fn(|column| Self(rows.map(|row| row.0[column])))
    }
}

/// Dot products of four int8 values with weights that may exceed them: the lanes of machines without others, and a reference for tests.
impl Ints for Portable<i32> {
    const IS_TALL: bool = true;
    type Weights = [i16; 16];
    type Column = [[i16; 8]; 3];
    type Inputs = [i8; 4];
    type Kept = i8;

    #[inline(always)]
    fn kept(flip: i8) -> i8 {
        flip
    }

    #[inline(always)]
    fn load(from: &[i32; 4]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    fn raised(self, by: i32) -> Self {
        Self(self.0.map(|sum| sum.wrapping_add(by)))
    }

    #[inline(always)]
    fn spread(x: &[i8], flip: i8) -> [i8; 4] {
        std::array::from_fn(|i| x[i] ^ flip)
    }

    fn arrange(rows: &[&[i8]], flip: i8, half: usize, to: &mut [Block]) {
        for (group, to) in to.iter_mut().enumerate() {
            for (row, to) in rows.iter().zip(to[half].as_chunks_mut().0) {
                *to = Self::spread(&row[4 * group..], flip);
            }
        }
    }

    #[inline(always)]
    fn group(x: &[i8; GROUP]) -> [i8; 4] {
        *x
    }

    #[inline(always)]
    fn add_group(self, x: [i8; 4], w: &[i16; 16], _: i8) -> Self {
        let mut sums = self.0;
        for (sum, w) in sums.iter_mut().zip(w.chunks_exact(4)) {
            *sum = x.iter().zip(w).fold(*sum, |sum, (&x, &w)| sum.wrapping_add(i32::from(x) * i32::from(w)));
        }
        Self(sums)
    }

    #[inline(always)]
    fn column(rows: [&[i8; 8]; 3], flip: i8) -> Self::Column {
        rows.map(|row| row.map(|x| i16::from(x ^ flip)))
    }

    fn weights(rows: [[i16; 8]; 3]) -> Option<Self::Column> {
        Some(rows)
    }

    #[inline(always)]
    fn add_column(sums: [Self; 2], x: Self::Column, w: Self::Column, _: i8) -> [Self; 2] {
        let product = |c: usize| (0..3).map(|row| i32::from(x[row][c]) * i32::from(w[row][c])).sum::<i32>();
        std::array::from_fn(|half| Self(std::array::from_fn(|i| sums[half].0[i].wrapping_add(product(4 * half + i)))))
    }

    #[inline(always)]
    fn store(self, to: &mut [i32; 4]) {
        *to = self.0;
    }
}

/// The same with the sums of two products in 16 bits, of inputs as uint8.
#[derive(Clone, Copy)]
pub struct Narrow(Portable<i32>);

impl Narrow {
    /// Adds the products of a lane's four weights.
    fn product(sum: i32, x: [i8; 4], w: [i8; 4]) -> i32 {
        let product = |i: usize| i16::from(x[i] as u8) * i16::from(w[i]);
        let pair = |i: usize| i32::from(product(i).saturating_add(product(i + 1)));
        sum.wrapping_add(pair(0)).wrapping_add(pair(2))
    }
}

impl Ints for Narrow {
    const IS_TALL: bool = false;
    const IS_NARROW: bool = true;
    type Weights = [i8; 16];
    type Column = [[i8; 4]; 8];
    type Inputs = [i8; 4];
    type Kept = i8;

    fn kept(flip: i8) -> i8 {
        flip
    }

    fn load(from: &[i32; 4]) -> Self {
        Self(Ints::load(from))
    }

    fn raised(self, by: i32) -> Self {
        Self(self.0.raised(by))
    }

    fn spread(x: &[i8], flip: i8) -> [i8; 4] {
        Portable::spread(x, flip)
    }

    fn arrange(rows: &[&[i8]], flip: i8, half: usize, to: &mut [Block]) {
        Portable::arrange(rows, flip, half, to);
    }

    fn group(x: &[i8; GROUP]) -> [i8; 4] {
        *x
    }

    fn add_group(self, x: [i8; 4], w: &[i8; 16], _: i8) -> Self {
        let w = w.as_chunks().0;
        Self(Portable(std::array::from_fn(|lane| Self::product(self.0.0[lane], x, w[lane]))))
    }

    fn column([a, b, c]: [&[i8; 8]; 3], flip: i8) -> Self::Column {
        std::array::from_fn(|i| [a[i], b[i], c[i], b[i]].map(|x| x ^ flip))
    }

    fn weights(rows: [[i16; 8]; 3]) -> Option<Self::Column> {
        in_pairs(rows)
    }

    fn add_column(sums: [Self; 2], x: Self::Column, w: Self::Column, _: i8) -> [Self; 2] {
        let lane = |half: usize, i: usize| Self::product(sums[half].0.0[i], x[4 * half + i], w[4 * half + i]);
        std::array::from_fn(|half| Self(Portable(std::array::from_fn(|i| lane(half, i)))))
    }

    fn store(self, to: &mut [i32; 4]) {
        self.0.store(to);
    }
}

/// int8 or int16.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub trait Short: crate::engine::data::Number + Into<i32> {}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl<T: crate::engine::data::Number + Into<i32>> Short for T {}

/// The sums of the products of each of the rows with as many numbers, wrapping. Rows are not shorter than `x`.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub fn products<A: Short, B: Short, const N: usize>(rows: [&[A]; N], x: &[B]) -> [i32; N] {
    rows.map(|row| row.iter().zip(x).map(|(&a, &b)| a.into() * b.into()).fold(0, i32::wrapping_add))
}
