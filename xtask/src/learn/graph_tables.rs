//! Rows about TensorFlow's ops, attrs, kernels, data types and names of protos.

use std::collections::BTreeSet;

use super::graph::{ATTR_CELLS, Attr, Facts, Op};
use super::knowledge::{Knowledge, Release};
use super::notes::{Notes, listed};
use super::spans::Order;
use super::table::Table;

/// A wheel and the release before it: what both have is older than the wheel.
pub struct Asked<'a> {
    /// The release that is learned.
    pub release: &'a Release,
    /// Its answers.
    pub now: &'a Facts,
    /// The release before.
    pub predecessor: &'a Release,
    /// The answers of the release before.
    pub before: &'a Facts,
}

/// Adds and ends rows.
pub fn learn(knowledge: &mut Knowledge, asked: &Asked<'_>, notes: &mut Notes) {
    let order = Order(knowledge.keys(&asked.release.line));
    ops(knowledge, asked, &order, notes);
    registered(knowledge, asked, notes);
    attrs(knowledge, asked, &order, notes);
    kernels(knowledge, asked, notes);
    dtypes(knowledge, asked, notes);
    protos(knowledge, asked, notes);
}

fn ops(knowledge: &mut Knowledge, asked: &Asked<'_>, order: &Order, notes: &mut Notes) {
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
fn registered(knowledge: &mut Knowledge, asked: &Asked<'_>, notes: &mut Notes) {
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

fn attrs(knowledge: &mut Knowledge, asked: &Asked<'_>, order: &Order, notes: &mut Notes) {
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
        let is_after = |row: usize| (table.get(row, "op"), table.get(row, "attr")) > (op.to_owned(), attr.name.clone());
        let at = (0..table.len()).find(|&row| is_after(row)).unwrap_or(table.len());
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

/// The table is about one release: rows become those of the newer one. Ops without a row that had no other kernels before
/// are left out on purpose.
fn kernels(knowledge: &mut Knowledge, asked: &Asked<'_>, notes: &mut Notes) {
    let release = &asked.release.name;
    let releases = knowledge.edit("tf_kernel_releases");
    let Some(row) = (0..releases.len()).find(|&row| releases.get(row, "channel") == asked.release.channel) else {
        return;
    };
    let read = releases.get(row, "release");
    if read != asked.predecessor.name && read != *release {
        notes.open(format!(
            "tf_kernels.csv is about {read}; kernels of {release} were compared with those of {} only.",
            asked.predecessor.name
        ));
        return;
    }
    let source = format!("kernel registry of tensorflow-cpu {release}");
    releases.set(row, "release", release);
    releases.set(row, "source", &source);
    let table = knowledge.edit("tf_kernels");
    let mut different = Vec::new();
    for row in (0..table.len()).rev() {
        let op = table.get(row, "op");
        if !asked.now.ops.contains_key(&op) {
            continue;
        }
        match asked.now.kernels.get(&op) {
            Some(types) => {
                if table.get(row, "types") != *types {
                    table.set(row, "types", types);
                    different.push(op);
                }
                table.set(row, "source", &source);
            }
            None => {
                table.remove(row);
                different.push(op);
            }
        }
    }
    for (op, types) in &asked.now.kernels {
        if table.find(&[("op", op)]).is_empty() && asked.before.kernels.get(op) != Some(types) {
            let cells = [("op", op.as_str()), ("types", types), ("source", &source)];
            table.insert(table.place("op", op), &cells);
            different.push(op.clone());
        }
    }
    report(notes, "ops with other kernels", &different);
}

fn dtypes(knowledge: &mut Knowledge, asked: &Asked<'_>, notes: &mut Notes) {
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
fn protos(knowledge: &mut Knowledge, asked: &Asked<'_>, notes: &mut Notes) {
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

fn report(notes: &mut Notes, what: &str, names: &[String]) {
    if !names.is_empty() {
        notes.changed(format!("{what}: {} ({})", names.len(), listed(names)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knowledge() -> Knowledge {
        Knowledge::of(&[
            ("channels", "channel,release,line,key,source\ntensorflow,1.0,l,1.0,s\ntensorflow,1.1,l,1.1,s\n"),
            (
                "tf_ops",
                "op,kind,first,last,gaps,deprecated_at,deprecation_text,deprecated_from,flex,attrs_known,signature,source\n\
                 A,core,1.0,,,,,,,yes,T>T,s\nC,core,1.0,,,,,,,yes,T>,s\n_I,internal-registry-only,1.0,1.0,,,,,,yes,>,s\n",
            ),
            (
                "tf_attrs",
                "op,attr,type,has_default,default,allowed,least,first,last,source\nA,T,type,,,FLOAT INT32,,,,s\n\
                 A,old,int,yes,1,,,,,s\nA,n,int,yes,1,,,,,s\n",
            ),
            ("tf_allowed_changes", "op,attr,release,change,values,basis,source\nA,T,0.9,added,INT32,exact,s\n"),
            ("tf_registered", "op,first,last,absent,gone,source\n_I,1.0,,,,s\n_J,1.0,,,,s\n"),
            ("tf_kernels", "op,types,source\nA,T=FLOAT,s\nC,,s\n"),
            ("tf_kernel_releases", "channel,release,source\ntensorflow,1.0,s\n"),
            ("tf_dtypes", "number,name,first,source\n0,INVALID,1.0,types.proto\n"),
            ("tf_proto_names", "of,name,first,source\nm.A,x,0.9,s\n"),
        ])
    }

    fn facts(text: &str) -> Facts {
        let lines: Vec<Vec<String>> =
            text.lines().map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect()).collect();
        Facts::of(&lines)
    }

    const BEFORE: &str = "op|A|yes|||T>T\nattr|A|T|type|||FLOAT INT32|\nattr|A|old|int|yes|1||\nattr|A|n|int|yes|1||\n\
                          op|C|yes|||T>\nop|_I||||>\nop|_J||||>\nkernel|A|T=FLOAT\nkernel|Left|\nproto|m.A|x\nproto|m.A|y";
    const NOW: &str = "op|A|yes|7|Use B instead.|T>T\nattr|A|T|type|||FLOAT HALF|\nattr|A|between|bool|yes|true||\nattr|A|n|int|yes|2||\n\
                       op|B|yes|||T>T\nattr|B|T|type||||\nop|_I||||>\nop|_K||||>\nkernel|A|T=FLOAT HALF\nkernel|B|T=HALF\n\
                       kernel|Left|\nproto|m.A|x\nproto|m.A|y\nproto|m.A|z\nproto|m.New|q\ndtype|0|INVALID\ndtype|1|NEW";

    fn learned(knowledge: &mut Knowledge) -> Notes {
        let release = |name: &str| Release {
            channel: "tensorflow".into(),
            name: name.into(),
            line: "l".into(),
            key: name.into(),
        };
        let (now, before, mut notes) = (facts(NOW), facts(BEFORE), Notes::default());
        let asked = Asked { release: &release("1.1"), now: &now, predecessor: &release("1.0"), before: &before };
        learn(knowledge, &asked, &mut notes);
        notes
    }

    #[test]
    fn ops_and_attrs_begin_and_end() {
        let mut knowledge = knowledge();
        let notes = learned(&mut knowledge);
        let ops = knowledge.table("tf_ops").lines();
        assert_eq!(ops[0], "A,core,1.0,,,7,B,1.1,,yes,T>T,s");
        assert_eq!(ops[1], "B,core,1.1,,,,,,,yes,T>T,generated wrappers of each wheel");
        assert_eq!(ops[2], "C,core,1.0,1.0,,,,,,yes,T>,s");
        let attrs = [
            "A,T,type,,,FLOAT HALF,,,,s",
            "A,between,bool,yes,true,,,1.1,,OpDef registry of 1.1",
            "A,old,int,yes,1,,,,1.0,s",
            "A,n,int,yes,1,,,,,s",
            "B,T,type,,,,,,,OpDef registry of 1.1",
        ];
        assert_eq!(knowledge.table("tf_attrs").lines(), attrs);
        assert!(notes.open.iter().any(|sentence| sentence.contains("A.n default `2` (before: `1`)")), "{notes:?}");
        let changes = knowledge.table("tf_allowed_changes").lines();
        assert_eq!(changes[1], "A,T,1.1,added,HALF,exact,OpDefs or wrappers of each wheel");
        assert_eq!(changes[2], "A,T,1.1,removed,INT32,exact,OpDefs or wrappers of each wheel");
    }

    #[test]
    fn registry_kernels_types_and_names_follow() {
        let mut knowledge = knowledge();
        learned(&mut knowledge);
        let source = "observed: op registries of tensorflow 1.0 and 1.1";
        let registered = knowledge.table("tf_registered").lines();
        assert_eq!(
            registered,
            ["_I,1.0,,,,s".to_owned(), format!("_J,1.0,1.0,,1.1,{source}"), format!("_K,1.1,,1.0,,{source}")]
        );
        let kernels = knowledge.table("tf_kernels").lines();
        let source = "kernel registry of tensorflow-cpu 1.1";
        assert_eq!(kernels, [format!("A,T=FLOAT HALF,{source}"), format!("B,T=HALF,{source}"), "C,,s".to_owned()]);
        assert_eq!(knowledge.table("tf_dtypes").lines()[1], "1,NEW,1.1,types.proto");
        assert_eq!(knowledge.table("tf_proto_names").lines()[1], "m.A,z,1.1,descriptors in each tensorflow wheel");
    }

    #[test]
    fn the_same_wheel_changes_nothing_again() {
        let mut knowledge = knowledge();
        learned(&mut knowledge);
        let once = knowledge.clone();
        learned(&mut knowledge);
        assert_eq!(knowledge, once);
    }
}
