//! `cargo xtask learn PACKAGE==RELEASE`: asks a wheel everything that the tables of `knowledge/` say about a release.
//!
//! The answers become rows: a fact that the release has in common with the release before stays, one that it lacks ends, and a
//! new one begins. The fixtures' loads are recorded, drawn models and graphs are given to both releases, and what no table
//! can be given without a person (a new condition of a kernel, a changed text) is listed at the end. Nothing of a nightly is
//! written unless `--as` names a release; `--again` shows whether the command finds the rows that the tables have.

mod drawn;
mod forget;
mod graph;
mod graph_tables;
mod keras;
mod knowledge;
mod loads;
mod notes;
mod plan;
mod release;
mod report;
mod sources;
mod spans;
mod table;
mod tflite;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};

use self::knowledge::{Knowledge, Release};
use self::loads::Record;
use self::notes::Notes;
use self::plan::{Mode, Plan};
use self::wheel::Wheel;
use crate::oracle::Pairs;
use crate::oracle::random::Kind;
use crate::{Result, command, docs, oracle, project, ui};

/// A release and the Python of its wheel.
struct Installed {
    release: Release,
    python: PathBuf,
    /// Builtin operators by version that its interpreter takes, if it was asked.
    pairs: Option<Pairs>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> Result {
    let plan = Plan::parse(arguments)?;
    let folder = project::root().join("knowledge");
    let committed = Knowledge::read(&folder)?;
    let mut knowledge = committed.clone();
    let channel = plan.wheel.channel.as_str();
    let unknown = || format!("knowledge/channels.csv has no channel {channel}; a new channel is added by hand.");
    let before = release::predecessor(&knowledge, channel, &plan.release).ok_or_else(unknown)?;
    if plan.mode == Mode::Again {
        let release = knowledge.release(channel, &plan.release);
        let release = release.ok_or_else(|| format!("knowledge/channels.csv has no {channel} {}.", plan.release))?;
        forget::forget(&mut knowledge, &release, &before)?;
    }
    let python = ui::timed(&format!("Installing {}", plan.wheel.name()), || plan.wheel.install())?;
    let earlier = Wheel::of(channel, &before.name);
    let earlier = ui::timed(&format!("Installing {}", earlier.name()), || earlier.install())?;
    let before = Installed { release: before, python: earlier, pairs: None };
    let scratch = project::target_dir().join("learned").join(plan.wheel.name());
    fs::create_dir_all(&scratch).map_err(|e| format!("cannot create {}: {e}", scratch.display()))?;

    let mut notes = Notes::default();
    let learned = facts(&plan, &mut knowledge, python, &before, &mut notes)?;
    if plan.with_loads {
        let kept = if plan.mode == Mode::Write { Some((&folder, &committed, &knowledge)) } else { None };
        ask_fixtures(&plan, &learned, kept, &scratch, &mut notes)?;
    }
    let drawn = ask_drawn(&plan, &learned, &before, &scratch, &mut notes)?;
    sources::learn(&mut knowledge, &learned.release, &before.release, plan.with_loads, &mut notes);

    let rows = report::changes(&knowledge, &committed);
    let list = scratch.join("rows.diff");
    fs::write(&list, &rows).map_err(|e| format!("cannot write {}: {e}", list.display()))?;
    if plan.mode == Mode::Write {
        knowledge.write(&folder, &committed)?;
        if plan.with_docs {
            // The rows are written: what fails now is reported with them.
            let wheel = format!("{channel}=={}", learned.release.name);
            let compare = |(kind, files): &(Kind, PathBuf), notes: &mut Notes| {
                drawn::compare(*kind, files, &scratch, &wheel, notes)
            };
            let is_newest = knowledge.releases(channel).last() == Some(&learned.release);
            let mut done = vec![refresh(&learned, is_newest, &mut notes)];
            done.extend(drawn.iter().map(|files| compare(files, &mut notes)));
            done.into_iter().filter_map(Result::err).for_each(|why| notes.open(why));
        }
    }
    report::print(&plan, &knowledge, &committed, &notes, &list);
    Ok(())
}

/// Asks both wheels about facts that are rows.
fn facts(
    plan: &Plan,
    knowledge: &mut Knowledge,
    python: PathBuf,
    before: &Installed,
    notes: &mut Notes,
) -> Result<Installed> {
    let channel = plan.wheel.channel.as_str();
    let known = knowledge.release(channel, &plan.release);
    let (mut release, shares) =
        release::described(knowledge, channel, &plan.release).ok_or_else(|| format!("no channel {channel}."))?;
    if let Some(known) = &known {
        release = known.clone();
    }
    let interpreter = if channel == "keras" {
        None
    } else {
        let asking = || Ok((tflite::ask(&python, channel)?, tflite::ask(&before.python, channel)?));
        let (now, earlier) =
            ui::timed("Asking both releases for operators, types and the schema of TensorFlow Lite", asking)?;
        tflite::compare_schemas(&now, &earlier, notes);
        Some(now)
    };
    let graphs = if channel == "tensorflow" {
        let asking = || Ok((graph::ask(&python)?, graph::ask(&before.python)?));
        Some(ui::timed("Asking both releases for ops, attrs, kernels and protos", asking)?)
    } else {
        None
    };
    let classes = if channel == "keras" {
        let asking = || Ok((keras::ask(&python)?, keras::ask(&before.python)?));
        Some(ui::timed("Asking both releases for classes", asking)?)
    } else {
        None
    };
    let same_graphs = graphs.as_ref().is_none_or(|(now, before)| now.ops == before.ops);
    let same_lite = interpreter.as_ref().is_none_or(|facts| tflite::agrees(knowledge, &release, facts));
    if known.is_none() && shares && release.key != release.name && !(same_graphs && same_lite) {
        notes.changed(format!("its facts differ from those of {}: it has a key of its own", release.key));
        release.key = release.name.clone();
    }
    let versions: Vec<(String, String)> = graphs
        .iter()
        .flat_map(|(now, _)| now.versions.iter().map(|(name, number)| (name.clone(), number.clone())))
        .collect();
    add(plan, knowledge, &release, &python, &versions, notes);
    let learned = Installed { release, python, pairs: interpreter.as_ref().map(|facts| facts.pairs.clone()) };
    if shared(knowledge, &learned.release) {
        if !(same_graphs && same_lite) {
            let key = &learned.release.key;
            notes.open(format!("channels.csv: other releases have the key {key} and other facts, so its own were not written; give it a key of its own."));
        }
        return Ok(learned);
    }
    let release = &learned.release;
    if let Some(facts) = interpreter {
        tflite::learn(knowledge, release, &facts, notes);
    }
    if let Some((now, earlier)) = graphs {
        let asked = graph_tables::Asked { release, now: &now, predecessor: &before.release, before: &earlier };
        graph_tables::learn(knowledge, &asked, notes);
        beside(knowledge, &now, notes);
    }
    if let Some((now, earlier)) = classes {
        keras::learn(knowledge, release, &now, &earlier, notes);
        keras::newest(knowledge, release);
    }
    Ok(learned)
}

/// Whether the facts of a release are those of another release as well.
fn shared(knowledge: &Knowledge, release: &Release) -> bool {
    let channels = knowledge.table("channels");
    let rows = channels.find(&[("line", &release.line), ("key", &release.key)]);
    let is_other_channel = rows.iter().any(|&row| channels.get(row, "channel") != release.channel);
    release.key != release.name || is_other_channel
}

/// The Keras beside TensorFlow in the recorded loads is a row that other tests depend on.
fn beside(knowledge: &Knowledge, now: &graph::Facts, notes: &mut Notes) {
    let Some(keras) = &now.keras else { return };
    let eras = knowledge.table("keras_eras");
    let known = eras.find(&[("era", "beside"), ("on", "keras")]).first().map(|&row| eras.get(row, "first"));
    if known.as_ref() != Some(keras) {
        let known = known.unwrap_or_default();
        notes.open(format!(
            "keras_eras.csv: Keras {keras} is installed beside this release; the row `beside` has {known}."
        ));
    }
}

/// Adds the row of `channels.csv`, or raises what is known of it to `observed`.
fn add(
    plan: &Plan,
    knowledge: &mut Knowledge,
    release: &Release,
    python: &Path,
    versions: &[(String, String)],
    notes: &mut Notes,
) {
    let mut cells: Vec<(&str, String)> =
        versions.iter().map(|(name, number)| (name.as_str(), number.clone())).collect();
    let observed = || "observed".to_owned();
    match release.channel.as_str() {
        "keras" => cells.push(("keras", observed())),
        "tensorflow" => cells.extend([("tflite", observed()), ("graph", observed()), ("keras", observed())]),
        _ => cells.push(("tflite", observed())),
    }
    let channels = knowledge.table("channels");
    match channels.find(&[("channel", &release.channel), ("release", &release.name)]).first() {
        Some(&row) => {
            let source = channels.get(row, "source");
            if let Some((day, _)) = source.split_once("registry from the source tag") {
                cells.push(("source", format!("{day}registry asked")));
            }
        }
        None => {
            let day = plan.wheel.published(python);
            if day.is_none() {
                notes.open("channels.csv: the package index reports no upload date.");
            }
            let asked = match release.channel.as_str() {
                "tensorflow" => "tensorflow wheel: tensorflow/core/public/version.h; package-index upload date",
                "keras" => "package-index upload date; asked",
                _ => "package-index upload date; registry asked",
            };
            cells.extend([("date", day.unwrap_or_default()), ("source", asked.to_owned())]);
        }
    }
    let cells: Vec<(&str, &str)> = cells.iter().map(|(column, cell)| (*column, cell.as_str())).collect();
    release::add(knowledge, release, &cells);
}

/// Loads the fixtures: into the record if rows are written, or else into a copy.
fn ask_fixtures(
    plan: &Plan,
    learned: &Installed,
    kept: Option<(&PathBuf, &Knowledge, &Knowledge)>,
    scratch: &Path,
    notes: &mut Notes,
) -> Result {
    let (channel, name) = (learned.release.channel.as_str(), learned.release.name.as_str());
    let record = match kept {
        Some((folder, committed, knowledge)) => {
            // The order of releases in the record is that of the table.
            knowledge.write(folder, committed)?;
            project::root().join(loads::RECORD)
        }
        None => loads::copy(scratch, channel, name)?,
    };
    let asking = || loads::ask(&learned.python, channel, name, scratch, &record);
    ui::timed("Loading the fixtures", asking)?;
    let asked = Record::read(&record)?;
    let committed = Record::read(&project::root().join(loads::RECORD))?;
    let now = asked.answers(channel, name);
    let list = |name: &str, lines: String| {
        let path = scratch.join(name);
        fs::write(&path, lines).map_err(|e| format!("cannot write {}: {e}", path.display()))
    };
    if let Some(other) = asked.before(channel, name).map(str::to_owned) {
        list("loads-changed.tsv", loads::compare(&now, &asked.answers(channel, &other), &other, notes))?;
    }
    if plan.mode == Mode::Again {
        let mut again = Notes::default();
        let recorded = committed.answers(channel, name);
        list("loads-again.tsv", loads::compare(&now, &recorded, "the record of this release", &mut again))?;
        notes.changed.extend(
            again.changed.into_iter().map(|sentence| format!("compared with the committed record: {sentence}")),
        );
    }
    Ok(())
}

/// Gives drawn files to both releases. Returns their folders.
fn ask_drawn(
    plan: &Plan,
    learned: &Installed,
    before: &Installed,
    scratch: &Path,
    notes: &mut Notes,
) -> Result<Vec<(Kind, PathBuf)>> {
    let channel = learned.release.channel.as_str();
    let seed: String = learned.release.name.chars().filter(char::is_ascii_alphanumeric).collect();
    let kinds: &[Kind] = match channel {
        "keras" => &[],
        "tensorflow" => &[Kind::Models, Kind::Graphs],
        _ => &[Kind::Models],
    };
    let (now, earlier) = ((learned.python.as_path(), channel), (before.python.as_path(), channel));
    let mut folders = Vec::new();
    for &kind in kinds {
        let count = plan.drawn[usize::from(kind == Kind::Graphs)];
        if count > 0 {
            let run = [&count.to_string(), seed.as_str()];
            folders.push((kind, drawn::learn(kind, run, now, earlier, scratch, notes)?));
        }
    }
    Ok(folders)
}

/// Documents that follow from the tables and the record.
fn refresh(learned: &Installed, is_newest: bool, notes: &mut Notes) -> Result {
    if let Some(pairs) = &learned.pairs {
        oracle::record_pairs(&learned.release.channel, &learned.release.name, pairs)?;
    }
    let mut test = command::cargo();
    test.args(["test", "--quiet", "--test", "compat", "observed::", "--", "--ignored"]).current_dir(project::root());
    ui::timed("Comparing the recorded loads with the verdicts (docs/accuracy.md)", || command::run(&mut test))?;
    docs::run(&["--quick".to_owned()])?;
    let path = project::root().join("docs/accuracy.md");
    let accuracy = fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let rows = loads::disagreements(&accuracy, &learned.release.channel, &learned.release.name);
    notes.changed(format!("recorded loads that disagree with the verdicts: {}", rows.len()));
    for row in rows {
        notes.open(format!("docs/accuracy.md: {row}"));
    }
    if is_newest {
        notes.open("xtask/oracle/wheels.csv and the constants of xtask/src/oracle/random.rs and tests/compat/random.rs: the newest wheel draws models and decides which are plausible.");
        notes.open("the page's accessibility trees name the newest releases: `cargo xtask build --dev`, then `VINTAGE_GOLDEN=write node --test tests/e2e/access_tree.test.mjs`.");
    }
    Ok(())
}
