//! Cycles of imports between the files of a room: none of these files can be understood, or moved, without the others.
//!
//! A path counts as an import of the file that defines its item. Re-exports (`use` or `pub use`, as in a `mod.rs`) are
//! followed, so files do not depend on their room's facade. In each room `mod.rs` declares, re-exports and
//! calls; items shared by several files are in a separate file, not in their parent. Tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::source;
use crate::Result;

/// Paths of the names that `use` items bring into each file.
type Names = BTreeMap<Vec<String>, BTreeMap<String, Vec<String>>>;

/// Imports between files, by module path.
type Imports = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

/// Reads all of `src/` and lists the cycles.
pub fn check(root: &Path) -> Result {
    let src = root.join("src");
    let mut texts = BTreeMap::new();
    for file in source::files(&src)? {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
        texts.insert(source::module_of(file.strip_prefix(&src).unwrap_or(&file)), text);
    }
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
    let mut names = Names::new();
    for (module, text) in texts {
        let tokens = source::tokens(text).map_err(|why| format!("{}: {why}", module.join("::")))?;
        let full = |(name, path)| (name, from_root(path, module));
        names.insert(module.clone(), source::names(tokens, module).into_iter().map(full).collect());
    }
    let mut imports = Imports::new();
    for (module, text) in texts {
        let tokens = source::tokens(text).map_err(|why| format!("{}: {why}", module.join("::")))?;
        let mut all = BTreeSet::new();
        for one in source::uses(tokens, module).into_iter().filter(|one| !one.test) {
            all.extend(file_of(from_root(one.parts, module), module, &names));
        }
        all.remove(module);
        imports.insert(module.clone(), all);
    }
    Ok(imports)
}

/// A path of a file of the module `module` without `crate`: a path is of this crate, or begins with a module inside
/// this one.
fn from_root(parts: Vec<String>, module: &[String]) -> Vec<String> {
    match parts.split_first() {
        Some((first, rest)) if first == "crate" => rest.to_vec(),
        _ => module.iter().chain(&parts).cloned().collect(),
    }
}

/// The file that has what a path in `module` leads to. Where another file only passes a name on, its path is followed.
fn file_of(mut parts: Vec<String>, module: &[String], names: &Names) -> Option<Vec<String>> {
    // Names that are passed on in a circle do not compile; the bound only ends the loop.
    for _ in 0..10 {
        let len = (1..=parts.len()).rev().find(|len| names.contains_key(&parts[..*len]))?;
        let (file, rest) = parts.split_at(len);
        // Generated code imports nothing of the room.
        if rest.first().is_some_and(|name| name == "generated") {
            return None;
        }
        let passed = rest.first().filter(|_| file != module).and_then(|name| names[file].get(name));
        match passed {
            Some(path) if path.as_slice() != file => parts = path.iter().chain(&rest[1..]).cloned().collect(),
            _ => return Some(file.to_vec()),
        }
    }
    None
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
        let passed_on = [("a", "pub use b::B;"), ("a::b", "use super::c::C;"), ("a::c", "use crate::a::B;")];
        assert_eq!(found(&passed_on), ["a::b, a::c"]);
    }

    #[test]
    fn one_way_imports_tests_and_declared_modules_are_fine() {
        assert!(found(&[("a", "mod b; mod c;"), ("a::b", "use super::c::C;"), ("a::c", "fn f() {}")]).is_empty());
        let facade = [("a", "mod b; mod c; pub use b::B; use c::C as D; fn f() { c::g() }"), ("a::b", "struct B;")];
        assert!(found(&[&facade[..], &[("a::c", "use super::B; use crate::a::B;")]].concat()).is_empty());
        let test = "#[cfg(test)] mod tests { use super::super::b::B; }";
        assert!(found(&[("a::b", "use super::c::C;"), ("a::c", test)]).is_empty());
    }
}
