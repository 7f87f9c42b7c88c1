//! FULLY_CONNECTED of one row with many float weights.
//!
//! One row reads every weight once, so what counts is how fast memory is read: as one stream, which a CPU reads faster than several.
//! float32 weights are read where they lie, channel by channel. Of float16 weights, 32 channels lie together, depth by depth, and 24 of
//! them stay 16 bits: their exponents are moved, so that eight of them become float32 with five instructions, and powers of two in the inputs
//! and in the results make up for it, which changes no bit of them unless an input is larger than 2^95. The other eight are float32, so
//! that computing takes about as long as reading.

use super::activations::power;
use super::sparse::not_zero;
use super::vector::{F32x4, Floats};
use crate::engine::crew::Units;
use crate::engine::data::{f16_to_f32, widen};
use crate::engine::error::Result;
use crate::engine::ops::fully_connected::{self, Dense};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::products::{Arithmetic, arithmetic};
use crate::engine::view::{Io, Kernel, NodeView};

/// Fewer weights (16 MB as floats) fit into a large cache, where packed ones are faster.
const LEAST: usize = 1 << 22;
/// The same of float16 weights, of which fewer bytes are read.
const LEAST_HALVES: usize = 1 << 21;

/// Vectors of products that are added at a time: enough to hide how long one takes.
const TOGETHER: usize = 8;

/// Output channels of float16 weights that a row is multiplied with at a time.
const PANEL: usize = 32;
/// Those of them whose weights stay 16 bits.
const PACKED: usize = 24;
/// 32-bit words per input of a panel. The first ones pack two float16 weights each, and four of them serve eight channels: 0 to 3 in the low
/// halves, 4 to 7 in the high halves. The others are a float32 each.
const GROUP: usize = PACKED / 2 + PANEL - PACKED;

/// Size of float32's fraction, and the bits of it that a float16 has not.
const FRACTION: u32 = 23;
const DROPPED: u32 = 13;
/// The bit of float32's sign.
const SIGN: u32 = 1 << 31;
/// The largest exponent that five bits can have.
const LARGEST: u32 = 31;
/// Binary logarithm of what the inputs of moved weights are multiplied with.
const OF_INPUTS: i32 = 32;

/// Prepares FULLY_CONNECTED of one row with float weights; `None` if another kernel serves better.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let Dense { rows, depth, output } = fully_connected::geometry(view)?;
    let bias = view.value::<f32>(2);
    let fits = |least| rows == 1 && output * depth >= least;
    if !fits(LEAST_HALVES) || arithmetic(view, 0, 1, 2) != Some(Arithmetic::Float) || view.has(2) && bias.is_none() {
        return Ok(None);
    }
    let mut bias = bias.unwrap_or(&[]).to_vec();
    bias.resize(output.next_multiple_of(PANEL), 0.0);
    let range = view.activation().range().ok_or_else(misfit)?;
    if let Some(halves) = view.halves(1)
        && let Some(halves) = Halves::new(halves, &bias, depth, range)
    {
        return Ok(Some(Box::new(halves)));
    }
    // Mostly zeros: a sparse product may be faster.
    let mut count = 0;
    let is_dense =
        fits(LEAST) && view.parts(1, 1, &mut |weights| count += not_zero(weights)) && 2 * count >= output * depth;
    Ok(is_dense.then(|| -> Box<dyn Kernel> { Box::new(Singles { bias, range }) }))
}

/// float32 weights, which are read where they lie.
struct Singles {
    bias: Vec<f32>,
    range: (f32, f32),
}

impl Kernel for Singles {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (x, weights) = (io.input::<f32>(0), io.input::<f32>(1));
        let units = Units { len: 1, cost: x.len(), step: PANEL };
        io.crew().share(units, &mut [0u8; 0], io.output::<f32>(0), |first, _, out| {
            for (at, out) in (first..).step_by(4).zip(out.chunks_mut(4)) {
                let four = self.four::<F32x4>(x, &weights[at * x.len()..], at);
                out.iter_mut().zip(four).for_each(|(out, sum)| *out = sum);
            }
        });
        Ok(())
    }
}

impl Singles {
    /// The results of four channels, whose weights are the first of these. Those of missing channels mean nothing.
    #[inline(always)]
    fn four<F: Floats>(&self, x: &[f32], weights: &[f32], first: usize) -> [f32; 4] {
        let row =
            |i: usize| weights.get(i * x.len()..).and_then(|rest| rest.get(..x.len())).unwrap_or(&weights[..x.len()]);
        let columns = F::transposed([row(0), row(1), row(2), row(3)].map(|row| products::<F>(x, row)));
        let mut sums = [0.0; 4];
        sums.copy_from_slice(&self.bias[first..][..4]);
        let sum = columns.into_iter().fold(F::load(&sums), add);
        sum.clamp(F::splat(self.range.0), F::splat(self.range.1)).store(&mut sums);
        sums
    }
}

/// Four sums, which together are that of the products of as many numbers.
#[inline(always)]
fn products<F: Floats>(x: &[f32], weights: &[f32]) -> F {
    const LEN: usize = 4 * TOGETHER;
    let ((x, x_rest), (weights, rest)) = (x.as_chunks::<LEN>(), weights.as_chunks::<LEN>());
    let of_rest: f32 = x_rest.iter().zip(rest).map(|(x, weight)| x * weight).sum();
    let mut sums = [F::splat(0.0); TOGETHER];
    for (x, weights) in x.iter().zip(weights) {
        let fours = x.as_chunks().0.iter().zip(weights.as_chunks().0);
        for (sum, (x, weights)) in sums.iter_mut().zip(fours) {
            *sum = sum.add_product(F::load(x), F::load(weights));
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    let [a, c, e, g] = [add(a, b), add(c, d), add(e, f), add(g, h)];
    add(add(add(a, c), add(e, g)), F::load(&[of_rest, 0.0, 0.0, 0.0]))
}

#[inline(always)]
fn add<F: Floats>(a: F, b: F) -> F {
    a.add_product(b, F::splat(1.0))
}

/// float16 weights in panels, with bias and clamp.
struct Halves {
    /// `depth` groups of [`GROUP`] words for each panel.
    weights: Vec<u32>,
    /// Full panels, zero for missing channels; as much smaller than biases as sums are than results.
    bias: Vec<f32>,
    /// Factor of sums.
    of_sums: f32,
    range: (f32, f32),
    depth: usize,
    /// The inputs, multiplied with their power of two.
    inputs: Vec<f32>,
}

impl Halves {
    /// From weights of shape `[channels, depth]` and biases of full panels; `None` if weights have more exponents than five bits, or are
    /// mostly zeros.
    #[inline(never)]
    fn new(weights: &[u16], bias: &[f32], depth: usize, range: (f32, f32)) -> Option<Self> {
        // Loops of their own, which are vectors. The order of magnitudes is that of their bits; zero becomes the largest one.
        let least = weights.iter().map(|half| (half & 0x7fff).wrapping_sub(1)).fold(u16::MAX, u16::min).wrapping_add(1);
        let most = weights.iter().map(|half| half & 0x7fff).fold(0, u16::max);
        let [least, most] = [least, most].map(|half| f16_to_f32(half).to_bits() >> FRACTION);
        let moved = most.checked_sub(LARGEST).filter(|&moved| most < 0xff && least > moved)?;
        let zeros: usize = weights.iter().map(|half| usize::from(half << 1 == 0)).sum();
        if 2 * zeros > weights.len() {
            return None;
        }
        let mut words = vec![0; bias.len() / PANEL * depth * GROUP];
        let mut wide = vec![0.0; depth];
        // Weights of a channel with moved exponents, as bits of float32; zeros of a missing one.
        let mut floats = |channel: usize, to: &mut [u32]| {
            let Some(row) = weights.chunks_exact(depth).nth(channel) else { return to.fill(0) };
            widen(row, &mut wide);
            for (to, wide) in to.iter_mut().zip(&wide) {
                let bits = wide.to_bits();
                *to = bits & SIGN | (bits & !SIGN).saturating_sub(moved << FRACTION);
            }
        };
        // Channel by channel, which are vectors, and then four words of a group at a time.
        let (mut four, mut upper) = ([0; 4].map(|_| vec![0; depth]), vec![0; depth]);
        for (p, panel) in words.chunks_exact_mut(depth * GROUP).enumerate() {
            for at in (0..GROUP).step_by(4) {
                for (i, words) in four.iter_mut().enumerate() {
                    let first = p * PANEL + i;
                    if at < PACKED / 2 {
                        floats(first + 2 * at, words);
                        floats(first + 2 * at + 4, &mut upper);
                        words.iter_mut().zip(&upper).for_each(|(word, upper)| *word = half(*word) | half(*upper) << 16);
                    } else {
                        floats(first + PACKED / 2 + at, words);
                    }
                }
                let [a, b, c, d] = four.each_ref().map(|words| &words[..depth]);
                for (i, group) in panel.chunks_exact_mut(GROUP).enumerate() {
                    group[at..at + 4].copy_from_slice(&[a[i], b[i], c[i], d[i]]);
                }
            }
        }
        let of_sums = moved as i32 - OF_INPUTS;
        let bias = bias.iter().map(|bias| bias * power(-of_sums)).collect();
        Some(Self { weights: words, bias, of_sums: power(of_sums), range, depth, inputs: Vec::new() })
    }

    /// The results of a panel's channels.
    #[inline(always)]
    fn panel<F: Floats>(&self, panel: usize, out: &mut [f32]) {
        let bias = self.bias[panel * PANEL..][..PANEL].as_chunks::<4>().0;
        let mut sums: [F; PANEL / 4] = std::array::from_fn(|i| F::load(&bias[i]));
        let groups = self.weights.as_chunks::<GROUP>().0;
        for (x, group) in self.inputs.iter().zip(&groups[panel * self.depth..]) {
            let x = F::splat(*x);
            let (packed, wide) = group.split_at(PACKED / 2);
            let (of_packed, of_wide) = sums.split_at_mut(PACKED / 4);
            for (sums, eight) in of_packed.as_chunks_mut::<2>().0.iter_mut().zip(packed.as_chunks().0) {
                let [lower, upper] = widened(eight).map(|four| F::load(&four));
                *sums = [sums[0].add_product(x, lower), sums[1].add_product(x, upper)];
            }
            for (sum, four) in of_wide.iter_mut().zip(wide.as_chunks().0) {
                *sum = sum.add_product(x, F::load(&bytemuck::cast::<[u32; 4], _>(*four)));
            }
        }
        let mut all = [[0.0; 4]; PANEL / 4];
        let (low, high) = (F::splat(self.range.0), F::splat(self.range.1));
        for (four, sum) in all.iter_mut().zip(sums) {
            F::splat(-0.0).add_product(sum, F::splat(self.of_sums)).clamp(low, high).store(four);
        }
        out.copy_from_slice(&all.as_flattened()[..out.len()]);
    }
}

impl Kernel for Halves {
    fn packs(&self, operand: usize) -> bool {
        operand > 0
    }

    fn resize(&mut self, _: &NodeView) -> Result<()> {
        self.inputs = vec![0.0; self.depth];
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let row = io.input::<f32>(0);
        self.inputs.iter_mut().zip(row).for_each(|(scaled, x)| *scaled = x * power(OF_INPUTS));
        let units = Units { len: PANEL, cost: self.depth * PANEL, step: 1 };
        io.crew().share(units, &mut [0u8; 0], io.output::<f32>(0), |first, _, out| {
            for (p, out) in out.chunks_mut(PANEL).enumerate() {
                self.panel::<F32x4>(first + p, out);
            }
        });
        Ok(())
    }
}

/// The upper bits of a float32 whose exponent has five bits and whose fraction has ten: sign, exponent, fraction.
fn half(bits: u32) -> u32 {
    bits >> 31 << 15 | (bits & !SIGN) >> DROPPED
}

/// Eight weights as float32. The shift to the right repeats the sign, of which one bit stays.
#[inline(always)]
fn widened(eight: &[u32; 4]) -> [[f32; 4]; 2] {
    const BITS: u32 = SIGN | ((1 << (FRACTION + 5)) - (1 << DROPPED));
    let float = |both: u32| f32::from_bits((both as i32 >> 3) as u32 & BITS);
    [eight.map(|both| float(both << 16)), eight.map(float)]
}
