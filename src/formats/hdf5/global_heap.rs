//! The global heap: strings of any length.

use super::File;
use crate::bytes::Result;
use std::rc::Rc;

const NAME: &str = "global heap";

/// An object of the collection at an address, without its padding, and its position.
pub fn object(file: &File, address: u64, index: u32) -> Result<(u64, Vec<u8>)> {
    let collection = collection(file, address)?;
    let mut c = file.cursor(&collection, address, NAME);
    c.skip(8)?;
    c.length()?;
    while c.left() >= 8 + usize::from(file.length_size()) {
        let number = c.u16()?;
        c.skip(6)?;
        let here = c.clone();
        let len = usize::try_from(c.length()?).map_err(|_| here.damaged())?;
        // Number 0 is the free space.
        if number == 0 {
            break;
        }
        let at = c.place();
        let bytes = c.take(len)?;
        if u32::from(number) == index {
            return Ok((at, bytes.to_vec()));
        }
        c.align();
    }
    Err(c.damaged())
}

fn collection(file: &File, address: u64) -> Result<Rc<[u8]>> {
    if let Some((at, bytes)) = &*file.heap.borrow()
        && *at == address
    {
        return Ok(bytes.clone());
    }
    let head = file.read(address, 8 + u64::from(file.length_size()), NAME)?;
    let mut c = file.cursor(&head, address, NAME);
    c.signature(b"GCOL", 1..=1)?;
    c.skip(3)?;
    let len = c.length()?;
    let bytes: Rc<[u8]> = file.read(address, len, NAME)?.into();
    file.heap.replace(Some((address, bytes.clone())));
    Ok(bytes)
}
