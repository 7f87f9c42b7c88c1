//! Reads deflated bytes at any offset without holding all unpacked bytes.
//!
//! Owns: [`Inflated`], a [`Source`] over a deflate stream: one pass measures it and records restart points, reads begin
//! at the nearest one. Must not know: zip, gzip, tar.

use super::archive::{Budget, FREE};
use crate::bytes::{Error, Result, SharedSource, Source};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

/// Unpacked bytes between two restart points, and size of the cache: a point costs some 43 KiB.
const SEGMENT: u64 = 4 << 20;
/// Size of deflate's window.
const WINDOW: usize = 32 << 10;
/// Packed bytes fetched at once.
const INPUT: u64 = 64 << 10;

/// How a stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At its own end.
    Whole,
    /// The packed bytes end before it does.
    Cut,
    /// The packed bytes are not valid deflate.
    Damaged,
    /// It would unpack to more than it may.
    OverLimit,
    /// It grows more than [`crate::bytes::Limits::inflated_ratio`] allows.
    Bomb,
}

/// A position where unpacking can restart.
struct Point {
    /// Bytes unpacked before it.
    at: u64,
    /// Place in the packed source.
    packed: u64,
    /// `None` at the beginning of the stream.
    state: Option<Box<Unpacker>>,
}

/// An unpacker with the bytes that it may refer back to.
#[derive(Clone)]
struct Unpacker {
    oxide: DecompressorOxide,
    /// The last unpacked bytes, as a ring.
    window: Vec<u8>,
    /// Index of the next byte in the ring.
    at: usize,
}

impl Unpacker {
    fn new() -> Self {
        Self { oxide: DecompressorOxide::new(), window: vec![0; WINDOW], at: 0 }
    }

    /// Unpacks until the ring has wrapped, the input is used up, or the stream ends; returns the status, the consumed
    /// bytes, and the range of the new bytes in the ring.
    fn step(&mut self, input: &[u8], more: bool) -> (TINFLStatus, usize, Range<usize>) {
        let flags = if more { inflate_flags::TINFL_FLAG_HAS_MORE_INPUT } else { 0 };
        let (status, taken, made) = decompress(&mut self.oxide, input, &mut self.window, self.at, flags);
        let new = self.at..self.at + made;
        self.at = new.end % WINDOW;
        (status, taken, new)
    }
}

/// Packed bytes, fetched in pieces.
struct Input {
    source: SharedSource,
    next: u64,
    end: u64,
    piece: Vec<u8>,
    used: usize,
}

impl Input {
    fn new(source: SharedSource, range: Range<u64>) -> Self {
        Self { source, next: range.start, end: range.end, piece: Vec::new(), used: 0 }
    }

    /// Place in the source of the next byte to unpack.
    fn at(&self) -> u64 {
        self.next - (self.piece.len() - self.used) as u64
    }

    /// The available bytes, and whether more follow.
    fn bytes(&mut self) -> Result<(&[u8], bool)> {
        if self.used == self.piece.len() {
            let len = (self.end - self.next).min(INPUT);
            self.piece.resize(len as usize, 0);
            self.source.read_at(self.next, &mut self.piece)?;
            self.next += len;
            self.used = 0;
        }
        Ok((&self.piece[self.used..], self.next < self.end))
    }
}

/// A deflate stream within another source.
pub struct Inflated {
    name: Arc<str>,
    source: SharedSource,
    packed: Range<u64>,
    len: u64,
    /// The byte after the stream in the packed source.
    packed_end: u64,
    points: Vec<Point>,
    end: End,
    /// The segment that was unpacked last, by its first byte.
    held: RefCell<(u64, Vec<u8>)>,
}

impl Inflated {
    /// Unpacks the stream that begins at `packed.start` once, in pieces: measures it, passes every byte to `each`, and
    /// records restart points. Damage is not an error: [`Inflated::end`] reports it, and the bytes before it can be
    /// read. Errors are those of reading `source`.
    pub fn open(
        name: impl Into<Arc<str>>,
        source: SharedSource,
        packed: Range<u64>,
        budget: &Budget,
        each: &mut dyn FnMut(&[u8]),
    ) -> Result<Self> {
        let mut input = Input::new(source.clone(), packed.clone());
        let mut unpacker = Unpacker::new();
        let mut points: Vec<Point> = Vec::new();
        let mut held = Vec::new();
        let mut len = 0u64;
        let end = loop {
            if unpacker.at == 0 && points.last().is_none_or(|last| len - last.at >= SEGMENT) {
                let state = (len > 0).then(|| Box::new(unpacker.clone()));
                points.push(Point { at: len, packed: input.at(), state });
            }
            let (bytes, more) = input.bytes()?;
            let (status, taken, new) = unpacker.step(bytes, more);
            input.used += taken;
            let made = (new.end - new.start) as u64;
            if !budget.take_bytes(made) {
                break End::OverLimit;
            }
            each(&unpacker.window[new.clone()]);
            if points.len() == 1 {
                held.extend_from_slice(&unpacker.window[new]);
            }
            len += made;
            let used = input.at() - packed.start;
            let grows = len > FREE && len / used.max(1) > budget.limits.inflated_ratio;
            if grows || !budget.take_growth(made) {
                break End::Bomb;
            }
            match status {
                TINFLStatus::Done => break End::Whole,
                TINFLStatus::HasMoreOutput => {}
                TINFLStatus::NeedsMoreInput if more => {}
                // No progress, or no more input.
                TINFLStatus::NeedsMoreInput | TINFLStatus::FailedCannotMakeProgress => break End::Cut,
                _ => break End::Damaged,
            }
        };
        let packed_end = input.at();
        Ok(Self { name: name.into(), source, packed, len, packed_end, points, end, held: RefCell::new((0, held)) })
    }

    /// How the stream ended.
    pub fn end(&self) -> End {
        self.end
    }

    /// The byte after the stream in the packed source.
    pub fn packed_end(&self) -> u64 {
        self.packed_end
    }

    /// Drops the cached bytes.
    pub fn forget(&self) {
        self.held.take();
    }

    /// Unpacks the segment that begins at `point`.
    fn segment(&self, point: &Point, len: u64) -> Result<Vec<u8>> {
        let mut unpacker = point.state.clone().unwrap_or_else(|| Box::new(Unpacker::new()));
        let mut input = Input::new(self.source.clone(), point.packed..self.packed.end);
        let mut out = Vec::with_capacity(len as usize + WINDOW);
        while (out.len() as u64) < len {
            let (bytes, more) = input.bytes()?;
            let (status, taken, new) = unpacker.step(bytes, more);
            input.used += taken;
            let idle = taken == 0 && new.is_empty();
            out.extend_from_slice(&unpacker.window[new]);
            let goes_on = matches!(status, TINFLStatus::HasMoreOutput | TINFLStatus::NeedsMoreInput);
            if idle || !goes_on {
                break;
            }
        }
        Ok(out)
    }
}

impl Source for Inflated {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        let wanted = buf.len() as u64;
        let past_end = || {
            Error::malformed("bytes-past-end")
                .with("offset", offset)
                .with("wanted", wanted)
                .with("size", self.len)
                .at(self.span(offset..offset.saturating_add(wanted)))
        };
        if offset.checked_add(wanted).is_none_or(|end| end > self.len) {
            return Err(past_end());
        }
        let mut done = 0;
        while done < buf.len() {
            let at = offset + done as u64;
            let mut held = self.held.borrow_mut();
            if at < held.0 || at >= held.0 + held.1.len() as u64 {
                let index = self.points.partition_point(|point| point.at <= at).saturating_sub(1);
                let point = self.points.get(index).ok_or_else(past_end)?;
                let end = self.points.get(index + 1).map_or(self.len, |next| next.at);
                // Drops the old segment first: two may not fit in memory.
                held.1 = Vec::new();
                *held = (point.at, self.segment(point, end - point.at)?);
            }
            let from = held.1.get((at - held.0) as usize..).filter(|from| !from.is_empty()).ok_or_else(past_end)?;
            let n = from.len().min(buf.len() - done);
            buf[done..done + n].copy_from_slice(&from[..n]);
            done += n;
        }
        Ok(())
    }
}

/// CRC-32 as in zip and gzip. Four bits per step: a table of 64 bytes instead of 16 KiB.
pub struct Crc(u32);

impl Default for Crc {
    fn default() -> Self {
        Self::new()
    }
}

impl Crc {
    const TABLE: [u32; 16] = {
        let mut table = [0; 16];
        let mut i = 0;
        while i < 16 {
            let mut value = i as u32;
            let mut bit = 0;
            while bit < 4 {
                value = if value & 1 == 1 { value >> 1 ^ 0xedb8_8320 } else { value >> 1 };
                bit += 1;
            }
            table[i] = value;
            i += 1;
        }
        table
    };

    /// The checksum of no bytes.
    pub fn new() -> Self {
        Self(!0)
    }

    /// Adds more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 ^= u32::from(*byte);
            self.0 = self.0 >> 4 ^ Self::TABLE[(self.0 & 15) as usize];
            self.0 = self.0 >> 4 ^ Self::TABLE[(self.0 & 15) as usize];
        }
    }

    /// The checksum of all bytes so far.
    pub fn value(&self) -> u32 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::{Limits, MemorySource};
    use miniz_oxide::deflate::compress_to_vec;

    /// Bytes that do not repeat soon, some 10 MiB: several segments.
    fn long() -> Vec<u8> {
        (0..10_500_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> (i % 7 + 20)) as u8).collect()
    }

    fn open(packed: Vec<u8>, limits: &Limits) -> Inflated {
        let len = packed.len() as u64;
        Inflated::open("x", MemorySource::shared("p", packed), 0..len, &Budget::new(limits, len), &mut |_| {}).unwrap()
    }

    #[test]
    fn the_checksum_is_the_known_one() {
        let mut crc = Crc::new();
        crc.add(b"123456789");
        assert_eq!(crc.value(), 0xcbf4_3926);
    }

    #[test]
    fn any_place_can_be_read_in_any_order() {
        let plain = long();
        let inflated = open(compress_to_vec(&plain, 1), &Limits::default());
        assert_eq!((inflated.len(), inflated.end()), (plain.len() as u64, End::Whole));
        assert!(inflated.points.len() >= 3);
        for (offset, len) in [(10_499_990, 10), (0, 5), (4_194_300, 9_000), (1, 10_000_000), (8_388_608, 1), (7, 0)] {
            let mut read = vec![0; len];
            inflated.read_at(offset as u64, &mut read).unwrap();
            assert!(read == plain[offset..offset + len], "{offset}");
        }
        assert_eq!(inflated.read_at(10_499_999, &mut [0; 2]).unwrap_err().id(), "bytes-past-end");
        assert_eq!(inflated.read_at(u64::MAX, &mut [0; 2]).unwrap_err().id(), "bytes-past-end");
    }

    #[test]
    fn what_came_out_before_the_damage_stays() {
        let plain = long();
        let mut packed = compress_to_vec(&plain, 1);
        let half = packed.len() / 2;
        let cut = open(packed[..half].to_vec(), &Limits::default());
        assert_eq!(cut.end(), End::Cut);
        let mut read = vec![0; cut.len() as usize];
        cut.read_at(0, &mut read).unwrap();
        assert!(cut.len() > 3_000_000 && read == plain[..read.len()]);
        // A block of the fourth kind, which does not exist.
        packed[0] |= 6;
        assert_eq!(open(packed, &Limits::default()).end(), End::Damaged);
    }

    #[test]
    fn a_stream_that_unpacks_to_too_much_stops() {
        let zeros = compress_to_vec(&vec![0; 70 << 20], 6);
        assert_eq!(open(zeros.clone(), &Limits::default()).end(), End::Bomb);
        let limits = Limits { inflated_bytes: 1 << 20, ..Limits::default() };
        let stopped = open(zeros.clone(), &limits);
        assert!(stopped.end() == End::OverLimit && stopped.len() <= 1 << 20);
        let limits = Limits { inflated_ratio: 2000, ..Limits::default() };
        assert_eq!(open(zeros, &limits).end(), End::Whole);
    }
}
