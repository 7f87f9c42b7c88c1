//! Functions that a few chunks share and that are too small for a file of their own: they stay in the module.
//!
//! The splitter puts what several chunks need into a chunk for exactly these, however small it is. A visit then fetches
//! dozens of files of some hundred bytes, which are mostly headers. It leaves exported functions in the module, so
//! functions of such chunks are exported until the module is cut.

use std::collections::BTreeSet;
use wasm_encoder::{ExportKind, ExportSection, Module, RawSection};
use wasmparser::{ExternalKind, Parser, Payload};

use super::names::{names, wrong};

/// Bytes of code and data up to which a chunk is small. Headers and names of imports take about as much.
pub const SMALL: usize = 1500;

/// The exports' names begin with this; no symbol does.
const PREFIX: &str = "~small ";

/// Where the splitter enters functions of other modules; the rest of the name is that of the function.
const SHIM: &str = " indirect_call_shim";

/// A module of which a part was cut out, or such a part.
#[derive(Debug, Default)]
pub struct Part {
    /// Bytes of code and data.
    bytes: usize,
    /// Its functions.
    defines: BTreeSet<String>,
    /// Functions of others that it calls.
    calls: BTreeSet<String>,
}

impl Part {
    /// Reads a file of the splitter.
    pub fn read(wasm: &[u8]) -> Result<Self, String> {
        let mut part = Self::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.map_err(wrong)? {
                Payload::CodeSectionStart { size, .. } => part.bytes += size as usize,
                Payload::DataSection(data) => part.bytes += (data.range().end - data.range().start) as usize,
                _ => {}
            }
        }
        for name in names(wasm)?.into_values() {
            match name.strip_suffix(SHIM) {
                Some(called) => part.calls.insert(called.to_owned()),
                None => part.defines.insert(name),
            };
        }
        Ok(part)
    }
}

/// The functions of small chunks, up to so many bytes, that need nothing of a large one, which would follow them into the module.
pub fn functions(module: &Part, chunks: &[Part], most: usize) -> BTreeSet<String> {
    let mut small: Vec<&Part> = chunks.iter().filter(|chunk| chunk.bytes <= most).collect();
    loop {
        let near: BTreeSet<&String> =
            small.iter().copied().chain([module]).flat_map(|part| part.defines.iter()).collect();
        let before = small.len();
        small.retain(|chunk| chunk.calls.iter().all(|called| near.contains(called)));
        if small.len() == before {
            return small.iter().flat_map(|chunk| chunk.defines.iter().cloned()).collect();
        }
    }
}

/// The module with these functions exported.
pub fn exported(wasm: &[u8], functions: &BTreeSet<String>) -> Result<Vec<u8>, String> {
    let names = names(wasm)?;
    let kept: Vec<u32> = names.iter().filter(|(_, name)| functions.contains(*name)).map(|(index, _)| *index).collect();
    rewritten(wasm, |exports| {
        for (number, index) in kept.iter().enumerate() {
            exports.export(&format!("{PREFIX}{number}"), ExportKind::Func, *index);
        }
    })
}

/// The module without the exports of [`exported`].
pub fn unexported(wasm: &[u8]) -> Result<Vec<u8>, String> {
    rewritten(wasm, |_| {})
}

/// The module with what `more` exports beside its own.
fn rewritten(wasm: &[u8], more: impl Fn(&mut ExportSection)) -> Result<Vec<u8>, String> {
    let mut out = Module::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload.map_err(wrong)?;
        if let Payload::ExportSection(section) = payload {
            let mut exports = ExportSection::new();
            for export in section {
                let export = export.map_err(wrong)?;
                if !export.name.starts_with(PREFIX) {
                    exports.export(export.name, kind(export.kind)?, export.index);
                }
            }
            more(&mut exports);
            out.section(&exports);
        } else if let Some((id, range)) = payload.as_section() {
            out.section(&RawSection { id, data: &wasm[range.start as usize..range.end as usize] });
        }
    }
    Ok(out.finish())
}

fn kind(kind: ExternalKind) -> Result<ExportKind, String> {
    Ok(match kind {
        ExternalKind::Func => ExportKind::Func,
        ExternalKind::Table => ExportKind::Table,
        ExternalKind::Memory => ExportKind::Memory,
        ExternalKind::Global => ExportKind::Global,
        ExternalKind::Tag => ExportKind::Tag,
        ExternalKind::FuncExact => return Err("an export of a kind that compilers do not write".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(bytes: usize, defines: &[&str], calls: &[&str]) -> Part {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Part { bytes, defines: set(defines), calls: set(calls) }
    }

    #[test]
    fn small_chunks_stay_unless_a_large_one_would_follow() {
        let module = part(9000, &["alloc"], &[]);
        let chunks = [
            part(100, &["a"], &["alloc"]),
            part(100, &["b"], &["a"]),
            part(100, &["c"], &["large"]),
            part(100, &["d"], &["c"]),
            part(2000, &["large"], &[]),
        ];
        let kept = functions(&module, &chunks, SMALL);
        assert_eq!(kept.iter().map(String::as_str).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn exports_come_and_go() {
        use wasm_encoder::{CodeSection, Function, FunctionSection, NameMap, NameSection, TypeSection};
        let (mut types, mut functions, mut code) = (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        types.ty().function([], []);
        let mut names = NameMap::new();
        for (index, name) in ["one", "two"].into_iter().enumerate() {
            functions.function(0);
            let mut body = Function::new([]);
            body.instructions().end();
            code.function(&body);
            names.append(index as u32, name);
        }
        let (mut exports, mut section) = (ExportSection::new(), NameSection::new());
        exports.export("one", ExportKind::Func, 0);
        section.functions(&names);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&exports).section(&code).section(&section);
        let before = module.finish();

        let listed = |wasm: &[u8]| {
            let mut all = Vec::new();
            for payload in Parser::new(0).parse_all(wasm) {
                if let Payload::ExportSection(section) = payload.unwrap() {
                    all.extend(section.into_iter().map(|export| export.unwrap()).map(|e| (e.name.to_owned(), e.index)));
                }
            }
            all
        };
        let after = exported(&before, &["two".to_owned(), "gone".to_owned()].into()).unwrap();
        assert_eq!(listed(&after), [("one".to_owned(), 0), (format!("{PREFIX}0"), 1)]);
        assert_eq!(unexported(&after).unwrap(), before);
        assert!(Part::read(&before).unwrap().defines.contains("two"));
    }
}
