//! Takes the newest release out of the tables that the command writes, so that it can be learned again.

use super::knowledge::{Knowledge, Release};
use super::sources;
use super::spans::Order;
use super::table::Table;
use crate::Result;

/// Tables whose rows the command writes. All others are written by hand.
pub const LEARNED: [&str; 14] = [
    "channels",
    "keras_classes",
    "keras_eras",
    "tf_allowed_changes",
    "tf_attrs",
    "tf_dtypes",
    "tf_kernel_releases",
    "tf_kernels",
    "tf_ops",
    "tf_proto_names",
    "tf_registered",
    "tflite_codes",
    "tflite_registry",
    "tflite_tensor_types",
];

/// Removes rows that begin with the release and opens those that ended before it.
pub fn forget(knowledge: &mut Knowledge, release: &Release, predecessor: &Release) -> Result {
    let Release { channel, name, line, key } = release;
    let keys = knowledge.keys(line);
    if keys.last() != Some(key) || knowledge.releases(channel).last() != Some(release) {
        return Err(format!(
            "{channel} {name} is not the newest release of its line; only that one can be learned again."
        ));
    }
    let channels = knowledge.edit("channels");
    for row in channels.find(&[("channel", channel), ("release", name)]) {
        channels.remove(row);
    }
    if !channels.find(&[("line", line), ("key", key)]).is_empty() {
        return Ok(());
    }
    let before = Order(keys.clone()).before(key).unwrap_or_default().to_owned();
    for name in ["tflite_registry", "tflite_tensor_types"] {
        reopen(knowledge.edit(name), &[("line", line)], key, &before);
    }
    let codes = knowledge.edit("tflite_codes");
    for row in codes.find(&[("line", line), ("key", key)]) {
        codes.remove(row);
    }
    match channel.as_str() {
        "tensorflow" => graphs(knowledge, release, predecessor, &before),
        "keras" => {
            let table = knowledge.edit("keras_classes");
            reopen(table, &[("on", channel)], key, &before);
            for row in table.find(&[("on", channel)]) {
                let cell = table.get(row, "arguments");
                table.set(row, "arguments", &arguments(&cell, key, &before));
            }
            let eras = knowledge.edit("keras_eras");
            for row in eras.find(&[("era", "newest"), ("on", channel)]) {
                eras.set(row, "first", &predecessor.name);
                eras.set(row, "last", &predecessor.name);
            }
        }
        _ => {}
    }
    sources::shorten(knowledge, release, predecessor);
    Ok(())
}

/// Rows of a table with these cells: those that begin with the key go, those that ended before it are open again.
fn reopen(table: &mut Table, cells: &[(&str, &str)], key: &str, before: &str) {
    for row in table.find(cells).into_iter().rev() {
        if table.get(row, "first") == key {
            table.remove(row);
        } else if table.get(row, "last") == before {
            table.set(row, "last", "");
        }
    }
}

fn graphs(knowledge: &mut Knowledge, release: &Release, predecessor: &Release, before: &str) {
    let key = &release.key;
    let ops = knowledge.edit("tf_ops");
    let mut gone = Vec::new();
    for row in (0..ops.len()).rev() {
        if ops.get(row, "kind").ends_with("registry-only") {
            continue;
        }
        if ops.get(row, "deprecated_from") == *key {
            ["deprecated_at", "deprecation_text", "deprecated_from"].iter().for_each(|column| ops.set(row, column, ""));
        }
        if ops.get(row, "first") == *key {
            gone.push(ops.get(row, "op"));
            ops.remove(row);
        } else if ops.get(row, "last") == before {
            ops.set(row, "last", "");
        }
    }
    let attrs = knowledge.edit("tf_attrs");
    for op in gone {
        attrs.find(&[("op", &op)]).into_iter().rev().for_each(|row| attrs.remove(row));
    }
    reopen(attrs, &[], key, before);
    let changes = knowledge.table("tf_allowed_changes").clone();
    for row in changes.find(&[("release", key)]) {
        let cell = |column: &str| changes.get(row, column);
        let attrs = knowledge.edit("tf_attrs");
        if let Some(&at) = attrs.find(&[("op", &cell("op")), ("attr", &cell("attr"))]).last() {
            let allowed = attrs.get(at, "allowed");
            attrs.set(at, "allowed", &earlier(&allowed, &cell("change"), &cell("values")));
        }
    }
    let table = knowledge.edit("tf_allowed_changes");
    table.find(&[("release", key)]).into_iter().rev().for_each(|row| table.remove(row));
    let registered = knowledge.edit("tf_registered");
    for row in (0..registered.len()).rev() {
        if registered.get(row, "first") == *key {
            registered.remove(row);
        } else if registered.get(row, "gone") == *key {
            registered.set(row, "last", "");
            registered.set(row, "gone", "");
        }
    }
    for name in ["tf_dtypes", "tf_proto_names"] {
        let table = knowledge.edit(name);
        table.find(&[("first", key)]).into_iter().rev().for_each(|row| table.remove(row));
    }
    let kernels = knowledge.edit("tf_kernel_releases");
    for row in kernels.find(&[("channel", &release.channel), ("release", &release.name)]) {
        kernels.set(row, "release", &predecessor.name);
    }
}

/// Allowed values before a change.
fn earlier(allowed: &str, change: &str, values: &str) -> String {
    match change {
        "added" => {
            let added: Vec<&str> = values.split(' ').collect();
            allowed.split(' ').filter(|value| !added.contains(value)).collect::<Vec<_>>().join(" ")
        }
        "removed" => format!("{allowed} {values}"),
        "restricted" => String::new(),
        _ => values.to_owned(),
    }
}

/// Arguments before a key.
fn arguments(cell: &str, key: &str, before: &str) -> String {
    let (begun, ended) = (format!("@{key}.."), format!("..{before}"));
    let each = cell.split(' ').filter(|own| !own.ends_with(&begun));
    let open = |own: &str| match own.strip_suffix(&ended) {
        Some(name) if name.ends_with('@') => name.trim_end_matches('@').to_owned(),
        Some(name) => format!("{name}.."),
        None => own.to_owned(),
    };
    each.map(open).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_and_values_are_those_before() {
        assert_eq!(arguments("a b@1.1.. c@..1.0 d@0.9..1.0 e@0.9..", "1.1", "1.0"), "a c d@0.9.. e@0.9..");
        assert_eq!(earlier("A B C", "added", "B"), "A C");
        assert_eq!(earlier("A", "removed", "B C"), "A B C");
        assert_eq!(earlier("A", "restricted", "A"), "");
    }

    #[test]
    fn rows_of_the_newest_key_are_taken_out() {
        let mut table = Table::parse("line,first,last,source\nl,1.0,1.1,s\nl,1.2,,s\nl,1.0,,s\nother,1.2,,s\n");
        reopen(&mut table, &[("line", "l")], "1.2", "1.1");
        assert_eq!(table.lines(), ["l,1.0,,s", "l,1.0,,s", "other,1.2,,s"]);
    }
}
