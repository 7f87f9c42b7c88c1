//! Classes of Keras and the arguments of their constructors.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::knowledge::{Knowledge, Release};
use super::notes::{Notes, listed};
use super::spans::Order;
use super::table::Table;
use super::wheel;
use crate::Result;

/// Arguments by part and class.
pub type Classes = BTreeMap<(String, String), BTreeSet<String>>;

/// Asks a wheel.
pub fn ask(python: &Path) -> Result<Classes> {
    let class = |cells: Vec<String>| match &cells[..] {
        [word, part, class, arguments] if word == "class" => {
            let arguments = arguments.split(' ').filter(|argument| !argument.is_empty()).map(str::to_owned).collect();
            Some(((part.clone(), class.clone()), arguments))
        }
        _ => None,
    };
    let classes: Classes = wheel::answers(python, "keras_classes.py", &[])?.into_iter().filter_map(class).collect();
    if classes.is_empty() { Err("the wheel reported no classes.".into()) } else { Ok(classes) }
}

/// Adds and ends classes and arguments that differ from the release before.
pub fn learn(knowledge: &mut Knowledge, release: &Release, now: &Classes, before: &Classes, notes: &mut Notes) {
    let order = Order(knowledge.keys(&release.line));
    let key = release.key.as_str();
    let table = knowledge.edit("keras_classes");
    let common = common(table, &release.channel, before);
    let (mut new, mut gone, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
    let source =
        table.find(&[("on", &release.channel)]).first().map(|&row| table.get(row, "source")).unwrap_or_default();
    for ((part, class), given) in now {
        let cells = [("on", release.channel.as_str()), ("part", part), ("class", class)];
        let row = table.find(&cells).into_iter().find(|&row| order.holds(table, row, key));
        let own: BTreeSet<&String> =
            given.iter().filter(|argument| !common.contains(&(part.clone(), (*argument).clone()))).collect();
        let Some(row) = row else {
            // Left out on purpose, as in the release before.
            if before.contains_key(&(part.clone(), class.clone())) {
                continue;
            }
            let listed = own.into_iter().cloned().collect::<Vec<_>>().join(" ");
            let mut all = cells.to_vec();
            all.extend(order.begin(key));
            all.extend([("arguments", listed.as_str()), ("source", source.as_str())]);
            table.insert(place(table, &release.channel, part, class), &all);
            new.push(format!("{part}.{class}"));
            continue;
        };
        let Some(earlier) = before.get(&(part.clone(), class.clone())) else { continue };
        let mut cell = table.get(row, "arguments");
        for argument in own.iter().filter(|argument| !earlier.contains(**argument)) {
            cell = with(&cell, argument, key);
            arguments.push(format!("{part}.{class}({argument})"));
        }
        for argument in
            earlier.difference(given).filter(|argument| !common.contains(&(part.clone(), (*argument).clone())))
        {
            cell = ended(&cell, argument, order.before(key).unwrap_or_default());
            arguments.push(format!("{part}.{class} without {argument}"));
        }
        table.set(row, "arguments", &cell);
    }
    for row in (0..table.len()).rev() {
        let class = (table.get(row, "part"), table.get(row, "class"));
        if table.get(row, "on") == release.channel && order.holds(table, row, key) && !now.contains_key(&class) {
            order.end(table, row, key);
            gone.push(format!("{}.{}", class.0, class.1));
        }
    }
    for (what, names) in [("new classes", &new), ("classes that are gone", &gone), ("other arguments", &arguments)] {
        if !names.is_empty() {
            notes.changed(format!("{what}: {} ({})", names.len(), listed(names)));
        }
    }
}

/// Arguments that the table leaves out because every class of a part takes them.
fn common(table: &Table, channel: &str, before: &Classes) -> BTreeSet<(String, String)> {
    let mut taken = BTreeSet::new();
    for row in table.find(&[("on", channel)]) {
        let part = table.get(row, "part");
        taken.extend(table.get(row, "arguments").split(' ').map(|cell| (part.clone(), name(cell).to_owned())));
    }
    let all =
        before.iter().flat_map(|((part, _), arguments)| arguments.iter().map(move |own| (part.clone(), own.clone())));
    all.filter(|argument| !taken.contains(argument)).collect()
}

/// The name in `name@first..last`.
fn name(cell: &str) -> &str {
    cell.split('@').next().unwrap_or_default()
}

/// The cell with an argument from a key on.
fn with(cell: &str, argument: &str, key: &str) -> String {
    let mut all: Vec<String> = cell.split(' ').filter(|own| !own.is_empty()).map(str::to_owned).collect();
    if !all.iter().any(|own| name(own) == argument && (!own.contains("..") || own.ends_with(".."))) {
        all.push(format!("{argument}@{key}.."));
        all.sort();
    }
    all.join(" ")
}

/// The cell with an argument that ends with `last`.
fn ended(cell: &str, argument: &str, last: &str) -> String {
    let end = |own: &str| match own {
        own if name(own) != argument => own.to_owned(),
        own if own.ends_with("..") => format!("{own}{last}"),
        own if !own.contains('@') => format!("{own}@..{last}"),
        own => own.to_owned(),
    };
    cell.split(' ').filter(|own| !own.is_empty()).map(end).collect::<Vec<_>>().join(" ")
}

/// In the order of parts and classes, among the rows of the channel.
fn place(table: &Table, channel: &str, part: &str, class: &str) -> usize {
    let rows = table.find(&[("on", channel)]);
    let is_after =
        |row: &&usize| (table.get(**row, "part"), table.get(**row, "class")) > (part.to_owned(), class.to_owned());
    rows.iter().find(is_after).copied().or(rows.last().map(|row| row + 1)).unwrap_or(table.len())
}

/// Patches are made for the newest release with recorded loads.
pub fn newest(knowledge: &mut Knowledge, release: &Release) {
    let is_newest = knowledge.releases(&release.channel).last().is_some_and(|last| last == release);
    let table = knowledge.edit("keras_eras");
    for row in table.find(&[("era", "newest"), ("on", &release.channel)]).into_iter().filter(|_| is_newest) {
        table.set(row, "first", &release.name);
        table.set(row, "last", &release.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(text: &str) -> Classes {
        let line = |line: &str| {
            let (class, arguments) = line.split_once(':').expect("a class");
            let (part, class) = class.split_once('.').expect("a part");
            let arguments = arguments.split(' ').filter(|a| !a.is_empty()).map(str::to_owned).collect();
            ((part.to_owned(), class.to_owned()), arguments)
        };
        text.lines().map(line).collect()
    }

    #[test]
    fn classes_and_arguments_begin_and_end() {
        let mut knowledge = Knowledge::of(&[
            ("channels", "channel,release,line,key,source\nkeras,3.0,keras,3.0,s\nkeras,3.1,keras,3.1,s\n"),
            (
                "keras_classes",
                "on,part,class,first,last,arguments,source\nkeras,layers,A,,,new@3.0.. old,s\nkeras,layers,C,,,x,s\ntensorflow,layers,A,,,old,t\n",
            ),
            ("keras_eras", "era,on,first,last,source\nnewest,keras,3.0,3.0,s\n"),
        ]);
        let release = Release { channel: "keras".into(), name: "3.1".into(), line: "keras".into(), key: "3.1".into() };
        let before = classes("layers.A:name new old\nlayers.C:name x");
        let now = classes("layers.A:added name new\nlayers.B:name y");
        for _ in 0..2 {
            learn(&mut knowledge, &release, &now, &before, &mut Notes::default());
            newest(&mut knowledge, &release);
            let expected = [
                "keras,layers,A,,,added@3.1.. new@3.0.. old@..3.0,s",
                "keras,layers,B,3.1,,y,s",
                "keras,layers,C,,3.0,x,s",
                "tensorflow,layers,A,,,old,t",
            ];
            assert_eq!(knowledge.table("keras_classes").lines(), expected);
            assert_eq!(knowledge.table("keras_eras").lines(), ["newest,keras,3.1,3.1,s"]);
        }
    }
}
