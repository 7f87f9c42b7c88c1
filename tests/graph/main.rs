//! Graph layout.

mod layout;
