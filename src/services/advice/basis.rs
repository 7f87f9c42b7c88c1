//! Grounds of a verdict that a release loads a file: answers of that release about every part, or sources.

use super::case::Case;
use super::ground::Ground;
use super::schema::{Advice, Basis};
use super::{forms, parts};
use crate::artifact::Document;
use crate::compat::advice::advice_source;
use crate::compat::{Action, Target, channels};
use crate::report::schema::Certainty;

/// The parts of a file that not every release was asked about.
pub struct Grounds {
    all: Vec<Ground>,
    /// Whether the certainty of a release's facts about operators counts; recorded loads of all parts say more.
    is_tflite: bool,
    /// Source for files whose parts are not recorded.
    other: Option<&'static str>,
}

/// The basis of the verdict of one release.
pub struct Verdict {
    /// Observed if the release was asked about every part.
    pub certainty: Certainty,
    /// Sources of a derived verdict.
    pub sources: Vec<String>,
    /// Advice about the parts that it was not asked about.
    pub not_asked: Vec<Advice>,
}

impl Grounds {
    /// Those of a document in an action; `None` for a state file, which nothing loads.
    #[inline(never)]
    pub fn of(document: &Document, action: Action) -> Option<Self> {
        if matches!(document, Document::CheckpointState(_)) {
            return None;
        }
        let all = match document {
            Document::Tflite(model) => Some(forms::grounds(model)),
            _ => parts::grounds(document, action),
        };
        let other = all.is_none().then(|| advice_source("parts-not-recorded"));
        let is_tflite = matches!(document, Document::Tflite(_));
        Some(Self { all: all.unwrap_or_default(), is_tflite, other })
    }

    /// The parts that a release was not asked about.
    fn open(&self, target: Target) -> impl Iterator<Item = &Ground> {
        self.all.iter().filter(move |ground| !ground.asked[target.channel][target.release])
    }

    fn certainty(&self, target: Target) -> Certainty {
        let observed = self.other.is_none()
            && (!self.is_tflite || target.release().tflite == Some(Certainty::Observed))
            && self.open(target).next().is_none();
        if observed { Certainty::Observed } else { Certainty::Derived }
    }

    /// The basis of the verdict of a release.
    pub fn at(&self, target: Target) -> Verdict {
        let mut sources: Vec<String> = self.other.iter().map(|source| (*source).to_owned()).collect();
        for ground in self.open(target).filter(|ground| !ground.source.is_empty()) {
            if !sources.contains(&ground.source) {
                sources.push(ground.source.clone());
            }
        }
        let not_asked = self.open(target).filter_map(|ground| ground.note.clone()).collect();
        Verdict { certainty: self.certainty(target), sources, not_asked }
    }

    /// Neighboring releases with one basis, of all that load the artifact.
    #[inline(never)]
    pub fn spans(&self, case: &Case<'_>) -> Vec<Basis> {
        let mut spans: Vec<Basis> = Vec::new();
        for &channel in case.selection.channels() {
            let mut last: Option<usize> = None;
            for (release, own) in channels()[channel].releases.iter().enumerate() {
                let target = Target { channel, release };
                if !case.selection.outcome(target).is_good() {
                    continue;
                }
                let (certainty, known) =
                    (self.certainty(target), self.open(target).any(|ground| ground.note.is_some()));
                match spans.last_mut().filter(|_| last.is_some_and(|last| last + 1 == release)) {
                    Some(span) if (span.certainty, span.as_far_as_known) == (certainty, known) => {
                        span.last = own.name.to_owned();
                    }
                    _ => spans.push(Basis {
                        channel: channels()[channel].id.to_owned(),
                        first: own.name.to_owned(),
                        last: own.name.to_owned(),
                        certainty,
                        as_far_as_known: known,
                    }),
                }
                last = Some(release);
            }
        }
        spans
    }

    /// Advice about each part that not every release was asked about, if some release loads the artifact.
    pub fn notes(&self, loads: &[Basis]) -> Vec<Advice> {
        let all = self.all.iter().filter(|_| !loads.is_empty());
        all.filter_map(|ground| ground.note.clone()).collect()
    }
}
