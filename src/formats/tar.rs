//! Tar: headers and files in blocks of 512 bytes, one after another. A member is a range of the archive.
//!
//! Owns: the POSIX (ustar, pax), GNU and old forms of the header. Must not know: the content of members.
//! Source of the layout: POSIX.1-2017, "pax Interchange Format" and "ustar Interchange Format"; the manual of GNU tar.

use super::archive::{Budget, clean_name};
use crate::bytes::{Cause, Error, Result, SharedSource, SubSource, read_range};
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

const BLOCK: u64 = 512;
/// Bytes of one extended header or long name.
const EXTENDED: u64 = 1 << 20;
/// Bytes searched for the next header after a damaged one.
const SEARCH: u64 = 64 << 20;

/// A member.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name after [`clean_name`]. Bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Its bytes in the archive.
    pub range: Range<u64>,
    /// The reason it cannot be read: a link, a device, a sparse file, a repeated name.
    pub problem: Option<Error>,
}

/// A listed archive.
pub struct Archive {
    source: SharedSource,
    members: Vec<Member>,
    problem: Option<Error>,
}

/// Data of the extended headers before a member.
#[derive(Clone, Default)]
struct Extended {
    name: Option<String>,
    size: Option<u64>,
    sparse: bool,
}

impl Archive {
    /// Lists the members. Damage is not an error: [`Archive::problem`] reports it, and the members around it are
    /// listed. Errors are those of reading `source`.
    pub fn within(source: &SharedSource, budget: &Budget) -> Result<Self> {
        let mut archive = Self { source: source.clone(), members: Vec::new(), problem: None };
        archive.list(budget)?;
        // Programs keep the last of several members with one name, because appending to an archive means replacing.
        let mut names = HashSet::new();
        for member in archive.members.iter_mut().rev() {
            if !names.insert(member.name.clone()) && member.problem.is_none() {
                member.problem = Some(tell(Error::malformed("tar-duplicate-name"), source, member));
            }
        }
        Ok(archive)
    }

    /// The members, in the order of the archive; folders are left out.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Error of the archive itself.
    pub fn problem(&self) -> Option<&Error> {
        self.problem.as_ref()
    }

    /// The bytes of a member as a source called `name`.
    pub fn source(&self, index: usize, name: &str) -> Result<SharedSource> {
        Ok(Rc::new(SubSource::new(name, self.source.clone(), self.members[index].range.clone())?))
    }

    fn list(&mut self, budget: &Budget) -> Result<()> {
        let source = self.source.clone();
        let len = source.len();
        let mut at = 0;
        let mut extended = Extended::default();
        let mut for_all = Extended::default();
        while at < len {
            let mut block = [0; BLOCK as usize];
            if len - at < BLOCK {
                self.note(Error::malformed("tar-cut"), at..len);
                break;
            }
            source.read_at(at, &mut block)?;
            if block.iter().all(|byte| *byte == 0) {
                // Two of these end the archive; padding may follow.
                break;
            }
            let Some(header) = Header::read(&block) else {
                self.note(Error::malformed("tar-header-damaged"), at..at + BLOCK);
                match next_header(&source, at + BLOCK)? {
                    Some(next) => at = next,
                    None => break,
                }
                extended = Extended::default();
                continue;
            };
            if !budget.take_files(1) {
                let limit = budget.limits.files;
                self.note(Error::over_limit("tar-too-many-files").with("limit", limit), at..at + BLOCK);
                break;
            }
            let data = at + BLOCK;
            let size = extended.size.or(for_all.size).filter(|_| header.holds_data()).unwrap_or(header.size);
            let size = if header.holds_data() { size } else { 0 };
            let end = data.checked_add(size).filter(|end| *end <= len);
            let range = data..end.unwrap_or(len);
            at = end.and_then(|end| end.checked_next_multiple_of(BLOCK)).unwrap_or(len);
            match header.kind {
                b'L' | b'K' | b'x' | b'X' | b'g' => {
                    if end.is_none() || size > EXTENDED {
                        self.note(Error::malformed("tar-header-damaged"), range);
                        continue;
                    }
                    let bytes = read_range(&*source, range.clone(), &budget.limits)?;
                    let sound = match header.kind {
                        b'L' => {
                            extended.name = Some(text(&bytes));
                            true
                        }
                        b'K' => true,
                        b'g' => records(&bytes, &mut for_all),
                        _ => records(&bytes, &mut extended),
                    };
                    if !sound {
                        self.note(Error::malformed("tar-header-damaged"), range);
                    }
                }
                _ => {
                    let extended = std::mem::take(&mut extended);
                    let name = extended.name.clone().or_else(|| for_all.name.clone()).unwrap_or(header.name.clone());
                    if header.is_folder() || (header.kind == 0 && name.ends_with('/')) {
                        continue;
                    }
                    let mut member = Member { name: clean_name(&name), range, problem: None };
                    member.problem =
                        trouble(&header, extended.sparse || for_all.sparse).map(|error| tell(error, &source, &member));
                    if end.is_none() {
                        // The available part can be read.
                        let cut = tell(Error::malformed("tar-member-cut"), &source, &member);
                        self.problem.get_or_insert(cut);
                    }
                    self.members.push(member);
                }
            }
        }
        Ok(())
    }

    /// Records an error, unless there is one.
    fn note(&mut self, error: Error, range: Range<u64>) {
        let error = error.at(self.source.span(range));
        self.problem.get_or_insert(error);
    }
}

fn tell(error: Error, source: &SharedSource, member: &Member) -> Error {
    error.with("member", &member.name).at(source.span(member.range.clone()))
}

/// Why a member cannot be read as the named file.
fn trouble(header: &Header, sparse: bool) -> Option<Error> {
    match header.kind {
        b'1' | b'2' => Some(Error::unsupported("tar-link").with("target", &header.link)),
        b'3' | b'4' | b'6' => Some(Error::unsupported("tar-device")),
        b'S' => Some(Error::unsupported("tar-sparse").because(Cause::Packed)),
        _ if sparse => Some(Error::unsupported("tar-sparse").because(Cause::Packed)),
        b'M' => Some(Error::unsupported("tar-volumes")),
        _ => None,
    }
}

/// Data of a block about the member that follows it.
struct Header {
    name: String,
    link: String,
    size: u64,
    /// `typeflag`; the old form's zero is a plain file.
    kind: u8,
}

impl Header {
    /// `None` when the checksum is wrong or a number cannot be read.
    fn read(block: &[u8; BLOCK as usize]) -> Option<Self> {
        if !is_header(block) {
            return None;
        }
        let mut name = text(&block[..100]);
        // GNU's own form has times where POSIX has the first part of a long name.
        if &block[257..263] == b"ustar\0" && block[345] != 0 {
            name = format!("{}/{name}", text(&block[345..500]));
        }
        Some(Self { name, link: text(&block[157..257]), size: number(&block[124..136])?, kind: block[156] })
    }

    fn is_folder(&self) -> bool {
        matches!(self.kind, b'5' | b'D' | b'V')
    }

    /// Links, devices and folders may have a size, but no data follows.
    fn holds_data(&self) -> bool {
        !matches!(self.kind, b'1'..=b'6')
    }
}

/// Whether a block is a header, by its checksum: the sum of its bytes, with the checksum field counted as blanks.
pub fn is_header(block: &[u8; BLOCK as usize]) -> bool {
    let sums = block.iter().enumerate().fold((0i64, 0i64), |(unsigned, signed), (at, byte)| {
        let byte = if (148..156).contains(&at) { b' ' } else { *byte };
        // Some old writers added signed bytes.
        (unsigned + i64::from(byte), signed + i64::from(byte as i8))
    });
    let stored = number(&block[148..156]).and_then(|stored| i64::try_from(stored).ok());
    block[0] != 0 && stored.is_some_and(|stored| stored == sums.0 || stored == sums.1)
}

/// A number: octal text, or big-endian when the first bit is set.
fn number(field: &[u8]) -> Option<u64> {
    if field[0] & 0x80 != 0 {
        let mut value = u64::from(field[0] & 0x7f);
        for byte in &field[1..] {
            value = value.checked_mul(256)?.checked_add(u64::from(*byte))?;
        }
        return Some(value);
    }
    let text = std::str::from_utf8(field).ok()?;
    let text = text.trim_matches([' ', '\0']);
    if text.is_empty() { Some(0) } else { u64::from_str_radix(text, 8).ok() }
}

/// Text up to the first zero.
fn text(field: &[u8]) -> String {
    let len = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..len]).into_owned()
}

/// Reads the records of an extended header, each `LENGTH KEY=VALUE\n`; false when they are cut off.
fn records(mut bytes: &[u8], extended: &mut Extended) -> bool {
    while !bytes.is_empty() && bytes[0] != 0 {
        let Some(blank) = bytes.iter().take(20).position(|byte| *byte == b' ') else { return false };
        let len = std::str::from_utf8(&bytes[..blank]).ok().and_then(|len| len.parse::<usize>().ok());
        let Some(record) = len.and_then(|len| bytes.split_off(..len)) else { return false };
        let Some([body @ .., b'\n']) = record.get(blank + 1..) else { return false };
        let Some(equals) = body.iter().position(|byte| *byte == b'=') else { return false };
        let (key, value) = (&body[..equals], &body[equals + 1..]);
        match key {
            b"path" | b"GNU.sparse.name" => extended.name = Some(String::from_utf8_lossy(value).into_owned()),
            b"size" => match std::str::from_utf8(value).ok().and_then(|size| size.parse().ok()) {
                Some(size) => extended.size = Some(size),
                None => return false,
            },
            _ if key.starts_with(b"GNU.sparse.") => extended.sparse = true,
            _ => {}
        }
    }
    true
}

/// Position of the next header, by its magic word and its checksum.
fn next_header(source: &SharedSource, from: u64) -> Result<Option<u64>> {
    let end = source.len().min(from.saturating_add(SEARCH));
    let mut piece = vec![0; 64 << 10];
    let mut at = from;
    while at + BLOCK <= end {
        let len = (end - at).min(piece.len() as u64) / BLOCK * BLOCK;
        let piece = &mut piece[..len as usize];
        source.read_at(at, piece)?;
        for (index, block) in piece.chunks_exact(BLOCK as usize).enumerate() {
            let block: &[u8; BLOCK as usize] = block.try_into().unwrap_or(&[0; BLOCK as usize]);
            if &block[257..262] == b"ustar" && is_header(block) {
                return Ok(Some(at + index as u64 * BLOCK));
            }
        }
        at += len;
    }
    Ok(None)
}
