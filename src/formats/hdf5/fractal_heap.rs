//! Fractal heaps: links and attributes of objects that have many.

use super::{File, btree2};
use crate::bytes::{Error, Result, sums_agree};
use std::collections::HashMap;

const NAME: &str = "fractal heap";
/// Type of a tree record for an object too large for a block, found by number.
const LARGE_BY_NUMBER: u8 = 1;

/// An opened heap.
pub struct Heap<'a> {
    file: &'a File,
    header: u64,
    id_len: usize,
    /// Bits of an offset in the heap.
    bits: u16,
    /// Blocks in a row.
    width: u64,
    /// Bytes of a block in the first row, and of the largest block that holds objects.
    first: u64,
    largest: u64,
    most_managed: u64,
    root: Option<u64>,
    /// Rows of the root when it only points to blocks; 0 when it is a block itself.
    rows: u16,
    checked: bool,
    large: Option<u64>,
    /// Blocks read so far, by their offset in the heap.
    blocks: HashMap<u64, Vec<u8>>,
}

impl<'a> Heap<'a> {
    /// Reads the header.
    pub fn open(file: &'a File, header: u64) -> Result<Self> {
        let (o, l) = (u64::from(file.offset_size()), u64::from(file.length_size()));
        let len = 22 + 12 * l + 3 * o + 4;
        let bytes = file.read(header, len, NAME)?;
        let mut c = file.cursor(&bytes, header, NAME);
        let here = c.clone();
        c.signature(b"FRHP", 0..=0)?;
        let id_len = usize::from(c.u16()?);
        let filters = c.u16()?;
        if filters != 0 {
            return Err(here.unsupported("filtered fractal heap"));
        }
        let flags = c.u8()?;
        let most_managed = u64::from(c.u32()?);
        c.length()?;
        let large = c.address()?;
        c.length()?;
        c.address()?;
        // Space and numbers of objects of all kinds.
        for _ in 0..8 {
            c.length()?;
        }
        let width = u64::from(c.u16()?);
        let (first, largest) = (c.length()?, c.length()?);
        let bits = c.u16()?;
        c.skip(2)?;
        let root = c.address()?;
        let rows = c.u16()?;
        file.check(&bytes, c.taken(), header, NAME)?;
        let sound = width > 0
            && first.is_power_of_two()
            && largest.is_power_of_two()
            && first <= largest
            && (1..=64).contains(&bits)
            && id_len > 1;
        if !sound {
            return Err(here.damaged());
        }
        let checked = flags & 2 != 0;
        let blocks = HashMap::new();
        Ok(Self { file, header, id_len, bits, width, first, largest, most_managed, root, rows, checked, large, blocks })
    }

    /// Bytes of an id.
    pub fn id_len(&self) -> usize {
        self.id_len
    }

    fn damaged(&self) -> Error {
        self.file.damaged(self.header, 8, NAME)
    }

    /// The object of an id: its bytes and the address of the first one.
    pub fn object(&mut self, id: &[u8]) -> Result<(Vec<u8>, u64)> {
        let file = self.file;
        let mut c = file.cursor(id, self.header, NAME);
        let first = c.u8()?;
        match first >> 4 & 3 {
            0 => {
                let offset = c.number(self.bits.div_ceil(8) as u8)?;
                let len = c.number(self.length_width())?;
                self.managed(offset, len)
            }
            1 => self.large_object(c.number((self.id_len - 1).min(8) as u8)?),
            2 => {
                // Objects inside the id itself; ids longer than 17 bytes keep twelve bits of the length.
                let mut len = usize::from(first & 15);
                if self.id_len > 17 {
                    len = len << 8 | usize::from(c.u8()?);
                }
                Ok((c.take(len + 1)?.to_vec(), self.header))
            }
            _ => Err(self.damaged()),
        }
    }

    /// Bytes of the length of an object in an id.
    fn length_width(&self) -> u8 {
        let by_block = (self.largest.ilog2().max(1)).div_ceil(8);
        let by_object = self.most_managed.max(1).ilog2() / 8 + 1;
        by_block.min(by_object) as u8
    }

    /// An object in a block.
    fn managed(&mut self, offset: u64, len: u64) -> Result<(Vec<u8>, u64)> {
        let root = self.root.ok_or_else(|| self.damaged())?;
        let (address, start, size) = match self.rows {
            0 => (root, 0, self.first),
            rows => self.find(root, rows, offset)?,
        };
        let end = offset.checked_add(len).filter(|end| *end <= start.saturating_add(size));
        let end = end.filter(|_| offset >= start).ok_or_else(|| self.damaged())?;
        if !self.blocks.contains_key(&start) {
            let bytes = self.block(address, size)?;
            self.blocks.insert(start, bytes);
        }
        let range = (offset - start) as usize..(end - start) as usize;
        Ok((self.blocks[&start][range].to_vec(), address.saturating_add(offset - start)))
    }

    /// A block with objects. Its checksum counts its own four bytes as zero.
    fn block(&self, address: u64, size: u64) -> Result<Vec<u8>> {
        let file = self.file;
        let mut bytes = file.read(address, size, NAME)?;
        let mut c = file.cursor(&bytes, address, NAME);
        c.signature(b"FHDB", 0..=0)?;
        c.address()?;
        c.number(self.bits.div_ceil(8) as u8)?;
        if self.checked {
            let at = c.taken();
            let stored = c.u32()?;
            bytes[at..at + 4].fill(0);
            if !sums_agree(stored, super::checksum::lookup3(&bytes)) {
                let place = file.damaged(address, size, NAME).at.as_ref().clone();
                return Err(Error::malformed("hdf5-checksum").with("structure", NAME).at(place));
            }
        }
        Ok(bytes)
    }

    /// Bytes of a block in a row: the first two rows have the same, then they double.
    fn row_size(&self, row: u64) -> Option<u64> {
        let shift = u32::try_from(row.saturating_sub(1)).ok()?;
        self.first.checked_shl(shift).filter(|size| size >> shift == self.first)
    }

    /// The block that contains an offset of the heap: its address, its first offset, its size.
    fn find(&self, root: u64, rows: u16, offset: u64) -> Result<(u64, u64, u64)> {
        let file = self.file;
        let direct_rows = u64::from(self.largest.ilog2() - self.first.ilog2()) + 2;
        let (mut address, mut start, mut rows) = (root, 0u64, u64::from(rows));
        // Each level is smaller than the one above, so there are at most as many levels as bits.
        for _ in 0..64 {
            let below = offset.checked_sub(start).ok_or_else(|| self.damaged())?;
            let (mut row, mut at) = (0, 0u64);
            let size = loop {
                let size = self.row_size(row).filter(|_| row < rows).ok_or_else(|| self.damaged())?;
                let end = size.checked_mul(self.width).and_then(|whole| at.checked_add(whole));
                let end = end.ok_or_else(|| self.damaged())?;
                if below < end {
                    break size;
                }
                at = end;
                row += 1;
            };
            let column = (below - at) / size;
            let index = row * self.width + column;
            let head = 5 + u64::from(file.offset_size()) + u64::from(self.bits.div_ceil(8));
            let entries = rows.saturating_mul(self.width);
            let len = entries.saturating_mul(u64::from(file.offset_size())).saturating_add(head);
            let bytes = file.read(address, len.saturating_add(4), NAME)?;
            file.check(&bytes, len as usize, address, NAME)?;
            let mut c = file.cursor(&bytes, address, NAME);
            c.signature(b"FHIB", 0..=0)?;
            c.skip((head - 5 + index * u64::from(file.offset_size())) as usize)?;
            let child = c.address()?.ok_or_else(|| self.damaged())?;
            start = start.saturating_add(at).saturating_add(column * size);
            if row < direct_rows {
                return Ok((child, start, size));
            }
            address = child;
            // The number of rows that make up the complete size.
            let whole = size.checked_div(self.first.saturating_mul(self.width)).filter(|n| *n > 0);
            rows = u64::from(whole.ok_or_else(|| self.damaged())?.ilog2()) + 1;
        }
        Err(self.damaged())
    }

    /// An object with its own position in the file.
    fn large_object(&self, number: u64) -> Result<(Vec<u8>, u64)> {
        let (file, tree) = (self.file, self.large.ok_or_else(|| self.damaged())?);
        let mut found = None;
        btree2::walk(file, tree, &[LARGE_BY_NUMBER], &mut |mut record| {
            let (address, len) = (record.address()?, record.length()?);
            if record.length()? == number {
                found = address.map(|address| (address, len));
            }
            Ok(())
        })?;
        let (address, len) = found.ok_or_else(|| self.damaged())?;
        Ok((file.read(address, len, NAME)?, address))
    }
}
