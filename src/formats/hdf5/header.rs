//! Object headers: the messages of one object, from the header and its continuations.

use super::File;
use crate::bytes::Result;
use std::collections::HashSet;

/// Kinds of messages; others are skipped.
pub mod kind {
    pub const DATASPACE: u16 = 0x01;
    pub const LINK_INFO: u16 = 0x02;
    pub const DATATYPE: u16 = 0x03;
    pub const OLD_FILL_VALUE: u16 = 0x04;
    pub const FILL_VALUE: u16 = 0x05;
    pub const LINK: u16 = 0x06;
    pub const EXTERNAL_FILES: u16 = 0x07;
    pub const LAYOUT: u16 = 0x08;
    pub const FILTERS: u16 = 0x0b;
    pub const ATTRIBUTE: u16 = 0x0c;
    pub const CONTINUATION: u16 = 0x10;
    pub const SYMBOL_TABLE: u16 = 0x11;
    pub const ATTRIBUTE_INFO: u16 = 0x15;
}

/// A message: its bytes and their position.
pub struct Message {
    pub kind: u16,
    pub flags: u8,
    pub bytes: Vec<u8>,
    /// Address of the first byte.
    pub address: u64,
}

impl Message {
    /// Whether the message only refers to the real one.
    pub fn is_shared(&self) -> bool {
        self.flags & 2 != 0
    }
}

const NAME: &str = "object header";
/// A message of version 1 takes at least eight bytes, one of version 2 four.
const LEAST_MESSAGE: usize = 4;

/// Reads all messages of the object at `address`.
pub fn messages(file: &File, address: u64) -> Result<Vec<Message>> {
    let head = file.read_up_to(address, 64, NAME)?;
    let mut blocks = Blocks { messages: Vec::new(), next: Vec::new(), seen: HashSet::from([address]) };
    if head.starts_with(b"OHDR") {
        version2(file, address, &head, &mut blocks)?;
    } else {
        version1(file, address, &head, &mut blocks)?;
    }
    Ok(blocks.messages)
}

struct Blocks {
    messages: Vec<Message>,
    /// Continuations still to read: address and length.
    next: Vec<(u64, u64)>,
    seen: HashSet<u64>,
}

impl Blocks {
    /// Adds a message, or follows a continuation, which only refers to more messages.
    fn add(&mut self, file: &File, message: Message) -> Result<()> {
        if message.kind != kind::CONTINUATION {
            self.messages.push(message);
            return Ok(());
        }
        let mut c = file.cursor(&message.bytes, message.address, NAME);
        let (address, len) = (c.address()?, c.length()?);
        match address {
            // Blocks that refer to each other would never end.
            Some(address) if self.seen.insert(address) => self.next.push((address, len)),
            _ => return Err(file.damaged(message.address, message.bytes.len() as u64, NAME)),
        }
        Ok(())
    }
}

fn version1(file: &File, address: u64, head: &[u8], blocks: &mut Blocks) -> Result<()> {
    let mut c = file.cursor(head, address, NAME);
    c.version(1..=1)?;
    c.skip(1)?;
    let count = c.u16()?;
    // Reference count; then the size of the following bytes, after four bytes of alignment.
    c.skip(4)?;
    let size = c.u32()?;
    blocks.next.push((address.saturating_add(16), u64::from(size)));
    let mut left = usize::from(count);
    while let Some((address, len)) = blocks.next.pop() {
        let bytes = file.read(address, len, NAME)?;
        let mut c = file.cursor(&bytes, address, NAME);
        while left > 0 && c.left() >= 8 {
            let (kind, size, flags) = (c.u16()?, c.u16()?, c.u8()?);
            c.skip(3)?;
            let at = address + c.taken() as u64;
            let message = Message { kind, flags, bytes: c.take(usize::from(size))?.to_vec(), address: at };
            left -= 1;
            blocks.add(file, message)?;
        }
    }
    Ok(())
}

fn version2(file: &File, address: u64, head: &[u8], blocks: &mut Blocks) -> Result<()> {
    let mut c = file.cursor(head, address, NAME);
    c.signature(b"OHDR", 2..=2)?;
    let flags = c.u8()?;
    // Four timestamps, then the storage of attributes.
    c.skip(if flags & 0x20 != 0 { 16 } else { 0 })?;
    c.skip(if flags & 0x10 != 0 { 4 } else { 0 })?;
    let size = c.number(1 << (flags & 3))?;
    let start = c.taken();
    let len = size.saturating_add(start as u64);
    let bytes = file.read(address, len.saturating_add(4), NAME)?;
    file.check(&bytes, len as usize, address, NAME)?;
    let ordered = flags & 0x04 != 0;
    block2(file, address, start, &bytes[..len as usize], ordered, blocks)?;
    while let Some((address, len)) = blocks.next.pop() {
        let bytes = file.read(address, len, NAME)?;
        let body = bytes.len().checked_sub(4).filter(|_| bytes.starts_with(b"OCHK"));
        let body = body.ok_or_else(|| file.damaged(address, len, NAME))?;
        file.check(&bytes, body, address, NAME)?;
        block2(file, address, 4, &bytes[..body], ordered, blocks)?;
    }
    Ok(())
}

/// Messages of version 2, from `start` on; a gap too small for a message may end the block.
fn block2(file: &File, address: u64, start: usize, bytes: &[u8], ordered: bool, blocks: &mut Blocks) -> Result<()> {
    let mut c = file.cursor(bytes, address, NAME);
    c.skip(start)?;
    let least = LEAST_MESSAGE + if ordered { 2 } else { 0 };
    while c.left() >= least {
        let (kind, size, flags) = (u16::from(c.u8()?), c.u16()?, c.u8()?);
        c.skip(if ordered { 2 } else { 0 })?;
        let at = address + c.taken() as u64;
        let message = Message { kind, flags, bytes: c.take(usize::from(size))?.to_vec(), address: at };
        blocks.add(file, message)?;
    }
    Ok(())
}
