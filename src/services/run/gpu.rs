//! The GPU backend of [`super::Runner`]: partitions on the device, the others on the CPU, with transfers of tensors
//! between them.

use super::checking::Checking;
use super::failed::{unsupported, usage};
use super::host::{Host, Later, Piece, Pieces, Value};
use super::io::{Given, Input, Output, Take, Watch};
use super::on_device::{OnDevice, failed, on_device};
use super::options::{Fault, Options};
use super::schema::{self, Backend, Check, Failed, FailedKind, NodeTime, Port, Precision, Prepared, Summary};
use super::values::{self, input_bytes};
use crate::engine::gpu::{self, Device, GpuError, split};
use crate::engine::parts::{Part, Target};
use crate::engine::program::{self, Program};
use crate::message::Message;
use std::collections::HashMap;
use std::rc::Rc;

/// A program on a device, completely or in part.
pub(super) struct Gpu {
    program: Rc<Program>,
    parts: Vec<Ready>,
    /// The parts that are not on the device.
    host: Option<Box<dyn Pieces>>,
    checking: Option<Checking>,
    adapter: String,
    /// Whether float16 was requested, and whether the adapter has it.
    half: Option<bool>,
    found: Vec<schema::Part>,
    /// Inputs as they were set; empty before the first.
    set: Vec<Input>,
}

/// A part with its kernels.
struct Ready {
    part: Part,
    kernels: Kernels,
}

enum Kernels {
    Gpu(Box<OnDevice>),
    /// On the CPU, by number of the piece.
    Cpu(usize),
}

/// Times of the invocations, times of the nodes, summaries, outputs.
type Results = (Vec<f64>, Vec<NodeTime>, Vec<Summary>, Vec<Output>);

impl Gpu {
    /// Prepares the partitions; `host` prepares those that the device does not support.
    pub(super) async fn prepare(
        program: Rc<Program>,
        options: &Options,
        host: Option<Box<dyn Host>>,
    ) -> Result<Self, Failed> {
        let device = Device::request().await.map_err(|error| failed(&error))?;
        let split = split(&device, &program, options.half, options.least_work);
        let found = tell(&program, &split);
        let (mut pieces, mut parts) = (Vec::new(), Vec::new());
        let refused = || nothing_left(&split);
        if !split.refused.is_empty() && !split.parts.parts.iter().any(|part| part.target == Target::Gpu) {
            return Err(refused());
        }
        for part in split.parts.parts.clone() {
            let kernels = match part.target {
                Target::Gpu => Kernels::Gpu(Box::new(on_device(&device, &program, &part, options).await?)),
                Target::Cpu => {
                    pieces.push(Piece::from(&part));
                    Kernels::Cpu(pieces.len() - 1)
                }
            };
            parts.push(Ready { part, kernels });
        }
        let host = host.as_deref();
        let opened = match (pieces.is_empty(), host) {
            (true, _) => None,
            (false, Some(host)) => Some(host.open(&pieces, Backend::Simd).await?),
            (false, None) => return Err(refused()),
        };
        let checking = match (options.check, host) {
            (true, Some(host)) => {
                let gpu = parts.iter().enumerate().filter_map(|(at, ready)| match &ready.kernels {
                    Kernels::Gpu(part) => Some((at, &**part)),
                    Kernels::Cpu(_) => None,
                });
                Some(Checking::prepare(&split.parts.parts, gpu.collect(), host).await?)
            }
            _ => None,
        };
        let adapter = device.info().name.clone();
        let half = options.half.then_some(device.info().half);
        if options.fault == Some(Fault::Lose) {
            device.destroy();
        }
        Ok(Self { program, parts, host: opened, checking, adapter, half, found, set: Vec::new() })
    }

    pub(super) fn prepared(&self, backend: Backend) -> Prepared {
        Prepared {
            backend,
            adapter: Some(self.adapter.clone()),
            precision: Some(if self.half == Some(true) { Precision::Float16 } else { Precision::Float32 }),
            not_half: (self.half == Some(false)).then(|| Message::new("gpu-not-half")),
            signatures: self.program.signatures.clone(),
            nodes: self.program.graph().nodes.len() as u32,
            keeps_state: self.program.keeps_state(),
            inputs: self.program.inputs.iter().map(|port| self.port(port)).collect(),
            outputs: self.program.outputs.iter().map(|port| self.port(port)).collect(),
            parts: self.found.clone(),
        }
    }

    /// Result of check mode in the last run.
    pub(super) fn check(&self) -> Option<Check> {
        self.checking.as_ref().map(|checking| checking.found.clone())
    }

    fn port(&self, port: &program::Port) -> Port {
        let tensor = &self.program.graph().tensors[port.tensor];
        let scale = values::scale(tensor.quant.as_ref());
        Port {
            name: port.name.clone(),
            dtype: tensor.dtype.name().to_owned(),
            shape: tensor.shape.clone(),
            scale: scale.map(|(scale, _)| scale),
            zero_point: scale.map(|(_, zero_point)| zero_point),
        }
    }

    pub(super) fn set(&mut self, index: usize, shape: Option<&[usize]>, given: &dyn Given) -> Result<(), Failed> {
        let count = self.program.inputs.len();
        let Some(port) = self.program.inputs.get(index) else {
            return Err(usage("engine-no-such-input", &[("input", index.to_string())]));
        };
        let dtype = self.program.graph().tensors[port.tensor].dtype;
        let shape = shape.map_or_else(|| self.port(port).shape, <[usize]>::to_vec);
        let wanted = dtype.bytes(shape.iter().product()).unwrap_or(0);
        if given.size() != wanted && dtype != program::Dtype::String {
            let sizes = [("wanted", wanted.to_string()), ("given", given.size().to_string())];
            let [wanted, given] = sizes;
            return Err(usage("engine-input-size", &[("input", index.to_string()), wanted, given]));
        }
        self.set.resize(count, Input::Zeros);
        let mut bytes = vec![0; given.size()];
        given.copy(&mut bytes);
        self.set[index] = Input::Tensor { dtype, shape, bytes };
        Ok(())
    }

    pub(super) async fn invoke(&mut self, take: &mut Take<'_>) -> Result<(), Failed> {
        let inputs = self.values(&self.set)?;
        self.start_check();
        let (outputs, _) = self.once(&inputs, &mut |_| true, &mut || 0.0).await?;
        outputs.iter().for_each(|output| take(output.dtype, &output.shape, &output.bytes));
        Ok(())
    }

    /// [`Self::invoke`], unless `watch` stops it between two partitions.
    #[inline(never)]
    pub(super) fn invoke_watched<'a>(&'a mut self, watch: &'a mut dyn Watch, take: &'a mut Take<'a>) -> Later<'a, ()> {
        Box::pin(async move {
            let inputs = self.values(&self.set)?;
            self.start_check();
            let total = self.program.graph().nodes.len();
            let (outputs, _) = self.once(&inputs, &mut |done| watch.step(done, total), &mut || 0.0).await?;
            outputs.iter().for_each(|output| take(output.dtype, &output.shape, &output.bytes));
            Ok(())
        })
    }

    pub(super) async fn profile(&mut self) -> Result<Vec<NodeTime>, Failed> {
        let inputs = self.values(&self.set)?;
        self.start_check();
        self.timed(&inputs, &mut |_| true).await
    }

    /// One more invocation: the time of each node.
    // A function of its own: a build moves what a first run does not call into a file that follows.
    #[inline(never)]
    fn timed<'a>(
        &'a mut self,
        inputs: &'a [Value],
        step: &'a mut dyn FnMut(usize) -> bool,
    ) -> Later<'a, Vec<NodeTime>> {
        Box::pin(async move {
            self.forget_times();
            self.time(true);
            let done = self.once(inputs, step, &mut || 0.0).await;
            self.time(false);
            done?;
            let mut times = Vec::new();
            self.add_times(&mut times);
            Ok(times)
        })
    }

    /// Lets the device measure each node from now on, or no longer; whether it can.
    fn time(&mut self, on: bool) -> bool {
        let parts = self.parts.iter_mut().filter_map(|ready| match &mut ready.kernels {
            Kernels::Gpu(part) => Some(part.session.time(on)),
            Kernels::Cpu(_) => None,
        });
        parts.fold(false, |can, part| can | part)
    }

    pub(super) async fn run(
        &mut self,
        inputs: &[Input],
        repeat: u32,
        watch: &mut dyn Watch,
    ) -> Result<Results, Failed> {
        let inputs = self.values(inputs)?;
        let (nodes, repeat) = (self.program.graph().nodes.len(), repeat as usize);
        let (mut times, mut sums, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        self.forget_times();
        self.start_check();
        // To measure nodes takes long, so one more invocation does, unless it would change a state or be checked.
        let apart = !self.program.keeps_state() && self.checking.is_none();
        let measures = self.time(!apart);
        for invocation in 0..repeat {
            // One clock for two callers: counting steps does not read the time.
            let watch = std::cell::RefCell::new(&mut *watch);
            let mut step = |done| watch.borrow_mut().step(invocation * nodes + done, repeat * nodes);
            let mut now = || watch.borrow_mut().now();
            let (given, seconds) = self.once(&inputs, &mut step, &mut now).await?;
            outputs = given;
            times.push(seconds * 1e3);
            self.add_times(&mut sums);
        }
        if apart && measures {
            sums = self.timed(&inputs, &mut |_| watch.step(repeat * nodes, repeat * nodes)).await?;
            sums.iter_mut().for_each(|time| time.ms *= repeat as f64);
        }
        self.time(false);
        let graph = self.program.graph();
        let summary = |(port, output): (&program::Port, &Output)| {
            let quant = values::scale(graph.tensors[port.tensor].quant.as_ref());
            values::summary(&port.name, output.dtype, &output.shape, quant, &output.bytes)
        };
        let summaries = self.program.outputs.iter().zip(&outputs).map(summary).collect();
        Ok((times, sums, summaries, outputs))
    }

    /// One invocation: outputs, and seconds without what check mode takes.
    async fn once(
        &mut self,
        inputs: &[Value],
        step: &mut dyn FnMut(usize) -> bool,
        now: &mut dyn FnMut() -> f64,
    ) -> Result<(Vec<Output>, f64), Failed> {
        let program = self.program.clone();
        let graph = program.graph();
        let ports = program.inputs.iter().map(|port| port.tensor);
        let mut at_hand: HashMap<usize, Value> = ports.zip(inputs.iter().cloned()).collect();
        let (mut done, mut seconds) = (0, 0.0);
        for (at, ready) in self.parts.iter_mut().enumerate() {
            if !step(done) {
                return Err(Failed { kind: FailedKind::Cancelled, ..usage("engine-cancelled", &[]) });
            }
            // An input of the graph that the signature leaves out is zeros.
            for &t in &ready.part.inputs {
                let tensor = &graph.tensors[t];
                let bytes = || vec![0; tensor.dtype.bytes(tensor.elements()).unwrap_or(0)];
                at_hand.entry(t).or_insert_with(|| Value { shape: tensor.shape.clone(), bytes: bytes() });
            }
            let given: Vec<&Value> = ready.part.inputs.iter().map(|t| &at_hand[t]).collect();
            let start = now();
            let results = match (&mut ready.kernels, &mut self.host) {
                (Kernels::Gpu(part), _) => part.run(&given).await?,
                (Kernels::Cpu(piece), Some(host)) => host.run(*piece, &given)?,
                (Kernels::Cpu(_), None) => return Err(usage("engine-no-such-node", &[])),
            };
            seconds += now() - start;
            if let (Kernels::Gpu(part), Some(checking)) = (&ready.kernels, &mut self.checking) {
                checking.check(at, part).await?;
            }
            at_hand.extend(ready.part.outputs.iter().copied().zip(results));
            done += ready.part.nodes.len();
        }
        let output = |port: &program::Port| {
            let tensor = &graph.tensors[port.tensor];
            // Not every tensor is the result of a node: it may be an input, or a constant.
            let value = match (at_hand.get(&port.tensor), &tensor.data) {
                (Some(value), _) => value.clone(),
                (None, Some(data)) => {
                    let data = data.read().map_err(|error| super::failed::failed(&error))?;
                    Value { shape: tensor.shape.clone(), bytes: data.bytes().to_vec() }
                }
                (None, None) => Value::default(),
            };
            Ok(Output { dtype: tensor.dtype, shape: value.shape, bytes: value.bytes })
        };
        Ok((program.outputs.iter().map(output).collect::<Result<_, Failed>>()?, seconds))
    }

    fn start_check(&mut self) {
        if let Some(checking) = &mut self.checking {
            checking.found = Check::default();
        }
    }

    /// Resets the CPU times; the device's are those of the last run.
    fn forget_times(&mut self) {
        for ready in &self.parts {
            if let (Kernels::Cpu(piece), Some(host)) = (&ready.kernels, &mut self.host) {
                host.times(*piece);
            }
        }
    }

    /// Adds the times of the last run, step by step.
    fn add_times(&mut self, sums: &mut Vec<NodeTime>) {
        let mut index = 0;
        let mut add = |time: NodeTime| {
            match sums.get_mut(index) {
                Some(sum) => sum.ms += time.ms,
                None => sums.push(time),
            }
            index += 1;
        };
        for ready in &self.parts {
            match (&ready.kernels, &mut self.host) {
                (Kernels::Gpu(part), _) => part.times(self.program.entry).into_iter().for_each(&mut add),
                (Kernels::Cpu(piece), Some(host)) => {
                    host.times(*piece).into_iter().for_each(&mut add);
                }
                (Kernels::Cpu(_), None) => {}
            }
        }
    }

    /// The inputs' values; the shapes are those of the file.
    fn values(&self, inputs: &[Input]) -> Result<Vec<Value>, Failed> {
        let ports = self.program.inputs.iter().enumerate();
        ports
            .map(|(index, port)| {
                let dtype = self.program.graph().tensors[port.tensor].dtype;
                let port = self.port(port);
                let input = inputs.get(index).unwrap_or(&Input::Zeros);
                if let Input::Tensor { shape, .. } = input
                    && *shape != port.shape
                {
                    let values = [("input", index.to_string()), ("wanted", format!("{:?}", port.shape))];
                    return Err(usage("run-gpu-fixed-shape", &values));
                }
                Ok(Value { bytes: input_bytes(input, index, &port, dtype)?, shape: port.shape })
            })
            .collect()
    }
}

/// Nothing runs on the device: lists unsupported nodes, not those that are too small for a transfer.
fn nothing_left(split: &gpu::Split) -> Failed {
    let parts = &split.parts;
    let moved = |n: &usize| parts.little.contains(n) || parts.between.contains(n);
    let nodes = split.refused.iter().filter(|(n, _)| !moved(n)).map(|(_, why)| why.clone()).collect();
    let mut failed = failed(&GpuError::Unsupported(nodes));
    if split.refused.iter().any(|(n, _)| moved(n)) {
        failed.message.id = "gpu-parts-little".into();
    }
    failed
}

/// The partitions in the form of the contract.
fn tell(program: &Program, split: &gpu::Split) -> Vec<schema::Part> {
    let graph = program.graph();
    let part = |part: &Part| schema::Part {
        backend: match part.target {
            Target::Gpu => Backend::Gpu,
            Target::Cpu => Backend::Simd,
        },
        nodes: part.nodes.iter().map(|&n| graph.nodes[n].index).collect(),
        why: match part.target {
            Target::Gpu => Vec::new(),
            Target::Cpu => reasons(part, split),
        },
    };
    split.parts.parts.iter().map(part).collect()
}

/// The reasons of the nodes of a part that is on the CPU.
#[inline(never)]
fn reasons(part: &Part, split: &gpu::Split) -> Vec<schema::UnsupportedNode> {
    let here = split.refused.iter().filter(|(n, _)| part.nodes.contains(n));
    here.map(|(_, why)| unsupported(why)).collect()
}
