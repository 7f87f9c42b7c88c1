//! The superblock, and reading by address.

use super::checksum::lookup3;
use super::cursor::Cursor;
use crate::bytes::{Cause, Error, Limits, Result, SharedSource, read_range, sums_agree};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// First eight bytes of the superblock.
const MAGIC: [u8; 8] = *b"\x89HDF\r\n\x1a\n";
/// Minimum budget for all metadata of a file, which is otherwise several times its length.
const LEAST_BUDGET: u64 = 64 << 20;

/// A collection of the global heap, and its address.
pub(super) type Collection = Option<(u64, Rc<[u8]>)>;

/// An opened file: the starting point for everything else.
#[derive(Clone)]
pub struct File {
    pub(super) source: SharedSource,
    pub(super) limits: Limits,
    /// Base of every address.
    base: u64,
    offset_size: u8,
    length_size: u8,
    /// Address of the root group's object header.
    pub(super) root: u64,
    /// Version of the superblock.
    pub version: u8,
    /// Bytes of metadata that may still be read in this request.
    budget: Rc<Cell<u64>>,
    /// The global heap collection that was used last: strings of one list share it.
    pub(super) heap: Rc<RefCell<Collection>>,
}

/// Offset of the superblock: at the beginning, or after a user block, at 512 times a power of two.
///
/// Bytes that cannot be read, such as those of a damaged member of an archive, are a separate error.
pub fn find(source: &dyn crate::bytes::Source) -> Result<Option<u64>> {
    let (mut at, mut next) = (0, 512);
    let mut head = [0; 8];
    while source.len().checked_sub(8).is_some_and(|last| at <= last) {
        source.read_at(at, &mut head)?;
        if head == MAGIC {
            return Ok(Some(at));
        }
        (at, next) = (next, u64::saturating_mul(next, 2));
    }
    Ok(None)
}

impl File {
    /// Reads the superblock. Errors: `hdf5-no-signature`, `hdf5-damaged`, `hdf5-checksum`, `hdf5-unsupported`, and those
    /// of reading.
    pub fn open(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let at = find(&**source)?
            .ok_or_else(|| Error::malformed("hdf5-no-signature").at(source.span(0..source.len().min(8))))?;
        let bytes = read_range(&**source, at..source.len().min(at + 128), limits)?;
        let mut c = Cursor::new(&bytes, at, source.name(), "superblock", (8, 8));
        c.skip(8)?;
        let version = c.version(0..=3)?;
        let mut file = Self {
            source: source.clone(),
            limits: limits.clone(),
            base: 0,
            offset_size: 0,
            length_size: 0,
            root: 0,
            version,
            budget: Rc::default(),
            heap: Rc::default(),
        };
        if version < 2 {
            c.skip(4)?;
        }
        let here = c.clone();
        (file.offset_size, file.length_size) = (c.u8()?, c.u8()?);
        if ![2, 4, 8].contains(&file.offset_size) || ![2, 4, 8].contains(&file.length_size) {
            return Err(here.damaged());
        }
        (c.offset_size, c.length_size) = (file.offset_size, file.length_size);
        let root = if version < 2 {
            // Reserved, sizes of two kinds of tree nodes, flags; version 1 has a third kind.
            c.skip(if version == 1 { 13 } else { 9 })?;
            file.base = c.address()?.unwrap_or(0);
            // Free space, end of file, driver information, then the root's symbol table entry: its name, its header.
            c.skip(3 * usize::from(file.offset_size))?;
            c.length()?;
            c.address()?
        } else {
            c.skip(1)?;
            file.base = c.address()?.unwrap_or(0);
            c.skip(2 * usize::from(file.offset_size))?;
            let root = c.address()?;
            let sum = lookup3(&bytes[..c.taken()]);
            if !sums_agree(c.u32()?, sum) {
                return Err(c.wrong(Error::malformed("hdf5-checksum").with("structure", "superblock")));
            }
            root
        };
        // In a file with a user block, addresses count from the end of that block, whatever the superblock says.
        if file.base == 0 {
            file.base = at;
        }
        file.root = root.ok_or_else(|| here.damaged())?;
        file.renew();
        Ok(file)
    }

    /// The file's name and bytes.
    pub fn source(&self) -> &SharedSource {
        &self.source
    }

    /// Begins a new request: its metadata has a new budget.
    pub(super) fn renew(&self) {
        self.budget.set(self.source.len().saturating_mul(8).saturating_add(LEAST_BUDGET));
        self.heap.replace(None);
    }

    /// Offset of an address in the file.
    pub(super) fn place(&self, address: u64) -> u64 {
        self.base.saturating_add(address)
    }

    /// Bytes at an address, for the named structure, within the budget of the request.
    pub(super) fn read(&self, address: u64, len: u64, structure: &'static str) -> Result<Vec<u8>> {
        let start = self.place(address);
        let range = start..start.saturating_add(len);
        let Some(left) = self.budget.get().checked_sub(len) else {
            let over =
                Error::over_limit("hdf5-too-much-metadata").because(Cause::BudgetSpent).with("structure", structure);
            return Err(over.at(self.source.span(range)));
        };
        if range.end > self.source.len() {
            return Err(self.damaged(address, len, structure));
        }
        self.budget.set(left);
        read_range(&*self.source, range, &self.limits)
    }

    /// Like [`Self::read`], but shorter at the end of the file.
    pub(super) fn read_up_to(&self, address: u64, len: u64, structure: &'static str) -> Result<Vec<u8>> {
        let there = self.source.len().saturating_sub(self.place(address));
        self.read(address, len.min(there), structure)
    }

    /// A reader over bytes that were read from `address`.
    pub(super) fn cursor<'a>(&'a self, bytes: &'a [u8], address: u64, structure: &'static str) -> Cursor<'a> {
        let sizes = (self.offset_size, self.length_size);
        Cursor::new(bytes, self.place(address), self.source.name(), structure, sizes)
    }

    /// Width of an address.
    pub(super) fn offset_size(&self) -> u8 {
        self.offset_size
    }

    /// Width of a length.
    pub(super) fn length_size(&self) -> u8 {
        self.length_size
    }

    /// A structure that breaks the rules.
    pub(super) fn damaged(&self, address: u64, len: u64, structure: &'static str) -> Error {
        let start = self.place(address);
        let at = self.source.span(start..start.saturating_add(len));
        Error::malformed("hdf5-damaged").with("structure", structure).at(at)
    }

    /// Checks the four bytes after the first `len` ones against their checksum.
    pub(super) fn check(&self, bytes: &[u8], len: usize, address: u64, structure: &'static str) -> Result<()> {
        let stored = bytes.get(len..).and_then(|rest| rest.first_chunk::<4>());
        let stored = stored.ok_or_else(|| self.damaged(address, bytes.len() as u64, structure))?;
        if sums_agree(u32::from_le_bytes(*stored), lookup3(&bytes[..len])) {
            return Ok(());
        }
        let start = self.place(address);
        let at = self.source.span(start..start + len as u64 + 4);
        Err(Error::malformed("hdf5-checksum").with("structure", structure).at(at))
    }
}
