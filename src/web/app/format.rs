//! Bytes, numbers, dates, shapes as text.

use super::words::{Arg, tr};

/// A size in bytes for people: `14.2 MB`. Powers of ten, as file managers and download pages count.
pub fn bytes(count: u64) -> String {
    let (value, unit) = match count {
        0..1_000 => return tr("unit-bytes", &[("n", Arg::Number(count as f64))]),
        1_000..1_000_000 => (count as f64 / 1e3, "unit-kb"),
        1_000_000..1_000_000_000 => (count as f64 / 1e6, "unit-mb"),
        _ => (count as f64 / 1e9, "unit-gb"),
    };
    let rounded = if value < 10.0 { (value * 10.0).round() / 10.0 } else { value.round() };
    tr(unit, &[("n", Arg::Number(rounded))])
}

/// A number grouped by the language.
pub fn number(count: u64) -> String {
    tr("number", &[("n", Arg::Number(count as f64))])
}

/// `[1, 224, 224, 3]`; `?` for unknown dimensions.
pub fn shape(dims: &[i64]) -> String {
    let parts: Vec<_> = dims.iter().map(|d| if *d < 0 { "?".to_owned() } else { d.to_string() }).collect();
    format!("[{}]", parts.join(", "))
}

/// Days since 1970-01-01 of an ISO 8601 date; `None` when it is none.
pub fn days(date: &str) -> Option<i64> {
    let mut parts = date.get(..10)?.split('-').map(|p| p.parse::<i64>().ok());
    let (y, m, d) = (parts.next()??, parts.next()??, parts.next()??);
    if !(1..=12).contains(&m) || !(1..=31).contains(&d) {
        return None;
    }
    // Days from civil date, with years that begin in March so that leap days come last.
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
