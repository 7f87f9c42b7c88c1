//! `vintage inspect --sarif`: findings, errors and deciding requirements as SARIF 2.1.0, for code scanning.

mod deciding;
mod lines;
mod places;
mod rules;
mod schema;

use super::target::Target;
use super::{Words, advice};
use crate::report::Opened;
use crate::report::schema::{Artifact, ErrorInfo, Evidence, Requirement, Severity};
use deciding::{at_target, in_windows};
use places::{Own, Places};
use rules::Rules;
use schema::{Driver, Finding, Invocation, Level, Location, Log, Run, SCHEMA, Text, Tool, VERSION};
use std::path::PathBuf;

/// Locations of a result beside its first.
const RELATED: usize = 20;

/// The log of opened files. `on_disk` has the names of the report with their paths, `docs` is the address of the published
/// documentation.
pub(super) fn log(
    opened: &Opened,
    on_disk: &[(String, PathBuf)],
    target: Option<&Target>,
    docs: Option<&str>,
    words: &Words,
) -> Log {
    let mut results =
        Results { places: Places::new(on_disk), rules: Rules::new(words, docs), found: Vec::new(), words };
    for (index, artifact) in opened.report.artifacts.iter().enumerate() {
        let own = results.places.own(artifact);
        results.errors(artifact, &own);
        results.requirements(opened, index, &own, target);
        results.findings(artifact, &own);
    }
    let Results { places, rules, found, .. } = results;
    let driver = Driver {
        name: "Vintage",
        semantic_version: env!("CARGO_PKG_VERSION"),
        short_description: Text { text: env!("CARGO_PKG_DESCRIPTION").to_owned() },
        rules: rules.take(),
    };
    let run = Run {
        tool: Tool { driver },
        invocations: vec![Invocation { execution_successful: true }],
        artifacts: places.files(),
        results: found,
        column_kind: "utf16CodeUnits",
    };
    Log { schema: SCHEMA, version: VERSION, runs: vec![run] }
}

struct Results<'a> {
    places: Places,
    rules: Rules<'a>,
    found: Vec<Finding>,
    words: &'a Words,
}

impl Results<'_> {
    /// A file that cannot be read, and parts that cannot.
    fn errors(&mut self, artifact: &Artifact, own: &Own) {
        let errors: Vec<&ErrorInfo> = artifact.error.iter().chain(&artifact.problems).collect();
        for error in errors {
            let rule = self.rules.error(&error.detail);
            let location = self.places.place(own, Some(&error.at));
            self.result(rule, Level::Error, self.words.error(error), vec![location]);
        }
    }

    /// The requirements that decide, and outcomes that none of them decides.
    fn requirements(&mut self, opened: &Opened, index: usize, own: &Own, target: Option<&Target>) {
        let artifact = &opened.report.artifacts[index];
        if artifact.error.is_some() && artifact.windows.is_empty() {
            return;
        }
        let decided = match target {
            Some(target) => at_target(artifact, target, self.words),
            None => in_windows(artifact, self.words),
        };
        if let Some((rule, level, sentence)) = decided.file {
            let (rule, location) = (self.rules.release(rule), self.places.place(own, None));
            self.result(rule, level, sentence, vec![location]);
        }
        let advice = advice::of(opened, index, self.words).map(|report| report.requirements).unwrap_or_default();
        for (at, (level, sentences)) in decided.requirements {
            let Some(need) = artifact.requirements.get(at as usize) else { continue };
            let help = advice.iter().find(|one| one.requirement == Some(at)).map(|one| one.text.clone());
            let parts = [self.meaning(need)].into_iter().chain(sentences).chain(help.filter(|text| !text.is_empty()));
            let text = parts.collect::<Vec<_>>().join(" ");
            let (rule, locations) = (self.rules.requirement(need), self.locations(own, &need.evidence));
            self.result(rule, level, text, locations);
        }
    }

    /// The requirement as a sentence, with its reason.
    fn meaning(&self, need: &Requirement) -> String {
        let version = need.version.map(|version| version.to_string()).unwrap_or_default();
        let params = [("subject", need.subject.as_str()), ("version", version.as_str())];
        let text = self.words.find(&format!("requirement-{}", need.id), params).unwrap_or_else(|| need.subject.clone());
        let reason = need.reason.as_ref().map(|reason| self.words.message("reason-", reason)).unwrap_or_default();
        if reason.is_empty() { text } else { format!("{text} ({reason})") }
    }

    fn findings(&mut self, artifact: &Artifact, own: &Own) {
        for finding in &artifact.findings {
            let level = match finding.severity {
                Severity::Note => Level::Note,
                Severity::Warning => Level::Warning,
                Severity::Error => Level::Error,
            };
            let (rule, locations) = (self.rules.finding(&finding.message), self.locations(own, &finding.evidence));
            self.result(rule, level, advice::finding(finding, self.words), locations);
        }
    }

    /// Locations of evidence; the file's without any.
    fn locations(&mut self, own: &Own, evidence: &[Evidence]) -> Vec<Location> {
        let mut found: Vec<Location> = Vec::new();
        // Two pieces of evidence may be about one node.
        for one in evidence.iter().take(RELATED + 1) {
            let location = self.places.evidence(own, one);
            if !found.contains(&location) {
                found.push(location);
            }
        }
        if found.is_empty() { vec![self.places.place(own, None)] } else { found }
    }

    /// Adds a result at the first of its locations; the others are related.
    fn result(&mut self, rule_index: usize, level: Level, text: String, mut locations: Vec<Location>) {
        let related_locations = locations.split_off(1);
        let rule_id = self.rules.id(rule_index).to_owned();
        let message = Text { text };
        self.found.push(Finding { rule_id, rule_index, level, message, locations, related_locations });
    }
}
