//! Compares verdicts with what released packages did with models and graphs drawn at random (`cargo xtask oracle
//! --random` and `--graphs`).
//!
//! The command draws the files, loads them in each package and then runs this test with their folder in
//! `VINTAGE_DRAWN`. It writes `report.md`, with every disagreement by rule, and lists with examples into the folder.

use super::observed::agrees;
use super::tally::Tally;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use vintage::bytes::{FileSource, Limits};
use vintage::compat::advice::{Asked, forms};
use vintage::compat::{Assessment, Certainty, Outcome, Target, Verdict, assess_graph, assess_tflite};
use vintage::formats::{graph_def, tflite};

/// Packages that decide whether a model or a graph is plausible: the newest that were asked.
const NEWEST: [&str; 2] = ["ai-edge-litert==2.3.0", "tensorflow==2.21.0"];

/// Answer of a package about a model.
struct Answer {
    wheel: String,
    loads: bool,
    text: String,
}

/// A drawn model: name of its file, operator, changes.
struct Drawn {
    name: String,
    op: String,
    changes: String,
}

/// Operator, kind of disagreement, fixed part of the message.
type Rule = (String, &'static str, String);

/// Rows of a rule, the wheels, an example.
type Rows = (u32, Vec<String>, String);

/// A line of the table of the report.
fn line(name: &str, tally: &Tally) -> String {
    let percent = 100.0 * tally.agreement();
    let Tally { rows, agree, false_loads, false_refusals, unknown, messages, messages_agree, .. } = tally;
    format!(
        "| {name} | {rows} | {agree} | {percent:.2} | {false_loads} | {false_refusals} | {unknown} | {messages} | {messages_agree} |"
    )
}

/// The models of a folder, and the answers about each by its name.
fn drawn(folder: &Path) -> (Vec<Drawn>, HashMap<String, Vec<Answer>>) {
    let lines = |name: &Path| -> Vec<Vec<String>> {
        let text = fs::read_to_string(name).unwrap_or_else(|e| panic!("{}: {e}", name.display()));
        text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    };
    let models = lines(&folder.join("drawn.tsv")).into_iter();
    let model = |mut cells: Vec<String>| {
        let mut take = |at: usize| std::mem::take(&mut cells[at]);
        Drawn { name: take(0), op: take(1), changes: take(2) }
    };
    let models = models.map(model).collect();
    let mut answers: HashMap<String, Vec<Answer>> = HashMap::new();
    for entry in fs::read_dir(folder.join("answers")).expect("answers") {
        let path = entry.expect("a file").path();
        let wheel = path.file_stem().expect("a name").to_string_lossy().into_owned();
        for cells in lines(&path).into_iter().filter(|cells| cells.len() > 1) {
            let text = cells.get(2).cloned().unwrap_or_default();
            let answer = Answer { wheel: wheel.clone(), loads: cells[1] == "loads", text };
            answers.entry(cells[0].clone()).or_default().push(answer);
        }
    }
    (models, answers)
}

/// Models of a folder that some package loads.
pub fn loaded(folder: &Path) -> Vec<PathBuf> {
    let (models, answers) = drawn(folder);
    let loads = |model: &Drawn| answers.get(&model.name).is_some_and(|all| all.iter().any(|answer| answer.loads));
    models.iter().filter(|model| loads(model)).map(|model| folder.join(&model.name)).collect()
}

/// Drawn files of a folder, each with the packages that load it.
pub fn loading(folder: &Path) -> Vec<(PathBuf, Vec<String>)> {
    let (models, mut answers) = drawn(folder);
    let wheels = |answers: Vec<Answer>| answers.into_iter().filter(|answer| answer.loads).map(|answer| answer.wheel);
    let of = |model: Drawn| {
        let loading = wheels(answers.remove(&model.name).unwrap_or_default()).collect();
        (folder.join(&model.name), loading)
    };
    models.into_iter().map(of).collect()
}

/// The assessment of a file, and what its loads rest on.
fn assess(path: &Path) -> Option<(Assessment, &'static str)> {
    if path.extension().is_some_and(|extension| extension == "pb") {
        let source = std::rc::Rc::new(FileSource::open(path, "graph.pb".to_owned()).ok()?);
        let graph = graph_def::GraphDocument::open(&(source as _), &Limits::default()).ok()?;
        return Some((assess_graph(&graph, &Limits::default()), "loads"));
    }
    let source = std::rc::Rc::new(FileSource::open(path, "model.tflite".to_owned()).ok()?);
    let model = tflite::read(&(source as _), &Limits::default()).ok()?;
    let asked = forms(&model).iter().map(|form| form.asked).max();
    let basis = match asked {
        None | Some(Asked::All) => "loads: every release was asked about the form",
        Some(Asked::Some) => "loads: some releases were asked about the form",
        Some(Asked::None) => "loads as far as known: no release was asked about the form",
    };
    Some((assess_tflite(&model, "model.tflite", &Limits::default()), basis))
}

/// The basis of a verdict: answers of releases, or their sources.
fn basis(assessment: &Assessment, verdict: &Verdict, loads: &'static str) -> &'static str {
    let first = verdict.because.first().map(|&index| assessment.requirements[index].certainty);
    match (verdict.outcome <= Outcome::Warns, first) {
        (true, _) => loads,
        (false, Some(Certainty::Observed)) => "refused: observed",
        (false, _) => "refused: derived",
    }
}

/// The fixed part of a message: no lines, numbers or names that vary from node to node.
fn rule_of(text: &str) -> String {
    let start = text.split("Node number").next().unwrap_or_default();
    let start =
        start.rsplit_once(".cc:").map_or(start, |(_, rest)| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    start.split(" (").next().unwrap_or_default().trim().chars().take(110).collect()
}

/// A text as answers are recorded: other letters by their number.
fn ascii(text: &str) -> String {
    let letter = |c: char| match c as u32 {
        // Ours stand for any part with an ellipsis.
        ..0x80 | 0x2026 => c.to_string(),
        number @ ..0x100 => format!("\\x{number:02x}"),
        number => format!("\\u{number:04x}"),
    };
    text.chars().map(letter).collect()
}

/// Texts that a release may print. It checks the attrs of a node in an order that differs from run to run (that of a hash
/// table), so each wrong one may be named.
pub fn texts(assessment: &Assessment, verdict: &Verdict) -> Vec<String> {
    let of_attr = |index: usize| matches!(assessment.requirements[index].id, "graph-attr" | "graph-attr-value");
    let place = |index: usize| assessment.requirements[index].evidence.first().map(|first| (&first.graph, first.index));
    let mut texts: Vec<String> = verdict.prints.iter().cloned().collect();
    let mut left_out = Vec::new();
    for pair in verdict.because.windows(2) {
        if !pair.iter().all(|&index| of_attr(index)) || place(pair[0]) != place(pair[1]) {
            break;
        }
        left_out.push(pair[0]);
        texts.extend(assessment.without(&left_out).verdict(verdict.target).prints);
    }
    texts.iter().map(|text| ascii(text)).collect()
}

#[derive(Default)]
struct Compared {
    plausible: Tally,
    faulty: Tally,
    /// By operator, what differs and the message's fixed part: rows, packages, an example.
    disagreements: BTreeMap<Rule, Rows>,
    /// By what a verdict rests on: rows, and those that agree.
    by_basis: BTreeMap<&'static str, (u32, u32)>,
    /// Texts that differ: what was printed there, and here.
    texts: BTreeMap<(String, String), (u32, String)>,
}

fn compare(folder: &Path) -> Compared {
    let (models, answers) = drawn(folder);
    let mut out = Compared::default();
    for Drawn { name, op, changes } in models {
        let Some(answers) = answers.get(&name) else { continue };
        let assessment = assess(&folder.join(&name));
        let newest = NEWEST[usize::from(name.ends_with(".pb"))];
        let plausible = answers.iter().any(|answer| answer.wheel == newest && answer.loads);
        for answer in answers {
            let (package, release) = answer.wheel.split_once("==").expect("PACKAGE==RELEASE");
            let target = Target::named(package, release).unwrap_or_else(|| panic!("{} is unknown", answer.wheel));
            let verdict = assessment.as_ref().map(|(assessment, _)| assessment.verdict(target));
            let outcome = verdict.as_ref().map_or(Outcome::Refused, |verdict| verdict.outcome);
            let tally = if plausible { &mut out.plausible } else { &mut out.faulty };
            let what = tally.row(answer.loads, outcome);
            if let (Some((assessment, loads)), Some(verdict)) = (&assessment, &verdict) {
                let of_basis = out.by_basis.entry(basis(assessment, verdict, loads)).or_default();
                *of_basis = (of_basis.0 + 1, of_basis.1 + u32::from(what.is_none()));
            }
            let texts =
                assessment.as_ref().zip(verdict.as_ref()).map(|((assessment, _), verdict)| texts(assessment, verdict));
            let texts = texts.unwrap_or_default();
            let prints = texts.first().cloned().unwrap_or_default();
            let Some(what) = what else {
                if !answer.loads && !answer.text.is_empty() {
                    let same = texts.iter().any(|text| agrees(text, &answer.text));
                    tally.message(same);
                    if !same {
                        let key = (op.clone(), format!("{} / {}", rule_of(&answer.text), rule_of(&prints)));
                        out.texts.entry(key).or_insert((0, format!("{} {}", answer.wheel, answer.text))).0 += 1;
                    }
                }
                continue;
            };
            let text = if answer.loads { &prints } else { &answer.text };
            let key = (op.clone(), what, format!("{}{}", if plausible { "plausible: " } else { "" }, rule_of(text)));
            let entry = out.disagreements.entry(key).or_insert((0, Vec::new(), format!("{name} ({changes})")));
            entry.0 += 1;
            if !entry.1.contains(&answer.wheel) {
                entry.1.push(answer.wheel.clone());
            }
        }
    }
    out
}

#[test]
#[ignore = "needs models and answers of `cargo xtask oracle --random`"]
fn verdicts_agree_on_drawn_models() {
    let folder = std::env::var("VINTAGE_DRAWN").expect("the folder of the models");
    let folder = Path::new(&folder);
    let compared = compare(folder);
    let mut report = String::from(
        "| models | rows | agree | % | loads here, refused there | refused here, loads there | unknown | texts compared \
         | texts agree |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    writeln!(report, "{}", line("plausible", &compared.plausible)).expect("a string");
    writeln!(report, "{}", line("faulty", &compared.faulty)).expect("a string");
    let mut rules: Vec<_> = compared.disagreements.iter().collect();
    rules.sort_by_key(|(_, (count, _, _))| std::cmp::Reverse(*count));
    println!("{report}");
    report.push_str("\n| verdict | rows | agree | % |\n|---|---|---|---|\n");
    for (basis, (rows, agree)) in &compared.by_basis {
        let percent = 100.0 * f64::from(*agree) / f64::from(*rows);
        writeln!(report, "| {basis} | {rows} | {agree} | {percent:.2} |").expect("a string");
    }
    report.push_str(
        "\n| rows | operator | what | printed there (or here, when refused here) | wheels |\n|---|---|---|---|---|\n",
    );
    let mut all = String::new();
    for ((op, what, text), (count, wheels, example)) in rules {
        let said = text.replace('|', "\\|").replace('`', "'");
        writeln!(report, "| {count} | {op} | {what} | `{said}` | {} |", wheels.len()).expect("a string");
        writeln!(all, "{count}\t{op}\t{what}\t{text}\t{}\t{example}", wheels.join(" ")).expect("a string");
    }
    fs::write(folder.join("disagreements.tsv"), &all).expect("the folder can be written");
    let mut texts: Vec<_> = compared.texts.iter().collect();
    texts.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let rows = texts.iter().map(|((op, both), (count, example))| format!("{count}\t{op}\t{both}\t{example}\n"));
    fs::write(folder.join("texts.tsv"), rows.collect::<String>()).expect("the folder can be written");
    fs::write(folder.join("report.md"), report).expect("the folder can be written");
    assert!(compared.plausible.rows > 0, "no file loads in the newest package");
}
