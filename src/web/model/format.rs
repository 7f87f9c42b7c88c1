//! Shapes, dates, ranges and sizes as text and numbers.

/// `[1, 224, 224, 3]`; `?` for unknown dimensions.
pub fn shape(dims: &[i64]) -> String {
    let parts: Vec<_> = dims.iter().map(|d| if *d < 0 { "?".to_owned() } else { d.to_string() }).collect();
    format!("[{}]", parts.join(", "))
}

/// Days since 1970-01-01 of an ISO 8601 date; `None` for other text.
pub fn days(date: &str) -> Option<i64> {
    let mut parts = date.get(..10)?.split('-').map(|p| p.parse::<i64>().ok());
    let (y, m, d) = (parts.next()??, parts.next()??, parts.next()??);
    if !(1..=12).contains(&m) || !(1..=31).contains(&d) {
        return None;
    }
    // Days from civil date, with years that begin in March so that leap days are last.
    let y = if m <= 2 { y - 1 } else { y };
    let era = y.div_euclid(400);
    let yoe = y - era * 400;
    let doy = (153 * (if m > 2 { m - 3 } else { m + 9 }) + 2) / 5 + d - 1;
    Some(era * 146_097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719_468)
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
    fn days_count_from_1970_and_what_is_no_date_has_none() {
        assert_eq!(days("1970-01-01"), Some(0));
        assert_eq!(days("2000-02-29"), Some(11_016));
        assert_eq!(days("2026-11-22T10:00"), Some(20_779));
        assert_eq!(days("1969-12-31"), Some(-1));
        for text in ["", "2026-13-01", "2026-01-00", "yesterday", "2026-1-1"] {
            assert_eq!(days(text), None, "{text}");
        }
    }

    #[test]
    fn shapes_and_ranges_are_written_as_people_read_them() {
        assert_eq!(shape(&[1, -1, 3]), "[1, ?, 3]");
        assert_eq!(shape(&[]), "[]");
        assert_eq!(range((28, 48)), "0x1c–0x2f");
        assert_eq!(range((28, 28)), "0x1c–0x1c", "an empty range has a place");
    }
}
