//! Models of one node, and their runs on both kinds of kernels.

use proptest::prelude::*;
use proptest::sample::select;
use vintage::bytes::{Limits, MemorySource, SharedSource};
use vintage::engine::program::Dtype;
use vintage::engine::{Backend, Entry, Program, Session, fill};
use vintage::formats::tflite::{
    Buffer, Model, Operator, OperatorCode, OptionValue, Options, Quantization, Subgraph, Tensor,
};

/// Weights, biases and scales: the upper bits of a linear congruential generator (Knuth's constants). A strategy draws
/// its seed with the sizes, which shrink; thousands of weights drawn one by one would be slow, and no smaller.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut new = Self(seed);
        new.below(1);
        new
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    pub fn unit(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1u32 << 24) as f32
    }
}

/// Builds a model of one node.
#[derive(Default)]
pub struct Builder {
    pub model: Model,
    bytes: Vec<u8>,
    inputs: Vec<i32>,
    /// Where tensors and operators are added.
    graph: usize,
}

impl Builder {
    pub fn new() -> Self {
        let mut new = Self::default();
        new.model.subgraphs.push(Subgraph::default());
        new.model.buffers.push(Buffer::default());
        new
    }

    pub fn tensor(
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
                self.model.buffers.push(Buffer { range: Some(start..self.bytes.len() as u64), ..Buffer::default() });
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
        let tensors = &mut self.model.subgraphs[self.graph].tensors;
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

    /// Begins another subgraph, to which all is added from now on; returns its index.
    pub fn subgraph(&mut self) -> i64 {
        self.graph = self.model.subgraphs.len();
        self.model.subgraphs.push(Subgraph::default());
        self.graph as i64
    }

    /// Sets inputs and outputs of the subgraph, which is not the main one.
    pub fn ports(&mut self, inputs: Vec<i32>, outputs: Vec<i32>) {
        let graph = &mut self.model.subgraphs[self.graph];
        (graph.inputs, graph.outputs) = (inputs, outputs);
    }

    pub fn input(&mut self, tensor: i32) {
        self.inputs.push(tensor);
    }

    pub fn node(mut self, code: i32, operands: Vec<i32>, output: i32, options: Vec<(&'static str, i64)>) -> Program {
        self.operator(code, operands, output, options);
        self.program(output)
    }

    pub fn operator(&mut self, code: i32, operands: Vec<i32>, output: i32, options: Vec<(&'static str, i64)>) {
        self.operator_to(code, operands, vec![output], options);
    }

    pub fn operator_to(&mut self, code: i32, operands: Vec<i32>, outputs: Vec<i32>, options: Vec<(&'static str, i64)>) {
        let index = self.model.operator_codes.len() as u32;
        self.model.operator_codes.push(OperatorCode { code, version: 1, ..OperatorCode::default() });
        let value = |name, value| match name {
            "beta" => OptionValue::Float(value as f32),
            // In eighths.
            "alpha" => OptionValue::Float(value as f32 / 8.0),
            _ => OptionValue::Int(value),
        };
        let fields = options.into_iter().map(|(name, number)| (name, value(name, number))).collect();
        let graph = &mut self.model.subgraphs[self.graph];
        graph.operators.push(Operator {
            opcode_index: index,
            inputs: operands,
            outputs,
            options: Options { table: "Options", fields },
            ..Operator::default()
        });
    }

    /// A constant of sizes or positions, of type int32.
    pub fn integers(&mut self, shape: &[usize], values: &[usize]) -> i32 {
        let bytes = values.iter().flat_map(|&value| (value as i32).to_le_bytes()).collect();
        self.tensor(I32, shape, None, Some(bytes))
    }

    /// PAD of a tensor, before and after along each dimension; returns its result.
    pub fn padded(&mut self, x: i32, pads: [[usize; 2]; 4]) -> i32 {
        let list = self.integers(&[4, 2], pads.as_flattened());
        let source = &self.model.subgraphs[0].tensors[x as usize];
        let (dtype, quantization) = (source.dtype, source.quantization.clone());
        let shape: Vec<usize> =
            source.shape.iter().zip(pads).map(|(&size, [before, after])| size as usize + before + after).collect();
        let y = self.tensor(dtype, &shape, None, None);
        self.model.subgraphs[0].tensors[y as usize].quantization = quantization;
        self.operator(34, vec![x, list], y, Vec::new());
        y
    }

    /// One node of a custom operator, whose options are 32-bit integers.
    pub fn custom(mut self, name: &str, operands: Vec<i32>, output: i32, options: &[i32]) -> Program {
        self.operator(32, operands, output, Vec::new());
        self.model.operator_codes[0].custom_code = Some(name.to_owned());
        let start = self.bytes.len() as u64;
        self.bytes.extend(options.iter().flat_map(|field| field.to_le_bytes()));
        self.model.subgraphs[0].operators[0].custom_options = Some(start..self.bytes.len() as u64);
        self.program(output)
    }

    pub fn program(self, output: i32) -> Program {
        self.program_in(output, |file| file)
    }

    /// A program whose file is what `file` makes of the model's.
    pub fn program_in(self, output: i32, file: impl FnOnce(SharedSource) -> SharedSource) -> Program {
        self.program_of(vec![output], file)
    }

    /// The same with several outputs.
    pub fn program_of(mut self, outputs: Vec<i32>, file: impl FnOnce(SharedSource) -> SharedSource) -> Program {
        let graph = &mut self.model.subgraphs[0];
        graph.inputs = self.inputs;
        graph.outputs = outputs;
        let source = file(MemorySource::shared("built", self.bytes));
        Program::from_tflite(&self.model, &source, &Entry::Main, &Limits::default()).unwrap()
    }
}

/// Runs a program on both backends with random inputs; floats must be close, integers equal.
pub fn agree(program: &Program, seed: u64, what: &str) {
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
pub fn equal(program: &Program, seed: u64, what: &str) {
    let (_, [reference, simd]) = both(program, seed, what);
    assert_eq!(reference, simd, "{what}");
}

/// The first output on the plain kernels and on the fast ones.
pub fn both(program: &Program, seed: u64, what: &str) -> (Dtype, [Vec<u8>; 2]) {
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
        // Nodes that others stand for have none.
        let kernel = session.profile().iter().find(|node| !node.kernel.is_empty()).map_or("", |node| node.kernel);
        let wanted = if backend == Backend::Simd { "simd" } else { "reference" };
        assert_eq!(kernel, wanted, "{what}");
        let dtype = session.outputs().next().unwrap().dtype;
        results.push((dtype, session.output(0).unwrap().to_vec()));
    }
    let [(dtype, reference), (_, simd)] = results.try_into().unwrap();
    assert_eq!(reference.len(), simd.len(), "{what}");
    (dtype, [reference, simd])
}

/// The first output as floats.
pub fn output_floats(session: &Session) -> Vec<f32> {
    session.output(0).unwrap().chunks_exact(4).map(|c| f32::from_le_bytes(c.try_into().unwrap())).collect()
}

/// Compares the floats of several runs with those of the first, relative to its largest.
pub fn near_the_first(results: &[Vec<f32>], what: &str) {
    let scale = results[0].iter().fold(1.0f32, |most, v| most.max(v.abs()));
    for other in &results[1..] {
        assert_eq!(results[0].len(), other.len(), "{what}");
        for (i, (a, b)) in results[0].iter().zip(other).enumerate() {
            assert!((a - b).abs() <= 1e-4 * scale, "{what}: element {i}: {a} and {b}");
        }
    }
}

/// Options of the windows of CONV_2D and DEPTHWISE_CONV_2D.
pub fn window_options(stride: usize, same: bool) -> Vec<(&'static str, i64)> {
    vec![
        ("padding", i64::from(!same)),
        ("stride_h", stride as i64),
        ("stride_w", stride as i64),
        ("dilation_h_factor", 1),
        ("dilation_w_factor", 1),
        ("depth_multiplier", 1),
    ]
}

/// Seeds of values. They do not shrink: no seed is simpler than another one.
pub fn seeds() -> impl Strategy<Value = u64> {
    (0..1u64 << 32).no_shrink()
}

/// The numbers of fused activations: none, RELU, RELU6.
pub fn activation_codes() -> impl Strategy<Value = i64> {
    select(vec![0, 1, 3])
}

pub fn random_floats(random: &mut Random, n: usize) -> Vec<u8> {
    (0..n).flat_map(|_| (random.unit() * 2.0 - 1.0).to_le_bytes()).collect()
}

pub fn random_scales(random: &mut Random, n: usize) -> Vec<f32> {
    (0..n).map(|_| 0.001 + 0.01 * random.unit()).collect()
}

pub const F32: i32 = Dtype::F32.code();
pub const I32: i32 = Dtype::I32.code();
pub const I8: i32 = Dtype::I8.code();
pub const U8: i32 = Dtype::U8.code();
pub const I4: i32 = Dtype::I4.code();
pub const I16: i32 = Dtype::I16.code();
pub const I64: i32 = Dtype::I64.code();

/// Types of operands and weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Float,
    Int8,
    /// uint8 operands and weights, with zero points anywhere.
    Uint8,
    /// Float operands, weights of eight bits.
    Mixed,
    /// Float operands, weights of four bits.
    MixedInt4,
    /// int16 operands, weights of eight bits.
    Wide,
}

impl Kind {
    pub fn any() -> impl Strategy<Value = Self> {
        select(vec![Self::Float, Self::Int8, Self::Uint8, Self::Mixed, Self::MixedInt4, Self::Wide])
    }

    /// Type of the operands that change from run to run.
    pub fn operands(self) -> i32 {
        match self {
            Self::Int8 => I8,
            Self::Uint8 => U8,
            Self::Wide => I16,
            Self::Float | Self::Mixed | Self::MixedInt4 => F32,
        }
    }

    /// Whether results of the fast kernel equal those of the plain one, bit for bit.
    pub fn is_exact(self) -> bool {
        self != Self::Float
    }
}

/// Weights with a bias; those of few bits have a scale for each output channel, or some of mixed ones one for all.
pub fn weights(b: &mut Builder, random: &mut Random, kind: Kind, shape: &[usize], axis: usize) -> [i32; 2] {
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
    if kind == Kind::Uint8 {
        // Half of them fit int8 without their zero point.
        let (zero, spread) = if random.below(2) == 0 { (random.below(256), 256) } else { (128, 255) };
        let w = (0..n).map(|_| 255 - random.below(spread) as u8).collect();
        let bias = (0..channels).flat_map(|_| (random.below(4000) as i32 - 2000).to_le_bytes()).collect();
        let scale = random_scales(random, 1);
        let w = b.tensor(U8, shape, Some((scale.clone(), zero as i64, 0)), Some(w));
        return [w, b.tensor(I32, &[channels], Some((scale, 0, 0)), Some(bias))];
    }
    let w = (0..n).map(|_| random.below(255) as u8 ^ 0x80).collect();
    let mut scales = random_scales(random, channels);
    if kind == Kind::Wide {
        // So that few results are at an end of their range.
        scales.iter_mut().for_each(|scale| *scale /= 10.0);
    }
    // The bias of others has 32 bits.
    if kind == Kind::Wide && random.below(4) > 0 {
        let bias = (0..channels).flat_map(|_| (random.below(4_000_000) as i64 - 2_000_000).to_le_bytes()).collect();
        let w = b.tensor(I8, shape, Some((scales.clone(), 0, axis as i32)), Some(w));
        return [w, b.tensor(I64, &[channels], Some((scales, 0, 0)), Some(bias))];
    }
    let bias = (0..channels).flat_map(|_| (random.below(4000) as i32 - 2000).to_le_bytes()).collect();
    let w = b.tensor(I8, shape, Some((scales.clone(), 0, axis as i32)), Some(w));
    [w, b.tensor(I32, &[channels], Some((scales, 0, 0)), Some(bias))]
}

/// FULLY_CONNECTED from `rows` rows of `depth` to rows of `output`.
pub fn fully_connected(
    random: &mut Random,
    kind: Kind,
    [rows, depth, output]: [usize; 3],
    options: Vec<(&'static str, i64)>,
) -> Program {
    let mut b = Builder::new();
    let x = activations(&mut b, random, kind.operands(), &[rows, depth]);
    b.input(x);
    let [w, bias] = weights(&mut b, random, kind, &[output, depth], 0);
    let y = activations(&mut b, random, kind.operands(), &[rows, output]);
    b.node(9, vec![x, w, bias], y, options)
}

/// RESIZE_BILINEAR or RESIZE_NEAREST_NEIGHBOR (by its `code`) of images to `size` rows and columns, with the options
/// `align_corners` and `half_pixel_centers`.
pub fn resizing(
    random: &mut Random,
    (code, dtype): (i32, i32),
    shape: [usize; 4],
    size: [usize; 2],
    (align, half): (i64, i64),
) -> Program {
    let mut b = Builder::new();
    let x = activations(&mut b, random, dtype, &shape);
    b.input(x);
    let list = b.integers(&[2], &size);
    let y = activations(&mut b, random, dtype, &[shape[0], size[0], size[1], shape[3]]);
    b.node(code, vec![x, list], y, vec![("align_corners", align), ("half_pixel_centers", half)])
}

/// A tensor of float32, or of 8-bit values with a scale and a zero point anywhere.
pub fn activations(b: &mut Builder, random: &mut Random, dtype: i32, shape: &[usize]) -> i32 {
    let zero = random.below(256) as i64 - if dtype == I8 { 128 } else { 0 };
    let zero = if dtype == I16 { 0 } else { zero };
    let quant = (dtype != F32).then(|| (vec![0.02 + 0.05 * random.unit()], zero, 0));
    b.tensor(dtype, shape, quant, None)
}

/// Types of operands that are float32 or 8-bit values.
pub fn types() -> impl Strategy<Value = i32> {
    select(vec![F32, I8, U8])
}

/// Types of 8-bit values.
pub fn bytes() -> impl Strategy<Value = i32> {
    select(vec![I8, U8])
}
