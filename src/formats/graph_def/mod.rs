//! GraphDef and MetaGraphDef files: binary, text, memory-mapped; graphs in event files.
//!
//! Owns: [`GraphDocument`], [`MetaGraph`], positions of nodes. Must not know: op registries, releases, layout.

mod document;
mod events;
mod mapped;
mod spans;

pub use document::{Form, GraphDefExt, GraphDocument, MetaGraph};
pub use mapped::{Region, is_mapped};
pub use spans::GraphSpans;
pub(crate) use spans::WATCH;
