//! HDF5: groups, data sets and attributes of a file; values on demand.
//!
//! Owns: the format of the public specification (The HDF Group, "HDF5 File Format Specification", versions 1 to 4), as
//! far as released h5py and Keras write it. Must not know: Keras.
//!
//! Opening reads headers only. A hostile file can choose every address, so traversals record visited addresses, and all
//! metadata together has a budget ([`File`]).

mod attribute;
mod btree1;
mod btree2;
mod checksum;
mod chunks;
mod cursor;
mod datatype;
mod file;
mod filters;
mod fixed_array;
mod fractal_heap;
mod global_heap;
mod header;
mod links;
mod object;
mod shared;
mod space;
mod storage;
mod tree;
mod value;

pub use attribute::Attribute;
pub use datatype::{Class, Datatype};
pub use file::{File, find};
pub use links::{Link, Target};
pub use object::{Dataset, Kind, Object};
pub use space::Space;
pub use storage::{Filter, Layout};
pub use tree::Tree;
