//! Other people's tools with the built page: documentations that show it in a frame, a server that hosts it. They download a
//! lot, so this stage runs only when it is named.

use super::e2e;
use super::tally::Tally;
use crate::{Result, apt, python};

/// Runs every `tests/integrations/*.test.mjs`. The page must be built.
pub fn run() -> Result<Tally> {
    apt::ensure(&["nginx-light"], "the tests of hosting")?;
    e2e::files_in("integrations", 1, &[("VINTAGE_PYTHON", python::interpreter()?)])
}
