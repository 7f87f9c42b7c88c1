//! Real user questions, answered by the CLI on real files. The numbers are those of the list of issue reports that
//! shaped the product; each is from a public issue.

use crate::support::{check, fixture, inspect, vintage};
use serde_json::Value;

/// The window of a channel.
fn releases<'a>(artifact: &'a Value, channel: &str) -> Vec<&'a str> {
    let windows = artifact["windows"].as_array().expect("windows");
    let window = windows.iter().find(|window| window["channel"] == channel).expect("the channel");
    window["releases"].as_array().expect("releases").iter().filter_map(Value::as_str).collect()
}

/// S1: `Didn't find op for builtin opcode 'MUL' version '5'`. The messages were recorded with 2.5.3 and 2.21.0.
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

/// S20: the producer of the file, without any option.
#[test]
fn s20_the_report_says_who_wrote_the_file() {
    let made = |path: &str| inspect(&[path])[0]["identity"]["producer"].as_str().map(str::to_owned);
    assert!(made("savedmodels/functions").expect("a producer").contains("2.21.0"));
    assert!(made("savedmodels/functions_tf24").expect("a producer").contains("2.4"));
    assert!(made("tflite/models/mobilenet_v2_035_224_float32.tflite").expect("a producer").contains("2.21.0"));
    // A bare graph names no producer, but its producer number identifies the release.
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

/// The requirement of an artifact about this subject.
fn need(artifact: &Value, subject: &str) -> Value {
    let needs = artifact["requirements"].as_array().expect("requirements");
    needs.iter().find(|need| need["subject"] == subject).unwrap_or_else(|| panic!("nothing about {subject}")).clone()
}

/// Message of a release, and whether it loads the file.
fn answer(file: &str, target: &str) -> (bool, String) {
    let (code, answer) = check(file, target);
    (code == 0, answer["artifacts"][0]["prints"].as_str().unwrap_or_default().to_owned())
}

/// S2: FULLY_CONNECTED version 12. The messages were recorded with 2.16.2 and 2.4.4.
#[test]
fn s2_fully_connected_version_12_runs_from_2_17_on() {
    let file = "tflite/models/resnet_block_32_dynamic.tflite";
    let artifact = &inspect(&[file])[0];
    assert_eq!(need(artifact, "FULLY_CONNECTED")["version"], 12);
    assert!(need(artifact, "FULLY_CONNECTED")["reason"].is_object(), "the feature behind the version is named");
    let window = releases(artifact, "tensorflow");
    assert!(
        window[0].starts_with("2.17.0") && !window.iter().any(|release| release.starts_with("2.16.")),
        "{window:?}"
    );
    assert!(releases(artifact, "tflite-runtime").is_empty(), "that package ends at 2.14");
    let (loads, text) = answer(file, "tensorflow@2.16.2");
    assert!(!loads);
    assert!(
        text.starts_with("Didn't find op for builtin opcode 'FULLY_CONNECTED' version '12'. An older version"),
        "{text}"
    );
}

/// S3: CONV_2D version 5, and the feature that raised it.
#[test]
fn s3_conv_2d_version_5_comes_from_hybrid_weights_per_channel() {
    let file = "tflite/models/resnet_block_32_dynamic.tflite";
    let conv = need(&inspect(&[file])[0], "CONV_2D");
    assert_eq!((&conv["version"], &conv["reason"]["id"]), (&Value::from(5), &Value::from("hybrid-per-channel")));
    let (loads, text) = answer(file, "tensorflow@2.3.4");
    assert!(!loads);
    assert!(text.starts_with("Didn't find op for builtin opcode 'CONV_2D' version '5'"), "{text}");
    // 2.4 knows this version, but refuses another op.
    assert!(!answer(file, "tensorflow@2.4.4").1.contains("CONV_2D"));
}

/// S4: an op with a code above 127: old releases read a byte that contains 127. The messages were recorded.
#[test]
fn s4_an_op_code_that_a_release_does_not_have() {
    let file = "tflite/ops/gelu.tflite";
    let out_of_range =
        |code: u32| format!("Op builtin_code out of range: {code}. Are you using old TFLite binary with newer model?");
    assert!(answer(file, "tensorflow@2.3.4").1.starts_with(&out_of_range(127)));
    assert!(answer(file, "tensorflow@2.7.4").1.starts_with(&out_of_range(150)));
    assert!(answer("tflite/ops/hard_swish.tflite", "tensorflow@1.13.2").1.starts_with(&out_of_range(117)));
    assert!(answer(file, "tensorflow@2.21.0").0);
}

/// S8: a Flex op: its node, its TensorFlow op, and the packages that include the kernels.
#[test]
fn s8_flex_op_names_the_tensorflow_op_and_who_runs_it() {
    let file = "tflite/models/flex.tflite";
    let flex = need(&inspect(&[file])[0], "FlexMatrixInverse");
    assert_eq!(flex["reason"]["params"]["op"], "MatrixInverse");
    assert_eq!(flex["evidence"][0]["name"], "MatrixInverse");
    assert!(answer(file, "tensorflow@2.15.1").0, "the wheels of 2.3 to 2.18 carry the kernels");
    for target in ["tensorflow@2.20.0", "tflite-runtime@2.14.0", "ai-edge-litert@2.1.2"] {
        let (loads, text) = answer(file, target);
        assert!(
            !loads && text.contains("Make sure you apply/link the Flex delegate before inference"),
            "{target}: {text}"
        );
    }
    assert!(answer(file, "tensorflow@1.13.2").1.ends_with("Node number 0 (Flex) failed to prepare."));
}

/// S10: newer attrs, all with default values: their names, and the effect of stripping them.
#[test]
fn s10_attrs_at_their_default_can_be_stripped() {
    let file = "graphdefs/control_inputs.pb";
    let artifact = &inspect(&[file])[0];
    assert_eq!(need(artifact, "Conv2D.explicit_paddings")["reason"]["params"]["first"], "1.14.0");
    let findings = artifact["findings"].as_array().expect("findings");
    let strip = findings.iter().find(|f| f["message"]["id"] == "graph-default-attrs").expect("the advice");
    let params = &strip["message"]["params"];
    assert_eq!(params["attrs"], "Conv2D.dilations, Conv2D.explicit_paddings, MatMul.grad_a, MatMul.grad_b");
    // Recorded: 1.8.0 to 2.4.4 refuse this graph for these attrs, all others import it.
    assert_eq!((&params["first"], &params["last"]), (&Value::from("1.8.0"), &Value::from("2.4.4")));
    let text = vintage(&["inspect", &fixture(file).display().to_string()]).text;
    assert!(text.contains("4 attrs have their default values"), "{text}");
    // An unknown attr may matter: no advice.
    let unknown = &inspect(&["graphdefs/attr_unknown_new_producer.pb"])[0];
    let ids: Vec<&Value> =
        unknown["findings"].as_array().expect("findings").iter().map(|f| &f["message"]["id"]).collect();
    assert!(!ids.contains(&&Value::from("graph-default-attrs")), "{ids:?}");
}

/// S11: "difference larger than forward compatibility guarantee": the hint is printed, the attr is what fails.
#[test]
fn s11_the_forward_hint_and_what_really_fails() {
    let file = "graphdefs/control_inputs.pb";
    let (code, answer) = check(file, "tensorflow@2.4.4");
    assert_eq!(code, 1);
    let artifact = &answer["artifacts"][0];
    let text = artifact["prints"].as_str().expect("the literal text");
    assert!(text.contains("was built when GraphDef version was 561"), "{text}");
    assert!(text.contains("larger than TensorFlow's forward compatibility guarantee"), "{text}");
    assert_eq!(artifact["because"][0]["subject"], "MatMul.grad_a");
}

/// S21: a graph newer than the release: promised and observed loads are separate.
#[test]
fn s21_releases_without_a_promise_are_named() {
    let made = |file: &str| {
        let artifact = inspect(&[file]).remove(0);
        let findings = artifact["findings"].as_array().expect("findings").clone();
        findings.into_iter().find(|f| f["message"]["id"] == "graph-forward-promise")
    };
    let finding = made("graphdefs/graph_tf1_15_5.pb").expect("loads in releases older than the promise");
    let params = &finding["message"]["params"];
    assert_eq!((&params["producer"], &params["promised"]), (&Value::from("134"), &Value::from("2.0.0")));
    assert_eq!(finding["certainty"], "promised");
    assert!(check("graphdefs/graph_tf1_15_5.pb", "tensorflow@1.13.2").0 == 0, "observed: it loads there");
    // Producer 27 is that of 1.11 to 1.13, and GraphDef number 17 of 0.12 is within 21 steps.
    assert!(made("graphdefs/version_producer_27.pb").is_none());
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

/// S12: ops of a package. Asked of 2.15.1 without the package and with its shared objects.
#[test]
fn s12_ops_of_a_package_are_named_with_the_package_and_its_tensorflow() {
    let file = "savedmodels/text_ops_tf215";
    let observed =
        std::fs::read_to_string(fixture("savedmodels/text_ops_tf215.observed.json")).expect("the recorded answers");
    let observed: Value = serde_json::from_str(&observed).expect("JSON");
    let (loads, text) = answer(file, "tensorflow@2.15.1");
    let said = observed["without"].as_str().expect("text");
    let op = said.split('\'').nth(1).expect("an op");
    assert!(!loads && text.contains(&format!("Op type not registered '{op}'")), "{text}");
    assert_eq!(observed["with"], "ok", "with the package it loads");
    let advice = step(file, "graph-custom-op");
    let params = &advice["message"]["params"];
    assert_eq!(params["package"], "tensorflow-text");
    assert_eq!((&params["release"], &params["tensorflow"]), (&Value::from("2.15.0"), &Value::from(">=2.15.0,<2.16")));
    for op in ["CaseFoldUTF8", "RegexSplitWithOffsets"] {
        assert!(advice["subject"].as_str().is_some() && params["subject"].as_str().is_some_and(|all| all.contains(op)));
        assert_eq!(need(&inspect(&[file])[0], op)["id"], "graph-op");
    }
    assert!(advice["snippet"].as_str().expect("commands").contains("pip install \"tensorflow-text==2.15.0\""));
    assert_eq!(advice["doc"], "docs/findings/graphs.md#graph-custom-op");
    // Unknown ops have their own advice.
    let unknown = step("graphdefs/op_unknown.pb", "graph-unknown-op");
    assert_eq!(unknown["subject"], "NoSuchOperation");
    assert!(unknown["evidence"][0]["at"]["range"].is_array(), "with its place");
}

/// S10: stripping attrs, as code. By hand: 2.1.4 refuses the graph, and imports it after this code was run.
#[test]
fn s10_the_attrs_to_strip_are_listed_as_code() {
    let code = step("graphdefs/control_inputs.pb", "graph-strip-attrs");
    let code = code["snippet"].as_str().expect("code");
    for attr in ["(\"Conv2D\", \"explicit_paddings\")", "(\"MatMul\", \"grad_a\")", "(\"MatMul\", \"grad_b\")"] {
        assert!(code.contains(attr), "{code}");
    }
    assert!(!code.contains("transpose_a"), "attrs that all releases know stay");
}

/// Promises about a SavedModel are separate from observations.
#[test]
fn s21_the_promise_of_a_saved_model_stands_apart() {
    let told = step("savedmodels/simple_save_tf115", "saved-model-promise");
    assert_eq!(told["certainty"], "promised");
    let params = &told["message"]["params"];
    assert_eq!(params["made"], "1.15.5");
    assert!(params["next"].as_str().is_some_and(|next| next.starts_with("2.0.0")), "{params}");
}

/// Outcome of a restore, for the pairs recorded with TensorFlow 2.5.3.
fn restore(source: &str, more: &[&str]) -> Value {
    let path = |name: &str| fixture(&format!("checkpoints/restores/tf2.5.3/{name}")).display().to_string();
    let from = path(source);
    let more: Vec<String> =
        more.iter().map(|one| one.strip_prefix('@').map_or_else(|| (*one).to_owned(), path)).collect();
    let arguments: Vec<&str> =
        ["restore", "--json", &from].into_iter().chain(more.iter().map(String::as_str)).collect();
    vintage(&arguments).json()
}

/// S13: slot variables are restored before the optimizer has them, and its own variables wait for the objects; nothing
/// is missing. With a renamed layer, missing and waiting values are separate. Lists as recorded with 2.5.3.
#[test]
fn s13_restored_missing_and_waiting_are_told_apart_and_slot_variables_too() {
    let told = restore("no_slots_yet_source-1", &["--into", "@no_slots_yet_target-1"]);
    let list = |told: &Value, name: &str| told[name].as_array().expect("a list").clone();
    let slots = |rows: &[Value]| rows.iter().filter(|row| row["slot_variable"] == true).count();
    let restored = list(&told, "restored");
    assert_eq!((restored.len(), slots(&restored)), (8, 4));
    let delayed = list(&told, "delayed");
    assert_eq!((delayed.len(), slots(&delayed), &delayed[0]["on"]), (5, 0, &Value::from("optimizer")));
    assert!(list(&told, "missing").is_empty() && list(&told, "left_over").is_empty());
    assert_eq!((&told["existing"]["holds"], &told["consumed"]["holds"]), (&Value::from(true), &Value::from(false)));
    let prints = told["consumed"]["prints"].as_str().expect("a text");
    assert!(prints.starts_with("Unresolved object in checkpoint (root).optimizer.iter"), "{prints}");

    let renamed = restore("renamed_layer_source-1", &["--into", "@renamed_layer_target-1"]);
    let (missing, delayed) = (list(&renamed, "missing"), list(&renamed, "delayed"));
    assert_eq!((missing.len(), slots(&missing), delayed.len(), slots(&delayed)), (6, 4, 6, 4));
}

/// S15: `Key ... not found in checkpoint`: the nearest key of the same shape; by name alone when the program's shapes
/// are unknown, with a note.
#[test]
fn s15_a_missing_key_gets_the_nearest_one_as_a_rename_map() {
    let told = restore("names_missing_source", &["--into", "@names_missing_target"]);
    // Recorded of 2.5.3.
    assert!(told["fails"].as_str().expect("a text").contains("Key c not found in checkpoint"));
    let rename = &told["renames"][0];
    assert_eq!((&rename["missing"], &rename["found"]), (&Value::from("new_scope_b"), &Value::from("old_scope_b")));
    assert_eq!(rename["typed"], true);
    assert!(told["python"].as_str().expect("Python").contains("\"new_scope_b\": \"old_scope_b\","));

    let names = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("vintage-names-{}", std::process::id()));
    std::fs::write(&names, "a\nnew_scope_b\nc\n").expect("a file to write");
    let told = restore("names_missing_source.index", &["--names", &names.display().to_string()]);
    let _ = std::fs::remove_file(&names);
    assert_eq!(
        (&told["renames"][0]["found"], &told["renames"][0]["typed"]),
        (&Value::from("old_scope_b"), &Value::from(false))
    );
    assert!(told["python"].as_str().expect("Python").contains("# by name only"));
}

/// S14: a legacy optimizer's checkpoint. Recorded: 2.15.1's own Adam refuses it, its legacy Adam restores all of it,
/// and the Adam of Keras 3 silently restores nothing.
#[test]
fn s14_optimizers_are_told_by_how_their_state_is_laid_out() {
    let folder = "checkpoints/optimizers";
    let recorded = |release: &str| -> Value {
        let text =
            std::fs::read_to_string(fixture(folder).join(format!("tf{release}.json"))).expect("recorded answers");
        serde_json::from_str(&text).expect("JSON")
    };
    let restores = recorded("2.15.1")["restores"].as_array().expect("restores").clone();
    let of =
        |into: &str| restores.iter().find(|row| row["checkpoint"] == "tf2.5.3_Adam" && row["into"] == into).cloned();
    assert!(of("Adam").expect("asked")["restore"].as_str().is_some_and(|text| text.contains("legacy Keras optimizer")));
    assert_eq!(of("legacy.Adam").expect("asked")["assert_consumed"], "ok");
    let keras3 = recorded("2.21.0")["restores"].as_array().expect("restores").clone();
    let taken = keras3.iter().find(|row| row["checkpoint"] == "tf2.5.3_Adam").expect("asked");
    assert_eq!(taken["restored"], 0);

    for (checkpoint, id) in [
        ("tf2.5.3_Adam", "checkpoint-optimizer-slots"),
        ("tf2.15.1_legacy_Adam", "checkpoint-optimizer-slots"),
        ("tf2.15.1_Adam", "checkpoint-optimizer-variables"),
        ("tf2.21.0_Adam", "checkpoint-optimizer-keras3"),
    ] {
        let told = step(&format!("{folder}/{checkpoint}"), id);
        assert_eq!(told["subject"], "optimizer", "{checkpoint}");
        let classes = told["message"]["params"]["classes"].as_str().expect("classes");
        assert!(classes.starts_with("Adam"), "{checkpoint}: {classes}");
        assert!(!told["evidence"].as_array().expect("keys").is_empty());
    }
    let old = step(&format!("{folder}/tf2.5.3_Adam"), "checkpoint-optimizer-slots");
    assert!(old["snippet"].as_str().expect("code").contains("tf.keras.optimizers.legacy.Adam()"));
}

/// S14: every optimizer that three releases have, by the keys and children that they wrote.
#[test]
fn s14_the_class_of_every_recorded_layout_is_among_those_named() {
    let mut count = 0;
    for release in ["2.5.3", "2.15.1", "2.21.0"] {
        let path = fixture(&format!("checkpoints/optimizers/tf{release}.json"));
        let told: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("recorded")).expect("JSON");
        for row in told["layouts"].as_array().expect("layouts") {
            let texts = |key: &str| -> Vec<String> {
                row[key].as_array().expect("a list").iter().filter_map(|v| v.as_str().map(str::to_owned)).collect()
            };
            let (keys, children) = (texts("keys"), texts("children"));
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            let found = vintage::compat::advice::optimizers(&keys, &|_| children.clone());
            let class = row["class"].as_str().expect("a class").trim_start_matches("legacy.");
            assert_eq!(found.len(), 1, "{release} {class}");
            let names = found[0].classes.split(", ").map(|name| name.split('(').next().unwrap_or_default());
            assert!(names.into_iter().any(|name| name == class), "{release} {class}: {:?}", found[0]);
            count += 1;
        }
    }
    assert_eq!(count, 60);
}

/// S17: the exact endpoint, as code. By hand, this code was run in Keras 3.15.1 on four SavedModels of the fixtures.
#[test]
fn s17_keras_3_takes_a_saved_model_as_a_layer() {
    let told = step("savedmodels/keras2_compiled", "saved-model-endpoint");
    assert_eq!(told["subject"], "serving_default");
    let code = told["snippet"].as_str().expect("code");
    assert!(code.contains("keras.layers.TFSMLayer(") && code.contains("call_endpoint=\"serving_default\""), "{code}");
    assert!(code.contains("keras.Input((6,), dtype=\"float32\")"), "{code}");
}

/// S18: the incompatible key, the releases that take it, and a configuration that the other era loads. Tested with
/// Keras: every patched file in `observed.json` was loaded, and has the same outputs.
#[test]
fn s18_a_patched_configuration_loads() {
    let observed = std::fs::read_to_string(fixture("keras/patched/observed.json")).expect("recorded answers");
    let observed: Vec<Value> = serde_json::from_str(&observed).expect("JSON");
    assert!(observed.len() >= 4);
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("vintage-patch-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for row in &observed {
        let (file, target) = (row["file"].as_str().expect("a file"), row["target"].as_str().expect("a target"));
        let (path, out) = (fixture(file).display().to_string(), folder.join("out").display().to_string());
        let config = folder.join("config.json").display().to_string();
        let mut arguments = vec!["patch", &path, "--for", target, "--lossy", "--config", &config];
        if row["written"] == true {
            arguments.extend(["--out", &out]);
        }
        let said = vintage(&arguments);
        assert_eq!(said.code, 0, "{file} {target}: {}", said.text);
        assert_eq!(row["before"], "refused", "{row}");
        assert_eq!(row["after"], "same outputs", "{row}");
        // The file tested with Keras is the one written now.
        let recorded = std::fs::read_to_string(fixture("keras/patched").join(row["config"].as_str().expect("a name")));
        assert_eq!(std::fs::read_to_string(&config).expect("written"), recorded.expect("recorded"), "{file} {target}");
    }
    std::fs::remove_dir_all(&folder).expect("can be removed");
}

/// Ops and types that import and cannot run: reported exactly where a session of 2.21.0 found no kernel.
#[test]
fn nodes_without_a_kernel_are_those_of_a_session() {
    let observed = std::fs::read_to_string(fixture("graphdefs/kernels/observed.json")).expect("the recorded answers");
    let rows: Vec<Value> = serde_json::from_str(&observed).expect("JSON");
    assert_eq!(rows.len(), 6);
    for row in rows {
        let file = format!("graphdefs/kernels/{}", row["file"].as_str().expect("a file"));
        assert!(answer(&file, "tensorflow@2.21.0").0, "{file} is imported");
        let told: Vec<Value> = steps(&file)
            .into_iter()
            .filter(|step| step["message"]["id"].as_str().is_some_and(|id| id.starts_with("graph-no-kernel")))
            .collect();
        match row["run"].as_str().expect("an answer") {
            "ok" => assert!(told.is_empty(), "{file}: {told:?}"),
            said => {
                assert_eq!(told.len(), 1, "{file}: {said}");
                let op = said.split('\'').nth(1).expect("an op");
                assert!(told[0]["subject"].as_str().expect("a subject").starts_with(op), "{file}: {said}");
                assert_eq!(told[0]["evidence"][0]["name"], "y");
            }
        }
    }
}

/// Text protos: a release refuses an unknown name, and skips the same field in binary form. Seven releases were tested
/// with every file; the complete messages are compared.
#[test]
fn texts_with_newer_names_are_refused_as_releases_refuse_them() {
    let folder = "graphdefs/text_names";
    let observed = std::fs::read_to_string(fixture(&format!("{folder}/observed.json"))).expect("the recorded answers");
    let rows: Vec<Value> = serde_json::from_str(&observed).expect("JSON");
    assert_eq!(rows.len(), 140);
    for row in rows {
        let (file, release) = (row["file"].as_str().expect("a file"), row["release"].as_str().expect("a release"));
        let (loads, text) = answer(&format!("{folder}/{file}"), &format!("tensorflow@{release}"));
        assert_eq!(loads, row["outcome"] == "ok", "{file} in {release}: {row} {text}");
        if let Some(said) = row["message"].as_str().filter(|_| !file.starts_with("binary/")) {
            let mut rest = said;
            for part in text.split('…') {
                let at = rest.find(part).unwrap_or_else(|| panic!("{file} in {release}: {said:?}, we say {text:?}"));
                rest = &rest[at + part.len()..];
            }
            assert!(rest.is_empty() || !said.contains(" : "), "{file} in {release}: {said:?}, we say {text:?}");
        }
    }
}

/// S8, S12: a Flex op of a package: the text of the release, and the package that brings the op. Asked of 2.15.1: with the
/// shared objects of tensorflow-text 2.15.0 it loads.
#[test]
fn s8_a_flex_op_that_the_release_lacks_names_the_package_that_brings_it() {
    let file = "tflite/flex/case_fold_utf8.tflite";
    let (loads, text) = answer(file, "tensorflow@2.15.1");
    assert!(!loads);
    assert!(text.starts_with("Op type not registered 'CaseFoldUTF8' in binary running on"), "{text}");
    assert!(text.ends_with("Node number 1 (TfLiteFlexDelegate) failed to prepare."), "{text}");
    assert_eq!(need(&inspect(&[file])[0], "CaseFoldUTF8")["id"], "tflite-flex-registered");
    let advice = step(file, "graph-custom-op");
    assert_eq!(advice["message"]["params"]["package"], "tensorflow-text");
    // The newest pair whose TensorFlow has the delegate.
    assert!(advice["snippet"].as_str().expect("commands").contains("tensorflow-text==2.18.1"), "{advice}");
    // A newer op, by release.
    let newer = "tflite/flex/random_index_shuffle.tflite";
    assert!(!answer(newer, "tensorflow@2.8.4").0 && answer(newer, "tensorflow@2.9.3").0);
    let (code, told) = check(newer, "tensorflow@2.8.4");
    let advice = told["artifacts"][0]["advice"].as_array().expect("advice");
    let span = advice.iter().map(|one| &one["message"]["params"]).find(|params| params["first"].is_string());
    assert_eq!((code, &span.expect("a span")["last"]), (1, &Value::from("2.18.1")));
    assert_eq!(step("tflite/flex/no_such_operation.tflite", "graph-unknown-op")["subject"], "NoSuchOperation");
}

/// Flex nodes with attrs that the op's definition refuses: by release, in its words. Asked of 2.4.4, 2.10.1, 2.15.1 and 2.18.1.
#[test]
fn a_flex_node_is_refused_for_its_node_def_where_the_delegate_looks_up_kernels() {
    let never = "tflite/flex/type_never.tflite";
    assert!(answer(never, "tensorflow@2.4.4").0 && !answer(never, "tensorflow@2.15.1").0);
    let (loads, text) = answer("tflite/flex/type_newer.tflite", "tensorflow@2.10.1");
    assert!(!loads && text.starts_with("Value for attr 'TI' of int8 is not in the list of allowed values: "), "{text}");
    assert!(text.ends_with("Delegate kernel was not initializedNode number 1 (TfLiteFlexDelegate) failed to prepare."));
    assert!(answer("tflite/flex/type_newer.tflite", "tensorflow@2.15.1").0);
    let older = "tflite/flex/type_older.tflite";
    assert!(answer(older, "tensorflow@2.10.1").0 && !answer(older, "tensorflow@2.18.1").0);
    let span = check(older, "tensorflow@2.18.1").1["artifacts"][0]["advice"][0]["message"]["params"].clone();
    assert_eq!(span["last"], "2.11.1", "{span}");
    // The op is that of the options, not that of the custom code.
    assert!(answer("tflite/flex/code_other.tflite", "tensorflow@2.15.1").0);
    assert!(answer("tflite/flex/name_other.tflite", "tensorflow@2.15.1").1.contains("'NoSuchOperation'"));
}

/// Basis of a load for the other kinds of files: recorded loads of every part, or sources.
#[test]
fn a_load_of_a_graph_or_a_checkpoint_says_what_it_rests_on() {
    let basis = |file: &str, target: &str| {
        let one = check(file, target).1["artifacts"][0].clone();
        let sources = one["sources"].as_array().expect("sources").len();
        (one["certainty"].as_str().expect("a certainty").to_owned(), sources, one["not_asked"].clone())
    };
    let observed = ("observed".to_owned(), 0, Value::Array(Vec::new()));
    for (file, target) in [
        ("graphdefs/attr_missing_default_ok.pb", "tensorflow@2.15.1"),
        ("savedmodels/functions", "tensorflow@2.15.1"),
        ("checkpoints/resnet_10mb", "tensorflow@2.15.1"),
        ("keras/cnn_keras3.keras", "keras@3.15.1"),
    ] {
        assert_eq!(basis(file, target), observed, "{file} {target}");
    }
    // Restores are recorded with six releases only.
    let (certainty, sources, not_asked) = basis("checkpoints/resnet_10mb", "tensorflow@2.14.1");
    assert_eq!((certainty.as_str(), sources, not_asked), ("derived", 1, Value::Array(Vec::new())));
    let path = fixture("checkpoints/resnet_10mb").display().to_string();
    let text = vintage(&["check", "--target", "tensorflow@2.14.1", &path]).text;
    assert!(text.contains("loads (restore), derived") && text.contains("Source: observed"), "{text}");
}

/// A release that was never asked about a form of an operator loads it as far as known, and the answer says so.
#[test]
fn a_load_says_whether_the_release_was_asked_about_every_form() {
    let asked = &check("tflite/ops/add_0.tflite", "tensorflow@2.15.1").1["artifacts"][0];
    assert_eq!((&asked["certainty"], asked["not_asked"].as_array().map(Vec::len)), (&Value::from("observed"), Some(0)));
    let file = "tflite/scenarios/add_rank_8.tflite";
    let one = &check(file, "tensorflow@2.15.1").1["artifacts"][0];
    assert_eq!((&one["outcome"], &one["certainty"]), (&Value::from("loads"), &Value::from("derived")));
    assert_eq!(one["not_asked"][0]["message"]["id"], "tflite-form-not-asked");
    let text = vintage(&["check", "--target", "tensorflow@2.15.1", &fixture(file).display().to_string()]).text;
    assert!(text.contains("as far as known") && text.contains("FLOAT32 + FLOAT32 > FLOAT32 at rank 8"), "{text}");
}

/// S35: variables of layers in a `.keras` file. Keras 3.11.3, 3.12.0, 3.13.0 and 3.15.1 key them by number (asked of plain and
/// int8 models), so the keys keep no release of Keras 3 from the weights; arguments of the configuration may.
#[test]
fn s35_keys_of_variables_and_arguments_of_layers_are_told_apart() {
    let file = "keras/row_3.13.2.keras";
    let artifact = &inspect(&[file])[0];
    let names: Vec<&str> =
        artifact["variables"].as_array().expect("variables").iter().filter_map(|one| one["name"].as_str()).collect();
    assert!(names.contains(&"layers/dense/vars/0"), "{names:?}");
    let (loads, text) = answer(file, "keras@3.11.3");
    assert!(!loads && text.contains("quantization_config"), "{text}");
    let path = fixture(file).display().to_string();
    let weights = vintage(&["check", "--target", "keras@3.11.3", "--action", "load-weights", &path]);
    assert_eq!(weights.code, 0, "{}", weights.text);
}

/// S36: names of weights in HDF5 files of Keras 2 and 3: the layout, the loaders, a map of the names.
#[test]
fn s36_weights_of_keras_2_and_3_have_a_map_of_their_names() {
    let old = step("keras/cnn_keras2.h5", "keras-h5-names");
    assert_eq!(old["message"]["params"]["own"], "2");
    assert!(
        old["snippet"].as_str().expect("a map").contains("\"first/first/kernel:0\": \"first/first/kernel\","),
        "{old}"
    );
    let new = step("keras/cnn_keras3.h5", "keras-h5-names");
    assert_eq!(new["message"]["params"]["own"], "3");
    assert!(
        new["snippet"].as_str().expect("a map").contains("\"out/sequential/out/bias\": \"out/sequential/out/bias:0\",")
    );
    for target in ["tensorflow@2.15.1", "keras@3.15.1"] {
        let path = fixture("keras/cnn_keras2.h5").display().to_string();
        assert_eq!(vintage(&["check", "--target", target, "--action", "load-weights", &path]).code, 0, "{target}");
    }
    let told = vintage(&["inspect", &fixture("keras/cnn_keras2.h5").display().to_string()]).text;
    assert!(told.contains("TF_USE_LEGACY_KERAS=1"), "the flag of the legacy Keras is named: {told}");
}

/// S37: a layers model of TensorFlow.js from Keras 3. Asked of @tensorflow/tfjs 4.22.0: it refuses the file with this text, and
/// loads it once the key is renamed.
#[test]
fn s37_a_layers_model_of_keras_3_names_the_key_and_the_patch() {
    let artifact = &inspect(&["tfjs/model.json"])[0];
    let error = &artifact["error"]["detail"];
    assert_eq!(
        (&error["id"], &error["params"]["key"]),
        (&Value::from("content-tfjs-keras3"), &Value::from("batch_shape"))
    );
    let range = artifact["error"]["at"]["range"].as_array().expect("its place");
    let text = std::fs::read_to_string(fixture("tfjs/model.json")).expect("the file");
    let [from, to] = [0, 1].map(|at| range[at].as_u64().expect("a number") as usize);
    assert_eq!(&text[from..to], "\"batch_shape\"");
    let told = vintage(&["inspect", &fixture("tfjs/model.json").display().to_string()]).text;
    assert!(told.contains("An InputLayer should be passed either a `batchInputShape` or an `inputShape`."), "{told}");
    assert!(told.contains("s/\"batch_shape\"/\"batch_input_shape\"/g"), "{told}");
}
