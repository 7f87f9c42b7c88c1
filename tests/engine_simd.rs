//! Property tests: fast kernels compared with plain ones, on random shapes, strides, paddings, dilations and types.
//!
//! Models are built here, node by node, so that sizes are odd, channels do not fill vectors, windows cross borders.
//! They also run in the browser, with and without relaxed SIMD.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use vintage::bytes::{Limits, MemorySource};
use vintage::engine::program::Dtype;
use vintage::engine::{Backend, Entry, Program, Session, fill};
use vintage::formats::tflite::{
    Buffer, Model, Operator, OperatorCode, OptionValue, Options, Quantization, Subgraph, Tensor,
};

/// Weights, biases and scales: the upper bits of a linear congruential generator (Knuth's constants). A strategy draws
/// its seed with the sizes, which shrink; thousands of weights drawn one by one would be slow, and no smaller.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        let mut new = Self(seed);
        new.below(1);
        new
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn unit(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1u32 << 24) as f32
    }
}

/// Builds a model of one node.
#[derive(Default)]
struct Builder {
    model: Model,
    bytes: Vec<u8>,
    inputs: Vec<i32>,
}

impl Builder {
    fn new() -> Self {
        let mut new = Self::default();
        new.model.subgraphs.push(Subgraph::default());
        new.model.buffers.push(Buffer::default());
        new
    }

    fn tensor(
        &mut self,
        dtype: i32,
        shape: &[usize],
        quant: Option<(Vec<f32>, i64, i32)>,
        data: Option<Vec<u8>>,
    ) -> i32 {
        let buffer = match data {
            Some(data) => {
                // Every constant begins at a multiple of 16, as in real files.
                self.bytes.resize(self.bytes.len().next_multiple_of(16), 0);
                let start = self.bytes.len() as u64;
                self.bytes.extend(data);
                self.model.buffers.push(Buffer { range: Some(start..self.bytes.len() as u64) });
                self.model.buffers.len() as u32 - 1
            }
            None => 0,
        };
        let quantization = quant.map(|(scale, zero, dimension)| Quantization {
            zero_point: vec![zero; scale.len()],
            scale,
            dimension,
            ..Quantization::default()
        });
        let tensors = &mut self.model.subgraphs[0].tensors;
        tensors.push(Tensor {
            name: format!("t{}", tensors.len()),
            dtype,
            shape: shape.iter().map(|&d| d as i32).collect(),
            buffer,
            quantization,
            ..Tensor::default()
        });
        tensors.len() as i32 - 1
    }

    fn input(&mut self, tensor: i32) {
        self.inputs.push(tensor);
    }

    fn node(mut self, code: i32, operands: Vec<i32>, output: i32, options: Vec<(&'static str, i64)>) -> Program {
        self.operator(code, operands, output, options);
        self.program(output)
    }

    fn operator(&mut self, code: i32, operands: Vec<i32>, output: i32, options: Vec<(&'static str, i64)>) {
        let index = self.model.operator_codes.len() as u32;
        self.model.operator_codes.push(OperatorCode { code, version: 1, ..OperatorCode::default() });
        let value =
            |name, value| if name == "beta" { OptionValue::Float(value as f32) } else { OptionValue::Int(value) };
        let fields = options.into_iter().map(|(name, number)| (name, value(name, number))).collect();
        let graph = &mut self.model.subgraphs[0];
        graph.operators.push(Operator {
            opcode_index: index,
            inputs: operands,
            outputs: vec![output],
            options: Options { table: "Options", fields },
            ..Operator::default()
        });
    }

    /// One node of a custom operator, whose options are 32-bit integers.
    fn custom(mut self, name: &str, operands: Vec<i32>, output: i32, options: &[i32]) -> Program {
        self.operator(32, operands, output, Vec::new());
        self.model.operator_codes[0].custom_code = Some(name.to_owned());
        let start = self.bytes.len() as u64;
        self.bytes.extend(options.iter().flat_map(|field| field.to_le_bytes()));
        self.model.subgraphs[0].operators[0].custom_options = Some(start..self.bytes.len() as u64);
        self.program(output)
    }

    fn program(mut self, output: i32) -> Program {
        let graph = &mut self.model.subgraphs[0];
        graph.inputs = self.inputs;
        graph.outputs = vec![output];
        let source = MemorySource::new("built", self.bytes);
        Program::from_tflite(&self.model, &source, &Entry::Main, &Limits::default()).unwrap()
    }
}

/// Runs a program on both backends with random inputs; floats must be close, integers equal.
fn agree(program: &Program, seed: u64, what: &str) {
    let (dtype, [reference, simd]) = both(program, seed, what);
    if dtype != Dtype::F32 {
        assert_eq!(reference, simd, "{what}");
        return;
    }
    let floats =
        |b: &[u8]| -> Vec<f32> { b.chunks_exact(4).map(|c| f32::from_le_bytes(c.try_into().unwrap())).collect() };
    for (i, (a, b)) in floats(&reference).into_iter().zip(floats(&simd)).enumerate() {
        assert!(
            (a - b).abs() <= 1e-5 * (1.0 + a.abs()) || a.to_bits() == b.to_bits(),
            "{what}: element {i}: {a} and {b}"
        );
    }
}

/// The same where floats must be equal as well.
fn equal(program: &Program, seed: u64, what: &str) {
    let (_, [reference, simd]) = both(program, seed, what);
    assert_eq!(reference, simd, "{what}");
}

/// The first output on the plain kernels and on the fast ones.
fn both(program: &Program, seed: u64, what: &str) -> (Dtype, [Vec<u8>; 2]) {
    let mut results = Vec::new();
    for backend in [Backend::Reference, Backend::Simd] {
        let mut session = Session::prepare(program.clone(), backend).unwrap_or_else(|e| panic!("{what}: {e}"));
        let values: Vec<Vec<u8>> = session
            .inputs()
            .enumerate()
            .map(|(i, p)| fill::random(p.dtype, p.shape.iter().product(), seed + i as u64).unwrap())
            .collect();
        values.iter().enumerate().for_each(|(i, v)| session.set_input(i, v).unwrap());
        session.run(&mut ()).unwrap_or_else(|e| panic!("{what}: {e}"));
        let kernel = session.profile()[0].kernel;
        let wanted = if backend == Backend::Simd { "simd" } else { "reference" };
        assert_eq!(kernel, wanted, "{what}");
        let dtype = session.outputs().next().unwrap().dtype;
        results.push((dtype, session.output(0).unwrap().to_vec()));
    }
    let [(dtype, reference), (_, simd)] = results.try_into().unwrap();
    assert_eq!(reference.len(), simd.len(), "{what}");
    (dtype, [reference, simd])
}

/// Seeds of values. They do not shrink: no seed is simpler than another one.
fn seeds() -> impl Strategy<Value = u64> {
    (0..1u64 << 32).no_shrink()
}

/// The numbers of fused activations: none, RELU, RELU6.
fn activation_codes() -> impl Strategy<Value = i64> {
    select(vec![0, 1, 3])
}

fn random_floats(random: &mut Random, n: usize) -> Vec<u8> {
    (0..n).flat_map(|_| (random.unit() * 2.0 - 1.0).to_le_bytes()).collect()
}

fn random_scales(random: &mut Random, n: usize) -> Vec<f32> {
    (0..n).map(|_| 0.001 + 0.01 * random.unit()).collect()
}

const F32: i32 = Dtype::F32.code();
const I32: i32 = Dtype::I32.code();
const I8: i32 = Dtype::I8.code();
const I4: i32 = Dtype::I4.code();

/// Types of operands and weights.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Float,
    Int8,
    /// Float operands, weights of eight bits.
    Mixed,
    /// Float operands, weights of four bits.
    MixedInt4,
}

impl Kind {
    fn any() -> impl Strategy<Value = Self> {
        select(vec![Self::Float, Self::Int8, Self::Mixed, Self::MixedInt4])
    }

    /// Whether results of the fast kernel equal those of the plain one, bit for bit.
    fn is_exact(self) -> bool {
        self != Self::Float
    }
}

/// Weights with a bias; those of few bits have a scale for each output channel, or some of mixed ones one for all.
fn weights(b: &mut Builder, random: &mut Random, kind: Kind, shape: &[usize], axis: usize) -> [i32; 2] {
    let (n, channels): (usize, usize) = (shape.iter().product(), shape[axis]);
    if let Kind::Mixed | Kind::MixedInt4 = kind {
        let bits = if kind == Kind::Mixed { 8 } else { 4 };
        let bytes = (n * bits).div_ceil(8);
        let w = (0..bytes).map(|_| random.below(255) as u8 ^ 0x80).collect();
        let count = if random.below(2) == 0 { 1 } else { channels };
        let quant = Some((random_scales(random, count), 0, axis as i32));
        let bias = random_floats(random, channels);
        let w = b.tensor(if kind == Kind::Mixed { I8 } else { I4 }, shape, quant, Some(w));
        return [w, b.tensor(F32, &[channels], None, Some(bias))];
    }
    if kind == Kind::Float {
        let w = random_floats(random, n);
        let bias = random_floats(random, channels);
        return [b.tensor(F32, shape, None, Some(w)), b.tensor(F32, &[channels], None, Some(bias))];
    }
    let w = (0..n).map(|_| random.below(255) as u8 ^ 0x80).collect();
    let bias = (0..channels).flat_map(|_| (random.below(4000) as i32 - 2000).to_le_bytes()).collect();
    let scales = random_scales(random, channels);
    let w = b.tensor(I8, shape, Some((scales.clone(), 0, axis as i32)), Some(w));
    [w, b.tensor(I32, &[channels], Some((scales, 0, 0)), Some(bias))]
}

fn activations(b: &mut Builder, random: &mut Random, quantized: bool, shape: &[usize]) -> i32 {
    let zero = random.below(256) as i64 - 128;
    let quant = quantized.then(|| (vec![0.02 + 0.05 * random.unit()], zero, 0));
    b.tensor(if quantized { I8 } else { F32 }, shape, quant, None)
}

#[derive(Clone, Debug)]
struct Convolution {
    kind: Kind,
    batch: usize,
    size: [usize; 2],
    channels: usize,
    output: usize,
    taps: [usize; 2],
    stride: [usize; 2],
    dilation: [usize; 2],
    same: bool,
    bias: bool,
    activation: i64,
    seed: u64,
}

fn convolutions() -> impl Strategy<Value = Convolution> {
    let taps = prop_oneof![Just([1, 1]), Just([3, 3]), Just([5, 5]), [1..=4usize, 1..=4usize]];
    let window = (taps, [1..=3usize, 1..=3], [1..=2usize, 1..=2], prop::bool::weighted(2.0 / 3.0));
    let sizes = (1..=2usize, [1..=13usize, 1..=13], 1..=19usize, 1..=21usize);
    let rest = (Kind::any(), prop::bool::weighted(0.75), activation_codes(), seeds());
    (window, sizes, rest).prop_map(|((taps, stride, dilation, same), (batch, size, channels, output), rest)| {
        let (kind, bias, activation, seed) = rest;
        let reaches = |axis: usize| (taps[axis] - 1) * dilation[axis] < size[axis];
        // A window that does not fit needs padding.
        let same = same || !reaches(0) || !reaches(1);
        Convolution { kind, batch, size, channels, output, taps, stride, dilation, same, bias, activation, seed }
    })
}

impl Convolution {
    fn agrees(mut self, depthwise: bool) {
        if depthwise {
            self.output = self.channels;
            // No runtime has these.
            self.kind = if self.kind == Kind::MixedInt4 { Kind::Mixed } else { self.kind };
        }
        let what = format!("{self:?}");
        let Self { kind, taps: [rows, columns], channels, output, stride, dilation, same, seed, .. } = self;
        let r = &mut Random::new(seed);
        let quantized = kind == Kind::Int8;
        let out = |axis: usize| {
            let reach = (self.taps[axis] - 1) * dilation[axis] + 1;
            let windows = if same { self.size[axis] } else { self.size[axis] - reach + 1 };
            windows.div_ceil(stride[axis])
        };
        let mut b = Builder::new();
        let x = activations(&mut b, r, quantized, &[self.batch, self.size[0], self.size[1], channels]);
        b.input(x);
        let [w, bias] = if depthwise {
            weights(&mut b, r, kind, &[1, rows, columns, channels], 3)
        } else {
            weights(&mut b, r, kind, &[output, rows, columns, channels], 0)
        };
        let y = activations(&mut b, r, quantized, &[self.batch, out(0), out(1), output]);
        let options = vec![
            ("padding", i64::from(!same)),
            ("stride_h", stride[0] as i64),
            ("stride_w", stride[1] as i64),
            ("dilation_h_factor", dilation[0] as i64),
            ("dilation_w_factor", dilation[1] as i64),
            ("depth_multiplier", 1),
            ("fused_activation_function", self.activation),
        ];
        let operands = vec![x, w, if self.bias { bias } else { -1 }];
        let program = b.node(if depthwise { 4 } else { 3 }, operands, y, options);
        if kind.is_exact() { equal(&program, seed, &what) } else { agree(&program, seed, &what) }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn convolutions_agree(convolution in convolutions()) {
        convolution.agrees(false);
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn depthwise_convolutions_agree(convolution in convolutions()) {
        convolution.agrees(true);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(240))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn transposed_convolutions_agree(
        [batch, height, width, depth, channels] in [1..=2usize, 1..=7, 1..=7, 1..=19, 1..=11],
        (taps, stride, valid) in ([1..=4usize, 1..=4], [1..=3usize, 1..=3], any::<bool>()),
        is_custom in any::<bool>(),
        (with_bias, activation) in (prop::bool::weighted(2.0 / 3.0), activation_codes()),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let out = |input: usize, axis: usize| {
            if valid { (input - 1) * stride[axis] + taps[axis] } else { input * stride[axis] }
        };
        let shape = [batch, out(height, 0), out(width, 1), channels];
        let mut b = Builder::new();
        let list = shape.iter().flat_map(|&d| (d as i32).to_le_bytes()).collect();
        let of = b.tensor(I32, &[4], None, Some(list));
        let x = b.tensor(F32, &[batch, height, width, depth], None, None);
        b.input(x);
        let [w, bias] = weights(&mut b, r, Kind::Float, &[channels, taps[0], taps[1], depth], 0);
        let y = b.tensor(F32, &shape, None, None);
        let options = vec![
            ("padding", i64::from(valid)),
            ("stride_h", stride[0] as i64),
            ("stride_w", stride[1] as i64),
            ("fused_activation_function", activation),
        ];
        let program = if is_custom {
            let options = [1 + i32::from(valid), stride[1] as i32, stride[0] as i32];
            b.custom("Convolution2DTransposeBias", vec![x, w, bias], y, &options)
        } else {
            b.node(67, vec![of, w, x, if with_bias { bias } else { -1 }], y, options)
        };
        let what = format!("{height}x{width}x{depth} taps {taps:?} stride {stride:?} custom {is_custom} seed {seed}");
        agree(&program, seed, &what);
    }
}

/// A convolution in a row of them.
#[derive(Clone, Debug)]
struct Layer {
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
    let layer = (kinds, channels, select(vec![0, 3])).prop_map(|(kinds, channels, activation)| {
        let (depthwise, taps, stride, same) = kinds;
        Layer { depthwise, taps, stride, same, channels, activation }
    });
    vec(layer, 2..=4)
}

/// Convolutions in a row on an input of `height`, `width` and channels.
fn chain([height, width, channels]: [usize; 3], layers: &[Layer], seed: u64) -> Program {
    let r = &mut Random::new(seed);
    let mut b = Builder::new();
    let mut shape = [1, height, width, channels];
    let mut x = activations(&mut b, r, false, &shape);
    b.input(x);
    for layer in layers {
        let depthwise = layer.depthwise && shape[3].is_multiple_of(4);
        let (taps, stride) = (if depthwise { 3 } else { layer.taps }, layer.stride);
        let same = layer.same || taps > shape[1].min(shape[2]);
        let out = |input: usize| if same { input.div_ceil(stride) } else { (input - taps) / stride + 1 };
        let channels = if depthwise { shape[3] } else { layer.channels };
        let [w, bias] = if depthwise {
            weights(&mut b, r, Kind::Float, &[1, taps, taps, channels], 3)
        } else {
            weights(&mut b, r, Kind::Float, &[channels, taps, taps, shape[3]], 0)
        };
        shape = [1, out(shape[1]), out(shape[2]), channels];
        let y = activations(&mut b, r, false, &shape);
        let options = vec![
            ("padding", i64::from(!same)),
            ("stride_h", stride as i64),
            ("stride_w", stride as i64),
            ("dilation_h_factor", 1),
            ("dilation_w_factor", 1),
            ("depth_multiplier", 1),
            ("fused_activation_function", layer.activation),
        ];
        b.operator(if depthwise { 4 } else { 3 }, vec![x, w, bias], y, options);
        x = y;
    }
    b.program(x)
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
        // Twice: a ring's content of one run must not be visible in the next.
        for _ in 0..2 {
            session.set_input(0, &input).unwrap();
            session.run(&mut ()).unwrap_or_else(|e| panic!("{what}: {e}"));
        }
        chained = session.chained() > 0;
        let floats = session.output(0).unwrap().chunks_exact(4).map(|c| f32::from_le_bytes(c.try_into().unwrap()));
        results.push(floats.collect::<Vec<f32>>());
    }
    let scale = results[0].iter().fold(1.0f32, |most, v| most.max(v.abs()));
    for other in &results[1..] {
        assert_eq!(results[0].len(), other.len(), "{what}");
        for (i, (a, b)) in results[0].iter().zip(other).enumerate() {
            assert!((a - b).abs() <= 1e-4 * scale, "{what}: element {i}: {a} and {b}");
        }
    }
    chained
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn chains_agree() {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(300));
    let chained = Cell::new(0);
    let agrees = runner.run(&([1..=23usize, 1..=17, 1..=9], layers(), seeds()), |(size, layers, seed)| {
        let program = chain(size, &layers, seed);
        chained.set(chained.get() + usize::from(chain_agrees(&program, seed, &format!("{size:?} {layers:?} {seed}"))));
        Ok(())
    });
    agrees.unwrap_or_else(|e| panic!("{e}"));
    assert!(chained.get() > 200, "{} of 300 ran in rows", chained.get());
}

/// The shape of a matrix below batches that are complete, broadcast, or missing.
fn stacked([rows, columns]: [usize; 2], adjoint: bool, stack: [usize; 2], form: u8) -> Vec<usize> {
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
        let quantized = kind == Kind::Int8;
        let mut b = Builder::new();
        let x = activations(&mut b, r, quantized, &[rows, depth]);
        b.input(x);
        let [w, bias] = weights(&mut b, r, kind, &[output, depth], 0);
        let y = activations(&mut b, r, quantized, &[rows, output]);
        let options = vec![("fused_activation_function", activation), ("asymmetric_quantize_inputs", asymmetric)];
        let program = b.node(9, vec![x, w, bias], y, options);
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
        let operands = [&left, &right].map(|shape| activations(&mut b, r, quantized, shape));
        operands.iter().for_each(|&operand| b.input(operand));
        // A step that sums reach, without saturating all of them.
        let quant = quantized.then(|| (vec![0.05 + r.unit()], r.below(256) as i64 - 128, 0));
        let y = b.tensor(if quantized { I8 } else { F32 }, &[], quant, None);
        let options = vec![("adj_x", i64::from(adj_x)), ("adj_y", i64::from(adj_y))];
        let program = b.node(126, operands.to_vec(), y, options);
        agree(&program, seed, &format!("{left:?} times {right:?}, {adj_x} {adj_y}, seed {seed}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn curves_agree(
        // LOGISTIC, TANH, EXP, GELU of both kinds, SOFTMAX.
        (code, option) in select(vec![(14, 0), (28, 0), (47, 0), (150, 0), (150, 1), (25, 0)]),
        shape in [1..=5usize, 0..=70],
        seed in seeds(),
    ) {
        let mut b = Builder::new();
        let x = b.tensor(0, &shape, None, None);
        // Random inputs are between 0 and 1: their product with a constant has both signs.
        let [a, c] = [40.0f32, -20.0].map(|v| b.tensor(0, &[], None, Some(v.to_le_bytes().to_vec())));
        b.input(x);
        let [scaled, moved, y] = [(); 3].map(|()| b.tensor(0, &shape, None, None));
        let options = vec![("beta", 1), ("approximate", option)];
        b.operator(18, vec![x, a], scaled, vec![]);
        b.operator(0, vec![scaled, c], moved, vec![]);
        b.operator(code, vec![moved], y, options);
        agree(&b.program(y), seed, &format!("code {code} {option} {shape:?} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn sums_and_products_agree(
        quantized in any::<bool>(),
        shape in [1..=3usize, 1..=5, 1..=5, 1..=20],
        // The second operand is complete, or broadcast.
        from in select(vec![0, 3]),
        (code, activation) in (select(vec![0, 41, 18]), activation_codes()),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let x = activations(&mut b, r, quantized, &shape);
        let z = activations(&mut b, r, quantized, &shape[from..]);
        b.input(x);
        b.input(z);
        let y = activations(&mut b, r, quantized, &shape);
        let program = b.node(code, vec![x, z], y, vec![("fused_activation_function", activation)]);
        agree(&program, seed, &format!("code {code} {shape:?} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn codes_and_numbers_agree(shape in [1..=3usize, 1..=40], to_codes in any::<bool>(), seed in seeds()) {
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let x = activations(&mut b, r, !to_codes, &shape);
        b.input(x);
        let y = activations(&mut b, r, to_codes, &shape);
        let program = b.node(if to_codes { 114 } else { 6 }, vec![x], y, Vec::new());
        agree(&program, seed, &format!("{shape:?} to codes {to_codes} seed {seed}"));
    }
}

/// A function of a tensor that is made smaller: a mean over its image, a mean or sum over its last axes, or a pool.
#[derive(Clone, Debug)]
enum Smaller {
    Image { keep: i64 },
    LastAxes { code: i32, axes: Vec<i32>, keep: i64 },
    Pool { code: i32, taps: [usize; 2], stride: [usize; 2], activation: i64 },
}

fn smaller() -> impl Strategy<Value = Smaller> {
    // From one of the axes to the end, counted from either side, in any order.
    let axes = (0..4i32, vec(any::<bool>(), 4), any::<bool>()).prop_map(|(first, from_end, rotated)| {
        let mut axes: Vec<i32> = (first..4).zip(from_end).map(|(axis, end)| axis - 4 * i32::from(end)).collect();
        let by = usize::from(rotated) % axes.len();
        axes.rotate_left(by);
        axes
    });
    prop_oneof![
        1 => (0..2i64).prop_map(|keep| Smaller::Image { keep }),
        1 => (select(vec![40, 74]), axes, 0..2i64).prop_map(|(code, axes, keep)| Smaller::LastAxes { code, axes, keep }),
        2 => (select(vec![1, 17]), [1..=4usize, 1..=4], [1..=3usize, 1..=3], 0..2i64)
            .prop_map(|(code, taps, stride, activation)| Smaller::Pool { code, taps, stride, activation }),
    ]
}

/// A program of one such node.
fn smaller_program(smaller: &Smaller, quantized: bool, [height, width, channels]: [usize; 3], seed: u64) -> Program {
    let r = &mut Random::new(seed);
    let list = |axes: &[i32]| Some(axes.iter().flat_map(|v| v.to_le_bytes()).collect());
    let mut b = Builder::new();
    let x = activations(&mut b, r, quantized, &[1, height, width, channels]);
    b.input(x);
    match smaller {
        Smaller::Image { keep } => {
            let axes = b.tensor(I32, &[2], None, list(&[1, 2]));
            let y = activations(&mut b, r, quantized, &[1, channels]);
            b.node(40, vec![x, axes], y, vec![("keep_dims", *keep)])
        }
        Smaller::LastAxes { code, axes, keep } => {
            let axes = b.tensor(I32, &[axes.len()], None, list(axes));
            let y = b.tensor(F32, &[], None, None);
            b.node(*code, vec![x, axes], y, vec![("keep_dims", *keep)])
        }
        Smaller::Pool { code, taps, stride, activation } => {
            let shape = [1, height.div_ceil(stride[0]), width.div_ceil(stride[1]), channels];
            let y = activations(&mut b, r, quantized, &shape);
            // The runtime's pools do not rescale: quantized values mean the same before and after.
            let quant = b.model.subgraphs[0].tensors[x as usize].quantization.clone();
            b.model.subgraphs[0].tensors[y as usize].quantization = quant;
            let options = vec![
                ("padding", 0),
                ("stride_h", stride[0] as i64),
                ("stride_w", stride[1] as i64),
                ("filter_height", taps[0] as i64),
                ("filter_width", taps[1] as i64),
                ("fused_activation_function", *activation),
            ];
            b.node(*code, vec![x], y, options)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn pools_and_means_agree(
        (smaller, quantized) in (smaller(), any::<bool>()),
        size in [1..=9usize, 1..=9, 1..=20],
        seed in seeds(),
    ) {
        // Over the last axes, only floats have a fast kernel.
        let quantized = quantized && !matches!(smaller, Smaller::LastAxes { .. });
        let program = smaller_program(&smaller, quantized, size, seed);
        agree(&program, seed, &format!("{smaller:?} of {size:?} quantized {quantized} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn operands_that_repeat_agree(
        shape in [1..=3usize, 1..=5, 1..=5, 0..=20],
        // Each operand repeats along some dimensions and may lack the first ones.
        parts in vec((vec(prop::bool::weighted(1.0 / 3.0), 4), 0..4usize), 2),
        // The last three have no activation, and no such field.
        (code, activation) in (select(vec![0, 41, 18, 42, 55, 57, 99]), activation_codes()),
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
            55 | 57 | 99 => vec![],
            _ => vec![("fused_activation_function", activation)],
        };
        let program = b.node(code, operands, y, options);
        agree(&program, seed, &format!("code {code} {shapes:?} seed {seed}"));
    }
}

/// Ties, values beyond the quantized range, and NaN.
#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn extreme_numbers_become_the_same_codes() {
    let values =
        [0.5, -0.5, 1.5, -1.5, 126.5, -128.5, 0.499_999_97, 1e30, -1e30, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    for zero in [-128, -1, 0, 127] {
        let codes = [Backend::Reference, Backend::Simd].map(|backend| {
            let mut b = Builder::new();
            let x = b.tensor(F32, &[values.len()], None, None);
            b.input(x);
            let y = b.tensor(I8, &[values.len()], Some((vec![1.0], zero, 0)), None);
            let mut session = Session::prepare(b.node(114, vec![x], y, Vec::new()), backend).unwrap();
            session.set_input(0, &bytes).unwrap();
            session.run(&mut ()).unwrap();
            session.output(0).unwrap().to_vec()
        });
        assert_eq!(codes[0], codes[1], "zero point {zero}");
    }
}
