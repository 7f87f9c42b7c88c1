//! Calendar days, for rules about months.

use std::fmt;

/// A day of the Gregorian calendar. Ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: i32,
    /// 1 to 12.
    month: u8,
    /// 1 to 31.
    day: u8,
}

impl Date {
    /// Reads `2026-11-20`; `None` for anything that is not a date.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('-');
        let date = Self {
            year: parts.next().filter(|year| year.len() == 4)?.parse().ok()?,
            month: parts.next()?.parse().ok()?,
            day: parts.next()?.parse().ok()?,
        };
        let real = parts.next().is_none() && (1..=12).contains(&date.month) && date.day >= 1;
        (real && date.day <= days(date.year, date.month)).then_some(date)
    }

    /// The same day a number of months later, or the last day of a shorter month.
    pub fn plus_months(self, months: u32) -> Self {
        let all = i64::from(self.year) * 12 + i64::from(self.month) - 1 + i64::from(months);
        let (year, month) = (all.div_euclid(12) as i32, all.rem_euclid(12) as u8 + 1);
        Self { year, month, day: self.day.min(days(year, month)) }
    }

    /// The day a number of days later.
    pub fn plus_days(mut self, count: u32) -> Self {
        for _ in 0..count {
            self.day += 1;
            if self.day > days(self.year, self.month) {
                self = Self { day: 1, ..self }.plus_months(1);
            }
        }
        self
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

fn days(year: i32, month: u8) -> u8 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_are_read() {
        assert_eq!(Date::read("2024-02-29").map(|d| d.to_string()).as_deref(), Some("2024-02-29"));
        for none in ["2023-02-29", "2024-13-01", "2024-00-10", "2024-4", "24-04-01", "2024-04-01-1", "", "soon"] {
            assert_eq!(Date::read(none), None, "{none}");
        }
    }

    #[test]
    fn months_and_days_go_over_the_ends() {
        let at = |text| Date::read(text).expect("a day");
        assert_eq!(at("2026-08-31").plus_months(6), at("2027-02-28"));
        assert_eq!(at("2026-12-01").plus_months(1), at("2027-01-01"));
        assert_eq!(at("2026-12-20").plus_days(21), at("2027-01-10"));
        assert!(at("2026-12-20") < at("2027-01-01"));
    }
}
