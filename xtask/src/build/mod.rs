//! `cargo xtask build`: the wasm modules, their JavaScript, and a `dist/` folder that any file server can host.

mod dist;
mod module;
mod pack;
mod pages;
mod size;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, command, npm, project, toolchain, ui};
use module::{MODULES, Module};

/// How the page is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Small and fast modules; slow to build. Budgets are enforced.
    Release,
    /// Quick to build again; big and slow. For work on the page itself.
    Dev,
}

/// Builds the page into `dist/`.
pub fn run(arguments: &[String]) -> Result {
    let mode = match arguments {
        [] => Mode::Release,
        [flag] if flag == "--dev" => Mode::Dev,
        _ => return Err("`cargo xtask build` takes only --dev.".into()),
    };
    build(mode)?.map_or(Ok(()), |sizes| sizes.enforce())
}

/// Builds the page into `dist/` and sets up what is missing. In release mode the sizes are printed and given, for the
/// caller to enforce: a page that grew too heavy can still be looked at.
pub fn build(mode: Mode) -> Result<Option<size::Table>> {
    let wasm = toolchain::wasm()?;
    let bindgen = bindgen()?;
    let optimizer = match mode {
        Mode::Dev => None,
        Mode::Release => npm::wasm_opt(),
    };
    let mut folders = vec![unpacker(&wasm, optimizer.as_deref())?];
    // The finishing of one module (JavaScript, wasm-opt) runs beside the compilation of the next: both use one core.
    std::thread::scope(|scope| -> Result {
        let mut finishing = Vec::new();
        for module in MODULES {
            ui::step(&format!("Compiling {} ({})", module.name, module.what));
            let input = compile(&wasm, module, mode)?;
            let (bindgen, optimizer) = (&bindgen, optimizer.as_deref());
            finishing.push(scope.spawn(move || module::finish(module, &input, bindgen, optimizer, mode)));
        }
        for thread in finishing {
            folders.push(thread.join().map_err(|_| "a finishing thread panicked.".to_owned())??);
        }
        Ok(())
    })?;
    dist::assemble(&folders)?;
    if mode == Mode::Release {
        dist::minify()?;
    }
    let sizes = match mode {
        Mode::Dev => None,
        Mode::Release => Some(size::measure(&project::dist_dir())?),
    };
    if let Some(table) = &sizes {
        println!("{table}");
    }
    ui::step(&format!("The page is in {}", project::dist_dir().display()));
    Ok(sizes)
}

fn compile(wasm: &toolchain::Wasm, module: &Module, mode: Mode) -> Result<PathBuf> {
    let profile = if mode == Mode::Dev { "dev" } else { module.profile };
    let split = module.split && mode == Mode::Release;
    let mut cargo = wasm.cargo(module.rustflags);
    cargo.args(["rustc", "--package", "vintage", "--bin", module.bin, "--profile", profile]);
    cargo.args(["--no-default-features", "--features", module.features]);
    if split {
        // The splitter must know what refers to what, which the linker tells on request.
        cargo.args(["--features", &format!("split-{}", module.features), "--", "-Clink-args=--emit-relocs"]);
    }
    command::run(&mut cargo)?;
    let folder = wasm.output_dir(if mode == Mode::Dev { "debug" } else { module.profile });
    // The next build of the same binary with other flags would overwrite it, so it gets a name of its own.
    let built = folder.join(format!("{}.wasm", module.bin));
    let kept = project::target_dir().join("web").join(format!("{}-{profile}.wasm", module.name));
    let io = |e: std::io::Error| format!("cannot keep {}: {e}", kept.display());
    std::fs::create_dir_all(kept.parent().unwrap_or(&kept)).map_err(io)?;
    std::fs::copy(&built, &kept).map_err(io)?;
    Ok(kept)
}

/// The module that unpacks the others; it travels as it is.
fn unpacker(wasm: &toolchain::Wasm, optimizer: Option<&Path>) -> Result<PathBuf> {
    ui::step("Compiling the unpacker (what unpacks the modules in the browser)");
    command::run(wasm.cargo(&[]).args(["build", "--package", "vintage-unpack", "--profile", "release"]))?;
    let out = project::target_dir().join("web").join("unpack");
    let module = out.join("unpack.wasm");
    let io = |e: std::io::Error| format!("cannot write {}: {e}", module.display());
    std::fs::create_dir_all(&out).map_err(io)?;
    std::fs::copy(wasm.output_dir("release").join("vintage_unpack.wasm"), &module).map_err(io)?;
    if let Some(optimizer) = optimizer {
        module::optimise(&module, optimizer, &["-Oz", "--strip-debug", "--strip-producers"])?;
    }
    Ok(out)
}

/// wasm-bindgen's tool, from the crate beside this one.
fn bindgen() -> Result<PathBuf> {
    ui::step("Compiling the wasm-bindgen tool (a minute or two the first time)");
    tool("xtask-bindgen")
}

/// Builds a tool package of this workspace and gives its program.
pub fn tool(package: &str) -> Result<PathBuf> {
    let mut cargo: Command = command::cargo();
    command::run(cargo.args(["build", "--package", package]))?;
    Ok(project::target_dir().join("debug").join(package))
}
