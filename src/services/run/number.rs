//! A number of a tensor: 64-bit integers keep every digit, which a double cannot.

use crate::json::{Read, Reader};
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// A value of a tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A real number, or an integer of 32 bits or fewer.
    Real(f64),
    /// An int64.
    Signed(i64),
    /// A uint64.
    Unsigned(u64),
}

impl Default for Number {
    fn default() -> Self {
        Self::Real(0.0)
    }
}

impl Number {
    /// The nearest double.
    pub fn real(self) -> f64 {
        match self {
            Self::Real(value) => value,
            Self::Signed(value) => value as f64,
            Self::Unsigned(value) => value as f64,
        }
    }

    /// Whether it is neither NaN nor infinite.
    pub fn is_finite(self) -> bool {
        self.real().is_finite()
    }

    /// True when it is greater than another number of the same tensor.
    pub fn exceeds(self, other: Self) -> bool {
        self.order(other) == Some(Ordering::Greater)
    }

    fn order(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Signed(a), Self::Signed(b)) => Some(a.cmp(&b)),
            (Self::Unsigned(a), Self::Unsigned(b)) => Some(a.cmp(&b)),
            (a, b) => a.real().partial_cmp(&b.real()),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Real(value) => value.fmt(f),
            Self::Signed(value) => value.fmt(f),
            Self::Unsigned(value) => value.fmt(f),
        }
    }
}

/// As a JSON number with all its digits; null for NaN and infinities.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Real(value) => serializer.serialize_f64(value),
            Self::Signed(value) => serializer.serialize_i64(value),
            Self::Unsigned(value) => serializer.serialize_u64(value),
        }
    }
}

impl Read for Number {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        if from.peek() == Some(b'n') {
            *self = Self::Real(f64::NAN);
            return from.word("null");
        }
        let Some(text) = from.number() else { return false };
        let whole = text.parse().map(Self::Signed).or_else(|_| text.parse().map(Self::Unsigned)).ok();
        match whole.or_else(|| text.parse().ok().filter(|real: &f64| real.is_finite()).map(Self::Real)) {
            Some(number) => {
                *self = number;
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_of_a_64_bit_integer_survives_json() {
        let numbers = vec![
            Number::Signed((1 << 53) + 1),
            Number::Signed(i64::MAX),
            Number::Signed(i64::MIN),
            Number::Unsigned(u64::MAX),
            Number::Real(0.5),
        ];
        let text = serde_json::to_string(&numbers).unwrap();
        assert_eq!(text, "[9007199254740993,9223372036854775807,-9223372036854775808,18446744073709551615,0.5]");
        assert_eq!(crate::json::read::<Vec<Number>>(&text).unwrap(), numbers);
        let none = serde_json::to_string(&Number::Real(f64::INFINITY)).unwrap();
        assert!(crate::json::read::<Number>(&none).unwrap().real().is_nan());
        assert!(Number::Unsigned(u64::MAX).exceeds(Number::Unsigned(u64::MAX - 1)));
    }
}
