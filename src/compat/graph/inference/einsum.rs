//! The shape function of `Einsum`: an equation names the dimensions of one or two inputs and of the output.

use super::call::Call;
use super::shape::{Result, Shape, refusal, same_size};

/// Stands for dimensions without names.
const ELLIPSIS: &str = "...";

/// Sizes of the dimensions that have names.
type Sizes = Vec<(char, i64)>;

/// A sum of products of elements.
pub fn einsum(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let equation = String::from_utf8_lossy(call.text("equation")).into_owned();
    let said = |text: &str, numbers: &[i64], end: &str| refusal(text, numbers).and(end, &[]);
    let &[taken, given] = &equation.split("->").collect::<Vec<_>>()[..] else {
        return Err(said("Expecting exactly one '->' in einsum equation: ", &[], &equation));
    };
    let labels: Vec<&str> = taken.split(',').collect();
    if labels.len() > 2 {
        let text = "Expecting 1 or 2 input subscripts in equation '";
        return Err(said(text, &[], &equation).and("' but got: {}", &[labels.len() as i64]));
    }
    let count = call.inputs.len();
    if !(1..=2).contains(&count) {
        return Err(refusal("Expected either 1 or 2 inputs but got: {}", &[count as i64]));
    }
    if count != labels.len() {
        let text = said("Expected {} inputs for equation ", &[labels.len() as i64], &equation);
        return Err(text.and(" but got: {}", &[count as i64]));
    }
    let mut sizes: Sizes = Vec::new();
    let mut rest = Shape::SCALAR;
    for (at, labels) in labels.iter().enumerate() {
        let own =
            unnamed(call.input(at), labels, &mut sizes).map_err(|refusal| match refusal.0.starts_with("Shape ") {
                true => refusal.and("\n\t for {}th input and equation: ", &[at as i64]).and(&equation, &[]),
                false => refusal,
            })?;
        rest.broadcast(&own)?;
    }
    *out = Shape::UNKNOWN;
    let named = |labels: &str| {
        let size = |label: char| {
            let text =
                "Einsum output subscripts for equation '%' has label '%' which is not present in the input subscripts";
            let name = |text: &str| text.replacen('%', &equation, 1).replacen('%', &label.to_string(), 1);
            sizes
                .iter()
                .find(|(name, _)| *name == label)
                .map(|(_, size)| *size)
                .ok_or_else(|| refusal(&name(text), &[]))
        };
        labels.chars().map(size).collect::<Result<Vec<i64>>>()
    };
    if let Some((before, after)) = given.split_once(ELLIPSIS) {
        if rest.is_known() {
            *out = Shape::of(&[&named(before)?, &rest, &named(after)?]);
        }
        return Ok(());
    }
    rest.at_most(0).map_err(|refusal| {
        let text = "' without ellipsis (...) in the output subscripts where input(s) have non-empty broadcasting shape";
        refusal.and("\n\t for einsum equation '", &[]).and(&equation, &[]).and(text, &[])
    })?;
    *out = Shape::of(&[&named(given)?]);
    Ok(())
}

/// Notes the sizes of the dimensions that have names, and returns the shape of the others.
fn unnamed(input: &Shape, labels: &str, sizes: &mut Sizes) -> Result<Shape> {
    let parts = labels.split_once(ELLIPSIS);
    let (before, after) = parts.unwrap_or((labels, ""));
    let (first, last) = (before.chars().count(), after.chars().count());
    match parts {
        Some(_) => input.at_least((first + last) as i64)?,
        None => input.ranked(first as i64)?,
    }
    let behind = input.len().saturating_sub(last);
    let places = (0..first).chain(behind..behind + last);
    for (label, at) in before.chars().chain(after.chars()).zip(places) {
        match sizes.iter_mut().find(|(name, _)| *name == label) {
            Some((_, size)) => *size = same_size(*size, input.at(at))?,
            None => sizes.push((label, input.at(at))),
        }
    }
    Ok(match (parts, input.known()) {
        (Some(_), None) => Shape::UNKNOWN,
        (Some(_), Some(known)) => Shape::of(&[&known[first..behind]]),
        (None, _) => Shape::SCALAR,
    })
}
