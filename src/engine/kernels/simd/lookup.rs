//! GATHER of rows of a large table: it stays in the model's file, of which a run reads the rows that it needs. The embeddings of a
//! language model are often a quarter of its weights, and one run reads less than a hundredth of them.

use crate::engine::error::Result;
use crate::engine::kernels::reference::data_movement::integers;
use crate::engine::kernels::reference::slicing::{gather_axes, gathered_row};
use crate::engine::ops::geometry::misfit;
use crate::engine::program::Excerpt;
use crate::engine::view::{Io, Kernel, NodeView};
use std::rc::Rc;

/// Bytes of a table that is worth it.
const LARGE: usize = 1 << 20;
/// Share of the table, as a divisor, that a run may read: each row is read by a call, which a copy in memory is not.
const SHARE: usize = 16;

struct Lookup {
    table: Rc<Excerpt>,
    rows: usize,
    /// Bytes of a row.
    row: usize,
}

/// Prepares a GATHER along the first dimension of a constant that the file has at hand.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let (Some(table), (0, 0)) = (view.at_hand(0), gather_axes(view)?) else { return Ok(None) };
    let (Some(dtype), Some((&rows, row))) = (view.dtype(0), view.shape(0).split_first()) else { return Ok(None) };
    let row = row.iter().product::<usize>() * dtype.bits() / 8;
    let found = view.shape(1).iter().product::<usize>();
    let is_large = rows * row >= LARGE && found <= rows / SHARE;
    Ok(if is_large && table.size() == rows * row { Some(Box::new(Lookup { table, rows, row })) } else { None })
}

impl Kernel for Lookup {
    fn packs(&self, operand: usize) -> bool {
        operand == 0
    }

    fn resize(&mut self, view: &NodeView) -> Result<()> {
        if view.shape(0).first() == Some(&self.rows) { Ok(()) } else { Err(misfit()) }
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let places = integers(view, io, 1)?;
        for (to, &i) in io.output_bytes(0).chunks_exact_mut(self.row).zip(&places) {
            self.table.read_at(gathered_row(i, self.rows)? * self.row, to)?;
        }
        Ok(())
    }
}
