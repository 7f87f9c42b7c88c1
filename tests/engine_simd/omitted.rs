//! Work that the fast kernels leave out: paddings that are the border of a convolution, copies that only change a shape.

use crate::builder::*;
use vintage::engine::{Backend, Program, Session, fill};

/// Names and kernels of the nodes that ran.
fn kernels(program: &Program) -> Vec<(String, &'static str)> {
    let mut session = Session::prepare(program.clone(), Backend::Simd).unwrap();
    session.run(&mut ()).unwrap();
    session.profile().into_iter().map(|node| (node.op, node.kernel)).collect()
}

/// A 3x3 convolution without padding behind a PAD; `also` adds nodes after it, whose last result is returned.
fn padded(pads: [[usize; 2]; 4], also: impl FnOnce(&mut Builder, i32, i32) -> i32) -> Program {
    let r = &mut Random::new(7);
    let mut b = Builder::new();
    let x = activations(&mut b, r, I8, &[1, 8, 8, 4]);
    b.input(x);
    let image = b.padded(x, pads);
    let [w, bias] = weights(&mut b, r, Kind::Int8, &[4, 3, 3, 4 + pads[3][0] + pads[3][1]], 0);
    let rows = |axis: usize| 8 + pads[axis][0] + pads[axis][1] - 2;
    let y = activations(&mut b, r, I8, &[1, rows(1), rows(2), 4]);
    b.operator(
        3,
        vec![image, w, bias],
        y,
        vec![("padding", 1), ("stride_h", 1), ("stride_w", 1), ("dilation_h_factor", 1), ("dilation_w_factor", 1)],
    );
    let last = also(&mut b, image, y);
    b.program(last)
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_padding_around_an_image_is_the_border_of_the_convolution_behind_it() {
    let pads = [[0; 2], [1, 2], [0, 1], [0; 2]];
    let program = padded(pads, |_, _, y| y);
    assert_eq!(kernels(&program), [("CONV_2D".to_owned(), "simd")]);
    equal(&program, 1, "a border");
    // Padding that other nodes read, that reaches too far, or that adds channels.
    let names = |program: &Program| kernels(program).into_iter().map(|(op, _)| op).collect::<Vec<_>>();
    let read = padded([[0; 2], [1, 1], [1, 1], [0; 2]], |b, image, _| {
        let y = b.tensor(F32, &[1, 10, 10, 4], None, None);
        b.operator(6, vec![image], y, Vec::new());
        y
    });
    assert_eq!(names(&read), ["PAD", "CONV_2D", "DEQUANTIZE"]);
    let output = padded([[0; 2], [1, 1], [1, 1], [0; 2]], |_, image, _| image);
    assert_eq!(names(&output), ["PAD", "CONV_2D"]);
    for pads in [[[0; 2], [3, 0], [0; 2], [0; 2]], [[0; 2], [1, 1], [1, 1], [0, 4]]] {
        let program = padded(pads, |_, _, y| y);
        assert_eq!(names(&program), ["PAD", "CONV_2D"], "{pads:?}");
        equal(&program, 1, "no border");
    }
}

/// The part of a PRELU that is zero where x is positive.
#[derive(Clone, Copy, Debug)]
enum Negative {
    /// x − ABS(x).
    Difference,
    /// ABS(x) − x: another sign.
    Swapped,
    /// −RELU(−x).
    Rectified,
    /// RELU(−x): another sign.
    Positive,
}

/// PRELU in several operators; `also` may add another reader of that part or of the sum.
fn sloped(negative: Negative, also: impl FnOnce(&mut Builder, [i32; 2])) -> Program {
    let r = &mut Random::new(9);
    let mut b = Builder::new();
    let x = activations(&mut b, r, F32, &[1, 5, 6, 8]);
    b.input(x);
    let slopes = (0..8).flat_map(|i| (0.125 * i as f32 - 0.3).to_le_bytes()).collect();
    let slopes = b.tensor(F32, &[8], None, Some(slopes));
    let mut then = |code: i32, operands: &[i32]| {
        let y = b.tensor(F32, &[1, 5, 6, 8], None, None);
        b.operator(code, operands.to_vec(), y, Vec::new());
        y
    };
    let positive = then(19, &[x]);
    let part = if let Negative::Rectified | Negative::Positive = negative {
        let turned = then(59, &[x]);
        let positive = then(19, &[turned]);
        if matches!(negative, Negative::Rectified) { then(59, &[positive]) } else { positive }
    } else {
        let absolute = then(101, &[x]);
        then(41, &if matches!(negative, Negative::Swapped) { [absolute, x] } else { [x, absolute] })
    };
    let product = then(18, &[slopes, part]);
    let y = then(0, &[positive, product]);
    also(&mut b, [part, y]);
    b.program(y)
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn slopes_that_are_written_as_several_operators_are_one() {
    let names = |program: &Program| kernels(program).into_iter().map(|(op, _)| op).collect::<Vec<_>>();
    for negative in [Negative::Difference, Negative::Rectified] {
        let program = sloped(negative, |_, _| {});
        assert_eq!(names(&program), ["PRELU"], "{negative:?}");
        equal(&program, 1, "slopes");
    }
    // A difference in the other order has another sign; a part that something else reads is computed.
    let read = |b: &mut Builder, [part, y]: [i32; 2]| {
        let more = b.tensor(F32, &[1, 5, 6, 8], None, None);
        b.operator(0, vec![part, y], more, Vec::new());
    };
    for (program, written) in [
        (sloped(Negative::Swapped, |_, _| {}), &["RELU", "ABS", "SUB", "MUL", "ADD"][..]),
        (sloped(Negative::Difference, read), &["RELU", "ABS", "SUB", "MUL", "ADD", "ADD"]),
        (sloped(Negative::Positive, |_, _| {}), &["RELU", "NEG", "RELU", "MUL", "ADD"]),
        (sloped(Negative::Rectified, read), &["RELU", "NEG", "RELU", "NEG", "MUL", "ADD", "ADD"]),
    ] {
        assert_eq!(names(&program), written);
        equal(&program, 1, "no slopes");
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn other_shapes_of_a_tensor_take_neither_time_nor_memory() {
    let model = |is_renamed: bool| {
        let r = &mut Random::new(7);
        let mut b = Builder::new();
        let x = activations(&mut b, r, F32, &[4, 600]);
        b.input(x);
        let mut last = b.tensor(F32, &[4, 600], None, None);
        b.operator(25, vec![x], last, vec![("beta", 1)]);
        if is_renamed {
            for shape in [&[2, 1200][..], &[1, 2, 1200]] {
                let list = b.integers(&[shape.len()], shape);
                let y = b.tensor(F32, shape, None, None);
                b.operator(22, vec![last, list], y, Vec::new());
                last = y;
            }
        }
        let y = b.tensor(F32, if is_renamed { &[1, 2, 1200] } else { &[4, 600] }, None, None);
        b.operator(14, vec![last], y, Vec::new());
        b.program(y)
    };
    let run = |program: &Program, backend: Backend| {
        let mut session = Session::prepare(program.clone(), backend).unwrap();
        session.set_input(0, &fill::random(vintage::engine::program::Dtype::F32, 2400, 3).unwrap()).unwrap();
        session.run(&mut ()).unwrap();
        (session.output(0).unwrap().to_vec(), session.working_bytes())
    };
    let (renamed, plain) = (model(true), model(false));
    assert_eq!(run(&renamed, Backend::Simd), run(&plain, Backend::Simd));
    assert_eq!(run(&renamed, Backend::Reference), run(&plain, Backend::Reference));
    let names = kernels(&renamed).into_iter().filter(|(op, _)| op == "RESHAPE").map(|(_, kernel)| kernel);
    assert_eq!(names.collect::<Vec<_>>(), ["", ""]);
}
