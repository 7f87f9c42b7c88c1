//! Slices picked by a constant list of places.

use super::wgsl::{Elem, Wgsl};
use super::{Dispatch, Operand};

/// `y[o][i][..] = x[o][places[i]][..]`: `outer` runs, `len` slices in each input run, `count` places, slices of `inner`
/// elements. `places` holds the bits of unsigned numbers, all below `len`.
pub fn gather(outer: u32, len: u32, count: u32, inner: u32, places: Operand, x: Operand, y: Operand) -> Dispatch {
    let elem = Elem::for_channels(inner);
    let inner = inner / elem.lanes();
    let threads = u64::from(outer) * u64::from(count) * u64::from(inner);
    Wgsl::new()
        .uniform("len", len)
        .uniform("count", count)
        .uniform("inner", inner)
        .read("x", elem, x)
        .read_words("places", places)
        .finish_flat(
            "gather",
            (elem, y),
            threads,
            "let slice = i / p.inner; let place = places[slice % p.count];\n\
             y[i] = x[(slice / p.count * p.len + place) * p.inner + i % p.inner];",
        )
}
