//! Graph layout.

mod attributes;
mod layout;
