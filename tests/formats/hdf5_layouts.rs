//! HDF5 files in every layout that h5py writes, against what h5py reads back.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use vintage::bytes::{Limits, MemorySource};
use vintage::formats::hdf5::{File, Kind, Tree};
use vintage::formats::tensor_value::{Scalar, TensorValue};

fn files() -> Vec<PathBuf> {
    let all = fs::read_dir("tests/fixtures/keras/layouts").expect("the fixtures");
    let mut files: Vec<PathBuf> = all
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "h5"))
        .collect();
    files.sort();
    assert!(files.len() >= 3);
    files
}

fn open(path: &Path) -> (File, Tree) {
    let source = MemorySource::shared("x.h5", fs::read(path).expect("a fixture"));
    let file = File::open(&source, &Limits::default()).expect("a superblock");
    let tree = file.tree().expect("a root");
    (file, tree)
}

fn golden(path: &Path) -> Value {
    let text = fs::read_to_string(format!("{}.golden.json", path.display())).expect("a golden");
    serde_json::from_str(&text).expect("JSON")
}

fn same(scalar: &Scalar, truth: &Value) -> bool {
    let close = |a: f64, b: &Value| b.as_f64().is_some_and(|b| (a - b).abs() <= 1e-6 * b.abs().max(1.0));
    match scalar {
        Scalar::Int(value) => close(*value as f64, truth),
        Scalar::Float(value) => close(*value, truth),
        Scalar::Complex(re, im) => close(*re, &truth[0]) && close(*im, &truth[1]),
        Scalar::Bool(value) => truth.as_bool().map_or_else(|| close(f64::from(*value), truth), |t| t == *value),
        Scalar::Text(text) => truth.as_str().is_some_and(|t| t.as_bytes() == &text[..]),
    }
}

fn agrees(value: &TensorValue, truth: &Value) -> bool {
    let list = |key: &str| truth[key].as_array().cloned().unwrap_or_default();
    let firsts = if truth["values"].is_null() { list("first8") } else { list("values") };
    let firsts_agree =
        value.first(8).len() == firsts.len() && value.first(8).iter().zip(&firsts).all(|(a, b)| same(a, b));
    firsts_agree && value.sum().is_none_or(|sum| same(&sum, &truth["sum"]))
}

#[test]
fn every_data_set_is_what_h5py_says() {
    for path in files() {
        let (file, tree) = open(&path);
        assert!(tree.problems.is_empty(), "{}: {:?}", path.display(), tree.problems);
        let golden = golden(&path);
        let truths = golden["datasets"].as_array().expect("a list");
        for truth in truths {
            let name = truth["name"].as_str().expect("a name");
            let found = tree.find(&format!("/{name}")).unwrap_or_else(|| panic!("{}: {name}", path.display()));
            let Kind::Dataset(dataset) = &found.kind else { panic!("{name} is no data set") };
            let shape: Vec<u64> = truth["shape"].as_array().unwrap().iter().map(|d| d.as_u64().unwrap()).collect();
            assert_eq!(dataset.space.dims(), shape, "{name}");
            assert_eq!(dataset.datatype.name(), truth["dtype"].as_str().unwrap(), "{name}");
            let value = file.value(dataset).unwrap_or_else(|e| panic!("{}: {name}: {e}", path.display()));
            assert!(agrees(&value, truth), "{}: {name}: {:?} {truth}", path.display(), value.first(8));
        }
        // Data sets with a second name are listed under one of them.
        assert_eq!(tree.datasets().count(), truths.len(), "{}", path.display());
    }
}

#[test]
fn attributes_are_what_h5py_says() {
    for path in files() {
        let (file, tree) = open(&path);
        let golden = golden(&path);
        let root = tree.find("/").unwrap();
        for (name, truth) in golden["texts"].as_object().unwrap() {
            let attribute = root.attribute(name).unwrap_or_else(|| panic!("{name}"));
            match truth {
                Value::String(text) => assert_eq!(attribute.text(&file).unwrap().unwrap(), *text),
                _ => {
                    let texts = attribute.texts(&file).unwrap().unwrap();
                    let truths: Vec<&[u8]> =
                        truth.as_array().unwrap().iter().map(|t| t.as_str().unwrap().as_bytes()).collect();
                    assert_eq!(texts, truths);
                }
            }
        }
        let many = tree.find("/many").unwrap();
        assert_eq!(many.attributes.len() as u64, golden["attributes_of_many"].as_u64().unwrap());
    }
}
