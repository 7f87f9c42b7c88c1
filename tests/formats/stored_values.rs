//! Statistics and checksums of stored values, compared with NumPy and TensorFlow.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits};
use vintage::report::{Opened, open};
use vintage::services::values::schema::{self, Check};
use vintage::services::values::scopes::{Scopes, Sized, of_optimizers};
use vintage::services::values::{AllStatistics, AllValues, OneValue, Work, list};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Opens a file, or every file whose name begins with a prefix.
fn opened(path: &Path) -> Opened {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<PathBuf> = if path.is_file() {
        vec![path.to_owned()]
    } else {
        let siblings = std::fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
        siblings.filter(|file| name(file).starts_with(&format!("{}.", name(path)))).collect()
    };
    files.retain(|file| !name(file).ends_with(".json") && !name(file).ends_with(".meta"));
    files.sort();
    let dropped = |file: &PathBuf| {
        let source = Rc::new(FileSource::open(file, name(file)).unwrap());
        Dropped { path: name(file), source }
    };
    open(files.iter().map(dropped).collect(), &Limits::default(), &mut |_| ())
}

fn close(ours: f64, golden: f64, shown: &str) {
    let tolerance = 1e-12 * ours.abs().max(golden.abs()).max(1e-300);
    assert!((ours - golden).abs() <= tolerance, "{shown}: {ours} is not {golden}");
}

fn number(value: &Option<Value>) -> Option<f64> {
    value.as_ref().map(|value| value.as_f64().unwrap())
}

#[test]
fn statistics_are_those_of_numpy() {
    let text = std::fs::read_to_string(fixtures().join("values/statistics.golden.json")).unwrap();
    let golden: Value = serde_json::from_str(&text).unwrap();
    let mut seen = 0;
    for (path, values) in golden["values"].as_object().unwrap() {
        let opened = opened(&fixtures().join(path));
        let artifact = &opened.artifacts[0];
        for (name, golden) in values.as_object().unwrap() {
            let shown = format!("{path} {name}");
            let told = OneValue::new(artifact, name).unwrap_or_else(|| panic!("{shown} is missing")).finish();
            assert_eq!(told.error, None, "{shown}");
            let ours = told.statistics.unwrap();
            let counts = [ours.count, ours.nan, ours.positive_infinity, ours.negative_infinity, ours.zeros];
            let keys = ["count", "nan", "positive_infinity", "negative_infinity", "zeros"];
            assert_eq!(counts.map(Some), keys.map(|key| golden[key].as_u64()), "{shown}");
            for (ours, key) in [(&ours.min, "min"), (&ours.max, "max")] {
                assert_eq!(number(ours), golden[key].as_f64(), "{shown} {key}");
            }
            for (ours, key) in [(ours.mean, "mean"), (ours.deviation, "deviation")] {
                match golden[key].as_f64() {
                    Some(golden) => close(ours.unwrap(), golden, &format!("{shown} {key}")),
                    None => assert_eq!(ours, None, "{shown} {key}"),
                }
            }
            let bins = ours.histogram.map(|histogram| histogram.counts);
            assert_eq!(bins.map_or(Value::Null, Value::from), golden["histogram"], "{shown}");
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn columns_of_all_values_are_those_of_numpy() {
    let text = std::fs::read_to_string(fixtures().join("values/statistics.golden.json")).unwrap();
    let golden: Value = serde_json::from_str(&text).unwrap();
    let mut seen = 0;
    for (path, values) in golden["values"].as_object().unwrap() {
        let opened = opened(&fixtures().join(path));
        let mut work = AllStatistics::new(&opened.artifacts[0]).unwrap();
        let mut last = 0;
        while let Some(progress) = work.step() {
            assert!(progress.done >= last && progress.done <= progress.of, "{progress:?} after {last}");
            last = progress.done;
        }
        let rows = work.into_report().rows;
        let names: Vec<_> = list(&opened.artifacts[0]).into_iter().map(|listed| listed.name).collect();
        assert_eq!(rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>(), names);
        for (name, golden) in values.as_object().unwrap() {
            let shown = format!("{path} {name}");
            let row = rows.iter().find(|row| row.name == *name).unwrap_or_else(|| panic!("{shown} is missing"));
            let infinite =
                golden["positive_infinity"].as_u64().unwrap() + golden["negative_infinity"].as_u64().unwrap();
            assert_eq!((row.error.as_ref(), row.infinite), (None, infinite), "{shown}");
            let counts = [row.count, row.zeros, row.nan].map(Some);
            assert_eq!(counts, ["count", "zeros", "nan"].map(|key| golden[key].as_u64()), "{shown}");
            for (ours, key) in [(&row.min, "min"), (&row.max, "max")] {
                assert_eq!(number(ours), golden[key].as_f64(), "{shown} {key}");
            }
            for (ours, key) in [(row.mean, "mean"), (row.deviation, "deviation")] {
                match golden[key].as_f64() {
                    Some(golden) => close(ours.unwrap(), golden, &format!("{shown} {key}")),
                    None => assert_eq!(ours, None, "{shown} {key}"),
                }
            }
            let checksum = if path.starts_with("tflite") { Check::None } else { Check::Right };
            assert_eq!(row.check, checksum, "{shown}");
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn a_column_of_checksums_shows_the_wrong_one() {
    let opened = opened(&fixtures().join("checkpoints/corrupt/data_byte_flipped/broken"));
    let mut work = AllStatistics::new(&opened.artifacts[0]).unwrap();
    while work.step().is_some() {}
    let rows = work.into_report().rows;
    let checks: Vec<Check> =
        checked("checkpoints/corrupt/data_byte_flipped/broken").values.iter().map(|v| v.check).collect();
    assert_eq!(rows.iter().map(|row| row.check).collect::<Vec<_>>(), checks);
    assert!(rows.iter().any(|row| row.check == Check::Wrong && row.error.is_some()));
}

/// The variables of optimizers, from TensorFlow's own object graphs: a slot variable is one that an object lists in
/// `slot_variables`.
#[test]
fn slot_variables_are_those_of_the_object_graph() {
    for (path, least) in [("checkpoints/guide_tf24/tf_ckpts/ckpt-10", 4), ("checkpoints/guide/tf_ckpts/ckpt-10", 2)] {
        let golden = fixtures().join(format!("{path}.golden.json"));
        let golden: Value = serde_json::from_str(&std::fs::read_to_string(golden).unwrap()).unwrap();
        let nodes = golden["object_graph"]["nodes"].as_array().unwrap();
        let lists = nodes.iter().filter_map(|node| node["slot_variables"].as_array());
        let slots: Vec<usize> =
            lists.flatten().map(|slot| slot["slot_variable_node_id"].as_u64().unwrap() as usize).collect();
        let keys = slots.iter().flat_map(|slot| nodes[*slot]["attributes"].as_array().unwrap());
        let keys: Vec<&str> = keys.map(|attribute| attribute["checkpoint_key"].as_str().unwrap()).collect();

        let opened = opened(&fixtures().join(path));
        let report = &opened.report.artifacts[0];
        let names: Vec<&str> = report.variables.iter().map(|variable| variable.name.as_str()).collect();
        let found = of_optimizers(&names, report.object_graph.as_ref());
        for (name, found) in names.iter().zip(&found) {
            assert!(!keys.contains(name) || *found, "{name} is a slot variable");
            assert!(!found || keys.contains(name) || name.contains("optimizer"), "{name} belongs to the model");
        }
        assert!(found.iter().filter(|found| **found).count() >= least.max(keys.len()), "{path}");

        let one = |(variable, optimizer): (&vintage::report::schema::Variable, &bool)| (variable.bytes, *optimizer);
        let sizes: Vec<(u64, bool)> = report.variables.iter().zip(&found).map(one).collect();
        let scopes = Scopes::new(names.iter().zip(&sizes).map(|(path, (bytes, optimizer))| Sized {
            path,
            bytes: *bytes,
            optimizer: *optimizer,
        }));
        let sum = |wanted: bool| {
            sizes.iter().filter(|(_, optimizer)| *optimizer == wanted).map(|(bytes, _)| bytes).sum::<u64>()
        };
        assert_eq!((scopes.scopes[0].model.bytes, scopes.scopes[0].optimizer.bytes), (sum(false), sum(true)));
    }
}

/// TensorFlow 1 names a slot variable below its variable.
#[test]
fn slot_variables_of_tensorflow_1_are_found_by_name() {
    for (path, ending, count) in [
        ("checkpoints/name_based_v2_tf115/model.ckpt-10", ["/Adam", "/Adam_1"], 8),
        ("checkpoints/name_based_v1_tf115/model.ckpt-10", ["/Adam", "/Adam_1"], 8),
        ("checkpoints/estimator_tf115/model.ckpt-10", ["/Adagrad", "/Adagrad"], 6),
    ] {
        let opened = opened(&fixtures().join(path));
        let names: Vec<String> = list(&opened.artifacts[0]).into_iter().map(|listed| listed.name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let found = of_optimizers(&names, opened.report.artifacts[0].object_graph.as_ref());
        for (name, found) in names.iter().zip(&found) {
            assert_eq!(*found, ending.iter().any(|ending| name.ends_with(ending)), "{path} {name}");
        }
        assert!(found.iter().filter(|found| **found).count() >= count, "{path}");
    }
}

/// Results for each value of a checkpoint, by name.
fn checked(path: &str) -> schema::Checked {
    let opened = opened(&fixtures().join(path));
    let mut work = AllValues::new(&opened.artifacts[0]).unwrap();
    let (mut last, mut steps) = (0, 0);
    while let Some(progress) = work.step() {
        assert!(progress.done >= last && progress.done <= progress.of, "{progress:?}");
        last = progress.done;
        steps += 1;
        assert!(steps < 1_000_000);
    }
    let told = work.into_report();
    let names: Vec<_> = list(&opened.artifacts[0]).into_iter().map(|listed| listed.name).collect();
    assert_eq!(told.values.iter().map(|value| value.name.clone()).collect::<Vec<_>>(), names);
    told
}

#[test]
fn sound_values_have_right_checksums() {
    for path in [
        "checkpoints/dtypes/dtypes",
        "checkpoints/sharded_v2_tf115/model.ckpt-10",
        "checkpoints/partitioned_v2_tf115/model.ckpt-10",
        "checkpoints/name_based_v1_tf115/model.ckpt-10",
    ] {
        let told = checked(path);
        assert!(told.values.iter().all(|value| value.check == Check::Right), "{path}: {:?}", told.values);
        assert_eq!(told.problems, [], "{path}");
    }
}

/// The damaged checkpoints whose values TensorFlow refuses, and the refusal that each value must meet here.
#[test]
fn damaged_values_are_found_where_tensorflow_finds_them() {
    let folder = fixtures().join("checkpoints/corrupt");
    let mut found = [0; 2];
    let mut folders: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    for folder in folders {
        let shown = folder.file_name().unwrap().to_string_lossy().into_owned();
        let golden: Value =
            serde_json::from_str(&std::fs::read_to_string(folder.join("broken.golden.json")).unwrap()).unwrap();
        let Some(variables) = golden["variables"].as_array() else { continue };
        let told = checked(&format!("checkpoints/corrupt/{shown}/broken"));
        for golden in variables {
            let name = golden["name"].as_str().unwrap();
            let value = told.values.iter().find(|value| value.name == name).unwrap();
            let message = golden["error"]["message"].as_str().unwrap_or_default();
            let shown = format!("{shown} {name}: {message}: {value:?}");
            let error = value.error.as_ref();
            let place =
                error.map(|error| (!error.at.file.is_empty(), error.at.range.is_some(), error.at.field == name));
            if message.is_empty() {
                assert_eq!(value.check, Check::Right, "{shown}");
            } else if message.contains("Checksum does not match") {
                found[0] += 1;
                assert_eq!((value.check, place), (Check::Wrong, Some((true, true, true))), "{shown}");
                let param = |key: &str| error.unwrap().detail.value(key).unwrap();
                assert!(message.contains(&format!("stored {} vs.", param("stored"))), "{shown}");
                assert!(message.ends_with(param("computed")), "{shown}");
            } else {
                found[1] += 1;
                assert_eq!((value.check, place.map(|p| p.0)), (Check::Unreadable, Some(true)), "{shown}");
            }
        }
    }
    assert!(found[0] > 1 && found[1] > 30, "{found:?}");
}

#[test]
fn first_values_of_pieces_come_in_the_order_of_the_whole() {
    for path in ["checkpoints/partitioned_v2_tf115/model.ckpt-10", "checkpoints/dtypes/dtypes"] {
        let golden = std::fs::read_to_string(fixtures().join(format!("{path}.golden.json"))).unwrap();
        let golden: Value = serde_json::from_str(&golden).unwrap();
        let opened = opened(&fixtures().join(path));
        let mut seen = 0;
        for variable in golden["variables"].as_array().unwrap() {
            let Some(first) = variable["first8"].as_array() else { continue };
            let name = variable["name"].as_str().unwrap();
            let told = OneValue::new(&opened.artifacts[0], name).unwrap().finish();
            if told.dtype == "string" || told.dtype.starts_with("complex") {
                assert_eq!(told.first.len(), first.len(), "{path} {name}");
                continue;
            }
            for (ours, golden) in told.first.iter().zip(first) {
                let same = match (ours.as_f64(), golden.as_f64()) {
                    (Some(ours), Some(golden)) => (ours - golden).abs() <= 1e-15 * golden.abs(),
                    _ => ours == golden,
                };
                assert!(same, "{path} {name}: {ours} is not {golden}");
            }
            assert_eq!(told.first.len(), first.len(), "{path} {name}");
            seen += 1;
        }
        assert!(seen > 5, "{path}: {seen}");
    }
}
