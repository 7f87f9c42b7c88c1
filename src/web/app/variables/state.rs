//! State of the view: the rows at hand, what is known of them, what is shown.

use crate::report::schema::ErrorInfo;
use crate::services::values::schema::{Column, ReadAll, ScopeSizes, TableListing, TableRows, Value as ValueReport};
use crate::web::app::sorting::Order;
use crate::web::app::state::App;
use crate::web::app::virtual_rows::Sight;
use leptos::prelude::*;
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
    Done(Arc<ReadAll>),
    /// It failed.
    Failed(ErrorInfo),
}

/// State of a variable's value.
#[derive(Clone)]
pub enum Value {
    /// It was requested.
    Asked,
    /// The worker's answer.
    Known(Arc<ValueReport>),
    /// The worker gave no answer.
    Lost,
}

/// Requested values by name.
pub type Values = RwSignal<HashMap<String, Value>>;

/// State of the view.
#[derive(Clone, Copy)]
pub struct Table {
    /// The page.
    pub app: App,
    /// Index of the artifact.
    pub artifact: usize,
    /// The rows around those in sight; none before the worker's first answer.
    pub rows: RwSignal<Option<Arc<TableRows>>>,
    /// The rows in sight.
    pub sight: Sight,
    /// Values that were requested one by one.
    pub values: Values,
    /// Work on all values.
    pub checking: RwSignal<Checking>,
    /// The result of reading all values.
    pub found: Memo<Option<Arc<ReadAll>>>,
    /// The scopes in the open one, once they are counted.
    pub sizes: RwSignal<Option<Arc<ScopeSizes>>>,
    /// The open scope: the rows are those in it.
    pub scope: RwSignal<u32>,
    /// The variable whose statistics are shown.
    pub chosen: RwSignal<Option<String>>,
    /// Text that the rows contain.
    pub filter: RwSignal<String>,
    /// The column that the rows are sorted by, and whether the last ones come first.
    pub order: Order<Column>,
}

impl Table {
    /// Some rows in the order of the table.
    pub fn listing(self, from: usize, count: usize) -> TableListing {
        let (by, down) = self.order.get();
        TableListing { filter: crate::fold::folded(&self.filter.get()), by, down, scope: self.scope.get(), from, count }
    }

    /// Number of rows with this filter.
    pub fn total(self) -> usize {
        self.rows.with(|rows| rows.as_ref().map_or(0, |rows| rows.total))
    }

    /// Whether statistics were computed.
    pub fn has_numbers(self) -> bool {
        self.found.with(|found| found.as_ref().is_some_and(|found| found.statistics))
    }
}
