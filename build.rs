//! Turns data files into what the crate embeds. One module a kind of data.

#[path = "build/locales.rs"]
mod locales;

fn main() {
    locales::write();
}
