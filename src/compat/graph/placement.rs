//! Where nodes run, as the importer reads it: nodes to be colocated with, and device strings.

use super::stage;
use super::structure::push;
use super::view::{Place, View, Way};
use crate::compat::Requirement;
use crate::compat::prints::Print;
use crate::formats::proto::tensorflow::NodeDef;
use crate::formats::proto::tensorflow::attr_value::Value;
use crate::message::Values;
use std::collections::HashMap;

/// Types of devices that some release knows.
const TYPES: [&str; 8] = ["cpu", "gpu", "tpu", "tpu_system", "xla_cpu", "xla_gpu", "sycl", "custom"];

/// Nodes of the main graph: missing nodes to be colocated with; after the import, device strings that Python refuses.
#[inline(never)]
pub fn requirements(view: &View<'_>, nodes: &HashMap<&str, usize>, out: &mut Vec<Requirement>) {
    if view.way != Way::Graph {
        return;
    }
    for (index, node) in view.graph.node.iter().enumerate() {
        let place = Place { node, function: None, index };
        if let Some(other) = colocated(node).find(|other| !nodes.contains_key(other)) {
            let values = vec![("node", node.name.clone()), ("other", other.to_owned())];
            push(view, out, "graph-colocation", &place, values.into());
        }
        // Releases report the first one only.
        if let Some((rule, part)) = fault(&node.device)
            && !out.iter().any(|known| known.id == "graph-device")
        {
            let values = Values::from(vec![("part", part.to_owned()), ("device", node.device.clone())]);
            push(view, out, "graph-device", &place, Values::default());
            if let Some(added) = out.last_mut() {
                added.prints = vec![Print::new(rule, values)];
                added.step = (stage::RESTORE, 0);
            }
        }
    }
}

/// Names of nodes that a node is to be colocated with.
fn colocated(node: &NodeDef) -> impl Iterator<Item = &str> {
    let classes = match node.attr.get("_class").and_then(|attr| attr.value.as_ref()) {
        Some(Value::List(list)) => &list.s[..],
        _ => &[],
    };
    classes.iter().filter_map(|class| std::str::from_utf8(class.strip_prefix(b"loc:@")?).ok())
}

/// The first part of a device string that Python refuses, and the rule of its message.
fn fault(device: &str) -> Option<(&'static str, &str)> {
    device.split('/').find_map(|part| {
        let (name, value) = part.split_once(':').unwrap_or((part, ""));
        let number = match name {
            "" | "job" => return None,
            "replica" | "task" => value,
            "device" => value.split_once(':')?.1,
            _ if TYPES.iter().any(|known| known.eq_ignore_ascii_case(name)) => value,
            _ => return Some(("graph-device", name)),
        };
        let is_number = matches!(number, "" | "*") || number.contains(|c: char| c.is_ascii_digit());
        (!is_number).then_some(("graph-device-number", number))
    })
}
