//! CRC32C, and the masking that LevelDB applies to stored checksums.

const MASK_DELTA: u32 = 0xa282_ead8;

/// CRC32C of bytes.
pub fn crc32c(bytes: &[u8]) -> u32 {
    ::crc32c::crc32c(bytes)
}

/// CRC32C of the bytes that `crc` covers, followed by `bytes`.
pub fn crc32c_extend(crc: u32, bytes: &[u8]) -> u32 {
    ::crc32c::crc32c_append(crc, bytes)
}

/// Masks a checksum for storage.
pub fn mask(crc: u32) -> u32 {
    crc.rotate_right(15).wrapping_add(MASK_DELTA)
}

/// Unmasks a stored checksum.
pub fn unmask(stored: u32) -> u32 {
    stored.wrapping_sub(MASK_DELTA).rotate_left(15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_check_value_and_the_mask_hold() {
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
        assert_eq!(crc32c_extend(crc32c(b"1234"), b"56789"), 0xe306_9283);
        for crc in [0, 1, u32::MAX, 0xe306_9283] {
            assert_eq!(unmask(mask(crc)), crc);
            assert_ne!(mask(crc), crc);
        }
    }
}
