//! FULLY_CONNECTED of one row with many float weights.
//!
//! One row reads every weight once, so what counts is how fast memory is read. The weights of many channels lie together, depth by
//! depth: a CPU reads one stream faster than several. What does not fit into a cache and is float16 in the file stays 16 bits: its
//! exponents are moved, so that eight weights become float32 with five instructions, and powers of two in the inputs and in the
//! results make up for it, which changes no bit of them unless an input is larger than 2^95.

use super::gemm::packed;
use super::sparse::not_zero;
use super::vector::{F32x4, Floats};
use crate::engine::crew::{Crew, Units};
use crate::engine::data::f16_to_f32;
use crate::engine::error::Result;
use crate::engine::ops::fully_connected::{self, Dense};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::products::{Arithmetic, arithmetic};
use crate::engine::view::{Io, Kernel, NodeView};

/// Output channels that a row is multiplied with at a time, in [`VECTORS`] vectors.
const PANEL: usize = 32;
const VECTORS: usize = PANEL / 4;
/// Fewer weights are near enough in any order.
const LEAST: usize = 1 << 18;
/// From here on, float16 weights are faster as they are than as floats, which are read from memory: 16 MB.
const LEAST_HALVES: usize = 1 << 22;

/// Size of float32's fraction, and the bits of it that a float16 has not.
const FRACTION: u32 = 23;
const DROPPED: u32 = 13;
/// The largest exponent that five bits can have.
const LARGEST: u32 = 31;
/// Binary logarithm of what the inputs of moved weights are multiplied with.
const OF_INPUTS: i32 = 32;

/// A word of stored weights: a float32, or two float16 whose exponents are moved.
trait Word: Copy + Default + Sync + 'static {
    /// Words of a panel for one input.
    const GROUP: usize;
    /// Its weights.
    fn vectors<F: Floats>(group: &[Self]) -> [F; VECTORS];
}

impl Word for f32 {
    const GROUP: usize = PANEL;

    #[inline(always)]
    fn vectors<F: Floats>(group: &[Self]) -> [F; VECTORS] {
        let fours = group.as_chunks().0;
        std::array::from_fn(|i| F::load(&fours[i]))
    }
}

/// Four words are the weights of eight channels, lower halves those of the first four.
impl Word for u32 {
    const GROUP: usize = PANEL / 2;

    #[inline(always)]
    fn vectors<F: Floats>(group: &[Self]) -> [F; VECTORS] {
        const BITS: u32 = 1 << 31 | (1 << (FRACTION + 5)) - (1 << DROPPED);
        // The shift to the right repeats the sign, of which one bit stays.
        let float = |both: u32| f32::from_bits((both as i32 >> 3) as u32 & BITS);
        let eights = group.as_chunks::<4>().0;
        std::array::from_fn(|i| {
            let eight = eights[i / 2];
            F::load(&if i % 2 == 0 { eight.map(|both| float(both << 16)) } else { eight.map(float) })
        })
    }
}

/// Weights in panels, with bias and clamp.
struct Panels<W> {
    /// `depth` groups for each panel.
    weights: Vec<W>,
    /// Full panels, zero for missing channels; as much smaller than biases as sums are than results.
    bias: Vec<f32>,
    /// Factors of inputs and of sums.
    of_inputs: f32,
    of_sums: f32,
    range: (f32, f32),
    depth: usize,
}

/// Prepares FULLY_CONNECTED of one row with float weights; `None` if another kernel serves better.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let Dense { rows, depth, output } = fully_connected::geometry(view)?;
    let bias = view.value::<f32>(2);
    let fits = rows == 1 && output * depth >= LEAST && arithmetic(view, 0, 1, 2) == Some(Arithmetic::Float);
    if !fits || view.has(2) && bias.is_none() {
        return Ok(None);
    }
    let bias = bias.unwrap_or(&[]);
    let range = view.activation().range().ok_or_else(misfit)?;
    if let Some(halves) = view.halves(1).filter(|halves| halves.len() >= LEAST_HALVES)
        && let Some(panels) = of_halves(halves, bias, (depth, output), range)
    {
        return Ok(Some(Box::new(panels)));
    }
    // Mostly zeros: a sparse product may be faster.
    let Some(weights) = view.value::<f32>(1).filter(|weights| 2 * not_zero(weights) >= weights.len()) else {
        return Ok(None);
    };
    Ok(Some(Box::new(of_floats(weights, bias, (depth, output), range))))
}

/// From weights of shape `[output, depth]`; the bias may be empty.
fn of_floats(weights: &[f32], bias: &[f32], (depth, output): (usize, usize), range: (f32, f32)) -> Panels<f32> {
    Panels::new(packed(weights, output, (depth, PANEL)), bias, (depth, output), range)
}

/// The same; `None` if weights have more exponents than five bits.
#[inline(never)]
fn of_halves(weights: &[u16], bias: &[f32], (depth, output): (usize, usize), range: (f32, f32)) -> Option<Panels<u32>> {
    // Loops of their own, which are vectors. The order of magnitudes is that of their bits; zero becomes the largest one.
    let least = weights.iter().map(|half| (half & 0x7fff).wrapping_sub(1)).fold(u16::MAX, u16::min).wrapping_add(1);
    let most = weights.iter().map(|half| half & 0x7fff).fold(0, u16::max);
    let [least, most] = [least, most].map(|half| f16_to_f32(half).to_bits() >> FRACTION);
    let moved = most.checked_sub(LARGEST).filter(|&moved| most < 0xff && least > moved)?;
    let zeros: usize = weights.iter().map(|half| usize::from(half << 1 == 0)).sum();
    if 2 * zeros > weights.len() {
        return None;
    }
    let mut moved_weights = vec![0; output.div_ceil(PANEL) * depth * u32::GROUP];
    let mut wide = vec![0.0; depth];
    for (c, row) in weights.chunks_exact(depth).enumerate() {
        wide.iter_mut().zip(row).for_each(|(wide, &half)| *wide = f16_to_f32(half));
        let (word, shift) = (c % PANEL / 8 * 4 + c % 4, c % 8 / 4 * 16);
        let panel = &mut moved_weights[c / PANEL * depth * u32::GROUP..];
        for (group, wide) in panel.chunks_exact_mut(u32::GROUP).zip(&wide) {
            let magnitude = (wide.to_bits() & 0x7fff_ffff).saturating_sub(moved << FRACTION);
            group[word] |= (wide.to_bits() >> 31 << 15 | magnitude >> DROPPED) << shift;
        }
    }
    let mut panels = Panels::new(moved_weights, bias, (depth, output), range);
    let of_sums = moved as i32 - OF_INPUTS;
    panels.bias.iter_mut().for_each(|bias| *bias *= power(-of_sums));
    Some(Panels { of_inputs: power(OF_INPUTS), of_sums: power(of_sums), ..panels })
}

impl<W: Word> Panels<W> {
    fn new(weights: Vec<W>, bias: &[f32], (depth, output): (usize, usize), range: (f32, f32)) -> Self {
        let mut bias = bias.to_vec();
        bias.resize(output.next_multiple_of(PANEL), 0.0);
        Self { weights, bias, of_inputs: 1.0, of_sums: 1.0, range, depth }
    }

    /// The results, on all threads.
    fn multiply<F: Floats>(&self, row: &[f32], crew: &Crew, out: &mut [f32]) {
        let units = Units { len: PANEL, cost: self.depth * PANEL, step: 1 };
        crew.share(units, &mut [0u8; 0], out, |first, _, out| {
            for (p, out) in out.chunks_mut(PANEL).enumerate() {
                self.panel::<F>(row, first + p, out);
            }
        });
    }

    #[inline(always)]
    fn panel<F: Floats>(&self, row: &[f32], panel: usize, out: &mut [f32]) {
        let bias = self.bias[panel * PANEL..][..PANEL].as_chunks::<4>().0;
        let mut sums: [F; VECTORS] = std::array::from_fn(|i| F::load(&bias[i]));
        let len = self.depth * W::GROUP;
        for (x, group) in row.iter().zip(self.weights[panel * len..][..len].chunks_exact(W::GROUP)) {
            let x = F::splat(x * self.of_inputs);
            for (sum, weights) in sums.iter_mut().zip(W::vectors(group)) {
                *sum = sum.add_product(x, weights);
            }
        }
        let mut all = [[0.0; 4]; VECTORS];
        let (low, high) = (F::splat(self.range.0), F::splat(self.range.1));
        for (four, sum) in all.iter_mut().zip(sums) {
            F::splat(-0.0).add_product(sum, F::splat(self.of_sums)).clamp(low, high).store(four);
        }
        out.copy_from_slice(&all.as_flattened()[..out.len()]);
    }
}

impl<W: Word> Kernel for Panels<W> {
    fn packs(&self, operand: usize) -> bool {
        operand > 0
    }

    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        self.multiply::<F32x4>(io.input(0), &io.crew(), io.output(0));
        Ok(())
    }
}

/// 2^n.
#[inline(always)]
fn power(n: i32) -> f32 {
    f32::from_bits(((n + 127) as u32) << FRACTION)
}
