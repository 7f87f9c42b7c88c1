//! Models with external weight files, compared with LiteRT's CompiledModel and interpreters.

use serde_json::Value;
use std::path::{Path, PathBuf};
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits, MemorySource};
use vintage::compat::{Outcome, Target, assess_tflite};
use vintage::engine::{Backend, Entry, Program, Session};
use vintage::formats::tflite;
use vintage::report;
use vintage::services::values::OneValue;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tflite/external")
}

fn truth() -> Value {
    serde_json::from_slice(&std::fs::read(folder().join("truth.json")).unwrap()).unwrap()
}

fn floats(list: &Value) -> Vec<f32> {
    list.as_array().unwrap().iter().map(|value| value.as_f64().unwrap() as f32).collect()
}

fn dropped(paths: &[&str]) -> Vec<Dropped> {
    let one = |path: &&str| {
        let file = FileSource::open(&folder().join(path), *path).unwrap();
        Dropped { path: (*path).to_owned(), source: std::rc::Rc::new(file) }
    };
    paths.iter().map(one).collect()
}

fn open(paths: &[&str]) -> report::Opened {
    report::open(dropped(paths), &Limits::default(), &mut |_| ())
}

#[test]
fn weight_files_belong_to_the_model_that_names_them() {
    // In any order, and beside an unrelated file.
    let opened = open(&["weights.bin", "truth.json", "more/bias.bin", "model.tflite"]);
    let artifacts = &opened.report.artifacts;
    assert_eq!(artifacts[0].files, ["model.tflite", "weights.bin", "more/bias.bin"]);
    assert!(artifacts[0].problems.is_empty(), "{:?}", artifacts[0].problems);
    assert_eq!(artifacts.len(), 1);
    assert_eq!(opened.report.unused.iter().map(|one| one.path.as_str()).collect::<Vec<_>>(), ["truth.json"]);
}

#[test]
fn values_are_those_that_were_written() {
    let opened = open(&["model.tflite", "weights.bin", "more/bias.bin"]);
    let listed = vintage::services::values::list(&opened.artifacts[0]);
    assert_eq!(
        listed.iter().map(|value| (value.label.as_str(), value.bytes)).collect::<Vec<_>>(),
        [("w", 128), ("b", 16)]
    );
    let truth = truth();
    for (listed, written) in listed.iter().zip(["weights", "bias"]) {
        let value = OneValue::new(&opened.artifacts[0], &listed.name).unwrap().finish();
        assert_eq!(value.error, None);
        let written = floats(&truth[written]);
        let first: Vec<f32> = value.first.iter().map(|v| v.as_f64().unwrap() as f32).collect();
        assert_eq!(first, written[..first.len()]);
        let sum: f64 = written.iter().map(|&v| f64::from(v)).sum();
        let told = value.sum.unwrap().as_f64().unwrap();
        assert!((told - sum).abs() < 1e-9, "{told} {sum}");
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let opened = open(&["missing.tflite", "weights.bin"]);
    let problem = &opened.report.artifacts[0].problems[0];
    assert_eq!(problem.detail.id, "tflite-weights-elsewhere");
    assert_eq!(
        (problem.at.file.as_str(), problem.at.field.as_str()),
        ("missing.tflite", "subgraphs[0].tensors[2].external_buffer")
    );
    assert_eq!(problem.detail.value("file"), Some("gone.bin"));
    let there = OneValue::new(&opened.artifacts[0], "subgraphs[0].tensors[1]").unwrap().finish();
    assert_eq!(there.error, None, "what is there can be read");
}

#[test]
fn weights_that_are_cut_off_are_told() {
    let mut files = dropped(&["model.tflite", "more/bias.bin"]);
    files.push(Dropped { path: "weights.bin".to_owned(), source: MemorySource::shared("weights.bin", vec![0; 100]) });
    let opened = report::open(files, &Limits::default(), &mut |_| ());
    assert_eq!(opened.report.artifacts[0].problems[0].detail.id, "tflite-external-outside");
}

#[test]
fn the_engine_computes_what_compiled_model_does() {
    let truth = truth();
    let answers = truth["answers"].as_array().unwrap();
    let outputs: Vec<&Value> =
        answers.iter().filter(|answer| answer["output"].is_array()).map(|a| &a["output"]).collect();
    assert!(outputs.len() >= 3);
    let source = &dropped(&["model.tflite"])[0].source;
    let mut model = tflite::read(source, &Limits::default()).unwrap();
    let run = |model: &tflite::Model| Program::from_tflite(model, source, &Entry::Main, &Limits::default());
    assert_eq!(run(&model).unwrap_err().id(), "tflite-weights-elsewhere");
    model.find_weights(|name| Some(dropped(&[name])[0].source.clone()));
    let mut session = Session::prepare(run(&model).unwrap(), Backend::Simd).unwrap();
    let input: Vec<u8> = floats(&truth["input"]).iter().flat_map(|value| value.to_le_bytes()).collect();
    session.set_input(0, &input).unwrap();
    session.run(&mut ()).unwrap();
    let bytes = session.output(0).unwrap().chunks_exact(4);
    let output: Vec<f32> = bytes.map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
    for said in outputs {
        for (ours, theirs) in output.iter().zip(floats(said)) {
            assert!((ours - theirs).abs() <= 1e-5 * theirs.abs().max(1.0), "{ours} {theirs}");
        }
    }
}

#[test]
fn verdicts_agree_with_the_interpreters_asked() {
    let truth = truth();
    let mut asked = 0;
    for answer in truth["answers"].as_array().unwrap().iter().filter(|answer| answer["api"] == "interpreter") {
        let file = answer["file"].as_str().unwrap();
        let model = tflite::read(&dropped(&[file])[0].source, &Limits::default()).unwrap();
        let assessment = assess_tflite(&model, file, &Limits::default());
        // tensorflow carries TensorFlow Lite; tensorflow-cpu is the same release.
        let channel = if answer["package"] == "ai-edge-litert" { "ai-edge-litert" } else { "tensorflow" };
        let release = answer["release"].as_str().unwrap();
        let verdict =
            assessment.verdict(Target::named(channel, release).unwrap_or_else(|| panic!("{channel} {release}")));
        assert_eq!(verdict.outcome, Outcome::Warns, "{channel} {release}");
        assert_eq!(verdict.prints.as_deref(), answer["error"].as_str());
        asked += 1;
    }
    assert_eq!(asked, 12);
}
