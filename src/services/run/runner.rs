//! One model on one backend.

use super::failed::not_built;
use super::host::Host;
use super::io::{Given, Input, Output, Take, Watch};
use super::options::Options;
use super::schema::{Backend, Check, Failed, FailedKind, LayerError, NodeTime, Prepared, Ran, Summary};
use crate::engine::program::Program;
use crate::report::schema::SCHEMA;
use std::rc::Rc;

enum Engine {
    #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
    Cpu(Box<super::cpu::Cpu>),
    #[cfg(feature = "gpu")]
    Gpu(Box<super::gpu::Gpu>),
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

    /// The same with options. On the page `host` has the kernels for nodes that the GPU does not support; natively
    /// this program's own are the default.
    pub async fn prepare_with(
        program: impl Into<Rc<Program>>,
        backend: Backend,
        options: &Options,
        host: Option<Box<dyn Host>>,
    ) -> Result<Self, Failed> {
        let program: Rc<Program> = program.into();
        let _ = (options, &host);
        #[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
        let host = host.or_else(|| Some(Box::new(super::pieces::OwnHost(program.clone()))));
        let engine = match backend {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Backend::Reference => on_cpu(program, crate::engine::Backend::Reference, options)?,
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Backend::Simd => on_cpu(program, crate::engine::Backend::Simd, options)?,
            #[cfg(all(feature = "gpu", target_arch = "wasm32"))]
            Backend::Reference | Backend::Simd => return Err(not_built(FailedKind::Cpu, "cpu-not-built")),
            #[cfg(feature = "gpu")]
            Backend::Gpu => Engine::Gpu(Box::new(super::gpu::Gpu::prepare(program, options, host).await?)),
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
    pub fn set(&mut self, index: usize, shape: Option<&[usize]>, bytes: &dyn Given) -> Result<(), Failed> {
        match &mut self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => cpu.set(index, shape, bytes),
            #[cfg(feature = "gpu")]
            Engine::Gpu(gpu) => gpu.set(index, shape, bytes),
        }
    }

    /// The memory of an input on the CPU until the next call that is given this runner to change; empty if it has none.
    pub fn place(&self, index: usize) -> &[u8] {
        match &self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => cpu.place(index),
            #[cfg(feature = "gpu")]
            Engine::Gpu(_) => {
                let _ = index;
                &[]
            }
        }
    }

    /// Runs once with the current inputs (initially zeros), and gives the outputs to `take`. Nothing is timed.
    pub async fn invoke(&mut self, take: &mut Take<'_>) -> Result<(), Failed> {
        match &mut self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => cpu.invoke(take),
            #[cfg(feature = "gpu")]
            Engine::Gpu(gpu) => gpu.invoke(take).await,
        }
    }

    /// [`Runner::invoke`], unless `watch` stops it between two nodes; on the GPU, between two partitions.
    pub async fn invoke_watched(&mut self, watch: &mut dyn Watch, take: &mut Take<'_>) -> Result<(), Failed> {
        match &mut self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => cpu.invoke_watched(watch, take),
            #[cfg(feature = "gpu")]
            Engine::Gpu(gpu) => gpu.invoke_watched(watch, take).await,
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

    /// The program of a CPU backend.
    #[cfg(not(feature = "gpu"))]
    pub fn program(&self) -> &Program {
        let Engine::Cpu(cpu) = &self.engine;
        cpu.program()
    }

    /// Difference of each layer of a quantized model from float, with these inputs: [`super::quantization_error`]. On
    /// CPU backends only.
    pub fn quantization(&self, inputs: &[Input], watch: &mut dyn Watch) -> Result<Vec<LayerError>, Failed> {
        match &self.engine {
            #[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
            Engine::Cpu(cpu) => super::quantization_error(cpu.program(), inputs, watch),
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
            results: None,
        }
    }
}

#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
fn on_cpu(program: Rc<Program>, backend: crate::engine::Backend, options: &Options) -> Result<Engine, Failed> {
    Ok(Engine::Cpu(Box::new(super::cpu::Cpu::prepare(program, backend, options.memory, options.crew.clone())?)))
}
