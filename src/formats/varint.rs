//! Numbers in groups of seven bits, least significant first, as Protocol Buffers and Riegeli write them.

/// Takes a number from the front; `None` when it does not end within ten bytes or the available ones.
pub fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let byte = *rest.split_off_first()?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
