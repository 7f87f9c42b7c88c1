//! Standard output and standard error, and failures to write them.

use crate::support::{copy, fixture, folder, shell, vintage};

const MODEL: &str = "tflite/ops/while.tflite";

#[test]
fn control_characters_of_a_file_are_printed_as_escapes() {
    let attack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/attacks/flat_names_of_control_characters/escape.tflite");
    let raw = std::fs::read(attack).unwrap();
    assert!(raw.contains(&0x1b), "the file has some");
    for command in ["inspect", "delegates", "values"] {
        let said = vintage(&[command, attack]);
        let control = said.text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
        assert_eq!(control, None, "{command}: {:?}", said.text);
    }
    let said = vintage(&["inspect", attack]);
    assert!(said.text.contains("\\u{1b}"), "they are seen: {}", said.text);
    // JSON has escapes of its own and keeps the text.
    assert!(vintage(&["inspect", "--json", attack]).json().to_string().contains("\\u001b"));
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_no_success() {
    let model = fixture(MODEL).display().to_string();
    for command in
        [format!("inspect {model}"), format!("inspect --json {model}"), "schema".to_owned(), "--help".to_owned()]
    {
        let said = shell(&format!("\"$VINTAGE\" {command} > /dev/full"));
        assert_eq!(said.code, 74, "{command}: {}", said.complaint);
        assert!(said.complaint.contains("No space left"), "{command}: {}", said.complaint);
    }
    let said = shell(&format!("set -o pipefail; \"$VINTAGE\" inspect --json {model} | head -c 1"));
    assert_eq!(said.code, 0, "a reader that had enough is no failure");
}

#[test]
fn quiet_prints_nothing_and_keeps_the_exit_code() {
    let model = fixture(MODEL).display().to_string();
    for (target, code) in [("tensorflow@2.15.0", 0), ("tensorflow@1.13.1", 1)] {
        let said = vintage(&["check", "--quiet", "--target", target, &model]);
        assert_eq!((said.code, said.text.as_str()), (code, ""), "{target}");
    }
    assert!(!vintage(&["check", "-q", "--target", "nonsense@1", &model]).complaint.is_empty(), "errors are still said");
}

/// A Keras file that a release loads after a patch, and the release.
fn to_patch() -> (String, String) {
    let observed = std::fs::read_to_string(fixture("keras/patched/observed.json")).unwrap();
    let rows: serde_json::Value = serde_json::from_str(&observed).unwrap();
    let row = rows.as_array().unwrap().iter().find(|row| row["written"] == true).expect("one with room");
    (row["file"].as_str().unwrap().to_owned(), row["target"].as_str().unwrap().to_owned())
}

#[test]
fn patch_does_not_overwrite_what_it_reads_unless_asked() {
    let here = folder("patch");
    let (file, target) = to_patch();
    let model = here.join("model");
    copy(&file, &model);
    let before = std::fs::read(&model).unwrap();
    let path = model.display().to_string();
    let beside = here.join("../cli-patch/model").display().to_string();
    for out in [&path, &beside] {
        let said = vintage(&["patch", "--lossy", "--for", &target, &path, "--out", out]);
        assert_eq!(said.code, 64, "{}", said.text);
        assert_eq!(std::fs::read(&model).unwrap(), before, "it is as it was");
    }
    let said = vintage(&["patch", "--lossy", "--force", "--for", &target, &path, "--out", &path]);
    assert_eq!(said.code, 0, "{}", said.complaint);
    assert_ne!(std::fs::read(&model).unwrap(), before);
    let left: Vec<_> = std::fs::read_dir(&here).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["model"], "nothing half written stays");
}

/// Seen by another program: the file is always the complete old or the complete new one, and a link to the old one
/// keeps the old bytes.
#[cfg(unix)]
#[test]
fn patch_replaces_a_file_as_a_whole() {
    let here = folder("patch-whole");
    let (file, target) = to_patch();
    let (out, link) = (here.join("out"), here.join("link"));
    std::fs::write(&out, "what was there before").unwrap();
    std::fs::hard_link(&out, &link).unwrap();
    let path = fixture(&file).display().to_string();
    let said = vintage(&["patch", "--lossy", "--for", &target, &path, "--out", &out.display().to_string()]);
    assert_eq!(said.code, 0, "{}", said.complaint);
    assert_eq!(std::fs::read_to_string(&link).unwrap(), "what was there before", "it is not written over in its place");
    assert!(std::fs::read(&out).unwrap().len() > 100);
}

#[test]
fn failures_are_json_where_json_is_asked_for() {
    let model = fixture(MODEL).display().to_string();
    let keras = fixture(&to_patch().0).display().to_string();
    let cases: [(&[&str], i32, &str); 9] = [
        (&["check", "--json", "--target", "tensorflow@99", &model], 64, "release-unknown"),
        (&["patch", "--json", "--for", "nonsense", &keras], 64, "release-unknown"),
        (&["patch", "--json", "--for", "tf@2.15", &model], 2, "patch-no-keras"),
        (&["compare", "--json", "no-such-file", &model], 2, "file-unreadable"),
        (&["delegates", "--json", &keras], 2, "no-model"),
        (&["delegates", "--json", "--only", "nonsense", &model], 64, "no-delegate"),
        (&["restore", "--json", &model, "--only", "a"], 2, "no-checkpoint"),
        (
            &["restore", "--json", &fixture("checkpoints/guide/tf_ckpts/ckpt-8").display().to_string()],
            64,
            "restore-program",
        ),
        (&["inspect", "--json", "--no-such-option", &model], 64, "usage"),
    ];
    for (arguments, code, id) in cases {
        let said = vintage(arguments);
        assert_eq!(said.code, code, "{arguments:?}: {}", said.text);
        let told = said.json();
        assert_eq!(
            (told["exit"].as_i64(), told["error"]["id"].as_str()),
            (Some(code.into()), Some(id)),
            "{arguments:?}"
        );
        assert!(!told["error"]["message"].as_str().unwrap().is_empty());
    }
}

#[test]
fn the_help_of_each_command_lists_its_exit_codes() {
    let help = vintage(&["--help"]);
    assert_eq!(help.code, 0);
    let commands = help.text.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names: Vec<&str> = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty() && *name != "help").collect();
    assert!(names.len() >= 13, "{names:?}");
    for name in names {
        let text = vintage(&[name, "--help"]).text;
        assert!(
            text.contains("Exit codes:\n   0  ") && text.contains("\n  64  the command line is wrong"),
            "{name}: {text}"
        );
    }
}

#[test]
fn shells_complete_commands_and_the_manual_has_pages() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let said = vintage(&["completions", shell]);
        assert_eq!(said.code, 0, "{shell}");
        assert!(said.text.contains("verify") && said.text.contains("target"), "{shell}: {}", said.text);
    }
    let page = vintage(&["man"]);
    assert!(page.code == 0 && page.text.contains(".TH ") && page.text.contains("inspect"), "{}", page.text);
    let page = vintage(&["man", "check"]);
    assert!(page.text.contains("vintage\\-check") && page.text.contains("\\-\\-target"), "{}", page.text);
    assert_eq!(vintage(&["man", "nonsense"]).code, 64);
}
