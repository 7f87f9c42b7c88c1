//! The page ([`app`]) and the workers ([`explorer`], [`engine`]), each a separate wasm module.
//!
//! Owns: [`model`] (the page's logic without a browser), [`protocol`] (messages between page and explorer), byte
//! sources over `Blob`, everything that touches a browser type. Everything except the model and the protocols is
//! compiled for browsers only. Must not know: how formats are read or windows computed, which `report` does.

#[cfg(all(target_arch = "wasm32", feature = "app"))]
pub mod app;
#[cfg(all(target_arch = "wasm32", any(feature = "engine", feature = "explorer")))]
pub mod blob;
#[cfg(all(target_arch = "wasm32", feature = "app"))]
pub mod dom;
#[cfg(all(target_arch = "wasm32", feature = "engine"))]
pub mod engine;
#[cfg(all(target_arch = "wasm32", feature = "explorer"))]
pub mod explorer;
#[cfg(all(target_arch = "wasm32", any(feature = "app", feature = "explorer")))]
pub mod fluent;
pub mod message;
pub mod model;
pub mod protocol;
pub mod run_protocol;
