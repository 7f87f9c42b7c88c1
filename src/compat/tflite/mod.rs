//! Requirements of a TFLite model on an interpreter: "loads" means that the interpreter is built with its default
//! resolver and tensors are allocated.
//!
//! Owns: requirements of models. Must not know: reading of files, other kinds of files.

mod blockwise;
mod codes;
mod indices;
mod model;
pub(super) mod node;
mod operands;
mod prepare;
mod promise;
pub(super) mod versions;

pub use codes::official_min_runtime;

use super::knowledge::flat_release;
use super::{Action, Assessment, EVIDENCE, Evidence, Offer, What, channels};
use crate::bytes::{Limits, Span};
use crate::formats::tflite::Model;
use node::Node;
use std::ops::Range;
use std::sync::Arc;

/// Stages of the loader, in its own order.
mod stage {
    pub const HEADER: u32 = 0;
    pub const CODES: u32 = 1;
    pub const SUBGRAPHS: u32 = 2;
    pub const TENSORS: u32 = 3;
    pub const PREPARE: u32 = 4;
    /// Damage without a message comes after everything with one.
    pub const DAMAGE: u32 = 5;
}

/// Requirements, windows and findings of a model. `file` names the file in evidence.
pub fn assess_tflite(model: &Model, file: &str, limits: &Limits) -> Assessment {
    let view = View::new(model, file, limits);
    let (mut requirements, mut findings) = (model::requirements(&view), Vec::new());
    codes::requirements(&view, &mut requirements, &mut findings);
    prepare::requirements(&view, &mut requirements);
    blockwise::requirements(&view, &mut requirements);
    findings.extend(promise::min_runtime(model, &requirements));
    let reads_models = |channel: &super::Channel| channel.releases.iter().any(|r| r.tflite.is_some());
    let channels = channels().iter().enumerate().filter(|(_, c)| reads_models(c)).map(|(i, _)| i).collect();
    let usual = Offer::new(Action::DefaultDelegates, channels, |at| flat_release(at).1.tflite.is_some());
    let others = vec![usual.of_same(Action::BuiltinOps), usual.of_same(Action::MediapipeOps)];
    Assessment::new(usual, others, requirements, findings)
}

/// A model with what every part of the assessment needs.
pub(super) struct View<'a> {
    model: &'a Model,
    file: Arc<str>,
    /// By operator code: the operators that use it, as (subgraph, operator).
    pub(super) uses: Vec<Vec<(usize, usize)>>,
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
    pub(super) fn new(model: &'a Model, file: &str, limits: &Limits) -> Self {
        Self { model, file: file.into(), uses: uses(model, limits) }
    }

    pub(super) fn node(&self, (subgraph, operator): (usize, usize)) -> Node<'a> {
        let subgraph = &self.model.subgraphs[subgraph];
        Node { subgraph, operator: &subgraph.operators[operator] }
    }

    fn span(&self, range: &Range<u64>, field: String) -> Span {
        Span { file: self.file.clone(), range: Some(range.clone()), field }
    }

    /// An operator as evidence, named after its first output because operators have no names.
    fn operator(&self, at: (usize, usize)) -> Evidence {
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

    fn tensor(&self, (s, t): (usize, usize)) -> Evidence {
        let tensor = &self.model.subgraphs[s].tensors[t];
        Evidence {
            what: What::Tensor,
            graph: self.graph_name(s),
            index: t as u32,
            name: tensor.name.clone(),
            at: self.span(&tensor.at, format!("subgraphs[{s}].tensors[{t}]")),
        }
    }

    /// The name of the main subgraph is empty.
    pub(super) fn graph_name(&self, subgraph: usize) -> String {
        match (subgraph, self.model.subgraphs[subgraph].name.as_str()) {
            (0, _) => String::new(),
            (_, "") => format!("subgraph {subgraph}"),
            (_, name) => name.to_owned(),
        }
    }

    pub(super) fn operators(&self, at: &[(usize, usize)]) -> Vec<Evidence> {
        at.iter().take(EVIDENCE).map(|&at| self.operator(at)).collect()
    }
}
