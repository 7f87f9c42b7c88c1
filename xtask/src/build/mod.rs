//! `cargo xtask build`: the wasm modules, their JavaScript, and a `dist/` folder that any file server can host.

mod dist;
mod module;
mod size;

use std::path::PathBuf;
use std::process::Command;

use crate::{Result, command, npm, project, toolchain, ui};
use module::{Aim, MODULES, Module};

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
    build(mode)
}

/// Builds the page into `dist/`, sets up what is missing, and enforces the size budgets in release mode.
pub fn build(mode: Mode) -> Result {
    let wasm = toolchain::wasm()?;
    let bindgen = bindgen()?;
    let optimizer = match mode {
        Mode::Dev => None,
        Mode::Release => npm::wasm_opt(),
    };
    let mut folders = Vec::new();
    // The finishing of one module (JavaScript, wasm-opt) runs beside the compilation of the next: both use one core.
    std::thread::scope(|scope| -> Result {
        let mut finishing = Vec::new();
        for batch in MODULES.chunk_by(Module::compiles_with) {
            let names: Vec<String> = batch.iter().map(|m| format!("{} ({})", m.name, m.what)).collect();
            ui::step(&format!("Compiling {}", names.join(", ")));
            for (module, input) in batch.iter().zip(compile(&wasm, batch, mode)?) {
                let (bindgen, optimizer) = (&bindgen, optimizer.as_deref());
                finishing.push(scope.spawn(move || module::finish(module, &input, bindgen, optimizer, mode)));
            }
        }
        for thread in finishing {
            folders.push(thread.join().map_err(|_| "a finishing thread panicked.".to_owned())??);
        }
        Ok(())
    })?;
    dist::assemble(&folders)?;
    if mode == Mode::Release {
        let table = size::measure(&project::dist_dir())?;
        println!("{table}");
        table.enforce()?;
    }
    ui::step(&format!("The page is in {}", project::dist_dir().display()));
    Ok(())
}

/// Compiles modules that agree on their settings with one run of cargo, and gives the compiled files.
fn compile(wasm: &toolchain::Wasm, batch: &[Module], mode: Mode) -> Result<Vec<PathBuf>> {
    let settings = &batch[0];
    let mut cargo = wasm.cargo(settings.rustflags);
    cargo.args(["build", "--package", "vintage", "--no-default-features", "--features", settings.features]);
    cargo.args(batch.iter().flat_map(|module| ["--bin", module.bin]));
    let folder = match mode {
        Mode::Dev => "debug",
        Mode::Release => {
            cargo.arg("--release");
            // By variable and not by a profile of its own: macros and build scripts are then compiled once for all.
            if settings.aim == Aim::Size {
                cargo.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "z");
            }
            "release"
        }
    };
    command::run(&mut cargo)?;
    let output = wasm.output_dir(folder);
    let keep = project::target_dir().join("web");
    let io = |e: std::io::Error| format!("cannot keep modules in {}: {e}", keep.display());
    std::fs::create_dir_all(&keep).map_err(io)?;
    batch
        .iter()
        .map(|module| {
            // The next build of the same binary with other flags would overwrite it, so it gets a name of its own.
            let kept = keep.join(format!("{}-{folder}.wasm", module.name));
            std::fs::copy(output.join(format!("{}.wasm", module.bin)), &kept).map_err(io)?;
            Ok(kept)
        })
        .collect()
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
