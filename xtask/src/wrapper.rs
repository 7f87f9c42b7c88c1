//! Flags for this workspace's packages alone: cargo passes `CARGO_ENCODED_RUSTFLAGS` to every crate, so each set of flags
//! compiles all dependencies again. With this program as cargo's wrapper of rustc they are compiled once.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use crate::{Result, toolchain};

/// Holds the flags while this program is a wrapper.
const FLAGS: &str = "VINTAGE_RUSTC_FLAGS";

/// Has `cargo` compile the workspace's packages for the browser with further flags of rustc, which have no spaces.
pub fn add_flags(cargo: &mut Command, flags: &[&str]) -> Result {
    let own = std::env::current_exe().map_err(|e| format!("cannot find this program: {e}"))?;
    cargo.env("RUSTC_WORKSPACE_WRAPPER", own).env(FLAGS, flags.join(" "));
    Ok(())
}

/// Runs rustc if cargo called this program as a wrapper.
pub fn called() -> Option<ExitCode> {
    let flags = std::env::var(FLAGS).ok()?;
    let mut arguments = std::env::args_os().skip(1);
    let rustc = arguments.next()?;
    let status = Command::new(rustc).args(with_flags(arguments.collect(), &flags)).status();
    let code = status.ok().and_then(|status| u8::try_from(status.code()?).ok());
    Some(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// The arguments of rustc with the flags, if they are for the browser: macros are compiled for this machine.
fn with_flags(mut arguments: Vec<OsString>, flags: &str) -> Vec<OsString> {
    if arguments.iter().any(|argument| argument == toolchain::TARGET) {
        arguments.extend(flags.split(' ').map(OsString::from));
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_for_the_browser_only() {
        let arguments = |list: &[&str]| list.iter().map(OsString::from).collect::<Vec<_>>();
        let browser = arguments(&["--crate-name", "vintage", "--target", "wasm32-unknown-unknown"]);
        assert_eq!(with_flags(browser, "-Ca -Cb")[4..], arguments(&["-Ca", "-Cb"]));
        let native = arguments(&["--crate-name", "vintage_markup"]);
        assert_eq!(with_flags(native.clone(), "-Ca"), native);
    }
}
