//! int8 weights in panels of channels and groups of depths, for [`super::gemm_ints`].
//!
//! Where the sum of two products must fit 16 bits, weights of some pairs of depths are divided: what is left of them is multiplied with the
//! same inputs behind all groups of their panel, two such pairs in a group.

use super::gemm::{HALF, PANEL};
use super::vector::{Block, GROUP, Weights, part};
use std::ops::Range;

/// Pairs of depths of a group whose weights may be divided.
const PAIRS: usize = 2;

/// Weights of groups of depths: of the lower four channels of a panel, and of the upper four.
pub type Group<W> = [W; 2];

/// A pair of depths, and weights of it that fit.
type Part = (usize, [[i32; 2]; PANEL]);

/// The weights of all panels.
pub struct Groups<W> {
    /// For each panel, its groups; then groups of what is left of those that are divided.
    weights: Vec<Group<W>>,
    /// The pairs of depths that each of these multiplies again, panel by panel.
    again: Vec<[usize; PAIRS]>,
    /// For each panel and the end of all, how many of these come before.
    before: Vec<usize>,
    /// Groups of a panel, without these.
    count: usize,
    /// The most of a panel, with these.
    most: usize,
}

impl<W: Weights> Groups<W> {
    /// Zeros for so many panels, with so many groups each.
    pub fn new(panels: usize, count: usize) -> Self {
        let weights = vec![Default::default(); panels * count];
        Self { weights, again: Vec::new(), before: vec![0; panels + 1], count, most: count }
    }

    /// Weights of shape `[channels, depth]` minus their zero point; `None` if one does not fit. With `most_parts`, the sum of two products
    /// must fit 16 bits: weights are in parts where it does not, but `None` if parts need more than so many groups besides.
    // Not inlined: a browser optimizes a function with long loops as a whole.
    #[inline(never)]
    pub fn pack(weights: &[i8], zero: i8, [channels, depth]: [usize; 2], most_parts: Option<usize>) -> Option<Self> {
        let is_narrow = W::HAS_PARTS && most_parts.is_some();
        let most_parts = most_parts.unwrap_or(0);
        let (panels, count) = (channels.div_ceil(PANEL), depth.div_ceil(W::DEPTHS));
        let mut all: Vec<Group<W>> = Vec::with_capacity(panels * count + most_parts);
        let (mut again, mut before, mut most) = (Vec::new(), vec![0], count);
        // Of even pairs, then of odd ones: see `repeat`.
        let mut rests = [Vec::new(), Vec::new()];
        for panel in 0..panels {
            let (rows, first) = (weights.get(panel * PANEL * depth..).unwrap_or_default(), all.len());
            for i in 0..count {
                let values = values(rows, depth, i * W::DEPTHS..depth.min((i + 1) * W::DEPTHS), zero);
                all.push(match W::pack(values, zero, is_narrow) {
                    None if is_narrow => divided::<W>(values, zero, i * PAIRS, &mut rests),
                    group => group?,
                });
            }
            if is_narrow {
                let [rests, odd] = &mut rests;
                rests.append(odd);
                for two in rests.chunks(PAIRS) {
                    let mut group = Default::default();
                    two.iter().enumerate().for_each(|(i, (_, weights))| set::<W>(&mut group, i, weights));
                    all.push(group);
                    // A pair that is missing has zero weights.
                    again.push([0, 1].map(|i| two.get(i).unwrap_or(&two[0]).0));
                }
                rests.clear();
                if again.len() > most_parts {
                    return None;
                }
            }
            before.push(again.len());
            most = most.max(all.len() - first);
        }
        Some(Self { weights: all, again, before, count, most })
    }

    /// Stores a weight; `None` if it does not fit.
    #[inline(always)]
    pub fn put(&mut self, channel: usize, depth: usize, weight: i32) -> Option<()> {
        let group = channel / PANEL * self.count + depth / W::DEPTHS;
        let weights = self.weights[group][channel % PANEL / HALF].as_mut();
        weights[channel % HALF * W::DEPTHS + depth % W::DEPTHS] = W::Weight::try_from(weight).ok()?;
        Some(())
    }

    /// The groups of a panel, and the pairs of depths that those behind [`Groups::count`] multiply again.
    #[inline(always)]
    pub fn of(&self, panel: usize) -> (&[Group<W>], &[[usize; PAIRS]]) {
        let [first, end] = [self.before[panel], self.before[panel + 1]];
        (&self.weights[panel * self.count + first..(panel + 1) * self.count + end], &self.again[first..end])
    }

    /// Number of panels.
    pub fn panels(&self) -> usize {
        self.before.len() - 1
    }

    /// Groups of a panel, each of other depths.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The most groups of a panel.
    pub fn most(&self) -> usize {
        self.most
    }
}

/// The values of up to four depths in eight rows; those that a row has not are `missing`.
// Not inlined: lanes of all kinds share it.
#[inline(never)]
fn values(rows: &[i8], depth: usize, depths: Range<usize>, missing: i8) -> [[i8; GROUP]; PANEL] {
    let mut values = [[missing; GROUP]; PANEL];
    for (row, to) in values.iter_mut().enumerate() {
        let from = rows.get(row * depth..).and_then(|row| row.get(depths.clone())).unwrap_or_default();
        match from.first_chunk() {
            Some(four) => *to = *four,
            None => to.iter_mut().zip(from).for_each(|(to, value)| *to = *value),
        }
    }
    values
}

/// Weights of the pairs of depths `first` and behind it: the first part of each; other parts are added to those of even or odd pairs.
#[inline(never)]
fn divided<W: Weights>(
    values: [[i8; GROUP]; PANEL],
    zero: i8,
    first: usize,
    rests: &mut [Vec<Part>; PAIRS],
) -> Group<W> {
    let mut group = Default::default();
    for (i, rests) in rests.iter_mut().enumerate() {
        let mut left = values.map(|values| [0, 1].map(|depth| i32::from(values[2 * i + depth]) - i32::from(zero)));
        let mut now = left.map(part);
        set::<W>(&mut group, i, &now);
        while now != left {
            left.as_flattened_mut().iter_mut().zip(now.as_flattened()).for_each(|(left, now)| *left -= now);
            now = left.map(part);
            rests.push((first + i, now));
        }
    }
    group
}

/// Sets the weights of a pair of depths of a group; they fit.
#[inline(never)]
fn set<W: Weights>(group: &mut Group<W>, pair: usize, weights: &[[i32; 2]; PANEL]) {
    for (half, weights) in group.iter_mut().zip(weights.as_chunks::<HALF>().0) {
        for (to, weights) in half.as_mut().chunks_exact_mut(W::DEPTHS).zip(weights) {
            to[2 * pair..]
                .iter_mut()
                .zip(weights)
                .for_each(|(to, &w)| *to = W::Weight::try_from(w).unwrap_or_default());
        }
    }
}

/// Puts arranged inputs that are multiplied again behind the first `count` blocks.
#[inline(never)]
pub fn repeat(blocks: &mut [Block], count: usize, again: &[[usize; PAIRS]]) {
    let (blocks, to) = blocks.split_at_mut(count);
    for (to, &pairs) in to.iter_mut().zip(again) {
        let rows = |pair: usize| bytemuck::cast::<Block, [u32; 2 * GROUP]>(blocks[pair / PAIRS]);
        let join = |of: fn(u32, u32) -> u32| {
            let (a, b) = (rows(pairs[0]), rows(pairs[1]));
            bytemuck::cast(std::array::from_fn::<_, { 2 * GROUP }, _>(|row| of(a[row], b[row])))
        };
        // Shifts by numbers that the compiler knows; kinds are not mixed, so that the CPU knows the branch.
        *to = match pairs.map(|pair| pair % PAIRS) {
            [0, 0] => join(|a, b| a & 0xffff | b << 16),
            [0, _] => join(|a, b| a & 0xffff | b & 0xffff_0000),
            [_, 0] => join(|a, b| a >> 16 | b << 16),
            _ => join(|a, b| a >> 16 | b & 0xffff_0000),
        };
    }
}

/// Those of a row.
#[inline(always)]
pub fn repeated(row: &[i8], again: [usize; PAIRS]) -> [i8; GROUP] {
    let pairs = row.as_chunks().0;
    let [[a, b], [c, d]] = again.map(|pair| pairs[pair]);
    [a, b, c, d]
}

#[cfg(test)]
mod tests {
    use super::*;

    type Bytes = Groups<[i8; 16]>;

    #[test]
    fn only_pairs_with_large_weights_are_divided() {
        // The ninth channel has the second panel; its depths 10, 14 and 15 are large.
        let mut weights = vec![64; 9 * 16];
        weights[8 * 16 + 10] = 65;
        weights[8 * 16 + 14..].fill(127);
        let groups = Bytes::pack(&weights, 0, [9, 16], Some(1)).unwrap();
        assert!(Bytes::pack(&weights, 0, [9, 16], Some(0)).is_none());
        assert_eq!((groups.count(), groups.most()), (4, 5));
        assert_eq!((groups.of(0).0.len(), groups.of(0).1), (4, &[][..]));
        let (weights, again) = groups.of(1);
        assert_eq!((weights.len(), again), (5, &[[5, 7]][..]));
        assert_eq!(weights[2][0][..4], [64, 64, 32, 32]);
        assert_eq!((&weights[4][0][..4], &weights[4][0][4..]), (&[33, 32, 64, 64][..], &[0; 12][..]));
        assert_eq!(repeated(&std::array::from_fn::<_, 16, _>(|i| i as i8), again[0]), [10, 11, 14, 15]);
    }

    #[test]
    fn inputs_are_repeated_pair_by_pair() {
        let block = |first: i8| [0, 1].map(|half| std::array::from_fn(|i| first + 16 * half + i as i8));
        let mut blocks: [Block; 3] = [block(0), block(32), Block::default()];
        repeat(&mut blocks, 2, &[[3, 0]]);
        let rows = blocks[2].as_flattened().as_chunks::<GROUP>().0;
        assert_eq!((rows[0], rows[7]), ([34, 35, 0, 1], [62, 63, 28, 29]));
    }

    #[test]
    fn weights_that_are_no_int8_are_divided() {
        let groups = Bytes::pack(&[-128], 127, [1, 1], Some(2)).unwrap();
        let parts = groups.of(0).0.iter().flat_map(|group| group[0].as_ref());
        assert_eq!(parts.map(|&w| i32::from(w)).sum::<i32>(), -255);
    }
}
