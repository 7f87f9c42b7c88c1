//! Random values for inputs that the caller does not set. (Zeros are plain bytes.)

use super::program::Dtype;

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): the same values from the
/// same seed on every machine and in every release of this crate.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in -1 … 1.
    fn real(&mut self) -> f64 {
        // 53 bits fill the mantissa: 0 … 1, then stretched.
        (self.next() >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0
    }
}

/// `count` random elements of a type, little-endian: reals uniform in -1 … 1; 8-bit and 16-bit integers (which carry
/// quantized reals) over their full range; wider integers, which are mostly indices, 0 or 1; bools 0 or 1. `None` for
/// types that are not numbers of full bytes.
pub fn random(dtype: Dtype, count: usize, seed: u64) -> Option<Vec<u8>> {
    let mut source = SplitMix64(seed);
    let mut bytes = Vec::with_capacity(dtype.bytes(count)?);
    for _ in 0..count {
        match dtype {
            Dtype::F32 => bytes.extend((source.real() as f32).to_le_bytes()),
            Dtype::F64 => bytes.extend(source.real().to_le_bytes()),
            Dtype::I8 | Dtype::U8 => bytes.push(source.next() as u8),
            Dtype::I16 | Dtype::U16 => bytes.extend((source.next() as u16).to_le_bytes()),
            Dtype::I32 | Dtype::U32 => bytes.extend((source.next() as u32 & 1).to_le_bytes()),
            Dtype::I64 | Dtype::U64 => bytes.extend((source.next() & 1).to_le_bytes()),
            Dtype::Bool => bytes.push(source.next() as u8 & 1),
            _ => return None,
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_values_and_reals_stay_in_range() {
        let one = random(Dtype::F32, 1000, 7).unwrap();
        assert_eq!(one, random(Dtype::F32, 1000, 7).unwrap());
        assert_ne!(one, random(Dtype::F32, 1000, 8).unwrap());
        let reals: Vec<f32> = one.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
        assert!(reals.iter().all(|r| (-1.0..=1.0).contains(r)));
        assert!(reals.iter().any(|r| *r < -0.5) && reals.iter().any(|r| *r > 0.5));
    }

    #[test]
    fn the_generator_is_the_published_one() {
        // First output of the reference implementation for seed 0.
        assert_eq!(SplitMix64(0).next(), 0xe220_a839_7b1d_cdaf);
    }
}
