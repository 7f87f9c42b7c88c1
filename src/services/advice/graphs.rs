//! Advice about graphs: ops of packages, attrs that can be stripped, promises and observations.

use super::case::{Case, branch, made_by, of};
use super::schema::Advice;
use crate::compat::advice::{self, CustomOp};
use crate::compat::{FindingKind, RequirementKind, channels};
use crate::report::schema::{Certainty, Kind, Message, Outcome, Severity};
use crate::report::tell;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// One piece of advice for each package that registers ops of the file, and one for each unknown op.
pub fn custom_ops(case: &Case<'_>) -> Vec<Advice> {
    let mut packages: Vec<(CustomOp, Advice, Vec<&str>)> = Vec::new();
    let mut unknown = Vec::new();
    let needs =
        case.requirements().filter(|(_, need)| matches!(need.kind, RequirementKind::Op | RequirementKind::ContribOp));
    for (index, need) in needs {
        let subject = need.subject.name.as_str();
        let evidence = need.evidence.iter().map(tell::evidence);
        let about = |mut advice: Advice| {
            advice.requirement = Some(index);
            subject.clone_into(&mut advice.subject);
            advice.evidence = evidence.clone().collect();
            advice
        };
        match advice::custom_op(subject) {
            Some(op) => match packages.iter_mut().find(|(known, ..)| known.package == op.package) {
                Some((_, advice, ops)) => {
                    advice.evidence.extend(evidence);
                    ops.push(subject);
                }
                None => {
                    let advice = about(of(Message::new("graph-custom-op"), Severity::Error, Certainty::Observed));
                    packages.push((op, advice, vec![subject]));
                }
            },
            None if need.kind == RequirementKind::Op && case.span(need).is_none() => {
                let text = Message::new("graph-unknown-op").with("subject", subject);
                unknown.push(Advice {
                    source: need.source.clone(),
                    ..about(of(text, Severity::Error, Certainty::Derived))
                });
            }
            None => {}
        }
    }
    let packaged = packages.into_iter().map(|(op, mut advice, ops)| {
        advice.message.params.set("subject", ops.join(", "));
        let pair = pair(case, &op);
        package(&pair, &op, &mut advice.message);
        advice.source = op.source.to_owned();
        advice.snippet = install(&pair, &op);
        advice
    });
    packaged.chain(unknown).collect()
}

/// Values of the message about a package: its name, the statement that registers its ops, its first release, and the
/// matching TensorFlow.
pub fn package((release, tensorflow): &(String, String), op: &CustomOp, message: &mut Message) {
    let values = [
        ("package", op.package),
        ("import", op.import),
        ("since", if op.first.is_empty() { "unknown" } else { op.first }),
        ("rule", if op.same { "same" } else { "listed" }),
        ("release", release),
        ("tensorflow", tensorflow),
        ("ended", if op.ended.is_empty() { "no" } else { op.ended }),
    ];
    message.params.set_all(&values);
}

/// The release of a package that fits the file, and its matching TensorFlow: that of the writer if it is recorded. For
/// an op in a model, that TensorFlow has the Flex delegate.
pub fn pair(case: &Case<'_>, op: &CustomOp) -> (String, String) {
    let made = made_by(case.report).and_then(branch);
    let fits = |(_, tensorflow): &&(&str, &str)| made.as_deref().is_some_and(|made| admits(tensorflow, made));
    let delegate = case
        .requirements()
        .find(|(_, need)| need.kind == RequirementKind::FlexDelegate)
        .zip(case.channel("tensorflow"));
    let branches: Vec<String> = delegate.map_or_else(Vec::new, |((_, need), channel)| {
        let releases = channels()[channel].releases.iter().zip(case.meeting(need, channel));
        releases.filter(|(_, meets)| *meets).filter_map(|(release, _)| branch(release.name)).collect()
    });
    let runs = |(_, tensorflow): &&(&str, &str)| {
        branches.is_empty() || branches.iter().any(|branch| admits(tensorflow, branch))
    };
    // The newest matching one, or else the newest of all.
    let pairs = || op.pairs.iter().rev().filter(runs);
    let found = pairs().find(fits).or_else(|| pairs().next());
    found.map_or_else(Default::default, |(release, tensorflow)| ((*release).to_owned(), (*tensorflow).to_owned()))
}

/// Whether a release that compares like this with the one of a requirement is admitted.
type Fits = fn(Ordering) -> bool;

/// Signs of a package's requirements, besides equality.
const SIGNS: [(&str, Fits); 3] = [(">=", Ordering::is_ge), ("<=", Ordering::is_le), ("<", Ordering::is_lt)];

/// Whether a requirement such as `>=2.13.0,<2.16.0` admits releases of a branch such as `2.15`.
fn admits(requirement: &str, made: &str) -> bool {
    let number = |text: &str| -> Option<(u32, u32)> {
        let mut parts = text.trim_end_matches(".*").split('.');
        Some((parts.next()?.trim().parse().ok()?, parts.next().unwrap_or("0").parse().ok()?))
    };
    let Some(made) = number(made) else { return false };
    requirement.split(',').all(|part| {
        let digits = part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len());
        let (sign, release) = part.split_at(digits);
        let sign = SIGNS.iter().find(|(known, _)| *known == sign.trim());
        let fits = sign.map_or(Ordering::is_eq as Fits, |(_, fits)| *fits);
        number(release).is_some_and(|other| fits(made.cmp(&other)))
    })
}

/// Commands that install a package with its matching TensorFlow, and the statement that registers its ops.
fn install((release, tensorflow): &(String, String), op: &CustomOp) -> String {
    let mut text = String::new();
    if !release.is_empty() {
        let _ = writeln!(text, "pip install \"{}=={release}\" \"tensorflow{tensorflow}\"", op.package);
    } else {
        let _ = writeln!(text, "pip install {}", op.package);
    }
    let _ = write!(text, "python -c \"{}\"", op.import);
    text
}

/// A text proto with names that older releases do not know: its binary form, as code.
pub fn binary(case: &Case<'_>) -> Option<Advice> {
    let report = case.report;
    let named = case.requirements().map(|(_, need)| need).filter(|need| need.kind == RequirementKind::TextField);
    let named: Vec<_> = named.collect();
    let tensorflow = case.channel("tensorflow")?;
    let first = named.iter().filter_map(|need| case.span(need).map(|(first, _)| first));
    let newest = first.max_by_key(|first| (first.channel == tensorflow).then_some(first.release))?;
    let subjects: Vec<&str> = named.iter().map(|need| need.subject.name.as_str()).collect();
    let subject = subjects.join(", ");
    let values = [("subject", subject.as_str()), ("first", newest.release().name)];
    let (import, class) = match report.kind {
        Kind::SavedModel => ("from tensorflow.core.protobuf import saved_model_pb2", "saved_model_pb2.SavedModel"),
        Kind::MetaGraph => ("import tensorflow as tf", "tf.compat.v1.MetaGraphDef"),
        _ => ("import tensorflow as tf", "tf.compat.v1.GraphDef"),
    };
    let file = report.files.iter().map(String::as_str).find(|path| path.ends_with("txt")).unwrap_or(&report.name);
    let file = file.rsplit('/').next().unwrap_or(file);
    let to = file.strip_suffix(".pbtxt").map_or_else(|| format!("{file}.pb"), |stem| format!("{stem}.pb"));
    let text = format!(
        "from google.protobuf import text_format\n{import}\n\nmessage = {class}()\nwith open(\"{file}\") as text:\n    \
         text_format.Parse(text.read(), message)\nwith open(\"{to}\", \"wb\") as binary:\n    \
         binary.write(message.SerializeToString())\n"
    );
    Some(Advice {
        evidence: named.iter().flat_map(|need| need.evidence.iter().map(tell::evidence)).collect(),
        source: named.first().map(|need| need.source.clone()).unwrap_or_default(),
        subject: subject.clone(),
        snippet: text,
        ..of(Message::of("graph-text-binary", &values), Severity::Note, Certainty::Observed)
    })
}

/// Attrs that have their default value and that some release refuses: what to strip, as code.
pub fn strip(case: &Case<'_>) -> Option<Advice> {
    let (report, assessment) = (case.report, case.selection.assessment());
    let finding = assessment.findings.iter().find(|finding| finding.kind == FindingKind::DefaultAttrs)?;
    let attrs: Vec<(&str, &str)> = assessment
        .requirements
        .iter()
        .filter(|need| need.kind == RequirementKind::DefaultAttr)
        .filter_map(|need| need.subject.name.rsplit_once('.'))
        .collect();
    let mut text =
        String::from("# Attrs whose value is the default everywhere in this file: nothing is lost without them.\n");
    let _ = writeln!(text, "DEFAULTS = {{");
    for (op, attr) in &attrs {
        let _ = writeln!(text, "    (\"{op}\", \"{attr}\"),");
    }
    text += "}\n\n\ndef strip(graph_def):\n    functions = [list(f.node_def) for f in graph_def.library.function]\n    \
             for node in [*graph_def.node, *sum(functions, [])]:\n        for name in list(node.attr):\n            \
             if (node.op, name) in DEFAULTS:\n                del node.attr[name]\n";
    if report.kind == Kind::SavedModel || report.kind == Kind::MetaGraph {
        text += "\n\n# Or export again: 2.x strips by itself, 1.x on request:\n# builder.add_meta_graph_and_variables(…, strip_default_attrs=True)\n";
    }
    let text_of = Message { id: "graph-strip-attrs".into(), ..finding.message.clone() };
    Some(Advice {
        subject: attrs.iter().map(|(op, attr)| format!("{op}.{attr}")).collect::<Vec<_>>().join(", "),
        evidence: finding.evidence.iter().map(tell::evidence).collect(),
        source: finding.source.to_owned(),
        snippet: text,
        ..of(text_of, Severity::Note, Certainty::Observed)
    })
}

/// The guide's promise about a SavedModel, and the observations.
pub fn promise(case: &Case<'_>) -> Option<Advice> {
    let promise = advice::promise(made_by(case.report)?)?;
    let window = case.selection.window(case.channel("tensorflow")?);
    let all: Vec<&str> = promise.same_major.iter().chain(&promise.next_major).copied().collect();
    let with = |outcome: Outcome| -> Vec<&str> {
        let verdicts = window.verdicts.iter().filter(|verdict| verdict.outcome == outcome);
        verdicts.map(|verdict| verdict.target.release().name).filter(|release| all.contains(release)).collect()
    };
    let (refused, unknown) = (with(Outcome::Refused), with(Outcome::Unknown));
    let loading = window.releases().map(|release| channels()[window.channel].releases[release].name);
    let before: Vec<&str> = loading.filter(|release| !all.contains(release)).collect();
    let span = |releases: &[&str]| match releases {
        [] => "none".to_owned(),
        [one] => (*one).to_owned(),
        [first, .., last] => format!("{first} – {last}"),
    };
    let id = if refused.is_empty() { "saved-model-promise" } else { "saved-model-promise-broken" };
    let text = Message::of(
        id,
        &[
            ("made", &promise.made),
            ("same", &span(&promise.same_major)),
            ("next", &span(&promise.next_major)),
            ("refused", &refused.join(", ")),
            ("unknown", &unknown.len().to_string()),
            ("before", &span(&before)),
        ],
    );
    let severity = if refused.is_empty() { Severity::Note } else { Severity::Warning };
    Some(Advice {
        subject: promise.made,
        source: advice::advice_source("saved-model-promise").to_owned(),
        ..of(text, severity, Certainty::Promised)
    })
}

#[cfg(test)]
mod tests {
    use super::admits;

    #[test]
    fn requirements_of_wheels_admit_branches() {
        assert!(admits(">=2.13.0,<2.16.0", "2.15") && !admits(">=2.13.0,<2.16.0", "2.16"));
        assert!(admits("~=2.15.0", "2.15") && admits("==2.0.0", "2.0") && !admits("==2.0.0", "2.1"));
        assert!(admits(">=2.11.0,<=2.15.1", "2.15") && !admits("", "2.15") && !admits(">=2.1", "nightly"));
    }
}
