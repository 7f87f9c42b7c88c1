//! Other people's tools with what the build leaves: documentations that show the page in a frame, a server that hosts it, projects
//! that install the npm package, Firefox. They download a lot, so this stage runs only when it is named.

use super::e2e;
use super::tally::Tally;
use crate::{Result, apt, command, project, python};

/// Runs every `tests/integrations/*.test.mjs`. The page must be built.
pub fn run() -> Result<Tally> {
    apt::ensure(&["nginx-light"], "the tests of hosting")?;
    apt::ensure(&["firefox-esr"], "the page and the element in Firefox")?;
    // The package's answers are compared with those of the CLI.
    command::run(command::cargo().args(["build", "--quiet", "--package", "vintage", "--bin", "vintage"]))?;
    let cli = project::target_dir().join("debug/vintage");
    e2e::files_in("integrations", 1, &[("VINTAGE_PYTHON", python::interpreter()?), ("VINTAGE_CLI", cli)])
}
