//! The CPU backends of [`super::Runner`].

use super::failed::{failed, usage};
use super::io::{Given, Input, Output, Take, Watch};
use super::schema::{Failed, NodeTime, Port, Prepared, Summary};
use super::values::{self, input_bytes};
use crate::engine::program::{Dtype, Program};
use crate::engine::{self, Crew, EngineError, ErrorKind, Hooks, PortInfo, Registry, Session};
use std::rc::Rc;

/// A program with its kernels.
pub(super) struct Cpu(Session);

/// Times of the invocations, times of the nodes, summaries, outputs.
type Results = (Vec<f64>, Vec<NodeTime>, Vec<Summary>, Vec<Output>);

impl Cpu {
    /// Prepares a program for these threads; its runs may take `memory` bytes beside the weights.
    pub(super) fn prepare(
        program: Rc<Program>,
        backend: engine::Backend,
        memory: usize,
        crew: Crew,
    ) -> Result<Self, Failed> {
        let prepared = Session::prepare_with(program, Registry::standard(), backend, memory, crew);
        prepared.map(Self).map_err(|error| failed(&error))
    }

    pub(super) fn prepared(&self, backend: super::Backend) -> Prepared {
        let Self(session) = self;
        Prepared {
            backend,
            adapter: None,
            precision: None,
            not_half: None,
            signatures: session.program().signatures.clone(),
            nodes: session.program().graph().nodes.len() as u32,
            keeps_state: session.program().keeps_state(),
            inputs: session.inputs().map(|port| self::port(&port)).collect(),
            outputs: session.outputs().map(|port| self::port(&port)).collect(),
            parts: Vec::new(),
        }
    }

    pub(super) fn set(&mut self, index: usize, shape: Option<&[usize]>, bytes: &dyn Given) -> Result<(), Failed> {
        if let Some(shape) = shape {
            self.0.resize_input(index, shape).map_err(|error| failed(&error))?;
        }
        self.0.write_input(index, bytes.size(), &mut |place| bytes.copy(place)).map_err(|error| failed(&error))
    }

    pub(super) fn place(&self, index: usize) -> &[u8] {
        self.0.input_place(index)
    }

    pub(super) fn invoke(&mut self, take: &mut Take) -> Result<(), Failed> {
        self.0.run(&mut ()).map_err(|error| failed(&error))?;
        take_outputs(&self.0, take)
    }

    pub(super) fn invoke_watched(&mut self, watch: &mut dyn Watch, take: &mut Take) -> Result<(), Failed> {
        invoke(&mut self.0, 1, watch)?;
        take_outputs(&self.0, take)
    }

    pub(super) fn profile(&mut self, watch: &mut dyn Watch) -> Result<Vec<NodeTime>, Failed> {
        self.0.clear_profile();
        invoke(&mut self.0, 1, watch)?;
        Ok(self.0.profile().into_iter().map(node_time).collect())
    }

    pub(super) fn program(&self) -> &Program {
        self.0.program()
    }

    pub(super) fn run(&mut self, inputs: &[Input], repeat: u32, watch: &mut dyn Watch) -> Result<Results, Failed> {
        let Self(session) = self;
        fill(session, inputs)?;
        let invocations_ms = invoke(session, repeat, watch)?;
        let outputs = outputs(session)?;
        let timings = session.profile().into_iter().map(node_time).collect();
        let results = session
            .outputs()
            .zip(&outputs)
            .map(|(port, out)| values::summary(port.name, out.dtype, &out.shape, values::scale(port.quant), &out.bytes))
            .collect();
        Ok((invocations_ms, timings, results, outputs))
    }
}

/// An input or output of CPU sessions.
pub(super) fn port(port: &PortInfo) -> Port {
    let scale = values::scale(port.quant);
    Port {
        name: port.name.to_owned(),
        dtype: port.dtype.name().to_owned(),
        shape: port.shape.to_vec(),
        scale: scale.map(|(scale, _)| scale),
        zero_point: scale.map(|(_, zero_point)| zero_point),
    }
}

/// Resizes the inputs to the shapes of their values, at once.
pub(super) fn resize(session: &mut Session, inputs: &[Input]) -> Result<(), Failed> {
    let count = session.inputs().count();
    if inputs.len() > count {
        return Err(usage("run-too-many-inputs", &[("given", inputs.len().to_string()), ("count", count.to_string())]));
    }
    let shapes: Vec<(usize, &[usize])> = inputs
        .iter()
        .enumerate()
        .filter_map(|(index, input)| match input {
            Input::Tensor { shape, .. } => Some((index, shape.as_slice())),
            _ => None,
        })
        .collect();
    session.resize_inputs(&shapes).map_err(|error| failed(&error))
}

/// Resizes what must be resized, then sets every input.
pub(super) fn fill(session: &mut Session, inputs: &[Input]) -> Result<(), Failed> {
    resize(session, inputs)?;
    for index in 0..session.inputs().count() {
        let input = inputs.get(index).unwrap_or(&Input::Zeros);
        let port = session.inputs().nth(index).map(|port| self::port(&port)).unwrap_or_default();
        let dtype = session.inputs().nth(index).map(|port| port.dtype).unwrap_or(Dtype::F32);
        let bytes = input_bytes(input, index, &port, dtype)?;
        session.set_input(index, &bytes).map_err(|error| failed(&error))?;
    }
    Ok(())
}

/// Converts the steps of one run into steps of all runs.
pub(super) struct Steps<'a> {
    pub watch: &'a mut dyn Watch,
    pub before: usize,
    pub invocations: usize,
}

impl Hooks for Steps<'_> {
    fn now(&mut self) -> Option<f64> {
        Some(self.watch.now())
    }

    fn step(&mut self, done: usize, total: usize) -> bool {
        self.watch.step(self.before * total + done, self.invocations * total)
    }

    fn round(&mut self, rounds: u64) {
        self.watch.round(rounds);
    }
}

fn invoke(session: &mut Session, repeat: u32, watch: &mut dyn Watch) -> Result<Vec<f64>, Failed> {
    let mut times = Vec::new();
    for before in 0..repeat as usize {
        let start = watch.now();
        let mut steps = Steps { watch, before, invocations: repeat as usize };
        session.run(&mut steps).map_err(|error| failed(&error))?;
        times.push((watch.now() - start) * 1e3);
    }
    Ok(times)
}

/// Copies the outputs.
pub(super) fn outputs(session: &Session) -> Result<Vec<Output>, Failed> {
    let mut list = Vec::new();
    let mut take = |dtype, shape: &[usize], bytes: &[u8]| {
        list.push(Output { dtype, shape: shape.to_vec(), bytes: bytes.to_vec() });
    };
    take_outputs(session, &mut take)?;
    Ok(list)
}

/// Gives the outputs to `take`, which may copy them: together they may be larger than the session's memory, because one tensor may be
/// an output many times, and equal strings are stored once.
fn take_outputs(session: &Session, take: &mut Take) -> Result<(), Failed> {
    let mut left = session.memory_limit();
    for (index, port) in session.outputs().enumerate() {
        let packed;
        let mut bytes = session.output(index).map_err(|error| failed(&error))?;
        if port.dtype == Dtype::String {
            packed = texts(session, bytes, left)?;
            bytes = &packed;
        }
        left = left.checked_sub(bytes.len()).ok_or_else(|| too_large(session, bytes.len()))?;
        take(port.dtype, port.shape, bytes);
    }
    Ok(())
}

/// Strings as files store them, in at most so many bytes.
#[inline(never)]
fn texts(session: &Session, handles: &[u8], most: usize) -> Result<Vec<u8>, Failed> {
    let (texts, handles) = (session.texts(), engine::data::view(handles));
    let size = texts.packed_len(handles);
    // Offsets in a packed list are 32 bits wide.
    if size > most.min(u32::MAX as usize) { Err(too_large(session, size)) } else { Ok(texts.pack(handles)) }
}

/// The failure of outputs of which one has too many bytes.
#[inline(never)]
fn too_large(session: &Session, size: usize) -> Failed {
    let error = EngineError::new(ErrorKind::OverLimit, "run-outputs-too-large");
    failed(&error.with("size", size).with("limit", session.memory_limit()))
}

pub(super) fn node_time(time: engine::NodeTime) -> NodeTime {
    NodeTime { graph: time.graph, node: time.node, op: time.op, kernel: time.kernel.to_owned(), ms: time.seconds * 1e3 }
}
