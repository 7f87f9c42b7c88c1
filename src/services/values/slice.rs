//! Some elements of a value, by index: a window of two of its axes, or several such windows side by side.

use super::find::find;
use super::schema::{Slice, SliceValues};
use super::tell::scalar;
use super::work::{Progress, Work};
use crate::artifact::Artifact;
use crate::bytes::{Error, Result};
use crate::formats::stored::{Form, Listed, Numbers, Ordered, Stored, TEXT_HEAD};
use crate::formats::tensor_value::Scalar;
use crate::order;
use crate::report::tell::error;
use prost::bytes::Bytes;
use serde_json::Value as Json;

/// Maximum rows and columns of a window, and maximum windows.
const MOST_SIDE: u64 = 64;
/// Maximum elements of all windows.
const MOST: u64 = 4096;

/// Reads a slice: a value of any size is read up to the last element of the slice, a chunk at a time.
pub struct SliceWork {
    listed: Listed,
    found: SliceValues,
    /// Indices of the elements in the order of the value, each with its position in the slice.
    wanted: Vec<(u64, usize)>,
    next: usize,
    reading: std::result::Result<Reading, Error>,
}

/// A value being read.
enum Reading {
    Numbers {
        stored: Stored,
        numbers: Numbers,
        /// Elements before the next chunk.
        before: u64,
        chunk: Vec<u8>,
    },
    Texts(Vec<Bytes>),
}

impl SliceWork {
    /// A slice of a value of an artifact; `None` when there is no such value.
    pub fn new(artifact: &Artifact, value: &str, slice: &Slice) -> Option<Self> {
        let (stores, index, listed) = find(artifact, value)?;
        let reading = stores.ordered(index).and_then(reading);
        let count = match &reading {
            Ok(Reading::Numbers { stored, .. }) => stored.count,
            Ok(Reading::Texts(texts)) => texts.len() as u64,
            Err(_) => 0,
        };
        let (found, wanted) = windows(&listed.shape, count, slice);
        Some(Self { listed, found, wanted, next: 0, reading })
    }

    /// The result, once the work is done.
    pub fn into_report(mut self) -> SliceValues {
        if let Err(wrong) = &self.reading {
            self.found.error = Some(error(wrong));
        }
        self.found
    }

    fn read(&mut self) -> Result<bool> {
        let Ok(reading) = &mut self.reading else { return Ok(false) };
        let (elements, wanted) = (&mut self.found.elements, &self.wanted[self.next..]);
        match reading {
            Reading::Texts(texts) => {
                for (index, position) in wanted {
                    let text = &texts[*index as usize];
                    elements[*position] = scalar(&Scalar::Text(text.slice(..text.len().min(TEXT_HEAD))));
                }
                Ok(false)
            }
            Reading::Numbers { stored, numbers, before, chunk } => {
                if wanted.is_empty() || !stored.chunks.next(chunk)? {
                    return Ok(false);
                }
                let unit = numbers.unit().unwrap_or(1) as usize;
                let per_unit = if numbers.packed > 0 { 8 / u64::from(numbers.packed) } else { 1 };
                let count = (chunk.len() / unit) as u64 * per_unit;
                for (index, position) in wanted.iter().take_while(|(index, _)| *index < *before + count) {
                    let (at, within) = ((*index - *before) / per_unit, (*index - *before) % per_unit);
                    let bytes = &chunk[at as usize * unit..(at as usize + 1) * unit];
                    elements[*position] = numbers.first(bytes, within as usize + 1).last().map_or(Json::Null, scalar);
                    self.next += 1;
                }
                *before += count;
                Ok(self.next < self.wanted.len())
            }
        }
    }
}

impl Work for SliceWork {
    fn step(&mut self) -> Option<Progress> {
        match self.read() {
            Ok(more) => more.then(|| {
                let done = match &self.reading {
                    Ok(Reading::Numbers { stored, .. }) => stored.chunks.done(),
                    _ => 0,
                };
                Progress { name: self.listed.name.clone(), done, of: self.listed.bytes }
            }),
            Err(error) => {
                self.reading = Err(error);
                None
            }
        }
    }
}

fn reading(ordered: Ordered) -> Result<Reading> {
    Ok(match ordered {
        Ordered::Numbers(stored) => {
            let numbers = match stored.form {
                Form::Numbers(numbers) => numbers,
                Form::Lengths => Numbers::plain(23, false),
            };
            Reading::Numbers { stored, numbers, before: 0, chunk: Vec::new() }
        }
        Ordered::Texts(texts) => Reading::Texts(texts),
    })
}

/// The slice without its elements, and the index of each element in the value with its position in the slice.
fn windows(shape: &[i64], count: u64, slice: &Slice) -> (SliceValues, Vec<(u64, usize)>) {
    let elements = shape.iter().try_fold(1u64, |count, dim| count.checked_mul(u64::try_from(*dim).ok()?));
    // A sparse tensor stores some of its elements only; they are listed without their indices in the tensor.
    let shape = if elements == Some(count) { shape.to_vec() } else { vec![count as i64] };
    let fits = |axis: &Option<u32>| axis.map(|axis| axis as usize).filter(|axis| *axis < shape.len());
    let [tiles, rows, columns] = [&slice.tiles, &slice.rows, &slice.columns].map(fits);
    let dim = |axis: usize| shape[axis] as u64;
    let start = |axis: usize| slice.at.get(axis).copied().unwrap_or(0).min(dim(axis).saturating_sub(1));
    let extent = |axis: Option<usize>, most: u64| axis.map_or(1, |axis| (dim(axis) - start(axis)).min(most));
    let (height, width) = (extent(rows, MOST_SIDE), extent(columns, MOST_SIDE));
    let images = extent(tiles, (MOST / (height * width).max(1)).clamp(1, MOST_SIDE));
    let mut strides = vec![1u64; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis] * dim(axis);
    }
    let first: u64 = if count == 0 { 0 } else { (0..shape.len()).map(|axis| start(axis) * strides[axis]).sum() };
    let stride = |axis: Option<usize>| axis.map_or(0, |axis| strides[axis]);
    let mut wanted = Vec::new();
    for tile in 0..if count == 0 { 0 } else { images } {
        for row in 0..height {
            for column in 0..width {
                let at = first + tile * stride(tiles) + row * stride(rows) + column * stride(columns);
                wanted.push((at, wanted.len()));
            }
        }
    }
    let found = SliceValues {
        at: (0..shape.len()).map(start).collect(),
        shape,
        images,
        height,
        width,
        elements: vec![Json::Null; wanted.len()],
        error: None,
    };
    order::sort_by_key(&mut wanted, |(index, _)| *index);
    (found, wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_windows_of_two_axes_for_each_index_of_a_third() {
        // OHWI: two filters of 3 x 2, four channels; the images of channel 1.
        let slice = Slice { tiles: Some(0), rows: Some(1), columns: Some(2), at: vec![0, 0, 0, 1] };
        let (found, wanted) = windows(&[2, 3, 2, 4], 48, &slice);
        assert_eq!((found.images, found.height, found.width), (2, 3, 2));
        let indices: Vec<u64> = wanted.iter().map(|(index, _)| *index).collect();
        assert_eq!(indices, [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45]);
    }

    #[test]
    fn a_window_begins_where_it_is_asked_to_and_ends_with_the_value() {
        let slice = Slice { tiles: None, rows: Some(0), columns: Some(1), at: vec![98, 3] };
        let (found, wanted) = windows(&[100, 5], 500, &slice);
        assert_eq!((found.height, found.width), (2, 2));
        let mut indices: Vec<u64> = wanted.iter().map(|(index, _)| *index).collect();
        indices.sort_unstable();
        assert_eq!(indices, [493, 494, 498, 499]);
        // A start after the end is the last index.
        let (found, _) = windows(&[100, 5], 500, &Slice { at: vec![1000, 0], ..slice });
        assert_eq!(found.at, [99, 0]);
    }

    #[test]
    fn windows_stay_small_and_odd_shapes_are_lists() {
        let all = Slice { tiles: Some(0), rows: Some(1), columns: Some(2), at: Vec::new() };
        let (found, wanted) = windows(&[1000, 1000, 1000], 1_000_000_000, &all);
        assert_eq!((found.images, found.height, found.width, wanted.len()), (1, 64, 64, 4096));
        // Sparse: fewer elements than the shape has.
        let (found, wanted) = windows(&[10, 10], 7, &Slice { columns: Some(0), ..Slice::default() });
        assert_eq!((found.shape, wanted.len()), (vec![7], 7));
        let (_, wanted) = windows(&[0, 4], 0, &Slice { columns: Some(1), ..Slice::default() });
        assert!(wanted.is_empty());
        let (found, wanted) = windows(&[], 1, &Slice::default());
        assert_eq!((found.height, found.width, wanted.len()), (1, 1, 1));
    }
}
