//! Files beside a model: they are listed as not used, and change no answer.

use crate::support::{copy, fixture, folder, vintage};
use serde_json::Value;

fn text(path: &std::path::Path) -> String {
    path.display().to_string()
}

#[test]
fn foreign_files_beside_a_model_are_listed_and_change_no_exit_code() {
    let here = folder("foreign");
    let model = here.join("snapshot");
    copy("savedmodels/functions", &model);
    std::fs::remove_file(model.join("golden.json")).unwrap();
    let alone = vintage(&["check", "--json", "--target", "tensorflow@2.15.0", &text(&model)]);
    assert_eq!(alone.code, 0, "{}", alone.text);
    std::fs::write(model.join("README.md"), "# A model\n\nIt is about cats.\n").unwrap();
    std::fs::write(model.join("config.json"), "{\"architectures\": []}").unwrap();
    std::fs::write(model.join("labels.txt"), "cat\ndog\n").unwrap();
    std::fs::write(model.join("empty"), "").unwrap();
    let among = vintage(&["check", "--json", "--target", "tensorflow@2.15.0", &text(&model)]);
    assert_eq!(among.code, 0, "{}", among.text);
    let (alone, among) = (alone.json(), among.json());
    assert_eq!(among["artifacts"], alone["artifacts"]);
    let unused: Vec<&str> =
        among["unused"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(unused, ["snapshot/README.md", "snapshot/config.json", "snapshot/empty", "snapshot/labels.txt"]);
    for command in ["inspect", "verify"] {
        let said = vintage(&[command, &text(&model)]);
        assert_eq!(said.code, 0, "{command}: {}", said.text);
    }
    let said = vintage(&["inspect", &text(&model)]);
    assert!(said.text.contains("not used\n  snapshot/README.md  "), "{}", said.text);
}

/// A file named on the command line is always part of the answer.
#[test]
fn a_foreign_file_that_is_named_is_unreadable() {
    let here = folder("named");
    let (readme, model) = (here.join("README.md"), here.join("model.tflite"));
    std::fs::write(&readme, "# A model\n").unwrap();
    copy("tflite/ops/while.tflite", &model);
    for paths in [vec![text(&readme), text(&model)], vec![text(&readme)]] {
        let mut arguments = vec!["check", "--target", "tensorflow@2.15.0"];
        arguments.extend(paths.iter().map(String::as_str));
        assert_eq!(vintage(&arguments).code, 2, "{paths:?}");
    }
    assert_eq!(
        vintage(&["check", "--target", "tensorflow@2.15.0", &text(&here)]).code,
        0,
        "the folder is named, not the file"
    );
}

#[test]
fn the_graph_beside_a_named_checkpoint_is_not_judged() {
    let here = folder("meta");
    copy("checkpoints/guide/tf_ckpts/ckpt-8.index", &here.join("m.index"));
    copy("checkpoints/guide/tf_ckpts/ckpt-8.data-00000-of-00001", &here.join("m.data-00000-of-00001"));
    std::fs::write(here.join("m.meta"), "no graph at all").unwrap();
    for named in ["m.index", "m"] {
        let said = vintage(&["inspect", "--json", &text(&here.join(named))]);
        let told = said.json();
        assert_eq!((said.code, told["artifacts"].as_array().unwrap().len()), (0, 1), "{named}: {}", said.text);
        assert_eq!(told["unused"][0]["path"], "m.meta");
        assert_eq!(told["unused"][0]["reason"]["detail"]["id"], "file-not-named");
    }
    let both = vintage(&["inspect", &text(&here.join("m.index")), &text(&here.join("m.meta"))]);
    assert_eq!(both.code, 2, "it is judged where it is named: {}", both.text);
}

fn state_findings(told: &Value) -> Vec<&Value> {
    let all = told["artifacts"].as_array().unwrap().iter().flat_map(|one| one["findings"].as_array().unwrap());
    all.filter(|finding| finding["message"]["id"] == "checkpoint-members-missing").collect()
}

#[test]
fn a_state_file_names_the_checkpoints_that_are_missing_and_decides_nothing() {
    let here = folder("state");
    copy("checkpoints/guide/tf_ckpts/ckpt-8.index", &here.join("m-7.index"));
    copy("checkpoints/guide/tf_ckpts/ckpt-8.data-00000-of-00001", &here.join("m-7.data-00000-of-00001"));
    let state = here.join("checkpoint");
    std::fs::write(&state, "model_checkpoint_path: \"m-9\"\nall_model_checkpoint_paths: \"m-7\"\n").unwrap();
    let told = vintage(&["inspect", "--json", &text(&here)]).json();
    let findings = state_findings(&told);
    assert_eq!(findings.len(), 1, "{told}");
    assert_eq!(findings[0]["message"]["params"]["names"], "m-9");
    let said = vintage(&["check", "--target", "tensorflow@2.15.0", &text(&here)]);
    assert_eq!(said.code, 0, "{}", said.text);
    let alone = vintage(&["check", "--target", "tensorflow@2.15.0", &text(&state)]);
    assert_eq!(alone.code, 3);
    assert!(alone.text.contains("isn't loaded by itself. Name the checkpoint: m-9, m-7"), "{}", alone.text);
    std::fs::write(&state, "model_checkpoint_path: \"m-7\"\n").unwrap();
    assert!(state_findings(&vintage(&["inspect", "--json", &text(&here)]).json()).is_empty());
}

#[test]
fn compare_takes_one_model_a_side() {
    let here = folder("two");
    copy("tflite/ops/while.tflite", &here.join("a.tflite"));
    copy("tflite/ops/while.tflite", &here.join("b.tflite"));
    let one = text(&here.join("a.tflite"));
    let said = vintage(&["compare", &text(&here), &one]);
    assert_eq!(said.code, 64, "{}", said.text);
    assert!(said.complaint.contains("holds 2: a.tflite, b.tflite. Name one of them."), "{}", said.complaint);
    assert_eq!(vintage(&["compare", &one, &text(&here)]).code, 64);
    std::fs::remove_file(here.join("b.tflite")).unwrap();
    std::fs::write(here.join("README.md"), "# words\n").unwrap();
    assert_eq!(vintage(&["compare", &text(&here), &one]).code, 0, "a README is no model");
}

#[test]
fn commands_about_one_model_do_not_choose_among_several() {
    let here = folder("several");
    for name in ["a.tflite", "b.tflite"] {
        copy("tflite/ops/while.tflite", &here.join(name));
    }
    for step in ["ckpt-8", "ckpt-10"] {
        copy(&format!("checkpoints/guide/tf_ckpts/{step}.index"), &here.join(format!("{step}.index")));
        let data = format!("{step}.data-00000-of-00001");
        copy(&format!("checkpoints/guide/tf_ckpts/{data}"), &here.join(data));
    }
    let here = text(&here);
    let model = fixture("checkpoints/guide/tf_ckpts/ckpt-8").display().to_string();
    let cases: [(&[&str], &str); 3] = [
        (&["delegates", &here], "a.tflite, b.tflite"),
        (&["restore", &here, "--only", "net"], "ckpt-10, ckpt-8"),
        (&["restore", &model, "--into", &here], "ckpt-10, ckpt-8"),
    ];
    for (arguments, names) in cases {
        let said = vintage(arguments);
        assert_eq!(said.code, 64, "{arguments:?}: {}", said.text);
        assert!(said.complaint.contains(&format!("holds 2: {names}. Name one of them.")), "{}", said.complaint);
    }
}
