//! The fields of a query and their values.

use super::error::{Problem, QueryError};
use super::terms::{Bound, Dim, Reference, Term, Text, Value, Way};
use super::tokens::{Comparison, Token};
use regex_lite::RegexBuilder;

/// Most bytes that a compiled regular expression takes.
const PATTERN_BYTES: usize = 1 << 18;

/// Steps that a neighborhood has at most.
const MOST_STEPS: u32 = 100_000;

/// The condition of a field; `None` for an unknown one.
pub(super) fn term(token: &Token, field: &str, compare: Comparison, value: &str) -> Result<Option<Term>, QueryError> {
    let field = field.to_ascii_lowercase();
    let text = |usual: fn(&str) -> Text| text(token, compare, value, usual);
    let number = || bound(token, compare, value).map(|bound| bound.ok_or_else(|| token.wrong(Problem::Number)));
    let node = || reference(token, compare, value, value);
    let term = match field.as_str() {
        "name" => Term::Name(text(part)?),
        "op" | "type" => Term::Op(text(complete)?),
        "role" | "is" => Term::Role(text(complete)?),
        "in" | "scope" => Term::Scope(text(complete)?),
        "dtype" => Term::Dtype(text(complete)?),
        "finding" | "requirement" => Term::Finding(text(complete)?),
        "v" | "version" => Term::Version(number()??),
        "const" => Term::Stored(number()??),
        "inputs" => Term::Inputs(number()??),
        "outputs" => Term::Outputs(number()??),
        "shape" => shape(token, compare, value)?,
        "attr" | "option" => attribute(token, compare, value)?,
        "reads" => Term::Beside(Way::Down, 1, node()?),
        "feeds" => Term::Beside(Way::Up, 1, node()?),
        "between" => {
            let (from, to) = value.split_once("..").ok_or_else(|| token.wrong(Problem::Incomplete))?;
            Term::Between(reference(token, compare, value, from)?, reference(token, compare, value, to)?)
        }
        _ => match steps(&field) {
            Some((way, steps)) => Term::Near(way, steps, node()?),
            None => return Ok(None),
        },
    };
    Ok(Some(term))
}

/// `near`, `up` and `down`, with the number of steps: one by default for `near`, any for the others.
fn steps(field: &str) -> Option<(Way, u32)> {
    for (name, way, usual) in [("near", Way::Both, 1), ("up", Way::Up, MOST_STEPS), ("down", Way::Down, MOST_STEPS)] {
        if let Some(digits) = field.strip_prefix(name) {
            let steps = if digits.is_empty() { Some(usual) } else { digits.parse().ok() };
            return steps.map(|steps: u32| (way, steps.min(MOST_STEPS)));
        }
    }
    None
}

/// Part of a text; the complete one with `*`.
fn part(value: &str) -> Text {
    if value.contains('*') { complete(value) } else { Text::Part(value.to_lowercase()) }
}

/// A complete text, with `*` for any text.
fn complete(value: &str) -> Text {
    Text::Complete(value.to_lowercase().split('*').map(str::to_owned).collect())
}

fn text(token: &Token, compare: Comparison, value: &str, usual: fn(&str) -> Text) -> Result<Text, QueryError> {
    given(token, value)?;
    match compare {
        Comparison::Usual => Ok(usual(value)),
        Comparison::Equal => Ok(complete(value)),
        Comparison::Matches => pattern_of(token, value),
        Comparison::NotEqual
        | Comparison::Greater
        | Comparison::GreaterEqual
        | Comparison::Less
        | Comparison::LessEqual => Err(token.wrong(Problem::Comparison)),
    }
}

/// Refuses comparisons other than `:` and `=`.
fn is_equality(token: &Token, compare: Comparison) -> Result<(), QueryError> {
    let fits = matches!(compare, Comparison::Usual | Comparison::Equal);
    if fits { Ok(()) } else { Err(token.wrong(Problem::Comparison)) }
}

fn given(token: &Token, value: &str) -> Result<(), QueryError> {
    if value.is_empty() { Err(token.wrong(Problem::Value)) } else { Ok(()) }
}

/// How values compare with a number; `None` when the value is not one.
fn bound(token: &Token, compare: Comparison, value: &str) -> Result<Option<Bound>, QueryError> {
    given(token, value)?;
    let (less, equal, greater) = match compare {
        Comparison::Usual | Comparison::Equal => (false, true, false),
        Comparison::NotEqual => (true, false, true),
        Comparison::Greater => (false, false, true),
        Comparison::GreaterEqual => (false, true, true),
        Comparison::Less => (true, false, false),
        Comparison::LessEqual => (true, true, false),
        Comparison::Matches => return Err(token.wrong(Problem::Comparison)),
    };
    Ok(size(value).map(|than| Bound { than, less, equal, greater }))
}

/// A number, with a unit of bytes or without.
fn size(text: &str) -> Option<f64> {
    let end = text.find(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'e' | 'E')).unwrap_or(text.len());
    let unit = match text[end..].to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "kib" => f64::from(1u32 << 10),
        "mib" => f64::from(1u32 << 20),
        "gib" => f64::from(1u32 << 30),
        _ => return None,
    };
    text[..end].parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number * unit)
}

/// Sizes separated by `x`, `×` or `,`, in brackets or not.
fn shape(token: &Token, compare: Comparison, value: &str) -> Result<Term, QueryError> {
    given(token, value)?;
    is_equality(token, compare)?;
    let inner = value.trim_start_matches('[').trim_end_matches(']');
    let dims = inner.split(['x', 'X', '×', ',']).map(|dim| match dim.trim() {
        "*" => Some(Dim::Any),
        "?" | "-1" => Some(Dim::Open),
        dim => dim.parse().ok().map(Dim::Is),
    });
    let dims: Option<Vec<Dim>> = dims.collect();
    Ok(Term::Shape(dims.ok_or_else(|| token.wrong(Problem::Shape))?, compare == Comparison::Equal))
}

/// `name`, or `name` compared with a value.
fn attribute(token: &Token, compare: Comparison, value: &str) -> Result<Term, QueryError> {
    given(token, value)?;
    is_equality(token, compare)?;
    let found = Comparison::IN_VALUES.iter().filter_map(|(mark, inner)| Some((value.find(mark)?, mark.len(), *inner)));
    let Some((at, len, inner)) = found.min_by_key(|(at, len, _)| (*at, std::cmp::Reverse(*len))) else {
        return Ok(Term::Attribute(complete(value), None));
    };
    let (name, wanted) = (complete(&value[..at]), &value[at + len..]);
    given(token, wanted)?;
    let wanted = match inner {
        Comparison::Usual | Comparison::Equal => Value::Text(complete(wanted)),
        Comparison::Matches => Value::Text(pattern_of(token, wanted)?),
        Comparison::NotEqual
        | Comparison::Greater
        | Comparison::GreaterEqual
        | Comparison::Less
        | Comparison::LessEqual => {
            Value::Number(bound(token, inner, wanted)?.ok_or_else(|| token.wrong(Problem::Number))?)
        }
    };
    Ok(Term::Attribute(name, Some(wanted)))
}

/// A node by name, op or number, and its position in the query.
fn reference(token: &Token, compare: Comparison, value: &str, part: &str) -> Result<Reference, QueryError> {
    is_equality(token, compare)?;
    given(token, part)?;
    // Quotes shift characters; the complete term is marked then.
    let is_plain = token.quoted_from == token.text.len();
    let before = token.text.len() - value.len() + (part.as_ptr() as usize - value.as_ptr() as usize);
    let (at, len) = if is_plain {
        (token.at + token.text[..before].chars().count() as u32, part.chars().count() as u32)
    } else {
        (token.at, token.len)
    };
    Ok(Reference { text: part.to_owned(), at, len })
}

/// A regular expression, whatever the case.
pub(super) fn pattern_of(token: &Token, pattern: &str) -> Result<Text, QueryError> {
    let built = RegexBuilder::new(pattern).case_insensitive(true).size_limit(PATTERN_BYTES).build();
    built.map(Text::Pattern).map_err(|_| token.wrong(Problem::Pattern))
}
