//! Names of the functions of a module.

use std::collections::BTreeMap;
use wasmparser::{KnownCustom, Name, Parser, Payload};

/// Functions with a name, by index. Names of the compiler are unique, names for people are not.
pub fn names(wasm: &[u8]) -> Result<BTreeMap<u32, String>, String> {
    let mut all = BTreeMap::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let Payload::CustomSection(section) = payload.map_err(wrong)? else { continue };
        let KnownCustom::Name(subsections) = section.as_known() else { continue };
        for subsection in subsections {
            let Name::Function(functions) = subsection.map_err(wrong)? else { continue };
            for function in functions {
                let function = function.map_err(wrong)?;
                all.insert(function.index, function.name.to_owned());
            }
        }
    }
    Ok(all)
}

/// The text of an error of the parser.
pub fn wrong(error: wasmparser::BinaryReaderError) -> String {
    format!("not a WebAssembly module: {error}")
}
