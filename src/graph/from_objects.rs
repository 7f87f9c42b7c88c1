//! A checkpoint's object graph as TensorFlow's checkpoint guide draws it. Roles are decided elsewhere (`restore`).

use super::{EdgeKind, Graph, GraphBuilder, NodeSpec, Role, Style};

/// Number of objects from which they are boxes in groups: by the scopes of their paths, and by repetition.
pub const MANY_OBJECTS: usize = 1_000;

/// An object of a checkpoint, with its edges.
#[derive(Clone, Debug, Default)]
pub struct ObjectSpec {
    /// Shortest path of child names from the root; empty for the root.
    pub path: String,
    /// [`Role::Root`], [`Role::Object`], [`Role::Optimizer`], [`Role::Variable`] or [`Role::SlotVariable`].
    pub role: Role,
    /// Children: local name and index.
    pub children: Vec<(String, u32)>,
    /// Slot variables of this object: slot name, index of the variable, index of the slot variable.
    pub slots: Vec<(String, u32, u32)>,
    /// Details: name and value, such as `VARIABLE_VALUE` and the key.
    pub attributes: Vec<(String, String)>,
}

/// Builds the graph; `objects[i]` is node i. Invalid indices are recorded as dangling.
pub fn from_objects(objects: &[ObjectSpec]) -> Graph {
    let many = objects.len() >= MANY_OBJECTS;
    let mut b = GraphBuilder::new("", if many { Style::Boxes } else { Style::Glyphs });
    for (index, object) in objects.iter().enumerate() {
        let spec = NodeSpec { name: &object.path, role: object.role, source: index as u32, ..NodeSpec::default() };
        let node = b.node(if many {
            // An object is in the scope of what it holds, so that equal objects are equal scopes.
            let around = object.path.rsplit_once('/').map_or("", |(around, _)| around);
            let scope = if object.children.is_empty() { around } else { &object.path };
            // Blocks are compared and named by their ops.
            NodeSpec { op: word(object.role), scope, ..spec }
        } else {
            spec
        });
        for (name, value) in &object.attributes {
            b.attribute(node, name, value);
        }
    }
    let known = |index: u32| (index as usize) < objects.len();
    for (from, object) in objects.iter().enumerate() {
        let from = from as u32;
        for (slot, (name, child)) in object.children.iter().enumerate() {
            if known(*child) {
                b.edge(from, *child, slot as u32, name, EdgeKind::Child);
            } else {
                b.dangling(from, name);
            }
        }
        for (slot, (name, original, variable)) in object.slots.iter().enumerate() {
            if known(*original) && known(*variable) {
                b.edge(from, *variable, slot as u32, name, EdgeKind::Slot);
                b.edge(*original, *variable, slot as u32, name, EdgeKind::Slot);
            } else {
                b.dangling(from, name);
            }
        }
    }
    b.finish()
}

/// The word for a role in its box.
const fn word(role: Role) -> &'static str {
    match role {
        Role::Root => "root",
        Role::Optimizer => "optimizer",
        Role::Variable => "variable",
        Role::SlotVariable => "slot variable",
        _ => "object",
    }
}
