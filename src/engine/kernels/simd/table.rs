//! Functions of one 8-bit value: a table of 256 results, which the plain kernel's function fills when the node is
//! prepared. PRELU of 8-bit values has a table for each slope.

use super::vector::Sign;
use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::kernels::reference::unary::{quantized_function, quantized_prelu};
use crate::engine::view::{Io, Kernel, NodeView};

/// Maximum number of slopes.
const MOST_SLOPES: usize = 1024;

/// The result of each byte. Several tables take turns along the operand.
struct Table(Vec<[u8; 256]>);

/// Prepares an operator of one int8 or uint8 operand whose result has the same type.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    if Sign::of(view.dtype(0)).is_none() || view.dtype(0) != view.out_dtype(0) {
        return Ok(None);
    }
    of(view, &quantized_function(view)?)
}

/// A table of `f`, for a node whose operand is int8 or uint8, and so is its result.
pub fn of(view: &NodeView, f: &dyn Fn(i32) -> i32) -> Result<Option<Box<dyn Kernel>>> {
    let (Some(sign), Some(_)) = (Sign::of(view.dtype(0)), Sign::of(view.out_dtype(0))) else { return Ok(None) };
    Ok(Some(Box::new(Table(vec![std::array::from_fn(|byte| f(sign.value(byte as u8)) as u8)]))))
}

/// Prepares PRELU of int8 or uint8 with constant slopes that repeat along the operand.
// Not inlined: common networks have none.
#[inline(never)]
pub fn prepare_prelu(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let (Some(sign), Some(slopes)) = (Sign::of(view.dtype(0)), view.value::<u8>(1)) else { return Ok(None) };
    if slopes.len() > MOST_SLOPES {
        return Ok(None);
    }
    let f = quantized_prelu(view)?;
    let table = |&slope: &u8| std::array::from_fn(|byte| f(sign.value(byte as u8), sign.value(slope)) as u8);
    Ok(Some(Box::new(Table(slopes.iter().map(table).collect()))))
}

impl Kernel for Table {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (x, len) = (io.bytes(0), self.0.len().max(1));
        io.crew().share(Units { len, cost: 8 * len, step: 16 }, &mut [0u8; 0], io.output_bytes(0), |first, _, out| {
            let x = &x[first * len..];
            if let [table] = self.0.as_slice() {
                out.iter_mut().zip(x).for_each(|(o, &byte)| *o = table[usize::from(byte)]);
                return;
            }
            for (x, out) in x.chunks(len).zip(out.chunks_mut(len)) {
                for ((o, &byte), table) in out.iter_mut().zip(x).zip(&self.0) {
                    *o = table[usize::from(byte)];
                }
            }
        });
        Ok(())
    }
}
