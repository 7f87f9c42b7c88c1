//! The steps of a shape function, as `tf_shapes.csv` lists them: `rank 0 4; same 0 1; out 0`.
//!
//! A step checks inputs or adds an output; the last one may be the name of a helper, which does both.

use super::call::Call;
use super::shape::{self, Result, Shape};
use super::{arrange, combine, window};

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
        "same" => return input.merge(call.input(second as usize)),
        "size" => return shape::of_size(size(&input, second), third),
        "meet" => {
            let other = size(call.input(third as usize), fourth);
            return shape::same_size(size(&input, second), other).map(drop);
        }
        "fits" => return input.merge(&call.shape("shape")),
        "out" => input,
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

/// A shape function: it turns the shape of the first input into that of the output, or adds several outputs.
type Helper = fn(&mut Call<'_>, &mut Shape) -> Result;

/// Shape functions that steps do not express, by name.
const HELPERS: [(&str, Helper); 43] = [
    ("broadcast", combine::broadcast),
    ("broadcast3", combine::broadcast_three),
    ("merge", combine::merge),
    ("matmul", combine::matmul),
    ("batch-matmul", combine::batch_matmul),
    ("bias", combine::bias),
    ("bias-grad", combine::bias_grad),
    ("concat", combine::concat),
    ("pack", combine::pack),
    ("select", combine::select),
    ("reduce", combine::reduce),
    ("arg", combine::arg),
    ("segment", combine::segment),
    ("unsorted-segment", combine::unsorted_segment),
    ("partition", combine::partition),
    ("scatter", combine::scatter),
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
    ("gather-nd", arrange::gather_nd),
    ("one-hot", arrange::one_hot),
    ("reverse", arrange::reverse),
    ("top-k", arrange::top_k),
    ("broadcast-to", arrange::broadcast_to),
    ("ensure", arrange::ensure),
    ("pool", window::pool),
    ("conv", window::conv),
    ("resize", window::resize),
    ("blocks", window::blocks),
];

/// Whether a word is a step: a test reads every row.
#[cfg(test)]
pub fn known(word: &str) -> bool {
    let primitives =
        ["rank", "least", "most", "same", "size", "meet", "out", "scalar", "ranked", "any", "fits", "attr"];
    primitives.contains(&word) || HELPERS.iter().any(|(name, _)| *name == word)
}
