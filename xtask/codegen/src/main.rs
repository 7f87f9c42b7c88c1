//! Generates Rust from `schema/` (FlatBuffers) and `proto/` (Protocol Buffers) into `src/formats/*/generated/`.
//!
//! A separate crate, because it compiles a Protocol Buffers compiler: `cargo xtask` stays quick to build.
//! Run through `cargo xtask codegen`; with `--check` nothing is written and stale files fail.
//! Naming a half (`flatbuffers`, `protobuf`) runs that half only.

mod flatbuffers;
mod protobuf;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Output of a half: path from the root of the repository, and expected content of the file.
type Outputs = Result<Vec<(PathBuf, String)>, Box<dyn Error>>;

/// A half: its name, and its generator, which gets the root of the repository.
type Half = (&'static str, fn(&Path) -> Outputs);

/// The two halves.
const HALVES: [Half; 2] = [("protobuf", protobuf::outputs), ("flatbuffers", flatbuffers::outputs)];

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("codegen: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let (options, named): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let check = options.iter().any(|a| a == "--check");
    if let Some(unknown) = named.iter().find(|n| HALVES.iter().all(|(half, _)| *half != n.as_str())) {
        return Err(format!("there is no half `{unknown}`; name `flatbuffers`, `protobuf` or none").into());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("this crate stands two folders deep");
    let mut stale = 0;
    for (name, outputs) in HALVES {
        if !named.is_empty() && named.iter().all(|n| n != name) {
            continue;
        }
        for (path, text) in outputs(root)? {
            let full = root.join(&path);
            if std::fs::read_to_string(&full).is_ok_and(|old| old == text) {
                continue;
            }
            if check {
                eprintln!("stale: {} (run `cargo xtask codegen`)", path.display());
                stale += 1;
            } else {
                std::fs::create_dir_all(full.parent().expect("a file has a folder"))?;
                std::fs::write(&full, text)?;
                println!("wrote {}", path.display());
            }
        }
    }
    Ok(if stale == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
