//! Keras files: `.keras` archives, whole models and weights in HDF5, and what the Keras 2 exporter adds to a SavedModel.
//!
//! Owns: which parts such a file has, the model with its layers out of its configuration, its weights and their values.
//! Must not know: how HDF5 or an archive is read (`formats::hdf5`, `artifact`), releases.

mod config;
mod document;
mod metadata;
mod place;
mod stored;
mod value;
mod weights;

pub use config::{Call, Layer, Model, Port, Source, TENSOR};
pub use document::{Form, KerasDocument, KerasFiles};
pub use metadata::{SavedObject, saved_objects};
pub use value::Value;
pub use weights::{Owner, Weight};
