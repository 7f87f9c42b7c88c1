//! A graph with what every part of its assessment needs.

use super::called::callers;
use super::order::order;
use super::stage;
use crate::bytes::{Limits, Span};
use crate::compat::accepts::Accepts;
use crate::compat::{EVIDENCE, Evidence, What};
use crate::formats::graph_def::GraphSpans;
use crate::formats::proto::tensorflow::{FunctionDef, GraphDef, NodeDef, OpDef};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Importer of a graph: importers differ in their checks and messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `import_graph_def`.
    Graph,
    /// `import_meta_graph`, which the 1.x SavedModel loader uses too.
    MetaGraph,
    /// The 1.x loader on 1.x, `tf.saved_model.load` on 2.x.
    SavedModel,
}

/// A node with its position.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The node.
    pub node: &'a NodeDef,
    /// Index of the function in the library; `None` in the main graph.
    pub function: Option<usize>,
    /// Index within its graph.
    pub index: usize,
}

/// A graph with what every part of the assessment needs.
pub struct View<'a> {
    /// The graph.
    pub graph: &'a GraphDef,
    /// Positions of its parts in the file.
    pub spans: &'a GraphSpans,
    /// Its importer.
    pub way: Way,
    /// A SavedModel with an object graph.
    pub objects: bool,
    /// The file in evidence.
    pub file: Arc<str>,
    /// Path of the graph within the message in the file, with a dot at its end.
    pub path: String,
    /// Nodes of the main graph, then of every function, by op, in order.
    pub by_op: Vec<(&'a str, Vec<Place<'a>>)>,
    /// By function of the library: the first node of the main graph that reaches it.
    pub callers: Vec<Option<usize>>,
    /// By node of the main graph: its place in the order of the importer.
    order: Vec<u32>,
    /// Names of library functions; they count as ops.
    pub functions: HashSet<&'a str>,
    /// The producer's own definitions of its ops, by name.
    pub producer_ops: HashMap<&'a str, &'a OpDef>,
}

impl<'a> View<'a> {
    /// The first `list_len` nodes of a graph and of its checked functions.
    pub fn new(
        graph: &'a GraphDef,
        spans: &'a GraphSpans,
        producer_ops: &'a [OpDef],
        way: Way,
        file: &Arc<str>,
        path: &str,
        limits: &Limits,
    ) -> Self {
        let library = graph.library.as_ref().map_or(&[][..], |library| &library.function);
        let name =
            |function: &'a FunctionDef| function.signature.as_ref().map_or("", |signature| signature.name.as_str());
        let main = graph.node.iter().enumerate().map(|(index, node)| Place { node, function: None, index });
        // The plain importer checks a body when it infers the shapes of a call; loaders of SavedModels build all.
        let callers = callers(graph);
        let checked = |f: &usize| way != Way::Graph || callers[*f].is_some();
        let bodies = library.iter().enumerate().filter(|(f, _)| checked(f)).flat_map(|(f, function)| {
            let nodes = function.node_def.iter().enumerate();
            nodes.map(move |(index, node)| Place { node, function: Some(f), index })
        });
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut by_op: Vec<(&str, Vec<Place<'_>>)> = Vec::new();
        for place in main.chain(bodies).take(usize::try_from(limits.list_len).unwrap_or(usize::MAX)) {
            let at = *places.entry(place.node.op.as_str()).or_insert_with(|| {
                by_op.push((place.node.op.as_str(), Vec::new()));
                by_op.len() - 1
            });
            by_op[at].1.push(place);
        }
        Self {
            graph,
            spans,
            way,
            objects: false,
            file: file.clone(),
            path: path.to_owned(),
            by_op,
            // Loaders of SavedModels and MetaGraphs are not known to go by the inputs.
            order: if way == Way::Graph { order(&graph.node) } else { Vec::new() },
            callers,
            functions: library.iter().map(name).collect(),
            producer_ops: producer_ops.iter().map(|op| (op.name.as_str(), op)).collect(),
        }
    }

    /// A library function by name.
    pub fn function(&self, name: &str) -> Option<&'a FunctionDef> {
        let library = self.graph.library.as_ref()?;
        library.function.iter().find(|function| function.signature.as_ref().is_some_and(|own| own.name == name))
    }

    /// Name of a library function; empty for the main graph.
    pub fn function_name(&self, function: Option<usize>) -> String {
        let library = self.graph.library.as_ref();
        let function = function.and_then(|f| library.and_then(|library| library.function.get(f)));
        function.and_then(|f| f.signature.as_ref()).map(|s| s.name.clone()).unwrap_or_default()
    }

    /// A node as evidence.
    pub fn evidence(&self, place: &Place<'_>) -> Evidence {
        let (field, range) = match place.function {
            Some(f) => (
                format!("{}library.function[{f}].node_def[{}]", self.path, place.index),
                self.spans.function_node(f, place.index),
            ),
            None => (format!("{}node[{}]", self.path, place.index), self.spans.node(place.index)),
        };
        Evidence {
            what: What::Node,
            graph: self.function_name(place.function),
            index: place.index as u32,
            name: place.node.name.clone(),
            at: Span { file: self.file.clone(), range, field },
        }
    }

    /// The first of several nodes as evidence.
    pub fn evidences(&self, places: &[Place<'_>]) -> Vec<Evidence> {
        places.iter().take(EVIDENCE).map(|place| self.evidence(place)).collect()
    }

    /// Order in which the importer checks a node. The plain importer checks node by node, and the body of a function with
    /// its first call; other loaders look all ops up first, and check function bodies after the main graph.
    pub fn step(&self, place: &Place<'_>, stage: u32) -> (u32, u32) {
        if self.way != Way::Graph {
            let body = place.function.map_or(0, |_| self.graph.node.len());
            return (stage, (body + place.index) as u32);
        }
        let node = place.function.map_or(Some(place.index), |function| self.callers[function]);
        let after = u32::from(place.function.is_some());
        let at = node.and_then(|node| self.order.get(node)).map(|order| order.saturating_mul(2) + after);
        (stage::NODES, at.unwrap_or(u32::MAX))
    }

    /// Exempts loaders that do not check all nodes: 1.13 not library functions, and those that build functions from the
    /// object graph of a TF2 SavedModel not the main graph.
    pub fn narrow(&self, places: &[Place<'_>], accepts: &mut Accepts) {
        if places.iter().all(|place| place.function.is_some()) {
            accepts.excuse("graph-function-body");
        }
        if self.objects && places.iter().all(|place| place.function.is_none()) {
            accepts.excuse("saved-model-main-graph");
        }
    }
}
