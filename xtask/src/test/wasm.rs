//! Tests of browser code in a headless Chromium: wasm-bindgen-test with its own runner, driven through ChromeDriver.

use super::tally::Tally;
use crate::browser::WEBGPU;
use crate::build::tool;
use crate::{Result, browser, project, toolchain, ui};

/// How long all tests of one program may take in the browser, in seconds.
const TIMEOUT: &str = "300";

/// Builds: flags of the compiler, additional flags of the browser, arguments for cargo. Kernels are tested with each
/// instruction set, those for WebGPU on a software adapter.
pub const RUNS: [(&str, &[&str], &[&str]); 3] = [
    (
        "-Ctarget-feature=+simd128",
        &[],
        &[
            "--features",
            "app,explorer,engine",
            "--lib",
            "--test",
            "wasm",
            "--test",
            "wasm_page",
            "--test",
            "engine_simd",
        ],
    ),
    ("-Ctarget-feature=+simd128,+relaxed-simd", &[], &["--features", "engine", "--lib", "--test", "engine_simd"]),
    ("-Ctarget-feature=+simd128", &WEBGPU, &["--features", "engine,gpu", "--test", "gpu_web"]),
];

/// Runs the tests marked `#[wasm_bindgen_test]` in the library, in `tests/wasm/` (a worker) and in `tests/wasm_page/`
/// (a page), and those of the WebGPU path (`tests/gpu_web.rs`).
pub fn run() -> Result<Tally> {
    let browser = browser::ensure()?;
    let wasm = toolchain::wasm()?;
    ui::step("Compiling the test runner for browsers (a minute or two the first time)");
    let runner = tool("xtask-test-runner")?;

    let config = project::target_dir().join("web/webdriver.json");
    let io = |e: std::io::Error| format!("cannot write {}: {e}", config.display());
    std::fs::create_dir_all(config.parent().unwrap_or(&config)).map_err(io)?;

    let mut tally = Tally::default();
    for (flags, of_browser, arguments) in RUNS {
        std::fs::write(&config, browser.webdriver_json(of_browser)).map_err(io)?;
        let mut cargo = wasm.cargo(&[flags]);
        cargo.args(["test", "--no-fail-fast", "--package", "vintage", "--no-default-features"]).args(arguments);
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner);
        cargo.env("CHROMEDRIVER", &browser.driver).env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &config);
        cargo.env("WASM_BINDGEN_USE_BROWSER", "1").env("WASM_BINDGEN_TEST_TIMEOUT", TIMEOUT);
        tally.add_run(&mut cargo)?;
    }
    Ok(tally)
}
