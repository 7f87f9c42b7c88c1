//! One model on one backend.

use super::processor::Processor;
pub use super::schema::Backend;
use super::schema::{Check, Failed, FailedKind, LayerError, NodeTime, Port, Prepared, Ran, Summary, UnsupportedNode};
use super::values;
use crate::engine::program::{Dtype, Program};
use crate::engine::{self, EngineError, ErrorKind, Unsupported};
use crate::message::Message;
use crate::report::schema::SCHEMA;
use std::rc::Rc;

/// Where an input's values come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// All zero.
    Zeros,
    /// Random values from a seed; see [`engine::fill`].
    Random(u64),
    /// These values; a shape that differs from the model's resizes the input.
    Tensor {
        /// Element type, which must be the input's.
        dtype: Dtype,
        /// Shape.
        shape: Vec<usize>,
        /// Little-endian, row-major.
        bytes: Vec<u8>,
    },
    /// An image of the input's height and width.
    Pixels {
        /// Four bytes per pixel.
        rgba: Vec<u8>,
        /// Subtracted from each channel value: one for all, or one per channel.
        mean: Vec<f32>,
        /// Divisor of the difference.
        std: Vec<f32>,
    },
}

/// An output of the last invocation.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Element type.
    pub dtype: Dtype,
    /// Shape.
    pub shape: Vec<usize>,
    /// Little-endian, row-major.
    pub bytes: Vec<u8>,
}

/// Services of the caller for a run: a clock and a progress callback.
pub trait Watch {
    /// Seconds from any fixed point.
    fn now(&mut self) -> f64;

    /// Nodes done of all nodes of all invocations; false stops the run.
    fn step(&mut self, _done: usize, _total: usize) -> bool {
        true
    }

    /// A WHILE begins another round.
    fn round(&mut self, _rounds: u64) {}
}

enum Engine {
    #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
    Cpu(Box<super::cpu::Cpu>),
    #[cfg(feature = "gpu")]
    Gpu(Box<super::gpu::Gpu>),
}

/// Options of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Compare every op on the GPU with the reference kernel, in every invocation.
    pub check: bool,
    /// On the GPU: tensors and weights as float16, if the adapter has it; otherwise the result reports that.
    pub half: bool,
    /// Least work of a GPU partition beside CPU partitions: [`engine::parts::LEAST_WORK`] unless tests set less.
    pub least_work: u64,
    /// Bytes that a run on the CPU may take beside the weights.
    pub memory: usize,
    /// Simulated GPU failure, for tests.
    #[doc(hidden)]
    pub fault: Option<Fault>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            check: false,
            half: false,
            least_work: engine::parts::LEAST_WORK,
            memory: engine::DEFAULT_LIMIT,
            fault: None,
        }
    }
}

/// Simulated failures.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Skips the dispatches of this node.
    Skip(usize),
    /// Loses the device once everything is prepared.
    Lose,
    /// The API refuses a call of each run.
    Misuse,
    /// The device is out of memory in a run.
    Memory,
}

/// A model prepared on a backend. Its variables keep their values between runs.
pub struct Runner {
    backend: Backend,
    engine: Engine,
}

impl Runner {
    /// Prepares a program. Everything that no kernel takes is listed before anything runs.
    pub async fn prepare(program: Program, backend: Backend) -> Result<Self, Failed> {
        Self::prepare_with(program, backend, &Options::default(), None).await
    }

    /// The same with options. On the page `processor` has the kernels for nodes that the GPU does not support; natively
    /// this program's own are the default.
    pub async fn prepare_with(
        program: Program,
        backend: Backend,
        options: &Options,
        processor: Option<Box<dyn Processor>>,
    ) -> Result<Self, Failed> {
        let program = Rc::new(program);
        let _ = (options, &processor);
        #[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
        let processor = processor.or_else(|| Some(Box::new(super::pieces::OwnProcessor(program.clone()))));
        let engine = match backend {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Backend::Reference => on_cpu(program, engine::Backend::Reference, options)?,
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Backend::Simd => on_cpu(program, engine::Backend::Simd, options)?,
            #[cfg(all(feature = "gpu", target_arch = "wasm32"))]
            Backend::Reference | Backend::Simd => return Err(not_built(FailedKind::Cpu, "cpu-not-built")),
            #[cfg(feature = "gpu")]
            Backend::Gpu => Engine::Gpu(Box::new(super::gpu::Gpu::prepare(program, options, processor).await?)),
            #[cfg(not(feature = "gpu"))]
            Backend::Gpu => return Err(not_built(FailedKind::Gpu, "gpu-not-built")),
        };
        Ok(Self { backend, engine })
    }

    /// Inputs, outputs, signatures, as they are now.
    pub fn prepared(&self) -> Prepared {
        let backend = self.backend;
        match &self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => cpu.prepared(backend),
            #[cfg(feature = "gpu")]
            Engine::Gpu(gpu) => gpu.prepared(backend),
        }
    }

    /// Fills the inputs (zeros by default), runs `repeat` times, and reports the outputs of the last run.
    pub async fn run(
        &mut self,
        inputs: &[Input],
        repeat: u32,
        watch: &mut dyn Watch,
    ) -> Result<(Ran, Vec<Output>), Failed> {
        let (invocations_ms, timings, results, outputs) = match &mut self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => cpu.run(inputs, repeat.max(1), watch)?,
            #[cfg(feature = "gpu")]
            Engine::Gpu(gpu) => gpu.run(inputs, repeat.max(1), watch).await?,
        };
        Ok((self.ran(invocations_ms, timings, results), outputs))
    }

    /// Sets one input, for [`Runner::invoke`]; a shape that differs from the input's resizes it.
    pub fn set(&mut self, index: usize, shape: Option<&[usize]>, bytes: &[u8]) -> Result<(), Failed> {
        match &mut self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => cpu.set(index, shape, bytes),
            #[cfg(feature = "gpu")]
            Engine::Gpu(gpu) => gpu.set(index, shape, bytes),
        }
    }

    /// Runs once with the current inputs (initially zeros), and returns the outputs. Nothing is timed.
    pub async fn invoke(&mut self) -> Result<Vec<Output>, Failed> {
        match &mut self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => cpu.invoke(),
            #[cfg(feature = "gpu")]
            Engine::Gpu(gpu) => gpu.invoke().await,
        }
    }

    /// Runs once more with the same inputs, and returns the time of each node.
    pub async fn profile(&mut self, watch: &mut dyn Watch) -> Result<Vec<NodeTime>, Failed> {
        match &mut self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => cpu.profile(watch),
            #[cfg(feature = "gpu")]
            Engine::Gpu(gpu) => {
                let _ = watch;
                gpu.profile().await
            }
        }
    }

    /// Difference of each layer of a quantized model from float, with these inputs: [`super::quantization_error`]. On
    /// CPU backends only.
    pub fn quantization(&self, inputs: &[Input], watch: &mut dyn Watch) -> Result<Vec<LayerError>, Failed> {
        match &self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => cpu.quantization(inputs, watch),
            #[cfg(feature = "gpu")]
            Engine::Gpu(_) => {
                let _ = (inputs, watch);
                Err(not_built(FailedKind::Cpu, "cpu-not-built"))
            }
        }
    }

    /// Result of check mode since the last run began; `None` if it is off.
    pub fn check(&self) -> Option<Check> {
        match &self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(_) => None,
            #[cfg(feature = "gpu")]
            Engine::Gpu(gpu) => gpu.check(),
        }
    }

    fn ran(&self, invocations_ms: Vec<f64>, timings: Vec<NodeTime>, outputs: Vec<Summary>) -> Ran {
        let Prepared { backend, adapter, precision, not_half, inputs, parts, .. } = self.prepared();
        let check = self.check();
        Ran {
            schema: SCHEMA,
            backend,
            adapter,
            precision,
            not_half,
            inputs,
            warmup: 0,
            invocations_ms,
            timings,
            outputs,
            parts,
            check,
            compared: None,
            quantization: Vec::new(),
        }
    }
}

/// The bytes of one input.
pub(super) fn input_bytes(input: &Input, index: usize, port: &Port, dtype: Dtype) -> Result<Vec<u8>, Failed> {
    let elements: usize = port.shape.iter().product();
    let place = [("input", index.to_string()), ("name", port.name.clone()), ("dtype", port.dtype.clone())];
    let size = || dtype.bytes(elements).ok_or_else(|| usage("run-input-has-no-size", &place));
    match input {
        Input::Zeros => Ok(vec![0; size()?]),
        Input::Random(seed) => {
            let seed = seed.wrapping_add(index as u64);
            engine::fill::random(dtype, elements, seed).ok_or_else(|| usage("run-input-not-random", &place))
        }
        Input::Tensor { dtype: given, bytes, .. } if *given == dtype => Ok(bytes.clone()),
        Input::Tensor { dtype: given, .. } => {
            let [input, name, wanted] = place;
            Err(usage("run-input-dtype", &[input, name, wanted, ("given", given.name().to_owned())]))
        }
        Input::Pixels { rgba, mean, std } => {
            let channels = port.shape.last().copied().unwrap_or(0);
            let quant = port.scale.zip(port.zero_point);
            values::pixels(rgba, channels, dtype, quant, mean, std)
                .filter(|bytes| Some(bytes.len()) == dtype.bytes(elements))
                .ok_or_else(|| usage("run-input-not-an-image", &place))
        }
    }
}

/// An engine error in the form of the contract.
pub fn failed(error: &EngineError) -> Failed {
    let kind = match error.kind {
        ErrorKind::Unreadable => FailedKind::Unreadable,
        ErrorKind::Unsupported => FailedKind::Unsupported,
        ErrorKind::OverLimit => FailedKind::OverLimit,
        ErrorKind::Usage => FailedKind::Usage,
        ErrorKind::Run => FailedKind::Run,
        ErrorKind::Cancelled => FailedKind::Cancelled,
    };
    Failed {
        kind,
        message: error.message.clone(),
        node: error.node.as_ref().map(|node| (node.graph, node.index, node.op.clone())),
        unsupported: error.unsupported.iter().map(unsupported).collect(),
        file: None,
        can_fall_back: false,
    }
}

/// A node without a kernel.
pub(super) fn unsupported(node: &Unsupported) -> UnsupportedNode {
    UnsupportedNode {
        graph: node.node.graph,
        node: node.node.index,
        op: node.node.op.clone(),
        version: node.version,
        reason: node.reason.clone(),
    }
}

pub(super) fn usage(id: &'static str, values: &[(&'static str, String)]) -> Failed {
    let message = Message { id: id.into(), params: values.to_vec().into() };
    Failed { kind: FailedKind::Usage, message, ..Failed::default() }
}

/// The backend belongs to another build. The page requests only backends that a module has.
fn not_built(kind: FailedKind, id: &'static str) -> Failed {
    Failed { kind, message: Message::new(id), can_fall_back: true, ..Failed::default() }
}

#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
fn on_cpu(program: Rc<Program>, backend: engine::Backend, options: &Options) -> Result<Engine, Failed> {
    Ok(Engine::Cpu(Box::new(super::cpu::Cpu::prepare(program, backend, options.memory)?)))
}
