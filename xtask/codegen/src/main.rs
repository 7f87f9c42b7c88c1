//! Generates Rust from `schema/` (FlatBuffers) and `proto/` (Protocol Buffers) into `src/formats/*/generated/`.
//!
//! A crate of its own, because it compiles the FlatBuffers compiler: `cargo xtask` stays quick to build.
//! Run through `cargo xtask codegen`; with `--check` nothing is written and stale files fail.

mod protobuf;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let check = std::env::args().any(|a| a == "--check");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("this crate stands two folders deep");
    let mut stale = 0;
    for (path, text) in protobuf::outputs(root)? {
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
    Ok(if stale == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
