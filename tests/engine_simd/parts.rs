//! Kernels whose output is divided among threads: parts are computed, with the bits of one thread, and allocate nothing.

use crate::allocation;
use crate::builder::*;
use crate::convolutions::{self, Channels};
use crate::matrices::stacked;
use crate::normalizations::{local_response, log_softmax};
use crate::planes;
use crate::reductions::{pool_program, pools};
use crate::rows;
use crate::volumes;
use proptest::prelude::*;
use proptest::sample::select;
use std::cell::Cell;
use std::rc::Rc;
use vintage::engine::{Backend, Crew, Program, Registry, Session, Team, fill};
use vintage::services::run::threads;

/// Threads that take turns from the last part to the first.
struct Turns {
    size: usize,
    /// The most parts of a call.
    parts: Cell<usize>,
    allocations: Cell<usize>,
}

impl Team for Turns {
    fn size(&self) -> usize {
        self.size
    }

    fn run(&self, parts: usize, work: &(dyn Fn(usize, usize) + Sync)) {
        self.parts.set(self.parts.get().max(parts));
        for part in (0..parts).rev() {
            let count = allocation::count(|| work(part % self.size, part));
            self.allocations.set(self.allocations.get() + count);
        }
    }
}

/// The first output of two runs; the second one finds what the first one left.
fn outputs(program: &Rc<Program>, seed: u64, crew: Crew, what: &str) -> Vec<Vec<u8>> {
    let session = Session::prepare_with(program.clone(), Registry::standard(), Backend::Simd, 1 << 30, crew);
    let mut session = session.unwrap_or_else(|e| panic!("{what}: {e}"));
    let ports: Vec<_> = session.inputs().map(|port| (port.dtype, port.shape.iter().product())).collect();
    let mut run = |seed: u64| {
        for (i, &(dtype, count)) in ports.iter().enumerate() {
            session.set_input(i, &fill::random(dtype, count, seed + i as u64).unwrap()).unwrap();
        }
        session.run(&mut ()).unwrap_or_else(|e| panic!("{what}: {e}"));
        session.output(0).unwrap().to_vec()
    };
    vec![run(seed), run(seed + 10)]
}

/// Compares runs on several threads with one on a single thread. The node must have parts.
fn same_bits(program: Program, seed: u64, what: &str) {
    let program = Rc::new(program);
    let one = outputs(&program, seed, Crew::default(), what);
    for size in [2, 3, 5] {
        let team = Rc::new(Turns { size, parts: Cell::new(0), allocations: Cell::new(0) });
        let several = outputs(&program, seed, Crew::new(team.clone()).least(1), what);
        assert!(several == one, "{what}: {size} threads compute other bits");
        assert!(team.parts.get() > 1, "{what}: {size} threads have one part");
        assert_eq!(team.allocations.get(), 0, "{what}: allocations in parts");
    }
    for size in [2, 3] {
        let several = outputs(&program, seed, threads(size).unwrap().least(1), what);
        assert!(several == one, "{what}: {size} threads side by side compute other bits");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn products_have_parts(
        (rows, columns, depth) in (5..=40usize, 1..=20usize, 1..=20usize),
        (adj_x, adj_y) in any::<(bool, bool)>(),
        // Without a stack of right matrices, parts can only be rows.
        (stack, forms) in ([1..=3usize, 1..=3], [0..4u8, 0..4]),
        (dtype, seed) in (select(vec![F32, I8]), seeds()),
    ) {
        let r = &mut Random::new(seed);
        let left = stacked([rows, depth], adj_x, stack, forms[0]);
        let right = stacked([depth, columns], adj_y, stack, forms[1]);
        let mut b = Builder::new();
        let operands = [&left, &right].map(|shape| activations(&mut b, r, dtype, shape));
        operands.iter().for_each(|&operand| b.input(operand));
        let quant = (dtype == I8).then(|| (vec![0.05 + r.unit()], r.below(256) as i64 - 128, 0));
        let y = b.tensor(dtype, &[], quant, None);
        let options = vec![("adj_x", i64::from(adj_x)), ("adj_y", i64::from(adj_y))];
        let program = b.node(126, operands.to_vec(), y, options);
        same_bits(program, seed, &format!("{left:?} times {right:?}, {adj_x} {adj_y}, type {dtype} seed {seed}"));
    }

    #[test]
    fn fully_connected_layers_have_parts(
        kind in Kind::any(),
        (rows, depth, output) in (prop_oneof![1 => Just(1), 3 => 5..=80usize], 1..=70usize, 9..=30usize),
        seed in seeds(),
    ) {
        // A single row is divided by columns if it is multiplied as it is.
        let rows = if matches!(kind, Kind::Float | Kind::Int8) { rows } else { rows.max(5) };
        let depth = if rows == 1 { depth.next_multiple_of(4) } else { depth };
        let r = &mut Random::new(seed);
        let program = fully_connected(r, kind, [rows, depth, output], vec![("fused_activation_function", 0)]);
        same_bits(program, seed, &format!("{kind:?} {rows} rows, {depth} deep, {output} out, seed {seed}"));
    }

    #[test]
    fn functions_have_parts(
        // LOGISTIC, TANH, EXP, GELU of both kinds, SOFTMAX, RELU, RELU6, LEAKY_RELU, HARD_SWISH; NEG of floats, RSQRT of bytes.
        ((code, option), dtype) in prop_oneof![
            3 => (select(vec![
                (14, 0), (28, 0), (47, 0), (150, 0), (150, 1), (25, 0), (19, 0), (21, 0), (98, 1), (117, 0),
            ]), types()),
            1 => select(vec![((59, 0), F32), ((76, 0), I8)]),
        ],
        shape in [2..=7usize, 17..=90],
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let x = activations(&mut b, r, dtype, &shape);
        b.input(x);
        let y = activations(&mut b, r, dtype, &shape);
        let options = vec![("beta", 1), ("approximate", option), ("alpha", option)];
        let program = b.node(code, vec![x], y, options);
        same_bits(program, seed, &format!("code {code} {option} {shape:?} type {dtype} seed {seed}"));
    }

    #[test]
    fn functions_of_two_operands_have_parts(
        // ADD, SUB, MUL, DIV, PRELU, MAXIMUM, MINIMUM, SQUARED_DIFFERENCE; the first three also of bytes.
        (code, dtype) in prop_oneof![
            1 => (select(vec![0, 41, 18]), bytes()),
            1 => (select(vec![0, 41, 18, 42, 54, 55, 57, 99]), Just(F32)),
        ],
        shape in [1..=2usize, 17..=19, 3..=5, 1..=20],
        // The second operand repeats from this dimension on.
        from in select(vec![0, 2, 3]),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let operands = [&shape[..], &shape[from..]].map(|shape| activations(&mut b, r, dtype, shape));
        operands.iter().for_each(|&operand| b.input(operand));
        let y = activations(&mut b, r, dtype, &shape);
        let options = if code > 41 { vec![] } else { vec![("fused_activation_function", 0)] };
        let program = b.node(code, operands.to_vec(), y, options);
        same_bits(program, seed, &format!("code {code} {shape:?} from {from} type {dtype} seed {seed}"));
    }

    #[test]
    fn slopes_of_bytes_have_parts(dtype in bytes(), pixels in 17..=90usize, channels in 1..=20usize, seed in seeds()) {
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let x = activations(&mut b, r, dtype, &[1, pixels, channels]);
        b.input(x);
        let slopes = (0..channels).map(|_| r.below(256) as u8).collect();
        let slopes = b.tensor(dtype, &[channels], Some((random_scales(r, 1), 0, 0)), Some(slopes));
        let y = activations(&mut b, r, dtype, &[1, pixels, channels]);
        let program = b.node(54, vec![x, slopes], y, vec![]);
        same_bits(program, seed, &format!("slopes of {pixels} pixels, {channels} channels, type {dtype} seed {seed}"));
    }

    #[test]
    fn quantized_floats_have_parts(dtype in bytes(), len in 17..=900usize, seed in seeds()) {
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let x = activations(&mut b, r, F32, &[len]);
        b.input(x);
        let y = activations(&mut b, r, dtype, &[len]);
        let program = b.node(114, vec![x], y, vec![]);
        same_bits(program, seed, &format!("{len} floats, type {dtype} seed {seed}"));
    }

    #[test]
    fn resized_images_have_parts(
        shape in [1..=3usize, 1..=7, 1..=7, 1..=19],
        size in [2..=20usize, 1..=20],
        (align, half) in select(vec![(0, 0), (1, 0), (0, 1)]),
        // RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR.
        (code, dtype) in (select(vec![23, 97]), types()),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let program = resizing(r, (code, dtype), shape, size, (align, half));
        same_bits(program, seed, &format!("code {code} {shape:?} to {size:?} {align} {half} type {dtype} seed {seed}"));
    }

    #[test]
    fn small_depthwise_convolutions_have_parts(convolution in convolutions::small().prop_filter("two lines", |c| c.lines() > 1)) {
        same_bits(convolution.program(Channels::Each), convolution.seed, &format!("{convolution:?}"));
    }

    #[test]
    fn convolutions_of_volumes_have_parts(
        convolution in volumes::convolutions().prop_filter("two lines", |c| c.lines() > 1),
    ) {
        same_bits(convolution.program(), convolution.seed, &format!("{convolution:?}"));
    }

    #[test]
    fn normalizations_have_parts(
        shape in [2..=40usize, 1..=300],
        dtype in select(vec![F32, I8]),
        radius in 0..=5i64,
        seed in seeds(),
    ) {
        let what = format!("{shape:?} type {dtype} radius {radius} seed {seed}");
        same_bits(log_softmax(shape, dtype, 0.02), seed, &what);
        same_bits(local_response(shape, radius, [1.0, 0.1, 0.75]), seed, &what);
    }

    #[test]
    fn pools_have_parts(
        pool in pools(),
        dtype in types(),
        // Two lines of the result at least.
        shape in [1..=3usize, 4..=9, 1..=9, 1..=20],
        seed in seeds(),
    ) {
        same_bits(pool_program(&pool, dtype, shape, seed), seed, &format!("{pool:?} of {shape:?} type {dtype} seed {seed}"));
    }

    #[test]
    fn sums_of_rows_have_parts(code in select(vec![40, 74]), rows in 2..=40usize, len in 1..=70usize, seed in seeds()) {
        let mut b = Builder::new();
        let x = b.tensor(F32, &[rows, len], None, None);
        b.input(x);
        let axes = b.tensor(I32, &[1], None, Some((-1i32).to_le_bytes().to_vec()));
        let y = b.tensor(F32, &[], None, None);
        let program = b.node(code, vec![x, axes], y, vec![("keep_dims", 1)]);
        same_bits(program, seed, &format!("code {code} of {rows} rows of {len}, seed {seed}"));
    }

    #[test]
    fn planes_have_parts((height, width, channels) in (20..=30usize, 25..=35usize, 2..=4usize), layers in planes::layers(), seed in seeds()) {
        same_bits(planes::network([height, width, channels], &layers, seed), seed, &format!("{layers:?} {seed}"));
    }
}

#[test]
fn rows_of_many_weights_have_parts() {
    let (depth, channels) = (2043, 2054);
    let weights = rows::halves(&mut Random::new(3), depth * channels);
    for as_halves in [false, true] {
        same_bits(rows::dense(depth, channels, &weights, as_halves), 5, &format!("one row, float16: {as_halves}"));
    }
}
