//! Functions that no visit calls until its verdict: they leave a module for a file of their own, which follows it.
//!
//! The splitter (`split`) cuts by reachability: what the start of a module could call stays in it. Much of that is
//! called by rare files, by errors or after a click, which a build can only know from visits: one whose functions are
//! [`counted`] gives the names, and [`apart`] takes the functions out. A function that left has a stub in its place,
//! which calls it through a table; a call before the file is there lets the module's script fetch it, and waits.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function, FunctionSection,
    GlobalSection, GlobalType, ImportSection, Instruction, Module, RawSection, RefType, StartSection, TableSection,
    TableType, TypeSection, ValType,
};
use wasmparser::{CompositeInnerType, ExternalKind, FuncType, FunctionBody, Operator, Parser, Payload, TypeRef};

use super::names::{names, wrong as not_a_module};

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

/// The module without the functions whose names `is_later` is true of, and these in a file of their own; `None` for a
/// module that has few of them.
pub fn apart(wasm: &[u8], is_later: impl Fn(&str) -> bool) -> Result<Option<Apart>, String> {
    let read = Read::new(wasm)?;
    let later = names(wasm)?.into_iter().filter(|(_, name)| is_later(name)).map(|(index, _)| index);
    let leaving: BTreeSet<u32> =
        later.filter(|index| read.body(*index).is_some_and(|body| size(body) > SMALL)).collect();
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

/// The module in which each function first calls `called` with its index, and the names of those that could leave it.
pub fn counted(wasm: &[u8]) -> Result<(Vec<u8>, BTreeMap<u32, String>), String> {
    let read = Read::new(wasm)?;
    let added = Added { import: "called", parameters: &[ValType::I32], ..Added::default() };
    let module = rewritten(wasm, &read, added, |index, body, shifted| {
        let mark = [Instruction::I32Const(index as i32), Instruction::Call(read.imported)];
        copied(body, shifted, &mark).map_err(wrong)
    })?;
    let mut names = names(wasm)?;
    names.retain(|index, _| read.body(*index).is_some_and(|body| size(body) > SMALL));
    Ok((module, names))
}

/// The parts of a module that both files depend on.
struct Read<'a> {
    /// The types of functions, by index.
    types: Vec<FuncType>,
    /// Number of imported functions, which have the first indices.
    imported: u32,
    /// Type of each function, the imported ones first.
    functions: Vec<u32>,
    tables: Vec<wasmparser::TableType>,
    globals: Vec<wasmparser::GlobalType>,
    memory: Option<wasmparser::MemoryType>,
    bodies: Vec<FunctionBody<'a>>,
    /// Functions that exports, tables or the start refer to.
    outside: BTreeSet<u32>,
}

impl<'a> Read<'a> {
    fn new(wasm: &'a [u8]) -> Result<Self, String> {
        let mut read = Self {
            types: Vec::new(),
            imported: 0,
            functions: Vec::new(),
            tables: Vec::new(),
            globals: Vec::new(),
            memory: None,
            bodies: Vec::new(),
            outside: BTreeSet::new(),
        };
        for payload in Parser::new(0).parse_all(wasm) {
            read.add(payload.map_err(not_a_module)?)?;
        }
        Ok(read)
    }

    fn add(&mut self, payload: Payload<'a>) -> Result<(), String> {
        match payload {
            Payload::TypeSection(section) => {
                for group in section {
                    for kind in group.map_err(not_a_module)?.into_types() {
                        let CompositeInnerType::Func(function) = kind.composite_type.inner else {
                            return Err("a type is not that of a function".to_owned());
                        };
                        self.types.push(function);
                    }
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    match import.map_err(not_a_module)?.ty {
                        TypeRef::Func(kind) => {
                            self.functions.push(kind);
                            self.imported += 1;
                        }
                        TypeRef::Table(table) => self.tables.push(table),
                        TypeRef::Global(global) => self.globals.push(global),
                        TypeRef::Memory(memory) => self.memory = Some(memory),
                        _ => return Err("an import of a kind that compilers do not write".to_owned()),
                    }
                }
            }
            Payload::FunctionSection(section) => {
                for kind in section {
                    self.functions.push(kind.map_err(not_a_module)?);
                }
            }
            Payload::TableSection(section) => {
                for table in section {
                    self.tables.push(table.map_err(not_a_module)?.ty);
                }
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    self.memory = Some(memory.map_err(not_a_module)?);
                }
            }
            Payload::GlobalSection(section) => {
                for global in section {
                    self.globals.push(global.map_err(not_a_module)?.ty);
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export.map_err(not_a_module)?;
                    self.outside.extend((export.kind == ExternalKind::Func).then_some(export.index));
                }
            }
            Payload::StartSection { func, .. } => self.outside.extend([func]),
            Payload::ElementSection(section) => {
                let (mut uses, mut elements) = (Uses::default(), ElementSection::new());
                uses.parse_element_section(&mut elements, section).map_err(wrong)?;
                self.outside.extend(uses.functions);
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            _ => {}
        }
        Ok(())
    }

    /// The functions of the module itself, with their indices.
    fn numbered(&self) -> impl Iterator<Item = (u32, &FunctionBody<'a>)> {
        (self.imported..).zip(&self.bodies)
    }

    fn body(&self, index: u32) -> Option<&FunctionBody<'a>> {
        self.bodies.get(index.checked_sub(self.imported)? as usize)
    }

    /// The type of a function.
    fn kind(&self, function: u32) -> Option<&FuncType> {
        self.types.get(*self.functions.get(function as usize)? as usize)
    }
}

fn size(body: &FunctionBody) -> u64 {
    let range = body.range();
    (range.end - range.start) as u64
}

/// Indices that code refers to.
#[derive(Default)]
struct Uses {
    functions: BTreeSet<u32>,
    globals: BTreeSet<u32>,
    tables: BTreeSet<u32>,
    /// Whether it makes references to functions.
    references: bool,
    /// Whether it uses segments of data or elements.
    segments: bool,
}

impl Uses {
    fn add(&mut self, body: &FunctionBody) -> Result<(), String> {
        for operator in body.get_operators_reader().map_err(not_a_module)? {
            let operator = operator.map_err(not_a_module)?;
            self.references |= matches!(operator, Operator::RefFunc { .. });
            self.instruction(operator).map_err(wrong)?;
        }
        Ok(())
    }
}

impl Reencode for Uses {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        self.functions.insert(index);
        Ok(index)
    }

    fn global_index(&mut self, index: u32) -> Result<u32, Error> {
        self.globals.insert(index);
        Ok(index)
    }

    fn table_index(&mut self, index: u32) -> Result<u32, Error> {
        self.tables.insert(index);
        Ok(index)
    }

    fn data_index(&mut self, index: u32) -> Result<u32, Error> {
        self.segments = true;
        Ok(index)
    }

    fn element_index(&mut self, index: u32) -> Result<u32, Error> {
        self.segments = true;
        Ok(index)
    }
}

/// A module with one more imported function: the indices behind the imported ones shift by one.
struct Shifted {
    from: u32,
}

impl Reencode for Shifted {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(index + u32::from(index >= self.from))
    }
}

/// The body of a function, behind some instructions.
fn copied(
    body: &FunctionBody,
    code: &mut impl Reencode<Error = Infallible>,
    before: &[Instruction],
) -> Result<Function, Error> {
    let mut function = code.new_function_with_parsed_locals(body)?;
    for instruction in before {
        function.instruction(instruction);
    }
    let mut operators = body.get_operators_reader()?;
    while !operators.eof() {
        function.instruction(&code.parse_instruction(&mut operators)?);
    }
    Ok(function)
}

/// Additions to a module.
#[derive(Default)]
struct Added<'a> {
    /// Name of the imported function.
    import: &'static str,
    /// Its parameters.
    parameters: &'a [ValType],
    /// Slots of a table of functions.
    slots: Option<u64>,
    /// A function without parameters, and a number that it may change.
    function: Option<Function>,
    exports: Vec<(String, ExportKind, u32)>,
}

impl Added<'_> {
    fn tables(&self) -> Option<TableType> {
        self.slots.map(slots)
    }

    fn globals(&self) -> Option<GlobalType> {
        self.function.is_some().then_some(FLAG)
    }
}

/// A table of so many functions.
fn slots(slots: u64) -> TableType {
    TableType { element_type: RefType::FUNCREF, table64: false, minimum: slots, maximum: Some(slots), shared: false }
}

/// The module with additions, and with other bodies for its functions.
fn rewritten(
    wasm: &[u8],
    read: &Read,
    added: Added,
    mut body: impl FnMut(u32, &FunctionBody, &mut Shifted) -> Result<Function, String>,
) -> Result<Vec<u8>, String> {
    let mut shifted = Shifted { from: read.imported };
    let (imported, plain) = (read.types.len() as u32, read.types.len() as u32 + 1);
    let (mut out, mut code, mut index) = (Module::new(), CodeSection::new(), read.imported);
    // Sections that the module may lack; each is written before the first that comes after it.
    let (mut tables, mut globals) = (added.tables(), added.globals());
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload.map_err(not_a_module)?;
        if let Some((id, _)) = payload.as_section() {
            const TABLES: u8 = 4;
            const GLOBALS: u8 = 6;
            if id > TABLES
                && let Some(added) = tables.take()
            {
                let mut section = TableSection::new();
                section.table(added);
                out.section(&section);
            }
            // The number of tags, which are before the globals, is above it.
            if id > GLOBALS
                && id != 13
                && let Some(added) = globals.take()
            {
                let mut section = GlobalSection::new();
                section.global(added, &ConstExpr::i32_const(0));
                out.section(&section);
            }
        }
        match payload {
            Payload::TypeSection(section) => {
                let mut types = TypeSection::new();
                shifted.parse_type_section(&mut types, section).map_err(wrong)?;
                types.ty().function(added.parameters.iter().copied(), []);
                types.ty().function([], []);
                out.section(&types);
            }
            Payload::ImportSection(section) => {
                let mut imports = ImportSection::new();
                shifted.parse_import_section(&mut imports, section).map_err(wrong)?;
                imports.import(FROM, added.import, EntityType::Function(imported));
                out.section(&imports);
            }
            Payload::FunctionSection(section) => {
                let mut functions = FunctionSection::new();
                shifted.parse_function_section(&mut functions, section).map_err(wrong)?;
                if added.function.is_some() {
                    functions.function(plain);
                }
                out.section(&functions);
            }
            Payload::TableSection(section) => {
                let mut all = TableSection::new();
                shifted.parse_table_section(&mut all, section).map_err(wrong)?;
                tables.take().into_iter().for_each(|table| {
                    all.table(table);
                });
                out.section(&all);
            }
            Payload::GlobalSection(section) => {
                let mut all = GlobalSection::new();
                shifted.parse_global_section(&mut all, section).map_err(wrong)?;
                globals.take().into_iter().for_each(|global| {
                    all.global(global, &ConstExpr::i32_const(0));
                });
                out.section(&all);
            }
            Payload::ExportSection(section) => {
                let mut exports = ExportSection::new();
                shifted.parse_export_section(&mut exports, section).map_err(wrong)?;
                for (name, kind, index) in &added.exports {
                    exports.export(name, *kind, *index);
                }
                out.section(&exports);
            }
            Payload::StartSection { func, .. } => {
                let function_index = shifted.start_section(func).map_err(wrong)?;
                out.section(&StartSection { function_index });
            }
            Payload::ElementSection(section) => {
                let mut elements = ElementSection::new();
                shifted.parse_element_section(&mut elements, section).map_err(wrong)?;
                out.section(&elements);
            }
            Payload::CodeSectionEntry(function) => {
                code.function(&body(index, &function, &mut shifted)?);
                index += 1;
                if index as usize == read.functions.len() {
                    added.function.iter().for_each(|function| {
                        code.function(function);
                    });
                    out.section(&code);
                }
            }
            // Its indices would be old, and it goes anyway.
            Payload::CustomSection(_) | Payload::CodeSectionStart { .. } => {}
            other => {
                if let Some((id, range)) = other.as_section() {
                    out.section(&RawSection { id, data: &wasm[range.start as usize..range.end as usize] });
                }
            }
        }
    }
    Ok(out.finish())
}

/// The number that says whether the second file is there.
const FLAG: GlobalType = GlobalType { val_type: ValType::I32, mutable: true, shared: false };

/// How two files of a module refer to each other.
struct Link<'a> {
    read: &'a Read<'a>,
    leaving: BTreeSet<u32>,
    /// Functions that leave and are called from the first file, by slot.
    slots: Vec<u32>,
    /// Uses of the functions that leave.
    uses: Uses,
}

impl Link<'_> {
    /// Functions of the first file that the second calls.
    fn called(&self) -> impl Iterator<Item = u32> {
        self.uses.functions.difference(&self.leaving).copied()
    }

    /// The table of functions that left.
    fn table(&self) -> u32 {
        self.read.tables.len() as u32
    }

    /// The number that is 1 when they are there.
    fn flag(&self) -> u32 {
        self.read.globals.len() as u32
    }

    /// Name of an export for the second file; no name of a compiler is like it.
    fn name(kind: char, index: u32) -> String {
        format!("~{kind}{index}")
    }

    fn first(&self, wasm: &[u8]) -> Result<Vec<u8>, String> {
        let read = self.read;
        let mut shifted = Shifted { from: read.imported };
        let mut exports = Vec::new();
        for function in self.called() {
            let index = shifted.function_index(function).map_err(wrong)?;
            exports.push((Self::name('f', function), ExportKind::Func, index));
        }
        for table in self.uses.tables.iter().copied().chain([self.table()]) {
            exports.push((Self::name('t', table), ExportKind::Table, table));
        }
        for global in self.uses.globals.iter().copied().chain([self.flag()]) {
            exports.push((Self::name('g', global), ExportKind::Global, global));
        }
        exports.push((Self::name('m', 0), ExportKind::Memory, 0));
        // The function that waits for the second file is behind all others.
        let wait = read.functions.len() as u32 + 1;
        let mut function = Function::new([]);
        let mut code = function.instructions();
        code.global_get(self.flag()).i32_eqz().if_(wasm_encoder::BlockType::Empty).call(read.imported).end().end();
        let slots = Some(self.slots.len() as u64);
        let added = Added { import: "rest", parameters: &[], slots, function: Some(function), exports };
        rewritten(wasm, read, added, |index, body, shifted| {
            if !self.leaving.contains(&index) {
                return copied(body, shifted, &[]).map_err(wrong);
            }
            let mut stub = Function::new([]);
            let mut code = stub.instructions();
            // One that nothing calls: the optimizer removes it.
            let Ok(slot) = self.slots.binary_search(&index) else {
                code.unreachable().end();
                return Ok(stub);
            };
            code.call(wait);
            let parameters = read.kind(index).map_or(0, |kind| kind.params().len() as u32);
            for parameter in 0..parameters {
                code.local_get(parameter);
            }
            code.i32_const(slot as i32).call_indirect(self.table(), read.functions[index as usize]).end();
            Ok(stub)
        })
    }

    fn rest(&self, wasm: &[u8]) -> Result<Vec<u8>, String> {
        let read = self.read;
        let mut renumbered =
            Renumbered { functions: self.called().chain(self.leaving.iter().copied()).collect(), link: self };
        let (mut imports, mut functions, mut code) = (ImportSection::new(), FunctionSection::new(), CodeSection::new());
        let mut types = TypeSection::new();
        for payload in Parser::new(0).parse_all(wasm) {
            if let Payload::TypeSection(section) = payload.map_err(not_a_module)? {
                renumbered.parse_type_section(&mut types, section).map_err(wrong)?;
            }
        }
        types.ty().function([], []);
        let entity = |name: String, kind: EntityType, imports: &mut ImportSection| {
            imports.import(FROM, &name, kind);
        };
        for function in self.called() {
            entity(Self::name('f', function), EntityType::Function(read.functions[function as usize]), &mut imports);
        }
        for (table, kind) in renumbered.tables() {
            entity(Self::name('t', table), EntityType::Table(kind), &mut imports);
        }
        for (global, kind) in renumbered.globals()? {
            entity(Self::name('g', global), EntityType::Global(kind), &mut imports);
        }
        let memory = read.memory.ok_or("the module has no memory")?;
        let memory = renumbered.memory_type(memory).map_err(wrong)?;
        entity(Self::name('m', 0), EntityType::Memory(memory), &mut imports);
        for index in &self.leaving {
            functions.function(read.functions[*index as usize]);
            let body = read.body(*index).ok_or("a function without a body")?;
            code.function(&copied(body, &mut renumbered, &[]).map_err(wrong)?);
        }
        // The start says that the functions are there.
        functions.function(read.types.len() as u32);
        let mut start = Function::new([]);
        let flag = renumbered.global_index(self.flag()).map_err(wrong)?;
        start.instructions().i32_const(1).global_set(flag).end();
        code.function(&start);
        let mut elements = ElementSection::new();
        let inside: Result<Vec<u32>, _> = self.slots.iter().map(|slot| renumbered.function_index(*slot)).collect();
        let table = renumbered.table_index(self.table()).map_err(wrong)?;
        elements.active(Some(table), &ConstExpr::i32_const(0), Elements::Functions(inside.map_err(wrong)?.into()));
        let mut out = Module::new();
        let function_index = renumbered.functions.len() as u32;
        out.section(&types).section(&imports).section(&functions);
        out.section(&StartSection { function_index }).section(&elements).section(&code);
        Ok(out.finish())
    }
}

/// The second file, in which everything has an index of its own.
struct Renumbered<'a> {
    /// Functions by their new index.
    functions: Vec<u32>,
    link: &'a Link<'a>,
}

impl Renumbered<'_> {
    /// The imported tables, by their new index.
    fn tables(&mut self) -> Vec<(u32, TableType)> {
        let of_first = self.link.uses.tables.iter().map(|table| (*table, self.link.read.tables[*table as usize]));
        let mut all: Vec<(u32, TableType)> = Vec::new();
        for (index, kind) in of_first.collect::<Vec<_>>() {
            all.extend(self.table_type(kind).map(|kind| (index, kind)));
        }
        all.push((self.link.table(), slots(self.link.slots.len() as u64)));
        all
    }

    /// The imported numbers, by their new index.
    fn globals(&mut self) -> Result<Vec<(u32, GlobalType)>, String> {
        let mut all = Vec::new();
        for index in &self.link.uses.globals {
            all.push((*index, self.global_type(self.link.read.globals[*index as usize]).map_err(wrong)?));
        }
        all.push((self.link.flag(), FLAG));
        Ok(all)
    }
}

/// Position of an index in a sorted set, behind which one more follows.
fn position(all: &BTreeSet<u32>, index: u32) -> u32 {
    all.range(..index).count() as u32
}

impl Reencode for Renumbered<'_> {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        let called = self.functions.len() - self.link.leaving.len();
        let (first, second) = self.functions.split_at(called);
        let place = first.binary_search(&index).or_else(|_| second.binary_search(&index).map(|place| called + place));
        Ok(place.map_or(u32::MAX, |place| place as u32))
    }

    fn global_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(position(&self.link.uses.globals, index))
    }

    fn table_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(position(&self.link.uses.tables, index))
    }
}

fn wrong(error: Error) -> String {
    format!("cannot write the module again: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{MemorySection, MemoryType, NameMap, NameSection};

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
        let Apart { first, rest, flag } = apart(&whole, |name| name == "rare").unwrap().unwrap();
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
        assert!(apart(&whole, |name| name == "help").unwrap().is_none());
        let (counted, functions) = counted(&whole).unwrap();
        wasmparser::validate(&counted).unwrap();
        assert_eq!(functions.into_values().collect::<Vec<_>>(), ["rare"]);
        assert_eq!(names_of(&counted, true), BTreeSet::from(["called".to_owned(), "log".to_owned()]));
    }
}
