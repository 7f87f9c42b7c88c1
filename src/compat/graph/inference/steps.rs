//! The steps of a shape function, as `tf_shapes.csv` lists them: `rank 0 4; same 0 1; out 0`.
//!
//! A step checks inputs or adds an output; the last one may be the name of a helper, which does both.

use super::call::Call;
use super::shape::{self, Result, Shape};
use super::{arrange, combine, einsum, matrix, parse, scatter, several, window};

/// Runs the steps and returns the shapes of the outputs.
pub fn run(call: &mut Call<'_>, steps: &str) -> Result {
    for step in steps.split(';') {
        let mut words = step.split_whitespace();
        let word = words.next().unwrap_or_default();
        let mut numbers = [0; 4];
        for (number, word) in numbers.iter_mut().zip(words) {
            *number = word.parse().unwrap_or_default();
        }
        primitive(call, word, &numbers)?;
    }
    Ok(())
}

fn primitive(call: &mut Call<'_>, word: &str, numbers: &[i64; 4]) -> Result {
    let [first, second, third, fourth] = *numbers;
    let mut input = *call.input(first as usize);
    // A dimension of an input, counted from its end if negative.
    let size = |of: &Shape, axis: i64| shape::axis(axis, of.len()).map_or(shape::UNKNOWN, |at| of[at]);
    let output = match word {
        "rank" => return input.ranked(second),
        "least" => return input.at_least(second),
        "most" => return input.at_most(second),
        "same" | "trail" | "alike" => return together(call, word, first as usize, second as usize),
        "size" => return shape::of_size(size(&input, second), third),
        "meet" => {
            let other = size(call.input(third as usize), fourth);
            return shape::same_size(size(&input, second), other).map(drop);
        }
        "sized" => return call.shape_in(first as usize)?.ranked(second),
        "unset" => return unset(call, first),
        "grad" if input.is_known() && input.is_empty() => {
            return Err(shape::refusal("Argument grad must not be a scalar. Got grad with rank 0", &[]));
        }
        "grad" => return Ok(()),
        "risc" => return elementwise(&input, call.input(second as usize)),
        "fits" => return input.merge(&call.shape("shape")),
        "out" => input,
        "rows" => {
            if let Some(rows) = input.first_mut() {
                *rows = shape::UNKNOWN;
            }
            input
        }
        "twice" if input.is_known() => Shape::of(&[&input, &input]),
        "twice" => Shape::UNKNOWN,
        "held" => call.shape_in(first as usize)?,
        "scalar" => Shape::SCALAR,
        "ranked" => Shape::of_rank(first),
        "any" => Shape::UNKNOWN,
        "attr" => call.shape("shape"),
        _ => {
            if let Some((_, helper)) = HELPERS.iter().find(|(name, _)| *name == word) {
                helper(call, &mut input)?;
                if !call.outputs.is_empty() {
                    return Ok(());
                }
            }
            input
        }
    };
    call.outputs.push(output);
    Ok(())
}

/// The first of two operands gets the shape that both share; of shapes that `trail`, sizes behind the first one are the
/// same, of those that are `alike`, the ranks.
fn together(call: &mut Call<'_>, word: &str, first: usize, second: usize) -> Result {
    let mut other = *call.input(second);
    match (word, other.first_mut()) {
        ("trail", Some(size)) => *size = shape::UNKNOWN,
        ("alike", _) => other.forget(),
        _ => {}
    }
    match call.inputs.get_mut(first) {
        Some(own) => own.merge(&other),
        None => Ok(()),
    }
}

/// A scalar in place of a shape is the constant -1.
fn unset(call: &Call<'_>, index: i64) -> Result {
    let input = call.input(index as usize);
    let text = match call.scalar(index as usize) {
        _ if !input.is_known() || !input.is_empty() => return Ok(()),
        Some(shape::UNKNOWN) => return Ok(()),
        Some(_) => "Received an invalid shape scalar with a static value that is not '-1': {}",
        None => {
            "Received a shape scalar with unknown static value.  A static value of '-1' is required to represent an \
             unknown shape."
        }
    };
    Err(shape::refusal(text, &[call.scalar(index as usize).unwrap_or_default()]))
}

/// Two operands of one shape, whose sizes are all known or all unknown.
fn elementwise(one: &Shape, other: &Shape) -> Result {
    match (one.known(), other.known()) {
        (Some(one), Some(other)) if one.len() != other.len() => Err(shape::refusal("Mismatch rank for input.", &[])),
        (Some(one), Some(other)) if one != other => Err(shape::refusal("Mismatch shapes for input.", &[])),
        _ => Ok(()),
    }
}

/// A shape function: it turns the shape of the first input into that of the output, or adds several outputs.
type Helper = fn(&mut Call<'_>, &mut Shape) -> Result;

/// Shape functions that steps do not express, by name.
const HELPERS: [(&str, Helper); 71] = [
    ("broadcast", combine::broadcast),
    ("broadcast3", combine::broadcast_three),
    ("merge", several::merge),
    ("concat", several::concat),
    ("pack", several::pack),
    ("parallel-concat", several::parallel_concat),
    ("sparse-concat", several::sparse_concat),
    ("string-join", several::string_join),
    ("stitch", several::stitch),
    ("einsum", einsum::einsum),
    ("each", several::each),
    ("shapes", several::shapes),
    ("first-of", several::first_of),
    ("parse-example", parse::example),
    ("diagonal", matrix::diagonal),
    ("qr", matrix::qr),
    ("svd", matrix::svd),
    ("diag", matrix::diag),
    ("diag-part", matrix::diag_part),
    ("set-diag", matrix::set_diag),
    ("solve", matrix::solve),
    ("batch-norm", window::batch_norm),
    ("sizes", window::of_sizes),
    ("conv-input", window::conv_input),
    ("substr", combine::substr),
    ("limits", arrange::limits),
    ("reverse-sequence", arrange::reverse_sequence),
    ("scatter-nd", scatter::scatter_nd),
    ("scatter-nd-to", scatter::scatter_nd_to),
    ("matmul", matrix::matmul),
    ("batch-matmul", matrix::batch_matmul),
    ("bias", combine::bias),
    ("bias-grad", combine::bias_grad),
    ("select", combine::select),
    ("reduce", combine::reduce),
    ("arg", combine::arg),
    ("segment", combine::segment),
    ("unsorted-segment", combine::unsorted_segment),
    ("partition", combine::partition),
    ("scatter", scatter::scatter),
    ("cross-entropy", combine::cross_entropy),
    ("assign", combine::assign),
    ("unpack", arrange::unpack),
    ("split", arrange::split),
    ("split-v", arrange::split_v),
    ("reshape", arrange::reshape),
    ("from-value", arrange::from_value),
    ("range", arrange::range),
    ("lin-space", arrange::lin_space),
    ("tile", arrange::tile),
    ("pad", arrange::pad),
    ("transpose", arrange::transpose),
    ("expand", arrange::expand),
    ("squeeze", arrange::squeeze),
    ("slice", arrange::slice),
    ("strided-slice", super::strided::slice),
    ("gather", arrange::gather),
    ("gather-twice", arrange::gather_twice),
    ("gather-nd", arrange::gather_nd),
    ("one-hot", arrange::one_hot),
    ("reverse", arrange::reverse),
    ("top-k", arrange::top_k),
    ("broadcast-to", arrange::broadcast_to),
    ("ensure", arrange::ensure),
    ("where", arrange::positions),
    ("pool", window::pool),
    ("patches", window::patches),
    ("pool-by-inputs", window::pool_by_inputs),
    ("conv", window::conv),
    ("resize", window::resize),
    ("blocks", window::blocks),
];

/// Whether a word is a step: a test reads every row.
#[cfg(test)]
pub fn known(word: &str) -> bool {
    let checks =
        ["rank", "least", "most", "same", "trail", "alike", "size", "meet", "sized", "unset", "grad", "risc", "fits"];
    let outputs = ["out", "rows", "twice", "held", "scalar", "ranked", "any", "attr"];
    checks.contains(&word) || outputs.contains(&word) || HELPERS.iter().any(|(name, _)| *name == word)
}
