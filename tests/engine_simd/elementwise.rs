//! Functions of one or two operands, element by element.

use crate::builder::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use vintage::engine::{Backend, Session};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn curves_agree(
        // LOGISTIC, TANH, EXP, GELU of both kinds, SOFTMAX; RELU and its variants, LEAKY_RELU, HARD_SWISH, NEG.
        (code, option) in select(vec![
            (14, 0), (28, 0), (47, 0), (150, 0), (150, 1), (25, 0), (19, 0), (20, 0), (21, 0), (152, 0), (98, 1), (98, -9),
            (117, 0), (59, 0),
        ]),
        shape in [1..=5usize, 0..=70],
        seed in seeds(),
    ) {
        let mut b = Builder::new();
        let x = b.tensor(0, &shape, None, None);
        // Random inputs are between 0 and 1: their product with a constant has both signs.
        let [a, c] = [40.0f32, -20.0].map(|v| b.tensor(0, &[], None, Some(v.to_le_bytes().to_vec())));
        b.input(x);
        let [scaled, moved, y] = [(); 3].map(|()| b.tensor(0, &shape, None, None));
        let options = vec![("beta", 1), ("approximate", option), ("alpha", option)];
        b.operator(18, vec![x, a], scaled, vec![]);
        b.operator(0, vec![scaled, c], moved, vec![]);
        b.operator(code, vec![moved], y, options);
        agree(&b.program(y), seed, &format!("code {code} {option} {shape:?} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn powers_agree(
        // Whole numbers are left to the reference kernel.
        exponent in select(vec![0.3f32, -0.7, 1.5, 2.0, -3.0, 7.25]),
        rank in 0..=2usize,
        shape in [1..=5usize, 0..=70],
        seed in seeds(),
    ) {
        let mut b = Builder::new();
        let x = b.tensor(F32, &shape, None, None);
        b.input(x);
        let [scale, exponents] = [(40.0f32, 0), (exponent, rank)]
            .map(|(v, rank)| b.tensor(F32, &[1, 1][..rank], None, Some(v.to_le_bytes().to_vec())));
        // Squares, because powers of negative numbers are NaN, of any bits.
        let [square, scaled, y] = [(); 3].map(|()| b.tensor(F32, &shape, None, None));
        b.operator(18, vec![x, x], square, vec![]);
        b.operator(18, vec![square, scale], scaled, vec![]);
        b.operator(78, vec![scaled, exponents], y, vec![]);
        let program = b.program(y);
        agree(&program, seed, &format!("to the power of {exponent}, rank {rank}, {shape:?} seed {seed}"));
        let mut session = Session::prepare(program, Backend::Simd).unwrap();
        session.run(&mut ()).unwrap();
        let kernel = session.profile()[2].kernel;
        assert_eq!(kernel, if exponent.fract() == 0.0 { "reference" } else { "simd" });
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn sums_and_products_agree(
        dtype in types(),
        shape in [1..=3usize, 1..=5, 1..=5, 1..=20],
        // The second operand is complete, or broadcast from some dimension on, perhaps with dimensions of 1 before it.
        (from, ones) in select(vec![(0, 0), (3, 0), (3, 1), (2, 2), (3, 3)]),
        (code, activation) in (select(vec![0, 41, 18]), activation_codes()),
        // The first operand is the one that is broadcast.
        turned in any::<bool>(),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let x = activations(&mut b, r, dtype, &shape);
        let z = activations(&mut b, r, dtype, &[&[1; 3][..ones], &shape[from..]].concat());
        b.input(x);
        b.input(z);
        let y = activations(&mut b, r, dtype, &shape);
        let is_turned = turned && dtype == F32;
        let operands = if is_turned { vec![z, x] } else { vec![x, z] };
        let program = b.node(code, operands, y, vec![("fused_activation_function", activation)]);
        agree(&program, seed, &format!("code {code} {shape:?} turned {is_turned} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn sums_and_products_with_any_broadcast_agree(
        dtype in types(),
        ([x, y, z], last) in ([1..=3usize, 1..=5, 1..=5], prop_oneof![4 => 1..=40usize, 1 => 1000..=2100usize]),
        // The dimensions along which each operand repeats.
        repeats in [prop::array::uniform4(any::<bool>()), prop::array::uniform4(any::<bool>())],
        (code, activation) in (select(vec![0, 41, 18]), activation_codes()),
        seed in seeds(),
    ) {
        let shape = [x, y, z, last];
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let own = |repeats: [bool; 4]| -> Vec<usize> { shape.iter().zip(repeats).map(|(&d, is_one)| if is_one { 1 } else { d }).collect() };
        let shapes = repeats.map(own);
        let result: Vec<usize> = shapes[0].iter().zip(&shapes[1]).map(|(a, b)| *a.max(b)).collect();
        let operands = shapes.each_ref().map(|shape| activations(&mut b, r, dtype, shape));
        operands.iter().for_each(|&operand| b.input(operand));
        let y = activations(&mut b, r, dtype, &result);
        let program = b.node(code, operands.to_vec(), y, vec![("fused_activation_function", activation)]);
        equal(&program, seed, &format!("code {code} {shapes:?} type {dtype} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn quantized_values_and_numbers_agree(
        shape in [1..=3usize, 1..=40],
        // QUANTIZE of numbers, DEQUANTIZE, QUANTIZE from one 8-bit type to another.
        (code, from, to) in select(vec![
            (114, F32, I8), (114, F32, U8), (6, I8, F32), (6, U8, F32), (114, I8, U8), (114, U8, I8), (114, U8, U8), (114, I8, I8),
        ]),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let x = activations(&mut b, r, from, &shape);
        b.input(x);
        let y = activations(&mut b, r, to, &shape);
        let program = b.node(code, vec![x], y, Vec::new());
        equal(&program, seed, &format!("{shape:?} from type {from} to {to} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn functions_of_bytes_agree(
        // LOGISTIC, TANH, EXP, GELU of both kinds, SOFTMAX; RELU and its variants, LEAKY_RELU, HARD_SWISH; ELU, LOG, SQRT,
        // RSQRT, ABS.
        (code, option) in select(vec![
            (14, 0), (28, 0), (47, 0), (150, 0), (150, 1), (25, 0), (25, 3), (19, 0), (20, 0), (21, 0), (152, 0), (98, 1),
            (98, -9), (117, 0), (111, 0), (73, 0), (75, 0), (76, 0), (101, 0),
        ]),
        dtype in bytes(),
        shape in [1..=3usize, 1..=300],
        seed in seeds(),
    ) {
        // The runtime has no ABS of uint8.
        let dtype = if code == 101 { I8 } else { dtype };
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let x = activations(&mut b, r, dtype, &shape);
        b.input(x);
        let y = activations(&mut b, r, dtype, &shape);
        let options = vec![("beta", 1 + option), ("approximate", option), ("alpha", option)];
        equal(&b.node(code, vec![x], y, options), seed, &format!("code {code} {option} type {dtype} {shape:?} seed {seed}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn functions_of_bytes_in_several_operators_agree(
        dtype in bytes(),
        shape in [1..=3usize, 1..=300],
        // Each of the operators reads one or two of the values before it; -1 is a constant.
        steps in vec((select(vec![(14, 0), (28, 0), (21, 0), (117, 0), (98, -9), (0, 1), (41, 1), (18, 1)]), [-1..=4, 0..=4]), 2..=5),
        // A value in between that the last operator reads as well.
        read in prop::option::of(0..4usize),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let mut values = vec![activations(&mut b, r, dtype, &shape)];
        b.input(values[0]);
        for ((code, operands), [first, second]) in steps {
            let (first, second): (i32, i32) = (first, second);
            let value = |at: i32| values[at as usize % values.len()];
            let y = activations(&mut b, r, dtype, &shape);
            let constant = b.tensor(dtype, &[], Some((vec![0.1], 3, 0)), Some(vec![r.below(256) as u8]));
            let first = if first < 0 && operands > 0 { constant } else { value(first.max(0)) };
            let inputs = if operands > 0 { vec![first, value(second)] } else { vec![first] };
            b.operator(code, inputs, y, vec![("alpha", operands)]);
            values.push(y);
        }
        let last = values[values.len() - 1];
        let y = activations(&mut b, r, dtype, &shape);
        let other = read.map_or(last, |at| values[at % values.len()]);
        b.operator(18, vec![last, other], y, vec![]);
        let program = b.program(y);
        equal(&program, seed, &format!("type {dtype} {shape:?} read {read:?} seed {seed}"));
        // All of them read one value, so one operator is left.
        let mut session = Session::prepare(program, Backend::Simd).unwrap();
        session.run(&mut ()).unwrap();
        assert_eq!(session.profile().iter().filter(|node| !node.kernel.is_empty()).count(), 1, "seed {seed}");
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn operands_that_repeat_agree(
        shape in [1..=3usize, 1..=5, 1..=5, 0..=20],
        // Each operand repeats along some dimensions and may lack the first ones.
        parts in vec((vec(prop::bool::weighted(1.0 / 3.0), 4), 0..4usize), 2),
        // The last four have no activation, and no such field.
        (code, activation) in (select(vec![0, 41, 18, 42, 54, 55, 57, 99]), activation_codes()),
        seed in seeds(),
    ) {
        let of = |(repeats, from): &(Vec<bool>, usize)| {
            let kept = shape.iter().zip(repeats).map(|(&d, &repeats)| if repeats { 1 } else { d });
            kept.skip(*from).collect::<Vec<usize>>()
        };
        let shapes: Vec<Vec<usize>> = parts.iter().map(of).collect();
        let mut b = Builder::new();
        let operands: Vec<i32> = shapes.iter().map(|shape| b.tensor(0, shape, None, None)).collect();
        operands.iter().for_each(|&operand| b.input(operand));
        let y = b.tensor(0, &[], None, None);
        let options = match code {
            54 | 55 | 57 | 99 => vec![],
            _ => vec![("fused_activation_function", activation)],
        };
        let program = b.node(code, operands, y, options);
        agree(&program, seed, &format!("code {code} {shapes:?} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn slopes_of_bytes_agree(
        dtype in bytes(),
        shape in [1..=3usize, 1..=5, 1..=5, 1..=20],
        // A slope for each channel, or one for all.
        (from, ones) in select(vec![(3, 0), (3, 2), (4, 1)]),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let x = activations(&mut b, r, dtype, &shape);
        b.input(x);
        let of = [&[1; 2][..ones], &shape[from..]].concat();
        let slopes = (0..of.iter().product()).map(|_| r.below(256) as u8).collect();
        let quant = Some((random_scales(r, 1), r.below(256) as i64 - if dtype == I8 { 128 } else { 0 }, 0));
        let slopes = b.tensor(dtype, &of, quant, Some(slopes));
        let y = activations(&mut b, r, dtype, &shape);
        equal(&b.node(54, vec![x, slopes], y, vec![]), seed, &format!("{shape:?} slopes {of:?} type {dtype} seed {seed}"));
    }
}

/// Ties, values beyond the quantized range, and NaN.
#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn extreme_numbers_become_the_same_codes() {
    let values =
        [0.5, -0.5, 1.5, -1.5, 126.5, -128.5, 0.499_999_97, 1e30, -1e30, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    for (dtype, zero) in [(I8, -128), (I8, -1), (I8, 0), (I8, 127), (U8, 0), (U8, 128), (U8, 255)] {
        let codes = [Backend::Reference, Backend::Simd].map(|backend| {
            let mut b = Builder::new();
            let x = b.tensor(F32, &[values.len()], None, None);
            b.input(x);
            let y = b.tensor(dtype, &[values.len()], Some((vec![1.0], zero, 0)), None);
            let mut session = Session::prepare(b.node(114, vec![x], y, Vec::new()), backend).unwrap();
            session.set_input(0, &bytes).unwrap();
            session.run(&mut ()).unwrap();
            session.output(0).unwrap().to_vec()
        });
        assert_eq!(codes[0], codes[1], "type {dtype} zero point {zero}");
    }
}
