//! Tests of browser code in a headless Chromium: wasm-bindgen-test with its own runner, driven through ChromeDriver.

use super::tally::Tally;
use crate::browser::WEBGPU;
use crate::build::tool;
use crate::{Result, browser, project, toolchain, ui};

/// How long all tests of one program may take in the browser, in seconds; the page may be compiled at the same time.
const TIMEOUT: &str = "600";

/// The tests with plain SIMD: flags of the compiler, arguments for cargo. All features at once, so that the library is
/// compiled once for all programs.
const PLAIN: (&str, &[&str]) = (
    "-Ctarget-feature=+simd128",
    &[
        "--features",
        "app,explorer,engine,gpu",
        "--test",
        "wasm",
        "--test",
        "wasm_page",
        "--test",
        "engine_simd",
        "--test",
        "gpu_web",
    ],
);

/// The kernels once more, with relaxed SIMD.
const RELAXED: (&str, &[&str]) =
    ("-Ctarget-feature=+simd128,+relaxed-simd", &["--features", "engine", "--test", "engine_simd"]);

/// All builds of tests for the browser.
pub const RUNS: [(&str, &[&str]); 2] = [PLAIN, RELAXED];

/// Runs the tests marked `#[wasm_bindgen_test]` in `tests/wasm/` (a worker) and in `tests/wasm_page/` (a page), those of
/// the kernels (`tests/engine_simd/`) and of the WebGPU path (`tests/gpu_web.rs`). The library itself has none: it would
/// be compiled a second time for them.
pub fn run() -> Result<Tally> {
    let browser = browser::ensure()?;
    let wasm = toolchain::wasm()?;
    ui::step("Compiling the test runner for browsers (a minute or two the first time)");
    let runner = tool("xtask-test-runner")?;

    let config = project::target_dir().join("web/webdriver.json");
    let io = |e: std::io::Error| format!("cannot write {}: {e}", config.display());
    std::fs::create_dir_all(config.parent().unwrap_or(&config)).map_err(io)?;
    // The WebGPU path is tested on a software adapter.
    std::fs::write(&config, browser.webdriver_json(&WEBGPU)).map_err(io)?;

    let mut tally = Tally::default();
    for (flags, arguments) in RUNS {
        let mut cargo = super::compiles_once(wasm.cargo(&[flags]));
        cargo.args(["test", "--no-fail-fast", "--package", "vintage", "--no-default-features"]).args(arguments);
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner);
        cargo.env("CHROMEDRIVER", &browser.driver).env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &config);
        cargo.env("WASM_BINDGEN_USE_BROWSER", "1").env("WASM_BINDGEN_TEST_TIMEOUT", TIMEOUT);
        tally.add_run(&mut cargo)?;
    }
    Ok(tally)
}
