//! Graphs of opened files, on request: built, laid out, searched, listed. None of this is done before the verdict.

mod file;
mod found;
mod kept;
mod outline;
mod verdicts;

pub use found::{FoundNodes, Search};
pub(super) use kept::Kept;
pub use outline::{Listing, OutlineRow, OutlineRows};
pub use verdicts::TargetName;

use super::{Opened, schema};
use crate::artifact::Document;
use crate::formats::proto::tensorflow::GraphDef;
use crate::graph::{self, Drawing, Graph, Graphs, ObjectSpec, Options, Role};
use crate::json::readable;
use file::File;
use kept::{Prepared, Scopes};
use serde::Serialize;
use std::ops::Deref;
use std::rc::Rc;

/// A node that a drawing must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reveal {
    /// By its index in the source document.
    Source {
        /// The index.
        index: u32,
    },
    /// By its index in the graph with the bodies of its calls.
    Node {
        /// The index.
        index: u32,
    },
}
readable!(enum Reveal { "source" => Source { index }, "node" => Node { index } });

/// The start value for reading one.
impl Default for Reveal {
    fn default() -> Self {
        Self::Source { index: 0 }
    }
}

impl Opened {
    /// A graph of an artifact: `which` is an index into [`schema::Artifact::graphs`], or `None` for the object graph of
    /// a checkpoint. `None` for an unknown graph.
    pub fn graph(&self, artifact: usize, which: Option<usize>) -> Option<Graph> {
        let Some(index) = which else {
            return Some(graph::from_objects(&objects(self.report.artifacts.get(artifact)?.object_graph.as_ref()?)));
        };
        match self.artifacts.get(artifact)?.document.as_ref()? {
            Document::Tflite(model) => graph::from_tflite(model, index),
            Document::GraphDef(document) => of_graph_def(&document.graph, index),
            Document::MetaGraph(meta) => of_graph_def(meta.graph(), index),
            Document::SavedModel(model) => {
                // Meta graphs are stored one after another, each as its main graph and its functions.
                let mut left = index;
                model.meta_graphs.iter().find_map(|meta| {
                    let graph = meta.graph();
                    let count = 1 + graph.library.as_ref().map_or(0, |library| library.function.len());
                    let found = (left < count).then(|| of_graph_def(graph, left)).flatten();
                    left = left.wrapping_sub(count);
                    found
                })
            }
            Document::Keras(document) => graph::from_keras(document.model.as_ref()?),
            Document::Checkpoint(_) | Document::CheckpointState(_) => None,
        }
    }

    /// The same; the last one is kept.
    pub fn kept_graph(&self, artifact: usize, which: Option<usize>) -> Option<impl Deref<Target = Graph>> {
        self.prepared(artifact, which).map(Plain)
    }

    /// The bodies of the calls in a graph, in the order of their nodes: the first node of each, its index among the
    /// artifact's graphs, and the graph.
    pub fn bodies(&self, artifact: usize, which: Option<usize>) -> Vec<(u32, usize, Rc<Graph>)> {
        let Some(prepared) = self.prepared(artifact, which) else { return Vec::new() };
        let file = File::new(self, artifact, &prepared);
        let bodies = prepared.whole(&file).bodies().iter();
        bodies.filter_map(|(first, index)| Some((*first, *index as usize, file.graph(*index as usize)?))).collect()
    }

    /// A graph with the bodies of its calls.
    pub fn whole_graph(&self, artifact: usize, which: Option<usize>) -> Option<Graph> {
        let prepared = self.prepared(artifact, which)?;
        Some(prepared.whole(&File::new(self, artifact, &prepared)).clone())
    }

    /// Builds the first graph of an artifact, with the scopes that it is drawn with first, so that questions about it wait less.
    pub fn prepare_graph(&self, artifact: usize) {
        let Some(prepared) = self.prepared(artifact, Some(0)) else { return };
        let is_tflite =
            self.report.artifacts.get(artifact).is_some_and(|artifact| artifact.kind == schema::Kind::Tflite);
        prepared.gathered(Scopes::of(&Options::first(is_tflite)), &File::new(self, artifact, &prepared));
    }

    fn prepared(&self, artifact: usize, which: Option<usize>) -> Option<Rc<Prepared>> {
        self.graphs.get(artifact, which, || self.graph(artifact, which))
    }

    /// The same laid out. With `reveal` the groups around that node are open.
    pub fn drawing(
        &self,
        artifact: usize,
        which: Option<usize>,
        options: &Options,
        reveal: Option<Reveal>,
    ) -> Option<Drawing> {
        let prepared = self.prepared(artifact, which)?;
        let graph = prepared.gathered(Scopes::of(options), &File::new(self, artifact, &prepared));
        let mut drawing = graph::layout(graph, options, &|| false)?;
        // Inputs and outputs are numbered by tensor, but the requested index is that of an operator or node.
        let node = reveal.and_then(|reveal| match reveal {
            Reveal::Node { index } => ((index as usize) < graph.len()).then_some(index),
            Reveal::Source { index } => (0..prepared.plain.len() as u32).find(|n| {
                graph.source(*n) == index
                    && (!matches!(graph.role(*n), Role::Input | Role::Output) || !graph.op(*n).is_empty())
            }),
        });
        if let Some(node) = node
            && drawing.nodes[drawing.shown_by[node as usize] as usize].group.is_some()
        {
            let mut options = options.clone();
            let mut open: std::collections::BTreeSet<String> = drawing.expanded.into_iter().collect();
            open.extend(graph::found_node(graph, node).scopes);
            options.expanded = Some(open);
            drawing = graph::layout(graph, &options, &|| false)?;
        }
        Some(drawing)
    }
}

/// The graph of a [`Prepared`].
struct Plain(Rc<Prepared>);

impl Deref for Plain {
    type Target = Graph;

    fn deref(&self) -> &Graph {
        &self.0.plain
    }
}

/// Graph 0 is the graph itself, those after it are its functions.
fn of_graph_def(graph: &GraphDef, index: usize) -> Option<Graph> {
    match index.checked_sub(1) {
        None => Some(graph::from_graph_def(graph)),
        Some(function) => graph::from_function(graph, function),
    }
}

/// Objects in the form of the graph layer.
fn objects(graph_of_objects: &schema::ObjectGraph) -> Vec<ObjectSpec> {
    graph_of_objects
        .nodes
        .iter()
        .map(|node| ObjectSpec {
            path: node.path.clone(),
            role: match node.role {
                schema::Role::Root => Role::Root,
                schema::Role::Object => Role::Object,
                schema::Role::Optimizer => Role::Optimizer,
                schema::Role::Variable => Role::Variable,
                schema::Role::SlotVariable => Role::SlotVariable,
            },
            children: node.children.iter().map(|c| (c.name.clone(), c.node)).collect(),
            slots: node.slot_variables.iter().map(|s| (s.slot.clone(), s.original, s.node)).collect(),
            attributes: node
                .attributes
                .iter()
                .flat_map(|a| {
                    let named = (!a.full_name.is_empty()).then(|| ("full_name".to_owned(), a.full_name.clone()));
                    std::iter::once((a.name.clone(), a.key.clone())).chain(named)
                })
                .collect(),
        })
        .collect()
}
