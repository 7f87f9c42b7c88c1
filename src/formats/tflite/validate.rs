//! The checks that a runtime makes when it builds and prepares a model: indices, shapes, counts.
//!
//! Reading never fails because of these; they are for callers that need a runtime's answer.

use super::model::{Model, Operator, Subgraph};
use super::options::options_table;
use crate::bytes::{Error, Span};
use std::ops::Range;

/// The schema version that every released runtime reads.
pub const SCHEMA_VERSION: u32 = 3;

/// Maximum number of findings: a file that is wrong throughout repeats itself.
const MOST: usize = 256;

/// Everything that a runtime would refuse, in the order of its checks: the model, operator codes and tensors (when the
/// interpreter is built), then indices (when tensors are allocated). Empty for a valid model.
///
/// Ids: `tflite-schema-version`, `tflite-no-subgraph`, `tflite-buffer-outside`, `tflite-shape-impossible`,
/// `tflite-opcode-outside`, `tflite-tensor-outside`, `tflite-shared-tensor`, `tflite-subgraph-outside`,
/// `tflite-signature-key-missing`, and those of [`Model::external_weights`]. Positions are ranges of the model's file;
/// the file's name is not known here.
pub fn validate(model: &Model) -> Vec<Error> {
    let mut found = Found(Vec::new());
    if model.schema_version != SCHEMA_VERSION {
        let error = Error::malformed("tflite-schema-version").with("found", model.schema_version);
        found.add(error.with("supported", SCHEMA_VERSION), Some(&model.at), "version".to_owned());
    }
    if model.subgraphs.is_empty() {
        found.add(Error::malformed("tflite-no-subgraph"), Some(&model.at), "subgraphs".to_owned());
    }
    for (index, subgraph) in model.subgraphs.iter().enumerate() {
        tensors(model, subgraph, &format!("subgraphs[{index}]"), &mut found);
    }
    for (index, subgraph) in model.subgraphs.iter().enumerate() {
        let path = format!("subgraphs[{index}]");
        for (list, field) in [(&subgraph.inputs, "inputs"), (&subgraph.outputs, "outputs")] {
            // Inputs and outputs of a graph cannot be omitted.
            indices(list, subgraph, 0, &subgraph.at, || format!("{path}.{field}"), &mut found);
        }
        for (index, operator) in subgraph.operators.iter().enumerate() {
            let field = |name: &str| format!("{path}.operators[{index}].{name}");
            self::operator(model, subgraph, operator, field, &mut found);
        }
    }
    signatures(model, &mut found);
    found.0
}

struct Found(Vec<Error>);

impl Found {
    fn add(&mut self, error: Error, range: Option<&Range<u64>>, field: String) {
        if self.0.len() < MOST {
            self.0.push(error.at(Span { range: range.cloned(), field, ..Span::default() }));
        }
    }
}

fn tensors(model: &Model, subgraph: &Subgraph, path: &str, found: &mut Found) {
    for (index, tensor) in subgraph.tensors.iter().enumerate() {
        let field = |name: &str| format!("{path}.tensors[{index}].{name}");
        // Old models without buffers leave the index at 0.
        if tensor.buffer as usize >= model.buffers.len() && tensor.buffer != 0 {
            let error = Error::malformed("tflite-buffer-outside").with("index", tensor.buffer);
            found.add(error.with("count", model.buffers.len()), Some(&tensor.at), field("buffer"));
        }
        if let Some(Err(error)) = model.external_weights(tensor) {
            found.add(*error, Some(&tensor.at), field("external_buffer"));
        }
        let count = |dims: &[i32]| {
            dims.iter().try_fold(1u64, |n, d| n.checked_mul(u64::try_from(*d).ok()?)).filter(|n| *n <= i64::MAX as u64)
        };
        if count(&tensor.shape).is_none() {
            let error = Error::malformed("tflite-shape-impossible").with("shape", format!("{:?}", tensor.shape));
            found.add(error, Some(&tensor.at), field("shape"));
        }
    }
}

/// Checks tensor indices; `least` is -1 where a tensor may be omitted. `path` is only made for an error.
fn indices(
    list: &[i32],
    subgraph: &Subgraph,
    least: i32,
    at: &Range<u64>,
    path: impl Fn() -> String,
    found: &mut Found,
) {
    for (place, &index) in list.iter().enumerate() {
        if index < least || i64::from(index) >= subgraph.tensors.len() as i64 {
            let error = Error::malformed("tflite-tensor-outside").with("index", index);
            found.add(error.with("count", subgraph.tensors.len()), Some(at), format!("{}[{place}]", path()));
        }
    }
}

/// Checks an operator; `path` makes the path of a field of it.
fn operator(model: &Model, subgraph: &Subgraph, operator: &Operator, path: impl Fn(&str) -> String, found: &mut Found) {
    let at = &operator.at;
    if operator.opcode_index as usize >= model.operator_codes.len() {
        let error = Error::malformed("tflite-opcode-outside").with("index", operator.opcode_index);
        found.add(error.with("count", model.operator_codes.len()), Some(at), path("opcode_index"));
    }
    indices(&operator.inputs, subgraph, -1, at, || path("inputs"), found);
    indices(&operator.outputs, subgraph, -1, at, || path("outputs"), found);
    indices(&operator.intermediates, subgraph, -1, at, || path("intermediates"), found);
    if let Some(shared) = operator.inputs.iter().find(|i| **i >= 0 && operator.outputs.contains(i)) {
        let error = Error::malformed("tflite-shared-tensor").with("index", shared);
        found.add(error, Some(at), path("outputs"));
    }
    // Options that name subgraphs: IfOptions, WhileOptions, CallOnceOptions, StableHLO bodies and branches.
    let Some(def) = options_table(operator.options.table) else { return };
    for field in def.fields.iter().map(|f| f.name).filter(|name| names_subgraphs(name)) {
        let one = [operator.options.int(field)];
        let many = operator.options.ints(field);
        for &index in if many.is_empty() { &one[..] } else { many } {
            if index < 0 || index >= model.subgraphs.len() as i64 {
                let error = Error::malformed("tflite-subgraph-outside").with("index", index);
                found.add(error.with("count", model.subgraphs.len()), Some(at), path(field));
            }
        }
    }
}

fn names_subgraphs(option: &str) -> bool {
    option.ends_with("subgraph_index") || option.ends_with("subgraph_indices")
}

fn signatures(model: &Model, found: &mut Found) {
    for (index, signature) in model.signatures.iter().enumerate() {
        let path = format!("signature_defs[{index}]");
        if signature.key.is_empty() {
            found.add(
                Error::malformed("tflite-signature-key-missing"),
                Some(&signature.at),
                format!("{path}.signature_key"),
            );
        }
        let Some(subgraph) = model.subgraphs.get(signature.subgraph as usize) else {
            let error = Error::malformed("tflite-subgraph-outside").with("index", signature.subgraph);
            found.add(
                error.with("count", model.subgraphs.len()),
                Some(&signature.at),
                format!("{path}.subgraph_index"),
            );
            continue;
        };
        for (names, field) in [(&signature.inputs, "inputs"), (&signature.outputs, "outputs")] {
            for (place, (_, tensor)) in names.iter().enumerate() {
                if *tensor as usize >= subgraph.tensors.len() {
                    let error = Error::malformed("tflite-tensor-outside").with("index", tensor);
                    let error = error.with("count", subgraph.tensors.len());
                    found.add(error, Some(&signature.at), format!("{path}.{field}[{place}].tensor_index"));
                }
            }
        }
    }
}
