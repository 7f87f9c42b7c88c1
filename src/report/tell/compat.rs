//! Requirements, windows, verdicts and findings in the form of the contract.

use super::places::evidence;
use crate::compat::{self, Action, Assessment, Offer, Order, Selection, channels};
use crate::report::schema::{
    self, Acceptance, CheckOrder, Exception, OtherAction, RequirementElsewhere, Verdict, Window,
};

/// Adds an assessment.
pub fn tell(assessment: &Assessment, report: &mut schema::Artifact) {
    let actions: Vec<Action> = assessment.actions().collect();
    let requirements = assessment.requirements.iter().map(|need| schema::Requirement {
        actions: need.actions(&actions).unwrap_or_default(),
        ..requirement(need, &assessment.channels)
    });
    report.requirements.extend(requirements);
    report.action = Some(assessment.action);
    report.windows.extend(windows(assessment, &assessment.all()));
    report.other_actions.extend(assessment.others.iter().filter_map(|other| other_action(assessment, other)));
    report.findings.extend(assessment.findings.iter().map(finding));
}

fn requirement(need: &compat::Requirement, of: &[usize]) -> schema::Requirement {
    let accepts = of.iter().map(|&channel| Acceptance {
        channel: channels()[channel].id.to_owned(),
        outcomes: need.outcomes(channel).iter().copied().collect(),
    });
    schema::Requirement {
        id: need.id.to_owned(),
        subject_kind: need.subject.kind,
        subject: need.subject.name.clone(),
        version: need.subject.version,
        reason: need.reason.clone(),
        evidence: need.evidence.iter().map(evidence).collect(),
        count: need.count,
        certainty: need.certainty,
        source: need.source.clone(),
        accepts: accepts.collect(),
        actions: Vec::new(),
        exceptions: of.iter().flat_map(|&channel| exceptions(need, channel)).collect(),
    }
}

fn exceptions(need: &compat::Requirement, channel: usize) -> impl Iterator<Item = Exception> + '_ {
    let of = &channels()[channel];
    let name = |release: usize| of.releases[release].name.to_owned();
    need.exceptions(channel).map(move |(rule, first, last)| Exception {
        id: rule.to_owned(),
        channel: of.id.to_owned(),
        first: name(first),
        last: name(last),
    })
}

fn windows(assessment: &Assessment, selection: &Selection<'_>) -> Vec<Window> {
    selection.windows().iter().map(|one| window(assessment, selection, one)).collect()
}

/// Another action: its windows, and the requirements with other outcomes.
fn other_action(assessment: &Assessment, other: &Offer) -> Option<OtherAction> {
    let selection = assessment.within(other.action)?;
    let elsewhere = assessment.requirements.iter().enumerate().filter_map(|(index, need)| {
        need.outcomes_apart(other.action, *other.channels.first()?)?;
        let accepts = other.channels.iter().filter_map(|&channel| {
            let outcomes = need.outcomes_apart(other.action, channel)?.iter().copied().collect();
            Some(Acceptance { channel: channels()[channel].id.to_owned(), outcomes })
        });
        Some(RequirementElsewhere { requirement: index as u32, accepts: accepts.collect() })
    });
    let requirements = elsewhere.collect();
    Some(OtherAction { action: other.action, windows: windows(assessment, &selection), requirements })
}

fn window(assessment: &Assessment, selection: &Selection<'_>, window: &compat::Window) -> Window {
    let channel = &channels()[window.channel];
    Window {
        channel: channel.id.to_owned(),
        releases: window.releases().map(|index| channel.releases[index].name.to_owned()).collect(),
        verdicts: window.verdicts.iter().map(verdict).collect(),
        base: selection.base_of(window.channel).iter().copied().collect(),
        orders: assessment.orders(window.channel).iter().map(order).collect(),
    }
}

fn order(order: &Order) -> CheckOrder {
    let (first, last) = order.releases;
    CheckOrder {
        releases: (first as u32, last as u32),
        requirements: order.requirements.iter().map(|index| *index as u32).collect(),
    }
}

fn verdict(verdict: &compat::Verdict) -> Verdict {
    let release = verdict.target.release();
    Verdict {
        release: release.name.to_owned(),
        date: release.date.to_owned(),
        outcome: verdict.outcome,
        because: verdict.because.iter().map(|index| *index as u32).collect(),
        prints: verdict.prints.clone(),
        joined: if verdict.printed > 1 { verdict.printed as u32 } else { 0 },
    }
}

fn finding(finding: &compat::Finding) -> schema::Finding {
    schema::Finding {
        message: finding.message.clone(),
        severity: finding.severity,
        certainty: finding.certainty,
        evidence: finding.evidence.iter().map(evidence).collect(),
        source: finding.source.to_owned(),
    }
}
