//! The fallback for machines that reach package mirrors but not rustup's servers: Debian's own compiler, its library
//! sources, and a sysroot for the target that is built once and kept in the user's cache. No system folder is changed
//! beyond the packages, and the project's own code is compiled with stable flags only.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{TARGET, Wasm};
use crate::{Result, apt, cache, command, hash, project, ui};

/// The compiler, cargo, the library's sources, and the linker for wasm.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];
const RUSTC: &str = "/usr/bin/rustc";
const CARGO: &str = "/usr/bin/cargo";
const LINKER: &str = "wasm-ld-22";

/// Makes the packages and the sysroot available.
pub fn ensure() -> Result<Wasm> {
    apt::ensure(&PACKAGES, "building for the browser")?;
    let version = command::probe(clean(RUSTC).arg("-vV"))
        .ok_or_else(|| format!("{RUSTC} does not run; `apt-get install --reinstall rustc-web` repairs it."))?;
    let release = version.lines().find_map(|l| l.strip_prefix("release: ")).unwrap_or("unknown");
    let key = format!("{release}-{:016x}", hash::fnv([version.as_str(), LINKER]));
    let sysroot = sysroot(&key)?;
    let env = vec![
        ("RUSTC", RUSTC.to_owned()),
        ("PATH", path_with_usr_bin_first()),
        ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", LINKER.to_owned()),
    ];
    Ok(Wasm {
        cargo: CARGO.into(),
        env,
        rustflags: vec!["--sysroot".into(), sysroot.display().to_string()],
        target_dir: project::target_dir().join("debian"),
        foreign: true,
    })
}

/// A program of this toolchain, without the environment of rustup and cargo.
fn clean(program: &str) -> Command {
    let mut c = command::clean(Command::new(program));
    let rustup = ["RUSTUP_TOOLCHAIN", "RUSTC", "RUSTDOC", "CARGO", "LD_LIBRARY_PATH", "RUSTFLAGS"];
    for name in rustup.into_iter().chain(["CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_TARGET_DIR"]) {
        c.env_remove(name);
    }
    c.env("PATH", path_with_usr_bin_first());
    c
}

fn path_with_usr_bin_first() -> String {
    format!("/usr/bin:{}", std::env::var("PATH").unwrap_or_default())
}

/// The sysroot of this compiler version, built when it is not in the cache.
fn sysroot(key: &str) -> Result<PathBuf> {
    let sysroot = cache::dir()?.join(format!("sysroot-{key}"));
    if sysroot.join("lib").is_dir() {
        return Ok(sysroot);
    }
    let _lock = cache::lock(&format!("sysroot-{key}"))?;
    if sysroot.join("lib").is_dir() {
        return Ok(sysroot);
    }
    ui::timed("Building the standard library for the browser (once for this compiler, about a minute)", || {
        build(&sysroot)
    })?;
    Ok(sysroot)
}

fn build(sysroot: &Path) -> Result {
    let work = sysroot.with_extension("building");
    let io = |e: std::io::Error| format!("cannot prepare {}: {e}", work.display());
    if work.exists() {
        std::fs::remove_dir_all(&work).map_err(io)?;
    }
    let library = work.join("crate");
    std::fs::create_dir_all(library.join("src")).map_err(io)?;
    std::fs::write(library.join("src/lib.rs"), "").map_err(io)?;
    let manifest = "[package]\nname = \"nothing\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n";
    std::fs::write(library.join("Cargo.toml"), manifest).map_err(io)?;

    let mut cargo = clean(CARGO);
    cargo.current_dir(&library).args(["build", "--release", "--target", TARGET]);
    cargo.arg("-Zbuild-std=std,panic_abort,proc_macro,test");
    cargo.env("RUSTC", RUSTC).env("RUSTC_BOOTSTRAP", "1");
    // With bitcode, because the project's release profile optimizes across crates.
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C embed-bitcode=yes");
    command::run(&mut cargo)?;

    let libraries = work.join("lib/rustlib").join(TARGET).join("lib");
    std::fs::create_dir_all(&libraries).map_err(io)?;
    let mut count = 0;
    for entry in library.join("target").join(TARGET).join("release/deps").read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !name.starts_with("libnothing-") {
            std::fs::copy(&path, libraries.join(&name)).map_err(io)?;
            count += 1;
        }
    }
    if count == 0 {
        return Err("building the standard library left no libraries; please report this.".into());
    }
    std::fs::remove_dir_all(&library).map_err(io)?;
    // The rename makes the entry appear complete or not at all.
    std::fs::rename(&work, sysroot).map_err(io)
}
