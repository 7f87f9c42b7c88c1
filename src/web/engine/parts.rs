//! Partitions of a model on this module's kernels, requested by the WebGPU module (its `elsewhere.rs`).

use super::clock::Clock;
use super::failed::failure;
use super::files::Files;
use super::model::thrown;
use super::tensors::{array, values};
use crate::engine::registry::fetch;
use crate::services::run::{Backend, OwnPieces, Piece, Value};
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::Blob;

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
        fetch(&program).await.map_err(|_| thrown(&failure("part-not-loaded")))?;
        let parts: Vec<Piece> = crate::json::read(parts).ok_or_else(|| thrown(&failure("engine-no-such-node")))?;
        let backend = Backend::from_word(backend).unwrap_or(Backend::Simd);
        OwnPieces::prepare(&program, &parts, backend).map(Self).map_err(|failed| thrown(&failed))
    }

    /// Runs one partition. Tensors are passed as alternating bytes and shape.
    pub fn run(&mut self, part: usize, inputs: Array) -> Result<Array, JsValue> {
        let inputs = values(&inputs);
        let inputs: Vec<&Value> = inputs.iter().collect();
        let outputs = self.0.run(part, &inputs, &mut Clock::silent()).map_err(|failed| thrown(&failed))?;
        Ok(array(&outputs.iter().collect::<Vec<_>>()))
    }

    /// Times of the nodes of a part since the last call: the JSON of a list of [`crate::services::run::schema::NodeTime`].
    pub fn times(&mut self, part: usize) -> String {
        serde_json::to_string(&self.0.times(part)).unwrap_or_default()
    }
}
