//! The wasm modules, and their processing after compilation.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::Mode;
use super::imports;
use super::instances;
use super::optimizer::{Level, Optimizer};
use super::pack::Packing;
use crate::{Result, command, hash, project};

/// A wasm module of the page.
pub struct Module {
    /// The name of its files in `dist/wasm/`: `NAME.js` and `NAME_bg.wasm`, packed.
    pub name: &'static str,
    /// Its purpose, as text.
    pub what: &'static str,
    /// The package's features it needs: it is the library with these.
    pub features: &'static str,
    /// The cargo profile, one per module: `size…` for modules that load first, `release…` for those that compute.
    pub profile: &'static str,
    /// Whether the first display of a file needs it. The Run view waits for the others.
    pub first_look: bool,
    /// Instructions beyond the baseline.
    pub rustflags: &'static [&'static str],
    /// Whether release builds cut it into chunks, which are fetched when first needed.
    pub split: bool,
    /// How it travels.
    pub packing: Packing,
    /// For a module of which a document may have several instances: the functions it exports (see [`instances`]).
    pub instances: &'static [&'static str],
}

const SIMD: &[&str] = &["-Ctarget-feature=+simd128"];
const RELAXED_SIMD: &[&str] = &["-Ctarget-feature=+simd128,+relaxed-simd"];

/// All modules, in the order in which a visitor loads them.
pub const MODULES: &[Module] = &[
    Module {
        name: "vintage-app",
        what: "the page",
        features: "app",
        profile: "size",
        first_look: true,
        rustflags: &[],
        split: true,
        packing: Packing::Lzma,
        instances: &["mount", "unmount", "follow", "open", "svg"],
    },
    Module {
        name: "vintage-explorer",
        what: "the explorer worker",
        features: "explorer",
        profile: "size-explorer",
        first_look: true,
        rustflags: &[],
        split: true,
        packing: Packing::Lzma,
        instances: &["listen"],
    },
    Module {
        name: "vintage-engine",
        what: "the engine worker, SIMD",
        features: "engine",
        profile: "release",
        first_look: false,
        rustflags: SIMD,
        split: true,
        packing: Packing::Zlib,
        instances: &[],
    },
    Module {
        name: "vintage-engine-relaxed",
        what: "the engine worker, relaxed SIMD",
        features: "engine",
        profile: "release-relaxed",
        first_look: false,
        rustflags: RELAXED_SIMD,
        split: true,
        packing: Packing::Zlib,
        instances: &[],
    },
    Module {
        name: "vintage-gpu",
        what: "the engine worker, WebGPU",
        features: "engine,gpu",
        profile: "size-gpu",
        first_look: false,
        rustflags: SIMD,
        split: false,
        packing: Packing::Lzma,
        instances: &[],
    },
];

impl Module {
    /// Whether it may contain relaxed SIMD instructions, which old tools do not support.
    fn is_relaxed(&self) -> bool {
        self.rustflags == RELAXED_SIMD
    }

    /// Whether a build cuts it into chunks.
    pub fn is_split(&self, mode: Mode) -> bool {
        self.split && mode == Mode::Release
    }
}

/// Generates the JavaScript of a compiled module, optimizes and packs the module. Returns the folder with the results,
/// which is kept until the module or a tool changes.
pub fn finish(
    module: &Module,
    input: &Path,
    bindgen: &Path,
    optimizer: Option<&Optimizer>,
    mode: Mode,
) -> Result<PathBuf> {
    let work = project::target_dir().join("web").join(format!("{}-{}", module.name, mode_name(mode)));
    let io = |e: std::io::Error| format!("cannot write {}: {e}", work.display());
    let compiled = std::fs::read(input).map_err(io)?;
    let split = module.is_split(mode);
    let tools = format!(
        "{:?} {:?} {split} {:?} {} {} {:?}",
        bindgen.metadata().and_then(|m| m.modified()).ok(),
        optimizer.map(|optimizer| optimizer.key()),
        module.packing,
        imports::VERSION,
        instances::VERSION,
        module.instances
    );
    let stamp = format!("{:016x}", hash::fnv([compiled.as_slice(), tools.as_bytes()]));
    let out = work.join("out");
    if std::fs::read_to_string(work.join("stamp")).is_ok_and(|s| s == stamp) {
        return Ok(out);
    }
    if work.exists() {
        std::fs::remove_dir_all(&work).map_err(io)?;
    }
    std::fs::create_dir_all(&out).map_err(io)?;
    let mut bindgen = command::clean(Command::new(bindgen));
    bindgen.arg(input).arg(&out).arg(module.name);
    if split {
        bindgen.arg("--split");
    }
    command::run(&mut bindgen)?;
    if mode == Mode::Release {
        imports::shorten(&out, module.name)?;
    }
    if let Some(optimizer) = optimizer {
        let level = if module.profile.starts_with("size") { Level::Size } else { Level::Speed };
        let mut files = Vec::new();
        for entry in out.read_dir().map_err(io)? {
            let path = entry.map_err(io)?.path();
            files.extend(path.extension().is_some_and(|e| e == "wasm").then_some(path));
        }
        optimizer.optimize(&files, level, module.is_relaxed())?;
    }
    super::pack::pack(&out, module.packing, mode)?;
    if !module.instances.is_empty() {
        instances::join(&out, module.name, module.instances)?;
    }
    if mode == Mode::Release {
        super::dist::minify(&out)?;
    }
    std::fs::write(work.join("stamp"), stamp).map_err(io)?;
    Ok(out)
}

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Release => "release",
        Mode::Dev => "dev",
    }
}
