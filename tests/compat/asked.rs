//! Parts of graphs, SavedModels, checkpoints and Keras files that released packages loaded (`knowledge/advice_asked.csv`).
//!
//! `VINTAGE_DRAWN=FOLDER,… cargo test --test compat asked:: -- --ignored` writes the tables: parts of fixtures with the
//! releases that load them, and of the graphs in the folders that `cargo xtask oracle --graphs` left.

use super::observed::{action_of, file_kind, open, recorded_loads};
use super::random::loading;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::rc::Rc;
use vintage::artifact::Document;
use vintage::bytes::{FileSource, Limits};
use vintage::compat::advice::{OBJECT, Part, covered, loaded, parts, rules};
use vintage::compat::{Action, Target};
use vintage::formats::graph_def::GraphDocument;

const TABLE: &str = "knowledge/advice_asked.csv";
const RELEASES: &str = "knowledge/advice_asked_releases.csv";
const OF_FIXTURES: &str = "observed: every fixture loaded by the released wheels";
const OF_DRAWN: &str = "observed: graphs drawn at random, imported by released wheels";

/// By kind, name and form: releases by package and index in the record, and whether a fixture has the part.
type Known = BTreeMap<(&'static str, String, String), (BTreeSet<(String, usize)>, bool)>;

/// Whether a release checks a part of a document when it loads it.
fn is_checked(part: &Part, document: &Document, action: Action, release: &str) -> bool {
    let in_body = part.nodes.iter().any(|(function, _)| function.is_some());
    let in_main = part.nodes.iter().any(|(function, _)| function.is_none());
    let second = release.starts_with("2.");
    match document {
        // Releases of 2.x build the functions of an object graph and leave the main graph aside.
        Document::SavedModel(model) if action == Action::Load && second && model.object_graph().is_some() => {
            part.kind == OBJECT || in_body
        }
        // Session loaders and importers take the main graph; they check the body of a function only if something calls it.
        Document::SavedModel(_) | Document::GraphDef(_) | Document::MetaGraph(_) => in_main,
        _ => true,
    }
}

fn known() -> Known {
    let (rows, packages) = recorded_loads();
    let place = |package: &str, release: &str| {
        let place = packages[package].iter().position(|known| known == release);
        place.unwrap_or_else(|| panic!("{package} {release} is not in the record of loads"))
    };
    let limits = Limits { structure_bytes: 64 << 20, ..Limits::default() };
    let mut known = Known::new();
    let mut add = |document: &Document, action: Action, package: &str, releases: &[String], fixture: bool| {
        for part in parts(document, action).unwrap_or_default() {
            let checked = releases.iter().filter(|release| is_checked(&part, document, action, release));
            let places: Vec<_> = checked.map(|release| (package.to_owned(), place(package, release))).collect();
            if places.is_empty() {
                continue;
            }
            let entry = known.entry((part.kind, part.name, part.form)).or_default();
            entry.0.extend(places);
            entry.1 |= fixture;
        }
    };
    for (kind, file, package, releases) in rows.iter().filter(|(kind, ..)| !kind.starts_with("tflite")) {
        let Some(Ok(document)) = open(file_kind(kind), file, &limits) else { continue };
        let action = action_of(kind, &document);
        add(&document, action, package, releases, true);
    }
    let folders = std::env::var("VINTAGE_DRAWN").unwrap_or_default();
    for folder in folders.split(',').filter(|folder| !folder.is_empty()) {
        for (path, wheels) in loading(Path::new(folder)) {
            let Ok(source) = FileSource::open(&path, "graph.pb".to_owned()) else { continue };
            let Ok(graph) = GraphDocument::open(&(Rc::new(source) as _), &limits) else { continue };
            let document = Document::GraphDef(graph.into());
            for (package, release) in wheels.iter().filter_map(|wheel| wheel.split_once("==")) {
                add(&document, Action::Import, package, &[release.to_owned()], false);
            }
        }
    }
    known
}

/// Spans of places in the record: `tensorflow@1.0.1..2.4.4;tensorflow@2.21.0`.
fn spans(places: &BTreeSet<(String, usize)>, packages: &HashMap<String, Vec<String>>) -> String {
    let all: Vec<&(String, usize)> = places.iter().collect();
    let runs = all.chunk_by(|a, b| a.0 == b.0 && a.1 + 1 == b.1);
    let name = |place: &(String, usize)| packages[&place.0][place.1].clone();
    let span = |run: &[&(String, usize)]| {
        let (first, last) = (run[0], run[run.len() - 1]);
        let end = if first == last { String::new() } else { format!("..{}", name(last)) };
        format!("{}@{}{end}", first.0, name(first))
    };
    runs.map(span).collect::<Vec<_>>().join(";")
}

#[test]
#[ignore = "writes tables; run by hand when fixtures or their record change"]
fn write_the_tables() {
    let (_, packages) = recorded_loads();
    let known = known();
    let in_fixtures: BTreeSet<String> =
        known.iter().filter(|(_, (_, fixture))| *fixture).map(|((_, name, _), _)| name.clone()).collect();
    let mut rows: BTreeMap<(&str, String, bool, String), Vec<String>> = BTreeMap::new();
    for ((kind, name, form), (places, fixture)) in known {
        // Rare ops of drawn graphs would triple the table; the rule of their shape function decides.
        let part = Part { kind, name: name.clone(), form: form.clone(), nodes: Vec::new() };
        if !in_fixtures.contains(&name) && rules(&[part])[0].is_some() {
            continue;
        }
        rows.entry((kind, name, !fixture, spans(&places, &packages))).or_default().push(form);
    }
    let mut table = String::from("kind,name,releases,forms,source\n");
    for ((kind, name, drawn, releases), forms) in rows {
        let source = if drawn { OF_DRAWN } else { OF_FIXTURES };
        table += &format!("{kind},{name},{releases},\"{}\",\"{source}\"\n", forms.join(" "));
    }
    fs::write(TABLE, table).expect("the table can be written");
    let row = |package: &str| format!("{package},{},\"{OF_FIXTURES}\"\n", packages[package].join(" "));
    let releases = format!("package,releases,source\n{}{}", row("keras"), row("tensorflow"));
    fs::write(RELEASES, releases).expect("the table can be written");
}

#[test]
fn parts_of_loaded_fixtures_are_in_the_table() {
    let limits = Limits { structure_bytes: 64 << 20, ..Limits::default() };
    let (rows, _) = recorded_loads();
    let mut count = 0;
    for (kind, file, package, releases) in rows.iter().filter(|(kind, ..)| !kind.starts_with("tflite")) {
        let Some(Ok(document)) = open(file_kind(kind), file, &limits) else { continue };
        let action = action_of(kind, &document);
        for part in parts(&document, action).unwrap_or_default() {
            for release in releases.iter().filter(|release| is_checked(&part, &document, action, release)) {
                let target = Target::named(package, release).expect("a recorded release");
                let known = loaded(&part).map(|loaded| covered(&loaded, target.channel)[target.release]);
                assert_eq!(known, Some(true), "{file}: {part:?} in {package} {release}; write {TABLE} again");
                count += 1;
            }
        }
    }
    assert!(count > 1000, "{count} parts");
}
