//! Types that an operator takes, found by testing the registry with generated nodes.

use std::collections::BTreeSet;
use vintage::bytes::{Limits, MemorySource};
use vintage::engine::program::{Dtype, Graph, Node, Op, OpKind, Params, Quant, Tensor};
use vintage::engine::{Entry, Program, Registry};
use vintage::formats::tflite;

/// Types of an operator's work, as the page names them.
pub type Forms = BTreeSet<String>;

const TYPES: [Dtype; 16] = [
    Dtype::F32,
    Dtype::F16,
    Dtype::F64,
    Dtype::I8,
    Dtype::U8,
    Dtype::I16,
    Dtype::U16,
    Dtype::I32,
    Dtype::U32,
    Dtype::I64,
    Dtype::U64,
    Dtype::Bool,
    Dtype::I4,
    Dtype::String,
    Dtype::C64,
    Dtype::Resource,
];

/// The operand whose type characterizes a node; `None`: the result's.
fn subject(op: Op) -> Option<usize> {
    match op {
        Op::VarHandle | Op::ReadVariable | Op::RandomUniform | Op::RandomStandardNormal | Op::Hashtable => None,
        Op::Split | Op::Select | Op::SelectV2 | Op::ScatterNd | Op::EmbeddingLookup | Op::Fill | Op::If => Some(1),
        Op::StablehloCase | Op::LshProjection => Some(1),
        Op::AssignVariable | Op::HashtableFind | Op::HashtableImport => Some(1),
        Op::OneHot | Op::TransposeConv | Op::Conv3dTranspose | Op::SparseToDense | Op::HashtableLookup => Some(2),
        Op::EmbeddingLookupSparse => Some(4),
        _ => Some(0),
    }
}

/// The operand that holds weights.
fn weights(op: Op) -> Option<usize> {
    match op {
        Op::Conv2d | Op::DepthwiseConv2d | Op::FullyConnected | Op::BatchMatmul | Op::TransposeConv => Some(1),
        Op::Svdf | Op::Rnn | Op::UnidirectionalSequenceRnn | Op::BidirectionalSequenceRnn => Some(1),
        Op::Lstm | Op::UnidirectionalSequenceLstm | Op::BidirectionalSequenceLstm => Some(2),
        _ => None,
    }
}

/// How the page names the types of a node.
pub fn form(op: Op, inputs: &[Option<Dtype>], outputs: &[Dtype]) -> String {
    let result = outputs.first().copied();
    let subject = match subject(op) {
        Some(i) => inputs.get(i).copied().flatten(),
        None => result,
    };
    let name = |dtype: Option<Dtype>| dtype.map_or("none", Dtype::name);
    let mut text = name(subject).to_owned();
    if let Some(held) = weights(op).and_then(|i| inputs.get(i).copied().flatten())
        && Some(held) != subject
    {
        text = format!("{text} × {}", held.name());
    }
    let tells = matches!(op, Op::Quantize | Op::Softmax | Op::HashtableFind | Op::EmbeddingLookup);
    if tells && result != subject {
        text = format!("{text} → {}", name(result));
    }
    text
}

fn tensor(dtype: Dtype) -> Tensor {
    Tensor {
        name: String::new(),
        dtype,
        shape: vec![1],
        signature: None,
        quant: None,
        blocks: None,
        data: None,
        // State is only searched among the inputs.
        is_variable: true,
    }
}

fn set(tensor: &mut Tensor, dtype: Dtype) {
    tensor.dtype = dtype;
    tensor.quant = dtype.is_quantized().then(|| Quant { scale: vec![0.5], zero_point: vec![0], axis: 0 });
}

/// Options that every operator decodes: windows of one element, zeros otherwise.
fn params(op: Op) -> Params {
    let ones = ["stride_h", "stride_w", "stride_d", "dilation_h_factor", "dilation_w_factor", "dilation_d_factor"];
    let more = ["filter_height", "filter_width", "block_size", "rank", "type", "then_subgraph_index"];
    let more = more.into_iter().chain(["else_subgraph_index", "cond_subgraph_index", "body_subgraph_index"]);
    let fields = ones.into_iter().chain(more).chain(["init_subgraph_index", "decomposition_subgraph_index"]);
    let mut fields: Vec<_> = fields.map(|name| (name, tflite::OptionValue::Int(1))).collect();
    for name in ["body_subgraph_index", "update_computation_subgraph_index", "reduce_function"] {
        fields.push((name, tflite::OptionValue::Int(1)));
    }
    fields.push(("branch_subgraph_indices", tflite::OptionValue::Ints(vec![1])));
    let options = tflite::Options { table: "Options", fields };
    let code = |op: Op| tflite::OperatorCode { code: op as i32, version: 1, ..Default::default() };
    let graph = |operator| tflite::Subgraph { operators: vec![operator], ..Default::default() };
    let main = graph(tflite::Operator { options, ..Default::default() });
    // The other subgraph is a body for operators that need one.
    let body = graph(tflite::Operator { opcode_index: 1, ..Default::default() });
    let model = tflite::Model {
        operator_codes: vec![code(op), code(Op::StablehloAdd)],
        subgraphs: vec![main, body],
        buffers: vec![tflite::Buffer::default()],
        ..Default::default()
    };
    let source = MemorySource::shared("made up", Vec::new());
    let program = Program::from_tflite(&model, &source, &Entry::Main, &Limits::default()).unwrap();
    program.graphs[0].nodes[0].params.clone()
}

/// Asks the registry about one operator.
struct Probe<'a> {
    registry: &'a Registry,
    program: Program,
    op: Op,
    inputs: usize,
    found: Forms,
}

impl<'a> Probe<'a> {
    fn new(registry: &'a Registry, op: Op) -> Self {
        let node = Node {
            graph: 0,
            index: 0,
            op: OpKind::Builtin(op),
            version: 1,
            inputs: Vec::new(),
            outputs: Vec::new(),
            intermediates: Vec::new(),
            params: params(op),
            custom: Vec::new(),
        };
        let graph = Graph { nodes: vec![node], ..Graph::default() };
        let graphs = vec![graph, Graph::default()];
        let program = Program {
            graphs,
            entry: 0,
            inputs: Vec::new(),
            outputs: Vec::new(),
            signatures: Vec::new(),
            texts: Default::default(),
        };
        Self { registry, program, op, inputs: 0, found: Forms::new() }
    }

    /// Uses nodes of these operand counts from here on; false when the operator never has as many.
    fn operands(&mut self, inputs: usize, outputs: usize) -> bool {
        self.inputs = inputs;
        let graph = &mut self.program.graphs[0];
        graph.tensors = vec![tensor(Dtype::F32); inputs + outputs];
        graph.nodes[0].inputs = (0..inputs).map(Some).collect();
        graph.nodes[0].outputs = (inputs..inputs + outputs).collect();
        self.refusal().is_none_or(|id| id != "engine-operands")
    }

    fn refusal(&self) -> Option<String> {
        self.registry.unsupported(&self.program).first().map(|u| u.reason.id.to_string())
    }

    /// Tries every type for one operand, with matching types for the others.
    fn search(&mut self) {
        let count = self.program.graphs[0].tensors.len();
        // Index types, reals, bools: types beside a subject of any type. Fewer when there are many operands.
        let beside: &[Dtype] = match self.inputs {
            0..=3 => &[Dtype::I32, Dtype::I64, Dtype::F32, Dtype::I8, Dtype::Bool, Dtype::String, Dtype::Resource],
            4 => &[Dtype::I32, Dtype::F32],
            5 => &[Dtype::I32, Dtype::I64],
            _ => &[],
        };
        let at = subject(self.op).unwrap_or(self.inputs);
        if at >= count {
            return;
        }
        for dtype in TYPES {
            let choices: Vec<Dtype> = std::iter::once(dtype).chain(beside.iter().copied()).collect();
            let others = count - 1;
            for n in 0..choices.len().pow(others as u32) {
                let mut rest = n;
                for i in 0..count {
                    let chosen = if i == at {
                        dtype
                    } else {
                        let chosen = choices[rest % choices.len()];
                        rest /= choices.len();
                        chosen
                    };
                    set(&mut self.program.graphs[0].tensors[i], chosen);
                }
                if self.refusal().is_none() {
                    let types: Vec<Dtype> = self.program.graphs[0].tensors.iter().map(|t| t.dtype).collect();
                    let inputs: Vec<Option<Dtype>> = types[..self.inputs].iter().copied().map(Some).collect();
                    self.found.insert(form(self.op, &inputs, &types[self.inputs..]));
                }
            }
        }
    }

    fn max_version(&mut self) -> i32 {
        let version = (1..=99).take_while(|&version| {
            self.program.graphs[0].nodes[0].version = version;
            self.refusal().is_none_or(|id| id != "engine-op-version")
        });
        version.last().unwrap_or(0)
    }
}

/// Newest version and forms of an operator; `None` when the registry does not have it.
pub fn accepted(registry: &Registry, op: Op) -> Option<(i32, Forms)> {
    let mut probe = Probe::new(registry, op);
    if probe.refusal().is_some_and(|id| id == "engine-no-kernel") {
        return None;
    }
    let version = probe.max_version();
    probe.program.graphs[0].nodes[0].version = 1;
    for (inputs, outputs) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (1, 2), (2, 2)] {
        if probe.operands(inputs, outputs) {
            probe.search();
        }
    }
    for (inputs, outputs) in [(2, 0), (3, 0), (3, 2), (5, 2), (6, 2), (20, 1), (24, 1)] {
        if probe.operands(inputs, outputs) {
            probe.search();
        }
    }
    Some((version, probe.found))
}
