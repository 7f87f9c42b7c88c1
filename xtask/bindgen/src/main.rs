//! Makes the JavaScript for a compiled module: `bindgen IN.wasm OUT_DIR NAME`, for ES modules in pages and workers.
//!
//! A crate of its own, because wasm-bindgen's library takes a while to compile: `cargo xtask` stays quick to build.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, out, name] = arguments.as_slice() else {
        eprintln!("usage: bindgen IN.wasm OUT_DIR NAME");
        return ExitCode::from(2);
    };
    // The library leaves the module's address out unless told otherwise; with it, `init()` needs no argument.
    let result = wasm_bindgen_cli_support::Bindgen::new().omit_default_module_path(false).web(true).and_then(|b| {
        b.typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .input_path(input)
            .out_name(name)
            .generate(out)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error:?}");
            ExitCode::FAILURE
        }
    }
}
