//! SOFTMAX of float32 and of 8-bit values.

use super::activations::exp_or_zero;
use super::vector::Sign;
use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::kernels::reference::softmax::FixedSoftmax;
use crate::engine::program::{Dtype, Params};
use crate::engine::view::{Io, Kernel, NodeView};

/// SOFTMAX along the last dimension.
struct Softmax {
    beta: f32,
}

/// Prepares SOFTMAX: float32, or int8 or uint8 with a result of the same type.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let &Params::Softmax { beta } = &view.node.params else { return Ok(None) };
    match (view.dtype(0), Sign::of(view.dtype(0))) {
        (Some(Dtype::F32), _) => Ok(Some(Box::new(Softmax { beta }))),
        (from, Some(sign)) if from == view.out_dtype(0) => {
            Ok(Some(Box::new(Bytes { sign, softmax: FixedSoftmax::new(beta, view.quant(0)?.scale(), 8) })))
        }
        (Some(Dtype::I8), _) if view.out_dtype(0) == Some(Dtype::I16) => {
            Ok(Some(Box::new(Shorts(FixedSoftmax::new(beta, view.quant(0)?.scale(), 16)))))
        }
        _ => Ok(None),
    }
}

/// Rows, which take as long as so many multiply-adds.
pub fn rows(view: &NodeView) -> Units {
    let len = view.shape(0).last().copied().unwrap_or(1).max(1);
    Units { len, cost: 48 * len, step: 1 }
}

/// The largest element; what is no number is passed over.
#[inline(always)]
pub fn largest(x: &[f32]) -> f32 {
    let larger = |max: f32, x: f32| if max < x { x } else { max };
    let (fours, rest) = x.as_chunks::<4>();
    let mut all = [f32::MIN; 4];
    fours.iter().for_each(|x| all.iter_mut().zip(x).for_each(|(max, &x)| *max = larger(*max, x)));
    all.iter().chain(rest).copied().fold(f32::MIN, larger)
}

/// The sum of all elements.
#[inline(always)]
pub fn sum(x: &[f32]) -> f32 {
    let (fours, rest) = x.as_chunks::<4>();
    let mut sums = [0.0; 4];
    fours.iter().for_each(|x| sums.iter_mut().zip(x).for_each(|(sum, x)| *sum += x));
    sums.iter().chain(rest).sum()
}

impl Kernel for Softmax {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let (rows, x) = (rows(view), io.input::<f32>(0));
        io.crew().share(rows, &mut [0u8; 0], io.output::<f32>(0), |first, _, out| {
            for (x, out) in x[first * rows.len..].chunks_exact(rows.len).zip(out.chunks_exact_mut(rows.len)) {
                let max = largest(x);
                out.iter_mut().zip(x).for_each(|(out, &x)| *out = exp_or_zero((x - max) * self.beta));
                let scale = 1.0 / sum(out);
                out.iter_mut().for_each(|out| *out *= scale);
            }
        });
        Ok(())
    }
}

/// The same of 8-bit values, as the plain kernel computes it; its exponentials are computed once for all runs.
struct Bytes {
    sign: Sign,
    softmax: FixedSoftmax,
}

impl Kernel for Bytes {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let (rows, x) = (rows(view), io.bytes(0));
        // Results are counted from the smallest value, as uint8 is.
        let flip = Sign::Unsigned.flip(self.sign) as u8;
        io.crew().share(rows, &mut [0u8; 0], io.output_bytes(0), |first, _, out| {
            for (x, out) in x[first * rows.len..].chunks_exact(rows.len).zip(out.chunks_exact_mut(rows.len)) {
                let mut out = out.iter_mut();
                self.softmax.row(x.iter().map(|&byte| self.sign.value(byte)), |value| {
                    if let Some(out) = out.next() {
                        *out = value.clamp(0, 255) as u8 ^ flip;
                    }
                });
            }
        });
        Ok(())
    }
}

/// The same with results of 16 bits.
struct Shorts(FixedSoftmax);

impl Kernel for Shorts {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let (Units { len, .. }, x, out) = (rows(view), io.input::<i8>(0), io.output::<i16>(0));
        x.chunks_exact(len).zip(out.chunks_exact_mut(len)).for_each(|(x, out)| self.0.shorts(x, out));
        Ok(())
    }
}
