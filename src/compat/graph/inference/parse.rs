//! The shape functions of `ParseExample`: its lists of keys, types and shapes have to be as long as its numbers say.

use super::call::Call;
use super::shape::{Result, Shape, UNKNOWN, refusal, text};

/// Features of examples: sparse, dense and ragged ones.
pub fn example(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let is_old = call.is("ParseExample");
    let number = |name: &str| call.int(name).and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
    let sparse = number(if is_old { "Nsparse" } else { "num_sparse" });
    let dense = if is_old { number("Ndense") } else { call.count("Tdense") };
    let ragged = call.count("ragged_value_types");
    let lists = [
        (sparse, "sparse_types", "len(sparse_keys) != len(sparse_types)"),
        (dense, "Tdense", "len(dense_keys) != len(dense_types)"),
        (dense, "dense_shapes", "len(dense_keys) != len(dense_shapes)"),
        (ragged, "ragged_split_types", "len(ragged_keys) != len(ragged_split_types)"),
    ];
    for (count, list, message) in lists {
        if call.count(list) != count {
            return Err(refusal(message, &[]));
        }
    }
    for (at, shape) in call.shapes("dense_shapes").iter().enumerate() {
        if !shape.is_known() || shape.iter().skip(1).any(|&size| size == UNKNOWN) {
            let found = shape.known().map_or_else(|| "<unknown>".to_owned(), text);
            let message = "dense_shapes[{}] has unknown rank or unknown inner dimensions: ";
            return Err(refusal(message, &[at as i64]).and(&found, &[]));
        }
    }
    *out = Shape::UNKNOWN;
    Ok(())
}
