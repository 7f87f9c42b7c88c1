//! Partitions of a model on this module's kernels, requested by the WebGPU module (its `elsewhere.rs`).

use super::clock::Clock;
use super::failed::failure;
use super::files::Files;
use super::json;
use super::kernels::{fetch, with_kernels};
use super::model::thrown;
use super::tensors::{array, values};
use crate::chunks::{NotLoaded, cut};
use crate::engine::Program;
use crate::services::run::schema::Failed;
use crate::services::run::{Backend, OwnPieces, Piece, Value};
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::Blob;

cut!(
    "split-engine",
    partitions,
    load_prepare,
    /// Prepares partitions: the JSON of a list of [`Piece`]. Their kernels may need further chunks.
    fn prepare(program: &Program, pieces: &str, backend: Backend) -> Result<OwnPieces, Box<Failed>> {
        let pieces: Vec<Piece> = crate::json::read(pieces).ok_or_else(|| failure("engine-no-such-node"))?;
        OwnPieces::prepare(program, &pieces, backend).map_err(Box::new)
    }
);

cut!(
    "split-engine",
    partitions,
    load_run,
    /// Runs a partition.
    fn run(own: &mut OwnPieces, piece: usize, inputs: &Array) -> Result<Array, Box<Failed>> {
        let inputs = values(inputs);
        let inputs: Vec<&Value> = inputs.iter().collect();
        let outputs = own.run(piece, &inputs, &mut Clock::silent()).map_err(Box::new)?;
        Ok(array(&outputs.iter().collect::<Vec<_>>()))
    }
);

/// The result of a cut function.
fn flat<T>(done: Result<Result<T, Box<Failed>>, NotLoaded>) -> Result<T, Box<Failed>> {
    done.unwrap_or_else(|NotLoaded| Err(failure("part-not-loaded")))
}

/// Prepared partitions. Variables keep their values between runs.
#[wasm_bindgen]
pub struct Parts(OwnPieces);

#[wasm_bindgen]
impl Parts {
    /// Prepares parts of a model. `file` is a `Blob` (in a worker) or a `Uint8Array`, `paths` and `blobs` are the files with
    /// its weights, `parts` is the JSON of a list of [`Piece`], `backend` is `simd` or `reference`.
    pub async fn open(
        name: String,
        file: JsValue,
        paths: Vec<String>,
        blobs: Array,
        signature: Option<String>,
        parts: &str,
        backend: &str,
    ) -> Result<Parts, JsValue> {
        let blobs = blobs.iter().map(JsCast::unchecked_into::<Blob>);
        let files = Files { name, model: file, weights: paths.into_iter().zip(blobs).collect(), signature };
        let (_, _, program) = files.decode().map_err(|failed| thrown(&failed))?;
        let backend = Backend::from_word(backend).unwrap_or(Backend::Simd);
        fetch(&program, backend).await.map_err(|failed| thrown(&failed))?;
        let prepared = with_kernels(async || flat(prepare(&program, parts, backend))).await;
        #[cfg(feature = "split-engine")]
        load_run().await.map_err(|NotLoaded| thrown(&failure("part-not-loaded")))?;
        prepared.map(Self).map_err(|failed| thrown(&failed))
    }

    /// Runs one partition. Tensors are passed as alternating bytes and shape.
    pub fn run(&mut self, part: usize, inputs: Array) -> Result<Array, JsValue> {
        flat(run(&mut self.0, part, &inputs)).map_err(|failed| thrown(&failed))
    }

    /// Times of the nodes of a part since the last call: the JSON of a list of [`crate::services::run::schema::NodeTime`].
    pub fn times(&mut self, part: usize) -> String {
        json::text(&self.0.times(part))
    }
}
