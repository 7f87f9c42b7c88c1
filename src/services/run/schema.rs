//! Contract of a run: the JSON of `vintage run --json` and of the engine worker.

use super::number::Number;
use crate::json::{readable, vocabulary};
use crate::report::schema::Message;
use serde::Serialize;

vocabulary! {
    /// Where the kernels run.
    pub enum Backend {
        /// Plain kernels on the CPU.
        Reference = "reference",
        /// Fast kernels on the CPU.
        #[default]
        Simd = "simd",
        /// WebGPU; natively Vulkan.
        Gpu = "gpu",
    }
}

vocabulary! {
    /// How tensors and weights are stored on the GPU.
    pub enum Precision {
        /// As float32.
        #[default]
        Float32 = "float32",
        /// As float16.
        Float16 = "float16",
    }
}

vocabulary! {
    /// Kinds of failure of a run.
    pub enum FailedKind {
        /// A file could not be read.
        Unreadable = "unreadable",
        /// Some nodes have no kernel.
        Unsupported = "unsupported",
        /// The run would exceed a limit.
        OverLimit = "over_limit",
        /// The caller passed something invalid.
        Usage = "usage",
        /// A node failed, or an output could not be written.
        #[default]
        Run = "run",
        /// The caller stopped it, or a limit on time or rounds did.
        Cancelled = "cancelled",
        /// The user interrupted it in the terminal.
        Interrupted = "interrupted",
        /// The GPU failed or is not available.
        Gpu = "gpu",
        /// The module has no kernels for the CPU.
        Cpu = "cpu",
    }
}

/// A prepared model.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Prepared {
    /// Where its kernels run.
    pub backend: Backend,
    /// Name of the GPU adapter; null elsewhere.
    pub adapter: Option<String>,
    /// On the GPU: float16 if that was requested and the adapter has it; otherwise null.
    pub precision: Option<Precision>,
    /// Why it is float32 although float16 was asked for: an error's id and its values; null where it is not.
    pub not_half: Option<Message>,
    /// Keys of the model's signatures.
    pub signatures: Vec<String>,
    /// Nodes of the entry graph.
    pub nodes: u32,
    /// Whether results depend on earlier invocations: variables, random numbers.
    pub keeps_state: bool,
    /// Inputs, in order.
    pub inputs: Vec<Port>,
    /// Outputs, in order.
    pub outputs: Vec<Port>,
    /// On the GPU: the partitions on GPU and CPU, in the order of the run; otherwise empty. Nodes whose results are
    /// unused are in no partition.
    pub parts: Vec<Part>,
}
readable!(Prepared { backend, adapter, precision, not_half, signatures, nodes, keeps_state, inputs, outputs, parts });

/// Nodes that run together on one backend.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The GPU or [`Backend::Simd`].
    pub backend: Backend,
    /// Indices of the operators in the entry subgraph, in the order of the run.
    pub nodes: Vec<usize>,
    /// For a part that is not on the GPU: why its nodes are not.
    pub why: Vec<UnsupportedNode>,
}
readable!(Part { backend, nodes, why });

/// Result of check mode: each op's result on the GPU compared with the reference kernel's on the same inputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Check {
    /// Number of comparisons: one per op (or pair of ops in one dispatch) and run.
    pub ops: usize,
    /// Comparisons that differed by more than is allowed.
    pub differing: usize,
    /// The first of those.
    pub first: Option<Difference>,
    /// The one of the others that is closest to its allowed difference.
    pub closest: Option<Difference>,
}
readable!(Check { ops, differing, first, closest });

/// Difference between a result and the reference's.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Difference {
    /// Index of the operator in the entry subgraph.
    pub node: usize,
    /// Operator; two joined by a plus if one dispatch does both.
    pub op: String,
    /// Kernel; empty if none ran (a node that only renames).
    pub kernel: String,
    /// Flat index of the element that differs most.
    pub element: usize,
    /// Value of the GPU there; null if not finite.
    pub got: Option<f64>,
    /// Value of the reference there; null if not finite.
    pub want: Option<f64>,
    /// Largest absolute difference; null if only one of the two is finite, or the shapes differ.
    pub absolute: Option<f64>,
    /// The same, divided by the reference's magnitude; null if that is zero or there is no absolute one.
    pub relative: Option<f64>,
    /// Largest absolute difference that is allowed for this op.
    pub tolerance: f64,
}
readable!(Difference { node, op, kernel, element, got, want, absolute, relative, tolerance });

/// An input or output.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Port {
    /// Name within the signature, otherwise the tensor's.
    pub name: String,
    /// dtype in lower case, such as `float32`.
    pub dtype: String,
    /// Shape.
    pub shape: Vec<usize>,
    /// Scale, if the tensor is quantized with one scale.
    pub scale: Option<f32>,
    /// Its zero point.
    pub zero_point: Option<i64>,
}
readable!(Port { name, dtype, shape, scale, zero_point });

/// Results of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ran {
    /// [`crate::report::schema::SCHEMA`].
    pub schema: u32,
    /// Where its kernels run.
    pub backend: Backend,
    /// Name of the GPU adapter; null elsewhere.
    pub adapter: Option<String>,
    /// On the GPU: float16 if that was requested and the adapter has it; otherwise null.
    pub precision: Option<Precision>,
    /// Why it is float32 although float16 was asked for: an error's id and its values; null where it is not.
    pub not_half: Option<Message>,
    /// Inputs as they were run.
    pub inputs: Vec<Port>,
    /// Invocations before them, which are not timed.
    pub warmup: u32,
    /// Milliseconds of each invocation.
    pub invocations_ms: Vec<f64>,
    /// Time by node, summed over the runs; empty if the backend cannot measure it. On the GPU the times of one more run, as if all
    /// runs had taken them, unless the program keeps a state.
    pub timings: Vec<NodeTime>,
    /// The outputs of the last invocation in numbers.
    pub outputs: Vec<Summary>,
    /// As in [`Prepared`].
    pub parts: Vec<Part>,
    /// Result of check mode; null unless it was on.
    pub check: Option<Check>,
    /// A second backend, if requested.
    pub compared: Option<Compared>,
    /// Quantization error by layer; empty unless requested.
    pub quantization: Vec<LayerError>,
    /// Comparison with results of another runtime, if there are any.
    pub results: Option<ResultsReport>,
}
readable!(Ran {
    schema,
    backend,
    adapter,
    precision,
    not_half,
    inputs,
    warmup,
    invocations_ms,
    timings,
    outputs,
    parts,
    check,
    compared,
    quantization,
    results
});

/// Time of a node, all invocations together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NodeTime {
    /// Index of the subgraph.
    pub graph: usize,
    /// Index of the operator in the subgraph.
    pub node: usize,
    /// Operator.
    pub op: String,
    /// Its kernel; empty if none ran (a node that only renames).
    pub kernel: String,
    /// Milliseconds.
    pub ms: f64,
}
readable!(NodeTime { graph, node, op, kernel, ms });

/// An output in numbers. Quantized outputs are in real values if they have one scale.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Name.
    pub name: String,
    /// dtype in lower case.
    pub dtype: String,
    /// Shape after the run.
    pub shape: Vec<usize>,
    /// First values, 8 at most.
    pub first: Vec<Number>,
    /// Greatest values with their flat index, greatest first, 5 at most.
    pub top: Vec<(usize, Number)>,
    /// Smallest finite value; null when there is none.
    pub min: Option<Number>,
    /// Greatest finite value; null when there is none.
    pub max: Option<Number>,
    /// Mean of the finite values; null when there is none.
    pub mean: Option<f64>,
    /// How many values are NaN or infinite.
    pub not_finite: usize,
    /// How many of those are NaN.
    pub nan: usize,
    /// Of strings: the first ones, 8 at most, each cut after 200 characters.
    pub strings: Vec<String>,
    /// Labels of `top`, in the same order; empty without labels.
    pub labels: Vec<String>,
}
readable!(Summary { name, dtype, shape, first, top, min, max, mean, not_finite, nan, strings, labels });

/// A second backend, with the same inputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Compared {
    /// Where its kernels run.
    pub backend: Backend,
    /// Name of the GPU adapter; null elsewhere.
    pub adapter: Option<String>,
    /// Milliseconds of each invocation.
    pub invocations_ms: Vec<f64>,
    /// Outputs that can be compared.
    pub differences: Vec<OutputDifference>,
}
readable!(Compared { backend, adapter, invocations_ms, differences });

/// Difference between the outputs of two backends. Quantized values are compared as stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OutputDifference {
    /// Name of the output.
    pub name: String,
    /// dtype in lower case.
    pub dtype: String,
    /// Elements.
    pub elements: usize,
    /// How many of them differ.
    pub different: usize,
    /// The largest difference; infinite (null in JSON) if one of the two is not finite.
    pub absolute: f64,
    /// That, divided by the largest magnitude of the first backend's values.
    pub relative: f64,
    /// Its flat index; null when all are equal.
    pub at: Option<usize>,
    /// The first backend's value there.
    pub first: f64,
    /// The second backend's.
    pub second: f64,
}
readable!(OutputDifference { name, dtype, elements, different, absolute, relative, at, first, second });

/// Difference of a node's result from that of the same graph computed entirely in float.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LayerError {
    /// Index of the subgraph.
    pub graph: usize,
    /// Index of the operator in it.
    pub node: usize,
    /// Operator.
    pub op: String,
    /// Name of the tensor.
    pub name: String,
    /// Root of the mean squared error, in real values.
    pub rms: f64,
    /// The largest error.
    pub largest: f64,
    /// The same in steps: divided by the tensor's scale; null if it has none, or several.
    pub steps: Option<f64>,
    /// `rms` divided by the root of the mean squared value in float; null if that is 0.
    pub relative: Option<f64>,
}
readable!(LayerError { graph, node, op, name, rms, largest, steps, relative });

/// Results of another runtime beside those of the reference kernels.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ResultsReport {
    /// Compared tensors, in the order of the run. Each was computed from the other runtime's values of those before it.
    pub tensors: Vec<ResultDifference>,
    /// How many of them differ by more than is allowed.
    pub differing: usize,
    /// Arrays that could not be compared.
    pub skipped: Vec<SkippedResult>,
    /// Whether an input has zeros or random values because the user gave none.
    pub has_made_up_inputs: bool,
}
readable!(ResultsReport { tensors, differing, skipped, has_made_up_inputs });

/// A tensor as the reference kernels and another runtime compute it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ResultDifference {
    /// Index of the entry subgraph.
    pub graph: usize,
    /// Index of its operator in it.
    pub node: usize,
    /// Operator.
    pub op: String,
    /// Index of the first operator that can be the cause; `node` if every operand was given.
    pub since: usize,
    /// The values of the reference kernels, then those of the other runtime.
    pub difference: OutputDifference,
    /// Largest absolute difference that is allowed.
    pub allowed: f64,
    /// Whether the difference exceeds that, or the shapes differ.
    pub differs: bool,
    /// Why the values could not be compared: another shape; otherwise null.
    pub reason: Option<Message>,
}
readable!(ResultDifference { graph, node, op, since, difference, allowed, differs, reason });

/// An array of another runtime that could not be compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SkippedResult {
    /// Its name.
    pub name: String,
    /// The reason: an error's id and values.
    pub reason: Message,
}
readable!(SkippedResult { name, reason });

/// The model's metadata about its inputs and outputs; may be empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Hints {
    /// One for each input, in order.
    pub inputs: Vec<InputHint>,
    /// One for each output, in order.
    pub outputs: Vec<OutputHint>,
}
readable!(Hints { inputs, outputs });

/// The model's metadata about an input: a channel of an image (0 to 255) becomes (channel - mean) / std.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct InputHint {
    /// One for all channels, or one per channel; empty without metadata.
    pub mean: Vec<f32>,
    /// As many, or one.
    pub std: Vec<f32>,
}
readable!(InputHint { mean, std });

/// The model's metadata about an output.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OutputHint {
    /// Labels; may be empty.
    pub labels: Vec<String>,
    /// True when a value selects its label, false when its index on the last axis does.
    pub by_value: bool,
}
readable!(OutputHint { labels, by_value });

/// A node without a kernel on the backend.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnsupportedNode {
    /// Index of the subgraph.
    pub graph: usize,
    /// Index of the operator in the subgraph.
    pub node: usize,
    /// Operator.
    pub op: String,
    /// Op version.
    pub version: i32,
    /// Why: `reason-<id>` and its values.
    pub reason: Message,
}
readable!(UnsupportedNode { graph, node, op, version, reason });

/// Why a model was not prepared or did not run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Failed {
    /// The kind of failure.
    pub kind: FailedKind,
    /// `error-<id>` and its values.
    pub message: Message,
    /// The file with the error, if it is not the model; otherwise null.
    pub file: Option<String>,
    /// The node it happened at: subgraph, index, operator.
    pub node: Option<(usize, usize, String)>,
    /// Nodes without a kernel.
    pub unsupported: Vec<UnsupportedNode>,
    /// Whether another backend can still compute the result.
    pub can_fall_back: bool,
    /// Whether the question does not apply to the model, so that nothing is wrong; missing otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub not_applicable: bool,
}
readable!(Failed { kind, message, file, node, unsupported, can_fall_back, not_applicable });
