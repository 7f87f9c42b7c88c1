//! NumPy `.npy` files: one array with its element type and shape.
//!
//! Format: NEP 1 (versions 1.0, 2.0, 3.0): magic `93 NUMPY`, two version bytes, header length (u16 LE, from 2.0 u32 LE),
//! a Python dictionary literal with `descr`, `fortran_order`, `shape`, then the raw elements.
//! Owns: [`Array`], [`read`], [`write`]. Must not know: the use of arrays.

use crate::bytes::{Error, Limits, Result, Source, read_range};

/// Magic bytes at the start of the file.
const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// Maximum length of a header.
const MAX_HEADER: u64 = 1 << 16;

/// Maximum number of dimensions (NumPy's own limit is 64).
const MAX_RANK: usize = 64;

/// An array: always little-endian and row-major.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Element type by NumPy's name, such as `float32`.
    pub dtype: &'static str,
    /// Shape; empty for a scalar.
    pub shape: Vec<usize>,
    /// Elements.
    pub bytes: Vec<u8>,
}

/// NumPy's name, kind letter and bytes of each type that is read.
const TYPES: [(&str, char, usize); 14] = [
    ("bool", 'b', 1),
    ("int8", 'i', 1),
    ("int16", 'i', 2),
    ("int32", 'i', 4),
    ("int64", 'i', 8),
    ("uint8", 'u', 1),
    ("uint16", 'u', 2),
    ("uint32", 'u', 4),
    ("uint64", 'u', 8),
    ("float16", 'f', 2),
    ("float32", 'f', 4),
    ("float64", 'f', 8),
    ("complex64", 'c', 8),
    ("complex128", 'c', 16),
];

/// An array without its elements.
pub struct Header {
    dtype: &'static str,
    shape: Vec<usize>,
    /// Bytes of an element.
    size: usize,
    /// Big-endian.
    swap: bool,
    /// Column-major.
    fortran: bool,
    /// Bytes of the elements in the file.
    range: std::ops::Range<u64>,
}

/// Reads the header of an array.
///
/// Errors: `npy-bad-magic`, `npy-bad-header` (malformed), `npy-unsupported-type`, `npy-too-large`.
pub fn header(source: &dyn Source, limits: &Limits) -> Result<Header> {
    let start = read_range(source, 0..source.len().min(12), limits)?;
    if start.len() < 10 || !start.starts_with(MAGIC) {
        return Err(Error::malformed("npy-bad-magic").at(source.span(0..source.len().min(6))));
    }
    let (first, len) = match start[6] {
        1 => (10, u64::from(u16::from_le_bytes([start[8], start[9]]))),
        2 | 3 if start.len() == 12 => (12, u64::from(u32::from_le_bytes([start[8], start[9], start[10], start[11]]))),
        other => return Err(Error::unsupported("npy-version").with("version", other).at(source.span(6..8))),
    };
    let header_range = first..first + len;
    let bad = |what: &str| Error::malformed("npy-bad-header").with("part", what).at(source.span(header_range.clone()));
    if len > MAX_HEADER {
        return Err(bad("length"));
    }
    let header = read_range(source, header_range.clone(), limits)?;
    let header = String::from_utf8(header).map_err(|_| bad("encoding"))?;

    let descr = quoted(after(&header, "descr").ok_or_else(|| bad("descr"))?).ok_or_else(|| bad("descr"))?;
    let (dtype, size, swap) = element(descr).ok_or_else(|| {
        Error::unsupported("npy-unsupported-type").with("descr", descr).at(source.span(header_range.clone()))
    })?;
    let fortran = match after(&header, "fortran_order").map(str::trim_start) {
        Some(text) if text.starts_with("True") => true,
        Some(text) if text.starts_with("False") => false,
        _ => return Err(bad("fortran_order")),
    };
    let shape = after(&header, "shape").and_then(tuple).ok_or_else(|| bad("shape"))?;
    let count = shape.iter().try_fold(size as u64, |product, dim| product.checked_mul(*dim as u64));
    let count = count.filter(|bytes| *bytes <= limits.value_bytes);
    let bytes = count.ok_or_else(|| {
        Error::over_limit("npy-too-large").with("shape", format!("{shape:?}")).with("limit", limits.value_bytes)
    })?;
    Ok(Header { dtype, shape, size, swap, fortran, range: header_range.end..header_range.end + bytes })
}

/// Reads an array. Errors: those of [`header`].
pub fn read(source: &dyn Source, limits: &Limits) -> Result<Array> {
    let Header { dtype, shape, size, swap, fortran, range } = header(source, limits)?;
    let mut bytes = read_range(source, range, limits)?;
    if swap {
        // Each half of a complex number is a separate number.
        let unit = if dtype.starts_with("complex") { size / 2 } else { size };
        bytes.chunks_exact_mut(unit).for_each(<[u8]>::reverse);
    }
    if fortran && shape.len() > 1 {
        bytes = row_major(&bytes, &shape, size);
    }
    Ok(Array { dtype, shape, bytes })
}

/// Writes an array as format version 1.0; `None` for a type that NumPy lacks or bytes that do not match the shape.
pub fn write(dtype: &str, shape: &[usize], bytes: &[u8]) -> Option<Vec<u8>> {
    let (_, kind, size) = *TYPES.iter().find(|(name, ..)| *name == dtype)?;
    let expected = shape.iter().try_fold(size, |product, dim| product.checked_mul(*dim))?;
    if expected != bytes.len() {
        return None;
    }
    let order = if size == 1 { '|' } else { '<' };
    let dims: Vec<String> = shape.iter().map(usize::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    let mut header =
        format!("{{'descr': '{order}{kind}{size}', 'fortran_order': False, 'shape': ({}{comma}), }}", dims.join(", "));
    // The data starts at a multiple of 64: magic, version and length take 10 bytes, the header ends with a newline.
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut file = MAGIC.to_vec();
    file.extend([1, 0]);
    file.extend(u16::try_from(header.len()).ok()?.to_le_bytes());
    file.extend(header.as_bytes());
    file.extend(bytes);
    Some(file)
}

/// The text after `'key':`.
fn after<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let at = [format!("'{key}'"), format!("\"{key}\"")].iter().find_map(|k| header.find(k).map(|at| at + k.len()))?;
    header[at..].trim_start().strip_prefix(':')
}

/// A quoted word.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    text[1..].split(quote).next()
}

/// `(1, 224, 224, 3)`.
fn tuple(text: &str) -> Option<Vec<usize>> {
    let inner = text.trim_start().strip_prefix('(')?.split(')').next()?;
    let parts = inner.split(',').map(str::trim).filter(|part| !part.is_empty());
    // Python 2 wrote long integers with an L.
    let dims: Option<Vec<usize>> = parts.map(|part| part.trim_end_matches('L').parse().ok()).collect();
    dims.filter(|dims| dims.len() <= MAX_RANK)
}

/// Name, size, and whether the bytes of an element must be swapped.
fn element(descr: &str) -> Option<(&'static str, usize, bool)> {
    let mut rest = descr.chars();
    let (order, kind) = match rest.next()? {
        order @ ('<' | '>' | '|' | '=') => (order, rest.next()?),
        kind => ('|', kind),
    };
    let size: usize = rest.as_str().parse().ok()?;
    // `?` also means bool.
    let kind = if kind == '?' { 'b' } else { kind };
    let (name, _, size) = *TYPES.iter().find(|(_, k, s)| *k == kind && *s == size)?;
    Some((name, size, order == '>' && size > 1))
}

/// Column-major elements in row-major order.
fn row_major(bytes: &[u8], shape: &[usize], size: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut index = vec![0usize; shape.len()];
    for _ in 0..bytes.len() / size {
        let mut at = 0;
        for (i, dim) in index.iter().zip(shape).rev() {
            at = at * dim + i;
        }
        out.extend(&bytes[at * size..][..size]);
        for axis in (0..shape.len()).rev() {
            index[axis] += 1;
            if index[axis] < shape[axis] {
                break;
            }
            index[axis] = 0;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::MemorySource;

    fn parse(file: Vec<u8>) -> Result<Array> {
        read(&MemorySource::new("a.npy", file), &Limits::default())
    }

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([1, 0]);
        file.extend((header.len() as u16).to_le_bytes());
        file.extend(header.as_bytes());
        file.extend(data);
        file
    }

    #[test]
    fn what_is_written_is_read_and_starts_at_a_multiple_of_64() {
        for shape in [vec![], vec![3], vec![2, 3]] {
            let count: usize = shape.iter().product();
            let bytes: Vec<u8> = (0..count as u8 * 4).collect();
            let file = write("float32", &shape, &bytes).unwrap();
            assert_eq!((file.len() - bytes.len()) % 64, 0);
            assert_eq!(parse(file).unwrap(), Array { dtype: "float32", shape, bytes });
        }
        assert_eq!(write("float32", &[2], &[0; 7]), None);
        assert_eq!(write("string", &[], &[]), None);
    }

    #[test]
    fn fortran_order_and_big_endian_are_turned_around() {
        let header = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }";
        // Columns (1, 2), (3, 4), (5, 6).
        let data: Vec<u8> = (1..=6u16).flat_map(u16::to_be_bytes).collect();
        let array = parse(file(header, &data)).unwrap();
        let values: Vec<u16> = array.bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect();
        assert_eq!(values, [1, 3, 5, 2, 4, 6]);
        assert_eq!(array.dtype, "int16");
    }

    #[test]
    fn damage_is_distinguished_by_kind() {
        assert_eq!(parse(b"not an array".to_vec()).unwrap_err().id(), "npy-bad-magic");
        let object = "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }";
        assert_eq!(parse(file(object, &[0; 8])).unwrap_err().id(), "npy-unsupported-type");
        let huge = "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 9), }";
        assert_eq!(parse(file(huge, &[])).unwrap_err().id(), "npy-too-large");
        let short = "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }";
        assert_eq!(parse(file(short, &[0; 15])).unwrap_err().id(), "bytes-past-end");
        let torn = "{'descr': '<f4', 'fortran_order': False, 'shape': (-4,), }";
        assert_eq!(parse(file(torn, &[0; 15])).unwrap_err().id(), "npy-bad-header");
    }
}
