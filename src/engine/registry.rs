//! Operators by name: what they accept, how shapes follow, and their kernels.
//!
//! The registry is open: [`Registry::standard`] has every operator of this crate, [`Registry::remove`] drops unused
//! ones, [`Registry::add`] takes new ones (custom ops included).

use super::error::{Result, Unsupported};
use super::program::{Dtype, Graph, OpKind, Program};
use super::view::{Io, Kernel, NodeView, Shape};
use std::collections::BTreeMap;

/// Why a node has no kernel: a message id (`reason-<id>`) and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Message id.
    pub id: &'static str,
    /// Values.
    pub params: Vec<(&'static str, String)>,
}

impl Refusal {
    /// A refusal without values.
    pub fn new(id: &'static str) -> Self {
        Self { id, params: Vec::new() }
    }

    /// The operands' types are not among those implemented.
    pub fn types(view: &NodeView) -> Self {
        let name = |d: Option<Dtype>| d.map_or("-", Dtype::name);
        let list = |names: Vec<&str>| names.join(", ");
        Self {
            id: "engine-types",
            params: vec![
                ("inputs", list((0..view.node.inputs.len()).map(|i| name(view.dtype(i))).collect())),
                ("outputs", list((0..view.outputs()).map(|i| name(view.out_dtype(i))).collect())),
            ],
        }
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl std::fmt::Display) -> Self {
        self.params.push((name, value.to_string()));
        self
    }
}

/// An operator.
#[derive(Clone, Copy)]
pub struct Definition {
    /// Newest op version that the kernels follow; versions start at 1.
    pub max_version: i32,
    /// Tells, from types and options alone, whether the kernels take the node. Operand counts are to be checked here.
    pub check: fn(&NodeView) -> std::result::Result<(), Refusal>,
    /// Shapes of the outputs; `None` when they depend on values that are not known yet.
    pub shapes: fn(&NodeView) -> Result<Option<Vec<Shape>>>,
    /// The plain kernel, which is the oracle of the others.
    pub reference: fn(&NodeView, &mut Io) -> Result<()>,
    /// The fast kernel; gives `None` for nodes it leaves to the plain one.
    pub simd: Option<SimdPrepare>,
    /// The result depends on nothing but the inputs, so constants may be folded.
    pub pure: bool,
    /// The result depends on the inputs' shapes and not on their values (SHAPE, RANK).
    pub shape_only: bool,
}

/// Prepares a fast kernel for a node whose constants are known.
pub type SimdPrepare = fn(&NodeView) -> Result<Option<Box<dyn Kernel>>>;

impl Definition {
    /// A pure operator with a plain kernel only.
    pub const fn new(
        max_version: i32,
        check: fn(&NodeView) -> std::result::Result<(), Refusal>,
        shapes: fn(&NodeView) -> Result<Option<Vec<Shape>>>,
        reference: fn(&NodeView, &mut Io) -> Result<()>,
    ) -> Self {
        Self { max_version, check, shapes, reference, simd: None, pure: true, shape_only: false }
    }

    /// The same with a fast kernel.
    #[must_use]
    pub const fn simd(mut self, prepare: SimdPrepare) -> Self {
        self.simd = Some(prepare);
        self
    }

    /// The same for an operator that looks at shapes only.
    #[must_use]
    pub const fn shape_only(mut self) -> Self {
        self.shape_only = true;
        self
    }

    /// The same for an operator with state or chance in it.
    #[must_use]
    pub const fn impure(mut self) -> Self {
        self.pure = false;
        self
    }
}

/// Operators by kind.
#[derive(Clone, Default)]
pub struct Registry {
    ops: BTreeMap<OpKind, Definition>,
}

impl Registry {
    /// Every operator of this crate.
    pub fn standard() -> Self {
        let mut registry = Self::default();
        super::kernels::register(&mut registry);
        registry
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
                        reason: refusal.id,
                        params: refusal.params,
                    });
                }
            }
        }
        list
    }

    fn check(&self, graph: &Graph, shapes: &[Shape], node: usize) -> std::result::Result<(), Refusal> {
        let node = &graph.nodes[node];
        if let Some(op) = node.op.builtin()
            && super::control::is_control(op)
        {
            return super::control::check(node);
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
