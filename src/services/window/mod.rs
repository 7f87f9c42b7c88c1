//! Static answers: the windows of files as a picture (SVG), a table (Markdown) and data, and a badge for one file.
//!
//! Owns: [`schema`] (the data), the drawings, their sentences. Must not know: files, browser types, languages: texts
//! come from the caller by id ([`Say`]), so that the terminal and the page write the same answers.

mod axis;
mod badge;
mod lane;
mod markdown;
mod say;
pub mod schema;
mod sentences;
mod style;
mod svg;
mod target;
mod windows;
mod xml;

pub use badge::{Badge, badge};
pub use markdown::markdown;
pub use say::Say;
pub use sentences::released;
pub use svg::svg;
pub use target::{Missing, row_of, verdict_at};
pub use windows::Asked;
