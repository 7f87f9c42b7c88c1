//! Rows that code refers to by name: sources of facts without a table of their own, and eras.
//!
//! `cargo xtask check` compares the names in the code with the rows.

use super::{Range, Table, range};

/// Source of a fact, such as that no release takes something.
pub fn source_in(t: &Table, fact: &str) -> &'static str {
    t.column("source").at(rows(t, "fact", fact)[0])
}

/// Spans of an era in a table of eras, one for each of its rows.
pub(super) fn spans(t: &Table, era: &str) -> Vec<Range> {
    let cell = |column: &str, row: usize| t.column(column).at(row);
    let span = |row: usize| range(cell("on", row), cell("first", row), cell("last", row));
    rows(t, "era", era).into_iter().map(span).collect()
}

/// The rows with a name: at least one, because the names are those of this crate's own CSV files.
pub(super) fn rows(t: &Table, column: &str, name: &str) -> Vec<usize> {
    let column = t.column(column);
    (0..t.rows).filter(|&row| column.at(row) == name).collect()
}
