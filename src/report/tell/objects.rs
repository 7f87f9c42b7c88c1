//! Object graphs in the form of the contract.

use super::error;
use crate::report::schema::{self, ObjectAttribute, ObjectEdge, ObjectNode, SlotVariable};
use crate::restore::ObjectGraph;

/// Fills the object graph and the problems of its unreadable parts.
pub fn tell(graph: ObjectGraph, report: &mut schema::Artifact) {
    report.problems.extend(graph.problems.iter().map(error));
    let nodes = graph.nodes.into_iter().map(|node| ObjectNode {
        path: node.path,
        role: node.role,
        children: node.children.into_iter().map(|child| ObjectEdge { name: child.name, node: child.node }).collect(),
        attributes: node
            .attributes
            .into_iter()
            .map(|attribute| ObjectAttribute {
                name: attribute.name,
                full_name: attribute.full_name,
                key: attribute.key,
            })
            .collect(),
        slot_variables: node
            .slots
            .into_iter()
            .map(|slot| SlotVariable { original: slot.original, slot: slot.name, node: slot.node })
            .collect(),
    });
    report.object_graph = Some(schema::ObjectGraph { nodes: nodes.collect() });
}
