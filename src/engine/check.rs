//! Check mode: whether a result is close enough to the reference kernel's.

use super::data::{Aligned, f16_to_f32, f32_to_finite_f16};
use super::error::Result;
use super::ops::convolution::computes_as;
use super::program::{Dtype, Graph, Node, Op, Program, Quant};

/// The largest difference between two results of an op, relative to the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Flat index of the element.
    pub element: usize,
    /// Result of the kernel under check.
    pub got: f32,
    /// Result of the reference kernel.
    pub want: f32,
    /// Largest absolute difference of all elements; infinite if only one of the two is finite.
    pub absolute: f32,
    /// The same divided by the reference's magnitude at that element.
    pub relative: f32,
    /// The absolute difference that is allowed.
    pub tolerance: f32,
}

impl Difference {
    /// The results have different shapes: nothing can be compared.
    pub fn of_shapes() -> Self {
        let (got, want) = (f32::NAN, f32::NAN);
        Self { element: 0, got, want, absolute: f32::INFINITY, relative: f32::INFINITY, tolerance: f32::MIN_POSITIVE }
    }

    /// The difference as a share of the tolerance.
    pub fn share(&self) -> f32 {
        self.absolute / self.tolerance
    }

    /// Whether it exceeds the tolerance.
    pub fn too_large(&self) -> bool {
        self.absolute > self.tolerance
    }
}

/// Allowed difference for an op whose tensors are stored as float16 (11 bits), where the reference has the same weights
/// ([`with_halves`]), as a share of the result. Its result is rounded once or twice by 2^-11 of itself.
pub const SHARE_OF_HALF: f32 = 2e-3;

/// Minimum allowed difference for such an op: below the normal range of float16 (2^-14), values have fewer bits or
/// none.
pub const LEAST_OF_HALF: f32 = 1.0 / 16384.0;

/// Allowed difference for an op, as a share of the greatest magnitude in its result.
///
/// Moves must be exact. Sums are added in another order on a GPU, and WGSL promises sines and cosines to 2^-11 only.
/// Everything else comes from a few rounded steps.
pub fn tolerance(op: Option<Op>) -> f32 {
    match op {
        Some(
            Op::Reshape
            | Op::Squeeze
            | Op::ExpandDims
            | Op::Pad
            | Op::Padv2
            | Op::MirrorPad
            | Op::Concatenation
            | Op::Pack
            | Op::Unpack
            | Op::Transpose
            | Op::Slice
            | Op::StridedSlice
            | Op::Split
            | Op::SplitV
            | Op::Gather
            | Op::Tile
            | Op::BroadcastTo
            | Op::SpaceToDepth
            | Op::DepthToSpace
            | Op::Dequantize
            | Op::Relu
            | Op::Relu6
            | Op::ReluN1To1
            | Op::Relu0To1
            | Op::Abs
            | Op::Neg
            | Op::Floor
            | Op::Ceil
            | Op::Maximum
            | Op::Minimum
            | Op::Select
            | Op::SelectV2
            | Op::MaxPool2d
            | Op::ReduceMax
            | Op::ReduceMin
            | Op::Greater
            | Op::GreaterEqual
            | Op::Less
            | Op::LessEqual
            | Op::Equal
            | Op::NotEqual
            | Op::LogicalAnd
            | Op::LogicalOr
            | Op::LogicalNot
            | Op::Cast,
        ) => 0.0,
        Some(
            Op::Conv2d
            | Op::DepthwiseConv2d
            | Op::TransposeConv
            | Op::FullyConnected
            | Op::BatchMatmul
            | Op::Mean
            | Op::Sum
            | Op::ReduceProd
            | Op::Cumsum,
        ) => 1e-4,
        Some(Op::Sin | Op::Cos) => 1e-3,
        _ => 1e-5,
    }
}

/// Allowed difference for an op with a quantized result, in steps: copies of bytes are exact, all else is rounded to the nearest step from
/// sums and products in another order.
pub fn steps(op: Option<Op>) -> f32 {
    let rounds =
        matches!(op, Some(Op::Relu | Op::Relu6 | Op::ReluN1To1 | Op::Relu0To1 | Op::Abs | Op::Neg | Op::Concatenation));
    if tolerance(op) == 0.0 && !rounds { 0.0 } else { 1.0 }
}

/// `program` with float weights in its dynamic-range nodes (a float32 operand, 8-bit weights).
///
/// The reference kernels round the operands of such nodes to eight bits, as the runtime does; a GPU does not, so it is
/// compared with float products.
///
/// Errors: weights cannot be read any more.
pub fn without_dynamic_range(mut program: Program) -> Result<Program> {
    let graph = &mut program.graphs[program.entry];
    for n in 0..graph.nodes.len() {
        if let Some(weights) = hybrid(graph, &graph.nodes[n]) {
            replace(graph, n, 1, weights, |value| value)?;
        }
    }
    Ok(program)
}

/// `program` with weights rounded to float16 where the GPU stores them so: sums of products that cancel out would
/// otherwise differ by more than any share of the result.
///
/// Errors: weights cannot be read any more.
pub fn with_halves(mut program: Program) -> Result<Program> {
    let graph = &mut program.graphs[program.entry];
    for n in 0..graph.nodes.len() {
        let operands: &[usize] = match computes_as(&graph.nodes[n].op) {
            Some(Op::Conv2d | Op::DepthwiseConv2d | Op::FullyConnected | Op::TransposeConv) => &[1],
            Some(Op::BatchMatmul) => &[0, 1],
            Some(Op::Gather) => &[0],
            _ => &[],
        };
        for &operand in operands {
            let Some(Some(tensor)) = graph.nodes[n].inputs.get(operand).copied() else { continue };
            // For the output of DEQUANTIZE, the constant that it converts.
            let maker = graph.nodes.iter().find(|node| node.outputs.contains(&tensor));
            let widened = maker.filter(|node| node.op.builtin() == Some(Op::Dequantize));
            let source = widened.map_or(Some(tensor), |node| node.inputs[0]).unwrap_or(tensor);
            let stored = &graph.tensors[source];
            // Weights with one zero point stay quantized there.
            let codes = matches!(stored.dtype, Dtype::I8 | Dtype::U8);
            let kept = codes && stored.quant.as_ref().is_some_and(Quant::has_one_zero_point);
            if graph.tensors[tensor].dtype == Dtype::F32 && !(adds_products(&graph.nodes[n]) && kept) {
                replace(graph, n, operand, source, |v| f16_to_f32(f32_to_finite_f16(v)))?;
            }
        }
    }
    Ok(program)
}

/// Replaces a stored constant of a node by one in float32; leaves it if the values are not known.
fn replace(graph: &mut Graph, node: usize, operand: usize, source: usize, each: impl Fn(f32) -> f32) -> Result<()> {
    let Some(values) = graph.tensors[source].reals()? else { return Ok(()) };
    let values: Vec<f32> = values.into_iter().map(each).collect();
    let mut tensor = graph.tensors[source].clone();
    tensor.data = Some(Aligned::copy_of(bytemuck::cast_slice(&values)).into());
    (tensor.dtype, tensor.quant) = (Dtype::F32, None);
    graph.nodes[node].inputs[operand] = Some(graph.tensors.len());
    graph.tensors.push(tensor);
    Ok(())
}

/// The weights of a dynamic-range node.
fn hybrid(graph: &Graph, node: &Node) -> Option<usize> {
    let (x, weights) = (node.inputs.first().copied()??, node.inputs.get(1).copied()??);
    let of = |t: usize| graph.tensors[t].dtype;
    let some = adds_products(node) && (of(x), of(weights)) == (Dtype::F32, Dtype::I8);
    some.then_some(weights)
}

/// Whether a GPU may keep the operator's weights quantized.
fn adds_products(node: &Node) -> bool {
    matches!(node.op.builtin(), Some(Op::Conv2d | Op::DepthwiseConv2d | Op::FullyConnected))
}

/// Compares a result with the reference's. `share` is [`tolerance`]; `least` is allowed however small the result is.
/// `None` without elements.
pub fn compare(got: &[f32], want: &[f32], share: f32, least: f32) -> Option<Difference> {
    let scale = want.iter().filter(|v| v.is_finite()).fold(0f32, |m, v| m.max(v.abs()));
    // Results below the normal range may be flushed to zero.
    let tolerance = (share * scale).max(least).max(f32::MIN_POSITIVE);
    let mut most: Option<Difference> = None;
    for (element, (&got, &want)) in got.iter().zip(want).enumerate() {
        let same = got == want || (got.is_nan() && want.is_nan());
        let absolute = match (same, got.is_finite() && want.is_finite()) {
            (true, _) => 0.0,
            (false, true) => (got - want).abs(),
            (false, false) => f32::INFINITY,
        };
        if most.is_none_or(|most| absolute > most.absolute) {
            let relative = if absolute == 0.0 { 0.0 } else { absolute / want.abs() };
            most = Some(Difference { element, got, want, absolute, relative, tolerance });
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_difference_is_told_with_its_place() {
        let found = compare(&[1.0, 2.5, 4.0], &[1.0, 2.0, 4.0], 1e-5, 0.0).unwrap();
        assert_eq!((found.element, found.absolute, found.relative), (1, 0.5, 0.25));
        assert!(found.too_large());
        assert!(!compare(&[1.0, 2.00001, 4.0], &[1.0, 2.0, 4.0], 1e-5, 0.0).unwrap().too_large());
    }

    #[test]
    fn equal_results_differ_nowhere_and_nothing_hides_behind_nan() {
        let same = [f32::NAN, f32::INFINITY, -0.0, 3.0];
        assert_eq!(compare(&same, &[f32::NAN, f32::INFINITY, 0.0, 3.0], 0.0, 0.0).unwrap().absolute, 0.0);
        assert!(compare(&[f32::NAN], &[1.0], 1.0, 0.0).unwrap().too_large());
        assert!(compare(&[1.0], &[f32::INFINITY], 1.0, 0.0).unwrap().too_large());
        assert_eq!(compare(&[], &[], 1.0, 0.0), None);
    }
}
