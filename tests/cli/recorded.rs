//! Recorded loads of the fixtures by released packages (`tests/fixtures/observed_loads.txt`).

use crate::support::fixture;

/// A package's releases that were asked about a file, and whether each loaded it. Empty when none was.
pub fn loads(file: &str, kind: &str, package: &str) -> Vec<(String, bool)> {
    let text = std::fs::read_to_string(fixture("observed_loads.txt")).expect("the recorded loads");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    let releases = rows.iter().find(|row| row[0] == "p" && row[1] == package).expect("the package")[2].split(' ');
    let is_asked = |row: &&Vec<&str>| row[0] == "r" && row[1..4] == [file, kind, package];
    let Some(row) = rows.iter().find(is_asked) else { return Vec::new() };
    // A run: how often, and a letter: `+` loaded, `-` not asked, others failed.
    let runs = row[4].split(' ').flat_map(|run| {
        let at = run.find(|c: char| !c.is_ascii_digit()).expect("a letter");
        vec![&run[at..=at]; run[..at].parse().unwrap_or(1)]
    });
    let asked = releases.zip(runs).filter(|(_, run)| *run != "-");
    asked.map(|(release, run)| (release.to_owned(), run == "+")).collect()
}
