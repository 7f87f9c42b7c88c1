//! A model in the caller's own thread: what `static/engine.js` wraps for people who use the engine without the page.
//!
//! Inputs and outputs go by position, as bytes; names and typed arrays are the script's. Failures are thrown as the
//! JSON of [`Failed`].

use super::Clock;
use crate::bytes::{Limits, SharedSource, Source, check_range};
use crate::engine::{Entry, Program};
use crate::report::run::schema::Failed;
use crate::report::run::{Backend, Runner};
use js_sys::{Array, Uint8Array};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// A file that the script holds: what is read of it is copied, not the whole, so that weights stand in memory once less.
struct ArraySource {
    name: Arc<str>,
    bytes: Uint8Array,
}

impl Source for ArraySource {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        self.bytes.length().into()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> crate::bytes::Result<()> {
        check_range(self, offset, buf.len() as u64)?;
        self.bytes.subarray(offset as u32, (offset + buf.len() as u64) as u32).copy_to(buf);
        Ok(())
    }
}

/// A model made ready to run. Its variables keep their values from run to run.
#[wasm_bindgen]
pub struct Model(Runner);

#[wasm_bindgen]
impl Model {
    /// Prepares the bytes of a `.tflite` file: one of its signatures, or without a key its main graph. The bytes must stay as
    /// they are until it is done.
    pub async fn load(bytes: Uint8Array, signature: Option<String>, backend: String) -> Result<Model, JsValue> {
        let limits = Limits::default();
        let source: SharedSource = Rc::new(ArraySource { name: "model.tflite".into(), bytes });
        let model = super::structure(&source, &limits).map_err(|failed| thrown(&failed))?;
        let entry = signature.map_or(Entry::Main, Entry::Signature);
        let program = Program::from_tflite(&model, &*source, &entry, &limits)
            .map_err(|error| thrown(&crate::report::run::failed(&error)))?;
        let backend = Backend::from_name(&backend).ok_or_else(|| thrown(&super::said("run-no-such-backend")))?;
        Ok(Self(Runner::prepare(program, backend).await.map_err(|failed| thrown(&failed))?))
    }

    /// Inputs and outputs as they are now: the JSON of [`crate::report::run::schema::Prepared`].
    pub fn prepared(&self) -> String {
        serde_json::to_string(&self.0.prepared()).unwrap_or_default()
    }

    /// Sets an input (little endian, row-major); another shape resizes it.
    pub fn set(&mut self, input: usize, shape: Option<Vec<usize>>, bytes: &[u8]) -> Result<(), JsValue> {
        self.0.set(input, shape.as_deref(), bytes).map_err(|failed| thrown(&failed))
    }

    /// Runs once. Gives the bytes of each output.
    pub async fn run(&mut self) -> Result<Array, JsValue> {
        let outputs = self.0.invoke().await.map_err(|failed| thrown(&failed))?;
        Ok(outputs.iter().map(|output| JsValue::from(Uint8Array::from(output.bytes.as_slice()))).collect())
    }

    /// Runs once more with the same inputs. Gives the time of each node: the JSON of a list of
    /// [`crate::report::run::schema::NodeTime`].
    pub async fn profile(&mut self) -> Result<String, JsValue> {
        let times = self.0.profile(&mut Clock::silent()).await.map_err(|failed| thrown(&failed))?;
        Ok(serde_json::to_string(&times).unwrap_or_default())
    }
}

/// What the script throws on.
fn thrown(failed: &Failed) -> JsValue {
    serde_json::to_string(failed).unwrap_or_default().into()
}
