//! RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL, MULTINOMIAL, STABLEHLO_RNG_BIT_GENERATOR: the generators and the
//! distributions of the runtime, so that a seeded node returns the same numbers. A node without seeds uses seeds that
//! are the same in every session.

use super::data_movement::sizes;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::{operands, ranked, types};
use crate::engine::program::{Dtype, Op, Params, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::RandomUniform, Definition::new(1, check, shape, run).impure()),
    (Op::RandomStandardNormal, Definition::new(1, check, shape, run).impure()),
    (Op::Multinomial, Definition::new(1, check_multinomial, multinomial_shape, multinomial).impure()),
    (Op::StablehloRngBitGenerator, Definition::new(1, check_bits, bits_shape, bits)),
];

/// A block of Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011).
fn philox(mut key: [u32; 2], counter: [u32; 4]) -> [u32; 4] {
    let mut x = counter;
    for _ in 0..10 {
        let (a, b) = (u64::from(x[0]) * 0xd251_1f53, u64::from(x[2]) * 0xcd9e_8d57);
        x = [(b >> 32) as u32 ^ x[1] ^ key[0], b as u32, (a >> 32) as u32 ^ x[3] ^ key[1], a as u32];
        key = [key[0].wrapping_add(0x9e37_79b9), key[1].wrapping_add(0xbb67_ae85)];
    }
    x
}

/// A block of Threefry 2x32-20, of the same paper.
fn threefry(key: [u32; 2], counter: [u32; 2]) -> [u32; 2] {
    const TURNS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let keys = [key[0], key[1], key[0] ^ key[1] ^ 0x1bd1_1bda];
    let mut x = [counter[0].wrapping_add(key[0]), counter[1].wrapping_add(key[1])];
    for round in 0..5 {
        for turn in TURNS[round % 2] {
            x[0] = x[0].wrapping_add(x[1]);
            x[1] = x[1].rotate_left(turn) ^ x[0];
        }
        let after = round + 1;
        x[0] = x[0].wrapping_add(keys[after % 3]);
        x[1] = x[1].wrapping_add(keys[(after + 1) % 3]).wrapping_add(after as u32);
    }
    x
}

/// Blocks of [`philox`], one after another.
struct Philox {
    key: [u32; 2],
    counter: [u32; 4],
}

impl Philox {
    /// The generator of a node, `drawn` blocks on.
    fn new(view: &NodeView, drawn: u64) -> Result<Self> {
        let Params::Random { seed, seed2 } = view.node.params else { return Err(misfit()) };
        let (seed, seed2) = if (seed, seed2) == (0, 0) { (0x5eed, 0x1f2e) } else { (seed, seed2) };
        let halves = |v: u64| [v as u32, (v >> 32) as u32];
        let ([a, b], [c, d]) = (halves(drawn), halves(seed2 as u64));
        Ok(Self { key: halves(seed as u64), counter: [a, b, c, d] })
    }

    /// The next block of four numbers.
    fn next(&mut self) -> [u32; 4] {
        let x = philox(self.key, self.counter);
        for word in &mut self.counter {
            *word = word.wrapping_add(1);
            if *word != 0 {
                break;
            }
        }
        x
    }
}

/// Returns how many blocks the node has drawn, and adds `blocks`.
fn draw(view: &NodeView, io: &mut Io, blocks: u64) -> u64 {
    let drawn = io.shared.drawn.entry((view.node.graph, view.node.index)).or_default();
    let before = *drawn;
    *drawn = drawn.wrapping_add(blocks);
    before
}

/// Uniform in 0 … 1: 23 random bits as the fraction of a number in 1 … 2.
fn uniform(bits: u32) -> f32 {
    f32::from_bits(0x3f80_0000 | (bits & 0x7f_ffff)) - 1.0
}

fn check(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, view.dtype(0) == Some(Dtype::I32) && view.out_dtype(0) == Some(Dtype::F32))
}

fn shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    ranked(view, 0, 1)?;
    let Some(values) = view.integers(0) else { return Ok(None) };
    Ok(Some(vec![sizes(&values)?]))
}

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let out = io.output::<f32>(0);
    let mut philox = Philox::new(view, draw(view, io, out.len().div_ceil(4) as u64))?;
    for out in out.chunks_mut(4) {
        let mut values = philox.next().map(uniform);
        if view.node.op.builtin() == Some(Op::RandomStandardNormal) {
            // Box and Muller's pairs.
            for pair in values.chunks_exact_mut(2) {
                let radius = (-2.0 * pair[0].max(1e-7).ln()).sqrt();
                let (sin, cos) = (2.0 * std::f32::consts::PI * pair[1]).sin_cos();
                (pair[0], pair[1]) = (sin * radius, cos * radius);
            }
        }
        out.copy_from_slice(&values[..out.len()]);
    }
    Ok(())
}

fn check_multinomial(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let known = view.dtype(0) == Some(Dtype::F32) && view.dtype(1) == Some(Dtype::I32);
    types(view, known && matches!(view.out_dtype(0), Some(Dtype::I32 | Dtype::I64)))
}

fn multinomial_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(samples) = view.integers(1) else { return Ok(None) };
    match (view.shape(0), sizes(&samples)?.as_slice()) {
        (&[batch, classes], &[samples]) if classes > 0 => {
            elements(&[batch, samples])?;
            Ok(Some(vec![vec![batch, samples]]))
        }
        _ => Err(misfit()),
    }
}

fn multinomial(view: &NodeView, io: &mut Io) -> Result<()> {
    let (&[batch, classes], &[_, samples]) = (view.shape(0), view.out_shape(0)) else { return Err(misfit()) };
    let logits = io.input::<f32>(0);
    // As many as the runtime skips, so that the next run continues where its own would.
    let blocks = batch as u64 * (samples as u64).next_multiple_of(4) * 2 * 256;
    let mut philox = Philox::new(view, draw(view, io, blocks))?;
    let mut pairs = Vec::new();
    let mut found = Vec::with_capacity(batch * samples);
    for row in logits.chunks_exact(classes) {
        let max = row.iter().copied().filter(|l| l.is_finite()).fold(f32::MIN, f32::max);
        let mut total = 0.0f64;
        let mut below = Vec::with_capacity(classes);
        for &logit in row {
            if logit.is_finite() {
                total += (f64::from(logit) - f64::from(max)).exp();
            }
            below.push(total);
        }
        for _ in 0..samples {
            if pairs.is_empty() {
                let [a, b, c, d] = philox.next();
                pairs = vec![(c, d), (a, b)];
            }
            let (high, low) = pairs.pop().unwrap_or_default();
            let bits = 0x3ff0_0000_0000_0000 | u64::from(high & 0xf_ffff) << 32 | u64::from(low);
            let wanted = (f64::from_bits(bits) - 1.0) * total;
            found.push(below.partition_point(|&b| b <= wanted) as i64);
        }
    }
    crate::engine::ops::operands::put_indices(view, io, 0, found.into_iter());
    Ok(())
}

fn check_bits(view: &NodeView) -> Check {
    if view.inputs() != 1 || view.outputs() != 2 {
        return Err(Refusal::new("engine-operands"));
    }
    let state = view.dtype(0) == Some(Dtype::U64) && view.out_dtype(0) == Some(Dtype::U64);
    let known = matches!(view.out_dtype(1), Some(Dtype::I32 | Dtype::U32 | Dtype::I64 | Dtype::U64));
    types(view, state && known)
}

/// True for Threefry, false for Philox.
fn is_threefry(view: &NodeView) -> Result<bool> {
    match view.node.params {
        Params::RandomBits { algorithm: 0 | 1 } => Ok(false),
        Params::RandomBits { algorithm: 2 } => Ok(true),
        _ => Err(misfit()),
    }
}

fn bits_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let fits = match *view.shape(0) {
        [2] => true,
        [3] => !is_threefry(view)?,
        _ => false,
    };
    let shape = view.out_tensor(1).map(|t| t.shape.clone()).filter(|_| fits).ok_or_else(misfit)?;
    elements(&shape)?;
    Ok(Some(vec![view.shape(0).to_vec(), shape]))
}

/// The state holds a key and a counter, each in two halves; Philox's counter may have two more.
fn bits(view: &NodeView, io: &mut Io) -> Result<()> {
    let threefry_wanted = is_threefry(view)?;
    let state = io.input::<u32>(0);
    let (key, mut low) = ([state[0], state[1]], [state[2], state[3]]);
    let high = if state.len() == 6 { [state[4], state[5]] } else { key };
    let (next, out) = (io.output::<u32>(0), io.output::<u32>(1));
    for out in out.chunks_mut(if threefry_wanted { 2 } else { 4 }) {
        if threefry_wanted {
            out.copy_from_slice(&threefry(key, low)[..out.len()]);
        } else {
            out.copy_from_slice(&philox(key, [low[0], low[1], high[0], high[1]])[..out.len()]);
        }
        low[0] = low[0].wrapping_add(1);
        low[1] = low[1].wrapping_add(u32::from(low[0] == 0));
    }
    next.copy_from_slice(state);
    next[2..4].copy_from_slice(&low);
    Ok(())
}
