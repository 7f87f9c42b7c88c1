//! The time axis that all lanes of a picture share.

use super::schema::Windows;
use crate::report::dates::days;

/// Left end of the axis, in units of the picture.
pub const LEFT: f64 = 20.0;
/// Right end of the axis.
pub const RIGHT: f64 = 700.0;
/// Free days before the first and after the last release.
const MARGIN: i64 = 40;

/// Converts dates to coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    from: i64,
    to: i64,
}

impl Axis {
    /// The axis over all releases of all channels.
    pub fn of(windows: &Windows) -> Self {
        let all = windows.channels.iter().flat_map(|channel| &channel.releases).filter_map(|one| days(&one.date));
        let (from, to) = all.fold((i64::MAX, i64::MIN), |(a, b), day| (a.min(day), b.max(day)));
        if from > to { Self { from: 0, to: 1 } } else { Self { from: from - MARGIN, to: to + MARGIN } }
    }

    /// Coordinate of a date.
    pub fn at(self, date: &str) -> f64 {
        let share = |day: i64| (day - self.from) as f64 / (self.to - self.from) as f64;
        days(date).map_or(LEFT, |day| LEFT + share(day) * (RIGHT - LEFT))
    }

    /// First days of the years on it, with their coordinates.
    pub fn years(self) -> Vec<(i64, f64)> {
        let start = |year: i64| days(&format!("{year:04}-01-01")).filter(|day| (self.from..self.to).contains(day));
        let all = (1970..2100).filter(|year| start(*year).is_some());
        all.map(|year| (year, self.at(&format!("{year:04}-01-01")))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::window::schema::{ChannelReleases, DatedRelease};

    #[test]
    fn the_first_and_the_last_release_are_inside_the_axis() {
        let dated = |date: &str| DatedRelease { release: "1.0".into(), date: date.into() };
        let releases = vec![dated("2020-06-01"), dated("2018-03-01")];
        let channels = vec![ChannelReleases { channel: "a".into(), releases }];
        let axis = Axis::of(&Windows { channels, ..Windows::default() });
        let (first, last) = (axis.at("2018-03-01"), axis.at("2020-06-01"));
        assert!(LEFT < first && first < last && last < RIGHT, "{first} {last}");
        let years: Vec<i64> = axis.years().into_iter().map(|(year, _)| year).collect();
        assert_eq!(years, [2019, 2020]);
        assert!(axis.at("2019-01-01") > first && axis.at("2020-01-01") < last);
    }

    #[test]
    fn without_releases_every_date_is_at_the_left() {
        let axis = Axis::of(&Windows::default());
        assert_eq!(axis.at("no date"), LEFT);
    }
}
