//! CONV_2D in groups of several channels as a CONV_2D for each group: the input's channels are divided, and the results joined.
//!
//! Owns: which convolutions these are, and the operators in their place. Must not know kernels or plans.

use crate::engine::data::Aligned;
use crate::engine::error::Result;
use crate::engine::program::{Activation, Dtype, Graph, Node, Op, OpKind, Params, Program, Tensor};
use std::rc::Rc;

/// The program without convolutions in groups, but for those of one channel: they are depthwise.
///
/// Errors: weights cannot be read any more.
pub(super) fn without_groups(program: Rc<Program>) -> Result<Rc<Program>> {
    if !program.graphs.iter().any(|graph| graph.nodes.iter().any(|node| graph.has_groups(node))) {
        return Ok(program);
    }
    replaced(program)
}

// A function of its own: few models have groups, so a build moves it into a file that follows.
#[inline(never)]
fn replaced(program: Rc<Program>) -> Result<Rc<Program>> {
    let mut program = Rc::unwrap_or_clone(program);
    program.graphs.iter_mut().try_for_each(replace_all)?;
    Ok(Rc::new(program))
}

fn replace_all(graph: &mut Graph) -> Result<()> {
    for node in std::mem::take(&mut graph.nodes) {
        match Groups::of(graph, &node) {
            Some(groups) => groups.replace(graph, &node)?,
            None => graph.nodes.push(node),
        }
    }
    Ok(())
}

/// A CONV_2D in groups.
struct Groups {
    count: usize,
    x: usize,
    weights: usize,
    bias: Option<usize>,
    y: usize,
}

impl Groups {
    /// `None` for other nodes, and for weights that are not constant or of other types than the kernels for one group take.
    fn of(graph: &Graph, node: &Node) -> Option<Self> {
        if !graph.has_groups(node) {
            return None;
        }
        let (&[Some(x), Some(weights), ref rest @ ..], &[y]) = (node.inputs.as_slice(), node.outputs.as_slice()) else {
            return None;
        };
        let bias = rest.first().copied().flatten();
        let [input, kernel, result] = [x, weights, y].map(|t| &graph.tensors[t]);
        let (&[.., channels], &[outputs, _, _, depth]) = (input.shape.as_slice(), kernel.shape.as_slice()) else {
            return None;
        };
        let takes = matches!(
            (input.dtype, kernel.dtype),
            (Dtype::F32, Dtype::F32) | (Dtype::I8 | Dtype::I16, Dtype::I8) | (Dtype::U8, Dtype::U8)
        );
        let count = channels / depth;
        let divides = channels == count * depth && outputs > 0 && outputs.is_multiple_of(count);
        let is_constant = kernel.data.is_some() && bias.is_none_or(|bias| graph.tensors[bias].data.is_some());
        let is_last = result.shape.last() == Some(&outputs) && result.shape.len() == 4 && input.shape.len() == 4;
        (takes && divides && is_constant && is_last).then_some(Self { count, x, weights, bias, y })
    }

    /// Adds the operators that compute `node`.
    fn replace(&self, graph: &mut Graph, node: &Node) -> Result<()> {
        let add = |graph: &mut Graph, op, inputs, outputs, params| {
            let op = OpKind::Builtin(op);
            graph.nodes.push(Node { op, version: 1, inputs, outputs, params, ..node.clone() });
        };
        let axis = add_tensor(graph, number(3));
        let parts = self.results(graph, self.x);
        add(graph, Op::Split, vec![Some(axis), Some(self.x)], parts.clone(), Params::None);
        let results = self.results(graph, self.y);
        for (group, (&x, &y)) in parts.iter().zip(&results).enumerate() {
            let mut inputs = vec![Some(x)];
            for t in [Some(self.weights), self.bias].into_iter().flatten() {
                let slice = self.slice(&graph.tensors[t], group)?;
                inputs.push(Some(add_tensor(graph, slice)));
            }
            add(graph, Op::Conv2d, inputs, vec![y], node.params.clone());
        }
        let params = Params::Concatenation { axis: 3, activation: Activation::None };
        add(graph, Op::Concatenation, results.into_iter().map(Some).collect(), vec![self.y], params);
        Ok(())
    }

    /// New tensors for the channels of each group of tensor `t`.
    fn results(&self, graph: &mut Graph, t: usize) -> Vec<usize> {
        let mut part = Tensor { data: None, is_variable: false, signature: None, ..graph.tensors[t].clone() };
        if let Some(channels) = part.shape.last_mut() {
            *channels /= self.count;
        }
        (0..self.count).map(|_| add_tensor(graph, part.clone())).collect()
    }

    /// The part of weights or a bias that belongs to a group: outputs are their first dimension.
    fn slice(&self, tensor: &Tensor, group: usize) -> Result<Tensor> {
        let mut slice = tensor.clone();
        if let Some(outputs) = slice.shape.first_mut() {
            *outputs /= self.count;
        }
        if let Some(data) = &tensor.data {
            let size = data.len() / self.count;
            slice.data = Some(data.part(group * size..(group + 1) * size)?);
        }
        if let Some(quant) = slice.quant.as_mut().filter(|quant| quant.scale.len() > 1) {
            let each = quant.scale.len() / self.count;
            quant.scale = quant.scale[group * each..][..each].to_vec();
            quant.zero_point = quant.zero_point[group * each..][..each].to_vec();
        }
        Ok(slice)
    }
}

/// Adds a tensor.
fn add_tensor(graph: &mut Graph, tensor: Tensor) -> usize {
    graph.tensors.push(tensor);
    graph.tensors.len() - 1
}

/// A number as a tensor.
fn number(value: i32) -> Tensor {
    Tensor {
        name: String::new(),
        dtype: Dtype::I32,
        shape: Vec::new(),
        signature: None,
        quant: None,
        blocks: None,
        data: Some(Aligned::copy_of(&value.to_le_bytes()).into()),
        is_variable: false,
    }
}
