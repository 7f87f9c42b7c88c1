//! Requirements of graphs on a TensorFlow release: "loads" means that a graph can be imported, and for a SavedModel
//! that the 1.x loader loads it on 1.x and `tf.saved_model.load` on 2.x.
//!
//! Owns: requirements of GraphDefs, MetaGraphDefs and SavedModels. Must not know: reading of files, TFLite.

mod attrs;
mod called;
mod defaults;
mod dtypes;
mod findings;
mod ops;
mod saved_model;
mod shapes;
mod structure;
mod text;
mod types;
mod versions;

pub use saved_model::assess_saved_model;
pub(super) use versions::{Numbers, requirements as version_requirements};

use super::accepts::Accepts;
use super::knowledge::flat_release;
use super::knowledge::tensorflow::tf_promise;
use super::{Action, Assessment, ChannelIndex, EVIDENCE, Evidence, Offer, Requirement, What, channels};
use crate::bytes::{Limits, Span};
use crate::formats::graph_def::{GraphDocument, GraphSpans, MetaGraph};
use crate::formats::proto::tensorflow::{GraphDef, NodeDef, OpDef};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Stages of the importer, in its own order.
pub(super) mod stage {
    /// Before the import: a text proto is parsed.
    pub const TEXT: u32 = 0;
    pub const VERSIONS: u32 = 1;
    pub const LOADER: u32 = 2;
    pub const SHAPE: u32 = 3;
    pub const NODES: u32 = 4;
    pub const ATTRS: u32 = 5;
    /// After the import: variables are restored, then functions built.
    pub const RESTORE: u32 = 6;
}

/// Importer of a graph: importers differ in their checks and messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// `import_graph_def`.
    Graph,
    /// `import_meta_graph`, which the 1.x SavedModel loader uses too.
    MetaGraph,
    /// The 1.x loader on 1.x, `tf.saved_model.load` on 2.x.
    SavedModel,
}

/// Requirements and windows of a plain or frozen graph.
pub fn assess_graph(document: &GraphDocument, limits: &Limits) -> Assessment {
    let view = View::new(&document.graph, &document.spans, &[], Way::Graph, &document.file, "", limits);
    let mut requirements = Vec::new();
    text::requirements(&document.uses, Way::Graph, &document.file, &mut requirements);
    assess(&view, requirements)
}

/// Requirements and windows of a MetaGraphDef (a `.meta` file).
pub fn assess_meta_graph(document: &MetaGraph, limits: &Limits) -> Assessment {
    let ops = producer_ops(document);
    let (graph, spans, file) = (document.graph(), &document.spans, &document.file);
    let mut requirements = Vec::new();
    text::requirements(&document.uses, Way::MetaGraph, file, &mut requirements);
    assess(&View::new(graph, spans, ops, Way::MetaGraph, file, "graph_def.", limits), requirements)
}

fn producer_ops(meta: &MetaGraph) -> &[OpDef] {
    let info = meta.def.meta_info_def.as_ref();
    info.and_then(|info| info.stripped_op_list.as_ref()).map_or(&[], |list| &list.op)
}

fn assess(view: &View<'_>, mut requirements: Vec<Requirement>) -> Assessment {
    let numbers = Numbers::of_graph(view.graph);
    let at = Span { file: view.file.clone(), range: None, field: format!("{}versions", view.path) };
    version_requirements(&numbers, &at, &mut requirements);
    structure::requirements(view, &mut requirements);
    let nodes: HashMap<&str, usize> =
        view.graph.node.iter().enumerate().map(|(index, node)| (node.name.as_str(), index)).collect();
    types::requirements(view, &nodes, &mut requirements);
    ops::requirements(view, numbers.producer, &mut requirements);
    dtypes::requirements(view, &mut requirements);
    attrs::requirements(view, &mut requirements);
    shapes::requirements(view, &nodes, &mut requirements);
    let loads_graphs = |channel: &super::Channel| channel.releases.iter().any(|r| r.graph_def_version.is_some());
    let own: Vec<ChannelIndex> =
        channels().iter().enumerate().filter(|(_, c)| loads_graphs(c)).map(|(i, _)| i).collect();
    let known = |at| flat_release(at).1.graph.is_some();
    let (usual, others) = match view.way {
        Way::SavedModel => saved_model::offers(own, known),
        _ => (Offer::new(Action::Import, own, known), Vec::new()),
    };
    let mut assessment = Assessment::new(usual, others, requirements, Vec::new());
    // Functions built from an object graph are not imported as one graph, so there is no hint.
    assessment.producer = Some(numbers.producer).filter(|_| !view.objects);
    assessment.forward = tf_promise("graph-forward").0;
    assessment.findings = findings::findings(&assessment);
    assessment
}

/// A node with its position.
#[derive(Clone, Copy)]
struct Place<'a> {
    node: &'a NodeDef,
    /// Index of the function in the library; `None` in the main graph.
    function: Option<usize>,
    /// Index within its graph.
    index: usize,
}

/// A graph with what every part of the assessment needs.
struct View<'a> {
    graph: &'a GraphDef,
    spans: &'a GraphSpans,
    way: Way,
    /// A SavedModel with an object graph.
    objects: bool,
    file: Arc<str>,
    path: String,
    /// Nodes of the main graph, then of every function, by op, in order.
    by_op: Vec<(&'a str, Vec<Place<'a>>)>,
    /// Names of library functions; they count as ops.
    functions: HashSet<&'a str>,
    /// The producer's own definitions of its ops, by name.
    producer_ops: HashMap<&'a str, &'a OpDef>,
}

impl<'a> View<'a> {
    fn new(
        graph: &'a GraphDef,
        spans: &'a GraphSpans,
        producer_ops: &'a [OpDef],
        way: Way,
        file: &Arc<str>,
        path: &str,
        limits: &Limits,
    ) -> Self {
        let library = graph.library.as_ref().map_or(&[][..], |library| &library.function);
        let name = |function: &'a crate::formats::proto::tensorflow::FunctionDef| {
            function.signature.as_ref().map_or("", |signature| signature.name.as_str())
        };
        let main = graph.node.iter().enumerate().map(|(index, node)| Place { node, function: None, index });
        // The plain importer checks a body when it infers the shapes of a call; loaders of SavedModels build all.
        let called = called::called(graph);
        let checked = |f: &usize| way != Way::Graph || called[*f];
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
            functions: library.iter().map(name).collect(),
            producer_ops: producer_ops.iter().map(|op| (op.name.as_str(), op)).collect(),
        }
    }

    fn function_name(&self, function: Option<usize>) -> String {
        let library = self.graph.library.as_ref();
        let function = function.and_then(|f| library.and_then(|library| library.function.get(f)));
        function.and_then(|f| f.signature.as_ref()).map(|s| s.name.clone()).unwrap_or_default()
    }

    fn evidence(&self, place: &Place<'_>) -> Evidence {
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

    fn evidences(&self, places: &[Place<'_>]) -> Vec<Evidence> {
        places.iter().take(EVIDENCE).map(|place| self.evidence(place)).collect()
    }

    /// Order in which the importer checks a node: nodes of the main graph in order, then function bodies.
    fn step(&self, place: &Place<'_>, stage: u32) -> (u32, u32) {
        // The plain importer checks node by node; with a producer's op list all ops are looked up first.
        let stage = if self.way == Way::Graph { stage::NODES } else { stage };
        let body = place.function.map_or(0, |_| self.graph.node.len());
        (stage, (body + place.index) as u32)
    }

    /// Exempts loaders that do not check all nodes: 1.13 not library functions, and those that build functions from the
    /// object graph of a TF2 SavedModel not the main graph.
    fn narrow(&self, places: &[Place<'_>], accepts: &mut Accepts) {
        if places.iter().all(|place| place.function.is_some()) {
            accepts.excuse("graph-function-body");
        }
        if self.objects && places.iter().all(|place| place.function.is_none()) {
            accepts.excuse("saved-model-main-graph");
        }
    }
}
