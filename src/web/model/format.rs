//! Shapes, dates, ranges and sizes as text and numbers.

pub use crate::report::dates::days;

/// `[1, 224, 224, 3]`; `?` for unknown dimensions.
pub fn shape(dims: &[i64]) -> String {
    let parts: Vec<_> = dims.iter().map(|d| if *d < 0 { "?".to_owned() } else { d.to_string() }).collect();
    format!("[{}]", parts.join(", "))
}

/// A range of bytes: `0x1c–0x30 (20 bytes)`, first and last byte.
pub fn range(range: (u64, u64)) -> String {
    let last = range.1.saturating_sub(1).max(range.0);
    format!("{:#x}–{last:#x}", range.0)
}

/// A size in a readable unit: its value, rounded, and the id of the unit's message. Powers of ten, as file managers and
/// download pages count.
pub fn size(count: u64) -> (f64, &'static str) {
    let (value, unit) = match count {
        0..1_000 => return (count as f64, "unit-bytes"),
        1_000..1_000_000 => (count as f64 / 1e3, "unit-kb"),
        1_000_000..1_000_000_000 => (count as f64 / 1e6, "unit-mb"),
        _ => (count as f64 / 1e9, "unit-gb"),
    };
    (if value < 10.0 { (value * 10.0).round() / 10.0 } else { value.round() }, unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_two_digits_and_a_unit() {
        assert_eq!(size(999), (999.0, "unit-bytes"));
        assert_eq!(size(1_000), (1.0, "unit-kb"));
        assert_eq!(size(1_449), (1.4, "unit-kb"));
        assert_eq!(size(14_200_000), (14.0, "unit-mb"));
        assert_eq!(size(3_000_000_000), (3.0, "unit-gb"));
    }

    #[test]
    fn shapes_and_ranges_are_written_as_people_read_them() {
        assert_eq!(shape(&[1, -1, 3]), "[1, ?, 3]");
        assert_eq!(shape(&[]), "[]");
        assert_eq!(range((28, 48)), "0x1c–0x2f");
        assert_eq!(range((28, 28)), "0x1c–0x1c", "an empty range has a place");
    }
}
