//! Packs `knowledge/*.csv` into binaries that the program embeds: the tables of TFLite, its delegates, TensorFlow,
//! Keras, advice, and the shared ones, so that a visitor fetches only the facts about the dropped files.
//!
//! No table has code of its own here. Each distinct string of a pack is stored once, for any number of tables; a table
//! is stored column by column, each column as its distinct values and a code per row, which compresses well on the
//! wire. Layout (numbers are unsigned LEB128, steps are numbers with the sign in the lowest bit):
//!
//! ```text
//! length of the texts, the texts with a zero byte between them; tables; then per table:
//! name, rows, columns; per column: name, distinct values, the step from text to text, [context, codes unless all are
//! distinct]
//! ```
//!
//! The context is an earlier column (from 1), or 0 for none. A code is 0 for the value of the last row with the same
//! value in the context column (without a context, of the last row), 1 for the next value that no row had yet, and from
//! 2 on the value's place among all values so far, the latest first.
//!
//! Names are texts like any other. `src/compat/knowledge/table.rs` reads it.

use super::csv::csv;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs, iter};

pub fn write() {
    println!("cargo::rerun-if-changed=knowledge");
    println!("cargo::rerun-if-changed=build/knowledge.rs");
    println!("cargo::rerun-if-changed=build/csv.rs");
    let mut paths: Vec<PathBuf> = fs::read_dir("knowledge")
        .expect("knowledge/ stands beside Cargo.toml")
        .map(|entry| entry.expect("knowledge/ can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "csv"))
        // It explains terms to readers of the tables; no code reads it.
        .filter(|path| !path.ends_with("tflite_version_terms.csv"))
        .collect();
    paths.sort();
    let folder = env::var_os("OUT_DIR").expect("set by cargo");
    for pack in ["tflite", "delegates", "tensorflow", "checkpoint", "keras", "advice", "shared"] {
        let paths: Vec<&PathBuf> = paths.iter().filter(|path| pack_of(path) == pack).collect();
        let tables: Vec<Table> = paths.into_iter().map(|path| Table::read(path)).collect();
        fs::write(Path::new(&folder).join(format!("{pack}.bin")), packed(&tables)).expect("OUT_DIR can be written");
    }
}

/// The pack of a table, by the first word of its name.
fn pack_of(path: &Path) -> &'static str {
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    match name.split('_').next() {
        // No verdict needs these.
        _ if name.starts_with("tf_custom_op") || name.starts_with("tf_kernel") => "advice",
        Some("advice" | "optimizer") => "advice",
        Some("tflite") => "tflite",
        // Checkpoints need them without the facts about graphs.
        Some("tf") if ["tf_dtypes", "tf_sources"].contains(&name) => "checkpoint",
        Some("tf") => "tensorflow",
        Some("keras") => "keras",
        Some("delegate") => "delegates",
        _ => "shared",
    }
}

/// A CSV file.
struct Table {
    name: String,
    rows: usize,
    columns: Vec<Column>,
}

struct Column {
    name: String,
    /// In the order of their first rows.
    distinct: Vec<String>,
    /// Index into `distinct` for each row.
    indices: Vec<usize>,
}

impl Table {
    fn read(path: &Path) -> Self {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_stem().expect("a file").to_str().expect("plain names").to_owned();
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut rows = csv(&text).into_iter();
        let head = rows.next().unwrap_or_else(|| panic!("{name}: no header"));
        assert!(head.last().is_some_and(|c| c == "source"), "{name}: the last column must be `source`");
        let rows: Vec<Vec<String>> = rows.collect();
        for (index, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), head.len(), "{name}: row {} has another number of cells than the header", index + 2);
            assert!(!row.last().expect("not empty").is_empty(), "{name}: row {} names no source", index + 2);
            assert!(!row.iter().any(|cell| cell.contains('\0')), "{name}: row {} has a zero byte", index + 2);
        }
        let columns = head.into_iter().enumerate().map(|(at, column)| Column::of(column, &rows, at)).collect();
        Self { name, rows: rows.len(), columns }
    }
}

impl Column {
    fn of(name: String, rows: &[Vec<String>], at: usize) -> Self {
        let mut distinct: Vec<String> = Vec::new();
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut indices = Vec::new();
        for row in rows {
            let index = *seen.entry(&row[at]).or_insert_with(|| {
                distinct.push(row[at].clone());
                distinct.len() - 1
            });
            indices.push(index);
        }
        Self { name, distinct, indices }
    }
}

fn packed(tables: &[Table]) -> Vec<u8> {
    // The longest columns first: their strings, often in order, include most of those in shorter ones.
    let mut columns: Vec<&Column> = tables.iter().flat_map(|table| &table.columns).collect();
    columns.sort_by_key(|column| std::cmp::Reverse(column.distinct.len()));
    let names = tables.iter().flat_map(|table| iter::once(&table.name).chain(table.columns.iter().map(|c| &c.name)));
    let mut texts: Vec<&str> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for text in columns.into_iter().flat_map(|column| &column.distinct).chain(names) {
        places.entry(text).or_insert_with(|| {
            texts.push(text);
            texts.len() - 1
        });
    }
    let texts = texts.join("\0");
    let mut out = Vec::new();
    number(&mut out, texts.len());
    out.extend_from_slice(texts.as_bytes());
    number(&mut out, tables.len());
    for table in tables {
        number(&mut out, places[table.name.as_str()]);
        number(&mut out, table.rows);
        number(&mut out, table.columns.len());
        for (at, column) in table.columns.iter().enumerate() {
            number(&mut out, places[column.name.as_str()]);
            number(&mut out, column.distinct.len());
            let mut last = 0;
            for value in &column.distinct {
                let place = places[value.as_str()];
                let step = place.abs_diff(last) << 1 | usize::from(place < last);
                number(&mut out, step);
                last = place;
            }
            if column.distinct.len() < table.rows {
                let (context, codes) = shortest(table, at);
                number(&mut out, context);
                codes.into_iter().for_each(|code| number(&mut out, code));
            }
        }
    }
    out
}

/// The context of a column that makes its codes most regular, and the codes.
fn shortest(table: &Table, at: usize) -> (usize, Vec<usize>) {
    let column = &table.columns[at];
    let contexts = table.columns[..at].iter().enumerate().filter(|(_, other)| other.distinct.len() < table.rows);
    let others = contexts.map(|(index, other)| (index + 1, codes(&column.indices, Some(&other.indices))));
    let all = iter::once((0, codes(&column.indices, None))).chain(others);
    all.min_by(|a, b| bits(&a.1).total_cmp(&bits(&b.1))).expect("one without a context")
}

/// Codes of a column's indices, as the layout describes them.
fn codes(indices: &[usize], context: Option<&[usize]>) -> Vec<usize> {
    let mut last: HashMap<usize, usize> = HashMap::new();
    let mut recent: Vec<usize> = Vec::new();
    let code = |(row, &index): (usize, &usize)| {
        let before = last.insert(context.map_or(0, |context| context[row]), index);
        let place = recent.iter().position(|&one| one == index);
        if let Some(place) = place {
            recent.remove(place);
        }
        recent.insert(0, index);
        match place {
            _ if before == Some(index) => 0,
            None => 1,
            Some(place) => place + 2,
        }
    };
    indices.iter().enumerate().map(code).collect()
}

/// Approximate size of a column on the wire: the entropy of its codes, and some bits for each different one.
fn bits(codes: &[usize]) -> f64 {
    let mut counts: HashMap<usize, f64> = HashMap::new();
    codes.iter().for_each(|code| *counts.entry(*code).or_default() += 1.0);
    let all = codes.len() as f64;
    // In a fixed order: sums of floats depend on it.
    let mut counts: Vec<f64> = counts.into_values().collect();
    counts.sort_by(f64::total_cmp);
    counts.into_iter().map(|count| count * (all / count).log2() + 4.0).sum()
}

fn number(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
