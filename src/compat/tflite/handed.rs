//! Shapes that `IF` and `WHILE` hand to the subgraphs that they call: a runtime prepares a branch or a body with the shapes
//! of the operands, whatever shapes the file has for its inputs.
//!
//! Must not know: conditions, releases.

use crate::formats::tflite::{Model, Operator, Subgraph};

/// Subgraphs that an operator prepares with the shapes of its operands, and the first of these operands.
fn calls(operator: &Operator) -> (Vec<usize>, usize) {
    let options = &operator.options;
    let (fields, first): (&[&str], usize) = match options.table {
        "IfOptions" => (&["then_subgraph_index", "else_subgraph_index"], 1),
        "WhileOptions" => (&["cond_subgraph_index", "body_subgraph_index"], 0),
        _ => (&[], 0),
    };
    (fields.iter().filter_map(|field| usize::try_from(options.int(field)).ok()).collect(), first)
}

/// Sets the shape of an input; returns whether it had another one.
fn set_shape(graph: &mut Subgraph, input: usize, shape: Vec<i32>) -> bool {
    let Some(tensor) = graph.tensors.get_mut(input) else { return false };
    let is_other = tensor.shape != shape;
    (tensor.shape, tensor.shape_signature, tensor.has_rank) = (shape, None, true);
    is_other
}

/// Forgets the shapes that operators compute.
fn forget_computed(graph: &mut Subgraph) {
    let outputs: Vec<i32> = graph.operators.iter().flat_map(|operator| operator.outputs.iter().copied()).collect();
    for output in outputs {
        if let Some(tensor) = usize::try_from(output).ok().and_then(|output| graph.tensors.get_mut(output)) {
            (tensor.shape, tensor.shape_signature, tensor.has_rank) = (Vec::new(), None, false);
        }
    }
}

/// The model with the shapes of inputs that operands have; `None` if the file has the same ones. A subgraph that several
/// operators call keeps its shapes, and so does one before its caller.
#[inline(never)]
pub fn with_shapes(model: &Model) -> Option<Model> {
    let graphs = &model.subgraphs;
    let mut callers = vec![0; graphs.len()];
    let all = || graphs.iter().flat_map(|graph| &graph.operators);
    for called in all().flat_map(|operator| calls(operator).0) {
        callers.get_mut(called).into_iter().for_each(|count: &mut u32| *count += 1);
    }
    let mut changed: Option<Model> = None;
    // By subgraph: inputs with known shapes. Those of the main one have the shapes in the file.
    let mut known: Vec<Vec<i32>> = vec![Vec::new(); graphs.len()];
    known.first_mut()?.clone_from(&graphs[0].inputs);
    for (index, graph) in graphs.iter().enumerate() {
        for operator in &graph.operators {
            let (called, first) = calls(operator);
            for called in called.into_iter().filter(|&called| called > index && callers.get(called) == Some(&1)) {
                let mut is_other = false;
                for (&input, operand) in graphs[called].inputs.iter().zip(operator.inputs.iter().skip(first)) {
                    let shaped = &changed.as_ref().unwrap_or(model).subgraphs[index];
                    let tensor = usize::try_from(*operand).ok().and_then(|operand| shaped.tensors.get(operand));
                    let (Some(tensor), Ok(place), true) =
                        (tensor, usize::try_from(input), known[index].contains(operand))
                    else {
                        continue;
                    };
                    known[called].push(input);
                    let shape = tensor.shape.clone();
                    let has = graphs[called].tensors.get(place).is_some_and(|input| input.shape == shape);
                    if !has {
                        let changed = changed.get_or_insert_with(|| model.clone());
                        is_other |= set_shape(&mut changed.subgraphs[called], place, shape);
                    }
                }
                if let (true, Some(changed)) = (is_other, &mut changed) {
                    forget_computed(&mut changed.subgraphs[called]);
                }
            }
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tflite::Tensor;

    fn tensor(shape: &[i32]) -> Tensor {
        Tensor { shape: shape.to_vec(), ..Tensor::default() }
    }

    #[test]
    fn a_model_without_calls_stays() {
        let graph = Subgraph { tensors: vec![tensor(&[2])], inputs: vec![0], ..Subgraph::default() };
        assert!(with_shapes(&Model { subgraphs: vec![graph], ..Model::default() }).is_none());
        assert!(with_shapes(&Model::default()).is_none());
    }

    #[test]
    fn shapes_that_operators_compute_are_forgotten() {
        let operator = Operator { inputs: vec![0], outputs: vec![1], ..Operator::default() };
        let tensors = vec![tensor(&[2]), tensor(&[2])];
        let mut graph = Subgraph { tensors, inputs: vec![0], operators: vec![operator], ..Subgraph::default() };
        assert!(set_shape(&mut graph, 0, vec![3, 1]) && !set_shape(&mut graph, 7, vec![3]));
        forget_computed(&mut graph);
        assert_eq!((graph.tensors[0].shape.as_slice(), graph.tensors[0].has_rank), ([3, 1].as_slice(), true));
        assert_eq!((graph.tensors[1].shape.len(), graph.tensors[1].has_rank), (0, false));
    }
}
