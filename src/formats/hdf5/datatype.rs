//! Datatypes of elements.

use super::cursor::Cursor;
use crate::bytes::Result;

/// Maximum nesting of compounds, arrays and lists.
const DEPTH: u32 = 16;

/// An element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Datatype {
    /// Its class.
    pub class: Class,
    /// Bytes of one.
    pub size: u32,
}

/// Class of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class {
    /// An integer.
    Fixed {
        /// Whether it has negative values.
        signed: bool,
        /// Most significant byte first.
        big_endian: bool,
    },
    /// A real number with one sign bit and these numbers of exponent and mantissa bits.
    Float {
        /// Bits of the exponent.
        exponent: u8,
        /// Bits of the mantissa, without the hidden one.
        mantissa: u8,
        /// Most significant byte first.
        big_endian: bool,
    },
    /// A string of fixed size, padded with zeros or spaces.
    Text {
        /// Filled up with spaces.
        spaces: bool,
    },
    /// A string of any size, in the global heap.
    LongText,
    /// Bytes without meaning.
    Opaque,
    /// Real and imaginary part: a compound of two real numbers of the same type.
    Complex(Box<Datatype>),
    /// A bool: an enumeration of `FALSE` and `TRUE` over one byte.
    Bool,
    /// Anything else, by the specification's name of its class.
    Other(&'static str),
}

impl Datatype {
    /// TensorFlow's number of this type; `None` when it has none.
    pub fn tensorflow(&self) -> Option<i32> {
        Some(match (&self.class, self.size) {
            (Class::Float { exponent: 8, mantissa: 23, .. }, 4) => 1,
            (Class::Float { exponent: 11, mantissa: 52, .. }, 8) => 2,
            (Class::Float { exponent: 5, mantissa: 10, .. }, 2) => 19,
            (Class::Float { exponent: 8, mantissa: 7, .. }, 2) => 14,
            (Class::Fixed { signed: true, .. }, 1) => 6,
            (Class::Fixed { signed: true, .. }, 2) => 5,
            (Class::Fixed { signed: true, .. }, 4) => 3,
            (Class::Fixed { signed: true, .. }, 8) => 9,
            (Class::Fixed { signed: false, .. }, 1) => 4,
            (Class::Fixed { signed: false, .. }, 2) => 17,
            (Class::Fixed { signed: false, .. }, 4) => 22,
            (Class::Fixed { signed: false, .. }, 8) => 23,
            (Class::Bool, 1) => 10,
            (Class::Text { .. } | Class::LongText, _) => 7,
            (Class::Complex(part), _) => match part.tensorflow() {
                Some(1) => 8,
                Some(2) => 18,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Its name in lower case: TensorFlow's if it has one, otherwise the specification's name of its class.
    pub fn name(&self) -> String {
        match (self.tensorflow().and_then(crate::formats::dtype::name), &self.class) {
            (Some(name), _) => name,
            (None, Class::Other(name)) => (*name).to_owned(),
            (None, Class::Opaque) => format!("opaque{}", u64::from(self.size) * 8),
            (None, Class::Float { .. }) => format!("float{}", u64::from(self.size) * 8),
            (None, Class::Fixed { signed: true, .. }) => format!("int{}", u64::from(self.size) * 8),
            (None, _) => format!("uint{}", u64::from(self.size) * 8),
        }
    }

    /// Number of bytes that are swapped together when the most significant is first; 1 without swapping.
    pub(super) fn swapped(&self) -> usize {
        match &self.class {
            Class::Fixed { big_endian: true, .. } | Class::Float { big_endian: true, .. } => self.size as usize,
            Class::Complex(part) => part.swapped(),
            _ => 1,
        }
    }

    /// Reads a datatype message from its beginning; the bytes after it are not consumed.
    pub(super) fn read(c: &mut Cursor<'_>) -> Result<Self> {
        read(c, DEPTH)
    }
}

fn read(c: &mut Cursor<'_>, depth: u32) -> Result<Datatype> {
    let depth = depth.checked_sub(1).ok_or_else(|| c.damaged())?;
    let here = c.clone();
    let first = c.u8()?;
    let (class, version) = (first & 15, first >> 4);
    if !(1..=5).contains(&version) {
        return Err(here.unsupported(format_args!("datatype version {version}")));
    }
    let bits = c.number(3)? as u32;
    let size = c.u32()?;
    if size == 0 {
        return Err(here.damaged());
    }
    let class = match class {
        0 => {
            c.skip(4)?;
            Class::Fixed { signed: bits & 8 != 0, big_endian: bits & 1 != 0 }
        }
        1 => float(c, bits)?,
        2 => {
            c.skip(2)?;
            Class::Other("time")
        }
        3 => Class::Text { spaces: bits & 15 == 2 },
        4 => {
            c.skip(4)?;
            Class::Other("bitfield")
        }
        5 => {
            c.skip((bits & 0xff) as usize)?;
            Class::Opaque
        }
        6 => compound(c, version, bits & 0xffff, size, depth)?,
        7 => Class::Other("reference"),
        8 => enumeration(c, version, bits & 0xffff, depth)?,
        9 => {
            read(c, depth)?;
            if bits & 15 == 1 { Class::LongText } else { Class::Other("vlen") }
        }
        10 => {
            let rank = usize::from(c.u8()?);
            // Before version 3 three bytes align the sizes, and a permutation follows them.
            c.skip(if version < 3 { 3 + 8 * rank } else { 4 * rank })?;
            read(c, depth)?;
            Class::Other("array")
        }
        11 => {
            let part = read(c, depth)?;
            if part.size.checked_mul(2) == Some(size) {
                Class::Complex(Box::new(part))
            } else {
                Class::Other("complex")
            }
        }
        _ => return Err(here.unsupported(format_args!("datatype class {class}"))),
    };
    Ok(Datatype { class, size })
}

fn float(c: &mut Cursor<'_>, bits: u32) -> Result<Class> {
    let (_offset, _precision) = (c.u16()?, c.u16()?);
    let (_exponent_at, exponent, _mantissa_at, mantissa) = (c.u8()?, c.u8()?, c.u8()?, c.u8()?);
    let _bias = c.u32()?;
    // Bits 0 and 6 together are the byte order; both are set for VAX order.
    Ok(match bits & 0x41 {
        0 => Class::Float { exponent, mantissa, big_endian: false },
        1 => Class::Float { exponent, mantissa, big_endian: true },
        _ => Class::Other("float in VAX order"),
    })
}

/// A string that ends with a zero; before version 3 it is padded to a multiple of eight.
fn name<'a>(c: &mut Cursor<'a>, version: u8) -> Result<&'a [u8]> {
    let mut ahead = c.clone();
    let mut len = 0;
    while ahead.u8()? != 0 {
        len += 1;
    }
    let text = c.take(len)?;
    let whole = if version < 3 { (len + 1).next_multiple_of(8) } else { len + 1 };
    c.skip(whole - len)?;
    Ok(text)
}

fn compound(c: &mut Cursor<'_>, version: u8, count: u32, size: u32, depth: u32) -> Result<Class> {
    let mut members = Vec::new();
    for _ in 0..count {
        let name = name(c, version)?;
        // From version 3 on an offset takes only the bytes that the size of the type needs.
        let width = if version < 3 { 4 } else { (4 - size.leading_zeros() / 8) as u8 };
        let offset = c.number(width)?;
        // Version 1 keeps the dimensions of an array here: their number, permutation, reserved, four sizes.
        c.skip(if version == 1 { 28 } else { 0 })?;
        members.push((name, offset, read(c, depth)?));
    }
    Ok(match members.as_slice() {
        [(b"r", 0, real), (b"i", at, imaginary)]
            if real == imaginary && *at == u64::from(real.size) && real.size.checked_mul(2) == Some(size) =>
        {
            Class::Complex(Box::new(real.clone()))
        }
        _ => Class::Other("compound"),
    })
}

fn enumeration(c: &mut Cursor<'_>, version: u8, count: u32, depth: u32) -> Result<Class> {
    let base = read(c, depth)?;
    let names = (0..count).map(|_| name(c, version)).collect::<Result<Vec<_>>>()?;
    let values = c.take(count as usize * base.size as usize)?;
    let is_bool = base.size == 1 && names == [b"FALSE".as_slice(), b"TRUE"] && values == [0, 1];
    Ok(if is_bool { Class::Bool } else { Class::Other("enum") })
}
