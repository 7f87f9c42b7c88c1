//! Dates as numbers.

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
