//! SSE2, which every x86-64 has.

#![allow(unsafe_code)]

use super::lanes::{Block, Floats, GROUP, Ints, bits_of};
use core::arch::x86_64::{
    __m128, __m128i, _mm_add_epi32, _mm_add_ps, _mm_and_ps, _mm_madd_epi16, _mm_max_ps, _mm_min_ps, _mm_movehl_ps,
    _mm_movelh_ps, _mm_mul_ps, _mm_set1_epi32, _mm_set1_ps, _mm_shuffle_ps, _mm_unpackhi_ps, _mm_unpacklo_ps,
};

/// Calls instructions that every x86-64 has.
macro_rules! sse {
    ($call:expr) => {
        // SAFETY: these functions require only SSE and SSE2, which are part of x86-64; they take and return values, not
        // pointers.
        unsafe { $call }
    };
}

/// SSE2 float lanes.
#[derive(Clone, Copy)]
pub struct F32x4(__m128);

impl Floats for F32x4 {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(sse!(_mm_set1_ps(value)))
    }

    #[inline(always)]
    fn load(from: &[f32; 4]) -> Self {
        Self(bytemuck::cast(*from))
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; 4]) {
        *to = bytemuck::cast(self.0);
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        Self(sse!(_mm_add_ps(self.0, _mm_mul_ps(a.0, b.0))))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(sse!(_mm_add_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self(sse!(_mm_mul_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn mask(lanes: [bool; 4]) -> Self {
        Self(bytemuck::cast(bits_of(lanes)))
    }

    #[inline(always)]
    fn masked(self, mask: Self) -> Self {
        Self(sse!(_mm_and_ps(self.0, mask.0)))
    }

    #[inline(always)]
    fn parted([a, b]: [Self; 2]) -> [Self; 2] {
        [Self(sse!(_mm_shuffle_ps::<0x88>(a.0, b.0))), Self(sse!(_mm_shuffle_ps::<0xdd>(a.0, b.0)))]
    }

    // These instructions return their second operand when one is NaN, which keeps a NaN value.
    #[inline(always)]
    fn clamp(self, low: Self, high: Self) -> Self {
        Self(sse!(_mm_min_ps(high.0, _mm_max_ps(low.0, self.0))))
    }

    #[inline(always)]
    fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let halves = |a: Self, b: Self| [sse!(_mm_unpacklo_ps(a.0, b.0)), sse!(_mm_unpackhi_ps(a.0, b.0))];
        let ([a, b], [c, d]) = (halves(a, b), halves(c, d));
        let columns = |a, c| [sse!(_mm_movelh_ps(a, c)), sse!(_mm_movehl_ps(c, a))];
        let ([a, b], [c, d]) = (columns(a, c), columns(b, d));
        [Self(a), Self(b), Self(c), Self(d)]
    }
}

/// Three rows of eight channels as pairs of rows, for channels 0 to 3, then 4 to 7.
#[inline(always)]
fn pairs([a, b, c]: [[i16; 8]; 3]) -> [[__m128i; 2]; 2] {
    let pairs = |half: usize, one: &[i16; 8], two: &[i16; 8]| -> __m128i {
        let pairs: [i16; 8] = std::array::from_fn(|i| if i % 2 == 0 { one } else { two }[4 * half + i / 2]);
        bytemuck::cast(pairs)
    };
    std::array::from_fn(|half| [pairs(half, &a, &b), pairs(half, &c, &[0; 8])])
}

/// The uint8 value of a byte, flipped.
#[inline(always)]
fn value(byte: i8, flip: i8) -> i16 {
    i16::from((byte ^ flip) as u8)
}

/// SSE2 integer lanes: of inputs as uint8.
#[derive(Clone, Copy)]
pub struct PairSums(__m128i);

impl Ints for PairSums {
    const IS_TALL: bool = false;
    type Weights = [i16; 8];
    /// For channels 0 to 3, then 4 to 7: rows 0 and 1 in pairs, then row 2 and zero.
    type Column = [[__m128i; 2]; 2];
    type Inputs = __m128i;
    type Kept = i8;

    #[inline(always)]
    fn kept(flip: i8) -> i8 {
        flip
    }

    #[inline(always)]
    fn load(from: &[i32; 4]) -> Self {
        Self(bytemuck::cast(*from))
    }

    #[inline(always)]
    fn raised(self, by: i32) -> Self {
        Self(sse!(_mm_add_epi32(self.0, _mm_set1_epi32(by))))
    }

    #[inline(always)]
    fn spread(x: &[i8], flip: i8) -> __m128i {
        let pair: [i16; 2] = std::array::from_fn(|i| value(x[i], flip));
        sse!(_mm_set1_epi32(bytemuck::cast(pair)))
    }

    fn arrange(rows: &[&[i8]], flip: i8, half: usize, to: &mut [Block]) {
        for (group, to) in to.iter_mut().enumerate() {
            for (row, to) in rows.iter().zip(to[half].as_chunks_mut().0) {
                let pair: [i16; 2] = std::array::from_fn(|i| value(row[2 * group + i], flip));
                *to = bytemuck::cast::<[i16; 2], [i8; GROUP]>(pair);
            }
        }
    }

    #[inline(always)]
    fn group(x: &[i8; GROUP]) -> __m128i {
        sse!(_mm_set1_epi32(bytemuck::cast(*x)))
    }

    #[inline(always)]
    fn add_group(self, x: __m128i, w: &[i16; 8], _: i8) -> Self {
        Self(sse!(_mm_add_epi32(self.0, _mm_madd_epi16(x, bytemuck::cast(*w)))))
    }

    #[inline(always)]
    fn column(rows: [&[i8; 8]; 3], flip: i8) -> Self::Column {
        pairs(rows.map(|row| row.map(|x| value(x, flip))))
    }

    fn weights(rows: [[i16; 8]; 3]) -> Option<Self::Column> {
        Some(pairs(rows))
    }

    #[inline(always)]
    fn add_column(sums: [Self; 2], x: Self::Column, w: Self::Column, _: i8) -> [Self; 2] {
        std::array::from_fn(|half| {
            let two = sse!(_mm_add_epi32(sums[half].0, _mm_madd_epi16(x[half][0], w[half][0])));
            Self(sse!(_mm_add_epi32(two, _mm_madd_epi16(x[half][1], w[half][1]))))
        })
    }

    #[inline(always)]
    fn store(self, to: &mut [i32; 4]) {
        *to = bytemuck::cast(self.0);
    }
}
