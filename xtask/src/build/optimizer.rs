//! wasm-opt: the system's own program if it is new enough, otherwise npm's, which is the same program as JavaScript and
//! takes four times as long.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::sections;
use crate::{Result, command, npm};

/// Instructions supported by compiler and browsers, which wasm-opt must allow.
const INSTRUCTIONS: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-extended-const",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];
const RELAXED: &str = "--enable-relaxed-simd";

/// Keeps wasm-opt from inlining large functions into their only caller. A browser optimizes complete functions: with
/// all steps of preparing a model in one function, that took 140 ms because of one loop.
const ONE_CALLER: &str = "--one-caller-inline-max-function-size=300";

/// The oldest release that is trusted: 108, of Debian 12, exports another table than the one that wasm-bindgen fills, and the
/// page does not start.
const OLDEST: u32 = 117;
/// The available programs.
pub struct Optimizer {
    native: Option<PathBuf>,
    /// npm's.
    script: PathBuf,
}

impl Optimizer {
    /// Finds the system's program; without a recent one npm's does all.
    pub fn find() -> Self {
        let native = native();
        Self { native, script: npm::wasm_opt() }
    }

    /// The program for every module.
    fn program(&self) -> &Path {
        self.native.as_deref().unwrap_or(&self.script)
    }

    /// Identifies the tools: it changes when their output may change.
    pub fn key(&self) -> String {
        let program = self.program();
        let modified = program.metadata().and_then(|m| m.modified()).ok();
        format!("{program:?} {modified:?} {INSTRUCTIONS:?} {ONE_CALLER}")
    }

    /// Rewrites a module or chunk as a smaller or faster one.
    pub fn optimise(&self, plain: &Path, options: &[&str], relaxed: bool) -> Result {
        let io = |e: std::io::Error| format!("cannot rewrite {}: {e}", plain.display());
        let stripped = sections::strip(&std::fs::read(plain).map_err(io)?)
            .ok_or_else(|| format!("{} is no wasm module; please report this.", plain.display()))?;
        std::fs::write(plain, stripped).map_err(io)?;
        let small = plain.with_extension("optimised");
        let mut opt = command::clean(Command::new(self.program()));
        opt.args(INSTRUCTIONS).args(relaxed.then_some(RELAXED)).arg(ONE_CALLER).args(options);
        command::run(opt.arg(plain).arg("-o").arg(&small))?;
        std::fs::rename(&small, plain).map_err(io)
    }
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
