//! Lowers a program to a plan: which kernel runs each node, which nodes are merged, which only rename.
//!
//! Shapes are those stored in the file. A node whose result does not have the shape that follows from its operands is
//! refused.

mod conv;
mod logic;
mod math;
mod merge;
mod recurrent;
mod shape;
mod weights;

use std::collections::HashMap;
use std::sync::Arc;

use super::device::DeviceLimits;
use super::error::GpuError;
use super::kernels::gemm::Style;
use super::kernels::{Activation, Dispatch, Grid, Operand, Sees, Width};
use super::plan::{Constant, Form, Plan, Step, padded};
use crate::engine::data::{Aligned, view};
use crate::engine::error::Unsupported;
use crate::engine::operator::Refusal;
use crate::engine::ops::convolution::computes_as;
use crate::engine::program::{Activation as Fused, Content, Dtype, Graph, Node, Op, Params, Program, Tensor};

/// No kernel for the op.
fn no_kernel() -> Refusal {
    Refusal::new("gpu-no-kernel")
}

/// A type that kernels do not take.
#[inline(never)]
fn wrong_type(dtype: Dtype) -> Refusal {
    Refusal::new("gpu-dtype").with("dtype", dtype.name())
}

/// An option value without a kernel.
fn option(name: &str) -> Refusal {
    Refusal::new("gpu-option").with("option", name)
}

/// An operand that must be constant is computed.
fn not_constant(operand: usize) -> Refusal {
    Refusal::new("gpu-not-constant").with("operand", operand)
}

/// Shapes that do not match.
fn bad_shape() -> Refusal {
    Refusal::new("gpu-shape")
}

type Lowered<T = ()> = Result<T, Refusal>;

/// How a constant is laid out, for sharing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Layout {
    Plain,
    /// float16, in the file's order.
    Halved,
    /// Floats converted from another stored type.
    Widened,
    Matrix {
        n: usize,
        k: usize,
    },
}

struct Lowering<'a> {
    graph: &'a Graph,
    style: Style,
    merge: bool,
    plan: Plan,
    /// Operand of each tensor, once known.
    place: Vec<Option<Operand>>,
    /// For each tensor that DEQUANTIZE computes from a constant, that constant.
    widened: Vec<Option<usize>>,
    /// The nodes that read each tensor, by position, once for each operand.
    readers: Vec<Vec<usize>>,
    /// Whether the program returns each tensor.
    returned: Vec<bool>,
    /// Constants sent so far, by the content's id and layout.
    sent: HashMap<(usize, Layout), usize>,
    /// For each tensor that is another with zeros around, and that only windows read: that one, and the rows above and columns before it.
    padded: Vec<Option<(usize, [u32; 2])>>,
    /// Nodes whose work an earlier step does.
    merged: Vec<bool>,
    /// Node being lowered, by position.
    at: usize,
    /// Only collects refusals: constants stay empty.
    dry: bool,
}

/// Data that a plan keeps for inspection after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Merge {
    /// Nodes are merged if one kernel can compute both.
    Yes,
    /// Each node has separate dispatches.
    No,
}

/// Lowers `program`.
pub(super) fn lower(
    program: &Program,
    style: Style,
    half: bool,
    limits: DeviceLimits,
    merge: Merge,
) -> Result<Plan, GpuError> {
    // Sizes are checked before any kernel does arithmetic with them.
    let graph = program.graph();
    let limit = limits.binding_bytes.min(limits.buffer_bytes);
    for tensor in graph.tensors.iter().filter(|t| t.dtype == Dtype::F32 || t.data.is_none()) {
        let bytes = room(tensor, half);
        if bytes > limit {
            return Err(GpuError::TooLarge { bytes, limit });
        }
    }
    let mut l = Lowering::new(program, style, half, merge);
    let mut refused = Vec::new();
    for port in &program.inputs {
        let value = l.value(port.tensor);
        l.plan.widths[value] = l.plan.forms[value].outside();
        l.plan.inputs.push(value);
        if let Err(refusal) = l.carried(port.tensor) {
            // No node is at fault; the first one is reported for the program's inputs.
            if let Some(node) = graph.nodes.first() {
                refused.push(unsupported(program, node, refusal));
            }
        }
    }
    let nodes = l.nodes(u64::MAX).into_iter();
    refused.extend(nodes.map(|(at, refusal)| unsupported(program, &graph.nodes[at], refusal)));
    if !refused.is_empty() {
        return Err(GpuError::Unsupported(refused));
    }
    for port in &program.outputs {
        let value = match l.place[port.tensor] {
            Some(Operand::Value(value)) => value,
            // An output that is constant or that no node writes: a copy of the known value.
            _ => l.constant_output(port.tensor),
        };
        l.plan.outputs.push(value);
    }
    l.plan.tensors = l.place.iter().map(|p| if let Some(Operand::Value(v)) = p { Some(*v) } else { None }).collect();
    let mut plan = l.plan;
    plan.hold_outputs();
    for mut step in std::mem::take(&mut plan.steps) {
        step.dispatch = step.dispatch.for_storage(plan.half, |operand| plan.held(operand));
        plan.steps.push(step);
    }
    // Packing rounds up, so packed weights may exceed a limit that the stored ones met.
    if let Some(bytes) = plan.constants.iter().map(|c| padded(c.words(), Width::Full)).find(|&bytes| bytes > limit) {
        return Err(GpuError::TooLarge { bytes, limit });
    }
    Ok(plan)
}

/// Every node that the GPU does not take, by position, as if every tensor between nodes could be transferred.
pub(super) fn refusals(program: &Program, half: bool, limits: DeviceLimits) -> Vec<(usize, Unsupported)> {
    let graph = program.graph();
    // The style only affects speed.
    let mut l = Lowering { dry: true, ..Lowering::new(program, Style::Direct, half, Merge::No) };
    for port in program.inputs.iter().map(|port| port.tensor).chain(graph.inputs.iter().copied()) {
        if l.carried(port).is_ok() {
            l.value(port);
        }
    }
    let refused = l.nodes(limits.binding_bytes.min(limits.buffer_bytes)).into_iter();
    refused.map(|(at, refusal)| (at, unsupported(program, &graph.nodes[at], refusal))).collect()
}

fn unsupported(program: &Program, node: &Node, refusal: Refusal) -> Unsupported {
    Unsupported { node: node.reference(program.entry), kind: node.op.clone(), version: node.version, reason: refusal }
}

impl<'a> Lowering<'a> {
    fn new(program: &'a Program, style: Style, half: bool, merge: Merge) -> Self {
        let graph = program.graph();
        let mut readers = vec![Vec::new(); graph.tensors.len()];
        for (at, node) in graph.nodes.iter().enumerate() {
            node.inputs.iter().flatten().for_each(|&tensor| readers[tensor].push(at));
        }
        let mut returned = vec![false; graph.tensors.len()];
        program.outputs.iter().for_each(|port| returned[port.tensor] = true);
        Self {
            graph,
            style,
            merge: merge == Merge::Yes,
            plan: Plan { half, ..Plan::default() },
            place: vec![None; graph.tensors.len()],
            widened: vec![None; graph.tensors.len()],
            readers,
            returned,
            sent: HashMap::new(),
            padded: vec![None; graph.tensors.len()],
            merged: vec![false; graph.nodes.len()],
            at: 0,
            dry: false,
        }
    }

    /// Lowers all nodes; returns the refused ones. None of their tensors may take more than `limit` bytes.
    fn nodes(&mut self, limit: u64) -> Vec<(usize, Refusal)> {
        let graph = self.graph;
        let mut refused = Vec::new();
        // Constants are there wherever in the graph they are converted, for kernels that compute later nodes.
        for node in graph.nodes.iter().filter(|node| node.op.builtin() == Some(Op::Dequantize)) {
            let constant = node.inputs.first().copied().flatten().filter(|&t| graph.tensors[t].data.is_some());
            if constant.is_some() {
                let _ = self.widen(node);
            }
        }
        for (at, node) in graph.nodes.iter().enumerate() {
            self.at = at;
            if self.merged[at] {
                continue;
            }
            let tensors = node.inputs.iter().flatten().chain(&node.outputs).map(|&t| &graph.tensors[t]);
            let most = tensors.map(|t| room(t, self.plan.half)).max().unwrap_or(0);
            let lowered = if most > limit {
                Err(Refusal::new("gpu-too-large").with("bytes", most).with("limit", limit))
            } else {
                self.node(node)
            };
            if let Err(refusal) = lowered {
                refused.push((at, refusal));
                // Later nodes are checked as if this one could run, so that the list is complete.
                for &output in &node.outputs {
                    if self.carried(output).is_ok() {
                        self.value(output);
                    }
                }
            } else if self.merge {
                self.absorb(node);
            }
        }
        refused
    }

    // Each is a function of its own: a build moves those that no visit calls into a file that follows.
    fn node(&mut self, node: &'a Node) -> Lowered {
        let op = computes_as(&node.op).ok_or_else(no_kernel)?;
        match op {
            Op::Conv2d => self.conv(node),
            Op::DepthwiseConv2d => self.depthwise(node),
            Op::FullyConnected => self.fully_connected(node),
            Op::AveragePool2d | Op::MaxPool2d | Op::L2Pool2d => self.pool(node, op),
            Op::Mean | Op::Sum | Op::ReduceProd | Op::ReduceMax | Op::ReduceMin => self.reduce(node, op),
            Op::Softmax | Op::LogSoftmax => self.softmax(node, op),
            Op::L2Normalization => self.l2(node),
            Op::ResizeBilinear | Op::ResizeNearestNeighbor => self.resize(node, op),
            Op::Reshape | Op::Squeeze | Op::ExpandDims => self.rename(node),
            Op::Dequantize => self.widen(node),
            Op::Pad | Op::Padv2 => self.pad(node),
            Op::Concatenation => self.concatenation(node),
            Op::Transpose => self.transpose(node),
            Op::Slice => self.slice(node),
            Op::StridedSlice => self.strided_slice(node),
            Op::Split => self.split(node, 0, 1),
            Op::SplitV => self.split(node, 2, 0),
            Op::Pack => self.pack(node),
            Op::Unpack => self.unpack(node),
            Op::BroadcastTo => self.repeat(node, false),
            Op::Tile => self.repeat(node, true),
            Op::SpaceToDepth => self.blocks(node, true),
            Op::DepthToSpace => self.blocks(node, false),
            Op::Gather => self.gather(node),
            Op::EmbeddingLookup => self.pick(node, [1, 0], 0),
            Op::Select | Op::SelectV2 => self.choose(node),
            Op::LogicalAnd | Op::LogicalOr | Op::LogicalNot => self.logical(node, op),
            Op::Greater | Op::GreaterEqual | Op::Less | Op::LessEqual | Op::Equal | Op::NotEqual => {
                self.compare(node, op)
            }
            Op::Cast => self.cast(node),
            Op::BatchMatmul => self.batch_matmul(node),
            Op::TransposeConv => self.transpose_conv(node),
            Op::UnidirectionalSequenceLstm => self.lstm(node),
            _ => self.pointwise(node, op),
        }
    }

    /// A new or known value for a tensor.
    fn value(&mut self, tensor: usize) -> usize {
        if let Some(Operand::Value(value)) = self.place[tensor] {
            return value;
        }
        let elements = self.graph.tensors[tensor].shape.iter().map(|&d| d as u64).product();
        let value = self.scratch(elements);
        let form = form(&self.graph.tensors[tensor]);
        self.plan.forms[value] = form;
        self.plan.widths[value] = form.width(self.plan.half);
        self.place[tensor] = Some(Operand::Value(value));
        value
    }

    /// A value that is not a tensor of the file, of float32.
    fn scratch(&mut self, elements: u64) -> usize {
        self.plan.values.push(elements);
        self.plan.forms.push(Form::Float);
        self.plan.widths.push(Width::Full);
        self.plan.kept.push(0);
        self.plan.values.len() - 1
    }

    fn shape(&self, tensor: usize) -> &'a [usize] {
        &self.graph.tensors[tensor].shape
    }

    /// The tensor of a required operand.
    fn input(&self, node: &Node, i: usize) -> Lowered<usize> {
        node.inputs.get(i).copied().flatten().ok_or_else(|| Refusal::new("gpu-missing-operand").with("operand", i))
    }

    /// The tensor of an optional operand.
    fn optional(&self, node: &Node, i: usize) -> Option<usize> {
        node.inputs.get(i).copied().flatten()
    }

    fn output(&self, node: &Node) -> Lowered<usize> {
        let tensor = *node.outputs.first().ok_or_else(bad_shape)?;
        self.real(tensor)?;
        Ok(tensor)
    }

    /// Refuses all types except float32, bools, and integers that are only used as indices.
    fn carried(&self, tensor: usize) -> Lowered {
        let tensor_of = &self.graph.tensors[tensor];
        match tensor_of.dtype {
            Dtype::Bool => self.flag(tensor),
            Dtype::I32 | Dtype::I64 if !tensor_of.is_variable => Ok(()),
            _ => self.real(tensor),
        }
    }

    /// Refuses all types except bools, which are stored as the floats 1 and 0.
    fn flag(&self, tensor: usize) -> Lowered {
        let t = &self.graph.tensors[tensor];
        match (t.dtype, t.is_variable) {
            (Dtype::Bool, false) => Ok(()),
            (Dtype::Bool, true) => Err(Refusal::new("gpu-variable")),
            (other, _) => Err(wrong_type(other)),
        }
    }

    /// Refuses all types except float32 and quantized ones with one scale (constants: with any), and state that outlives a run.
    #[inline(never)]
    fn real(&self, tensor: usize) -> Lowered {
        let t = &self.graph.tensors[tensor];
        let fits = || t.quant.as_ref().is_some_and(|quant| quant.fits(&t.shape));
        let constant = t.data.is_some() && matches!(t.dtype, Dtype::I8 | Dtype::U8) && fits();
        if t.dtype != Dtype::F32 && Grid::of(t).is_none() && !constant {
            return Err(wrong_type(t.dtype));
        }
        if t.is_variable {
            return Err(Refusal::new("gpu-variable"));
        }
        Ok(())
    }

    /// Refuses two tensors that a kernel of the runtime copies byte by byte, if that changes their values.
    #[inline(never)]
    fn same_grid(&self, x: usize, y: usize) -> Lowered {
        let [from, to] = [x, y].map(|t| Grid::of(&self.graph.tensors[t]));
        if from == to { Ok(()) } else { Err(Refusal::new("gpu-scales")) }
    }

    /// An operand of reals; sends constants of float32 as they are.
    fn operand(&mut self, tensor: usize) -> Lowered<Operand> {
        self.real(tensor)?;
        if let Some(place) = self.place[tensor] {
            return Ok(place);
        }
        let source = self.widened[tensor].unwrap_or(tensor);
        let (data, stored) = (self.stored(source)?, &self.graph.tensors[source]);
        let constant = if stored.dtype == Dtype::F32 {
            self.constant(&data, Layout::Plain, Constant::Plain)?
        } else {
            self.constant(&data, Layout::Widened, |data| {
                Constant::Owned(stored.reals_of(data.bytes()).unwrap_or_default())
            })?
        };
        self.place[tensor] = Some(constant);
        Ok(constant)
    }

    /// The content of a constant.
    fn stored(&self, tensor: usize) -> Lowered<Content> {
        self.graph.tensors[tensor].data.clone().ok_or_else(bad_shape)
    }

    /// An operand of bools.
    fn flag_operand(&mut self, tensor: usize) -> Lowered<Operand> {
        self.flag(tensor)?;
        if let Some(place) = self.place[tensor] {
            return Ok(place);
        }
        let data = self.stored(tensor)?.read()?;
        let constant = self.owned(data.bytes().iter().map(|&b| f32::from(u8::from(b != 0))).collect());
        self.place[tensor] = Some(constant);
        Ok(constant)
    }

    /// An operand of any kind.
    fn any_operand(&mut self, tensor: usize) -> Lowered<Operand> {
        match self.graph.tensors[tensor].dtype {
            Dtype::Bool => self.flag_operand(tensor),
            Dtype::I32 | Dtype::I64 if self.only_places(tensor) => self.computed(tensor).map(Operand::Value),
            _ => self.operand(tensor),
        }
    }

    /// Whether only GATHER and EMBEDDING_LOOKUP read a tensor, directly or renamed, as their indices.
    fn only_places(&self, tensor: usize) -> bool {
        let output = self.graph.outputs.contains(&tensor);
        !output
            && self.graph.nodes.iter().filter(|node| node.inputs.contains(&Some(tensor))).all(|node| {
                match node.op.builtin() {
                    Some(Op::Gather) => node.inputs.first() != Some(&Some(tensor)),
                    Some(Op::EmbeddingLookup) => node.inputs.get(1) != Some(&Some(tensor)),
                    Some(Op::Reshape | Op::Squeeze | Op::ExpandDims) => {
                        node.inputs[0] == Some(tensor) && node.outputs.first().is_some_and(|&y| self.only_places(y))
                    }
                    _ => false,
                }
            })
    }

    /// The value of a tensor that a run computes or receives.
    fn computed(&self, tensor: usize) -> Lowered<usize> {
        match self.place[tensor] {
            Some(Operand::Value(value)) => Ok(value),
            _ => Err(wrong_type(self.graph.tensors[tensor].dtype)),
        }
    }

    /// The first output, which must hold bools.
    fn flag_output(&self, node: &Node) -> Lowered<usize> {
        let tensor = *node.outputs.first().ok_or_else(bad_shape)?;
        self.flag(tensor)?;
        Ok(tensor)
    }

    /// Constant reals of a tensor, which an earlier DEQUANTIZE may convert.
    fn floats(&self, tensor: usize, operand: usize) -> Lowered<Vec<f32>> {
        self.real(tensor)?;
        let source = self.widened[tensor].unwrap_or(tensor);
        self.graph.tensors[source].reals()?.ok_or_else(|| not_constant(operand))
    }

    /// Constant integers of an int32 or int64 operand.
    fn ints(&self, node: &Node, i: usize) -> Lowered<Vec<i64>> {
        let tensor = &self.graph.tensors[self.input(node, i)?];
        let data = tensor.data.as_ref().ok_or_else(|| not_constant(i))?.read()?;
        match tensor.dtype {
            Dtype::I32 => Ok(view::<i32>(data.bytes()).iter().map(|&v| i64::from(v)).collect()),
            Dtype::I64 => Ok(view::<i64>(data.bytes()).to_vec()),
            other => Err(wrong_type(other)),
        }
    }

    /// Registers a constant once for each layout, which `make` makes of its bytes.
    fn constant(
        &mut self,
        data: &Content,
        layout: Layout,
        make: impl FnOnce(Arc<Aligned>) -> Constant,
    ) -> Lowered<Operand> {
        let key = (data.id(), layout);
        if let Some(&index) = self.sent.get(&key) {
            return Ok(Operand::Const(index));
        }
        let made = if self.dry { Constant::Owned(Vec::new()) } else { make(data.read()?) };
        self.plan.constants.push(made);
        let index = self.plan.constants.len() - 1;
        self.sent.insert(key, index);
        Ok(Operand::Const(index))
    }

    /// Registers computed data.
    fn owned(&mut self, values: Vec<f32>) -> Operand {
        self.plan.constants.push(Constant::Owned(values));
        Operand::Const(self.plan.constants.len() - 1)
    }

    /// Adds a dispatch for the current node, which sees quantized tensors in this way.
    #[inline(never)]
    fn push_as(&mut self, sees: Sees, mut dispatch: Dispatch) {
        dispatch.sees = sees;
        self.push(dispatch);
    }

    /// Adds a dispatch for the current node, whose text is completed at the end, unless it has no elements to write.
    #[inline(never)]
    fn push(&mut self, dispatch: Dispatch) {
        let plan = &mut self.plan;
        let empty = matches!(dispatch.write, Operand::Value(v) if plan.values[v] == 0);
        if !empty {
            plan.steps.push(Step { node: self.at, fused: Vec::new(), dispatch });
        }
    }

    /// A program's output that is not computed.
    fn constant_output(&mut self, tensor: usize) -> usize {
        let source = self.any_operand(tensor);
        self.place[tensor] = None;
        let value = self.value(tensor);
        if let Ok(source) = source {
            let elements = self.plan.values[value];
            self.push(super::kernels::activation::unary(Activation::None, elements, source, Operand::Value(value)));
        }
        value
    }
}

/// Type of a tensor's elements on the device.
fn form(tensor: &Tensor) -> Form {
    match tensor.dtype {
        Dtype::Bool => Form::Flag,
        Dtype::I32 | Dtype::I64 => Form::Places(tensor.dtype),
        _ => Grid::of(tensor).map_or(Form::Float, Form::Grid),
    }
}

/// Bytes of a tensor on the device.
fn room(tensor: &Tensor, half: bool) -> u64 {
    padded(tensor.elements() as u64, form(tensor).width(half))
}

/// The kernel's form of a fused activation.
fn fused(activation: Fused) -> Lowered<Activation> {
    Ok(match activation {
        Fused::None => Activation::None,
        Fused::Relu => Activation::Relu,
        Fused::Relu6 => Activation::Relu6,
        Fused::ReluN1To1 => Activation::ReluN1To1,
        Fused::Tanh => Activation::Tanh,
        Fused::SignBit => return Err(option("fused_activation_function")),
    })
}

/// The fused activation of a node's options.
fn activation_of(params: &Params) -> Lowered<Activation> {
    fused(params.activation())
}

/// A size for a kernel. Sizes above 2^31 do not come up: such tensors are larger than any binding.
fn small(size: usize) -> Lowered<u32> {
    u32::try_from(size).ok().filter(|&s| s <= i32::MAX as u32).ok_or_else(bad_shape)
}
