//! Requirements of graphs on a TensorFlow release: "loads" means that a graph can be imported, and for a SavedModel
//! that the 1.x loader loads it on 1.x and `tf.saved_model.load` on 2.x.
//!
//! Owns: requirements of GraphDefs, MetaGraphDefs and SavedModels. Must not know: reading of files, TFLite.

mod attrs;
mod called;
mod defaults;
mod dtypes;
mod findings;
mod functions;
mod import;
mod inference;
mod keras_saved;
mod kinds;
mod offers;
mod ops;
mod order;
mod placement;
mod saved_model;
mod shapes;
mod sources;
pub(super) mod stage;
mod structure;
mod text;
mod types;
mod versions;
mod view;

pub use attrs::attr_facts;
pub(super) use import::attr_requirements;
pub use import::{assess_graph, assess_meta_graph};
pub(super) use ops::releases as op_releases;
pub use saved_model::assess_saved_model;
pub(super) use sources::shape_sources;
pub(super) use versions::{Numbers, requirements as version_requirements};
