//! Aligned bytes and their views as numbers.

/// Alignment unit of all tensor memory: 16 bytes, one SIMD128 vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(16))]
pub(crate) struct Unit([u64; 2]);

/// Bytes of one unit.
pub const ALIGN: usize = 16;

/// A byte buffer whose start is aligned to [`ALIGN`].
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Aligned {
    units: Vec<Unit>,
    len: usize,
}

impl Aligned {
    /// `len` zero bytes.
    pub fn zeroed(len: usize) -> Self {
        Self { units: vec![Unit::default(); len.div_ceil(ALIGN)], len }
    }

    /// A copy of `bytes`.
    pub fn copy_of(bytes: &[u8]) -> Self {
        let mut new = Self::zeroed(bytes.len());
        new.bytes_mut().copy_from_slice(bytes);
        new
    }

    /// Changes the length; kept bytes stay, new ones are zero or left over.
    pub fn resize(&mut self, len: usize) {
        let units = len.div_ceil(ALIGN);
        // Exactly, because growth by doubling would take more memory than requested.
        self.units.reserve_exact(units.saturating_sub(self.units.len()));
        self.units.resize(units, Unit::default());
        self.len = len;
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.units)[..self.len]
    }

    /// All bytes, to change.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.units)[..self.len]
    }
}

impl std::fmt::Debug for Aligned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.len)
    }
}

/// A number that a tensor can hold.
pub trait Number: bytemuck::Pod {}

macro_rules! numbers {
    ($($t:ty)*) => { $(impl Number for $t {})* };
}
numbers!(f32 f64 i8 u8 i16 u16 i32 u32 i64 u64);

/// `bytes` as numbers. `bytes` must start aligned and hold complete numbers, as all tensor memory does.
#[inline(never)]
pub fn view<T: Number>(bytes: &[u8]) -> &[T] {
    if bytes.is_empty() { &[] } else { bytemuck::cast_slice(bytes) }
}

/// The same, to change.
#[inline(never)]
pub fn view_mut<T: Number>(bytes: &mut [u8]) -> &mut [T] {
    if bytes.is_empty() { &mut [] } else { bytemuck::cast_slice_mut(bytes) }
}

/// `count` 4-bit integers, two per byte, the lower half first.
pub fn unpack_i4(bytes: &[u8], count: usize) -> Vec<i8> {
    bytes.iter().flat_map(|&b| [(b << 4) as i8 >> 4, b as i8 >> 4]).take(count).collect()
}

/// One of these integers.
#[inline(always)]
pub fn i4(bytes: &[u8], i: usize) -> i8 {
    (bytes[i / 2] << (4 * (1 - i % 2))) as i8 >> 4
}

/// The value of an IEEE half.
// Without branches, so that loops over it are vectors.
#[inline(always)]
pub fn f16_to_f32(bits: u16) -> f32 {
    /// Size of float32's fraction, and by how much its exponents are larger.
    const FRACTION: u32 = 23;
    const LARGER: u32 = 112 << FRACTION;
    let (sign, magnitude) = (u32::from(bits & 0x8000) << 16, u32::from(bits & 0x7fff) << 13);
    // A subnormal is the distance from the least normal to the float with its fraction, exactly.
    let least = LARGER + (1 << FRACTION);
    let small = (f32::from_bits(magnitude + least) - f32::from_bits(least)).to_bits();
    let normal = magnitude + LARGER;
    let large = if magnitude >= 31 << FRACTION { normal + LARGER } else { normal };
    f32::from_bits(sign | if magnitude < 1 << FRACTION { small } else { large })
}

/// Writes the float32 values of float16 ones.
// Not inlined: a browser optimizes a function with long loops as a whole.
#[inline(never)]
pub fn widen(halves: &[u16], wide: &mut [f32]) {
    wide.iter_mut().zip(halves).for_each(|(wide, &half)| *wide = f16_to_f32(half));
}

/// The same in memory of their own.
pub fn widened(halves: &[u8]) -> Aligned {
    let mut wide = Aligned::zeroed(2 * halves.len());
    widen(view(halves), view_mut(wide.bytes_mut()));
    wide
}

/// The nearest IEEE half (ties to even); too large values become infinities.
pub fn f32_to_f16(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16) as u16 & 0x8000;
    let magnitude = bits & 0x7fff_ffff;
    if magnitude > 0x7f80_0000 {
        return sign | 0x7e00;
    }
    if magnitude >= 0x4780_0000 {
        return sign | 0x7c00;
    }
    if magnitude < 0x3880_0000 {
        // Subnormal result: count in units of 2^-24; the multiplication is exact, the rounding is to even.
        let units = (f32::from_bits(magnitude) * 2f32.powi(24)).round_ties_even();
        return sign | units as u16;
    }
    let rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
    sign | ((rounded - 0x3800_0000) >> 13) as u16
}

/// The nearest finite half: too large values become the largest one. An infinity would become NaN when multiplied by
/// zero.
pub fn f32_to_finite_f16(value: f32) -> u16 {
    f32_to_f16(value.clamp(-65504.0, 65504.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_the_way_there_and_back() {
        for bits in 0..=u16::MAX {
            let value = f16_to_f32(bits);
            if value.is_nan() {
                assert!(f16_to_f32(f32_to_f16(value)).is_nan());
            } else {
                assert_eq!(f32_to_f16(value), bits, "{bits:#06x}");
            }
        }
        assert_eq!(f32_to_f16(65520.0), 0x7c00);
        assert_eq!(f32_to_f16(65519.0), 0x7bff);
    }
}
