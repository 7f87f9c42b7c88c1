//! Networks with weights of which many are zero, whose images are planes inside.

use crate::builder::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use vintage::engine::program::Dtype;
use vintage::engine::{Backend, Hooks, Program, Session, fill};

/// An operator of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layer {
    /// CONV_2D of single pixels, of so many channels; this share of the weights is not zero.
    Product { fours: usize, share: f32 },
    /// DEPTHWISE_CONV_2D; the last one has a border around it, if it is not as large as the window.
    Window { taps: usize, stride: usize, same: bool, border: [usize; 4] },
    /// ADD of the image that was the last one of this shape, with a code of an activation: none, RELU or RELU6.
    Add { activation: i64 },
    /// A product with as many channels as the image has, and the ADD of both.
    Residual { share: f32, activation: i64 },
    /// RELU of the image, which another one then follows.
    Relu,
}

/// Operators of a network; it begins with two products, between which an image can be planes.
pub fn layers() -> impl Strategy<Value = Vec<Layer>> {
    let product =
        (1..=6usize, select(vec![0.05, 0.3, 0.6, 1.0])).prop_map(|(fours, share)| Layer::Product { fours, share });
    let windows = (select(vec![3, 5usize]), 1..=3usize, any::<bool>(), [0..=2usize, 0..=2, 0..=2, 0..=2]);
    let window = windows.prop_map(|(taps, stride, same, border)| Layer::Window { taps, stride, same, border });
    let activation = || select(vec![0, 1, 3]);
    let add = activation().prop_map(|activation| Layer::Add { activation });
    let residual = (select(vec![0.05, 0.3, 0.6]), activation());
    let residual = residual.prop_map(|(share, activation)| Layer::Residual { share, activation });
    let layer = prop_oneof![5 => product, 4 => window, 1 => add, 2 => residual, 1 => Just(Layer::Relu)];
    let products = [Layer::Product { fours: 4, share: 0.3 }; 2];
    vec(layer, 1..=6).prop_map(move |layers| [&products, layers.as_slice()].concat())
}

/// The network on an input of `height`, `width` and channels.
pub fn network([height, width, channels]: [usize; 3], layers: &[Layer], seed: u64) -> Program {
    let r = &mut Random::new(seed);
    let mut b = Builder::new();
    let mut shape = [1, height, width, 4 * channels];
    let mut x = b.tensor(F32, &shape, None, None);
    b.input(x);
    let mut images = vec![(x, shape)];
    let mut open: Vec<Layer> = layers.iter().rev().copied().collect();
    while let Some(layer) = open.pop() {
        let mut pixel = shape;
        let (code, operands, options) = match layer {
            Layer::Product { fours, share } => {
                pixel[3] = 4 * fours;
                let weights = (0..pixel[3] * shape[3]).flat_map(|_| {
                    let value = if r.unit() < share { r.unit() - 0.5 } else { 0.0 };
                    value.to_le_bytes()
                });
                let data = weights.collect();
                let weights = b.tensor(F32, &[pixel[3], 1, 1, shape[3]], None, Some(data));
                let data = random_floats(r, pixel[3]);
                let bias = b.tensor(F32, &[pixel[3]], None, Some(data));
                (3, vec![x, weights, bias], window_options(1, true))
            }
            Layer::Window { taps, stride, same, border: [top, bottom, left, right] } => {
                if !same {
                    x = b.padded(x, [[0; 2], [top, bottom], [left, right], [0; 2]]);
                    shape = [1, shape[1] + top + bottom, shape[2] + left + right, shape[3]];
                }
                let same = same || taps > shape[1].min(shape[2]);
                let out = |input: usize| if same { input.div_ceil(stride) } else { (input - taps) / stride + 1 };
                pixel = [1, out(shape[1]), out(shape[2]), shape[3]];
                let [weights, bias] = weights(&mut b, r, Kind::Float, &[1, taps, taps, shape[3]], 3);
                (4, vec![x, weights, bias], window_options(stride, same))
            }
            Layer::Residual { share, activation } => {
                open.extend([Layer::Add { activation }, Layer::Product { fours: shape[3] / 4, share }]);
                continue;
            }
            Layer::Add { activation } => {
                let Some(&(other, _)) = images.iter().rev().skip(1).find(|(_, other)| *other == shape) else {
                    continue;
                };
                (0, vec![x, other], vec![("fused_activation_function", activation)])
            }
            Layer::Relu => (19, vec![x], Vec::new()),
        };
        shape = pixel;
        x = b.tensor(F32, &shape, None, None);
        b.operator(code, operands, x, options);
        images.push((x, shape));
    }
    b.program(x)
}

/// Observes every result, which lets no image be planes.
struct Observer;

impl Hooks for Observer {
    fn wants_results(&self) -> bool {
        true
    }

    fn result(&mut self, _: usize, _: usize, _: usize, shape: &[usize], bytes: &[u8]) -> Option<Vec<u8>> {
        assert_eq!(bytes.len(), 4 * shape.iter().product::<usize>());
        None
    }
}

/// Runs a network with planes and without, and compares both with plain kernels. Returns the number of nodes with planes, and how many
/// of them are joined.
fn network_agrees(program: &Program, seed: u64, what: &str) -> (usize, usize) {
    let mut results = Vec::new();
    let mut counts = (0, 0);
    for (backend, observed) in [(Backend::Reference, false), (Backend::Simd, true), (Backend::Simd, false)] {
        let mut session = Session::prepare(program.clone(), backend).unwrap_or_else(|e| panic!("{what}: {e}"));
        let input = fill::random(Dtype::F32, session.inputs().next().unwrap().shape.iter().product(), seed).unwrap();
        // Twice: neither what other runs leave in memory nor their form may be visible in the next.
        for other in [true, false] {
            session.set_input(0, &input).unwrap();
            let done = if observed != other { session.run(&mut Observer) } else { session.run(&mut ()) };
            done.unwrap_or_else(|e| panic!("{what}: {e}"));
        }
        counts = (session.in_planes(), session.joined());
        results.push(output_floats(&session));
    }
    near_the_first(&results, what);
    counts
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn networks_of_planes_agree() {
    let product = Layer::Product { fours: 4, share: 0.3 };
    let window = |stride| Layer::Window { taps: 3, stride, same: true, border: [0; 4] };
    let residual = Layer::Residual { share: 0.3, activation: 1 };
    let fixed = [product, product, window(1), residual, window(2), product];
    let counts = network_agrees(&network([24, 24, 4], &fixed, 1), 1, "a fixed network");
    assert_eq!(counts, (7, 1), "nodes with planes, and those of them that are joined");
    // In a browser the code is not optimized, and a network takes about a second.
    let cases = if cfg!(target_arch = "wasm32") { 8 } else { 300 };
    let mut runner = TestRunner::new(ProptestConfig::with_cases(cases));
    let (some, joined) = (Cell::new(0), Cell::new(0));
    // Others are no planes where a window follows.
    let width = prop_oneof![3 => (1..=16usize).prop_map(|fours| 4 * fours), 1 => 12..=63usize];
    let sizes = (16..=57usize, width, 1..=4usize).prop_map(<[usize; 3]>::from);
    let agrees = runner.run(&(sizes, layers(), seeds()), |(size, layers, seed)| {
        let program = network(size, &layers, seed);
        let (nodes, sums) = network_agrees(&program, seed, &format!("{size:?} {layers:?} {seed}"));
        some.set(some.get() + u32::from(nodes > 0));
        joined.set(joined.get() + u32::from(sums > 0));
        Ok(())
    });
    agrees.unwrap_or_else(|e| panic!("{e}"));
    println!("{} of {cases} had planes, {} sums that are computed with a product", some.get(), joined.get());
    // Of few random networks, none may have such a sum.
    let is_enough = some.get() > cases / 4 && joined.get() > cases / 20;
    assert!(is_enough || cases < 100, "{} of {cases} had planes, {} such sums", some.get(), joined.get());
}
