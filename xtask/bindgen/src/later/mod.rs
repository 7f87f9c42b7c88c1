//! Functions that no visit calls until its verdict: they leave a module for a file of their own, which follows it.
//!
//! The splitter (`split`) cuts by reachability: what the start of a module could call stays in it. Much of that is
//! called by rare files, by errors or after a click, which a build can only know from visits: one whose functions are
//! [`counted`] gives the names, and [`apart`] takes the functions out. A function that left has a stub in its place,
//! which calls it through a table; a call before the file is there lets the module's script fetch it, and waits.

mod link;
mod rewrite;

use std::collections::{BTreeMap, BTreeSet};
use wasm_encoder::{Instruction, ValType};
use wasmparser::FunctionBody;

use super::cold;
use super::listed::form;
use super::names::names;
use super::read::{Read, Uses, size, wrong};
use link::Link;
use rewrite::{Added, copied, rewritten};

/// Where a module that [`apart`] or [`counted`] has changed imports a function from: that of a file, or `called`.
pub const FROM: &str = "later";

/// Bytes of a function up to which a stub would be no smaller.
const SMALL: u64 = 24;

/// Bytes of functions up to which a file of their own is not worth a request.
const FEW: u64 = 4000;

/// A module in two files.
pub struct Apart {
    /// The file that comes first.
    pub first: Vec<u8>,
    /// The file that follows. It imports all that it needs from the first, by the names of exports, and is started by
    /// being made.
    pub second: Vec<u8>,
    /// Name of the exported number that is 1 once the second file is there.
    pub flag: String,
}

/// A file that follows a module: its name, and what the names of exports for it begin with; no name of a compiler is like them.
#[derive(Clone, Copy)]
pub struct Follows {
    /// The module imports the function that fetches it from [`FROM`] by this name.
    pub name: &'static str,
    mark: char,
}

/// The file of what real models call and the common ones do not.
pub const USUAL: Follows = Follows { name: "usual", mark: '^' };

/// The file of what nothing called.
pub const REST: Follows = Follows { name: "rest", mark: '~' };

/// The functions of a module that are not small and of which `is_listed` is true, by name and body.
pub fn chosen(
    wasm: &[u8],
    is_listed: impl Fn(&str, &FunctionBody) -> Result<bool, String>,
) -> Result<BTreeSet<u32>, String> {
    let read = Read::new(wasm)?;
    let mut chosen = BTreeSet::new();
    for (index, name) in names(wasm)? {
        if let Some(body) = read.body(index).filter(|body| size(body) > SMALL)
            && is_listed(&name, body)?
        {
            chosen.insert(index);
        }
    }
    Ok(chosen)
}

/// The module without some functions, and these in a file of their own. `None` where they are few. The module's other functions
/// have the next index there ([`shifted`]), and no names.
pub fn apart(wasm: &[u8], leaving: BTreeSet<u32>, file: Follows) -> Result<Option<Apart>, String> {
    let read = Read::new(wasm)?;
    if leaving.iter().filter_map(|index| read.body(*index)).map(size).sum::<u64>() < FEW {
        return Ok(None);
    }
    let (mut stays, mut leaves) = (Uses::default(), Uses::default());
    stays.functions.extend(&read.outside);
    for (index, body) in read.numbered() {
        let uses = if leaving.contains(&index) { &mut leaves } else { &mut stays };
        uses.add(body)?;
    }
    if leaves.references || leaves.segments {
        return Err("a function that should follow refers to another one, or to segments, by index".to_owned());
    }
    let slots = leaving.intersection(&stays.functions).copied().collect();
    let link = Link { read: &read, leaving, slots, uses: leaves, file };
    Ok(Some(Apart { first: link.first(wasm)?, second: link.second(wasm)?, flag: link.name('g', link.flag()) }))
}

/// The same functions in the first file of a module that [`apart`] has parted.
pub fn shifted(functions: &BTreeSet<u32>) -> BTreeSet<u32> {
    functions.iter().map(|index| index + 1).collect()
}

/// A function that notes its calls.
pub struct Counted {
    /// The number that it notes when it is called. Those for its other points follow.
    pub first: u32,
    /// Number of its points ([`cold::points`]).
    pub points: usize,
    pub name: String,
    /// See [`form`].
    pub form: String,
}

/// The module in which each function calls `called` with a number of its own at each of its points, the functions, and how many
/// numbers there are.
pub fn counted(wasm: &[u8]) -> Result<(Vec<u8>, Vec<Counted>, u32), String> {
    let read = Read::new(wasm)?;
    let points = cold::points(wasm)?;
    let mut firsts = BTreeMap::new();
    let mut count = 0;
    for (index, points) in &points {
        firsts.insert(*index, count);
        count += points.len() as u32;
    }
    let added = Added { import: "called", parameters: &[ValType::I32], ..Added::default() };
    let module = rewritten(wasm, &read, added, |index, body, shifted| {
        let numbers = points[&index].iter().copied().zip(firsts[&index]..);
        let marks =
            numbers.map(|(at, number)| (at, [Instruction::I32Const(number as i32), Instruction::Call(read.imported)]));
        copied(body, shifted, &marks.collect()).map_err(wrong)
    })?;
    let mut functions = Vec::new();
    for (index, name) in names(wasm)? {
        if let Some(body) = read.body(index).filter(|body| size(body) > SMALL) {
            functions.push(Counted { first: firsts[&index], points: points[&index].len(), name, form: form(body)? });
        }
    }
    Ok((module, functions, count))
}

#[cfg(test)]
mod tests {
    use super::rewrite::FLAG;
    use super::*;
    use wasm_encoder::{
        CodeSection, ConstExpr, EntityType, ExportKind, ExportSection, Function, FunctionSection, GlobalSection,
        ImportSection, MemorySection, MemoryType, Module, NameMap, NameSection, TypeSection,
    };
    use wasmparser::{Parser, Payload};

    /// A module of a memory, a number, an imported function `log`, and functions: `main`, which is exported and calls
    /// `rare`; `rare`, which is long and calls `log` and `help`; `help`, which sets the number.
    fn module() -> Vec<u8> {
        module_with(&["rare"])
    }

    /// The same with several long functions, which `main` calls one after the other.
    fn module_with(long: &[&str]) -> Vec<u8> {
        let help = long.len() as u32 + 2;
        let (mut types, mut imports, mut functions) =
            (TypeSection::new(), ImportSection::new(), FunctionSection::new());
        types.ty().function([ValType::I32], []);
        imports.import("env", "log", EntityType::Function(0));
        let (mut memories, mut globals, mut exports) =
            (MemorySection::new(), GlobalSection::new(), ExportSection::new());
        memories.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
        globals.global(FLAG, &ConstExpr::i32_const(7));
        exports.export("main", ExportKind::Func, 1);
        let (mut code, mut names, mut section) = (CodeSection::new(), NameMap::new(), NameSection::new());
        for (index, name) in ["main"].iter().chain(long).chain(&["help"]).copied().enumerate() {
            functions.function(0);
            names.append(index as u32 + 1, name);
            let mut body = Function::new([]);
            let mut instructions = body.instructions();
            match name {
                "main" => {
                    (2..help).for_each(|long| {
                        instructions.local_get(0).call(long);
                    });
                    &mut instructions
                }
                "help" => instructions.local_get(0).global_set(0),
                _ => {
                    for _ in 0..FEW {
                        instructions.nop();
                    }
                    instructions.local_get(0).call(0).local_get(0).call(help)
                }
            }
            .end();
            code.function(&body);
        }
        section.functions(&names);
        let mut out = Module::new();
        out.section(&types).section(&imports).section(&functions).section(&memories).section(&globals);
        out.section(&exports).section(&code).section(&section);
        out.finish()
    }

    /// Names of the imports or exports of a module.
    fn names_of(wasm: &[u8], imported: bool) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.unwrap() {
                Payload::ImportSection(section) if imported => {
                    all.extend(section.into_imports().map(|import| import.unwrap().name.to_owned()));
                }
                Payload::ExportSection(section) if !imported => {
                    all.extend(section.into_iter().map(|export| export.unwrap().name.to_owned()));
                }
                _ => {}
            }
        }
        all
    }

    #[test]
    fn a_function_leaves_and_finds_all_that_it_needs() {
        let whole = module();
        wasmparser::validate(&whole).unwrap();
        let rare = chosen(&whole, |name, _| Ok(name == "rare")).unwrap();
        let Apart { first, second: rest, flag } = apart(&whole, rare, REST).unwrap().unwrap();
        wasmparser::validate(&first).unwrap();
        wasmparser::validate(&rest).unwrap();
        assert!(first.len() < 400 && rest.len() > FEW as usize, "{} and {}", first.len(), rest.len());
        assert_eq!(names_of(&first, true), BTreeSet::from(["log".to_owned(), "rest".to_owned()]));
        let exports = names_of(&first, false);
        assert!(exports.contains("main") && exports.contains(&flag));
        assert_eq!(names_of(&rest, true).difference(&exports).count(), 0);
    }

    #[test]
    fn a_module_has_two_files_that_follow() {
        let whole = module();
        let [rare, main] = ["rare", "main"].map(|wanted| chosen(&whole, |name, _| Ok(name == wanted)).unwrap());
        assert!(main.is_empty(), "it is small");
        let Apart { first, .. } = apart(&whole, rare.clone(), USUAL).unwrap().unwrap();
        // What stands for it is small, so that only its size is wrong.
        assert!(apart(&first, shifted(&rare), REST).unwrap().is_none());
        let log = Read::new(&whole).unwrap().imported;
        let both = module_with(&["rare", "seldom"]);
        let Apart { first, second: usual, .. } = apart(&both, BTreeSet::from([log + 1]), USUAL).unwrap().unwrap();
        let seldom = shifted(&BTreeSet::from([log + 2]));
        let Apart { first, second: rest, .. } = apart(&first, seldom, REST).unwrap().unwrap();
        [&first, &usual, &rest].iter().for_each(|file| assert!(wasmparser::validate(file).is_ok()));
        assert_eq!(names_of(&first, true), BTreeSet::from(["log", "rest", "usual"].map(str::to_owned)));
        let exports = names_of(&first, false);
        for file in [usual, rest] {
            assert_eq!(names_of(&file, true).difference(&exports).count(), 0);
        }
    }

    #[test]
    fn few_functions_stay_and_all_may_be_counted() {
        let whole = module();
        assert!(apart(&whole, BTreeSet::from([3]), REST).unwrap().is_none());
        let (counted, functions, _) = counted(&whole).unwrap();
        wasmparser::validate(&counted).unwrap();
        let found: Vec<_> = functions.iter().map(|found| (found.name.as_str(), found.first, found.points)).collect();
        assert_eq!(found, [("rare", 1, 1)]);
        assert_eq!(names_of(&counted, true), BTreeSet::from(["called".to_owned(), "log".to_owned()]));
    }
}
