//! Results about values, in the form of the contract.

use super::schema::{self, Check, CheckedValue, Row, Value};
use crate::bytes::{Cause, Error};
use crate::formats::stored::{self as core, Listed, Scanned, TEXT_HEAD};
use crate::formats::tensor_value::Scalar;
use crate::report::tell::error;
use serde_json::json;

/// Everything about one value.
pub fn value(listed: Listed, found: Scanned) -> Value {
    let (check, problem) = judge(&found);
    let of = match (&found.first[..], listed.dtype.as_str()) {
        (_, "string") => "length",
        (_, "complex64" | "complex128") => "magnitude",
        _ => "value",
    };
    let sum = found.statistics.as_ref().filter(|_| of != "length").and_then(|statistics| statistics.sum.as_ref());
    Value {
        partial: found.error.is_some() && found.statistics.as_ref().is_some_and(|s| s.count > 0),
        name: listed.name,
        label: listed.label,
        dtype: listed.dtype,
        shape: listed.shape,
        bytes: listed.bytes,
        first: found.first.iter().map(scalar).collect(),
        sum: sum.map(scalar),
        statistics: found.statistics.as_ref().map(|statistics| of_core(statistics, of)),
        check,
        error: problem.map(error),
    }
}

/// Result of one value's checksums.
pub fn checked(listed: &Listed, found: Scanned) -> CheckedValue {
    let (check, problem) = judge(&found);
    // A value without a plain form is not a failed check.
    let problem = problem.filter(|_| check != Check::Opaque);
    CheckedValue { name: listed.name.clone(), bytes: listed.bytes, check, error: problem.map(error) }
}

/// One value as a row of a table: without elements and histogram.
pub fn row(listed: &Listed, found: Scanned) -> Row {
    let Value { name, statistics, check, error, .. } = value(listed.clone(), found);
    let statistics = statistics.unwrap_or_default();
    Row {
        name,
        check,
        error: error.filter(|_| check != Check::Opaque),
        count: statistics.count,
        min: statistics.min,
        max: statistics.max,
        mean: statistics.mean,
        deviation: statistics.deviation,
        zeros: statistics.zeros,
        nan: statistics.nan,
        infinite: statistics.positive_infinity + statistics.negative_infinity,
    }
}

/// Distinguishes a wrong checksum from unreadable bytes.
fn judge(found: &Scanned) -> (Check, Option<&Error>) {
    match (&found.error, &found.check) {
        (Some(error), _) if error.cause == Cause::Checksum => (Check::Wrong, Some(error)),
        (Some(error), _) if error.cause == Cause::NoPlainValues => (Check::Opaque, Some(error)),
        (Some(error), _) => (Check::Unreadable, Some(error)),
        (None, Some(core::Check::Wrong(error))) => (Check::Wrong, Some(error)),
        (None, Some(core::Check::None)) => (Check::None, None),
        (None, Some(core::Check::Right)) => (Check::Right, None),
        (None, None) => (Check::Unreadable, None),
    }
}

fn of_core(found: &core::Statistics, of: &str) -> schema::Statistics {
    let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
    schema::Statistics {
        of: of.to_owned(),
        count: found.count,
        nan: found.nan,
        positive_infinity: found.positive_infinity,
        negative_infinity: found.negative_infinity,
        zeros: found.zeros,
        min: found.min.as_ref().map(scalar),
        max: found.max.as_ref().map(scalar),
        mean: finite(found.mean),
        deviation: finite(found.deviation),
        histogram: found.histogram.as_ref().map(|histogram| schema::Histogram {
            low: histogram.low,
            high: histogram.high,
            whole: histogram.whole,
            counts: histogram.counts.clone(),
        }),
    }
}

/// JSON has no NaN and no infinity: they are text, as are integers beyond 64 bits.
pub fn scalar(scalar: &Scalar) -> serde_json::Value {
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
            // Cuts in the middle of a character.
            Err(cut) if bytes.len() == TEXT_HEAD && cut.error_len().is_none() => {
                json!(String::from_utf8_lossy(&bytes[..cut.valid_up_to()]))
            }
            Err(_) => json!({ "base64": base64(bytes) }),
        },
    }
}

fn real(value: f64) -> serde_json::Value {
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
