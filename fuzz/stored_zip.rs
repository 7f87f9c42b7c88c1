//! A zip of stored files; checksums are omitted, because fuzzing ignores them.

/// The archive.
pub fn of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut listing) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let (at, len) = (out.len() as u32, bytes.len() as u32);
        let shared = |out: &mut Vec<u8>| {
            // Version, flags, method, time, date, checksum.
            out.extend([20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            out.extend(len.to_le_bytes());
            out.extend(len.to_le_bytes());
            out.extend((name.len() as u16).to_le_bytes());
            out.extend([0, 0]);
        };
        out.extend(b"PK\x03\x04");
        shared(&mut out);
        out.extend(name.as_bytes());
        out.extend(*bytes);
        listing.extend(b"PK\x01\x02\x14\x00");
        shared(&mut listing);
        // Comment, disk, attributes.
        listing.extend([0; 10]);
        listing.extend(at.to_le_bytes());
        listing.extend(name.as_bytes());
    }
    let (start, count) = (out.len() as u32, files.len() as u16);
    out.extend(&listing);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend((listing.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}
