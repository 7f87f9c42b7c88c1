//! Rules of `checks.csv` applied to a model.

use super::view::View;
use crate::bytes::Span;
use crate::compat::accepts::{Accepts, tflite};
use crate::compat::{Evidence, Outcome, Requirement, Subject};
use crate::message::Values;

/// A field of the root table as evidence.
pub fn root(view: &View<'_>, field: &str) -> Evidence {
    Evidence::of_file(Span { file: view.file.clone(), range: None, field: field.to_owned() })
}

/// The requirement of a rule that the model violates at a stage of the loader.
pub fn check(
    rule: &'static str,
    subject: Subject,
    stage: u32,
    values: Values,
    evidence: Vec<Evidence>,
    count: usize,
) -> Requirement {
    let accepts = Accepts::all(Outcome::Loads, tflite);
    Requirement::of_rule(accepts, rule, subject, evidence, count, (stage, 0), values)
}
