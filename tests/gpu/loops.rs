//! GPU kernels against plain loops, over odd sizes, on whatever Vulkan this machine has.

use crate::oracle::{self, Window};
use crate::support::{Builder, Random, assert_close, assert_near, device, run, ways};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use vintage::engine::gpu::kernels::gemm::Style;
use vintage::engine::gpu::{GpuError, Options, Session, block_on};
use vintage::engine::program::{self, Activation, Dtype, Op, Padding, Params};

const STYLES: [Style; 2] = [Style::Tiled, Style::Direct];

fn styled(style: Style) -> Options {
    Options { style: Some(style), ..Options::default() }
}

fn activate(activation: Activation, v: f32) -> f32 {
    let (low, high) = activation.range().unwrap();
    v.clamp(low, high)
}

fn params(w: &Window) -> program::Window {
    let padding = if w.same { Padding::Same } else { Padding::Valid };
    program::Window::new(padding, w.stride.into(), w.dilation.into())
}

/// Windows of one of these filters whose output is not empty; all inputs have one channel.
fn windows(filters: &[[usize; 2]], least: usize) -> impl Strategy<Value = Window> {
    let strides = select(vec![[1, 1], [2, 2], [1, 2]]);
    let dilations = prop_oneof![3 => Just([1, 1]), 1 => Just([2, 2])];
    let more = (1..=2usize, [0..=12usize, 0..=12]);
    (select(filters.to_vec()), strides, dilations, any::<bool>(), more).prop_map(
        move |(filter, stride, dilation, same, (images, more))| {
            let size = |axis: usize| ((filter[axis] - 1) * dilation[axis] + 1 + more[axis]).max(least);
            Window { same, input: [images, size(0), size(1), 1], filter, stride, dilation }
        },
    )
}

/// The same window on this number of channels.
fn with_channels(window: Window, channels: usize) -> Window {
    let [images, height, width, _] = window.input;
    Window { input: [images, height, width, channels], ..window }
}

/// Filters of convolutions.
const FILTERS: [[usize; 2]; 5] = [[1, 1], [3, 3], [2, 3], [5, 5], [1, 7]];

/// Runs `test` on this many drawn values.
fn each<S: Strategy>(cases: u32, values: S, test: impl Fn(S::Value)) {
    let done = TestRunner::new(ProptestConfig::with_cases(cases)).run(&values, |value| {
        test(value);
        Ok(())
    });
    done.unwrap_or_else(|e| panic!("{e}"));
}

/// Seeds of inputs and weights. They do not shrink: no seed is simpler than another one.
fn seeds() -> impl Strategy<Value = u64> {
    (0..1u64 << 32).no_shrink()
}

const ACTIVATIONS: [Activation; 4] = [Activation::None, Activation::Relu, Activation::Relu6, Activation::ReluN1To1];

#[test]
fn convolutions_match_plain_loops() {
    let Some(device) = device() else { return };
    let channels = (select(vec![1, 3, 4, 5, 8, 16, 20]), select(vec![1, 3, 4, 6, 8, 12, 24, 33]));
    let rest = (select(ACTIVATIONS.to_vec()), any::<bool>(), seeds());
    // Each case is a shader of its own for each style and storage, which a software driver compiles for a second.
    each(16, (windows(&FILTERS, 1), channels, rest), |(window, (channels, out), (activation, with_bias, seed))| {
        let (w, mut r) = (with_channels(window, channels), Random::new(seed));
        let x = r.values(w.input.iter().product());
        let weights = r.values(out * w.filter[0] * w.filter[1] * channels);
        let bias = if with_bias { r.values(out) } else { Vec::new() };
        let [oh, ow] = w.output();

        let mut b = Builder::default();
        let input = b.input(&w.input);
        let k = b.floats(&[out, w.filter[0], w.filter[1], channels], &weights);
        let bias_tensor = (!bias.is_empty()).then(|| b.floats(&[out], &bias));
        let y = b.computed(&[w.input[0], oh, ow, out]);
        b.node(
            Op::Conv2d,
            Params::Conv2d { window: params(&w), activation },
            &[Some(input), Some(k), bias_tensor],
            &[y],
        );
        b.output(y);
        let program = b.build();
        let want: Vec<f32> =
            oracle::conv(&w, out, &x, &weights, &bias).iter().map(|&v| activate(activation, v)).collect();
        for options in ways(&device, &STYLES) {
            let got = run(&device, &program, options, &[&x]).unwrap();
            assert_near(options, &got[0], &want, &format!("{w:?} -> {out} {activation:?}"));
        }
    });
}

#[test]
fn large_products_match_plain_loops() {
    let Some(device) = device() else { return };
    let mut r = Random::new(2);
    // Rows and columns beyond one tile, depths beyond one tile and not a multiple of it.
    for [h, w, channels, out] in [[14, 15, 96, 24], [7, 7, 160, 40], [31, 5, 35, 18], [9, 9, 64, 8], [20, 20, 12, 16]] {
        let window =
            Window { same: true, input: [1, h, w, channels], filter: [1, 1], stride: [1, 1], dilation: [1, 1] };
        let (x, weights, bias) = (r.values(h * w * channels), r.values(out * channels), r.values(out));
        let mut b = Builder::default();
        let input = b.input(&window.input);
        let k = b.floats(&[out, 1, 1, channels], &weights);
        let bias_tensor = b.floats(&[out], &bias);
        let y = b.computed(&[1, h, w, out]);
        let options = Params::Conv2d { window: params(&window), activation: Activation::None };
        b.node(Op::Conv2d, options, &[Some(input), Some(k), Some(bias_tensor)], &[y]);
        b.output(y);
        let program = b.build();
        let want = oracle::conv(&window, out, &x, &weights, &bias);
        for options in ways(&device, &STYLES) {
            let got = run(&device, &program, options, &[&x]).unwrap();
            assert_near(options, &got[0], &want, &format!("{h}x{w}x{channels} -> {out}"));
        }
    }
}

#[test]
fn depthwise_convolutions_match_plain_loops() {
    let Some(device) = device() else { return };
    // The last filter has more taps than are unrolled.
    let wide = Window { same: true, input: [1, 11, 10, 1], filter: [8, 8], stride: [1, 1], dilation: [1, 1] };
    let windows = prop_oneof![9 => windows(&FILTERS, 1), 1 => Just(wide)];
    let channels = (select(vec![1, 2, 4, 7, 8, 24]), select(vec![1, 1, 1, 2, 3, 4]));
    let rest = (select(ACTIVATIONS.to_vec()), any::<bool>(), seeds());
    each(40, (windows, channels, rest), |(window, (channels, multiplier), (activation, with_bias, seed))| {
        let (w, mut r) = (with_channels(window, channels), Random::new(seed));
        let out = channels * multiplier;
        let x = r.values(w.input.iter().product());
        let weights = r.values(w.filter[0] * w.filter[1] * out);
        let bias = if with_bias { r.values(out) } else { Vec::new() };
        let [oh, ow] = w.output();
        let mut b = Builder::default();
        let input = b.input(&w.input);
        let k = b.floats(&[1, w.filter[0], w.filter[1], out], &weights);
        let bias_tensor = (!bias.is_empty()).then(|| b.floats(&[out], &bias));
        let y = b.computed(&[w.input[0], oh, ow, out]);
        b.node(
            Op::DepthwiseConv2d,
            Params::DepthwiseConv2d { window: params(&w), multiplier, activation },
            &[Some(input), Some(k), bias_tensor],
            &[y],
        );
        b.output(y);
        let want: Vec<f32> =
            oracle::depthwise(&w, multiplier, &x, &weights, &bias).iter().map(|&v| activate(activation, v)).collect();
        let program = b.build();
        for options in ways(&device, &[Style::Direct]) {
            let got = run(&device, &program, options, &[&x]).unwrap();
            assert_near(options, &got[0], &want, &format!("{w:?} x{multiplier} {activation:?}"));
        }
    });
}

#[test]
fn fully_connected_layers_match_plain_loops() {
    let Some(device) = device() else { return };
    let mut r = Random::new(4);
    for (m, n, k) in [(1, 10, 64), (1, 33, 7), (2, 5, 130), (3, 1000, 16), (1, 1, 1), (5, 6, 9), (17, 40, 36)] {
        let (x, weights, bias) = (r.values(m * k), r.values(n * k), r.values(n));
        let mut b = Builder::default();
        let input = b.input(&[m, k]);
        let w = b.floats(&[n, k], &weights);
        let bias_tensor = b.floats(&[n], &bias);
        let y = b.computed(&[m, n]);
        let options = Params::FullyConnected {
            activation: Activation::Relu,
            keep_dims: false,
            shuffled: false,
            asymmetric_inputs: false,
        };
        b.node(Op::FullyConnected, options, &[Some(input), Some(w), Some(bias_tensor)], &[y]);
        b.output(y);
        let program = b.build();
        let window = Window { same: false, input: [m, 1, 1, k], filter: [1, 1], stride: [1, 1], dilation: [1, 1] };
        let want: Vec<f32> = oracle::conv(&window, n, &x, &weights, &bias).iter().map(|v| v.max(0.0)).collect();
        for options in ways(&device, &STYLES) {
            let got = run(&device, &program, options, &[&x]).unwrap();
            assert_near(options, &got[0], &want, &format!("{m}x{n}x{k}"));
        }
    }
}

#[test]
fn an_addition_after_a_convolution_is_merged_and_right() {
    let Some(device) = device() else { return };
    let mut r = Random::new(5);
    for out in [8, 6] {
        let w = Window { same: true, input: [1, 9, 9, 5], filter: [3, 3], stride: [1, 1], dilation: [1, 1] };
        let (x, other) = (r.values(9 * 9 * 5), r.values(9 * 9 * out));
        let weights = r.values(out * 9 * 5);
        let mut b = Builder::default();
        let (input, added) = (b.input(&w.input), b.input(&[1, 9, 9, out]));
        let k = b.floats(&[out, 3, 3, 5], &weights);
        let (y, z) = (b.computed(&[1, 9, 9, out]), b.computed(&[1, 9, 9, out]));
        let options = Params::Conv2d { window: params(&w), activation: Activation::None };
        b.node(Op::Conv2d, options, &[Some(input), Some(k), None], &[y]);
        b.node(Op::Add, Params::Activation(Activation::Relu), &[Some(added), Some(y)], &[z]);
        b.output(z);
        let program = b.build();
        let want: Vec<f32> =
            oracle::conv(&w, out, &x, &weights, &[]).iter().zip(&other).map(|(a, b)| (a + b).max(0.0)).collect();
        for style in STYLES {
            let mut session = block_on(Session::prepare_with(&device, &program, styled(style))).unwrap();
            assert_eq!(session.dispatches(), 1);
            assert_close(&block_on(session.run(&[&x, &other])).unwrap()[0], &want, "merged");
            let apart = Options { keep_intermediates: true, ..styled(style) };
            let mut session = block_on(Session::prepare_with(&device, &program, apart)).unwrap();
            assert_eq!(session.dispatches(), 2);
            assert_close(&block_on(session.run(&[&x, &other])).unwrap()[0], &want, "apart");
            assert_close(&block_on(session.tensor(z)).unwrap().unwrap(), &want, "read back");
        }
    }
}

#[test]
fn binary_functions_broadcast() {
    let Some(device) = device() else { return };
    let mut r = Random::new(6);
    let shapes: [(&[usize], &[usize], &[usize]); 9] = [
        (&[2, 3, 5, 7], &[2, 3, 5, 7], &[2, 3, 5, 7]),
        (&[1, 4, 4, 8], &[8], &[1, 4, 4, 8]),
        (&[1, 4, 4, 8], &[1, 1, 1, 8], &[1, 4, 4, 8]),
        (&[2, 4, 4, 8], &[2, 1, 1, 8], &[2, 4, 4, 8]),
        (&[2, 3, 4], &[2, 3, 1], &[2, 3, 4]),
        (&[2, 1, 4], &[1, 3, 1], &[2, 3, 4]),
        (&[], &[3, 3], &[3, 3]),
        (&[5], &[1], &[5]),
        (&[3, 1, 2, 1, 5], &[1, 4, 1, 2, 5], &[3, 4, 2, 2, 5]),
    ];
    type Function = fn(f32, f32) -> f32;
    let functions: [(Op, Function); 5] = [
        (Op::Add, |a, b| a + b),
        (Op::Sub, |a, b| a - b),
        (Op::Mul, |a, b| a * b),
        (Op::Maximum, f32::max),
        (Op::SquaredDifference, |a, b| (a - b) * (a - b)),
    ];
    for (op, f) in functions {
        for (sa, sb, out) in shapes {
            for constant in [false, true] {
                let (a, c) = (r.values(sa.iter().product()), r.values(sb.iter().product()));
                let mut b = Builder::default();
                let ta = b.input(sa);
                let tb = if constant { b.floats(sb, &c) } else { b.input(sb) };
                let y = b.computed(out);
                b.node(op, Params::Activation(Activation::None), &[Some(ta), Some(tb)], &[y]);
                b.output(y);
                let want = oracle::binary(f, (&a, sa), (&c, sb), out);
                let inputs: &[&[f32]] = if constant { &[&a] } else { &[&a, &c] };
                let program = b.build();
                for options in ways(&device, &[Style::Direct]) {
                    let got = run(&device, &program, options, inputs).unwrap();
                    assert_near(options, &got[0], &want, &format!("{op:?} {sa:?} {sb:?} constant {constant}"));
                }
            }
        }
    }
}

#[test]
fn pools_match_plain_loops() {
    let Some(device) = device() else { return };
    let filters = [[2, 2], [3, 3], [7, 7], [1, 3]];
    each(24, (windows(&filters, 7), select(vec![1, 3, 4, 8]), seeds()), |(window, channels, seed)| {
        let w = Window { dilation: [1, 1], ..with_channels(window, channels) };
        let x = Random::new(seed).values(w.input.iter().product());
        let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
        let top = |v: &[f64]| v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (op, want) in [(Op::AveragePool2d, oracle::pool(&w, &x, mean)), (Op::MaxPool2d, oracle::pool(&w, &x, top))]
        {
            let [oh, ow] = w.output();
            let mut b = Builder::default();
            let input = b.input(&w.input);
            let y = b.computed(&[w.input[0], oh, ow, channels]);
            let options = Params::Pool2d { window: params(&w), filter: w.filter.into(), activation: Activation::None };
            b.node(op, options, &[Some(input)], &[y]);
            b.output(y);
            let program = b.build();
            for options in ways(&device, &[Style::Direct]) {
                let got = run(&device, &program, options, &[&x]).unwrap();
                assert_near(options, &got[0], &want, &format!("{op:?} {w:?}"));
            }
        }
    });
}

#[test]
fn reductions_match_plain_loops() {
    let Some(device) = device() else { return };
    let mut r = Random::new(8);
    let cases: [(&[usize], &[i32]); 10] = [
        (&[9, 64], &[1]),
        (&[2, 5, 33], &[2]),
        (&[1, 7, 7, 20], &[1, 2]),
        (&[2, 3, 5, 7], &[1, 2]),
        (&[2, 3, 5, 7], &[0, 2]),
        (&[2, 3, 5, 7], &[-1]),
        (&[3, 100], &[1]),
        (&[70], &[0]),
        (&[2, 1, 5, 4], &[0, 2]),
        (&[2, 3], &[]),
    ];
    for (shape, axes) in cases {
        let x = r.values(shape.iter().product());
        let from_start: Vec<usize> =
            axes.iter().map(|&a| if a < 0 { (a + shape.len() as i32) as usize } else { a as usize }).collect();
        let kept: Vec<usize> =
            shape.iter().enumerate().map(|(i, &d)| if from_start.contains(&i) { 1 } else { d }).collect();
        let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
        let top = |v: &[f64]| v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (op, want) in [
            (Op::Mean, oracle::reduce(shape, &from_start, &x, mean)),
            (Op::Sum, oracle::reduce(shape, &from_start, &x, |v| v.iter().sum())),
            (Op::ReduceMax, oracle::reduce(shape, &from_start, &x, top)),
        ] {
            let mut b = Builder::default();
            let input = b.input(shape);
            let list = b.ints(axes);
            let y = b.computed(&kept);
            b.node(op, Params::Reduce { keep_dims: true }, &[Some(input), Some(list)], &[y]);
            b.output(y);
            let program = b.build();
            for options in ways(&device, &STYLES) {
                let got = run(&device, &program, options, &[&x]).unwrap();
                assert_near(options, &got[0], &want, &format!("{op:?} {shape:?} {axes:?}"));
            }
        }
    }
}

#[test]
fn softmax_matches_plain_loops() {
    let Some(device) = device() else { return };
    let mut r = Random::new(9);
    let cases =
        [(vec![1, 1000], 1.0), (vec![3, 5], 2.0), (vec![2, 3, 1], 1.0), (vec![70, 64], 0.5), (vec![2, 4, 37], 1.0)];
    for (shape, beta) in cases {
        let len = *shape.last().unwrap();
        // Large logits: a softmax that does not subtract the maximum overflows.
        let x: Vec<f32> = r.values(shape.iter().product()).iter().map(|v| v * 200.0).collect();
        let mut b = Builder::default();
        let input = b.input(&shape);
        let (y, logarithm) = (b.computed(&shape), b.computed(&shape));
        b.node(Op::Softmax, Params::Softmax { beta }, &[Some(input)], &[y]);
        b.node(Op::LogSoftmax, Params::None, &[Some(input)], &[logarithm]);
        b.output(y);
        b.output(logarithm);
        let program = b.build();
        for style in STYLES {
            let got = run(&device, &program, styled(style), &[&x]).unwrap();
            assert_close(&got[0], &oracle::softmax(len, beta, &x), &format!("{style:?} {shape:?} {beta}"));
            assert_close(&got[1], &oracle::log_softmax(len, &x), &format!("{style:?} {shape:?}, logarithm"));
        }
    }
}

#[test]
fn functions_of_one_element_match() {
    let Some(device) = device() else { return };
    type Function = fn(f32) -> f32;
    let functions: [(Op, Function); 10] = [
        (Op::Relu, |v| v.max(0.0)),
        (Op::Relu6, |v| v.clamp(0.0, 6.0)),
        (Op::Logistic, |v| 1.0 / (1.0 + (-v).exp())),
        (Op::Tanh, f32::tanh),
        (Op::HardSwish, |v| v * (v + 3.0).clamp(0.0, 6.0) / 6.0),
        (Op::Elu, |v| if v > 0.0 { v } else { v.exp() - 1.0 }),
        (Op::Abs, f32::abs),
        (Op::Neg, |v| -v),
        (Op::Square, |v| v * v),
        (Op::Floor, f32::floor),
    ];
    let x: Vec<f32> = (-40..=41).map(|i| i as f32 * 0.37).chain([-120.0, 120.0, 0.0]).collect();
    for (op, f) in functions {
        let mut b = Builder::default();
        let input = b.input(&[x.len()]);
        let y = b.computed(&[x.len()]);
        b.node(op, Params::None, &[Some(input)], &[y]);
        b.output(y);
        let (program, want) = (b.build(), x.iter().map(|&v| f(v)).collect::<Vec<f32>>());
        for options in ways(&device, &[Style::Direct]) {
            assert_near(options, &run(&device, &program, options, &[&x]).unwrap()[0], &want, op.name());
        }
    }
}

#[test]
fn functions_without_a_value_give_no_number() {
    let Some(device) = device() else { return };
    type Function = fn(f32) -> f32;
    let functions: [(Op, Function); 3] = [(Op::Log, f32::ln), (Op::Sqrt, f32::sqrt), (Op::Rsqrt, |v| 1.0 / v.sqrt())];
    let x = [-3.5, -1.0, -0.001, 0.25, 1.0, 4.0, 900.0];
    for (op, f) in functions {
        let mut b = Builder::default();
        let (input, y) = (b.input(&[x.len()]), b.computed(&[x.len()]));
        b.node(op, Params::None, &[Some(input)], &[y]);
        b.output(y);
        let (program, want) = (b.build(), x.map(f));
        for options in ways(&device, &[Style::Direct]) {
            let got = &run(&device, &program, options, &[&x]).unwrap()[0];
            assert!(got[..3].iter().all(|v| v.is_nan()), "{op:?}: {got:?}");
            assert_near(options, &got[3..], &want[3..], op.name());
        }
    }
}

#[test]
fn index_inputs_select_slices_and_invalid_ones_are_reported() {
    let Some(device) = device() else { return };
    let operand = (vec(1..=6usize, 1..=4), any::<Index>(), any::<bool>(), seeds());
    let list = [1..=3usize, 1..=4].prop_flat_map(|list| (Just(list), vec(any::<Index>(), list[0] * list[1])));
    let dtypes = select(vec![Dtype::I32, Dtype::I64]);
    each(24, (operand, list, dtypes), |((shape, axis, constant, seed), (list, places), dtype)| {
        let axis = axis.index(shape.len());
        let len = shape[axis];
        let out = [&shape[..axis], &list, &shape[axis + 1..]].concat();
        let x = Random::new(seed).values(shape.iter().product());
        let places: Vec<usize> = places.iter().map(|place| place.index(len)).collect();
        let mut b = Builder::default();
        let input = if constant { b.floats(&shape, &x) } else { b.input(&shape) };
        let (picked, y) = (b.places_input(dtype, &list), b.computed(&out));
        b.node(Op::Gather, Params::Gather { axis: axis as i64, batch_dims: 0 }, &[Some(input), Some(picked)], &[y]);
        b.output(y);
        let program = b.build();
        let want: Vec<f32> = oracle::positions(&out)
            .iter()
            .map(|p| {
                let place = places[p[axis] * list[1] + p[axis + 1]];
                x[oracle::offset(&shape, &[&p[..axis], &[place], &p[axis + 2..]].concat())]
            })
            .collect();
        let bytes = |places: &[i64]| -> Vec<u8> {
            match dtype {
                Dtype::I64 => places.iter().flat_map(|v| v.to_le_bytes()).collect(),
                _ => places.iter().flat_map(|&v| (v as i32).to_le_bytes()).collect(),
            }
        };
        let floats: Vec<u8> = x.iter().flat_map(|v| v.to_le_bytes()).collect();
        for options in ways(&device, &[Style::Direct]) {
            let mut session = block_on(Session::prepare_with(&device, &program, options)).unwrap();
            let mut run = |places: &[i64]| {
                let (places, mut inputs) = (bytes(places), vec![floats.as_slice()]);
                inputs.truncate(usize::from(!constant));
                inputs.push(&places);
                block_on(session.run_bytes(&inputs))
            };
            let mut places: Vec<i64> = places.iter().map(|&place| place as i64).collect();
            let got: Vec<f32> = run(&places).unwrap()[0].as_chunks().0.iter().map(|&b| f32::from_le_bytes(b)).collect();
            assert_near(options, &got, &want, &format!("{shape:?} {axis} {dtype:?}"));
            for wrong in [-1, len as i64, i64::from(i32::MIN)] {
                let at = places.len() - 1;
                places[at] = wrong;
                match run(&places) {
                    Err(GpuError::Index { node, index, size }) => {
                        assert_eq!((node.op.as_str(), index, size), ("GATHER", wrong, len));
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    });
}

#[test]
fn elements_move_to_the_right_places() {
    let Some(device) = device() else { return };
    let mut r = Random::new(10);
    for channels in [8, 3] {
        let shape = [2, 5, 6, channels];
        let x = r.values(shape.iter().product());
        let at = |p: &[usize]| x[oracle::offset(&shape, p)];
        let mut b = Builder::default();
        let input = b.input(&shape);
        let mut want: Vec<Vec<f32>> = Vec::new();

        let out = [2, 5 + 3, 6 + 1, channels];
        let (pads, y) = (b.ints(&[0, 0, 1, 2, 0, 1, 0, 0]), b.computed(&out));
        b.node(Op::Pad, Params::None, &[Some(input), Some(pads)], &[y]);
        b.output(y);
        let padded = |p: &Vec<usize>| {
            if (1..6).contains(&p[1]) && p[2] < 6 { at(&[p[0], p[1] - 1, p[2], p[3]]) } else { 0.0 }
        };
        want.push(oracle::positions(&out).iter().map(padded).collect());

        let out = [6, 2, channels, 5];
        let (order, y) = (b.ints(&[2, 0, 3, 1]), b.computed(&out));
        b.node(Op::Transpose, Params::None, &[Some(input), Some(order)], &[y]);
        b.output(y);
        want.push(oracle::positions(&out).iter().map(|p| at(&[p[1], p[3], p[0], p[2]])).collect());

        let out = [2, 5, 12, channels];
        let y = b.computed(&out);
        let join = Params::Concatenation { axis: -2, activation: Activation::None };
        b.node(Op::Concatenation, join, &[Some(input), Some(input)], &[y]);
        b.output(y);
        want.push(oracle::positions(&out).iter().map(|p| at(&[p[0], p[1], p[2] % 6, p[3]])).collect());

        let (begin, size) = (b.ints(&[0, 1, 2, 0]), b.ints(&[2, 3, -1, 2]));
        let y = b.computed(&[2, 3, 4, 2]);
        b.node(Op::Slice, Params::None, &[Some(input), Some(begin), Some(size)], &[y]);
        b.output(y);
        want.push(oracle::positions(&[2, 3, 4, 2]).iter().map(|p| at(&[p[0], p[1] + 1, p[2] + 2, p[3]])).collect());

        // x[1, ::-2, 1:5:3, :] of the second image.
        let (begin, end, step) = (b.ints(&[1, 0, 1, 0]), b.ints(&[2, 0, 5, 0]), b.ints(&[1, -2, 3, 1]));
        let y = b.computed(&[3, 2, channels]);
        let mask = Params::StridedSlice {
            begin_mask: 0b1010,
            end_mask: 0b1010,
            ellipsis_mask: 0,
            new_axis_mask: 0,
            shrink_axis_mask: 1,
            offset: false,
        };
        b.node(Op::StridedSlice, mask, &[Some(input), Some(begin), Some(end), Some(step)], &[y]);
        b.output(y);
        let picked = oracle::positions(&[3, 2, channels]);
        want.push(picked.iter().map(|p| at(&[1, 4 - 2 * p[0], 1 + 3 * p[1], p[2]])).collect());

        // A rename of the input as an output.
        let y = b.computed(&[10, 6 * channels]);
        b.node(Op::Reshape, Params::Reshape { shape: vec![] }, &[Some(input)], &[y]);
        b.output(y);
        want.push(x.clone());

        let got = run(&device, &b.build(), Options::default(), &[&x]).unwrap();
        for (i, (g, w)) in got.iter().zip(&want).enumerate() {
            assert_close(g, w, &format!("output {i} with {channels} channels"));
        }
    }
}

#[test]
fn resizing_follows_the_coordinate_rules() {
    let Some(device) = device() else { return };
    // A ramp of one row: 0, 1, 2, 3. Values follow from the rules by hand.
    let cases: [(Op, bool, bool, usize, &[f32]); 6] = [
        (Op::ResizeBilinear, false, false, 8, &[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.0]),
        (Op::ResizeBilinear, false, true, 8, &[0.0, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.0]),
        (Op::ResizeBilinear, true, false, 7, &[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]),
        (Op::ResizeNearestNeighbor, false, false, 8, &[0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]),
        (Op::ResizeNearestNeighbor, false, true, 2, &[1.0, 3.0]),
        (Op::ResizeNearestNeighbor, true, false, 7, &[0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]),
    ];
    for (op, align_corners, half_pixel_centers, width, want) in cases {
        for channels in [1, 4] {
            let spread = |v: &[f32]| v.iter().flat_map(|&v| vec![v; channels]).collect::<Vec<f32>>();
            let mut b = Builder::default();
            let input = b.input(&[1, 1, 4, channels]);
            let (size, y) = (b.ints(&[2, width as i32]), b.computed(&[1, 2, width, channels]));
            b.node(op, Params::Resize { align_corners, half_pixel_centers }, &[Some(input), Some(size)], &[y]);
            b.output(y);
            let got = run(&device, &b.build(), Options::default(), &[&spread(&[0.0, 1.0, 2.0, 3.0])]).unwrap();
            let twice = [spread(want), spread(want)].concat();
            assert_close(&got[0], &twice, &format!("{op:?} {align_corners} {half_pixel_centers} {channels}"));
        }
    }
}

#[test]
fn nodes_without_a_kernel_are_all_listed_before_a_run() {
    let Some(device) = device() else { return };
    let mut b = Builder::default();
    let x = b.input(&[1, 4]);
    let (k, y, z) = (b.ints(&[2]), b.computed(&[1, 2]), b.typed(Dtype::I32, &[1, 2]));
    b.node(Op::TopkV2, Params::None, &[Some(x), Some(k)], &[y, z]);
    let w = b.computed(&[1, 2]);
    b.node(Op::Relu, Params::None, &[Some(y)], &[w]);
    let v = b.typed(Dtype::I8, &[1, 2]);
    b.node(Op::Relu, Params::None, &[Some(w)], &[v]);
    b.output(v);
    match run(&device, &b.build(), Options::default(), &[&[0.0; 4]]) {
        Err(GpuError::Unsupported(nodes)) => {
            let listed: Vec<_> = nodes.iter().map(|n| (n.node.index, n.node.op.as_str(), &*n.reason.id)).collect();
            assert_eq!(listed, [(0, "TOPK_V2", "gpu-no-kernel"), (2, "RELU", "gpu-dtype")]);
        }
        other => panic!("{other:?}"),
    }
}

/// One RELU over `len` elements.
fn relu(len: usize) -> vintage::engine::Program {
    let mut b = Builder::default();
    let (x, y) = (b.input(&[len]), b.computed(&[len]));
    b.node(Op::Relu, Params::None, &[Some(x)], &[y]);
    b.output(y);
    b.build()
}

#[test]
fn wrong_inputs_are_errors_and_the_session_survives() {
    let Some(device) = device() else { return };
    let mut session = block_on(Session::prepare(&device, &relu(3))).unwrap();
    let short = block_on(session.run(&[&[1.0, 2.0]]));
    assert_eq!(short, Err(GpuError::BadInput { input: 0, expected: 3, given: 2 }));
    let none = block_on(session.run(&[]));
    assert_eq!(none, Err(GpuError::BadInput { input: 0, expected: 3, given: 0 }));
    let more = block_on(session.run(&[&[1.0, 2.0, 3.0], &[1.0]]));
    assert_eq!(more, Err(GpuError::BadInput { input: 1, expected: 0, given: 1 }));
    assert_eq!(block_on(session.run(&[&[-1.0, 2.0, 3.0]])).unwrap(), [[0.0, 2.0, 3.0]]);
}

#[test]
fn a_lost_device_is_an_error_and_not_a_crash() {
    let Some(device) = device() else { return };
    let mut session = block_on(Session::prepare(&device, &relu(3))).unwrap();
    device.destroy();
    assert!(matches!(block_on(session.run(&[&[0.0; 3]])), Err(GpuError::Lost(_))));
    assert!(matches!(block_on(Session::prepare(&device, &relu(3))), Err(GpuError::Lost(_))));
}

#[test]
fn a_tensor_beyond_the_binding_size_is_refused_with_both_sizes() {
    let Some(device) = device() else { return };
    let limit = device.limits().binding_bytes.min(device.limits().buffer_bytes);
    let elements = (limit / 4 + 4) as usize;
    match block_on(Session::prepare(&device, &relu(elements))) {
        Err(GpuError::TooLarge { bytes, limit: told }) => {
            assert!(bytes > told);
            assert_eq!(told, limit);
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("prepared"),
    }
}

#[test]
fn pipelines_are_compiled_once_for_layers_that_differ_in_size_only() {
    let Some(device) = device() else { return };
    for len in [3, 30, 300] {
        block_on(Session::prepare(&device, &relu(len))).unwrap();
    }
    assert_eq!(device.pipelines(), 1);
}

#[test]
fn each_dispatch_is_timed_where_the_adapter_can() {
    let Some(device) = device() else { return };
    let options = Options { profile: true, ..Options::default() };
    let mut session = block_on(Session::prepare_with(&device, &relu(1 << 16), options)).unwrap();
    block_on(session.run(&[&vec![1.0; 1 << 16]])).unwrap();
    if device.info().timestamps {
        assert_eq!(session.profile().steps.len(), 1);
        assert_eq!(session.profile().steps[0].kernel, "unary");
        assert!(session.profile().total() > 0);
    } else {
        assert!(session.profile().steps.is_empty());
    }
}
