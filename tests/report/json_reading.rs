//! The page reads the JSON of the workers back unchanged: reports, values, drawings, runs of real files.

use crate::fixtures::{fixture, opened};
use serde::Serialize;
use std::fmt::Debug;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use vintage::bytes::{FileSource, Limits, SharedSource};
use vintage::engine::{Entry, Program};
use vintage::formats::tflite;
use vintage::graph::Options;
use vintage::json::{Read, read};
use vintage::report::graphs::{Listing, Search};
use vintage::report::schema::{Report, Variable};
use vintage::services::run::schema::{Failed, Prepared, Ran};
use vintage::services::run::{Backend, Input, Runner, Watch};

/// The JSON of a value, which is read back as that value.
fn survives<T: Serialize + Read + Default + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert!(read::<T>(&text).as_ref() == Some(value), "changed on its way: {text}");
    text
}

#[test]
fn reports_of_real_files_are_read_back_unchanged() {
    let mut all = String::new();
    for path in [
        "tflite/models",
        "tflite/scenarios",
        "tflite/corrupt",
        "graphdefs",
        "savedmodels/functions",
        "savedmodels/corrupt",
        "savedmodels/two_metagraphs_tf115",
        "checkpoints/guide/tf_ckpts",
        "checkpoints/corrupt/data_truncated",
        "checkpoints/corrupt/index_missing",
        "checkpoints/name_based_v1_tf11",
        "checkpoints/partitioned_tf215",
        "keras",
    ] {
        all += &survives(&opened(path).report);
    }
    // Every part of the contract occurs in some file.
    for part in [
        "object_graph\":{",
        "slot_variables\":[{",
        "problems\":[{",
        "error\":{",
        "prints\":\"",
        "range\":[",
        "evidence\":[{",
    ] {
        assert!(all.contains(part), "no file had {part}");
    }
}

#[test]
fn values_are_read_back_unchanged_whatever_their_type() {
    let opened = opened("checkpoints/dtypes");
    let mut told = 0;
    for (index, artifact) in opened.report.artifacts.iter().enumerate() {
        for variable in &artifact.variables {
            let value: Variable = opened.values(index, &variable.name).unwrap();
            told += usize::from(value.first.is_some());
            survives(&value);
        }
    }
    assert!(told > 10, "{told}");
}

#[test]
fn drawings_and_found_nodes_are_read_back_unchanged() {
    for (path, which, group) in [
        ("tflite/models", Some(0), false),
        ("graphdefs/frozen.pb", Some(0), true),
        ("savedmodels/functions", Some(1), true),
        ("savedmodels/keras2_compiled", Some(2), true),
        ("checkpoints/guide/tf_ckpts", None, false),
    ] {
        let opened = opened(path);
        for artifact in 0..opened.report.artifacts.len() {
            let options = Options { group, ..Options::default() };
            survives(&options);
            let Some(drawing) = opened.drawing(artifact, which, &options, None) else { continue };
            survives(&drawing);
            survives(&Options { expanded: Some(drawing.expanded.into_iter().collect()), ..options });
            let search = Search { text: "a | op:*".to_owned(), from: 0, all: true };
            survives(&opened.find(artifact, which, &search).unwrap());
            let listing = Listing { group, blocks: true, count: 50, ..Listing::default() };
            survives(&opened.outline(artifact, which, &listing).unwrap());
            let blocks = Options { group, blocks: true, ..Options::default() };
            survives(&opened.drawing(artifact, which, &blocks, None).unwrap());
        }
    }
}

/// A clock that advances by itself.
struct Steps(f64);

impl Watch for Steps {
    fn now(&mut self) -> f64 {
        self.0 += 0.125;
        self.0
    }
}

/// On the CPU nothing waits.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("nothing to wait for"),
    }
}

#[test]
fn runs_are_read_back_unchanged() {
    let mut outcomes = (0, 0);
    for file in std::fs::read_dir(fixture("tflite/models")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "tflite") {
            continue;
        }
        let limits = Limits::default();
        let source: SharedSource = Rc::new(FileSource::open(&path, "model.tflite").unwrap());
        let Ok(model) = tflite::read(&source, &limits) else { continue };
        let Ok(program) = Program::from_tflite(&model, &source, &Entry::Main, &limits) else { continue };
        match now(Runner::prepare(program, Backend::Simd)) {
            Ok(mut runner) => {
                survives::<Prepared>(&runner.prepared());
                let inputs = vec![Input::Random(7); runner.prepared().inputs.len()];
                match now(runner.run(&inputs, 2, &mut Steps(0.0))) {
                    Ok((ran, _)) if ran.outputs.iter().any(|output| output.not_finite > 0) => {
                        // NaN differs from itself, but is read as NaN.
                        let back: Ran = read(&serde_json::to_string(&ran).unwrap()).unwrap();
                        assert_eq!(format!("{back:?}").replace("inf", "NaN"), format!("{ran:?}").replace("inf", "NaN"));
                    }
                    Ok((ran, _)) => {
                        outcomes.0 += 1;
                        survives::<Ran>(&ran);
                    }
                    Err(failed) => drop(survives::<Failed>(&failed)),
                }
            }
            Err(failed) => {
                outcomes.1 += 1;
                survives::<Failed>(&failed);
            }
        }
    }
    assert!(outcomes.0 > 3 && outcomes.1 > 0, "{outcomes:?}");
}

/// A damaged message is refused or has other content; it never stops the page.
#[test]
fn damaged_reports_are_refused_or_differ_but_never_panic() {
    let report = opened("checkpoints/guide/tf_ckpts/ckpt-8.index").report;
    let text = survives(&report);
    for end in (0..text.len()).step_by(97).filter(|end| text.is_char_boundary(*end)) {
        assert_eq!(read::<Report>(&text[..end]), None, "cut at {end}");
    }
    let mut refused = 0;
    for (at, byte) in text.bytes().enumerate().step_by(31).filter(|(_, byte)| byte.is_ascii()) {
        for other in [b'"', b'{', b']', b'7', b'\\', b'-', b' ', b'z'] {
            let mut damaged = text.clone().into_bytes();
            damaged[at] = other;
            let damaged = String::from_utf8(damaged).unwrap();
            // Inside a string any letter is valid; elsewhere only JSON's own.
            let back = read::<Report>(&damaged);
            let sound = serde_json::from_str::<serde_json::Value>(&damaged).is_ok();
            assert!(back.is_none() || sound, "read what is no JSON: {} becomes {}", byte as char, other as char);
            refused += usize::from(back.is_none());
        }
    }
    assert!(refused > 100, "{refused}");
}
