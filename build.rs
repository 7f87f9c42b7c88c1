//! Converts data files to what the crate embeds, one module per kind of data.

#[path = "build/csv.rs"]
mod csv;
#[path = "build/knowledge.rs"]
mod knowledge;
#[path = "build/locales.rs"]
mod locales;

fn main() {
    knowledge::write();
    locales::write();
}
