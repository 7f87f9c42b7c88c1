//! Checksums of metadata and of chunks.

/// Bob Jenkins' lookup3 in its little-endian form with initial value 0: the checksum of all newer metadata.
pub fn lookup3(bytes: &[u8]) -> u32 {
    let start = 0xdead_beef_u32.wrapping_add(bytes.len() as u32);
    let (mut a, mut b, mut c) = (start, start, start);
    let mut rest = bytes;
    while rest.len() > 12 {
        a = a.wrapping_add(word(rest, 0));
        b = b.wrapping_add(word(rest, 4));
        c = c.wrapping_add(word(rest, 8));
        for (x, y, z, turn) in MIX {
            let mut state = [a, b, c];
            state[x] = state[x].wrapping_sub(state[z]) ^ state[z].rotate_left(turn);
            state[z] = state[z].wrapping_add(state[y]);
            [a, b, c] = state;
        }
        rest = &rest[12..];
    }
    if rest.is_empty() {
        return c;
    }
    a = a.wrapping_add(word(rest, 0));
    b = b.wrapping_add(word(rest, 4));
    c = c.wrapping_add(word(rest, 8));
    for (x, y, turn) in FINISH {
        let mut state = [a, b, c];
        state[x] = (state[x] ^ state[y]).wrapping_sub(state[y].rotate_left(turn));
        [a, b, c] = state;
    }
    c
}

/// One round of mixing: the word that changes, the word added to the third one, and the rotation.
const MIX: [(usize, usize, usize, u32); 6] =
    [(0, 1, 2, 4), (1, 2, 0, 6), (2, 0, 1, 8), (0, 1, 2, 16), (1, 2, 0, 19), (2, 0, 1, 4)];
/// The last round: the word that changes, the word it is combined with, and the rotation.
const FINISH: [(usize, usize, u32); 7] =
    [(2, 1, 14), (0, 2, 11), (1, 0, 25), (2, 1, 16), (0, 2, 4), (1, 0, 14), (2, 1, 24)];

/// Four bytes, little-endian; bytes past the end count as zero.
fn word(bytes: &[u8], at: usize) -> u32 {
    (0..4).fold(0, |word, i| word | u32::from(bytes.get(at + i).copied().unwrap_or(0)) << (8 * i))
}

/// Fletcher's checksum of a chunk, over big-endian words of two bytes, as the filter writes it.
pub fn fletcher32(bytes: &[u8]) -> u32 {
    let (mut low, mut high) = (0u32, 0u32);
    let reduce = |sum: u32| (sum & 0xffff) + (sum >> 16);
    let (pairs, odd) = bytes.as_chunks::<2>();
    // The sums of this many words fit in 32 bits.
    for block in pairs.chunks(360) {
        for pair in block {
            low += u32::from(u16::from_be_bytes(*pair));
            high += low;
        }
        (low, high) = (reduce(low), reduce(high));
    }
    if let [last] = odd {
        low += u32::from(*last) << 8;
        high += low;
        (low, high) = (reduce(low), reduce(high));
    }
    reduce(high) << 16 | reduce(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookup3_of_its_authors_examples() {
        // The values that the algorithm's author prints for these strings with initial value 0.
        assert_eq!(lookup3(b""), 0xdead_beef);
        assert_eq!(lookup3(b"Four score and seven years ago"), 0x1777_0551);
    }
}
