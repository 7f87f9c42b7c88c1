//! The operators between a tensor and the given ones that it is computed from, and how far its values may be off.

use crate::engine::check::{steps, tolerance};
use crate::engine::ops::convolution::computes_as;
use crate::engine::program::{Dtype, Graph, Node, Op, Tensor};
use std::collections::BTreeMap;

/// Allowed difference of a dynamic-range operator, as a share of the result: runtimes round its operand to eight bits in
/// different ways, or not at all.
const SHARE_OF_DYNAMIC_RANGE: f64 = 2e-2;

/// Allowed difference of DEQUANTIZE, as a share of the result: kernels subtract the zero point before or after the product.
const SHARE_OF_DEQUANTIZE: f64 = 1e-6;

/// The operators between a tensor and given ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Span {
    /// The first of them, by position in the graph; `None` without operators.
    pub first: Option<usize>,
    /// Most roundings on one way through them.
    roundings: u32,
    /// Largest allowed difference of one of them, as a share of its result.
    share: f64,
    /// Largest scale of the quantized values among them.
    step: f64,
}

/// The span of each tensor. `given` has the given tensors; `least` is the minimum share of a rounding operator.
pub(super) fn spans<T>(graph: &Graph, given: &BTreeMap<usize, T>, least: f64) -> Vec<Span> {
    let mut spans = vec![Span::default(); graph.tensors.len()];
    for (n, node) in graph.nodes.iter().enumerate() {
        let mut before = Span::default();
        for &tensor in node.inputs.iter().flatten() {
            if given.contains_key(&tensor) {
                continue;
            }
            let span = spans[tensor];
            before = Span {
                first: [before.first, span.first].into_iter().flatten().min(),
                roundings: before.roundings.max(span.roundings),
                share: before.share.max(span.share),
                step: before.step.max(span.step),
            };
        }
        before.first.get_or_insert(n);
        for &output in &node.outputs {
            spans[output] = before.through(graph, node, &graph.tensors[output], least);
        }
    }
    spans
}

impl Span {
    /// With one more operator.
    fn through(self, graph: &Graph, node: &Node, result: &Tensor, least: f64) -> Self {
        let op = computes_as(&node.op);
        let own = match op {
            _ if is_dynamic_range(graph, node, result) => SHARE_OF_DYNAMIC_RANGE,
            Some(Op::Dequantize) => SHARE_OF_DEQUANTIZE,
            _ => f64::from(tolerance(op)),
        };
        let scale = step(result);
        let rounds = if scale > 0.0 { steps(op) > 0.0 } else { own > 0.0 };
        Self {
            roundings: self.roundings + u32::from(rounds),
            share: if rounds { self.share.max(own).max(least) } else { self.share },
            step: self.step.max(scale),
            ..self
        }
    }

    /// Allowed difference of the stored values of a result, whose greatest magnitude is `greatest`. Independent roundings
    /// add up as the root of their number.
    pub fn allowed(&self, result: &Tensor, greatest: f64) -> f64 {
        let grown = f64::from(self.roundings).sqrt();
        match result.dtype {
            Dtype::F32 | Dtype::F64 | Dtype::F16 => (self.share * grown * greatest).max(self.step * grown),
            _ if step(result) > 0.0 => grown.ceil(),
            _ => 0.0,
        }
    }
}

/// Scale of a result of quantized values; otherwise 0.
fn step(result: &Tensor) -> f64 {
    let quant = result.quant.as_ref().filter(|_| result.dtype.is_quantized());
    quant.map_or(0.0, |quant| quant.scale.iter().copied().fold(0.0, f32::max).into())
}

/// Whether an operator computes floats from weights in quantized values.
fn is_dynamic_range(graph: &Graph, node: &Node, result: &Tensor) -> bool {
    let is_weights = |tensor: &Tensor| tensor.data.is_some() && tensor.quant.is_some() && tensor.dtype.is_quantized();
    let mut operands = node.inputs.iter().flatten().map(|&tensor| &graph.tensors[tensor]);
    let rounds = tolerance(computes_as(&node.op)) > 0.0;
    rounds && result.dtype == Dtype::F32 && operands.any(is_weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::program::{OpKind, Params, Quant};

    /// A graph of operators in a row: tensor `n + 1` is the result of node `n`.
    fn row(ops: &[Op], quant: impl Fn(usize) -> Option<f32>) -> Graph {
        let tensor = |n: usize| {
            let quant = quant(n).map(|scale| Quant { scale: vec![scale], zero_point: vec![0], axis: 0 });
            Tensor {
                name: n.to_string(),
                dtype: if quant.is_some() { Dtype::I8 } else { Dtype::F32 },
                shape: vec![1],
                signature: None,
                quant,
                blocks: None,
                data: None,
                is_variable: false,
            }
        };
        let node = |(n, op): (usize, &Op)| Node {
            graph: 0,
            index: n,
            op: OpKind::Builtin(*op),
            version: 1,
            inputs: vec![Some(n)],
            outputs: vec![n + 1],
            intermediates: Vec::new(),
            params: Params::None,
            custom: Vec::new(),
        };
        let tensors = (0..=ops.len()).map(tensor).collect();
        Graph { tensors, nodes: ops.iter().enumerate().map(node).collect(), ..Graph::default() }
    }

    fn given(tensors: &[usize]) -> BTreeMap<usize, ()> {
        tensors.iter().map(|&tensor| (tensor, ())).collect()
    }

    #[test]
    fn a_span_begins_behind_the_last_given_tensor() {
        let graph = row(&[Op::Conv2d, Op::Relu, Op::Conv2d, Op::Conv2d], |_| None);
        let firsts =
            |given: &BTreeMap<usize, ()>| spans(&graph, given, 0.0).iter().map(|span| span.first).collect::<Vec<_>>();
        assert_eq!(firsts(&given(&[])), [None, Some(0), Some(0), Some(0), Some(0)]);
        assert_eq!(firsts(&given(&[2])), [None, Some(0), Some(0), Some(2), Some(2)]);
    }

    #[test]
    fn roundings_add_up_as_their_root_and_moves_are_exact() {
        let graph = row(&[Op::Reshape, Op::Conv2d, Op::Conv2d, Op::Conv2d, Op::Conv2d], |_| None);
        let spans = spans(&graph, &given(&[]), 0.0);
        let allowed = |tensor: usize| spans[tensor].allowed(&graph.tensors[tensor], 10.0);
        assert_eq!(allowed(1), 0.0);
        assert!((allowed(2) - 1e-3).abs() < 1e-9 && (allowed(5) - 2e-3).abs() < 1e-9);
        let coarse = super::spans(&graph, &given(&[]), 1e-2);
        assert!((coarse[2].allowed(&graph.tensors[2], 10.0) - 0.1).abs() < 1e-9);
    }

    #[test]
    fn quantized_values_may_be_off_by_steps_and_what_follows_by_their_size() {
        let graph = row(&[Op::Conv2d, Op::Reshape, Op::Dequantize], |n| (n < 3).then_some(0.5));
        let all = spans(&graph, &given(&[]), 0.0);
        let allowed = |tensor: usize| all[tensor].allowed(&graph.tensors[tensor], 10.0);
        assert_eq!([allowed(1), allowed(2), allowed(3)], [1.0, 1.0, 0.5 * 2f64.sqrt()]);
        let behind = spans(&graph, &given(&[1, 2]), 0.0);
        assert_eq!(
            [behind[2].allowed(&graph.tensors[2], 10.0), behind[3].allowed(&graph.tensors[3], 10.0)],
            [0.0, SHARE_OF_DEQUANTIZE * 10.0]
        );
    }
}
