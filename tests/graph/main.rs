//! Graphs: layout and search.

mod attributes;
mod layout;
mod search;
mod stability;
