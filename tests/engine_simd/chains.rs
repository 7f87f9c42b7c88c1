//! Kernels that run together a few rows at a time.

use crate::builder::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use vintage::engine::program::Dtype;
use vintage::engine::{Backend, Hooks, Program, Session, fill};

/// A node between two convolutions.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Between {
    Nothing,
    /// PRELU with a slope for each channel.
    Prelu,
    /// RELU6.
    Clamp,
    /// ADD of a constant image, a constant pixel or a constant.
    Add(usize),
    /// PAD around the image.
    Pad([[usize; 2]; 3]),
    /// MAX_POOL_2D or AVERAGE_POOL_2D.
    Pool {
        max: bool,
        taps: usize,
        stride: usize,
        same: bool,
    },
}

/// A convolution in a row of them.
#[derive(Clone, Debug)]
struct Layer {
    before: Between,
    /// Where the channels allow it.
    depthwise: bool,
    taps: usize,
    stride: usize,
    same: bool,
    channels: usize,
    activation: i64,
}

fn layers() -> impl Strategy<Value = Vec<Layer>> {
    let channels = prop_oneof![Just(4), Just(8), 1..=21usize];
    let kinds = (any::<bool>(), select(vec![1, 1, 3]), 1..=2usize, prop::bool::weighted(0.75));
    let pads = [[0..=2usize, 0..=2], [0..=2, 0..=2], [0..=0, 0..=1]];
    let between = prop_oneof![
        3 => Just(Between::Nothing),
        1 => Just(Between::Prelu),
        1 => Just(Between::Clamp),
        1 => (1..=4usize).prop_map(Between::Add),
        1 => pads.prop_map(Between::Pad),
        2 => (any::<bool>(), 1..=4usize, 1..=3usize, any::<bool>())
            .prop_map(|(max, taps, stride, same)| Between::Pool { max, taps, stride, same }),
    ];
    let layer = (between, kinds, channels, select(vec![0, 3])).prop_map(|(before, kinds, channels, activation)| {
        let (depthwise, taps, stride, same) = kinds;
        Layer { before, depthwise, taps, stride, same, channels, activation }
    });
    vec(layer, 2..=4)
}

/// Whether windows go beyond the image, as they have to in a small one, and the size of the result along an axis.
fn windows(taps: usize, stride: usize, same: bool, shape: [usize; 4]) -> (bool, impl Fn(usize) -> usize) {
    let same = same || taps > shape[1].min(shape[2]);
    (same, move |input| if same { input.div_ceil(stride) } else { (input - taps) / stride + 1 })
}

/// Adds the node between two convolutions; returns its result, of this shape.
fn between(b: &mut Builder, r: &mut Random, kind: Between, x: i32, shape: &mut [usize; 4]) -> i32 {
    let mut constant = |b: &mut Builder, shape: &[usize]| {
        let data = random_floats(r, shape.iter().product());
        b.tensor(F32, shape, None, Some(data))
    };
    let (code, second) = match kind {
        Between::Nothing => return x,
        Between::Prelu => (54, Some(constant(b, &[1, 1, shape[3]]))),
        Between::Clamp => (21, None),
        Between::Add(rank) => (0, Some(constant(b, &shape[rank..]))),
        Between::Pad(pads) => {
            shape[1..].iter_mut().zip(pads).for_each(|(size, [before, after])| *size += before + after);
            return b.padded(x, [[0; 2], pads[0], pads[1], pads[2]]);
        }
        Between::Pool { max, taps, stride, same } => {
            let (same, of) = windows(taps, stride, same, *shape);
            let mut options = window_options(stride, same);
            options.extend([("filter_height", taps as i64), ("filter_width", taps as i64)]);
            *shape = [1, of(shape[1]), of(shape[2]), shape[3]];
            let y = b.tensor(F32, &*shape, None, None);
            b.operator(if max { 17 } else { 1 }, vec![x], y, options);
            return y;
        }
    };
    let y = b.tensor(F32, &*shape, None, None);
    b.operator(code, std::iter::once(x).chain(second).collect(), y, Vec::new());
    y
}

/// A 3x3 convolution whose result is as large as its input, with nothing before it.
fn plain(channels: usize) -> Layer {
    Layer { before: Between::Nothing, depthwise: false, taps: 3, stride: 1, same: true, channels, activation: 0 }
}

/// Convolutions in a row on an input of `height`, `width` and channels, and convolutions with `heads` channels of the last result.
fn chain([height, width, channels]: [usize; 3], layers: &[Layer], heads: &[usize], seed: u64) -> Program {
    let r = &mut Random::new(seed);
    let mut b = Builder::new();
    let mut shape = [1, height, width, channels];
    let mut x = activations(&mut b, r, F32, &shape);
    b.input(x);
    for layer in layers {
        x = between(&mut b, r, layer.before, x, &mut shape);
        let depthwise = layer.depthwise && shape[3].is_multiple_of(4);
        let (taps, stride) = (if depthwise { 3 } else { layer.taps }, layer.stride);
        let (same, out) = windows(taps, stride, layer.same, shape);
        let channels = if depthwise { shape[3] } else { layer.channels };
        let [w, bias] = if depthwise {
            weights(&mut b, r, Kind::Float, &[1, taps, taps, channels], 3)
        } else {
            weights(&mut b, r, Kind::Float, &[channels, taps, taps, shape[3]], 0)
        };
        shape = [1, out(shape[1]), out(shape[2]), channels];
        let y = activations(&mut b, r, F32, &shape);
        let mut options = window_options(stride, same);
        options.push(("fused_activation_function", layer.activation));
        b.operator(if depthwise { 4 } else { 3 }, vec![x, w, bias], y, options);
        x = y;
    }
    if !heads.is_empty() {
        x = joined_heads(&mut b, r, x, shape, heads);
    }
    b.program(x)
}

/// Adds 3x3 convolutions of one image with these numbers of channels; returns all of their channels as one image.
fn joined_heads(b: &mut Builder, r: &mut Random, x: i32, shape: [usize; 4], heads: &[usize]) -> i32 {
    let [_, height, width, channels] = shape;
    let mut head = |b: &mut Builder, head: usize| {
        let [w, bias] = weights(b, r, Kind::Float, &[head, 3, 3, channels], 0);
        let y = b.tensor(F32, &[1, height, width, head], None, None);
        b.operator(3, vec![x, w, bias], y, window_options(1, true));
        y
    };
    let results: Vec<i32> = heads.iter().map(|&channels| head(b, channels)).collect();
    let all = b.tensor(F32, &[1, height, width, heads.iter().sum()], None, None);
    b.operator(2, results, all, vec![("axis", 3)]);
    all
}

/// The last result that an observer was given.
#[derive(Default)]
struct Last(Vec<u8>);

impl Hooks for Last {
    fn wants_results(&self) -> bool {
        true
    }

    fn result(&mut self, _: usize, _: usize, _: usize, _: &[usize], bytes: &[u8]) -> Option<Vec<u8>> {
        self.0 = bytes.to_vec();
        None
    }
}

/// Runs convolutions a few rows at a time and compares them with plain kernels one after another. Returns whether they
/// ran in rows.
fn chain_agrees(program: &Program, seed: u64, what: &str) -> bool {
    let mut results = Vec::new();
    let mut chained = false;
    for (backend, from) in [(Backend::Reference, usize::MAX), (Backend::Simd, usize::MAX), (Backend::Simd, 0)] {
        let mut session = Session::prepare(program.clone(), backend).unwrap_or_else(|e| panic!("{what}: {e}"));
        session.chain_from(from).unwrap();
        let input = fill::random(Dtype::F32, session.inputs().next().unwrap().shape.iter().product(), seed).unwrap();
        session.set_input(0, &input).unwrap();
        // A ring's content of one run must not be visible in the next.
        session.run(&mut ()).unwrap_or_else(|e| panic!("{what}: {e}"));
        let (first, memory) = (session.output(0).unwrap().to_vec(), session.working_bytes());
        // An observer has the complete results, and the inputs that were set before.
        let mut last = Last::default();
        session.run(&mut last).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(last.0, first, "{what}: with an observer");
        chained = session.chained() > 0;
        session.run(&mut ()).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(session.working_bytes(), memory, "{what}: memory after an observer");
        results.push(output_floats(&session));
    }
    near_the_first(&results, what);
    let bits = |floats: &[f32]| floats.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(
        bits(&results[1]),
        bits(&results[2]),
        "{what}: several threads, which have no chains, give the same bits"
    );
    chained
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn chains_agree() {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(300));
    let chained = Cell::new(0);
    let heads = prop_oneof![3 => Just(Vec::new()), 2 => vec(1..=9usize, 2..=3)];
    let agrees =
        runner.run(&([1..=23usize, 1..=17, 1..=9], layers(), heads, seeds()), |(size, layers, heads, seed)| {
            let program = chain(size, &layers, &heads, seed);
            let what = format!("{size:?} {layers:?} {heads:?} {seed}");
            chained.set(chained.get() + usize::from(chain_agrees(&program, seed, &what)));
            Ok(())
        });
    agrees.unwrap_or_else(|e| panic!("{e}"));
    assert!(chained.get() > 200, "{} of 300 ran in rows", chained.get());
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn tensors_between_chained_kernels_keep_some_rows() {
    let layer = plain(8);
    let pool = Between::Pool { max: true, taps: 2, stride: 2, same: false };
    let layers =
        [layer.clone(), layer.clone(), Layer { before: pool, ..layer.clone() }, Layer { channels: 1, ..layer }];
    let mut session = Session::prepare(chain([64, 64, 1], &layers, &[], 5), Backend::Simd).unwrap();
    let whole = session.working_bytes();
    session.chain_from(0).unwrap();
    assert_eq!(session.chained(), 5);
    // Two tensors of 128 KB; input and output take 16 and 4, rings of 4 to 12 rows 2 KB for each row.
    assert!(whole > 250_000 && session.working_bytes() < 130_000, "{whole}, {}", session.working_bytes());
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn several_kernels_may_read_what_a_chain_keeps() {
    let layer = plain(32);
    let program = |heads: &[usize]| chain([64, 64, 1], std::slice::from_ref(&layer), heads, 6);
    let mut session = Session::prepare(program(&[1, 2, 1]), Backend::Simd).unwrap();
    session.chain_from(0).unwrap();
    assert_eq!(session.chained(), 4);
    // The image with 32 channels takes 512 KB, all others together less than 200.
    assert!(session.working_bytes() < 200_000, "{}", session.working_bytes());
    assert!(chain_agrees(&program(&[1, 2, 1]), 6, "three heads"));
    // Rows that others read later are not dropped: the operator between the two reads it, too.
    let mut b = Builder::new();
    let r = &mut Random::new(7);
    let x = activations(&mut b, r, F32, &[1, 16, 16, 4]);
    b.input(x);
    let image = joined_heads(&mut b, r, x, [1, 16, 16, 4], &[4]);
    let first = joined_heads(&mut b, r, image, [1, 16, 16, 4], &[4]);
    let second = joined_heads(&mut b, r, image, [1, 16, 16, 4], &[4]);
    let sum = b.tensor(F32, &[1, 16, 16, 4], None, None);
    b.operator(0, vec![first, second], sum, Vec::new());
    assert!(!chain_agrees(&b.program(sum), 7, "heads with an operator in between"));
}
