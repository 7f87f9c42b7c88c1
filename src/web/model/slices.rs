//! Slices of a value as tables and heat maps: which axes are drawn, the real values of quantized ones, shades, and the
//! arrangement of several images.

use crate::services::tensors::schema::Scales;
use crate::services::values::schema::{Slice, SliceValues};
use serde_json::Value as Json;

/// Width of a heat map in CSS pixels; a narrow pane shows it smaller.
const WIDTH: u64 = 280;
/// Largest side of an image among several.
const TILE: u64 = 40;
/// Largest side of a cell.
const CELL: u64 = 20;

/// The slice of the last two axes, or of the images on the given axes (rows, columns, images).
pub fn slice(rank: usize, images: Option<&[u32]>, at: Vec<u64>) -> Slice {
    if let Some([rows, columns, tiles]) = images {
        return Slice { tiles: Some(*tiles), rows: Some(*rows), columns: Some(*columns), at };
    }
    let axis = |back: usize| rank.checked_sub(back).map(|axis| axis as u32);
    Slice { tiles: None, rows: axis(2), columns: axis(1), at }
}

/// Position of an element of a slice: image, row, column.
pub type Cell = (u64, u64, u64);

/// The cells of a slice, in the order of its elements.
pub fn cells(found: &SliceValues) -> impl Iterator<Item = Cell> + use<> {
    let (height, width) = (found.height.max(1), found.width.max(1));
    (0..found.elements.len() as u64).map(move |i| (i / (height * width), i / width % height, i % width))
}

/// Index along an axis of a cell.
pub fn index(slice: &Slice, found: &SliceValues, axis: u32, (image, row, column): Cell) -> u64 {
    let start = found.at.get(axis as usize).copied().unwrap_or(0);
    let shown = [(slice.tiles, image), (slice.rows, row), (slice.columns, column)];
    start + shown.iter().find(|(shown, _)| *shown == Some(axis)).map_or(0, |(_, offset)| *offset)
}

/// An element as a number; `None` for text, complex numbers, and elements that could not be read.
pub fn number(element: &Json) -> Option<f64> {
    match element {
        Json::Number(number) => number.as_f64(),
        Json::Bool(value) => Some(f64::from(u8::from(*value))),
        Json::String(text) => match text.as_str() {
            "nan" => Some(f64::NAN),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

/// The real value of a quantized one at an index of the axis of the scales.
pub fn real(scales: &Scales, index: u64, quantized: f64) -> f64 {
    let of = if scales.scales.len() > 1 { index as usize } else { 0 };
    let zero = scales.zero_points.get(of).or(scales.zero_points.first()).copied().unwrap_or(0);
    scales.scales.get(of).copied().unwrap_or(f64::NAN) * (quantized - zero as f64)
}

/// The numbers of a slice: real values where there are scales; `None` if its elements are not numbers.
pub fn numbers(slice: &Slice, found: &SliceValues, scales: Option<&Scales>) -> Option<Vec<f64>> {
    let numbers = cells(found).zip(&found.elements).map(|(cell, element)| {
        let stored = number(element)?;
        Some(scales.map_or(stored, |scales| real(scales, index(slice, found, scales.axis, cell), stored)))
    });
    numbers.collect()
}

/// Smallest and largest finite number.
pub fn extremes(numbers: &[f64]) -> Option<(f64, f64)> {
    let finite = numbers.iter().copied().filter(|number| number.is_finite());
    finite.fold(None, |found, n| Some(found.map_or((n, n), |(low, high): (f64, f64)| (low.min(n), high.max(n)))))
}

/// Shade of a number between the extremes: from -1 to 1 around zero if there are both signs, otherwise from 0 for the
/// smallest to 1 for the largest. `None` for NaN; infinity has the strongest shade.
pub fn shade(number: f64, (low, high): (f64, f64)) -> Option<f64> {
    if number.is_nan() {
        return None;
    }
    let shade = if low < 0.0 && high > 0.0 { number / high.max(-low) } else { (number - low) / (high - low) };
    Some(if shade.is_nan() { 0.0 } else { shade.clamp(-1.0, 1.0) })
}

/// Images side by side: images in a row, and the sides of a cell and of the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Images in a row.
    pub across: u64,
    /// Side of a cell.
    pub cell: u64,
    /// Width of the canvas.
    pub width: u64,
    /// Height of the canvas.
    pub height: u64,
}

/// Space between images.
const GAP: u64 = 4;

impl Sheet {
    /// The sheet of a slice.
    pub fn of(found: &SliceValues) -> Self {
        let (images, high, wide) = (found.images.max(1), found.height.max(1), found.width.max(1));
        if images == 1 {
            let cell = (WIDTH / high.max(wide)).clamp(1, CELL);
            return Self { across: 1, cell, width: wide * cell, height: high * cell };
        }
        let cell = (TILE / high.max(wide)).clamp(1, CELL / 2);
        let across = ((WIDTH + GAP) / (wide * cell + GAP)).clamp(1, images);
        let down = images.div_ceil(across);
        Self { across, cell, width: across * (wide * cell + GAP) - GAP, height: down * (high * cell + GAP) - GAP }
    }

    /// Left and top of a cell.
    pub fn place(self, found: &SliceValues, (image, row, column): Cell) -> (u64, u64) {
        let (left, top) = (image % self.across, image / self.across);
        let side = |count: u64| count * self.cell + GAP;
        (left * side(found.width) + column * self.cell, top * side(found.height) + row * self.cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn found() -> SliceValues {
        // The first channel of two filters of 1 x 2.
        SliceValues {
            shape: vec![2, 1, 2, 3],
            at: vec![0, 0, 0, 1],
            images: 2,
            height: 1,
            width: 2,
            elements: vec![json!(-4), json!(6), json!(2), json!(0)],
            error: None,
        }
    }

    #[test]
    fn real_values_use_the_scale_of_their_channel() {
        let (slice, found) = (slice(4, Some(&[1, 2, 0]), vec![0, 0, 0, 1]), found());
        let per_filter = Scales { scales: vec![0.5, 2.0], zero_points: vec![0, 1], axis: 0 };
        assert_eq!(numbers(&slice, &found, Some(&per_filter)), Some(vec![-2.0, 3.0, 2.0, -2.0]));
        let per_channel = Scales { scales: vec![1.0, 10.0, 100.0], zero_points: vec![0], axis: 3 };
        assert_eq!(numbers(&slice, &found, Some(&per_channel)), Some(vec![-40.0, 60.0, 20.0, 0.0]));
        let whole = Scales { scales: vec![0.25], zero_points: vec![-4], axis: 0 };
        assert_eq!(numbers(&slice, &found, Some(&whole)), Some(vec![0.0, 2.5, 1.5, 1.0]));
        assert_eq!(numbers(&slice, &found, None), Some(vec![-4.0, 6.0, 2.0, 0.0]));
        let text = SliceValues { elements: vec![json!("a")], ..found };
        assert_eq!(numbers(&slice, &text, None), None);
    }

    #[test]
    fn indices_are_those_of_the_value() {
        let images = slice(4, Some(&[1, 2, 0]), vec![5, 0, 0, 1]);
        let found = SliceValues { at: vec![5, 0, 0, 1], ..found() };
        let last = cells(&found).last().unwrap();
        assert_eq!(last, (1, 0, 1));
        assert_eq!((0..4).map(|axis| index(&images, &found, axis, last)).collect::<Vec<_>>(), [6, 0, 1, 1]);
        let plain = slice(1, None, Vec::new());
        assert_eq!((plain.rows, plain.columns), (None, Some(0)));
        assert_eq!(slice(0, None, Vec::new()), Slice::default());
    }

    #[test]
    fn shades_are_around_zero_if_there_are_both_signs() {
        assert_eq!(shade(-1.0, (-1.0, 4.0)), Some(-0.25));
        assert_eq!(shade(4.0, (-1.0, 4.0)), Some(1.0));
        assert_eq!((shade(2.0, (2.0, 6.0)), shade(5.0, (2.0, 6.0))), (Some(0.0), Some(0.75)));
        assert_eq!(shade(3.0, (3.0, 3.0)), Some(0.0), "all are equal");
        assert_eq!((shade(f64::NAN, (0.0, 1.0)), shade(f64::NEG_INFINITY, (-1.0, 1.0))), (None, Some(-1.0)));
        assert_eq!(extremes(&[f64::NAN, 2.0, -1.0, f64::INFINITY]), Some((-1.0, 2.0)));
        assert_eq!(extremes(&[f64::NAN]), None);
    }

    #[test]
    fn images_are_side_by_side_and_do_not_overlap() {
        let found = SliceValues { images: 64, height: 3, width: 3, ..SliceValues::default() };
        let sheet = Sheet::of(&found);
        assert_eq!((sheet.cell, sheet.across), (10, 8));
        assert_eq!((sheet.width, sheet.height), (268, 268));
        assert_eq!(sheet.place(&found, (9, 2, 1)), (34 + 10, 34 + 20));
        let one = SliceValues { images: 1, height: 64, width: 64, ..SliceValues::default() };
        assert_eq!(Sheet::of(&one), Sheet { across: 1, cell: 4, width: 256, height: 256 });
    }
}
