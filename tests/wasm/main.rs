//! Parts of the browser side that need no screen, in a dedicated worker (where `FileReaderSync` is).
#![cfg(target_arch = "wasm32")]

mod blob;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);
