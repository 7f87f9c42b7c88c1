//! BATCH_MATMUL of float32 and int8: the right operand of each product is packed into panels as constant weights are.

use super::gemm::{FloatPanels, IntPanels};
use super::requantize::{Requantize, Results};
use super::vector::{F32x4, PairSums, Sign};
use crate::engine::error::Result;
use crate::engine::ops::batch_matmul::{Matmul, factor, geometry};
use crate::engine::ops::geometry::for_each_broadcast;
use crate::engine::program::Dtype;
use crate::engine::view::{Io, Kernel, NodeView};

/// Rows computed at a time.
const STRIP: usize = 32;

struct Product {
    panels: FloatPanels,
    geometry: Matmul,
}

/// Prepares BATCH_MATMUL: float32, or int8 on both sides.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let geometry = geometry(view)?;
    Ok(match (view.dtype(0), view.dtype(1)) {
        (Some(Dtype::F32), Some(Dtype::F32)) => {
            let panels = FloatPanels::empty(geometry.columns, geometry.depth);
            Some(Box::new(Product { panels, geometry }))
        }
        (Some(Dtype::I8), Some(Dtype::I8)) => Some(Box::new(IntProduct::new(view, geometry)?)),
        _ => None,
    })
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
        if g.rows * g.depth == 0 || g.depth * g.columns == 0 {
            // Empty sums.
            out.fill(0.0);
            return Ok(());
        }
        products(view, g, x, y, out, |x, new, out| {
            if let Some(matrix) = new {
                if g.adj_y { panels.pack(matrix) } else { panels.pack_transposed(matrix) }
            }
            for (s, out) in out.chunks_mut(STRIP * g.columns).enumerate() {
                let (first, rows) = (s * STRIP, out.len() / g.columns);
                if !g.adj_x {
                    panels.run::<F32x4>(&x[first * g.depth..][..rows * g.depth], out);
                    continue;
                }
                let strip = &mut scratch[..rows * g.depth];
                gather(x, g, first, g.depth, strip);
                panels.run::<F32x4>(strip, out);
            }
        });
        Ok(())
    }
}

/// Calls `f(left matrix, right matrix if it changed, product)` for each matrix of the output.
fn products<T>(
    view: &NodeView,
    g: &Matmul,
    x: &[T],
    y: &[T],
    out: &mut [T],
    mut f: impl FnMut(&[T], Option<&[T]>, &mut [T]),
) {
    let (left, right, product) = (g.rows * g.depth, g.depth * g.columns, g.rows * g.columns);
    let stack = |i: usize| &view.shape(i)[..view.shape(i).len() - 2];
    let mut last = None;
    for_each_broadcast(&g.stack, [stack(0), stack(1)], |b, [bx, by]| {
        let new = (last.replace(by) != Some(by)).then(|| &y[by * right..][..right]);
        f(&x[bx * left..][..left], new, &mut out[b * product..][..product]);
    });
}

/// Copies the rows `first..` of a left matrix into rows of `row` elements, as many as `strip` holds.
fn gather<T: Copy>(x: &[T], g: &Matmul, first: usize, row: usize, strip: &mut [T]) {
    if !g.adj_x {
        for (to, from) in strip.chunks_exact_mut(row).zip(x[first * g.depth..].chunks_exact(g.depth)) {
            to[..g.depth].copy_from_slice(from);
        }
        return;
    }
    for (k, column) in x.chunks_exact(g.rows).enumerate() {
        for (to, &value) in strip.chunks_exact_mut(row).zip(&column[first..]) {
            to[k] = value;
        }
    }
}

/// Int8 products. Pairs of int16 have room for the right operand minus any zero point; the contribution of the left
/// zero point is subtracted from each column's sum beforehand.
struct IntProduct {
    panels: IntPanels<PairSums>,
    geometry: Matmul,
    /// Zero points of the operands.
    zeros: [i32; 2],
    /// The quantized value of an empty sum.
    nothing: i8,
}

impl IntProduct {
    fn new(view: &NodeView, geometry: Matmul) -> Result<Self> {
        let out = view.out_quant(0)?;
        let (columns, depth) = (geometry.columns, geometry.depth);
        // A product is at most 128 times 255 in size, and so is the correction for the zero point.
        let most = i64::try_from(depth).unwrap_or(i64::MAX).saturating_mul(2 * 128 * 255).min(1 << 40);
        let factors = vec![factor(view)?; columns];
        let results = Results { zero: out.zero_point(), range: (-128, 127), sign: Sign::Signed };
        let requantize = Requantize::new(vec![0; columns], &factors, results, most);
        let panels = IntPanels::empty(columns, depth, requantize);
        let zeros = [view.quant(0)?.zero_point(), view.quant(1)?.zero_point()];
        Ok(Self { panels, geometry, zeros, nothing: out.zero_point() as i8 })
    }
}

impl Kernel for IntProduct {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        *self = Self::new(view, geometry(view)?)?;
        Ok(())
    }

    fn scratch(&self) -> usize {
        STRIP * self.panels.depth()
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let (x, y, out) = (io.input::<i8>(0), io.input::<i8>(1), io.output::<i8>(0));
        let (g, panels, scratch) = (&self.geometry, &mut self.panels, io.scratch::<i8>());
        let (row, [zero_x, zero_y]) = (panels.depth(), self.zeros);
        if g.rows * g.depth == 0 || g.depth * g.columns == 0 {
            out.fill(self.nothing);
            return Ok(());
        }
        products(view, g, x, y, out, |x, new, out| {
            if let Some(matrix) = new {
                let (along, across) = if g.adj_y { (1, g.depth) } else { (g.columns, 1) };
                for c in 0..g.columns {
                    let mut sum = 0i32;
                    for k in 0..g.depth {
                        let weight = i32::from(matrix[c * across + k * along]) - zero_y;
                        // It fits: an int16 holds every difference of int8.
                        let _ = panels.put(c, k, weight);
                        sum = sum.wrapping_add(weight);
                    }
                    panels.set_bias(c, sum.wrapping_mul(zero_x).wrapping_neg());
                }
            }
            for (s, out) in out.chunks_mut(STRIP * g.columns).enumerate() {
                let (first, rows) = (s * STRIP, out.len() / g.columns);
                if !g.adj_x && row == g.depth {
                    panels.run(&x[first * row..][..rows * row], 0, &[], out);
                    continue;
                }
                // Padding of a row is multiplied by zeros.
                let strip = &mut scratch[..rows * row];
                gather(x, g, first, row, strip);
                panels.run(strip, 0, &[], out);
            }
        });
        Ok(())
    }
}
