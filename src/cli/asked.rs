//! The action and the target that commands about windows are asked for.

use super::target::Target;
use super::{Words, WrongValue, exit, target};
use crate::report::Opened;
use crate::report::schema::{Action, Artifact};

/// An action by its name.
pub(super) fn action(name: &str) -> Result<Action, WrongValue> {
    let known = || Action::ALL.map(Action::word).join(", ");
    Action::from_word(name).ok_or_else(|| WrongValue::new("cli-usage-values", &[("values", &known())]))
}

/// The target of an optional argument. A wrong one ends the command.
pub(super) fn target(text: Option<&str>, words: &Words) -> Result<Option<Target>, u8> {
    text.map(|text| target::parse(text, words)).transpose()
}

/// Selects the action of all windows; a file without it has no windows then.
pub(super) fn take_action(opened: &mut Opened, action: Option<Action>) {
    let Some(action) = action else { return };
    for artifact in &mut opened.report.artifacts {
        if !artifact.take_action(action) {
            artifact.windows.clear();
            artifact.action = None;
        }
    }
}

/// Exit code of commands that show windows: whether all was read.
pub(super) fn all_read(artifacts: &[Artifact]) -> u8 {
    let unreadable = artifacts.is_empty() || artifacts.iter().any(|artifact| artifact.error.is_some());
    if unreadable { exit::UNREADABLE } else { exit::OK }
}
