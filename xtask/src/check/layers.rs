//! The one-way rule between the layers of `src/`, and the isolation of browser types and the file system from the core.
//!
//! `bytes <- formats <- artifact <- {compat, graph, restore, engine} <- report <- services <- {cli, web}`; the middle four
//! do not import each other, and neither do the two front ends.

use std::path::Path;

use super::source::{self, Use};
use crate::Result;

/// The layers, lowest first. Layers of the same height do not see each other.
const LAYERS: [(&str, u8); 17] = [
    ("fold", 0),
    ("json", 0),
    ("order", 0),
    ("decimal", 0),
    ("message", 1),
    ("bytes", 2),
    ("chunks", 3),
    ("formats", 4),
    ("artifact", 5),
    ("compat", 6),
    ("graph", 6),
    ("restore", 6),
    ("engine", 6),
    ("report", 7),
    ("services", 8),
    ("cli", 9),
    ("web", 9),
];

/// Crates with browser types. `wgpu` hides its browser types behind one interface for all targets, so it is allowed
/// below.
const BROWSER: [&str; 5] = ["web_sys", "js_sys", "wasm_bindgen", "wasm_bindgen_futures", "leptos"];

/// Reads all of `src/` and lists what breaks the rule.
pub fn check(root: &Path) -> Result {
    let src = root.join("src");
    let mut broken = Vec::new();
    let mut layers_seen = 0;
    for file in source::files(&src)? {
        let relative = file.strip_prefix(&src).unwrap_or(&file);
        let text = std::fs::read_to_string(&file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
        let module = source::module_of(relative);
        let name = format!("src/{}", relative.display());
        layers_seen += usize::from(module.first().is_some_and(|m| height(m).is_some()));
        match source::tokens(&text) {
            Ok(tokens) => broken.extend(violations(&module, &source::uses(tokens, &module), &name)),
            Err(why) => broken.push(format!("{name}: {why}")),
        }
    }
    if layers_seen == 0 {
        return Err("no layer was found in src/; the check looks in the wrong place.".into());
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

fn height(layer: &str) -> Option<u8> {
    LAYERS.iter().find(|(name, _)| *name == layer).map(|(_, height)| *height)
}

/// Violations of one file, a sentence each.
fn violations(module: &[String], uses: &[Use], file: &str) -> Vec<String> {
    let Some(own) = module.first() else { return Vec::new() };
    let Some(own_height) = height(own) else { return Vec::new() };
    let mut found = Vec::new();
    for one in uses {
        let part = |at: usize| one.parts.get(at).map(String::as_str).unwrap_or_default();
        let place = format!("{file}:{}", one.line);
        if part(0) == "crate" || part(0) == "vintage" {
            let other = part(1);
            if other != own && height(other).is_some_and(|h| h >= own_height) {
                found.push(format!("{place}: {own} must not know {other} ({})", one.parts.join("::")));
            }
        } else if BROWSER.contains(&part(0)) && own != "web" {
            found.push(format!("{place}: browser types stay in web/ ({})", one.parts.join("::")));
        } else if part(0) == "wasm_bindgen_test" {
            found.push(format!("{place}: tests for the browser are in tests/, this one would never run"));
        } else if part(0) == "std" && part(1) == "fs" && !one.test && own != "cli" && own != "bytes" {
            found.push(format!("{place}: files are read through bytes::Source only ({})", one.parts.join("::")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(text: &str, module: &[&str]) -> usize {
        let module: Vec<String> = module.iter().map(|s| s.to_string()).collect();
        violations(&module, &source::uses(source::tokens(text).unwrap(), &module), "f.rs").len()
    }

    #[test]
    fn upward_imports_are_caught() {
        assert_eq!(broken("use crate::compat::Window;", &["formats", "tflite"]), 1);
        assert_eq!(broken("fn f() { crate::report::open() }", &["graph"]), 1);
        assert_eq!(broken("use crate::{bytes::Error, web::app};", &["report"]), 1);
        assert_eq!(broken("use super::super::report::schema;", &["compat", "rules"]), 1);
    }

    #[test]
    fn the_middle_and_the_front_ends_do_not_see_each_other() {
        for own in ["compat", "graph", "restore", "engine"] {
            for other in ["compat", "graph", "restore", "engine"] {
                let expected = usize::from(own != other);
                assert_eq!(broken(&format!("use crate::{other}::x;"), &[own]), expected, "{own} -> {other}");
            }
        }
        assert_eq!(broken("use crate::web::x;", &["cli"]), 1);
        assert_eq!(broken("use crate::cli::x;", &["web", "app"]), 1);
    }

    #[test]
    fn downward_imports_are_fine() {
        assert_eq!(broken("use crate::bytes::Error; use crate::formats::tflite;", &["artifact"]), 0);
        assert_eq!(broken("use crate::{compat, graph, engine, report}; use web_sys::Blob;", &["web"]), 0);
        assert_eq!(broken("use super::Error; use self::x::y;", &["bytes", "source"]), 0);
    }

    #[test]
    fn browser_types_and_files_stay_out_of_the_core() {
        assert_eq!(broken("fn f(b: web_sys::Blob) {}", &["bytes", "blob"]), 1);
        assert_eq!(broken("use wasm_bindgen::prelude::*;", &["report"]), 1);
        assert_eq!(broken("use std::{fs, io};", &["formats"]), 1);
        assert_eq!(broken("use std::fs::File;", &["bytes", "source"]), 0);
        assert_eq!(broken("use std::fs;", &["cli"]), 0);
        assert_eq!(broken("#[cfg(test)] mod tests { use std::fs; }", &["engine"]), 0);
        assert_eq!(broken("#[wasm_bindgen_test::wasm_bindgen_test] fn t() {}", &["web", "dom"]), 1);
    }
}
