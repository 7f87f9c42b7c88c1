//! Results for all variables: by name, as columns, and in the order of a column.

use crate::order;
use crate::report::schema::ErrorInfo;
use crate::services::values::schema::{Check, Row};
use crate::web::app::format;
use crate::web::app::statistics::{number_text, real_text};
use crate::web::app::words::t;
use crate::web::dom::{Node, html};
use crate::web::protocol::ListedValue;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

/// Progress of reading all values.
#[derive(Clone, Default)]
pub enum Checking {
    /// Nothing was requested.
    #[default]
    No,
    /// Job, bytes done, bytes in all.
    At(u32, u64, u64),
    /// The result.
    Done(Arc<Found>),
    /// It failed.
    Failed(ErrorInfo),
}

/// Results for all values.
pub struct Found {
    /// Results by name.
    by_name: HashMap<String, Row>,
    /// Whether statistics were computed, and not the checksums alone.
    pub statistics: bool,
    /// Number of values by state of their checksums.
    pub counts: Vec<(Check, u64)>,
    /// Wrong checksums, values that could not be read, errors in the layout.
    pub errors: Vec<ErrorInfo>,
}

impl Found {
    /// From the rows of all values.
    pub fn new(rows: Vec<Row>, problems: Vec<ErrorInfo>, statistics: bool) -> Self {
        let count = |check: Check| (check, rows.iter().filter(|row| row.check == check).count() as u64);
        let counts = [Check::Right, Check::Wrong, Check::Unreadable, Check::Opaque, Check::None].map(count);
        let errors = rows.iter().filter_map(|row| row.error.clone()).chain(problems).collect();
        let by_name = rows.into_iter().map(|row| (row.name.clone(), row)).collect();
        Self { by_name, statistics, counts: counts.into_iter().filter(|(_, n)| *n > 0).collect(), errors }
    }

    /// The result of one value.
    pub fn of(&self, name: &str) -> Option<&Row> {
        self.by_name.get(name)
    }
}

/// A column of results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// State of the checksum.
    Check,
    /// Smallest element.
    Min,
    /// Largest element.
    Max,
    /// Mean.
    Mean,
    /// Standard deviation.
    Deviation,
    /// Zeros.
    Zeros,
    /// NaN and infinities.
    Nan,
}

impl Column {
    /// The columns of numbers, in order.
    pub const NUMBERS: [Self; 6] = [Self::Min, Self::Max, Self::Mean, Self::Deviation, Self::Zeros, Self::Nan];

    /// Message of its head.
    pub const fn head(self) -> &'static str {
        match self {
            Self::Check => "col-checksum",
            Self::Min => "values-min",
            Self::Max => "values-max",
            Self::Mean => "values-mean",
            Self::Deviation => "values-deviation",
            Self::Zeros => "values-zeros",
            Self::Nan => "col-not-finite",
        }
    }

    /// The number of a row; `None` without one.
    fn number(self, row: &Row) -> Option<f64> {
        let json = |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
        match self {
            Self::Check => Some(f64::from(row.check as u8)),
            Self::Min => json(&row.min),
            Self::Max => json(&row.max),
            Self::Mean => row.mean,
            Self::Deviation => row.deviation,
            Self::Zeros => Some(row.zeros as f64),
            Self::Nan => Some((row.nan + row.infinite) as f64),
        }
    }

    /// The text of a number.
    pub fn text(self, row: &Row) -> String {
        // Nothing was read, so nothing was counted.
        if row.count == 0 {
            return String::new();
        }
        match self {
            Self::Check => t(check_word(row.check)),
            Self::Min => row.min.as_ref().map(number_text).unwrap_or_default(),
            Self::Max => row.max.as_ref().map(number_text).unwrap_or_default(),
            Self::Mean => row.mean.map(real_text).unwrap_or_default(),
            Self::Deviation => row.deviation.map(real_text).unwrap_or_default(),
            Self::Zeros => format::number(row.zeros),
            Self::Nan => format::number(row.nan + row.infinite),
        }
    }
}

/// Message of a checksum's state.
pub const fn check_word(check: Check) -> &'static str {
    match check {
        Check::Right => "check-right",
        Check::Wrong => "check-wrong",
        Check::None => "check-none",
        Check::Opaque => "check-opaque",
        Check::Unreadable => "check-unreadable",
    }
}

/// Orders rows by a column; rows without a number are last in both directions.
pub fn sort(lines: &mut [usize], all: &[ListedValue], found: &Found, column: Column, down: bool) {
    let number = |index: usize| found.of(&all[index].name).and_then(|row| column.number(row));
    let numbers: HashMap<usize, f64> = lines.iter().filter_map(|index| Some((*index, number(*index)?))).collect();
    order::sort_by(lines, |a, b| match (numbers.get(a), numbers.get(b)) {
        (Some(a), Some(b)) if down => b.total_cmp(a),
        (Some(a), Some(b)) => a.total_cmp(b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    });
}

/// The cells of the numbers; none before they are computed.
pub fn number_cells(found: Option<&Found>, name: &str) -> Node {
    let Some(found) = found.filter(|found| found.statistics) else { return Node::Nothing };
    let row = found.of(name);
    let cell = |column: Column| {
        let text = row.map(|row| column.text(row)).unwrap_or_default();
        html! { <td class="n" title=text.clone()><code>{text.clone()}</code></td> }
    };
    Column::NUMBERS.into_iter().map(cell).collect()
}
