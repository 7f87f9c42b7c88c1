//! Graphs side by side: partners and differences of their nodes, checked against TensorFlow and the flatbuffer schema
//! (`tests/fixtures/generators/comparisons.py`).

use crate::comparisons::{dropped, rows};
use crate::support::fixture;
use std::collections::BTreeMap;
use vintage::bytes::Limits;
use vintage::report::{Opened, open};
use vintage::services::compare::schema::ChangeKind;
use vintage::services::pairs::schema::PairedGraphs;

fn opened(paths: &[String]) -> Opened {
    let mut files = Vec::new();
    for path in paths {
        dropped(&fixture(path), &mut files);
    }
    open(files, &Limits::default(), &mut |_| ())
}

/// Ops with their versions that only one side has, by number.
fn balance(pairs: &PairedGraphs) -> (BTreeMap<String, i64>, BTreeMap<String, i64>) {
    let mut balance: BTreeMap<String, i64> = BTreeMap::new();
    for difference in &pairs.differences {
        // Inputs and outputs are no ops.
        if difference.a.or(difference.b).is_none_or(|node| node.source.is_none()) {
            continue;
        }
        if difference.how == ChangeKind::Added {
            *balance.entry(difference.op.clone()).or_default() += 1;
            continue;
        }
        *balance.entry(difference.op.clone()).or_default() -= 1;
        if difference.how == ChangeKind::Changed {
            let mut after: Vec<String> = difference.op.split(" v").map(str::to_owned).collect();
            for field in &difference.fields {
                match (field.field.as_str(), &field.b) {
                    ("op", Some(op)) => after[0].clone_from(op),
                    ("version", Some(version)) => after[1].clone_from(version),
                    _ => {}
                }
            }
            *balance.entry(after.join(" v")).or_default() += 1;
        }
    }
    let side =
        |sign: i64| balance.iter().filter(|(_, n)| **n * sign > 0).map(|(op, n)| (op.clone(), n * sign)).collect();
    (side(1), side(-1))
}

#[test]
fn nodes_of_one_side_are_those_that_tensorflow_counts() {
    let mut compared = 0;
    for row in rows().into_iter().filter(|row| row["ending"] == ".tflite" || row["ending"] == ".pb") {
        let side = |side: &str| {
            let text = |key: &str| row[key].as_str().expect("text").to_owned();
            format!("comparisons/{}_{side}{}", text("name"), text("ending"))
        };
        let opened = opened(&[side("a"), side("b")]);
        // The truth counts the nodes of all graphs; those of functions are drawn with their calls.
        if opened.report.artifacts.iter().any(|artifact| artifact.graphs.len() != 1) {
            continue;
        }
        let pairs = opened.pairs(0, Some(0), 1).expect("two graphs");
        let expected = |key: &str| -> BTreeMap<String, i64> {
            row[key].as_object().into_iter().flatten().map(|(op, n)| (op.clone(), n.as_i64().unwrap_or(0))).collect()
        };
        assert_eq!(balance(&pairs), (expected("added"), expected("removed")), "{}", side("a"));
        compared += 1;
    }
    assert!(compared > 12, "{compared}");
}

#[test]
fn a_pair_counts_once_and_each_node_has_its_class() {
    let opened = opened(&["comparisons/op_version_a.tflite".into(), "comparisons/op_version_b.tflite".into()]);
    let pairs = opened.pairs(0, Some(0), 1).expect("two graphs");
    let counts: BTreeMap<&str, u32> = pairs.a.classes.iter().map(|class| (class.key.as_str(), class.nodes)).collect();
    assert_eq!((counts["changed"], counts["removed"], counts["added"]), (1, 0, 0));
    let [difference] = &pairs.differences[..] else { panic!("{:?}", pairs.differences) };
    let (a, b) = (difference.a.expect("before"), difference.b.expect("after"));
    assert_eq!(pairs.partners[a.node as usize], Some(b.node));
    assert_eq!((pairs.a.of[a.node as usize], pairs.b.of[b.node as usize]), (1, 1));
    assert_eq!(difference.op, "FULLY_CONNECTED v1");
    let version = difference.fields.iter().find(|field| field.field == "version").expect("a version");
    assert_eq!((version.a.as_deref(), version.b.as_deref()), (Some("1"), Some("9")));
}

#[test]
fn a_graph_is_the_same_as_itself() {
    for path in [
        "comparisons/graph_op_a.pb",
        "comparisons/option_a.tflite",
        "comparisons/ckpt_value_a.index",
        "comparisons/keras_same_a.keras",
        "tflite/ops/nested_if_while.tflite",
    ] {
        let opened = opened(&[path.to_owned()]);
        let which = (!opened.report.artifacts[0].graphs.is_empty()).then_some(0);
        let pairs = opened.pairs(0, which, 0).expect("a graph");
        assert!(pairs.differences.is_empty(), "{path}: {:?}", pairs.differences);
        assert_eq!(pairs.graph, which);
        let own = (0..).map(Some).take(pairs.partners.len());
        assert!(pairs.partners.iter().copied().eq(own), "{path}: {:?}", pairs.partners);
    }
}
