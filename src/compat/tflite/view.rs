//! A model with what every part of its assessment needs.

use super::node::Node;
use crate::bytes::{Limits, Span};
use crate::compat::{EVIDENCE, Evidence, What};
use crate::formats::tflite::Model;
use std::ops::Range;
use std::sync::Arc;

/// A model with what every part of the assessment needs.
pub struct View<'a> {
    /// The model.
    pub model: &'a Model,
    /// The file in evidence.
    pub file: Arc<str>,
    /// By operator code: the operators that use it, as (subgraph, operator).
    pub uses: Vec<Vec<(usize, usize)>>,
}

fn uses(model: &Model, limits: &Limits) -> Vec<Vec<(usize, usize)>> {
    let mut uses = vec![Vec::new(); model.operator_codes.len()];
    let mut left = limits.list_len;
    for (s, subgraph) in model.subgraphs.iter().enumerate() {
        for (o, operator) in subgraph.operators.iter().enumerate() {
            if left == 0 {
                return uses;
            }
            left -= 1;
            if let Some(users) = uses.get_mut(operator.opcode_index as usize) {
                users.push((s, o));
            }
        }
    }
    uses
}

impl<'a> View<'a> {
    /// The model; its first `list_len` operators count.
    pub fn new(model: &'a Model, file: &str, limits: &Limits) -> Self {
        Self { model, file: file.into(), uses: uses(model, limits) }
    }

    /// An operator with its subgraph.
    pub fn node(&self, (subgraph, operator): (usize, usize)) -> Node<'a> {
        let subgraph = &self.model.subgraphs[subgraph];
        Node { subgraph, operator: &subgraph.operators[operator] }
    }

    /// A field of the file.
    pub fn span(&self, range: &Range<u64>, field: String) -> Span {
        Span { file: self.file.clone(), range: Some(range.clone()), field }
    }

    /// An operator as evidence, named after its first output because operators have no names.
    pub fn operator(&self, at: (usize, usize)) -> Evidence {
        let (s, o) = at;
        let node = self.node(at);
        let output = node.operator.outputs.first().and_then(|&t| node.subgraph.tensors.get(usize::try_from(t).ok()?));
        Evidence {
            what: What::Node,
            graph: self.graph_name(s),
            index: o as u32,
            name: output.map(|t| t.name.clone()).unwrap_or_default(),
            at: self.span(&node.operator.at, format!("subgraphs[{s}].operators[{o}]")),
        }
    }

    /// A tensor as evidence.
    pub fn tensor(&self, (s, t): (usize, usize)) -> Evidence {
        let tensor = &self.model.subgraphs[s].tensors[t];
        Evidence {
            what: What::Tensor,
            graph: self.graph_name(s),
            index: t as u32,
            name: tensor.name.clone(),
            at: self.span(&tensor.at, format!("subgraphs[{s}].tensors[{t}]")),
        }
    }

    /// Name of a subgraph; that of the main subgraph is empty.
    pub fn graph_name(&self, subgraph: usize) -> String {
        match (subgraph, self.model.subgraphs[subgraph].name.as_str()) {
            (0, _) => String::new(),
            (_, "") => format!("subgraph {subgraph}"),
            (_, name) => name.to_owned(),
        }
    }

    /// The first of several operators as evidence.
    pub fn operators(&self, at: &[(usize, usize)]) -> Vec<Evidence> {
        at.iter().take(EVIDENCE).map(|&at| self.operator(at)).collect()
    }
}
