//! Programs of one or a few nodes, built by hand, for native tests and for those in a browser.

use vintage::engine::Program;
use vintage::engine::data::Aligned;
use vintage::engine::program::{Dtype, Graph, Node, Op, OpKind, Params, Port, Quant, Tensor};

/// A small generator with a fixed sequence. It makes the values of weights and inputs, and the sizes in `cases`: those
/// run in one browser session as a list, where nothing can be run again with smaller sizes.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// An integer of `low..=high`.
    pub fn size(&mut self, low: usize, high: usize) -> usize {
        low + (self.next() >> 33) as usize % (high - low + 1)
    }

    pub fn flip(&mut self) -> bool {
        self.size(0, 1) == 1
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.size(0, of.len() - 1)]
    }

    /// Values between -1 and 1.
    pub fn values(&mut self, n: usize) -> Vec<f32> {
        (0..n).map(|_| (self.next() >> 40) as f32 / (1u64 << 23) as f32 - 1.0).collect()
    }
}

/// A program under construction.
#[derive(Default)]
pub struct Builder {
    graph: Graph,
    outputs: Vec<usize>,
}

impl Builder {
    fn tensor(&mut self, dtype: Dtype, shape: &[usize], data: Option<&[u8]>) -> usize {
        self.graph.tensors.push(Tensor {
            name: format!("t{}", self.graph.tensors.len()),
            dtype,
            shape: shape.to_vec(),
            signature: None,
            quant: None,
            blocks: None,
            data: data.map(|bytes| Aligned::copy_of(bytes).into()),
            is_variable: false,
        });
        self.graph.tensors.len() - 1
    }

    pub fn input(&mut self, shape: &[usize]) -> usize {
        let t = self.tensor(Dtype::F32, shape, None);
        self.graph.inputs.push(t);
        t
    }

    pub fn flags_input(&mut self, shape: &[usize]) -> usize {
        let t = self.tensor(Dtype::Bool, shape, None);
        self.graph.inputs.push(t);
        t
    }

    /// An input of integers, int32 or int64.
    pub fn places_input(&mut self, dtype: Dtype, shape: &[usize]) -> usize {
        let t = self.tensor(dtype, shape, None);
        self.graph.inputs.push(t);
        t
    }

    /// A tensor of floats that keeps its value from run to run.
    pub fn variable(&mut self, shape: &[usize]) -> usize {
        let t = self.tensor(Dtype::F32, shape, None);
        self.graph.tensors[t].is_variable = true;
        t
    }

    pub fn computed(&mut self, shape: &[usize]) -> usize {
        self.tensor(Dtype::F32, shape, None)
    }

    pub fn floats(&mut self, shape: &[usize], values: &[f32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.tensor(Dtype::F32, shape, Some(&bytes))
    }

    pub fn ints(&mut self, values: &[i32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.tensor(Dtype::I32, &[values.len()], Some(&bytes))
    }

    /// A constant of any type, with scale and zero point of each slice along `axis`.
    pub fn stored(&mut self, dtype: Dtype, shape: &[usize], bytes: &[u8], quant: Option<Quant>) -> usize {
        let t = self.tensor(dtype, shape, Some(bytes));
        self.graph.tensors[t].quant = quant;
        t
    }

    pub fn typed(&mut self, dtype: Dtype, shape: &[usize]) -> usize {
        self.tensor(dtype, shape, None)
    }

    /// The same constant with another shape.
    pub fn reshaped(&mut self, tensor: usize, shape: &[usize]) -> usize {
        self.graph.tensors[tensor].shape = shape.to_vec();
        tensor
    }

    /// A quantized tensor that a node computes, with one scale.
    pub fn quantized(&mut self, dtype: Dtype, shape: &[usize], scale: f32, zero: i32) -> usize {
        let t = self.tensor(dtype, shape, None);
        self.graph.tensors[t].quant = Some(Quant { scale: vec![scale], zero_point: vec![zero], axis: 0 });
        t
    }

    /// Makes a tensor an input of the program.
    pub fn given(&mut self, tensor: usize) {
        self.graph.inputs.push(tensor);
    }

    pub fn node(&mut self, op: Op, params: Params, inputs: &[Option<usize>], outputs: &[usize]) {
        self.graph.nodes.push(Node {
            graph: 0,
            index: self.graph.nodes.len(),
            op: OpKind::Builtin(op),
            version: 1,
            inputs: inputs.to_vec(),
            outputs: outputs.to_vec(),
            intermediates: Vec::new(),
            params,
            custom: Vec::new(),
        });
    }

    /// A node of a custom operator with its options.
    pub fn custom(&mut self, name: &str, options: &[u8], inputs: &[usize], output: usize) {
        let inputs: Vec<_> = inputs.iter().copied().map(Some).collect();
        self.node(Op::Custom, Params::None, &inputs, &[output]);
        if let Some(node) = self.graph.nodes.last_mut() {
            (node.op, node.custom) = (OpKind::Custom(name.to_owned()), options.to_vec());
        }
    }

    pub fn output(&mut self, tensor: usize) {
        self.outputs.push(tensor);
    }

    pub fn build(mut self) -> Program {
        self.graph.outputs.clone_from(&self.outputs);
        let port = |&tensor: &usize| Port { name: self.graph.tensors[tensor].name.clone(), tensor };
        Program {
            inputs: self.graph.inputs.iter().map(port).collect(),
            outputs: self.outputs.iter().map(port).collect(),
            graphs: vec![self.graph],
            entry: 0,
            signatures: Vec::new(),
            texts: Default::default(),
        }
    }
}
