//! B-trees of version 1: old groups, and chunks of old data sets.

use super::File;
use super::cursor::Cursor;
use crate::bytes::{Error, Result};
use std::collections::HashSet;

/// Kind of a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Members of a group; keys are offsets in its heap.
    Group,
    /// Chunks with this many dimensions, including the one of the element's bytes.
    Chunks { rank: usize },
}

const NAME: &str = "B-tree";

/// Visits the entries of all leaves in order, with a cursor at the key and the child's address.
pub fn walk(file: &File, root: u64, of: Of, each: &mut dyn FnMut(&mut Cursor<'_>, u64) -> Result<()>) -> Result<()> {
    let mut tree = Tree { file, of, each, seen: HashSet::new() };
    tree.node(root, None)
}

struct Tree<'a, 'b> {
    file: &'a File,
    of: Of,
    each: &'b mut dyn FnMut(&mut Cursor<'_>, u64) -> Result<()>,
    seen: HashSet<u64>,
}

impl Tree<'_, '_> {
    /// Levels decrease by one from a node to its children, so the root bounds the depth: at most 255.
    fn node(&mut self, address: u64, level: Option<u8>) -> Result<()> {
        let file = self.file;
        if !self.seen.insert(address) {
            return Err(Error::malformed("hdf5-cycle").at(file.damaged(address, 8, NAME).at.as_ref().clone()));
        }
        let width = usize::from(file.offset_size());
        let key = match self.of {
            Of::Group => usize::from(file.length_size()),
            Of::Chunks { rank } => 8 + 8 * rank,
        };
        let head = 8 + 2 * width;
        let bytes = file.read(address, head as u64, NAME)?;
        let mut c = file.cursor(&bytes, address, NAME);
        let here = c.clone();
        if c.take(4)? != b"TREE" || c.u8()? != u8::from(self.of != Of::Group) {
            return Err(here.damaged());
        }
        let own = c.u8()?;
        if level.is_some_and(|level| own != level) {
            return Err(here.damaged());
        }
        let count = usize::from(c.u16()?);
        let body = address.saturating_add(head as u64);
        let bytes = file.read(body, (count * (key + width)) as u64, NAME)?;
        let mut c = file.cursor(&bytes, body, NAME);
        for _ in 0..count {
            let mut entry = c.part(key, NAME)?;
            let child = c.address()?.ok_or_else(|| here.damaged())?;
            match own.checked_sub(1) {
                None => (self.each)(&mut entry, child)?,
                Some(below) => self.node(child, Some(below))?,
            }
        }
        Ok(())
    }
}
