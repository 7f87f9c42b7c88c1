//! QUANTIZE of float32 to int8, and DEQUANTIZE back: plain loops that the compiler vectorizes, and a table.

use crate::engine::error::Result;
use crate::engine::program::Dtype;
use crate::engine::view::{Io, Kernel, NodeView};

/// Beyond this, a quantized value is at an end of its range, whatever the zero point.
const FAR: f32 = 1e6;

struct Quantize {
    scale: f32,
    zero: i32,
}

/// Prepares QUANTIZE: float32 to int8 with one scale.
pub fn prepare_quantize(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    if (view.dtype(0), view.out_dtype(0)) != (Some(Dtype::F32), Some(Dtype::I8)) || view.out_quant(0)?.scale.len() != 1
    {
        return Ok(None);
    }
    let quant = view.out_quant(0)?;
    Ok(Some(Box::new(Quantize { scale: quant.scale(), zero: quant.zero_point() })))
}

impl Kernel for Quantize {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (x, out) = (io.input::<f32>(0), io.output::<i8>(0));
        for (o, &x) in out.iter_mut().zip(x) {
            let x = x / self.scale;
            let x = if x > FAR { FAR } else { x };
            let x = if x < -FAR { -FAR } else { x };
            // Half away from zero, as the runtime rounds; NaN becomes 0 below.
            let whole = x.trunc();
            let up = if (x - whole).abs() >= 0.5 { 1.0f32.copysign(x) } else { 0.0 };
            *o = ((whole + up) as i32 + self.zero).clamp(-128, 127) as i8;
        }
        Ok(())
    }
}

/// The real value of each int8 value, from -128 on.
struct Dequantize([f32; 256]);

/// Prepares DEQUANTIZE: int8 with one scale.
pub fn prepare_dequantize(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    if view.dtype(0) != Some(Dtype::I8) || view.quant(0)?.scale.len() != 1 {
        return Ok(None);
    }
    let quant = view.quant(0)?;
    let number = |code: i32| (f64::from(quant.scale()) * f64::from(code - quant.zero_point())) as f32;
    Ok(Some(Box::new(Dequantize(std::array::from_fn(|i| number(i as i32 - 128))))))
}

impl Kernel for Dequantize {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        for (o, &x) in io.output::<f32>(0).iter_mut().zip(io.input::<i8>(0)) {
            // Flipping the top bit counts values from 0.
            *o = self.0[usize::from(x as u8 ^ 0x80)];
        }
        Ok(())
    }
}
