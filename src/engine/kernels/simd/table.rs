//! Functions of one 8-bit value: a table of 256 results, which the plain kernel's function fills when the node is
//! prepared.

use super::vector::Sign;
use crate::engine::error::Result;
use crate::engine::kernels::reference::unary::quantized_function;
use crate::engine::view::{Io, Kernel, NodeView};

/// The result of each byte.
struct Table([u8; 256]);

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
    Ok(Some(Box::new(Table(std::array::from_fn(|byte| f(sign.value(byte as u8)) as u8)))))
}

impl Kernel for Table {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        for (o, &byte) in io.output_bytes(0).iter_mut().zip(io.bytes(0)) {
            *o = self.0[usize::from(byte)];
        }
        Ok(())
    }
}
