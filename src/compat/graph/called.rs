//! Functions of a graph's library that its nodes call, directly or through other functions.

use crate::formats::proto::tensorflow::attr_value::Value;
use crate::formats::proto::tensorflow::{GraphDef, NodeDef};
use std::collections::HashMap;

/// By index in the library: the first node of the main graph that reaches the function, as its op or in an attr.
pub fn callers(graph: &GraphDef) -> Vec<Option<usize>> {
    let library = graph.library.as_ref().map_or(&[][..], |library| &library.function);
    let names = library.iter().enumerate();
    let named: HashMap<&str, usize> =
        names.filter_map(|(index, function)| Some((function.signature.as_ref()?.name.as_str(), index))).collect();
    let mut callers = vec![None; library.len()];
    for (caller, node) in graph.node.iter().enumerate() {
        let mut next: Vec<&NodeDef> = vec![node];
        while let Some(node) = next.pop() {
            for name in references(node) {
                if let Some(&index) = named.get(name).filter(|&&index| callers[index].is_none()) {
                    callers[index] = Some(caller);
                    next.extend(&library[index].node_def);
                }
            }
        }
    }
    callers
}

/// Names that may be those of functions: the op, and functions in attrs.
fn references(node: &NodeDef) -> impl Iterator<Item = &str> {
    let in_attrs = node.attr.values().filter_map(|attr| attr.value.as_ref()).flat_map(|value| match value {
        Value::Func(function) => std::slice::from_ref(function),
        Value::List(list) => list.func.as_slice(),
        _ => &[],
    });
    std::iter::once(node.op.as_str()).chain(in_attrs.map(|function| function.name.as_str()))
}
