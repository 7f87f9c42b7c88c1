//! Zip archives: the list of members, and each member as a [`Source`].
//!
//! Owns: the central directory, stored and deflated members, the checks that keep a zip from exhausting memory. Must
//! not know: the content of members. Hand-written, because only reading of two methods is needed: in wasm, it is a
//! fraction of the size of a zip library.

use super::archive::{Budget, clean_name};
use super::inflate::{Crc, End, Inflated};
use crate::bytes::{Cause, Error, Limits, Result, SharedSource, Source, SubSource, read_range, sums_agree};
use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// Size of the record that ends the directory, without its comment.
const END_LEN: usize = 22;
/// Longest comment after it.
const COMMENT: u64 = 65_535;
/// Deflate's best compression ratio.
const BEST_RATIO: u64 = 1_032;
/// Stored members up to this size are checked against their checksum; larger ones are read lazily, unchecked.
const CHECKED_STORED: u64 = 64 << 20;

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name after [`clean_name`]. Bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Bytes unpacked.
    pub size: u64,
    /// Bytes packed.
    pub packed: u64,
    /// 0 stored, 8 deflated.
    pub method: u16,
    /// Checksum of the unpacked bytes.
    pub crc32: u32,
    /// True when it is encrypted.
    pub encrypted: bool,
    /// True when a member before it has the same name.
    pub duplicate: bool,
    /// Whether another member has the same bytes: a few kilobytes could expand to any number of gigabytes.
    overlaps: bool,
    /// Position of its local header in the file.
    header: u64,
}

/// An archive; also one that is appended to another file.
pub struct Archive {
    source: SharedSource,
    members: Vec<Member>,
    budget: Budget,
}

impl Archive {
    /// Reads the directory. Errors: `zip-damaged`, `zip-too-many-files`, and those of reading.
    pub fn open(source: &SharedSource, limits: &Limits) -> Result<Self> {
        Self::within(source, &Budget::new(limits, source.len()))
    }

    /// [`Archive::open`] for one of several archives that share a budget.
    pub fn within(source: &SharedSource, budget: &Budget) -> Result<Self> {
        let limits = &budget.limits;
        let directory = Directory::find(source, limits)?;
        if !budget.take_files(directory.count) {
            return Err(Error::over_limit("zip-too-many-files")
                .with("count", directory.count)
                .with("limit", limits.files)
                .at(source.span(directory.range)));
        }
        let bytes = read_range(&**source, directory.range.clone(), limits)?;
        let mut members = Vec::new();
        let mut names = HashSet::new();
        let mut rest = bytes.as_slice();
        for _ in 0..directory.count {
            let at = directory.range.end - rest.len() as u64;
            let (mut member, is_folder) =
                entry(&mut rest, directory.shift).ok_or_else(|| damaged(source, at..at + 46))?;
            // Entries of folders have no content.
            if !is_folder {
                member.duplicate = !names.insert(member.name.clone());
                members.push(member);
            }
        }
        mark_overlaps(&mut members);
        Ok(Self { source: source.clone(), members, budget: budget.clone() })
    }

    /// The files, in the order of the directory.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// A member as a source under `name`. It is unpacked on first read, which then reports its errors.
    pub fn source(&self, index: usize, name: impl Into<Arc<str>>) -> SharedSource {
        Rc::new(MemberSource {
            name: name.into(),
            archive: self.source.clone(),
            member: self.members[index].clone(),
            budget: self.budget.clone(),
            opened: OnceCell::new(),
        })
    }
}

/// Marks members that begin before the previous one can have ended. The first one of an overlapping group counts.
fn mark_overlaps(members: &mut [Member]) {
    let mut order: Vec<usize> = (0..members.len()).collect();
    crate::order::sort_by_key(&mut order, |index| members[*index].header);
    let mut free = 0;
    for index in order {
        let member = &mut members[index];
        member.overlaps = member.header < free;
        // A local header takes at least 30 bytes and the name.
        free = free.max(member.header.saturating_add(30u64.saturating_add(member.packed)));
    }
}

fn damaged(source: &SharedSource, range: Range<u64>) -> Error {
    Error::malformed("zip-damaged").at(source.span(range))
}

/// Position of the directory.
struct Directory {
    range: Range<u64>,
    count: u64,
    /// Offset to add to offsets of the directory: they may count from the archive's own beginning.
    shift: u64,
}

impl Directory {
    fn find(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let len = source.len();
        let tail_at = len.saturating_sub(COMMENT + END_LEN as u64);
        let tail = read_range(&**source, tail_at..len, limits)?;
        let no_end = || damaged(source, tail_at..len);
        let last = tail.len().checked_sub(END_LEN).ok_or_else(no_end)?;
        let fits = |at: &usize| {
            tail[*at..].starts_with(b"PK\x05\x06") && at + END_LEN + usize::from(u16_at(&tail, at + 20)) <= tail.len()
        };
        let at = last_of(&tail[..last + 2], b"PK", fits).ok_or_else(no_end)?;
        let mut end = tail_at + at as u64;
        let mut count = u64::from(u16_at(&tail, at + 10));
        let mut size = u64::from(u32_at(&tail, at + 12));
        let mut offset = u64::from(u32_at(&tail, at + 16));
        if count == 0xffff || size == 0xffff_ffff || offset == 0xffff_ffff {
            // Zip64: a locator before the end record has the position of the larger record.
            let locator_at = end.checked_sub(20).ok_or_else(no_end)?;
            let locator = read_range(&**source, locator_at..end, limits)?;
            if locator.starts_with(b"PK\x06\x07") {
                // The record is right before its locator; its own offset may be shifted like all others.
                let record_at = locator_at.checked_sub(56).ok_or_else(no_end)?;
                let record = read_range(&**source, record_at..locator_at, limits)?;
                if !record.starts_with(b"PK\x06\x06") {
                    return Err(damaged(source, record_at..locator_at));
                }
                count = u64_at(&record, 32);
                size = u64_at(&record, 40);
                offset = u64_at(&record, 48);
                end = record_at;
            }
        }
        let start = end.checked_sub(size).ok_or_else(no_end)?;
        let shift = start.checked_sub(offset).ok_or_else(no_end)?;
        // Every entry takes at least 46 bytes: a wrong count is detected before anything is allocated.
        if count.checked_mul(46).is_none_or(|least| least > size) {
            return Err(damaged(source, start..end));
        }
        Ok(Self { range: start..end, count, shift })
    }
}

/// The last position in `bytes` with `first` that `fits`. Blocks without one, which are nearly all, are skipped without
/// a branch per byte: every opened file is searched, including large models that are not archives.
fn last_of(bytes: &[u8], first: &[u8; 2], fits: impl Fn(&usize) -> bool) -> Option<usize> {
    const BLOCK: usize = 64;
    let mut end = bytes.len().checked_sub(1)?;
    while end > 0 {
        let start = end.saturating_sub(BLOCK);
        let pairs = bytes[start..end].iter().zip(&bytes[start + 1..=end]);
        let any = pairs.fold(false, |any, (a, b)| any | ((*a == first[0]) & (*b == first[1])));
        if any && let Some(at) = (start..end).rev().find(&fits) {
            return Some(at);
        }
        end = start;
    }
    None
}

/// Takes one entry of the directory from the front; returns whether it is a folder.
fn entry(rest: &mut &[u8], shift: u64) -> Option<(Member, bool)> {
    let fixed = rest.split_off(..46)?;
    if !fixed.starts_with(b"PK\x01\x02") {
        return None;
    }
    let name = rest.split_off(..usize::from(u16_at(fixed, 28)))?;
    let mut extra = rest.split_off(..usize::from(u16_at(fixed, 30)))?;
    rest.split_off(..usize::from(u16_at(fixed, 32)))?;
    let mut packed = u64::from(u32_at(fixed, 20));
    let mut size = u64::from(u32_at(fixed, 24));
    let mut header = u64::from(u32_at(fixed, 42));
    while extra.len() >= 4 {
        let (id, len) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
        extra = &extra[4..];
        let mut field = extra.split_off(..len)?;
        // Zip64: the values that do not fit above, in this order.
        if id == 1 {
            for value in [&mut size, &mut packed, &mut header] {
                if *value == 0xffff_ffff {
                    *value = u64_at(field.split_off(..8)?, 0);
                }
            }
        }
    }
    let is_folder = matches!(name.last(), Some(b'/' | b'\\'));
    let member = Member {
        name: clean_name(&String::from_utf8_lossy(name)),
        size,
        packed,
        method: u16_at(fixed, 10),
        crc32: u32_at(fixed, 16),
        encrypted: u16_at(fixed, 8) & 1 != 0,
        duplicate: false,
        overlaps: false,
        header: header.checked_add(shift)?,
    };
    Some((member, is_folder))
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

/// A member, unpacked when first read.
struct MemberSource {
    name: Arc<str>,
    archive: SharedSource,
    member: Member,
    budget: Budget,
    opened: OnceCell<Result<Opened>>,
}

enum Opened {
    Stored(SubSource),
    Inflated(Inflated),
}

impl MemberSource {
    fn open(&self) -> Result<Opened> {
        let member = &self.member;
        let place = |error: Error| error.at(self.archive.span(member.header..member.header));
        let bad = |id| place(Error::malformed(id).with("member", &member.name));
        if member.encrypted {
            return Err(place(Error::unsupported("zip-encrypted").because(Cause::Packed).with("member", &member.name)));
        }
        if member.duplicate {
            return Err(bad("zip-duplicate-name"));
        }
        if member.overlaps {
            return Err(bad("zip-overlap"));
        }
        let fixed_end = member.header.checked_add(30).ok_or_else(|| bad("zip-member-damaged"))?;
        let fixed = read_range(&*self.archive, member.header..fixed_end, &self.budget.limits)
            .map_err(|_| bad("zip-member-damaged"))?;
        if !fixed.starts_with(b"PK\x03\x04") {
            return Err(bad("zip-member-damaged"));
        }
        let start = fixed_end + u64::from(u16_at(&fixed, 26)) + u64::from(u16_at(&fixed, 28));
        let end = start.checked_add(member.packed).filter(|end| *end <= self.archive.len());
        let range = start..end.ok_or_else(|| bad("zip-member-damaged"))?;
        match member.method {
            0 => self.stored(range, &bad),
            8 => self.inflated(range, &bad),
            method => Err(place(
                Error::unsupported("zip-method")
                    .because(Cause::Packed)
                    .with("member", &member.name)
                    .with("method", method),
            )),
        }
    }

    fn stored(&self, range: Range<u64>, bad: &dyn Fn(&'static str) -> Error) -> Result<Opened> {
        let stored = SubSource::new(self.name.clone(), self.archive.clone(), range)?;
        if stored.len() != self.member.size {
            return Err(bad("zip-member-damaged"));
        }
        if stored.len() <= CHECKED_STORED {
            let mut crc = Crc::new();
            let mut buf = vec![0; stored.len().min(1 << 16) as usize];
            let mut at = 0;
            while at < stored.len() {
                let n = (stored.len() - at).min(buf.len() as u64) as usize;
                stored.read_at(at, &mut buf[..n])?;
                crc.add(&buf[..n]);
                at += n as u64;
            }
            if !sums_agree(self.member.crc32, crc.value()) {
                return Err(bad("zip-member-damaged"));
            }
        }
        Ok(Opened::Stored(stored))
    }

    fn inflated(&self, range: Range<u64>, bad: &dyn Fn(&'static str) -> Error) -> Result<Opened> {
        let size = self.member.size;
        if size > self.member.packed.saturating_mul(BEST_RATIO).saturating_add(1024) {
            return Err(bad("zip-bomb").with("size", size));
        }
        let place = |error: Error| error.with("member", &self.member.name).at(self.archive.span(range.clone()));
        let too_large = || place(Error::over_limit("zip-too-large").with("limit", self.budget.limits.inflated_bytes));
        if size > self.budget.limits.inflated_bytes {
            return Err(too_large());
        }
        let mut crc = Crc::new();
        let mut add = |bytes: &[u8]| crc.add(bytes);
        let inflated = Inflated::open(self.name.clone(), self.archive.clone(), range.clone(), &self.budget, &mut add)?;
        match inflated.end() {
            End::OverLimit => Err(too_large()),
            End::Bomb => {
                Err(place(Error::over_limit("archive-grows-too-much").with("limit", self.budget.limits.inflated_ratio)))
            }
            End::Whole if inflated.len() == size && sums_agree(self.member.crc32, crc.value()) => {
                Ok(Opened::Inflated(inflated))
            }
            End::Whole | End::Cut | End::Damaged => Err(bad("zip-member-damaged")),
        }
    }
}

impl Source for MemberSource {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        self.member.size
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        match self.opened.get_or_init(|| self.open()) {
            Ok(Opened::Stored(stored)) => stored.read_at(offset, buf),
            Ok(Opened::Inflated(inflated)) => inflated.read_at(offset, buf),
            Err(error) => Err(error.clone()),
        }
    }
}
