//! Several files on one axis: the releases of each channel that load all of them.
//!
//! Must not know: presentation.

use super::schema::Outcome;
use super::what_if::{Cell, Row};

/// The windows of all files together: for each channel that every file has, the worst outcome by release. `files` are
/// the windows of each file; a file without windows (an unreadable one, a state file) must not be among them.
pub fn together(files: &[Vec<Row>]) -> Vec<Row> {
    let Some((first, others)) = files.split_first() else { return Vec::new() };
    let mut all = first.clone();
    all.retain(|row| others.iter().all(|file| of(file, &row.channel).is_some()));
    for row in &mut all {
        for cell in &mut row.cells {
            (cell.because, cell.prints) = (Vec::new(), None);
        }
        for other in others.iter().filter_map(|file| of(file, &row.channel)) {
            meet(&mut row.cells, &other.cells);
        }
    }
    all
}

fn of<'a>(rows: &'a [Row], channel: &str) -> Option<&'a Row> {
    rows.iter().find(|row| row.channel == channel)
}

/// Takes the worse outcome of each release; channels list the same releases for all files.
fn meet(cells: &mut [Cell], others: &[Cell]) {
    for (cell, other) in cells.iter_mut().zip(others) {
        if rank(other.outcome) > rank(cell.outcome) {
            cell.outcome = other.outcome;
        }
    }
}

/// The worst of several outcomes: the one of all files, or of all targets. `None` without any.
pub fn worst(outcomes: impl Iterator<Item = Outcome>) -> Option<Outcome> {
    outcomes.max_by_key(|outcome| rank(*outcome))
}

fn rank(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Loads => 0,
        Outcome::Warns => 1,
        Outcome::Unknown => 2,
        Outcome::Refused => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Loads, Refused, Unknown, Warns};

    fn row(channel: &str, outcomes: &[Outcome]) -> Row {
        let cell = |(release, outcome): (usize, &Outcome)| Cell {
            release: format!("1.{release}"),
            date: String::new(),
            outcome: *outcome,
            because: vec![3],
            prints: Some("text".to_owned()),
        };
        Row { channel: channel.to_owned(), cells: outcomes.iter().enumerate().map(cell).collect() }
    }

    #[test]
    fn a_release_loads_all_files_if_it_loads_each() {
        let one = vec![row("a", &[Refused, Loads, Loads, Unknown]), row("b", &[Loads])];
        let other = vec![row("c", &[Loads]), row("a", &[Loads, Warns, Unknown, Refused])];
        let all = together(&[one.clone(), other]);
        assert_eq!(all.len(), 1, "only the channel that both have");
        let outcomes: Vec<Outcome> = all[0].cells.iter().map(|cell| cell.outcome).collect();
        assert_eq!(outcomes, [Refused, Warns, Unknown, Refused]);
        assert!(all[0].cells.iter().all(|cell| cell.because.is_empty() && cell.prints.is_none()));
        assert_eq!(together(std::slice::from_ref(&one))[1].cells[0].outcome, Loads);
        assert_eq!(together(&[]), []);
    }
}
