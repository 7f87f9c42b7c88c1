//! Paths that do not exist, never end, or are more than a process may open.
#![cfg(unix)]

use crate::support::{copy, fixture, folder, shell, vintage};
use std::os::unix::fs::symlink;

const MODEL: &str = "tflite/ops/while.tflite";

#[test]
fn a_missing_path_is_named_and_is_no_success() {
    let cases = [
        ("verify", "checkpoints/sharded_v2_tf115/model.ckpt-10"),
        ("values", "checkpoints/sharded_v2_tf115/model.ckpt-10"),
        ("delegates", MODEL),
        ("inspect", MODEL),
    ];
    for (command, good) in cases {
        let good = fixture(good).display().to_string();
        assert_eq!(vintage(&[command, &good]).code, 0, "{command}");
        let said = vintage(&[command, "no-such-file", &good]);
        assert_eq!(said.code, 2, "{command}");
        assert!((said.text + &said.complaint).contains("no-such-file"), "{command} names it");
    }
}

#[test]
fn damage_is_no_success_of_verify_and_the_damaged_member_is_named() {
    let attack =
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/attacks/zip_member_with_a_wrong_checksum/flipped_weights.keras");
    let said = vintage(&["verify", "--json", attack]);
    assert_eq!(said.code, 2, "{}", said.text);
    let error = &said.json()["artifacts"][0]["error"];
    assert_eq!(error["detail"]["id"], "zip-member-damaged", "the archive is damaged, not the HDF5 in it");
    assert_eq!(error["detail"]["params"]["member"], "model.weights.h5");
    let keras = std::fs::read_dir(fixture("keras")).unwrap().map(|entry| entry.unwrap().path());
    let whole = keras.filter(|path| path.extension().is_some_and(|e| e == "h5")).min().expect("an HDF5 file");
    let bytes = std::fs::read(&whole).unwrap();
    let cut = folder("cut").join("cut.h5");
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(vintage(&["verify", &cut.display().to_string()]).code, 2);
}

#[test]
fn links_that_lead_back_up_end() {
    let here = folder("links");
    copy(MODEL, &here.join("model.tflite"));
    for name in ["a", "b", "c"] {
        symlink(".", here.join(name)).unwrap();
    }
    symlink(&here, here.join("d")).unwrap();
    let said = shell(&format!("timeout 60 \"$VINTAGE\" inspect --json {}", here.display()));
    assert_eq!(said.code, 0, "{}", said.complaint);
    assert_eq!(said.json()["artifacts"].as_array().unwrap().len(), 1, "the model is there once");
    assert_eq!(said.json()["unused"].as_array().unwrap().len(), 4, "each link is listed");
}

#[test]
fn a_pipe_in_a_folder_is_passed_over_and_a_named_one_without_writer_ends() {
    let here = folder("pipe");
    copy(MODEL, &here.join("model.tflite"));
    let pipe = here.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let said = shell(&format!("timeout 60 \"$VINTAGE\" inspect --json {}", here.display()));
    assert_eq!(said.code, 0, "{}", said.complaint);
    assert_eq!(said.json()["unused"][0]["reason"]["detail"]["id"], "file-not-regular");
    let said = shell(&format!("timeout 60 \"$VINTAGE\" inspect --json {}", pipe.display()));
    assert_eq!(said.code, 2, "{}", said.complaint);
    assert_eq!(said.json()["artifacts"][0]["error"]["detail"]["id"], "pipe-without-writer");
    let said = shell(&format!(
        "cat {0}/model.tflite > {0}/pipe & timeout 60 \"$VINTAGE\" inspect --json {0}/pipe",
        here.display()
    ));
    assert_eq!(said.json()["artifacts"][0]["kind"], "tflite", "one with a writer is read: {}", said.text);
}

#[test]
fn standard_input_and_substituted_processes_are_read() {
    let model = fixture(MODEL).display().to_string();
    let whole = vintage(&["inspect", "--json", &model]).json();
    for line in [
        format!("cat {model} | \"$VINTAGE\" inspect --json -"),
        format!("\"$VINTAGE\" inspect --json - < {model}"),
        format!("cat {model} | \"$VINTAGE\" inspect --json /dev/stdin"),
        format!("\"$VINTAGE\" inspect --json <(cat {model})"),
    ] {
        let said = shell(&line);
        assert_eq!(said.code, 0, "{line}: {}", said.text);
        assert_eq!(said.json()["artifacts"][0]["windows"], whole["artifacts"][0]["windows"], "{line}");
    }
    let said = shell("head -c 3000 /dev/zero | \"$VINTAGE\" inspect --json --limit structure_bytes=2000 -");
    assert_eq!(said.json()["artifacts"][0]["error"]["detail"]["id"], "pipe-too-long");
}

#[test]
fn a_folder_may_have_more_files_than_a_process_may_open() {
    let here = folder("many");
    for index in 0..300 {
        std::fs::write(here.join(format!("{index:03}.txt")), "words, and nothing but words\n").unwrap();
    }
    copy(MODEL, &here.join("z.tflite"));
    let said =
        shell(&format!("ulimit -n 64 && \"$VINTAGE\" check --json --target tensorflow@2.15.0 {}", here.display()));
    assert_eq!(said.code, 0, "{}", said.text);
    assert_eq!(said.json()["unused"].as_array().unwrap().len(), 300);
}

/// Observed with tflite-runtime 2.14.0 and ai-edge-litert 2.3.0: only names of signatures are decoded, everything else
/// loads.
#[test]
fn names_that_are_no_text_are_problems_and_the_verdict_follows_the_runtimes() {
    let model = std::fs::read(fixture("tflite/ops/abs_i32.tflite")).unwrap();
    let here = folder("names");
    let cases = [
        ("serving_default\0", false),
        ("output_0\0", false),
        ("in0\0", false),
        ("CONVERSION_METADATA\0", true),
        ("min_runtime_version\0", true),
        ("MLIR Converted.\0", true),
        ("main\0", true),
        ("PartitionedCall:0\0", true),
        ("serving_default_in0:0\0", true),
    ];
    for (name, loads) in cases {
        let at = model.windows(name.len()).position(|window| window == name.as_bytes()).expect(name);
        let mut changed = model.clone();
        changed[at] = 0xff;
        let path = here.join("model.tflite");
        std::fs::write(&path, changed).unwrap();
        let path = path.display().to_string();
        for target in ["tflite-runtime@2.14.0", "ai-edge-litert@2.3.0"] {
            let said = vintage(&["check", "--target", target, &path]);
            assert_eq!(said.code, i32::from(!loads), "{name} {target}: {}", said.text);
        }
        let told = vintage(&["inspect", "--json", &path]);
        let problem = &told.json()["artifacts"][0]["problems"][0]["detail"]["id"];
        assert_eq!((told.code, problem), (0, &"tflite-text-not-utf8".into()), "{name}");
    }
}

/// Its metadata points past the end of the file: 2.7 to 2.10 crash, the others read the bytes there.
#[test]
fn damage_in_parts_that_a_release_does_not_need_keeps_its_verdict() {
    let path = fixture("tflite/corrupt/damaged_02.tflite").display().to_string();
    for (target, code) in [("tensorflow@2.21.0", 0), ("tensorflow@2.8.4", 2), ("ai-edge-litert@2.0.2", 0)] {
        let said = vintage(&["check", "--target", target, &path]);
        assert_eq!(said.code, code, "{target}: {}", said.text);
        assert!(said.text.contains("points past the end of the file"), "the damage is named: {}", said.text);
    }
    let other = fixture("tflite/corrupt/truncated_half.tflite").display().to_string();
    assert_eq!(vintage(&["check", "--target", "tensorflow@2.21.0", &other]).code, 2);
}

#[test]
fn a_configuration_that_is_too_deep_is_over_a_limit_and_half_a_surrogate_is_read() {
    let attack = |path: &str| format!("{}/tests/attacks/{path}", env!("CARGO_MANIFEST_DIR"));
    let deep = vintage(&["inspect", "--json", &attack("json_too_deep/deep_config.keras")]);
    let error = &deep.json()["artifacts"][0]["error"];
    assert_eq!(
        (error["failure"].as_str(), error["detail"]["id"].as_str()),
        (Some("over_limit"), Some("keras-json-too-deep"))
    );
    let half = vintage(&["inspect", "--json", &attack("json_with_half_a_surrogate/surrogate.keras")]);
    assert_eq!((half.code, &half.json()["artifacts"][0]["error"]), (0, &serde_json::Value::Null), "{}", half.text);
}
