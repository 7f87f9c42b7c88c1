//! HighwayHash, 64 bits: the checksum of Riegeli files.
//!
//! Source: J. Alakuijala, B. Cox, J. Wassenberg, "Fast keyed hash/pseudo-random function using SIMD multiply and
//! permute" (2017), with the portable form's constants.

/// State of a hash.
struct State {
    v0: [u64; 4],
    v1: [u64; 4],
    mul0: [u64; 4],
    mul1: [u64; 4],
}

/// `Riegeli/` and `records\n`, twice.
const KEY: [u64; 4] = [0x2f69_6c65_6765_6952, 0x0a73_6472_6f63_6572, 0x2f69_6c65_6765_6952, 0x0a73_6472_6f63_6572];
const MUL0: [u64; 4] = [0xdbe6_d5d5_fe4c_ce2f, 0xa409_3822_299f_31d0, 0x1319_8a2e_0370_7344, 0x243f_6a88_85a3_08d3];
const MUL1: [u64; 4] = [0x3bd3_9e10_cb0e_f593, 0xc0ac_f169_b5f1_8a8c, 0xbe54_66cf_34e9_0c6c, 0x4528_21e6_38d0_1377];

/// The hash of `bytes` with the key of Riegeli.
pub fn hash(bytes: &[u8]) -> u64 {
    let lanes = |i: usize| KEY[i];
    let mut state = State {
        v0: std::array::from_fn(|i| MUL0[i] ^ lanes(i)),
        v1: std::array::from_fn(|i| MUL1[i] ^ lanes(i).rotate_left(32)),
        mul0: MUL0,
        mul1: MUL1,
    };
    let mut packets = bytes.chunks_exact(32);
    for packet in &mut packets {
        state.packet(packet);
    }
    let rest = packets.remainder();
    if !rest.is_empty() {
        state.last(rest);
    }
    for _ in 0..4 {
        let v0 = state.v0;
        state.update([2, 3, 0, 1].map(|i| v0[i].rotate_left(32)));
    }
    state.v0[0].wrapping_add(state.v1[0]).wrapping_add(state.mul0[0]).wrapping_add(state.mul1[0])
}

impl State {
    fn packet(&mut self, packet: &[u8]) {
        self.update(std::array::from_fn(|i| {
            packet[8 * i..8 * i + 8].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
        }));
    }

    fn update(&mut self, lanes: [u64; 4]) {
        for (i, lane) in lanes.into_iter().enumerate() {
            self.v1[i] = self.v1[i].wrapping_add(self.mul0[i]).wrapping_add(lane);
            self.mul0[i] ^= (self.v1[i] & 0xffff_ffff).wrapping_mul(self.v0[i] >> 32);
            self.v0[i] = self.v0[i].wrapping_add(self.mul1[i]);
            self.mul1[i] ^= (self.v0[i] & 0xffff_ffff).wrapping_mul(self.v1[i] >> 32);
        }
        for i in [0, 2] {
            zipper(self.v1[i + 1], self.v1[i], &mut self.v0, i);
        }
        for i in [0, 2] {
            zipper(self.v0[i + 1], self.v0[i], &mut self.v1, i);
        }
    }

    /// The last bytes, fewer than 32.
    fn last(&mut self, rest: &[u8]) {
        let len = rest.len();
        for i in 0..4 {
            self.v0[i] = self.v0[i].wrapping_add(((len as u64) << 32) + len as u64);
            let (low, high) = (self.v1[i] as u32, (self.v1[i] >> 32) as u32);
            let (low, high) = (low.rotate_left(len as u32), high.rotate_left(len as u32));
            self.v1[i] = u64::from(high) << 32 | u64::from(low);
        }
        let mut packet = [0; 32];
        let (whole, tail) = rest.split_at(len & !3);
        packet[..whole.len()].copy_from_slice(whole);
        if len & 16 != 0 {
            packet[28..].copy_from_slice(&rest[len - 4..]);
        } else if let [first, ..] = tail {
            packet[16] = *first;
            packet[17] = tail[tail.len() >> 1];
            packet[18] = tail[tail.len() - 1];
        }
        self.packet(&packet);
    }
}

/// Mixes bytes of two lanes into two others.
fn zipper(v1: u64, v0: u64, add: &mut [u64; 4], at: usize) {
    let low = (((v0 & 0xff00_0000) | (v1 & 0xff_0000_0000)) >> 24)
        | (((v0 & 0xff00_0000_0000) | (v1 & 0xff_0000_0000_0000)) >> 16)
        | (v0 & 0xff_0000)
        | ((v0 & 0xff00) << 32)
        | ((v1 & 0xff00_0000_0000_0000) >> 8)
        | (v0 << 56);
    let high = (((v1 & 0xff00_0000) | (v0 & 0xff_0000_0000)) >> 24)
        | (v1 & 0xff_0000)
        | ((v1 & 0xff00_0000_0000) >> 16)
        | ((v1 & 0xff00) << 24)
        | ((v0 & 0xff_0000_0000_0000) >> 8)
        | ((v1 & 0xff) << 48)
        | (v0 & 0xff00_0000_0000_0000);
    add[at] = add[at].wrapping_add(low);
    add[at + 1] = add[at + 1].wrapping_add(high);
}

#[cfg(test)]
mod tests {
    use super::hash;

    /// The hashes in the 64 bytes that begin every file, from the format's description.
    #[test]
    fn the_signature_has_these_hashes() {
        assert_eq!(hash(b""), u64::from_le_bytes([0xe1, 0x9f, 0x13, 0xc0, 0xe9, 0xb1, 0xc3, 0x72]));
        let mut block = [0; 16];
        block[8] = 0x40;
        assert_eq!(hash(&block), u64::from_le_bytes([0x83, 0xaf, 0x70, 0xd1, 0x0d, 0x88, 0x4a, 0x3f]));
        let mut chunk = [0; 32];
        chunk[8..16].copy_from_slice(&[0xe1, 0x9f, 0x13, 0xc0, 0xe9, 0xb1, 0xc3, 0x72]);
        chunk[16] = 0x73;
        assert_eq!(hash(&chunk), u64::from_le_bytes([0x91, 0xba, 0xc2, 0x3c, 0x92, 0x87, 0xe1, 0xa9]));
    }
}
