//! Packs `knowledge/*.csv` into binaries that the program embeds: the tables of TFLite, those of TensorFlow, those of
//! Keras, and what all share, so that a visitor fetches the facts of the files that were dropped.
//!
//! Pure data: no table has code of its own here. A table is stored column by column; a column whose values repeat
//! keeps each distinct value once and a list of indices, which compresses well on the wire. Layout (all numbers are
//! unsigned LEB128, all texts length + UTF-8):
//!
//! ```text
//! tables; then per table: name, rows, columns; per column: name, kind (0 plain, 1 indexed), values, [row indices]
//! ```
//!
//! `src/compat/knowledge/table.rs` reads it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

pub fn write() {
    println!("cargo::rerun-if-changed=knowledge");
    println!("cargo::rerun-if-changed=build/knowledge.rs");
    let mut paths: Vec<PathBuf> = fs::read_dir("knowledge")
        .expect("knowledge/ stands beside Cargo.toml")
        .map(|entry| entry.expect("knowledge/ can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "csv"))
        .collect();
    paths.sort();
    let folder = env::var_os("OUT_DIR").expect("set by cargo");
    for pack in ["tflite", "tensorflow", "keras", "shared"] {
        let paths: Vec<&PathBuf> = paths.iter().filter(|path| pack_of(path) == pack).collect();
        let mut out = Vec::new();
        number(&mut out, paths.len());
        for path in paths {
            println!("cargo::rerun-if-changed={}", path.display());
            table(&mut out, path);
        }
        fs::write(Path::new(&folder).join(format!("{pack}.bin")), out).expect("OUT_DIR can be written");
    }
}

/// The pack of a table, by the first word of its name.
fn pack_of(path: &Path) -> &'static str {
    match path.file_stem().and_then(|stem| stem.to_str()?.split('_').next()) {
        Some("tflite") => "tflite",
        Some("tf") => "tensorflow",
        Some("keras") => "keras",
        _ => "shared",
    }
}

fn table(out: &mut Vec<u8>, path: &Path) {
    let name = path.file_stem().expect("a file").to_str().expect("plain names");
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut rows = csv(&text).into_iter();
    let head = rows.next().unwrap_or_else(|| panic!("{name}: no header"));
    assert!(head.last().is_some_and(|c| c == "source"), "{name}: the last column must be `source`");
    let rows: Vec<Vec<String>> = rows.collect();
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), head.len(), "{name}: row {} has another number of cells than the header", index + 2);
        assert!(!row.last().expect("not empty").is_empty(), "{name}: row {} names no source", index + 2);
    }
    string(out, name);
    number(out, rows.len());
    number(out, head.len());
    for (at, column) in head.iter().enumerate() {
        string(out, column);
        let mut order: Vec<&str> = Vec::new();
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let indices: Vec<usize> = rows
            .iter()
            .map(|row| {
                let value = row[at].as_str();
                *seen.entry(value).or_insert_with(|| {
                    order.push(value);
                    order.len() - 1
                })
            })
            .collect();
        let plain = order.len() == rows.len();
        out.push(u8::from(!plain));
        number(out, order.len());
        order.iter().for_each(|value| string(out, value));
        if !plain {
            indices.iter().for_each(|&index| number(out, index));
        }
    }
}

fn number(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn string(out: &mut Vec<u8>, text: &str) {
    number(out, text.len());
    out.extend_from_slice(text.as_bytes());
}

/// RFC 4180: quoted cells may hold commas, doubled quotes and line breaks.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                cell.push('"');
                chars.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            _ => cell.push(c),
        }
    }
    assert!(!quoted, "a quote is left open");
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows
}
