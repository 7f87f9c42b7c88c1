//! `vintage run --results`: results that a TensorFlow Lite interpreter computed (`tests/fixtures/tflite/results`).

use crate::support::{Answer, fixture, folder, vintage};
use serde_json::Value;
use std::collections::BTreeSet;
use vintage::formats::npy;

/// Path of a recorded result.
fn recorded(name: &str) -> String {
    fixture("tflite/results").join(name).display().to_string()
}

/// Runs a network with files of results.
fn compared(model: &str, arguments: &[&str]) -> Answer {
    let model = fixture("tflite/models").join(format!("{model}.tflite")).display().to_string();
    vintage(&[&["run", "--json", &model], arguments].concat())
}

fn report(answer: &Answer) -> Value {
    answer.json()["results"].clone()
}

/// Operators that differ, with the first that can be the cause.
fn differing(report: &Value) -> Vec<(String, u64, u64)> {
    let tensors = report["tensors"].as_array().unwrap();
    let differing = tensors.iter().filter(|tensor| tensor["differs"] == true);
    let node = |tensor: &Value, field: &str| tensor[field].as_u64().unwrap();
    differing.map(|t| (t["op"].as_str().unwrap().to_owned(), node(t, "since"), node(t, "node"))).collect()
}

#[test]
fn all_tensors_of_an_interpreter_agree_by_name_and_by_index() {
    for (model, count) in [("gru_while_float32", 8), ("lstm_fused_int8", 4)] {
        let answer = compared(model, &["--results", &recorded(&format!("{model}.npz"))]);
        assert_eq!(answer.code, 0, "{}", answer.text);
        let report = report(&answer);
        assert_eq!(report["tensors"].as_array().unwrap().len(), count, "{model}");
        assert_eq!((report["differing"].as_u64(), &report["has_made_up_inputs"]), (Some(0), &Value::Bool(false)));
        // Constants and temporaries of the runtime are reported, too.
        let skipped = report["skipped"].as_array().unwrap().iter();
        let reasons: BTreeSet<&str> = skipped.map(|skipped| skipped["reason"]["id"].as_str().unwrap()).collect();
        assert!(reasons.contains("run-results-constant"), "{reasons:?}");
        assert!(!reasons.contains("run-results-other-constant"), "{reasons:?}");
    }
}

#[test]
fn operators_of_int16_are_exact() {
    let files =
        ["logistic__int16x8_ramp", "tanh__int16x8_ramp", "fully_connected_0__int16x8_rows", "softmax__int16x8_rows"];
    for file in files {
        let name = file.rsplit_once('_').unwrap().0;
        let model = fixture("tflite/ops").join(format!("{name}.tflite")).display().to_string();
        let answer = vintage(&["run", "--json", &model, "--results", &recorded(&format!("{file}.npz"))]);
        let report = report(&answer);
        let tensors = report["tensors"].as_array().unwrap();
        let numbers =
            |field: &str| tensors.iter().map(|tensor| tensor["difference"][field].as_u64().unwrap()).collect();
        let (different, elements): (Vec<u64>, Vec<u64>) = (numbers("different"), numbers("elements"));
        assert_eq!(different, [0, 0, 0], "{file}");
        assert!(elements[1] >= 1600, "{file}: {elements:?}");
    }
}

#[test]
fn the_operator_that_differs_is_named_and_not_those_behind_it() {
    let answer = compared("lstm_fused_float32", &["--results", &recorded("lstm_fused_float32.wrong.npz")]);
    assert_eq!(answer.code, 1, "{}", answer.text);
    let report = report(&answer);
    assert_eq!(differing(&report), [("FULLY_CONNECTED".to_owned(), 2, 2)]);
    // The weight that was changed.
    let skipped = report["skipped"].as_array().unwrap().iter();
    let other: Vec<_> = skipped.filter(|skipped| skipped["reason"]["id"] == "run-results-other-constant").collect();
    assert_eq!(other.len(), 1);
}

#[test]
fn an_output_alone_names_the_operators_that_can_be_the_cause() {
    let input = format!("0={}", recorded("lstm_fused_float32.input.npy"));
    let with = |file: &str, more: &[&str]| {
        compared("lstm_fused_float32", &[&["--input", &input, "--results", file], more].concat())
    };
    let right = with(&recorded("lstm_fused_float32.output.npy"), &[]);
    assert_eq!((right.code, differing(&report(&right))), (0, Vec::new()));
    let wrong = recorded("lstm_fused_float32.wrong.npy");
    let answer = with(&wrong, &[]);
    assert_eq!((answer.code, differing(&report(&answer))), (1, vec![("SOFTMAX".to_owned(), 0, 3)]));
    assert_eq!(report(&answer)["has_made_up_inputs"], false);
    // By name; and within a tolerance that is wide enough.
    let named = with(&format!("StatefulPartitionedCall:0={wrong}"), &["--tolerance", "0.1"]);
    assert_eq!((named.code, report(&named)["tensors"].as_array().unwrap().len()), (0, 1));
    let text = vintage(&["run", &model("lstm_fused_float32"), "--input", &input, "--results", &wrong]).text;
    assert!(text.contains("First difference: SOFTMAX at node 3") && text.contains("operators 0 to 3"), "{text}");
}

fn model(name: &str) -> String {
    fixture("tflite/models").join(format!("{name}.tflite")).display().to_string()
}

#[test]
fn inputs_that_were_not_given_are_reported() {
    let answer = compared("lstm_fused_float32", &["--results", &recorded("lstm_fused_float32.output.npy")]);
    assert_eq!((answer.code, &report(&answer)["has_made_up_inputs"]), (1, &Value::Bool(true)));
    let text = vintage(&["run", &model("lstm_fused_float32"), "--results", &recorded("lstm_fused_float32.output.npy")]);
    assert!(text.text.contains("Give the inputs of the other runtime"), "{}", text.text);
}

#[test]
fn files_that_belong_to_no_tensor_are_refused() {
    let folder = folder("results");
    let path = |name: &str| folder.join(name).display().to_string();
    let id = |answer: &Answer| (answer.code, answer.json()["message"]["id"].as_str().unwrap_or_default().to_owned());
    let refused = |model: &str, results: &str| id(&compared(model, &["--results", results]));
    // Two outputs, and a file named after neither.
    let output = recorded("lstm_fused_float32.output.npy");
    assert_eq!(refused("signatures", &output), (64, "run-results-which".into()));
    assert_eq!(refused("signatures", &format!("nobody={output}")), (64, "run-results-no-tensor".into()));
    assert_eq!(refused("signatures", &path("missing.npy")).0, 2);
    std::fs::write(path("words.npy"), "words").unwrap();
    assert_eq!(refused("signatures", &path("words.npy")), (2, "npy-bad-magic".into()));
    let whole = std::fs::read(recorded("gru_while_float32.npz")).unwrap();
    std::fs::write(path("half.npz"), &whole[..whole.len() / 2]).unwrap();
    assert_eq!(refused("gru_while_float32", &path("half.npz")).0, 2);
    // An input alone, and a constant alone, are no results.
    let input = format!("serving_default_input_1:0={}", recorded("lstm_fused_float32.input.npy"));
    assert_eq!(refused("lstm_fused_float32", &input), (64, "run-results-nothing".into()));
    std::fs::write(path("bias.npy"), npy::write("float32", &[40], &[1; 160]).unwrap()).unwrap();
    let bias = format!("arith.constant12={}", path("bias.npy"));
    assert_eq!(refused("lstm_fused_float32", &bias), (64, "run-results-other-constant".into()));
    // A position names an output, as in the files of `--output`.
    std::fs::write(path("1.npy"), npy::write("float32", &[7], &[0; 28]).unwrap()).unwrap();
    let answer = compared("signatures", &["--results", &path("1.npy")]);
    let tensor = report(&answer)["tensors"][0].clone();
    assert_eq!((answer.code, tensor["reason"]["id"].as_str()), (1, Some("run-results-shape")));
}

#[test]
fn outputs_of_this_program_agree_with_themselves() {
    let folder = folder("results-own");
    let output = folder.join("out").display().to_string();
    let model = model("transformer_float32");
    assert_eq!(vintage(&["run", &model, "--output", &output]).code, 0);
    let files = [0, 1].map(|position| format!("{output}/{position}.npy"));
    let answer = vintage(&["run", "--json", &model, "--results", &files[0], "--results", &files[1]]);
    assert_eq!((answer.code, report(&answer)["tensors"].as_array().unwrap().len()), (0, 2), "{}", answer.text);
}
