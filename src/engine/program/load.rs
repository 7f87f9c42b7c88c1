//! Loads a [`Program`] from the flatbuffer's document.

use super::decode::BadField;
use super::{Blocks, Content, Dtype, Entry, Graph, Node, Op, OpKind, Params, Port, Program, Quant, Tensor};
use crate::bytes::{Limits, SharedSource, Source};
use crate::engine::data::{Aligned, f16_to_f32, view};
use crate::engine::error::{EngineError, ErrorKind, Result};
use crate::engine::text::Texts;
use crate::formats::tflite;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

impl Program {
    /// Decodes `model` for a run of `entry`. `source` is the complete file. Large constants stay in it, or in files of external buffers,
    /// until they are needed; others are copied into memory.
    ///
    /// Errors: indices out of range, undefined shapes or options, constants shorter than their shape, a missing entry,
    /// [`Limits::value_bytes`] or [`Limits::structure_bytes`] exceeded. Operators without a kernel are not an error
    /// here: a registry reports them (see [`crate::engine::registry`]).
    pub fn from_tflite(model: &tflite::Model, source: &SharedSource, entry: &Entry, limits: &Limits) -> Result<Self> {
        let signature = match entry {
            Entry::Signature(key) => Some(
                model
                    .signatures
                    .iter()
                    .find(|s| s.key == *key)
                    .ok_or_else(|| EngineError::usage("engine-no-such-signature").with("key", key))?,
            ),
            _ => None,
        };
        let entry = match (entry, signature) {
            (_, Some(signature)) => signature.subgraph as usize,
            (Entry::Subgraph(index), _) => *index,
            _ => 0,
        };
        if entry >= model.subgraphs.len() {
            return Err(EngineError::malformed("engine-no-such-subgraph").with("index", entry));
        }
        let mut graphs = Vec::with_capacity(model.subgraphs.len());
        for (index, subgraph) in model.subgraphs.iter().enumerate() {
            graphs.push(graph(model, index, subgraph, &**source)?);
        }
        let main = &graphs[entry];
        let (inputs, outputs) = match signature {
            Some(s) => (named_ports(main, &s.inputs)?, named_ports(main, &s.outputs)?),
            None => (ports(main, &main.inputs), ports(main, &main.outputs)),
        };
        let signatures = model.signatures.iter().map(|s| s.key.clone()).collect();
        let mut program = Self { graphs, entry, inputs, outputs, signatures, texts: Texts::default() };
        for graph in program.graphs.iter().flat_map(|g| &g.nodes).flat_map(|n| n.params.subgraphs()) {
            if graph >= program.graphs.len() {
                return Err(EngineError::malformed("engine-no-such-subgraph").with("index", graph));
            }
        }
        program.check_nesting()?;
        let texts = Texts::default();
        let mut loader = Loader { model, source, limits, loaded: HashMap::new(), total: 0, texts };
        for graph in program.reachable() {
            loader.graph(graph, &mut program.graphs[graph])?;
        }
        program.texts = loader.texts;
        Ok(program)
    }
}

fn ports(graph: &Graph, tensors: &[usize]) -> Vec<Port> {
    tensors.iter().map(|&tensor| Port { name: graph.tensors[tensor].name.clone(), tensor }).collect()
}

fn named_ports(graph: &Graph, names: &[(String, u32)]) -> Result<Vec<Port>> {
    let port = |(name, tensor): &(String, u32)| {
        let tensor = tensor_index(i64::from(*tensor), graph.tensors.len())?;
        Ok(Port { name: name.clone(), tensor })
    };
    names.iter().map(port).collect()
}

fn tensor_index(index: i64, count: usize) -> Result<usize> {
    usize::try_from(index).ok().filter(|&i| i < count).ok_or_else(|| {
        EngineError::malformed("engine-tensor-index-out-of-range").with("index", index).with("count", count)
    })
}

fn tensor_indices(indices: &[i32], count: usize) -> Result<Vec<usize>> {
    indices.iter().map(|&i| tensor_index(i64::from(i), count)).collect()
}

fn graph(model: &tflite::Model, index: usize, from: &tflite::Subgraph, source: &dyn Source) -> Result<Graph> {
    let count = from.tensors.len();
    let mut graph = Graph {
        name: from.name.clone(),
        tensors: from.tensors.iter().map(tensor).collect::<Result<_>>()?,
        nodes: Vec::with_capacity(from.operators.len()),
        inputs: tensor_indices(&from.inputs, count)?,
        outputs: tensor_indices(&from.outputs, count)?,
    };
    for (i, operator) in from.operators.iter().enumerate() {
        graph.nodes.push(node(model, (index, i), operator, count, source).map_err(|e| {
            let op = model.operator_codes.get(operator.opcode_index as usize).map_or_else(String::new, |c| c.name());
            e.at(crate::engine::error::NodeRef { graph: index, index: i, op })
        })?);
    }
    Ok(graph)
}

#[inline(never)]
fn tensor(from: &tflite::Tensor) -> Result<Tensor> {
    let dtype = Dtype::from_code(from.dtype)
        .ok_or_else(|| EngineError::malformed("engine-unknown-tensor-type").with("type", from.dtype))?;
    let size = |&d: &i32| {
        usize::try_from(d)
            .map_err(|_| EngineError::malformed("engine-negative-dimension").with("tensor", &from.name).with("size", d))
    };
    let shape: Vec<usize> = from.shape.iter().map(size).collect::<Result<_>>()?;
    super::elements(&shape)?;
    let signature = from.shape_signature.as_ref().filter(|s| s.len() == shape.len());
    Ok(Tensor {
        name: from.name.clone(),
        dtype,
        signature: signature.map(|s| s.iter().map(|&d| usize::try_from(d).ok()).collect()),
        quant: from.quantization.as_ref().and_then(|q| quant(q, &shape, dtype)),
        blocks: None,
        shape,
        data: None,
        is_variable: from.is_variable,
    })
}

/// Quantization that matches the shape and the type; anything else counts as none, so that kernels refuse the tensor by
/// name.
fn quant(from: &tflite::Quantization, shape: &[usize], dtype: Dtype) -> Option<Quant> {
    let n = from.scale.len();
    let zero_points = from.zero_point.len();
    let axis = usize::try_from(from.dimension).ok()?;
    let fits = n == 1 || (n > 1 && shape.get(axis) == Some(&n));
    if !fits || !(zero_points == 0 || zero_points == 1 || zero_points == n) {
        return None;
    }
    let range = dtype.quantized_range();
    let inside = |&z: &i64| i32::try_from(z).ok().filter(|z| range.as_ref().is_none_or(|range| range.contains(z)));
    let zero = |i: usize| from.zero_point.get(i).or(from.zero_point.first()).map_or(Some(0), inside);
    Some(Quant { scale: from.scale.clone(), zero_point: (0..n).map(zero).collect::<Option<_>>()?, axis })
}

/// Quantization in blocks that matches the shape; its scales are a constant tensor. The runtime's only kernel for it, XNNPACK's, keeps them
/// as bfloat16 and ignores zero points (asked: ai-edge-litert 2.3.0).
#[inline(never)]
fn blocks(from: &tflite::Quantization, tensors: &[Tensor], of: usize) -> Result<Option<Blocks>> {
    let found = || {
        let stored = from.blocks.as_ref().filter(|_| from.details == tflite::Quantization::BLOCKWISE)?;
        let size = usize::try_from(stored.block_size).ok().filter(|&size| size > 0)?;
        let scales = tensors.get(usize::try_from(stored.scales).ok()?).filter(|scales| scales.dtype == Dtype::F16)?;
        Some((size, scales.data.as_ref()?))
    };
    let Some((size, scales)) = found() else { return Ok(None) };
    let scales = scales.read()?;
    Ok(in_blocks(&tensors[of].shape, size, view(scales.bytes())))
}

/// Blocks of `size` weights in each row of a matrix of this shape, with scales of float16.
fn in_blocks(shape: &[usize], size: usize, halves: &[u16]) -> Option<Blocks> {
    let &[rows, depth] = shape else { return None };
    let fits = depth.is_multiple_of(size) && rows.checked_mul(depth / size) == Some(halves.len());
    fits.then(|| Blocks { size, scales: halves.iter().map(|&half| as_bfloat16(f16_to_f32(half))).collect() })
}

/// The nearest number with the upper 16 bits of a float32; ties to even.
fn as_bfloat16(value: f32) -> f32 {
    let bits = value.to_bits();
    if value.is_nan() { value } else { f32::from_bits(bits.wrapping_add(0x7fff + (bits >> 16 & 1)) & 0xffff_0000) }
}

#[inline(never)]
fn node(
    model: &tflite::Model,
    (graph, index): (usize, usize),
    from: &tflite::Operator,
    tensors: usize,
    source: &dyn Source,
) -> Result<Node> {
    let code = model
        .operator_codes
        .get(from.opcode_index as usize)
        .ok_or_else(|| EngineError::malformed("engine-opcode-index-out-of-range").with("index", from.opcode_index))?;
    let op = match Op::from_code(code.code) {
        Some(Op::Custom) => OpKind::Custom(code.custom_code.clone().unwrap_or_default()),
        Some(op) => OpKind::Builtin(op),
        None => OpKind::Unknown(code.code),
    };
    let mut params = match op.builtin() {
        Some(builtin) => Params::decode(builtin, &from.options)
            .map_err(|BadField(field)| EngineError::malformed("engine-bad-option").with("field", field))?,
        None => Params::None,
    };
    super::decode::resolve(&mut params, model);
    let input = |&i: &i32| if i == -1 { Ok(None) } else { tensor_index(i64::from(i), tensors).map(Some) };
    let custom = match &from.custom_options {
        Some(range) => crate::bytes::read_range(source, range.clone(), &Limits::default())?,
        None => Vec::new(),
    };
    Ok(Node {
        graph,
        index,
        op,
        version: code.version,
        inputs: from.inputs.iter().map(input).collect::<Result<_>>()?,
        outputs: tensor_indices(&from.outputs, tensors)?,
        intermediates: tensor_indices(&from.intermediates, tensors)?,
        params,
        custom,
    })
}

/// Sparse constants are expanded as they are read, so the result of a DENSIFY is its operand: backends that compute no constants
/// need the weights, too.
// A function of its own: a build moves what few models need into a file that follows.
#[inline(never)]
fn drop_densify(graph: &mut Graph) {
    let Graph { tensors, nodes, outputs, .. } = graph;
    nodes.retain(|node| {
        let (Some(Op::Densify), [Some(from)], &[to]) = (node.op.builtin(), &node.inputs[..], &node.outputs[..]) else {
            return true;
        };
        let (operand, result) = (&tensors[*from], &tensors[to]);
        let is_same = operand.dtype == result.dtype && operand.shape == result.shape;
        let Some(data) = operand.data.clone().filter(|_| is_same && !outputs.contains(&to)) else { return true };
        tensors[to].data = Some(data);
        false
    });
}

#[cold]
#[inline(never)]
fn wrong_size(tensor: &Tensor, wanted: u64, stored: u64) -> Box<EngineError> {
    let error = EngineError::malformed("engine-constant-size").with("tensor", &tensor.name);
    error.with("wanted", wanted).with("stored", stored)
}

/// A constant that is stored without zeros.
#[inline(never)]
fn expanded(tensor: &Tensor, sparsity: &tflite::Sparsity, stored: &Aligned) -> Result<Content> {
    // Elements of full bytes only: the runtime does not store packed ones like this.
    let size = tensor.dtype.bits() / 8;
    let full = Some(size).filter(|&size| size > 0 && tensor.dtype.bits() == 8 * size);
    let full = full.and_then(|size| super::sparse::expand(sparsity, &tensor.shape, size, stored.bytes()));
    let wrong = || EngineError::malformed("engine-sparse-constant").with("tensor", &tensor.name);
    Ok(full.ok_or_else(wrong)?.into())
}

/// Reads constants once, however many tensors share a buffer.
struct Loader<'a> {
    model: &'a tflite::Model,
    source: &'a SharedSource,
    limits: &'a Limits,
    /// By file (empty for the model's own) and range.
    loaded: HashMap<(Arc<str>, Range<u64>), Content>,
    total: u64,
    texts: Texts,
}

impl Loader<'_> {
    fn graph(&mut self, index: usize, graph: &mut Graph) -> Result<()> {
        // An input or a result is not a constant, even if it has no elements and no buffer.
        let mut computed = vec![false; graph.tensors.len()];
        for &tensor in graph.inputs.iter().chain(graph.nodes.iter().flat_map(|node| &node.outputs)) {
            computed[tensor] = true;
        }
        let from = &self.model.subgraphs[index];
        for (i, (tensor, from)) in graph.tensors.iter_mut().zip(&from.tensors).enumerate() {
            let Some(buffer) = self.model.buffers.get(from.buffer as usize) else {
                return Err(EngineError::malformed("engine-buffer-index-out-of-range").with("index", from.buffer));
            };
            if let Some(elsewhere) = self.model.external_weights(from) {
                let (file, range) = elsewhere.map_err(|error| *error)?;
                let stored = (file.name().clone(), &file);
                tensor.data = Some(self.constant(tensor, from.sparsity.as_ref(), stored, range)?);
            } else if let Some(range) = buffer.range.clone().filter(|r| !r.is_empty()) {
                let stored = (Arc::default(), self.source);
                tensor.data = Some(self.constant(tensor, from.sparsity.as_ref(), stored, range)?);
            } else if tensor.elements() == 0 && tensor.dtype.bits() > 0 && !computed[i] {
                tensor.data = Some(Content::default());
            }
        }
        for (i, from) in from.tensors.iter().enumerate() {
            if let Some(quantization) = &from.quantization {
                graph.tensors[i].blocks = blocks(quantization, &graph.tensors, i)?.map(Arc::new);
            }
        }
        if graph.nodes.iter().any(|node| node.op.builtin() == Some(Op::Densify)) {
            drop_densify(graph);
        }
        Ok(())
    }

    fn constant(
        &mut self,
        tensor: &Tensor,
        sparsity: Option<&tflite::Sparsity>,
        from: (Arc<str>, &SharedSource),
        range: Range<u64>,
    ) -> Result<Content> {
        let (file, source) = from;
        let stored = range.end.saturating_sub(range.start);
        let is_text = tensor.dtype == Dtype::String;
        let wanted = tensor.dtype.bytes(tensor.elements()).map_or(u64::MAX, |b| b as u64);
        if tensor.dtype.bits() > 0 && !is_text && sparsity.is_none() && wanted != stored {
            return Err(wrong_size(tensor, wanted, stored));
        }
        let key = (file, range.clone());
        if let Some(data) = self.loaded.get(&key).filter(|_| !is_text && sparsity.is_none()) {
            return Ok(data.clone());
        }
        // Strings become handles, however few bytes the file has for them.
        let taken = if sparsity.is_some() || is_text { wanted } else { stored };
        self.total = self.total.saturating_add(taken);
        if stored.max(taken) > self.limits.value_bytes || self.total > self.limits.structure_bytes {
            return Err(EngineError::new(ErrorKind::OverLimit, "engine-constants-too-large")
                .with("size", self.total)
                .with("limit", self.limits.structure_bytes));
        }
        if range.end > source.len() {
            return Err(EngineError::malformed("engine-constant-past-end").with("tensor", &tensor.name));
        }
        let data = Content::of(source, range)?;
        if is_text {
            return self.texts(tensor, &*data.read()?);
        }
        if let Some(sparsity) = sparsity {
            return expanded(tensor, sparsity, &*data.read()?);
        }
        self.loaded.insert(key, data.clone());
        Ok(data)
    }

    /// Strings as handles.
    #[inline(never)]
    fn texts(&mut self, tensor: &Tensor, stored: &Aligned) -> Result<Content> {
        let handles = self.texts.unpack(stored.bytes(), tensor.elements());
        let handles = handles.ok_or_else(|| wrong_size(tensor, tensor.elements() as u64, stored.len() as u64))?;
        Ok(Aligned::copy_of(bytemuck::cast_slice(&handles)).into())
    }
}
