//! SIMD128, and relaxed SIMD where the build has it.

use super::lanes::{Block, Floats, GROUP, Ints, bits_of};
use crate::engine::data::Number;
use core::arch::wasm32::{
    f32x4_add, f32x4_extract_lane, f32x4_mul, f32x4_splat, f64x2, f64x2_convert_low_i32x4, i8x16, i8x16_splat, i16x8,
    i16x8_extend_high_i8x16, i16x8_extend_low_i8x16, i16x8_extend_low_u8x16, i16x8_shuffle, i16x8_splat, i32x4,
    i32x4_add, i32x4_dot_i16x8, i32x4_extend_high_i16x8, i32x4_extend_low_i16x8, i32x4_extract_lane, i32x4_shuffle,
    i32x4_splat, i64x2, i64x2_extract_lane, i64x2_shuffle, v128, v128_and, v128_xor,
};
#[cfg(not(target_feature = "relaxed-simd"))]
use core::arch::wasm32::{f32x4_pmax, f32x4_pmin, f64x2_add, f64x2_mul};
#[cfg(target_feature = "relaxed-simd")]
use core::arch::wasm32::{f32x4_relaxed_madd, f32x4_relaxed_max, f32x4_relaxed_min, f64x2_relaxed_madd};

/// SIMD128 float lanes.
#[derive(Clone, Copy)]
pub struct F32x4(v128);

impl Floats for F32x4 {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(f32x4_splat(value))
    }

    #[inline(always)]
    fn load(from: &[f32; 4]) -> Self {
        // Lanes one by one would be loaded so where vectors overlap.
        Self(bytemuck::cast(*from))
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; 4]) {
        *to = [
            f32x4_extract_lane::<0>(self.0),
            f32x4_extract_lane::<1>(self.0),
            f32x4_extract_lane::<2>(self.0),
            f32x4_extract_lane::<3>(self.0),
        ];
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        Self(add_product(self.0, a.0, b.0))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(f32x4_add(self.0, other.0))
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self(f32x4_mul(self.0, other.0))
    }

    #[inline(always)]
    fn mask(lanes: [bool; 4]) -> Self {
        Self(bytemuck::cast(bits_of(lanes)))
    }

    #[inline(always)]
    fn masked(self, mask: Self) -> Self {
        Self(v128_and(self.0, mask.0))
    }

    #[inline(always)]
    fn parted([a, b]: [Self; 2]) -> [Self; 2] {
        [Self(i32x4_shuffle::<0, 2, 4, 6>(a.0, b.0)), Self(i32x4_shuffle::<1, 3, 5, 7>(a.0, b.0))]
    }

    #[inline(always)]
    fn clamp(self, low: Self, high: Self) -> Self {
        Self(at_most(at_least(self.0, low.0), high.0))
    }

    #[inline(always)]
    fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let halves = |a: Self, b: Self| [i32x4_shuffle::<0, 4, 1, 5>(a.0, b.0), i32x4_shuffle::<2, 6, 3, 7>(a.0, b.0)];
        let ([a, b], [c, d]) = (halves(a, b), halves(c, d));
        let columns = |a, c| [i64x2_shuffle::<0, 2>(a, c), i64x2_shuffle::<1, 3>(a, c)].map(Self);
        let ([a, b], [c, d]) = (columns(a, c), columns(b, d));
        [a, b, c, d]
    }
}

/// The larger of four float32 and their bounds; NaN stays.
#[inline(always)]
fn at_least(x: v128, low: v128) -> v128 {
    // Pseudo-maximum keeps a NaN in its first operand. A build with relaxed SIMD turns it into the relaxed one, where x86 keeps it in
    // the second one and ARM in both.
    #[cfg(target_feature = "relaxed-simd")]
    return f32x4_relaxed_max(low, x);
    #[cfg(not(target_feature = "relaxed-simd"))]
    return f32x4_pmax(x, low);
}

/// The smaller of both, likewise.
#[inline(always)]
fn at_most(x: v128, high: v128) -> v128 {
    #[cfg(target_feature = "relaxed-simd")]
    return f32x4_relaxed_min(high, x);
    #[cfg(not(target_feature = "relaxed-simd"))]
    return f32x4_pmin(x, high);
}

/// `sum + a * b` of four float32; whether the product is rounded first is up to the machine.
#[inline(always)]
pub fn add_product(sum: v128, a: v128, b: v128) -> v128 {
    #[cfg(target_feature = "relaxed-simd")]
    return f32x4_relaxed_madd(a, b, sum);
    #[cfg(not(target_feature = "relaxed-simd"))]
    return f32x4_add(sum, f32x4_mul(a, b));
}

/// The same of two float64.
#[inline(always)]
pub fn add_product64(sum: v128, a: v128, b: v128) -> v128 {
    #[cfg(target_feature = "relaxed-simd")]
    return f64x2_relaxed_madd(a, b, sum);
    #[cfg(not(target_feature = "relaxed-simd"))]
    return f64x2_add(sum, f64x2_mul(a, b));
}

/// Sixteen bytes from memory.
#[inline(always)]
pub fn i8s(x: &[i8; 16]) -> v128 {
    // The compiler makes one load of this.
    i8x16(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15])
}

/// Eight int16 from memory.
#[inline(always)]
pub fn i16s(x: &[i16; 8]) -> v128 {
    i16x8(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7])
}

/// Four int32 from memory.
#[inline(always)]
pub fn i32s(x: &[i32; 4]) -> v128 {
    i32x4(x[0], x[1], x[2], x[3])
}

/// Eight float64 from memory.
#[inline(always)]
pub fn f64s(x: &[f64; 8]) -> [v128; 4] {
    [f64x2(x[0], x[1]), f64x2(x[2], x[3]), f64x2(x[4], x[5]), f64x2(x[6], x[7])]
}

/// Four int32 in registers as float64, two and two.
#[inline(always)]
pub fn doubles(x: &[i32; 4]) -> [v128; 2] {
    let four = i32s(x);
    [four, i32x4_shuffle::<2, 3, 2, 3>(four, four)].map(|two| f64x2_convert_low_i32x4(two))
}

/// The same from memory.
#[inline(always)]
pub fn loaded_doubles(x: &[i32; 4]) -> [v128; 2] {
    // Two loads are cheaper than a load and a shuffle: converting takes the port for shuffles, too.
    let two = |i: usize| f64x2_convert_low_i32x4(i64x2(bytemuck::cast(x.as_chunks::<2>().0[i]), 0));
    [two(0), two(1)]
}

/// The int32 values of sixteen bytes.
#[inline(always)]
pub fn four_ints(x: v128) -> [v128; 4] {
    let (lower, upper) = (i16x8_extend_low_i8x16(x), i16x8_extend_high_i8x16(x));
    [
        i32x4_extend_low_i16x8(lower),
        i32x4_extend_high_i16x8(lower),
        i32x4_extend_low_i16x8(upper),
        i32x4_extend_high_i16x8(upper),
    ]
}

/// Eight bytes in the lower half of a vector.
#[inline(always)]
pub(super) fn low(x: &[i8; 8]) -> v128 {
    // The compiler makes one load of this.
    i64x2(bytemuck::cast(*x), 0)
}

/// Interleaves the int16 of two vectors: of the lower halves, and of the upper ones.
#[inline(always)]
pub(super) fn wide_turns(a: v128, b: v128) -> [v128; 2] {
    [i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b), i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b)]
}

/// [`Ints::arrange`]: four groups of each row at a time, `N` inputs that `load` makes a vector; then the last groups, for which
/// `one` returns those of one row.
#[inline(always)]
pub(super) fn arrange<const N: usize>(
    rows: &[&[i8]],
    half: usize,
    to: &mut [Block],
    load: impl Fn(&[i8; N]) -> v128,
    one: impl Fn(&[i8]) -> i32,
) {
    let (fours, rest) = to.as_chunks_mut::<4>();
    let done = fours.len() * N;
    let whole = [0, 1, 2, 3].map(|r| rows[r % rows.len()][..done].as_chunks::<N>().0);
    for ((((to, a), b), c), d) in fours.iter_mut().zip(whole[0]).zip(whole[1]).zip(whole[2]).zip(whole[3]) {
        let groups = F32x4::transposed([a, b, c, d].map(|row| F32x4(load(row))));
        for (to, group) in to.iter_mut().zip(groups) {
            to[half] = bytemuck::cast(halves(group.0));
        }
    }
    for (at, to) in (done..).step_by(N / 4).zip(rest) {
        for (to, row) in to[half].as_chunks_mut().0.iter_mut().zip(rows) {
            *to = one(&row[at..]).to_le_bytes().map(|byte| byte as i8);
        }
    }
}

/// Arranged inputs of a row in all lanes.
#[inline(always)]
pub(super) fn each_lane(x: &[i8; GROUP]) -> v128 {
    i32x4_splat(i32::from_le_bytes(x.map(|byte| byte as u8)))
}

/// The two halves of sixteen bytes.
#[inline(always)]
pub fn halves(bytes: v128) -> [[i8; 8]; 2] {
    [i64x2_extract_lane::<0>(bytes), i64x2_extract_lane::<1>(bytes)]
        .map(|half| half.to_le_bytes().map(|byte| byte as i8))
}

#[inline(always)]
pub(super) fn stored(sums: v128, to: &mut [i32; 4]) {
    *to = [
        i32x4_extract_lane::<0>(sums),
        i32x4_extract_lane::<1>(sums),
        i32x4_extract_lane::<2>(sums),
        i32x4_extract_lane::<3>(sums),
    ];
}

/// int8 or int16.
pub trait Short: Number + Into<i32> {
    /// Eight numbers as int16, from memory.
    fn eight(x: &[Self; 8]) -> v128;
}

impl Short for i8 {
    #[inline(always)]
    fn eight(x: &[Self; 8]) -> v128 {
        i16x8_extend_low_i8x16(low(x))
    }
}

impl Short for i16 {
    #[inline(always)]
    fn eight(x: &[Self; 8]) -> v128 {
        i16s(x)
    }
}

/// The sums of the products of each of the rows with as many numbers, wrapping. Rows are not shorter than `x`.
#[inline(always)]
pub fn products<A: Short, B: Short, const N: usize>(rows: [&[A]; N], x: &[B]) -> [i32; N] {
    let (eights, x_rest) = x.as_chunks();
    // Of one length, so that the loop asks for no other.
    let of_rows = rows.map(|row| &row.as_chunks().0[..eights.len()]);
    let mut sums = [i32x4(0, 0, 0, 0); N];
    for (i, x) in eights.iter().enumerate() {
        let x = B::eight(x);
        for (sum, row) in sums.iter_mut().zip(of_rows) {
            *sum = i32x4_add(*sum, i32x4_dot_i16x8(A::eight(&row[i]), x));
        }
    }
    std::array::from_fn(|r| {
        let mut lanes = [0; 4];
        stored(sums[r], &mut lanes);
        let rest = rows[r][8 * eights.len()..].iter().zip(x_rest).map(|(&a, &b)| a.into() * b.into());
        lanes.into_iter().chain(rest).fold(0, i32::wrapping_add)
    })
}

/// SIMD128 integer lanes: dot products of pairs of int16, of inputs as uint8.
#[derive(Clone, Copy)]
pub struct PairSums(v128);

impl Ints for PairSums {
    const IS_TALL: bool = false;
    type Weights = [i16; 8];
    /// For channels 0 to 3, then 4 to 7: rows 0 and 1 in pairs, then row 2 twice, whose second weight is zero.
    type Column = [[v128; 2]; 2];
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
        let pair = x.first_chunk::<2>().map_or(0, |x| i16::from_le_bytes(x.map(|x| x as u8)));
        i16x8_extend_low_u8x16(v128_xor(i16x8_splat(pair), flip))
    }

    fn arrange(rows: &[&[i8]], flip: i8, half: usize, to: &mut [Block]) {
        let bits = i8x16_splat(flip);
        let load = |row: &[i8; 8]| i16x8_extend_low_u8x16(v128_xor(low(row), bits));
        let value = |byte: i8| i32::from((byte ^ flip) as u8);
        arrange(rows, half, to, load, |row| value(row[0]) | value(row[1]) << 16);
    }

    #[inline(always)]
    fn group(x: &[i8; GROUP]) -> v128 {
        each_lane(x)
    }

    #[inline(always)]
    fn add_group(self, x: v128, w: &[i16; 8], _: v128) -> Self {
        Self(i32x4_add(self.0, i32x4_dot_i16x8(x, i16s(w))))
    }

    #[inline(always)]
    fn column(rows: [&[i8; 8]; 3], flip: i8) -> Self::Column {
        let flip = i16x8_splat(i16::from(flip as u8));
        let [a, b, c] = rows.map(|row| v128_xor(i16x8_extend_low_u8x16(low(row)), flip));
        let ([lower, upper], [lower_c, upper_c]) = (wide_turns(a, b), wide_turns(c, c));
        [[lower, lower_c], [upper, upper_c]]
    }

    fn weights([a, b, c]: [[i16; 8]; 3]) -> Option<Self::Column> {
        let pairs = |i: usize, a: &[i16; 8], b: &[i16; 8]| {
            i16x8(a[i], b[i], a[i + 1], b[i + 1], a[i + 2], b[i + 2], a[i + 3], b[i + 3])
        };
        Some([0, 4].map(|i| [pairs(i, &a, &b), pairs(i, &c, &[0; 8])]))
    }

    #[inline(always)]
    fn add_column(sums: [Self; 2], x: Self::Column, w: Self::Column, _: v128) -> [Self; 2] {
        std::array::from_fn(|half| {
            let two = i32x4_add(sums[half].0, i32x4_dot_i16x8(x[half][0], w[half][0]));
            Self(i32x4_add(two, i32x4_dot_i16x8(x[half][1], w[half][1])))
        })
    }

    #[inline(always)]
    fn store(self, to: &mut [i32; 4]) {
        stored(self.0, to);
    }
}
