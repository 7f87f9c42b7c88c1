//! Evolution in the CLI: the effect of the version guide's recipes on graphs, and the rules that a plan violates. The
//! messages of refusing releases were recorded from released wheels (`knowledge/messages.csv`).

#[allow(dead_code, reason = "the command takes no files")]
use crate::support::vintage;
use serde_json::Value;

/// The exit code and the answer to a plan.
fn evolve(arguments: &[&str]) -> (i32, Value) {
    let all: Vec<&str> = ["evolve"].iter().chain(arguments).chain(&["--json"]).copied().collect();
    let answer = vintage(&all);
    (answer.code, answer.json())
}

/// Ids of the rules that a plan breaks with a severity.
fn broken(answer: &Value, severity: &str) -> Vec<String> {
    let rules = answer["broken"].as_array().expect("rules").iter();
    let id =
        |rule: &Value| rule["message"]["id"].as_str().expect("an id").trim_start_matches("evolution-rule-").to_owned();
    rules.filter(|rule| rule["severity"] == severity).map(id).collect()
}

/// Outcome of a graph of `producer` in `consumer`.
fn load<'a>(answer: &'a Value, concerned: bool, producer: &str, consumer: &str) -> &'a Value {
    let graphs = answer["graphs"].as_array().expect("graphs");
    let graph = graphs.iter().find(|g| g["producer"] == producer && g["concerned"] == concerned).expect("the graph");
    graph["loads"].as_array().expect("loads").iter().find(|load| load["consumer"] == consumer).expect("the release")
}

/// The release in which a step is done.
fn at<'a>(answer: &'a Value, step: &str) -> &'a str {
    let steps = answer["steps"].as_array().expect("steps");
    let found = steps.iter().find(|s| s["step"] == step).expect("the step");
    found["release"].as_str().unwrap_or("")
}

fn release<'a>(answer: &'a Value, version: &str) -> &'a Value {
    let releases = answer["releases"].as_array().expect("releases");
    releases.iter().find(|r| r["version"] == version).expect("the release")
}

#[test]
fn every_recipe_has_a_plan_that_keeps_the_promises() {
    for recipe in ["add-attr", "add-op", "add-op-and-switch", "remove", "change", "ban"] {
        let (code, answer) = evolve(&[recipe]);
        assert_eq!(code, 0, "{recipe}: {:?}", broken(&answer, "error"));
        let steps = answer["steps"].as_array().expect("steps");
        assert!(steps.iter().all(|step| step["release"].is_string()), "{recipe}: {steps:?}");
    }
}

#[test]
fn released_numbers_are_facts() {
    let (_, answer) = evolve(&["add-op"]);
    let newest = release(&answer, "2.21.0");
    assert_eq!((newest["number"].as_i64(), newest["planned"].as_bool()), (Some(2474), Some(false)));
    assert_eq!(newest["date"], "2026-03-06");
    let (code, answer) = evolve(&["add-op", "--step", "register=2.21.0"]);
    assert_eq!((code, broken(&answer, "error")), (1, vec!["in-the-past".to_owned()]));
}

#[test]
fn a_new_op_is_unknown_to_what_came_before() {
    let (_, answer) = evolve(&["add-op", "--step", "register=2.22.0"]);
    let cell = load(&answer, true, "2.22.0", "2.21.0");
    assert_eq!((&cell["outcome"], &cell["rule"]), (&"refused".into(), &"graph-op".into()));
    let prints = cell["prints"].as_str().expect("a text");
    assert!(prints.starts_with("Op type not registered 'MyOpV2' in binary running on"), "{prints}");
    assert_eq!(load(&answer, true, "2.22.0", "3.0.0")["outcome"], "loads");
    let nobody = answer["graphs"].as_array().expect("graphs");
    assert!(!nobody.iter().any(|g| g["producer"] == "2.21.0" && g["concerned"] == true), "2.21.0 cannot write it");
}

#[test]
fn raising_min_consumer_shuts_out_graphs_without_the_op() {
    let steps = ["add-op-and-switch", "--step", "register=2.22.0", "--step", "switch=2.23.0"];
    let (code, answer) = evolve(&steps);
    assert_eq!(code, 0);
    assert_eq!(load(&answer, false, "2.23.0", "2.21.0")["outcome"], "loads");

    let (code, answer) = evolve(&[&steps[..], &["--raises-min-consumer"]].concat());
    assert_eq!(code, 1);
    assert!(broken(&answer, "error").contains(&"min-consumer-raised".to_owned()));
    let cell = load(&answer, false, "2.23.0", "2.21.0");
    assert_eq!(cell["rule"], "graph-min-consumer");
    let expected = "GraphDef min consumer version 2475 above current version 2474 for TensorFlow 2.21.0.  Please upgrade TensorFlow.";
    assert_eq!(cell["prints"], expected);
}

#[test]
fn a_switch_without_a_head_start_costs_older_binaries() {
    let (code, answer) = evolve(&["add-op-and-switch", "--step", "register=2.22.0", "--step", "switch=2.22.0"]);
    assert_eq!((code, broken(&answer, "warning")), (0, vec!["no-head-start".to_owned()]));
}

#[test]
fn removal_waits_for_a_major_release_and_six_months() {
    let minor = ["remove", "--step", "stop-writing=2.22.0", "--step", "deprecate=2.22.0", "--step", "remove=2.23.0"];
    let (code, answer) = evolve(&minor);
    assert_eq!(code, 1);
    let errors = broken(&answer, "error");
    assert!(errors.contains(&"not-major".to_owned()) && errors.contains(&"backward".to_owned()), "{errors:?}");

    let soon = [
        "remove",
        "--release",
        "2.23.0=2027-06-01",
        "--release",
        "3.0.0=2027-11-30",
        "--step",
        "stop-writing=2.22.0",
        "--step",
        "deprecate=2.23.0",
        "--step",
        "remove=3.0.0",
    ];
    let (code, answer) = evolve(&soon);
    assert_eq!((code, broken(&answer, "error")), (1, vec!["six-months".to_owned()]));
    let rule = &answer["broken"][0]["message"]["params"];
    assert_eq!(rule["earliest"], "2027-12-01");

    let late = soon.map(|argument| if argument.starts_with("3.0.0=") { "3.0.0=2027-12-01" } else { argument });
    let (code, answer) = evolve(&late);
    assert_eq!(code, 0);
    // Graphs of 2.22.0 used nothing deprecated, so the guide promises them the next major.
    assert_eq!(broken(&answer, "warning"), ["next-major"]);
    assert_eq!(at(&evolve(&["remove"]).1, "remove"), "4.0.0", "the plan that keeps every rule waits for it");

    let gone = release(&answer, "3.0.0");
    assert_eq!(gone["min_producer"], release(&answer, "2.23.0")["number"]);
    let cell = load(&answer, false, "2.22.0", "3.0.0");
    let expected = "GraphDef producer version 2474 below min producer 2475 supported by TensorFlow 3.0.0.  Please regenerate your graph.";
    assert_eq!(cell["prints"], expected, "the number shuts out graphs without the op as well");
}

#[test]
fn a_name_that_comes_back_too_early_changes_graphs_without_a_word() {
    let early = ["change", "--step", "register=2.22.0", "--step", "switch=2.23.0", "--step", "reuse=3.0.0"];
    let (code, answer) = evolve(&early);
    assert_eq!(code, 1);
    let errors = broken(&answer, "error");
    assert!(errors.contains(&"without".to_owned()) && errors.contains(&"differs".to_owned()), "{errors:?}");
    assert_eq!(load(&answer, true, "2.22.0", "3.0.0")["outcome"], "differs");

    let (_, answer) = evolve(&["change"]);
    let (gone, back) = (at(&answer, "remove"), at(&answer, "reuse"));
    assert_eq!(load(&answer, true, "2.21.0", gone)["rule"], "graph-min-producer");
    assert_eq!(
        load(&answer, true, "2.21.0", back)["rule"],
        "graph-min-producer",
        "the old meaning never loads as the new"
    );
    let cell = load(&answer, true, at(&answer, "switch-back"), "2.21.0");
    assert_eq!(cell["rule"], "graph-min-consumer", "the new meaning never loads as the old");
}

#[test]
fn an_attr_needs_a_default_that_changes_nothing() {
    let (code, answer) = evolve(&["add-attr", "--default", "none"]);
    assert_eq!(code, 1);
    assert_eq!(load(&answer, true, "2.21.0", "2.22.0")["rule"], "graph-attr-missing");
    let (code, answer) = evolve(&["add-attr", "--default", "other"]);
    assert_eq!(code, 1);
    assert_eq!(load(&answer, true, "2.21.0", "2.22.0")["outcome"], "differs");
    // From 2.5.0 on an unknown attr is ignored, with any value.
    let (code, answer) = evolve(&["add-attr"]);
    assert_eq!((code, broken(&answer, "warning")), (0, vec!["differs-forward".to_owned()]));
    let (_, answer) = evolve(&["add-attr", "--keeps-defaults"]);
    assert_eq!(load(&answer, true, "2.22.0", "2.21.0")["outcome"], "ignores");
}

#[test]
fn a_ban_reaches_new_graphs_and_equal_numbers() {
    let (code, answer) = evolve(&["ban", "--bad", "2.21.0", "--step", "ban=2.22.0"]);
    assert_eq!(code, 0);
    assert_eq!(load(&answer, true, "2.20.0", "2.21.0")["outcome"], "unsafe");
    let cell = load(&answer, true, "2.22.0", "2.21.0");
    let expected =
        "GraphDef disallows consumer version 2474.  Please upgrade TensorFlow: this version is likely buggy.";
    assert_eq!(cell["prints"], expected);
    // 2.22.0 has the number of 2.21.0, because no step raised it.
    let (code, answer) = evolve(&["ban", "--bad", "2.22.0", "--step", "ban=2.23.0"]);
    assert_eq!((code, broken(&answer, "error")), (1, vec!["bans-others".to_owned()]));
    let (_, answer) = evolve(&["ban", "--bad", "2.22.0", "--step", "ban=2.22.0"]);
    assert!(broken(&answer, "error").contains(&"bans-itself".to_owned()));
}

#[test]
fn what_is_no_plan_is_named() {
    for (arguments, id) in [
        (&["grow"][..], "evolution-no-recipe"),
        (&["remove", "--step", "ban=2.22.0"], "evolution-no-step"),
        (&["remove", "--step", "remove=9.0.0"], "evolution-no-release"),
        (&["add-op", "--release", "2.23=soon"], "evolution-no-date"),
        (&["add-op", "--release", "two=2027-01-01"], "evolution-no-version"),
        (&["add-op", "--release", "2.20.1=2027-01-01"], "evolution-release-refused"),
        (&["add-op", "--release", "2.22.0=2031-01-01"], "evolution-dates"),
        (&["add-op", "--without", "2.21.0"], "evolution-no-release"),
        (&["add-attr", "--default", "maybe"], "evolution-no-default"),
    ] {
        let (code, answer) = evolve(arguments);
        assert_eq!(code, 64, "{arguments:?}");
        assert_eq!(answer["error"]["detail"]["id"], id, "{arguments:?}");
        let said = answer["error"]["message"].as_str().expect("words");
        assert!(said.len() > 20 && !said.contains("lab-"), "{said}");
    }
}
