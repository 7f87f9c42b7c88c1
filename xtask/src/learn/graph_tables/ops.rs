//! Ops: presence, signature, deprecation.

use std::collections::BTreeSet;

use super::asked::{Asked, report};
use crate::learn::graph::Op;
use crate::learn::knowledge::Knowledge;
use crate::learn::notes::{Notes, listed};
use crate::learn::spans::Order;
use crate::learn::table::Table;

/// Ops with a wrapper.
pub fn learn(knowledge: &mut Knowledge, asked: &Asked<'_>, order: &Order, notes: &mut Notes) {
    let (now, key) = (asked.now, asked.release.key.as_str());
    let table = knowledge.edit("tf_ops");
    let (mut gone, mut back) = (Vec::new(), Vec::new());
    for row in
        (0..table.len()).rev().filter(|&row| !table.get(row, "kind").ends_with("registry-only")).collect::<Vec<_>>()
    {
        let op = table.get(row, "op");
        match (order.holds(table, row, key), now.has(&op)) {
            (true, false) => {
                order.end(table, row, key);
                gone.push(op);
            }
            (false, true) if now.ops.get(&op).is_some_and(|op| op.is_wrapped) => back.push(op),
            _ => {}
        }
    }
    let known: BTreeSet<String> = (0..table.len()).map(|row| table.get(row, "op")).collect();
    let mut new = Vec::new();
    for (name, op) in now.ops.iter().filter(|(name, op)| op.is_wrapped && !known.contains(*name)) {
        let [first, last] = order.begin(key);
        let cells = [
            ("op", name.as_str()),
            ("kind", "core"),
            first,
            last,
            ("attrs_known", "yes"),
            ("signature", &op.signature),
            ("source", "generated wrappers of each wheel"),
        ];
        table.insert(table.place("op", name), &cells);
        new.push(name.clone());
    }
    for row in 0..table.len() {
        if let Some(op) = now.ops.get(&table.get(row, "op")) {
            refine(table, row, op, asked, notes);
        }
    }
    report(notes, "new ops", &new);
    report(notes, "ops that are gone", &gone);
    if !new.is_empty() {
        let sentence =
            "tf_ops.csv: whether Flex allows the new ops (`flex`) is in the converter's source, not in the wheel";
        notes.open(format!("{sentence}: {}.", listed(&new)));
    }
    if !back.is_empty() {
        notes.open(format!("tf_ops.csv: ops whose row ended have a wrapper again: {}.", listed(&back)));
    }
}

/// Cells of an op that is known: its attrs if it is new, its signature, its deprecation.
fn refine(table: &mut Table, row: usize, op: &Op, asked: &Asked<'_>, notes: &mut Notes) {
    let name = table.get(row, "op");
    if table.get(row, "attrs_known") != "yes" && table.get(row, "first") == asked.release.key {
        table.set(row, "attrs_known", "yes");
        table.set(row, "signature", &op.signature);
        notes.changed(format!("the attrs of {name} are known"));
    }
    let Some(before) = asked.before.ops.get(&name) else { return };
    let signature = table.get(row, "signature");
    if !signature.is_empty() && signature == before.signature && op.signature != signature {
        notes.changed(format!("the signature of {name} is `{}` (before: `{signature}`)", op.signature));
        notes.open(format!("tf_ops.csv: the signature of {name} differs between releases and is left empty."));
        table.set(row, "signature", "");
    }
    if let (Some((at, text)), None, true) =
        (&op.deprecated, &before.deprecated, table.get(row, "deprecated_at").is_empty())
    {
        let replacement = text.trim_start_matches("Use ").trim_end_matches('.').trim_end_matches(" instead");
        table.set(row, "deprecated_at", at);
        table.set(row, "deprecation_text", replacement);
        table.set(row, "deprecated_from", &asked.release.key);
        notes.changed(format!("{name} is deprecated from GraphDef version {at} on: {text}"));
    }
    if op.deprecated.is_none() && before.deprecated.is_some() {
        notes.open(format!("tf_ops.csv: {name} is no longer deprecated; the table has no column for that."));
    }
}

/// Ops of the binary that have no wrapper in some release.
pub fn registered(knowledge: &mut Knowledge, asked: &Asked<'_>, notes: &mut Notes) {
    let (key, earlier) = (&asked.release.key, &asked.predecessor.key);
    let wrapped = knowledge.table("tf_ops").clone();
    let is_wrapped =
        |op: &str| wrapped.find(&[("op", op)]).iter().any(|&row| !wrapped.get(row, "kind").ends_with("registry-only"));
    let table = knowledge.edit("tf_registered");
    let source = format!("observed: op registries of tensorflow {} and {}", asked.predecessor.name, asked.release.name);
    let (mut new, mut gone) = (Vec::new(), Vec::new());
    for row in 0..table.len() {
        let op = table.get(row, "op");
        if table.get(row, "last").is_empty() && !asked.now.has(&op) && asked.before.has(&op) {
            table.set(row, "last", earlier);
            table.set(row, "gone", key);
            table.set(row, "source", &source);
            gone.push(op);
        }
    }
    for (op, facts) in &asked.now.ops {
        if facts.is_wrapped || is_wrapped(op) || !table.find(&[("op", op)]).is_empty() {
            continue;
        }
        let absent = if asked.before.has(op) { "" } else { earlier };
        let cells = [("op", op.as_str()), ("first", key), ("absent", absent), ("source", &source)];
        table.insert(table.place("op", op), &cells);
        new.push(op.clone());
    }
    report(notes, "new ops without wrapper", &new);
    report(notes, "ops without wrapper that are gone", &gone);
}
