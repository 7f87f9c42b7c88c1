//! The two files of a module, and the names by which they refer to each other.

use std::collections::BTreeSet;
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, Function, FunctionSection,
    GlobalType, ImportSection, Module, StartSection, TableType, TypeSection,
};
use wasmparser::{Parser, Payload};

use super::rewrite::{Added, FLAG, Marks, Shifted, copied, rewritten, slots};
use super::{FROM, Follows};
use crate::names::wrong as not_a_module;
use crate::read::{Read, Uses, wrong};

/// How two files of a module refer to each other.
pub(super) struct Link<'a> {
    pub(super) read: &'a Read<'a>,
    pub(super) leaving: BTreeSet<u32>,
    /// Functions that leave and are called from the first file, by slot.
    pub(super) slots: Vec<u32>,
    /// Uses of the functions that leave.
    pub(super) uses: Uses,
    /// The second file.
    pub(super) file: Follows,
}

impl Link<'_> {
    /// Functions of the first file that the second calls.
    pub(super) fn called(&self) -> impl Iterator<Item = u32> {
        self.uses.functions.difference(&self.leaving).copied()
    }

    /// The table of functions that left.
    pub(super) fn table(&self) -> u32 {
        self.read.tables.len() as u32
    }

    /// The number that is 1 when they are there.
    pub(super) fn flag(&self) -> u32 {
        self.read.globals.len() as u32
    }

    /// Name of an export for the second file.
    pub(super) fn name(&self, kind: char, index: u32) -> String {
        format!("{}{kind}{index}", self.file.mark)
    }

    pub(super) fn first(&self, wasm: &[u8]) -> Result<Vec<u8>, String> {
        let read = self.read;
        let mut shifted = Shifted { from: read.imported };
        let mut exports = Vec::new();
        for function in self.called() {
            let index = shifted.function_index(function).map_err(wrong)?;
            exports.push((self.name('f', function), ExportKind::Func, index));
        }
        for table in self.uses.tables.iter().copied().chain([self.table()]) {
            exports.push((self.name('t', table), ExportKind::Table, table));
        }
        for global in self.uses.globals.iter().copied().chain([self.flag()]) {
            exports.push((self.name('g', global), ExportKind::Global, global));
        }
        exports.push((self.name('m', 0), ExportKind::Memory, 0));
        // The function that waits for the second file is behind all others.
        let wait = read.functions.len() as u32 + 1;
        let mut function = Function::new([]);
        let mut code = function.instructions();
        code.global_get(self.flag()).i32_eqz().if_(BlockType::Empty).call(read.imported).end().end();
        let slots = Some(self.slots.len() as u64);
        let added = Added { import: self.file.name, parameters: &[], slots, function: Some(function), exports };
        rewritten(wasm, read, added, |index, body, shifted| {
            if !self.leaving.contains(&index) {
                return copied(body, shifted, &Marks::new()).map_err(wrong);
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

    pub(super) fn second(&self, wasm: &[u8]) -> Result<Vec<u8>, String> {
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
            entity(self.name('f', function), EntityType::Function(read.functions[function as usize]), &mut imports);
        }
        for (table, kind) in renumbered.tables() {
            entity(self.name('t', table), EntityType::Table(kind), &mut imports);
        }
        for (global, kind) in renumbered.globals()? {
            entity(self.name('g', global), EntityType::Global(kind), &mut imports);
        }
        let memory = read.memory.ok_or("the module has no memory")?;
        let memory = renumbered.memory_type(memory).map_err(wrong)?;
        entity(self.name('m', 0), EntityType::Memory(memory), &mut imports);
        for index in &self.leaving {
            functions.function(read.functions[*index as usize]);
            let body = read.body(*index).ok_or("a function without a body")?;
            code.function(&copied(body, &mut renumbered, &Marks::new()).map_err(wrong)?);
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
pub(super) struct Renumbered<'a> {
    /// Functions by their new index.
    functions: Vec<u32>,
    link: &'a Link<'a>,
}

impl Renumbered<'_> {
    /// The imported tables, by their new index.
    pub(super) fn tables(&mut self) -> Vec<(u32, TableType)> {
        let of_first = self.link.uses.tables.iter().map(|table| (*table, self.link.read.tables[*table as usize]));
        let mut all: Vec<(u32, TableType)> = Vec::new();
        for (index, kind) in of_first.collect::<Vec<_>>() {
            all.extend(self.table_type(kind).map(|kind| (index, kind)));
        }
        all.push((self.link.table(), slots(self.link.slots.len() as u64)));
        all
    }

    /// The imported numbers, by their new index.
    pub(super) fn globals(&mut self) -> Result<Vec<(u32, GlobalType)>, String> {
        let mut all = Vec::new();
        for index in &self.link.uses.globals {
            all.push((*index, self.global_type(self.link.read.globals[*index as usize]).map_err(wrong)?));
        }
        all.push((self.link.flag(), FLAG));
        Ok(all)
    }
}

/// Position of an index in a sorted set, behind which one more follows.
pub(super) fn position(all: &BTreeSet<u32>, index: u32) -> u32 {
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
