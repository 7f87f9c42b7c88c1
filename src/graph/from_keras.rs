//! A Keras model: layers are nodes, calls are edges, nested models are scopes.

use super::{EdgeKind, Graph, GraphBuilder, NodeSpec, Role, Style};
use crate::formats::keras::{Layer, Model, Source, Value};
use std::collections::HashMap;

/// Characters of a configured value that a node shows.
const SHOWN: usize = 80;

/// Builds the graph of a model; `None` when its layers are unknown.
pub fn from_keras(model: &Model) -> Option<Graph> {
    if model.layers.is_empty() {
        return None;
    }
    let mut builder = GraphBuilder::new("", Style::Boxes);
    let mut next = 0;
    add(&mut builder, model, "", &mut next);
    Some(builder.finish())
}

/// First and last nodes of a model.
struct Ends {
    inputs: Vec<u32>,
    outputs: Vec<u32>,
}

/// Adds the layers of a model under a scope.
fn add(builder: &mut GraphBuilder, model: &Model, scope: &str, next: &mut u32) -> Ends {
    // By layer name: the nodes that take its inputs, and those that return its outputs.
    let mut ends: HashMap<&str, Ends> = HashMap::new();
    let mut order = Vec::new();
    for layer in &model.layers {
        let source = *next;
        *next += 1;
        let inside = match &layer.model {
            Some(inner) => {
                let path = if scope.is_empty() { layer.name.clone() } else { format!("{scope}/{}", layer.name) };
                add(builder, inner, &path, next)
            }
            None => {
                let node = node(builder, layer, scope, source);
                Ends { inputs: vec![node], outputs: vec![node] }
            }
        };
        order.push(layer.name.as_str());
        ends.insert(&layer.name, inside);
    }
    for (index, layer) in model.layers.iter().enumerate() {
        let Some(to) = ends.get(layer.name.as_str()).map(|ends| ends.inputs.clone()) else { continue };
        if model.sequential {
            let before = index.checked_sub(1).and_then(|before| ends.get(order[before]));
            connect(builder, before.map_or(&[], |ends| &ends.outputs), &to, 0, "");
            continue;
        }
        for (slot, source) in layer.calls.iter().flatten().enumerate() {
            match ends.get(source.layer.as_str()) {
                Some(from) => connect(builder, &from.outputs, &to, slot, &describe(source)),
                None => to.iter().for_each(|to| builder.dangling(*to, &source.layer)),
            }
        }
    }
    let named = |ports: &[Source], inputs: bool| -> Vec<u32> {
        let nodes = ports.iter().filter_map(|port| ends.get(port.layer.as_str()));
        nodes.flat_map(|ends| if inputs { &ends.inputs } else { &ends.outputs }).copied().collect()
    };
    let (mut inputs, mut outputs) = (named(&model.inputs, true), named(&model.outputs, false));
    if model.sequential {
        let end = |name: Option<&&str>| name.and_then(|name| ends.get(*name));
        inputs = end(order.first()).map(|ends| ends.inputs.clone()).unwrap_or_default();
        outputs = end(order.last()).map(|ends| ends.outputs.clone()).unwrap_or_default();
    }
    if scope.is_empty() {
        for (slot, output) in outputs.iter().enumerate() {
            let name = model.outputs.get(slot).map_or("output", |port| port.layer.as_str());
            let to = builder.node(NodeSpec { name, role: Role::Output, source: slot as u32, ..NodeSpec::default() });
            builder.edge(*output, to, 0, "", EdgeKind::Data);
        }
    }
    Ends { inputs, outputs }
}

/// Connects the outputs of a layer with the inputs of another; if both have several, they are paired in order.
fn connect(builder: &mut GraphBuilder, from: &[u32], to: &[u32], slot: usize, label: &str) {
    let target = to.get(slot).or_else(|| to.last());
    if let (Some(from), Some(to)) = (from.first(), target) {
        builder.edge(*from, *to, slot as u32, label, EdgeKind::Data);
    }
}

fn node(builder: &mut GraphBuilder, layer: &Layer, scope: &str, source: u32) -> u32 {
    let is_input = layer.class == "InputLayer";
    let role = if is_input { Role::Input } else { Role::Op };
    let node = builder.node(NodeSpec { name: &layer.name, op: &layer.class, role, scope, version: 0, source });
    for (name, value) in layer.config.members() {
        // Skips values without information, and those that the node shows anyway.
        if *value == Value::Null || name == "name" {
            continue;
        }
        let text = match value {
            Value::Text(text) => text.chars().take(SHOWN).collect(),
            Value::Object(_) => match value.get("class_name").text() {
                Some(class) => format!("{class} {}", value.get("config").short(SHOWN)),
                None => value.short(SHOWN),
            },
            _ => value.short(SHOWN),
        };
        builder.attribute(node, name, &text);
    }
    node
}

/// Shape and element type of a tensor, if the call has them.
fn describe(source: &Source) -> String {
    let dims = source.shape.as_ref().map(|shape| {
        let dim = |dim: &i64| if *dim < 0 { "?".to_owned() } else { dim.to_string() };
        shape.iter().take(12).map(dim).collect::<Vec<_>>().join("×")
    });
    [dims.as_deref(), source.dtype.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
