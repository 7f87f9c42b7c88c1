//! Fixed arrays: addresses of all chunks of a data set that cannot grow.

use super::File;
use super::cursor::Cursor;
use crate::bytes::Result;

const NAME: &str = "fixed array";

/// Callback for an entry: its number, address (`None` when nothing was written), stored bytes and skipped filters of a
/// filtered chunk.
pub type Each<'a> = &'a mut dyn FnMut(u64, Option<u64>, Option<(u64, u32)>) -> Result<()>;

/// Visits the entries in order.
pub fn walk(file: &File, header: u64, each: Each<'_>) -> Result<()> {
    let len = 12 + u64::from(file.offset_size()) + u64::from(file.length_size());
    let bytes = file.read(header, len, NAME)?;
    file.check(&bytes, bytes.len() - 4, header, NAME)?;
    let mut c = file.cursor(&bytes, header, NAME);
    let here = c.clone();
    c.signature(b"FAHD", 0..=0)?;
    let filtered = c.u8()? == 1;
    let entry = u64::from(c.u8()?);
    let page_bits = u32::from(c.u8()?);
    let count = c.length()?;
    let block = c.address()?;
    let address_size = u64::from(file.offset_size());
    let size_width = entry.checked_sub(address_size + if filtered { 4 } else { 0 }).filter(|width| *width <= 8);
    let size_width = size_width.filter(|width| filtered == (*width > 0)).ok_or_else(|| here.damaged())? as u8;
    let Some(block) = block else { return Ok(()) };
    let mut entries = |mut c: Cursor<'_>, start: u64, count: u64| {
        for number in start..start + count {
            let address = c.address()?;
            let stored = if filtered { Some((c.number(size_width)?, c.u32()?)) } else { None };
            each(number, address, stored)?;
        }
        Ok(())
    };
    // Signature, version, client, address of the header.
    let head = 6 + address_size;
    let page = 1u64.checked_shl(page_bits).ok_or_else(|| here.damaged())?;
    if count <= page {
        let body = count.checked_mul(entry).and_then(|body| body.checked_add(head)).ok_or_else(|| here.damaged())?;
        let bytes = file.read(block, body.saturating_add(4), NAME)?;
        file.check(&bytes, body as usize, block, NAME)?;
        let mut c = file.cursor(&bytes, block, NAME);
        c.signature(b"FADB", 0..=0)?;
        c.skip(head as usize - 5)?;
        return entries(c, 0, count);
    }
    // Pages, each with its own checksum; a bit for each shows whether it was ever written.
    let pages = count.div_ceil(page);
    let bits = pages.div_ceil(8);
    let bytes = file.read(block, head.saturating_add(bits).saturating_add(4), NAME)?;
    file.check(&bytes, (head + bits) as usize, block, NAME)?;
    let mut c = file.cursor(&bytes, block, NAME);
    c.signature(b"FADB", 0..=0)?;
    c.skip(head as usize - 5)?;
    let written = c.take(bits as usize)?;
    let mut at = block.saturating_add(head + bits + 4);
    let full = page.checked_mul(entry).ok_or_else(|| here.damaged())?;
    for index in 0..pages {
        let here = count.saturating_sub(index * page).min(page);
        let body = here.checked_mul(entry).ok_or_else(|| file.damaged(block, head, NAME))?;
        if written[(index / 8) as usize] & 0x80 >> (index % 8) != 0 {
            let bytes = file.read(at, body.saturating_add(4), NAME)?;
            file.check(&bytes, body as usize, at, NAME)?;
            entries(file.cursor(&bytes, at, NAME), index * page, here)?;
        }
        at = at.saturating_add(full + 4);
    }
    Ok(())
}
