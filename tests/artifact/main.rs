//! Grouping of dropped files, and archives of them.

mod archives;
mod grouping;
mod strangers;
mod zip;
