//! Groups nodes into segments as a runtime does: nodes that a delegate takes, and nodes between them that stay on the
//! CPU.
//!
//! A segment begins with the first ready node and takes every node of the same kind that is or becomes ready, also past
//! nodes of the other kind. Nodes with side effects keep their order.

use crate::formats::tflite::{BuiltinOp, Model, Operator, Subgraph, TensorType};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Nodes that run together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Whether the delegate takes it.
    pub delegated: bool,
    /// Operators, in order.
    pub nodes: Vec<u32>,
}

/// Ops that run other subgraphs, which may have side effects.
const CONTROL: [BuiltinOp; 3] = [BuiltinOp::If, BuiltinOp::While, BuiltinOp::CallOnce];

/// The segments of a subgraph, in execution order. Nodes that never become ready are in none.
pub fn segments(model: &Model, subgraph: &Subgraph, taken: &[bool]) -> Vec<Segment> {
    let operators = &subgraph.operators;
    let mut made = vec![false; subgraph.tensors.len()];
    for operator in operators {
        tensors(&operator.outputs, &made).for_each(|tensor| made[tensor] = true);
    }
    // For every node, how many inputs and nodes it waits for; for every tensor and node, the nodes that wait for it.
    let mut waits = vec![0usize; operators.len()];
    let mut consumers: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut next_effect = vec![None; operators.len()];
    let mut last_effect: Option<usize> = None;
    for (node, operator) in operators.iter().enumerate() {
        for tensor in tensors(&operator.inputs, &made).filter(|&tensor| made[tensor]) {
            consumers.entry(tensor).or_default().push(node);
            waits[node] += 1;
        }
        if has_effect(model, subgraph, operator)
            && let Some(before) = last_effect.replace(node)
        {
            next_effect[before] = Some(node);
            waits[node] += 1;
        }
    }
    let mut ready = [BinaryHeap::new(), BinaryHeap::new()];
    let kind = |node: usize| usize::from(taken.get(node).copied().unwrap_or_default());
    (0..operators.len()).filter(|&node| waits[node] == 0).for_each(|node| ready[kind(node)].push(Reverse(node)));
    let mut done = vec![false; subgraph.tensors.len()];
    let mut segments = Vec::new();
    loop {
        let first = |kind: usize| ready[kind].peek().map(|Reverse(node)| *node);
        let now = match (first(0), first(1)) {
            (None, None) => return segments,
            (Some(cpu), Some(delegate)) => usize::from(delegate < cpu),
            (cpu, _) => usize::from(cpu.is_none()),
        };
        let mut nodes = Vec::new();
        while let Some(Reverse(node)) = ready[now].pop() {
            nodes.push(node as u32);
            let mut free = |waiting: usize| {
                waits[waiting] -= 1;
                if waits[waiting] == 0 {
                    ready[kind(waiting)].push(Reverse(waiting));
                }
            };
            for tensor in tensors(&operators[node].outputs, &made) {
                if !std::mem::replace(&mut done[tensor], true) {
                    consumers.remove(&tensor).into_iter().flatten().for_each(&mut free);
                }
            }
            next_effect[node].into_iter().for_each(&mut free);
        }
        crate::order::sort(&mut nodes);
        segments.push(Segment { delegated: now == 1, nodes });
    }
}

/// Indices that name a tensor.
fn tensors<'a>(list: &'a [i32], all: &[bool]) -> impl Iterator<Item = usize> + use<'a> {
    let len = all.len();
    list.iter().filter_map(move |&index| usize::try_from(index).ok().filter(|&index| index < len))
}

fn has_effect(model: &Model, subgraph: &Subgraph, operator: &Operator) -> bool {
    let code = model.operator_codes.get(operator.opcode_index as usize);
    let resource = |index: &i32| {
        let tensor = usize::try_from(*index).ok().and_then(|index| subgraph.tensors.get(index));
        tensor.is_some_and(|tensor| tensor.dtype == TensorType::Resource.code())
    };
    code.and_then(|code| BuiltinOp::from_code(code.code)).is_some_and(|op| CONTROL.contains(&op))
        || operator.inputs.iter().chain(&operator.outputs).any(resource)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tflite::{OperatorCode, Tensor};

    fn graph(nodes: &[(&[i32], &[i32])], tensors: usize) -> (Model, Subgraph) {
        let operator = |(inputs, outputs): &(&[i32], &[i32])| Operator {
            inputs: inputs.to_vec(),
            outputs: outputs.to_vec(),
            ..Operator::default()
        };
        let subgraph = Subgraph {
            tensors: vec![Tensor::default(); tensors],
            operators: nodes.iter().map(operator).collect(),
            ..Subgraph::default()
        };
        (Model { operator_codes: vec![OperatorCode::default()], ..Model::default() }, subgraph)
    }

    fn partitioned(model: &Model, subgraph: &Subgraph, taken: &[bool]) -> Vec<(bool, Vec<u32>)> {
        segments(model, subgraph, taken).into_iter().map(|s| (s.delegated, s.nodes)).collect()
    }

    #[test]
    fn a_chain_is_cut_where_the_delegate_stops() {
        let (model, subgraph) = graph(&[(&[0], &[1]), (&[1], &[2]), (&[2], &[3])], 4);
        let parts = partitioned(&model, &subgraph, &[true, false, true]);
        assert_eq!(parts, [(true, vec![0]), (false, vec![1]), (true, vec![2])]);
    }

    #[test]
    fn branches_that_do_not_wait_join_the_first_segment() {
        // Node 1 stays on the CPU and node 2 does not need it, so 0 and 2 are one segment although 1 is between them.
        let (model, subgraph) = graph(&[(&[0], &[1]), (&[1], &[2]), (&[1], &[3]), (&[2, 3], &[4])], 5);
        let parts = partitioned(&model, &subgraph, &[true, false, true, true]);
        assert_eq!(parts, [(true, vec![0, 2]), (false, vec![1]), (true, vec![3])]);
    }

    #[test]
    fn side_effects_keep_their_order() {
        let (mut model, mut subgraph) = graph(&[(&[0], &[1]), (&[0], &[2]), (&[0], &[3])], 4);
        model.operator_codes[0].code = 129;
        subgraph.operators[1].opcode_index = 7;
        let parts = partitioned(&model, &subgraph, &[true, true, false]);
        assert_eq!(parts, [(true, vec![0, 1]), (false, vec![2])]);
        let parts = partitioned(&model, &subgraph, &[false, true, true]);
        assert_eq!(parts, [(false, vec![0]), (true, vec![1, 2])]);
    }

    #[test]
    fn a_node_that_waits_for_itself_is_left_out_and_odd_indices_do_no_harm() {
        let (model, subgraph) = graph(&[(&[1], &[1]), (&[-1, 99], &[2, -7])], 3);
        assert_eq!(partitioned(&model, &subgraph, &[true, true]), [(true, vec![1])]);
    }
}
