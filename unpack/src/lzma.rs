//! Decoder of LZMA, as the specification of the LZMA SDK describes it: a range coder whose probabilities adapt, over
//! literals and copies of earlier bytes. Names of the probabilities are those of the specification.
//!
//! Safe code: positions and sizes in a damaged file are checked, and `None` ends the work.

use alloc::vec::Vec;

/// States of the decoder: what the last few symbols were.
const STATES: usize = 12;
/// The first state after something that was not a literal.
const AFTER_COPY: usize = 7;
/// Values of the position that a context can depend on.
const POSITIONS: usize = 16;
/// Bytes of the shortest copy.
const SHORTEST: usize = 2;
/// Distances with a tree of their own for the lowest bits.
const FULL_DISTANCES: usize = 128;
/// The first distance slot with bits that have no probabilities.
const FIRST_DIRECT: usize = 14;
/// Contexts of distances: by length, the last for all longer ones.
const LENGTHS: usize = 4;

/// Probabilities of a length: two choices, the low and middle trees by position, the high tree.
const LEN_LOW: usize = 2;
const LEN_MID: usize = LEN_LOW + POSITIONS * 8;
const LEN_HIGH: usize = LEN_MID + POSITIONS * 8;
const LEN_SIZE: usize = LEN_HIGH + 256;

/// Where the probabilities are, all in one list.
const IS_MATCH: usize = 0;
const IS_REP: usize = IS_MATCH + STATES * POSITIONS;
const IS_REP_G0: usize = IS_REP + STATES;
const IS_REP_G1: usize = IS_REP_G0 + STATES;
const IS_REP_G2: usize = IS_REP_G1 + STATES;
const IS_REP0_LONG: usize = IS_REP_G2 + STATES;
const POS_SLOT: usize = IS_REP0_LONG + STATES * POSITIONS;
const POS_SPECIAL: usize = POS_SLOT + LENGTHS * 64;
const ALIGN: usize = POS_SPECIAL + 1 + FULL_DISTANCES - FIRST_DIRECT;
const LEN: usize = ALIGN + 16;
const REP_LEN: usize = LEN + LEN_SIZE;
const LITERAL: usize = REP_LEN + LEN_SIZE;
/// Probabilities of one context of literals: with no byte to compare with, and for either bit of it.
const LITERAL_SIZE: usize = 0x300;

/// Probability one half, of 2^11.
const HALF: u16 = 1 << 10;

/// The range coder.
#[derive(Clone, Copy)]
struct Coder<'a> {
    input: &'a [u8],
    range: u32,
    code: u32,
}

impl<'a> Coder<'a> {
    fn new(packed: &'a [u8]) -> Option<Self> {
        let (head, input) = packed.split_first_chunk::<5>()?;
        let [0, code @ ..] = *head else { return None };
        Some(Self { input, range: u32::MAX, code: u32::from_be_bytes(code) })
    }

    #[inline(always)]
    fn fill(&mut self) -> Option<()> {
        if self.range < 1 << 24 {
            let (next, rest) = self.input.split_first()?;
            self.input = rest;
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(*next);
        }
        Some(())
    }

    /// A bit of this probability, which adapts.
    #[inline(always)]
    fn bit(&mut self, all: &mut [u16], index: usize) -> Option<usize> {
        self.fill()?;
        let probability = all.get_mut(index)?;
        let bound = (self.range >> 11) * u32::from(*probability);
        if self.code < bound {
            self.range = bound;
            *probability += (2 * HALF - *probability) >> 5;
            Some(0)
        } else {
            self.range -= bound;
            self.code -= bound;
            *probability -= *probability >> 5;
            Some(1)
        }
    }

    /// Bits that are as likely 0 as 1, the highest first.
    fn direct(&mut self, bits: usize) -> Option<usize> {
        let mut value = 0;
        for _ in 0..bits {
            self.fill()?;
            self.range >>= 1;
            let bit = self.code >= self.range;
            if bit {
                self.code -= self.range;
            }
            value = value << 1 | usize::from(bit);
        }
        Some(value)
    }

    /// A number of these bits, the highest first. One copy of the loop is enough: most symbols are literals.
    #[inline(never)]
    fn tree(&mut self, all: &mut [u16], at: usize, bits: usize) -> Option<usize> {
        let mut node = 1;
        for _ in 0..bits {
            node = node << 1 | self.bit(all, at + node)?;
        }
        Some(node - (1 << bits))
    }

    /// A number of these bits, the lowest first.
    #[inline(never)]
    fn reverse_tree(&mut self, all: &mut [u16], at: usize, bits: usize) -> Option<usize> {
        let (mut node, mut value) = (1, 0);
        for place in 0..bits {
            let bit = self.bit(all, at + node)?;
            node = node << 1 | bit;
            value |= bit << place;
        }
        Some(value)
    }

    /// A length without the shortest one.
    fn length(&mut self, all: &mut [u16], at: usize, position: usize) -> Option<usize> {
        if self.bit(all, at)? == 0 {
            self.tree(all, at + LEN_LOW + position * 8, 3)
        } else if self.bit(all, at + 1)? == 0 {
            Some(8 + self.tree(all, at + LEN_MID + position * 8, 3)?)
        } else {
            Some(16 + self.tree(all, at + LEN_HIGH, 8)?)
        }
    }

    /// The distance of a copy of this length, less 1.
    fn distance(&mut self, all: &mut [u16], length: usize) -> Option<usize> {
        let slot = self.tree(all, POS_SLOT + length.min(LENGTHS - 1) * 64, 6)?;
        if slot < 4 {
            return Some(slot);
        }
        let bits = slot / 2 - 1;
        let high = (2 | slot & 1) << bits;
        if slot < FIRST_DIRECT {
            return Some(high + self.reverse_tree(all, POS_SPECIAL + high - slot, bits)?);
        }
        let middle = self.direct(bits - 4)? << 4;
        Some(high + middle + self.reverse_tree(all, ALIGN, 4)?)
    }
}

/// A file that is being unpacked.
pub struct Decoder<'a> {
    coder: Coder<'a>,
    probabilities: Vec<u16>,
    /// Bits of the byte before a literal, and of its position, that choose the literal's context.
    literal_context: u32,
    literal_position: usize,
    /// Bits of the position that other contexts depend on, as a mask.
    position: usize,
    state: usize,
    /// Distances of the last four copies, the latest first.
    last: [usize; 4],
}

impl<'a> Decoder<'a> {
    /// A decoder of the bytes after a header with these properties.
    pub fn new(properties: u8, packed: &'a [u8]) -> Option<Self> {
        let (literal_context, rest) = (properties % 9, properties / 9);
        let (literal_position, position) = (rest % 5, rest / 5);
        if position > 4 {
            return None;
        }
        let contexts = 1usize << (literal_context + literal_position);
        Some(Self {
            coder: Coder::new(packed)?,
            probabilities: alloc::vec![HALF; LITERAL + LITERAL_SIZE * contexts],
            literal_context: literal_context.into(),
            literal_position: (1 << literal_position) - 1,
            position: (1 << position) - 1,
            state: 0,
            last: [1; 4],
        })
    }

    /// Unpacks into `bytes` from `done` on, until at least `end` are there. Returns their number.
    pub fn decode(&mut self, bytes: &mut [u8], mut done: usize, end: usize) -> Option<usize> {
        // Local copies stay in registers.
        let (mut coder, mut state, mut last) = (self.coder, self.state, self.last);
        let all = self.probabilities.as_mut_slice();
        while done < end {
            let position = done & self.position;
            if coder.bit(all, IS_MATCH + state * POSITIONS + position)? == 0 {
                let before = done.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or_default();
                let context = (done & self.literal_position) << self.literal_context;
                let context = context + (usize::from(before) >> (8 - self.literal_context));
                let at = LITERAL + LITERAL_SIZE * context;
                let mut symbol = 1;
                if state >= AFTER_COPY {
                    let mut other = usize::from(*bytes.get(done.checked_sub(last[0])?)?);
                    while symbol < 0x100 {
                        other <<= 1;
                        let expected = other >> 8 & 1;
                        let bit = coder.bit(all, at + ((1 + expected) << 8) + symbol)?;
                        symbol = symbol << 1 | bit;
                        if bit != expected {
                            break;
                        }
                    }
                }
                while symbol < 0x100 {
                    symbol = symbol << 1 | coder.bit(all, at + symbol)?;
                }
                *bytes.get_mut(done)? = symbol as u8;
                done += 1;
                state = if state < 4 { 0 } else { state - if state < 10 { 3 } else { 6 } };
                continue;
            }
            let was_copy = state >= AFTER_COPY;
            let length;
            if coder.bit(all, IS_REP + state)? == 0 {
                length = coder.length(all, LEN, position)?;
                last = [coder.distance(all, length)?.checked_add(1)?, last[0], last[1], last[2]];
                state = if was_copy { 10 } else { 7 };
            } else {
                if coder.bit(all, IS_REP_G0 + state)? == 0 {
                    if coder.bit(all, IS_REP0_LONG + state * POSITIONS + position)? == 0 {
                        *bytes.get_mut(done)? = *bytes.get(done.checked_sub(last[0])?)?;
                        done += 1;
                        state = if was_copy { 11 } else { 9 };
                        continue;
                    }
                } else if coder.bit(all, IS_REP_G1 + state)? == 0 {
                    last.swap(0, 1);
                } else {
                    let older = 2 + coder.bit(all, IS_REP_G2 + state)?;
                    last[..=older].rotate_right(1);
                }
                length = coder.length(all, REP_LEN, position)?;
                state = if was_copy { 11 } else { 8 };
            }
            let from = done.checked_sub(last[0])?;
            let after = done + length + SHORTEST;
            // The bytes may overlap with their copy, which repeats them.
            for (at, to) in (from..).zip(done..after) {
                *bytes.get_mut(to)? = *bytes.get(at)?;
            }
            done = after;
        }
        (self.coder, self.state, self.last) = (coder, state, last);
        Some(done)
    }
}
