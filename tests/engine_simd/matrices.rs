//! Products of matrices.

use crate::builder::*;
use proptest::prelude::*;

/// The shape of a matrix below batches that are complete, broadcast, or missing.
pub fn stacked([rows, columns]: [usize; 2], adjoint: bool, stack: [usize; 2], form: u8) -> Vec<usize> {
    let mut shape = match form {
        0 => vec![],
        1 => vec![1, stack[1]],
        2 => vec![stack[0], 1],
        _ => stack.to_vec(),
    };
    shape.extend(if adjoint { [columns, rows] } else { [rows, columns] });
    shape
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn fully_connected_layers_agree(
        kind in Kind::any(),
        [rows, depth, output] in [1..=40usize, 1..=70, 1..=30],
        (activation, asymmetric) in (0..2i64, 0..2i64),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let options = vec![("fused_activation_function", activation), ("asymmetric_quantize_inputs", asymmetric)];
        let program = fully_connected(r, kind, [rows, depth, output], options);
        let what = format!("{kind:?} {rows} rows, {depth} deep, {output} out, seed {seed}");
        if kind.is_exact() { equal(&program, seed, &what) } else { agree(&program, seed, &what) }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(240))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn products_of_matrices_agree(
        // Empty sums too.
        (rows, columns, depth) in (1..=40usize, 1..=20usize, prop_oneof![14 => 1..=20usize, 2 => 0..=20usize]),
        (adj_x, adj_y) in any::<(bool, bool)>(),
        (stack, forms) in ([1..=3usize, 1..=3], [0..4u8, 0..4]),
        (quantized, seed) in (any::<bool>(), seeds()),
    ) {
        let r = &mut Random::new(seed);
        let left = stacked([rows, depth], adj_x, stack, forms[0]);
        let right = stacked([depth, columns], adj_y, stack, forms[1]);
        let mut b = Builder::new();
        let operands = [&left, &right].map(|shape| activations(&mut b, r, if quantized { I8 } else { F32 }, shape));
        operands.iter().for_each(|&operand| b.input(operand));
        // A step that sums reach, without saturating all of them.
        let quant = quantized.then(|| (vec![0.05 + r.unit()], r.below(256) as i64 - 128, 0));
        let y = b.tensor(if quantized { I8 } else { F32 }, &[], quant, None);
        let options = vec![("adj_x", i64::from(adj_x)), ("adj_y", i64::from(adj_y))];
        let program = b.node(126, operands.to_vec(), y, options);
        agree(&program, seed, &format!("{left:?} times {right:?}, {adj_x} {adj_y}, seed {seed}"));
    }
}
