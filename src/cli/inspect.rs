//! `vintage inspect`: summary, requirements and windows of files.

use super::escape::on_one_line;
use super::{Paths, Words, advice, asked, files, output, print_json, print_line, sarif, table};
use crate::report::details::Extent;
use crate::report::details::schema::Details;
use crate::report::schema::{SubjectKind, What};
use crate::report::{self, Opened, schema};
use crate::services::advice::schema::AdviceReport;
use std::path::PathBuf;

/// Rows of a list that the plain text shows; `--json` has them all.
const SHOWN: usize = 40;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    #[arg(long)]
    json: bool,
    #[arg(long)]
    values: bool,
    #[arg(long, requires = "json")]
    details: bool,
    #[arg(long, conflicts_with_all = ["json", "values"])]
    sarif: bool,
    #[arg(long, value_name = "CHANNEL@RELEASE", requires = "sarif")]
    target: Option<String>,
    #[arg(long, value_name = "NAME", value_parser = asked::action, requires = "sarif")]
    action: Option<schema::Action>,
    #[arg(long, value_name = "URL", requires = "sarif")]
    docs: Option<String>,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    if arguments.sarif {
        return run_sarif(arguments, words);
    }
    let opened = open(&arguments.paths, words);
    let mut report = opened.report.clone();
    if arguments.values {
        read_values(&opened, &mut report, words);
    }
    if arguments.json {
        print_json(&inspected(report.clone(), &opened, arguments.details, words));
    } else {
        for (index, artifact) in report.artifacts.iter().enumerate() {
            print_line(&text(artifact, advice::of(&opened, index, words).as_ref(), words));
        }
        if report.artifacts.is_empty() {
            print_line(&words.find("cli-nothing-opened", []).unwrap_or_default());
        }
        if !report.unused.is_empty() {
            print_line(&unused_text(&report.unused, words));
        }
    }
    asked::all_read(&report.artifacts)
}

fn run_sarif(arguments: &Arguments, words: &Words) -> u8 {
    let target = match asked::target(arguments.target.as_deref(), words) {
        Ok(target) => target,
        Err(code) => return code,
    };
    let (mut opened, on_disk) = open_on_disk(&arguments.paths, words);
    asked::take_action(&mut opened, arguments.action);
    print_json(&sarif::log(&opened, &on_disk, target.as_ref(), arguments.docs.as_deref(), words));
    asked::all_read(&opened.report.artifacts)
}

/// Output of `--json`: the report, and with `--details` all details.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Inspected {
    /// Number of the schema.
    schema: u32,
    /// One entry for each group of files that belong together.
    artifacts: Vec<InspectedArtifact>,
    /// Unused files beside them: no verdict depends on them.
    unused: Vec<schema::Unused>,
}

/// An artifact as `--json` prints it.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct InspectedArtifact {
    #[serde(flatten)]
    artifact: schema::Artifact,
    /// Advice; absent when nothing could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<AdviceReport>,
    /// Further details; only with `--details`.
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details>,
}

fn inspected(report: schema::Report, opened: &Opened, details: bool, words: &Words) -> Inspected {
    let with_details = |(index, artifact): (usize, schema::Artifact)| {
        let mut described = details.then(|| opened.details(index, Extent::ALL)).flatten();
        for error in described.iter_mut().flat_map(|details| &mut details.problems) {
            error.message = words.message("error-", &error.detail);
        }
        InspectedArtifact { artifact, advice: advice::of(opened, index, words), details: described }
    };
    Inspected {
        schema: report.schema,
        artifacts: report.artifacts.into_iter().enumerate().map(with_details).collect(),
        unused: report.unused,
    }
}

/// Opens paths; a file that cannot be opened becomes an artifact with its error. So does a named file that is not a
/// model: only files found beside others may be unused.
pub(super) fn open(paths: &Paths, words: &Words) -> Opened {
    open_on_disk(paths, words).0
}

/// [`open`], with the names of the files and their paths on disk.
pub(super) fn open_on_disk(paths: &Paths, words: &Words) -> (Opened, Vec<(String, PathBuf)>) {
    let limits = paths.limits();
    let found = files::collect(&paths.paths, &limits);
    let mut opened = report::open(found.files, &limits, &mut |_| ());
    let report = &mut opened.report;
    let is_named = |one: &mut schema::Unused| found.named.contains(&one.path);
    let named: Vec<schema::Unused> = report.unused.extract_if(.., is_named).collect();
    report.artifacts.extend(named.into_iter().map(|one| unopened(one.path, one.bytes, one.reason)));
    for error in found.errors {
        let name = error.at.file.to_string();
        report.artifacts.push(unopened(name, 0, report::tell::error(&error)));
    }
    for error in found.left_out {
        let path = error.at.file.to_string();
        report.unused.push(schema::Unused { path, bytes: 0, reason: report::tell::error(&error) });
    }
    let errors = report.artifacts.iter_mut().flat_map(|one| one.error.iter_mut().chain(&mut one.problems));
    for error in errors.chain(report.unused.iter_mut().map(|one| &mut one.reason)) {
        error.message = words.message("error-", &error.detail);
    }
    (opened, found.on_disk)
}

/// Report of a file that is not open.
fn unopened(name: String, bytes: u64, error: schema::ErrorInfo) -> schema::Artifact {
    schema::Artifact { name: name.clone(), files: vec![name], bytes, error: Some(error), ..schema::Artifact::default() }
}

/// Artifacts of a report without a document: those that could not be opened come after all others.
pub(super) fn not_opened(opened: &Opened) -> &[schema::Artifact] {
    opened.report.artifacts.get(opened.artifacts.len()..).unwrap_or_default()
}

/// Prints on standard error what could not be opened, for commands whose answer is about one model.
pub(super) fn complain_about_unopened(opened: &Opened, words: &Words) {
    for artifact in not_opened(opened) {
        let error = artifact.error.as_ref().map(|error| words.error(error)).unwrap_or_default();
        output::complain(&format!("{}: {error}", on_one_line(&artifact.name)));
    }
}

/// Files beside the models, as lines of text; may be empty.
pub(super) fn unused_text(unused: &[schema::Unused], words: &Words) -> String {
    let row = |one: &schema::Unused| vec![one.path.clone(), one.reason.message.clone()];
    let rows: Vec<Vec<String>> = unused.iter().take(SHOWN).map(row).collect();
    let mut text = table::columns(&rows, 2);
    if unused.len() > SHOWN {
        let count = (unused.len() - SHOWN).to_string();
        text += &format!("  {}\n", words.find("cli-more", [("count", count.as_str())]).unwrap_or_default());
    }
    if text.is_empty() { text } else { format!("{}\n{}", words.word("cli-unused"), text.trim_end()) }
}

fn read_values(opened: &Opened, report: &mut schema::Report, words: &Words) {
    for (index, artifact) in report.artifacts.iter_mut().enumerate() {
        for variable in &mut artifact.variables {
            if let Some(read) = opened.values(index, &variable.name) {
                *variable = read;
            }
            if let Some(error) = &mut variable.error {
                error.message = words.message("error-", &error.detail);
            }
        }
    }
}

/// One artifact as text: the answer first, then the evidence.
fn text(artifact: &schema::Artifact, advice: Option<&AdviceReport>, words: &Words) -> String {
    let kind = serde_json::to_value(artifact.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
    let kind = words.word(&format!("cli-kind-{}", kind.unwrap_or_default()));
    let form = &artifact.identity.form;
    let form = if form.is_empty() { String::new() } else { format!(", {form}") };
    let name = on_one_line(&artifact.name);
    let mut text = format!("{name}\n  {kind}{form}, {} bytes\n", artifact.bytes);
    if let Some(producer) = &artifact.identity.producer {
        text += &format!("  {} {producer}\n", words.word("cli-written-by"));
    }
    if let Some(claimed) = &artifact.identity.min_runtime_version {
        text += &format!("  {} {claimed}\n", words.word("cli-claims"));
    }
    if let Some(error) = &artifact.error {
        text += &format!("  {}: {}\n", error.failure, words.error(error));
    }
    for problem in &artifact.problems {
        text += &format!("  {}: {}\n", problem.failure, words.error(problem));
    }
    if let Some(versions) = &artifact.versions {
        text += &format!(
            "  {} producer {}, min_consumer {}, bad_consumers {:?}\n",
            words.word("cli-versions"),
            versions.producer,
            versions.min_consumer,
            versions.bad_consumers
        );
    }
    text += &windows_text(artifact, words);
    let counting = artifact.requirements.iter().filter(|need| need.counts_in(artifact.action));
    let needs: Vec<Vec<String>> = counting.map(|need| requirement(need, words)).collect();
    text += &section(words, "cli-needs", &needs);
    let findings: Vec<Vec<String>> = artifact
        .findings
        .iter()
        .map(|finding| vec![finding.severity.word().to_owned(), advice::finding(finding, words)])
        .collect();
    text += &section(words, "cli-findings", &findings);
    text += &advice.map(|advice| advice::text(advice, words)).unwrap_or_default();
    let graphs: Vec<Vec<String>> = artifact.graphs.iter().map(|graph| graph_row(graph, words)).collect();
    text += &section(words, "cli-graphs", &graphs);
    let signatures: Vec<Vec<String>> = artifact.signatures.iter().map(signature_row).collect();
    text += &section(words, "cli-signatures", &signatures);
    let variables: Vec<Vec<String>> = artifact.variables.iter().map(|variable| variable_row(variable, words)).collect();
    text += &section(words, "cli-variables", &variables);
    text
}

/// The windows of an artifact as lines: those of its action, then of the others; empty without windows.
pub(super) fn windows_text(artifact: &schema::Artifact, words: &Words) -> String {
    let mut text = String::new();
    if !artifact.windows.is_empty() {
        let rows: Vec<Vec<String>> =
            artifact.windows.iter().map(|window| vec![window.channel.clone(), span(window, words)]).collect();
        let means = meaning(artifact, words);
        text += &format!("  {} {means}\n{}", words.word("cli-loads-in"), table::columns(&rows, 4));
    }
    text + &section(words, "cli-other-actions", &other_actions(artifact, words))
}

/// A titled list, cut to [`SHOWN`] rows; empty for an empty list.
fn section(words: &Words, title: &str, rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = format!("  {}\n{}", words.word(title), table::columns(&rows[..rows.len().min(SHOWN)], 4));
    if rows.len() > SHOWN {
        let count = (rows.len() - SHOWN).to_string();
        text += &format!("    {}\n", words.find("cli-more", [("count", count.as_str())]).unwrap_or_default());
    }
    text
}

/// Meaning of "loads" in the windows: the action's name and description.
fn meaning(artifact: &schema::Artifact, words: &Words) -> String {
    let Some(action) = artifact.action else { return String::new() };
    let means = words.word(&schema::loads_means(artifact.kind, action));
    match artifact.other_actions.is_empty() {
        true => format!("({means})"),
        false => format!("({}: {means})", action.word()),
    }
}

/// A line for each other action: its name, and where it loads.
fn other_actions(artifact: &schema::Artifact, words: &Words) -> Vec<Vec<String>> {
    let row = |other: &schema::OtherAction| {
        let spans: Vec<String> =
            other.windows.iter().map(|window| format!("{} {}", window.channel, span(window, words))).collect();
        vec![other.action.word().to_owned(), spans.join("; ")]
    };
    artifact.other_actions.iter().map(row).collect()
}

/// Runs of loading releases: `2.4.0 .. 2.21.0, 2.22.0rc1`.
fn span(window: &schema::Window, words: &Words) -> String {
    let mut runs: Vec<(&str, &str)> = Vec::new();
    let mut previous_loads = false;
    for verdict in &window.verdicts {
        let loads = verdict.outcome.is_good();
        match runs.last_mut() {
            Some(run) if loads && previous_loads => run.1 = &verdict.release,
            _ if loads => runs.push((&verdict.release, &verdict.release)),
            _ => {}
        }
        previous_loads = loads;
    }
    if runs.is_empty() && window.verdicts.iter().all(|verdict| verdict.outcome == schema::Outcome::Unknown) {
        return words.word("cli-not-asked");
    }
    if runs.is_empty() {
        return words.word("cli-no-release");
    }
    let text: Vec<String> =
        runs.iter().map(|(a, b)| if a == b { (*a).to_owned() } else { format!("{a} .. {b}") }).collect();
    text.join(", ")
}

/// Subject, reason, number of nodes, certainty.
pub(super) fn requirement(need: &schema::Requirement, words: &Words) -> Vec<String> {
    let count = need.count.to_string();
    // Fields of a file have no count.
    let of = match need.evidence.first().map_or(What::File, |one| one.what) {
        What::Node => "cli-nodes",
        What::Tensor => "cli-count-tensors",
        What::Variable => "cli-count-variables",
        What::File => "",
    };
    vec![
        subject(need, words),
        words.find(of, [("count", count.as_str())]).unwrap_or_default(),
        need.reason.as_ref().map(|reason| words.message("reason-", reason)).unwrap_or_default(),
        words.word(&format!("certainty-{}", need.certainty.word())),
    ]
}

/// Subject of a requirement: a term in the language, or a name with its version.
fn subject(need: &schema::Requirement, words: &Words) -> String {
    let number = need.version.map(|version| version.to_string()).unwrap_or_default();
    let term = need.subject_term().and_then(|id| words.find(&id, [("version", number.as_str())]));
    // A VersionDef field has a number, an op a version.
    let letter = if need.subject_kind == SubjectKind::Versions { "" } else { "v" };
    let version = need.version.map(|version| format!(" {letter}{version}")).unwrap_or_default();
    term.unwrap_or_else(|| format!("{}{version}", need.subject))
}

fn graph_row(graph: &schema::GraphSummary, words: &Words) -> Vec<String> {
    let name = if graph.name.is_empty() { words.word("cli-main-graph") } else { graph.name.clone() };
    let nodes = graph.nodes.to_string();
    let mut ops: Vec<(&String, &u64)> = graph.ops.iter().collect();
    ops.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let shown: Vec<String> = ops.iter().take(8).map(|(op, count)| format!("{op} {count}")).collect();
    vec![name, words.find("cli-nodes", [("count", nodes.as_str())]).unwrap_or_default(), shown.join(", ")]
}

fn tensor(info: &schema::TensorInfo) -> String {
    let shape = info.shape.as_ref().map_or_else(|| "?".to_owned(), |shape| format!("{shape:?}"));
    format!("{}: {} {shape}", info.name, info.dtype)
}

fn signature_row(signature: &schema::Signature) -> Vec<String> {
    let list = |infos: &[schema::TensorInfo]| infos.iter().map(tensor).collect::<Vec<_>>().join(", ");
    vec![signature.key.clone(), list(&signature.inputs), "->".to_owned(), list(&signature.outputs)]
}

fn variable_row(variable: &schema::Variable, words: &Words) -> Vec<String> {
    let mut row = vec![variable.name.clone(), variable.dtype.clone(), format!("{:?}", variable.shape)];
    if let Some(first) = &variable.first {
        row.push(serde_json::Value::Array(first.clone()).to_string());
    }
    if let Some(sum) = &variable.sum {
        row.push(format!("sum {sum}"));
    }
    if let Some(error) = &variable.error {
        row.push(words.error(error));
    }
    row
}
