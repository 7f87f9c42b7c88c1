//! `vintage run`: run a model in the terminal.

use super::{Words, exit};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The model.
    model: PathBuf,
}

pub(super) fn run(arguments: &Arguments, _words: &Words) -> u8 {
    let _ = &arguments.model;
    exit::UNKNOWN
}
