//! The page's elements: described by [`html!`], put into the document and kept up to date here.
//!
//! Owns: descriptions of nodes ([`Node`], [`El`]), and what makes the document follow them. Must not know: what the page
//! shows. Leptos's signals and effects drive it; its typed view trees do not: each of their types brings code of its own,
//! which came to a third of the page's download. Here every node has one type, so the code that builds, compares and
//! updates exists once, and a piece of markup costs little more than its names.
//!
//! A closure among children or attributes is a hole: it runs again when a signal that it read changes, and what it then
//! gives is compared with what stands in the document, so that focus, selection and scroll positions stay.

mod live;
mod node;

pub use live::mount;
pub use node::{El, IntoNode, IntoValue, Node, Spot, Value, el, keyed, svg};
pub use vintage_markup::html;
