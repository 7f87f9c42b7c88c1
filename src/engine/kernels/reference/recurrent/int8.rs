//! Shared by both forms of the int8 LSTM: the walk through a sequence, limits and quantization of operands.

use crate::engine::error::Result;
use crate::engine::ops::recurrent::operands::{CELL, HIDDEN, Sequence};
use crate::engine::view::{Io, NodeView};

/// Runs an int8 LSTM through a sequence. `step` takes an input row, the hidden state and the cell state of one batch
/// row, and updates both states; the hidden state is the output.
pub fn steps(
    view: &NodeView,
    io: &mut Io,
    [cells, outputs]: [usize; 2],
    mut step: impl FnMut(&[i8], &mut [i8], &mut [i16]),
) -> Result<()> {
    let s = Sequence::new(view)?;
    let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
    let (hidden, cell) = (io.state::<i8>(HIDDEN), io.state::<i16>(CELL));
    for at in 0..s.steps {
        for b in 0..s.batch {
            let n = s.row(at, b);
            let (h, c) = (&mut hidden[b * outputs..][..outputs], &mut cell[b * cells..][..cells]);
            step(&x[n * s.input..][..s.input], h, c);
            out[n * outputs..][..outputs].copy_from_slice(h);
        }
    }
    Ok(())
}

/// Saturates to 16 bits.
pub fn saturated(x: i32) -> i32 {
    x.clamp(-32768, 32767)
}

/// The largest quantized value within `limit`, at most `most`; without a limit, a value that none reaches.
pub fn clip(limit: f32, scale: f32, most: i32) -> i32 {
    if limit > 0.0 { ((limit / scale) as i32).min(most) } else { most + 1 }
}

/// Scale of an operand; 1 if it has none.
pub fn scale(view: &NodeView, i: usize) -> f32 {
    view.quant(i).map_or(1.0, |q| q.scale())
}

/// Zero point of an operand; 0 if it has none.
pub fn zero(view: &NodeView, i: usize) -> i32 {
    view.quant(i).map_or(0, |q| q.zero_point())
}
