//! `vintage compare`: two files of one kind by meaning, and the changes of the window.

use super::escape::on_one_line;
use super::inspect::{not_opened, open, requirement};
use super::sole::sole;
use super::values::Shown;
use super::{Paths, Words, exit, output, print_json, print_line, table};
use crate::formats::stored::Tolerance;
use crate::report::Opened;
use crate::report::schema::{ErrorInfo, Kind, in_ids};
use crate::services::compare::schema::{
    Change, ChangeKind, Comparison, RefusalKind, ValuePair, ValueVerdict, Values, WindowMove,
};
use crate::services::values::Work;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Rows of a list that the plain text shows; `--json` and `--all` have them all.
const SHOWN: usize = 40;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[arg(value_name = "A")]
    a: PathBuf,
    #[arg(value_name = "B")]
    b: PathBuf,
    #[arg(long)]
    no_values: bool,
    #[arg(long)]
    close: bool,
    #[arg(long, value_name = "NUMBER", default_value_t = Tolerance::default().relative)]
    relative: f64,
    #[arg(long, value_name = "NUMBER", default_value_t = Tolerance::default().absolute)]
    absolute: f64,
    #[arg(long)]
    all: bool,
    #[arg(long)]
    json: bool,
    #[arg(long = "limit", value_name = "NAME=VALUE", value_parser = super::limit)]
    limits: Vec<(String, u64)>,
}

/// Output of `--json`.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Compared {
    /// Everything except stored values.
    #[serde(flatten)]
    comparison: Comparison,
    /// Stored values; null when they were not read.
    stored_values: Option<Values>,
    /// The exit code.
    exit: u8,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    let paths = |path: &PathBuf| Paths { paths: vec![path.clone()], limits: arguments.limits.clone() };
    let mut opened = open(&paths(&arguments.a), words);
    let other = open(&paths(&arguments.b), words);
    let (a, b) = match pair(arguments, &mut opened, other, words) {
        Ok(pair) => pair,
        Err(code) => return code,
    };
    let mut comparison = opened.compare(a, b);
    for problem in &mut comparison.problems {
        problem.message = words.message("error-", &problem.detail);
    }
    let values =
        (!arguments.no_values && comparison.refusal.is_none()).then(|| values(&opened, a, b, arguments, words));
    let mut compared = Compared { exit: exit::OK, stored_values: values.flatten(), comparison };
    compared.exit = code(&compared, arguments.close);
    if arguments.json {
        print_json(&compared);
    } else {
        print_line(&text(&compared, arguments, words));
    }
    compared.exit
}

/// Merges the opened files of both sides, and finds the model of each.
fn pair(arguments: &Arguments, opened: &mut Opened, other: Opened, words: &Words) -> Result<(usize, usize), u8> {
    let a = one(&arguments.a, opened, words)?;
    let b = one(&arguments.b, &other, words)?;
    let first = opened.append(other);
    Ok((a, first + b))
}

/// The only model of a side. A state file beside its checkpoint does not count: it only lists it.
fn one(path: &Path, side: &Opened, words: &Words) -> Result<usize, u8> {
    if let Some(missing) = not_opened(side).first() {
        let error = missing.error.as_ref();
        let text = format!("{}: {}", missing.name, error.map(|error| words.error(error)).unwrap_or_default());
        let id = error.map_or("cli-nothing-opened", |error| &error.detail.id);
        return Err(output::fail_with(id, &text, exit::UNREADABLE));
    }
    let is_model = |kind| kind != Kind::CheckpointState;
    if !side.artifacts.is_empty() && !side.report.artifacts.iter().any(|artifact| is_model(artifact.kind)) {
        return Ok(0);
    }
    sole(side, 0.., is_model, &path.display().to_string(), "cli-nothing-opened", words)
}

fn values(opened: &Opened, a: usize, b: usize, arguments: &Arguments, words: &Words) -> Option<Values> {
    let tolerance = Tolerance { relative: arguments.relative, absolute: arguments.absolute };
    let mut work = opened.compare_values(a, b, tolerance)?;
    let mut shown = Shown::new();
    while let Some(progress) = work.step() {
        shown.at(&progress);
    }
    shown.clear();
    let mut compared = work.into_report();
    for error in compared.values.iter_mut().filter_map(|value| value.error.as_mut()) {
        error.message = words.message("error-", &error.detail);
    }
    Some(compared)
}

/// Differences are known even if a part could not be read; equality is not.
fn code(compared: &Compared, close: bool) -> u8 {
    let values = || compared.stored_values.iter().flat_map(|values| &values.values);
    let has = |verdict: ValueVerdict| values().any(|value| value.verdict == verdict);
    match compared.comparison.refusal_kind {
        Some(RefusalKind::Unreadable) => return exit::UNREADABLE,
        Some(RefusalKind::Kinds | RefusalKind::NotOpen) => return exit::UNKNOWN,
        None => {}
    }
    let differs = has(ValueVerdict::Different) || has(ValueVerdict::Incomparable) || !close && has(ValueVerdict::Close);
    if !compared.comparison.same || differs {
        exit::REFUSED
    } else if !compared.comparison.problems.is_empty() || values().any(|value| value.error.is_some()) {
        exit::UNREADABLE
    } else {
        exit::OK
    }
}

fn text(compared: &Compared, arguments: &Arguments, words: &Words) -> String {
    let comparison = &compared.comparison;
    let most = if arguments.all { usize::MAX } else { SHOWN };
    let name = on_one_line;
    let mut text = format!("{}  ->  {}\n", name(&comparison.a.name), name(&comparison.b.name));
    for problem in &comparison.problems {
        text += &problem_text(problem, words);
    }
    if let Some(refusal) = &comparison.refusal {
        return text + "  " + &words.message("compare-refusal-", refusal);
    }
    text +=
        &format!("  {}\n", words.word(if compared.exit == exit::OK { "compare-same" } else { "compare-different" }));
    for window in &comparison.windows {
        text += &window_text(window, comparison, words);
    }
    let movers: Vec<u32> = comparison.windows.iter().flat_map(|w| &w.because).map(|mover| mover.requirement).collect();
    let still = comparison.requirements.iter().enumerate().filter(|(index, _)| !movers.contains(&(*index as u32)));
    let still: Vec<Vec<String>> = still
        .map(|(_, one)| {
            let mut row = vec![one.side.word().to_uppercase()];
            row.extend(requirement(&one.requirement, words));
            row
        })
        .collect();
    text += &section(words, "compare-requirements", &still, most);
    for part in &comparison.parts {
        let of_part: Vec<&Change> = comparison.changes.iter().filter(|change| change.part == part.part).collect();
        let counts = [("+", part.added), ("-", part.removed), ("~", part.changed), ("=", part.same)];
        let counts: Vec<String> =
            counts.iter().filter(|(_, count)| *count > 0).map(|(sign, count)| format!("{sign}{count}")).collect();
        text +=
            &format!("  {} {}\n", words.word(&format!("compare-part-{}", in_ids(part.part.word()))), counts.join(" "));
        for change in of_part.iter().take(most) {
            text += &change_text(change);
        }
        text += &more(of_part.len(), most, words);
    }
    match &compared.stored_values {
        Some(values) if !values.values.is_empty() => text += &values_text(values, arguments.all, most, words),
        None if comparison.values.pairs > 0 => text += &format!("  {}\n", words.word("compare-values-not-read")),
        _ => {}
    }
    text.trim_end().to_owned()
}

fn problem_text(problem: &ErrorInfo, words: &Words) -> String {
    format!("  {}: {}\n", problem.failure, words.error(problem))
}

fn window_text(window: &WindowMove, comparison: &Comparison, words: &Words) -> String {
    let runs = |runs: &[(String, String)]| if runs.is_empty() { words.word("cli-no-release") } else { span(runs) };
    let mut text = format!("  {}: {}  ->  {}\n", window.channel, runs(&window.a), runs(&window.b));
    for (id, releases) in [("compare-gained", &window.gained), ("compare-lost", &window.lost)] {
        if !releases.names.is_empty() {
            let count = releases.names.len().to_string();
            let sentence = words.find(id, [("count", count.as_str())]).unwrap_or_default();
            text += &format!("    {sentence}: {}\n", span(&releases.runs));
        }
    }
    for mover in &window.because {
        if let Some(one) = comparison.requirements.get(mover.requirement as usize) {
            let id = format!("compare-because-{}", one.side);
            let row = requirement(&one.requirement, words).join("  ");
            text += &format!("    {}  {}  ({})\n", words.word(&id), row.trim_end(), span(&mover.releases.runs));
        }
    }
    text
}

/// Runs of releases: `1.5.0 .. 1.7.1, 2.5.0`.
fn span(runs: &[(String, String)]) -> String {
    let run = |(from, to): &(String, String)| if from == to { from.clone() } else { format!("{from} .. {to}") };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

fn change_text(change: &Change) -> String {
    let sign = match change.how {
        ChangeKind::Added => '+',
        ChangeKind::Removed => '-',
        ChangeKind::Changed => '~',
    };
    let scope = if change.scope.is_empty() { String::new() } else { format!("{}: ", change.scope) };
    let what = if change.what.is_empty() { String::new() } else { format!("  {}", change.what) };
    // The file itself has no name: its part identifies it.
    let title = on_one_line(&format!("{scope}{}{what}", change.name));
    let mut text = if title.is_empty() { String::new() } else { format!("    {sign} {title}\n") };
    let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let rows: Vec<Vec<String>> = change
        .fields
        .iter()
        .map(|field| vec![field.field.clone(), side(&field.a), format!("-> {}", side(&field.b))])
        .collect();
    text += &table::columns(&rows, 8);
    text
}

fn values_text(values: &Values, all: bool, most: usize, words: &Words) -> String {
    let count = |verdict: ValueVerdict| values.values.iter().filter(|value| value.verdict == verdict).count();
    let verdicts = [
        ValueVerdict::Exact,
        ValueVerdict::Close,
        ValueVerdict::Different,
        ValueVerdict::Incomparable,
        ValueVerdict::Unreadable,
    ];
    let counts: Vec<String> = verdicts
        .into_iter()
        .filter(|verdict| count(*verdict) > 0)
        .map(|verdict| format!("{} {}", words.word(verdict_id(verdict)), count(verdict)))
        .collect();
    let mut text = format!("  {} {}\n", words.word("compare-values"), counts.join(", "));
    let shown: Vec<&ValuePair> = values
        .values
        .iter()
        .filter(|value| all || value.verdict != ValueVerdict::Exact || value.error.is_some())
        .collect();
    for value in shown.iter().take(most) {
        text += &value_text(value, words);
    }
    text + &more(shown.len(), most, words)
}

fn value_text(value: &ValuePair, words: &Words) -> String {
    let renamed = if value.renamed.is_empty() { String::new() } else { format!(" -> {}", value.renamed) };
    let mut text = format!("    {}  {}{renamed}\n", words.word(verdict_id(value.verdict)), value.name);
    if value.differing > 0 {
        let (differing, total) = (value.differing.to_string(), value.count.to_string());
        let params = [("differing", differing.as_str()), ("total", total.as_str())];
        text += &format!("        {}", words.find("compare-elements", params).unwrap_or_default());
        if let Some(largest) = &value.largest {
            let difference = largest.difference.as_ref().map(ToString::to_string).unwrap_or_default();
            let at = format!("{:?}", largest.at);
            let (a, b) = (largest.a.to_string(), largest.b.to_string());
            let id = if largest.difference.is_some() { "compare-largest" } else { "compare-first" };
            let params = [("difference", difference.as_str()), ("at", &at), ("a", &a), ("b", &b)];
            text += &format!("; {}", words.find(id, params).unwrap_or_default());
        }
        text += if value.dequantized { " *\n" } else { "\n" };
    }
    if value.verdict == ValueVerdict::Incomparable {
        let ((a, b), (x, y)) = (&value.dtypes, &value.shapes);
        text += &format!("        {a} {x:?} -> {b} {y:?}\n");
    }
    if let Some(error) = &value.error {
        text += &format!("        {}: {}\n", error.failure, words.error(error));
    }
    text
}

fn verdict_id(verdict: ValueVerdict) -> &'static str {
    match verdict {
        ValueVerdict::Exact => "compare-exact",
        ValueVerdict::Close => "compare-close",
        ValueVerdict::Different => "compare-different-values",
        ValueVerdict::Incomparable => "compare-incomparable",
        ValueVerdict::Unreadable => "check-unreadable",
    }
}

fn section(words: &Words, title: &str, rows: &[Vec<String>], most: usize) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let shown = table::columns(&rows[..rows.len().min(most)], 4);
    format!("  {}\n{shown}{}", words.word(title), more(rows.len(), most, words))
}

fn more(count: usize, most: usize, words: &Words) -> String {
    if count <= most {
        return String::new();
    }
    let count = (count - most).to_string();
    format!("    {}\n", words.find("cli-more", [("count", count.as_str())]).unwrap_or_default())
}
