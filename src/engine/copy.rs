//! Copies of a few elements.
//!
//! `copy_from_slice` of a length that is known only at run time becomes a bulk copy, which a browser does by a call: some
//! 20 ns, more than the bytes of a window's row take by themselves.

/// Bytes copied at once.
pub const BLOCK: usize = 16;

/// From this many bytes on, a bulk copy is faster.
const BULK: usize = 512;

/// Returns zero in a form that the compiler does not know, for [`copy`].
pub fn no_bits() -> u8 {
    std::hint::black_box(0)
}

/// Copies `from`, which is as long as `to`. `none` is [`no_bits`]: because of it, the compiler does not see that the loop
/// is a copy, and makes no call of it.
// One function for all: its own call is short.
#[inline(never)]
pub fn copy(to: &mut [u8], from: &[u8], none: u8) {
    if to.len() >= BULK {
        to.copy_from_slice(from);
        return;
    }
    let (blocks, to) = to.as_chunks_mut::<BLOCK>();
    let (from_blocks, from) = from.as_chunks::<BLOCK>();
    copy_blocks(blocks, from_blocks, none);
    let (words, to) = to.as_chunks_mut::<4>();
    let (from_words, from) = from.as_chunks::<4>();
    let none_of_word = u32::from_ne_bytes([none; 4]);
    for (to, from) in words.iter_mut().zip(from_words) {
        *to = (u32::from_ne_bytes(*from) ^ none_of_word).to_ne_bytes();
    }
    to.iter_mut().zip(from).for_each(|(to, from)| *to = from ^ none);
}

/// [`copy`], for where [`no_bits`] is not at hand.
pub fn copy_few(to: &mut [u8], from: &[u8]) {
    copy(to, from, no_bits());
}

/// [`copy`] of blocks, few of them.
#[inline(always)]
pub fn copy_blocks(to: &mut [[u8; BLOCK]], from: &[[u8; BLOCK]], none: u8) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = from.map(|byte| byte ^ none));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_copied() {
        let from: Vec<u8> = (0..600).map(|i| i as u8).collect();
        for len in (0..100).chain([511, 512, 600]) {
            let mut to = vec![255; len];
            copy(&mut to, &from[..len], no_bits());
            assert_eq!(to, from[..len]);
        }
    }
}
