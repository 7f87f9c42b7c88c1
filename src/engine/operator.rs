//! The contract of an operator: its checks, its shape rule, its kernels.
//!
//! [`super::ops`] has the checks and shape rules by family, [`super::kernels`] the computations; the registry collects both.

use super::error::Result;
use super::program::{Dtype, Op};
use super::view::{Io, Kernel, NodeView, Shape};
use crate::message::Message;

/// Why a node has no kernel; the text is `reason-<id>`.
pub type Refusal = Message;

/// The operands' types are not among those implemented.
pub fn unknown_types(view: &NodeView) -> Refusal {
    let name = |d: Option<Dtype>| d.map_or("-", Dtype::name);
    let list = |names: Vec<&str>| names.join(", ");
    Refusal::new("engine-types")
        .with("inputs", list((0..view.node.inputs.len()).map(|i| name(view.dtype(i))).collect()))
        .with("outputs", list((0..view.outputs()).map(|i| name(view.out_dtype(i))).collect()))
}

/// A plain kernel: computes the outputs of a node.
pub type Reference = fn(&NodeView, &mut Io) -> Result<()>;

/// Plain kernels of operators whose definitions leave them out.
pub type Plain = &'static [(Op, Reference)];

/// An operator.
#[derive(Clone, Copy)]
pub struct Definition {
    /// Newest op version that the kernels follow; versions start at 1.
    pub max_version: i32,
    /// Decides from types and options alone whether the kernels take the node. It also checks operand counts.
    pub check: fn(&NodeView) -> Check,
    /// Shapes of the outputs; `None` when they depend on values that are not known yet.
    pub shapes: fn(&NodeView) -> Result<Option<Vec<Shape>>>,
    /// The reference kernel, which the fast kernels are compared with; `None` when it is in another table
    /// ([`Definition::fast`]).
    pub reference: Option<Reference>,
    /// The fast kernel; `None` for nodes that it leaves to the reference kernel.
    pub simd: Option<SimdPrepare>,
    /// The result depends only on the inputs, so constants may be folded.
    pub pure: bool,
    /// The result depends on the inputs' shapes and not on their values (SHAPE, RANK).
    pub shape_only: bool,
    /// How the output can lie in the memory of the first operand.
    pub overlay: Overlay,
}

/// How the output of an operator can lie in the memory of its first operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Not at all.
    None,
    /// It has its bytes in their order (RESHAPE): nothing is computed.
    Renamed,
    /// It differs from it in what the kernel writes, if nothing reads the operand any more. The kernel finds no bytes of the operand then.
    Written,
}

/// Prepares a fast kernel for a node whose constants are known.
pub type SimdPrepare = fn(&NodeView) -> Result<Option<Box<dyn Kernel>>>;

impl Definition {
    /// A pure operator with a reference kernel only.
    pub const fn new(
        max_version: i32,
        check: fn(&NodeView) -> Check,
        shapes: fn(&NodeView) -> Result<Option<Vec<Shape>>>,
        reference: Reference,
    ) -> Self {
        Self { reference: Some(reference), ..Self::fast(max_version, check, shapes) }
    }

    /// A pure operator whose fast kernels take most nodes: its reference kernel is in a [`Plain`] table, so that pages
    /// can fetch it when a node needs it.
    pub const fn fast(
        max_version: i32,
        check: fn(&NodeView) -> Check,
        shapes: fn(&NodeView) -> Result<Option<Vec<Shape>>>,
    ) -> Self {
        Self {
            max_version,
            check,
            shapes,
            reference: None,
            simd: None,
            pure: true,
            shape_only: false,
            overlay: Overlay::None,
        }
    }

    /// The same with a fast kernel.
    #[must_use]
    pub const fn simd(mut self, prepare: SimdPrepare) -> Self {
        self.simd = Some(prepare);
        self
    }

    /// The same for an operator that reads only shapes.
    #[must_use]
    pub const fn shape_only(mut self) -> Self {
        self.shape_only = true;
        self
    }

    /// The same for an operator whose output can lie in the memory of its first operand.
    #[must_use]
    pub const fn over(mut self, overlay: Overlay) -> Self {
        self.overlay = overlay;
        self
    }

    /// The same for a stateful or random operator.
    #[must_use]
    pub const fn impure(mut self) -> Self {
        self.pure = false;
        self
    }
}

/// A table of operators.
pub type Ops = &'static [(Op, Definition)];
/// A table of custom operators by name.
pub type Custom = &'static [(&'static str, Definition)];

/// The outcome of a check.
pub type Check = std::result::Result<(), Refusal>;
