//! Dot products of four int8, which relaxed SIMD has.

use super::lanes::{Block, GROUP, Ints, Quads, Sign};
use super::narrow::in_pairs;
use super::wasm::{arrange, each_lane, i8s, i32s, low, stored, wide_turns};
use core::arch::wasm32::{
    i8x16_shuffle, i8x16_splat, i16x8_extract_lane, i16x8_relaxed_dot_i8x16_i7x16, i16x8_splat, i32x4_add,
    i32x4_dot_i16x8, i32x4_extract_lane, i32x4_relaxed_dot_i8x16_i7x16_add, i32x4_splat, v128, v128_xor,
};
use std::hint::black_box;

/// Relaxed integer lanes: dot products of four int8.
#[derive(Clone, Copy)]
pub struct QuadSums(v128);

impl Ints for QuadSums {
    const IS_TALL: bool = true;
    // One instruction, of five cycles on x86.
    const IS_SLOW: bool = true;
    type Weights = [i8; 16];
    /// For channels 0 to 3, then 4 to 7: rows 0, 1, 2 and a zero weight.
    type Column = [v128; 2];
    type Inputs = v128;
    type Kept = v128;

    #[inline(always)]
    fn kept(flip: i8) -> v128 {
        i8x16_splat(flip)
    }

    #[inline(always)]
    fn load(from: &[i32; 4]) -> Self {
        Self(i32s(from))
    }

    #[inline(always)]
    fn raised(self, by: i32) -> Self {
        Self(i32x4_add(self.0, i32x4_splat(by)))
    }

    #[inline(always)]
    fn spread(x: &[i8], flip: v128) -> v128 {
        let four = x.first_chunk::<4>().map_or(0, |x| i32::from_le_bytes(x.map(|x| x as u8)));
        v128_xor(i32x4_splat(four), flip)
    }

    // Not inlined: the narrow lanes share it.
    #[inline(never)]
    fn arrange(rows: &[&[i8]], flip: i8, half: usize, to: &mut [Block]) {
        let bits = i8x16_splat(flip);
        let load = |row: &[i8; 16]| v128_xor(i8s(row), bits);
        let four = |x: [i8; 4]| i32::from_le_bytes(x.map(|x| x as u8));
        arrange(rows, half, to, load, |row| four(row.first_chunk().copied().unwrap_or_default()) ^ four([flip; 4]));
    }

    #[inline(always)]
    fn group(x: &[i8; GROUP]) -> v128 {
        each_lane(x)
    }

    #[inline(always)]
    fn add_group(self, x: v128, w: &[i8; 16], _: v128) -> Self {
        Self(i32x4_relaxed_dot_i8x16_i7x16_add(i8s(w), x, self.0))
    }

    #[inline(always)]
    fn column([a, b, c]: [&[i8; 8]; 3], flip: i8) -> Self::Column {
        fours(turns(low(a), low(b)), turns(low(c), i8x16_splat(0)), i8x16_splat(flip))
    }

    #[inline(always)]
    fn columns([a, b, c]: [&[i8; 16]; 3], flip: i8) -> [Self::Column; 2] {
        let ([a, b, c], zero, flip) = ([a, b, c].map(whole), i8x16_splat(0), i8x16_splat(flip));
        [fours(turns(a, b), turns(c, zero), flip), fours(upper_turns(a, b), upper_turns(c, zero), flip)]
    }

    #[inline(always)]
    fn add_column(sums: [Self; 2], x: Self::Column, w: Self::Column, _: v128) -> [Self; 2] {
        std::array::from_fn(|half| Self(i32x4_relaxed_dot_i8x16_i7x16_add(w[half], x[half], sums[half].0)))
    }

    #[inline(always)]
    fn store(self, to: &mut [i32; 4]) {
        stored(self.0, to);
    }
}

/// Dot products of four int8, of which two are added in 16 bits.
#[derive(Clone, Copy)]
pub struct NarrowSums(QuadSums);

impl Ints for NarrowSums {
    const IS_TALL: bool = false;
    const IS_NARROW: bool = true;
    type Weights = [i8; 16];
    /// For channels 0 to 3, then 4 to 7: rows 0, 1, 2 and 1 again.
    type Column = [v128; 2];
    type Inputs = v128;
    /// Bits to flip; ones, by which sums of two are multiplied to add them.
    type Kept = [v128; 2];

    #[inline(always)]
    fn kept(flip: i8) -> [v128; 2] {
        // Known ones would be made again for each product.
        [QuadSums::kept(flip), i16x8_splat(black_box(1))]
    }

    #[inline(always)]
    fn load(from: &[i32; 4]) -> Self {
        Self(QuadSums::load(from))
    }

    #[inline(always)]
    fn raised(self, by: i32) -> Self {
        Self(self.0.raised(by))
    }

    #[inline(always)]
    fn spread(x: &[i8], [flip, _]: [v128; 2]) -> v128 {
        QuadSums::spread(x, flip)
    }

    fn arrange(rows: &[&[i8]], flip: i8, half: usize, to: &mut [Block]) {
        QuadSums::arrange(rows, flip, half, to);
    }

    #[inline(always)]
    fn group(x: &[i8; GROUP]) -> v128 {
        QuadSums::group(x)
    }

    #[inline(always)]
    fn add_group(self, x: v128, w: &[i8; 16], [_, ones]: [v128; 2]) -> Self {
        self.plus(i8s(w), x, ones)
    }

    #[inline(always)]
    fn column([a, b, c]: [&[i8; 8]; 3], flip: i8) -> Self::Column {
        let [a, b, c] = [a, b, c].map(low);
        fours(turns(a, b), turns(c, b), i8x16_splat(flip))
    }

    #[inline(always)]
    fn columns(rows: [&[i8; 16]; 3], flip: i8) -> [Self::Column; 2] {
        let ([a, b, c], flip) = (rows.map(whole), i8x16_splat(flip));
        [fours(turns(a, b), turns(c, b), flip), fours(upper_turns(a, b), upper_turns(c, b), flip)]
    }

    fn weights(rows: [[i16; 8]; 3]) -> Option<Self::Column> {
        let pairs = in_pairs(rows)?;
        let (lower, upper) = pairs.split_at(4);
        Some([lower, upper].map(|half| i8s(half.as_flattened().first_chunk().unwrap_or(&[0; 16]))))
    }

    #[inline(always)]
    fn add_column(sums: [Self; 2], x: Self::Column, w: Self::Column, [_, ones]: [v128; 2]) -> [Self; 2] {
        std::array::from_fn(|half| sums[half].plus(w[half], x[half], ones))
    }

    #[inline(always)]
    fn store(self, to: &mut [i32; 4]) {
        self.0.store(to);
    }
}

impl NarrowSums {
    #[inline(always)]
    fn plus(self, w: v128, x: v128, ones: v128) -> Self {
        let pairs = i16x8_relaxed_dot_i8x16_i7x16(w, x);
        Self(QuadSums(i32x4_add(self.0.0, i32x4_dot_i16x8(pairs, ones))))
    }
}

/// Interleaves the bytes of the lower halves of two vectors.
#[inline(always)]
fn turns(a: v128, b: v128) -> v128 {
    i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b)
}

/// Those of the upper halves.
#[inline(always)]
fn upper_turns(a: v128, b: v128) -> v128 {
    i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b)
}

/// Sixteen bytes from memory, which one by one would be loaded for each half.
#[inline(always)]
fn whole(row: &[i8; 16]) -> v128 {
    bytemuck::cast(*row)
}

/// Pairs of bytes in turns, flipped.
#[inline(always)]
fn fours(two: v128, other: v128, flip: v128) -> [v128; 2] {
    wide_turns(two, other).map(|four| v128_xor(four, flip))
}

/// See [`super::quads`].
pub fn quads() -> Option<Quads> {
    // The compiler must not fold the products by its own definition.
    let splat = |w: i8, x: i8| (black_box(i8x16_splat(w)), black_box(i8x16_splat(x)));
    let dot = |w: i8, x: i8| {
        let (w, x) = splat(w, x);
        i32x4_extract_lane::<0>(i32x4_relaxed_dot_i8x16_i7x16_add(w, x, i32x4_splat(0)))
    };
    let pair = |w: i8, x: i8| {
        let (w, x) = splat(w, x);
        i32::from(i16x8_extract_lane::<0>(i16x8_relaxed_dot_i8x16_i7x16(w, x)))
    };
    // The largest products of each sign, where two no longer fit 16 bits.
    match (dot(127, -1), dot(-128, -1), dot(-128, i8::MIN)) {
        (a, b, c) if (a, b, c) == (4 * 127 * 255, 4 * -128 * 255, 4 * -128 * 128) => {
            return Some(Quads::Exact(Sign::Unsigned));
        }
        (a, b, c) if (a, b, c) == (4 * -127, 4 * 128, 4 * 128 * 128) => return Some(Quads::Exact(Sign::Signed)),
        _ => {}
    }
    // The largest ones that must fit, as uint8.
    let is_narrow = [pair(64, -1), pair(-64, -1), pair(-64, i8::MIN)] == [2 * 64 * 255, 2 * -64 * 255, 2 * -64 * 128];
    is_narrow.then_some(Quads::Narrow)
}
