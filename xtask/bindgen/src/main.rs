//! Generates the JavaScript for a compiled module: `bindgen IN.wasm OUT_DIR NAME [--split [--keep-small]]`, for ES
//! modules in pages and workers. With `--split` it first cuts out the chunks that the source marks; they are fetched when
//! needed. With `--keep-small` the module keeps chunks that are too small for a file.
//!
//! A separate crate, because wasm-bindgen's library takes a while to compile: `cargo xtask` stays quick to build.

mod small;
mod split;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (input, out, name, split) = match arguments.as_slice() {
        [input, out, name] => (input, out, name, None),
        [input, out, name, flag] if flag == "--split" => (input, out, name, Some(false)),
        [input, out, name, flag, small] if flag == "--split" && small == "--keep-small" => {
            (input, out, name, Some(true))
        }
        _ => {
            eprintln!("usage: bindgen IN.wasm OUT_DIR NAME [--split [--keep-small]]");
            return ExitCode::from(2);
        }
    };
    match make(Path::new(input), Path::new(out), name, split) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error}");
            ExitCode::FAILURE
        }
    }
}

fn make(input: &Path, out: &Path, name: &str, split: Option<bool>) -> Result<(), String> {
    let main = match split {
        Some(small) => split::cut(input, out, name, small)?,
        None => input.to_owned(),
    };
    wasm_bindgen_cli_support::Bindgen::new()
        // `static/unpack.js` passes the module; bundlers would look for the file behind a default address.
        .omit_default_module_path(true)
        .web(true)
        .and_then(|b| {
            b.typescript(false)
                .remove_name_section(true)
                .remove_producers_section(true)
                // The chunks are linked to memory, table and stack of the module, which the linker exports.
                .keep_lld_exports(split.is_some())
                .input_path(&main)
                .out_name(name)
                .generate(out)
        })
        .map_err(|error| format!("{error:?}"))?;
    if split.is_some() {
        let io = |e: std::io::Error| format!("cannot remove {}: {e}", main.display());
        std::fs::remove_file(&main).map_err(io)?;
    }
    Ok(())
}
