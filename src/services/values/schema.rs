//! Contract of stored values: the JSON of `vintage values --json` and `vintage verify --json`, and of the page's
//! Variables view.

use crate::formats::stored::Listed;
use crate::json::{readable, vocabulary};
use crate::report::schema::ErrorInfo;
use serde::Serialize;

/// A value: its position, its first elements, its statistics.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "StoredValue"))]
pub struct Value {
    /// Unique identifier among the values of the artifact: a key, or a field path.
    pub name: String,
    /// Name for display, if different: the name of a tensor.
    pub label: String,
    /// dtype in lower case, such as `float32`.
    pub dtype: String,
    /// Shape.
    pub shape: Vec<i64>,
    /// Bytes as stored.
    pub bytes: u64,
    /// First elements (8 at most): JSON numbers, text if JSON has no number for them, `[re, im]`, `{"base64": ..}`.
    pub first: Vec<serde_json::Value>,
    /// Sum of all elements; null for strings and unreadable values.
    pub sum: Option<serde_json::Value>,
    /// Statistics; null for unreadable values.
    pub statistics: Option<Statistics>,
    /// Result of the stored checksums.
    pub check: Check,
    /// True when only a part could be read: everything above covers that part.
    pub partial: bool,
    /// The reason it could not be read, or only in part, or the wrong checksum.
    pub error: Option<ErrorInfo>,
}
readable!(Value { name, label, dtype, shape, bytes, first, sum, statistics, check, partial, error });

/// Result of a value's stored checksums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "Checksum"))]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// All match.
    Right,
    /// One does not match.
    Wrong,
    /// The format stores none.
    None,
    /// The value is not stored as plain values: only the runtime itself can read it, such as the state of an iterator.
    Opaque,
    /// The value could not be read.
    #[default]
    Unreadable,
}
readable!(enum Check {
    "right" => Right,
    "wrong" => Wrong,
    "none" => None,
    "opaque" => Opaque,
    "unreadable" => Unreadable
});

/// Statistics of the elements of a value. Extremes, mean, deviation and histogram cover the finite elements.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Statistics {
    /// Subject: `value`, `magnitude` (of complex numbers) or `length` (of strings, in bytes).
    pub of: String,
    /// Elements.
    pub count: u64,
    /// Elements that are not a number.
    pub nan: u64,
    /// Elements that are positive infinity.
    pub positive_infinity: u64,
    /// Elements that are negative infinity.
    pub negative_infinity: u64,
    /// Elements that are zero (empty strings).
    pub zeros: u64,
    /// Smallest.
    pub min: Option<serde_json::Value>,
    /// Largest.
    pub max: Option<serde_json::Value>,
    /// Mean.
    pub mean: Option<f64>,
    /// Standard deviation of the population.
    pub deviation: Option<f64>,
    /// Histogram; null when no element is finite.
    pub histogram: Option<Histogram>,
}
readable!(Statistics {
    of,
    count,
    nan,
    positive_infinity,
    negative_infinity,
    zeros,
    min,
    max,
    mean,
    deviation,
    histogram
});

/// Number of elements in each of several bins of equal width.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Histogram {
    /// Left edge of the first bin.
    pub low: f64,
    /// Right edge of the last bin.
    pub high: f64,
    /// True when each bin is one integer, from `low` to `high`.
    pub whole: bool,
    /// Elements per bin.
    pub counts: Vec<u64>,
}
readable!(Histogram { low, high, whole, counts });

/// Result of `verify`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Checked {
    /// One entry per value, in order.
    pub values: Vec<CheckedValue>,
    /// Bytes of all values.
    pub bytes: u64,
    /// Errors in the layout of the values.
    pub problems: Vec<ErrorInfo>,
}
readable!(Checked { values, bytes, problems });

/// Result for one value.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct CheckedValue {
    /// Name.
    pub name: String,
    /// Bytes as stored.
    pub bytes: u64,
    /// Result of its checksums.
    pub check: Check,
    /// The wrong checksum, or the reason it could not be read.
    pub error: Option<ErrorInfo>,
}
readable!(CheckedValue { name, bytes, check, error });

/// The values of an artifact as rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Rows {
    /// One row per value, in order.
    pub rows: Vec<Row>,
}
readable!(Rows { rows });

/// The numbers of one value that columns show. Strings have those of their lengths, complex numbers those of their
/// magnitudes, as in [`Statistics`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Row {
    /// Name.
    pub name: String,
    /// Result of its checksums.
    pub check: Check,
    /// The wrong checksum, or the reason it could not be read.
    pub error: Option<ErrorInfo>,
    /// Elements that were read.
    pub count: u64,
    /// Smallest.
    pub min: Option<serde_json::Value>,
    /// Largest.
    pub max: Option<serde_json::Value>,
    /// Mean.
    pub mean: Option<f64>,
    /// Standard deviation of the population.
    pub deviation: Option<f64>,
    /// Elements that are zero (empty strings).
    pub zeros: u64,
    /// Elements that are not a number.
    pub nan: u64,
    /// Elements that are infinite.
    pub infinite: u64,
}
readable!(Row { name, check, error, count, min, max, mean, deviation, zeros, nan, infinite });

/// Stored values of an artifact.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ListedValues {
    /// In order.
    pub values: Vec<ListedValue>,
}
readable!(ListedValues { values });

/// A stored value.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ListedValue {
    /// Unique identifier among the values of the artifact.
    pub name: String,
    /// Name for display, if different.
    pub label: String,
    /// dtype in lower case, such as `float32`.
    pub dtype: String,
    /// Shape.
    pub shape: Vec<i64>,
    /// Bytes as stored.
    pub bytes: u64,
}
readable!(ListedValue { name, label, dtype, shape, bytes });

impl From<Listed> for ListedValue {
    fn from(Listed { name, label, dtype, shape, bytes }: Listed) -> Self {
        Self { name, label, dtype, shape, bytes }
    }
}

vocabulary! {
    /// A column that the rows of a table are sorted by.
    pub enum Column {
        /// The name that is displayed.
        #[default]
        Name = "name",
        /// dtype.
        Dtype = "dtype",
        /// Number of elements by the shape.
        Shape = "shape",
        /// Bytes.
        Bytes = "bytes",
        /// State of the checksum.
        Check = "check",
        /// Smallest element.
        Min = "min",
        /// Largest element.
        Max = "max",
        /// Mean.
        Mean = "mean",
        /// Standard deviation.
        Deviation = "deviation",
        /// Zeros.
        Zeros = "zeros",
        /// NaN and infinities.
        Nan = "nan",
    }
}

/// A request for some rows of the table of an artifact's values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TableListing {
    /// Folded text in the name, or the complete dtype; empty for all rows.
    pub filter: String,
    /// The column that the rows are sorted by.
    pub by: Column,
    /// Whether the last rows come first.
    pub down: bool,
    /// Index of the scope that the rows are in; 0 is the root.
    pub scope: u32,
    /// The first row.
    pub from: usize,
    /// Number of rows at most.
    pub count: usize,
}
readable!(TableListing { filter, by, down, scope, from, count });

/// Rows of the table of an artifact's values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TableRows {
    /// Number of values of the artifact.
    pub all: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Number of rows with this filter.
    pub total: usize,
    /// Index of the first row here.
    pub from: usize,
    /// The rows.
    pub rows: Vec<TableRow>,
}
readable!(TableRows { all, bytes, total, from, rows });

/// A row.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TableRow {
    /// Index of the value.
    pub index: usize,
    /// The value.
    pub value: ListedValue,
    /// The result of reading all values; null before.
    pub result: Option<Row>,
}
readable!(TableRow { index, value, result });

/// The result of reading all values, apart from the rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReadAll {
    /// Whether statistics were computed, and not the checksums alone.
    pub statistics: bool,
    /// Numbers of values by state of their checksums; states of no value are left out.
    pub counts: Vec<CheckCount>,
    /// The first errors: wrong checksums, values that could not be read, errors in the layout.
    pub errors: Vec<ErrorInfo>,
    /// Number of further errors.
    pub more: usize,
}
readable!(ReadAll { statistics, counts, errors, more });

/// A number of values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CheckCount {
    /// The state of their checksums.
    pub check: Check,
    /// The number.
    pub values: u64,
}
readable!(CheckCount { check, values });

/// The scopes in an open scope.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ScopeSizes {
    /// Number of all scopes of the artifact, the root included.
    pub scopes: usize,
    /// Whether some variable belongs to an optimizer.
    pub optimizer: bool,
    /// The scopes around the open one and itself, the root first.
    pub path: Vec<ScopeName>,
    /// Bytes of the variables in the open scope.
    pub bytes: u64,
    /// The scopes in it, the largest first.
    pub inside: Vec<ScopeSize>,
    /// Number of those that were not asked for.
    pub more: usize,
}
readable!(ScopeSizes { scopes, optimizer, path, bytes, inside, more });

/// A scope.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ScopeName {
    /// Its index.
    pub scope: u32,
    /// Last part of its path; empty for the root.
    pub name: String,
}
readable!(ScopeName { scope, name });

/// The size of a scope.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ScopeSize {
    /// Its index.
    pub scope: u32,
    /// Last part of its path.
    pub name: String,
    /// Variables in it.
    pub count: u64,
    /// Bytes of those that belong to the model.
    pub model: u64,
    /// Bytes of those that belong to an optimizer.
    pub optimizer: u64,
}
readable!(ScopeSize { scope, name, count, model, optimizer });

/// A request for some elements of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Slice {
    /// The axis of which each index has a window of its own; null for one window.
    pub tiles: Option<u32>,
    /// The axis of the rows of a window; null for one row.
    pub rows: Option<u32>,
    /// The axis of the columns; null for one column.
    pub columns: Option<u32>,
    /// First index along each axis; the only one along the axes that are not above. Missing ones are 0.
    pub at: Vec<u64>,
}
readable!(Slice { tiles, rows, columns, at });

/// Some elements of a value.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SliceValues {
    /// Shape of the value; its number of elements if only some are stored.
    pub shape: Vec<i64>,
    /// First index along each axis.
    pub at: Vec<u64>,
    /// Number of windows.
    pub images: u64,
    /// Rows of a window.
    pub height: u64,
    /// Columns of a window.
    pub width: u64,
    /// Elements, window by window and row by row, as in [`Value::first`]; null for those that could not be read.
    pub elements: Vec<serde_json::Value>,
    /// The reason some could not be read.
    pub error: Option<ErrorInfo>,
}
readable!(SliceValues { shape, at, images, height, width, elements, error });
