//! Small programs of random sizes, for the ops that have no plain loop in loops.rs: check mode compares them with the
//! reference kernels, natively and in a browser.

use crate::build::{Builder, Random};
use vintage::engine::Program;
use vintage::engine::program::{Activation, Dtype, Op, Padding, Params, Quant, Window};

/// Every case with its description.
pub fn all() -> Vec<(String, Program)> {
    let mut list = Vec::new();
    products_of_computed_matrices(&mut list);
    transposed_convolutions(&mut list);
    elements_that_only_move(&mut list);
    choices(&mut list);
    stored_weights(&mut list);
    tiles(&mut list);
    rows_chosen_and_normalized(&mut list);
    partial_functions(&mut list);
    rows_picked_and_softened(&mut list);
    quantized_networks(&mut list);
    rows_of_quantized_tables(&mut list);
    later_elements(&mut list);
    long_sums(&mut list);
    zeros_around(&mut list);
    sequences(&mut list);
    list
}

fn products_of_computed_matrices(list: &mut Vec<(String, Program)>) {
    let mut r = Random::new(21);
    let stacks: [(&[usize], &[usize], &[usize]); 6] = [
        (&[], &[], &[]),
        (&[3], &[3], &[3]),
        (&[2, 4], &[2, 4], &[2, 4]),
        (&[2, 1], &[1, 3], &[2, 3]),
        (&[4], &[], &[4]),
        (&[1], &[2, 5], &[2, 5]),
    ];
    for case in 0..24 {
        let (stack_a, stack_b, stack) = stacks[case % 6];
        let [m, n, k] = [r.size(1, 13), r.size(1, 18), r.size(1, 21)];
        let (adj_x, adj_y) = (r.flip(), r.flip());
        let shape = |stack: &[usize], rows, columns, adjoint| match adjoint {
            true => [stack, &[columns, rows]].concat(),
            false => [stack, &[rows, columns]].concat(),
        };
        let mut b = Builder::default();
        let x = b.input(&shape(stack_a, m, k, adj_x));
        let w = b.input(&shape(stack_b, k, n, adj_y));
        let y = b.computed(&shape(stack, m, n, false));
        let options = Params::BatchMatmul { adj_x, adj_y, asymmetric_inputs: false };
        b.node(Op::BatchMatmul, options, &[Some(x), Some(w)], &[y]);
        b.output(y);
        list.push((format!("{stack_a:?} x {stack_b:?}, {m}x{n}x{k} {adj_x} {adj_y}"), b.build()));
    }
}

fn transposed_convolutions(list: &mut Vec<(String, Program)>) {
    let mut r = Random::new(22);
    for case in 0..24 {
        let [batch, h, w] = [r.size(1, 2), r.size(1, 7), r.size(1, 7)];
        let (c, oc) = (r.pick(&[1, 3, 4, 8]), r.pick(&[1, 2, 5, 8]));
        let (filter, stride) = (r.pick(&[[2, 2], [3, 3], [4, 2]]), r.pick(&[[1, 1], [2, 2], [2, 1]]));
        let same = r.flip();
        let size = |input: usize, a: usize| {
            if same { input * stride[a] } else { (input - 1) * stride[a] + filter[a] }
        };
        let output = [batch, size(h, 0), size(w, 1), oc];
        let mut b = Builder::default();
        let x = b.input(&[batch, h, w, c]);
        let shape = b.ints(&output.map(|size| size as i32));
        let weights = r.values(oc * filter[0] * filter[1] * c);
        let weights = b.floats(&[oc, filter[0], filter[1], c], &weights);
        let bias = r.flip().then(|| {
            let values = r.values(oc);
            b.floats(&[oc], &values)
        });
        let y = b.computed(&output);
        let padding = if same { Padding::Same } else { Padding::Valid };
        let window = Window::new(padding, stride.into(), (1, 1));
        match bias {
            Some(bias) if r.flip() => {
                let fields = [if same { 1 } else { 2 }, stride[1] as i32, stride[0] as i32];
                let options: Vec<u8> = fields.iter().flat_map(|field| field.to_le_bytes()).collect();
                b.custom("Convolution2DTransposeBias", &options, &[x, weights, bias], y);
            }
            _ => {
                let operands = [Some(shape), Some(weights), Some(x), bias];
                let params = Params::TransposeConv { window, activation: Activation::Relu };
                b.node(Op::TransposeConv, params, &operands[..3 + usize::from(bias.is_some())], &[y]);
            }
        }
        b.output(y);
        list.push((format!("case {case} {h}x{w}x{c} -> {output:?} {filter:?} {stride:?} {padding:?}"), b.build()));
    }
}

fn elements_that_only_move(list: &mut Vec<(String, Program)>) {
    for c in [3, 4] {
        let mut b = Builder::default();
        let x = b.input(&[2, 4, 6, c]);
        let other = b.input(&[2, 4, 6, c]);
        let mut y = b.computed(&[2, 4, 2, 6, c]);
        b.node(Op::Pack, Params::Axis { axis: 2 }, &[Some(x), Some(other)], &[y]);
        b.output(y);
        let parts: Vec<usize> = (0..4).map(|_| b.computed(&[2, 6, c])).collect();
        b.node(Op::Unpack, Params::Axis { axis: -3 }, &[Some(x)], &parts);
        parts.iter().for_each(|&t| b.output(t));
        let (sizes, axis) = (b.ints(&[1, 3, 2]), b.ints(&[2]));
        let parts: Vec<usize> = [1, 3, 2].iter().map(|&n| b.computed(&[2, 4, n, c])).collect();
        b.node(Op::SplitV, Params::None, &[Some(x), Some(sizes), Some(axis)], &parts);
        parts.iter().for_each(|&t| b.output(t));
        let (row, shape) = (b.input(&[6, 1]), b.ints(&[5, 6, 7]));
        y = b.computed(&[5, 6, 7]);
        b.node(Op::BroadcastTo, Params::None, &[Some(row), Some(shape)], &[y]);
        b.output(y);
        y = b.computed(&[2, 2, 3, 4 * c]);
        b.node(Op::SpaceToDepth, Params::Block { size: 2 }, &[Some(x)], &[y]);
        b.output(y);
        let z = b.computed(&[2, 4, 6, c]);
        b.node(Op::DepthToSpace, Params::Block { size: 2 }, &[Some(y)], &[z]);
        b.output(z);
        let places = b.ints(&[5, 0, 0, 3]);
        y = b.computed(&[2, 4, 4, c]);
        b.node(Op::Gather, Params::Gather { axis: 2, batch_dims: 0 }, &[Some(x), Some(places)], &[y]);
        b.output(y);
        list.push((format!("{c} channels"), b.build()));
    }
}

/// A mask of comparisons, as input and output, and a selection by it.
fn choices(list: &mut Vec<(String, Program)>) {
    type Shapes = [&'static [usize]; 3];
    let shapes: [Shapes; 4] = [
        [&[3, 5], &[3, 5], &[3, 5]],
        [&[2, 1, 4], &[3, 1], &[2, 3, 4]],
        [&[], &[7], &[7]],
        [&[6, 1], &[1, 8], &[6, 8]],
    ];
    for [of_a, of_b, out] in shapes {
        let mut b = Builder::default();
        let (x, y) = (b.input(of_a), b.input(of_b));
        let given = b.flags_input(out);
        let mut masks = vec![given];
        for op in [Op::Greater, Op::GreaterEqual, Op::Less, Op::LessEqual, Op::Equal, Op::NotEqual] {
            let mask = b.typed(Dtype::Bool, out);
            b.node(op, Params::None, &[Some(x), Some(y)], &[mask]);
            masks.push(mask);
        }
        for (i, op) in [Op::LogicalAnd, Op::LogicalOr, Op::LogicalAnd].into_iter().enumerate() {
            let mask = b.typed(Dtype::Bool, out);
            b.node(op, Params::None, &[Some(masks[i]), Some(masks[i + 2])], &[mask]);
            masks.push(mask);
        }
        let not = b.typed(Dtype::Bool, out);
        b.node(Op::LogicalNot, Params::None, &[Some(masks[7])], &[not]);
        masks.push(not);
        for mask in masks {
            let (chosen, number) = (b.computed(out), b.computed(out));
            b.node(Op::SelectV2, Params::None, &[Some(mask), Some(x), Some(y)], &[chosen]);
            b.node(Op::Cast, Params::None, &[Some(mask)], &[number]);
            b.output(chosen);
            b.output(number);
        }
        b.output(not);
        let slopes = b.computed(out);
        b.node(Op::Prelu, Params::None, &[Some(x), Some(y)], &[slopes]);
        if of_a == out {
            b.output(slopes);
        }
        list.push((format!("{of_a:?} and {of_b:?}"), b.build()));
    }
}

/// Weights of float16 and int8, read by the products themselves or through DEQUANTIZE.
fn stored_weights(list: &mut Vec<(String, Program)>) {
    let mut r = Random::new(23);
    for case in 0..48 {
        let (op, stored) = ([Op::Conv2d, Op::DepthwiseConv2d, Op::FullyConnected][case % 3], case / 3 % 5);
        let c = r.pick(&[1, 3, 4, 8]);
        let (filter, multiplier) = (r.pick(&[[1, 1], [3, 3], [2, 3]]), r.pick(&[1, 2]));
        let n = if op == Op::DepthwiseConv2d { c * multiplier } else { r.pick(&[1, 2, 5, 8, 17]) };
        let (h, w, rows) = (r.size(3, 9), r.size(3, 9), r.size(1, 9));
        let (shape, axis) = match op {
            Op::Conv2d => (vec![n, filter[0], filter[1], c], 0),
            Op::DepthwiseConv2d => (vec![1, filter[0], filter[1], n], 3),
            _ => (vec![n, c * 5], 0),
        };
        let count: usize = shape.iter().product();
        let mut b = Builder::default();
        let (x, y) = match op {
            Op::FullyConnected => (b.input(&[rows, c * 5]), b.computed(&[rows, n])),
            _ => (b.input(&[1, h, w, c]), b.computed(&[1, h, w, n])),
        };
        // Quantized values from -128 to 127, and halves between -2 and 2 except for subnormals.
        let codes: Vec<u8> = (0..count).map(|_| r.size(0, 255) as u8).collect();
        let halves = (0..count).map(|_| (r.size(0, 1) << 15 | r.size(0x2000, 0x4000)) as u16);
        let each = |r: &mut Random, zero: i32| {
            let slices = if r.flip() { n } else { 1 };
            let scale = (0..slices).map(|_| 0.001 * r.size(1, 20) as f32).collect();
            Some(Quant { scale, zero_point: vec![zero; slices], axis })
        };
        let (stored, weights) = match stored {
            0 => ("hybrid", b.stored(Dtype::I8, &shape, &codes, each(&mut r, 0))),
            1 => {
                let halves: Vec<u8> = halves.flat_map(u16::to_le_bytes).collect();
                ("halves", b.stored(Dtype::F16, &shape, &halves, None))
            }
            2 => ("codes", b.stored(Dtype::I8, &shape, &codes, each(&mut r, 0))),
            3 => ("codes with zero points", b.stored(Dtype::I8, &shape, &codes, each(&mut r, -7))),
            _ => ("unsigned codes", b.stored(Dtype::U8, &shape, &codes, each(&mut r, 128))),
        };
        let operand = if stored == "hybrid" {
            weights
        } else {
            let widened = b.computed(&shape);
            b.node(Op::Dequantize, Params::None, &[Some(weights)], &[widened]);
            widened
        };
        let values = r.values(n);
        let bias = b.floats(&[n], &values);
        let (activation, same) = (Activation::Relu, Padding::Same);
        let window = Window::new(same, (1, 1), (1, 1));
        let params = match op {
            Op::Conv2d => Params::Conv2d { window, activation },
            Op::DepthwiseConv2d => Params::DepthwiseConv2d { window, activation, multiplier },
            _ => Params::FullyConnected { activation, keep_dims: false, shuffled: false, asymmetric_inputs: false },
        };
        b.node(op, params, &[Some(x), Some(operand), Some(bias)], &[y]);
        b.output(y);
        list.push((format!("case {case} {op:?} {shape:?} {stored}"), b.build()));
    }
}

/// Functions that are undefined below zero, where half of the inputs are.
fn partial_functions(list: &mut Vec<(String, Program)>) {
    for op in [Op::Log, Op::Sqrt, Op::Rsqrt] {
        let mut b = Builder::default();
        let (x, y) = (b.input(&[3, 41]), b.computed(&[3, 41]));
        b.node(op, Params::None, &[Some(x)], &[y]);
        b.output(y);
        list.push((format!("{op:?}"), b.build()));
    }
}

/// An embedding: rows of a table by index inputs, renamed on the way, then SOFTMAX and a mean of them.
fn rows_picked_and_softened(list: &mut Vec<(String, Program)>) {
    let mut r = Random::new(26);
    for (dtype, width) in [(Dtype::I32, 8), (Dtype::I64, 8), (Dtype::I32, 5)] {
        let mut b = Builder::default();
        let places = b.places_input(dtype, &[2, 3, 1]);
        let flat = b.typed(dtype, &[2, 3]);
        b.node(Op::Reshape, Params::Reshape { shape: vec![2, 3] }, &[Some(places)], &[flat]);
        let values = r.values(7 * width);
        let table = b.floats(&[7, width], &values);
        let (rows, soft, mean) = (b.computed(&[2, 3, width]), b.computed(&[2, 3, width]), b.computed(&[2, 1, width]));
        b.node(Op::Gather, Params::Gather { axis: 0, batch_dims: 0 }, &[Some(table), Some(flat)], &[rows]);
        b.node(Op::Softmax, Params::Softmax { beta: 1.0 }, &[Some(rows)], &[soft]);
        let axes = b.ints(&[1]);
        b.node(Op::Mean, Params::Reduce { keep_dims: true }, &[Some(soft), Some(axes)], &[mean]);
        b.output(rows);
        b.output(mean);
        list.push((format!("rows of {width} by {dtype:?}"), b.build()));
    }
}

/// Networks of int8 and uint8: products with scales for each channel or one zero point, sums of tensors of other scales, and what moves
/// codes only.
fn quantized_networks(list: &mut Vec<(String, Program)>) {
    let mut r = Random::new(27);
    for (case, dtype) in [Dtype::I8, Dtype::U8, Dtype::I8, Dtype::U8].into_iter().enumerate() {
        let (c, wide) = (r.pick(&[3, 4, 8]), r.pick(&[4, 5, 8]));
        // Zero points of int8 are those of uint8, less 128.
        let zero = |unsigned: i32| if dtype == Dtype::U8 { unsigned } else { unsigned - 128 };
        let mut b = Builder::default();
        let mut weights = |b: &mut Builder, shape: &[usize], axis: usize, x: f32| {
            let (n, scale) = (shape[axis], 0.01);
            let codes: Vec<u8> =
                (0..shape.iter().product()).map(|_| r.size(0, 255) as u8).map(|code| code.max(1)).collect();
            let (scales, zeros) = if dtype == Dtype::U8 {
                (vec![scale], vec![121])
            } else {
                ((0..n).map(|at| scale + 0.001 * at as f32).collect(), vec![0; n])
            };
            let bias: Vec<u8> = (0..n).flat_map(|_| (r.size(0, 4000) as i32 - 2000).to_le_bytes()).collect();
            let of_bias = scales.iter().map(|scale| scale * x).collect::<Vec<f32>>();
            let bias_zeros = vec![0; of_bias.len()];
            let w = b.stored(dtype, shape, &codes, Some(Quant { scale: scales, zero_point: zeros, axis }));
            let of_bias = Quant { scale: of_bias, zero_point: bias_zeros, axis: 0 };
            [w, b.stored(Dtype::I32, &[n], &bias, Some(of_bias))]
        };
        let (same, relu) = (Padding::Same, Activation::Relu);
        let window = Window::new(same, (1, 1), (1, 1));
        let x = b.quantized(dtype, &[1, 9, 7, c], 0.02, zero(131));
        b.given(x);
        let [w, bias] = weights(&mut b, &[wide, 3, 3, c], 0, 0.02);
        let y = b.quantized(dtype, &[1, 9, 7, wide], 0.05, zero(3));
        let conv = Params::Conv2d { window, activation: relu };
        b.node(Op::Conv2d, conv, &[Some(x), Some(w), Some(bias)], &[y]);
        let [w, bias] = weights(&mut b, &[1, 3, 3, wide], 3, 0.05);
        let z = b.quantized(dtype, &[1, 9, 7, wide], 0.2, zero(128));
        let depthwise = Params::DepthwiseConv2d { window, activation: Activation::None, multiplier: 1 };
        b.node(Op::DepthwiseConv2d, depthwise, &[Some(y), Some(w), Some(bias)], &[z]);
        let sum = b.quantized(dtype, &[1, 9, 7, wide], 0.25, zero(100));
        b.node(Op::Add, Params::Activation(Activation::None), &[Some(y), Some(z)], &[sum]);
        let gate = b.quantized(dtype, &[1, 9, 7, wide], 1.0 / 256.0, zero(0));
        b.node(Op::Logistic, Params::None, &[Some(sum)], &[gate]);
        let product = b.quantized(dtype, &[1, 9, 7, wide], 0.2, zero(110));
        b.node(Op::Mul, Params::Activation(Activation::None), &[Some(sum), Some(gate)], &[product]);
        let both = b.quantized(dtype, &[1, 9, 7, 2 * wide], 0.2, zero(110));
        let join = Params::Concatenation { axis: 3, activation: Activation::None };
        b.node(Op::Concatenation, join, &[Some(product), Some(product)], &[both]);
        let pads = b.ints(&[0, 0, 1, 0, 0, 1, 0, 0]);
        let pads = b.reshaped(pads, &[4, 2]);
        let padded = b.quantized(dtype, &[1, 10, 8, 2 * wide], 0.2, zero(110));
        b.node(Op::Pad, Params::None, &[Some(both), Some(pads)], &[padded]);
        let pooled = b.quantized(dtype, &[1, 5, 4, 2 * wide], 0.2, zero(110));
        let valid = Window::new(Padding::Valid, (2, 2), (1, 1));
        let pool = Params::Pool2d { window: valid, filter: (2, 2), activation: Activation::None };
        b.node(Op::AveragePool2d, pool, &[Some(padded)], &[pooled]);
        let flat = b.quantized(dtype, &[1, 40 * wide], 0.2, zero(110));
        b.node(Op::Reshape, Params::Reshape { shape: vec![1, 40 * wide as i64] }, &[Some(pooled)], &[flat]);
        let [w, bias] = weights(&mut b, &[6, 40 * wide], 0, 0.2);
        let scores = b.quantized(dtype, &[1, 6], 0.3, zero(120));
        let dense = Params::FullyConnected {
            activation: Activation::None,
            keep_dims: false,
            shuffled: false,
            asymmetric_inputs: false,
        };
        b.node(Op::FullyConnected, dense, &[Some(flat), Some(w), Some(bias)], &[scores]);
        let other = b.quantized(dtype, &[1, 6], 0.1, zero(128));
        b.node(Op::Quantize, Params::None, &[Some(scores)], &[other]);
        let shares = b.quantized(dtype, &[1, 6], 1.0 / 256.0, zero(0));
        b.node(Op::Softmax, Params::Softmax { beta: 1.0 }, &[Some(other)], &[shares]);
        let reals = b.computed(&[1, 6]);
        b.node(Op::Dequantize, Params::None, &[Some(scores)], &[reals]);
        b.output(shares);
        b.output(reals);
        list.push((format!("case {case}: network of {dtype:?}, {c} and {wide} channels"), b.build()));
    }
}

/// GATHER from an int8 table and EMBEDDING_LOOKUP, by index inputs.
fn rows_of_quantized_tables(list: &mut Vec<(String, Program)>) {
    let mut r = Random::new(28);
    for width in [8, 5] {
        let mut b = Builder::default();
        let places = b.places_input(Dtype::I32, &[4]);
        let codes: Vec<u8> = (0..7 * width).map(|_| r.size(0, 255) as u8).collect();
        let of = Quant { scale: vec![0.03], zero_point: vec![-4], axis: 0 };
        let table = b.stored(Dtype::I8, &[7, width], &codes, Some(of));
        let rows = b.quantized(Dtype::I8, &[4, width], 0.03, -4);
        b.node(Op::Gather, Params::Gather { axis: 0, batch_dims: 0 }, &[Some(table), Some(places)], &[rows]);
        let values = r.values(7 * width);
        let floats = b.floats(&[7, width], &values);
        let looked_up = b.computed(&[4, width]);
        b.node(Op::EmbeddingLookup, Params::None, &[Some(places), Some(floats)], &[looked_up]);
        b.output(rows);
        b.output(looked_up);
        list.push((format!("rows of {width} from tables"), b.build()));
    }
}

/// A convolution and the functions of single elements after it, which one kernel computes.
pub fn convolution_with_later_elements(c: usize, n: usize, returned: bool) -> Program {
    let mut r = Random::new(29);
    let shape = [1, 9, 7, n];
    let mut b = Builder::default();
    let (x, before) = (b.input(&[1, 9, 7, c]), b.input(&shape));
    let weights = r.values(n * 9 * c);
    let weights = b.floats(&[n, 3, 3, c], &weights);
    let (window, none) = (Window::new(Padding::Same, (1, 1), (1, 1)), Activation::None);
    let y = b.computed(&shape);
    b.node(Op::Conv2d, Params::Conv2d { window, activation: none }, &[Some(x), Some(weights)], &[y]);
    let of = |b: &mut Builder, op: Op, activation: Activation, operands: &[usize]| {
        let y = b.computed(&shape);
        let params = if operands.len() == 2 { Params::Activation(activation) } else { Params::None };
        b.node(op, params, &operands.iter().map(|&t| Some(t)).collect::<Vec<_>>(), &[y]);
        y
    };
    // PRELU in five nodes, the first of which is read by three.
    let (relu, abs) = (of(&mut b, Op::Relu, none, &[y]), of(&mut b, Op::Abs, none, &[y]));
    let least = of(&mut b, Op::Sub, none, &[y, abs]);
    let slopes = r.values(n);
    let slopes = b.floats(&[1, 1, n], &slopes);
    let sloped = of(&mut b, Op::Mul, none, &[slopes, least]);
    let sum = of(&mut b, Op::Add, none, &[relu, sloped]);
    let sum = of(&mut b, Op::Sub, Activation::Relu6, &[before, sum]);
    let one = b.floats(&[], &[0.25]);
    let shifted = of(&mut b, Op::Add, none, &[sum, one]);
    let gate = of(&mut b, Op::Logistic, none, &[shifted]);
    let product = of(&mut b, Op::Mul, none, &[shifted, gate]);
    let root = of(&mut b, Op::Sqrt, none, &[product]);
    if returned {
        b.output(gate);
    }
    b.output(root);
    b.build()
}

fn later_elements(list: &mut Vec<(String, Program)>) {
    for (c, n, returned) in [(3, 4, false), (4, 5, false), (8, 16, true), (4, 1, false)] {
        let what = format!("{c} channels to {n}, then functions of elements, one returned: {returned}");
        list.push((what, convolution_with_later_elements(c, n, returned)));
    }
}

/// Sums and maxima over complete planes, by reductions and by pools, long enough to be cut.
fn long_sums(list: &mut Vec<(String, Program)>) {
    for (n, size, c) in [(1, 64, 8), (2, 48, 5), (1, 7, 20), (3, 90, 1)] {
        let mut b = Builder::default();
        let x = b.input(&[n, size, size, c]);
        let axes = b.ints(&[1, 2]);
        for op in [Op::Mean, Op::Sum, Op::ReduceMax, Op::ReduceMin] {
            let y = b.computed(&[n, 1, 1, c]);
            b.node(op, Params::Reduce { keep_dims: true }, &[Some(x), Some(axes)], &[y]);
            b.output(y);
        }
        let window = Window::new(Padding::Valid, (1, 1), (1, 1));
        for op in [Op::AveragePool2d, Op::MaxPool2d] {
            let (y, z) = (b.computed(&[n, 1, 1, c]), b.computed(&[n, 1, 1, c]));
            let params = Params::Pool2d { window, filter: (size, size), activation: Activation::None };
            b.node(op, params, &[Some(x)], &[y]);
            b.node(Op::Logistic, Params::None, &[Some(y)], &[z]);
            b.output(z);
        }
        list.push((format!("planes of {size}x{size}x{c}"), b.build()));
    }
}

/// PAD before convolutions without padding of their own.
fn zeros_around(list: &mut Vec<(String, Program)>) {
    let mut r = Random::new(30);
    for (c, pads, depthwise) in [(4, [1, 1, 1, 1], false), (3, [0, 1, 2, 0], false), (8, [1, 2, 0, 1], true)] {
        let n = if depthwise { c } else { 6 };
        let [top, bottom, left, right] = pads;
        let (h, w) = (8 + top + bottom, 6 + left + right);
        let mut b = Builder::default();
        let (x, padded) = (b.input(&[1, 8, 6, c]), b.computed(&[1, h, w, c]));
        let amounts = b.ints(&[0, 0, top as i32, bottom as i32, left as i32, right as i32, 0, 0]);
        let amounts = b.reshaped(amounts, &[4, 2]);
        b.node(Op::Pad, Params::None, &[Some(x), Some(amounts)], &[padded]);
        let window = Window::new(Padding::Valid, (2, 2), (1, 1));
        let activation = Activation::Relu;
        let (op, shape, params) = if depthwise {
            (Op::DepthwiseConv2d, [1, 3, 3, c], Params::DepthwiseConv2d { window, activation, multiplier: 1 })
        } else {
            (Op::Conv2d, [n, 3, 3, c], Params::Conv2d { window, activation })
        };
        let weights = r.values(shape.iter().product());
        let weights = b.floats(&shape, &weights);
        let y = b.computed(&[1, (h - 3) / 2 + 1, (w - 3) / 2 + 1, n]);
        b.node(op, params, &[Some(padded), Some(weights)], &[y]);
        b.output(y);
        list.push((format!("{op:?} of {c} channels with zeros {pads:?} around"), b.build()));
    }
}

/// An LSTM over `steps` of `batch` rows.
pub fn lstm([steps, batch, input, cells]: [usize; 4], time_major: bool, coupled: bool, peepholes: bool) -> Program {
    let mut r = Random::new(31);
    let mut b = Builder::default();
    let shape = |last: usize| if time_major { [steps, batch, last] } else { [batch, steps, last] };
    let (x, y) = (b.input(&shape(input)), b.computed(&shape(cells)));
    let mut weights = |b: &mut Builder, shape: &[usize]| {
        let values = r.values(shape.iter().product());
        Some(b.floats(shape, &values))
    };
    let mut operands = vec![Some(x)];
    for (shape, gates) in [(vec![cells, input], 4), (vec![cells, cells], 4), (vec![cells], 3), (vec![cells], 4)] {
        for gate in 0..gates {
            // The peepholes are those of three gates.
            let absent = (coupled && gate == 0) || (gates == 3 && !peepholes);
            operands.push(if absent { None } else { weights(&mut b, &shape) });
        }
    }
    operands.extend([None, None, Some(b.variable(&[batch, cells])), Some(b.variable(&[batch, cells]))]);
    let params = Params::Recurrent {
        activation: Activation::Tanh,
        time_major,
        cell_clip: 1.5,
        proj_clip: 0.0,
        merge_outputs: false,
        rank: 0,
        kernel_type: 0,
        asymmetric_inputs: false,
    };
    b.node(Op::UnidirectionalSequenceLstm, params, &operands, &[y]);
    let z = b.computed(&shape(cells));
    b.node(Op::Relu, Params::None, &[Some(y)], &[z]);
    b.output(z);
    b.build()
}

fn sequences(list: &mut Vec<(String, Program)>) {
    let sizes = [[5, 2, 3, 4], [4, 1, 8, 16], [3, 2, 5, 300], [1, 1, 7, 33]];
    for (case, sizes) in sizes.into_iter().enumerate() {
        for (coupled, peepholes) in [(false, false), (true, false), (false, true)] {
            let what = format!("LSTM of {sizes:?}, coupled gates {coupled}, peepholes {peepholes}");
            list.push((what, lstm(sizes, case % 2 == 0, coupled, peepholes)));
        }
    }
}

/// TILE of any rank, with repeated and unrepeated dimensions.
fn tiles(list: &mut Vec<(String, Program)>) {
    let mut r = Random::new(24);
    for _ in 0..24 {
        let shape: Vec<usize> = (0..r.size(1, 5)).map(|_| r.size(1, 5)).collect();
        let times: Vec<i32> = shape.iter().map(|_| r.pick(&[1, 1, 2, 3])).collect();
        let out: Vec<usize> = shape.iter().zip(&times).map(|(size, &times)| size * times as usize).collect();
        let mut b = Builder::default();
        let (x, by, y) = (b.input(&shape), b.ints(&times), b.computed(&out));
        b.node(Op::Tile, Params::None, &[Some(x), Some(by)], &[y]);
        b.output(y);
        list.push((format!("TILE {shape:?} by {times:?}"), b.build()));
    }
}

/// SELECT by one bool per row, and rows normalized to length one.
fn rows_chosen_and_normalized(list: &mut Vec<(String, Program)>) {
    let mut r = Random::new(25);
    // L2_NORMALIZATION takes at most four dimensions.
    for rank in [1, 2, 2, 3, 3, 2, 3, 3] {
        let mut shape: Vec<usize> = (0..rank).map(|_| r.size(1, 9)).collect();
        shape.push(r.pick(&[1, 3, 4, 64, 70]));
        let mut b = Builder::default();
        let (x, other, rows) = (b.input(&shape), b.input(&shape), b.flags_input(&shape[..1]));
        let (y, z) = (b.computed(&shape), b.computed(&shape));
        b.node(Op::Select, Params::None, &[Some(rows), Some(x), Some(other)], &[y]);
        b.node(Op::L2Normalization, Params::Activation(Activation::None), &[Some(y)], &[z]);
        b.output(y);
        b.output(z);
        list.push((format!("rows of {shape:?}"), b.build()));
    }
}
