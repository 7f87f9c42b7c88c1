//! Stages of the importer, in its own order.

/// Before the import: a text proto is parsed.
pub const TEXT: u32 = 0;
/// The numbers of the VersionDef.
pub const VERSIONS: u32 = 1;
/// The loader around the importer.
pub const LOADER: u32 = 2;
/// The structure of the graph.
pub const SHAPE: u32 = 3;
/// Nodes and their ops.
pub const NODES: u32 = 4;
/// Attrs of nodes.
pub const ATTRS: u32 = 5;
/// After the import: variables are restored, then functions built.
pub const RESTORE: u32 = 6;
