//! ADD, SUB, MUL and other functions of two operands, of which one may repeat. Plain loops over slices, which the
//! compiler vectorizes.

use super::image::Lines;
use super::quantized_add::QuickSum;
use super::quantized_mul::QuickProduct;
use super::table;
use super::vector::Sign;
use crate::engine::copy::{copy, no_bits};
use crate::engine::crew::Units;
use crate::engine::data::{view, view_mut};
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::{QuantizedProduct, QuantizedSum, clamp};
use crate::engine::ops::geometry::{Span, broadcast_rows, misfit};
use crate::engine::ops::pieces::{Room, broadcast_pieces};
use crate::engine::planes::Planes;
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, Kernel, NodeView, Rows};

/// A function of two numbers, or of two quantized values as int8 with the bits of bytes to flip for them.
enum Function {
    Float(Op, f32, f32),
    Sum(QuantizedSum, Option<QuickSum>, i8),
    Product(QuantizedProduct, Option<Box<QuickProduct>>, i8),
}

struct Binary {
    function: Function,
    /// The operands, the one that repeats last.
    order: [usize; 2],
    /// Lines of an image, if operands can be walked line by line.
    lines: Option<Lines>,
    /// Operands and result have one shape, so the order of elements does not matter.
    is_plain: bool,
}

/// Prepares ADD, SUB, MUL, DIV, SQUARED_DIFFERENCE, MAXIMUM, MINIMUM, PRELU: float32; the first three also int8 and uint8, and so PRELU
/// where the second operand's shape is a tail of the first's.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let op = view.node.op.builtin();
    let function = match (view.dtype(0), Sign::of(view.dtype(0)), op) {
        (Some(Dtype::F32), _, _) => {
            let (low, high) = view.activation().range().ok_or_else(misfit)?;
            Function::Float(op.unwrap_or(Op::Mul), low, high)
        }
        (_, Some(sign), Some(Op::Mul)) => {
            let product = QuantizedProduct::new(view)?.lowered(sign.offset());
            Function::Product(product, QuickProduct::new(&product), sign.flip(Sign::Signed))
        }
        (_, Some(sign), Some(Op::Add | Op::Sub)) => {
            let sum = QuantizedSum::new(view, op == Some(Op::Sub))?.lowered(sign.offset());
            Function::Sum(sum, QuickSum::new(&sum), sign.flip(Sign::Signed))
        }
        (_, Some(_), Some(Op::Prelu)) if repeats(view) => return table::prepare_prelu(view),
        _ => return Ok(None),
    };
    Ok(Some(Box::new(Binary { function, order: [0, 1], lines: None, is_plain: false })))
}

/// Whether the second operand repeats as a whole along the first.
fn repeats(view: &NodeView) -> bool {
    repeats_along(view, [0, 1])
}

/// Whether the second of two operands repeats as a whole along the first.
fn repeats_along(view: &NodeView, [a, b]: [usize; 2]) -> bool {
    let (a, mut b) = (view.shape(a), view.shape(b));
    while let [1, rest @ ..] = b {
        b = rest;
    }
    a.ends_with(b) && a == view.out_shape(0) && !b.contains(&0)
}

/// The part of a node to compute.
enum Part<'a, 'b> {
    /// Elements in a row, along which the second operand repeats.
    Repeated,
    /// Everything, with operands that are broadcast in other ways.
    Broadcast(&'a NodeView<'b>),
    /// Some lines of an image.
    Lines(Lines, &'a Rows),
}

impl Binary {
    /// Quantized values with operands that are broadcast in any way.
    // A function of its own: few networks have such nodes, so a build moves it into a file that follows.
    #[inline(never)]
    fn broadcast(&self, view: &NodeView, [a, b]: [&[u8]; 2], out: &mut [u8]) {
        let [mut of_a, mut of_b] = [Room::empty(), Room::empty()];
        broadcast_pieces(view.out_shape(0), &[view.shape(0), view.shape(1)], &mut |range, pieces| {
            self.quantized([of_a.of(a, pieces[0]), of_b.of(b, pieces[1])], &mut out[range]);
        });
    }

    /// The results of some elements of operands.
    fn compute(&self, part: &Part, [a, b]: [&[u8]; 2], out: &mut [u8]) {
        match self.function {
            Function::Float(op, low, high) => float(op, (low, high), part, [view(a), view(b)], view_mut(out)),
            _ if b.len() == a.len() => self.quantized([a, b], out),
            _ => self.quantized([a, several(b, &mut [0; SEVERAL])], out),
        }
    }

    /// The results of quantized values, where the second operand repeats along the first.
    fn quantized(&self, [a, b]: [&[u8]; 2], out: &mut [u8]) {
        let (operands, out) = ([view(a), view(b)], view_mut(out));
        match &self.function {
            Function::Float(..) => {}
            Function::Sum(sum, None, flip) => quantized(*flip, operands, out, &|a, b| sum.apply(a, b)),
            Function::Sum(sum, Some(quick), flip) => quick.run(sum, *flip, operands, out),
            Function::Product(product, Some(quick), flip) => quick.run(product, *flip, operands, out),
            Function::Product(product, None, flip) => quantized(*flip, operands, out, &|a, b| product.apply(a, b)),
        }
    }
}

fn float(op: Op, (low, high): (f32, f32), part: &Part, x: [&[f32]; 2], out: &mut [f32]) {
    match op {
        Op::Add => floats(part, x, out, |a, b| clamp(a + b, low, high)),
        Op::Sub => floats(part, x, out, |a, b| clamp(a - b, low, high)),
        Op::Div => floats(part, x, out, |a, b| clamp(a / b, low, high)),
        Op::SquaredDifference => floats(part, x, out, |a, b| (a - b) * (a - b)),
        Op::Maximum => floats(part, x, out, |a, b| if a > b { a } else { b }),
        Op::Minimum => floats(part, x, out, |a, b| if a < b { a } else { b }),
        Op::Prelu => floats(part, x, out, |x, slope| if x >= 0.0 { x } else { x * slope }),
        _ => floats(part, x, out, |a, b| clamp(a * b, low, high)),
    }
}

/// Bytes that a short operand is repeated to.
const SEVERAL: usize = 1024;

/// A quantized operand that repeats: as many copies as fit, of full vectors if there are such. Each copy has values left
/// over, which are computed one by one.
#[inline(never)]
fn several<'a>(b: &'a [u8], room: &'a mut [u8; SEVERAL]) -> &'a [u8] {
    let fits = room.len() / b.len().max(1);
    if fits < 2 {
        return b;
    }
    let is_full = |copies: &usize| (copies * b.len()).is_multiple_of(QuickProduct::WIDTH);
    let copies = (1..=fits).rev().find(is_full).unwrap_or(fits);
    let room = &mut room[..copies * b.len()];
    let none = no_bits();
    room.chunks_exact_mut(b.len()).for_each(|row| copy(row, b, none));
    room
}

/// Elements that a short operand is repeated to.
const WIDE: usize = 128;

/// An operand that repeats, in rows long enough to walk.
#[inline(never)]
fn widened<'a>(b: &'a [f32], room: &'a mut [f32; WIDE]) -> &'a [f32] {
    if b.len() < 2 || b.len() > WIDE / 2 {
        return b;
    }
    let room = &mut room[..WIDE / b.len() * b.len()];
    let (from, none) = (bytemuck::cast_slice(b), no_bits());
    room.chunks_exact_mut(b.len()).for_each(|row| copy(bytemuck::cast_slice_mut(row), from, none));
    room
}

/// Floats along rows of the result; each operand advances or stays.
// A separate function for each operation: browsers recompile hot code by complete functions.
#[inline(never)]
fn floats(part: &Part, [a, b]: [&[f32]; 2], out: &mut [f32], f: impl Fn(f32, f32) -> f32) {
    let mut room = [0.0; WIDE];
    let b = match part {
        Part::Repeated => widened(b, &mut room),
        // The other operands have a row for each line.
        Part::Lines(lines, _) if lines.repeats(b.len()) => widened(b, &mut room),
        _ => b,
    };
    let row = |out: &mut [f32], a: &[f32], b: &[f32]| match (a, b) {
        (&[a], b) => out.iter_mut().zip(b).for_each(|(o, &b)| *o = f(a, b)),
        (a, &[b]) => out.iter_mut().zip(a).for_each(|(o, &a)| *o = f(a, b)),
        (a, b) => out.iter_mut().zip(a).zip(b).for_each(|((o, &a), &b)| *o = f(a, b)),
    };
    let along = |out: &mut [f32], a: &[f32], b: &[f32]| {
        let len = if b.len() == 1 { a.len().max(1) } else { b.len() };
        a.chunks(len).zip(out.chunks_mut(len)).for_each(|(a, out)| row(out, a, b));
    };
    match part {
        Part::Lines(lines, rows) => lines.each(rows, a, out, |at, a, out| along(out, a, lines.of_second(at, b))),
        Part::Repeated => along(out, a, b),
        Part::Broadcast(view) => {
            broadcast_rows(view.out_shape(0), &[view.shape(0), view.shape(1)], &mut |to, at, steps, len| {
                let range = |i: usize| at[i]..at[i] + if steps[i] == 0 { 1 } else { len };
                row(&mut out[to..to + len], &a[range(0)], &b[range(1)]);
            });
        }
    }
}

impl Kernel for Binary {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        let is_symmetric = matches!(self.function, Function::Float(Op::Add | Op::Mul | Op::SquaredDifference, ..));
        let swap = is_symmetric && !repeats(view) && repeats_along(view, [1, 0]);
        self.order = if swap { [1, 0] } else { [0, 1] };
        // A second operand is read line by line if it has as many, or if it repeats within each.
        let second = view.shape(1).iter().product::<usize>();
        self.lines = Lines::new(view.shape(0))
            .filter(|lines| repeats(view) && matches!(self.function, Function::Float(..)) && lines.fit(second));
        self.is_plain = view.inputs() == 2 && view.shape(1) == view.shape(0) && view.out_shape(0) == view.shape(0);
        Ok(())
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let ([a, b], out) = (self.order.map(|i| io.bytes(i)), io.output_bytes(0));
        if !repeats_along(view, self.order) {
            match self.function {
                Function::Float(..) => self.compute(&Part::Broadcast(view), [a, b], out),
                _ => self.broadcast(view, [a, b], out),
            }
            return Ok(());
        }
        // Bytes of an element, and multiply-adds that take as long. Other threads have to fetch the operands: for fewer
        // floats, that takes longer than the sums.
        let (size, cost) = if matches!(self.function, Function::Float(..)) { (4, 1) } else { (1, 16) };
        let is_complete = b.len() == a.len();
        let len = if is_complete { size } else { b.len() };
        io.crew().share(Units { len, cost: cost * len / size, step: 16 }, &mut [0u8; 0], out, |first, _, out| {
            let some = first * len..first * len + out.len();
            let b = if is_complete { &b[some.clone()] } else { b };
            self.compute(&Part::Repeated, [&a[some], b], out);
        });
        Ok(())
    }

    fn span(&self) -> Option<Span> {
        self.lines.map(Lines::span)
    }

    fn run_rows(&mut self, io: &mut Io, rows: &Rows) -> Result<()> {
        if let Some(lines) = self.lines {
            self.compute(&Part::Lines(lines, rows), self.order.map(|i| io.bytes(i)), io.output_bytes(0));
        }
        Ok(())
    }

    fn planes(&self) -> Planes {
        if self.is_plain { Planes::Any } else { Planes::None }
    }
}

/// One value at a time, for the few functions that have no quick way.
#[inline(never)]
fn quantized(flip: i8, [a, b]: [&[i8]; 2], out: &mut [i8], f: &dyn Fn(i32, i32) -> i32) {
    for (a, out) in a.chunks(b.len()).zip(out.chunks_mut(b.len())) {
        for ((o, &a), &b) in out.iter_mut().zip(a).zip(b) {
            *o = f((a ^ flip).into(), (b ^ flip).into()) as i8 ^ flip;
        }
    }
}
