//! Slices selected by a list of indices.

use super::elem::Elem;
use super::weights::Store;
use super::wgsl::Wgsl;
use super::{Dispatch, Operand};

/// `y[o][i][..] = x[o][places[i]][..]`: `outer` runs, `len` slices in each input run, `count` indices, slices of
/// `inner` elements. `places` holds unsigned indices below `len`; `store` is how `x` is stored, `scale` that of quantized values.
pub fn gather(
    [outer, len, count, inner]: [u32; 4],
    places: Operand,
    (x, store): (Operand, Store),
    scale: f32,
    y: Operand,
) -> Dispatch {
    let elem = Elem::for_channels(inner);
    let inner = inner / elem.lanes();
    let threads = u64::from(outer) * u64::from(count) * u64::from(inner);
    let (s, scaled) = match store {
        Store::Int8 { .. } => (Wgsl::new().uniform_f32("scale", scale), " * p.scale"),
        Store::Full | Store::Half => (Wgsl::new(), ""),
    };
    let s = s.uniform("len", len).uniform("count", count).uniform("inner", inner);
    store.declare(s, "x", elem, x).read_words("places", places).finish_flat(
        "gather",
        (elem, y),
        threads,
        &format!(
            "let slice = i / p.inner; let place = places[slice % p.count];\n\
             store(i, x((slice / p.count * p.len + place) * p.inner + i % p.inner){scaled});"
        ),
    )
}
