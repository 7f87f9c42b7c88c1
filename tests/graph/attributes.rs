//! Attributes of nodes in graphs: one numbering of nodes, and byte strings as bytes.

use vintage::bytes::{Limits, MemorySource};
use vintage::formats::proto::tensorflow::attr_value::Value;
use vintage::formats::proto::tensorflow::{AttrValue, GraphDef, NodeDef};
use vintage::formats::tflite;
use vintage::graph::{Graph, Options, Role, from_graph_def, from_tflite, layout};

fn node(name: &str, op: &str, input: &[&str]) -> NodeDef {
    let input = input.iter().map(|input| (*input).to_owned()).collect();
    NodeDef { name: name.to_owned(), op: op.to_owned(), input, ..NodeDef::default() }
}

#[test]
fn a_drawing_counts_the_nodes_of_the_file_whether_they_are_folded_or_not() {
    let node = vec![node("x", "Placeholder", &[]), node("c", "Const", &[]), node("y", "AddV2", &["x", "c"])];
    let graph = from_graph_def(&GraphDef { node, ..GraphDef::default() });
    for show_constants in [false, true] {
        let options = Options { show_constants, ..Options::default() };
        let drawing = layout(&graph, &options, &|| false).expect("not cancelled");
        assert_eq!(drawing.listed, 3);
        assert_eq!(drawing.nodes.len(), if show_constants { 3 } else { 2 }, "a constant is in its reader");
    }
}

#[test]
fn a_byte_string_that_is_no_text_has_no_control_characters() {
    let config = b"\n\x07\n\x03CPU\x10\x01\n\x07\n\x03GPU\x10\x002\x02J\x008\x01\x82\x01\0".to_vec();
    let mut call = node("call", "StatefulPartitionedCall", &[]);
    let value = AttrValue { value: Some(Value::S(config.into())) };
    call.attr.insert("config_proto".to_owned(), value);
    let graph = from_graph_def(&GraphDef { node: vec![call], ..GraphDef::default() });
    let shown: Vec<_> = graph.attributes(0).collect();
    assert!(shown.iter().any(|(name, value)| *name == "config_proto" && value.starts_with("0a 07 0a 03 43 50 55")));
    assert!(shown.iter().all(|(_, value)| !value.chars().any(char::is_control)), "{shown:?}");
}

#[test]
fn inputs_and_outputs_have_the_names_of_their_signatures() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/public/tflite/LiteRT/multi_signatures.bin");
    let bytes = std::fs::read(path).expect("the fixture");
    let model = tflite::read(&MemorySource::shared("model.tflite", bytes), &Limits::default()).expect("a model");
    let names = |graph: &Graph| -> Vec<(String, String)> {
        let ends = (0..graph.len() as u32).filter(|node| matches!(graph.role(*node), Role::Input | Role::Output));
        let signed = ends.flat_map(|node| graph.attributes(node)).filter(|(name, _)| name.starts_with("signature "));
        signed.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    };
    let pairs = |key: &str, ports: [&str; 2]| ports.map(|port| (format!("signature {key}"), port.to_owned())).to_vec();
    for (subgraph, signature) in model.signatures.iter().enumerate() {
        let graph = from_tflite(&model, signature.subgraph as usize).expect("a graph");
        let ports = [signature.inputs[0].0.as_str(), signature.outputs[0].0.as_str()];
        assert_eq!(names(&graph), pairs(&signature.key, ports), "{subgraph}");
    }
    assert_eq!(model.signatures.len(), 2);
}
