//! The files of a model, from the page or a script.

use super::failed::{failure, unread};
use crate::bytes::{Limits, SharedSource, Source, check_range};
use crate::engine::{Entry, Program};
use crate::formats::tflite;
use crate::services::run::schema::Failed;
use crate::web::blob::BlobSource;
use js_sys::Uint8Array;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::prelude::*;
use web_sys::Blob;

/// A model, and the files with its weights by path.
#[derive(Clone)]
pub(super) struct Files {
    pub name: String,
    /// A `Blob` or a `Uint8Array`.
    pub model: JsValue,
    pub weights: Vec<(String, Blob)>,
    /// Signature; the main subgraph when `None`.
    pub signature: Option<String>,
}

impl Files {
    /// Decodes the model: the document, its bytes, which are read in place, and the program.
    pub fn decode(&self) -> Result<(tflite::Model, SharedSource, Program), Box<Failed>> {
        let open = |name: &str, blob: Blob| -> Result<SharedSource, Box<Failed>> {
            Ok(Rc::new(BlobSource::new(name, blob).map_err(|error| unread(&error))?))
        };
        let source: SharedSource = match self.model.dyn_ref::<Blob>() {
            Some(blob) => open(&self.name, blob.clone())?,
            None => {
                let bytes = self.model.dyn_ref::<Uint8Array>().ok_or_else(|| failure("run-no-model"))?;
                Rc::new(ArraySource { name: self.name.as_str().into(), bytes: bytes.clone() })
            }
        };
        let mut weights = Vec::new();
        for (path, blob) in &self.weights {
            weights.push(open(path, blob.clone())?);
        }
        let limits = Limits::default();
        let mut model = structure(&source, &limits)?;
        let paths = self.weights.iter().map(|(path, _)| path.as_str());
        model.find_weights(|name| Some(weights[tflite::beside(&self.name, name, paths.clone())?].clone()));
        let entry = self.signature.clone().map_or(Entry::Main, Entry::Signature);
        let program = Program::from_tflite(&model, &source, &entry, &limits)
            .map_err(|error| Box::new(crate::services::run::failed(&error)))?;
        Ok((model, source, program))
    }
}

/// The structure of a model. Other views tolerate damage; a run cannot.
fn structure(source: &SharedSource, limits: &Limits) -> Result<tflite::Model, Box<Failed>> {
    let model = tflite::read_unverified(source, limits).map_err(|error| unread(&error))?;
    match model.damage.first().or(model.verification.as_ref()) {
        Some(error) => Err(unread(error)),
        None => Ok(model),
    }
}

/// A file in the script's memory: only the read bytes are copied, which saves a copy of the weights.
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

    fn is_at_hand(&self) -> bool {
        true
    }
}
