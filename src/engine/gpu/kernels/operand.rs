//! The tensors and constants that kernels are bound to.

/// The target of a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A tensor that a run computes or receives, by its number in the plan.
    Value(usize),
    /// Constant data, by its number in the session.
    Const(usize),
}
