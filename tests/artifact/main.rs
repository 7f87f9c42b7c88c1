//! Which dropped files belong together, and archives of them.

mod archives;
mod grouping;
mod strangers;
mod zip;
