//! B-trees of version 2: links and attributes by name, large objects of a fractal heap, chunks of newer data sets.

use super::File;
use super::cursor::Cursor;
use crate::bytes::{Error, Result};
use std::collections::HashSet;

const NAME: &str = "B-tree";
/// Signature, version, type and checksum of a node.
const FRAME: u64 = 10;

/// Visits all records in order: a reader over the bytes of each.
pub fn walk(file: &File, header: u64, kinds: &[u8], each: &mut dyn FnMut(Cursor<'_>) -> Result<()>) -> Result<()> {
    let len = 22 + u64::from(file.offset_size()) + u64::from(file.length_size());
    let bytes = file.read(header, len, NAME)?;
    file.check(&bytes, bytes.len() - 4, header, NAME)?;
    let mut c = file.cursor(&bytes, header, NAME);
    let here = c.clone();
    c.signature(b"BTHD", 0..=0)?;
    let kind = c.u8()?;
    let node_size = u64::from(c.u32()?);
    let record = usize::from(c.u16()?);
    let depth = c.u16()?;
    c.skip(2)?;
    let root = c.address()?;
    let count = usize::from(c.u16()?);
    if !kinds.contains(&kind) || record == 0 || node_size <= FRAME {
        return Err(here.damaged());
    }
    let Some(root) = root else { return Ok(()) };
    let levels = levels(file, node_size, record as u64, depth).ok_or_else(|| here.damaged())?;
    let mut tree = Tree { file, kind, node_size, record, levels, each, seen: HashSet::new() };
    tree.node(root, count, usize::from(depth))
}

/// Widths of record counts at one level, counted from the leaves: of one node, and of everything below it.
struct Level {
    /// Records that a node of this level can hold.
    most: u64,
    /// Bytes of the total number of records in and below a node; 0 for leaves, where it is not stored.
    total_width: u8,
}

/// Levels from the leaves to the root; `None` when nodes are too small for any record.
fn levels(file: &File, node_size: u64, record: u64, depth: u16) -> Option<Vec<Level>> {
    let leaf = (node_size - FRAME) / record;
    let mut levels = vec![Level { most: leaf, total_width: 0 }];
    let mut total = leaf;
    let width = width(leaf);
    for _ in 0..depth {
        let below = levels.last()?.total_width;
        let pointer = u64::from(file.offset_size()) + u64::from(width) + u64::from(below);
        let most = (node_size - FRAME).checked_sub(pointer)? / (record + pointer);
        if most == 0 || leaf == 0 {
            return None;
        }
        total = most.checked_add(1)?.checked_mul(total)?.checked_add(most)?;
        levels.push(Level { most, total_width: self::width(total) });
    }
    Some(levels)
}

/// Bytes that a number up to this one takes.
fn width(most: u64) -> u8 {
    (most.max(1).ilog2() / 8 + 1) as u8
}

struct Tree<'a, 'b> {
    file: &'a File,
    kind: u8,
    node_size: u64,
    record: usize,
    levels: Vec<Level>,
    each: &'b mut dyn FnMut(Cursor<'_>) -> Result<()>,
    seen: HashSet<u64>,
}

impl Tree<'_, '_> {
    /// A node of the given level with `count` records. Counts grow exponentially with the level, so a tree whose counts
    /// fit in 64 bits is not deep.
    fn node(&mut self, address: u64, count: usize, level: usize) -> Result<()> {
        let file = self.file;
        if !self.seen.insert(address) {
            return Err(Error::malformed("hdf5-cycle").at(file.damaged(address, 8, NAME).at.as_ref().clone()));
        }
        let bytes = file.read(address, self.node_size, NAME)?;
        let mut c = file.cursor(&bytes, address, NAME);
        let here = c.clone();
        c.signature(if level == 0 { b"BTLF" } else { b"BTIN" }, 0..=0)?;
        if c.u8()? != self.kind || count as u64 > self.levels[level].most {
            return Err(here.damaged());
        }
        let mut records = c.part(count * self.record, NAME)?;
        let mut children = Vec::new();
        if level > 0 {
            let widths = (width(self.levels[0].most), self.levels[level - 1].total_width);
            for _ in 0..=count {
                let child = c.address()?.ok_or_else(|| here.damaged())?;
                let held = c.number(widths.0)?;
                c.skip(usize::from(widths.1))?;
                children.push((child, held as usize));
            }
        }
        file.check(&bytes, c.taken(), address, NAME)?;
        let mut children = children.into_iter();
        for _ in 0..count {
            if let Some((child, held)) = children.next() {
                self.node(child, held, level - 1)?;
            }
            (self.each)(records.part(self.record, NAME)?)?;
        }
        match children.next() {
            Some((child, held)) => self.node(child, held, level - 1),
            None => Ok(()),
        }
    }
}
