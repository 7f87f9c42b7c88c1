//! Functions of a graph's library as the importer instantiates them: names that no op and no other function has, outputs
//! that the body returns, and as many inputs as its ops take.

use super::structure::{push, push_function};
use super::view::{Place, View, Way};
use super::{stage, types};
use crate::compat::Requirement;
use crate::compat::knowledge::tensorflow::op;
use crate::formats::proto::tensorflow::op_def::ArgDef;
use crate::formats::proto::tensorflow::{FunctionDef, FunctionDefLibrary, OpDef};
use std::collections::HashMap;

/// One requirement for each rule; functions that no node calls are only added.
#[inline(never)]
pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    let Some(library) = view.graph.library.as_ref().filter(|_| view.way == Way::Graph) else { return };
    // The first function of each name.
    let mut named: HashMap<&str, usize> = HashMap::new();
    for (at, function) in library.function.iter().enumerate() {
        named.entry(function.signature.as_ref().map_or("", |own| &own.name)).or_insert(at);
    }
    // Functions are added before the nodes.
    let before = (stage::SHAPE, 2 * view.graph.node.len() as u32);
    for (at, function) in library.function.iter().enumerate() {
        let (Some(signature), Some(first)) = (&function.signature, function.node_def.first()) else { continue };
        let place = Place { node: first, function: Some(at), index: 0 };
        if named.get(signature.name.as_str()).is_some_and(|&first| library.function[first] != *function) {
            let name = &signature.name;
            let text =
                format!("Cannot add function '{name}' because a different function with the same name already exists.");
            push_function(
                view,
                out,
                "graph-function",
                &place,
                before,
                vec![("name", name.clone()), ("text", text)].into(),
            );
        } else if op(&signature.name).is_some_and(|op| !op.contrib && !op.registry_only) {
            push_function(
                view,
                out,
                "graph-function-name",
                &place,
                before,
                vec![("name", signature.name.clone())].into(),
            );
        } else if view.callers[at].is_some() {
            let faults = untyped(signature).or_else(|| surplus(view, function));
            let faults = faults.or_else(|| returned(view, function, signature));
            if let Some(text) = faults {
                push(
                    view,
                    out,
                    "graph-function",
                    &place,
                    vec![("name", signature.name.clone()), ("text", text)].into(),
                );
            }
        }
    }
    calls(view, &named, library, out);
    gradients(view, library, &named, out);
}

/// Attrs of calls that the function does not have.
fn calls(view: &View<'_>, named: &HashMap<&str, usize>, library: &FunctionDefLibrary, out: &mut Vec<Requirement>) {
    for (index, node) in view.graph.node.iter().enumerate() {
        let function = named.get(node.op.as_str()).and_then(|&at| library.function[at].signature.as_ref());
        let Some(signature) = function else { continue };
        let is_known = |name: &str| name.starts_with('_') || signature.attr.iter().any(|attr| attr.name == name);
        if let Some(attr) = node.attr.keys().find(|name| !is_known(name)) {
            let place = Place { node, function: None, index };
            let values = vec![("op", node.op.clone()), ("attr", attr.clone())].into();
            push_function(view, out, "graph-attr", &place, view.step(&place, stage::ATTRS), values);
        }
    }
}

/// Gradients of functions that the library lacks, or that all functions have, so that none can be made first. Python makes
/// the functions after the import.
fn gradients(view: &View<'_>, library: &FunctionDefLibrary, named: &HashMap<&str, usize>, out: &mut Vec<Requirement>) {
    let names = library.gradient.iter().flat_map(|gradient| [&gradient.function_name, &gradient.gradient_func]);
    let missing = names.into_iter().find(|name| !named.contains_key(name.as_str()));
    let has_gradient = |name: &&str| library.gradient.iter().any(|gradient| gradient.function_name == **name);
    let text = match missing {
        Some(name) => format!("FunctionDefLibrary missing '{name}' FunctionDef\n…"),
        None if named.keys().all(has_gradient) && !named.is_empty() => {
            "FunctionDefLibrary contains cyclic gradient functions!\n…".to_owned()
        }
        None => return,
    };
    let function = library.function.iter().position(|function| !function.node_def.is_empty());
    if let Some((at, node)) = function.and_then(|at| Some((at, library.function[at].node_def.first()?))) {
        let place = Place { node, function: Some(at), index: 0 };
        let step = (stage::NODES, u32::MAX);
        push_function(view, out, "graph-function", &place, step, vec![("text", text)].into());
    }
}

/// The first argument that has no type, neither its own nor that of an attr.
fn untyped(signature: &OpDef) -> Option<String> {
    let has_none = |arg: &&ArgDef| arg.r#type == 0 && arg.type_attr.is_empty() && arg.type_list_attr.is_empty();
    let name = &signature.input_arg.iter().chain(&signature.output_arg).find(has_none)?.name;
    // Some releases write a random word before the argument.
    Some(format!("No type fields in …name: \"{name}\""))
}

/// The first output that the body does not return, or returns with another type.
fn returned(view: &View<'_>, function: &FunctionDef, signature: &OpDef) -> Option<String> {
    let nodes = &function.node_def;
    let by_name: HashMap<&str, usize> = nodes.iter().enumerate().map(|(at, node)| (node.name.as_str(), at)).collect();
    signature.output_arg.iter().find_map(|output| {
        let name = &output.name;
        let wanted = types::label(output.r#type);
        let end = format!("\n\tIn function output {name}:{wanted}");
        let Some(source) = function.ret.get(name) else { return Some(format!("Return {name} missing.{end}")) };
        let from = source.split(':').next().unwrap_or_default();
        let argument = signature.input_arg.iter().find(|argument| argument.name == from);
        let found = match (argument, by_name.get(from)) {
            (Some(argument), _) => argument.r#type,
            (None, Some(&at)) => match source.split(':').collect::<Vec<_>>()[..] {
                [_, argument, number] => {
                    let number = types::output(view, &nodes[at], argument, number.parse().ok()?).ok()?;
                    let Some(number) = number else {
                        return Some(format!("Return {name} -> {source} is not found.{end}"));
                    };
                    *types::of(view, &nodes[at])?.outputs.get(number)?
                }
                _ => return Some(format!("Return {name} -> {source} is not found.{end}")),
            },
            (None, None) => return Some(format!("Return {name} -> {source} is not found.{end}")),
        };
        let differs = output.r#type != 0 && found != 0 && found != output.r#type;
        differs.then(|| format!("Invalid ret types {name} : {wanted} vs. {}{end}", types::label(found)))
    })
}

/// The first input of a body's node that its op does not take.
fn surplus(view: &View<'_>, function: &FunctionDef) -> Option<String> {
    function.node_def.iter().find_map(|node| {
        let count = types::of(view, node)?.inputs.len();
        let input = node.input.get(count).filter(|input| !input.starts_with('^'))?;
        Some(format!("Expected input[{count}] == '{input}' to be a control input.\n\tIn {{{{node {}}}}}", node.name))
    })
}
