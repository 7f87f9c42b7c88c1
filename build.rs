//! Turns data files into what the crate embeds. One module a kind of data.

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
