//! The last step of a matrix product: converts sums to results.

/// Channels that are finished together.
pub const LANES: usize = 8;

/// Finishes sums that are in registers: the channels of a group.
pub trait End<Out> {
    /// The results of a row.
    fn one(&self, sums: &[i32; LANES]) -> [Out; LANES];

    /// The results of two rows.
    #[inline(always)]
    fn two(&self, a: &[i32; LANES], b: &[i32; LANES]) -> [[Out; LANES]; 2] {
        [self.one(a), self.one(b)]
    }
}

/// Tiles of a group of channels.
// A trait, so that their loop is compiled for each kind of end.
pub trait Tiles<Out> {
    /// Multiplies them; without an end, [`Epilogue::finish`] finishes their sums.
    fn run(self, end: Option<impl End<Out>>);
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

    /// Runs `tiles` with what ends the sums of the channels `c..`; `c` begins a group.
    fn choose(&self, c: usize, tiles: impl Tiles<Self::Out>);

    /// Finishes the sums of the channels `c..` of rows. The results of the first row begin at `out`, those of the
    /// others every `stride` elements.
    fn finish(&self, c: usize, rows: &[[i32; LANES]], out: &mut [Self::Out], stride: usize);
}
