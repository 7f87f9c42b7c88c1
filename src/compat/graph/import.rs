//! Requirements of the import of a graph: of plain graphs, of MetaGraphDefs and of the graphs in SavedModels.

use super::findings::findings;
use super::offers::offers;
use super::versions::{self, Numbers};
use super::view::{View, Way};
use super::{attrs, dtypes, functions, kinds, ops, placement, shapes, structure, text, types};
use crate::bytes::{Limits, Span};
use crate::compat::knowledge::tensorflow::tf_promise;
use crate::compat::{Assessment, Requirement};
use crate::formats::graph_def::{GraphDocument, GraphSpans, MetaGraph};
use crate::formats::proto::tensorflow::{GraphDef, OpDef};
use std::collections::HashMap;
use std::sync::Arc;

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

/// Requirements of the attrs that the ops know: their kinds and values, and those that are missing.
pub fn attr_requirements(graph: &GraphDef, spans: &GraphSpans, file: &Arc<str>, limits: &Limits) -> Vec<Requirement> {
    let view = View::new(graph, spans, &[], Way::Graph, file, "", limits);
    let mut requirements = Vec::new();
    kinds::requirements(&view, &mut requirements);
    attrs::requirements(&view, &mut requirements);
    requirements
}

/// The definitions of its ops that the producer stored.
pub(super) fn producer_ops(meta: &MetaGraph) -> &[OpDef] {
    let info = meta.def.meta_info_def.as_ref();
    info.and_then(|info| info.stripped_op_list.as_ref()).map_or(&[], |list| &list.op)
}

/// The requirements of a graph, besides those that its file has already.
pub(super) fn assess(view: &View<'_>, mut requirements: Vec<Requirement>) -> Assessment {
    let numbers = Numbers::of_graph(view.graph);
    let at = Span { file: view.file.clone(), range: None, field: format!("{}versions", view.path) };
    versions::requirements(&numbers, &at, &mut requirements);
    structure::requirements(view, &mut requirements);
    let nodes: HashMap<&str, usize> =
        view.graph.node.iter().enumerate().map(|(index, node)| (node.name.as_str(), index)).collect();
    placement::requirements(view, &nodes, &mut requirements);
    ops::requirements(view, &mut requirements);
    functions::requirements(view, &mut requirements);
    dtypes::requirements(view, &mut requirements);
    attrs::unknown(view, &mut requirements);
    kinds::requirements(view, &mut requirements);
    attrs::requirements(view, &mut requirements);
    // Edges are made when the node is there, with all its attrs.
    types::counts(view, &nodes, &mut requirements);
    ops::withdrawn(view, numbers.producer, &mut requirements);
    types::requirements(view, &nodes, &mut requirements);
    shapes::requirements(view, &nodes, &mut requirements);
    let (usual, others) = offers(view.way);
    let mut assessment = Assessment::new(usual, others, requirements, Vec::new());
    // Functions built from an object graph are not imported as one graph, so there is no hint.
    assessment.producer = Some(numbers.producer).filter(|_| !view.objects);
    assessment.forward = tf_promise("graph-forward").0;
    assessment.findings = findings(&assessment);
    assessment
}
