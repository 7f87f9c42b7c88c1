//! Every GraphDef with a golden, and the `.meta` files beside checkpoints.

use crate::support::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vintage::bytes::{Limits, Result};
use vintage::formats::graph_def::{GraphDefExt, GraphDocument, MetaGraph};
use vintage::formats::proto::tensorflow::NodeDef;

fn goldens() -> Vec<(PathBuf, Value)> {
    let mut paths = files_below(&fixtures().join("graphdefs"), ".golden.json");
    paths.extend(files_below(&fixtures().join("public/graphdefs"), ".golden.json"));
    paths.into_iter().map(|p| (p.to_string_lossy().strip_suffix(".golden.json").unwrap().into(), json(&p))).collect()
}

fn open(path: &Path) -> Result<GraphDocument> {
    let limits = Limits::default();
    if path.extension().is_some_and(|e| e == "pbtxt") {
        GraphDocument::open_text(&source(path), &limits)
    } else {
        GraphDocument::open(&source(path), &limits)
    }
}

#[test]
fn the_same_graphs_are_refused() {
    let mut refused = 0;
    for (path, golden) in goldens() {
        let opened = open(&path);
        match (&golden["parse"], opened) {
            (Value::String(ok), Ok(_)) if ok == "ok" => {}
            (Value::Object(_), Err(error)) => {
                refused += 1;
                assert!(error.at.range.is_some(), "{}: {error}", path.display());
                // The text parser reports line and column first; ours are the same.
                let message = text(&golden["parse"], "message");
                if let Some((place, _)) = message.split_once(" : ") {
                    let param = |key| error.value(key).unwrap();
                    assert_eq!(place, format!("{}:{}", param("line"), param("column")), "{}", path.display());
                    assert!(message.contains(&format!("\"{}\"", param("field"))), "{message}");
                }
            }
            (golden, ours) => panic!("{}: {golden} against {ours:?}", path.display()),
        }
    }
    assert_eq!(refused, 4);
}

#[test]
fn nodes_ops_inputs_and_versions_agree() {
    let mut seen = 0;
    for (path, golden) in goldens() {
        let Some(facts) = golden.get("facts") else { continue };
        let graph = open(&path).unwrap().graph;
        let shown = path.display();
        let versions = graph.version_def();
        assert_eq!(i64::from(versions.producer), facts["versions"]["producer"].as_i64().unwrap(), "{shown}");
        assert_eq!(i64::from(versions.min_consumer), facts["versions"]["min_consumer"].as_i64().unwrap(), "{shown}");
        assert_eq!(Value::from(versions.bad_consumers), facts["versions"]["bad_consumers"], "{shown}");
        assert_eq!(graph.node.len() as u64, facts["nodes"].as_u64().unwrap(), "{shown}");
        assert_eq!(graph.functions().len() as u64, facts["functions"].as_u64().unwrap(), "{shown}");
        let edges: usize = graph.node.iter().map(|n| n.input.len()).sum();
        assert_eq!(edges as u64, facts["edges"].as_u64().unwrap(), "{shown}");
        let ops: BTreeMap<String, u64> = serde_json::from_value(facts["ops"].clone()).unwrap();
        assert_eq!(histogram(graph.node.iter()), ops, "{shown}");
        for (node, golden) in graph.node.iter().zip(facts["node_list"].as_array().unwrap()) {
            let ours = serde_json::json!([node.name, node.op, node.input]);
            assert_eq!(&ours, golden, "{shown}");
        }
        seen += 1;
    }
    assert!(seen > 40, "{seen}");
}

pub fn histogram<'n>(nodes: impl Iterator<Item = &'n NodeDef>) -> BTreeMap<String, u64> {
    let mut ops = BTreeMap::new();
    for node in nodes {
        *ops.entry(node.op.clone()).or_default() += 1;
    }
    ops
}

/// The bytes at the position of node i are node i.
#[test]
fn places_of_nodes_hold_those_nodes() {
    use prost::Message;
    for (path, _) in goldens() {
        let Ok(document) = open(&path) else { continue };
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(document.spans.nodes.len(), document.graph.node.len(), "{}", path.display());
        for (index, node) in document.graph.node.iter().enumerate() {
            let range = document.spans.node(index).unwrap();
            let piece = &bytes[range.start as usize..range.end as usize];
            if path.extension().is_some_and(|e| e == "pbtxt") {
                let piece = std::str::from_utf8(piece).unwrap();
                // An element of a list in brackets has no name in front; a message may close with `>`.
                assert!(
                    piece.starts_with(['n', '{', '<']) && piece.ends_with(['}', '>']),
                    "{}: {piece}",
                    path.display()
                );
                assert!(piece.contains(&format!("\"{}\"", node.op)), "{}: {piece}", path.display());
            } else {
                let lone = vintage::formats::proto::tensorflow::GraphDef::decode(piece).unwrap();
                assert_eq!(&lone.node[0].name, &node.name, "{}", path.display());
            }
        }
        for (index, function) in document.graph.functions().iter().enumerate() {
            assert_eq!(document.spans.functions[index].len(), function.node_def.len(), "{}", path.display());
        }
    }
}

#[test]
fn text_and_binary_of_one_graph_are_one_graph() {
    let graph = |name: &str| open(&fixtures().join("graphdefs").join(name)).unwrap().graph;
    assert_eq!(graph("frozen.pb"), graph("frozen.pbtxt"));
    assert_eq!(graph("graph_tf1_15_5.pb"), graph("graph_tf1_15_5.pbtxt"));
}

#[test]
fn meta_files_beside_checkpoints_are_read() {
    let mut seen = 0;
    for path in files_below(&fixtures().join("checkpoints"), ".meta") {
        let meta = MetaGraph::open(&source(&path), &Limits::default()).unwrap();
        let shown = path.display();
        assert!(!meta.graph().node.is_empty(), "{shown}");
        assert_eq!(meta.spans.nodes.len(), meta.graph().node.len(), "{shown}");
        assert!(meta.tensorflow_version().starts_with(['1', '2']), "{shown}");
        assert!(meta.graph().version_def().producer > 0, "{shown}");
        assert!(meta.def.saver_def.is_some(), "{shown}");
        seen += 1;
    }
    assert!(seen >= 8, "{seen}");
}
