//! Lists the locale files, so that the CLI finds every language without naming it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Texts of the documentation and of its terms, which the CLI does not print.
const ELSEWHERE: [&str; 2] = ["docs.ftl", "terms.ftl"];

/// Writes `locales.rs`: `const LOCALES: &[(&str, &[&str])]`, the tag of each language and its texts.
pub fn write() {
    let folder = Path::new("static/locales");
    println!("cargo::rerun-if-changed={}", folder.display());
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let mut code = String::from("const LOCALES: &[(&str, &[&str])] = &[\n");
    for language in sorted(folder).into_iter().filter(|path| path.is_dir()) {
        let tag = language.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        writeln!(code, "    ({tag:?}, &[").expect("writing to a string");
        for file in sorted(&language).into_iter().filter(|path| is_printed(path)) {
            let full = Path::new(&root).join(&file);
            writeln!(code, "        include_str!({full:?}),").expect("writing to a string");
        }
        code += "    ]),\n";
    }
    code += "];\n";
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("locales.rs");
    fs::write(out, code).expect("OUT_DIR is writable");
}

fn is_printed(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "ftl") && !ELSEWHERE.iter().any(|name| path.ends_with(name))
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
