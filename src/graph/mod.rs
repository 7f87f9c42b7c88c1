//! One neutral, columnar graph for all documents; scopes, layout, search.
//!
//! Steps of a drawing: a document becomes a [`Graph`] (`from_tflite`, `from_graph_def`, `from_objects`); [`layout`]
//! folds constants, gathers scopes into groups that are open or closed, places everything and returns a [`Drawing`],
//! which is plain data for a canvas. [`matching`] compares two graphs, without a drawing.
//!
//! Must not know: releases, kernels, screens.

mod blocks;
mod bodies;
mod columns;
mod cuts;
mod drawing;
pub mod export;
mod from_graph_def;
mod from_keras;
mod from_objects;
mod from_tflite;
mod labels;
mod layout;
mod levels;
mod matching;
mod model;
mod outline;
mod scene;
mod search;
mod tree;
mod view;

pub use blocks::gather_blocks;
pub use bodies::{Body, Graphs, with_bodies};
pub use drawing::{Drawing, DrawnEdge, DrawnNode, Flow, Group, Stats, Stub};
pub use from_graph_def::{FunctionBodies, from_function, from_graph_def};
pub use from_keras::from_keras;
pub use from_objects::{MANY_OBJECTS, ObjectSpec, from_objects};
pub use from_tflite::{dtype_name, from_tflite, tflite_bodies};
pub use labels::label_dtype;
pub use layout::{Options, layout};
pub use matching::{Feed, Matchable, Matching, fingerprint, matching};
pub use model::{EdgeKind, Graph, GraphBuilder, Incoming, NodeSpec, Role, Scope, Style};
pub use outline::{Outline, OutlineRow};
pub use scene::{Scene, Step};
pub use search::{Found, Marked, Problem, QueryError, found_node, search};
