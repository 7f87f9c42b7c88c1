//! `vintage badge`: the window of one file in a channel, or its outcome in a release, as a small picture.

use super::inspect::{complain_about_unopened, open};
use super::output::{fail, print_raw};
use super::sole::{listed, sole};
use super::window::{of, said};
use super::{Paths, Words, asked, exit};
use crate::report::schema::{Action, Kind};
use crate::services::window::badge;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    #[arg(long, value_name = "CHANNEL@RELEASE", conflicts_with = "channel")]
    target: Option<String>,
    #[arg(long, value_name = "CHANNEL")]
    channel: Option<String>,
    #[arg(long, value_name = "NAME", value_parser = asked::action)]
    action: Option<Action>,
    #[arg(long, requires = "url")]
    markdown: bool,
    #[arg(long, value_name = "URL", requires = "markdown")]
    url: Option<String>,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    let target = match asked::target(arguments.target.as_deref(), words) {
        Ok(target) => target,
        Err(code) => return code,
    };
    let mut opened = open(&arguments.paths, words);
    complain_about_unopened(&opened, words);
    let path = listed(&arguments.paths.paths);
    let is_model = |kind| !matches!(kind, Kind::CheckpointState | Kind::Unknown);
    let index = match sole(&opened, 0.., is_model, &path, "cli-badge-no-model", words) {
        Ok(index) => index,
        Err(code) => return code,
    };
    if let Some(action) = arguments.action
        && !opened.report.artifacts[index].take_action(action)
    {
        let known = opened.report.artifacts[index].actions().map(Action::word).collect::<Vec<_>>().join(", ");
        let params = [("action", action.word()), ("known", known.as_str())];
        return fail(words, "cli-unknown-action", &params, exit::USAGE);
    }
    let artifacts = &opened.report.artifacts[index..=index];
    let say = |id: &str, params: &[(&str, &str)]| said(words, id, params);
    let windows = of(artifacts, target.as_ref());
    let Some(badge) = badge(&windows, arguments.channel.as_deref(), &say) else {
        let known = artifacts[0].windows.iter().map(|window| window.channel.as_str()).collect::<Vec<_>>().join(", ");
        let channel = arguments.channel.as_deref().unwrap_or_default();
        let params = [("channel", channel), ("known", known.as_str())];
        return fail(words, "cli-unknown-channel", &params, exit::USAGE);
    };
    match &arguments.url {
        Some(url) => print_raw(&badge.markdown(url)),
        None => print_raw(&badge.svg()),
    }
    asked::all_read(artifacts)
}
