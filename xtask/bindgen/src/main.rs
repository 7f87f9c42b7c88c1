//! Generates the JavaScript for a compiled module: `bindgen IN.wasm OUT_DIR NAME [OPTIONS]`, for ES modules in pages and
//! workers.
//!
//! - `--split` cuts out the chunks that the source marks; they are fetched when needed.
//! - `--keep-shared` lets the module keep what several chunks share, instead of chunks that are too small for a file.
//! - `--later LIST` moves the functions that a file lists into files of their own.
//! - `--points LIST` does the same with parts of functions.
//! - `--usual LIST` moves further functions of the module into a second file of their own.
//! - `--found FILE` writes which lines of these lists, of those with a form, functions had.
//! - `--count` lets each function note that it is called, and its parts, for such lists. Nothing is moved.
//! - `--parts NAME,NAME` says of which chunks the two options before hold, beside the module itself.
//!
//! A separate crate, because wasm-bindgen's library takes a while to compile: `cargo xtask` stays quick to build.

mod cold;
mod later;
mod listed;
mod names;
mod parting;
mod read;
mod small;
mod split;

use split::Keep;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The options of a call.
#[derive(Default)]
struct Options {
    split: bool,
    keep: Keep,
    later: Option<PathBuf>,
    points: Option<PathBuf>,
    usual: Option<PathBuf>,
    found: Option<PathBuf>,
    count: bool,
    parts: Vec<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let made = match arguments.as_slice() {
        [input, out, name, flags @ ..] => {
            options(flags).map(|options| make(Path::new(input), Path::new(out), name, &options))
        }
        _ => None,
    };
    let Some(made) = made else {
        eprintln!(
            "usage: bindgen IN.wasm OUT_DIR NAME [--split [--keep-shared]] [--later LIST [--points LIST] [--usual LIST] [--found FILE]] [--count] [--parts NAME,NAME]"
        );
        return ExitCode::from(2);
    };
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The options that the flags of a call say; `None` for an unknown flag.
fn options(flags: &[String]) -> Option<Options> {
    let mut options = Options::default();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        match flag.as_str() {
            "--split" => options.split = true,
            "--keep-shared" => options.keep = Keep::Shared,
            "--later" => options.later = Some(flags.next()?.into()),
            "--points" => options.points = Some(flags.next()?.into()),
            "--usual" => options.usual = Some(flags.next()?.into()),
            "--found" => options.found = Some(flags.next()?.into()),
            "--count" => options.count = true,
            "--parts" => options.parts = flags.next()?.split(',').map(str::to_owned).collect(),
            _ => return None,
        }
    }
    Some(options)
}

fn make(input: &Path, out: &Path, name: &str, options: &Options) -> Result<(), String> {
    let main = match options.split {
        true => split::cut(input, out, name, options.keep)?,
        false => input.to_owned(),
    };
    wasm_bindgen_cli_support::Bindgen::new()
        // `static/unpack.js` passes the module; bundlers would look for the file behind a default address.
        .omit_default_module_path(true)
        .web(true)
        .and_then(|b| {
            b.typescript(false)
                // What follows goes by names, and leaves none.
                .remove_name_section(options.later.is_none() && !options.count)
                .remove_producers_section(true)
                // The chunks are linked to memory, table and stack of the module, which the linker exports.
                .keep_lld_exports(options.split)
                .input_path(&main)
                .out_name(name)
                .generate(out)
        })
        .map_err(|error| format!("{error:?}"))?;
    if options.split {
        let io = |e: std::io::Error| format!("cannot remove {}: {e}", main.display());
        std::fs::remove_file(&main).map_err(io)?;
    }
    let files = parting::Files { folder: out, name, parts: &options.parts };
    match &options.later {
        _ if options.count => files.counted(),
        Some(list) => {
            let found = files.apart(list, options.points.as_deref(), options.usual.as_deref())?;
            let Some(file) = &options.found else { return Ok(()) };
            let lines: String = found.into_iter().map(|line| line + "\n").collect();
            std::fs::write(file, lines).map_err(|e| format!("cannot write {}: {e}", file.display()))
        }
        None => files.whole(),
    }
}
