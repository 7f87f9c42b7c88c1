//! QUANTIZE of float32 to int8 or uint8, and DEQUANTIZE back; QUANTIZE between the two. Plain loops that the compiler
//! vectorizes, and tables.

use super::table;
use super::vector::Sign;
use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::ops::fixed::{Factor, type_range};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, Kernel, NodeView};

/// Beyond this, a quantized value is at an end of its range, whatever the zero point.
const FAR: f32 = 1e6;

/// The largest float32 below 1/2. Adding it, with the sign of a number, and truncating rounds half away from zero.
const BELOW_HALF: f32 = 0.5f32.next_down();

struct Quantize {
    scale: f32,
    zero: i32,
    range: (i32, i32),
}

/// Prepares QUANTIZE: float32, int8 or uint8 to int8 or uint8 with one scale.
pub fn prepare_quantize(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let (from, to, quant) = (view.dtype(0), view.out_dtype(0), view.out_quant(0)?);
    let Some(range) = to.and_then(type_range) else { return Ok(None) };
    if Sign::of(from).is_some() {
        let (low, high) = range;
        let old = view.quant(0)?;
        let factor = Factor::new(f64::from(old.scale()) / f64::from(quant.scale()));
        return table::of(view, &|x| {
            let value = factor.apply(x.wrapping_sub(old.zero_point()));
            value.saturating_add(quant.zero_point()).clamp(low, high)
        });
    }
    if from != Some(Dtype::F32) || Sign::of(to).is_none() || quant.scale.len() != 1 {
        return Ok(None);
    }
    Ok(Some(Box::new(Quantize { scale: quant.scale(), zero: quant.zero_point(), range })))
}

impl Quantize {
    // Called, or the loop would be in a module twice: for one thread and for several.
    #[inline(never)]
    fn all(&self, x: &[f32], out: &mut [i8]) {
        let (low, high) = self.range;
        for (o, &x) in out.iter_mut().zip(x) {
            let x = x / self.scale;
            let x = if x > FAR { FAR } else { x };
            let x = if x < -FAR { -FAR } else { x };
            // Half away from zero, as the runtime rounds; NaN becomes 0.
            *o = ((x + BELOW_HALF.copysign(x)) as i32 + self.zero).clamp(low, high) as i8;
        }
    }
}

impl Kernel for Quantize {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (x, units) = (io.input::<f32>(0), Units { len: 1, cost: 8, step: 16 });
        io.crew().share(units, &mut [0u8; 0], io.output::<i8>(0), |first, _, out| self.all(&x[first..], out));
        Ok(())
    }
}

/// The real value of each byte.
struct Dequantize([f32; 256]);

/// Prepares DEQUANTIZE: int8 or uint8 with one scale.
pub fn prepare_dequantize(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let Some(sign) = Sign::of(view.dtype(0)) else { return Ok(None) };
    let quant = view.quant(0)?;
    if quant.scale.len() != 1 {
        return Ok(None);
    }
    let number = |code: i32| (f64::from(quant.scale()) * f64::from(code.wrapping_sub(quant.zero_point()))) as f32;
    Ok(Some(Box::new(Dequantize(std::array::from_fn(|byte| number(sign.value(byte as u8)))))))
}

impl Kernel for Dequantize {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        for (o, &byte) in io.output::<f32>(0).iter_mut().zip(io.input::<u8>(0)) {
            *o = self.0[usize::from(byte)];
        }
        Ok(())
    }
}
