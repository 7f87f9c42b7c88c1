//! Compares stored values, pair by pair, in steps.

use super::collect::{Pair, Value};
use super::schema::{Largest, ValuePair, ValueVerdict, Values};
use crate::bytes::Result;
use crate::formats::stored::{Comparing, Difference, Ordered, Tolerance};
use crate::formats::tensor_value::Scalar;
use crate::report::tell::error;
use crate::services::values::{Progress, Work, scalar};
use prost::bytes::Bytes;
use serde_json::json;

/// Bytes of a string that are shown.
const SHOWN: usize = 120;

/// Compares all pairs.
pub struct AllPairs {
    pairs: Vec<Pair>,
    next: usize,
    at_work: Option<Box<Comparing>>,
    done: u64,
    bytes: u64,
    tolerance: Tolerance,
    values_report: Values,
}

impl AllPairs {
    /// Begins with these pairs.
    pub(super) fn new(pairs: Vec<Pair>, tolerance: Tolerance) -> Self {
        let bytes = pairs.iter().map(bytes).fold(0, u64::saturating_add);
        let values_report = Values { relative: tolerance.relative, absolute: tolerance.absolute, values: Vec::new() };
        Self { pairs, next: 0, at_work: None, done: 0, bytes, tolerance, values_report }
    }

    /// The result, once the work is done.
    pub fn into_report(self) -> Values {
        self.values_report
    }

    /// Begins a pair; `Some` when that already ends it.
    fn begin(&mut self) -> Option<ValuePair> {
        let Pair { a, b } = &self.pairs[self.next];
        let opened = |value: &Value| -> Result<Ordered> { value.stores.ordered(value.index) };
        let mut values_report = base(&self.pairs[self.next]);
        let (left, right) = match (opened(&a.1), opened(&b.1)) {
            (Ok(left), Ok(right)) => (left, right),
            (Err(problem), _) | (_, Err(problem)) => {
                values_report.error = Some(error(&problem));
                return Some(values_report);
            }
        };
        match (left, right) {
            (Ordered::Numbers(left), Ordered::Numbers(right)) => {
                let codes = (a.1.codes.clone(), b.1.codes.clone());
                match Comparing::new((left, codes.0), (right, codes.1), self.tolerance) {
                    Some(work) => {
                        self.at_work = Some(Box::new(work));
                        None
                    }
                    None => {
                        values_report.verdict = ValueVerdict::Incomparable;
                        Some(values_report)
                    }
                }
            }
            (Ordered::Texts(left), Ordered::Texts(right)) if left.len() == right.len() => {
                Some(texts(values_report, &left, &right))
            }
            _ => {
                values_report.verdict = ValueVerdict::Incomparable;
                Some(values_report)
            }
        }
    }

    fn note(&mut self, values_report: ValuePair) {
        self.done = self.done.saturating_add(bytes(&self.pairs[self.next]));
        self.values_report.values.push(values_report);
        self.next += 1;
    }
}

impl Work for AllPairs {
    fn step(&mut self) -> Option<Progress> {
        let name = self.pairs.get(self.next)?.a.0.clone();
        if self.at_work.is_none()
            && let Some(values_report) = self.begin()
        {
            self.note(values_report);
            return Some(Progress { name, done: self.done, of: self.bytes });
        }
        let mut within = 0;
        if let Some(work) = &mut self.at_work {
            let more = work.step();
            within = work.progress().0;
            if !more && let Some(work) = self.at_work.take() {
                within = 0;
                let values_report = numbers(base(&self.pairs[self.next]), work.found());
                self.note(values_report);
            }
        }
        Some(Progress { name, done: self.done.saturating_add(within), of: self.bytes })
    }
}

fn bytes(pair: &Pair) -> u64 {
    pair.a.1.listed.bytes.saturating_add(pair.b.1.listed.bytes)
}

/// Known properties of a pair before anything is read.
fn base(pair: &Pair) -> ValuePair {
    let (a, b) = (&pair.a.1.listed, &pair.b.1.listed);
    ValuePair {
        name: pair.a.0.clone(),
        renamed: if pair.a.0 == pair.b.0 { String::new() } else { pair.b.0.clone() },
        dtypes: (a.dtype.clone(), b.dtype.clone()),
        shapes: (a.shape.clone(), b.shape.clone()),
        bytes: bytes(pair),
        dequantized: pair.a.1.codes.is_some() || pair.b.1.codes.is_some(),
        ..ValuePair::default()
    }
}

fn numbers(mut values_report: ValuePair, found: Difference) -> ValuePair {
    values_report.verdict = match &found {
        // The part before an error says nothing about the complete value.
        Difference { error: Some(_), count, .. } if *count == 0 => ValueVerdict::Unreadable,
        Difference { differing: 0, error: None, .. } => ValueVerdict::Exact,
        Difference { far: 0, error: None, .. } => ValueVerdict::Close,
        Difference { far: 0, .. } => ValueVerdict::Unreadable,
        _ => ValueVerdict::Different,
    };
    (values_report.count, values_report.differing, values_report.far, values_report.unordered) =
        (found.count, found.differing, found.far, found.unordered);
    if found.count > 0 {
        let (norm, of) = (found.squares.sqrt(), found.squares_a.sqrt());
        values_report.norm = Some(scalar(&Scalar::Float(norm)));
        values_report.change = (of > 0.0).then(|| scalar(&Scalar::Float(norm / of)));
    }
    values_report.error = found.error.as_ref().map(error);
    values_report.largest = found.largest.map(|largest| Largest {
        at: place(largest.at, &values_report.shapes.0),
        difference: Some(scalar(&Scalar::Float(largest.difference))),
        a: scalar(&largest.a),
        b: scalar(&largest.b),
    });
    values_report
}

/// Strings: the number of differences, and the first one.
fn texts(mut values_report: ValuePair, a: &[Bytes], b: &[Bytes]) -> ValuePair {
    let mut differing = a.iter().zip(b).enumerate().filter(|(_, (x, y))| x != y);
    let first = differing.next();
    values_report.count = a.len() as u64;
    values_report.differing = differing.count() as u64 + u64::from(first.is_some());
    values_report.far = values_report.differing;
    values_report.verdict = if first.is_none() { ValueVerdict::Exact } else { ValueVerdict::Different };
    values_report.largest = first.map(|(at, (x, y))| Largest {
        at: place(at as u64, &values_report.shapes.0),
        difference: None,
        a: json!(text(x)),
        b: json!(text(y)),
    });
    values_report
}

fn text(bytes: &Bytes) -> String {
    let cut = &bytes[..bytes.len().min(SHOWN)];
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    format!("{}{more}", String::from_utf8_lossy(cut))
}

/// An index row by row as an index in each dimension.
fn place(mut at: u64, shape: &[i64]) -> Vec<u64> {
    let mut place = vec![0; shape.len()];
    for (slot, dim) in place.iter_mut().zip(shape).rev() {
        let dim = u64::try_from(*dim).unwrap_or(1).max(1);
        *slot = at % dim;
        at /= dim;
    }
    place
}
