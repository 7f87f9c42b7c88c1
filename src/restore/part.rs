//! Programs with only some of a checkpoint's objects: the guide's way to load one layer or one bias.

use super::objects::{Child, Node, ObjectGraph};
use crate::bytes::{Error, Result};
use std::collections::HashMap;

/// The objects that lead to `paths` (child names joined by `/`, or the key of a value), and everything below them.
///
/// Paths share their common objects; everything below a named object is the checkpoint's own. Error:
/// `restore-no-such-path` with the path and its longest existing part.
pub fn part_of(graph: &ObjectGraph, paths: &[String]) -> Result<ObjectGraph> {
    let mut part = Part { graph, nodes: vec![Node { reached: true, ..Node::default() }], copied: HashMap::new() };
    if let Some(root) = graph.nodes.first() {
        part.nodes[0].role = root.role;
    }
    for path in paths {
        part.add(path)?;
    }
    // `tf.train.Checkpoint.restore` adds a counter of saves to its root before anything is matched.
    if part.child(0, SAVE_COUNTER).is_some() {
        part.add(SAVE_COUNTER)?;
    }
    Ok(ObjectGraph { nodes: part.nodes, problems: Vec::new() })
}

/// The child that every `tf.train.Checkpoint` has once it has saved or restored.
const SAVE_COUNTER: &str = "save_counter";

struct Part<'a> {
    graph: &'a ObjectGraph,
    nodes: Vec<Node>,
    /// Objects of the graph that were copied with everything below them.
    copied: HashMap<u32, u32>,
}

impl<'a> Part<'a> {
    /// A child of one of the graph's objects, by its name or the name's form in keys.
    fn child(&self, of: u32, name: &str) -> Option<&'a Child> {
        let graph: &'a ObjectGraph = self.graph;
        let children = &graph.nodes.get(of as usize)?.children;
        children.iter().find(|child| child.name == name || escaped(&child.name) == name)
    }

    fn add(&mut self, path: &str) -> Result<()> {
        let wanted = path.split("/.ATTRIBUTES/").next().unwrap_or(path);
        let (mut from, mut to) = (0u32, 0u32);
        let names: Vec<&str> = wanted.split('/').filter(|name| !name.is_empty()).collect();
        for (depth, name) in names.iter().enumerate() {
            let child = self.child(from, name).ok_or_else(|| {
                Error::malformed("restore-no-such-path").with("path", path).with("at", names[..depth].join("/"))
            })?;
            let there = self.nodes[to as usize].children.iter().find(|other| other.name == child.name).map(|c| c.node);
            to = match there {
                Some(node) => node,
                None => {
                    let node = if depth + 1 == names.len() { self.copy(child.node) } else { self.bare(child.node) };
                    self.nodes[to as usize].children.push(Child { name: child.name.clone(), node });
                    node
                }
            };
            from = child.node;
        }
        Ok(())
    }

    /// An object without its children.
    fn bare(&mut self, of: u32) -> u32 {
        let node = &self.graph.nodes[of as usize];
        let (path, role) = (node.path.clone(), node.role);
        self.nodes.push(Node { path, role, reached: true, ..Node::default() });
        (self.nodes.len() - 1) as u32
    }

    /// An object with its values and everything below it.
    fn copy(&mut self, of: u32) -> u32 {
        let mut open = vec![of];
        let mut made = Vec::new();
        while let Some(index) = open.pop() {
            if self.copied.contains_key(&index) {
                continue;
            }
            let copy = self.bare(index);
            let node = &self.graph.nodes[index as usize];
            self.nodes[copy as usize].attributes.clone_from(&node.attributes);
            self.copied.insert(index, copy);
            open.extend(node.children.iter().map(|child| child.node));
            made.push((index, copy));
        }
        for (index, copy) in made {
            let children = &self.graph.nodes[index as usize].children;
            let children = children
                .iter()
                .filter_map(|child| Some(Child { name: child.name.clone(), node: *self.copied.get(&child.node)? }));
            self.nodes[copy as usize].children = children.collect();
        }
        self.copied[&of]
    }
}

/// A child's name as in keys: `.` is written `..`, `/` is written `.S`.
fn escaped(name: &str) -> String {
    name.replace('.', "..").replace('/', ".S")
}
