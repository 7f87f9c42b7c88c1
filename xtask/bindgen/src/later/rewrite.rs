//! Writing a module again, with an imported function and more in addition.

use std::collections::BTreeMap;
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, EntityType, ExportKind, ExportSection, Function, FunctionSection,
    GlobalSection, GlobalType, ImportSection, Instruction, Module, RawSection, RefType, StartSection, TableSection,
    TableType, TypeSection, ValType,
};
use wasmparser::{FunctionBody, Parser, Payload};

use super::FROM;
use crate::names::wrong as not_a_module;
use crate::read::{Read, wrong};

/// The number that says whether the second file is there.
pub(super) const FLAG: GlobalType = GlobalType { val_type: ValType::I32, mutable: true, shared: false };

/// A module with one more imported function: the indices behind the imported ones shift by one.
pub(super) struct Shifted {
    pub(super) from: u32,
}

impl Reencode for Shifted {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(index + u32::from(index >= self.from))
    }
}

/// Instructions in addition, by the number of the one they are before.
pub(super) type Marks = BTreeMap<usize, [Instruction<'static>; 2]>;

/// The body of a function, with more instructions.
pub(super) fn copied(
    body: &FunctionBody,
    code: &mut impl Reencode<Error = Infallible>,
    marks: &Marks,
) -> Result<Function, Error> {
    let mut function = code.new_function_with_parsed_locals(body)?;
    let mut operators = body.get_operators_reader()?;
    for at in 0.. {
        if operators.eof() {
            break;
        }
        for instruction in marks.get(&at).into_iter().flatten() {
            function.instruction(instruction);
        }
        function.instruction(&code.parse_instruction(&mut operators)?);
    }
    Ok(function)
}

/// Additions to a module.
#[derive(Default)]
pub(super) struct Added<'a> {
    /// Name of the imported function.
    pub(super) import: &'static str,
    /// Its parameters.
    pub(super) parameters: &'a [ValType],
    /// Slots of a table of functions.
    pub(super) slots: Option<u64>,
    /// A function without parameters, and a number that it may change.
    pub(super) function: Option<Function>,
    pub(super) exports: Vec<(String, ExportKind, u32)>,
}

impl Added<'_> {
    pub(super) fn tables(&self) -> Option<TableType> {
        self.slots.map(slots)
    }

    pub(super) fn globals(&self) -> Option<GlobalType> {
        self.function.is_some().then_some(FLAG)
    }
}

/// A table of so many functions.
pub(super) fn slots(slots: u64) -> TableType {
    TableType { element_type: RefType::FUNCREF, table64: false, minimum: slots, maximum: Some(slots), shared: false }
}

/// The module with additions, and with other bodies for its functions.
pub(super) fn rewritten(
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
