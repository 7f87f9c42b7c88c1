//! One window as a bar on the time axis. Releases that load the file are ticks in a band, those that warn are triangles
//! in it; those that refuse it are crosses on a lane below, and unknown ones are dashed with a question mark: color is
//! never the only difference.

use super::axis::Axis;
use super::schema::{ChannelWindow, DatedRelease};
use super::style::Style;
use super::xml::unit;
use crate::report::dates::days;
use crate::report::outcomes::runs;
use crate::report::schema::Outcome;
use std::fmt::Write;

/// Height of a bar.
pub const HEIGHT: f64 = 30.0;
/// Middle of the upper lane.
const UPPER: f64 = 8.5;
/// Middle of the lower lane.
const LOWER: f64 = 24.0;
/// Free room between two question marks.
const QUESTION: f64 = 22.0;

/// Draws a window at a height.
pub fn lane(out: &mut String, style: &Style, axis: Axis, window: &ChannelWindow, releases: &[DatedRelease], y: f64) {
    let right = unit(super::axis::RIGHT);
    let _ = write!(out, "<path {} d=\"M{} {}H{right}\"/>", style.of("base"), unit(super::axis::LEFT), unit(y + UPPER));
    for (from, to) in extents(window, releases, axis, Outcome::is_good) {
        let (x, width) = (unit(from - 2.0), unit(to - from + 4.0));
        let y = unit(y + 1.0);
        let _ =
            write!(out, "<rect {} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"15\" rx=\"2\"/>", style.of("band"));
    }
    for (from, to) in extents(window, releases, axis, |outcome| outcome == Outcome::Refused) {
        let (from, to, y) = (unit(from), unit(to), unit(y + LOWER));
        let _ = write!(out, "<path {} d=\"M{from} {y}H{to}\"/>", style.of("run"));
    }
    let questions = questions(window, releases, axis);
    let marks = |outcome: Outcome, of: &dyn Fn(f64, bool) -> String| -> String {
        let all = window.outcomes.0.iter().zip(releases).enumerate();
        let drawn = all.filter(|(at, (own, _))| **own == outcome && !questions.iter().any(|(known, _)| known == at));
        drawn.map(|(_, (_, release))| of(axis.at(&release.date), is_first(release))).collect()
    };
    path(out, style, "loads", &marks(Outcome::Loads, &|x, first| tick(x, y, first)));
    path(out, style, "warns", &marks(Outcome::Warns, &|x, first| triangle(x, y, first)));
    path(out, style, "refused", &marks(Outcome::Refused, &|x, first| cross(x, y, first)));
    path(out, style, "unknown", &marks(Outcome::Unknown, &|x, _| near(&questions, x, y)));
    for (_, x) in &questions {
        let (x, y) = (unit(*x), unit(y + UPPER + 4.5));
        let _ = write!(out, "<text {} x=\"{x}\" y=\"{y}\">?</text>", style.of("query"));
    }
}

/// A vertical line at the target, with a flag.
pub fn target(out: &mut String, style: &Style, x: f64, y: f64) {
    let (at, top) = (unit(x), unit(y - 3.0));
    let _ = write!(out, "<path {} d=\"M{at} {top}V{}\"/>", style.of("target"), unit(y + HEIGHT));
    let _ = write!(out, "<path {} d=\"M{} {top}h10l-5 6z\"/>", style.of("flag"), unit(x - 5.0));
}

fn path(out: &mut String, style: &Style, class: &str, d: &str) {
    if !d.is_empty() {
        let _ = write!(out, "<path {} d=\"{d}\"/>", style.of(class));
    }
}

fn tick(x: f64, y: f64, first: bool) -> String {
    let half = if first { 7.5 } else { 3.5 };
    format!("M{} {}v{}", unit(x), unit(y + UPPER - half), unit(half * 2.0))
}

fn triangle(x: f64, y: f64, first: bool) -> String {
    let (half, height) = if first { (4.5, 8.0) } else { (3.0, 5.5) };
    format!("M{} {}l{} {}h-{}z", unit(x), unit(y + UPPER - height / 2.0), unit(half), unit(height), unit(half * 2.0))
}

fn cross(x: f64, y: f64, first: bool) -> String {
    let half = if first { 4.0 } else { 2.2 };
    let (left, top, side) = (unit(x - half), unit(y + LOWER - half), unit(half * 2.0));
    format!("M{left} {top}l{side} {side}m0 -{side}l-{side} {side}")
}

/// A short tick, unless it would cross a question mark.
fn near(questions: &[(usize, f64)], x: f64, y: f64) -> String {
    if questions.iter().any(|(_, at)| (at - x).abs() < QUESTION / 2.5) { String::new() } else { tick(x, y, false) }
}

/// Whether it is the first release of a branch, which is drawn larger than its patches.
fn is_first(one: &DatedRelease) -> bool {
    one.release.ends_with(".0") && one.release.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Coordinates of the runs of neighboring releases with some outcomes. Patches of older branches are later in time: a
/// run ends with the latest date in it.
pub fn extents(
    window: &ChannelWindow,
    releases: &[DatedRelease],
    axis: Axis,
    wanted: fn(Outcome) -> bool,
) -> Vec<(f64, f64)> {
    let all = runs(window.outcomes.0.iter().map(|outcome| wanted(*outcome)));
    let extent = |(first, last): (usize, usize)| {
        let dates = releases.get(first..=last).unwrap_or_default().iter().map(|one| axis.at(&one.date));
        dates.fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)))
    };
    all.into_iter().map(extent).filter(|(from, to)| from <= to).collect()
}

/// The first releases of unknown branches that have room for a question mark, with their coordinates.
fn questions(window: &ChannelWindow, releases: &[DatedRelease], axis: Axis) -> Vec<(usize, f64)> {
    let unknown = window.outcomes.0.iter().zip(releases).enumerate().filter(|(_, (own, _))| **own == Outcome::Unknown);
    let mut all: Vec<(Option<i64>, usize, f64)> = unknown
        .filter(|(_, (_, release))| is_first(release))
        .map(|(at, (_, release))| (days(&release.date), at, axis.at(&release.date)))
        .collect();
    crate::order::sort_by_key(&mut all, |(day, at, _)| (*day, *at));
    let mut free = f64::MIN;
    all.retain(|(_, _, x)| {
        let has_room = *x >= free;
        if has_room {
            free = x + QUESTION;
        }
        has_room
    });
    all.into_iter().map(|(_, at, x)| (at, x)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::schema::Outcomes;
    use crate::services::window::schema::{ChannelReleases, Windows};

    fn drawn(letters: &str) -> String {
        let releases: Vec<DatedRelease> = (0..letters.len())
            .map(|at| DatedRelease { release: format!("2.{at}.0"), date: format!("{}-06-01", 2018 + at) })
            .collect();
        let outcomes = Outcomes::from_letters(letters).unwrap();
        let window = ChannelWindow { channel: "a".into(), outcomes, runs: Vec::new() };
        let channels = vec![ChannelReleases { channel: "a".into(), releases: releases.clone() }];
        let axis = Axis::of(&Windows { channels, ..Windows::default() });
        let mut out = String::new();
        lane(&mut out, &Style::new("p"), axis, &window, &releases, 0.0);
        out
    }

    #[test]
    fn each_outcome_has_a_mark_of_its_own() {
        let all = drawn("rlw?");
        for class in ["loads", "warns", "refused", "query", "band"] {
            assert_eq!(all.matches(&format!("class=\"p-{class}\"")).count(), 1, "{class}: {all}");
        }
        assert!(!drawn("ll").contains("p-refused") && !drawn("rr").contains("p-band"));
    }

    #[test]
    fn a_gap_divides_the_band() {
        assert_eq!(drawn("lrl").matches("<rect").count(), 2);
        assert_eq!(drawn("lwl").matches("<rect").count(), 1, "a warning is no gap");
    }
}
