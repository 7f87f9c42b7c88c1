//! The wire form of messages: an iterator over fields with their positions, and a check of a complete message by the
//! field tables that reports *which* field of *which* element is invalid.
//!
//! `prost` decodes; this module finds positions before it does.

use super::fields;
use crate::formats::text_proto::schema::{Field, Kind, Message};
use std::ops::Range;

/// How a field's payload is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// Variable-length integer.
    Varint,
    /// Eight bytes.
    Fixed64,
    /// Length and bytes.
    Bytes,
    /// Fields between a start and an end mark (obsolete).
    Group,
    /// Four bytes.
    Fixed32,
}

/// A field in the bytes.
#[derive(Clone, Debug)]
pub struct RawField {
    /// Field number.
    pub number: u32,
    /// How the payload is written.
    pub wire: Wire,
    /// The complete field, tag included.
    pub range: Range<usize>,
    /// The payload: content of bytes and groups, otherwise the number's bytes.
    pub body: Range<usize>,
}

/// Errors in the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Error id, such as `proto-truncated`.
    pub id: &'static str,
    /// The bytes concerned, from the start of the message that was checked.
    pub range: Range<usize>,
    /// Field path, such as `node[12].attr[0].value`; empty for the message itself.
    pub path: String,
    /// The limit that would be passed, if that is the error.
    pub passes: Option<Passed>,
}

/// A limit on messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// Depth of nesting.
    Depth,
    /// Number of elements.
    Elements,
}

impl Fault {
    fn new(id: &'static str, range: Range<usize>) -> Self {
        Self { id, range, path: String::new(), passes: None }
    }

    fn too_deep(range: Range<usize>) -> Self {
        Self { passes: Some(Passed::Depth), ..Self::new("proto-too-deep", range) }
    }

    fn too_many(range: Range<usize>) -> Self {
        Self { passes: Some(Passed::Elements), ..Self::new("proto-too-many", range) }
    }
}

/// Maximum nesting of groups; the caller limits that of messages.
const GROUP_DEPTH: u32 = 32;

/// The fields of one message, in order.
pub struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Fields<'a> {
    /// Iterates over `range` of `bytes`; positions are counted from the start of `bytes`.
    pub fn new(bytes: &'a [u8], range: Range<usize>) -> Self {
        let end = range.end.min(bytes.len());
        Self { bytes, at: range.start.min(end), end }
    }

    fn varint(&mut self) -> Result<u64, Fault> {
        let start = self.at;
        let mut value = 0u64;
        for i in 0..10 {
            let Some(&byte) = self.bytes[..self.end].get(self.at) else {
                return Err(Fault::new("proto-truncated", start..self.end));
            };
            self.at += 1;
            value |= u64::from(byte & 0x7f) << (7 * i);
            if byte < 0x80 {
                // The tenth byte has room for one bit only.
                return if i == 9 && byte > 1 {
                    Err(Fault::new("proto-bad-varint", start..self.at))
                } else {
                    Ok(value)
                };
            }
        }
        Err(Fault::new("proto-bad-varint", start..self.at))
    }

    fn skip(&mut self, len: u64, start: usize) -> Result<Range<usize>, Fault> {
        if len > (self.end - self.at) as u64 {
            return Err(Fault::new("proto-truncated", start..self.end));
        }
        let from = self.at;
        self.at += len as usize;
        Ok(from..self.at)
    }

    /// Reads up to the end mark of group `number`; returns the end of its content.
    fn group(&mut self, number: u32, start: usize, depth: u32) -> Result<usize, Fault> {
        if depth > GROUP_DEPTH {
            return Err(Fault::too_deep(start..self.at));
        }
        loop {
            let content_end = self.at;
            if self.at >= self.end {
                return Err(Fault::new("proto-truncated", start..self.end));
            }
            match self.read(depth)? {
                Step::Field(_) => {}
                Step::EndGroup(n) if n == number => return Ok(content_end),
                Step::EndGroup(_) => return Err(Fault::new("proto-bad-tag", content_end..self.at)),
            }
        }
    }

    fn read(&mut self, depth: u32) -> Result<Step, Fault> {
        let start = self.at;
        let tag = self.varint()?;
        let number = match u32::try_from(tag >> 3) {
            Ok(n) if n != 0 && n < 1 << 29 => n,
            _ => return Err(Fault::new("proto-bad-tag", start..self.at)),
        };
        let (wire, body) = match tag & 7 {
            0 => {
                let from = self.at;
                self.varint()?;
                (Wire::Varint, from..self.at)
            }
            1 => (Wire::Fixed64, self.skip(8, start)?),
            2 => {
                let len = self.varint()?;
                (Wire::Bytes, self.skip(len, start)?)
            }
            3 => {
                let from = self.at;
                let to = self.group(number, start, depth + 1)?;
                (Wire::Group, from..to)
            }
            4 => return Ok(Step::EndGroup(number)),
            5 => (Wire::Fixed32, self.skip(4, start)?),
            _ => return Err(Fault::new("proto-bad-tag", start..self.at)),
        };
        Ok(Step::Field(RawField { number, wire, range: start..self.at, body }))
    }
}

enum Step {
    Field(RawField),
    EndGroup(u32),
}

impl Iterator for Fields<'_> {
    type Item = Result<RawField, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let start = self.at;
        let item = match self.read(0) {
            Ok(Step::Field(field)) => Ok(field),
            Ok(Step::EndGroup(_)) => Err(Fault::new("proto-bad-tag", start..self.at)),
            Err(fault) => Err(fault),
        };
        if item.is_err() {
            self.at = self.end; // fields after an invalid one cannot be found
        }
        Some(item)
    }
}

/// Remaining bounds of a check.
pub struct Budget {
    /// Messages and strings that may still follow.
    pub elements: u64,
    /// Deepest nesting.
    pub depth: u32,
}

/// Index into the field tables of a message by its full name.
pub fn message_index(name: &str) -> Option<usize> {
    fields::MESSAGES.binary_search_by(|m| m.name.cmp(name)).ok()
}

/// Checks `range` of `bytes` as a message of the field tables: framing, wire types of known fields, UTF-8, depth and
/// number of elements. Unknown fields are skipped, as TensorFlow does.
pub fn check(bytes: &[u8], range: Range<usize>, message: usize, budget: &mut Budget) -> Result<(), Fault> {
    check_at(bytes, range, &fields::MESSAGES[message], budget, 0)
}

fn check_at(
    bytes: &[u8],
    range: Range<usize>,
    message: &'static Message,
    budget: &mut Budget,
    depth: u32,
) -> Result<(), Fault> {
    if depth > budget.depth {
        return Err(Fault::too_deep(range));
    }
    for raw in Fields::new(bytes, range.clone()) {
        let raw = raw?;
        let Some(field) = message.fields.iter().find(|f| f.number == raw.number) else { continue };
        check_field(bytes, &raw, field, budget, depth)
            .map_err(|fault| with_step(fault, bytes, range.clone(), &raw, field))?;
    }
    Ok(())
}

fn check_field(
    bytes: &[u8],
    raw: &RawField,
    field: &'static Field,
    budget: &mut Budget,
    depth: u32,
) -> Result<(), Fault> {
    let expected = wire_of(field.kind);
    let packed = field.repeated && expected != Wire::Bytes && raw.wire == Wire::Bytes;
    if raw.wire != expected && !packed {
        return Err(Fault::new("proto-wrong-wire-type", raw.range.clone()));
    }
    if packed {
        return check_packed(bytes, raw, expected);
    }
    if expected != Wire::Bytes {
        return Ok(());
    }
    budget.elements = budget.elements.checked_sub(1).ok_or_else(|| Fault::too_many(raw.range.clone()))?;
    match field.kind {
        Kind::Message(index) => check_at(bytes, raw.body.clone(), &fields::MESSAGES[index], budget, depth + 1),
        Kind::String => match std::str::from_utf8(&bytes[raw.body.clone()]) {
            Ok(_) => Ok(()),
            Err(_) => Err(Fault::new("proto-bad-utf8", raw.body.clone())),
        },
        _ => Ok(()),
    }
}

/// Numbers back to back in one field.
fn check_packed(bytes: &[u8], raw: &RawField, expected: Wire) -> Result<(), Fault> {
    let len = raw.body.len();
    let whole = match expected {
        Wire::Fixed32 => len.is_multiple_of(4),
        Wire::Fixed64 => len.is_multiple_of(8),
        _ => {
            let mut rest = Fields::new(bytes, raw.body.clone());
            while rest.at < rest.end {
                rest.varint()?;
            }
            true
        }
    };
    if whole { Ok(()) } else { Err(Fault::new("proto-truncated", raw.body.clone())) }
}

fn wire_of(kind: Kind) -> Wire {
    match kind {
        Kind::Double | Kind::Fixed64 | Kind::Sfixed64 => Wire::Fixed64,
        Kind::Float | Kind::Fixed32 | Kind::Sfixed32 => Wire::Fixed32,
        Kind::String | Kind::Bytes | Kind::Message(_) => Wire::Bytes,
        _ => Wire::Varint,
    }
}

/// Puts this level's step in front of the fault's path. Positions in a list are counted only after an error, so valid
/// files do not pay for it.
fn with_step(mut fault: Fault, bytes: &[u8], range: Range<usize>, raw: &RawField, field: &Field) -> Fault {
    let mut step = field.name.to_owned();
    if field.repeated {
        let before = Fields::new(bytes, range)
            .map_while(Result::ok)
            .take_while(|f| f.range.start < raw.range.start)
            .filter(|f| f.number == raw.number)
            .count();
        step.push_str(&format!("[{before}]"));
    }
    if !fault.path.is_empty() {
        step.push('.');
    }
    fault.path.insert_str(0, &step);
    fault
}

/// The number in a varint field; 0 for fields of another kind.
pub fn number(bytes: &[u8], field: &RawField) -> u64 {
    match field.wire {
        Wire::Varint => Fields::new(bytes, field.body.clone()).varint().unwrap_or(0),
        _ => 0,
    }
}

/// The bodies of every occurrence of a bytes-like field within `range`; invalid bytes end the list.
pub fn occurrences(bytes: &[u8], range: Range<usize>, number: u32) -> impl Iterator<Item = RawField> + '_ {
    Fields::new(bytes, range).map_while(Result::ok).filter(move |f| f.number == number && f.wire == Wire::Bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_graph(bytes: &[u8]) -> Result<(), Fault> {
        let index = message_index("tensorflow.GraphDef").unwrap();
        check(bytes, 0..bytes.len(), index, &mut Budget { elements: 1000, depth: 100 })
    }

    /// `node { name: "ab" op: "C" }`
    const NODE: &[u8] = b"\x0a\x07\x0a\x02ab\x12\x01C";

    #[test]
    fn the_fault_names_the_element_and_its_bytes() {
        let mut bytes = [NODE, NODE].concat();
        assert_eq!(check_graph(&bytes), Ok(()));
        bytes[9 + 4] = 0xff; // second node's name
        let fault = check_graph(&bytes).unwrap_err();
        assert_eq!((fault.id, fault.path.as_str(), fault.range), ("proto-bad-utf8", "node[1].name", 13..15));
    }

    #[test]
    fn lengths_past_the_end_are_truncation() {
        let fault = check_graph(&NODE[..8]).unwrap_err();
        assert_eq!((fault.id, fault.range), ("proto-truncated", 0..8));
        let fault = check_graph(b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01").unwrap_err();
        assert_eq!(fault.id, "proto-truncated");
    }

    #[test]
    fn unknown_fields_and_groups_are_skipped_and_their_damage_is_not() {
        assert_eq!(check_graph(b"\xfa\x7f\x01x"), Ok(())); // field 2047, one byte
        assert_eq!(check_graph(b"\xf3\x01\x08\x01\xf4\x01"), Ok(())); // group 30 { 1: 1 }
        assert_eq!(check_graph(b"\xf3\x01\x08\x01").unwrap_err().id, "proto-truncated");
        assert_eq!(check_graph(b"\xf4\x01").unwrap_err().id, "proto-bad-tag");
        assert_eq!(check_graph(b"\x00\x01").unwrap_err().id, "proto-bad-tag");
        let open = b"\xf3\x01".repeat(1000);
        assert_eq!(check_graph(&open).unwrap_err().id, "proto-too-deep");
    }

    #[test]
    fn depth_and_number_of_elements_are_bounded() {
        let index = message_index("tensorflow.FullTypeDef").unwrap();
        let mut bytes = Vec::new();
        for _ in 0..20 {
            let mut outer = vec![0x12, bytes.len() as u8];
            outer.append(&mut bytes);
            bytes = outer;
        }
        let run = |elements, depth| check(&bytes, 0..bytes.len(), index, &mut Budget { elements, depth });
        assert_eq!(run(20, 20), Ok(()));
        assert_eq!(run(20, 19).unwrap_err().id, "proto-too-deep");
        assert_eq!(run(19, 20).unwrap_err().id, "proto-too-many");
    }
}
