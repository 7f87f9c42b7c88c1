//! The page around the tensors of a node.

use super::super::colors::Colors;
use super::super::stage::Stage;
use crate::web::app::state::App;
use leptos::prelude::*;

/// The page around the tensors of a node.
#[derive(Clone, Copy)]
pub(super) struct Pane {
    pub app: App,
    pub stage: Stage,
    pub artifact: usize,
    /// The graph of the node, and its index among the drawn bodies of calls if it is in one.
    pub graph: Option<usize>,
    pub body: Option<u32>,
    pub colors: Memo<Option<Colors>>,
}
