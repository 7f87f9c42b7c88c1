//! Advice about nodes that a release imports but cannot run, because it has no kernel for them.

use super::case::{Case, of};
use super::schema::Advice;
use crate::artifact::Document;
use crate::compat::Target;
use crate::compat::advice::{MissingKernel, kernels_of, missing_kernels};
use crate::formats::proto::tensorflow::GraphDef;
use crate::report::schema::{Certainty, Evidence, Message, Outcome, Severity, What};

/// Maximum number of nodes in one piece of advice.
const MOST: usize = 20;

/// One piece of advice for each op, or op and type, that imports but cannot run on the CPU.
#[inline(never)]
pub fn missing(case: &Case<'_>, document: Option<&Document>) -> Vec<Advice> {
    let Some(graph) = document.and_then(graph_of) else { return Vec::new() };
    // If the release refuses the graph, missing kernels do not matter.
    let target = Target::named("tensorflow", kernels_of());
    let target = target.filter(|target| case.selection.channels().contains(&target.channel));
    if target.is_none_or(|target| case.selection.outcome(target) == Outcome::Refused) {
        return Vec::new();
    }
    missing_kernels(graph).iter().map(|missing| advice(graph, missing)).collect()
}

/// The graph of a file; `None` if there is none.
pub fn graph_of(document: &Document) -> Option<&GraphDef> {
    match document {
        Document::GraphDef(document) => Some(&document.graph),
        Document::MetaGraph(meta) => Some(meta.graph()),
        Document::SavedModel(model) => model.meta_graphs.first().map(|meta| meta.graph()),
        _ => None,
    }
}

fn advice(graph: &GraphDef, missing: &MissingKernel<'_>) -> Advice {
    let (id, subject) = match &missing.of {
        None => ("graph-no-kernel", missing.op.to_owned()),
        Some((attr, _)) => ("graph-no-kernel-type", format!("{}.{attr}", missing.op)),
    };
    let dtype = missing.of.as_ref().map_or("", |(_, dtype)| dtype);
    let count = missing.nodes.len().to_string();
    let values = [("subject", subject.as_str()), ("dtype", dtype), ("release", kernels_of()), ("count", &count)];
    let evidence = missing.nodes.iter().take(MOST).map(|(function, index)| node(graph, *function, *index));
    Advice {
        subject: subject.clone(),
        evidence: evidence.collect(),
        source: missing.source.to_owned(),
        ..of(Message::of(id, &values), Severity::Warning, Certainty::Observed)
    }
}

/// A node as evidence.
pub fn node(graph: &GraphDef, function: Option<usize>, index: usize) -> Evidence {
    let body = function.and_then(|f| graph.library.as_ref()?.function.get(f));
    let nodes = body.map_or(&graph.node, |body| &body.node_def);
    Evidence {
        what: What::Node,
        graph: body.and_then(|body| Some(body.signature.as_ref()?.name.clone())).unwrap_or_default(),
        index: index as u32,
        name: nodes.get(index).map(|node| node.name.clone()).unwrap_or_default(),
        at: None,
    }
}
