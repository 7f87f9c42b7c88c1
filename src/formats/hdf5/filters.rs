//! Undoes the filters that were applied to a chunk, in reverse order.

use super::Filter;
use super::checksum::fletcher32;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

/// Reasons against unpacking.
pub enum Wrong {
    /// An unknown filter, by number.
    Unknown(u16),
    /// A filter that cannot have written these bytes, by name.
    Damaged(&'static str),
}

/// Undoes the filters of a chunk whose elements take `size` bytes each and `whole` bytes together.
pub fn undo(
    filters: &[Filter],
    left_out: u32,
    mut bytes: Vec<u8>,
    size: usize,
    whole: usize,
) -> Result<Vec<u8>, Wrong> {
    for (index, filter) in filters.iter().enumerate().rev() {
        if index < 32 && left_out >> index & 1 == 1 {
            continue;
        }
        bytes = match filter.id {
            1 => inflate(&bytes, whole).ok_or(Wrong::Damaged("deflate"))?,
            2 => unshuffle(&bytes, filter.values.first().map_or(size, |size| *size as usize)),
            3 => checked(bytes).ok_or(Wrong::Damaged("fletcher32"))?,
            id => return Err(Wrong::Unknown(id)),
        };
    }
    Ok(bytes)
}

/// Unpacks a zlib stream. A chunk never unpacks to more than its elements and a checksum.
fn inflate(packed: &[u8], whole: usize) -> Option<Vec<u8>> {
    let mut out = vec![0; whole.checked_add(4)?];
    let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER
        | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF
        | inflate_flags::TINFL_FLAG_COMPUTE_ADLER32;
    let (status, _, written) = decompress(&mut DecompressorOxide::new(), packed, &mut out, 0, flags);
    out.truncate(written);
    (status == TINFLStatus::Done).then_some(out)
}

/// Shuffled bytes: all first bytes of the elements, then all second ones, and so on; remaining bytes are last.
fn unshuffle(bytes: &[u8], size: usize) -> Vec<u8> {
    let count = bytes.len().checked_div(size).unwrap_or(0);
    let mut out = bytes.to_vec();
    for part in 0..if count > 1 { size } else { 0 } {
        for element in 0..count {
            out[element * size + part] = bytes[part * count + element];
        }
    }
    out
}

/// The bytes before their checksum.
fn checked(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let at = bytes.len().checked_sub(4)?;
    let stored = u32::from_le_bytes(*bytes[at..].first_chunk()?);
    bytes.truncate(at);
    crate::bytes::sums_agree(stored, fletcher32(&bytes)).then_some(bytes)
}
