//! Graphs of real files: what is in the drawing agrees with what TensorFlow recorded about them.

use prost::Message;
use std::path::Path;
use vintage::formats::proto::tensorflow::{GraphDef, SavedModel};
use vintage::graph::{
    EdgeKind, ObjectSpec, Options, Role, from_function, from_graph_def, from_objects, from_tflite, layout, search,
};

fn fixture(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)
}

fn graph_def(path: &str) -> GraphDef {
    GraphDef::decode(&*std::fs::read(fixture(path)).unwrap()).unwrap()
}

#[test]
fn a_frozen_graph_folds_its_weights_and_loses_no_node() {
    let def = graph_def("graphdefs/frozen.pb");
    let graph = from_graph_def(&def);
    assert_eq!(graph.len(), def.node.len());
    assert_eq!(graph.dangling().count(), 0);
    let drawing = layout(&graph, &Options::grouped(), &|| false).unwrap();
    let constants = def.node.iter().filter(|n| n.op == "Const").count();
    assert!(constants > 0);
    let shown: std::collections::BTreeSet<u32> = drawing.shown_by.iter().copied().collect();
    assert!(shown.len() < def.node.len(), "constants are folded");
    let all = Options { show_constants: true, ..Options::default() };
    let drawing = layout(&graph, &all, &|| false).unwrap();
    assert_eq!(drawing.nodes.len(), def.node.len());
    assert_eq!(drawing.edges.iter().map(|e| e.count as usize).sum::<usize>(), graph.edges());
}

#[test]
fn control_inputs_are_edges_of_their_own_kind() {
    let def = graph_def("graphdefs/control_inputs.pb");
    let graph = from_graph_def(&def);
    let expected = def.node.iter().flat_map(|n| &n.input).filter(|i| i.starts_with('^')).count();
    let found = (0..graph.len() as u32).flat_map(|n| graph.inputs(n)).filter(|e| e.kind == EdgeKind::Control).count();
    assert!(expected > 0);
    assert_eq!(found, expected);
}

#[test]
fn functions_are_graphs_with_arguments_results_and_calls() {
    let bytes = std::fs::read(fixture("savedmodels/functions/saved_model.pb")).unwrap();
    let saved = SavedModel::decode(&*bytes).unwrap();
    let def = saved.meta_graphs[0].graph_def.as_ref().unwrap();
    let functions = &def.library.as_ref().unwrap().function;
    assert!(!functions.is_empty());
    let mut calls = 0;
    for (index, function) in functions.iter().enumerate() {
        let signature = function.signature.as_ref().unwrap();
        let graph = from_function(def, index).unwrap();
        assert_eq!(graph.title(), signature.name);
        assert_eq!(graph.len(), signature.input_arg.len() + function.node_def.len() + signature.output_arg.len());
        assert_eq!(graph.dangling().count(), 0, "{:?}", graph.dangling().next());
        for node in 0..graph.len() as u32 {
            calls += usize::from(graph.role(node) == Role::Call);
            assert!(graph.role(node) != Role::Output || graph.inputs(node).count() == 1);
        }
        assert_eq!(layout(&graph, &Options::grouped(), &|| false).unwrap().shown_by.len(), graph.len());
    }
    assert!(calls > 0, "the model has functions that call functions");
    assert!(from_function(def, functions.len()).is_none());
}

#[test]
fn every_graph_of_the_fixtures_can_be_drawn() {
    let mut drawn = 0;
    let mut folders = vec![fixture("graphdefs"), fixture("public/graphdefs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "pb") {
                // The fixtures include broken files; this test ignores files that cannot be decoded.
                let Ok(def) = GraphDef::decode(&*std::fs::read(&path).unwrap()) else { continue };
                for options in [Options::default(), Options::grouped()] {
                    let graph = from_graph_def(&def);
                    let drawing = layout(&graph, &options, &|| false).unwrap();
                    assert_eq!(drawing.total as usize, def.node.len());
                    drawn += 1;
                }
            }
        }
    }
    assert!(drawn > 40, "{drawn}");
}

/// The guide's checkpoint, from the object graph that TensorFlow printed.
fn guide() -> Vec<ObjectSpec> {
    let text = std::fs::read_to_string(fixture("checkpoints/guide/tf_ckpts/ckpt-10.golden.json")).unwrap();
    let golden: serde_json::Value = serde_json::from_str(&text).unwrap();
    let nodes = golden["object_graph"]["nodes"].as_array().unwrap().clone();
    let list = |v: &serde_json::Value| v.as_array().cloned().unwrap_or_default();
    let id = |v: &serde_json::Value| v.as_u64().unwrap_or(0) as u32;
    let mut objects: Vec<ObjectSpec> = nodes
        .iter()
        .enumerate()
        .map(|(index, node)| ObjectSpec {
            path: String::new(),
            role: if index == 0 {
                Role::Root
            } else if !list(&node["slot_variables"]).is_empty() {
                Role::Optimizer
            } else if node["attributes"].is_array() {
                Role::Variable
            } else {
                Role::Object
            },
            children: list(&node["children"])
                .iter()
                .map(|c| (c["local_name"].as_str().unwrap().to_owned(), id(&c["node_id"])))
                .collect(),
            slots: list(&node["slot_variables"])
                .iter()
                .map(|s| {
                    let name = s["slot_name"].as_str().unwrap().to_owned();
                    (name, id(&s["original_variable_node_id"]), id(&s["slot_variable_node_id"]))
                })
                .collect(),
            attributes: Vec::new(),
        })
        .collect();
    for index in 0..objects.len() {
        for (_, _, slot) in objects[index].slots.clone() {
            objects[slot as usize].role = Role::SlotVariable;
        }
        for (name, child) in objects[index].children.clone() {
            let path = format!("{}/{name}", objects[index].path);
            objects[child as usize].path = path.trim_start_matches('/').to_owned();
        }
    }
    objects
}

#[test]
fn the_guides_checkpoint_has_its_roles_and_dashed_slot_edges() {
    let objects = guide();
    let graph = from_objects(&objects);
    let drawing = layout(&graph, &Options::default(), &|| false).unwrap();
    assert_eq!(drawing.nodes.len(), 18);
    let count = |role: Role| drawing.nodes.iter().filter(|n| n.role == role).count();
    assert_eq!((count(Role::Root), count(Role::Optimizer), count(Role::SlotVariable)), (1, 1, 4));
    // Each slot variable hangs on its optimizer and on its variable.
    assert_eq!(drawing.edges.iter().filter(|e| e.kind == EdgeKind::Slot).count(), 8);
    assert_eq!(search(&graph, "kernel", &[]), Ok(vec![12]));
}

/// Every recorded TFLite model draws, and the drawing holds as many operators as TensorFlow counted.
#[test]
fn mobilenet_is_one_column_with_its_weights_folded() {
    let path = fixture("tflite/models/mobilenet_v2_035_224_float32.tflite");
    let golden = std::fs::read_to_string(path.with_extension("golden.json")).unwrap();
    let golden: serde_json::Value = serde_json::from_str(&golden).unwrap();
    let source = vintage::bytes::MemorySource::shared("m.tflite", std::fs::read(&path).unwrap());
    let model = vintage::formats::tflite::read(&source, &vintage::bytes::Limits::default()).unwrap();
    let graph = from_tflite(&model, 0).unwrap();
    assert_eq!(graph.dangling().count(), 0);
    for code in golden["facts"]["operator_codes"].as_array().unwrap() {
        let op = code["name"].as_str().unwrap();
        let found = (0..graph.len() as u32).filter(|n| graph.op(*n) == op).count() as u64;
        assert_eq!(Some(found), code["count"].as_u64(), "{op}");
    }
    let drawing = layout(&graph, &Options::default(), &|| false).unwrap();
    assert_eq!(drawing.stats.crossings, 0);
    // A plain column with skips beside it: all operators of the trunk share one axis.
    let axis = |n: &vintage::graph::DrawnNode| n.x + n.w / 2.0;
    let convolutions: Vec<_> = drawing.nodes.iter().filter(|n| n.op == "CONV_2D").collect();
    let middle = axis(convolutions[0]);
    assert!(convolutions.iter().all(|n| (axis(n) - middle).abs() < 200.0));
    assert!(convolutions.iter().all(|n| n.attributes.iter().any(|(name, _)| name == "constant 1")), "weights are told");
    let output = drawing.nodes.iter().find(|n| n.role == Role::Output).unwrap();
    assert!(drawing.nodes.iter().all(|n| n.y <= output.y), "the output stands last");
}
