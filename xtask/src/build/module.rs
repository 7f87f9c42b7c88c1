//! The wasm modules and what happens to each after compilation.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::Mode;
use super::pack::Packing;
use crate::{Result, command, hash, project, ui};

/// A wasm module of the page.
pub struct Module {
    /// The name of its files in `dist/wasm/`: `NAME.js` and `NAME_bg.wasm`, packed.
    pub name: &'static str,
    /// What it is for, in words.
    pub what: &'static str,
    /// The binary it is compiled from.
    pub bin: &'static str,
    /// The package's features it needs.
    pub features: &'static str,
    /// The cargo profile: `size` for what loads first, `release` for what computes.
    pub profile: &'static str,
    /// Instructions beyond the baseline.
    pub rustflags: &'static [&'static str],
    /// Whether release builds cut it into chunks, which are fetched when first needed.
    pub split: bool,
    /// How it travels.
    pub packing: Packing,
}

const SIMD: &[&str] = &["-Ctarget-feature=+simd128"];
const RELAXED_SIMD: &[&str] = &["-Ctarget-feature=+simd128,+relaxed-simd"];

/// All modules, in the order in which a visitor loads them.
pub const MODULES: &[Module] = &[
    Module {
        name: "vintage-app",
        what: "the page",
        bin: "vintage-app",
        features: "app",
        profile: "size",
        rustflags: &[],
        split: true,
        packing: Packing::Lzma,
    },
    Module {
        name: "vintage-explorer",
        what: "the explorer worker",
        bin: "vintage-explorer",
        features: "explorer",
        profile: "size",
        rustflags: &[],
        split: true,
        packing: Packing::Lzma,
    },
    Module {
        name: "vintage-engine",
        what: "the engine worker, SIMD",
        bin: "vintage-engine",
        features: "engine",
        profile: "release",
        rustflags: SIMD,
        split: true,
        packing: Packing::Zlib,
    },
    Module {
        name: "vintage-engine-relaxed",
        what: "the engine worker, relaxed SIMD",
        bin: "vintage-engine",
        features: "engine",
        profile: "release",
        rustflags: RELAXED_SIMD,
        split: true,
        packing: Packing::Zlib,
    },
    Module {
        name: "vintage-gpu",
        what: "the engine worker, WebGPU",
        bin: "vintage-gpu",
        features: "engine,gpu",
        profile: "size",
        rustflags: SIMD,
        split: false,
        packing: Packing::Lzma,
    },
];

/// Instructions that compiler and browsers agree on; wasm-opt must be told that they may occur.
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

/// Keeps wasm-opt from putting large functions into their only caller. A browser compiles the functions that run often a
/// second time, and whole: with all steps of preparing a model in one function, that took it 140 ms for one loop.
const ONE_CALLER: &str = "--one-caller-inline-max-function-size=300";

/// Makes the JavaScript of a compiled module and optimises the module. Gives the folder with the results, which is kept
/// as long as neither the module nor a tool changes.
pub fn finish(module: &Module, input: &Path, bindgen: &Path, optimizer: Option<&Path>, mode: Mode) -> Result<PathBuf> {
    let work = project::target_dir().join("web").join(format!("{}-{}", module.name, mode_name(mode)));
    let io = |e: std::io::Error| format!("cannot write {}: {e}", work.display());
    let compiled = std::fs::read(input).map_err(io)?;
    let split = module.split && mode == Mode::Release;
    let tools = format!(
        "{:?} {:?} {INSTRUCTIONS:?} {ONE_CALLER} {split} {:?}",
        modified(bindgen),
        optimizer.map(modified),
        module.packing
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
    if let Some(optimizer) = optimizer {
        let start = std::time::Instant::now();
        for entry in out.read_dir().map_err(io)? {
            let path = entry.map_err(io)?.path();
            if path.extension().is_some_and(|e| e == "wasm") {
                let relaxed = module.rustflags == RELAXED_SIMD;
                let mut options = vec![if module.profile == "size" { "-Oz" } else { "-O3" }, ONE_CALLER];
                if relaxed {
                    options.push("--enable-relaxed-simd");
                }
                optimise(&path, optimizer, &options)?;
            }
        }
        ui::note(&format!("wasm-opt {} took {}", module.name, ui::duration(start.elapsed())));
    }
    super::pack::pack(&out, module.packing, mode)?;
    std::fs::write(work.join("stamp"), stamp).map_err(io)?;
    Ok(out)
}

/// Rewrites a module or chunk as a smaller or faster one.
pub fn optimise(plain: &Path, optimizer: &Path, options: &[&str]) -> Result {
    let small = plain.with_extension("optimised");
    let mut opt = command::clean(Command::new(optimizer));
    command::run(opt.args(INSTRUCTIONS).args(options).arg(plain).arg("-o").arg(&small))?;
    std::fs::rename(&small, plain).map_err(|e| format!("cannot write {}: {e}", plain.display()))
}

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Release => "release",
        Mode::Dev => "dev",
    }
}

fn modified(path: &Path) -> Option<std::time::SystemTime> {
    path.metadata().and_then(|m| m.modified()).ok()
}
