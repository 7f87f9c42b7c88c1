//! Fields of the options that several files of this folder read.

use super::super::options::Options;
use crate::engine::view::NodeView;

/// Longest transform, in samples.
const LONGEST: usize = 1 << 15;

/// A number of bits to shift a value of 32 bits by.
pub fn shift(view: &NodeView, name: &str) -> Option<u32> {
    let bits = Options::new(view)?.index(name)?;
    u32::try_from(bits).ok().filter(|bits| *bits < u32::BITS)
}

/// Samples that a transform takes, after zeros are appended.
pub fn fft_length(view: &NodeView) -> Option<usize> {
    let length = Options::new(view)?.index("fft_length")?;
    (length.is_power_of_two() && (4..=LONGEST).contains(&length)).then_some(length)
}

/// The frequencies whose energy is computed; that of others is 0.
pub fn frequencies(view: &NodeView) -> Option<std::ops::Range<usize>> {
    let options = Options::new(view)?;
    let range = options.index("start_index")?..options.index("end_index")?;
    (range.start <= range.end).then_some(range)
}

/// Bands of a filter bank.
pub fn bands(view: &NodeView) -> Option<usize> {
    Options::new(view)?.index("num_channels").filter(|bands| (1..LONGEST).contains(bands))
}
