//! The FlatBuffers half: `schema/*.fbs` to tables of fields, slot numbers and enumerations.
//!
//! Vintage reads flatbuffers through `formats::tflite::view` and verifies them by the tables, so the accessors that the
//! FlatBuffers compiler writes are not needed, nor is the compiler: [`schema`] reads the part of the language that the
//! project's schemas use, and refuses the rest.

mod rust;
mod schema;

use std::path::Path;

/// Where the generated files lie, from the root of the repository.
const OUT: &str = "src/formats/tflite/generated";

/// A schema, by file stem, and its enumerations that become Rust enums.
struct Source {
    stem: &'static str,
    enums: &'static [rust::Enum],
}

/// The schemas.
const SOURCES: [Source; 2] = [
    Source {
        stem: "tflite",
        enums: &[
            rust::Enum {
                schema: "BuiltinOperator",
                rust: "BuiltinOp",
                noun: "builtin operator",
                variant: rust::words,
                lower_case: false,
            },
            rust::Enum {
                schema: "TensorType",
                rust: "TensorType",
                noun: "tensor type",
                variant: rust::primitive,
                lower_case: true,
            },
        ],
    },
    Source { stem: "conversion_metadata", enums: &[] },
];

/// Every generated file: path from the root of the repository, and its text.
pub fn outputs(root: &Path) -> crate::Outputs {
    let mut files = Vec::new();
    for source in SOURCES {
        let path = format!("schema/{}.fbs", source.stem);
        let text = std::fs::read_to_string(root.join(&path))?;
        let schema = schema::parse(&text).map_err(|error| format!("{path}: {error}"))?;
        let text = rust::write(&schema, &path, source.enums).map_err(|error| format!("{path}: {error}"))?;
        files.push((Path::new(OUT).join(format!("{}.rs", source.stem)), text));
    }
    Ok(files)
}
