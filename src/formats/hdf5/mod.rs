//! HDF5: groups, data sets and attributes of a file; values on demand.
//!
//! Owns: the format as its public specification (The HDF Group, "HDF5 File Format Specification", versions 1 to 4) lays it
//! down, as far as released h5py and Keras write it. Must not know: Keras.
//!
//! Opening reads headers only. Everything found stands at an address that a hostile file chooses freely, so a walk keeps
//! the addresses it has seen, and all metadata together may cost so many bytes ([`File`]'s budget) and no more.

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
