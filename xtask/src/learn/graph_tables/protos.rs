//! Data types, and names in protos.

use std::collections::BTreeSet;

use super::asked::{Asked, report};
use crate::learn::knowledge::Knowledge;
use crate::learn::notes::Notes;

/// Data types by number.
pub fn dtypes(knowledge: &mut Knowledge, asked: &Asked<'_>, notes: &mut Notes) {
    let table = knowledge.edit("tf_dtypes");
    for (number, name) in &asked.now.dtypes {
        let text = number.to_string();
        if table.find(&[("number", &text)]).is_empty() {
            let source = table.get(table.len() - 1, "source");
            let cells = [("number", text.as_str()), ("name", name), ("first", &asked.release.key), ("source", &source)];
            table.insert(table.len(), &cells);
            notes.changed(format!("data type {number} ({name}) is new"));
        }
    }
}

/// Names of messages that the release before knew; those of new messages need no row.
pub fn names(knowledge: &mut Knowledge, asked: &Asked<'_>, notes: &mut Notes) {
    let known: BTreeSet<&str> = asked.before.protos.iter().map(|(of, _)| of.as_str()).collect();
    let table = knowledge.edit("tf_proto_names");
    let mut new = Vec::new();
    for (of, name) in asked.now.protos.difference(&asked.before.protos) {
        let is_dtype = of == "tensorflow.DataType";
        if is_dtype || !known.contains(of.as_str()) || !table.find(&[("of", of), ("name", name)]).is_empty() {
            continue;
        }
        let is_after = |row: usize| (table.get(row, "of"), table.get(row, "name")) > (of.clone(), name.clone());
        let at = (0..table.len()).find(|&row| is_after(row)).unwrap_or(table.len());
        let source = "descriptors in each tensorflow wheel";
        table.insert(at, &[("of", of), ("name", name), ("first", &asked.release.key), ("source", source)]);
        new.push(format!("{of}.{name}"));
    }
    report(notes, "new names of protos", &new);
}
