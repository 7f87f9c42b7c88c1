//! Bytes, numbers, dates, shapes as text of the page's language.

use super::words::{Arg, tr};
pub use crate::web::model::format::{days, range, shape, size};

/// A size in bytes for people: `14.2 MB`.
pub fn bytes(count: u64) -> String {
    let (value, unit) = size(count);
    tr(unit, &[("n", Arg::Number(value))])
}

/// A number grouped by the language.
pub fn number(count: u64) -> String {
    tr("number", &[("n", Arg::Number(count as f64))])
}
