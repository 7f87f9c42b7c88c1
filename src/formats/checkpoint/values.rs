//! Decodes the bytes of one bundle entry: checksums, byte order, strings.

use crate::bytes::{Cause, Error, Result, sums_agree};
use crate::formats::dtype;
use crate::formats::sstable::{crc32c, crc32c_extend, mask, unmask};
use crate::formats::tensor_value::Data;
use prost::bytes::Bytes;

/// Fixed-width elements: one checksum over the bytes as stored.
pub(super) fn fixed(mut bytes: Vec<u8>, dtype: i32, stored: u32, big_endian: bool) -> Result<Data> {
    check(stored, crc32c(&bytes))?;
    if big_endian {
        for unit in bytes.chunks_exact_mut(swap_unit(dtype)) {
            unit.reverse();
        }
    }
    Ok(Data::Fixed(Bytes::from(bytes)))
}

/// Bytes that swap together: an element, or half of a complex one.
fn swap_unit(dtype: i32) -> usize {
    let size = dtype::size(dtype).unwrap_or(1) as usize;
    if matches!(dtype, 8 | 18) { size / 2 } else { size }
}

/// Strings: `count` lengths as varints, a checksum of the lengths, then the strings back to back. The entry's checksum
/// covers the lengths (as fixed-width numbers), the stored checksum and the strings.
pub(super) fn strings(bytes: Vec<u8>, count: u64, stored: u32, big_endian: bool) -> Result<Data> {
    let truncated = || Error::malformed("bundle-strings-truncated").with("size", bytes.len());
    // Every length takes at least a byte, so the list below cannot be larger than the bytes read.
    if count > bytes.len() as u64 {
        return Err(truncated());
    }
    let mut lengths = Vec::with_capacity(count as usize);
    let mut at = 0;
    let mut running = 0;
    for _ in 0..count {
        let (length, next) = varint(&bytes, at).ok_or_else(truncated)?;
        at = next;
        running = match u32::try_from(length) {
            Ok(small) => crc32c_extend(running, &ordered(small.to_le_bytes(), big_endian)),
            Err(_) => crc32c_extend(running, &ordered(length.to_le_bytes(), big_endian)),
        };
        lengths.push(length);
    }
    let sum: [u8; 4] = bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).ok_or_else(truncated)?;
    let lengths_stored = u32::from_le_bytes(ordered(sum, big_endian));
    if !sums_agree(unmask(lengths_stored), running) {
        return Err(mismatch("bundle-lengths-checksum", unmask(lengths_stored), running));
    }
    // The running checksum includes these four bytes as they were in the writer's memory: as stored.
    running = crc32c_extend(running, &sum);
    at += 4;
    check(stored, crc32c_extend(running, &bytes[at..]))?;
    let whole = Bytes::from(bytes);
    let mut texts = Vec::with_capacity(lengths.len());
    for length in lengths {
        let end = usize::try_from(length).ok().and_then(|n| at.checked_add(n)).filter(|&end| end <= whole.len());
        let end = end.ok_or_else(|| Error::malformed("bundle-strings-truncated").with("size", whole.len()))?;
        texts.push(whole.slice(at..end));
        at = end;
    }
    if at != whole.len() {
        return Err(Error::malformed("bundle-strings-trailing").with("size", whole.len()).with("used", at));
    }
    Ok(Data::Strings(texts))
}

/// Bytes of a number as in the memory of the writer's machine.
fn ordered<const N: usize>(mut bytes: [u8; N], big_endian: bool) -> [u8; N] {
    if big_endian {
        bytes.reverse();
    }
    bytes
}

fn check(stored: u32, computed: u32) -> Result<()> {
    if sums_agree(unmask(stored), computed) {
        Ok(())
    } else {
        Err(mismatch("bundle-checksum", unmask(stored), computed))
    }
}

/// TensorFlow prints both numbers unmasked and in decimal; so do the params.
fn mismatch(id: &'static str, stored: u32, computed: u32) -> Error {
    debug_assert_ne!(mask(stored), mask(computed));
    Error::malformed(id).because(Cause::Checksum).with("stored", stored).with("computed", computed)
}

fn varint(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut value = 0u64;
    for i in 0..10 {
        let byte = *bytes.get(at + i)?;
        value |= u64::from(byte & 0x7f) << (7 * i);
        if byte < 0x80 {
            return Some((value, at + i + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes strings as a machine of that byte order would.
    fn written(texts: &[&[u8]], big_endian: bool) -> (Vec<u8>, u32) {
        let mut bytes: Vec<u8> = texts.iter().map(|t| t.len() as u8).collect();
        let mut crc = 0;
        for text in texts {
            crc = crc32c_extend(crc, &ordered((text.len() as u32).to_le_bytes(), big_endian));
        }
        let sum = ordered(mask(crc).to_le_bytes(), big_endian);
        bytes.extend(sum);
        crc = crc32c_extend(crc, &sum);
        for text in texts {
            bytes.extend_from_slice(text);
            crc = crc32c_extend(crc, text);
        }
        (bytes, mask(crc))
    }

    #[test]
    fn strings_of_both_byte_orders_come_back_and_every_flipped_byte_is_noticed() {
        for big_endian in [false, true] {
            let (bytes, crc) = written(&[b"ab", b"", b"xyz"], big_endian);
            let Data::Strings(texts) = strings(bytes.clone(), 3, crc, big_endian).unwrap() else { panic!() };
            assert_eq!(texts, [&b"ab"[..], b"", b"xyz"]);
            for i in 0..bytes.len() {
                let mut broken = bytes.clone();
                broken[i] ^= 0x10;
                assert!(strings(broken, 3, crc, big_endian).is_err(), "byte {i}");
                assert!(strings(bytes[..i].to_vec(), 3, crc, big_endian).is_err(), "cut at {i}");
            }
        }
    }

    #[test]
    fn halves_of_complex_numbers_swap_apart() {
        let bytes = vec![0, 1, 2, 3, 4, 5, 6, 7];
        let crc = mask(crc32c(&bytes));
        assert_eq!(fixed(bytes, 8, crc, true).unwrap(), Data::Fixed(Bytes::from_static(&[3, 2, 1, 0, 7, 6, 5, 4])));
    }
}
