//! Keras files compared with h5py and Python's zip reader, through `vintage inspect`'s own report.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits};
use vintage::report::schema::{Artifact, Kind};
use vintage::report::{Opened, open};

const FOLDER: &str = "tests/fixtures/keras";

fn files() -> Vec<PathBuf> {
    let all = fs::read_dir(FOLDER).expect("the fixtures").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        all.filter(|path| path.extension().is_some_and(|e| e == "h5" || e == "keras")).collect();
    files.sort();
    assert!(files.len() >= 9);
    files
}

fn opened(path: &Path) -> Opened {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let source = std::rc::Rc::new(FileSource::open(path, name.as_str()).expect("a fixture"));
    open(vec![Dropped { path: name, source }], &Limits::default(), &mut |_| {})
}

fn golden(path: &Path) -> Value {
    let text = fs::read_to_string(format!("{}.golden.json", path.display())).expect("a golden");
    serde_json::from_str(&text).expect("JSON")
}

fn only(opened: &Opened) -> &Artifact {
    let [artifact] = opened.report.artifacts.as_slice() else { panic!("one artifact") };
    artifact
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn weights_and_their_values_are_what_h5py_says() {
    for path in files() {
        let (opened, golden) = (opened(&path), golden(&path));
        let artifact = only(&opened);
        assert_eq!(artifact.kind, Kind::Keras);
        assert!(artifact.error.is_none() && artifact.problems.is_empty(), "{}: {artifact:?}", path.display());
        let truths = golden["weights"]["datasets"].as_array().expect("a list");
        assert_eq!(artifact.variables.len(), truths.len(), "{}", path.display());
        for truth in truths {
            let name = truth["name"].as_str().unwrap();
            let read = opened.values(0, name).unwrap_or_else(|| panic!("{}: {name}", path.display()));
            assert!(read.error.is_none(), "{name}: {:?}", read.error);
            assert_eq!(read.dtype, truth["dtype"].as_str().unwrap(), "{name}");
            let shape: Vec<i64> = truth["shape"].as_array().unwrap().iter().map(|d| d.as_i64().unwrap()).collect();
            assert_eq!(read.shape, shape, "{name}");
            let first: Vec<f64> = read.first.unwrap().iter().map(number).collect();
            let truths: Vec<f64> = truth["first8"].as_array().unwrap().iter().map(number).collect();
            assert_eq!(first, truths, "{name}");
            let (sum, wanted) = (number(&read.sum.unwrap()), number(&truth["sum"]));
            assert!((sum - wanted).abs() <= 1e-6 * wanted.abs().max(1.0), "{name}: {sum} {wanted}");
        }
    }
}

#[test]
fn versions_come_from_where_keras_wrote_them() {
    for path in files() {
        let (opened, golden) = (opened(&path), golden(&path));
        let metadata: Value = serde_json::from_str(golden["metadata"].as_str().unwrap_or("null")).unwrap();
        let version = [&metadata["keras_version"], &golden["weights"]["root_attributes"]["keras_version"]];
        let version = version.into_iter().find_map(Value::as_str).map(|version| format!("keras {version}"));
        assert_eq!(only(&opened).identity.producer, version, "{}", path.display());
    }
}

#[test]
fn layers_signatures_and_owners_are_listed() {
    let opened = opened(&Path::new(FOLDER).join("two_inputs_keras3.keras"));
    let artifact = only(&opened);
    assert_eq!(artifact.identity.form, "keras v3 zip");
    assert_eq!(artifact.graphs[0].nodes, 5);
    assert_eq!(artifact.graphs[0].ops["Dense"], 2);
    let inputs: Vec<(&str, Option<&[i64]>)> =
        artifact.signatures[0].inputs.iter().map(|i| (i.name.as_str(), i.shape.as_deref())).collect();
    assert_eq!(inputs, [("left", Some(&[-1, 4][..])), ("right", Some(&[-1, 4]))]);
    // The structural path of the weights is `layers/dense`; the model calls that layer `shared`.
    let kernel = artifact.variables.iter().find(|v| v.name == "layers/dense/vars/0").unwrap();
    assert_eq!(kernel.layer.as_deref(), Some("shared"));
    let graph = opened.graph(0, Some(0)).unwrap();
    let find =
        |name: &str| (0..graph.len() as u32).find(|n| graph.name(*n) == name && !graph.op(*n).is_empty()).unwrap();
    let feeders: Vec<&str> = graph.inputs(find("concatenate")).map(|edge| graph.name(edge.from)).collect();
    assert_eq!(feeders, ["shared", "shared"]);
    let feeders: Vec<&str> = graph.inputs(find("shared")).map(|edge| graph.name(edge.from)).collect();
    assert_eq!(feeders, ["left", "right"]);
}

#[test]
fn old_groups_without_names_are_matched_by_class() {
    let opened = opened(&Path::new(FOLDER).join("cnn_keras2.keras"));
    let owner = |name: &str| only(&opened).variables.iter().find(|v| v.name == name).unwrap().layer.clone();
    assert_eq!(owner("layers/conv2d/vars/0").as_deref(), Some("first"));
    assert_eq!(owner("layers/batch_normalization/vars/3").as_deref(), Some("norm"));
    assert_eq!(owner("optimizer/vars/0").as_deref(), Some("optimizer"));
}

/// Outcome of releases for an archive of this configuration: release to outcome, and the ids of its requirements.
fn assessed(config: &str) -> (vintage::compat::Assessment, Vec<String>) {
    use vintage::bytes::MemorySource;
    use vintage::formats::keras::{KerasDocument, KerasFiles};
    let files = KerasFiles {
        config: Some(MemorySource::shared("config.json", config.as_bytes())),
        metadata: Some(MemorySource::shared("metadata.json", &br#"{"keras_version": "3.5.0"}"#[..])),
        ..KerasFiles::default()
    };
    let document = KerasDocument::open_archive(files, &Limits::default()).expect("a configuration");
    let assessment = vintage::compat::assess_keras(&document, "x.keras").expect("a Keras file");
    let asked = assessment.requirements.iter().map(|r| format!("{} {}", r.id, r.subject.name)).collect();
    (assessment, asked)
}

#[test]
fn classes_and_arguments_decide_by_the_table() {
    use vintage::compat::{Outcome, Target};
    let outcome = |config: &str, release: &str| {
        assessed(config).0.verdict(Target::named("keras", release).expect("a release")).outcome
    };
    let row = |layer: &str| {
        format!(r#"{{"class_name": "Sequential", "module": "keras", "config": {{"layers": [{layer}]}}}}"#)
    };
    // RMSNormalization was added in 3.9.0.
    let late = row(r#"{"module": "keras.layers", "class_name": "RMSNormalization", "config": {"name": "n"}}"#);
    assert_eq!((outcome(&late, "3.8.0"), outcome(&late, "3.9.0")), (Outcome::Refused, Outcome::Loads));
    // Keras 2's LSTM has a key that Keras 3 never took, and one that it removes before its check.
    let old = row(r#"{"module": "keras.layers", "class_name": "LSTM", "config": {"units": 1, "time_major": false}}"#);
    assert_eq!(outcome(&old, "3.15.1"), Outcome::Refused);
    let kept = row(r#"{"module": "keras.layers", "class_name": "LSTM", "config": {"units": 1, "implementation": 2}}"#);
    assert_eq!(outcome(&kept, "3.15.1"), Outcome::Loads);
    // Nested models are known everywhere, a third-party class nowhere.
    let inner =
        row(r#"{"module": "keras.src.models.functional", "class_name": "Functional", "config": {"layers": []}}"#);
    assert_eq!(outcome(&inner, "3.15.1"), Outcome::Loads);
    let own = row(r#"{"module": "my_code", "class_name": "Swirl", "config": {}, "registered_name": "mine>Swirl"}"#);
    assert_eq!(outcome(&own, "3.15.1"), Outcome::Refused);
    assert!(assessed(&own).1.contains(&"keras-own-class Swirl".to_owned()));
}

/// Paths of all values below one, as in positions.
fn paths(value: &vintage::formats::keras::Value, path: String, out: &mut Vec<(String, String)>) {
    out.push((path.clone(), value.json()));
    for (index, item) in value.items().iter().enumerate() {
        paths(item, format!("{path}[{index}]"), out);
    }
    for (name, member) in value.members() {
        paths(member, format!("{path}.{name}"), out);
    }
}

/// The bytes at the position of a part of the configuration are that part.
#[test]
fn places_hold_what_the_configuration_says() {
    let mut checked = 0;
    for path in files() {
        let opened = opened(&path);
        let Some(vintage::artifact::Document::Keras(document)) = &opened.artifacts[0].document else { panic!("Keras") };
        let archive = path.extension().is_some_and(|e| e == "keras");
        let mut all = Vec::new();
        paths(document.config.get("config"), if archive { "config.json" } else { "model_config" }.into(), &mut all);
        if !archive {
            paths(&document.compile, "training_config".into(), &mut all);
        }
        let places = document.places(&all.iter().map(|(path, _)| path.clone()).collect(), &Limits::default());
        for (field, json) in all.iter().filter(|(_, json)| json != "null" || document.is_compiled()) {
            let Some(place) = places.get(field) else {
                assert!(document.model.is_none() || field == "training_config", "{}: {field}", path.display());
                continue;
            };
            let range = place.range.clone().expect("bytes");
            let source = opened.artifacts[0].source(&place.file).expect("what the place names can be opened");
            let bytes = vintage::bytes::read_range(&*source, range, &Limits::default()).expect("bytes");
            let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
            assert_eq!(
                parsed(std::str::from_utf8(&bytes).expect("a text")),
                parsed(json),
                "{}: {field}",
                path.display()
            );
            checked += 1;
        }
        for one in opened.report.artifacts[0].requirements.iter().flat_map(|need| &need.evidence) {
            let at = one.at.as_ref().expect("a place");
            assert!(
                at.range.is_some() || at.field.is_empty() || at.field.contains("vars/"),
                "{}: {at:?}",
                path.display()
            );
        }
    }
    assert!(checked > 1000, "{checked}");
}
