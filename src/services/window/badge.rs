//! A badge: one channel or one release of one file, in a line of 20 pixels.

use super::markdown::image;
use super::say::Say;
use super::schema::{ChannelWindow, FileWindows, Windows};
use super::sentences;
use super::xml::{escaped, prefix, reading_order, unit};
use crate::report::schema::Outcome;

/// Advance widths of the characters from space to `~` in tenths of a pixel at 11 pixels, measured with DejaVu Sans, whose
/// widths are those of Verdana. `textLength` makes other fonts fit.
const WIDTHS: [u8; 95] = [
    35, 44, 51, 92, 70, 105, 86, 30, 43, 43, 55, 92, 35, 40, 35, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 37, 37,
    92, 92, 92, 58, 110, 75, 75, 77, 85, 70, 63, 85, 83, 32, 32, 72, 61, 95, 82, 87, 66, 87, 76, 70, 67, 81, 75, 109,
    75, 67, 75, 43, 37, 43, 92, 55, 55, 67, 70, 60, 70, 68, 39, 70, 70, 31, 31, 64, 31, 107, 70, 67, 70, 70, 45, 57,
    43, 70, 65, 90, 65, 65, 58, 70, 37, 70, 92,
];
/// Free room on both sides of a text.
const SIDE: f64 = 7.0;

/// Backgrounds of an outcome, light and dark. The text on them is white and black.
const COLORS: [(Outcome, &str, &str); 4] = [
    (Outcome::Loads, "#0f766e", "#4fd1c0"),
    (Outcome::Warns, "#8a5a08", "#f0b849"),
    (Outcome::Refused, "#b3261e", "#ff8a80"),
    (Outcome::Unknown, "#6b6672", "#9d98a5"),
];

/// The texts of a badge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// Text on the left: the channel, or a question about the target.
    pub label: String,
    /// The answer on the right.
    pub message: String,
    /// The answer as a sentence about the file.
    pub title: String,
    /// Outcome that the color shows.
    pub outcome: Outcome,
}

/// The badge of the first file: about the target if there is one, otherwise about a channel (by default the file's
/// first). `None` without a file.
pub fn badge(windows: &Windows, channel: Option<&str>, say: Say<'_>) -> Option<Badge> {
    let file = windows.files.first()?;
    if file.windows.is_empty() {
        return Some(without_window(file, say));
    }
    if let Some(target) = &windows.target {
        let outcome = file.at_target.unwrap_or(Outcome::Unknown);
        let word = sentences::outcome(outcome, say);
        let (name, channel, release) = (file.name.as_str(), target.channel.as_str(), target.release.as_str());
        let params = [("name", name), ("channel", channel), ("release", release), ("outcome", word.as_str())];
        return Some(Badge {
            label: say("badge-loads-in", &params),
            message: answer(outcome, say),
            title: say("badge-title-target", &params),
            outcome,
        });
    }
    let wanted = |one: &&ChannelWindow| channel.is_none_or(|channel| one.channel == channel);
    let window = file.windows.iter().find(wanted)?;
    let text = sentences::window(window, say);
    let params = [("name", file.name.as_str()), ("channel", window.channel.as_str()), ("window", text.as_str())];
    Some(Badge {
        label: window.channel.clone(),
        message: message(windows, window, say),
        title: say("badge-title", &params),
        outcome: color(window),
    })
}

/// The answer to "does it load?".
fn answer(outcome: Outcome, say: Say<'_>) -> String {
    let id = match outcome {
        Outcome::Loads => "badge-yes",
        Outcome::Warns => "badge-warns",
        Outcome::Refused => "badge-no",
        Outcome::Unknown => "badge-unknown",
    };
    say(id, &[])
}

fn without_window(file: &FileWindows, say: Say<'_>) -> Badge {
    let id = if file.error.is_some() { "picture-outcome-unreadable" } else { "picture-no-window" };
    let message = say(id, &[]);
    let title = format!("{}: {message}", file.name);
    Badge { label: say("badge-loads", &[]), message, title, outcome: Outcome::Unknown }
}

/// The window in a few characters: `2.9.0 and later`.
fn message(windows: &Windows, window: &ChannelWindow, say: Say<'_>) -> String {
    let (Some(first), Some(last)) = (window.runs.first(), window.runs.last()) else {
        return sentences::none(window, say);
    };
    let (first, last) = (first.first.release.as_str(), last.last.release.as_str());
    let newest = windows.releases(&window.channel).last().map_or("", |one| one.release.as_str());
    let id = match () {
        () if first == last => "badge-only",
        () if last == newest => "badge-from",
        () => "badge-between",
    };
    let text = say(id, &[("first", first), ("last", last)]);
    if window.runs.len() == 1 { text } else { say("badge-with-gaps", &[("window", text.as_str())]) }
}

fn color(window: &ChannelWindow) -> Outcome {
    match window.outcomes.any_good() {
        true if window.outcomes.has(Outcome::Loads) => Outcome::Loads,
        true => Outcome::Warns,
        false if window.outcomes.has(Outcome::Refused) => Outcome::Refused,
        false => Outcome::Unknown,
    }
}

impl Badge {
    /// The badge as SVG, light and dark.
    pub fn svg(&self) -> String {
        let (left, right) = (width(&self.label), width(&self.message));
        let (split, all) = (unit(left + 2.0 * SIDE), unit(left + right + 4.0 * SIDE));
        let prefix = prefix(&format!("badge {} {} {}", self.title, self.label, self.message));
        let (_, light, dark) = COLORS.iter().find(|known| known.0 == self.outcome).unwrap_or(&COLORS[3]);
        let text = |x: f64, width: f64, class: &str, text: &str| {
            format!(
                "<text class=\"{prefix}-{class}\" x=\"{}\" y=\"14\" fill=\"#fff\" textLength=\"{}\" \
                 lengthAdjust=\"spacingAndGlyphs\"{}>{}</text>\n",
                unit(x),
                unit(width),
                reading_order(text),
                escaped(text)
            )
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" viewBox=\"0 0 {all} 20\" role=\"img\" \
             aria-labelledby=\"{prefix}-t\" font-family=\"Verdana, 'DejaVu Sans', sans-serif\" font-size=\"11\">\n\
             <title id=\"{prefix}-t\">{}</title>\n\
             <style>@media (prefers-color-scheme:dark){{.{prefix}-l{{fill:#3b3843}}.{prefix}-m{{fill:{dark}}}\
             .{prefix}-n{{fill:#16151a}}}}</style>\n\
             <rect class=\"{prefix}-l\" width=\"{all}\" height=\"20\" rx=\"3\" fill=\"#45414b\"/>\n\
             <path class=\"{prefix}-m\" d=\"M{split} 0H{}a3 3 0 0 1 3 3v14a3 3 0 0 1 -3 3H{split}z\" fill=\"{light}\"/>\n\
             {}{}</svg>\n",
            escaped(&self.title),
            unit(left + right + 4.0 * SIDE - 3.0),
            text(SIDE, left, "t", &self.label),
            text(left + 3.0 * SIDE, right, "n", &self.message),
        )
    }

    /// The line of Markdown that shows the badge at an address.
    pub fn markdown(&self, address: &str) -> String {
        image(&format!("{}: {}", self.label, self.message), address)
    }
}

fn width(text: &str) -> f64 {
    let one = |c: char| {
        let at = (c as usize).checked_sub(' ' as usize);
        f64::from(at.and_then(|at| WIDTHS.get(at)).copied().unwrap_or_else(|| other(c))) / 10.0
    };
    text.chars().map(one).sum()
}

/// About the width of a character that is not ASCII: marks above letters, joined Arabic letters, other letters, and
/// characters of East Asia, which fill a square.
fn other(c: char) -> u8 {
    match c {
        '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' => 0,
        '\u{600}'..='\u{6ff}' => 55,
        c if c < '\u{2e80}' => 68,
        _ => 110,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badge_is_as_wide_as_its_texts() {
        let badge = Badge { label: "ab".into(), message: "1".into(), title: "t".into(), outcome: Outcome::Loads };
        let svg = badge.svg();
        // 6.7 and 7.0 for the letters, 7.0 for the digit, and 7 pixels on each side of both.
        assert!(svg.contains("width=\"48.7\"") && svg.contains("textLength=\"13.7\""), "{svg}");
        assert!(svg.contains("#0f766e") && !svg.contains("#b3261e"));
    }
}
