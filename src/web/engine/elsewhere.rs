//! The CPU kernels for the WebGPU module: they are in another module, which is fetched when the first partition needs
//! them (its `parts.rs`).

use super::failed::failure;
use super::files::Files;
use super::json;
use super::tensors::{array, values};
use crate::services::run::schema::{Failed, NodeTime};
use crate::services::run::{Backend, Host, Later, Piece, Pieces, Value};
use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// The exports of the other module.
    type Module;
    #[wasm_bindgen(method, getter, js_name = Parts)]
    fn parts(this: &Module) -> PartsOfModule;

    type PartsOfModule;
    #[wasm_bindgen(method)]
    fn open(
        this: &PartsOfModule,
        name: &str,
        file: &JsValue,
        paths: Vec<String>,
        blobs: &Array,
        signature: Option<String>,
        parts: &str,
        backend: &str,
    ) -> Promise;

    type OpenParts;
    #[wasm_bindgen(method, catch)]
    fn run(this: &OpenParts, part: usize, inputs: &Array) -> Result<Array, JsValue>;
    #[wasm_bindgen(method)]
    fn times(this: &OpenParts, part: usize) -> String;
    #[wasm_bindgen(method)]
    fn free(this: &OpenParts);
}

/// Loader of the other module, and the model that will be partitioned.
pub(super) struct Elsewhere {
    pub start: Function,
    pub files: Files,
}

impl Host for Elsewhere {
    fn open<'a>(&'a self, pieces: &'a [Piece], backend: Backend) -> Later<'a, Box<dyn Pieces>> {
        Box::pin(async move {
            let missing = |_| *failure("run-no-cpu-kernels");
            let promise: Promise = self.start.call0(&JsValue::NULL).map_err(missing)?.unchecked_into();
            let module: Module = JsFuture::from(promise).await.map_err(missing)?.unchecked_into();
            let Files { name, model, weights, signature } = &self.files;
            let paths = weights.iter().map(|(path, _)| path.clone()).collect();
            let blobs: Array = weights.iter().map(|(_, blob)| JsValue::from(blob)).collect();
            let parts = json::text(&pieces);
            let opened = module.parts().open(name, model, paths, &blobs, signature.clone(), &parts, backend.word());
            let opened: OpenParts = JsFuture::from(opened).await.map_err(failed)?.unchecked_into();
            Ok(Box::new(Open(opened)) as Box<dyn Pieces>)
        })
    }
}

/// An exception of the other module.
fn failed(thrown: JsValue) -> Failed {
    let parsed = thrown.as_string().and_then(|text| crate::json::read(&text));
    parsed.unwrap_or_else(|| *failure("run-no-cpu-kernels"))
}

struct Open(OpenParts);

impl Pieces for Open {
    fn run(&mut self, piece: usize, inputs: &[&Value]) -> Result<Vec<Value>, Failed> {
        self.0.run(piece, &array(inputs)).map(|list| values(&list)).map_err(failed)
    }

    fn times(&mut self, piece: usize) -> Vec<NodeTime> {
        crate::json::read(&self.0.times(piece)).unwrap_or_default()
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.free();
    }
}
