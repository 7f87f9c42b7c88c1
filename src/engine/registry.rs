//! Operators by name: their checks, shape rules and kernels.
//!
//! The registry is open: [`Registry::standard`] has every operator of this crate, [`Registry::remove`] drops unused
//! ones, [`Registry::add`] takes new ones (custom ops included).

use super::control;
use super::error::{EngineError, Result, Unsupported};
use super::kernels::parts::{self, Part, Tables};
use super::operator::{Check, Definition, Reference, Refusal, SimdPrepare};
use super::program::{Graph, OpKind, Program};
use super::view::{NodeView, Shape};
use std::collections::BTreeMap;

/// Operators by kind.
#[derive(Clone, Default)]
pub struct Registry {
    ops: BTreeMap<OpKind, Definition>,
}

impl Registry {
    /// Every operator of this crate whose part is here.
    pub fn standard() -> Self {
        let mut registry = Self::default();
        registry.add_all(&parts::FIRST);
        for tables in Part::ALL.iter().filter(|part| part.is_here()).filter_map(|part| part.tables().ok()) {
            registry.add_all(&tables);
        }
        registry
    }

    fn add_all(&mut self, tables: &Tables) {
        for &(op, mut definition) in tables.builtin.iter().copied().flatten() {
            definition.simd = tables.simd.iter().find(|(simd, _)| *simd == op).map(|(_, prepare)| *prepare);
            self.add(OpKind::Builtin(op), definition);
        }
        for &(name, mut definition) in tables.custom.iter().copied().flatten() {
            definition.simd = tables.custom_simd.iter().find(|(simd, _)| *simd == name).map(|(_, prepare)| *prepare);
            self.add(OpKind::Custom(name.to_owned()), definition);
        }
    }

    /// Adds or replaces an operator.
    pub fn add(&mut self, op: OpKind, definition: Definition) {
        self.ops.insert(op, definition);
    }

    /// Drops an operator.
    pub fn remove(&mut self, op: &OpKind) {
        self.ops.remove(op);
    }

    /// The operator, if there is one.
    pub fn get(&self, op: &OpKind) -> Option<&Definition> {
        self.ops.get(op)
    }

    /// The plain kernel of an operator. One that is in a part that was not fetched is noted for
    /// [`crate::chunks::fetch_missing`].
    pub fn reference(&self, op: &OpKind, definition: &Definition) -> Result<Reference> {
        match definition.reference {
            Some(reference) => Ok(reference),
            None => self.left(op).map(|(reference, _)| reference),
        }
    }

    /// Kernels of an operator whose definition has no plain one: that, and a fast one for types that its first one leaves.
    // Not inlined: the plan of a common network does not ask.
    #[inline(never)]
    pub fn left(&self, op: &OpKind) -> Result<(Reference, Option<SimdPrepare>)> {
        op.builtin().map_or_else(|| Err(EngineError::run("engine-no-kernel")), parts::plain_kernel)
    }

    /// All operators, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&OpKind, &Definition)> {
        self.ops.iter()
    }

    /// Every node that a run of `program` could reach and that has no kernel, in order of graph and node.
    pub fn unsupported(&self, program: &Program) -> Vec<Unsupported> {
        let mut list = Vec::new();
        for index in program.reachable() {
            let graph = &program.graphs[index];
            let shapes: Vec<Shape> = graph.tensors.iter().map(|t| t.shape.clone()).collect();
            for node in 0..graph.nodes.len() {
                if let Err(refusal) = self.check(graph, &shapes, node) {
                    let node = &graph.nodes[node];
                    list.push(Unsupported {
                        node: node.reference(index),
                        kind: node.op.clone(),
                        version: node.version,
                        reason: refusal,
                    });
                }
            }
        }
        list
    }

    fn check(&self, graph: &Graph, shapes: &[Shape], node: usize) -> Check {
        let node = &graph.nodes[node];
        if let Some(op) = node.op.builtin()
            && control::is_control(op)
        {
            return control::check(node);
        }
        let Some(definition) = self.get(&node.op) else {
            return Err(Refusal::new(match node.op {
                OpKind::Builtin(_) => "engine-no-kernel",
                OpKind::Custom(_) => "engine-custom-op",
                OpKind::Unknown(_) => "engine-unknown-op",
            }));
        };
        if !(1..=definition.max_version).contains(&node.version) {
            return Err(Refusal::new("engine-op-version").with("newest", definition.max_version));
        }
        (definition.check)(&NodeView { node, tensors: &graph.tensors, shapes, known: &[], room: usize::MAX })
    }
}
