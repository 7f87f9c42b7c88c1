//! `check --action`, and the windows of each action in `inspect`.

use super::support::{fixture, vintage};

const GUIDE: &str = "checkpoints/guide/tf_ckpts/ckpt-10";

fn check(path: &str, arguments: &[&str]) -> (i32, String) {
    let path = fixture(path).display().to_string();
    let answer = vintage(&[&["check", path.as_str()], arguments].concat());
    (answer.code, answer.text)
}

#[test]
fn the_guides_checkpoint_loads_and_reading_it_one_by_one_fails() {
    let (code, text) = check(GUIDE, &["--target", "tensorflow@2.15.1"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("tensorflow 2.15.1: loads (restore)"), "{text}");
    let (code, text) = check(GUIDE, &["--target", "tensorflow@2.15.1", "--action", "read"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("Tensorflow type 21 not convertible to numpy dtype."), "{text}");
}

#[test]
fn an_action_of_another_kind_is_not_known() {
    let (code, text) = check(GUIDE, &["--target", "tensorflow@2.15.1", "--action", "load-model"]);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("Their actions: restore, read."), "{text}");
    let (code, _) = check(GUIDE, &["--target", "tensorflow@2.15.1", "--action", "inspire"]);
    assert_eq!(code, 64, "no such action at all");
}

#[test]
fn the_json_answer_names_the_action() {
    let (code, text) = check(
        "savedmodels/two_metagraphs_tf115",
        &["--target", "tensorflow@2.15.1", "--action", "v1-loader", "--json"],
    );
    assert_eq!(code, 0, "{text}");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["artifacts"][0]["action"], "v1-loader");
    assert_eq!(json["artifacts"][0]["outcome"], "loads");
}

#[test]
fn inspect_names_the_action_of_the_window_and_a_line_for_each_other() {
    let path = fixture("savedmodels/functions_tf24").display().to_string();
    let text = vintage(&["inspect", &path]).text;
    assert!(text.contains("(load: tf.saved_model.load succeeds"), "{text}");
    for start in ["    v1-loader  tensorflow ", "    keras      tensorflow "] {
        assert!(text.lines().any(|line| line.starts_with(start)), "{start}: {text}");
    }
}

#[test]
fn the_report_has_windows_of_every_action() {
    let path = fixture(GUIDE).display().to_string();
    let json = vintage(&["inspect", "--json", &path]).json();
    let artifact = &json["artifacts"][0];
    assert_eq!(json["schema"], 1, "nothing changed its meaning");
    assert_eq!(artifact["action"], "restore");
    let other = &artifact["other_actions"][0];
    assert_eq!(other["action"], "read");
    let at = |windows: &serde_json::Value| {
        let verdicts = windows[0]["verdicts"].as_array().expect("verdicts").clone();
        let found = verdicts.iter().find(|verdict| verdict["release"] == "2.15.1").expect("2.15.1");
        found["outcome"].as_str().expect("a word").to_owned()
    };
    assert_eq!((at(&artifact["windows"]), at(&other["windows"])), ("loads".to_owned(), "refused".to_owned()));
}

#[test]
fn verify_says_that_an_iterators_state_has_no_plain_values() {
    let path = fixture(GUIDE).display().to_string();
    let answer = vintage(&["verify", &path]);
    assert_eq!(answer.code, 0, "{}", answer.text);
    assert!(answer.text.contains("not stored as plain values 1"), "{}", answer.text);
    assert!(!answer.text.contains("not readable"), "{}", answer.text);
}
