//! Mapping of a restore: pairs of the user, proposals for a variable, and the pairs as JSON and as Python.

use super::schema::{MappedPair, RestoreReport, TypeOfValue};
use crate::json::readable;
use crate::restore::{Mapped, Pair, alike};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A pair of a mapping.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Mapping {
    /// Key under which the program would save the variable, or its name.
    pub into: String,
    /// Key in the checkpoint.
    pub key: String,
}
readable!(Mapping { into, key });

/// An unused value that a variable could take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// Key in the checkpoint.
    pub key: &'a str,
    /// dtype and shape in the checkpoint.
    pub value: Option<&'a TypeOfValue>,
    /// Whether dtype and shape are the variable's; false when those are unknown.
    pub fits: bool,
}

impl RestoreReport {
    /// Unused values, each key once, in the order of the report.
    pub fn unused(&self) -> impl Iterator<Item = (&str, Option<&TypeOfValue>)> {
        let left = self.left_over.iter().map(|left| (left.key.as_str(), left.value.as_ref()));
        left.chain(self.delayed.iter().map(|delayed| (delayed.key.as_str(), delayed.value.as_ref())))
    }

    /// Unused values for a missing variable: those that fit in dtype and shape first, then by similarity of the names.
    pub fn candidates(&self, missing: &str) -> Vec<Candidate<'_>> {
        let wanted = self.missing.iter().find(|value| value.key == missing).and_then(|value| value.value.as_ref());
        let mut found: Vec<(u32, Candidate<'_>)> = self
            .unused()
            .map(|(key, value)| {
                let fits = wanted.is_some() && value == wanted;
                (alike(missing, key), Candidate { key, value, fits })
            })
            .collect();
        crate::order::sort_by(&mut found, |(a, left), (b, right)| {
            (right.fits, b, left.key).cmp(&(left.fits, a, right.key))
        });
        found.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// The pairs that are taken as JSON: `{"variable of the program": "key in the checkpoint"}`.
    pub fn mapping_json(&self) -> String {
        let map: serde_json::Map<String, serde_json::Value> =
            taken(&self.mapped).map(|pair| (pair.into.clone(), pair.key.clone().into())).collect();
        serde_json::to_string_pretty(&map).unwrap_or_default()
    }
}

/// The pairs whose variables take their values.
fn taken(pairs: &[MappedPair]) -> impl Iterator<Item = &MappedPair> {
    pairs.iter().filter(|pair| matches!(pair.result, Mapped::Taken | Mapped::Converted))
}

/// Pairs of the user as the simulation takes them.
pub(super) fn pairs(mapping: &[Mapping]) -> Vec<Pair> {
    let pairs: Vec<Pair> = mapping.iter().map(|pair| Pair { into: pair.into.clone(), key: pair.key.clone() }).collect();
    crate::restore::latest(&pairs)
}

/// Pairs with their results.
pub(super) fn results(pairs: Vec<Pair>, results: Vec<Mapped>) -> Vec<MappedPair> {
    let row = |(pair, result): (Pair, Mapped)| MappedPair { into: pair.into, key: pair.key, result };
    pairs.into_iter().zip(results).map(row).collect()
}

/// Python for a restore by names. A Saver reads an object-based checkpoint by the names that its objects record:
/// `names`, with their keys.
pub(super) fn names_python(checkpoint: &str, names: &BTreeMap<String, String>, mapped: &[MappedPair]) -> String {
    let names: BTreeMap<&String, &String> = names.iter().map(|(name, key)| (key, name)).collect();
    let rows = taken(mapped)
        .map(|pair| (pair.into.as_str(), names.get(&pair.key).map_or(pair.key.as_str(), |name| name.as_str())));
    let Some(table) = table("# Variable in the program: name in the checkpoint.", rows) else { return String::new() };
    format!(
        "{table}\n\ndef mapped_saver():\n    \"\"\"A Saver of the current graph: saver.restore(session, {}).\"\"\"\n    \
         variables = tf.compat.v1.global_variables()\n    \
         return tf.compat.v1.train.Saver({{mapping.get(v.op.name, v.op.name): v for v in variables}})\n",
        quoted(checkpoint)
    )
}

/// Python for a restore by objects.
pub(super) fn objects_python(checkpoint: &str, mapped: &[MappedPair]) -> String {
    let rows = taken(mapped).map(|pair| (pair.into.as_str(), pair.key.as_str()));
    let Some(table) = table("# Key in the program: key in the checkpoint.", rows) else { return String::new() };
    format!(
        "{table}\n\ndef restore_mapped(checkpoint, variables, prefix={}):\n    \
         \"\"\"`checkpoint`: the program's tf.train.Checkpoint. `variables`: its variables by their keys.\"\"\"\n    \
         checkpoint.restore(prefix)\n    reader = tf.train.load_checkpoint(prefix)\n    \
         for variable, key in mapping.items():\n        variables[variable].assign(reader.get_tensor(key))\n",
        quoted(checkpoint)
    )
}

/// The import and the dictionary; `None` without a row.
fn table<'a>(comment: &str, rows: impl Iterator<Item = (&'a str, &'a str)>) -> Option<String> {
    let mut out = format!("import tensorflow as tf\n\n{comment}\nmapping = {{\n");
    let start = out.len();
    for (into, key) in rows {
        let _ = writeln!(out, "    {}: {},", quoted(into), quoted(key));
    }
    let any = out.len() > start;
    out.push_str("}\n");
    any.then_some(out)
}

/// A Python string literal.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '\\' | '"' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            character if character.is_control() => {
                let _ = write!(out, "\\u{:04x}", character as u32);
            }
            character => out.push(character),
        }
    }
    out.push('"');
    out
}
