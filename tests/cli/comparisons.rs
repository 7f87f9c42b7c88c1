//! Comparisons of pairs of files, checked against TensorFlow, NumPy and the flatbuffer schema:
//! `tests/fixtures/generators/comparisons.py`.

#[allow(dead_code)] // shared with tests that use more of it
use crate::support::{fixture, vintage};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits};
use vintage::formats::stored::Tolerance;
use vintage::services::compare::schema::{
    Change, ChangeKind, ComparedAs, Comparison, OneOf, PartKind, ValuePair, ValueVerdict, Values,
};
use vintage::services::values::Work;

pub(super) fn rows() -> Vec<Value> {
    let text = std::fs::read_to_string(fixture("comparisons/truth.json")).expect("the golden");
    let golden: Value = serde_json::from_str(&text).expect("JSON");
    golden["rows"].as_array().expect("rows").clone()
}

/// A fixture's files as they would be dropped: a file, a folder, or a prefix with its shard.
pub(super) fn dropped(path: &Path, into: &mut Vec<Dropped>) {
    let mut add = |path: &Path| {
        let name = path.strip_prefix(fixture("")).expect("inside").display().to_string();
        into.push(Dropped { source: Rc::new(FileSource::open(path, name.as_str()).expect("a fixture")), path: name });
    };
    if path.is_dir() {
        let mut entries: Vec<_> =
            std::fs::read_dir(path).expect("a folder").map(|e| e.expect("an entry").path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| dropped(entry, into));
        return;
    }
    add(path);
    let shard = path.with_extension("data-00000-of-00001");
    if path.extension().is_some_and(|e| e == "index") && !path.ends_with("variables.index") {
        add(&shard);
    }
}

fn compared(row: &Value) -> (Comparison, Values) {
    let mut files = Vec::new();
    for side in ["a", "b"] {
        let name =
            format!("{}_{side}{}", row["name"].as_str().expect("a name"), row["ending"].as_str().expect("an ending"));
        dropped(&fixture("comparisons").join(name), &mut files);
    }
    of_files(files)
}

fn of_files(files: Vec<Dropped>) -> (Comparison, Values) {
    let names = files.iter().map(|file| file.path.clone()).collect::<Vec<_>>();
    let opened = vintage::report::open(files, &Limits::default(), &mut |_| ());
    assert_eq!(opened.artifacts.len(), 2, "{names:?}");
    let mut work = opened.compare_values(0, 1, Tolerance::default()).expect("comparable");
    while work.step().is_some() {}
    (opened.compare(0, 1), work.into_report())
}

/// The ops of a changed node, before and after.
fn ops(change: &Change) -> (String, String) {
    let mut after: Vec<String> = change.what.split(" v").map(str::to_owned).collect();
    for field in &change.fields {
        let new = field.b.clone().unwrap_or_default();
        match field.field.as_str() {
            "op" => after[0] = new,
            "version" => after[1] = new,
            _ => {}
        }
    }
    (change.what.clone(), after.join(" v"))
}

/// Nodes that only one side has, by op.
fn tally(told: &Comparison, truth: &Value) -> Option<String> {
    let mut balance: BTreeMap<String, i64> = BTreeMap::new();
    // Nodes of functions that only one side has are not listed one by one.
    for change in told.changes.iter().filter(|change| change.part == PartKind::Node) {
        match change.how {
            ChangeKind::Added => *balance.entry(change.what.clone()).or_default() += 1,
            ChangeKind::Removed => *balance.entry(change.what.clone()).or_default() -= 1,
            ChangeKind::Changed => {
                let (before, after) = ops(change);
                *balance.entry(before).or_default() -= 1;
                *balance.entry(after).or_default() += 1;
            }
        }
    }
    let side = |sign: i64| -> BTreeMap<String, i64> {
        balance.iter().filter(|(_, n)| **n * sign > 0).map(|(op, n)| (op.clone(), n * sign)).collect()
    };
    let expected = |key: &str| -> BTreeMap<String, i64> {
        truth[key].as_object().into_iter().flatten().map(|(op, n)| (op.clone(), n.as_i64().unwrap_or(0))).collect()
    };
    let (added, removed) = (side(1), side(-1));
    (added != expected("added") || removed != expected("removed")).then(|| format!("ops +{added:?} -{removed:?}"))
}

fn strings(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

/// Names that only one side has.
fn names(told: &Comparison, truth: &Value) -> Option<String> {
    if truth["only_a"].is_null() {
        return None;
    }
    let part = |change: &&Change| {
        matches!(change.part, PartKind::Node | PartKind::Variable | PartKind::Layer) && change.scope.is_empty()
    };
    let of = |how: ChangeKind, other: &dyn Fn(&Change) -> &String| -> BTreeSet<String> {
        let changes = told.changes.iter().filter(part);
        let changes = changes
            .filter(|change| change.how == how || change.how == ChangeKind::Changed && !change.renamed.is_empty());
        changes.map(|change| if change.how == how { change.name.clone() } else { other(change).clone() }).collect()
    };
    let (a, b) = (of(ChangeKind::Removed, &|change| &change.name), of(ChangeKind::Added, &|change| &change.renamed));
    let (left, right) = (strings(&truth["only_a"]), strings(&truth["only_b"]));
    (a != left || b != right).then(|| format!("only in A {a:?}, only in B {b:?}"))
}

/// Changed fields of items that keep their name, by part.
fn changed(told: &Comparison, part: PartKind, wanted: &dyn Fn(&str) -> bool) -> BTreeMap<String, BTreeSet<String>> {
    let changes = told
        .changes
        .iter()
        .filter(|change| change.part == part && change.how == ChangeKind::Changed && change.renamed.is_empty());
    let fields = changes.map(|change| {
        let fields = change.fields.iter().map(|field| field.field.clone()).filter(|field| wanted(field));
        (change.name.clone(), fields.collect::<BTreeSet<_>>())
    });
    fields.filter(|(_, fields)| !fields.is_empty()).collect()
}

fn keys(truth: &Value) -> BTreeSet<String> {
    truth.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

/// Types, shapes, scales and configuration.
fn fields(told: &Comparison, truth: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let types = |field: &str| matches!(field, "dtype" | "shape" | "quantization scale");
    for (part, key) in [(PartKind::Tensor, "tensors"), (PartKind::Variable, "types")] {
        if truth[key].is_null() {
            continue;
        }
        let found: BTreeSet<String> = changed(told, part, &types).into_keys().collect();
        // A tensor whose name went to another one is listed as renamed, added or removed.
        let listed =
            |name: &String| told.changes.iter().any(|c| c.part == part && (c.name == *name || c.renamed == *name));
        let missing: Vec<_> =
            keys(&truth[key]).into_iter().filter(|name| !found.contains(name) && !listed(name)).collect();
        let extra: Vec<_> = found.difference(&keys(&truth[key])).cloned().collect();
        if !missing.is_empty() || !extra.is_empty() {
            wrong.push(format!("{part}: not said {missing:?}, said for nothing {extra:?}"));
        }
    }
    if !truth["config"].is_null() {
        let top =
            |fields: &BTreeSet<String>| fields.iter().filter_map(|f| f.split('.').next().map(str::to_owned)).collect();
        let config = |field: &str| !matches!(field, "inputs");
        let found: BTreeMap<String, BTreeSet<String>> =
            changed(told, PartKind::Layer, &config).iter().map(|(name, fields)| (name.clone(), top(fields))).collect();
        let expected: BTreeMap<String, BTreeSet<String>> = truth["config"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, list)| (name.clone(), strings(list)))
            .collect();
        if found != expected {
            wrong.push(format!("configuration {found:?}"));
        }
    }
    wrong
}

fn close(found: Option<&Value>, truth: &Value) -> bool {
    match (found.and_then(Value::as_f64), truth.as_f64()) {
        (Some(x), Some(y)) => (x - y).abs() <= 1e-9 * y.abs(),
        (None, Some(y)) => y == 0.0,
        _ => false,
    }
}

/// Values against NumPy's word.
fn values(told: &Values, truth: &Value) -> Vec<String> {
    let by_name: BTreeMap<&str, &ValuePair> =
        told.values.iter().filter(|v| v.renamed.is_empty()).map(|v| (v.name.as_str(), v)).collect();
    let mut wrong = Vec::new();
    for (name, truth) in truth["values"].as_object().into_iter().flatten() {
        let Some(found) = by_name.get(name.as_str()) else {
            wrong.push(format!("{name}: not compared"));
            continue;
        };
        let elements =
            |shape: &Value| shape.as_array().into_iter().flatten().map(|d| d.as_u64().unwrap_or(0)).product::<u64>();
        let shapes = &truth["shapes"];
        let verdict = match (truth["equal"].as_bool(), truth["close"].as_bool()) {
            (Some(true), _) => ValueVerdict::Exact,
            (_, Some(true)) => ValueVerdict::Close,
            _ if !shapes.is_null() && elements(&shapes[0]) != elements(&shapes[1]) => ValueVerdict::Incomparable,
            _ => ValueVerdict::Different,
        };
        // The same elements in another shape: the shape is a change of its own.
        let reshaped = !shapes.is_null() && shapes[0] != shapes[1] && elements(&shapes[0]) == elements(&shapes[1]);
        if found.verdict != verdict && !reshaped {
            wrong.push(format!("{name}: {found:?}, NumPy {truth}"));
            continue;
        }
        if truth["differing"].is_null() {
            continue;
        }
        let at: Vec<u64> = truth["at"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        let place = found.largest.as_ref().is_none_or(|largest| largest.at == at);
        let largest = found.largest.as_ref().and_then(|largest| largest.difference.as_ref());
        if Some(found.differing) != truth["differing"].as_u64() || !close(largest, &truth["largest"]) || !place {
            wrong.push(format!("{name}: {found:?}, NumPy {truth}"));
        }
    }
    wrong
}

/// Pairs that differ only in order, numbers and dates.
const SAME: [&str; 5] = ["reordered", "graph_shuffled", "ckpt_same", "keras_same", "saved_again"];

#[test]
fn pairs_differ_in_what_was_changed_and_in_nothing_else() {
    let mut wrong = Vec::new();
    let rows = rows();
    for row in &rows {
        let name = row["name"].as_str().expect("a name");
        let (told, stored) = compared(row);
        let mut say = |text: String| wrong.push(format!("{name}: {text}"));
        tally(&told, row).into_iter().for_each(&mut say);
        names(&told, row).into_iter().for_each(&mut say);
        fields(&told, row).into_iter().for_each(&mut say);
        values(&stored, row).into_iter().for_each(&mut say);
        let same = told.same && stored.values.iter().all(|value| value.verdict == ValueVerdict::Exact);
        if same != SAME.contains(&name) {
            say(format!("same {same}: {:?}", told.changes));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(rows.len(), 37);
}

/// L2 norms of the changes, and relative to those of the first values: `tests/fixtures/generators/norms.py`.
#[test]
fn norms_of_changes_are_those_of_numpy() {
    let text = std::fs::read_to_string(fixture("comparisons/norms.golden.json")).expect("the golden");
    let golden: Value = serde_json::from_str(&text).expect("JSON");
    let near = |ours: &Option<Value>, golden: &Value, shown: &str| match (ours, golden.as_f64()) {
        (Some(ours), Some(golden)) => {
            let ours = ours.as_f64().unwrap_or(f64::NAN);
            assert!((ours - golden).abs() <= 1e-12 * golden.abs(), "{shown}: {ours}, NumPy {golden}");
        }
        (ours, _) => assert_eq!(ours.clone().unwrap_or(Value::Null), *golden, "{shown}"),
    };
    let mut changed = 0;
    for pair in golden["pairs"].as_array().expect("pairs") {
        let mut files = Vec::new();
        for side in ["a", "b"] {
            dropped(&fixture(&format!("{}.index", pair[side].as_str().expect("a prefix"))), &mut files);
        }
        let (_, stored) = of_files(files);
        for found in stored.values.iter().filter(|found| found.renamed.is_empty()) {
            let truth = &pair["values"][&found.name];
            let shown = format!("{} {}", pair["a"], found.name);
            near(&found.norm, &truth["norm"], &shown);
            near(&found.change, &truth["change"], &shown);
            changed += usize::from(truth["norm"].as_f64().is_some_and(|norm| norm > 0.0));
        }
    }
    assert!(changed >= 10, "{changed}");
}

fn row(name: &str) -> (Comparison, Values) {
    compared(rows().iter().find(|row| row["name"] == name).expect("a row"))
}

fn only(told: &Comparison, part: PartKind) -> Vec<Change> {
    told.changes.iter().filter(|change| change.part == part).cloned().collect()
}

/// Names mean nothing here: structure alone pairs operators and tensors.
#[test]
fn renamed_tensors_are_the_only_change() {
    let (told, stored) = row("tensors_renamed");
    assert!(told.changes.iter().all(|change| change.part == PartKind::Tensor), "{:?}", told.changes);
    for change in &told.changes {
        assert_eq!((change.how, change.renamed.clone()), (ChangeKind::Changed, format!("other/{}", change.name)));
        assert_eq!(change.fields.len(), 1, "{change:?}");
    }
    assert!(stored.values.len() >= 3 && stored.values.iter().all(|value| value.verdict == ValueVerdict::Exact));
}

#[test]
fn an_edited_field_is_told_before_and_after() {
    let one = |name: &str, part: PartKind| {
        let changes = only(&row(name).0, part);
        let fields = &changes.last().expect("a change").fields;
        assert_eq!(fields.len(), 1, "{fields:?}");
        (fields[0].field.clone(), fields[0].a.clone().unwrap_or_default(), fields[0].b.clone().unwrap_or_default())
    };
    let text = |field: &str, a: &str, b: &str| (field.to_owned(), a.to_owned(), b.to_owned());
    assert_eq!(one("option", PartKind::Node), text("beta", "1.0", "0.5"));
    assert_eq!(one("op_version", PartKind::Node), text("version", "1", "9"));
    assert_eq!(one("graph_attr", PartKind::Node), text("transpose_b", "false", "true"));
    assert_eq!(one("graph_stripped", PartKind::Node), text("transpose_a", "false", ""));
    assert_eq!(one("graph_min_consumer", PartKind::File), text("min_consumer", "0", "900"));
    assert_eq!(one("keras_activation", PartKind::Layer), text("activation", "\"relu\"", "\"gelu\""));
    let signature = &only(&row("signature_output").0, PartKind::Signature)[0];
    let fields: Vec<_> = signature.fields.iter().map(|field| (field.field.as_str(), field.a.is_some())).collect();
    assert_eq!(fields, [("output scores", true), ("output probabilities", false)]);
}

/// The variables of a renamed layer are paired by type and shape, and their values are compared.
#[test]
fn a_renamed_layer_keeps_its_values() {
    let (told, stored) = row("ckpt_renamed");
    let renamed = only(&told, PartKind::Variable);
    assert_eq!(renamed.len(), 2);
    assert!(renamed.iter().all(|change| change.renamed.starts_with("net/head/")), "{renamed:?}");
    assert!(stored.values.iter().all(|value| value.verdict == ValueVerdict::Exact));
}

/// Only requirements of one side move the window.
#[test]
fn the_requirement_that_moved_the_window_is_named() {
    let (told, _) = row("op_version");
    let window = told.windows.iter().find(|window| window.channel == "tensorflow").expect("tensorflow moved");
    assert!(window.gained.names.is_empty() && !window.lost.names.is_empty());
    let movers: Vec<_> = window.because.iter().map(|mover| &told.requirements[mover.requirement as usize]).collect();
    assert!(movers.iter().all(|one| one.side == OneOf::B), "{movers:?}");
    assert!(
        movers.iter().any(|one| one.requirement.subject == "FULLY_CONNECTED" && one.requirement.version == Some(9))
    );
    let all: BTreeSet<&String> = window.because.iter().flat_map(|mover| &mover.releases.names).collect();
    assert!(window.lost.names.iter().all(|release| all.contains(release)));

    let (told, _) = row("graph_min_consumer");
    let window = told.windows.iter().find(|window| window.channel == "tensorflow").expect("tensorflow moved");
    assert!(window.lost.names.iter().any(|release| release == "2.5.0") && window.gained.names.is_empty(), "{window:?}");
    assert!(window.because.iter().all(|mover| told.requirements[mover.requirement as usize].side == OneOf::B));
    assert!(row("reordered").0.windows.is_empty());
}

#[test]
fn the_terminal_says_same_different_and_not_comparable() {
    let path = |name: &str| fixture(&format!("comparisons/{name}")).display().to_string();
    let run = |a: &str, b: &str, more: &[&str]| {
        let (a, b) = (path(a), path(b));
        let mut arguments = vec!["compare", a.as_str(), b.as_str()];
        arguments.extend(more);
        vintage(&arguments)
    };
    assert_eq!(run("reordered_a.tflite", "reordered_b.tflite", &[]).code, 0);
    assert_eq!(run("ckpt_value_a", "ckpt_value_b", &[]).code, 1);
    assert_eq!(run("ckpt_value_a", "ckpt_value_b", &["--no-values"]).code, 0);
    assert_eq!(run("close_weights_a.tflite", "close_weights_b.tflite", &[]).code, 1);
    assert_eq!(run("close_weights_a.tflite", "close_weights_b.tflite", &["--close"]).code, 0);
    assert_eq!(run("close_weights_a.tflite", "close_weights_b.tflite", &["--close", "--relative", "1e-9"]).code, 1);
    assert_eq!(run("option_a.tflite", "ckpt_value_a", &[]).code, 3);
    assert_eq!(run("option_a.tflite", "no_such_file", &[]).code, 2);
    let answer = run("one_weight_a.tflite", "one_weight_b.tflite", &["--json"]);
    let json = answer.json();
    assert_eq!((answer.code, &json["exit"], &json["compared_as"]), (1, &1.into(), &"tflite".into()));
    assert_eq!(
        json["stored_values"]["values"]
            .as_array()
            .expect("values")
            .iter()
            .filter(|v| v["verdict"] == "different")
            .count(),
        1
    );
    let text = run("op_version_a.tflite", "op_version_b.tflite", &[]).text;
    assert!(text.contains("FULLY_CONNECTED v9") && text.contains("-> 9"), "{text}");
}

/// A SavedModel's variables are a checkpoint; its graph is a graph.
#[test]
fn kinds_that_share_something_are_compared_by_it() {
    let both = |a: &str, b: &str| {
        let mut files = Vec::new();
        for path in [a, b] {
            dropped(&fixture("comparisons").join(path), &mut files);
        }
        let opened = vintage::report::open(files, &Limits::default(), &mut |_| ());
        opened.compare(0, 1)
    };
    assert_eq!(both("saved_weight_a", "ckpt_value_a.index").compared_as, ComparedAs::Variables);
    let graphs = both("saved_weight_a", "graph_attr_a.pb");
    assert_eq!(graphs.compared_as, ComparedAs::Graph);
    assert!(graphs.windows.is_empty() && !graphs.same);
    let refused = both("keras_same_a.keras", "option_a.tflite");
    assert_eq!(refused.refusal.as_ref().map(|refusal| &*refusal.id), Some("kinds"));
}

/// Files of every kind, each compared with itself: no differences.
#[test]
fn a_file_is_the_same_as_itself() {
    let mut files: Vec<std::path::PathBuf> = Vec::new();
    let mut folders = vec![fixture(".")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.display().to_string();
            match path.is_dir() {
                true => folders.push(path),
                false
                    if ["tflite", "pb", "pbtxt", "meta", "index", "h5", "keras"].iter().any(|e| name.ends_with(e)) =>
                {
                    files.push(path);
                }
                false => {}
            }
        }
    }
    files.sort();
    let mut wrong = Vec::new();
    let mut compared = 0;
    // Every kind is met often enough; all of them would take minutes.
    for path in files.iter().step_by(5).filter(|path| path.metadata().is_ok_and(|data| data.len() < 2_000_000)) {
        let mut dropped = vec![Dropped {
            path: path.file_name().expect("a name").to_string_lossy().into_owned(),
            source: Rc::new(FileSource::open(path, "file").expect("a fixture")),
        }];
        let shard = path.with_extension("data-00000-of-00001");
        if shard.exists() {
            let source = Rc::new(FileSource::open(&shard, "shard").expect("a fixture"));
            dropped.push(Dropped { path: shard.file_name().expect("a name").to_string_lossy().into_owned(), source });
        }
        let opened = vintage::report::open(dropped, &Limits::default(), &mut |_| ());
        let told = opened.compare(0, 0);
        if told.refusal.is_some() {
            continue;
        }
        compared += 1;
        let mut work = opened.compare_values(0, 0, Tolerance::default()).expect("comparable");
        while work.step().is_some() {}
        let values = work.into_report().values;
        let differ = values.iter().filter(|v| !matches!(v.verdict, ValueVerdict::Exact | ValueVerdict::Unreadable));
        let differ: Vec<_> = differ.map(|v| format!("{} {:?} {:?}", v.name, v.verdict, v.dtypes)).collect();
        if !told.same || !differ.is_empty() {
            wrong.push(format!("{}: {:?} {differ:?}", path.display(), told.changes.first()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 100, "{compared}");
}
