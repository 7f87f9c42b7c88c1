//! BATCH_MATMUL of float32: the right operand of each product is packed into panels as constant weights are.

use super::gemm::FloatPanels;
use super::vector::F;
use crate::engine::error::Result;
use crate::engine::kernels::geometry::for_each_broadcast;
use crate::engine::kernels::reference::batch_matmul::{Matmul, geometry};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, Kernel, NodeView};

/// Rows computed at a time.
const STRIP: usize = 32;

struct Product {
    panels: FloatPanels,
    geometry: Matmul,
}

/// Prepares BATCH_MATMUL: float32.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    if (0..2).any(|i| view.dtype(i) != Some(Dtype::F32)) {
        return Ok(None);
    }
    let geometry = geometry(view)?;
    let panels = FloatPanels::empty(geometry.columns, geometry.depth);
    Ok(Some(Box::new(Product { panels, geometry })))
}

impl Kernel for Product {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        self.geometry = geometry(view)?;
        self.panels = FloatPanels::empty(self.geometry.columns, self.geometry.depth);
        Ok(())
    }

    fn scratch(&self) -> usize {
        if self.geometry.adj_x { STRIP * self.geometry.depth * 4 } else { 0 }
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let (x, y, out) = (io.input::<f32>(0), io.input::<f32>(1), io.output::<f32>(0));
        let (g, panels, scratch) = (&self.geometry, &mut self.panels, io.scratch::<f32>());
        let (left, right, product) = (g.rows * g.depth, g.depth * g.columns, g.rows * g.columns);
        if left == 0 || right == 0 {
            // Sums of nothing.
            out.fill(0.0);
            return Ok(());
        }
        let stack = |i: usize| &view.shape(i)[..view.shape(i).len() - 2];
        let mut packed = None;
        for_each_broadcast(&g.stack, [stack(0), stack(1)], |b, [bx, by]| {
            let matrix = &y[by * right..][..right];
            if packed.replace(by) != Some(by) {
                if g.adj_y { panels.pack(matrix) } else { panels.pack_transposed(matrix) }
            }
            let (x, out) = (&x[bx * left..][..left], &mut out[b * product..][..product]);
            for (s, out) in out.chunks_mut(STRIP * g.columns).enumerate() {
                let (first, rows) = (s * STRIP, out.len() / g.columns);
                if !g.adj_x {
                    panels.run::<F>(&x[first * g.depth..][..rows * g.depth], out);
                    continue;
                }
                let strip = &mut scratch[..rows * g.depth];
                for (k, column) in x.chunks_exact(g.rows).enumerate() {
                    for (r, &value) in column[first..first + rows].iter().enumerate() {
                        strip[r * g.depth + k] = value;
                    }
                }
                panels.run::<F>(strip, out);
            }
        });
        Ok(())
    }
}
