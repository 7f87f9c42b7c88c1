//! The sorted string table that checkpoints use: footer, index block, data blocks with checksums.
//!
//! Owns: [`Table`], read block by block and never completely. Must not know: the meaning of keys and values.

mod block;
mod checksum;
mod table;

pub use block::{Block, Entry, KeyOrder};
pub use checksum::{crc32c, crc32c_extend, mask, unmask};
pub use table::{Compression, Handle, Table};
