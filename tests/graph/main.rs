//! Graphs: layout and search.

mod attributes;
mod layout;
mod objects;
mod search;
mod stability;
