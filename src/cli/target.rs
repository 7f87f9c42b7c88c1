//! Targets of the command line, one or a range; errors with their texts.

use super::{Words, exit, output};
use crate::compat;
use crate::message::Message;
pub use crate::services::check::target::Target;
use crate::services::check::target::{DEFAULT, is_final, read, releases};

/// The target of a text. An invalid one ends the command like a wrong option, so that a typo never looks like a
/// verdict.
pub fn parse(text: &str, words: &Words) -> Result<Target, u8> {
    read(text).map_err(|wrong| {
        let params: Vec<(&str, &str)> = wrong.params.iter().collect();
        output::fail(words, &wrong.id, &params, exit::USAGE)
    })
}

/// The target of a text, or the reason there is none.
pub fn known(text: &str, words: &Words) -> Result<Target, String> {
    read(text).map_err(|wrong| explained(wrong, words))
}

/// The final releases from one to another of a channel, oldest first, of a text such as `tensorflow@2.9..2.15`: from the
/// first release of 2.9 to the newest of 2.15. An end that is left out is the newest release. Otherwise the reason for an
/// empty list.
pub fn range(text: &str, words: &Words) -> Result<Vec<Target>, String> {
    let wrong = || words.word("targets-range");
    let (channel, ends) = text.split_once('@').unwrap_or((DEFAULT, text));
    let (first, last) = ends.split_once("..").ok_or_else(wrong)?;
    let last = if last.trim().is_empty() { "latest" } else { last };
    let end = known(&format!("{channel}@{last}"), words)?;
    let newest_of_line = known(&format!("{channel}@{first}"), words)?;
    let all = releases(&end.channel);
    let line = format!("{}.", first.trim().trim_start_matches(['v', 'V']));
    let is_exact = newest_of_line.release == line.trim_end_matches('.');
    let of_line = || all.iter().find(|one| is_final(one) && one.starts_with(&line));
    let start = if is_exact { &newest_of_line.release } else { of_line().ok_or_else(wrong)? };
    // By number: a channel has patches of an older branch after the first releases of a newer one.
    let (low, high) = (compat::numbers(start), compat::numbers(&end.release));
    if low > high {
        return Err(wrong());
    }
    let is_in = |one: &&String| is_final(one) && (low..=high).contains(&compat::numbers(one));
    let chosen = all.iter().filter(|one| is_in(one) || *one == start || **one == end.release);
    Ok(chosen.map(|release| Target { channel: end.channel.clone(), release: release.clone() }).collect())
}

fn explained(wrong: Message, words: &Words) -> String {
    words.message("", &wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_the_final_releases_and_the_named_ends() {
        let words = Words::english();
        let names = |text: &str| -> Vec<String> {
            range(text, &words).map_or_else(|wrong| vec![wrong], |all| all.into_iter().map(|one| one.release).collect())
        };
        assert_eq!(names("tensorflow@2.9..2.10.0"), ["2.9.0", "2.9.1", "2.9.2", "2.9.3", "2.10.0"]);
        assert_eq!(names("1.14..1.15.0"), ["1.14.0", "1.15.0"], "not 2.0, which came between them");
        assert_eq!(names("tf@2.10.0rc0..2.10.0"), ["2.10.0rc0", "2.10.0"]);
        assert_eq!(names("tflite-runtime@2.14.."), ["2.14.0"]);
        assert!(range("tflite-runtime@2.14..", &words).unwrap().iter().all(|one| one.channel == "tflite-runtime"));
        for wrong in ["tensorflow@2.15..2.9", "tensorflow@2.9", "tensorflow@2.9..9.9"] {
            assert!(range(wrong, &words).is_err(), "{wrong}");
        }
    }
}
