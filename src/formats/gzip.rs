//! Gzip: one file, packed, in one stream or several after another (RFC 1952).
//!
//! Owns: [`Gzip`]. Must not know: the content of the file.

use super::archive::Budget;
use super::inflate::{Crc, End, Inflated};
use crate::bytes::{Error, Result, SharedSource, Source, read_range, sums_agree};
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

/// Streams in one file: parallel packers write one per block, so there may be many.
const MOST_STREAMS: usize = 4096;
/// Bytes of the longest header that is read, with its name and comment.
const HEADER: u64 = 64 << 10;

/// First bytes of every stream: the magic number and the only existing method.
pub const MAGIC: [u8; 3] = [0x1f, 0x8b, 8];

/// An opened file.
pub struct Gzip {
    /// The unpacked file.
    pub source: SharedSource,
    /// The name in its header, if any.
    pub name: Option<String>,
    /// Damage; the source then contains the bytes before it.
    pub problem: Option<Error>,
}

/// Streams one after another.
struct Streams {
    name: Arc<str>,
    parts: Vec<Inflated>,
    /// End of each part in the unpacked file.
    ends: Vec<u64>,
    /// The part whose bytes are cached.
    last: Cell<usize>,
}

impl Gzip {
    /// Unpacks the file once to measure and check it; `name` is the name of the unpacked file.
    ///
    /// Errors: `gzip-damaged` when not even the first header can be read, and those of reading.
    pub fn open(source: &SharedSource, name: impl Into<Arc<str>>, budget: &Budget) -> Result<Self> {
        let name = name.into();
        let mut streams = Streams { name: name.clone(), parts: Vec::new(), ends: Vec::new(), last: Cell::new(0) };
        let mut own_name = None;
        let mut problem = None;
        let mut at = 0;
        let mut len = 0;
        while at < source.len() {
            let Some((packed, its_name)) = header(source, at, budget)? else {
                // Other bytes may follow the streams; zeros are padding.
                if streams.parts.is_empty() || !is_padding(source, at)? {
                    problem = Some(damaged(source, at..source.len()));
                }
                break;
            };
            if streams.parts.is_empty() {
                own_name = its_name;
            }
            let mut crc = Crc::new();
            let mut add = |bytes: &[u8]| crc.add(bytes);
            let end = source.len();
            let part = Inflated::open(name.clone(), source.clone(), packed..end, budget, &mut add)?;
            let (ended, packed_end) = (part.end(), part.packed_end());
            let part_len = part.len();
            len += part_len;
            if !streams.parts.is_empty() {
                part.forget();
            }
            streams.ends.push(len);
            streams.parts.push(part);
            problem = match ended {
                End::Whole => match trailer(source, packed_end, crc.value(), part_len)? {
                    true => None,
                    false => Some(damaged(source, packed_end..end.min(packed_end + 8))),
                },
                End::Cut => Some(Error::malformed("gzip-cut").with("size", len).at(source.span(at..end))),
                End::Damaged => Some(damaged(source, packed_end..end)),
                End::OverLimit => Some(
                    Error::over_limit("gzip-too-large")
                        .with("limit", budget.limits.inflated_bytes)
                        .at(source.span(at..end)),
                ),
                End::Bomb => Some(
                    Error::over_limit("archive-grows-too-much")
                        .with("member", source.name())
                        .with("limit", budget.limits.inflated_ratio)
                        .at(source.span(at..end)),
                ),
            };
            if problem.is_some() {
                break;
            }
            at = packed_end + 8;
            if streams.parts.len() == MOST_STREAMS && at < end {
                problem = Some(
                    Error::over_limit("gzip-too-many-streams").with("limit", MOST_STREAMS).at(source.span(at..end)),
                );
                break;
            }
        }
        if streams.parts.is_empty() {
            return Err(problem.unwrap_or_else(|| damaged(source, 0..source.len())));
        }
        Ok(Self { source: std::rc::Rc::new(streams), name: own_name, problem })
    }
}

fn damaged(source: &SharedSource, range: Range<u64>) -> Error {
    Error::malformed("gzip-damaged").at(source.span(range))
}

/// Whether only zeros follow, as padding of tapes.
fn is_padding(source: &SharedSource, at: u64) -> Result<bool> {
    let mut rest = vec![0; (source.len() - at).min(HEADER) as usize];
    source.read_at(at, &mut rest)?;
    Ok(rest.iter().all(|byte| *byte == 0))
}

/// The first packed byte of the stream whose header is at `at`, and the name in it; `None` when there is no header.
fn header(source: &SharedSource, at: u64, budget: &Budget) -> Result<Option<(u64, Option<String>)>> {
    let bytes = read_range(&**source, at..source.len().min(at + HEADER), &budget.limits)?;
    Ok(fields(&bytes).map(|(len, name)| (at + len as u64, name)))
}

fn fields(bytes: &[u8]) -> Option<(usize, Option<String>)> {
    let mut rest = bytes;
    let fixed = rest.split_off(..10)?;
    if !fixed.starts_with(&MAGIC) {
        return None;
    }
    let flags = fixed[3];
    // FEXTRA, FNAME, FCOMMENT, FHCRC; the other bits are reserved.
    if flags & 0xe0 != 0 {
        return None;
    }
    if flags & 4 != 0 {
        let len = rest.split_off(..2)?;
        rest.split_off(..usize::from(u16::from_le_bytes([len[0], len[1]])))?;
    }
    let mut text = |present: bool| -> Option<Option<String>> {
        if !present {
            return Some(None);
        }
        let len = rest.iter().position(|byte| *byte == 0)?;
        let text = rest.split_off(..len)?;
        rest.split_off(..1)?;
        Some(Some(String::from_utf8_lossy(text).into_owned()))
    };
    let name = text(flags & 8 != 0)?;
    text(flags & 16 != 0)?;
    if flags & 2 != 0 {
        rest.split_off(..2)?;
    }
    Some((bytes.len() - rest.len(), name))
}

/// Whether the eight bytes after a stream are its checksum and its length.
fn trailer(source: &SharedSource, at: u64, crc: u32, len: u64) -> Result<bool> {
    let mut bytes = [0; 8];
    if at + 8 > source.len() {
        return Ok(false);
    }
    source.read_at(at, &mut bytes)?;
    let stored = u64::from_le_bytes(bytes);
    Ok(sums_agree(stored as u32, crc) && (stored >> 32) as u32 == len as u32)
}

impl Source for Streams {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        if offset.checked_add(buf.len() as u64).is_none_or(|end| end > self.len()) {
            return Err(Error::malformed("bytes-past-end")
                .with("offset", offset)
                .with("wanted", buf.len())
                .with("size", self.len())
                .at(self.span(offset..offset.saturating_add(buf.len() as u64))));
        }
        let mut index = self.ends.partition_point(|end| *end <= offset);
        let mut done = 0;
        while done < buf.len() {
            let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
            let at = offset + done as u64;
            let n = ((self.ends[index] - at) as usize).min(buf.len() - done);
            if self.last.replace(index) != index {
                self.parts.iter().for_each(Inflated::forget);
            }
            self.parts[index].read_at(at - start, &mut buf[done..done + n])?;
            done += n;
            index += 1;
        }
        Ok(())
    }
}
