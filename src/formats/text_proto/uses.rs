//! Fields and values that a text names. A program of another release may not know one, and then refuses the text,
//! although it would skip the same field in binary form.

use super::window::line_of;
use crate::bytes::Source;
use crate::formats::proto::fields;
use std::ops::Range;

/// A name in a text, at its first position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Full name of the message or enum, such as `tensorflow.NodeDef`.
    pub of: &'static str,
    /// Name of its field or value, such as `device`.
    pub name: &'static str,
    /// A value of an enum, not a field of a message.
    pub value: bool,
    /// Bytes of the name.
    pub range: Range<u64>,
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1, in characters.
    pub column: u64,
    /// Text of the line; only its beginning if it is long.
    pub text: String,
}

/// Names found so far: one bit for each field of a message, and for each value of an enum.
#[derive(Default)]
pub(super) struct Uses {
    fields: Vec<u128>,
    values: Vec<u128>,
    first: Vec<First>,
}

struct First {
    value: bool,
    index: usize,
    place: usize,
    range: Range<u64>,
    line: (u64, u64),
}

impl Uses {
    /// Records field `place` of message `index` at `range`; `line` is its line and the start of that line.
    pub fn field(&mut self, index: usize, place: usize, range: &Range<u64>, line: (u64, u64)) {
        if is_new(&mut self.fields, index, place) {
            self.first.push(First { value: false, index, place, range: range.clone(), line });
        }
    }

    /// Records value `place` of enum `index` in the same way.
    pub fn value(&mut self, index: usize, place: usize, range: &Range<u64>, line: (u64, u64)) {
        if is_new(&mut self.values, index, place) {
            self.first.push(First { value: true, index, place, range: range.clone(), line });
        }
    }

    /// The recorded names, in the order of the text, with their lines read again.
    pub fn into_vec(self, source: &dyn Source) -> Vec<Use> {
        let used = self.first.into_iter().map(|first| {
            let (of, name) = match first.value {
                true => (fields::ENUMS[first.index].name, fields::ENUMS[first.index].values[first.place].0),
                false => (fields::MESSAGES[first.index].name, fields::MESSAGES[first.index].fields[first.place].name),
            };
            let (line, start) = first.line;
            let (text, column) = line_of(source, start, first.range.start);
            Use { of, name, value: first.value, range: first.range, line, column, text }
        });
        used.collect()
    }
}

fn is_new(seen: &mut Vec<u128>, index: usize, place: usize) -> bool {
    if seen.len() <= index {
        seen.resize(index + 1, 0);
    }
    // No message of proto/ has this many; a missing bit would only report a name twice.
    let bit = 1u128.checked_shl(place as u32).unwrap_or_default();
    let new = seen[index] & bit == 0;
    seen[index] |= bit;
    new && bit != 0
}
