//! From samples to the energy of frequencies.

use super::fields::{fft_length, frequencies, shift};
use super::fourier::Fourier;
use crate::engine::error::Result;
use crate::engine::ops::geometry::misfit;
use crate::engine::view::{Io, NodeView};

/// Multiplies every frame of samples by the window.
pub fn window(view: &NodeView, io: &mut Io) -> Result<()> {
    let shift = shift(view, "shift").ok_or_else(misfit)?;
    let (x, weights, out) = (io.input::<i16>(0), io.input::<i16>(1), io.output::<i16>(0));
    if weights.is_empty() || !x.len().is_multiple_of(weights.len()) {
        return Err(misfit());
    }
    for ((out, &x), &weight) in out.iter_mut().zip(x).zip(weights.iter().cycle()) {
        let product = (i32::from(x) * i32::from(weight)) >> shift;
        *out = product.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    }
    Ok(())
}

/// Shifts the samples so far to the left that the largest one has its first bit below the sign, and returns the bits.
pub fn auto_scale(_: &NodeView, io: &mut Io) -> Result<()> {
    let x = io.input::<i16>(0);
    // The negative of the least value does not exist: the library's maximum becomes negative there.
    let most = x.iter().fold(0i16, |most, &value| match value {
        value if value > most => value,
        value if -i32::from(value) > i32::from(most) => value.wrapping_neg(),
        _ => most,
    });
    let bits = if most > 0 { most.leading_zeros() - 1 } else { 0 };
    for (out, x) in io.output::<i16>(0).iter_mut().zip(x) {
        *out = x.wrapping_shl(bits);
    }
    io.output::<i32>(1).fill(bits as i32);
    Ok(())
}

/// Transforms frames of samples, behind which it appends zeros.
pub fn rfft(view: &NodeView, io: &mut Io) -> Result<()> {
    let length = fft_length(view).ok_or_else(misfit)?;
    let frame = view.shape(0).last().copied().unwrap_or(0).max(1);
    let fourier = Fourier::new(length);
    let (x, out) = (io.input::<i16>(0), io.output::<i16>(0));
    let mut samples = vec![0; length];
    for (x, out) in x.chunks_exact(frame).zip(out.chunks_exact_mut(length + 2)) {
        samples[..frame].copy_from_slice(x);
        fourier.run(&samples, out);
    }
    Ok(())
}

/// The squares of the frequencies' absolute values.
pub fn energy(view: &NodeView, io: &mut Io) -> Result<()> {
    let range = frequencies(view).ok_or_else(misfit)?;
    let (x, out) = (io.input::<i16>(0).as_chunks::<2>().0, io.output::<u32>(0));
    out.fill(0);
    for (out, x) in out[range.clone()].iter_mut().zip(&x[range]) {
        *out = x
            .map(|part| (i32::from(part) * i32::from(part)) as u32)
            .iter()
            .fold(0, |sum, &square| sum.wrapping_add(square));
    }
    Ok(())
}
