//! BATCH_MATMUL of float32 and int8: the right operand of each product is packed into panels as constant weights are.

use super::gemm::{FloatPanels, ROWS, STRIP};
use super::gemm_ints::{InputRows, IntPanels};
use super::requantize::{Requantize, Results};
use super::vector::{F32x4, PAIRS, Sign};
use crate::engine::crew::Units;
use crate::engine::data::Number;
use crate::engine::error::Result;
use crate::engine::ops::batch_matmul::{Matmul, factor, geometry};
use crate::engine::ops::geometry::for_each_broadcast;
use crate::engine::program::Dtype;
use crate::engine::view::{Io, Kernel, NodeView};

/// Elements of right matrices that are packed before several threads multiply: they stay in a core's cache.
const TOGETHER: usize = 1 << 16;

/// A right matrix in panels.
trait Right: Send + Sync + Sized + 'static {
    /// Elements of operands and results.
    type Value: Number + Sync;

    /// Multiply-adds that take as long as packing an element.
    const PACKING: usize;

    /// Room for a matrix.
    fn new(view: &NodeView, g: &Matmul) -> Result<Self>;

    /// Depth of the rows that [`Right::multiply`] takes; elements beyond the operand's depth are multiplied by zeros.
    fn depth(&self) -> usize;

    /// The result of an empty sum.
    fn nothing(&self) -> Self::Value;

    fn pack(&mut self, g: &Matmul, matrix: &[Self::Value]);

    /// Elements that [`Right::multiply`] borrows.
    fn room(&self) -> usize;

    fn multiply(&self, rows: &[Self::Value], room: &mut [Self::Value], out: &mut [Self::Value]);
}

struct Product<R> {
    /// The first one always, others if several threads multiply.
    packed: Vec<R>,
    geometry: Matmul,
}

/// Prepares BATCH_MATMUL: float32, or int8 on both sides.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    Ok(match (view.dtype(0), view.dtype(1)) {
        (Some(Dtype::F32), Some(Dtype::F32)) => Some(Box::new(Product::<FloatPanels>::new(view)?)),
        (Some(Dtype::I8), Some(Dtype::I8)) => Some(Box::new(Product::<IntRight>::new(view)?)),
        _ => None,
    })
}

impl<R: Right> Product<R> {
    fn new(view: &NodeView) -> Result<Self> {
        let geometry = geometry(view)?;
        Ok(Self { packed: vec![R::new(view, &geometry)?], geometry })
    }

    /// Whether rows of the left operand are multiplied where they lie.
    fn takes_rows(&self) -> bool {
        !self.geometry.adj_x && self.packed[0].depth() == self.geometry.depth
    }
}

impl<R: Right> Kernel for Product<R> {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        *self = Self::new(view)?;
        Ok(())
    }

    fn scratch(&self) -> usize {
        let rows = if self.takes_rows() { 0 } else { STRIP * self.packed[0].depth() };
        (rows + self.packed[0].room()) * size_of::<R::Value>()
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let (x, y, out) = (io.input::<R::Value>(0), io.input::<R::Value>(1), io.output::<R::Value>(0));
        let (crew, scratch, takes_rows) = (io.crew(), io.scratch::<R::Value>(), self.takes_rows());
        let g = &self.geometry;
        let (left, right, product) = (g.rows * g.depth, g.depth * g.columns, g.rows * g.columns);
        if left == 0 || right == 0 {
            out.fill(self.packed[0].nothing());
            return Ok(());
        }
        let stack = |i: usize| &view.shape(i)[..view.shape(i).len() - 2];
        // The matrices of each product.
        let mut pairs = Vec::new();
        for_each_broadcast(&g.stack, [stack(0), stack(1)], |_, pair| pairs.push(pair));
        // So many products in a row have the same right matrix.
        let same = pairs.iter().take_while(|[_, by]| *by == pairs[0][1]).count().max(1);
        let most = if crew.size() == 1 { 1 } else { (TOGETHER / right).clamp(1, pairs.len().div_ceil(same).max(1)) };
        while self.packed.len() < most {
            self.packed.push(R::new(view, g)?);
        }
        for (pairs, out) in pairs.chunks(same * most).zip(out.chunks_mut(same * most * product)) {
            let packed = &mut self.packed[..pairs.len() / same];
            crew.each(packed, R::PACKING * right, |at, packed| {
                packed.pack(g, &y[pairs[at * same][1] * right..][..right])
            });
            let (packed, depth) = (&*packed, packed[0].depth());
            let units = Units { len: g.columns, cost: right, step: ROWS };
            crew.share(units, scratch, out, |mut row, scratch, mut out| {
                while !out.is_empty() {
                    let (at, first) = (row / g.rows, row % g.rows);
                    let count = (out.len() / g.columns).min(g.rows - first).min(STRIP);
                    let (now, rest) = std::mem::take(&mut out).split_at_mut(count * g.columns);
                    let x = &x[pairs[at][0] * left..][..left];
                    let (room, strip) = scratch.split_at_mut(packed[0].room());
                    let rows = if takes_rows {
                        &x[first * depth..][..count * depth]
                    } else {
                        let strip = &mut strip[..count * depth];
                        gather(x, g, first, depth, strip);
                        &*strip
                    };
                    packed[at / same].multiply(rows, room, now);
                    (row, out) = (row + count, rest);
                }
            });
        }
        Ok(())
    }
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

impl Right for FloatPanels {
    type Value = f32;
    const PACKING: usize = 4;

    fn new(_: &NodeView, g: &Matmul) -> Result<Self> {
        Ok(Self::empty(g.columns, g.depth))
    }

    fn depth(&self) -> usize {
        self.depth()
    }

    fn nothing(&self) -> f32 {
        0.0
    }

    fn pack(&mut self, g: &Matmul, matrix: &[f32]) {
        if g.adj_y { self.pack(matrix) } else { self.pack_transposed(matrix) }
    }

    fn room(&self) -> usize {
        0
    }

    fn multiply(&self, rows: &[f32], _: &mut [f32], out: &mut [f32]) {
        self.run::<F32x4>(rows, out);
    }
}

/// Int8 values. Pairs of int16 have room for the right operand minus any zero point; the contribution of the left
/// zero point is subtracted from each column's sum beforehand.
struct IntRight {
    panels: IntPanels,
    /// Zero points of the operands.
    zeros: [i32; 2],
    /// The quantized value of an empty sum.
    nothing: i8,
}

impl Right for IntRight {
    type Value = i8;
    const PACKING: usize = 16;

    fn new(view: &NodeView, g: &Matmul) -> Result<Self> {
        let out = view.out_quant(0)?;
        let (columns, depth) = (g.columns, g.depth);
        // A product is at most 128 times 255 in size, and so is the correction for the zero point.
        let most = i64::try_from(depth).unwrap_or(i64::MAX).saturating_mul(2 * 128 * 255).min(1 << 40);
        let factors = vec![factor(view)?; columns];
        let results = Results { zero: out.zero_point(), range: (-128, 127), sign: Sign::Signed };
        let requantize = Requantize::new(vec![0; columns], &factors, results, most);
        let panels = IntPanels::empty(columns, depth, requantize);
        let zeros = [view.quant(0)?.zero_point(), view.quant(1)?.zero_point()];
        Ok(Self { panels, zeros, nothing: out.zero_point() as i8 })
    }

    fn depth(&self) -> usize {
        self.panels.depth()
    }

    fn nothing(&self) -> i8 {
        self.nothing
    }

    fn pack(&mut self, g: &Matmul, matrix: &[i8]) {
        let [zero_x, zero_y] = self.zeros;
        let (along, across) = if g.adj_y { (1, g.depth) } else { (g.columns, 1) };
        for c in 0..g.columns {
            let mut sum = 0i32;
            for k in 0..g.depth {
                let weight = i32::from(matrix[c * across + k * along]) - zero_y;
                // It fits: an int16 holds every difference of int8.
                let _ = self.panels.put(c, k, weight);
                sum = sum.wrapping_add(weight);
            }
            // The lanes may take inputs as uint8.
            self.panels.set_bias(c, sum.wrapping_mul(zero_x + PAIRS.offset()).wrapping_neg());
        }
    }

    fn room(&self) -> usize {
        self.panels.room()
    }

    fn multiply(&self, rows: &[i8], room: &mut [i8], out: &mut [i8]) {
        self.panels.run(InputRows::new(&[rows], self.panels.depth()), Sign::Signed.flip(PAIRS), &[], room, out);
    }
}
