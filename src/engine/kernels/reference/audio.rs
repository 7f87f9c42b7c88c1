//! The runtime's built-in custom operators for audio: `AudioSpectrogram` and `Mfcc`. Both compute in float64.

use super::fourier::{Complex, Fourier};
use super::options::Options;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Refusal};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::operands::{operands, types};
use crate::engine::program::{Dtype, elements};
use crate::engine::view::{Io, NodeView, Shape};
use std::f64::consts::{PI, TAU};

/// Names of the operators.
pub const SPECTROGRAM: &str = "AudioSpectrogram";
/// The other.
pub const MFCC: &str = "Mfcc";

/// Both, by name.
pub const OPS: [(&str, Definition); 2] = [
    (SPECTROGRAM, Definition::new(1, check_spectrogram, spectrogram_shape, spectrogram)),
    (MFCC, Definition::new(1, check_mfcc, mfcc_shape, mfcc)),
];

/// How a wave is cut into windows.
struct Windows {
    size: usize,
    stride: usize,
    squared: bool,
}

impl Windows {
    fn new(view: &NodeView) -> Option<Self> {
        let options = Options::new(view)?;
        let squared = options.count("magnitude_squared").unwrap_or(0) != 0;
        let windows = Self { size: options.count("window_size")?, stride: options.count("stride")?, squared };
        (windows.size >= 2 && windows.stride >= 1).then_some(windows)
    }

    /// Number of windows in this many samples, and of frequencies in each.
    fn sizes(&self, samples: usize) -> (usize, usize) {
        let count = samples.checked_sub(self.size).map_or(0, |rest| 1 + rest / self.stride);
        (count, self.size.next_power_of_two() / 2 + 1)
    }
}

fn check_spectrogram(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, crate::engine::ops::operands::is(view, 0, Dtype::F32))?;
    Windows::new(view).map(|_| ()).ok_or_else(|| Refusal::new("engine-custom-options"))
}

fn spectrogram_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [samples, channels] = dims(view.shape(0))?;
    let (frames, bins) = Windows::new(view).ok_or_else(misfit)?.sizes(samples);
    let shape = vec![channels, frames, bins];
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

/// The magnitude of each frequency in each window, which is faded in and out by a cosine.
fn spectrogram(view: &NodeView, io: &mut Io) -> Result<()> {
    let windows = Windows::new(view).ok_or_else(misfit)?;
    let [samples, channels] = dims(view.shape(0))?;
    let (frames, bins) = windows.sizes(samples);
    let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
    if frames == 0 {
        return Ok(());
    }
    let size = windows.size.next_power_of_two();
    // The wave, the transform's table and the window.
    view.reserve(size, 64)?;
    let fade: Vec<f64> =
        (0..windows.size).map(|i| 0.5 - 0.5 * (TAU * i as f64 / windows.size as f64).sin_cos().1).collect();
    let spectrum = Fourier::new(size);
    let mut wave: Vec<Complex> = vec![(0.0, 0.0); size];
    for (row, out) in out.chunks_exact_mut(bins).enumerate() {
        let (channel, start) = (row / frames, row % frames * windows.stride);
        wave.fill((0.0, 0.0));
        for (i, (point, fade)) in wave.iter_mut().zip(&fade).enumerate() {
            point.0 = f64::from(x[(start + i) * channels + channel]) * fade;
        }
        spectrum.run(&mut wave);
        for (out, &(real, imaginary)) in out.iter_mut().zip(&wave) {
            let square = (real * real + imaginary * imaginary) as f32;
            *out = if windows.squared { square } else { square.sqrt() };
        }
    }
    Ok(())
}

/// Filters of a spectrum on the mel scale, and how many coefficients are kept.
struct Mel {
    low: f64,
    high: f64,
    filters: usize,
    kept: usize,
}

impl Mel {
    fn new(view: &NodeView) -> Option<Self> {
        let options = Options::new(view)?;
        let count = |name| options.count(name);
        let (low, high) = (count("lower_frequency_limit")? as f64, count("upper_frequency_limit")? as f64);
        let (filters, kept) = (count("filterbank_channel_count")?, count("dct_coefficient_count")?);
        let sane = low < high && (1..=filters).contains(&kept) && filters <= 1 << 16;
        sane.then_some(Self { low, high, filters, kept })
    }
}

/// A frequency on the mel scale.
fn mel(frequency: f64) -> f64 {
    1127.0 * (1.0 + frequency / 700.0).ln()
}

fn check_mfcc(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    types(view, crate::engine::ops::operands::is(view, 0, Dtype::F32) && view.dtype(1) == Some(Dtype::I32))?;
    Mel::new(view).map(|_| ()).ok_or_else(|| Refusal::new("engine-custom-options"))
}

fn mfcc_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [channels, frames, bins] = dims(view.shape(0))?;
    if bins < 2 || view.shape(1).iter().product::<usize>() != 1 {
        return Err(misfit());
    }
    Ok(Some(vec![vec![channels, frames, Mel::new(view).ok_or_else(misfit)?.kept]]))
}

/// Cepstral coefficients of squared spectra: triangular filters, logarithms, a cosine transform.
fn mfcc(view: &NodeView, io: &mut Io) -> Result<()> {
    let Mel { low, high, filters, kept } = Mel::new(view).ok_or_else(misfit)?;
    let [.., bins] = dims::<3>(view.shape(0))?;
    let rate = io.input::<i32>(1)[0];
    let width = 0.5 * f64::from(rate) / (bins - 1) as f64;
    // The lowest bin is always left out.
    let (first, last) = ((1.5 + low / width) as usize, (high / width) as usize);
    if rate <= 0 || last >= bins {
        return Err(misfit());
    }
    let spacing = (mel(high) - mel(low)) / (filters + 1) as f64;
    // For each bin, the filter that it leaves (none below the first center) and its remaining weight in that filter.
    let mut filter = 0;
    let shares: Vec<(usize, Option<usize>, f64)> = (first..=last)
        .map(|bin| {
            let at = mel(bin as f64 * width);
            let centre = |n: usize| mel(low) + spacing * (n + 1) as f64;
            while filter < filters && centre(filter) < at {
                filter += 1;
            }
            (bin, filter.checked_sub(1), (centre(filter) - at) / spacing)
        })
        .collect();
    view.reserve(kept.saturating_mul(filters), 8)?;
    let norm = (2.0 / filters as f64).sqrt();
    let turn = |i: usize, j: usize| norm * (i as f64 * PI / filters as f64 * (j as f64 + 0.5)).sin_cos().1;
    let turns: Vec<f64> = (0..kept * filters).map(|n| turn(n / filters, n % filters)).collect();
    let mut sums = vec![0.0; filters];
    for (x, out) in io.input::<f32>(0).chunks_exact(bins).zip(io.output::<f32>(0).chunks_exact_mut(kept)) {
        sums.fill(0.0);
        for &(bin, leaves, share) in &shares {
            let size = f64::from(x[bin]).sqrt();
            if let Some(leaves) = leaves {
                sums[leaves] += size * share;
            }
            if let Some(enters) = sums.get_mut(leaves.map_or(0, |leaves| leaves + 1)) {
                *enters += size - size * share;
            }
        }
        sums.iter_mut().for_each(|sum| *sum = sum.max(1e-12).ln());
        for (out, turns) in out.iter_mut().zip(turns.chunks_exact(filters)) {
            *out = turns.iter().zip(&sums).map(|(turn, sum)| turn * sum).sum::<f64>() as f32;
        }
    }
    Ok(())
}
