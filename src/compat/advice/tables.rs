//! The packed tables of advice.

use crate::compat::knowledge::{Pack, Table};

/// Tables that only advice needs.
static PACK: Pack = Pack::new(include_bytes!(concat!(env!("OUT_DIR"), "/advice.bin")));

/// A table by name.
pub fn table(name: &str) -> &'static Table {
    PACK.table(name)
}
