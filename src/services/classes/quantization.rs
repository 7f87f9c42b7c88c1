//! Forms of quantization of the operators of a TFLite model.

use crate::formats::tflite::{Model, Tensor, TensorType};

/// The form of each operator of a subgraph, in file order: how the values that it computes with are stored. `None` for
/// operators on other types.
pub(super) fn forms(model: &Model, subgraph: usize) -> Vec<Option<&'static str>> {
    let Some(graph) = model.subgraphs.get(subgraph) else { return Vec::new() };
    let mut computed = vec![false; graph.tensors.len()];
    let mut mark = |tensor: i32| {
        if let Some(computed) = usize::try_from(tensor).ok().and_then(|tensor| computed.get_mut(tensor)) {
            *computed = true;
        }
    };
    graph.inputs.iter().for_each(|tensor| mark(*tensor));
    graph.operators.iter().flat_map(|operator| &operator.outputs).for_each(|tensor| mark(*tensor));
    let form = |reads: &[i32], writes: &[i32]| {
        let tensor =
            |index: i32| usize::try_from(index).ok().and_then(|at| Some((graph.tensors.get(at)?, computed[at])));
        let all = || reads.iter().chain(writes).filter_map(|index| tensor(*index));
        let activations = all().any(|(tensor, computed)| computed && scales(tensor) > 0);
        let weights = || all().filter(|(tensor, computed)| !computed && is_quantized(tensor)).map(|(tensor, _)| tensor);
        let blocks = weights().any(|tensor| tensor.quantization.as_ref().is_some_and(|q| q.blocks.is_some()));
        let channels = weights().any(|tensor| scales(tensor) > 1);
        match (activations, weights().next().is_some()) {
            (_, true) if blocks => Some("blockwise"),
            (true, _) if channels => Some("per-channel"),
            (true, _) => Some("per-tensor"),
            (false, true) => Some("weights"),
            (false, false) => all().any(|(tensor, _)| is_float(tensor)).then_some("float"),
        }
    };
    graph.operators.iter().map(|operator| form(&operator.inputs, &operator.outputs)).collect()
}

fn scales(tensor: &Tensor) -> usize {
    tensor.quantization.as_ref().map_or(0, |q| q.scale.len())
}

fn is_quantized(tensor: &Tensor) -> bool {
    scales(tensor) > 0 || tensor.quantization.as_ref().is_some_and(|q| q.details != 0)
}

fn is_float(tensor: &Tensor) -> bool {
    use TensorType::{BF16, F16, F32, F64};
    [F16, F32, F64, BF16].iter().any(|dtype| dtype.code() == tensor.dtype)
}
