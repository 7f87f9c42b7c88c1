//! Runs wasm-bindgen tests in a headless browser; cargo calls it for `cargo test` on the browser's target.
//!
//! A separate crate, because it is only needed by `cargo xtask test`.

use std::process::ExitCode;

fn main() -> ExitCode {
    match wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wasm-test-runner: {error:?}");
            ExitCode::FAILURE
        }
    }
}
