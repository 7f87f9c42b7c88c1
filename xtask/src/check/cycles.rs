//! Cycles of imports between the files of a room: none of these files can be understood, or moved, without the others.
//!
//! A path counts as an import of the file it leads to; where a `mod.rs` re-exports a name, that file is `mod.rs`. Tests do
//! not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::source;
use crate::Result;

/// Rooms without cycles. A room that becomes free of them joins the list.
const ROOMS: [&str; 1] = ["engine"];

/// Imports between files, by module path.
type Imports = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

/// Reads all of `src/` and lists the cycles of the rooms in [`ROOMS`].
pub fn check(root: &Path) -> Result {
    let src = root.join("src");
    let mut texts = BTreeMap::new();
    for file in source::files(&src)? {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
        texts.insert(source::module_of(file.strip_prefix(&src).unwrap_or(&file)), text);
    }
    texts.retain(|module, _| module.first().is_some_and(|room| ROOMS.contains(&room.as_str())));
    let cycles = cycles(&imports(&texts)?);
    if cycles.is_empty() {
        return Ok(());
    }
    let lists: Vec<String> = cycles.iter().map(|cycle| format!("  {}", named(cycle))).collect();
    Err(format!("these files import each other:\n{}", lists.join("\n")))
}

fn named(cycle: &[Vec<String>]) -> String {
    cycle.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(", ")
}

/// Imports of each file from the others.
fn imports(texts: &BTreeMap<Vec<String>, String>) -> Result<Imports> {
    let mut imports = Imports::new();
    for (module, text) in texts {
        let tokens = source::tokens(text).map_err(|why| format!("{}: {why}", module.join("::")))?;
        let mut all = BTreeSet::new();
        for one in source::uses(tokens, module).iter().filter(|one| !one.test) {
            // A path is of this crate, or begins with a module inside this one.
            let parts = match one.parts.split_first() {
                Some((first, rest)) if first == "crate" => rest.to_vec(),
                _ => module.iter().chain(&one.parts).cloned().collect(),
            };
            let file = (1..=parts.len()).rev().map(|len| &parts[..len]).find(|part| texts.contains_key(*part));
            all.extend(file.filter(|file| *file != module.as_slice()).map(<[String]>::to_vec));
        }
        imports.insert(module.clone(), all);
    }
    Ok(imports)
}

/// Groups of files each of which leads to all others of its group.
fn cycles(imports: &Imports) -> Vec<Vec<Vec<String>>> {
    let reached: BTreeMap<_, _> = imports.keys().map(|module| (module, reach(imports, module))).collect();
    let mut cycles = Vec::new();
    let mut seen = BTreeSet::new();
    for module in imports.keys().filter(|module| reached[module].contains(*module)) {
        if seen.insert(module) {
            let cycle: Vec<_> =
                imports.keys().filter(|m| reached[module].contains(*m) && reached[m].contains(module)).collect();
            seen.extend(&cycle);
            cycles.push(cycle.into_iter().cloned().collect());
        }
    }
    cycles
}

/// All files that the imports of a file lead to.
fn reach(imports: &Imports, from: &[String]) -> BTreeSet<Vec<String>> {
    let mut reached = BTreeSet::new();
    let mut left = vec![from.to_vec()];
    while let Some(module) = left.pop() {
        for next in imports.get(&module).into_iter().flatten() {
            if reached.insert(next.clone()) {
                left.push(next.clone());
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let texts = files
            .iter()
            .map(|(module, text)| (module.split("::").map(str::to_owned).collect::<Vec<_>>(), (*text).to_owned()));
        cycles(&imports(&texts.collect()).unwrap()).iter().map(|cycle| named(cycle)).collect()
    }

    #[test]
    fn files_that_import_each_other_are_found() {
        let cycle = [("a", "pub mod b;"), ("a::b", "use super::c::C;"), ("a::c", "fn f() -> crate::a::b::B {}")];
        assert_eq!(found(&cycle), ["a::b, a::c"]);
        assert_eq!(found(&[("a", "mod b; fn f() { b::g() }"), ("a::b", "use super::A;")]), ["a, a::b"]);
    }

    #[test]
    fn one_way_imports_tests_and_declared_modules_are_fine() {
        assert!(found(&[("a", "mod b; mod c;"), ("a::b", "use super::c::C;"), ("a::c", "fn f() {}")]).is_empty());
        let test = "#[cfg(test)] mod tests { use super::super::b::B; }";
        assert!(found(&[("a::b", "use super::c::C;"), ("a::c", test)]).is_empty());
    }
}
