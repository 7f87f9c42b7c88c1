//! Operators that run other subgraphs: IF, WHILE, CALL_ONCE, STABLEHLO_COMPOSITE, STABLEHLO_CASE. The session runs them itself.

use super::operator::Refusal;
use super::program::{Node, Op, Params};

/// True for operators that the session runs itself.
pub(super) fn is_control(op: Op) -> bool {
    matches!(op, Op::If | Op::While | Op::CallOnce | Op::StablehloComposite | Op::StablehloCase)
}

/// Version and operand counts.
pub(super) fn check(node: &Node) -> Result<(), Refusal> {
    let all_given = node.inputs.iter().all(Option::is_some);
    let fits = match &node.params {
        Params::If { .. } => !node.inputs.is_empty(),
        Params::Case { branches } => !node.inputs.is_empty() && !branches.is_empty(),
        Params::Call { .. } => true,
        Params::While { .. } => node.inputs.len() == node.outputs.len(),
        Params::CallOnce { .. } => node.inputs.is_empty() && node.outputs.is_empty(),
        _ => false,
    };
    if node.version != 1 {
        return Err(Refusal::new("engine-op-version").with("newest", 1));
    }
    if fits && all_given { Ok(()) } else { Err(Refusal::new("engine-operands")) }
}
