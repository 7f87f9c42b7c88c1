//! The last step of a matrix product: converts sums to results.

/// Channels that are finished together.
pub const LANES: usize = 8;

/// Quantizes sums of a group of channels.
pub trait End {
    /// The quantized values for a row.
    fn one(&self, sums: &[i32; LANES]) -> [i8; LANES];

    /// Those for two rows.
    // Not more: the compiler would make a loop of them, with rows in memory, or they are code without use.
    #[inline(always)]
    fn two(&self, [a, b]: &[[i32; LANES]; 2]) -> [[i8; LANES]; 2] {
        [self.one(a), self.one(b)]
    }
}

/// Converts sums of int8 products to results.
pub trait Epilogue {
    /// Type of a result.
    type Out;
    /// Initial values of the sums, padded to full groups of [`LANES`].
    fn biases(&self) -> &[i32];

    /// Initial values for the channels `c..`; `c` begins a group.
    #[inline(always)]
    fn bias(&self, c: usize) -> &[i32; LANES] {
        self.biases()[c..].first_chunk().unwrap_or(&[0; LANES])
    }

    /// Finishes the sums of the channels `c..` of rows. The results of the first row begin at `out`, those of the
    /// others every `stride` elements.
    fn finish(&self, c: usize, rows: &[[i32; LANES]], out: &mut [Self::Out], stride: usize);
}
