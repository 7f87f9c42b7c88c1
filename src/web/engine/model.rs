//! A model in the caller's own thread: `static/engine.js` wraps it for scripts that use the engine without the page.
//!
//! Inputs and outputs are passed by position, as bytes; the script adds names and typed arrays. Failures are thrown as
//! the JSON of [`Failed`].

use super::clock::{Clock, Deadline};
use super::failed::failure;
use super::files::Files;
use super::json;
use super::kernels::with_kernels;
use super::prepare::prepare;
use crate::services::run::schema::Failed;
use crate::services::run::{Backend, Given, Options, Output, Runner};
use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::prelude::*;

/// A prepared model. Its variables keep their values between runs.
#[wasm_bindgen]
pub struct Model {
    runner: Runner,
    /// Shapes of the outputs of the last run, and whether they differ from those of the run before.
    shapes: Vec<Vec<usize>>,
    changed: bool,
}

#[wasm_bindgen]
impl Model {
    /// Prepares the bytes of a `.tflite` file: one of its signatures, or without a key its main graph. The bytes must
    /// not change until it is done. With `check` every op on the GPU is compared with the reference kernel in every
    /// run; with `half` tensors are stored as float16 on the GPU, if the adapter supports it; `host` returns a
    /// promise of the module with the CPU kernels, for nodes that the GPU does not support.
    pub async fn load(
        bytes: Uint8Array,
        signature: Option<String>,
        backend: String,
        check: bool,
        half: bool,
        host: Option<Function>,
    ) -> Result<Model, JsValue> {
        let files = Files { name: "model.tflite".to_owned(), model: bytes.into(), weights: Vec::new(), signature };
        let backend = Backend::from_word(&backend).ok_or_else(|| thrown(&failure("run-no-such-backend")))?;
        let (_, _, program) = files.decode().map_err(|failed| thrown(&failed))?;
        let options = Options { check, half, ..Options::default() };
        let runner = prepare(program, files, backend, &options, host).await.map_err(|failed| thrown(&failed))?;
        Ok(Self { runner, shapes: Vec::new(), changed: true })
    }

    /// Inputs and outputs as they are now: the JSON of [`crate::services::run::schema::Prepared`].
    pub fn prepared(&self) -> String {
        json::text(&self.runner.prepared())
    }

    /// Sets an input (little-endian, row-major); another shape resizes it.
    pub async fn set(&mut self, input: usize, shape: Option<Vec<usize>>, bytes: Uint8Array) -> Result<(), JsValue> {
        let set = async || self.runner.set(input, shape.as_deref(), &bytes).map_err(Box::new);
        with_kernels(set).await.map_err(|failed| thrown(&failed))
    }

    /// Runs once. Returns the bytes of each output.
    pub async fn run(&mut self) -> Result<Array, JsValue> {
        let invoked = with_kernels(async || self.runner.invoke().await.map_err(Box::new)).await;
        let outputs = invoked.map_err(|failed| thrown(&failed))?;
        Ok(self.taken(&outputs))
    }

    /// The same, unless it takes more than so many milliseconds.
    pub async fn run_within(&mut self, ms: u32) -> Result<Array, JsValue> {
        let mut deadline = Deadline::after(ms);
        let runner = &mut self.runner;
        let invoked = with_kernels(async || runner.invoke_watched(&mut deadline).await.map_err(Box::new)).await;
        let outputs = invoked.map_err(|failed| thrown(&deadline.explain(*failed)))?;
        Ok(self.taken(&outputs))
    }
    /// Whether the last run changed the shape of an output, so that [`Model::prepared`] differs.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Result of check mode in the last run: the JSON of [`crate::services::run::schema::Check`], or `null`.
    pub fn check(&self) -> String {
        json::text(&self.runner.check())
    }

    /// Runs once more with the same inputs. Returns the time of each node: the JSON of a list of
    /// [`crate::services::run::schema::NodeTime`].
    pub async fn profile(&mut self) -> Result<String, JsValue> {
        let profiled = with_kernels(async || self.runner.profile(&mut Clock::silent()).await.map_err(Box::new)).await;
        let times = profiled.map_err(|failed| thrown(&failed))?;
        Ok(json::text(&times))
    }
}

impl Model {
    /// The bytes of each output.
    fn taken(&mut self, outputs: &[Output]) -> Array {
        self.changed = outputs.len() != self.shapes.len();
        self.shapes.resize_with(outputs.len(), Vec::new);
        for (shape, output) in self.shapes.iter_mut().zip(outputs) {
            if *shape != output.shape {
                shape.clone_from(&output.shape);
                self.changed = true;
            }
        }
        outputs.iter().map(|output| JsValue::from(Uint8Array::from(output.bytes.as_slice()))).collect()
    }
}

impl Given for Uint8Array {
    fn size(&self) -> usize {
        self.length() as usize
    }

    fn copy(&self, to: &mut [u8]) {
        self.copy_to(to);
    }
}

/// The value that the script throws.
pub(super) fn thrown(failed: &Failed) -> JsValue {
    json::text(failed).into()
}
