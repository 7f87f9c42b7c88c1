//! FlexBuffers: values without a schema; the options of custom operators.
//!
//! Owns: [`Value`] and [`read`]. Must not know: operators. Every offset is checked, and the number of values is
//! limited: a few bytes can describe an endless tree.
//! Source of the layout: FlatBuffers documentation, "FlexBuffers"; `flexbuffers.h` of FlatBuffers 25.

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// true or false.
    Bool(bool),
    /// Signed.
    Int(i64),
    /// Unsigned.
    Uint(u64),
    /// Of four or eight bytes.
    Float(f64),
    /// Text; invalid UTF-8 becomes bytes.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// In order.
    List(Vec<Value>),
    /// By key, in the order of the file, which is that of the keys.
    Map(Vec<(String, Value)>),
}

/// Maximum number of values in one tree.
const MOST_VALUES: u32 = 20_000;
/// Maximum bytes of all strings in one tree.
const MOST_TEXT: usize = 4 << 20;
/// Maximum nesting of lists.
const DEPTH: u32 = 32;

/// Reads the root value; `None` when the bytes are invalid or exceed the limits.
pub fn read(bytes: &[u8]) -> Option<Value> {
    let [.., kind, width] = bytes else { return None };
    let width = usize::from(*width);
    if !matches!(width, 1 | 2 | 4 | 8) {
        return None;
    }
    let at = bytes.len().checked_sub(2 + width)?;
    let mut reader = Reader { bytes, values: MOST_VALUES, text: MOST_TEXT };
    reader.value(at, width, *kind, DEPTH)
}

struct Reader<'b> {
    bytes: &'b [u8],
    values: u32,
    text: usize,
}

impl<'b> Reader<'b> {
    fn uint(&self, at: usize, width: usize) -> Option<u64> {
        let bytes = self.bytes.get(at..at.checked_add(width)?)?;
        let mut value = 0;
        for byte in bytes.iter().rev() {
            value = value << 8 | u64::from(*byte);
        }
        Some(value)
    }

    fn int(&self, at: usize, width: usize) -> Option<i64> {
        let shift = 64 - 8 * width as u32;
        Some((self.uint(at, width)? << shift).cast_signed() >> shift)
    }

    fn float(&self, at: usize, width: usize) -> Option<f64> {
        let bits = self.uint(at, width)?;
        match width {
            4 => Some(f32::from_bits(bits as u32).into()),
            8 => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// Target of the offset at `at`, which counts backwards.
    fn follow(&self, at: usize, width: usize) -> Option<usize> {
        let back = usize::try_from(self.uint(at, width)?).ok()?;
        at.checked_sub(back).filter(|_| back > 0)
    }

    /// The length before a vector, string or blob, checked against the available bytes.
    fn len(&self, at: usize, width: usize, element: usize) -> Option<usize> {
        let len = usize::try_from(self.uint(at.checked_sub(width)?, width)?).ok()?;
        let end = len.checked_mul(element)?.checked_add(at)?;
        (end <= self.bytes.len()).then_some(len)
    }

    fn take(&mut self, at: usize, len: usize) -> Option<&'b [u8]> {
        self.text = self.text.checked_sub(len)?;
        self.bytes.get(at..at.checked_add(len)?)
    }

    /// The value at `at`, `width` bytes wide: `kind` is its type and the width of its target.
    fn value(&mut self, at: usize, width: usize, kind: u8, depth: u32) -> Option<Value> {
        self.values = self.values.checked_sub(1)?;
        let (of, inner) = (kind >> 2, 1usize << (kind & 3));
        Some(match of {
            0 => Value::Null,
            1 => Value::Int(self.int(at, width)?),
            2 => Value::Uint(self.uint(at, width)?),
            3 => Value::Float(self.float(at, width)?),
            4 => Value::Text(self.key(self.follow(at, width)?)?),
            5 => {
                let at = self.follow(at, width)?;
                let len = self.len(at, inner, 1)?;
                text(self.take(at, len)?)
            }
            6 => Value::Int(self.int(self.follow(at, width)?, inner)?),
            7 => Value::Uint(self.uint(self.follow(at, width)?, inner)?),
            8 => Value::Float(self.float(self.follow(at, width)?, inner)?),
            9 => self.map(self.follow(at, width)?, inner, depth.checked_sub(1)?)?,
            10 => Value::List(self.vector(self.follow(at, width)?, inner, depth.checked_sub(1)?)?),
            11..=15 | 36 => {
                let at = self.follow(at, width)?;
                let len = self.len(at, inner, inner)?;
                // Type 15, vectors of strings, is deprecated: its elements may be read as keys.
                let element = if of == 36 { 26 } else { (of - 10).min(4) };
                self.elements(at, len, inner, element)?
            }
            16..=24 => {
                let at = self.follow(at, width)?;
                let len = usize::from((of - 16) / 3 + 2);
                self.elements(at, len, inner, (of - 16) % 3 + 1)?
            }
            25 => {
                let at = self.follow(at, width)?;
                let len = self.len(at, inner, 1)?;
                Value::Bytes(self.take(at, len)?.to_vec())
            }
            26 => Value::Bool(self.uint(at, width)? != 0),
            _ => return None,
        })
    }

    /// Elements of one type, side by side.
    fn elements(&mut self, at: usize, len: usize, width: usize, of: u8) -> Option<Value> {
        let kind = of << 2;
        (0..len)
            .map(|index| self.value(at.checked_add(index * width)?, width, kind, 0))
            .collect::<Option<_>>()
            .map(Value::List)
    }

    /// A vector whose elements' types follow it.
    fn vector(&mut self, at: usize, width: usize, depth: u32) -> Option<Vec<Value>> {
        let len = self.len(at, width, width + 1)?;
        let kinds = at + len * width;
        (0..len).map(|index| self.value(at + index * width, width, *self.bytes.get(kinds + index)?, depth)).collect()
    }

    /// A vector of values with a vector of keys, whose offset and width precede it.
    fn map(&mut self, at: usize, width: usize, depth: u32) -> Option<Value> {
        let keys_at = at.checked_sub(3 * width)?;
        let keys = self.follow(keys_at, width)?;
        let key_width = usize::try_from(self.uint(keys_at + width, width)?).ok()?;
        if !matches!(key_width, 1 | 2 | 4 | 8) {
            return None;
        }
        let count = self.len(keys, key_width, key_width)?;
        let values = self.vector(at, width, depth)?;
        if values.len() != count {
            return None;
        }
        let mut fields = Vec::with_capacity(count);
        for (index, value) in values.into_iter().enumerate() {
            let key = self.follow(keys + index * key_width, key_width)?;
            fields.push((self.key(key)?, value));
        }
        Some(Value::Map(fields))
    }

    /// Text up to a zero.
    fn key(&mut self, at: usize) -> Option<String> {
        let len = self.bytes.get(at..)?.iter().position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(self.take(at, len)?).into_owned())
    }
}

fn text(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => Value::Text(text.to_owned()),
        Err(_) => Value::Bytes(bytes.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that `flatbuffers.flexbuffers` 25.12.19 of Python writes for `{'a': 1, 'b': [2.5, 'x'], 'c': True, 'n':
    /// {'z': None, 'y': -70000}, 'bytes': b'\x00\x01'}`.
    const MAP: &[u8] = &[
        97, 0, 98, 0, 1, 120, 0, 0, 2, 0, 0, 0, 0, 0, 32, 64, 11, 0, 0, 0, 14, 20, 99, 0, 110, 0, 122, 0, 121, 0, 2, 3,
        6, 0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 144, 238, 254, 255, 0, 0, 0, 0, 6, 2, 98, 121, 116, 101, 115,
        0, 2, 0, 1, 5, 68, 67, 12, 49, 48, 5, 1, 5, 1, 65, 13, 1, 32, 4, 42, 100, 104, 38, 10, 36, 1,
    ];

    #[test]
    fn what_the_library_writes() {
        let text = |text: &str| text.to_owned();
        let inner = Value::Map(vec![(text("y"), Value::Int(-70_000)), (text("z"), Value::Null)]);
        let expected = Value::Map(vec![
            (text("a"), Value::Int(1)),
            (text("b"), Value::List(vec![Value::Float(2.5), Value::Text(text("x"))])),
            (text("bytes"), Value::Bytes(vec![0, 1])),
            (text("c"), Value::Bool(true)),
            (text("n"), inner),
        ]);
        assert_eq!(read(MAP), Some(expected));
    }

    #[test]
    fn scalars() {
        assert_eq!(read(&[42, 4, 1]), Some(Value::Int(42)));
        assert_eq!(read(&[0xff, 4, 1]), Some(Value::Int(-1)));
        assert_eq!(read(&[0xff, 8, 1]), Some(Value::Uint(255)));
        assert_eq!(read(&[0, 0, 0x80, 0x3f, 14, 4]), Some(Value::Float(1.0)));
        assert_eq!(read(&[1, 104, 1]), Some(Value::Bool(true)));
        assert_eq!(read(&[0, 0, 1]), Some(Value::Null));
        assert_eq!(read(&[2, b'h', b'i', 0, 3, 20, 1]), Some(Value::Text("hi".into())));
    }

    #[test]
    fn lists() {
        // [1, 2, 3] of int8, then three of a fixed length, then mixed types.
        assert_eq!(read(&[3, 1, 2, 3, 3, 44, 1]), Some(Value::List(vec![Value::Int(1), Value::Int(2), Value::Int(3)])));
        assert_eq!(read(&[1, 2, 3, 3, 76, 1]), read(&[3, 1, 2, 3, 3, 44, 1]));
        assert_eq!(read(&[2, 7, 1, 4, 104, 4, 40, 1]), Some(Value::List(vec![Value::Int(7), Value::Bool(true)])));
    }

    #[test]
    fn cut_and_wrong_bytes_are_refused() {
        for len in 0..MAP.len() {
            let _ = read(&MAP[..len]);
        }
        // A vector that contains itself, a key without an end, lengths of 2^63.
        for bytes in [
            &[1, 0, 40, 1, 40, 1][..],
            &[b'a', b'b', 2, 16, 1],
            &[0, 0, 0, 0, 0, 0, 0, 0x80, 0, 8, 40, 1],
            &[9, 9, 9],
            &[0, 36, 1],
        ] {
            let _ = read(bytes);
        }
        let mut state = 7u32;
        for _ in 0..200_000 {
            let mut bytes = [0u8; 24];
            for byte in &mut bytes {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = (state >> 24) as u8 >> (state >> 13 & 7);
            }
            bytes[23] = 1 << (state >> 9 & 3);
            let _ = read(&bytes);
        }
    }
}
