//! wasm-opt: the system's own program if it is new enough, otherwise npm's binaryen, which is the same as JavaScript.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::sections;
use crate::{Result, command, npm, project};

/// Instructions supported by compiler and browsers: the option that allows them to wasm-opt, and their names in
/// binaryen's JavaScript.
const INSTRUCTIONS: &[(&str, &[&str])] = &[
    ("--enable-bulk-memory", &["BulkMemory", "BulkMemoryOpt"]),
    ("--enable-extended-const", &["ExtendedConst"]),
    ("--enable-multivalue", &["Multivalue"]),
    ("--enable-mutable-globals", &["MutableGlobals"]),
    ("--enable-nontrapping-float-to-int", &["NontrappingFPToInt"]),
    ("--enable-reference-types", &["ReferenceTypes"]),
    ("--enable-sign-ext", &["SignExt"]),
    ("--enable-simd", &["SIMD128"]),
];
const RELAXED: (&str, &[&str]) = ("--enable-relaxed-simd", &["RelaxedSIMD"]);

/// Keeps the optimizer from inlining functions larger than this into their only caller. A browser optimizes complete
/// functions: with all steps of preparing a model in one function, that took 140 ms because of one loop.
const ONE_CALLER: u32 = 300;

/// The oldest release that is trusted: 108, of Debian 12, exports another table than the one that wasm-bindgen fills, and the
/// page does not start.
const OLDEST: u32 = 117;

/// The optimizer's purpose for a module.
#[derive(Clone, Copy)]
pub enum Level {
    /// Fewer bytes.
    Size,
    /// Less time.
    Speed,
}

impl Level {
    /// wasm-opt's option, and the two levels it stands for: of optimizing and of shrinking.
    fn option(self) -> (&'static str, u8, u8) {
        match self {
            Self::Size => ("-Oz", 2, 2),
            Self::Speed => ("-O3", 3, 0),
        }
    }
}

/// The available program.
pub enum Optimizer {
    /// The system's wasm-opt.
    Native(PathBuf),
    /// npm's binaryen, by way of a script.
    Script(PathBuf),
}

impl Optimizer {
    /// Finds the system's program; without a recent one npm's does all.
    pub fn find() -> Self {
        native().map_or_else(|| Self::Script(project::root().join("xtask/src/build/optimize.mjs")), Self::Native)
    }

    /// Identifies the tools: it changes when their output may change.
    pub fn key(&self) -> String {
        let (Self::Native(program) | Self::Script(program)) = self;
        let package = npm::binaryen();
        let modified = [program, &package].map(|path| path.metadata().and_then(|m| m.modified()).ok());
        format!("{program:?} {modified:?} {INSTRUCTIONS:?} {ONE_CALLER}")
    }

    /// Rewrites modules or chunks as smaller or faster ones.
    pub fn optimize(&self, files: &[PathBuf], level: Level, relaxed: bool) -> Result {
        files.iter().try_for_each(|file| strip(file))?;
        let allowed: Vec<_> = INSTRUCTIONS.iter().chain(relaxed.then_some(&RELAXED)).collect();
        let (option, optimize, shrink) = level.option();
        match self {
            Self::Native(program) => files.iter().try_for_each(|file| {
                let small = file.with_extension("optimized");
                let mut opt = command::clean(Command::new(program));
                opt.args(allowed.iter().map(|(option, _)| option)).arg(option);
                opt.arg(format!("--one-caller-inline-max-function-size={ONE_CALLER}"));
                command::run(opt.arg(file).arg("-o").arg(&small))?;
                std::fs::rename(&small, file).map_err(|e| format!("cannot rewrite {}: {e}", file.display()))
            }),
            Self::Script(script) => {
                let features: Vec<_> = allowed.iter().flat_map(|(_, names)| *names).collect();
                let options = format!(
                    r#"{{"optimize": {optimize}, "shrink": {shrink}, "oneCaller": {ONE_CALLER}, "features": {features:?}}}"#
                );
                command::run(command::clean(Command::new("node")).arg(script).arg(options).args(files))
            }
        }
    }
}

/// Removes what only people and linkers read.
fn strip(module: &Path) -> Result {
    let io = |e: std::io::Error| format!("cannot rewrite {}: {e}", module.display());
    let stripped = sections::strip(&std::fs::read(module).map_err(io)?)
        .ok_or_else(|| format!("{} is no wasm module; please report this.", module.display()))?;
    std::fs::write(module, stripped).map_err(io)
}

/// The system's program and its release: `wasm-opt version 108 (version_108)`.
fn native() -> Option<PathBuf> {
    let path = command::find("wasm-opt")?;
    let version = command::probe(Command::new(&path).arg("--version"))?;
    let version = release(&version)?;
    (version >= OLDEST).then_some(path)
}

fn release(text: &str) -> Option<u32> {
    text.strip_prefix("wasm-opt version ")?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_read() {
        assert_eq!(release("wasm-opt version 108 (version_108)"), Some(108));
        assert_eq!(release("wasm-opt version 132"), Some(132));
        assert_eq!(release("something else"), None);
    }
}
