//! Browser only: the page ([`app`]) and the workers ([`explorer`], [`engine`]), each a wasm module of its own.
//!
//! Owns: [`protocol`] (what page and explorer say to each other), byte sources over `Blob`, everything that touches a
//! browser type. Must not know: how a format is read or a window is found; it asks `report`.

#[cfg(feature = "app")]
pub mod app;
#[cfg(any(feature = "engine", feature = "explorer"))]
pub mod blob;
#[cfg(feature = "app")]
pub mod dom;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "explorer")]
pub mod explorer;
pub mod message;
pub mod protocol;
pub mod run_protocol;

/// Starts the page or the explorer when its module is instantiated. The engine's modules start nothing by themselves.
#[cfg(all(feature = "module", any(feature = "app", feature = "explorer")))]
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    #[cfg(feature = "app")]
    app::start();
    #[cfg(feature = "explorer")]
    explorer::start();
}
