//! The compared files.

use crate::web::dom::Node;
use leptos::prelude::RwSignal;

/// Two artifacts by index: before and after.
pub type Pair = (usize, usize);

/// The differences in drawings of both graphs.
#[derive(Clone, Copy)]
pub struct Drawings {
    /// Whether they are shown, instead of a list.
    pub shown: RwSignal<bool>,
    /// The drawings, whose code is fetched when they first open.
    pub view: fn(Pair) -> Node,
}
