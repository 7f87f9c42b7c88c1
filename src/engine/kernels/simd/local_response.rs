//! LOCAL_RESPONSE_NORMALIZATION of float32: the squares of all channels at one distance are added at a time, and common powers
//! are roots.

use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::ops::geometry::misfit;
use crate::engine::program::{Dtype, Params};
use crate::engine::view::{Io, Kernel, NodeView};

struct LocalResponse {
    radius: usize,
    bias: f32,
    alpha: f32,
    beta: f32,
}

/// Prepares LOCAL_RESPONSE_NORMALIZATION: float32.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let Params::LocalResponse { radius, bias, alpha, beta } = view.node.params else { return Err(misfit()) };
    let radius = usize::try_from(radius).map_err(|_| misfit())?;
    let is_float = view.dtype(0) == Some(Dtype::F32);
    Ok(if is_float { Some(Box::new(LocalResponse { radius, bias, alpha, beta })) } else { None })
}

/// Adds the squares of some channels.
fn add_squares(x: &[f32], sums: &mut [f32]) {
    sums.iter_mut().zip(x).for_each(|(sum, x)| *sum += x * x);
}

impl LocalResponse {
    fn row(&self, x: &[f32], out: &mut [f32]) {
        out.fill(0.0);
        add_squares(x, out);
        for distance in 1..self.radius.saturating_add(1).min(x.len()) {
            add_squares(x, &mut out[distance..]);
            add_squares(&x[distance..], out);
        }
        if self.beta == 0.5 {
            self.scale(x, out, |sum| 1.0 / sum.sqrt());
        } else if self.beta == 0.75 {
            self.scale(x, out, |sum| 1.0 / (sum.sqrt() * sum.sqrt().sqrt()));
        } else if self.beta == 1.0 {
            self.scale(x, out, |sum| 1.0 / sum);
        } else {
            self.scale(x, out, |sum| sum.powf(-self.beta));
        }
    }

    #[inline(always)]
    fn scale(&self, x: &[f32], out: &mut [f32], power: impl Fn(f32) -> f32) {
        out.iter_mut().zip(x).for_each(|(out, x)| *out = x * power(self.bias + self.alpha * *out));
    }
}

impl Kernel for LocalResponse {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let len = view.shape(0).last().copied().unwrap_or(1).max(1);
        let (x, units) = (io.input::<f32>(0), Units { len, cost: len * (16 + 2 * self.radius.min(len)), step: 1 });
        io.crew().share(units, &mut [0u8; 0], io.output::<f32>(0), |first, _, out| {
            for (x, out) in x[first * len..].chunks_exact(len).zip(out.chunks_exact_mut(len)) {
                self.row(x, out);
            }
        });
        Ok(())
    }
}
