//! Keras files: `.keras` archives, complete models and weights in HDF5, and the Keras 2 exporter's metadata of a
//! SavedModel.
//!
//! Owns: the parts of such a file, the model with its layers from its configuration, its weights and their values. Must
//! not know: reading of HDF5 or archives (`formats::hdf5`, `artifact`), releases.

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
