//! Lists the English locale files, so that the CLI finds every one without naming them.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// Writes `locale_en.rs`: `const LOCALE_EN: &[(&str, &str)]`, file name and text.
pub fn write() {
    let folder = Path::new("static/locales/en");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ftl"))
        .collect();
    files.sort();
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let mut code = String::from("const LOCALE_EN: &[(&str, &str)] = &[\n");
    for path in files {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let full = Path::new(&root).join(&path);
        writeln!(code, "    ({name:?}, include_str!({full:?})),").expect("writing to a string");
    }
    code += "];\n";
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("locale_en.rs");
    fs::write(out, code).expect("OUT_DIR is writable");
}
