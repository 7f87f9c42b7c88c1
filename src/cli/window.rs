//! `vintage window`: the windows of files as text, as a picture, as a table or as JSON.

use super::escape::on_one_line;
use super::inspect::{open, windows_text};
use super::output::print_raw;
use super::{Paths, Words, asked, print_json, print_line, target};
use crate::report::schema::{Action, Artifact, ErrorInfo, Window};
use crate::services::window::schema::Windows;
use crate::services::window::{Asked, markdown, row_of, svg, verdict_at};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    #[arg(long, value_name = "CHANNEL@RELEASE")]
    target: Option<String>,
    #[arg(long, value_name = "NAME", value_parser = asked::action)]
    action: Option<Action>,
    #[arg(long, group = "form")]
    svg: bool,
    #[arg(long, group = "form")]
    json: bool,
    #[arg(long, group = "form")]
    markdown: bool,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    let target = match asked::target(arguments.target.as_deref(), words) {
        Ok(target) => target,
        Err(code) => return code,
    };
    let mut opened = open(&arguments.paths, words);
    asked::take_action(&mut opened, arguments.action);
    let windows = of(&opened.report.artifacts, target.as_ref());
    let say = |id: &str, params: &[(&str, &str)]| said(words, id, params);
    match arguments {
        Arguments { svg: true, .. } => print_raw(&svg(&windows, &say)),
        Arguments { json: true, .. } => print_json(&windows),
        Arguments { markdown: true, .. } => print_raw(&markdown(&windows, &say)),
        _ => opened.report.artifacts.iter().for_each(|one| print_line(&text(one, target.as_ref(), words))),
    }
    asked::all_read(&opened.report.artifacts)
}

/// The data of a picture.
pub(super) fn of(artifacts: &[Artifact], target: Option<&target::Target>) -> Windows {
    let Some(target) = target else { return Windows::of(artifacts, None) };
    let name = (target.channel.as_str(), target.release.as_str());
    let (channel, release) = row_of(name.0, name.1);
    let outcome = |windows: &[Window]| verdict_at(windows, name.0, name.1).ok().map(|verdict| verdict.outcome);
    Windows::of(artifacts, Some(Asked { name, row: (&channel, &release), outcome: &outcome }))
}

/// The text of a message, or its id.
pub(super) fn said(words: &Words, id: &str, params: &[(&str, &str)]) -> String {
    words.find(id, params.iter().copied()).unwrap_or_else(|| id.to_owned())
}

fn text(artifact: &Artifact, target: Option<&target::Target>, words: &Words) -> String {
    let mut text = format!("{}\n", on_one_line(&artifact.name));
    let line = |error: &ErrorInfo| format!("  {}: {}\n", error.failure, words.error(error));
    text += &artifact.error.as_ref().map(line).unwrap_or_default();
    if artifact.windows.is_empty() && artifact.error.is_none() {
        text += &format!("  {}\n", words.word("picture-no-window"));
    }
    text += &windows_text(artifact, words);
    if let Some(target) = of(std::slice::from_ref(artifact), target).target {
        let outcome = words.word(&format!("cli-outcome-{}", target.outcome.unwrap_or_default().word()));
        text += &format!("  {} {}: {outcome}\n", target.channel, target.release);
    }
    text
}
