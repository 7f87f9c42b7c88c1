//! `vintage values` and `vintage verify`: statistics and checksums of stored values.

use super::escape::on_one_line;
use super::inspect::{not_opened, open};
use super::output;
use super::{Paths, Words, exit, print_json, print_line, table};
use crate::report::schema::{ErrorInfo, SCHEMA};
use crate::services::values::schema::{Check, Checked, CheckedValue, Histogram, Statistics, Value};
use crate::services::values::{self, AllValues, OneValue, Progress, Work};
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often progress is shown.
const EVERY: Duration = Duration::from_millis(100);

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(super) struct VerifyArguments {
    #[command(flatten)]
    paths: Paths,
    #[arg(long)]
    json: bool,
    #[arg(long)]
    all: bool,
}

/// Output of `values --json`.
#[derive(Serialize)]
struct Told {
    schema: u32,
    exit: u8,
    artifacts: Vec<ToldArtifact>,
}

#[derive(Serialize)]
struct ToldArtifact {
    name: String,
    /// The reason it could not be read, or only in part; absent without an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorInfo>,
    values: Vec<Value>,
}

/// Output of `verify --json`.
#[derive(Serialize)]
struct Verified {
    schema: u32,
    exit: u8,
    artifacts: Vec<VerifiedArtifact>,
}

#[derive(Serialize)]
struct VerifiedArtifact {
    name: String,
    /// The reason it could not be read, or only in part; absent without an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorInfo>,
    #[serde(flatten)]
    checked: Checked,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    let opened = open(&arguments.paths, words);
    let mut value = Told { schema: SCHEMA, exit: exit::OK, artifacts: Vec::new() };
    let mut shown = Shown::new();
    for (artifact, report) in opened.artifacts.iter().zip(&opened.report.artifacts) {
        let listed = values::list(artifact);
        let wanted = |name: &str, label: &str| {
            arguments.names.is_empty() || arguments.names.iter().any(|n| n == name || n == label)
        };
        let names = listed.into_iter().filter(|one| wanted(&one.name, &one.label)).map(|one| one.name);
        let values: Vec<Value> = names
            .filter_map(|name| {
                let mut work = OneValue::new(artifact, &name)?;
                while let Some(progress) = work.step() {
                    shown.at(&progress);
                }
                let mut value = work.into_report();
                if let Some(error) = &mut value.error {
                    error.message = words.message("error-", &error.detail);
                }
                Some(value)
            })
            .collect();
        value.artifacts.push(ToldArtifact { name: artifact.name.clone(), error: report.error.clone(), values });
    }
    shown.clear();
    let missing = not_opened(&opened).iter();
    value.artifacts.extend(missing.map(|one| ToldArtifact {
        name: one.name.clone(),
        error: one.error.clone(),
        values: Vec::new(),
    }));
    let none = value.artifacts.iter().all(|artifact| artifact.values.is_empty());
    let bad = |one: &ToldArtifact| one.error.is_some() || one.values.iter().any(is_bad);
    value.exit = if none || value.artifacts.iter().any(bad) { exit::UNREADABLE } else { exit::OK };
    if arguments.json {
        print_json(&value);
    } else {
        print_values(&value, none, words);
    }
    value.exit
}

fn print_values(value: &Told, none: bool, words: &Words) {
    if none {
        print_line(&words.word("cli-no-values"));
    }
    for artifact in &value.artifacts {
        for value in &artifact.values {
            print_line(&text(&artifact.name, value, words));
        }
        if let Some(error) = &artifact.error {
            print_line(&format!("{}\n{}", on_one_line(&artifact.name), error_line(error, words)));
        }
    }
}

fn error_line(error: &ErrorInfo, words: &Words) -> String {
    format!("  {}: {}", error.failure, words.error(error))
}

pub(super) fn verify(arguments: &VerifyArguments, words: &Words) -> u8 {
    let opened = open(&arguments.paths, words);
    let mut value = Verified { schema: SCHEMA, exit: exit::OK, artifacts: Vec::new() };
    let mut shown = Shown::new();
    for (artifact, report) in opened.artifacts.iter().zip(&opened.report.artifacts) {
        let (name, error) = (artifact.name.clone(), report.error.clone());
        let Some(mut work) = AllValues::new(artifact) else {
            // A file without values has no checksums either; a damaged one may have had some.
            if error.is_some() {
                value.artifacts.push(VerifiedArtifact { name, error, checked: Checked::default() });
            }
            continue;
        };
        while let Some(progress) = work.step() {
            shown.at(&progress);
        }
        let mut checked = work.into_report();
        let errors = checked.values.iter_mut().filter_map(|value| value.error.as_mut());
        for error in errors.chain(&mut checked.problems) {
            error.message = words.message("error-", &error.detail);
        }
        value.artifacts.push(VerifiedArtifact { name, error, checked });
    }
    shown.clear();
    for one in not_opened(&opened) {
        let (name, error) = (one.name.clone(), one.error.clone());
        value.artifacts.push(VerifiedArtifact { name, error, checked: Checked::default() });
    }
    let any = |check| value.artifacts.iter().flat_map(|a| &a.checked.values).any(|value| value.check == check);
    let overlap = value.artifacts.iter().any(|artifact| !artifact.checked.problems.is_empty());
    let unread = value.artifacts.iter().any(|artifact| artifact.error.is_some());
    value.exit = if value.artifacts.is_empty() || unread || any(Check::Unreadable) {
        exit::UNREADABLE
    } else if any(Check::Wrong) || overlap {
        exit::REFUSED
    } else {
        exit::OK
    };
    if arguments.json {
        print_json(&value);
    } else {
        if value.artifacts.is_empty() {
            print_line(&words.word("cli-no-values"));
        }
        for artifact in &value.artifacts {
            print_line(&verified(artifact, arguments.all, words));
        }
    }
    value.exit
}

/// Progress of the work, on a terminal only.
pub(super) struct Shown {
    last: Instant,
    terminal: bool,
    dirty: bool,
}

impl Shown {
    pub(super) fn new() -> Self {
        Self { last: Instant::now(), terminal: std::io::stderr().is_terminal() && !output::is_quiet(), dirty: false }
    }

    pub(super) fn at(&mut self, progress: &Progress) {
        if !self.terminal || self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        self.dirty = true;
        let percent = progress.done.saturating_mul(100).checked_div(progress.of).unwrap_or(0);
        let name: String = on_one_line(&progress.name).chars().take(60).collect();
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K{percent:3} %  {name}");
        let _ = std::io::stderr().flush();
    }

    pub(super) fn clear(&mut self) {
        if self.dirty {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

/// Whether reading a value failed that a reader should support.
fn is_bad(value: &Value) -> bool {
    value.error.is_some() && value.check != Check::Opaque
}

fn check_word(check: Check, words: &Words) -> String {
    let id = match check {
        Check::Right => "check-right",
        Check::Wrong => "check-wrong",
        Check::None => "check-none",
        Check::Opaque => "check-opaque",
        Check::Unreadable => "check-unreadable",
    };
    words.word(id)
}

fn text(artifact: &str, value: &Value, words: &Words) -> String {
    let label = if value.label.is_empty() { String::new() } else { format!("  {}", value.label) };
    let shape = value.shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let name = on_one_line(&format!("{artifact}: {}{label}", value.name));
    let mut text = format!("{name}\n  {} [{shape}], {} bytes", value.dtype, value.bytes);
    text += &format!(", {}", check_word(value.check, words));
    if let Some(error) = &value.error {
        text += &format!("\n  {}: {}", error.failure, words.error(error));
    }
    if value.partial {
        text += &format!("\n  {}", words.word("values-partial"));
    }
    if let Some(statistics) = &value.statistics {
        text += &rows(statistics, words);
    }
    if !value.first.is_empty() {
        let first: Vec<String> = value.first.iter().map(ToString::to_string).collect();
        text += &format!("\n  {}  {}", words.word("col-first-values"), first.join(", "));
    }
    text
}

fn rows(statistics: &Statistics, words: &Words) -> String {
    let mut rows = Vec::new();
    let mut row = |id: &str, value: String| rows.push(vec![words.word(id), value]);
    let of = format!("values-of-{}", statistics.of);
    row(&of, statistics.count.to_string());
    let number = |value: &Option<serde_json::Value>| value.as_ref().map(ToString::to_string);
    let real = |value: Option<f64>| value.map(|value| value.to_string());
    for (id, value) in [
        ("values-min", number(&statistics.min)),
        ("values-max", number(&statistics.max)),
        ("values-mean", real(statistics.mean)),
        ("values-deviation", real(statistics.deviation)),
    ] {
        if let Some(value) = value {
            row(id, value);
        }
    }
    for (id, count) in [
        ("values-zeros", statistics.zeros),
        ("values-nan", statistics.nan),
        ("values-positive-infinity", statistics.positive_infinity),
        ("values-negative-infinity", statistics.negative_infinity),
    ] {
        if count > 0 {
            row(id, count.to_string());
        }
    }
    if let Some(histogram) = &statistics.histogram {
        row("values-histogram", bars(histogram));
    }
    format!("\n{}", table::columns(&rows, 2)).trim_end().to_owned()
}

/// A histogram as one line of bars.
fn bars(histogram: &Histogram) -> String {
    const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = histogram.counts.iter().copied().max().unwrap_or(0).max(1);
    let bar = |count: &u64| {
        // A bin that is not empty must be visible.
        let height = (u128::from(*count) * 8).div_ceil(u128::from(most));
        BARS[height as usize]
    };
    let bars: String = histogram.counts.iter().map(bar).collect();
    format!("{} |{bars}| {}", histogram.low, histogram.high)
}

fn verified(artifact: &VerifiedArtifact, all: bool, words: &Words) -> String {
    let checked = &artifact.checked;
    let mut text = format!("{}\n", on_one_line(&artifact.name));
    if let Some(error) = &artifact.error {
        text += &format!("{}\n", error_line(error, words));
    }
    let shown = |value: &&CheckedValue| all || matches!(value.check, Check::Wrong | Check::Unreadable);
    let rows: Vec<Vec<String>> = checked
        .values
        .iter()
        .filter(shown)
        .map(|value| {
            let error = value.error.as_ref().map(|error| words.error(error)).unwrap_or_default();
            vec![check_word(value.check, words), value.name.clone(), error]
        })
        .collect();
    text += &table::columns(&rows, 2);
    for problem in &checked.problems {
        text += &format!("  {}: {}\n", problem.failure, words.error(problem));
    }
    let mut counts = Vec::new();
    for check in [Check::Right, Check::None, Check::Opaque, Check::Wrong, Check::Unreadable] {
        let count = checked.values.iter().filter(|value| value.check == check).count();
        if count > 0 {
            counts.push(format!("{} {count}", check_word(check, words)));
        }
    }
    if !counts.is_empty() {
        text += &format!("  {}", counts.join(", "));
    }
    text.trim_end().to_owned()
}
