//! `vintage check`: does one release load the files?

use super::inspect::{is_unreadable, open, requirement};
use super::{Paths, Words, advice, exit, print_json, print_line};
use crate::report::Opened;
use crate::report::advising::schema::Advice;
use crate::report::delegating::{followed, published};
use crate::report::schema::{self, Evidence, SCHEMA};
use serde::Serialize;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// The release that must load them, such as tensorflow@2.15.1 or ai-edge-litert@2.3.0.
    #[arg(long, value_name = "CHANNEL@RELEASE")]
    target: String,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
}

/// What `check --json` prints.
#[derive(Serialize)]
struct Answer {
    schema: u32,
    channel: String,
    release: String,
    exit: u8,
    artifacts: Vec<Answered>,
}

/// The answer for one artifact.
#[derive(Serialize)]
struct Answered {
    name: String,
    kind: schema::Kind,
    /// `loads`, `warns`, `refused`, `unknown` or `unreadable`.
    outcome: String,
    /// What the release prints when it refuses.
    prints: Option<String>,
    /// The requirements that decided.
    because: Vec<schema::Requirement>,
    /// What to do about each of them, in the same order; of some there is nothing to say.
    advice: Vec<Advice>,
    /// Why it could not be read, or why the target is not known.
    error: Option<schema::ErrorInfo>,
    /// A sentence about the target, when it is not known.
    note: Option<String>,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    let Some((channel, release)) = arguments.target.split_once('@') else {
        eprintln!("{}", words.find("cli-target-form", []).unwrap_or_default());
        return exit::USAGE;
    };
    let opened = open(&arguments.paths, words);
    let artifacts: Vec<Answered> =
        (0..opened.report.artifacts.len()).map(|index| answer(&opened, index, channel, release, words)).collect();
    let exit = artifacts.iter().map(|one| code(&one.outcome)).max_by_key(|code| severity(*code));
    let answer = Answer {
        schema: SCHEMA,
        channel: channel.to_owned(),
        release: release.to_owned(),
        exit: exit.unwrap_or(exit::UNREADABLE),
        artifacts,
    };
    if arguments.json {
        print_json(&answer);
    } else {
        for one in &answer.artifacts {
            print_line(&text(one, channel, release, words));
        }
    }
    answer.exit
}

fn code(outcome: &str) -> u8 {
    match outcome {
        "loads" | "warns" => exit::OK,
        "refused" => exit::REFUSED,
        "unreadable" => exit::UNREADABLE,
        _ => exit::UNKNOWN,
    }
}

/// With several artifacts the worst answer counts: unreadable, then refused, then unknown.
fn severity(code: u8) -> u8 {
    match code {
        exit::UNREADABLE => 3,
        exit::REFUSED => 2,
        exit::UNKNOWN => 1,
        _ => 0,
    }
}

fn answer(opened: &Opened, index: usize, channel: &str, release: &str, words: &Words) -> Answered {
    let artifact = &opened.report.artifacts[index];
    let mut answered = Answered {
        name: artifact.name.clone(),
        kind: artifact.kind,
        outcome: "unknown".to_owned(),
        prints: None,
        because: Vec::new(),
        advice: Vec::new(),
        error: artifact.error.clone(),
        note: None,
    };
    if is_unreadable(artifact) {
        answered.outcome = "unreadable".to_owned();
        return answered;
    }
    let followed = followed(channel, release);
    let (known, number) = followed.as_ref().map_or((channel, release), |(known, number)| (*known, number.as_str()));
    let Some(window) = artifact.windows.iter().find(|window| window.channel == known) else {
        let known: Vec<&str> = artifact.windows.iter().map(|window| window.channel.as_str()).collect();
        answered.note = words.find("cli-unknown-channel", [("channel", channel), ("known", known.join(", ").as_str())]);
        return answered;
    };
    let published = published(channel, &window.verdicts);
    match published.iter().find(|verdict| verdict.release == number) {
        Some(verdict) => {
            verdict.outcome.word().clone_into(&mut answered.outcome);
            answered.prints.clone_from(&verdict.prints);
            let because = verdict.because.iter().filter_map(|index| artifact.requirements.get(*index as usize));
            answered.because = because.cloned().collect();
            let all = advice::of(opened, index, words).map(|advice| advice.requirements).unwrap_or_default();
            let about = |index: &u32| all.iter().find(|advice| advice.requirement == Some(*index)).cloned();
            answered.advice = verdict.because.iter().filter_map(about).collect();
        }
        None => {
            let newest = published.last().map_or("", |verdict| verdict.release.as_str());
            let params = [("channel", channel), ("release", release), ("newest", newest)];
            answered.note = words.find("cli-unknown-release", params);
        }
    }
    answered
}

fn text(one: &Answered, channel: &str, release: &str, words: &Words) -> String {
    let word = |id: &str| words.word(id);
    let mut text = format!("{}: {channel} {release}: {}", one.name, word(&format!("cli-outcome-{}", one.outcome)));
    if let Some(note) = &one.note {
        text += &format!("\n  {note}");
    }
    if let Some(error) = &one.error {
        text += &format!("\n  {}", words.error(error));
    }
    if let Some(prints) = &one.prints {
        text += &format!("\n  {}: {}", word("cli-prints"), prints.replace('\n', "\n    "));
    }
    for need in &one.because {
        text += &format!("\n  {} {}", word("cli-because"), requirement(need, words).join("  ").trim_end());
        for evidence in need.evidence.iter().take(3) {
            text += &format!("\n    {}", shown(evidence, words));
        }
    }
    // Several requirements of one kind have the same to say.
    let mut said: Vec<&str> = Vec::new();
    for advice in &one.advice {
        if !said.contains(&advice.text.as_str()) && !advice.text.is_empty() {
            said.push(&advice.text);
            text += &format!("\n  {}: {}\n    {} {}", word("cli-advice"), advice.text, word("cli-see"), advice.doc);
        }
    }
    text
}
/// Something that shows a requirement, in the page's words.
fn shown(evidence: &Evidence, words: &Words) -> String {
    let place = || evidence.at.as_ref().map(|at| at.field.clone()).unwrap_or_default();
    let id = format!("{}-{}", evidence.what, if evidence.name.is_empty() { "index" } else { "name" });
    let index = evidence.index.to_string();
    let values = [("index", index.as_str()), ("name", evidence.name.as_str())];
    let text = if evidence.what == "file" { None } else { words.find(&id, values) };
    let graph = if evidence.graph.is_empty() { String::new() } else { format!("{}: ", evidence.graph) };
    graph + &text.unwrap_or_else(place)
}
