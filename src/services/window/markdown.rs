//! The windows as a table in Markdown, as GitHub renders it.

use super::say::Say;
use super::schema::{ChannelWindow, FileWindows, Windows};
use super::sentences;
use crate::report::schema::Outcome;

/// One row for each file and channel; with a target, its outcome is a column.
pub fn markdown(windows: &Windows, say: Say<'_>) -> String {
    let mut head: Vec<String> = ["picture-col-file", "picture-col-channel", "picture-col-window", "picture-col-count"]
        .iter()
        .map(|id| say(id, &[]))
        .collect();
    let target = windows.target.as_ref();
    head.extend(target.map(|target| cell(&format!("{} {}", target.channel, target.release))));
    let rule = vec!["---".to_owned(); head.len()];
    let mut rows = vec![head, rule];
    for file in &windows.files {
        let outcome = target.map(|_| sentences::outcome(file.at_target.unwrap_or(Outcome::Unknown), say));
        let row = |window: Option<&ChannelWindow>| line(&file.name, window, file, outcome.clone(), say);
        if file.windows.is_empty() {
            rows.push(row(None));
        }
        rows.extend(file.windows.iter().map(|window| row(Some(window))));
    }
    let all = say("picture-all-files", &[]);
    let outcome = target.map(|one| sentences::outcome(one.outcome.unwrap_or(Outcome::Unknown), say));
    let of_all = |window| line(&all, Some(window), &FileWindows::default(), outcome.clone(), say);
    rows.extend(windows.together.iter().map(of_all));
    let text: Vec<String> = rows.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
    text.join("\n") + "\n"
}

fn line(
    name: &str,
    window: Option<&ChannelWindow>,
    file: &FileWindows,
    outcome: Option<String>,
    say: Say<'_>,
) -> Vec<String> {
    let without = || say(if file.error.is_some() { "picture-outcome-unreadable" } else { "picture-no-window" }, &[]);
    let (channel, text, count) = match window {
        Some(window) if window.runs.is_empty() => {
            (window.channel.as_str(), sentences::none(window, say), String::new())
        }
        Some(window) => (window.channel.as_str(), sentences::window(window, say), sentences::count(window, say)),
        None => ("", without(), String::new()),
    };
    let mut row = vec![cell(name), cell(channel), cell(&text), cell(&count)];
    row.extend(outcome);
    row
}

/// Text as it is in a cell: characters with a meaning in Markdown are escaped, line ends and control characters are
/// spaces.
fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') {
            out.push(' ');
            continue;
        }
        if "\\`*_{}[]<>|#~&!$".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out.trim().to_owned()
}

/// The line of a picture with an address: `![alternative text](address)`.
pub(super) fn image(text: &str, address: &str) -> String {
    // An address with a space or a parenthesis ends early unless it is encoded.
    let encoded = address.replace(' ', "%20").replace('(', "%28").replace(')', "%29").replace('<', "%3C");
    format!("![{}]({encoded})", cell(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_cell() {
        assert_eq!(cell("a|b`c`\n<img>"), "a\\|b\\`c\\` \\<img\\>");
        assert_eq!(image("a]b", "https://example.org/a (1).svg"), "![a\\]b](https://example.org/a%20%281%29.svg)");
    }
}
