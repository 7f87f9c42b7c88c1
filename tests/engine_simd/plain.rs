//! Plain kernels that walk slices, compared with their definitions, one element at a time: reductions, searches,
//! comparisons, choices. Shapes have rows of all lengths; floats have NaN, infinities and zeros of both signs.

use crate::builder::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use vintage::engine::program::Dtype;
use vintage::engine::{Backend, Program, Session};

const BOOL: i32 = 6;

/// Bytes of values of a type, some of them equal.
fn values(r: &mut Random, dtype: i32, count: usize) -> Vec<u8> {
    let special = [0.0, -0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN];
    let range = if r.below(2) == 0 { 3 } else { 250 };
    let mut value = || match dtype {
        F32 if r.below(3) == 0 => special[r.below(9) as usize].to_le_bytes().to_vec(),
        F32 => (r.below(range) as f32 - 1.0).to_le_bytes().to_vec(),
        I32 => (r.below(range) as i32 - 1).to_le_bytes().to_vec(),
        I64 => (r.below(range) as i64 - 1).to_le_bytes().to_vec(),
        I16 => (r.below(range) as i16 - 1).to_le_bytes().to_vec(),
        BOOL => vec![r.below(2) as u8],
        _ => vec![r.below(range) as u8],
    };
    (0..count).flat_map(|_| value()).collect()
}

/// The elements as numbers; 64 bits hold all of them exactly.
fn numbers(dtype: i32, bytes: &[u8]) -> Vec<f64> {
    fn each<const N: usize>(bytes: &[u8], f: impl Fn([u8; N]) -> f64) -> Vec<f64> {
        bytes.as_chunks::<N>().0.iter().map(|&b| f(b)).collect()
    }
    match dtype {
        F32 => each(bytes, |b| f32::from_le_bytes(b).into()),
        I32 => each(bytes, |b| i32::from_le_bytes(b).into()),
        I64 => each(bytes, |b| i64::from_le_bytes(b) as f64),
        I16 => each(bytes, |b| i16::from_le_bytes(b).into()),
        I8 => each(bytes, |[b]| (b as i8).into()),
        _ => each(bytes, |[b]| b.into()),
    }
}

/// The outputs of the plain kernels.
fn outputs(program: &Program, inputs: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut session = Session::prepare(program.clone(), Backend::Reference).unwrap();
    inputs.iter().enumerate().for_each(|(i, bytes)| session.set_input(i, bytes).unwrap());
    session.run(&mut ()).unwrap();
    (0..session.outputs().count()).map(|i| session.output(i).unwrap().to_vec()).collect()
}

/// The same numbers with the same signs.
fn assert_same(found: &[f64], wanted: &[f64], what: &str) {
    let bits = |list: &[f64]| -> Vec<u64> { list.iter().map(|x| if x.is_nan() { 1 } else { x.to_bits() }).collect() };
    assert_eq!(bits(found), bits(wanted), "{what}");
}

/// For each element of `shape` in order, the index of the element of an operand that is broadcast to it.
fn indices(shape: &[usize], operand: &[usize]) -> Vec<usize> {
    let count: usize = shape.iter().product();
    let at = |mut i: usize| {
        let (mut at, mut step) = (0, 1);
        for (d, &size) in shape.iter().rev().enumerate() {
            let own = operand.len().checked_sub(d + 1).map_or(1, |d| operand[d]);
            at += if own == 1 { 0 } else { i % size * step };
            step *= own;
            i /= size;
        }
        at
    };
    (0..count).map(at).collect()
}

/// Sizes of up to five dimensions; the last ones may be long.
fn shapes() -> impl Strategy<Value = Vec<usize>> {
    let long = prop_oneof![select(vec![1, 2, 3, 16, 17, 33]), 1..=40usize];
    (vec(1..=4usize, 0..=3), vec(long, 1..=2)).prop_map(|(outer, inner)| [outer, inner].concat())
}

/// Shapes of operands that broadcast to a shape.
fn broadcast(shape: &[usize], drops: &[bool], first: usize) -> Vec<usize> {
    let first = first.min(shape.len());
    shape.iter().zip(drops).map(|(&size, &drop)| if drop { 1 } else { size }).skip(first).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn reductions_take_elements_in_order(
        // REDUCE_MAX, REDUCE_MIN, SUM, REDUCE_PROD.
        (code, dtype) in select(vec![
            (82, F32), (82, I8), (82, U8), (82, I32), (89, F32), (89, I8), (89, I16), (89, I64), (74, F32), (74, I32), (81, I32),
        ]),
        shape in shapes(),
        drops in vec(any::<bool>(), 5),
        seed in seeds(),
    ) {
        let mut b = Builder::new();
        let axes: Vec<usize> = (0..shape.len()).filter(|&d| drops[d]).collect();
        let kept = broadcast(&shape, &drops, 0);
        let [x, y] = [&shape, &kept].map(|shape| b.tensor(dtype, shape, None, None));
        b.input(x);
        let axes = b.integers(&[axes.len()], &axes);
        let program = b.node(code, vec![x, axes], y, vec![("keep_dims", 1)]);
        let bytes = values(&mut Random::new(seed), dtype, shape.iter().product());
        let x = numbers(dtype, &bytes);
        let (least, most) = match dtype {
            F32 => (f32::MIN.into(), f32::MAX.into()),
            I32 => (i32::MIN.into(), i32::MAX.into()),
            I64 => (i64::MIN as f64, i64::MAX as f64),
            I16 => (i16::MIN.into(), i16::MAX.into()),
            I8 => (-128.0, 127.0),
            _ => (0.0, 255.0),
        };
        let start = match code { 82 => least, 89 => most, 74 => 0.0, _ => 1.0 };
        let mut wanted = vec![start; kept.iter().product()];
        for (&x, to) in x.iter().zip(indices(&shape, &kept)) {
            let before = wanted[to];
            wanted[to] = match code {
                82 => if x > before { x } else { before },
                89 => if x < before { x } else { before },
                74 if dtype == F32 => (before as f32 + x as f32).into(),
                74 => before + x,
                _ => (before as i64 as i32).wrapping_mul(x as i32).into(),
            };
        }
        let found = numbers(dtype, &outputs(&program, &[bytes])[0]);
        assert_same(&found, &wanted, &format!("code {code} type {dtype} {shape:?} {drops:?} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn searches_find_the_first_of_equal_elements(
        // ARG_MAX, ARG_MIN.
        (code, dtype) in (select(vec![56, 79]), select(vec![F32, I32, I8, U8])),
        shape in shapes(),
        axis in 0..5usize,
        seed in seeds(),
    ) {
        let axis = axis % shape.len();
        let mut b = Builder::new();
        let mut result = shape.clone();
        result.remove(axis);
        let x = b.tensor(dtype, &shape, None, None);
        let y = b.tensor(I32, &result, None, None);
        b.input(x);
        let list = b.integers(&[1], &[axis]);
        let program = b.node(code, vec![x, list], y, vec![("output_type", 2)]);
        let bytes = values(&mut Random::new(seed), dtype, shape.iter().product());
        let x = numbers(dtype, &bytes);
        let inner: usize = shape[axis + 1..].iter().product();
        let wanted: Vec<f64> = (0..result.iter().product()).map(|o| {
            let at = |k: usize| x[(o / inner * shape[axis] + k) * inner + o % inner];
            let better = |k: usize, best: usize| if code == 56 { at(k) > at(best) } else { at(k) < at(best) };
            (1..shape[axis]).fold(0, |best, k| if better(k, best) { k } else { best }) as f64
        }).collect();
        let found = numbers(I32, &outputs(&program, &[bytes])[0]);
        assert_same(&found, &wanted, &format!("code {code} type {dtype} {shape:?} axis {axis} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn the_largest_elements_are_those_of_a_sorted_row(
        dtype in select(vec![F32, I32, I64, I16, I8, U8]),
        (rows, row) in (1..=3usize, prop_oneof![1..=40usize, 250..=600usize]),
        part in 0..4usize,
        seed in seeds(),
    ) {
        let k = [1, 3.min(row), row.div_ceil(2), row][part];
        let mut b = Builder::new();
        let x = b.tensor(dtype, &[rows, row], None, None);
        let (values_of, places) = (b.tensor(dtype, &[rows, k], None, None), b.tensor(I32, &[rows, k], None, None));
        b.input(x);
        let count = b.integers(&[], &[k]);
        b.operator_to(48, vec![x, count], vec![values_of, places], vec![]);
        let program = b.program_of(vec![values_of, places], |file| file);
        let bytes = values(&mut Random::new(seed), dtype, rows * row);
        // Only -0 and 0 have the same rank and different bits. NaN ranks by its bits: above all numbers.
        let x: Vec<f64> = numbers(dtype, &bytes).iter().map(|&x| if x.is_nan() { f64::INFINITY } else { x }).collect();
        prop_assume!(dtype != F32 || !x.contains(&f64::INFINITY));
        let found = outputs(&program, std::slice::from_ref(&bytes));
        let places: Vec<usize> = numbers(I32, &found[1]).iter().map(|&i| i as usize).collect();
        let mut wanted = Vec::new();
        for row in x.chunks_exact(row) {
            let mut order: Vec<usize> = (0..row.len()).collect();
            order.sort_by(|&a, &b| row[b].partial_cmp(&row[a]).unwrap());
            wanted.extend_from_slice(&order[..k]);
        }
        let what = format!("type {dtype} {rows} x {row}, {k} of them, seed {seed}");
        assert_eq!(places, wanted, "{what}");
        let chosen: Vec<f64> =
            places.iter().enumerate().map(|(o, &i)| numbers(dtype, &bytes)[o / k * row + i]).collect();
        assert_same(&numbers(dtype, &found[0]), &chosen, &what);
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn pairs_of_broadcast_operands_follow_the_definition(
        // Comparisons, MAXIMUM, MINIMUM; LOGICAL_OR, LOGICAL_AND.
        (code, dtype) in prop_oneof![
            3 => (select(vec![71, 72, 58, 63, 61, 62]), select(vec![F32, I32, I64, I16, BOOL])),
            2 => (select(vec![55, 57]), select(vec![F32, I32, I8, U8])),
            1 => (select(vec![84, 86]), Just(BOOL)),
        ],
        shape in prop_oneof![4 => shapes(), 1 => (1..=3usize, 250..=530usize).prop_map(|(a, b)| vec![a, b])],
        [drops_a, drops_b] in [vec(any::<bool>(), 5), vec(any::<bool>(), 5)],
        first in 0..=5usize,
        seed in seeds(),
    ) {
        // Every dimension is complete in one of the operands.
        let drops_a: Vec<bool> = drops_a.iter().zip(&drops_b).map(|(a, b)| a & !b).collect();
        let (of_a, of_b) = (broadcast(&shape, &drops_a, 0), broadcast(&shape, &drops_b, 0));
        let first = of_a.iter().zip(&shape).zip(&of_b).take_while(|((a, size), b)| a == size && **b == 1).count().min(first);
        let of_b = of_b[first..].to_vec();
        let mut b = Builder::new();
        let result = if matches!(code, 55 | 57) { dtype } else { BOOL };
        let [x, z, y] = [(dtype, &of_a), (dtype, &of_b), (result, &shape)].map(|(t, shape)| b.tensor(t, shape, None, None));
        b.input(x);
        b.input(z);
        let program = b.node(code, vec![x, z], y, vec![]);
        let r = &mut Random::new(seed);
        let bytes = [&of_a, &of_b].map(|shape| values(r, dtype, shape.iter().product()));
        let [a, c] = [0, 1].map(|i| numbers(dtype, &bytes[i]));
        let pairs = indices(&shape, &of_a).into_iter().zip(indices(&shape, &of_b)).map(|(i, j)| (a[i], c[j]));
        let wanted: Vec<f64> = pairs.map(|(a, b)| match code {
            55 => if a > b { a } else { b },
            57 => if a < b { a } else { b },
            71 => f64::from(u8::from(a == b)),
            72 => f64::from(u8::from(a != b)),
            58 => f64::from(u8::from(a < b)),
            63 => f64::from(u8::from(a <= b)),
            61 => f64::from(u8::from(a > b)),
            62 => f64::from(u8::from(a >= b)),
            84 => f64::from(u8::from(a != 0.0 || b != 0.0)),
            _ => f64::from(u8::from(a != 0.0 && b != 0.0)),
        }).collect();
        let found = numbers(result, &outputs(&program, &bytes)[0]);
        assert_same(&found, &wanted, &format!("code {code} type {dtype} {of_a:?} {of_b:?} {shape:?} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn choices_follow_the_condition(
        dtype in select(vec![F32, I8, I16, I64, Dtype::C128.code()]),
        shape in shapes(),
        drops in [vec(any::<bool>(), 5), vec(any::<bool>(), 5), vec(any::<bool>(), 5)],
        // SELECT has no broadcasting.
        is_plain in any::<bool>(),
        seed in seeds(),
    ) {
        let drops = drops.map(|drops| if is_plain { vec![false; 5] } else { drops });
        let of = drops.map(|drops| broadcast(&shape, &drops, 0));
        let shape: Vec<usize> = (0..shape.len()).map(|d| of.iter().map(|of| of[d]).max().unwrap()).collect();
        let mut b = Builder::new();
        let [c, x, z, y] = [(BOOL, &of[0]), (dtype, &of[1]), (dtype, &of[2]), (dtype, &shape)]
            .map(|(t, shape)| b.tensor(t, shape, None, None));
        [c, x, z].iter().for_each(|&t| b.input(t));
        let program = b.node(if is_plain { 64 } else { 123 }, vec![c, x, z], y, vec![]);
        let r = &mut Random::new(seed);
        let size = Dtype::from_code(dtype).map_or(0, Dtype::bits) / 8;
        let [conditions, xs, ys] = [(BOOL, 1, &of[0]), (U8, size, &of[1]), (U8, size, &of[2])]
            .map(|(t, size, shape)| values(r, t, size * shape.iter().product::<usize>()));
        let [c, x, y] = of.map(|of| indices(&shape, &of));
        let pick = |i: usize| if conditions[c[i]] != 0 { &xs[x[i] * size..][..size] } else { &ys[y[i] * size..][..size] };
        let wanted: Vec<u8> = (0..c.len()).flat_map(|i| pick(i).to_vec()).collect();
        let found = outputs(&program, &[conditions.clone(), xs.clone(), ys.clone()]);
        assert_eq!(found[0], wanted, "type {dtype} {shape:?} seed {seed}");
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn classes_are_set_along_the_axis(
        shape in vec(1..=5usize, 1..=3),
        (depth, axis) in (1..=9usize, 0..4usize),
        dtype in select(vec![F32, I8, I64]),
        seed in seeds(),
    ) {
        let axis = axis % (shape.len() + 1);
        let r = &mut Random::new(seed);
        let mut result = shape.clone();
        result.insert(axis, depth);
        let [on, off] = [(); 2].map(|()| values(r, dtype, 1));
        let mut b = Builder::new();
        let classes = b.tensor(I32, &shape, None, None);
        b.input(classes);
        let depth_of = b.integers(&[], &[depth]);
        let [of_on, of_off] = [&on, &off].map(|value| b.tensor(dtype, &[], None, Some(value.clone())));
        let y = b.tensor(dtype, &result, None, None);
        let program = b.node(85, vec![classes, depth_of, of_on, of_off], y, vec![("axis", axis as i64)]);
        // Some are outside, on both sides.
        let list: Vec<i64> = (0..shape.iter().product()).map(|_| r.below(depth as u64 + 2) as i64 - 1).collect();
        let bytes = list.iter().flat_map(|&class| (class as i32).to_le_bytes()).collect();
        let inner: usize = shape[axis..].iter().product();
        let count: usize = result.iter().product();
        let class = |o: usize| list[o / (inner * depth) * inner + o % inner];
        let wanted: Vec<u8> =
            (0..count).flat_map(|o| if class(o) == (o / inner % depth) as i64 { on.clone() } else { off.clone() }).collect();
        assert_eq!(outputs(&program, &[bytes])[0], wanted, "{shape:?} depth {depth} axis {axis} seed {seed}");
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn casts_go_from_one_type_to_the_other(
        (from, to) in select(vec![
            (F32, I32), (I32, F32), (BOOL, F32), (BOOL, I32), (F32, BOOL), (U8, F32), (I64, I32), (I32, I64), (I8, F32), (F32, U8),
        ]),
        count in 1..=40usize,
        seed in seeds(),
    ) {
        let mut b = Builder::new();
        let [x, y] = [from, to].map(|dtype| b.tensor(dtype, &[count], None, None));
        b.input(x);
        let program = b.node(53, vec![x], y, vec![("in_data_type", from.into()), ("out_data_type", to.into())]);
        let bytes = values(&mut Random::new(seed), from, count);
        let cast = |x: f64| match to {
            I32 => (x as i32).into(),
            U8 => (x as u8).into(),
            BOOL => f64::from(u8::from(x != 0.0)),
            _ => x,
        };
        let wanted: Vec<f64> = numbers(from, &bytes).into_iter().map(cast).collect();
        assert_same(&numbers(to, &outputs(&program, &[bytes])[0]), &wanted, &format!("{from} to {to} seed {seed}"));
    }
}
