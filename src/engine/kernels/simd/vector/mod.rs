//! A few lanes at a time: small traits, implemented for each kind of machine.
//!
//! wasm: SIMD128, with relaxed multiply-add and dot products where the build has them. x86-64: SSE2, which every such
//! machine has. Elsewhere, and as a reference in tests: plain arrays. Lanes are loaded from and stored to arrays, so no
//! pointer is read.

mod eight;
mod lanes;
mod narrow;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
mod relaxed;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use eight::EightSums;
pub use lanes::{Block, Floats, GROUP, Ints, Quads, Sign, Weights};
pub use narrow::part;
pub use portable::{Narrow, Portable};
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub use portable::{Short, products};

/// Added to a small float32, it leaves the nearest integer in the lower bits: those of the result minus those of this
/// number.
pub const NEAREST: f32 = 12_582_912.0;

/// How this machine multiplies four int8 values at a time, if it does: the relaxed instructions may treat the second operand's top bit as
/// a sign or as a value, and may lose sums that do not fit 16 bits. Determined by running them.
pub fn quads() -> Option<Quads> {
    #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
    return relaxed::quads();
    #[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
    None
}

/// The sign of inputs that integer lanes take.
pub fn sign() -> Sign {
    match quads() {
        Some(Quads::Exact(sign)) => sign,
        Some(Quads::Narrow) => Sign::Unsigned,
        None => PAIRS,
    }
}

/// That of those that [`PairSums`] takes.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
pub const PAIRS: Sign = Sign::Unsigned;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub use plain::PAIRS;

#[cfg(target_arch = "x86_64")]
pub use x86::{F32x4, PairSums};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm::{
    F32x4, PairSums, Short, add_product, add_product64, doubles, f64s, four_ints, halves, i8s, i16s, i32s,
    loaded_doubles, products,
};

#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
pub use relaxed::{NarrowSums, QuadSums};

/// Dot products of four exist only in relaxed SIMD, so never used here (see [`quads`]): no code of their own.
#[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
pub type QuadSums = PairSums;
/// The same.
#[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
pub type NarrowSums = PairSums;

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
mod plain {
    /// Float lanes.
    pub type F32x4 = super::Portable<f32>;
    /// Integer lanes.
    pub type PairSums = super::Portable<i32>;
    /// The sign of their inputs.
    pub const PAIRS: super::Sign = super::Sign::Signed;
}

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub use plain::{F32x4, PairSums};
