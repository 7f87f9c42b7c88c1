//! Partitions of a model on this module's own kernels.

use super::cpu;
use super::failed::{failed, usage};
use super::host::{Piece, Value};
use super::io::Watch;
use super::schema::{Backend, Failed, NodeTime};
use crate::engine::check::{with_halves, without_dynamic_range};
use crate::engine::program::Program;
use crate::engine::{self, EngineError, Hooks, Session};

/// Pieces with their kernels.
pub struct OwnPieces(Vec<Session>);

impl OwnPieces {
    /// Prepares pieces of `program`. On the reference kernels, they are the reference for GPU checks
    /// ([`without_dynamic_range`]).
    pub fn prepare(program: &Program, pieces: &[Piece], backend: Backend) -> Result<Self, Failed> {
        let backend = if backend == Backend::Reference { engine::Backend::Reference } else { engine::Backend::Simd };
        let graph = program.graph();
        let mut sessions = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let tensors = piece.inputs.iter().chain(&piece.outputs);
            let known = piece.nodes.iter().all(|&n| n < graph.nodes.len());
            if !known || tensors.into_iter().any(|&t| t >= graph.tensors.len()) {
                return Err(failed(&EngineError::usage("engine-no-such-node")));
            }
            let (part, _) = program.part(&piece.nodes, &piece.inputs, &piece.outputs);
            let is_reference = backend == engine::Backend::Reference;
            let prepare = || {
                let part = if is_reference { without_dynamic_range(part)? } else { part };
                Session::prepare(if piece.half { with_halves(part)? } else { part }, backend)
            };
            sessions.push(prepare().map_err(|error| failed(&error))?);
        }
        Ok(Self(sessions))
    }

    /// Runs one; `watch` is its clock.
    pub fn run(&mut self, piece: usize, inputs: &[&Value], watch: &mut dyn Watch) -> Result<Vec<Value>, Failed> {
        /// A clock for the profile.
        struct Times<'a>(&'a mut dyn Watch);
        impl Hooks for Times<'_> {
            fn now(&mut self) -> Option<f64> {
                Some(self.0.now())
            }
        }
        let found = |error: Box<EngineError>| failed(&error);
        let session = self.0.get_mut(piece).ok_or_else(|| usage("engine-no-such-node", &[]))?;
        let shapes: Vec<(usize, &[usize])> =
            inputs.iter().enumerate().map(|(i, value)| (i, value.shape.as_slice())).collect();
        session.resize_inputs(&shapes).map_err(found)?;
        for (i, value) in inputs.iter().enumerate() {
            session.set_input(i, &value.bytes).map_err(found)?;
        }
        session.run(&mut Times(watch)).map_err(found)?;
        let outputs = cpu::outputs(session)?;
        Ok(outputs.into_iter().map(|output| Value { shape: output.shape, bytes: output.bytes }).collect())
    }

    /// Times of the nodes of a piece since the last call.
    pub fn times(&mut self, piece: usize) -> Vec<NodeTime> {
        let Some(session) = self.0.get_mut(piece) else { return Vec::new() };
        let times = session.profile().into_iter().map(cpu::node_time).collect();
        session.clear_profile();
        times
    }
}

/// The program's own kernels, for a GPU run in the same program.
#[cfg(feature = "gpu")]
pub struct OwnHost(pub std::rc::Rc<Program>);

#[cfg(feature = "gpu")]
mod native {
    use super::super::host::{Host, Later, Pieces};
    use super::*;

    struct Timed(OwnPieces, std::time::Instant);

    impl Host for OwnHost {
        fn open<'a>(&'a self, pieces: &'a [Piece], backend: Backend) -> Later<'a, Box<dyn Pieces>> {
            let own = OwnPieces::prepare(&self.0, pieces, backend);
            let boxed = own.map(|own| Box::new(Timed(own, std::time::Instant::now())) as Box<dyn Pieces>);
            Box::pin(std::future::ready(boxed))
        }
    }

    impl Pieces for Timed {
        fn run(&mut self, piece: usize, inputs: &[&Value]) -> Result<Vec<Value>, Failed> {
            struct Clock(std::time::Instant);
            impl Watch for Clock {
                fn now(&mut self) -> f64 {
                    self.0.elapsed().as_secs_f64()
                }
            }
            self.0.run(piece, inputs, &mut Clock(self.1))
        }

        fn times(&mut self, piece: usize) -> Vec<NodeTime> {
            self.0.times(piece)
        }
    }
}
