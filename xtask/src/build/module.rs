//! The wasm modules, and their processing after compilation.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::Mode;
use super::imports;
use super::instances;
use super::later;
use super::loader;
use super::optimizer::{Level, Optimizer};
use super::pack::Packing;
use super::sections;
use super::shared;
use crate::{Result, command, hash, project};

/// A wasm module of the page.
pub struct Module {
    /// The name of its files in `dist/wasm/`: `NAME.js` and `NAME_bg.wasm`, packed.
    pub name: &'static str,
    /// Its purpose, as text.
    pub what: &'static str,
    /// The package's features it needs: it is the library with these.
    pub features: &'static str,
    /// The aim of its compilation: modules of the first verdict, and those that are mostly glue, are as small as the compiler
    /// can make them; those that compute are fast.
    pub level: Level,
    /// The cost up to which functions are inlined, if not the compiler's own. In small modules that is 5, which leaves even
    /// the indexing of a vector as a call, often through the shim between two chunks (docs/performance-log.md).
    pub inlined: Option<u32>,
    /// Whether the first display of a file needs it. The Run view waits for the others.
    pub first_look: bool,
    /// Instructions beyond the baseline.
    pub rustflags: &'static [&'static str],
    /// Instructions beyond these in this package's own code, which its dependencies do without.
    pub own_flags: &'static [&'static str],
    /// The module whose build has compiled dependencies of this one, too.
    pub like: Option<Like>,
    /// Whether release builds cut it into chunks, which are fetched when first needed.
    pub split: bool,
    /// Whether functions that no first answer needs are in files of their own (see [`super::later`]), and how.
    pub later: Option<Later>,
    /// How it travels.
    pub packing: Packing,
    /// The module that is there before it on the page, and that it is packed with there ([`super::pack::BESIDE`]). It is packed
    /// alone, too, for where the page is not, or comes later.
    pub dictionary: Option<&'static str>,
    /// For a module of which a document may have several instances: the functions it exports (see [`instances`]).
    pub instances: &'static [&'static str],
    /// Whether several threads may share its memory (see [`shared`]).
    pub threads: bool,
}

/// How the functions of a module that no first answer needs become files of their own.
#[derive(Clone, Copy)]
pub struct Later {
    /// The parts of which this holds, beside the module itself.
    pub parts: &'static [&'static str],
    /// Whether rarely reached parts of functions are split off, too. Not for the page: its main thread would block while one is fetched.
    pub points: bool,
}

/// Dependencies that are compiled already.
#[derive(Clone, Copy)]
pub enum Like {
    /// Macros and build scripts, for this module.
    Macros(&'static str),
    /// All of them, for this module.
    All(&'static str),
}

const SIMD: &[&str] = &["-Ctarget-feature=+simd128"];
const RELAXED_SIMD: &[&str] = &["-Ctarget-feature=+relaxed-simd"];

/// All modules: those of the first display first, then the others, each behind the one that it is like.
pub const MODULES: &[Module] = &[
    Module {
        name: "vintage-app",
        what: "the page",
        features: "app",
        level: Level::Size,
        inlined: Some(30),
        first_look: true,
        rustflags: &[],
        own_flags: &[],
        like: None,
        split: true,
        later: Some(Later { parts: &[], points: false }),
        packing: Packing::Lzma,
        dictionary: None,
        instances: &["mount", "unmount", "follow", "open", "rehearse", "text"],
        threads: false,
    },
    Module {
        name: "vintage-explorer",
        what: "the explorer worker",
        features: "explorer",
        level: Level::Size,
        inlined: Some(30),
        first_look: true,
        rustflags: &[],
        own_flags: &[],
        like: None,
        split: true,
        later: Some(Later {
            parts: &["tflite", "tensorflow", "checkpoint", "keras", "forms", "chunked"],
            points: true,
        }),
        packing: Packing::Lzma,
        dictionary: Some("vintage-app"),
        instances: &["listen"],
        threads: false,
    },
    Module {
        name: "vintage-engine",
        what: "the engine worker, SIMD",
        features: "engine",
        level: Level::Speed,
        inlined: None,
        first_look: false,
        rustflags: SIMD,
        own_flags: &[],
        like: Some(Like::Macros("vintage-explorer")),
        split: true,
        later: Some(Later { parts: &[], points: false }),
        packing: Packing::Zlib,
        dictionary: None,
        instances: &[],
        threads: true,
    },
    Module {
        name: "vintage-gpu",
        what: "the engine worker, WebGPU",
        features: "engine,gpu",
        level: Level::Size,
        inlined: None,
        first_look: false,
        rustflags: SIMD,
        own_flags: &[],
        like: Some(Like::Macros("vintage-explorer")),
        split: false,
        later: Some(Later { parts: &[], points: false }),
        packing: Packing::Lzma,
        dictionary: Some("vintage-app"),
        instances: &[],
        threads: false,
    },
    Module {
        name: "vintage-engine-relaxed",
        what: "the engine worker, relaxed SIMD",
        features: "engine",
        level: Level::Speed,
        inlined: None,
        first_look: false,
        rustflags: SIMD,
        own_flags: RELAXED_SIMD,
        like: Some(Like::All("vintage-engine")),
        split: true,
        later: Some(Later { parts: &[], points: false }),
        packing: Packing::Zlib,
        dictionary: None,
        instances: &[],
        threads: true,
    },
];

impl Module {
    /// Whether it may contain relaxed SIMD instructions, which old tools do not support.
    fn is_relaxed(&self) -> bool {
        self.own_flags == RELAXED_SIMD
    }

    /// Whether a build cuts it into chunks.
    pub fn is_split(&self, mode: Mode) -> bool {
        self.split && mode == Mode::Release
    }

    /// How wasm-bindgen's tool cuts it.
    pub fn cuts(&self) -> Vec<String> {
        let mut flags = Vec::new();
        if self.split {
            flags.push("--split".to_owned());
            // A request takes as long as unpacking 50 KB. What parts of an engine share leaves it again, with what real models call.
            if self.threads {
                flags.push("--keep-shared".to_owned());
            }
        }
        if let Some(later) = self.later.filter(|later| !later.parts.is_empty()) {
            flags.extend(["--parts".to_owned(), later.parts.join(",")]);
        }
        flags
    }

    /// The lists of its functions that are there ([`super::later`]), each behind the option of the tool that reads it.
    pub fn lists(&self, mode: Mode) -> Vec<(&'static str, PathBuf)> {
        if self.later.is_none() || mode != Mode::Release {
            return Vec::new();
        }
        let all = [
            ("--later", later::list(self.name)),
            ("--points", later::points(self.name)),
            ("--usual", later::usual(self.name)),
        ];
        all.into_iter().filter(|(_, list)| list.exists()).collect()
    }
}

/// The folder in which a module is finished.
fn work(name: &str, mode: Mode) -> PathBuf {
    project::target_dir().join("web").join(format!("{name}-{}", mode_name(mode)))
}

/// A compiled module, before its processing.
pub fn compiled(name: &str, mode: Mode) -> PathBuf {
    project::target_dir().join("web").join(format!("{name}-{}.wasm", mode_name(mode)))
}

/// The lines of its lists that a module's functions had ([`super::later`]).
pub fn found(name: &str) -> PathBuf {
    work(name, Mode::Release).join("found.txt")
}

/// The folder of a finished module's files.
pub fn output(name: &str, mode: Mode) -> PathBuf {
    work(name, mode).join("out")
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
    let (work, out) = (work(module.name, mode), output(module.name, mode));
    let io = |e: std::io::Error| format!("cannot write {}: {e}", work.display());
    let compiled = std::fs::read(input).map_err(io)?;
    let split = module.is_split(mode);
    let lists = module.lists(mode);
    let mut listed = String::new();
    for (_, list) in &lists {
        listed += &std::fs::read_to_string(list).map_err(io)?;
    }
    let tools = format!(
        "{:?} {:?} {split} {:?} {} {} {} {} {:?} {}",
        bindgen.metadata().and_then(|m| m.modified()).ok(),
        optimizer.map(|optimizer| optimizer.key()),
        module.packing,
        super::pack::VERSION,
        imports::VERSION,
        instances::VERSION,
        loader::VERSION,
        module.instances,
        if module.threads { shared::VERSION } else { "" }
    );
    let stamp = format!("{:016x}", hash::fnv([compiled.as_slice(), tools.as_bytes(), listed.as_bytes()]));
    if std::fs::read_to_string(work.join("stamp")).is_ok_and(|s| s == stamp) {
        return Ok(out);
    }
    if work.exists() {
        std::fs::remove_dir_all(&work).map_err(io)?;
    }
    std::fs::create_dir_all(&out).map_err(io)?;
    let mut bindgen = command::clean(Command::new(bindgen));
    bindgen.arg(input).arg(&out).arg(module.name);
    if mode == Mode::Release {
        bindgen.args(module.cuts());
    }
    for (option, list) in &lists {
        bindgen.arg(option).arg(list);
    }
    if !lists.is_empty() {
        bindgen.arg("--found").arg(found(module.name));
    }
    command::run(&mut bindgen)?;
    if mode == Mode::Release {
        imports::shorten(&out, module.name)?;
    }
    if let Some(optimizer) = optimizer {
        let mut files = Vec::new();
        for entry in out.read_dir().map_err(io)? {
            let path = entry.map_err(io)?.path();
            files.extend(path.extension().is_some_and(|e| e == "wasm").then_some(path));
        }
        optimizer.optimize(&files, module.level, module.is_relaxed())?;
        files.iter().try_for_each(|file| small_functions(file))?;
    }
    if module.threads {
        shared::prepare(&out, module.name)?;
    }
    super::pack::pack(&out, module.name, module.packing, !module.instances.is_empty(), mode)?;
    if module.instances.is_empty() {
        loader::join(&out, module.name)?;
    } else {
        instances::join(&out, module.name, module.instances)?;
    }
    if mode == Mode::Release {
        // wasm-bindgen's scripts warn of calls that ours do not make.
        super::dist::minify(&out, &["--pure:console.warn"])?;
    }
    std::fs::write(work.join("stamp"), stamp).map_err(io)?;
    Ok(out)
}

/// KB of a function from which a module is refused. Browsers optimize complete functions, whose loops run as they were compiled at
/// first meanwhile: one of 126 KB took a core half a second, and 60 MB (docs/performance-log.md).
const LARGE: usize = 44;

/// Fails for a file with a function that is too large.
fn small_functions(file: &Path) -> Result {
    let module = std::fs::read(file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    match sections::largest_function(&module) {
        Some(size) if size > LARGE * 1000 => Err(format!(
            "{} has a function of {} KB: give the steps that were inlined into it `#[inline(never)]`.",
            file.display(),
            size / 1000
        )),
        _ => Ok(()),
    }
}

/// The mode as a part of a file's name.
pub fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Release => "release",
        Mode::Dev => "dev",
    }
}
