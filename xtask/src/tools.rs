//! Tools of the build that are packages of this workspace: wasm-bindgen, and its test runner.

use std::path::PathBuf;
use std::process::Command;

use crate::{Result, command, project};

/// A tool package.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// Generates the JavaScript of a module.
    Bindgen,
    /// Runs test programs in a browser.
    TestRunner,
}

impl Tool {
    /// Its package, which is also the name of its program.
    fn package(self) -> &'static str {
        match self {
            Self::Bindgen => "xtask-bindgen",
            Self::TestRunner => "xtask-test-runner",
        }
    }

    fn program(self) -> PathBuf {
        project::target_dir().join("tool").join(self.package())
    }
}

/// Builds a tool and returns its program. Where both are needed, one call of cargo builds both: apart they ask for other
/// features of the same dependencies, which would be compiled for each (a minute and a half of CPU time).
pub fn build(tool: Tool) -> Result<PathBuf> {
    let both = tool == Tool::TestRunner || Tool::TestRunner.program().exists();
    let tools = if both { &[Tool::Bindgen, Tool::TestRunner][..] } else { &[Tool::Bindgen] };
    let mut cargo = command::cargo();
    cargo.args(["build", "--quiet", "--profile", "tool"]);
    cargo.args(tools.iter().flat_map(|tool| ["--package", tool.package()]));
    command::run(&mut cargo)?;
    Ok(tool.program())
}

/// The command that runs the tools' own tests. Both packages, as in [`build`]; what they depend on is compiled already.
pub fn tests() -> Command {
    let mut cargo = command::cargo();
    cargo.args(["test", "--quiet", "--profile", "tool", "--bins"]);
    cargo.args([Tool::Bindgen, Tool::TestRunner].iter().flat_map(|tool| ["--package", tool.package()]));
    cargo
}
