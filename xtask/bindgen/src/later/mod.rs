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

/// Where a module that [`apart`] or [`counted`] has changed imports a function from: `rest` or `called`.
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
    pub rest: Vec<u8>,
    /// Name of the exported number that is 1 once the second file is there.
    pub flag: String,
}

/// The module without some functions, and these in a file of their own: those of which `is_later` is true, by name and body, and the
/// `new` ones, which have no names. `None` for a module that has few of them.
pub fn apart(
    wasm: &[u8],
    new: &BTreeSet<u32>,
    is_later: impl Fn(&str, &FunctionBody) -> Result<bool, String>,
) -> Result<Option<Apart>, String> {
    let read = Read::new(wasm)?;
    let mut leaving = new.clone();
    for (index, name) in names(wasm)? {
        if let Some(body) = read.body(index).filter(|body| size(body) > SMALL)
            && is_later(&name, body)?
        {
            leaving.insert(index);
        }
    }
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
    let link = Link { read: &read, leaving, slots, uses: leaves };
    Ok(Some(Apart { first: link.first(wasm)?, rest: link.rest(wasm)?, flag: Link::name('g', link.flag()) }))
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
        for (index, name) in ["main", "rare", "help"].into_iter().enumerate() {
            functions.function(0);
            names.append(index as u32 + 1, name);
            let mut body = Function::new([]);
            let mut instructions = body.instructions();
            match name {
                "main" => instructions.local_get(0).call(2),
                "rare" => {
                    for _ in 0..FEW {
                        instructions.nop();
                    }
                    instructions.local_get(0).call(0).local_get(0).call(3)
                }
                _ => instructions.local_get(0).global_set(0),
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
        let Apart { first, rest, flag } =
            apart(&whole, &BTreeSet::new(), |name, _| Ok(name == "rare")).unwrap().unwrap();
        wasmparser::validate(&first).unwrap();
        wasmparser::validate(&rest).unwrap();
        assert!(first.len() < 400 && rest.len() > FEW as usize, "{} and {}", first.len(), rest.len());
        assert_eq!(names_of(&first, true), BTreeSet::from(["log".to_owned(), "rest".to_owned()]));
        let exports = names_of(&first, false);
        assert!(exports.contains("main") && exports.contains(&flag));
        assert_eq!(names_of(&rest, true).difference(&exports).count(), 0);
    }

    #[test]
    fn few_functions_stay_and_all_may_be_counted() {
        let whole = module();
        assert!(apart(&whole, &BTreeSet::new(), |name, _| Ok(name == "help")).unwrap().is_none());
        let (counted, functions, _) = counted(&whole).unwrap();
        wasmparser::validate(&counted).unwrap();
        let found: Vec<_> = functions.iter().map(|found| (found.name.as_str(), found.first, found.points)).collect();
        assert_eq!(found, [("rare", 1, 1)]);
        assert_eq!(names_of(&counted, true), BTreeSet::from(["called".to_owned(), "log".to_owned()]));
    }
}
