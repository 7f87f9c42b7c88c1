//! What people come with, asked of the terminal program on real files. The numbers are those of the list of
//! issue reports that shaped the product; each happened in public.
#![cfg(feature = "cli")]

mod cli_support;

use cli_support::{check, fixture, inspect, vintage};
use serde_json::Value;

/// The window of a channel.
fn releases<'a>(artifact: &'a Value, channel: &str) -> Vec<&'a str> {
    let windows = artifact["windows"].as_array().expect("windows");
    let window = windows.iter().find(|window| window["channel"] == channel).expect("the channel");
    window["releases"].as_array().expect("releases").iter().filter_map(Value::as_str).collect()
}

/// S1: `Didn't find op for builtin opcode 'MUL' version '5'`. The texts were asked of 2.5.3 and 2.21.0.
#[test]
fn s1_mul_version_5_says_why_since_when_and_what_an_older_release_prints() {
    let file = "tflite/scenarios/mul_int64_v5.tflite";
    let artifact = &inspect(&[file])[0];
    let needs = artifact["requirements"].as_array().expect("requirements");
    let mul = needs.iter().find(|need| need["subject"] == "MUL").expect("a requirement about MUL");
    assert_eq!(mul["version"], 5);
    assert!(mul["reason"].to_string().to_lowercase().contains("int64"), "the reason names the type: {}", mul["reason"]);
    assert_eq!(mul["evidence"][0]["index"], 0, "the node is named");
    assert_eq!(mul["certainty"], "observed");
    let window = releases(artifact, "tensorflow");
    assert!(window.contains(&"2.6.0") && !window.iter().any(|release| release.starts_with("2.5.")), "{window:?}");

    let observed = std::fs::read_to_string(fixture("tflite/scenarios/observed.jsonl")).expect("the recorded answers");
    for line in observed.lines() {
        let row: Value = serde_json::from_str(line).expect("a JSON line");
        let (code, answer) = check(file, &format!("tensorflow@{}", row["tensorflow"].as_str().expect("a release")));
        let said = row["said"].as_str().expect("text");
        if said == "ok" {
            assert_eq!(code, 0);
        } else {
            assert_eq!(code, 1);
            let prints = answer["artifacts"][0]["prints"].as_str().expect("the literal text");
            let first_line = prints.lines().next().expect("a line");
            assert!(said.contains(first_line), "2.5.3 said {said:?}, we say {prints:?}");
            assert!(first_line.contains("builtin opcode 'MUL' version '5'"));
        }
    }
}

/// S16: the `.data` file was given instead of the prefix, or the index is missing.
#[test]
fn s16_a_data_file_alone_and_a_bad_index_are_told_apart() {
    let folder = "checkpoints/corrupt/index_missing";
    let artifact = &inspect(&[folder])[0];
    assert_eq!(artifact["kind"], "checkpoint");
    let id = artifact["error"]["detail"]["id"].as_str().expect("an error id");
    assert!(id.contains("index") && id.contains("missing"), "{id}");

    let wrong_magic = &inspect(&["checkpoints/corrupt/index_wrong_magic"])[0];
    let id = wrong_magic["error"]["detail"]["id"].as_str().expect("an error id");
    assert!(id.contains("magic"), "{id}");
    let path = fixture("checkpoints/corrupt/index_wrong_magic").display().to_string();
    assert_eq!(vintage(&["inspect", &path]).code, 2);
}

/// S16, second half: a checksum that disagrees names the tensor.
#[test]
fn s16_a_flipped_byte_names_the_damaged_tensor_and_leaves_the_others_readable() {
    let path = fixture("checkpoints/corrupt/data_byte_flipped").display().to_string();
    let report = vintage(&["inspect", "--json", "--values", &path]).json();
    let variables = report["artifacts"][0]["variables"].as_array().expect("variables").clone();
    let (damaged, sound): (Vec<&Value>, Vec<&Value>) = variables.iter().partition(|one| !one["error"].is_null());
    assert_eq!(damaged.len(), 1, "one byte was flipped");
    assert!(damaged[0]["error"]["detail"]["id"].as_str().expect("an id").contains("checksum"));
    assert!(!sound.is_empty() && sound.iter().all(|one| one["first"].is_array()));
}

/// S20: who made this file? No click, no option.
#[test]
fn s20_the_report_says_who_wrote_the_file() {
    let made = |path: &str| inspect(&[path])[0]["identity"]["producer"].as_str().map(str::to_owned);
    assert!(made("savedmodels/functions").expect("a producer").contains("2.21.0"));
    assert!(made("savedmodels/functions_tf24").expect("a producer").contains("2.4"));
    assert!(made("tflite/models/mobilenet_v2_035_224_float32.tflite").expect("a producer").contains("2.21.0"));
    // A bare graph names nobody, but its producer number does.
    let graph = inspect(&["graphdefs/graph_tf1_15_5.pb"]);
    let span = graph[0]["identity"]["producer_releases"].as_array().expect("the releases with that number").clone();
    assert!(span.iter().any(|release| release.as_str().is_some_and(|release| release.starts_with("1.15"))), "{span:?}");
}

/// The op-versioning guide: DEPTHWISE_CONV_2D is version 1 without dilation and version 2 with it.
#[test]
fn op_versioning_guide_a_runtime_that_stops_at_version_1_takes_the_undilated_model_only() {
    let plain = "tflite/ops/depthwise_conv_2d_0.tflite";
    let dilated = "tflite/ops/depthwise_conv_2d_2.tflite";
    let version = |path: &str| {
        let artifact = &inspect(&[path])[0];
        let needs = artifact["requirements"].as_array().expect("requirements").clone();
        let need = needs.into_iter().find(|need| need["subject"] == "DEPTHWISE_CONV_2D").expect("the op");
        (need["version"].as_i64().expect("a version"), need["reason"].to_string())
    };
    assert_eq!(version(plain).0, 1);
    let (second, reason) = version(dilated);
    assert_eq!(second, 2);
    assert!(reason.contains("dilation"), "{reason}");
    // 1.11 registers version 1 only, 1.12 was the first to take version 2 (observed).
    assert_eq!(check(plain, "tensorflow@1.11.0").0, 0);
    let (code, answer) = check(dilated, "tensorflow@1.11.0");
    assert_eq!(code, 1);
    let because = answer["artifacts"][0]["because"].as_array().expect("reasons");
    assert!(because.iter().any(|need| need["subject"] == "DEPTHWISE_CONV_2D"));
    assert_eq!(check(dilated, "tensorflow@1.12.0").0, 0);
}
