//! Forms of operators that released packages were asked about (`knowledge/advice_forms.csv`).
//!
//! `VINTAGE_DRAWN=FOLDER,… cargo test --test compat forms:: -- --ignored` writes the table: forms of fixtures that some
//! release loads, and of the loaded models of the folders that `cargo xtask oracle --random` left.

use super::observed::loaded_models;
use super::random::loaded;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::rc::Rc;
use vintage::bytes::{FileSource, Limits, SharedSource};
use vintage::compat::advice::{Asked, form_of, forms};
use vintage::formats::tflite::{Model, read};

const TABLE: &str = "knowledge/advice_forms.csv";

/// By operator and types: ranks.
type Forms = BTreeMap<(&'static str, String), BTreeSet<usize>>;

fn model(path: &Path) -> Option<Model> {
    let source: SharedSource = Rc::new(FileSource::open(path, "model.tflite".to_owned()).ok()?);
    read(&source, &Limits::default()).ok()
}

fn add(forms: &mut Forms, path: &Path) {
    let Some(model) = model(path) else { return };
    for graph in &model.subgraphs {
        for (op, types, rank) in graph.operators.iter().filter_map(|node| form_of(&model, graph, node)) {
            forms.entry((op, types)).or_default().insert(rank);
        }
    }
}

/// Rows of a table: one per operator.
fn rows(forms: &Forms, asked: &str, source: &str) -> String {
    let mut by_op: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for ((op, types), ranks) in forms.iter().filter(|(_, ranks)| !ranks.is_empty()) {
        let ranks: String = ranks.iter().map(usize::to_string).collect();
        by_op.entry(op).or_default().push(format!("{types}:{ranks}"));
    }
    by_op.iter().map(|(op, forms)| format!("{op},{asked},{},\"{source}\"\n", forms.join(" "))).collect()
}

#[test]
#[ignore = "writes a table; run by hand when fixtures or their record change"]
fn write_the_table() {
    let (mut all, mut some) = (Forms::new(), Forms::new());
    loaded_models().iter().for_each(|path| add(&mut all, path));
    let folders = std::env::var("VINTAGE_DRAWN").unwrap_or_default();
    for folder in folders.split(',').filter(|folder| !folder.is_empty()) {
        loaded(Path::new(folder)).iter().for_each(|path| add(&mut some, path));
    }
    for (form, ranks) in &mut some {
        let asked = all.get(form).cloned().unwrap_or_default();
        ranks.retain(|rank| !asked.contains(rank));
    }
    let of_all = rows(&all, "all", "observed: every fixture loaded by the released wheels");
    let of_some = rows(&some, "some", "observed: models drawn at random, loaded by released wheels");
    fs::write(TABLE, format!("op,asked,forms,source\n{of_all}{of_some}")).expect("the table can be written");
}

#[test]
fn every_release_was_asked_about_the_forms_of_loaded_fixtures() {
    let models = loaded_models();
    assert!(models.len() > 500, "{} models", models.len());
    for path in models {
        let Some(model) = model(&path) else { continue };
        let left = forms(&model);
        assert!(left.is_empty(), "{}: {left:?}; write {TABLE} again", path.display());
    }
}

#[test]
fn a_form_that_no_release_was_asked_about() {
    let mut model = model(Path::new("tests/fixtures/tflite/ops/add_0.tflite")).expect("a model");
    assert!(forms(&model).is_empty());
    for tensor in &mut model.subgraphs[0].tensors {
        tensor.shape = vec![1; 8];
    }
    let left = forms(&model);
    assert_eq!((left[0].op, left[0].rank, left[0].asked), ("ADD", 8, Asked::None));
    assert_eq!(left[0].nodes, [(0, 0)]);
}
