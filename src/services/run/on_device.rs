//! A part of a program on the device.

use super::failed::{unsupported, usage};
use super::host::Value;
use super::options::{Fault, Options};
use super::schema::{Failed, FailedKind, NodeTime};
use crate::engine::gpu::{self, Device, GpuError, Session};
use crate::engine::parts::Part;
use crate::engine::program::Program;

/// A part on the device.
pub(super) struct OnDevice {
    pub(super) session: Session,
    /// Its sub-program.
    pub(super) program: Program,
    /// For each tensor of the sub-program its index in the complete program.
    pub(super) tensors: Vec<usize>,
}

impl OnDevice {
    /// Runs it once.
    pub(super) async fn run(&mut self, inputs: &[&Value]) -> Result<Vec<Value>, Failed> {
        let graph = self.program.graph();
        for (port, value) in self.program.inputs.iter().zip(inputs) {
            // Kernels and buffers are made for the file's shapes.
            let tensor = &graph.tensors[port.tensor];
            if tensor.shape != value.shape {
                let [stored, given] = [&tensor.shape, &value.shape].map(|shape| format!("{shape:?}"));
                let values = [("tensor", tensor.name.clone()), ("stored", stored), ("given", given)];
                let failed = usage("gpu-other-shape", &values);
                return Err(Failed { kind: FailedKind::Gpu, can_fall_back: true, ..failed });
            }
        }
        let bytes: Vec<&[u8]> = inputs.iter().map(|value| value.bytes.as_slice()).collect();
        let results = self.session.run_bytes(&bytes).await.map_err(|error| failed(&error))?;
        let shapes = self.program.outputs.iter().map(|port| graph.tensors[port.tensor].shape.clone());
        Ok(shapes.zip(results).map(|(shape, bytes)| Value { shape, bytes }).collect())
    }

    /// The device's times of the last run. Dispatches of one node are added up; its kernel is that of the first.
    pub(super) fn times(&self, entry: usize) -> Vec<NodeTime> {
        let graph = self.program.graph();
        let mut times: Vec<NodeTime> = Vec::new();
        for step in &self.session.profile().steps {
            let node = &graph.nodes[step.node];
            let (index, ms) = (node.index, step.nanoseconds as f64 / 1e6);
            if let Some(time) = times.last_mut()
                && time.node == index
            {
                time.ms += ms;
                continue;
            }
            let (op, kernel) = (node.op.name(), step.kernel.to_owned());
            times.push(NodeTime { graph: entry, node: index, op, kernel, ms });
        }
        times
    }
}

/// Sends a part to the device.
pub(super) async fn on_device(
    device: &Device,
    program: &Program,
    part: &Part,
    options: &Options,
) -> Result<OnDevice, Failed> {
    let (program, tensors) = program.part(&part.nodes, &part.inputs, &part.outputs);
    let fault = match options.fault {
        Some(Fault::Skip(node)) => part.nodes.iter().position(|&n| n == node).map(gpu::Fault::Skip),
        Some(Fault::Misuse) => Some(gpu::Fault::Misuse),
        Some(Fault::Memory) => Some(gpu::Fault::Memory),
        Some(Fault::Lose) | None => None,
    };
    let options = gpu::Options {
        profile: true,
        half: options.half,
        keep_results: options.check,
        fault,
        ..gpu::Options::default()
    };
    let mut session = Session::prepare_with(device, &program, options).await.map_err(|error| failed(&error))?;
    session.time(false);
    Ok(OnDevice { session, program, tensors })
}

/// A failure of the device in the form of the contract.
pub(super) fn failed(error: &GpuError) -> Failed {
    let nodes = match error {
        GpuError::Unsupported(nodes) => nodes.iter().map(unsupported).collect(),
        _ => Vec::new(),
    };
    let (kind, node) = match error {
        GpuError::Unsupported(nodes) if !nodes.is_empty() => (FailedKind::Unsupported, None),
        GpuError::Index { node, .. } => (FailedKind::Run, Some((node.graph, node.index, node.op.clone()))),
        _ => (FailedKind::Gpu, None),
    };
    Failed {
        kind,
        message: error.message(),
        file: None,
        node,
        unsupported: nodes,
        can_fall_back: error.can_fall_back(),
        not_applicable: false,
    }
}
