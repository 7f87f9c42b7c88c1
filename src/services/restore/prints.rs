//! Messages of TensorFlow about a restore: the texts of 2.21.0, compared with it in `tests/report/restores.rs`.

use crate::formats::proto::tensorflow::TrackableObjectGraph;
use crate::formats::proto::tensorflow::trackable_object_graph::TrackableObject;
use crate::restore::{Misfit, Outcome, ValueType};
use std::collections::VecDeque;
use std::fmt::Write as _;

/// The error of `tf.train.Checkpoint.restore`: dtypes are checked when values are read, before shapes.
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

/// The error of `tf.compat.v1.train.Saver.restore`. Missing names come first, in their order; a shape is an error for
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

/// The message of `assert_existing_objects_matched`; `None` when it holds.
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

/// The message of `assert_consumed`; `None` when it holds.
pub fn consumed(outcome: &Outcome, graph: &TrackableObjectGraph) -> Option<String> {
    if let Some(text) = existing(outcome) {
        return Some(text);
    }
    let names = Names::new(graph);
    let name = |index: u32| names.of(index as usize);
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

/// Names of objects in the messages: `(root).net.l1`, or the state of a variable. Names are built one at a time: those
/// of a long chain of objects would together take quadratic memory.
struct Names<'a> {
    graph: &'a TrackableObjectGraph,
    /// For each object its parent, and its index among the parent's children.
    above: Vec<Option<(usize, usize)>>,
}

impl<'a> Names<'a> {
    fn new(graph: &'a TrackableObjectGraph) -> Self {
        let mut above = vec![None; graph.nodes.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            for (number, child) in graph.nodes.get(index).map_or(&[][..], |node| &node.children).iter().enumerate() {
                let to = usize::try_from(child.node_id).ok().filter(|to| *to != 0);
                if let Some((to, place)) = to.and_then(|to| Some((to, above.get_mut(to)?)))
                    && place.is_none()
                {
                    *place = Some((index, number));
                    queue.push_back(to);
                }
            }
        }
        Self { graph, above }
    }

    fn of(&self, index: usize) -> String {
        let mut slots = self
            .graph
            .nodes
            .iter()
            .enumerate()
            .flat_map(|(owner, node)| node.slot_variables.iter().map(move |slot| (owner, slot)));
        // The last one counts, because TensorFlow overwrites earlier names.
        match slots.rfind(|(_, slot)| slot.slot_variable_node_id as usize == index) {
            Some((owner, slot)) => {
                let of = self.path(slot.original_variable_node_id as usize);
                format!("{}'s state '{}' for {of}", self.path(owner), slot.slot_name)
            }
            None => self.path(index),
        }
    }

    fn path(&self, mut index: usize) -> String {
        let mut parts = Vec::new();
        while let Some(Some((above, number))) = self.above.get(index) {
            parts.push(self.graph.nodes[*above].children[*number].local_name.as_str());
            index = *above;
        }
        // Unreachable objects have no name.
        if index == 0 {
            parts.push("(root)");
        }
        parts.reverse();
        parts.join(".")
    }
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

/// A string value; empty for an empty one, which is not printed.
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
