//! The windows that a picture shows: those of files, with the release that the reader asks about.
//!
//! Must not know: how it is drawn, texts, signals.

use super::address::Target;
use super::targets::effective;
use crate::report::schema::{Artifact, Window};
use crate::report::what_if::rows;
use crate::services::window::Asked;
use crate::services::window::schema::Windows;
use std::collections::BTreeSet;

/// The windows of files, with the chosen release if the first file has its channel.
pub fn windows<'a>(files: impl Iterator<Item = &'a Artifact> + Clone, chosen: Option<&Target>) -> Windows {
    let all = files.clone().next().map(|first| rows(first, &BTreeSet::new())).unwrap_or_default();
    let Some((row, cell)) = effective(&all, chosen) else { return Windows::of(files, None) };
    let name = (all[row].channel.as_str(), all[row].cells[cell].release.as_str());
    let outcome = |windows: &[Window]| {
        let window = windows.iter().find(|window| window.channel == name.0)?;
        window.verdicts.iter().find(|verdict| verdict.release == name.1).map(|verdict| verdict.outcome)
    };
    // Channels of the page are those of the windows: no package that follows one is a target here.
    Windows::of(files, Some(Asked { name, row: name, outcome: &outcome }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::schema::{Outcome, Outcomes, Verdict};

    /// A file with a window in one channel, by the outcomes of its releases `1.0.0`, `1.1.0`, …
    fn file(name: &str, channel: &str, letters: &str) -> Artifact {
        let outcomes = Outcomes::from_letters(letters).unwrap().0.into_iter().enumerate();
        let verdicts =
            outcomes.map(|(at, outcome)| Verdict { release: format!("1.{at}.0"), outcome, ..Verdict::default() });
        let window = Window { channel: channel.to_owned(), verdicts: verdicts.collect(), ..Window::default() };
        Artifact { name: name.to_owned(), windows: vec![window], ..Artifact::default() }
    }

    #[test]
    fn the_chosen_release_is_marked_with_the_verdict_of_all_files() {
        let files = [file("a", "tensorflow", "lll"), file("b", "tensorflow", "rwl")];
        let marked = |chosen: &str| {
            let target = windows(files.iter(), Target::read(chosen).as_ref()).target.unwrap();
            (target.channel, target.release, target.outcome)
        };
        let tensorflow = |release: &str, outcome| ("tensorflow".to_owned(), release.to_owned(), Some(outcome));
        assert_eq!(marked("tensorflow@1.0.0"), tensorflow("1.0.0", Outcome::Refused));
        assert_eq!(marked("tensorflow@1.1.0"), tensorflow("1.1.0", Outcome::Warns));
        assert_eq!(
            marked("keras@3.0.0"),
            tensorflow("1.2.0", Outcome::Loads),
            "the newest of a channel that the files have"
        );
    }

    #[test]
    fn files_without_a_window_have_no_release_to_mark() {
        assert_eq!(windows([].iter(), None).target, None);
        assert_eq!(windows([Artifact::default()].iter(), Target::read("tensorflow").as_ref()).target, None);
    }
}
