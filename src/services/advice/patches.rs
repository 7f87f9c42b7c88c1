//! Configurations of Keras files for releases that do not take the original.

use super::schema::{Change, Patch};
use crate::compat::{Assessment, Outcome, Target, assess_keras, newest_of_eras, patch_keras};
use crate::formats::keras::{Form, KerasDocument};
use crate::message::Message;

/// Patches of a file for the newest release of each era, if changes help.
pub fn patches(document: &KerasDocument, assessment: &Assessment, file: &str) -> Vec<Patch> {
    let refused = newest_of_eras().into_iter().filter(|target| assessment.verdict(*target).outcome > Outcome::Warns);
    refused.filter_map(|target| patch(document, file, target)).collect()
}

/// The configuration for one release; `None` without changes.
pub fn patch(document: &KerasDocument, file: &str, target: Target) -> Option<Patch> {
    let patch = patch_keras(document, target)?;
    let after = assess_keras(&document.with_config(patch.config.clone()), file)?;
    let verdict = after.verdict(target);
    let left = verdict.because.iter().map(|index| after.requirements[*index].subject.name.clone());
    let changes = patch.changes.into_iter().map(|change| Change {
        message: Message::new(change.id).with("path", &change.path),
        path: change.path,
        before: change.before,
        after: change.after,
        lossless: change.lossless,
    });
    let changes: Vec<Change> = changes.collect();
    Some(Patch {
        target: format!("{}@{}", target.channel().id, target.release().name),
        lossless: changes.iter().all(|change| change.lossless),
        changes,
        outcome: verdict.outcome,
        left: left.collect(),
        place: if document.form == Form::Archive { "config.json" } else { "model_config" }.to_owned(),
        config: patch.config.json(),
    })
}
