//! Compares docs/releases.md, which the build tool writes from the tables, with these readers of the same tables.

use super::releases::{Channel, channels};
use super::{tensorflow, tflite};
use std::collections::BTreeSet;

/// Codes that are tried; the highest operator has a lower one.
const CODES: i32 = 512;
/// The code of custom ops, which is no builtin operator.
const CUSTOM: i32 = 32;

/// Operators and pairs of an operator and a version that a release takes.
fn operators(at: usize) -> (usize, usize) {
    let mut counts = (0, 0);
    for code in (0..CODES).filter(|code| *code != CUSTOM) {
        let rows = tflite::facts().registered(code).iter().filter(|row| row.range.holds(at));
        let versions: BTreeSet<i32> = rows.flat_map(|row| row.min..=row.max).collect();
        counts.0 += usize::from(!versions.is_empty());
        counts.1 += versions.len();
    }
    counts
}

/// Ops with a wrapper in a release.
fn ops(key: &str, at: usize) -> usize {
    let table = tensorflow::table("tf_ops");
    let names: BTreeSet<&str> = (0..table.rows).map(|row| table.column("op").at(row)).collect();
    let ops = names.into_iter().filter_map(tensorflow::op).filter(|op| !op.contrib && !op.registry_only);
    ops.filter(|op| op.range.holds(at) && !op.gaps.contains(&key)).count()
}

/// The row of a branch as the list must have it: its key, first release and date, counts, GraphDef version.
fn row(channel: &Channel, key: &str) -> String {
    let own = || channel.releases.iter().enumerate().filter(|(_, release)| release.key == key);
    let ((_, first), (last, release)) = (own().next().unwrap(), own().next_back().unwrap());
    let at = channel.first_flat + last;
    let count = |known: bool, n: usize| if known && n > 0 { n.to_string() } else { String::new() };
    let (operators, versions) = operators(at);
    let [operators, versions] = [operators, versions].map(|n| count(release.tflite.is_some(), n));
    let ops = count(release.graph.is_some(), ops(key, at));
    let version = first.graph_def_version.map(|version| version.to_string()).unwrap_or_default();
    format!("| {key} | {} | {} | {operators} | {versions} | {ops} | {version} |", first.name, first.date)
}

#[test]
fn the_list_of_releases_has_the_counts_of_these_readers() {
    let list = include_str!("../../../docs/releases.md");
    let mut seen = 0;
    for channel in channels().iter().filter(|channel| list.contains(&format!("## {}\n", channel.id))) {
        let keys: BTreeSet<&str> = channel.releases.iter().map(|release| release.key).collect();
        for key in keys {
            let row = row(channel, key);
            assert!(list.lines().any(|line| line == row), "{}: {row}", channel.id);
            seen += 1;
        }
    }
    assert_eq!(seen, list.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| branch")).count());
}
