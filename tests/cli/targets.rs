//! Targets as users write them, and targets that do not exist.

use crate::support::{fixture, vintage};

#[test]
fn releases_may_be_written_short() {
    let model = fixture("tflite/ops/while.tflite").display().to_string();
    let cases = [
        ("2.15", "tensorflow", "2.15.1"),
        ("v2.15.0", "tensorflow", "2.15.0"),
        ("tf@2.15", "tensorflow", "2.15.1"),
        ("TF@2.15", "tensorflow", "2.15.1"),
        ("tflite-runtime@v2.14.0", "tflite-runtime", "2.14.0"),
        ("litert@1.0", "ai-edge-litert", "1.0.1"),
    ];
    for (target, channel, release) in cases {
        let said = vintage(&["check", "--json", "--target", target, &model]);
        let told = said.json();
        assert_eq!((told["channel"].as_str(), told["release"].as_str()), (Some(channel), Some(release)), "{target}");
        assert_eq!(told["artifacts"][0]["outcome"], "loads", "{target}");
    }
    let latest = vintage(&["check", "--target", "latest", &model]);
    assert_eq!(latest.code, 0, "{}{}", latest.text, latest.complaint);
}

/// 3 means that the verdict is unknown: a typo is not a verdict.
#[test]
fn a_target_that_does_not_exist_is_a_usage_error_with_a_suggestion() {
    let model = fixture("tflite/ops/while.tflite").display().to_string();
    for (target, meant) in [
        ("tensorflow@2.15.7", "Did you mean 2.15."),
        ("tensorflow@2.99", "Did you mean 2."),
        ("tensorflwo@2.15.1", "Did you mean tensorflow?"),
        ("nonsense@1.0", "Known channels: tensorflow,"),
    ] {
        let said = vintage(&["check", "--target", target, &model]);
        assert_eq!((said.code, said.text.as_str()), (64, ""), "{target}");
        assert!(said.complaint.contains(meant), "{target}: {}", said.complaint);
    }
    // A release that exists, of a channel that does not load files of this kind.
    let said = vintage(&["check", "--target", "keras@3.0.0", &model]);
    assert_eq!(said.code, 3, "{}", said.text);
}
