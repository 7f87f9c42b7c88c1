//! Capabilities of a TFLite interpreter: operators by version, the highest code, types of tensors.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::knowledge::{Knowledge, Release};
use super::notes::{Notes, listed};
use super::spans::Order;
use super::wheel;
use crate::Result;
use crate::oracle::{self, Pairs};

/// Codes up to this one fit into the field that releases before 2.4 read.
const LAST_OF_BYTE_FIELD: u32 = 126;

/// Answers of an interpreter.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Pairs of code and version that the default resolver takes.
    pub pairs: Pairs,
    /// The highest builtin code of the package's schema module, if it has one.
    pub highest_code: Option<u32>,
    /// Types of tensors that it takes, with their names in the schema.
    pub types: BTreeMap<u32, String>,
    /// Values of enums and fields of tables of the schema.
    pub schema: BTreeSet<String>,
}

/// Asks the interpreter of a package.
pub fn ask(python: &Path, channel: &str) -> Result<Facts> {
    let pairs = oracle::pairs(python, channel)?;
    let (mut highest_code, mut types, mut schema) = (None, BTreeMap::new(), BTreeSet::new());
    let modules = [oracle::module(channel), oracle::schema_module(channel)];
    for cells in wheel::answers(python, "schema.py", &modules)? {
        match cells.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["code", number] => highest_code = number.parse().ok(),
            ["type", number, name] => {
                types.insert(number.parse().map_err(|_| format!("`{number}` is no number."))?, name.to_owned());
            }
            ["enum", name, value, number] => {
                schema.insert(format!("{name}.{value} = {number}"));
            }
            ["field", table, name] => {
                schema.insert(format!("{table}.{name}"));
            }
            _ => {}
        }
    }
    Ok(Facts { pairs, highest_code, types, schema })
}

/// Notes differences of the schema: our own schema file names operators, enums and options.
pub fn compare_schemas(now: &Facts, before: &Facts, notes: &mut Notes) {
    if now.schema.is_empty() || before.schema.is_empty() {
        return;
    }
    let names = |more: &Facts, less: &Facts| more.schema.difference(&less.schema).cloned().collect::<Vec<_>>();
    for (what, names) in [("new in the schema", names(now, before)), ("gone from the schema", names(before, now))] {
        if !names.is_empty() {
            notes.changed(format!("{what}: {} ({})", names.len(), listed(&names)));
            notes.open(format!("schema/ and tflite_enum_values.csv: names {what}."));
        }
    }
}

/// Ranges of versions, by code.
type Ranges = BTreeMap<u32, BTreeSet<(u32, u32)>>;

/// The pairs as the table has them: rows of consecutive versions.
fn ranges(pairs: &Pairs) -> Ranges {
    let mut all: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
    for &(code, version) in pairs {
        let of_code = all.entry(code).or_default();
        match of_code.last_mut() {
            Some((_, max)) if *max + 1 == version => *max = version,
            _ => of_code.push((version, version)),
        }
    }
    all.into_iter().map(|(code, ranges)| (code, ranges.into_iter().collect())).collect()
}

/// Ranges of a key by the table, without the code of custom ops, which has no versions.
fn expected(knowledge: &Knowledge, release: &Release, order: &Order) -> Ranges {
    let table = knowledge.table("tflite_registry");
    let mut all = Ranges::new();
    for row in table.find(&[("line", &release.line)]) {
        let number = |column: &str| table.get(row, column).parse::<u32>().unwrap_or_default();
        if number("code") != oracle::CUSTOM && order.holds(table, row, &release.key) {
            all.entry(number("code")).or_default().insert((number("min_version"), number("max_version")));
        }
    }
    all
}

/// Whether the tables say the same of a key.
pub fn agrees(knowledge: &Knowledge, release: &Release, facts: &Facts) -> bool {
    let order = Order(knowledge.keys(&release.line));
    let pairs = |ranges: &Ranges| -> Pairs {
        let each = ranges.iter().flat_map(|(code, all)| all.iter().map(move |range| (*code, *range)));
        each.flat_map(|(code, (min, max))| (min..=max).map(move |version| (code, version))).collect()
    };
    let types: BTreeSet<u32> = known_types(knowledge, release, &order).into_keys().collect();
    pairs(&expected(knowledge, release, &order)) == facts.pairs && types.into_iter().eq(facts.types.keys().copied())
}

/// Types that a key takes by the table, with their rows.
fn known_types(knowledge: &Knowledge, release: &Release, order: &Order) -> BTreeMap<u32, usize> {
    let table = knowledge.table("tflite_tensor_types");
    let rows = table.find(&[("line", &release.line)]).into_iter().filter(|&row| order.holds(table, row, &release.key));
    rows.map(|row| (table.get(row, "code").parse().unwrap_or_default(), row)).collect()
}

/// Adds and ends rows of a key.
pub fn learn(knowledge: &mut Knowledge, release: &Release, facts: &Facts, notes: &mut Notes) {
    let order = Order(knowledge.keys(&release.line));
    registry(knowledge, release, facts, &order, notes);
    codes(knowledge, release, facts, &order, notes);
    types(knowledge, release, facts, &order, notes);
}

fn registry(knowledge: &mut Knowledge, release: &Release, facts: &Facts, order: &Order, notes: &mut Notes) {
    let (known, asked) = (expected(knowledge, release, order), ranges(&facts.pairs));
    let codes: BTreeSet<u32> = known.keys().chain(asked.keys()).copied().collect();
    let table = knowledge.edit("tflite_registry");
    let word = |ranges: &BTreeSet<(u32, u32)>| match ranges.len() {
        0 => "no version".to_owned(),
        _ => ranges.iter().map(|(min, max)| format!("{min} to {max}")).collect::<Vec<_>>().join(", "),
    };
    let mut different = Vec::new();
    for code in codes {
        let (known, asked) =
            (known.get(&code).cloned().unwrap_or_default(), asked.get(&code).cloned().unwrap_or_default());
        if known == asked {
            continue;
        }
        different.push(format!("code {code}: {} (before: {})", word(&asked), word(&known)));
        let text = code.to_string();
        for (min, max) in known.difference(&asked) {
            let (min, max) = (min.to_string(), max.to_string());
            let cells =
                [("line", release.line.as_str()), ("code", &text), ("min_version", &min), ("max_version", &max)];
            for row in table.find(&cells).into_iter().rev() {
                order.end(table, row, &release.key);
            }
        }
        for (min, max) in asked.difference(&known) {
            let (least, most) = (min.to_string(), max.to_string());
            let cells =
                [("line", release.line.as_str()), ("code", &text), ("min_version", &least), ("max_version", &most)];
            if order.join(table, &cells, &release.key) {
                continue;
            }
            let of_line = table.find(&[("line", &release.line)]);
            let is_before = |row: &&usize| table.get(**row, "code").parse().is_ok_and(|own: u32| own <= code);
            let after = of_line.iter().rfind(is_before).copied();
            let source = after.or(of_line.first().copied()).map(|row| table.get(row, "source"));
            let (min, max, source) =
                (min.to_string(), max.to_string(), source.unwrap_or_else(|| "registry asked".into()));
            let [first, last] = order.begin(&release.key);
            let at = after.map_or_else(|| of_line.first().copied().unwrap_or(table.len()), |row| row + 1);
            let cells = [
                ("line", release.line.as_str()),
                ("code", &text),
                ("min_version", &min),
                ("max_version", &max),
                first,
                last,
                ("source", &source),
            ];
            table.insert(at, &cells);
        }
    }
    if !different.is_empty() {
        notes.changed(format!("builtin operators with other versions: {} ({})", different.len(), listed(&different)));
    }
}

fn codes(knowledge: &mut Knowledge, release: &Release, facts: &Facts, order: &Order, notes: &mut Notes) {
    let table = knowledge.edit("tflite_codes");
    let of_key = |table: &super::table::Table, key: &str| table.find(&[("line", &release.line), ("key", key)]).pop();
    let before = order.before(&release.key).and_then(|key| of_key(table, key));
    let Some(highest) = facts.highest_code else {
        notes.open("tflite_codes.csv: the wheel has no schema module; the highest code is not learned.");
        return;
    };
    let highest = highest.to_string();
    if let Some(row) = before.filter(|&row| table.get(row, "highest_code") != highest) {
        notes.changed(format!("the highest builtin code is {highest} (before: {})", table.get(row, "highest_code")));
    }
    if let Some(row) = of_key(table, &release.key) {
        table.set(row, "highest_code", &highest);
        return;
    }
    let takes_wide = facts.pairs.iter().any(|(code, _)| *code > LAST_OF_BYTE_FIELD);
    let field = match before {
        _ if takes_wide => "int32".to_owned(),
        Some(row) => table.get(row, "code_field"),
        None => String::new(),
    };
    let at = before.map_or(table.len(), |row| row + 1);
    let cells = [
        ("line", release.line.as_str()),
        ("key", release.key.as_str()),
        ("highest_code", &highest),
        ("code_field", &field),
        ("source", "BuiltinOperator enum in the schema module of the wheel"),
    ];
    table.insert(at, &cells);
}

fn types(knowledge: &mut Knowledge, release: &Release, facts: &Facts, order: &Order, notes: &mut Notes) {
    let known = known_types(knowledge, release, order);
    let table = knowledge.edit("tflite_tensor_types");
    for (code, row) in known.iter().rev().filter(|(code, _)| !facts.types.contains_key(code)) {
        notes.changed(format!("tensor type {code} is no longer taken"));
        order.end(table, *row, &release.key);
    }
    for (code, name) in facts.types.iter().filter(|(code, _)| !known.contains_key(code)) {
        if name == "?" {
            notes.open(format!("tflite_tensor_types.csv: type {code} is taken, but the wheel has no name for it."));
            continue;
        }
        notes.changed(format!("tensor type {code} ({name}) is taken"));
        if order.join(table, &[("line", &release.line), ("code", &code.to_string())], &release.key) {
            continue;
        }
        let of_line = table.find(&[("line", &release.line)]);
        let is_before = |row: &&usize| table.get(**row, "code").parse().is_ok_and(|own: u32| own <= *code);
        let at = of_line.iter().rfind(is_before).map_or(table.len(), |row| row + 1);
        let (code, [first, last]) = (code.to_string(), order.begin(&release.key));
        let source = ("source", "interpreter asked with a one-tensor model");
        table.insert(at, &[("line", &release.line), ("code", &code), ("type", name), first, last, source]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knowledge() -> Knowledge {
        Knowledge::of(&[
            (
                "channels",
                "channel,release,line,key,source\nrun,1.0,lite,1.0,s\nrun,1.1,lite,1.1,s\nrun,1.2,lite,1.2,s\n",
            ),
            (
                "tflite_registry",
                "line,code,min_version,max_version,first,last,source\nlite,0,1,2,1.0,,s\nlite,3,1,1,1.0,1.0,s\n\
                 lite,3,1,2,1.1,,s\nlite,9,1,4,1.0,,s\nother,0,1,9,1.0,,s\n",
            ),
            ("tflite_codes", "line,key,highest_code,code_field,source\nlite,1.0,12,byte,s\nlite,1.1,12,byte,s\n"),
            ("tflite_tensor_types", "line,code,type,first,last,source\nlite,0,A,1.0,,s\nlite,1,B,1.0,,s\n"),
        ])
    }

    fn release() -> Release {
        let text = |text: &str| text.to_owned();
        Release { channel: text("run"), name: text("1.2"), line: text("lite"), key: text("1.2") }
    }

    fn facts() -> Facts {
        let versions = [(0, 1, 2), (3, 1, 3), (5, 1, 1), (5, 4, 4)];
        let pairs = versions.iter().flat_map(|&(code, min, max)| (min..=max).map(move |version| (code, version)));
        let types = [(0, "A".to_owned()), (2, "C".to_owned())].into();
        Facts { pairs: pairs.collect(), highest_code: Some(14), types, schema: BTreeSet::new() }
    }

    #[test]
    fn rows_end_and_begin_with_a_new_key() {
        let (mut knowledge, mut notes) = (knowledge(), Notes::default());
        learn(&mut knowledge, &release(), &facts(), &mut notes);
        let expected = [
            "lite,0,1,2,1.0,,s",
            "lite,3,1,1,1.0,1.0,s",
            "lite,3,1,2,1.1,1.1,s",
            "lite,3,1,3,1.2,,s",
            "lite,5,1,1,1.2,,s",
            "lite,5,4,4,1.2,,s",
            "lite,9,1,4,1.0,1.1,s",
            "other,0,1,9,1.0,,s",
        ];
        assert_eq!(knowledge.table("tflite_registry").lines(), expected);
        assert_eq!(
            knowledge.table("tflite_codes").lines()[2],
            "lite,1.2,14,byte,BuiltinOperator enum in the schema module of the wheel"
        );
        let types = knowledge.table("tflite_tensor_types").lines();
        assert_eq!(types[..2], ["lite,0,A,1.0,,s", "lite,1,B,1.0,1.1,s"]);
        assert_eq!(types[2], "lite,2,C,1.2,,interpreter asked with a one-tensor model");
        assert_eq!(notes.changed.len(), 4, "{notes:?}");
    }

    #[test]
    fn the_same_release_changes_nothing_when_it_is_learned_again() {
        let mut knowledge = knowledge();
        learn(&mut knowledge, &release(), &facts(), &mut Notes::default());
        let once = knowledge.clone();
        let mut notes = Notes::default();
        learn(&mut knowledge, &release(), &facts(), &mut notes);
        assert_eq!(knowledge, once);
        assert!(agrees(&knowledge, &release(), &facts()));
        assert_eq!(notes.changed, ["the highest builtin code is 14 (before: 12)"]);
    }
}
