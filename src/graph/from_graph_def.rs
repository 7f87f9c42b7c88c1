//! A GraphDef, or one function of its library: nodes by name, control inputs, functions as calls.

use super::{Body, EdgeKind, Graph, GraphBuilder, NodeSpec, Role, Style};
use crate::formats::dtype;
use crate::formats::proto::tensorflow::{
    AttrValue, FunctionDef, GraphDef, NodeDef, TensorShapeProto, attr_value::Value, op_def::ArgDef,
};
use crate::formats::shown::bytes_text;
use prost::Message;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Longest value of an attribute, in characters.
const VALUE_CHARS: usize = 120;

/// Builds the main graph; node n is `node[n]`.
pub fn from_graph_def(graph: &GraphDef) -> Graph {
    let functions = function_names(graph);
    let mut b = GraphBuilder::new("", Style::Boxes);
    let names = add_nodes(&mut b, &graph.node, &functions, HashMap::new());
    add_edges(&mut b, &graph.node, 0, &names);
    b.finish()
}

/// Builds the graph of function `index` of the library; `None` when there is no such function.
///
/// Arguments come first, then the nodes of the body, then the return values.
pub fn from_function(graph: &GraphDef, index: usize) -> Option<Graph> {
    let function: &FunctionDef = graph.library.as_ref()?.function.get(index)?;
    let signature = function.signature.as_ref();
    let title = signature.map_or("", |s| s.name.as_str());
    let mut b = GraphBuilder::new(title, Style::Boxes);
    let mut names = HashMap::new();
    let mut arguments = 0;
    for (i, arg) in signature.iter().flat_map(|s| &s.input_arg).enumerate() {
        let node = b.node(NodeSpec { name: &arg.name, role: Role::Input, source: i as u32, ..NodeSpec::default() });
        b.attribute(node, "tensor", &argument(arg));
        names.entry(arg.name.as_str()).or_insert(node);
        arguments += 1;
    }
    let functions = function_names(graph);
    let names = add_nodes(&mut b, &function.node_def, &functions, names);
    add_edges(&mut b, &function.node_def, arguments, &names);
    for (i, arg) in signature.iter().flat_map(|s| &s.output_arg).enumerate() {
        let node = b.node(NodeSpec { name: &arg.name, role: Role::Output, source: i as u32, ..NodeSpec::default() });
        b.attribute(node, "tensor", &argument(arg));
        if let Some(input) = function.ret.get(&arg.name) {
            connect(&mut b, node, 0, input, &function.node_def, arguments, &names);
        }
    }
    Some(b.finish())
}

/// The functions of a GraphDef by name, as bodies of the nodes that call them.
pub struct FunctionBodies<'a> {
    graph: &'a GraphDef,
    /// The first of several with one name counts.
    by_name: HashMap<&'a str, usize>,
}

impl<'a> FunctionBodies<'a> {
    /// The functions of a graph's library.
    pub fn new(graph: &'a GraphDef) -> Self {
        let mut by_name = HashMap::new();
        for (index, function) in functions(graph).iter().enumerate() {
            if let Some(signature) = &function.signature {
                by_name.entry(signature.name.as_str()).or_insert(index);
            }
        }
        Self { graph, by_name }
    }

    /// Number of graphs: the main graph and the functions.
    pub fn graphs(&self) -> usize {
        1 + functions(self.graph).len()
    }

    /// The functions that a node of graph `which` (0 the main graph, then the functions) calls.
    pub fn of(&self, which: usize, node: u32) -> Vec<Body> {
        let nodes = match which.checked_sub(1) {
            None => Some(&self.graph.node),
            Some(function) => functions(self.graph).get(function).map(|function| &function.node_def),
        };
        let Some(node) = nodes.and_then(|nodes| nodes.get(node as usize)) else { return Vec::new() };
        let called = called(node).filter_map(|Called { label, function, returns }| {
            Some(Body { label, graph: self.by_name.get(function)? + 1, returns })
        });
        called.collect()
    }
}

fn functions(graph: &GraphDef) -> &[FunctionDef] {
    graph.library.as_ref().map_or(&[], |library| &library.function)
}

/// A function that a node may call.
struct Called<'a> {
    /// Its part in the call.
    label: String,
    function: &'a str,
    returns: bool,
}

/// The op of a node, which may be the name of a function, and the functions that its attributes name.
fn called(node: &NodeDef) -> impl Iterator<Item = Called<'_>> {
    let own = Called { label: node.op.clone(), function: &node.op, returns: true };
    std::iter::once(own).chain(node.attr.iter().flat_map(|(attribute, value)| {
        let returns = match node.op.as_str() {
            "While" | "StatelessWhile" => attribute == "body",
            "If" | "StatelessIf" | "Case" | "StatelessCase" => true,
            "PartitionedCall" | "StatefulPartitionedCall" | "TPUPartitionedCall" | "RemoteCall" => true,
            _ => false,
        };
        let (one, several) = match &value.value {
            Some(Value::Func(function)) => (Some(function), &[][..]),
            Some(Value::List(list)) => (None, &list.func[..]),
            _ => (None, &[][..]),
        };
        // The function of a call has no part in it but its own name.
        let label = |name: &str| if attribute == "f" { name.to_owned() } else { attribute.clone() };
        let one = one.map(|f| Called { label: label(&f.name), function: &f.name, returns });
        let several = several.iter().enumerate();
        one.into_iter().chain(several.map(move |(number, f)| Called {
            label: format!("{attribute} {number}"),
            function: &f.name,
            returns,
        }))
    }))
}

fn function_names(graph: &GraphDef) -> HashSet<&str> {
    let functions = graph.library.iter().flat_map(|l| &l.function);
    functions.filter_map(|f| f.signature.as_ref()).map(|s| s.name.as_str()).collect()
}

fn argument(arg: &ArgDef) -> String {
    match dtype::name(arg.r#type) {
        Some(name) => name,
        None => arg.type_attr.clone(),
    }
}

/// Adds the nodes; inputs refer to the first of several with one name.
fn add_nodes<'a>(
    b: &mut GraphBuilder,
    nodes: &'a [NodeDef],
    functions: &HashSet<&str>,
    mut names: HashMap<&'a str, u32>,
) -> HashMap<&'a str, u32> {
    for (index, node) in nodes.iter().enumerate() {
        let calls = called(node).any(|called| functions.contains(called.function));
        let role = match node.op.as_str() {
            "Const" => Role::Constant,
            "Placeholder" | "PlaceholderV2" | "PlaceholderWithDefault" | "_Arg" => Role::Input,
            "_Retval" => Role::Output,
            "Variable" | "VariableV2" | "VarHandleOp" | "TemporaryVariable" => Role::Variable,
            _ if calls => Role::Call,
            _ => Role::Op,
        };
        let added = b.node(NodeSpec {
            name: &node.name,
            op: &node.op,
            role,
            scope: node.name.rsplit_once('/').map_or("", |(scope, _)| scope),
            version: 0,
            source: index as u32,
        });
        names.entry(node.name.as_str()).or_insert(added);
        if let Some(tensor) = tensor_text(&node.attr) {
            b.attribute(added, "tensor", &tensor);
        }
        for (name, value) in node.attr.iter().filter(|(name, _)| *name != "_output_shapes") {
            b.attribute(added, name, &attr_text(value));
        }
        if let Some(Value::Tensor(tensor)) = node.attr.get("value").and_then(|a| a.value.as_ref()) {
            b.stores(added, tensor.encoded_len() as u64);
        }
        if !node.device.is_empty() {
            b.attribute(added, "device", &cut(&node.device));
        }
        // The op itself is an op unless a function has its name.
        let missing = called(node).skip(1).map(|called| called.function);
        missing.filter(|name| !name.is_empty() && !functions.contains(name)).for_each(|name| b.dangling(added, name));
    }
    names
}

/// Connects the inputs of all nodes; `before` nodes precede them in the graph.
fn add_edges(b: &mut GraphBuilder, nodes: &[NodeDef], before: u32, names: &HashMap<&str, u32>) {
    for (index, node) in nodes.iter().enumerate() {
        for (slot, input) in node.input.iter().enumerate() {
            connect(b, before + index as u32, slot as u32, input, nodes, before, names);
        }
    }
}

/// Connects one input: `name`, `name:2`, `name:output:0`, or `^name` for a control input.
fn connect(
    b: &mut GraphBuilder,
    to: u32,
    slot: u32,
    input: &str,
    nodes: &[NodeDef],
    before: u32,
    names: &HashMap<&str, u32>,
) {
    let (kind, rest) = match input.strip_prefix('^') {
        Some(rest) => (EdgeKind::Control, rest),
        None => (EdgeKind::Data, input),
    };
    let (name, output) = rest.split_once(':').unwrap_or((rest, ""));
    let Some(from) = names.get(name) else {
        b.dangling(to, input);
        return;
    };
    let source = from.checked_sub(before).and_then(|i| nodes.get(i as usize));
    let index: u32 = output.rsplit(':').next().and_then(|i| i.parse().ok()).unwrap_or(0);
    // In a function an output has a name and an index in it; calls of functions have one that is called `output`.
    let number = if output.split_once(':').is_some_and(|(name, _)| name != "output") { u32::MAX } else { index };
    let label = match (kind, source) {
        (EdgeKind::Data, Some(node)) => output_text(node, index as usize),
        _ => String::new(),
    };
    b.edge_of((*from, number), to, slot, &label, kind);
}

/// Shape and dtype of an output, if the node has attributes for them; otherwise empty.
fn output_text(node: &NodeDef, index: usize) -> String {
    let shapes = match node.attr.get("_output_shapes").and_then(|a| a.value.as_ref()) {
        Some(Value::List(list)) => list.shape.get(index).map(shape),
        _ => None,
    };
    match shapes {
        Some(shape) => join(&shape, type_of(&node.attr)),
        None => tensor_text(&node.attr).unwrap_or_default(),
    }
}

fn type_of(attr: &BTreeMap<String, AttrValue>) -> Option<String> {
    let value = attr.get("dtype").or_else(|| attr.get("T"))?;
    match value.value.as_ref()? {
        Value::Type(t) => dtype::name(*t),
        _ => None,
    }
}

/// Shape and dtype of a node that states them: its `value`, or its `shape` and `dtype`.
fn tensor_text(attr: &BTreeMap<String, AttrValue>) -> Option<String> {
    if let Some(Value::Tensor(t)) = attr.get("value").and_then(|a| a.value.as_ref()) {
        return Some(join(&t.tensor_shape.as_ref().map_or(String::new(), shape), dtype::name(t.dtype)));
    }
    match (attr.get("shape").and_then(|a| a.value.as_ref()), attr.contains_key("dtype")) {
        (Some(Value::Shape(s)), true) => Some(join(&shape(s), type_of(attr))),
        _ => None,
    }
}

fn join(shape: &str, dtype: Option<String>) -> String {
    match (shape, dtype) {
        ("", dtype) => dtype.unwrap_or_default(),
        (shape, None) => shape.to_owned(),
        (shape, Some(dtype)) => format!("{shape} {dtype}"),
    }
}

/// `2×3`; `?` for an unknown dimension; empty for scalars; `any` for an unknown rank.
fn shape(shape: &TensorShapeProto) -> String {
    if shape.unknown_rank {
        return "any".to_owned();
    }
    let dims = shape.dim.iter().take(12).map(|d| if d.size < 0 { "?".to_owned() } else { d.size.to_string() });
    dims.collect::<Vec<_>>().join("×")
}

fn attr_text(attr: &AttrValue) -> String {
    let text = match &attr.value {
        None => String::new(),
        Some(Value::S(s)) => bytes_text(s, 4 * VALUE_CHARS),
        Some(Value::I(i)) => i.to_string(),
        Some(Value::F(f)) => f.to_string(),
        Some(Value::B(b)) => b.to_string(),
        Some(Value::Type(t)) => dtype::name(*t).unwrap_or_else(|| t.to_string()),
        Some(Value::Shape(s)) => format!("[{}]", shape(s)),
        Some(Value::Tensor(t)) => join(&t.tensor_shape.as_ref().map_or(String::new(), shape), dtype::name(t.dtype)),
        Some(Value::Placeholder(p)) => format!("${p}"),
        Some(Value::Func(f)) => f.name.clone(),
        Some(Value::List(l)) => {
            let mut parts: Vec<String> = Vec::new();
            parts.extend(l.i.iter().take(8).map(ToString::to_string));
            parts.extend(l.f.iter().take(8).map(ToString::to_string));
            parts.extend(l.b.iter().take(8).map(ToString::to_string));
            parts.extend(l.s.iter().take(8).map(|s| bytes_text(s, 60)));
            parts.extend(l.r#type.iter().take(8).map(|t| dtype::name(*t).unwrap_or_else(|| t.to_string())));
            parts.extend(l.shape.iter().take(8).map(|s| format!("[{}]", shape(s))));
            parts.extend(l.func.iter().take(8).map(|f| f.name.clone()));
            let all = l.i.len() + l.f.len() + l.b.len() + l.s.len() + l.r#type.len() + l.shape.len() + l.func.len();
            if all > parts.len() {
                parts.push("…".to_owned());
            }
            format!("[{}]", parts.join(", "))
        }
    };
    cut(&text)
}

fn cut(text: &str) -> String {
    if text.chars().count() <= VALUE_CHARS {
        return text.to_owned();
    }
    text.chars().take(VALUE_CHARS).chain(std::iter::once('…')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str, op: &str, input: &[&str]) -> NodeDef {
        let input = input.iter().map(|i| (*i).to_owned()).collect();
        NodeDef { name: name.to_owned(), op: op.to_owned(), input, ..NodeDef::default() }
    }

    #[test]
    fn inputs_by_name_output_and_control_and_those_that_name_nothing() {
        let graph = GraphDef {
            node: vec![
                node("a/x", "Split", &[]),
                node("b", "Add", &["a/x", "a/x:1", "^a/x", "gone:2"]),
                node("b", "Twice", &["b"]),
            ],
            ..GraphDef::default()
        };
        let g = from_graph_def(&graph);
        assert_eq!(
            g.inputs(1).map(|e| (e.from, e.kind)).collect::<Vec<_>>(),
            [(0, EdgeKind::Data), (0, EdgeKind::Data), (0, EdgeKind::Control)]
        );
        assert_eq!(g.dangling().collect::<Vec<_>>(), [(1, "gone:2")]);
        assert_eq!([0, 1, 2].map(|node| g.missing(node).count()), [0, 1, 0]);
        assert_eq!(g.inputs(1).map(|e| e.output).collect::<Vec<_>>(), [0, 1, 0]);
        assert_eq!(g.inputs(2).map(|e| e.from).collect::<Vec<_>>(), [1]);
        assert_eq!(&*g.scopes()[g.scope(0) as usize].path, "a");
    }
}
