//! The windows of files as one SVG: one row of bars per channel on one time axis, light and dark, without scripts.

use super::axis::{Axis, LEFT, RIGHT};
use super::lane::{self, HEIGHT, extents, lane};
use super::say::Say;
use super::schema::{ChannelWindow, DatedRelease, FileWindows, Windows};
use super::sentences;
use super::style::Style;
use super::xml::{escaped, prefix, reading_order, shortened, unit};
use crate::report::schema::{Action, Outcome};
use std::fmt::Write;

/// Width of the picture.
const WIDTH: f64 = 720.0;
/// Characters of a file's name in the title, and before a bar.
const NAME: usize = 38;
const LABEL: usize = 26;
/// Free room that the two ends of a window need, each.
const END: f64 = 175.0;
/// From the label of a bar to its top.
const LABELED: f64 = 10.0;
/// From the label of a bar to the next one.
const PITCH: f64 = 92.0;

/// The picture. It has no size of its own beyond its proportions: it is legible from 360 to 720 pixels and wider.
pub fn svg(windows: &Windows, say: Say<'_>) -> String {
    let (title, description) = (sentences::title(windows, say), sentences::description(windows, say));
    let prefix = prefix(&format!("window {title} {description}"));
    let mut picture = Picture { out: String::new(), style: Style::new(&prefix), y: 0.0, axis: Axis::of(windows), say };
    picture.head(windows);
    let top = picture.y;
    picture.channels(windows);
    let mut grid = String::new();
    if !windows.channels.is_empty() {
        grid = picture.grid(top);
        picture.years();
        picture.legend(windows);
    }
    let height = unit(picture.y + 14.0);
    let edge = (unit(WIDTH - 1.0), unit(picture.y + 13.0));
    let Picture { out, style, .. } = picture;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{prefix}\" width=\"720\" height=\"{height}\" \
         viewBox=\"0 0 720 {height}\" role=\"img\" aria-labelledby=\"{prefix}-t\" aria-describedby=\"{prefix}-d\" \
         font-family=\"{}\">\n<title id=\"{prefix}-t\">{}</title>\n<desc id=\"{prefix}-d\">{}</desc>\n<style>{}</style>\n\
         <rect {} x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"6\"/>{grid}{out}\n</svg>\n",
        Style::font(),
        escaped(&title),
        escaped(&description),
        style.sheet(),
        style.of("paper"),
        edge.0,
        edge.1,
    )
}

/// A picture from top to bottom; `y` is the end of the part that is drawn.
struct Picture<'a> {
    out: String,
    style: Style,
    y: f64,
    axis: Axis,
    say: Say<'a>,
}

impl Picture<'_> {
    fn text(&mut self, class: &str, x: f64, more: &str, text: &str) {
        let (style, y) = (self.style.of(class), unit(self.y));
        let (x, order, text) = (unit(x), reading_order(text), escaped(text));
        let _ = write!(self.out, "\n<text {style} x=\"{x}\" y=\"{y}\"{more}{order}>{text}</text>");
    }

    /// The subject, the meaning of "loads", and the answer for the target.
    fn head(&mut self, windows: &Windows) {
        self.y = 34.0;
        match windows.files.as_slice() {
            [one] => {
                self.text("name", LEFT, "", &shortened(&one.name, NAME));
                self.y += 26.0;
                self.text("soft", LEFT, "", &self.about(one));
            }
            _ => self.text("name", LEFT, "", &sentences::title(windows, self.say)),
        }
        if let Some(target) = &windows.target {
            self.y += 28.0;
            let class = format!("{}-text", target.outcome.unwrap_or(Outcome::Unknown).word());
            self.text(&class, LEFT, "", &format!("▼ {}", sentences::target(windows, self.say)));
        }
        self.y += 16.0;
    }

    /// Kind and action of a file.
    fn about(&self, file: &FileWindows) -> String {
        let kind = (self.say)(&format!("picture-kind-{}", file.kind.word()), &[]);
        match file.action.filter(|action| *action != Action::Import) {
            Some(action) => format!("{kind} · {}", action.word()),
            None => kind,
        }
    }

    /// All bars: with one file, a bar per channel; with several, a group of bars per channel.
    fn channels(&mut self, windows: &Windows) {
        let single = windows.files.len() == 1;
        for channel in &windows.channels {
            let of = |all: &[ChannelWindow]| all.iter().find(|one| one.channel == channel.channel).cloned();
            if !single {
                self.y += 24.0;
                self.text("head", LEFT, "", &channel.channel);
            }
            for file in &windows.files {
                let Some(window) = of(&file.windows) else { continue };
                let label = if single { channel.channel.clone() } else { shortened(&file.name, LABEL) };
                self.bar(windows, &window, &label);
            }
            if let Some(window) = of(&windows.together) {
                self.bar(windows, &window, &(self.say)("picture-all-files", &[]));
            }
        }
        for file in windows.files.iter().filter(|file| file.windows.is_empty()) {
            self.y += 26.0;
            let unreadable = file.error.is_some();
            let id = if unreadable { "picture-outcome-unreadable" } else { "picture-no-window" };
            self.text("label", LEFT, "", &shortened(&file.name, LABEL));
            self.text("unknown-text", RIGHT, " text-anchor=\"end\"", &(self.say)(id, &[]));
            self.y += 8.0;
        }
    }

    /// A label, the number of releases, the bar, and the first and last release below its ends.
    fn bar(&mut self, windows: &Windows, window: &ChannelWindow, label: &str) {
        let (axis, start) = (self.axis, self.y);
        let releases = windows.releases(&window.channel);
        self.y += 24.0;
        self.text("label", LEFT, "", label);
        let class = match window.runs.is_empty() {
            false if window.outcomes.has(Outcome::Loads) => "loads-text",
            false => "warns-text",
            true if window.outcomes.has(Outcome::Refused) => "refused-text",
            true => "unknown-text",
        };
        self.text(class, RIGHT, " text-anchor=\"end\"", &sentences::count(window, self.say));
        self.y += LABELED;
        lane(&mut self.out, &self.style, axis, window, releases, self.y);
        if let Some(release) = windows.target_in(&window.channel).and_then(|at| releases.get(at)) {
            lane::target(&mut self.out, &self.style, axis.at(&release.date), self.y);
        }
        self.y += HEIGHT + 15.0;
        self.ends(window, releases);
        self.y = start + PITCH;
    }

    /// The first and the last release that load a file, below the ends of the band.
    fn ends(&mut self, window: &ChannelWindow, releases: &[DatedRelease]) {
        let (Some(first), Some(last)) = (window.runs.first(), window.runs.last()) else { return };
        let named = |one: &DatedRelease| format!("{} · {}", one.release, sentences::day(one));
        let (from, to) = (named(&first.first), named(&last.last));
        let all = extents(window, releases, self.axis, Outcome::is_good);
        let start = all.first().map_or(LEFT, |extent| extent.0);
        let end = all.iter().map(|extent| extent.1).fold(LEFT, f64::max);
        let both = if from == to { from.clone() } else { format!("{from} → {to}") };
        if end - start >= 2.0 * END {
            self.text("end", start, "", &from);
            self.text("end", end, " text-anchor=\"end\"", &to);
        } else if start + end > LEFT + RIGHT {
            self.text("end", end.max(LEFT + 2.0 * END), " text-anchor=\"end\"", &both);
        } else {
            self.text("end", start.min(RIGHT - 2.0 * END), "", &both);
        }
        // In a narrow picture both are one text.
        self.y += 5.0;
        self.text("ends", LEFT, "", &both);
    }

    /// Lines at the first days of the years, from a height to the current one.
    fn grid(&mut self, top: f64) -> String {
        let (style, from, to) = (self.style.of("grid"), unit(top + 8.0), unit(self.y + 10.0));
        let lines: String = self.axis.years().iter().map(|(_, x)| format!("M{} {from}V{to}", unit(*x))).collect();
        if lines.is_empty() { lines } else { format!("\n<path {style} d=\"{lines}\" stroke-opacity=\".6\"/>") }
    }

    /// The years below the lines.
    fn years(&mut self) {
        let years = self.axis.years();
        let every = if years.len() > 7 { 2 } else { 1 };
        self.y += 26.0;
        for (year, x) in years.into_iter().filter(|(year, x)| year % every == 0 && *x < RIGHT - 24.0) {
            self.text("year", x, " text-anchor=\"middle\"", &year.to_string());
        }
    }

    /// The marks that occur, with their meaning.
    fn legend(&mut self, windows: &Windows) {
        let has = |outcome| windows.files.iter().flat_map(|file| &file.windows).any(|one| one.outcomes.has(outcome));
        self.y += 30.0;
        let mut x = LEFT;
        for outcome in Outcome::ALL.into_iter().filter(|outcome| has(*outcome)) {
            self.mark(outcome, x + 7.0);
            let text = sentences::outcome(outcome, self.say);
            self.text("legend", x + 20.0, "", &text);
            x += 40.0 + text.chars().count() as f64 * 12.0;
        }
    }

    fn mark(&mut self, outcome: Outcome, x: f64) {
        let middle = self.y - 5.0;
        let (x, y, top) = (unit(x), unit(middle), unit(middle - 6.0));
        let left = format!("M{x} {y}");
        let drawn = match outcome {
            Outcome::Loads => format!(
                "<rect {} x=\"{x}\" y=\"{top}\" width=\"10\" height=\"12\" rx=\"2\" transform=\"translate(-5)\"/>\
                 <path {} d=\"M{x} {top}v12\"/>",
                self.style.of("band"),
                self.style.of("loads")
            ),
            Outcome::Warns => format!("<path {} d=\"{left}m0 -4.5l5 9h-10z\"/>", self.style.of("warns")),
            Outcome::Refused => {
                format!("<path {} d=\"{left}m-4.5 -4.5l9 9m0 -9l-9 9\"/>", self.style.of("refused"))
            }
            Outcome::Unknown => {
                format!("<text {} x=\"{x}\" y=\"{}\">?</text>", self.style.of("query"), unit(middle + 5.0))
            }
        };
        self.out += &drawn;
    }
}
