//! Tests of browser code in a headless Chromium: wasm-bindgen-test with its own runner, driven through ChromeDriver.

use super::tally::Tally;
use crate::browser::WEBGPU;
use crate::tools::{self, Tool};
use crate::{Result, browser, command, project, toolchain, ui, wrapper};
use std::process::{Command, Stdio};

/// How long all tests of one program may take in the browser, in seconds; the page may be compiled at the same time.
const TIMEOUT: &str = "600";

/// One build of tests.
pub struct Build {
    /// Flags of rustc for all crates.
    pub flags: &'static str,
    /// Flags of rustc for this package alone.
    pub own_flags: &'static [&'static str],
    /// The test programs.
    programs: &'static [&'static str],
}

impl Build {
    /// The arguments for cargo. All features at once, so that the library is compiled once for all programs; the same for
    /// each build, so that they share the dependencies.
    pub fn arguments(&self) -> Vec<&str> {
        self.arguments_of(self.programs)
    }

    fn arguments_of<'a>(&self, programs: &'a [impl AsRef<str>]) -> Vec<&'a str> {
        let mut arguments =
            vec!["--package", "vintage", "--no-default-features", "--features", "app,explorer,engine,gpu"];
        arguments.extend(programs.iter().flat_map(|program| ["--test", program.as_ref()]));
        arguments
    }
}

const SIMD: &str = "-Ctarget-feature=+simd128";

/// All builds of tests for the browser: everything with plain SIMD, the kernels once more with relaxed SIMD.
pub const BUILDS: [Build; 2] = [
    Build { flags: SIMD, own_flags: &[], programs: &["wasm", "wasm_page", "engine_simd", "gpu_web"] },
    Build { flags: SIMD, own_flags: &["-Ctarget-feature=+relaxed-simd"], programs: &["engine_simd"] },
];

/// Everything is compiled without optimization: the tests in the browser are small, and compiling takes three quarters of
/// the time.
const UNOPTIMIZED: [&str; 2] = ["--config", "profile.dev.opt-level=0"];

/// Runs the tests marked `#[wasm_bindgen_test]` in `tests/wasm/` (a worker) and in `tests/wasm_page/` (a page), those of
/// the kernels (`tests/engine_simd/`) and of the WebGPU path (`tests/gpu_web.rs`). The library itself has none: it would
/// be compiled a second time for them.
pub fn run() -> Result<Tally> {
    let browser = browser::ensure()?;
    let wasm = toolchain::wasm()?;
    ui::step("Compiling the test runner for browsers (a minute or two the first time)");
    let runner = tools::build(Tool::TestRunner)?;

    let config = project::target_dir().join("web/webdriver.json");
    let io = |e: std::io::Error| format!("cannot write {}: {e}", config.display());
    std::fs::create_dir_all(config.parent().unwrap_or(&config)).map_err(io)?;
    // The WebGPU path is tested on a software adapter.
    std::fs::write(&config, browser.webdriver_json(&WEBGPU)).map_err(io)?;

    let command_of = |build: &Build, arguments: &[&str]| -> Result<Command> {
        let mut cargo = super::compiles_once(wasm.cargo(&[build.flags]));
        cargo.args(["test", "--no-fail-fast"]).args(UNOPTIMIZED).args(arguments);
        if !build.own_flags.is_empty() {
            wrapper::add_flags(&mut cargo, build.own_flags)?;
        }
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner);
        cargo.env("CHROMEDRIVER", &browser.driver).env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &config);
        cargo.env("WASM_BINDGEN_USE_BROWSER", "1").env("WASM_BINDGEN_TEST_TIMEOUT", TIMEOUT);
        Ok(cargo)
    };
    let command = |build: &Build| command_of(build, &build.arguments());
    // While the tests of one build run, mostly on one core, the next one is compiled. Its own turn reports what is wrong.
    let commands = BUILDS.iter().map(command).collect::<Result<Vec<_>>>()?;
    let compiles = BUILDS.iter().skip(1).map(command).collect::<Result<Vec<_>>>()?;
    let mut tally = Tally::default();
    tally.add_run(&mut tools::tests())?;
    std::thread::scope(|scope| {
        let mut compiles = compiles.into_iter();
        commands.into_iter().zip(&BUILDS).try_for_each(|(mut run, build)| {
            let next = compiles.next();
            let compiled = || {
                if let Some(mut next) = next {
                    scope.spawn(move || command::run(next.arg("--no-run").stderr(Stdio::null())));
                }
            };
            tally.add_run_twice(&mut run, compiled, |programs| command_of(build, &build.arguments_of(programs)))
        })
    })?;
    Ok(tally)
}
