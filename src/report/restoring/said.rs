//! What TensorFlow prints about a restore: the texts of 2.21.0, checked against it in `tests/restores.rs`.

use crate::formats::proto::tensorflow::TrackableObjectGraph;
use crate::formats::proto::tensorflow::trackable_object_graph::TrackableObject;
use crate::restore::{Misfit, Outcome, ValueType};
use std::collections::VecDeque;
use std::fmt::Write as _;

/// The text with which `tf.train.Checkpoint.restore` fails: dtypes are looked at when values are read, before shapes.
pub fn objects_fail(misfits: &[Misfit]) -> Option<String> {
    let dtype = misfits.iter().find(|misfit| misfit.stored.dtype != misfit.wanted.dtype);
    if let Some(misfit) = dtype {
        return Some(wrong_dtype(misfit));
    }
    let misfit = misfits.first()?;
    let (stored, wanted) = (tuple(&misfit.stored.shape), tuple(&misfit.wanted.shape));
    Some(format!(
        "Received incompatible tensor with shape {stored} when attempting to restore variable with shape {wanted} and name …."
    ))
}

/// The text with which `tf.compat.v1.train.Saver.restore` fails. Missing names come first, in their order; a shape stops
/// reference variables only.
pub fn names_fail(outcome: &Outcome) -> Option<String> {
    if let Some(missing) = outcome.missing.first() {
        return Some(format!("Key {} not found in checkpoint", missing.key));
    }
    if let Some(misfit) = outcome.misfits.iter().find(|misfit| misfit.stored.dtype != misfit.wanted.dtype) {
        return Some(wrong_dtype(misfit));
    }
    let misfit = outcome.misfits.first()?;
    let (stored, wanted) = (list(&misfit.stored.shape), list(&misfit.wanted.shape));
    Some(format!("Assign requires shapes of both tensors to match. lhs shape= {wanted} rhs shape= {stored}"))
}

fn wrong_dtype(Misfit { key, stored, wanted, .. }: &Misfit) -> String {
    let (stored, wanted) = (dtype(stored), dtype(wanted));
    format!("tensor_name = {key}; expected dtype {wanted} does not equal original dtype {stored}")
}

/// The name a dtype has in TensorFlow's messages.
fn dtype(value: &ValueType) -> &str {
    match value.dtype.as_str() {
        "float32" => "float",
        "float64" => "double",
        "float16" => "half",
        other => other,
    }
}

/// A shape as Python prints it.
fn tuple(shape: &[i64]) -> String {
    let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
    if let [one] = sizes.as_slice() { format!("({one},)") } else { format!("({})", sizes.join(", ")) }
}

/// A shape as the runtime prints it.
fn list(shape: &[i64]) -> String {
    let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
    format!("[{}]", sizes.join(","))
}

/// The text of `assert_existing_objects_matched`; `None` when it holds.
pub fn existing(outcome: &Outcome) -> Option<String> {
    let count = outcome.missing.len();
    (count > 0).then(|| {
        let shown = count.min(10);
        format!(
            "Found {count} Python objects that were not bound to checkpointed values, likely due to changes in the Python \
             program. Showing {shown} of {count} unmatched objects: […]"
        )
    })
}

/// The text of `assert_consumed`; `None` when it holds.
pub fn consumed(outcome: &Outcome, graph: &TrackableObjectGraph) -> Option<String> {
    if let Some(text) = existing(outcome) {
        return Some(text);
    }
    let names = names(graph);
    let name = |index: u32| names.get(index as usize).cloned().unwrap_or_default();
    if let Some(index) = outcome.unresolved {
        let node = graph.nodes.get(index as usize).map(text).unwrap_or_default();
        return Some(format!("Unresolved object in checkpoint {}: {node}", name(index)));
    }
    if outcome.unused.is_empty() {
        return None;
    }
    let mut out =
        "Unused attributes in these objects (the attributes exist in the checkpoint but were not restored):".to_owned();
    for (index, attributes) in &outcome.unused {
        let quoted: Vec<String> = attributes.iter().map(|name| format!("'{name}'")).collect();
        let _ = write!(out, "\n{} (…): [{}]", name(*index), quoted.join(", "));
    }
    Some(out)
}

/// Objects as the messages call them: `(root).net.l1`, or whose state for what.
fn names(graph: &TrackableObjectGraph) -> Vec<String> {
    let mut names = vec![String::new(); graph.nodes.len()];
    let at = |index: i32| usize::try_from(index).ok().filter(|index| *index < graph.nodes.len());
    let mut queue = VecDeque::new();
    if let Some(root) = names.first_mut() {
        "(root)".clone_into(root);
        queue.push_back(0);
    }
    while let Some(index) = queue.pop_front() {
        for child in &graph.nodes[index].children {
            if let Some(to) = at(child.node_id).filter(|to| names[*to].is_empty()) {
                names[to] = format!("{}.{}", names[index], child.local_name);
                queue.push_back(to);
            }
        }
    }
    for index in 0..graph.nodes.len() {
        for slot in &graph.nodes[index].slot_variables {
            if let (Some(to), Some(of)) = (at(slot.slot_variable_node_id), at(slot.original_variable_node_id)) {
                names[to] = format!("{}'s state '{}' for {}", names[index], slot.slot_name, names[of]);
            }
        }
    }
    names
}

/// An object in the text form of Protocol Buffers, as Python prints it.
fn text(node: &TrackableObject) -> String {
    let mut out = String::new();
    let mut message = |name: &str, fields: &[(&str, String)]| {
        let _ = writeln!(out, "{name} {{");
        for (field, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
            let _ = writeln!(out, "  {field}: {value}");
        }
        out.push_str("}\n");
    };
    let number = |value: i32| if value == 0 { String::new() } else { value.to_string() };
    for child in &node.children {
        message("children", &[("node_id", number(child.node_id)), ("local_name", quoted(&child.local_name))]);
    }
    for attribute in &node.attributes {
        let (name, full_name) = (quoted(&attribute.name), quoted(&attribute.full_name));
        let key = quoted(&attribute.checkpoint_key);
        message("attributes", &[("name", name), ("full_name", full_name), ("checkpoint_key", key)]);
    }
    for slot in &node.slot_variables {
        let original = number(slot.original_variable_node_id);
        let (name, variable) = (quoted(&slot.slot_name), number(slot.slot_variable_node_id));
        let fields =
            [("original_variable_node_id", original), ("slot_name", name), ("slot_variable_node_id", variable)];
        message("slot_variables", &fields);
    }
    if let Some(saver) = &node.registered_saver {
        message("registered_saver", &[("name", quoted(&saver.name)), ("object_name", quoted(&saver.object_name))]);
    }
    if let Some(has) = &node.has_checkpoint_values {
        message("has_checkpoint_values", &[("value", if has.value { "true".to_owned() } else { String::new() })]);
    }
    out
}

/// A text value; empty for an empty one, which is not printed.
fn quoted(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte as char]),
            b'\n' => out.push_str("\\n"),
            b' '..=b'~' => out.push(byte as char),
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push('"');
    out
}
