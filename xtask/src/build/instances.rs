//! Makes the script of a module a function that can be called more than once.
//!
//! wasm-bindgen's script is an ES module with one instance, and so is the loader of the module's chunks, which refers back
//! to it. A document with several elements has an instance of the page for each, so that one that stops, or speaks another
//! language, leaves the others alone. Both scripts become one: `instance(BASE, unpack, NOW)` returns what they export.

use std::path::Path;
use std::process::Command;

use crate::{Result, command, npm};

/// Changes with the form of the script, so that finished modules are processed again.
pub const VERSION: &str = "instances 3";

/// Joins `NAME.js` and, if there is one, `NAME-chunks.js` of a folder. `exports` are the module's functions.
pub fn join(folder: &Path, name: &str, exports: &[&str]) -> Result {
    let io = |e: std::io::Error| format!("cannot join the scripts of {name}: {e}");
    let (script, loader) = (folder.join(format!("{name}.js")), folder.join(format!("{name}-chunks.js")));
    let mut lines = String::new();
    for file in [&script, &loader].into_iter().filter(|file| file.exists()) {
        let (parts, rest) = parts(&std::fs::read_to_string(file).map_err(io)?);
        std::fs::write(file, rest).map_err(io)?;
        lines += &parts;
    }
    let entry = folder.join("entry.js");
    let is_apart = std::fs::read_to_string(&script).map_err(io)?.contains("export const join =");
    let exports = exports.iter().chain(if is_apart { &["rest", "join"][..] } else { &[] });
    let exports: Vec<&str> = exports.copied().collect();
    std::fs::write(&entry, format!("export {{ default as init, {} }} from \"./{name}.js\";\n", exports.join(", ")))
        .map_err(io)?;
    let joined = folder.join("joined.js");
    let mut esbuild = command::clean(Command::new(npm::esbuild()));
    esbuild.args(["--bundle", "--format=iife", "--global-name=made", "--log-level=error"]);
    // Not the address of the script, but of the module that an instance is made of.
    esbuild.arg("--define:import.meta.url=BASE").arg(format!("--outfile={}", joined.display())).arg(&entry);
    command::run(&mut esbuild)?;
    let text = std::fs::read_to_string(&joined).map_err(io)?;
    std::fs::write(&script, whole(&lines, &text)).map_err(io)?;
    for gone in [entry, joined, loader].iter().filter(|file| file.exists()) {
        std::fs::remove_file(gone).map_err(io)?;
    }
    Ok(())
}

/// How lines begin that import what the new script is given.
const FETCHING: [&str; 2] = ["import { unpack }", "import { NOW }"];

/// The lines with the files of each chunk, and the loader without them and without the import of a function that the new
/// script is given.
fn parts(loader: &str) -> (String, String) {
    let line = |line: &&str| line.starts_with("//! ");
    let rest: Vec<&str> =
        loader.lines().filter(|one| !line(one) && !FETCHING.iter().any(|import| one.starts_with(import))).collect();
    (loader.lines().filter(line).map(|one| format!("{one}\n")).collect(), rest.join("\n"))
}

fn whole(parts: &str, joined: &str) -> String {
    format!("{parts}export const instance = (BASE, unpack, NOW) => {{\n{joined}return made;\n}};\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_keeps_everything_but_its_lists_and_its_import() {
        let loader = "//! views: a.wasm b.wasm\nimport { initSync } from \"./x.js\";\nconst a = unpack(1);\nimport { unpack } from \"../static/unpack.js\";\n";
        let (parts, rest) = parts(loader);
        assert_eq!(parts, "//! views: a.wasm b.wasm\n");
        assert_eq!(rest, "import { initSync } from \"./x.js\";\nconst a = unpack(1);");
        assert_eq!(
            whole(&parts, "var made = (() => 1)();\n"),
            "//! views: a.wasm b.wasm\nexport const instance = (BASE, unpack, NOW) => {\nvar made = (() => 1)();\nreturn made;\n};\n"
        );
    }
}
