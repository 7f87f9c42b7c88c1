//! Lanes of vectors, and the loops that are nothing else.

use vintage::engine::kernels::simd::vector::{
    Block, F32x4, Floats, GROUP, Ints, Narrow, NarrowSums, PairSums, Portable, QuadSums, Quads, Sign, quads,
};
use vintage::engine::kernels::simd::{gemm_ints, recurrent};

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn float_lanes_compute_what_plain_arrays_do() {
    let (a, b, c) = ([1.5, -2.0, f32::NAN, 7.0], [2.0, 3.0, 1.0, -1.0], [0.25, 9.0, 1.0, 1e9]);
    fn step<V: Floats>(a: &[f32; 4], b: &[f32; 4], c: &[f32; 4]) -> [u32; 4] {
        let mut out = [0.0; 4];
        V::load(a).add_product(V::load(b), V::load(c)).clamp(V::splat(-1.0), V::splat(6.0)).store(&mut out);
        out.map(f32::to_bits)
    }
    let lanes = step::<F32x4>(&a, &b, &c);
    assert_eq!(lanes[..2], step::<Portable<f32>>(&a, &b, &c)[..2]);
    assert!(f32::from_bits(lanes[2]).is_nan());
}

/// Extremes, to reveal saturation and wrong signs.
const X: [i8; 8] = [-128, 127, 0, -1, 1, -77, 78, 127];
const W: [i32; 8] = [-127, 127, 127, -128, 5, -6, 7, 8];

fn group<I: Ints>(sign: Sign) -> [i32; 4] {
    let kept = I::kept(Sign::Signed.flip(sign));
    let (x, w) = (I::spread(&X[..I::DEPTHS], kept), weights::<I>());
    let mut out = [0; 4];
    I::load(&[0; 4]).add_group(x, &w, kept).add_group(x, &w, kept).store(&mut out);
    // The effect of flipping is subtracted, as in the kernels' bias.
    std::array::from_fn(|lane| {
        let sum: i32 = (0..I::DEPTHS).map(|d| W[(lane * I::DEPTHS + d) % 8]).sum();
        out[lane] - 2 * sign.offset() * sum
    })
}

/// The sums of columns, and of the second half of sixteen channels.
fn columns<I: Ints>(sign: Sign, weights: [[i16; 8]; 3]) -> [i32; 8] {
    let rows = [X, [127; 8], [-128, -128, 3, 4, 5, -6, 127, -1]];
    let flip = Sign::Signed.flip(sign);
    let (x, w, kept) = (I::column(rows.each_ref(), flip), I::weights(weights).unwrap(), I::kept(flip));
    let sums = |x: I::Column| gemm_ints::lanes(I::add_column([I::load(&[0; 4]); 2], x, w, kept));
    let wide = rows.map(|row| std::array::from_fn(|i| row[i % 8]));
    assert_eq!(I::columns(wide.each_ref(), flip).map(sums), [sums(x); 2]);
    std::array::from_fn(|c| sums(x)[c] - sign.offset() * weights.iter().map(|row| i32::from(row[c])).sum::<i32>())
}

/// Some of these saturate where a machine adds two products in 16 bits.
const LARGE: [[i16; 8]; 3] = [[-127, 127, -128, 1, 2, 3, 127, -127], [127; 8], [-128, 127, 1, -1, 0, 9, 127, 127]];

/// The largest that such a machine can multiply.
const DIVIDED: [[i16; 8]; 3] = [
    [-127, 127, -128, 1, 2, 3, 127, -127],
    [127, 2, -128, 127, 127, -128, -128, -1],
    [-128, 127, 0, 127, 1, -128, 127, -128],
];

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn integer_lanes_compute_what_plain_arrays_do() {
    let pairs = |lane: usize| 2 * (i32::from(X[0]) * W[2 * lane] + i32::from(X[1]) * W[2 * lane + 1]);
    assert_eq!(group::<PairSums>(Sign::Unsigned), std::array::from_fn(pairs));
    assert_eq!(columns::<PairSums>(Sign::Unsigned, LARGE), columns::<Portable<i32>>(Sign::Signed, LARGE));
    // Pairs have room for weights minus any zero point.
    let (x, w) = (PairSums::column([&[-1; 8]; 3], 0), PairSums::weights([[255; 8], [-255; 8], [255; 8]]));
    let sums = PairSums::add_column([PairSums::load(&[0; 4]); 2], x, w.unwrap(), PairSums::kept(0));
    assert_eq!(gemm_ints::lanes(sums), [255 * 255; 8]);
    assert_eq!(group::<Narrow>(Sign::Unsigned), group::<Portable<i32>>(Sign::Signed));
    assert_eq!(columns::<Narrow>(Sign::Unsigned, DIVIDED), columns::<Portable<i32>>(Sign::Signed, DIVIDED));
    assert!(Narrow::weights(LARGE).is_none());
    match quads() {
        Some(Quads::Exact(sign)) => {
            assert_eq!(group::<QuadSums>(sign), group::<Portable<i32>>(Sign::Signed));
            assert_eq!(columns::<QuadSums>(sign, LARGE), columns::<Portable<i32>>(Sign::Signed, LARGE));
        }
        Some(Quads::Narrow) => {
            assert!(NarrowSums::weights(LARGE).is_none());
            assert_eq!(group::<NarrowSums>(Sign::Unsigned), group::<Portable<i32>>(Sign::Signed));
            assert_eq!(columns::<NarrowSums>(Sign::Unsigned, DIVIDED), columns::<Portable<i32>>(Sign::Signed, DIVIDED));
        }
        None => {}
    }
}

/// Weights of four channels.
fn weights<I: Ints>() -> I::Weights {
    let mut weights = I::Weights::default();
    for (i, to) in weights.as_mut().iter_mut().enumerate() {
        *to = W[i % 8].try_into().ok().unwrap();
    }
    weights
}

/// Arranged inputs of six rows multiply as those of each row do.
fn arranged<I: Ints>(flip: i8) {
    let (w, kept) = (weights::<I>(), I::kept(flip));
    let sums = |x: I::Inputs| {
        let mut out = [0; 4];
        I::load(&[5; 4]).raised(-7).add_group(x, &w, kept).store(&mut out);
        out
    };
    for groups in [1, 3, 4, 5, 8, 11, 13] {
        let depth = groups * I::DEPTHS;
        let all: Vec<i8> = (0..6 * depth).map(|i| (i * 37 % 256) as u8 as i8).collect();
        let row = |r: usize| &all[r * depth..][..depth];
        let mut to: Vec<Block> = vec![Block::default(); groups];
        I::arrange(&[0, 1, 2, 3].map(row), flip, 0, &mut to);
        I::arrange(&[4, 5].map(row), flip, 1, &mut to);
        for (g, block) in to.iter().enumerate() {
            for (r, x) in block.as_flattened().as_chunks::<GROUP>().0.iter().enumerate().take(6) {
                let wanted = sums(I::spread(&row(r)[g * I::DEPTHS..][..I::DEPTHS], kept));
                assert_eq!(sums(I::group(x)), wanted, "row {r}, group {g} of {groups}, bits {flip}");
            }
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn arranged_rows_are_multiplied_like_rows() {
    for flip in [0, i8::MIN] {
        arranged::<PairSums>(flip);
        arranged::<Portable<i32>>(flip);
        match quads() {
            Some(Quads::Exact(_)) => arranged::<QuadSums>(flip),
            Some(Quads::Narrow) => arranged::<NarrowSums>(flip),
            None => {}
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn recurrent_products_are_those_of_plain_sums() {
    for (rows, depth) in [(1, 1), (3, 2), (4, 4), (5, 7), (8, 16), (9, 33), (2, 0)] {
        let value = |i: usize| (i * 37 % 23) as f32 - 11.0;
        let weights: Vec<f32> = (0..rows * depth).map(value).collect();
        let x: Vec<f32> = (0..depth).map(|i| value(i + 5)).collect();
        let mut out: Vec<f32> = (0..rows).map(value).collect();
        // Small integers, whose sums do not depend on the order.
        let dot = |r: usize| (0..depth).map(|k| weights[r * depth + k] * x[k]).sum::<f32>();
        let wanted: Vec<f32> = (0..rows).map(|r| value(r) + dot(r)).collect();
        let begun = out.clone();
        recurrent::add_floats::<F32x4>(&mut out, &weights, &x);
        assert_eq!(out, wanted, "{rows} rows, {depth} deep");
        let (weights, x): (Vec<i8>, Vec<i16>) =
            (weights.iter().map(|&w| w as i8).collect(), x.iter().map(|&x| x as i16).collect());
        let mut ints = begun;
        recurrent::add_ints(&mut ints, &weights, &x, 1.0);
        assert_eq!(ints, wanted, "{rows} rows, {depth} deep");
    }
}
