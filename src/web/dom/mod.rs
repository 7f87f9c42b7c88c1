//! The page's elements: described by [`html!`], inserted into the document and kept current here.
//!
//! Owns: descriptions of nodes ([`Node`], [`El`]), and updating the document to them. Must not know: the content of the
//! page. Leptos's signals and effects drive it; its typed view trees do not: each of their types has its own code, a
//! third of the page's download. Here every node has one type, so the code that builds, compares and updates exists
//! once, and a piece of markup costs little more than its names.
//!
//! A closure among children or attributes runs again when a signal that it read changes, and its result is compared
//! with the current nodes, so that focus, selection and scroll positions stay.

mod live;
mod node;

pub use live::{detached, mount};
pub use node::{El, IntoNode, IntoValue, Node, NodeRef, Value, el, keyed, svg};
pub use vintage_markup::html;
