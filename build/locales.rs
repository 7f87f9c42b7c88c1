//! Lists the locale files, so that the CLI finds every language without naming it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Writes `locales.rs`: `const LOCALES: &[(&str, &[&str])]`, the tag of each language and its texts.
pub fn write() {
    let folder = Path::new("static/locales");
    println!("cargo::rerun-if-changed={}", folder.display());
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let mut code = String::from("const LOCALES: &[(&str, &[&str])] = &[\n");
    for language in sorted(folder).into_iter().filter(|path| path.is_dir()) {
        let tag = language.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        writeln!(code, "    ({tag:?}, &[").expect("writing to a string");
        for file in sorted(&language).into_iter().filter(|path| path.extension().is_some_and(|e| e == "ftl")) {
            let full = Path::new(&root).join(&file);
            writeln!(code, "        include_str!({full:?}),").expect("writing to a string");
        }
        code += "    ]),\n";
    }
    code += "];\n";
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("locales.rs");
    fs::write(out, code).expect("OUT_DIR is writable");
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
