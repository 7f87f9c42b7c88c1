//! Functions that no visit calls until its verdict. They leave the first file of a module and follow when the verdict is
//! displayed (xtask/bindgen/src/later.rs); which they are, `cargo xtask build --visits` finds out: it opens files of every
//! kind in a browser, with modules that note the functions they call, and writes a list for each module.
//!
//! A list has names and beginnings of names (`compat::evolution::*`), so that a function that is new beside others which
//! no visit calls is one of them, and names with a form for instances of a generic function of which others are called
//! (xtask/bindgen/src/listed.rs). A function that a list has and a visit calls all the same works: the page waits for the
//! file. A function that should be in a list and is not only makes the first file larger.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::module::{self, MODULES, Module};
use super::{Mode, dist, instances, pack, version};
use crate::tools::{self, Tool};
use crate::{Result, browser, command, project, ui};

/// The file with the list of a module.
pub fn list(name: &str) -> PathBuf {
    project::root().join("xtask/src/build/later").join(format!("{name}.txt"))
}

/// Records visits and writes the lists. The page was built: its modules are taken as they were compiled.
pub fn record() -> Result {
    let folder = project::target_dir().join("web/visits");
    let io = |e: std::io::Error| format!("cannot write {}: {e}", folder.display());
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(io)?;
    }
    dist::copy_tree(&project::dist_dir(), &folder)?;
    let wasm = version::finished(&folder, &folder.join("wasm/unpack.wasm")).ok_or("The build has no modules.")?;
    let wasm = wasm.parent().unwrap_or(&folder).to_owned();
    let bindgen = tools::build(Tool::Bindgen)?;
    for module in MODULES.iter().filter(|module| module.later.is_some()) {
        count(module, &bindgen, &wasm)?;
    }
    for module in MODULES.iter().filter(|module| module.later.is_some()) {
        if let Some(other) = module.dictionary {
            pack::pack_with(&wasm, module.name, other, !module.first_look, Mode::Dev)?;
        }
    }
    let called = folder.join("called");
    std::fs::create_dir_all(&called).map_err(io)?;
    let mut node = command::clean(Command::new("node"));
    node.arg(project::root().join("tests/e2e/visits.mjs")).arg(&called);
    node.env("VINTAGE_CHROMIUM", &browser::ensure()?.chromium).env("VINTAGE_DIST", &folder);
    command::run(&mut node)?;
    // Of modules that are alike the browser chooses one.
    MODULES.iter().filter_map(|module| Some((module.name, module.later?.list))).try_for_each(|(module, list)| {
        let called = called.join(format!("{module}.txt"));
        if called.exists() { write(list, &wasm.join(format!("{module}-functions.txt")), &called) } else { Ok(()) }
    })
}

/// Replaces a module's files in `wasm` by those of one that notes its calls.
fn count(module: &Module, bindgen: &Path, wasm: &Path) -> Result {
    let out = project::target_dir().join("web").join(format!("{}-visits", module.name));
    let io = |e: std::io::Error| format!("cannot write {}: {e}", out.display());
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(io)?;
    }
    std::fs::create_dir_all(&out).map_err(io)?;
    let mut bindgen = command::clean(Command::new(bindgen));
    bindgen.arg(module::compiled(module.name, Mode::Release)).arg(&out).arg(module.name).arg("--count");
    command::run(bindgen.args(module.cuts()))?;
    pack::pack(&out, module.name, module.packing, !module.instances.is_empty(), Mode::Dev)?;
    if !module.instances.is_empty() {
        instances::join(&out, module.name, module.instances)?;
    }
    dist::copy_tree(&out, wasm)
}

/// Writes a list, from the file with the functions of a module and that of its calls.
fn write(name: &str, functions: &Path, called: &Path) -> Result {
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()));
    let (functions, called) = (read(functions)?, read(called)?);
    let called: BTreeSet<&str> = called.lines().collect();
    // `FILE INDEX`, the form of the function, and its name.
    let rows = functions.lines().filter_map(|row| {
        let (place, rest) = row.split_at_checked(row.match_indices(' ').nth(1)?.0)?;
        let (form, function) = rest.trim_start().split_once(' ')?;
        Some((place, form, function))
    });
    // No file of another answer, of which nothing is called.
    let files: BTreeSet<&str> = called.iter().filter_map(|place| Some(place.split_once(' ')?.0)).collect();
    let rows = rows.filter(|(place, ..)| place.split_once(' ').is_some_and(|(file, _)| files.contains(file)));
    let (needed, others): (Vec<_>, Vec<_>) = rows.partition(|(place, ..)| called.contains(place));
    let names: BTreeSet<&str> = needed.iter().map(|(_, _, function)| *function).collect();
    let forms: BTreeSet<(&str, &str)> = needed.iter().map(|(_, form, function)| (*function, *form)).collect();
    // Of a generic function all instances have one name.
    let (beside, alone): (Vec<_>, Vec<_>) = others.into_iter().partition(|(_, _, function)| names.contains(function));
    let alone: BTreeSet<&str> = alone.into_iter().map(|(_, _, function)| function).collect();
    let mut lines = Vec::new();
    shorten("", &alone.into_iter().collect::<Vec<_>>(), &names.into_iter().collect::<Vec<_>>(), &mut lines);
    let beside = beside.into_iter().filter(|(_, form, function)| !forms.contains(&(*function, *form)));
    lines.extend(beside.map(|(_, form, function)| format!("{function} #{form}")).collect::<BTreeSet<_>>());
    ui::note(&format!("{name}: {} lines", lines.len()));
    let path = list(name);
    let text = format!("{HEAD}{}\n", lines.join("\n"));
    std::fs::create_dir_all(path.parent().unwrap_or(&path))
        .and_then(|()| std::fs::write(&path, text))
        .map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// The first line of a list.
const HEAD: &str = "# Functions that no visit calls until its verdict, by `cargo xtask build --visits`.\n";

/// Lists names that begin with `beginning`: those of `later` and none of `needed`, both sorted. Where a path has no needed
/// one, it stands for all of its names.
fn shorten(beginning: &str, later: &[&str], needed: &[&str], lines: &mut Vec<String>) {
    let mut rest = later;
    while let Some(first) = rest.first() {
        let Some(end) = first[beginning.len()..].find("::").map(|at| beginning.len() + at + 2) else {
            lines.push((*first).to_owned());
            rest = &rest[1..];
            continue;
        };
        let path = &first[..end];
        let within = |names: &[&str]| names.iter().take_while(|name| name.starts_with(path)).count();
        let (group, others) = rest.split_at(within(rest));
        let beside = &needed[needed.partition_point(|name| *name < path)..];
        let beside = &beside[..within(beside)];
        match group {
            [one] => lines.push((*one).to_owned()),
            _ if beside.is_empty() => lines.push(format!("{path}*")),
            _ => shorten(path, group, beside, lines),
        }
        rest = others;
    }
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn a_path_without_a_needed_name_is_one_line() {
        let later = ["a::b::one", "a::b::two", "a::c::one", "a::d::x", "a::d::y", "b::one", "main"];
        let needed = ["a::c::two", "a::d::z", "b::two"];
        let mut lines = Vec::new();
        shorten("", &later, &needed, &mut lines);
        assert_eq!(lines, ["a::b::*", "a::c::one", "a::d::x", "a::d::y", "b::one", "main"]);
    }
}
