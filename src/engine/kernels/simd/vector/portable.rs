//! Lanes as plain arrays.

use super::lanes::{Block, Floats, GROUP, Ints, bits_of};

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

/// Dot products of four int8 values, so that their kernels can be tested anywhere.
impl Ints for Portable<i32> {
    const DEPTHS: usize = 4;
    type Weight = i8;
    type Weights = [i8; 16];
    type Column = [[i8; 8]; 3];
    type Inputs = [i8; 4];
    type Mask = i8;

    #[inline(always)]
    fn mask(flip: i8) -> i8 {
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
    fn add_group(self, x: [i8; 4], w: &[i8; 16]) -> Self {
        let mut sums = self.0;
        for (sum, w) in sums.iter_mut().zip(w.chunks_exact(4)) {
            *sum = x.iter().zip(w).fold(*sum, |sum, (&x, &w)| sum.wrapping_add(i32::from(x) * i32::from(w)));
        }
        Self(sums)
    }

    #[inline(always)]
    fn column(rows: [&[i8; 8]; 3], flip: i8) -> Self::Column {
        rows.map(|row| row.map(|x| x ^ flip))
    }

    #[inline(always)]
    fn add_column(sums: [Self; 2], x: Self::Column, w: Self::Column) -> [Self; 2] {
        let product = |c: usize| (0..3).map(|row| i32::from(x[row][c]) * i32::from(w[row][c])).sum::<i32>();
        std::array::from_fn(|half| Self(std::array::from_fn(|i| sums[half].0[i].wrapping_add(product(4 * half + i)))))
    }

    #[inline(always)]
    fn store(self, to: &mut [i32; 4]) {
        *to = self.0;
    }
}

/// int8 or int16.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub trait Short: crate::engine::data::Number + Into<i32> {}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl<T: crate::engine::data::Number + Into<i32>> Short for T {}

/// The sum of the products of as many numbers, wrapping.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub fn product<T: Short>(a: &[T], b: &[T]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| a.into() * b.into()).fold(0, i32::wrapping_add)
}
