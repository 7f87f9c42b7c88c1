//! Property tests: fast kernels compared with plain ones, on random shapes, strides, paddings, dilations and types.
//!
//! Models are built here, node by node, so that sizes are odd, channels do not fill vectors, windows cross borders.
//! They also run in the browser, with and without relaxed SIMD.

use vintage::bytes::{Limits, MemorySource};
use vintage::engine::program::Dtype;
use vintage::engine::{Backend, Entry, Program, Session, fill};
use vintage::formats::tflite::{
    Buffer, Model, Operator, OperatorCode, OptionValue, Options, Quantization, Subgraph, Tensor,
};

/// Small numbers for sizes and weights: the upper bits of a linear congruential generator (Knuth's constants).
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

    fn program(mut self, output: i32) -> Program {
        let graph = &mut self.model.subgraphs[0];
        graph.inputs = self.inputs;
        graph.outputs = vec![output];
        let source = MemorySource::new("built", self.bytes);
        Program::from_tflite(&self.model, &source, &Entry::Main, &Limits::default()).unwrap()
    }
}

/// Runs a program on both backends with random inputs; floats must be close, integers equal.
fn agree(program: &Program, seed: u64, fast: bool, what: &str) {
    let (dtype, [reference, simd]) = both(program, seed, fast, what);
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
    let (_, [reference, simd]) = both(program, seed, true, what);
    assert_eq!(reference, simd, "{what}");
}

/// The first output on the plain kernels and on the fast ones.
fn both(program: &Program, seed: u64, fast: bool, what: &str) -> (Dtype, [Vec<u8>; 2]) {
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
        let wanted = if backend == Backend::Simd && fast { "simd" } else { "reference" };
        assert_eq!(kernel, wanted, "{what}");
        let dtype = session.outputs().next().unwrap().dtype;
        results.push((dtype, session.output(0).unwrap().to_vec()));
    }
    let [(dtype, reference), (_, simd)] = results.try_into().unwrap();
    assert_eq!(reference.len(), simd.len(), "{what}");
    (dtype, [reference, simd])
}

fn size(random: &mut Random, from: u64, to: u64) -> usize {
    (from + random.below(to - from + 1)) as usize
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
    fn any(random: &mut Random) -> Self {
        [Self::Float, Self::Int8, Self::Mixed, Self::MixedInt4][random.below(4) as usize]
    }

    /// Whether results of the fast kernel are those of the plain one, bit for bit.
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

fn convolution(seed: u64, depthwise: bool) {
    let mut random = Random::new(seed);
    let r = &mut random;
    let kind = Kind::any(r);
    let kind = if depthwise && kind == Kind::MixedInt4 { Kind::Mixed } else { kind };
    let quantized = kind == Kind::Int8;
    let (height, width, channels) = (size(r, 1, 13), size(r, 1, 13), size(r, 1, 19));
    let taps = match r.below(4) {
        0 => (1, 1),
        1 => (3, 3),
        2 => (5, 5),
        _ => (size(r, 1, 4), size(r, 1, 4)),
    };
    let (stride, dilation) = ((size(r, 1, 3), size(r, 1, 3)), (size(r, 1, 2), size(r, 1, 2)));
    let same = r.below(3) > 0;
    let reach = ((taps.0 - 1) * dilation.0 + 1, (taps.1 - 1) * dilation.1 + 1);
    if !same && (reach.0 > height || reach.1 > width) {
        return;
    }
    let out = |input: usize, stride: usize, reach: usize| {
        if same { input.div_ceil(stride) } else { (input - reach) / stride + 1 }
    };
    let (batch, output) = (size(r, 1, 2), if depthwise { channels } else { size(r, 1, 21) });
    let mut b = Builder::new();
    let x = activations(&mut b, r, quantized, &[batch, height, width, channels]);
    b.input(x);
    let [w, bias] = if depthwise {
        weights(&mut b, r, kind, &[1, taps.0, taps.1, channels], 3)
    } else {
        weights(&mut b, r, kind, &[output, taps.0, taps.1, channels], 0)
    };
    let shape = [batch, out(height, stride.0, reach.0), out(width, stride.1, reach.1), output];
    let y = activations(&mut b, r, quantized, &shape);
    let with_bias = if r.below(4) == 0 { -1 } else { bias };
    let options = vec![
        ("padding", i64::from(!same)),
        ("stride_h", stride.0 as i64),
        ("stride_w", stride.1 as i64),
        ("dilation_h_factor", dilation.0 as i64),
        ("dilation_w_factor", dilation.1 as i64),
        ("depth_multiplier", 1),
        ("fused_activation_function", [0, 1, 3][r.below(3) as usize]),
    ];
    let what = format!(
        "seed {seed} {kind:?} {height}x{width}x{channels} taps {taps:?} stride {stride:?} dilation {dilation:?}"
    );
    let program = b.node(if depthwise { 4 } else { 3 }, vec![x, w, with_bias], y, options);
    if kind.is_exact() { equal(&program, seed, &what) } else { agree(&program, seed, true, &what) }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn convolutions_agree() {
    (0..300).for_each(|seed| convolution(seed, false));
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn transposed_convolutions_agree() {
    for seed in 0..120 {
        let mut random = Random::new(1500 + seed);
        let r = &mut random;
        let (batch, height, width) = (size(r, 1, 2), size(r, 1, 7), size(r, 1, 7));
        let (depth, channels) = (size(r, 1, 19), size(r, 1, 11));
        let (taps, stride) = ((size(r, 1, 4), size(r, 1, 4)), (size(r, 1, 3), size(r, 1, 3)));
        let valid = r.below(2) as i64;
        let out = |input: usize, taps: usize, stride: usize| {
            if valid == 1 { (input - 1) * stride + taps } else { input * stride }
        };
        let shape = [batch, out(height, taps.0, stride.0), out(width, taps.1, stride.1), channels];
        let mut b = Builder::new();
        let list = shape.iter().flat_map(|&d| (d as i32).to_le_bytes()).collect();
        let of = b.tensor(I32, &[4], None, Some(list));
        let x = b.tensor(F32, &[batch, height, width, depth], None, None);
        b.input(x);
        let [w, bias] = weights(&mut b, r, Kind::Float, &[channels, taps.0, taps.1, depth], 0);
        let y = b.tensor(F32, &shape, None, None);
        let options = vec![
            ("padding", valid),
            ("stride_h", stride.0 as i64),
            ("stride_w", stride.1 as i64),
            ("fused_activation_function", [0, 1, 3][r.below(3) as usize]),
        ];
        let with_bias = if r.below(3) == 0 { -1 } else { bias };
        let program = b.node(67, vec![of, w, x, with_bias], y, options);
        agree(&program, seed, true, &format!("seed {seed}: {height}x{width}x{depth} taps {taps:?} stride {stride:?}"));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn depthwise_convolutions_agree() {
    (0..300).for_each(|seed| convolution(1000 + seed, true));
}

/// Convolutions in a row, run a few rows at a time, compared with plain kernels one after the other.
fn chain(seed: u64) -> bool {
    let mut random = Random::new(seed);
    let r = &mut random;
    let mut b = Builder::new();
    let mut shape = [1, size(r, 1, 23), size(r, 1, 17), size(r, 1, 9)];
    let mut x = activations(&mut b, r, false, &shape);
    b.input(x);
    let mut what = format!("seed {seed} {shape:?}");
    let count = 2 + r.below(3);
    for _ in 0..count {
        let depthwise = r.below(2) == 1 && shape[3].is_multiple_of(4);
        let taps = if depthwise || r.below(3) == 0 { 3 } else { 1 };
        let (stride, same) = (size(r, 1, 2), r.below(4) > 0 || taps > shape[1].min(shape[2]));
        let out = |input: usize| if same { input.div_ceil(stride) } else { (input - taps) / stride + 1 };
        let channels = if depthwise { shape[3] } else { [4, 8, size(r, 1, 21)][r.below(3) as usize] };
        let [w, bias] = if depthwise {
            weights(&mut b, r, Kind::Float, &[1, taps, taps, channels], 3)
        } else {
            weights(&mut b, r, Kind::Float, &[channels, taps, taps, shape[3]], 0)
        };
        shape = [1, out(shape[1]), out(shape[2]), channels];
        let y = activations(&mut b, r, false, &shape);
        what += &format!(", depthwise {depthwise} taps {taps} stride {stride} same {same} {shape:?}");
        let options = vec![
            ("padding", i64::from(!same)),
            ("stride_h", stride as i64),
            ("stride_w", stride as i64),
            ("dilation_h_factor", 1),
            ("dilation_w_factor", 1),
            ("depth_multiplier", 1),
            ("fused_activation_function", [0, 3][r.below(2) as usize]),
        ];
        b.operator(if depthwise { 4 } else { 3 }, vec![x, w, bias], y, options);
        x = y;
    }
    let program = b.program(x);
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
    let chained = (0..300).filter(|seed| chain(2000 + seed)).count();
    assert!(chained > 200, "{chained} of 300 ran in rows");
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn fully_connected_layers_agree() {
    for seed in 0..120 {
        let mut random = Random::new(2000 + seed);
        let r = &mut random;
        let kind = Kind::any(r);
        let quantized = kind == Kind::Int8;
        let (rows, depth, output) = (size(r, 1, 40), size(r, 1, 70), size(r, 1, 30));
        let mut b = Builder::new();
        let x = activations(&mut b, r, quantized, &[rows, depth]);
        b.input(x);
        let [w, bias] = weights(&mut b, r, kind, &[output, depth], 0);
        let y = activations(&mut b, r, quantized, &[rows, output]);
        let asymmetric = ("asymmetric_quantize_inputs", r.below(2) as i64);
        let options = vec![("fused_activation_function", r.below(2) as i64), asymmetric];
        let program = b.node(9, vec![x, w, bias], y, options);
        let what = format!("seed {seed}: {kind:?} {rows} rows, {depth} deep, {output} out");
        if kind.is_exact() { equal(&program, seed, &what) } else { agree(&program, seed, true, &what) }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn products_of_matrices_agree() {
    for seed in 0..240 {
        let mut random = Random::new(2500 + seed);
        let r = &mut random;
        // Empty sums too.
        let (rows, columns, depth) = (size(r, 1, 40), size(r, 1, 20), size(r, u64::from(seed % 16 > 1), 20));
        let (adj_x, adj_y) = (r.below(2), r.below(2));
        // Batches of either operand are complete, broadcast, or missing.
        let stack = [size(r, 1, 3), size(r, 1, 3)];
        let mut of = |a: usize, b: usize, adjoint: u64| {
            let mut shape = match r.below(4) {
                0 => vec![],
                1 => vec![1, stack[1]],
                2 => vec![stack[0], 1],
                _ => stack.to_vec(),
            };
            shape.extend(if adjoint == 1 { [b, a] } else { [a, b] });
            shape
        };
        let (left, right) = (of(rows, depth, adj_x), of(depth, columns, adj_y));
        let mut b = Builder::new();
        let quantized = seed % 2 == 1;
        let operands = [&left, &right].map(|shape| activations(&mut b, r, quantized, shape));
        operands.iter().for_each(|&operand| b.input(operand));
        // A step that sums reach, without saturating all of them.
        let quant = quantized.then(|| (vec![0.05 + r.unit()], r.below(256) as i64 - 128, 0));
        let y = b.tensor(if quantized { I8 } else { F32 }, &[], quant, None);
        let options = vec![("adj_x", adj_x as i64), ("adj_y", adj_y as i64)];
        let program = b.node(126, operands.to_vec(), y, options);
        agree(&program, seed, true, &format!("seed {seed}: {left:?} times {right:?}, {adj_x} {adj_y}"));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn curves_agree() {
    // LOGISTIC, TANH, EXP, GELU of both kinds, SOFTMAX.
    for (code, option) in [(14, 0), (28, 0), (47, 0), (150, 0), (150, 1), (25, 0)] {
        for seed in 0..20 {
            let mut random = Random::new(3700 + seed);
            let shape = [size(&mut random, 1, 5), size(&mut random, 0, 70)];
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
            agree(&b.program(y), seed, true, &format!("seed {seed}: code {code} {option} {shape:?}"));
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn operands_that_repeat_agree() {
    for seed in 0..200 {
        let mut random = Random::new(3500 + seed);
        let r = &mut random;
        let whole = [size(r, 1, 3), size(r, 1, 5), size(r, 1, 5), size(r, 0, 20)];
        // Each operand repeats along some dimensions and may lack the first ones.
        let mut part = || {
            let kept: Vec<usize> = whole.iter().map(|&d| if r.below(3) == 0 { 1 } else { d }).collect();
            kept[r.below(4) as usize..].to_vec()
        };
        let shapes = [part(), part()];
        let mut b = Builder::new();
        let operands = [&shapes[0], &shapes[1]].map(|shape| b.tensor(0, shape, None, None));
        operands.iter().for_each(|&operand| b.input(operand));
        let y = b.tensor(0, &[], None, None);
        // The last three have no activation, and no such field.
        let code = [0, 41, 18, 42, 55, 57, 99][r.below(7) as usize];
        let options = match code {
            55 | 57 | 99 => vec![],
            _ => vec![("fused_activation_function", [0, 1, 3][r.below(3) as usize])],
        };
        let program = b.node(code, operands.to_vec(), y, options);
        agree(&program, seed, true, &format!("seed {seed}: code {code} {shapes:?}"));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn sums_and_products_agree() {
    for seed in 0..120 {
        let mut random = Random::new(3000 + seed);
        let r = &mut random;
        let quantized = r.below(2) == 1;
        let shape = [size(r, 1, 3), size(r, 1, 5), size(r, 1, 5), size(r, 1, 20)];
        // The second operand is complete, or broadcast.
        let second = &shape[[0, 3][r.below(2) as usize]..];
        let mut b = Builder::new();
        let x = activations(&mut b, r, quantized, &shape);
        let z = activations(&mut b, r, quantized, second);
        b.input(x);
        b.input(z);
        let y = activations(&mut b, r, quantized, &shape);
        let code = [0, 41, 18][r.below(3) as usize];
        let options = vec![("fused_activation_function", [0, 1, 3][r.below(3) as usize])];
        let program = b.node(code, vec![x, z], y, options);
        agree(&program, seed, true, &format!("seed {seed}: code {code} {shape:?}"));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn pools_and_means_agree() {
    for seed in 0..200 {
        let mut random = Random::new(4000 + seed);
        let r = &mut random;
        let quantized = r.below(2) == 1;
        let (height, width, channels) = (size(r, 1, 9), size(r, 1, 9), size(r, 1, 20));
        let mut b = Builder::new();
        let x = activations(&mut b, r, quantized, &[1, height, width, channels]);
        b.input(x);
        if r.below(3) == 0 {
            let axes = b.tensor(I32, &[2], None, Some([1i32, 2].iter().flat_map(|v| v.to_le_bytes()).collect()));
            let y = activations(&mut b, r, quantized, &[1, channels]);
            let program = b.node(40, vec![x, axes], y, vec![("keep_dims", r.below(2) as i64)]);
            agree(&program, seed, true, &format!("seed {seed}: mean of {height}x{width}x{channels}"));
            continue;
        }
        if !quantized && r.below(3) == 0 {
            // From one of the dimensions to the end, counted from either side, in any order.
            let first = r.below(4) as i32;
            let mut axes: Vec<i32> = (first..4).map(|axis| axis - 4 * r.below(2) as i32).collect();
            axes.rotate_left(r.below(2) as usize % (4 - first) as usize);
            let list = axes.iter().flat_map(|v| v.to_le_bytes()).collect();
            let axes_of = b.tensor(I32, &[axes.len()], None, Some(list));
            let y = b.tensor(F32, &[], None, None);
            let code = [40, 74][r.below(2) as usize];
            let program = b.node(code, vec![x, axes_of], y, vec![("keep_dims", r.below(2) as i64)]);
            agree(&program, seed, true, &format!("seed {seed}: {code} along {axes:?} of {height}x{width}x{channels}"));
            continue;
        }
        let (taps, stride) = ((size(r, 1, 4), size(r, 1, 4)), (size(r, 1, 3), size(r, 1, 3)));
        let y = activations(&mut b, r, quantized, &[1, height.div_ceil(stride.0), width.div_ceil(stride.1), channels]);
        // The runtime's pools do not rescale: quantized values mean the same before and after.
        let quant = b.model.subgraphs[0].tensors[x as usize].quantization.clone();
        b.model.subgraphs[0].tensors[y as usize].quantization = quant;
        let options = vec![
            ("padding", 0),
            ("stride_h", stride.0 as i64),
            ("stride_w", stride.1 as i64),
            ("filter_height", taps.0 as i64),
            ("filter_width", taps.1 as i64),
            ("fused_activation_function", r.below(2) as i64),
        ];
        let program = b.node([1, 17][r.below(2) as usize], vec![x], y, options);
        agree(&program, seed, true, &format!("seed {seed}: pool {height}x{width}x{channels} {taps:?} {stride:?}"));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn codes_and_numbers_agree() {
    for seed in 0..120 {
        let mut random = Random::new(5000 + seed);
        let r = &mut random;
        let shape = [size(r, 1, 3), size(r, 1, 40)];
        let to_codes = r.below(2) == 1;
        let mut b = Builder::new();
        let x = activations(&mut b, r, !to_codes, &shape);
        b.input(x);
        let y = activations(&mut b, r, to_codes, &shape);
        let program = b.node(if to_codes { 114 } else { 6 }, vec![x], y, Vec::new());
        agree(&program, seed, true, &format!("seed {seed}: {shape:?} to codes {to_codes}"));
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
