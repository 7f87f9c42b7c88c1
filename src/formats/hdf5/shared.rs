//! Messages that may be stored in another object.

use super::cursor::Cursor;
use super::header::{self, kind};
use super::{Datatype, File};
use crate::bytes::Result;

/// A datatype, or the named one that a message shares.
pub(super) fn datatype(file: &File, mut c: Cursor<'_>, shared: bool) -> Result<Datatype> {
    if !shared {
        return Datatype::read(&mut c);
    }
    let here = c.clone();
    let version = c.version(1..=3)?;
    let kind = c.u8()?;
    c.skip(if version == 1 { 6 } else { 0 })?;
    if version == 3 && kind == 1 {
        return Err(here.unsupported("shared message heap"));
    }
    let address = c.address()?.ok_or_else(|| here.damaged())?;
    let messages = header::messages(file, address)?;
    let named = messages.iter().find(|message| message.kind == kind::DATATYPE && !message.is_shared());
    let named = named.ok_or_else(|| here.damaged())?;
    Datatype::read(&mut file.cursor(&named.bytes, named.address, "datatype"))
}
