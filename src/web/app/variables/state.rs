//! State of the view: what is listed, what is known of it, what is shown.

use super::results::{Checking, Found};
use crate::services::values::schema::Value as ValueReport;
use crate::services::values::scopes::Scopes;
use crate::web::app::state::App;
use crate::web::protocol::ListedValue;
use leptos::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

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
    /// All values that can be listed.
    pub all: RwSignal<Arc<Vec<ListedValue>>>,
    /// Indices of the shown rows, in order.
    pub lines: Memo<Vec<usize>>,
    /// Values that were requested one by one.
    pub values: Values,
    /// Work on all values.
    pub checking: RwSignal<Checking>,
    /// Results of reading all values.
    pub found: Memo<Option<Arc<Found>>>,
    /// The scopes of all values, once they are counted.
    pub scopes: Memo<Option<Arc<Scopes>>>,
    /// The open scope: the lines are those in it.
    pub scope: RwSignal<u32>,
    /// The variable whose statistics are shown.
    pub chosen: RwSignal<Option<String>>,
    /// Text that the lines contain.
    pub filter: RwSignal<String>,
    /// The column that orders the lines, and whether from the largest on.
    pub order: RwSignal<(u8, bool)>,
}
