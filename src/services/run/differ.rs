//! Differences between the outputs of two backends.

use super::io::Output;
use super::schema::OutputDifference;
use super::values::value;
use crate::engine::program::Dtype;

/// The difference between two outputs, relative to the first; `None` if they have no numbers or different shapes.
///
/// NaN equals NaN; its difference from anything else is infinite, as is that of infinity.
pub fn difference(name: &str, first: &Output, second: &Output) -> Option<OutputDifference> {
    Some(measured(name, first, second)?.0)
}

/// The same, and the greatest magnitude of the first.
pub(super) fn measured(name: &str, first: &Output, second: &Output) -> Option<(OutputDifference, f64)> {
    if first.shape != second.shape {
        return None;
    }
    let count: usize = first.shape.iter().product();
    let mut difference_found = OutputDifference {
        name: name.to_owned(),
        dtype: first.dtype.name().to_owned(),
        elements: count,
        ..OutputDifference::default()
    };
    let mut scale = 0.0f64;
    for index in 0..count {
        let (a, b) = (value(first.dtype, &first.bytes, index)?, value(second.dtype, &second.bytes, index)?);
        if a.is_finite() {
            scale = scale.max(a.abs());
        }
        if a == b || a.is_nan() && b.is_nan() {
            continue;
        }
        difference_found.different += 1;
        let far = (a - b).abs();
        let far = if far.is_nan() { f64::INFINITY } else { far };
        if difference_found.at.is_none() || far > difference_found.absolute {
            difference_found.absolute = far;
            difference_found.at = Some(index);
            (difference_found.first, difference_found.second) = (a, b);
        }
    }
    difference_found.relative =
        if difference_found.absolute == 0.0 { 0.0 } else { difference_found.absolute / scale.max(f64::MIN_POSITIVE) };
    Some((difference_found, scale))
}

/// An output from a `.npy` file written by [`crate::formats::npy::write`]: version 1, little-endian, row-major.
pub fn output(dtype: &str, shape: &[usize], file: &[u8]) -> Option<Output> {
    let len = u16::from_le_bytes([*file.get(8)?, *file.get(9)?]);
    let bytes = file.get(10 + usize::from(len)..)?.to_vec();
    Some(Output { dtype: Dtype::from_name(dtype)?, shape: shape.to_vec(), bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::npy;

    fn floats(values: &[f32]) -> Output {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Output { dtype: Dtype::F32, shape: vec![values.len()], bytes }
    }

    #[test]
    fn the_largest_difference_is_told_with_its_place() {
        let difference_found = difference("y", &floats(&[4.0, -8.0, 1.0]), &floats(&[4.5, -9.0, 1.0])).unwrap();
        assert_eq!(
            (
                difference_found.elements,
                difference_found.different,
                difference_found.absolute,
                difference_found.relative
            ),
            (3, 2, 1.0, 0.125)
        );
        assert_eq!((difference_found.at, difference_found.first, difference_found.second), (Some(1), -8.0, -9.0));
        let same = difference("y", &floats(&[f32::NAN, 0.0]), &floats(&[f32::NAN, -0.0])).unwrap();
        assert_eq!((same.different, same.absolute, same.relative, same.at), (0, 0.0, 0.0, None));
    }

    #[test]
    fn what_is_not_finite_is_infinitely_far() {
        let difference_found = difference("y", &floats(&[1.0, f32::NAN]), &floats(&[1.5, 2.0])).unwrap();
        assert_eq!((difference_found.absolute, difference_found.at), (f64::INFINITY, Some(1)));
        assert!(difference("y", &floats(&[0.0]), &floats(&[1e-3])).unwrap().relative.is_finite());
        assert_eq!(difference("y", &floats(&[0.0]), &floats(&[0.0, 0.0])), None);
    }

    #[test]
    fn a_file_is_an_output_again() {
        let wanted = floats(&[1.0, 2.0]);
        let file = npy::write("float32", &[2], &wanted.bytes).unwrap();
        assert_eq!(output("float32", &[2], &file), Some(wanted));
        assert_eq!(output("float32", &[2], &file[..9]), None);
    }
}
