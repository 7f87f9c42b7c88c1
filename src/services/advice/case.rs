//! Subject of the advice: an artifact with a window.

use super::schema::Advice;
use crate::compat::{ChannelIndex, Requirement, Selection, Target, channels};
use crate::report::schema::{self as report, Certainty, Message, Severity, SubjectKind};

/// An artifact with a window.
pub struct Case<'a> {
    /// Its report, for everything but requirements and verdicts.
    pub report: &'a report::Artifact,
    /// Its requirements in the action of its windows.
    pub selection: Selection<'a>,
}

impl<'a> Case<'a> {
    /// Requirements with their indices in the report, in loader order.
    pub fn requirements(&self) -> impl Iterator<Item = (u32, &'a Requirement)> + use<'a> {
        (0..).zip(&self.selection.assessment().requirements)
    }

    /// A channel by its name, if it has a window.
    pub fn channel(&self, name: &str) -> Option<ChannelIndex> {
        self.selection.channels().iter().copied().find(|channel| channels()[*channel].id == name)
    }

    /// The requirement about the op whose attr a requirement is about.
    pub fn op_of(&self, need: &Requirement) -> Option<&'a Requirement> {
        let (op, _) = need.subject.name.split_once('.').filter(|_| need.subject.kind == SubjectKind::Attr)?;
        let is_op = |other: &&Requirement| other.subject.kind == SubjectKind::Op && other.subject.name == op;
        self.selection.assessment().requirements.iter().find(is_op)
    }

    /// The oldest and the newest release that meet a requirement, in the first channel with such releases. Requirements
    /// on an op are met only by releases with the op.
    pub fn span(&self, need: &'a Requirement) -> Option<(Target, Target)> {
        let op = self.op_of(need);
        self.selection.channels().iter().find_map(|&channel| {
            let with_op: Vec<bool> = op.map(|op| self.meeting(op, channel)).unwrap_or_default();
            let both = self.meeting(need, channel).into_iter().enumerate();
            let both = both.filter(|(release, meets)| *meets && with_op.get(*release) != Some(&false));
            let mut releases = both.map(|(release, _)| Target { channel, release });
            let first = releases.next()?;
            Some((first, releases.next_back().unwrap_or(first)))
        })
    }

    /// By release of a channel: whether it meets a requirement. Releases that only skip the check do not count: their
    /// successors may refuse, and they cannot run missing features.
    pub fn meeting(&self, need: &'a Requirement, channel: ChannelIndex) -> Vec<bool> {
        let mut meets: Vec<bool> =
            self.selection.outcomes(need, channel).iter().map(|outcome| outcome.is_good()).collect();
        for (_, first, last) in need.exceptions(channel) {
            meets[first..=last].fill(false);
        }
        meets
    }
}

/// A piece of advice of this message; the caller fills in the rest.
pub fn of(message: Message, severity: Severity, certainty: Certainty) -> Advice {
    let doc = crate::report::doc(&message.id);
    Advice { message, severity, certainty, doc, ..Advice::default() }
}

/// The release of TensorFlow that wrote a file, if recorded.
pub fn made_by(report: &report::Artifact) -> Option<&str> {
    report.identity.producer.as_deref()?.strip_prefix("tensorflow ")
}

/// The first two numbers of a release: `2.15` of `2.15.1`.
pub fn branch(release: &str) -> Option<String> {
    let mut parts = release.split('.');
    Some(format!("{}.{}", parts.next()?, parts.next()?))
}
