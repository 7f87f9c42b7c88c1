//! Bytes to documents, one folder per format: faithful and lazy, without knowledge of releases.
//!
//! Owns: readers, their documents, and the probe that identifies formats by content. Must not know: grouping of files
//! (`artifact`), releases (`compat`), presentation.

pub mod archive;
pub mod checkpoint;
pub mod dtype;
pub mod flexbuffers;
pub mod foreign;
pub mod graph_def;
pub mod gzip;
pub mod hdf5;
pub mod inflate;
pub mod keras;
pub mod npy;
pub mod npz;
pub mod probe;
pub mod proto;
pub mod riegeli;
pub mod saved_model;
pub mod shown;
pub mod sstable;
pub mod stored;
pub mod tar;
pub mod tensor_value;
pub mod text_array;
pub mod text_proto;
pub mod tflite;
mod varint;
pub mod zip;
