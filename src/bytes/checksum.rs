//! Whether checksums agree: one place, so that fuzzing can look behind them.

/// Whether a stored checksum is the computed one.
///
/// Under `cfg(fuzzing)` all agree: a fuzzer that had to guess checksums would never get past them.
pub fn sums_agree(stored: u32, computed: u32) -> bool {
    cfg!(fuzzing) || stored == computed
}
