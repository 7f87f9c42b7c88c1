//! Compares verdicts with released packages on the same files (`tests/fixtures/observed_loads.txt`).
//!
//! `cargo test --test compat observed:: -- --ignored` writes docs/accuracy.md; set `VINTAGE_DISAGREEMENTS=1` to print
//! every row that disagrees.

use super::random::texts;
use super::tally::Tally;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use vintage::artifact::{Document, Dropped, group};
use vintage::bytes::{FileSource, Limits, SharedSource};
use vintage::compat::{
    Action, Assessment, Outcome, Target, assess_checkpoint, assess_graph, assess_keras, assess_meta_graph,
    assess_saved_model, assess_tflite,
};
use vintage::formats::checkpoint::Checkpoint;
use vintage::formats::graph_def::{GraphDocument, MetaGraph};
use vintage::formats::keras::Form;
use vintage::formats::saved_model::{SavedModelDocument, SavedModelFiles};
use vintage::formats::tflite;

const FIXTURES: &str = "tests/fixtures";
const DOCUMENT: &str = "docs/accuracy.md";

/// Heading of the part of the document that `cargo xtask oracle` writes.
const ASKED_AGAIN: &str = "## Registries tested again";

#[derive(Clone, Debug, PartialEq)]
enum Observed {
    Loads,
    Error(String),
    Crash,
    NotAsked,
}

struct Row {
    file: String,
    kind: String,
    package: String,
    releases: Vec<Observed>,
}

#[derive(Default)]
struct Recorded {
    packages: HashMap<String, Vec<String>>,
    rows: Vec<Row>,
}

fn recorded() -> Recorded {
    let text = fs::read_to_string(format!("{FIXTURES}/observed_loads.txt")).expect("the recorded loads");
    let (mut recorded, mut messages) = (Recorded::default(), HashMap::new());
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        match cells[0] {
            "p" => {
                let releases = cells[2].split(' ').map(str::to_owned).collect();
                recorded.packages.insert(cells[1].to_owned(), releases);
            }
            "m" => {
                messages.insert(cells[1], cells[2]);
            }
            "r" => recorded.rows.push(Row {
                file: cells[1].to_owned(),
                kind: cells[2].to_owned(),
                package: cells[3].to_owned(),
                releases: cells[4].split(' ').flat_map(|run| unpack(run, &messages)).collect(),
            }),
            _ => {}
        }
    }
    recorded
}

/// Recorded `.tflite` models that some release loads.
pub fn loaded_models() -> Vec<PathBuf> {
    let loads = |row: &Row| row.kind == "tflite" && row.releases.contains(&Observed::Loads);
    let files: BTreeSet<String> = recorded().rows.into_iter().filter(loads).map(|row| row.file).collect();
    files.iter().map(|file| Path::new(FIXTURES).join(file)).collect()
}

/// A run: how often, and what.
fn unpack(run: &str, messages: &HashMap<&str, &str>) -> Vec<Observed> {
    let at = run.find(|c: char| !c.is_ascii_digit()).expect("a letter");
    let count = run[..at].parse().unwrap_or(1);
    let what = match &run[at..=at] {
        "+" => Observed::Loads,
        "e" => Observed::Error(messages[&run[at + 1..]].to_owned()),
        "c" => Observed::Crash,
        _ => Observed::NotAsked,
    };
    vec![what; count]
}

fn source(path: &Path) -> Option<SharedSource> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    Some(std::rc::Rc::new(FileSource::open(path, name).ok()?))
}

/// The kind of file of a recorded kind, and its action.
fn action(kind: &str) -> (&str, Action) {
    match kind {
        "checkpoint" => ("checkpoint", Action::Read),
        "checkpoint_restore" => ("checkpoint", Action::Restore),
        "saved_model" => ("saved_model", Action::Load),
        "saved_model_v1" => ("saved_model", Action::V1Loader),
        "saved_model_keras" => ("saved_model", Action::Keras),
        "tflite" => ("tflite", Action::DefaultDelegates),
        "tflite_builtin" => ("tflite", Action::BuiltinOps),
        "keras_model" => ("keras", Action::LoadModel),
        "keras_weights" => ("keras", Action::LoadWeights),
        kind => (kind, Action::Import),
    }
}

/// The default action of a Keras file's form.
fn usual(kind: &str, assessment: &Assessment) -> Action {
    if kind == "keras" { assessment.action } else { action(kind).1 }
}

/// A recorded file, opened; `None` when it is not among the fixtures, an error message when it cannot be read.
pub fn open(kind: &str, file: &str, limits: &Limits) -> Option<Result<Document, String>> {
    let path = Path::new(FIXTURES).join(file);
    let text = path.extension().is_some_and(|e| e == "pbtxt");
    let said = |e: vintage::bytes::Error| e.to_string();
    Some(match kind {
        "tflite" => tflite::read(&source(&path)?, limits).map(|m| Document::Tflite(m.into())).map_err(said),
        "graph" => {
            let open = if text { GraphDocument::open_text } else { GraphDocument::open };
            open(&source(&path)?, limits).map(|d| Document::GraphDef(d.into())).map_err(said)
        }
        "meta_graph" => {
            let open = if text { MetaGraph::open_text } else { MetaGraph::open };
            open(&source(&path)?, limits).map(|d| Document::MetaGraph(d.into())).map_err(said)
        }
        "saved_model" => {
            let files = SavedModelFiles {
                binary: source(&path.join("saved_model.pb")),
                text: source(&path.join("saved_model.pbtxt")),
                variables_index: source(&path.join("variables/variables.index")),
                variables_shards: shards(&path.join("variables/variables")),
                keras_metadata: source(&path.join("keras_metadata.pb")),
                variables_v1: source(&path.join("variables/variables")).into_iter().collect(),
                whole: true,
                ..SavedModelFiles::default()
            };
            SavedModelDocument::open(files, limits).map(|d| Document::SavedModel(d.into())).map_err(said)
        }
        "checkpoint" => {
            let index = path.with_file_name(format!("{}.index", path.file_name()?.to_string_lossy()));
            match source(&index) {
                Some(index) => Checkpoint::open_v2(index, shards(&path), limits),
                None => Checkpoint::open_v1(vec![source(&path)?], limits),
            }
            .map(|c| Document::Checkpoint(c.into()))
            .map_err(said)
        }
        "keras" if path.is_file() => {
            let dropped = Dropped { path: file.to_owned(), source: source(&path)? };
            let artifact = group(vec![dropped], limits).pop()?;
            match (artifact.document, artifact.error) {
                (Some(document @ Document::Keras(_)), _) => Ok(document),
                (_, error) => Err(error.map_or_else(String::new, |error| error.to_string())),
            }
        }
        _ => return None,
    })
}

/// Our assessment of a recorded file; as [`open`].
pub fn assess(kind: &str, file: &str, limits: &Limits) -> Option<Result<Assessment, String>> {
    Some(open(kind, file, limits)?.and_then(|document| match document {
        Document::Tflite(model) => Ok(assess_tflite(&model, file, limits)),
        Document::GraphDef(document) => Ok(assess_graph(&document, limits)),
        Document::MetaGraph(meta) => Ok(assess_meta_graph(&meta, limits)),
        Document::SavedModel(model) => Ok(assess_saved_model(&model, limits)),
        Document::Checkpoint(checkpoint) => Ok(assess_checkpoint(&checkpoint, file)),
        Document::Keras(document) => assess_keras(&document, file).ok_or_else(String::new),
        _ => Err(String::new()),
    }))
}

/// A recorded file: kind, name, package, and the releases that load it.
pub type LoadedFile = (String, String, String, Vec<String>);

/// Every recorded file, and for each package the releases whose loads are recorded.
pub fn recorded_loads() -> (Vec<LoadedFile>, HashMap<String, Vec<String>>) {
    let Recorded { packages, rows } = recorded();
    let loads = |row: Row| {
        let all = packages[&row.package].iter().zip(&row.releases);
        let loading = all.filter(|(_, observed)| **observed == Observed::Loads).map(|(release, _)| release.clone());
        let loading = loading.collect();
        (row.kind, row.file, row.package, loading)
    };
    (rows.into_iter().map(loads).collect(), packages)
}

/// The kind of file of a recorded kind, and its action; the action of a Keras file follows from its form.
pub fn action_of(kind: &str, document: &Document) -> Action {
    match document {
        Document::Keras(document) if kind == "keras" => {
            let weights = matches!(document.form, Form::Weights | Form::NamedWeights | Form::Hdf5);
            if weights { Action::LoadWeights } else { Action::LoadModel }
        }
        _ => action(kind).1,
    }
}

/// The kind of file of a recorded kind.
pub fn file_kind(kind: &str) -> &str {
    action(kind).0.split('_').next().filter(|first| *first == "keras").unwrap_or(action(kind).0)
}

fn shards(prefix: &Path) -> Vec<(u32, SharedSource)> {
    let name = format!("{}.data-", prefix.file_name().expect("a name").to_string_lossy());
    let folder = fs::read_dir(prefix.parent().expect("a folder"));
    folder
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let number = path.file_name()?.to_str()?.strip_prefix(&name)?.split('-').next()?.parse().ok()?;
            Some((number, source(&path)?))
        })
        .collect()
}

/// Kinds whose messages are all compared.
const TEXTS: [&str; 6] = ["checkpoint", "saved_model", "tflite", "graph", "meta_graph", "keras"];

/// A run of releases with the same disagreement.
struct Disagreement {
    file: String,
    package: String,
    first: String,
    last: String,
    count: u32,
    what: &'static str,
    observed: String,
}

struct Compared {
    tallies: BTreeMap<String, Tally>,
    disagreements: Vec<Disagreement>,
    messages: Vec<String>,
}

fn compare() -> Compared {
    let (recorded, limits) = (recorded(), Limits { structure_bytes: 64 << 20, ..Limits::default() });
    let mut assessed: HashMap<(&str, &str), Option<Result<Assessment, String>>> = HashMap::new();
    let mut out = Compared { tallies: BTreeMap::new(), disagreements: Vec::new(), messages: Vec::new() };
    for row in &recorded.rows {
        let key = (action(&row.kind).0, row.file.as_str());
        let assessment = assessed.entry(key).or_insert_with(|| assess(key.0, &row.file, &limits));
        let Some(assessment) = assessment else { continue };
        let tally = out.tallies.entry(format!("{} {}", row.kind, row.package)).or_default();
        for (release, observed) in recorded.packages[&row.package].iter().zip(&row.releases) {
            if *observed == Observed::NotAsked {
                continue;
            }
            let (outcome, prints, named) = match assessment {
                Ok(assessment) => {
                    let target = Target::named(&row.package, release).expect("a recorded release");
                    let asked = assessment.within(usual(&row.kind, assessment)).expect("an action of the kind");
                    let verdict = asked.verdict(target);
                    let named = texts(assessment, &verdict);
                    (verdict.outcome, verdict.prints, named)
                }
                Err(_) => {
                    tally.unreadable += 1;
                    (Outcome::Refused, None, Vec::new())
                }
            };
            // Messages are known in the default action, and in those with the same code.
            if let Observed::Error(text) = observed
                && outcome == Outcome::Refused
                && assessment.is_ok()
                && (prints.is_some() || TEXTS.contains(&row.kind.as_str()))
            {
                let same = prints.as_deref().is_some_and(|p| agrees(p, text)) || named.iter().any(|p| agrees(p, text));
                tally.message(same);
                if !same {
                    out.messages.push(format!("{} {release} {}\n    {text}\n    {prints:?}", row.package, row.file));
                }
            }
            let Some(what) = tally.row(*observed == Observed::Loads, outcome) else { continue };
            let unreadable = assessment.is_err() && *observed == Observed::Loads;
            let what = if unreadable { "unreadable here, loads there" } else { what };
            let said = match observed {
                Observed::Error(text) => text.chars().take(100).collect(),
                Observed::Crash => "(crash)".to_owned(),
                _ => match assessment {
                    Err(error) => error.clone(),
                    Ok(_) => prints.unwrap_or_default(),
                },
            };
            match out.disagreements.last_mut() {
                Some(d) if d.file == row.file && d.package == row.package && d.what == what => {
                    d.last = release.clone();
                    d.count += 1;
                }
                _ => out.disagreements.push(Disagreement {
                    file: row.file.clone(),
                    package: row.package.clone(),
                    first: release.clone(),
                    last: release.clone(),
                    count: 1,
                    what,
                    observed: said,
                }),
            }
        }
    }
    out
}

/// Characters that the record keeps of a message.
const RECORDED_TEXT: usize = 110;

/// A message with `<path>` in place of `<path>.data-00000-of-00001`.
fn without_shard(text: &str) -> String {
    const SHARD: &str = ".data-00000-of-00001";
    match text.find("<path>.data-").map(|at| at + "<path>".len()) {
        Some(at) if text.is_char_boundary(at + SHARD.len()) => format!("{}{}", &text[..at], &text[at + SHARD.len()..]),
        _ => text.to_owned(),
    }
}

/// Whether the recorded message has the fixed parts of ours (between `…`) in order; the record may be cut off. Records
/// write line breaks as `\n`, and tabs as `\t` or spaces; the host is that of the computer. Some records have `<path>` in
/// place of the complete path of a checkpoint's file, others in place of its prefix.
pub fn agrees(ours: &str, recorded: &str) -> bool {
    let ours = ours.replace('\n', "\\n").replace('\t', " ").replace("<host>", "…");
    let ours = if recorded.contains("<path>.data-") { ours } else { without_shard(&ours) };
    let recorded = recorded.replace("\\t", " ");
    let cut_off = recorded.chars().count() >= RECORDED_TEXT;
    let mut rest = recorded.as_str();
    for (index, part) in ours.split('…').enumerate() {
        let part = part.trim();
        let at = if index == 0 { rest.starts_with(part).then_some(0) } else { rest.find(part) };
        match at {
            Some(at) => rest = &rest[at + part.len()..],
            // The record ends within this part: its remaining text must be the beginning of the part.
            None => {
                return index > 0 && cut_off
                    || (0..=rest.len()).any(|at| {
                        rest.is_char_boundary(at)
                            && (index > 0 || at == 0)
                            && part.starts_with(&rest[at..])
                            && at < rest.len()
                    });
            }
        }
    }
    true
}

fn report(compared: &Compared) -> String {
    let mut text = String::from(
        "| kind and package | rows | agree | % | loads here, refused there | refused here, loads there | unknown \
         | of files we cannot read | texts compared | texts agree |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let all = Tally::total(compared.tallies.values());
    let rows = compared.tallies.iter().map(|(name, tally)| (name.as_str(), tally)).chain([("all", &all)]);
    for (name, t) in rows {
        let percent = t.agreement() * 100.0;
        writeln!(
            text,
            "| {name} | {} | {} | {percent:.2} | {} | {} | {} | {} | {} | {} |",
            t.rows, t.agree, t.false_loads, t.false_refusals, t.unknown, t.unreadable, t.messages, t.messages_agree
        )
        .expect("a string");
    }
    text
}

/// Rows that disagree, by file: what differs and for how many releases of which packages.
fn by_file(compared: &Compared) -> String {
    let mut files: BTreeMap<(&str, &str), (u32, Vec<String>, &str)> = BTreeMap::new();
    for d in &compared.disagreements {
        let entry = files.entry((d.file.as_str(), d.what)).or_insert((0, Vec::new(), d.observed.as_str()));
        entry.0 += d.count;
        let span = if d.first == d.last { d.first.clone() } else { format!("{} to {}", d.first, d.last) };
        entry.1.push(format!("{} {span}", d.package));
    }
    let mut text = String::from(
        "| file | what | rows | where | printed there (or here, when refused here) |\n|---|---|---|---|---|\n",
    );
    for ((file, what), (count, places, said)) in files {
        let said = said.replace('|', "\\|").replace('`', "'").replace('\n', " ");
        writeln!(text, "| {file} | {what} | {count} | {} | `{said}` |", places.join("; ")).expect("a string");
    }
    text
}

/// Loads here that a release refuses, each with its reason: file, package, reason.
const REASONS: &str = include_str!("false_loads.tsv");

fn reason(d: &Disagreement) -> Option<&'static str> {
    let rows = REASONS.lines().filter_map(|line| line.split_once('\t')?.1.split_once('\t').map(|rest| (line, rest)));
    let mut of_it =
        rows.filter(|(line, (package, _))| line.split('\t').next() == Some(&d.file) && *package == d.package);
    of_it.next().map(|(_, (_, reason))| reason)
}

/// Loads here that a release refuses.
fn false_loads(compared: &Compared) -> impl Iterator<Item = &Disagreement> {
    compared.disagreements.iter().filter(|d| d.what == "loads here, refused there")
}

/// Every false load with its reason.
fn reasons(compared: &Compared) -> String {
    let mut text = String::from("| file | releases | reason |\n|---|---|---|\n");
    let mut count = 0;
    for d in false_loads(compared) {
        let span = if d.first == d.last { d.first.clone() } else { format!("{} to {}", d.first, d.last) };
        let reason = reason(d).unwrap_or_default();
        writeln!(text, "| {} | {} {span} | {reason} |", d.file, d.package).expect("a string");
        count += 1;
    }
    if count == 0 { "No recorded file loads here and is refused by a release.\n".to_owned() } else { text }
}

/// Writes docs/accuracy.md.
#[test]
#[ignore = "writes a file; run by hand when the tables or the record change"]
fn write_accuracy_document() {
    let compared = compare();
    let text = format!(
        "# Accuracy: verdicts compared with released packages\n\n\
         Written by `cargo test --test compat observed:: -- --ignored`. Every fixture was given to published packages \
         (`tests/fixtures/observed_loads.txt`); each recorded load is compared with our verdict in the same action:\n\n\
         | kind | action |\n|---|---|\n\
         | checkpoint | `read`: every value through the checkpoint reader |\n\
         | checkpoint_restore | `restore`: every plain value through RestoreV2, the op behind `tf.train.Saver` and `tf.train.Checkpoint` |\n\
         | graph, meta_graph | `import` |\n\
         | keras | `load_model`; for weights alone `load_weights` into the code that made them |\n\
         | keras_model | `load-model` of weights alone |\n\
         | keras_weights | `load-weights` of a complete model's file into the same model built in code |\n\
         | saved_model | `load`: `tf.saved_model.load`; on 1.x the session loader |\n\
         | saved_model_keras | `keras`: `load_model` |\n\
         | saved_model_v1 | `v1-loader`: the session loader with the tags of the first meta graph |\n\
         | tflite | `default-delegates`: the interpreter as it is made, and tensors allocated |\n\
         | tflite_builtin | `builtin-ops`: the same without delegates |\n\nA file that our readers refuse counts as refused. Texts are compared in their fixed parts, where both \
         sides refuse; of several wrong attrs of a node, a release may name any.\n\n{}\n## Every row that disagrees\n\n{}\n## False loads and their reasons\n\nEach load here that a release refuses \
         has its reason in `tests/compat/false_loads.tsv`; without one a test fails.\n\n{}",
        report(&compared),
        by_file(&compared),
        reasons(&compared)
    );
    // The part recorded by `cargo xtask oracle` is kept.
    let before = fs::read_to_string(DOCUMENT).unwrap_or_default();
    let recorded = before.find(ASKED_AGAIN).map_or("", |at| &before[at..]);
    fs::write(DOCUMENT, format!("{}\n", format!("{text}\n{recorded}").trim_end())).expect("docs/ can be written");
}

#[test]
fn verdicts_agree_with_released_packages() {
    let compared = compare();
    println!("{}", report(&compared));
    if std::env::var_os("VINTAGE_DISAGREEMENTS").is_some() {
        for d in &compared.disagreements {
            println!("{} {} {}..{} ({}) {}: {}", d.file, d.package, d.first, d.last, d.count, d.what, d.observed);
        }
        compared.messages.iter().for_each(|m| println!("TEXT {m}"));
    }
    let all = Tally::total(compared.tallies.values());
    assert!(all.rows > 40_000, "only {} rows compared", all.rows);
    assert!(all.agreement() >= 0.999, "{:.4}", all.agreement());
    assert!(f64::from(all.false_loads) <= 0.0005 * f64::from(all.rows), "{} false loads", all.false_loads);
    let unexplained: Vec<&str> =
        false_loads(&compared).filter(|d| reason(d).is_none()).map(|d| d.file.as_str()).collect();
    assert!(unexplained.is_empty(), "loads here that a release refuses, without a reason: {unexplained:?}");
    assert!(all.messages > 10_000, "only {} texts compared", all.messages);
    assert!(f64::from(all.messages_agree) >= 0.995 * f64::from(all.messages), "{} texts agree", all.messages_agree);
}
