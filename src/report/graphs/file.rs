//! The graphs of an artifact as bodies of calls.

use super::kept::Prepared;
use crate::artifact::Document;
use crate::graph::{self, Body, FunctionBodies, Graph, Graphs};
use crate::report::Opened;
use std::cell::OnceCell;
use std::rc::Rc;

/// The graphs of an artifact, as bodies of calls.
pub(super) struct File<'a> {
    opened: &'a Opened,
    artifact: usize,
    prepared: &'a Prepared,
    /// The functions of each meta graph.
    functions: OnceCell<Vec<FunctionBodies<'a>>>,
}

impl<'a> File<'a> {
    pub(super) fn new(opened: &'a Opened, artifact: usize, prepared: &'a Prepared) -> Self {
        Self { opened, artifact, prepared, functions: OnceCell::new() }
    }

    fn document(&self) -> Option<&'a Document> {
        self.opened.artifacts.get(self.artifact)?.document.as_ref()
    }

    fn functions(&self) -> Vec<FunctionBodies<'a>> {
        match self.document() {
            Some(Document::GraphDef(document)) => vec![FunctionBodies::new(&document.graph)],
            Some(Document::MetaGraph(meta)) => vec![FunctionBodies::new(meta.graph())],
            Some(Document::SavedModel(model)) => {
                model.meta_graphs.iter().map(|meta| FunctionBodies::new(meta.graph())).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Graphs for File<'_> {
    fn bodies(&self, graph: usize, source: u32) -> Vec<Body> {
        if let Some(Document::Tflite(model)) = self.document() {
            return graph::tflite_bodies(model, graph, source);
        }
        let mut before = 0;
        for functions in self.functions.get_or_init(|| self.functions()) {
            if graph < before + functions.graphs() {
                let bodies = functions.of(graph - before, source).into_iter();
                return bodies.map(|body| Body { graph: body.graph + before, ..body }).collect();
            }
            before += functions.graphs();
        }
        Vec::new()
    }

    fn graph(&self, graph: usize) -> Option<Rc<Graph>> {
        let known = self.prepared.bodies.borrow().get(&graph).cloned();
        known.or_else(|| {
            let built = Rc::new(self.opened.graph(self.artifact, Some(graph))?);
            self.prepared.bodies.borrow_mut().insert(graph, built.clone());
            Some(built)
        })
    }
}
