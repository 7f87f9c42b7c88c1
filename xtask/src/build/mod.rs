//! `cargo xtask build`: the wasm modules, their JavaScript, and a `dist/` folder that any file server can host.

mod dependencies;
mod dist;
mod imports;
mod instances;
mod kinds;
mod later;
mod loader;
mod module;
mod offline;
mod optimizer;
mod pack;
mod package;
mod plan;
mod sections;
mod shared;
mod size;
mod version;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use crate::tools::{self, Tool};
use crate::{Result, command, npm, project, toolchain, ui, wrapper};
use module::{MODULES, Module};
use optimizer::{Level, Optimizer};
use plan::{Job, Plan};
pub use version::finished;

/// How the page is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Small and fast modules; slow to build. Budgets are enforced.
    Release,
    /// Quick to rebuild, but large and slow. For work on the page itself.
    Dev,
}

/// State that can be served during a build.
pub enum Ready {
    /// The page: everything that the first display of a file needs. The named modules are still missing.
    FirstLook(Vec<&'static str>),
    /// One more module.
    Module(&'static str),
}

/// Builds the page into `dist/`.
pub fn run(arguments: &[String]) -> Result {
    let mode = match arguments {
        [] => Mode::Release,
        [flag] if flag == "--dev" => Mode::Dev,
        [flag] if flag == "--visits" => return later::record(false),
        [flag, only] if flag == "--visits" && only == "--models" => return later::record(true),
        [flag, name] if flag == "--module" => return one(name),
        _ => {
            return Err(
                "`cargo xtask build` takes --dev, --visits [--models], or --module and the name of a module.".into()
            );
        }
    };
    build(mode)?.map_or(Ok(()), |sizes| sizes.enforce())
}

/// The sizes of a page built in release mode, for the caller to enforce: a page over its budget can still be inspected.
pub type Built = Option<size::Table>;

/// Builds the page into `dist/` and sets up missing tools. In release mode the sizes are printed and returned.
pub fn build(mode: Mode) -> Result<Built> {
    build_telling(mode, |_| Ok(()))
}

/// Like [`build`]; `ready` is called with the content of `dist/` as soon as it can be served.
pub fn build_telling(mode: Mode, ready: impl FnMut(Ready) -> Result) -> Result<Built> {
    let clock = ui::Clock::start();
    let built = follow(&Plan::new(mode), mode, ready)?;
    ui::step(&format!("The page is in {} after {}", project::dist_dir().display(), clock.took()));
    Ok(built)
}

/// Like [`build`], with fewer jobs at a time, because another thread works on something else.
pub fn build_beside(mode: Mode) -> Result<Built> {
    let start = Instant::now();
    let built = follow(&Plan::beside(), mode, |_| Ok(()))?;
    ui::step(&format!("The page is in {} after {}", project::dist_dir().display(), ui::duration(start.elapsed())));
    Ok(built)
}

/// Does the jobs of a plan and puts the page together.
fn follow(plan: &Plan, mode: Mode, mut ready: impl FnMut(Ready) -> Result) -> Result<Built> {
    let _alone = alone()?;
    let site = Site::set_up(mode)?;
    ui::step(&format!("Building the page: {}", plan.sentence()));
    let mut first = Vec::new();
    let mut open = false;
    plan.run(
        |job| site.build(job),
        |job, folder, coming| {
            if open {
                return match (job.module(), folder) {
                    (Some(module), Some(folder)) => {
                        dist::add_later(module, &folder, mode)?;
                        ready(Ready::Module(module.name))
                    }
                    _ => Ok(()),
                };
            }
            first.extend(folder);
            if !coming.iter().any(Job::is_first_look) {
                dist::assemble(&first, mode)?;
                open = true;
                let modules = coming.iter().filter_map(|job| job.module()).map(|module| module.name);
                return ready(Ready::FirstLook(modules.collect()));
            }
            Ok(())
        },
    )?;
    package::assemble(mode)?;
    if mode == Mode::Dev {
        return Ok(None);
    }
    let folder = project::dist_dir();
    version::move_files(&folder)?;
    offline::write(&folder)?;
    let sizes = size::measure(&folder)?;
    println!("{sizes}");
    later::name_lost()?;
    Ok(Some(sizes))
}

/// Two builds of one working copy would write the same files: the second waits.
fn alone() -> Result<std::fs::File> {
    let path = project::target_dir().join("web/lock");
    let io = |e: std::io::Error| format!("cannot lock {}: {e}", path.display());
    std::fs::create_dir_all(path.parent().unwrap_or(&path)).map_err(io)?;
    let file = std::fs::File::create(&path).map_err(io)?;
    if file.try_lock().is_err() {
        ui::note("waiting for another build of this working copy");
        file.lock().map_err(io)?;
    }
    Ok(file)
}

/// Builds one module in release mode and prints the sizes of its files; `dist/` stays as it is.
fn one(name: &str) -> Result {
    let module = MODULES.iter().find(|module| module.name == name).ok_or_else(|| {
        let names: Vec<&str> = module_names().collect();
        format!("no module is named {name}; there are {}.", names.join(", "))
    })?;
    let _alone = alone()?;
    let site = Site::set_up(Mode::Release)?;
    site.build(&Job::Bindgen)?;
    if let Some(folder) = site.build(&Job::Module(module))? {
        print!("{}", size::of_module(&folder)?);
    }
    Ok(())
}

/// Shared inputs of every module.
struct Site {
    mode: Mode,
    wasm: toolchain::Wasm,
    optimizer: Option<Optimizer>,
    /// wasm-bindgen's tool, once it is built.
    bindgen: OnceLock<Result<PathBuf>>,
}

impl Site {
    fn set_up(mode: Mode) -> Result<Self> {
        let wasm = toolchain::wasm()?;
        npm::ensure()?;
        let optimizer = (mode == Mode::Release).then(Optimizer::find);
        Ok(Self { mode, wasm, optimizer, bindgen: OnceLock::new() })
    }

    /// Does a job; returns the folder whose files go into `dist/wasm/`.
    fn build(&self, job: &Job) -> Result<Option<PathBuf>> {
        match job {
            Job::Bindgen => self.bindgen.get_or_init(|| tools::build(Tool::Bindgen)).clone().map(|_| None),
            Job::Unpacker => self.unpacker().map(Some),
            Job::Module(module) => {
                let input = self.compile(module)?;
                // The plan begins with the tool, so it is ready or being built.
                let bindgen = self.bindgen.wait().clone()?;
                module::finish(module, &input, &bindgen, self.optimizer.as_ref(), self.mode).map(Some)
            }
        }
    }

    /// Compiles a module; returns the file.
    fn compile(&self, module: &Module) -> Result<PathBuf> {
        let is_release = self.mode == Mode::Release;
        // Cargo locks its folder, and several modules are built at a time. Quick builds share what they can.
        let apart = is_release.then(|| self.wasm.apart(module.name));
        let wasm = apart.as_ref().unwrap_or(&self.wasm);
        if is_release && let Some(like) = module.like {
            dependencies::take_over(&self.wasm, like, module.name)?;
        }
        let mut cargo = wasm.cargo(module.rustflags);
        if !module.own_flags.is_empty() {
            wrapper::add_flags(&mut cargo, module.own_flags)?;
        }
        let mut own = Vec::new();
        // For a `cdylib` only, the compiler keeps only the code that the module's exports reach.
        cargo.args(["rustc", "--package", "vintage", "--lib", "--crate-type", "cdylib"]);
        cargo.args(["--no-default-features", "--features", module.features]);
        if is_release {
            cargo.args(["--quiet", "--release"]);
            if let Level::Size = module.level {
                cargo.args(["--config", "profile.release.opt-level='z'"]);
            }
            own.extend(module.inlined.map(|cost| format!("-Cllvm-args=-inline-threshold={cost}")));
        }
        if module.is_split(self.mode) {
            cargo.args(["--features", &format!("split-{}", module.features)]);
            // The splitter needs relocations, which the linker emits on request.
            own.push("-Clink-args=--emit-relocs".to_owned());
        }
        // For the module itself: its dependencies are compiled to be linked into any.
        cargo.arg("--").args(&own);
        command::run(&mut cargo)?;
        let built = wasm.output_dir(if is_release { "release" } else { "debug" }).join("vintage.wasm");
        // The next build with other features would overwrite it, so it gets a unique name.
        let kept = module::compiled(module.name, self.mode);
        std::fs::copy(&built, &kept).map_err(|e| format!("cannot keep {}: {e}", kept.display()))?;
        Ok(kept)
    }

    /// The module that unpacks the others; it is sent unpacked.
    fn unpacker(&self) -> Result<PathBuf> {
        let mut cargo = self.wasm.cargo(&[]);
        command::run(cargo.args(["build", "--quiet", "--package", "vintage-unpack", "--profile", "release"]))?;
        let out = project::target_dir().join("web").join("unpack");
        let module = out.join("unpack.wasm");
        let io = |e: std::io::Error| format!("cannot write {}: {e}", module.display());
        std::fs::create_dir_all(&out).map_err(io)?;
        std::fs::copy(self.wasm.output_dir("release").join("vintage_unpack.wasm"), &module).map_err(io)?;
        if let Some(optimizer) = &self.optimizer {
            optimizer.optimize(&[module], Level::Size, false)?;
        }
        Ok(out)
    }
}

/// The names of all modules.
pub fn module_names() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|module| module.name)
}
