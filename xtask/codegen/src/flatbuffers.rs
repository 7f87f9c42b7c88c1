//! The FlatBuffers half: `schema/*.fbs` to Rust types and to the field tables of the options reader.
//!
//! The compiler is C++ and takes minutes to build, so it is behind the feature `flatc`. Without the feature this module
//! only looks for the tools that build it and starts the program again with the feature on.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

#[cfg(feature = "flatc")]
#[path = "flatbuffers_compiled.rs"]
mod compiled;
#[cfg(feature = "flatc")]
pub use compiled::outputs;

/// Whether this program was built with the FlatBuffers compiler.
pub const COMPILER_IS_BUILT_IN: bool = cfg!(feature = "flatc");

/// Never called: the program is started again with the compiler built in.
#[cfg(not(feature = "flatc"))]
pub fn outputs(_root: &Path) -> crate::Outputs {
    Err("this build has no FlatBuffers compiler".into())
}

/// Starts the program again with the compiler built in; false when it reported stale files.
pub fn run_with_compiler(root: &Path, check: bool) -> Result<bool, Box<dyn Error>> {
    for (tool, package) in [("cmake", "cmake"), ("c++", "g++")] {
        let asked = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if asked.is_err() {
            return Err(format!(
                "`{tool}` is missing, which the FlatBuffers compiler is built with; on Debian: apt-get install {package}"
            )
            .into());
        }
    }
    println!("building the FlatBuffers compiler (minutes the first time, seconds afterwards)");
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--quiet", "--package", "codegen", "--features", "flatc", "--", "flatbuffers"])
        .args(check.then_some("--check"))
        .current_dir(root)
        .status()?;
    Ok(status.success())
}
