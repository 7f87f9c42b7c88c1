//! Stages of the loader, in its own order.

/// Identifier, schema version and structure of the file.
pub const HEADER: u32 = 0;
/// Operator codes.
pub const CODES: u32 = 1;
/// Subgraphs and the operators in them.
pub const SUBGRAPHS: u32 = 2;
/// Tensors and their buffers.
pub const TENSORS: u32 = 3;
/// `AllocateTensors` prepares the nodes.
pub const PREPARE: u32 = 4;
/// Damage without a message comes after everything with one.
pub const DAMAGE: u32 = 5;
