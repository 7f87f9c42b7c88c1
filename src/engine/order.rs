//! Sorting of a few elements while planning, in little code: that for slices is several kilobytes for each type.

use std::collections::BinaryHeap;

/// The elements in ascending order.
pub(super) fn sorted<T: Ord>(elements: Vec<T>) -> Vec<T> {
    BinaryHeap::from(elements).into_sorted_vec()
}
