//! Checkpoints: V2 bundles, V1 tables, the state file.
//!
//! Owns: [`Checkpoint`] with its variables, values on demand, object graph. Must not know: the grouping of files (they
//! are passed in), the meaning of object graphs (`restore`), releases.

mod bundle;
mod document;
mod join;
mod object_graph;
mod slice;
mod state;
mod stored;
mod table;
mod values;
mod variable;

pub use bundle::{Bundle, Header};
pub use document::Checkpoint;
pub use object_graph::OBJECT_GRAPH_KEY;
pub use slice::Slice;
pub use state::StateDocument;
pub use table::TableCheckpoint;
pub use variable::Variable;

use crate::bytes::{Limits, Result, SharedSource};
use crate::formats::sstable::Table;

/// Form of a checkpoint's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// The index of a V2 checkpoint.
    V2Index,
    /// A V1 checkpoint, or a shard of one.
    V1,
}

/// The form of a table, by content; an error when it is not a readable table. Reads one block.
pub fn probe(source: &SharedSource, limits: &Limits) -> Result<TableForm> {
    let table = Table::open(source.clone(), limits)?;
    if table.blocks().len() == 0 {
        return Ok(TableForm::V2Index);
    }
    let block = table.block(0)?;
    let first = block.entries().next().transpose()?;
    // Field 1 of the first value: a message in V1 (its meta), a number in V2 (the number of shards).
    let v1 = first.is_some_and(|e| e.key.is_empty() && block.value(&e).first() == Some(&0x0a));
    Ok(if v1 { TableForm::V1 } else { TableForm::V2Index })
}
