//! Attrs of ops, and the values they allow.

use std::collections::BTreeSet;

use super::asked::{Asked, report};
use crate::learn::graph::{ATTR_CELLS, Attr, Facts, Op};
use crate::learn::knowledge::Knowledge;
use crate::learn::notes::{Notes, listed};
use crate::learn::spans::Order;
use crate::learn::table::Table;

/// Attrs of ops whose attrs are known.
pub fn learn(knowledge: &mut Knowledge, asked: &Asked<'_>, order: &Order, notes: &mut Notes) {
    let key = asked.release.key.as_str();
    let ops = knowledge.table("tf_ops").clone();
    let (mut new, mut gone, mut other, mut unclear) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for row in 0..ops.len() {
        let name = ops.get(row, "op");
        let (Some(op), true) = (asked.now.ops.get(&name), ops.get(row, "attrs_known") == "yes") else { continue };
        let is_new = ops.get(row, "first") == key;
        let table = knowledge.edit("tf_attrs");
        for row in table.find(&[("op", &name)]).into_iter().rev() {
            let attr = table.get(row, "attr");
            if order.holds(table, row, key) && !op.attrs.iter().any(|own| own.name == attr) {
                order.end(table, row, key);
                gone.push(format!("{name}.{attr}"));
            }
        }
        for (at, attr) in op.attrs.iter().enumerate() {
            let table = knowledge.edit("tf_attrs");
            let rows = table.find(&[("op", &name), ("attr", &attr.name)]);
            match rows.into_iter().find(|&row| order.holds(table, row, key)) {
                Some(row) => {
                    for (column, cell) in ATTR_CELLS.iter().zip(&attr.cells).filter(|(column, _)| **column != "allowed")
                    {
                        let known = table.get(row, column);
                        if known != *cell && !known.is_empty()
                            || known.is_empty() && *column == "has_default" && cell == "yes"
                        {
                            other.push(format!("{name}.{} {column} `{cell}` (before: `{known}`)", attr.name));
                        }
                    }
                    allowed(knowledge, asked, order, &name, attr, notes);
                }
                None if !is_new && has_attr(asked.before, &name, &attr.name) => {
                    unclear.push(format!("{name}.{}", attr.name))
                }
                None => {
                    insert(table, &name, op, at, if is_new { "" } else { key }, &asked.release.name);
                    new.push(format!("{name}.{}", attr.name));
                }
            }
        }
    }
    report(notes, "new attrs", &new);
    report(notes, "attrs that are gone", &gone);
    if !other.is_empty() {
        let sentence =
            "tf_attrs.csv has one type, default and lowest value per attr; these differ now and are left as they were";
        notes.open(format!("{sentence}: {}.", listed(&other)));
    }
    if !unclear.is_empty() {
        let sentence =
            "attrs that the release before has as well, without a row in tf_attrs.csv (first release unknown)";
        notes.open(format!("{sentence}: {}.", listed(&unclear)));
    }
}

fn has_attr(facts: &Facts, op: &str, attr: &str) -> bool {
    facts.ops.get(op).is_some_and(|op| op.attrs.iter().any(|own| own.name == attr))
}

/// Inserts the row of an attr after that of the attr before it in the OpDef.
fn insert(table: &mut Table, name: &str, op: &Op, index: usize, first: &str, release: &str) {
    let of_op = table.find(&[("op", name)]);
    let earlier = op.attrs[..index].iter().rev();
    let after = earlier.flat_map(|attr| table.find(&[("op", name), ("attr", &attr.name)])).next();
    let at = after.map(|row| row + 1).or(of_op.first().copied()).unwrap_or_else(|| table.place("op", name));
    let attr = &op.attrs[index];
    let source = format!("OpDef registry of {release}");
    let mut cells = vec![("op", name), ("attr", attr.name.as_str())];
    cells.extend(ATTR_CELLS.iter().copied().zip(attr.cells.iter().map(String::as_str)));
    cells.extend([("first", first), ("source", source.as_str())]);
    table.insert(at, &cells);
}

/// Changed values of an attr: the table has those of the newest release, and a row per change.
fn allowed(knowledge: &mut Knowledge, asked: &Asked<'_>, order: &Order, op: &str, attr: &Attr, notes: &mut Notes) {
    let key = &asked.release.key;
    let table = knowledge.edit("tf_attrs");
    let Some(&row) = table.find(&[("op", op), ("attr", &attr.name)]).last() else { return };
    let known = table.get(row, "allowed");
    if known == attr.allowed() || table.get(row, "type").is_empty() {
        return;
    }
    if order.after(key).is_some() {
        notes.open(format!(
            "tf_allowed_changes.csv: values of {op}.{} differ in a release that is not the newest.",
            attr.name
        ));
        return;
    }
    table.set(row, "allowed", attr.allowed());
    let set =
        |text: &str| text.split(' ').filter(|value| !value.is_empty()).map(str::to_owned).collect::<BTreeSet<_>>();
    let (before, after) = (set(&known), set(attr.allowed()));
    let join = |values: Vec<&String>| values.into_iter().cloned().collect::<Vec<_>>().join(" ");
    let changes = match (before.is_empty(), after.is_empty()) {
        (true, _) => vec![("restricted", join(after.iter().collect()))],
        (_, true) => vec![("unrestricted", join(before.iter().collect()))],
        _ => vec![
            ("added", join(after.difference(&before).collect())),
            ("removed", join(before.difference(&after).collect())),
        ],
    };
    let table = knowledge.edit("tf_allowed_changes");
    for (change, values) in changes.iter().filter(|(_, values)| !values.is_empty()) {
        notes.changed(format!("values of {op}.{} {change}: {values}", attr.name));
        let own = table.find(&[("op", op), ("attr", &attr.name)]);
        let after = own.last().copied().or_else(|| table.find(&[("op", op)]).last().copied());
        let at = after.map_or_else(|| table.place("op", op), |row| row + 1);
        let cells = [
            ("op", op),
            ("attr", attr.name.as_str()),
            ("release", key),
            ("change", change),
            ("values", values.as_str()),
            ("basis", "exact"),
            ("source", "OpDefs or wrappers of each wheel"),
        ];
        table.insert(at, &cells);
    }
}
