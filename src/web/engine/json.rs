//! JSON of replies. JavaScript writes the floating-point numbers: the tables for that are 17 KB of this module otherwise.

use js_sys::{JsString, Number};
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io;

/// A value as JSON text; empty if it cannot be written, which none of our types does.
pub(super) fn text(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut out, Floats));
    if written.is_ok() { String::from_utf8(out).unwrap_or_default() } else { String::new() }
}

/// Writes the shortest text of a number that reads as the same number.
struct Floats;

impl Formatter for Floats {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        put(writer, Number::from(value).to_string_with_radix(10).ok())
    }

    fn write_f32<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        let number = Number::from(f64::from(value));
        // Two float32 with the same nine digits are equal.
        let mut digits = (1..=9).filter_map(|digits| number.to_precision(digits).ok());
        let is_same = |text: &JsString| Number::parse_float(&String::from(text)) as f32 == value;
        put(writer, digits.find(is_same))
    }
}

fn put<W: ?Sized + io::Write>(writer: &mut W, text: Option<JsString>) -> io::Result<()> {
    match text {
        Some(text) => writer.write_all(String::from(text).as_bytes()),
        None => Err(io::ErrorKind::InvalidData.into()),
    }
}
