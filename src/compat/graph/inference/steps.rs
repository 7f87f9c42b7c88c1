//! The steps of a shape function, as `tf_shapes.csv` lists them: `rank 0 4; same 0 1; out 0`.
//!
//! A step checks inputs or adds an output; the last one may be the name of a helper, which does both.

use super::call::Call;
use super::shape::{self, Result, Shape, UNKNOWN};
use super::{arrange, combine, window};

/// Runs the steps and returns the shapes of the outputs.
pub fn run(call: &Call<'_>, steps: &str) -> Result<Vec<Shape>> {
    let mut outputs = Vec::new();
    for step in steps.split(';') {
        let mut words = step.split_whitespace();
        let word = words.next().unwrap_or_default();
        let numbers: Vec<i64> = words.filter_map(|number| number.parse().ok()).collect();
        primitive(call, word, &numbers, &mut outputs)?;
    }
    Ok(outputs)
}

fn primitive(call: &Call<'_>, word: &str, numbers: &[i64], outputs: &mut Vec<Shape>) -> Result<()> {
    let number = |at: usize| numbers.get(at).copied().unwrap_or_default();
    let input = |at: usize| call.input(number(at) as usize);
    // A dimension of an input, counted from its end if negative.
    let size = |at: usize, of: usize| {
        let sizes = input(at).as_deref().unwrap_or_default();
        shape::axis(number(of), sizes.len()).map_or(UNKNOWN, |place| sizes[place])
    };
    match word {
        "rank" => drop(shape::of_rank(input(0), number(1) as usize)?),
        "least" => shape::at_least(input(0), number(1) as usize)?,
        "most" => shape::at_most(input(0), number(1) as usize)?,
        "same" => drop(shape::same(input(0), input(1))?),
        "size" => drop(shape::of_size(size(0, 1), number(2))?),
        "meet" => drop(shape::same_size(size(0, 1), size(2, 3))?),
        "out" => outputs.push(input(0).clone()),
        "scalar" => outputs.push(Some(Vec::new())),
        "ranked" => outputs.push(Some(vec![UNKNOWN; number(0) as usize])),
        "any" => outputs.push(None),
        "fits" => drop(shape::same(input(0), &call.shape("shape"))?),
        "attr" => outputs.push(call.shape("shape")),
        _ => {
            let helper = HELPERS.iter().find(|(name, _)| *name == word).map(|(_, helper)| helper);
            outputs.extend(helper.map_or(Ok(Vec::new()), |helper| helper(call))?);
        }
    }
    Ok(())
}

/// A shape function.
type Helper = fn(&Call<'_>) -> Result<Vec<Shape>>;

/// Shape functions that steps do not express, by name.
const HELPERS: [(&str, Helper); 41] = [
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
