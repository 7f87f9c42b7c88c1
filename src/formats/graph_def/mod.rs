//! GraphDef and MetaGraphDef files, binary or text.
//!
//! Owns: [`GraphDocument`], [`MetaGraph`], places of nodes. Must not know: op registries, releases, layout.

mod document;
mod spans;

pub use document::{Form, GraphDefExt, GraphDocument, MetaGraph};
pub use spans::GraphSpans;
pub(crate) use spans::WATCH;
