//! Sorting with code that exists once. The standard library generates some 5 KB of code for every sorted type, which is
//! a lot in a module that is fetched before the first display; here only the comparison is generated for each type.
//!
//! All sorts are stable. Inner loops that must be fast (kernels, layout) use the standard library.

use std::cmp::Ordering;

/// The indices of `len` items in sorted order; equal items keep their order.
pub fn order(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<u32> {
    // Merges runs of 1, 2, 4, … from one list into the other.
    let mut sorted: Vec<u32> = (0..len as u32).collect();
    let mut merged = Vec::with_capacity(len);
    let mut run = 1;
    while run < len {
        merged.clear();
        for pair in sorted.chunks(run * 2) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            while let ([a, rest_left @ ..], [b, rest_right @ ..]) = (left, right) {
                if compare(*b as usize, *a as usize).is_lt() {
                    merged.push(*b);
                    right = rest_right;
                } else {
                    merged.push(*a);
                    left = rest_left;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut sorted, &mut merged);
        run *= 2;
    }
    sorted
}

/// Sorts in place; equal items keep their order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = order(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    arrange(order, &mut |a, b| items.swap(a, b));
}

/// Sorts by a key; items of equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts in place.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Moves to each position the item that `order` names for it, by swaps along the cycles.
fn arrange(mut order: Vec<u32>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at as u32) as usize;
            if from == start {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Keys of short lists and of lists about as long as a power of two; few distinct keys show whether a sort is stable.
    fn keys() -> impl Strategy<Value = Vec<u64>> {
        let len = prop_oneof![20 => 0..40usize, 1 => prop::sample::select(vec![1000, 4096, 4097])];
        (len, prop::sample::select(vec![1, 3, 1u64 << 40])).prop_flat_map(|(len, most)| vec(0..most, len))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn sorts_as_the_standard_library_does_stably(keys in keys()) {
            let mut items: Vec<(u64, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by_key(&mut items, |item| item.0);
            assert_eq!(items, expected);
            items.reverse();
            sort(&mut items);
            expected.sort();
            assert_eq!(items, expected);
        }
    }

    #[test]
    fn takes_some_n_log_n_comparisons() {
        let mut count = 0;
        order(1 << 12, &mut |a, b| {
            count += 1;
            (a * 2_654_435_761 % 4096).cmp(&(b * 2_654_435_761 % 4096))
        });
        assert!(count <= 12 << 12, "{count}");
    }
}
