//! The objects of a checkpoint or SavedModel: shortest paths, roles, children, saved values, slot variables.

use crate::bytes::{Error, Limits};
use crate::formats::proto::tensorflow::saved_object::Kind;
use crate::formats::proto::tensorflow::trackable_object_graph::TrackableObject;
use crate::formats::proto::tensorflow::trackable_object_graph::trackable_object::{
    ObjectReference, SlotVariableReference,
};
use crate::formats::proto::tensorflow::{SavedObjectGraph, TrackableObjectGraph};
use crate::json::vocabulary;
use std::collections::VecDeque;

vocabulary! {
    /// Role of an object, with the categories of the checkpoint guide's colors.
    pub enum Role {
        /// Object 0, from which the others are reached.
        Root = "root",
        /// Any other object.
        #[default]
        Object = "object",
        /// An object that keeps slot variables, or resembles an optimizer of Keras by the names of its children.
        Optimizer = "optimizer",
        /// An object that holds a value.
        Variable = "variable",
        /// A variable that an optimizer keeps for another variable.
        SlotVariable = "slot_variable",
    }
}

/// An edge to a child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// Local name.
    pub name: String,
    /// Index of the child.
    pub node: u32,
}

/// A saved value of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// `VARIABLE_VALUE` and the like.
    pub name: String,
    /// Name in a name-based checkpoint; empty when not recorded.
    pub full_name: String,
    /// Key in the checkpoint.
    pub key: String,
}

/// A slot variable that an optimizer keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Index of the variable it accompanies.
    pub original: u32,
    /// Slot name, such as `m`.
    pub name: String,
    /// Index of the slot variable.
    pub node: u32,
}

/// An object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Shortest path of child names from the root, joined by `/`; empty for the root and for objects without a path. A
    /// slot variable has `VARIABLE/.OPTIMIZER_SLOT/OPTIMIZER/SLOT`, as in its key.
    pub path: String,
    /// Role of the object.
    pub role: Role,
    /// Whether a path of children (or a slot) leads to it.
    pub reached: bool,
    /// Children, in order.
    pub children: Vec<Child>,
    /// Saved values.
    pub attributes: Vec<Attribute>,
    /// Slot variables it keeps.
    pub slots: Vec<Slot>,
}

/// An object graph. Node 0 is the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectGraph {
    /// Objects by index.
    pub nodes: Vec<Node>,
    /// Omitted parts: `object-bad-reference` (an index that does not exist), `object-paths-too-long`.
    pub problems: Vec<Error>,
}

impl ObjectGraph {
    /// From the object graph of a checkpoint.
    pub fn from_checkpoint(graph: &TrackableObjectGraph, limits: &Limits) -> Self {
        let mut built = Self::default();
        let count = graph.nodes.len();
        for (index, object) in graph.nodes.iter().enumerate() {
            let mut node = built.linked(index, &object.children, &object.slot_variables, count);
            node.attributes = attributes(object);
            if node.attributes.iter().any(|a| a.name == "VARIABLE_VALUE") {
                node.role = Role::Variable;
            }
            built.nodes.push(node);
        }
        built.finish(limits)
    }

    /// From the object graph of a TF2 SavedModel. It records no keys, so attributes stay empty.
    pub fn from_saved_model(graph: &SavedObjectGraph, limits: &Limits) -> Self {
        let mut built = Self::default();
        let count = graph.nodes.len();
        for (index, object) in graph.nodes.iter().enumerate() {
            let mut node = built.linked(index, &object.children, &object.slot_variables, count);
            match &object.kind {
                Some(Kind::Variable(_)) => node.role = Role::Variable,
                Some(Kind::UserObject(user)) if user.identifier == "optimizer" => node.role = Role::Optimizer,
                _ => {}
            }
            built.nodes.push(node);
        }
        built.finish(limits)
    }

    /// A node with its valid edges.
    fn linked(
        &mut self,
        index: usize,
        children: &[ObjectReference],
        slots: &[SlotVariableReference],
        count: usize,
    ) -> Node {
        let mut node = Node::default();
        for child in children {
            match in_range(child.node_id, count) {
                Some(to) => node.children.push(Child { name: child.local_name.clone(), node: to }),
                None => self.bad_reference(index, child.node_id),
            }
        }
        for slot in slots {
            match (in_range(slot.original_variable_node_id, count), in_range(slot.slot_variable_node_id, count)) {
                (Some(original), Some(node_id)) => {
                    node.slots.push(Slot { original, name: slot.slot_name.clone(), node: node_id });
                }
                (None, _) => self.bad_reference(index, slot.original_variable_node_id),
                (_, None) => self.bad_reference(index, slot.slot_variable_node_id),
            }
        }
        node
    }

    fn bad_reference(&mut self, from: usize, to: i32) {
        let error = Error::malformed("object-bad-reference").with("object", from).with("reference", to);
        self.problems.push(error.in_field(format!("nodes[{from}]")));
    }

    fn finish(mut self, limits: &Limits) -> Self {
        self.set_roles();
        self.set_paths(limits);
        self
    }

    fn set_roles(&mut self) {
        let mut slots = Vec::new();
        for i in 0..self.nodes.len() {
            if !self.nodes[i].slots.is_empty() {
                slots.extend(self.nodes[i].slots.iter().map(|s| s.node));
                self.nodes[i].role = Role::Optimizer;
            } else if let Some(kept) = self.keras_optimizer(i) {
                slots.extend(kept);
                self.nodes[i].role = Role::Optimizer;
            }
        }
        for slot in slots {
            self.nodes[slot as usize].role = Role::SlotVariable;
        }
        if let Some(root) = self.nodes.first_mut() {
            root.role = Role::Root;
        }
    }

    /// The slot variables of an optimizer that does not record them. Keras 2 (from 2.11) and Keras 3 list all state in
    /// `_variables`; slot variables are those that are not direct children. The older optimizers without slots are
    /// recognized by `iter` beside a hyperparameter. `None` when the object resembles neither. (Names seen in
    /// checkpoints of TensorFlow 2.4, 2.15 and 2.21.)
    fn keras_optimizer(&self, index: usize) -> Option<Vec<u32>> {
        let children = &self.nodes[index].children;
        let child = |name: &str| children.iter().find(|c| c.name == name);
        if let (Some(list), true) = (child("_variables"), child("_iterations").is_some()) {
            let own: Vec<u32> = children.iter().map(|c| c.node).collect();
            let kept = self.nodes[list.node as usize].children.iter().map(|c| c.node);
            let is_variable = |&n: &u32| self.nodes[n as usize].role == Role::Variable;
            return Some(kept.filter(|n| !own.contains(n)).filter(is_variable).collect());
        }
        (child("iter").is_some() && (child("learning_rate").is_some() || child("decay").is_some())).then(Vec::new)
    }

    /// Breadth-first from the root, so that every path is a shortest one; then slot variables by their owners.
    fn set_paths(&mut self, limits: &Limits) {
        // A budget for all paths together: those of a chain of objects would otherwise take quadratic memory.
        let mut budget = limits.text_bytes;
        let mut queue = VecDeque::new();
        if let Some(root) = self.nodes.first_mut() {
            root.reached = true;
            queue.push_back(0u32);
        }
        while let Some(from) = queue.pop_front() {
            let (children, path) = {
                let node = &self.nodes[from as usize];
                (node.children.clone(), node.path.clone())
            };
            for child in children {
                if self.nodes[child.node as usize].reached {
                    continue;
                }
                let parts = [path.as_str(), &child.name];
                self.set_path(child.node, if from == 0 { &parts[1..] } else { &parts }, &mut budget, limits);
                queue.push_back(child.node);
            }
        }
        for optimizer in 0..self.nodes.len() {
            for slot in self.nodes[optimizer].slots.clone() {
                if self.nodes[slot.node as usize].reached {
                    continue;
                }
                let original = self.nodes[slot.original as usize].path.clone();
                let owner = self.nodes[optimizer].path.clone();
                let parts = [original.as_str(), ".OPTIMIZER_SLOT", &owner, &slot.name];
                self.set_path(slot.node, &parts, &mut budget, limits);
            }
        }
    }

    fn set_path(&mut self, node: u32, parts: &[&str], budget: &mut u64, limits: &Limits) {
        let node = &mut self.nodes[node as usize];
        node.reached = true;
        let length: u64 = parts.iter().map(|p| p.len() as u64 + 1).sum();
        match budget.checked_sub(length) {
            Some(left) => {
                *budget = left;
                node.path = parts.join("/");
            }
            None if *budget > 0 => {
                *budget = 0;
                let error = Error::over_limit("object-paths-too-long").with("limit", limits.text_bytes);
                self.problems.push(error);
            }
            None => {}
        }
    }
}

fn attributes(object: &TrackableObject) -> Vec<Attribute> {
    let one = |a: &crate::formats::proto::tensorflow::trackable_object_graph::trackable_object::SerializedTensor| {
        Attribute { name: a.name.clone(), full_name: a.full_name.clone(), key: a.checkpoint_key.clone() }
    };
    object.attributes.iter().map(one).collect()
}

fn in_range(id: i32, count: usize) -> Option<u32> {
    u32::try_from(id).ok().filter(|&id| (id as usize) < count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(children: &[(i32, &str)]) -> TrackableObject {
        let child = |&(node_id, name): &(i32, &str)| ObjectReference { node_id, local_name: name.to_owned() };
        TrackableObject { children: children.iter().map(child).collect(), ..TrackableObject::default() }
    }

    #[test]
    fn cycles_and_wrong_indices_neither_hang_nor_panic() {
        let nodes = vec![object(&[(1, "a"), (7, "gone"), (-1, "below")]), object(&[(0, "up"), (1, "self")])];
        let built = ObjectGraph::from_checkpoint(&TrackableObjectGraph { nodes }, &Limits::default());
        assert_eq!(built.nodes[1].path, "a");
        assert_eq!(built.problems.iter().map(|e| e.id()).collect::<Vec<_>>(), ["object-bad-reference"; 2]);
        assert_eq!(ObjectGraph::from_checkpoint(&TrackableObjectGraph::default(), &Limits::default()).nodes.len(), 0);
    }

    #[test]
    fn a_long_chain_stays_within_the_limit() {
        let name = "x".repeat(1000);
        let nodes = (0..20_000).map(|i| object(&[((i + 1) % 20_000, &name)])).collect();
        let built = ObjectGraph::from_checkpoint(&TrackableObjectGraph { nodes }, &Limits::default());
        assert!(built.nodes.iter().map(|n| n.path.len()).sum::<usize>() <= 16 << 20);
        assert_eq!(built.problems.len(), 1);
        assert_eq!(built.problems[0].id(), "object-paths-too-long");
        assert!(built.nodes.iter().all(|n| n.reached));
    }
}
