//! Groups: names and their targets, in the old and in both new forms.

use super::btree1::{self, Of};
use super::cursor::Cursor;
use super::fractal_heap::Heap;
use super::header::{Message, kind};
use super::{File, btree2};
use crate::bytes::{Error, Result};

/// A name in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The name; bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Its target.
    pub target: Target,
}

/// Target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An object, by the address of its header.
    Hard(u64),
    /// A path in this file.
    Soft(String),
    /// An object in another file.
    External,
}

/// Record of a link in a tree: by the hash of its name.
const BY_NAME: u8 = 5;

/// Whether an object with these messages is a group.
pub fn is_group(messages: &[Message]) -> bool {
    messages.iter().any(|m| matches!(m.kind, kind::SYMBOL_TABLE | kind::LINK_INFO | kind::LINK))
}

/// Links of a group. Errors go to `problems`; the other links are still returned.
pub fn links(file: &File, messages: &[Message], problems: &mut Vec<Error>) -> Vec<Link> {
    let mut links = Vec::new();
    for message in messages {
        let c = file.cursor(&message.bytes, message.address, "link");
        let read = match message.kind {
            kind::LINK => link(c).map(|link| links.push(link)),
            kind::LINK_INFO => dense(file, c.named("link info"), &mut links),
            kind::SYMBOL_TABLE => symbol_table(file, c.named("symbol table"), &mut links),
            _ => Ok(()),
        };
        problems.extend(read.err());
    }
    links
}

fn too_many(file: &File, c: &Cursor<'_>) -> Error {
    c.wrong(Error::over_limit("hdf5-too-many").with("limit", file.limits.list_len))
}

/// A link message, or a link in a heap.
fn link(mut c: Cursor<'_>) -> Result<Link> {
    c.version(1..=1)?;
    let flags = c.u8()?;
    let kind = if flags & 0x08 != 0 { c.u8()? } else { 0 };
    c.skip(if flags & 0x04 != 0 { 8 } else { 0 })?;
    c.skip(usize::from(flags & 0x10 != 0))?;
    let here = c.clone();
    let len = usize::try_from(c.number(1 << (flags & 3))?).map_err(|_| here.damaged())?;
    let name = String::from_utf8_lossy(c.take(len)?).into_owned();
    let target = match kind {
        0 => Target::Hard(c.address()?.ok_or_else(|| here.damaged())?),
        1 => {
            let len = usize::from(c.u16()?);
            Target::Soft(String::from_utf8_lossy(c.take(len)?).into_owned())
        }
        _ => Target::External,
    };
    Ok(Link { name, target })
}

/// Links in a fractal heap, by the tree of their names; none when they are separate messages.
fn dense(file: &File, mut c: Cursor<'_>, links: &mut Vec<Link>) -> Result<()> {
    c.version(0..=0)?;
    let flags = c.u8()?;
    c.skip(if flags & 1 != 0 { 8 } else { 0 })?;
    let (heap, names) = (c.address()?, c.address()?);
    let (Some(heap), Some(names)) = (heap, names) else { return Ok(()) };
    let mut heap = Heap::open(file, heap)?;
    btree2::walk(file, names, &[BY_NAME], &mut |mut record| {
        if links.len() as u64 >= file.limits.list_len {
            return Err(too_many(file, &c));
        }
        record.skip(4)?;
        let (bytes, address) = heap.object(record.take(heap.id_len())?)?;
        links.push(link(file.cursor(&bytes, address, "link"))?);
        Ok(())
    })
}

/// An old group: a tree of symbol table nodes, and a heap with the names.
fn symbol_table(file: &File, mut c: Cursor<'_>, links: &mut Vec<Link>) -> Result<()> {
    let here = c.clone();
    let (tree, heap) = (c.address()?, c.address()?);
    let (tree, heap) = tree.zip(heap).ok_or_else(|| here.damaged())?;
    let (names, names_at) = local_heap(file, heap)?;
    let width = u64::from(file.offset_size());
    btree1::walk(file, tree, Of::Group, &mut |_, address| {
        const NODE: &str = "symbol table node";
        let head = file.read(address, 8, NODE)?;
        let mut c = file.cursor(&head, address, NODE);
        c.signature(b"SNOD", 1..=1)?;
        c.skip(1)?;
        let count = u64::from(c.u16()?);
        let bytes = file.read(address.saturating_add(8), count * (2 * width + 24), NODE)?;
        let mut c = file.cursor(&bytes, address.saturating_add(8), NODE);
        for _ in 0..count {
            if links.len() as u64 >= file.limits.list_len {
                return Err(too_many(file, &c));
            }
            let here = c.clone();
            let (name, object) = (c.number(file.offset_size())?, c.address()?);
            let cached = c.u32()?;
            c.skip(4)?;
            let mut scratch = c.part(16, NODE)?;
            let text =
                |at: u64| text(&names, at).ok_or_else(|| file.damaged(names_at, names.len() as u64, "local heap"));
            let target = match cached {
                // A soft link has no object; its path is in the heap too.
                2 => Target::Soft(text(u64::from(scratch.u32()?))?),
                _ => Target::Hard(object.ok_or_else(|| here.damaged())?),
            };
            links.push(Link { name: text(name)?, target });
        }
        Ok(())
    })
}

/// The names of an old group, and their position.
fn local_heap(file: &File, address: u64) -> Result<(Vec<u8>, u64)> {
    const NAME: &str = "local heap";
    let len = 8 + 2 * u64::from(file.length_size()) + u64::from(file.offset_size());
    let head = file.read(address, len, NAME)?;
    let mut c = file.cursor(&head, address, NAME);
    let here = c.clone();
    c.signature(b"HEAP", 0..=0)?;
    c.skip(3)?;
    let size = c.length()?;
    c.length()?;
    let at = c.address()?.ok_or_else(|| here.damaged())?;
    Ok((file.read(at, size, NAME)?, at))
}

/// A string in the heap, up to its zero.
fn text(heap: &[u8], at: u64) -> Option<String> {
    let rest = heap.get(usize::try_from(at).ok()?..)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    Some(String::from_utf8_lossy(&rest[..end]).into_owned())
}
