//! Values for inputs: zeros, or random ones that a seed repeats on every machine.

use super::program::{Dtype, Quant};

/// SplitMix64: a counter in steps of 0x9e3779b97f4a7c15, each scrambled by two multiplications.
///
/// The sequence is part of the contract: the same seed gives the same inputs in the page, the terminal and in tests.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts at a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in 0..1, a multiple of 2^-24: the upper 24 of the next bits.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// A whole number below `n` (0 for n = 0): the next bits modulo `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 { 0 } else { self.bits() % n }
    }
}

/// Bytes of `elements` elements drawn from `seed`: floats uniform in -1..1, quantized integers over all codes, other
/// integers 0..10, bools 0 or 1. `None` for types without a fixed size.
pub fn random(seed: u64, dtype: Dtype, quant: Option<&Quant>, elements: usize) -> Option<Vec<u8>> {
    let mut random = Random::new(seed);
    let mut bytes = Vec::with_capacity(dtype.bytes(elements)?);
    let codes = quant.is_some();
    match dtype {
        Dtype::F32 => (0..elements).for_each(|_| bytes.extend((random.unit() * 2.0 - 1.0).to_le_bytes())),
        Dtype::F64 => (0..elements).for_each(|_| bytes.extend(f64::from(random.unit() * 2.0 - 1.0).to_le_bytes())),
        Dtype::F16 => (0..elements)
            .for_each(|_| bytes.extend(super::data::f32_to_f16(random.unit() * 2.0 - 1.0).to_le_bytes())),
        Dtype::Bool => (0..elements).for_each(|_| bytes.push(random.below(2) as u8)),
        Dtype::I8 | Dtype::U8 | Dtype::I16 if codes => bytes.extend((0..dtype.bytes(elements)?).map(|_| random.bits() as u8)),
        Dtype::I8 | Dtype::U8 => (0..elements).for_each(|_| bytes.push(random.below(10) as u8)),
        Dtype::I16 | Dtype::U16 => (0..elements).for_each(|_| bytes.extend((random.below(10) as u16).to_le_bytes())),
        Dtype::I32 | Dtype::U32 => (0..elements).for_each(|_| bytes.extend((random.below(10) as u32).to_le_bytes())),
        Dtype::I64 | Dtype::U64 => (0..elements).for_each(|_| bytes.extend(random.below(10).to_le_bytes())),
        _ => bytes.extend((0..dtype.bytes(elements)?).map(|_| random.bits() as u8)),
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_a_seed_never_changes() {
        // First values of SplitMix64 from state 0, as published with the algorithm.
        let mut random = Random::new(0);
        assert_eq!(random.bits(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.bits(), 0x6e78_9e6a_a1b9_65f4);
        let values = super::random(7, Dtype::F32, None, 100).unwrap();
        assert_eq!(values.len(), 400);
        let value = |c: &[u8]| f32::from_le_bytes(c.try_into().unwrap());
        assert!(values.chunks_exact(4).map(value).all(|v| (-1.0..1.0).contains(&v)));
    }
}
