//! The tables of all kinds of files.

use super::table::{Pack, Table};

static SHARED: Pack = Pack::new(include_bytes!(concat!(env!("OUT_DIR"), "/shared.bin")));

/// A table that every kind of file needs, by the name of its file.
pub fn table(name: &str) -> &'static Table {
    SHARED.table(name)
}
