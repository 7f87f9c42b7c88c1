//! The compiler for wasm32-unknown-unknown: rustup's if available, otherwise Debian's with a prepared sysroot.

mod debian;
mod rustup;

use std::path::PathBuf;
use std::process::Command;

use crate::{Result, command, project};

/// The target triple of all browser code.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// A compiler that can build for the browser.
#[derive(Clone)]
pub struct Wasm {
    /// The cargo to run.
    cargo: PathBuf,
    /// Variables for it, beside the ones that `cargo` sets below.
    env: Vec<(&'static str, String)>,
    /// Flags that every rustc call for the target needs.
    rustflags: Vec<String>,
    /// Build folder: compilers of different versions must not share one.
    target_dir: PathBuf,
    /// Whether this compiler is not the one that builds native code.
    foreign: bool,
}

impl Wasm {
    /// A cargo command with everything set to build for the browser. `rustflags` come after the toolchain's own.
    pub fn cargo(&self, rustflags: &[&str]) -> Command {
        let mut c = command::clean(Command::new(&self.cargo));
        if self.foreign {
            for name in ["RUSTUP_TOOLCHAIN", "RUSTC", "RUSTDOC", "CARGO", "LD_LIBRARY_PATH"] {
                c.env_remove(name);
            }
        }
        c.envs(self.env.iter().map(|(k, v)| (k, v)));
        c.env("CARGO_BUILD_TARGET", TARGET).env("CARGO_TARGET_DIR", &self.target_dir);
        let flags: Vec<&str> = self.rustflags.iter().map(String::as_str).chain(rustflags.iter().copied()).collect();
        // Separated by a character that no path contains, so that a cache folder with spaces works.
        c.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")).env_remove("RUSTFLAGS");
        c
    }

    /// The same compiler with a build folder of its own, called `name`.
    pub fn apart(&self, name: &str) -> Self {
        Self { target_dir: self.target_dir.join("modules").join(name), ..self.clone() }
    }

    /// Whether this is Debian's compiler rather than the one that builds native code.
    pub fn is_debian(&self) -> bool {
        self.foreign
    }

    /// The folder with what a profile's builds compile for this machine: macros and build scripts.
    pub fn host_dir(&self, profile: &str) -> PathBuf {
        self.target_dir.join(profile)
    }

    /// The folder with the built modules of a profile (`debug`, `release`, or a profile's own name).
    pub fn output_dir(&self, profile: &str) -> PathBuf {
        self.target_dir.join(TARGET).join(profile)
    }
}

/// Sets up the compiler for the browser if need be. `VINTAGE_WASM_TOOLCHAIN=rustup|debian` chooses one.
pub fn wasm() -> Result<Wasm> {
    let chosen = std::env::var("VINTAGE_WASM_TOOLCHAIN").unwrap_or_default();
    let rustup_says = match chosen.as_str() {
        "debian" => "VINTAGE_WASM_TOOLCHAIN asks for Debian's compiler".to_owned(),
        "" | "rustup" => match rustup::ensure() {
            Ok(()) => return Ok(native_compiler()),
            Err(why) if chosen == "rustup" => return Err(why),
            Err(why) => why,
        },
        other => return Err(format!("VINTAGE_WASM_TOOLCHAIN is `{other}`; it can be `rustup` or `debian`.")),
    };
    debian::ensure().map_err(|e| {
        format!("{e}\n       (Debian's compiler was tried because: {rustup_says})\n       Where rustup reaches its server, `rustup target add {TARGET}` is all that is needed.")
    })
}

/// The compiler that runs xtask itself, which has the target installed.
fn native_compiler() -> Wasm {
    Wasm {
        cargo: std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from),
        env: Vec::new(),
        rustflags: Vec::new(),
        target_dir: project::target_dir(),
        foreign: false,
    }
}

/// `cargo xtask wasm -- ARGUMENTS`: cargo with the browser's environment. The CLI is native only, so the default
/// features are left out.
pub fn cargo_for_wasm(arguments: &[String]) -> Result {
    let arguments = arguments.strip_prefix(&["--".to_owned()]).unwrap_or(arguments);
    let Some((subcommand, rest)) = arguments.split_first() else {
        return Err("say what cargo is to do, e.g. `cargo xtask wasm -- check --lib --features app`.".into());
    };
    let mut cargo = wasm()?.cargo(&[]);
    cargo.arg(subcommand);
    let builds = ["check", "build", "clippy", "test", "rustc", "doc", "c", "b", "t"].contains(&subcommand.as_str());
    if builds && !rest.iter().any(|a| a == "--no-default-features" || a == "--all-features") {
        cargo.arg("--no-default-features");
    }
    command::run(cargo.args(rest))
}
