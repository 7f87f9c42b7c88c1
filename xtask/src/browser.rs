//! Chromium and ChromeDriver: found, or installed from Debian.

use std::path::PathBuf;

use crate::{Result, apt, command, ui};

/// Flags for Chromium without a screen, as root, in a container, and without network requests of its own.
const FLAGS: [&str; 8] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

/// Flags for a WebGPU adapter without a GPU: SwiftShader, correct but slow.
pub const WEBGPU: [&str; 2] = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

/// Debian's package of the same Chromium without the browser around the engine, and its program: end-to-end tests that need
/// no more take half of the CPU time (`VINTAGE_HEADLESS_SHELL` chooses another program).
const SHELL: &str = "chromium-headless-shell";

/// The browser and the program that drives it.
pub struct Browser {
    /// Chromium (`VINTAGE_CHROMIUM` chooses one).
    pub chromium: PathBuf,
    /// ChromeDriver (`VINTAGE_CHROMEDRIVER` chooses one); must fit the browser.
    pub driver: PathBuf,
}

/// Finds the browser, or installs it.
pub fn ensure() -> Result<Browser> {
    if let Some(browser) = find() {
        return Ok(browser);
    }
    const WHY: &str = "tests in a browser";
    // One call, because each refreshes the lists of packages; not every release of Debian has the shell.
    apt::ensure(&["chromium", "chromium-driver", SHELL], WHY)
        .or_else(|_| apt::ensure(&["chromium", "chromium-driver"], WHY))?;
    find().ok_or_else(|| {
        "chromium and chromedriver are installed but not on the PATH; set VINTAGE_CHROMIUM and VINTAGE_CHROMEDRIVER."
            .to_owned()
    })
}

/// Finds or installs the headless shell of Debian's Chromium. Other systems and older releases of Debian have none: the
/// tests take longer then.
pub fn shell() -> Option<PathBuf> {
    let find = || std::env::var_os("VINTAGE_HEADLESS_SHELL").map(PathBuf::from).or_else(|| command::find(SHELL));
    if find().is_none()
        && apt::installed("chromium")
        && let Err(why) = apt::ensure(&[SHELL], "end-to-end tests in half the time")
    {
        ui::note(&format!("{why} The tests use Chromium itself."));
    }
    find()
}

fn find() -> Option<Browser> {
    let chosen = |name| std::env::var_os(name).map(PathBuf::from);
    let named = |names: [&str; 3]| names.into_iter().find_map(command::find);
    let chromium = chosen("VINTAGE_CHROMIUM").or_else(|| named(["chromium", "google-chrome", "chromium-browser"]))?;
    let driver = chosen("VINTAGE_CHROMEDRIVER").or_else(|| command::find("chromedriver"))?;
    Some(Browser { chromium, driver })
}

impl Browser {
    /// The capabilities for a WebDriver session, with more flags.
    pub fn webdriver_json(&self, more: &[&str]) -> String {
        let list: Vec<String> = FLAGS.iter().chain(more).map(|flag| format!("{flag:?}")).collect();
        let binary = self.chromium.display().to_string();
        format!("{{\"goog:chromeOptions\": {{\"binary\": {binary:?}, \"args\": [{}]}}}}\n", list.join(", "))
    }
}
