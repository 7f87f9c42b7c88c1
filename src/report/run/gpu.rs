//! The GPU backend of [`super::Runner`].

use super::runner::{Input, Output, Watch, input_bytes, message, unsupported, usage};
use super::schema::{Failed, NodeTime, Port, Prepared, Summary};
use super::values;
use crate::engine::gpu::{Device, GpuError, Options, Session};
use crate::engine::program::{self, Dtype, Program};
use std::rc::Rc;

/// A program on a device.
pub(super) struct Gpu {
    program: Rc<Program>,
    session: Session,
    adapter: String,
    /// Inputs as they were set; empty before the first.
    set: Vec<Input>,
}

/// Times of the invocations, times of the nodes, summaries, outputs.
type Results = (Vec<f64>, Vec<NodeTime>, Vec<Summary>, Vec<Output>);

impl Gpu {
    pub(super) async fn prepare(program: Rc<Program>) -> Result<Self, Failed> {
        let device = Device::request().await.map_err(|error| failed(&error))?;
        let options = Options { profile: true, ..Options::default() };
        let session = Session::prepare_with(&device, &program, options).await.map_err(|error| failed(&error))?;
        let adapter = device.info().name.clone();
        Ok(Self { program, session, adapter, set: Vec::new() })
    }

    pub(super) fn prepared(&self, backend: String) -> Prepared {
        Prepared {
            backend,
            adapter: Some(self.adapter.clone()),
            signatures: self.program.signatures.clone(),
            nodes: self.program.graph().nodes.len() as u32,
            inputs: self.program.inputs.iter().map(|port| self.port(port)).collect(),
            outputs: self.program.outputs.iter().map(|port| self.port(port)).collect(),
        }
    }

    fn port(&self, port: &program::Port) -> Port {
        let tensor = &self.program.graph().tensors[port.tensor];
        Port {
            name: port.name.clone(),
            dtype: tensor.dtype.name().to_owned(),
            shape: tensor.shape.clone(),
            scale: None,
            zero_point: None,
        }
    }

    pub(super) fn set(&mut self, index: usize, shape: Option<&[usize]>, bytes: &[u8]) -> Result<(), Failed> {
        let count = self.program.inputs.len();
        let Some(port) = self.program.inputs.get(index) else {
            return Err(usage("engine-no-such-input", &[("input", index.to_string())]));
        };
        let dtype = self.program.graph().tensors[port.tensor].dtype;
        let shape = shape.map_or_else(|| self.port(port).shape, <[usize]>::to_vec);
        let wanted = dtype.bytes(shape.iter().product()).unwrap_or(0);
        if bytes.len() != wanted {
            let sizes = [("wanted", wanted.to_string()), ("given", bytes.len().to_string())];
            let [wanted, given] = sizes;
            return Err(usage("engine-input-size", &[("input", index.to_string()), wanted, given]));
        }
        self.set.resize(count, Input::Zeros);
        self.set[index] = Input::Tensor { dtype, shape, bytes: bytes.to_vec() };
        Ok(())
    }

    pub(super) async fn invoke(&mut self) -> Result<Vec<Output>, Failed> {
        let floats = self.floats(&self.set)?;
        let slices: Vec<&[f32]> = floats.iter().map(Vec::as_slice).collect();
        let results = self.session.run(&slices).await.map_err(|error| failed(&error))?;
        let graph = self.program.graph();
        let output = |(port, values): (&program::Port, Vec<f32>)| Output {
            dtype: Dtype::F32,
            shape: graph.tensors[port.tensor].shape.clone(),
            bytes: values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        };
        Ok(self.program.outputs.iter().zip(results).map(output).collect())
    }

    pub(super) async fn profile(&mut self) -> Result<Vec<NodeTime>, Failed> {
        self.invoke().await?;
        let mut times = Vec::new();
        self.add_times(&mut times);
        Ok(times)
    }

    pub(super) async fn run(
        &mut self,
        inputs: &[Input],
        repeat: u32,
        watch: &mut dyn Watch,
    ) -> Result<Results, Failed> {
        let floats = self.floats(inputs)?;
        let slices: Vec<&[f32]> = floats.iter().map(Vec::as_slice).collect();
        let nodes = self.program.graph().nodes.len();
        let mut times = Vec::new();
        let mut sums: Vec<NodeTime> = Vec::new();
        let mut last = Vec::new();
        for invocation in 0..repeat as usize {
            if !watch.step(invocation * nodes, repeat as usize * nodes) {
                return Err(Failed { kind: "cancelled".to_owned(), ..usage("engine-cancelled", &[]) });
            }
            let start = watch.now();
            last = self.session.run(&slices).await.map_err(|error| failed(&error))?;
            times.push((watch.now() - start) * 1e3);
            self.add_times(&mut sums);
        }
        let graph = self.program.graph();
        let mut summaries = Vec::new();
        let mut outputs = Vec::new();
        for (port, values) in self.program.outputs.iter().zip(last) {
            let shape = graph.tensors[port.tensor].shape.clone();
            let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            summaries.push(values::summary(&port.name, Dtype::F32, &shape, None, &bytes));
            outputs.push(Output { dtype: Dtype::F32, shape, bytes });
        }
        Ok((times, sums, summaries, outputs))
    }

    /// Adds the device's times of the last run, step by step.
    fn add_times(&self, sums: &mut Vec<NodeTime>) {
        let graph = self.program.graph();
        for (index, step) in self.session.profile().steps.iter().enumerate() {
            if index == sums.len() {
                let node = &graph.nodes[step.node];
                sums.push(NodeTime {
                    graph: self.program.entry,
                    node: node.index,
                    op: node.op.name(),
                    kernel: step.kernel.to_owned(),
                    ms: 0.0,
                });
            }
            sums[index].ms += step.nanoseconds as f64 / 1e6;
        }
    }

    /// The inputs as float32; the shapes are those of the file.
    fn floats(&self, inputs: &[Input]) -> Result<Vec<Vec<f32>>, Failed> {
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
                let bytes = input_bytes(input, index, &port, dtype)?;
                Ok(bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
            })
            .collect()
    }
}

fn failed(error: &GpuError) -> Failed {
    let nodes = match error {
        GpuError::Unsupported(nodes) => nodes.iter().map(unsupported).collect(),
        _ => Vec::new(),
    };
    let kind = if nodes.is_empty() { "gpu" } else { "unsupported" };
    Failed {
        kind: kind.to_owned(),
        message: message(error.id(), &error.params()),
        node: None,
        unsupported: nodes,
        can_fall_back: error.can_fall_back(),
    }
}
