//! Compares checksums: in one function, so that fuzzing can disable it.

/// Whether a stored checksum equals the computed one.
///
/// Under `cfg(fuzzing)` all agree: a fuzzer cannot guess checksums.
pub fn sums_agree(stored: u32, computed: u32) -> bool {
    cfg!(fuzzing) || stored == computed
}
