//! Memory planning: places tensors in one arena by the steps during which they live.

use super::order::sorted;

/// A tensor to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Life {
    /// The tensor.
    pub tensor: usize,
    /// Bytes.
    pub len: usize,
    /// First step at which it holds a value.
    pub first: usize,
    /// Last step at which it is read or written.
    pub last: usize,
}

/// Alignment of offsets: a cache line, which is a multiple of a vector.
const STEP: usize = 64;

/// Above this many tensors, the quadratic search takes too long, and every tensor gets separate memory.
const SEARCH_LIMIT: usize = 4096;

/// Assigns offsets so that tensors alive at the same step never share a byte.
///
/// Largest first, each in the lowest gap that fits among the tensors alive at the same time. Returns the offsets, in
/// the order of `lives`, and the bytes of the arena; `None` when that overflows.
// A browser optimizes a function with long loops as a whole, so it is one of its own.
#[inline(never)]
pub(super) fn place(lives: &[Life]) -> Option<(Vec<usize>, usize)> {
    let mut offsets = vec![0; lives.len()];
    let mut size = 0usize;
    if lives.len() > SEARCH_LIMIT {
        for (offset, life) in offsets.iter_mut().zip(lives) {
            *offset = size;
            size = size.checked_add(life.len)?.checked_next_multiple_of(STEP)?;
        }
        return Some((offsets, size));
    }
    let order = lives.iter().enumerate().map(|(i, life)| (usize::MAX - life.len, life.first, i));
    let mut placed: Vec<usize> = Vec::new();
    for (_, _, i) in sorted(order.collect()) {
        let life = lives[i];
        if life.len == 0 {
            continue;
        }
        let mut at = 0usize;
        // `placed` is sorted by offset, so one pass finds the lowest gap.
        for &other in &placed {
            let beside = &lives[other];
            if beside.last < life.first || life.last < beside.first {
                continue;
            }
            if at.checked_add(life.len)? <= offsets[other] {
                break;
            }
            at = at.max((offsets[other] + beside.len).next_multiple_of(STEP));
        }
        offsets[i] = at;
        size = size.max(at.checked_add(life.len)?.checked_next_multiple_of(STEP)?);
        let position = placed.partition_point(|&other| offsets[other] <= at);
        placed.insert(position, i);
    }
    Some((offsets, size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn lives(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<Life>> {
        let life = |(tensor, (first, steps, len)): (usize, (usize, usize, usize))| Life {
            tensor,
            len,
            first,
            last: first + steps,
        };
        vec((0..100usize, 0..5usize, 0..5000usize), count)
            .prop_map(move |all| all.into_iter().enumerate().map(life).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn tensors_that_live_together_never_overlap(lives in lives(0..100)) {
            let (offsets, size) = place(&lives).unwrap();
            for (i, a) in lives.iter().enumerate() {
                assert!(offsets[i] + a.len <= size);
                for (j, b) in lives.iter().enumerate().skip(i + 1) {
                    let together = a.first <= b.last && b.first <= a.last && a.len > 0 && b.len > 0;
                    let apart = offsets[i] + a.len <= offsets[j] || offsets[j] + b.len <= offsets[i];
                    assert!(!together || apart, "{a:?} at {} and {b:?} at {}", offsets[i], offsets[j]);
                }
            }
        }

        #[test]
        fn memory_is_reused(lives in lives(300)) {
            let (_, size) = place(&lives).unwrap();
            let total: usize = lives.iter().map(|l| l.len).sum();
            let live = |step| lives.iter().filter(|l| l.first <= step && step <= l.last).map(|l| l.len).sum::<usize>();
            let peak = (0..110).map(live).max().unwrap();
            assert!(size < total / 4, "{size} of {total}");
            assert!(size <= peak * 3 / 2, "{size}, peak {peak}");
        }
    }
}
