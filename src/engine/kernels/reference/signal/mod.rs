//! The operators for signals of TensorFlow Lite Micro: from samples of audio to the features that its speech models read. They
//! compute in integers, and these kernels return the same bits.
//!
//! Owns: names, checks, shapes. Not here: the operators that collect samples over several runs (`SignalDelay`, `SignalFramer`,
//! `SignalStacker`, `SignalOverlapAdd`) and the inverse transform.
//! Source: tensorflow/tflite-micro, `signal/micro/kernels` and `signal/src`.

mod fields;
mod filters;
mod fourier;
mod logarithm;
mod spectrum;

use self::fields::{bands, fft_length, frequencies, shift};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Refusal};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::operands::{same_shape, types};
use crate::engine::program::Dtype;
use crate::engine::view::{NodeView, Shape};

/// Name of the operator that weights samples.
pub const WINDOW: &str = "SignalWindow";
/// Name of the operator that shifts samples to the full range of their type.
pub const AUTO_SCALE: &str = "SignalFftAutoScale";
/// Name of the transform of real samples.
pub const RFFT: &str = "SignalRfft";
/// Name of the operator that computes the energy of frequencies.
pub const ENERGY: &str = "SignalEnergy";
/// Name of the operator that sums the energy in bands.
pub const FILTER_BANK: &str = "SignalFilterBank";
/// Name of the root of sums.
pub const SQUARE_ROOT: &str = "SignalFilterBankSquareRoot";
/// Name of the operator that subtracts noise.
pub const SUBTRACTION: &str = "SignalFilterBankSpectralSubtraction";
/// Name of the gain control by band.
pub const PCAN: &str = "SignalPCAN";
/// Name of the logarithm.
pub const LOG: &str = "SignalFilterBankLog";

/// All of them, by name.
pub const OPS: [(&str, Definition); 9] = [
    (WINDOW, Definition::new(1, check_window, same_shape, spectrum::window)),
    (AUTO_SCALE, Definition::new(1, check_auto_scale, auto_scale_shapes, spectrum::auto_scale)),
    (RFFT, Definition::new(1, check_rfft, rfft_shape, spectrum::rfft)),
    (ENERGY, Definition::new(1, check_energy, energy_shape, spectrum::energy)),
    (FILTER_BANK, Definition::new(1, check_filter_bank, filter_bank_shape, filters::filter_bank)),
    (SQUARE_ROOT, Definition::new(1, check_square_root, same_shape, filters::square_root)),
    (SUBTRACTION, Definition::new(1, check_subtraction, subtraction_shapes, filters::subtraction).impure()),
    (PCAN, Definition::new(1, check_pcan, same_shape, filters::pcan)),
    (LOG, Definition::new(1, check_log, same_shape, logarithm::run)),
];

/// The operands' types in order, the results' in order, and options that are complete.
fn check<T>(view: &NodeView, from: &[Dtype], to: &[Dtype], options: Option<T>) -> Check {
    if view.inputs() != from.len() || view.outputs() != to.len() {
        return Err(Refusal::new("engine-operands"));
    }
    let read = (0..).zip(from).all(|(i, &dtype)| view.dtype(i) == Some(dtype));
    let written = (0..).zip(to).all(|(i, &dtype)| view.out_dtype(i) == Some(dtype));
    types(view, read && written)?;
    options.map(drop).ok_or_else(|| Refusal::new("engine-custom-options"))
}

fn check_window(view: &NodeView) -> Check {
    check(view, &[Dtype::I16, Dtype::I16], &[Dtype::I16], shift(view, "shift"))
}

fn check_auto_scale(view: &NodeView) -> Check {
    check(view, &[Dtype::I16], &[Dtype::I16, Dtype::I32], Some(()))
}

fn auto_scale_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(vec![view.shape(0).to_vec(), Vec::new()]))
}

fn check_rfft(view: &NodeView) -> Check {
    check(view, &[Dtype::I16], &[Dtype::I16], fft_length(view))
}

/// Real and imaginary parts of half of the frequencies, and of one more.
fn rfft_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let length = fft_length(view).ok_or_else(misfit)?;
    let mut shape = view.shape(0).to_vec();
    match shape.last_mut() {
        Some(last) if (1..=length).contains(last) => *last = length + 2,
        _ => return Err(misfit()),
    }
    Ok(Some(vec![shape]))
}

fn check_energy(view: &NodeView) -> Check {
    check(view, &[Dtype::I16], &[Dtype::U32], frequencies(view))
}

fn energy_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [length] = dims(view.shape(0))?;
    let inside = frequencies(view).is_some_and(|range| range.end <= length / 2);
    if inside && length.is_multiple_of(2) { Ok(Some(vec![vec![length / 2]])) } else { Err(misfit()) }
}

fn check_filter_bank(view: &NodeView) -> Check {
    let from = [Dtype::U32, Dtype::I16, Dtype::I16, Dtype::I16, Dtype::I16, Dtype::I16];
    check(view, &from, &[Dtype::U64], bands(view))
}

fn filter_bank_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(vec![vec![bands(view).ok_or_else(misfit)?]]))
}

fn check_square_root(view: &NodeView) -> Check {
    check(view, &[Dtype::U64, Dtype::I32], &[Dtype::U32], Some(()))
}

fn check_subtraction(view: &NodeView) -> Check {
    check(view, &[Dtype::U32], &[Dtype::U32, Dtype::U32], filters::Smoothing::new(view))
}

fn subtraction_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(vec![view.shape(0).to_vec(); 2]))
}

fn check_pcan(view: &NodeView) -> Check {
    check(view, &[Dtype::U32, Dtype::U32, Dtype::I16], &[Dtype::U32], shift(view, "snr_shift"))
}

fn check_log(view: &NodeView) -> Check {
    check(view, &[Dtype::U32], &[Dtype::I16], logarithm::Scale::new(view))
}
