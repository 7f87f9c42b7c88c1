//! The last step of a matrix product: from sums to results.

/// Channels that are finished together.
pub const LANES: usize = 8;

/// Converts sums of int8 products to results.
pub trait Epilogue {
    /// Type of a result.
    type Out;
    /// Initial values of the sums, padded to full groups of [`LANES`].
    fn biases(&self) -> &[i32];

    /// The same of the channels `c..`; `c` begins a group.
    #[inline(always)]
    fn bias(&self, c: usize) -> &[i32; LANES] {
        self.biases()[c..].first_chunk().unwrap_or(&[0; LANES])
    }

    /// Finishes the sums of the channels `c..` of rows. The first row's results begin `out`, the next ones follow by `stride`.
    fn finish(&self, c: usize, rows: &[[i32; LANES]], out: &mut [Self::Out], stride: usize);
}
