//! Checkpoints and their values in the words of the contract.

use super::graphs::{fact, versions};
use super::places::error;
use crate::bytes::{Limits, Result};
use crate::formats::checkpoint::{Checkpoint, OBJECT_GRAPH_KEY, StateDocument};
use crate::formats::tensor_value::{Scalar, TensorValue};
use crate::report::schema::{self, Variable};
use crate::restore::ObjectGraph;
use serde_json::{Value, json};

/// Values that [`value`] shows.
const FIRST: usize = 8;

/// Fills versions, variables, object graph.
pub fn tell(checkpoint: &Checkpoint, limits: &Limits, told: &mut schema::Artifact) {
    told.versions = Some(versions(&checkpoint.versions()));
    checkpoint.form().clone_into(&mut told.identity.form);
    fact(&mut told.identity, "shards", &checkpoint.shard_count().to_string());
    if let Checkpoint::V2(bundle) = checkpoint {
        fact(&mut told.identity, "endianness", if bundle.header().big_endian { "big" } else { "little" });
    }
    variables(checkpoint, told);
    match checkpoint.object_graph() {
        Ok(Some(graph)) => super::objects::tell(ObjectGraph::from_checkpoint(&graph, limits), told),
        Ok(None) => {}
        Err(problem) => told.problems.push(error(&problem)),
    }
    let based = if told.object_graph.is_some() { "object-based" } else { "name-based" };
    fact(&mut told.identity, "keys", based);
    told.problems.extend(checkpoint.problems().iter().map(error));
}

/// Lists the variables without their values; the object graph itself is no variable.
pub fn variables(checkpoint: &Checkpoint, told: &mut schema::Artifact) {
    let listed = checkpoint.variables().iter().filter(|variable| variable.name != OBJECT_GRAPH_KEY);
    told.variables.extend(listed.map(|variable| Variable {
        name: variable.name.clone(),
        dtype: variable.dtype_name(),
        shape: variable.shape.clone(),
        bytes: variable.bytes,
        ..Variable::default()
    }));
}

/// Reads one variable: its first values and its sum, or why it could not be read.
pub fn value(checkpoint: &Checkpoint, listed: &Variable) -> Variable {
    with_value(checkpoint.read(&listed.name), listed)
}

/// A variable with what was read of it.
pub fn with_value(read: Result<TensorValue>, listed: &Variable) -> Variable {
    let mut told = listed.clone();
    match read {
        Ok(value) => {
            told.first = Some(value.first(FIRST).iter().map(scalar).collect());
            told.sum = value.sum().as_ref().map(scalar);
        }
        Err(problem) => told.error = Some(error(&problem)),
    }
    told
}

/// A state file: the checkpoint it names, and those it keeps.
pub fn state(document: &StateDocument, told: &mut schema::Artifact) {
    let state = &document.state;
    fact(&mut told.identity, "model_checkpoint_path", &state.model_checkpoint_path);
    for path in &state.all_model_checkpoint_paths {
        fact(&mut told.identity, "all_model_checkpoint_paths", path);
    }
    for stamp in &state.all_model_checkpoint_timestamps {
        fact(&mut told.identity, "all_model_checkpoint_timestamps", &stamp.to_string());
    }
}

/// JSON has no NaN and no infinity: they are told as text, as are whole numbers past 64 bits.
fn scalar(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Int(value) => match (i64::try_from(*value), u64::try_from(*value)) {
            (Ok(value), _) => json!(value),
            (_, Ok(value)) => json!(value),
            _ => json!(value.to_string()),
        },
        Scalar::Float(value) => real(*value),
        Scalar::Complex(re, im) => json!([real(*re), real(*im)]),
        Scalar::Bool(value) => json!(value),
        Scalar::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => json!(text),
            Err(_) => json!({ "base64": base64(bytes) }),
        },
    }
}

fn real(value: f64) -> Value {
    if value.is_finite() {
        json!(value)
    } else if value.is_nan() {
        json!("nan")
    } else if value > 0.0 {
        json!("inf")
    } else {
        json!("-inf")
    }
}

/// Standard base64 with padding (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for digit in 0..4 {
            let index = (word >> (18 - 6 * digit)) as usize & 63;
            text.push(if digit <= chunk.len() { DIGITS[index] as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_pads() {
        assert_eq!([base64(b""), base64(b"f"), base64(b"fo"), base64(b"foo")], ["", "Zg==", "Zm8=", "Zm9v"]);
        assert_eq!(base64(&[0, 0xff, 0x80]), "AP+A");
    }
}
