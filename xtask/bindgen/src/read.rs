//! A module as far as changing its functions needs: types, functions, and the indices that code refers to.

use std::collections::BTreeSet;
use std::convert::Infallible;
use wasm_encoder::ElementSection;
use wasm_encoder::reencode::{Error, Reencode};
use wasmparser::{CompositeInnerType, ExternalKind, FuncType, FunctionBody, Operator, Parser, Payload, TypeRef};

use super::names::wrong as not_a_module;

/// The parts of a module that both files depend on.
pub struct Read<'a> {
    /// The types of functions, by index.
    pub types: Vec<FuncType>,
    /// Number of imported functions, which have the first indices.
    pub imported: u32,
    /// Type of each function, the imported ones first.
    pub functions: Vec<u32>,
    pub tables: Vec<wasmparser::TableType>,
    pub globals: Vec<wasmparser::GlobalType>,
    pub memory: Option<wasmparser::MemoryType>,
    bodies: Vec<FunctionBody<'a>>,
    /// Functions that exports, tables or the start refer to.
    pub outside: BTreeSet<u32>,
}

impl<'a> Read<'a> {
    pub fn new(wasm: &'a [u8]) -> Result<Self, String> {
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

    pub fn add(&mut self, payload: Payload<'a>) -> Result<(), String> {
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
    pub fn numbered(&self) -> impl Iterator<Item = (u32, &FunctionBody<'a>)> {
        (self.imported..).zip(&self.bodies)
    }

    pub fn body(&self, index: u32) -> Option<&FunctionBody<'a>> {
        self.bodies.get(index.checked_sub(self.imported)? as usize)
    }

    /// The type of a function.
    pub fn kind(&self, function: u32) -> Option<&FuncType> {
        self.types.get(*self.functions.get(function as usize)? as usize)
    }
}

pub fn size(body: &FunctionBody) -> u64 {
    let range = body.range();
    range.end - range.start
}

/// Indices that code refers to.
#[derive(Default)]
pub struct Uses {
    pub functions: BTreeSet<u32>,
    pub globals: BTreeSet<u32>,
    pub tables: BTreeSet<u32>,
    /// Whether it makes references to functions.
    pub references: bool,
    /// Whether it uses segments of data or elements.
    pub segments: bool,
}

impl Uses {
    pub fn add(&mut self, body: &FunctionBody) -> Result<(), String> {
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

/// The text of an error of the encoder.
pub fn wrong(error: Error) -> String {
    format!("cannot write the module again: {error}")
}
