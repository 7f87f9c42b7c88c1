//! The answers in words, for titles, descriptions and tables.

use super::say::Say;
use super::schema::{ChannelWindow, DatedRelease, FileWindows, LoadingRun, Windows};
use crate::report::schema::Outcome;

/// A release with its date: `2.4.0 (2020-12-14)`.
pub fn released(one: &DatedRelease) -> String {
    let date = day(one);
    if date.is_empty() { one.release.clone() } else { format!("{} ({date})", one.release) }
}

/// The date of a release, without the time of day; empty when it is unknown.
pub fn day(one: &DatedRelease) -> &str {
    one.date.get(..10).unwrap_or_default()
}

/// Where a channel loads a file: all runs with their dates, or that it does not.
pub fn window(window: &ChannelWindow, say: Say<'_>) -> String {
    if window.runs.is_empty() {
        return none(window, say);
    }
    let run = |run: &LoadingRun| {
        let (first, last) = (released(&run.first), released(&run.last));
        if first == last { first } else { say("picture-run", &[("first", first.as_str()), ("last", last.as_str())]) }
    };
    window.runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

/// The answer of a channel that loads a file in no release.
pub fn none(window: &ChannelWindow, say: Say<'_>) -> String {
    let known = window.outcomes.has(Outcome::Refused);
    say(if known { "picture-none" } else { "picture-unknown" }, &[])
}

/// How many releases of a channel load a file; the answer when none does.
pub fn count(window: &ChannelWindow, say: Say<'_>) -> String {
    if window.runs.is_empty() {
        return none(window, say);
    }
    let good = window.outcomes.0.iter().filter(|outcome| outcome.is_good()).count().to_string();
    let all = window.outcomes.0.len().to_string();
    say("picture-count", &[("good", good.as_str()), ("all", all.as_str())])
}

/// An outcome in words.
pub fn outcome(outcome: Outcome, say: Say<'_>) -> String {
    say(&format!("picture-outcome-{}", outcome.word()), &[])
}

/// The subject of a picture: its file, or the number of its files.
pub fn title(windows: &Windows, say: Say<'_>) -> String {
    match windows.files.as_slice() {
        [one] => say("picture-title-one", &[("name", one.name.as_str())]),
        files => say("picture-title", &[("count", files.len().to_string().as_str())]),
    }
}

/// The target with its outcome; empty without a target.
pub fn target(windows: &Windows, say: Say<'_>) -> String {
    let Some(target) = &windows.target else { return String::new() };
    let word = outcome(target.outcome.unwrap_or(Outcome::Unknown), say);
    let id = if windows.files.len() > 1 { "picture-target-all" } else { "picture-target" };
    let (channel, release) = (target.channel.as_str(), target.release.as_str());
    say(id, &[("channel", channel), ("release", release), ("outcome", word.as_str())])
}

/// The complete answer as sentences: the target, each file with its channels, all files together.
pub fn description(windows: &Windows, say: Say<'_>) -> String {
    let mut parts = Vec::new();
    let target = target(windows, say);
    if !target.is_empty() {
        parts.push(format!("{target}."));
    }
    for file in &windows.files {
        parts.push(format!("{}.", self::file(file, say)));
    }
    if !windows.together.is_empty() {
        let channels = channels(&windows.together, say);
        parts.push(format!("{}.", say("picture-together", &[("windows", channels.as_str())])));
    }
    parts.join(" ")
}

fn file(file: &FileWindows, say: Say<'_>) -> String {
    if file.windows.is_empty() {
        let id = if file.error.is_some() { "picture-file-unreadable" } else { "picture-file-none" };
        return say(id, &[("name", file.name.as_str())]);
    }
    let channels = channels(&file.windows, say);
    say("picture-file", &[("name", file.name.as_str()), ("windows", channels.as_str())])
}

fn channels(windows: &[ChannelWindow], say: Say<'_>) -> String {
    let one = |one: &ChannelWindow| {
        let text = window(one, say);
        if one.runs.is_empty() {
            return format!("{} {text}", one.channel);
        }
        format!("{} {text}, {}", one.channel, count(one, say))
    };
    windows.iter().map(one).collect::<Vec<_>>().join("; ")
}
