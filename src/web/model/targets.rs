//! The releases that a file must run on: the main target and further ones, their verdicts, the verdict over all of them,
//! and that of each requirement.
//!
//! Outcomes are those of the report's windows. Must not know: rules, facts, texts, signals.

use super::address::Target;
use crate::report::schema::{Outcome, Requirement};
use crate::report::together::worst;
use crate::report::what_if::Row;

/// Further targets at most; a link may name any number.
pub const MOST: usize = 12;

/// The target in use: the chosen one if this artifact has its channel, otherwise the newest final release of the first
/// channel that refuses the file.
pub fn effective(rows: &[Row], chosen: Option<&Target>) -> Option<(usize, usize)> {
    if let Some(target) = chosen
        && let Some(row) = rows.iter().position(|r| r.channel == target.channel)
        && let Some(cell) = rows[row].cells.iter().position(|c| c.release == target.release)
    {
        return Some((row, cell));
    }
    let row = chosen.and_then(|t| rows.iter().position(|r| r.channel == t.channel)).unwrap_or(0);
    let cells = &rows.get(row)?.cells;
    let cell = cells.iter().rposition(|c| is_final(&c.release)).or(cells.len().checked_sub(1))?;
    Some((row, cell))
}

/// Whether a release is not a release candidate (`2.22.0rc0`).
pub fn is_final(release: &str) -> bool {
    release.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// A target of the set, with its verdict on one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Aimed {
    /// Channel, and the release that the verdict is about.
    pub target: Target,
    /// Row and cell of the file's windows; `None` when the file has no window in the channel.
    pub at: Option<(usize, usize)>,
    /// The verdict; unknown without a window, as in `vintage check`.
    pub outcome: Outcome,
    /// Requirements that decided it, first checked first.
    pub because: Vec<u32>,
}

impl Aimed {
    fn new(rows: &[Row], at: Option<(usize, usize)>, asked: Option<&Target>) -> Self {
        let Some((row, cell)) = at else {
            return Self {
                target: asked.cloned().unwrap_or_default(),
                at,
                outcome: Outcome::Unknown,
                because: Vec::new(),
            };
        };
        let (channel, cell) = (rows[row].channel.clone(), &rows[row].cells[cell]);
        let target = Target { channel, release: cell.release.clone() };
        Self { target, at, outcome: cell.outcome, because: cell.because.clone() }
    }

    /// `tflite-runtime 2.12.0`.
    pub fn name(&self) -> String {
        format!("{} {}", self.target.channel, self.target.release)
    }
}

/// The further targets of a text `channel@release,channel@release`, as the address has it.
pub fn read(also: &str) -> Vec<Target> {
    also.split(',').filter_map(Target::read).take(MOST).collect()
}

/// The text that [`read`] reads; `None` without targets.
pub fn write(further: &[Target]) -> Option<String> {
    (!further.is_empty()).then(|| further.iter().map(Target::text).collect::<Vec<_>>().join(","))
}

/// All targets with their verdicts on a file, the main one first. Without windows there are no verdicts, so it is empty.
pub fn set(rows: &[Row], main: Option<&Target>, also: &str) -> Vec<Aimed> {
    let Some(at) = effective(rows, main) else { return Vec::new() };
    let further = read(also).into_iter().map(|target| {
        let at = effective(rows, Some(&target)).filter(|(row, _)| rows[*row].channel == target.channel);
        Aimed::new(rows, at, Some(&target))
    });
    std::iter::once(Aimed::new(rows, Some(at), None)).chain(further).collect()
}

/// The text with releases written out, and a suggestion for each empty entry, which is a target that the user has added and
/// not chosen yet; `None` when no target is left.
pub fn completed(rows: &[Row], main: Option<&Target>, also: &str) -> Option<String> {
    if rows.is_empty() {
        return Some(also.to_owned());
    }
    let mut further = Vec::new();
    for entry in also.split(',') {
        let known = |further: &[Target]| set(rows, main, &write(further).unwrap_or_default());
        let target = match Target::read(entry) {
            Some(target) if target.release.is_empty() => {
                let at = effective(rows, Some(&target)).filter(|(row, _)| rows[*row].channel == target.channel);
                Some(Aimed::new(rows, at, Some(&target)).target)
            }
            None => suggestion(rows, &known(&further)),
            known => known,
        };
        further.extend(target);
    }
    further.truncate(MOST);
    write(&further)
}

/// A target that the set lacks: the newest final release of a channel without one; if each channel has one, the newest
/// final release of the main target's channel that is not in the set.
fn suggestion(rows: &[Row], set: &[Aimed]) -> Option<Target> {
    let of = |row: &Row, release: &str| Target { channel: row.channel.clone(), release: release.to_owned() };
    let is_new = |target: &Target| set.iter().all(|known| known.target != *target);
    if let Some(row) = rows.iter().find(|row| set.iter().all(|known| known.target.channel != row.channel)) {
        let target = Target { channel: row.channel.clone(), release: String::new() };
        return effective(rows, Some(&target)).map(|(row, cell)| of(&rows[row], &rows[row].cells[cell].release));
    }
    let (main, _) = set.first()?.at?;
    let releases = rows[main].cells.iter().rev().filter(|cell| is_final(&cell.release));
    releases.map(|cell| of(&rows[main], &cell.release)).find(is_new)
}

/// The verdict over a set of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The worst verdict.
    pub outcome: Outcome,
    /// How many targets have it.
    pub count: usize,
    /// How many targets there are.
    pub of: usize,
}

/// The verdict over a set; `None` for an empty one.
pub fn joint(set: &[Aimed]) -> Option<Joint> {
    let outcome = worst(set.iter().map(|one| one.outcome))?;
    let count = set.iter().filter(|one| one.outcome == outcome).count();
    Some(Joint { outcome, count, of: set.len() })
}

/// The targets that do not meet a requirement, by its outcome there, the worst first. A requirement that does not apply to
/// a channel is met there; a channel without a window has no outcome.
pub fn unmet<'a>(requirement: &Requirement, set: &'a [Aimed]) -> Vec<(Outcome, Vec<&'a Aimed>)> {
    let outcome = |one: &Aimed| {
        let (_, cell) = one.at?;
        requirement.outcomes(&one.target.channel)?.at(cell)
    };
    let those = |wanted: Outcome| set.iter().filter(|one| outcome(one) == Some(wanted)).collect::<Vec<_>>();
    let groups = [Outcome::Refused, Outcome::Unknown, Outcome::Warns].map(|wanted| (wanted, those(wanted)));
    groups.into_iter().filter(|(_, targets)| !targets.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::schema::{Acceptance, Outcomes};
    use crate::report::what_if::Cell;
    use crate::services::check::schema::Judgment;

    /// A channel of releases `1.0.0`, `1.1.0`, … with outcomes as letters; releases that are not good have requirement 0.
    fn row(channel: &str, letters: &str) -> Row {
        let outcomes = Outcomes::from_letters(letters).unwrap();
        let cell = |(at, outcome): (usize, Outcome)| Cell {
            release: format!("1.{at}.0"),
            date: String::new(),
            outcome,
            because: if outcome.is_good() { Vec::new() } else { vec![0] },
            prints: None,
        };
        Row { channel: channel.to_owned(), cells: outcomes.0.into_iter().enumerate().map(cell).collect() }
    }

    fn rows() -> Vec<Row> {
        let mut rows = vec![row("tensorflow", "rllw"), row("tflite-runtime", "?rl")];
        let newest = Cell { release: "1.4.0rc0".to_owned(), ..rows[0].cells[1].clone() };
        rows[0].cells.push(newest);
        rows
    }

    fn names(set: &[Aimed]) -> Vec<String> {
        set.iter().map(Aimed::name).collect()
    }

    #[test]
    fn the_target_in_use_is_the_chosen_one_or_the_newest_final_release() {
        let rows = rows();
        let at = |text: &str| effective(&rows, Target::read(text).as_ref());
        assert_eq!(at("tflite-runtime@1.1.0"), Some((1, 1)));
        assert_eq!(at("tensorflow"), Some((0, 3)), "not the release candidate");
        assert_eq!(at("tflite-runtime@9.9.9"), Some((1, 2)));
        assert_eq!(at("keras@3.0.0"), Some((0, 3)), "a channel that the file does not have");
        assert_eq!(effective(&[], None), None);
    }

    #[test]
    fn further_targets_are_read_as_they_were_written() {
        let further = read("tflite-runtime@2.12.0,,tensorflow@2.15.1,@,keras");
        let texts: Vec<String> = further.iter().map(Target::text).collect();
        assert_eq!(texts, ["tflite-runtime@2.12.0", "tensorflow@2.15.1", "keras"]);
        assert_eq!(read(&write(&further).unwrap()), further);
        assert_eq!(write(&[]), None);
        assert_eq!(read(&"a@1,".repeat(100)).len(), MOST);
    }

    #[test]
    fn each_target_has_the_verdict_of_its_release() {
        let rows = rows();
        let main = Target::read("tensorflow@1.0.0");
        let set = set(&rows, main.as_ref(), "tflite-runtime@1.2.0,keras@3.0.0,tensorflow@1.3.0");
        let found: Vec<_> = set.iter().map(|one| (one.at, one.outcome, one.because.as_slice())).collect();
        let none: &[u32] = &[];
        let expected = [
            (Some((0, 0)), Outcome::Refused, [0].as_slice()),
            (Some((1, 2)), Outcome::Loads, none),
            (None, Outcome::Unknown, none),
            (Some((0, 3)), Outcome::Warns, none),
        ];
        assert_eq!(found, expected);
        assert_eq!(names(&set)[2], "keras 3.0.0", "it is listed as the link has it");
        assert_eq!(super::set(&[], main.as_ref(), "tflite-runtime@1.2.0"), []);
    }

    #[test]
    fn the_verdict_over_a_set_is_the_worst_one_as_in_check() {
        let rows = [row("a", "lwr?")];
        let text = |letters: &str| {
            let release = |letter: char| format!("a@1.{}.0", "lwr?".find(letter).unwrap());
            letters.chars().map(release).collect::<Vec<_>>().join(",")
        };
        let of = |letters: &str| {
            let (main, also) = letters.split_at(1);
            let set = set(&rows, Target::read(&text(main)).as_ref(), &text(also));
            let joint = joint(&set).unwrap();
            let checked = Judgment::worst(set.iter().map(|one| one.outcome.into()));
            assert_eq!(Judgment::from(joint.outcome), checked, "{letters}");
            (joint.outcome, joint.count, joint.of)
        };
        assert_eq!(of("ll"), (Outcome::Loads, 2, 2));
        assert_eq!(of("lwl"), (Outcome::Warns, 1, 3));
        assert_eq!(of("l?w"), (Outcome::Unknown, 1, 3));
        assert_eq!(of("?rlr"), (Outcome::Refused, 2, 4));
        for letters in ["lr", "rl", "w?", "?r", "wwl", "rw?"] {
            of(letters);
        }
        assert_eq!(joint(&[]), None);
    }

    #[test]
    fn an_added_target_is_the_newest_of_a_channel_that_the_set_lacks() {
        let rows = rows();
        let main = Target::read("tensorflow@1.2.0");
        let completed = |also: &str| completed(&rows, main.as_ref(), also);
        assert_eq!(completed("").as_deref(), Some("tflite-runtime@1.2.0"));
        assert_eq!(completed("tflite-runtime@1.0.0,").as_deref(), Some("tflite-runtime@1.0.0,tensorflow@1.3.0"));
        assert_eq!(
            completed("tflite-runtime@1.0.0,tensorflow@1.3.0,").as_deref(),
            Some("tflite-runtime@1.0.0,tensorflow@1.3.0,tensorflow@1.1.0"),
            "the newest final release that is not in the set"
        );
        assert_eq!(completed("tflite-runtime").as_deref(), Some("tflite-runtime@1.2.0"), "a link keeps its meaning");
        assert_eq!(completed("tflite-runtime@1.0.0").as_deref(), Some("tflite-runtime@1.0.0"));
        assert_eq!(completed("keras@3.0.0").as_deref(), Some("keras@3.0.0"), "another file may have the channel");
        assert_eq!(super::completed(&[], None, "").as_deref(), Some(""), "without windows there is nothing to suggest");
        let one = [row("tensorflow", "l")];
        assert_eq!(super::completed(&one, None, ""), None, "nor with one release");
    }

    #[test]
    fn a_requirement_names_the_targets_that_do_not_meet_it() {
        let rows = rows();
        let set =
            set(&rows, Target::read("tensorflow@1.0.0").as_ref(), "tensorflow@1.1.0,tflite-runtime@1.0.0,keras@1");
        let need = Requirement {
            accepts: vec![
                Acceptance { channel: "tensorflow".to_owned(), outcomes: Outcomes::from_letters("rwlll").unwrap() },
                Acceptance { channel: "keras".to_owned(), outcomes: Outcomes::from_letters("r").unwrap() },
            ],
            ..Requirement::default()
        };
        let found: Vec<_> = unmet(&need, &set).into_iter().map(|(of, all)| (of, all[0].name(), all.len())).collect();
        let expected = [(Outcome::Refused, "tensorflow 1.0.0", 1), (Outcome::Warns, "tensorflow 1.1.0", 1)]
            .map(|(of, name, n)| (of, name.to_owned(), n));
        assert_eq!(found, expected, "it does not apply to tflite-runtime, and keras has no window");
        assert_eq!(unmet(&Requirement::default(), &set), []);
    }
}
