//! Real user questions about `.tflite` files, answered by the CLI on real files: the scenarios about delegates,
//! microcontrollers, frozen tools and other runtimes. `scenarios.rs` has the others.

use crate::support::{check, fixture, inspect, vintage};
use serde_json::Value;

/// `vintage delegates --json` of a fixture.
fn delegates(file: &str) -> Value {
    vintage(&["delegates", "--json", &fixture(file).display().to_string()]).json()
}

fn one<'a>(told: &'a Value, list: &str, id: &str) -> &'a Value {
    let all = told[list].as_array().expect("a list");
    all.iter().find(|one| one["id"] == id).unwrap_or_else(|| panic!("no {id} among the {list}"))
}

/// The group of a delegate about an op.
fn group<'a>(delegate: &'a Value, op: &str) -> &'a Value {
    let groups = delegate["groups"].as_array().expect("groups");
    groups.iter().find(|group| group["op"] == op).unwrap_or_else(|| panic!("nothing about {op}"))
}

/// Exit code of `vintage delegates --only`.
fn code(file: &str, engine: &str) -> i32 {
    vintage(&["delegates", "--only", engine, &fixture(file).display().to_string()]).code
}

/// S2: FULLY_CONNECTED version 12 on Android: the classic Maven package ends before the first release that takes it.
#[test]
fn s2_the_classic_maven_package_ends_at_2_16_1_and_litert_goes_on() {
    let file = "tflite/models/resnet_block_32_dynamic.tflite";
    assert_eq!((check(file, "tensorflow@2.16.2").0, check(file, "tensorflow@2.17.1").0), (1, 0));
    let told = delegates(file);
    let classic = one(&told, "channels", "maven-tensorflow-lite");
    assert_eq!(
        (&classic["last"], &classic["ended"], &classic["newest"]),
        (&"2.16.1".into(), &true.into(), &"refused".into())
    );
    assert_eq!(classic["releases"], Value::Array(Vec::new()));
    assert!(classic["prints"].as_str().expect("the text").contains("'FULLY_CONNECTED' version '12'"));
    assert!(classic["source"].as_str().expect("a source").contains("#82966"));
    let litert = one(&told, "channels", "maven-litert");
    assert_eq!((&litert["newest"], &litert["certainty"]), (&"loads".into(), &"derived".into()));
}

/// S5: lowering versions in the file: lossless downgrades, refused ones with their reason, and downgrades already made.
#[test]
fn s5_versions_that_can_be_lowered_and_the_reason_for_the_rest() {
    let versions = |file: &str, op: &str| {
        let told = delegates(file);
        let all = told["versions"].as_array().expect("versions").clone();
        all.into_iter().find(|one| one["op"] == op).unwrap_or_else(|| panic!("{op} is not there"))
    };
    // Dynamic-range weights per channel: below version 12 a runtime reads the wrong scales.
    let kept = versions("tflite/models/resnet_block_32_dynamic.tflite", "FULLY_CONNECTED");
    assert_eq!((&kept["verdict"], &kept["declared"], &kept["required"]), (&"keep".into(), &12.into(), &12.into()));
    assert!(kept["reason"]["id"].as_str().is_some(), "the feature is named");
    let lowest = versions("tflite/models/mobilenet_v2_035_224_float32.tflite", "CONV_2D");
    assert_eq!(lowest["verdict"], "lowest");
    // The converter of 2.21.0 declares too low a version for 16-bit activations.
    let text =
        vintage(&["delegates", &fixture("tflite/models/resnet_block_32_dynamic.tflite").display().to_string()]).text;
    assert!(text.contains("FULLY_CONNECTED v12  Leave it"), "{text}");
}

/// S6: TensorFlow Lite Micro: whether an op is registered does not depend on versions.
#[test]
fn s6_micro_tells_an_op_it_lacks_from_one_that_is_not_registered() {
    let told = delegates("tflite/ops/exp__int16x8.tflite");
    let micro = one(&told, "delegates", "micro");
    assert_eq!(micro["verdict"], "may");
    assert_eq!(group(micro, "EXP")["why"]["id"], "rest-kernel-types");
    let resolver = told["resolver"]["code"].as_str().expect("code");
    for line in ["MicroMutableOpResolver<3>", "resolver.AddExp()", "resolver.AddQuantize()", "resolver.AddDequantize()"]
    {
        assert!(resolver.contains(line), "{resolver}");
    }
    // A release of TensorFlow has that op.
    assert_eq!(inspect(&["tflite/ops/topk_v2.tflite"])[0]["windows"][0]["channel"], "tensorflow");
    let told = delegates("tflite/ops/topk_v2.tflite");
    let micro = one(&told, "delegates", "micro");
    assert_eq!(
        (&micro["verdict"], &group(micro, "TOPK_V2")["why"]["id"]),
        (&"refused".into(), &"not-registered".into())
    );
    assert_eq!(told["resolver"]["missing"][0], "TOPK_V2");
    assert_eq!((code("tflite/ops/exp__int8.tflite", "micro"), code("tflite/ops/topk_v2.tflite", "micro")), (3, 1));
}

/// S7: the Edge TPU compiler was frozen: it refuses EXP version 2, and below that nothing is known.
#[test]
fn s7_a_frozen_compiler_has_a_ceiling() {
    let told = delegates("tflite/ops/exp__int8.tflite");
    let compiler = one(&told, "delegates", "edgetpu-compiler-16");
    assert_eq!(compiler["verdict"], "refused");
    let exp = group(compiler, "EXP");
    assert_eq!(
        (&exp["version"], &exp["why"]["id"], &exp["why"]["params"]["bound"]),
        (&2.into(), &"ceiling".into(), &"1".into())
    );
    assert!(exp["source"].as_str().expect("a source").contains("tflite-micro#2633"));
    assert_eq!(one(&delegates("tflite/ops/exp.tflite"), "delegates", "edgetpu-compiler-16")["verdict"], "unknown");
    assert_eq!(code("tflite/ops/exp.tflite", "edgetpu-compiler-16"), 3);
}

/// S2, S9: packages that follow a channel are targets by their own names.
#[test]
fn packages_that_follow_a_channel_are_targets() {
    // It needs FULLY_CONNECTED version 12.
    let file = "tflite/models/resnet_block_32_dynamic.tflite";
    let (code, answer) = check(file, "maven-tensorflow-lite@2.16.1");
    assert_eq!(code, 1);
    assert!(answer["artifacts"][0]["prints"].as_str().expect("the text").contains("'FULLY_CONNECTED' version '12'"));
    // 2.17 was never published there: it is not a target, whatever TensorFlow 2.17 does.
    let (code, answer) = check(file, "maven-tensorflow-lite@2.17.0");
    assert_eq!(code, 64);
    assert!(answer["error"]["message"].as_str().expect("a message").contains("2.16.1"), "{answer}");
    assert_eq!(check(file, "maven-litert@2.3.0").0, 0);
    // Packages of one release have their own number. LiteRT.js 2.5.3 was tested in Chromium.
    assert_eq!((check(file, "tfjs-tflite@0.0.1-alpha.10").0, check(file, "litertjs-2.5.3@2.5.3").0), (1, 0));
}

/// S9: browser runtimes are targets too: the newest tfjs-tflite has the ops of TensorFlow 2.11.
#[test]
fn s9_a_browser_runtime_has_a_release_whose_ops_it_has() {
    let told = delegates("tflite/recorded/conv_2d_int4.tflite");
    let tfjs = one(&told, "channels", "tfjs-tflite");
    assert_eq!(
        (&tfjs["newest"], &tfjs["last"], &tfjs["certainty"]),
        (&"refused".into(), &"2.11.0".into(), &"observed".into())
    );
    let prints = tfjs["prints"].as_str().expect("the literal text");
    assert!(prints.starts_with("Didn't find op for builtin opcode 'CONV_2D' version '7'"), "{prints}");
    assert_eq!(one(&delegates("tflite/ops/conv_2d_0.tflite"), "channels", "tfjs-tflite")["newest"], "loads");
}

/// S19: the official check accepts everything; here it is separate from its rules and from the delegate.
#[test]
fn s19_every_delegate_has_a_verdict_a_node_with_rule_and_source() {
    let told = delegates("tflite/models/flex.tflite");
    let check = one(&told, "delegates", "gpu-check");
    assert!(check["says"].as_str().expect("its words").starts_with("Your model looks compatible with GPU delegate"));
    assert_eq!((&check["verdict"], &check["taken"], &check["nodes"]), (&"part".into(), &4.into(), &5.into()));
    let gpu = one(&told, "delegates", "gpu");
    assert_eq!(group(gpu, "FlexMatrixInverse")["why"]["id"], "not-listed");
    assert_eq!((&gpu["subgraphs"][0]["takes"], &gpu["segments"]), (&"nmmmm".into(), &1.into()));
    for delegate in told["delegates"].as_array().expect("delegates") {
        for group in delegate["groups"].as_array().expect("groups") {
            assert!(!group["source"].as_str().expect("a source").is_empty(), "{delegate}");
            assert!(group["evidence"][0]["index"].is_number(), "{delegate}");
        }
    }
    // A violated rule is named, as text and as in the table.
    let told = delegates("tflite/models/mobilenet_v2_035_224_float32.tflite");
    let hexagon = one(&told, "delegates", "hexagon");
    assert_eq!((&hexagon["verdict"], &group(hexagon, "CONV_2D")["rule"]), (&"none".into(), &"data-8-bit".into()));
    assert_eq!(group(hexagon, "CONV_2D")["condition"], "n_float_inputs==0");
}

/// Files that are not models, and delegates that do not exist, are errors.
#[test]
fn delegates_of_something_else_are_an_error() {
    assert_eq!(vintage(&["delegates", &fixture("graphdefs/control_inputs.pb").display().to_string()]).code, 2);
    assert_eq!(code("tflite/models/flex.tflite", "nonsense"), 64);
}

/// Devices are offered from the least capable to the most capable one, and an older one never takes more.
#[test]
fn delegates_answer_by_device_where_ops_ask_for_different_ones() {
    let told = delegates("tflite/models/mobilenet_v2_035_224_float32.tflite");
    let nnapi = one(&told, "delegates", "nnapi");
    let devices = nnapi["devices"].as_array().expect("devices");
    let names: Vec<&str> = devices.iter().map(|device| device["platform"].as_str().expect("a name")).collect();
    assert_eq!(names.first(), Some(&""), "any device");
    let position = |name: &str| names.iter().position(|known| *known == name);
    assert!(position("android sdk >= 29") < position("android sdk >= 30"), "{names:?}");
    assert!(position("android sdk >= 30") < position("android sdk >= feature level 6"), "{names:?}");
    let counts =
        |field: &str| devices.iter().map(|device| device[field].as_u64().expect("a count")).collect::<Vec<_>>();
    let (taken, refused) = (counts("taken"), counts("refused"));
    assert!(taken.is_sorted() && taken[0] < taken[taken.len() - 1], "{taken:?}");
    assert!(refused[0] > 0 && taken.iter().zip(&refused).all(|(some, others)| some + others == taken[0] + refused[0]));
    // The last one is the answer without a choice.
    let newest = &devices[devices.len() - 1];
    assert_eq!((&newest["taken"], &newest["verdict"]), (&nnapi["taken"], &nnapi["verdict"]));
    // All ops of Core ML require the same, so there is no choice.
    assert_eq!(one(&told, "delegates", "coreml")["devices"], Value::Array(Vec::new()));
}

/// Without facts about an engine, no number of nodes is reported.
#[test]
fn an_engine_without_facts_has_no_number_of_nodes() {
    let file = fixture("tflite/models/mobilenet_v2_035_224_float32.tflite");
    let text = vintage(&["delegates", &file.display().to_string()]).text;
    assert!(text.contains("Edge TPU Compiler 16.0: not known\n"), "{text}");
    assert!(!text.contains(" 0 of "), "{text}");
}

/// S29: the GPU delegate stops at a version that the CPU takes.
#[test]
fn s29_the_ceiling_of_the_gpu_delegate_is_apart_from_the_window_of_the_cpu() {
    let file = "tflite/models/resnet_block_32_dynamic.tflite";
    assert_eq!(check(file, "ai-edge-litert@2.1.2").0, 0, "the CPU takes FULLY_CONNECTED 12");
    let gpu = delegates(file);
    let gpu = one(&gpu, "delegates", "gpu");
    let group = group(gpu, "FULLY_CONNECTED");
    assert_eq!(group["version"], 12);
    let text = vintage(&["delegates", "--only", "gpu", &fixture(file).display().to_string()]).text;
    assert!(text.contains("FULLY_CONNECTED v12") && text.contains("versions up to 9"), "{text}");
}

/// S30: a composite: its name, the subgraph that defines it, and who takes it.
#[test]
fn s30_a_composite_is_named_with_its_decomposition_and_the_delegates_that_know_it() {
    let file = "tflite/recorded/stablehlo_composite.tflite";
    let composite = step(file, "tflite-composite");
    let params = &composite["message"]["params"];
    assert_eq!((&composite["subject"], &params["graph"]), (&"test.square_and_scale".into(), &"1".into()));
    assert_eq!((&params["ops"], &composite["evidence"][0]["index"]), (&"MUL".into(), &0.into()));
    let told = delegates(file);
    for (id, takes) in [("gpu", "It does not know this op"), ("xnnpack", "odml.scaled_dot_product_attention")] {
        let text = vintage(&["delegates", "--only", id, &fixture(file).display().to_string()]).text;
        assert!(text.contains("STABLEHLO_COMPOSITE") && text.contains(takes), "{id}: {text}");
        assert!(group(one(&told, "delegates", id), "STABLEHLO_COMPOSITE").is_object());
    }
    assert_eq!(check(file, "ai-edge-litert@2.1.2").0, 0, "the CPU runs the decomposition");
}

/// S31: a runtime that cannot be upgraded: ops beyond its schema, their nodes, and what to ask the converter for.
#[test]
fn s31_ops_beyond_a_frozen_runtime_are_named_with_their_nodes_and_a_converter() {
    let file = "tflite/recorded/stablehlo_composite.tflite";
    let (code, answer) = check(file, "tflite-runtime@2.14.0");
    let one = &answer["artifacts"][0];
    assert_eq!(code, 1);
    assert!(one["prints"].as_str().expect("a text").starts_with("Op builtin_code out of range: 206."), "{one}");
    let because = &one["because"][0];
    assert_eq!((&because["subject"], &because["evidence"][0]["index"]), (&"STABLEHLO_COMPOSITE".into(), &0.into()));
    assert!(
        one["advice"][0]["text"]
            .as_str()
            .expect("advice")
            .contains("convert again with a converter of the runtime you ship")
    );
    let ended = step(file, "tflite-package-ended");
    assert!(ended["snippet"].as_str().expect("commands").contains("pip install tensorflow==2.17.1"), "{ended}");
}

/// S32: a tool with an old schema dropped the newer field of an operator code. The code that repairs it was run: 2.15.1 and
/// 2.21.0 load the result.
#[test]
fn s32_operator_codes_whose_fields_disagree_are_repairable() {
    let file = "tflite/scenarios/code_placeholder.tflite";
    let (code, answer) = check(file, "tensorflow@2.21.0");
    let prints = answer["artifacts"][0]["prints"].as_str().expect("a text");
    assert_eq!(code, 1);
    assert!(
        prints.starts_with("Didn't find op for builtin opcode 'PLACEHOLDER_FOR_GREATER_OP_CODES' version '1'."),
        "{prints}"
    );
    let text = answer["artifacts"][0]["advice"][0]["text"].as_str().expect("advice");
    assert!(text.starts_with("No tested release has PLACEHOLDER_FOR_GREATER_OP_CODES"), "{text}");
    let repair = step(file, "tflite-code-placeholder");
    assert_eq!(repair["subject"], "GELU", "told by the options of its node");
    assert!(repair["snippet"].as_str().expect("code").contains("model.operatorCodes[0].builtinCode = 150  # GELU"));
    // The older field is missing: 2.3.4 reads ADD, and refuses its one operand.
    let file = "tflite/scenarios/code_fields.tflite";
    let fields = step(file, "tflite-code-fields");
    assert_eq!((&fields["message"]["params"]["old"], &fields["subject"]), (&"ADD".into(), &"GELU".into()));
    assert_eq!(check(file, "tensorflow@2.15.1").0, 0);
    assert_eq!(check(file, "tensorflow@2.3.4").0, 3, "not known to load");
    let sound = steps("tflite/ops/gelu.tflite");
    assert!(sound.iter().all(|step| !step["message"]["id"].as_str().is_some_and(|id| id.starts_with("tflite-code"))));
}

/// S33: FULLY_CONNECTED with int8 data fails in prepare, by release. Asked of the packages named.
#[test]
fn s33_types_of_fully_connected_are_checked_by_release() {
    let prints = |file: &str, target: &str| {
        let (code, answer) = check(&format!("tflite/scenarios/fully_connected_{file}.tflite"), target);
        let one = &answer["artifacts"][0];
        (code, one["prints"].as_str().unwrap_or_default().to_owned(), one["because"][0]["evidence"][0]["index"].clone())
    };
    for target in ["tensorflow@2.10.1", "tensorflow@2.21.0", "ai-edge-litert@2.1.2", "ai-edge-litert@2.3.0"] {
        let (code, text, node) = prints("int8_float32", target);
        assert_eq!((code, node), (1, 0.into()), "{target}");
        assert!(
            text.ends_with(
                "input->type != kTfLiteFloat32 (INT8 != FLOAT32)Node number 0 (FULLY_CONNECTED) failed to prepare."
            ),
            "{target}: {text}"
        );
    }
    assert!(prints("int8_bias", "tensorflow@2.15.1").1.contains("is_optional_bias_int != true (0 != 1)"));
    assert!(prints("int8_bias", "ai-edge-litert@2.1.2").1.starts_with("failed to delegate FULLY_CONNECTED node #0"));
    assert_eq!((prints("int8_int4", "tensorflow@2.10.1").0, prints("int8_int4", "ai-edge-litert@2.1.2").0), (1, 0));
}

/// Advice for a file.
fn steps(file: &str) -> Vec<Value> {
    inspect(&[file])[0]["advice"]["steps"].as_array().expect("advice").clone()
}

/// One piece of advice by its id.
fn step(file: &str, id: &str) -> Value {
    let found = steps(file).into_iter().find(|step| step["message"]["id"] == id);
    found.unwrap_or_else(|| panic!("{file}: no advice {id}"))
}
