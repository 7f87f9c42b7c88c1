//! Requirements, windows, verdicts and findings in the words of the contract.

use super::places::evidence;
use crate::compat::{self, Assessment, Certainty, Outcome, Severity, channels};
use crate::report::schema::{self, Acceptance, Message, Verdict, Window};

/// Adds what an assessment says.
pub fn tell(assessment: &Assessment, told: &mut schema::Artifact) {
    let requirements = assessment.requirements.iter().map(|need| requirement(need, &assessment.channels));
    told.requirements.extend(requirements);
    told.windows.extend(assessment.windows().iter().map(window));
    told.findings.extend(assessment.findings.iter().map(finding));
}

/// The contract's word for an outcome, and its letter in [`Acceptance::outcomes`].
fn outcome(outcome: Outcome) -> (&'static str, char) {
    match outcome {
        Outcome::Loads => ("loads", 'l'),
        Outcome::Warns => ("warns", 'w'),
        Outcome::Refused => ("refused", 'r'),
        Outcome::Unknown => ("unknown", '?'),
    }
}

pub fn certainty(certainty: Certainty) -> String {
    match certainty {
        Certainty::Observed => "observed",
        Certainty::Derived => "derived",
        Certainty::Promised => "promised",
    }
    .to_owned()
}

fn message(message: &compat::Message) -> Message {
    super::places::message(&message.id, &message.params)
}

fn requirement(need: &compat::Requirement, of: &[usize]) -> schema::Requirement {
    let accepts = of.iter().map(|&channel| Acceptance {
        channel: channels()[channel].id.to_owned(),
        outcomes: need.outcomes(channel).iter().map(|one| outcome(*one).1).collect(),
    });
    schema::Requirement {
        id: need.id.to_owned(),
        subject_kind: need.subject.kind.to_owned(),
        subject: need.subject.name.clone(),
        version: need.subject.version,
        reason: need.reason.as_ref().map(message),
        evidence: need.evidence.iter().map(evidence).collect(),
        count: need.count,
        certainty: certainty(need.certainty),
        source: need.source.clone(),
        accepts: accepts.collect(),
    }
}

fn window(window: &compat::Window) -> Window {
    let channel = &channels()[window.channel];
    Window {
        channel: channel.id.to_owned(),
        releases: window.releases().map(|index| channel.releases[index].name.to_owned()).collect(),
        verdicts: window.verdicts.iter().map(verdict).collect(),
    }
}

fn verdict(verdict: &compat::Verdict) -> Verdict {
    let release = verdict.target.release();
    Verdict {
        release: release.name.to_owned(),
        date: release.date.to_owned(),
        outcome: outcome(verdict.outcome).0.to_owned(),
        because: verdict.because.iter().map(|index| *index as u32).collect(),
        prints: verdict.prints.clone(),
    }
}

fn finding(finding: &compat::Finding) -> schema::Finding {
    schema::Finding {
        message: message(&finding.message),
        severity: match finding.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
        .to_owned(),
        certainty: certainty(finding.certainty),
        evidence: finding.evidence.iter().map(evidence).collect(),
        source: finding.source.to_owned(),
    }
}
