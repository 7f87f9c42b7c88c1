//! Maximal repetitions of a sequence, of any period.
//!
//! A repetition of period p contains a Lyndon word of length p, and the longest Lyndon words that start at the n
//! positions (for an order and its inverse) are at most 2n candidates, each extended to both sides by comparisons of
//! hashes. So the work is n log n at any length and period. (Bannai, I, Inenaga, Nakashima, Takeda, Tsuruta: The "runs"
//! theorem, SIAM Journal on Computing 46(5), 2017.)

/// A maximal repetition: items `start..end` repeat with this period, at least twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Run {
    pub start: u32,
    pub end: u32,
    pub period: u32,
}

/// All maximal repetitions, each with its shortest period, sorted. Equal hashes of unequal parts may add or hide some:
/// callers compare the items before they rely on a run.
#[inline(never)]
pub(super) fn runs(items: &[u64]) -> Vec<Run> {
    let text = Text::new(items);
    let n = items.len();
    let mut found: Vec<Run> = Vec::new();
    let mut after: Vec<usize> = Vec::new();
    for inverse in [false, true] {
        // Starts of the suffixes that follow, each smaller than all between it and the next one below it.
        after.clear();
        for i in (0..n).rev() {
            while let Some(j) = after.last().copied() {
                let same = text.ahead(i, j);
                if j + same == n || (items[i + same] < items[j + same]) == inverse {
                    break;
                }
                after.pop();
            }
            let j = after.last().copied().unwrap_or(n);
            after.push(i);
            let period = j - i;
            let (start, end) = (i - text.behind(i, j), j + text.ahead(i, j));
            if end - start >= 2 * period {
                found.push(Run { start: start as u32, end: end as u32, period: period as u32 });
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    // A multiple of a period is a period too; the shortest sorts first.
    found.dedup_by(|later, first| (later.start, later.end) == (first.start, first.end));
    found
}

/// A sequence with the hashes of all its beginnings.
struct Text<'a> {
    items: &'a [u64],
    hashes: Vec<u64>,
    powers: Vec<u64>,
}

impl<'a> Text<'a> {
    #[inline(never)]
    fn new(items: &'a [u64]) -> Self {
        const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
        let (mut hashes, mut powers) = (vec![0u64], vec![1u64]);
        for (i, item) in items.iter().enumerate() {
            hashes.push(hashes[i].wrapping_mul(BASE).wrapping_add(mix(*item)));
            powers.push(powers[i].wrapping_mul(BASE));
        }
        Self { items, hashes, powers }
    }

    fn hash(&self, from: usize, to: usize) -> u64 {
        self.hashes[to].wrapping_sub(self.hashes[from].wrapping_mul(self.powers[to - from]))
    }

    /// How many items from `i` on equal those from `j` on; `i <= j`.
    fn ahead(&self, i: usize, j: usize) -> usize {
        let most = self.items.len() - j;
        if most == 0 || self.items[i] != self.items[j] {
            return 0;
        }
        longest(most, |len| self.hash(i, i + len) == self.hash(j, j + len))
    }

    /// How many items before `i` equal those before `j`; `i <= j`.
    fn behind(&self, i: usize, j: usize) -> usize {
        if i == 0 || self.items[i - 1] != self.items[j - 1] {
            return 0;
        }
        longest(i, |len| self.hash(i - len, i) == self.hash(j - len, j))
    }
}

/// The greatest length up to `most` that is equal, when 1 is: doubles, then halves.
fn longest(most: usize, equal: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut step) = (1, 1);
    while low + step <= most && equal(low + step) {
        low += step;
        step *= 2;
    }
    while step > 0 {
        if low + step <= most && equal(low + step) {
            low += step;
        }
        step /= 2;
    }
    low
}

/// Spreads the bits of a number.
pub(super) fn mix(of: u64) -> u64 {
    let a = (of ^ (of >> 30)).wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let b = (a ^ (a >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    b ^ (b >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Every maximal repetition by trying every period.
    fn plain(items: &[u64]) -> Vec<Run> {
        let n = items.len();
        let mut found: Vec<Run> = Vec::new();
        for period in 1..=n / 2 {
            let mut i = 0;
            while i + period < n {
                let same = (i..n - period).take_while(|k| items[*k] == items[k + period]).count();
                if same >= period {
                    found.push(Run { start: i as u32, end: (i + same + period) as u32, period: period as u32 });
                }
                i += same + 1;
            }
        }
        found.sort_unstable();
        found.dedup_by(|later, first| (later.start, later.end) == (first.start, first.end));
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn finds_what_trying_every_period_finds(items in (1..4u64).prop_flat_map(|most| vec(0..=most, 0..60))) {
            assert_eq!(runs(&items), plain(&items));
        }
    }

    #[test]
    fn a_block_of_any_length_is_found() {
        let block: Vec<u64> = (0..5_000).map(|i| i * i % 977 + i).collect();
        let items: Vec<u64> = (0..20).flat_map(|_| block.iter().copied()).collect();
        let all = runs(&items);
        assert!(all.contains(&Run { start: 0, end: 100_000, period: 5_000 }));
    }
}
