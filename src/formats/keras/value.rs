//! JSON as Keras writes it, with the additions of Python's writer (`NaN`, `Infinity`).

use crate::bytes::{Error, Limits, Result, SharedSource, read_range};
use crate::json::{DEPTH, Read, Reader};
use std::fmt::Write as _;

/// A value of a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// A bool.
    Bool(bool),
    /// A number as it is written.
    Number(String),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// An object: its members in order.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// A member by name; `Null` for a missing one. The last of several with one name counts, as in Python.
    pub fn get(&self, name: &str) -> &Self {
        self.find(name).unwrap_or(&Self::Null)
    }

    /// A member by name.
    pub fn find(&self, name: &str) -> Option<&Self> {
        self.members().iter().rev().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// Members of an object; empty for other values.
    pub fn members(&self) -> &[(String, Self)] {
        match self {
            Self::Object(members) => members,
            _ => &[],
        }
    }

    /// Items of a list; empty for other values.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// A string.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// An integer.
    pub fn int(&self) -> Option<i64> {
        match self {
            Self::Number(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// A shape: its dimensions, -1 for those that are null.
    pub fn shape(&self) -> Option<Vec<i64>> {
        let Self::List(items) = self else { return None };
        items.iter().map(|item| if *item == Self::Null { Some(-1) } else { item.int() }).collect()
    }

    /// The value as JSON, cut off with `…` after about `most` characters.
    pub fn short(&self, most: usize) -> String {
        let mut text = String::new();
        self.write(&mut text, most);
        if text.chars().count() > most {
            text = text.chars().take(most).collect();
            text.push('…');
        }
        text
    }

    /// The value as JSON, spaced as Python's `json.dumps` does.
    pub fn json(&self) -> String {
        let mut out = String::new();
        self.write_json(&mut out);
        out
    }

    fn write_json(&self, out: &mut String) {
        let text = |out: &mut String, text: &str| {
            out.push('"');
            for c in text.chars() {
                match c {
                    '"' | '\\' => out.extend(['\\', c]),
                    '\n' => out.push_str("\\n"),
                    '\u{0}'..='\u{1f}' => {
                        let _ = write!(out, "\\u{:04x}", u32::from(c));
                    }
                    _ => out.push(c),
                }
            }
            out.push('"');
        };
        match self {
            Self::Null | Self::Bool(_) | Self::Number(_) => self.write(out, usize::MAX / 8),
            Self::Text(value) => text(out, value),
            Self::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    item.write_json(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    text(out, name);
                    out.push_str(": ");
                    value.write_json(out);
                }
                out.push('}');
            }
        }
    }

    fn write(&self, out: &mut String, most: usize) {
        // The rest would be cut off anyway.
        if out.len() > 4 * most {
            return;
        }
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(digits) => out.push_str(digits),
            Self::Text(text) => {
                out.push('"');
                out.extend(text.chars().take(most + 1));
                out.push('"');
            }
            Self::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    item.write(out, most);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    out.push_str(name);
                    out.push_str(": ");
                    value.write(out, most);
                }
                out.push('}');
            }
        }
    }

    /// Reads a text. The error is the byte where it stops being JSON.
    pub fn parse(text: &str) -> std::result::Result<Self, usize> {
        crate::json::read_python(text)
    }

    /// Reads a complete file. Errors: `keras-json-too-large`, `keras-json-too-deep`, `keras-json-damaged`, and those of
    /// reading.
    pub fn of_file(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let len = source.len();
        if len > limits.text_bytes {
            let error = Error::over_limit("keras-json-too-large").with("size", len).with("limit", limits.text_bytes);
            return Err(error.at(source.span(0..len)));
        }
        let bytes = read_range(&**source, 0..len, limits)?;
        let place = |at: usize| source.span(at as u64..len.max(at as u64));
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            let at = error.valid_up_to();
            Error::malformed("keras-json-damaged").with("at", at).at(place(at))
        })?;
        Self::parse(text).map_err(|at| not_read(text, at).at(place(at)))
    }
}

/// The error for a text that is invalid or nested too deep from a byte on.
pub fn not_read(text: &str, at: usize) -> Error {
    let (mut depth, mut quoted, mut escaped) = (0_u32, false, false);
    for byte in text.as_bytes().iter().take(at) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    if depth >= DEPTH && matches!(text.as_bytes().get(at), Some(b'{' | b'[')) {
        Error::over_limit("keras-json-too-deep").with("limit", DEPTH)
    } else {
        Error::malformed("keras-json-damaged").with("at", at)
    }
}

impl Read for Value {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        let value = match from.peek() {
            Some(b'{') => {
                let mut members = Vec::new();
                let whole = from.members(&mut |from, name| {
                    let mut value = Self::Null;
                    let read = value.read(from);
                    members.push((name.to_owned(), value));
                    read
                });
                whole.then_some(Self::Object(members))
            }
            Some(b'[') => {
                let mut items = Vec::new();
                items.read(from).then_some(Self::List(items))
            }
            Some(b'"') => from.string().map(|text| Self::Text(text.into_owned())),
            Some(b'n') => from.word("null").then_some(Self::Null),
            Some(b't') => from.word("true").then_some(Self::Bool(true)),
            Some(b'f') => from.word("false").then_some(Self::Bool(false)),
            _ => {
                let word = ["NaN", "Infinity", "-Infinity"].into_iter().find(|word| from.word(word));
                word.or_else(|| from.number()).map(|digits| Self::Number(digits.to_owned()))
            }
        };
        match value {
            Some(value) => {
                *self = value;
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
    fn what_pythons_writer_adds_is_read() {
        let value = Value::parse(r#"{"a": [NaN, -Infinity, 1e-07], "a": null, "b": [null, 3]}"#).unwrap();
        assert_eq!(value.get("a"), &Value::Null);
        assert_eq!(value.get("b").shape(), Some(vec![-1, 3]));
        assert_eq!(value.get("none"), &Value::Null);
    }

    #[test]
    fn what_is_written_is_what_was_read() {
        let text = r#"{"a": [NaN, 1e-07, -0.5], "b\\": {"c\n\u0001\"": null, "é": true}, "d": []}"#;
        let value = Value::parse(text).unwrap();
        assert_eq!(Value::parse(&value.json()).unwrap(), value);
        assert_eq!(value.json(), text);
    }

    #[test]
    fn the_position_of_damage_is_reported_and_depth_is_bounded() {
        assert_eq!(Value::parse(r#"{"a": 1 "b": 2}"#), Err(8));
        assert!(Value::parse(&"[".repeat(1_000_000)).is_err());
    }
}
