//! The nodes of a graph by class, for the colors of its drawing.
//!
//! Owns: the order of the classes, and the class of a node by its type and quantization. The outcomes and the verdicts of
//! engines are from `compat`.

mod quantization;
pub mod schema;

use crate::artifact::Document;
use crate::compat::{self, Outcome, Takes};
use crate::graph::{Graph, Role, label_dtype};
use crate::report::Opened;
use quantization::forms;
use schema::{ClassBy, Classing, NodeClass, NodeClasses};
use std::collections::BTreeMap;

/// Maximum number of classes; further ones share the last one, whose key is empty.
const MOST: usize = 8;

impl Opened {
    /// The nodes of a graph by class; `None` for an unknown graph, release or engine.
    pub fn classes(&self, artifact: usize, which: Option<usize>, classing: &Classing) -> Option<NodeClasses> {
        let mut keys = self.keys(artifact, which, &*self.kept_graph(artifact, which)?, classing)?;
        // The bodies of calls are drawn as well, after the nodes of the graph.
        let mut known: BTreeMap<usize, Vec<Key>> = BTreeMap::new();
        for (first, index, body) in self.bodies(artifact, which) {
            keys.resize(first as usize, None);
            let find = || self.keys(artifact, Some(index), &body, classing).unwrap_or_default();
            keys.extend_from_slice(known.entry(index).or_insert_with(find));
        }
        let engines = self.model(artifact).map(|_| compat::engine_ids().map(str::to_owned).collect());
        Some(NodeClasses { engines: engines.unwrap_or_default(), ..numbered(&keys, classing.by) })
    }

    /// The keys of the classes of a graph's nodes.
    fn keys(&self, artifact: usize, which: Option<usize>, graph: &Graph, classing: &Classing) -> Option<Vec<Key>> {
        Some(match classing.by {
            ClassBy::Outcome => {
                let outcomes = self.node_verdicts(artifact, which, graph, classing.target.as_ref()?)?;
                each(graph, |node| is_op(graph, node).then(|| outcomes[node as usize].word().to_owned()))
            }
            ClassBy::Version => each(graph, |node| {
                let version = graph.version(node);
                (version != 0).then(|| version.to_string())
            }),
            ClassBy::Dtype => dtypes(graph),
            ClassBy::Quantization => {
                let forms = self.model(artifact).zip(which).map(|(model, subgraph)| forms(model, subgraph))?;
                each(graph, |node| forms.get(node as usize).copied().flatten().map(str::to_owned))
            }
            ClassBy::Engine => {
                let taken = self.nodes_taken(artifact, which?, &classing.engine)?;
                each(graph, |node| taken.get(node as usize).map(|takes| takes.word().to_owned()))
            }
        })
    }

    fn model(&self, artifact: usize) -> Option<&crate::formats::tflite::Model> {
        match self.artifacts.get(artifact)?.document.as_ref()? {
            Document::Tflite(model) => Some(model),
            _ => None,
        }
    }
}

/// The key of a node's class.
type Key = Option<String>;

fn each(graph: &Graph, key: impl FnMut(u32) -> Key) -> Vec<Key> {
    (0..graph.len() as u32).map(key).collect()
}

fn is_op(graph: &Graph, node: u32) -> bool {
    !graph.op(node).is_empty()
}

/// The type of each node's first output as its readers see it, else of a tensor or type among its attributes.
fn dtypes(graph: &Graph) -> Vec<Key> {
    let mut keys: Vec<Key> = vec![None; graph.len()];
    let mut keep = |node: u32, label: &str| {
        let dtype = label_dtype(label);
        if !dtype.is_empty() && keys[node as usize].is_none() {
            keys[node as usize] = Some(dtype.to_owned());
        }
    };
    for to in 0..graph.len() as u32 {
        for input in graph.inputs(to) {
            keep(input.from, input.label);
        }
    }
    for node in 0..graph.len() as u32 {
        let own = graph.attributes(node).filter(|(name, _)| matches!(*name, "tensor" | "T" | "dtype" | "DstT"));
        own.for_each(|(_, value)| keep(node, value));
        if matches!(graph.role(node), Role::Output)
            && let Some(input) = graph.inputs(node).next()
        {
            keep(node, input.label);
        }
    }
    keys
}

/// Classes with numbers: outcomes, versions and verdicts of engines in their order, others by size.
fn numbered(keys: &[Key], by: ClassBy) -> NodeClasses {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for key in keys.iter().flatten() {
        *counts.entry(key).or_default() += 1;
    }
    let mut all: Vec<(&str, u32)> = counts.into_iter().collect();
    let rank = |key: &str| match by {
        ClassBy::Outcome => Outcome::from_word(key) as i64,
        ClassBy::Version => key.parse().unwrap_or(i64::MAX),
        // What it takes comes first.
        ClassBy::Engine => -Takes::from_word(key).map_or(0, |takes| takes as i64),
        ClassBy::Dtype | ClassBy::Quantization => 0,
    };
    crate::order::sort_by_key(&mut all, |(key, nodes)| (rank(key), std::cmp::Reverse(*nodes)));
    let numbers: BTreeMap<&str, u32> = all.iter().zip(0..).map(|((key, _), at)| (*key, at)).collect();
    let last = MOST as u32 - 1;
    let number = |key: &Key| match key {
        Some(key) if all.len() > MOST => numbers[key.as_str()].min(last),
        Some(key) => numbers[key.as_str()],
        None => all.len().min(MOST) as u32,
    };
    let of = keys.iter().map(number).collect();
    let mut classes: Vec<NodeClass> =
        all.iter().map(|(key, nodes)| NodeClass { key: (*key).to_owned(), nodes: *nodes }).collect();
    if classes.len() > MOST {
        let nodes = classes.drain(MOST - 1..).map(|class| class.nodes).sum();
        classes.push(NodeClass { key: String::new(), nodes });
    }
    NodeClasses { classes, of, engines: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(all: &[&str]) -> Vec<Key> {
        all.iter().map(|key| (!key.is_empty()).then(|| (*key).to_owned())).collect()
    }

    #[test]
    fn classes_are_in_the_order_of_a_legend() {
        let found = numbered(&keys(&["10", "9", "", "9"]), ClassBy::Version);
        let legend: Vec<_> = found.classes.iter().map(|class| (class.key.as_str(), class.nodes)).collect();
        assert_eq!((legend, found.of), (vec![("9", 2), ("10", 1)], vec![1, 0, 2, 0]));
        let found = numbered(&keys(&["refused", "loads", "loads"]), ClassBy::Outcome);
        assert_eq!(found.classes[0].key, "loads");
        let found = numbered(&keys(&["no", "no", "unknown", "yes"]), ClassBy::Engine);
        assert_eq!(found.classes.iter().map(|class| class.key.as_str()).collect::<Vec<_>>(), ["yes", "unknown", "no"]);
        let found = numbered(&keys(&["float32", "int8", "int8"]), ClassBy::Dtype);
        assert_eq!(found.classes[0].key, "int8");
    }

    #[test]
    fn more_classes_than_colors_share_the_last_one() {
        let all: Vec<String> = (1..=20).map(|version| version.to_string()).collect();
        let all: Vec<Key> = all.into_iter().map(Some).chain([None]).collect();
        let found = numbered(&all, ClassBy::Version);
        assert_eq!((found.classes.len(), found.classes[MOST - 1].nodes), (MOST, 13));
        assert_eq!((found.of[6], found.of[19], found.of[20]), (6, 7, MOST as u32));
    }
}
