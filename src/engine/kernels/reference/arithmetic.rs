//! Two operands, elementwise with broadcasting: ADD, SUB, MUL, DIV, MAXIMUM, bits and the like.

use crate::engine::data::Number;
use crate::engine::error::{EngineError, Result};
use crate::engine::operator::{Check, Definition, Ops, Plain};
use crate::engine::ops::arithmetic::{QuantizedProduct, QuantizedSum, clamp, powers_of_two};
use crate::engine::ops::fixed::{Factor, activation_range, one_over_one_plus};
use crate::engine::ops::geometry::{broadcast, misfit};
use crate::engine::ops::operands::{operands, out_per_tensor, per_tensor, ranked, types};
use crate::engine::ops::pieces::{Room, broadcast_pieces};
use crate::engine::ops::products::clamps;
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of the first module; their plain kernels are in [`PLAIN`].
pub const FIRST: Ops = &[
    (Op::Add, Definition::fast(6, check_quantized, shapes)),
    (Op::Sub, Definition::fast(5, check_quantized, shapes)),
    (Op::Mul, Definition::fast(8, check_quantized, shapes)),
    (Op::Div, Definition::fast(2, check_eight, shapes)),
    (Op::Maximum, Definition::fast(4, check_same_scale, shapes)),
    (Op::Minimum, Definition::fast(4, check_same_scale, shapes)),
    (Op::SquaredDifference, Definition::fast(2, check_eight, shapes)),
];

/// The other operators of this file.
pub const OPS: Ops = &[
    (Op::StablehloAdd, Definition::new(1, check_plain, shapes, add)),
    (Op::StablehloMultiply, Definition::new(1, check_plain, shapes, mul)),
    (Op::StablehloMaximum, Definition::new(1, check_plain, shapes, extreme)),
    (Op::StablehloMinimum, Definition::new(1, check_plain, shapes, extreme)),
    (Op::Pow, Definition::new(1, check_plain, shapes, pow)),
    (Op::FloorDiv, Definition::new(3, check_plain, shapes, floor_div)),
    (Op::FloorMod, Definition::new(2, check_plain, shapes, floor_mod)),
    (Op::Atan2, Definition::new(1, check_float, alike_shapes, atan2)),
    (Op::BitwiseXor, Definition::new(1, check_bits, shapes, xor)),
    (Op::StablehloAnd, Definition::new(1, check_and, shapes, xor)),
    (Op::StablehloShiftLeft, Definition::new(1, check_shift, shapes, shift_left)),
    (Op::RightShift, Definition::new(1, check_bits, shapes, right_shift)),
];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[
    (Op::Add, add),
    (Op::Sub, sub),
    (Op::Mul, mul),
    (Op::Div, div),
    (Op::Maximum, extreme),
    (Op::Minimum, extreme),
    (Op::SquaredDifference, squared_difference),
];

fn same(view: &NodeView) -> Option<Dtype> {
    let dtype = view.dtype(0);
    if dtype == view.dtype(1) && dtype == view.out_dtype(0) { dtype } else { None }
}

fn scales(view: &NodeView) -> bool {
    per_tensor(view, 0) && per_tensor(view, 1) && out_per_tensor(view, 0)
}

fn check_quantized(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    types(
        view,
        match same(view) {
            Some(Dtype::F32 | Dtype::I32 | Dtype::I64) => true,
            Some(Dtype::I8 | Dtype::U8 | Dtype::I16) => scales(view),
            _ => false,
        },
    )?;
    clamps(view)
}

/// Like [`check_plain`], and 8-bit quantized values.
fn check_eight(view: &NodeView) -> Check {
    match same(view) {
        Some(Dtype::I8 | Dtype::U8) => check_quantized(view),
        _ => check_plain(view),
    }
}

fn check_plain(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    types(view, matches!(same(view), Some(Dtype::F32 | Dtype::I32 | Dtype::I64)))?;
    clamps(view)
}

fn check_float(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    types(view, same(view) == Some(Dtype::F32))
}

/// Quantized operands are used as they are: the runtime requires equal scales.
fn check_same_scale(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    types(view, matches!(same(view), Some(Dtype::F32 | Dtype::I32 | Dtype::I64 | Dtype::I8 | Dtype::U8 | Dtype::I16)))
}

pub(super) fn check_logic(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    types(view, same(view) == Some(Dtype::Bool))
}

fn check_bits(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    types(view, matches!(same(view), Some(Dtype::I8 | Dtype::U8 | Dtype::I16 | Dtype::U16 | Dtype::I32 | Dtype::U32)))
}

fn check_and(view: &NodeView) -> Check {
    match same(view) {
        Some(Dtype::Bool) => check_logic(view),
        _ => check_bits(view),
    }
}

fn check_shift(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    types(view, matches!(same(view), Some(Dtype::I8 | Dtype::I16 | Dtype::I32)))
}

pub(super) fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(vec![broadcast(view.shape(0), view.shape(1))?]))
}

/// The same for operands of one rank.
fn alike_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    ranked(view, 1, view.shape(0).len())?;
    shapes(view)
}

/// Applies `f` to every pair of elements. It should own what it needs: a loop over references is no vector.
pub(super) fn apply<A: Number, B: Number>(view: &NodeView, io: &mut Io, f: impl Fn(A, A) -> B + Copy) {
    let [mut room_a, mut room_b] = [Room::empty(), Room::empty()];
    let (a, b, out) = (io.input::<A>(0), io.input::<A>(1), io.output::<B>(0));
    broadcast_pieces(view.out_shape(0), &[view.shape(0), view.shape(1)], &mut |range, pieces| {
        let (a, b, f) = (room_a.of(a, pieces[0]), room_b.of(b, pieces[1]), f);
        out[range].iter_mut().zip(a).zip(b).for_each(|((out, &a), &b)| *out = f(a, b));
    });
}

/// A number for each byte of an 8-bit operand: `f` of its value without the zero point.
pub(super) fn numbers(view: &NodeView, i: usize, f: impl Fn(i32) -> i32) -> Result<[i32; 256]> {
    let (zero, is_signed) = (view.quant(i)?.zero_point(), view.dtype(i) == Some(Dtype::I8));
    let value = |byte: usize| if is_signed { i32::from(byte as u8 as i8) } else { byte as i32 };
    Ok(std::array::from_fn(|byte| f(value(byte).wrapping_sub(zero))))
}

/// Applies a float function with the fused activation.
#[inline(never)]
fn floats(view: &NodeView, io: &mut Io, f: fn(f32, f32) -> f32) -> Result<()> {
    let (low, high) = view.activation().range().ok_or_else(misfit)?;
    apply(view, io, move |a: f32, b: f32| clamp(f(a, b), low, high));
    Ok(())
}

#[inline(never)]
fn i32s(view: &NodeView, io: &mut Io, f: fn(i32, i32) -> i32) -> Result<()> {
    let (low, high) = view.activation().range().ok_or_else(misfit)?;
    // Infinite bounds saturate to the type's own.
    let (low, high) = (low as i32, high as i32);
    apply(view, io, move |a: i32, b: i32| f(a, b).clamp(low, high));
    Ok(())
}

#[inline(never)]
fn i64s(view: &NodeView, io: &mut Io, f: fn(i64, i64) -> i64) -> Result<()> {
    let (low, high) = view.activation().range().ok_or_else(misfit)?;
    let (low, high) = (low as i64, high as i64);
    apply(view, io, move |a: i64, b: i64| f(a, b).clamp(low, high));
    Ok(())
}

fn quantized_sum(view: &NodeView, io: &mut Io, subtract: bool) -> Result<()> {
    if view.dtype(0) == Some(Dtype::I16)
        && let Some([a, b, out]) = powers_of_two(view)
        && (a == out || b == out)
        && a <= out
        && b <= out
    {
        let (low, high) = activation_range(view.activation(), view.out_quant(0)?, Dtype::I16)?;
        let sign = if subtract { -1 } else { 1 };
        let scaled = |x: i16, by: i32| crate::engine::ops::fixed::divide_by_power(i32::from(x), by);
        apply(view, io, move |x: i16, y: i16| {
            let sum = scaled(x, out - a) + sign * scaled(y, out - b);
            sum.clamp(-32768, 32767).clamp(low, high) as i16
        });
        return Ok(());
    }
    let sum = QuantizedSum::new(view, subtract)?;
    match view.dtype(0) {
        Some(Dtype::I8) => apply(view, io, move |a: i8, b: i8| sum.apply(a.into(), b.into()) as i8),
        Some(Dtype::U8) => apply(view, io, move |a: u8, b: u8| sum.apply(a.into(), b.into()) as u8),
        _ => apply(view, io, move |a: i16, b: i16| sum.apply(a.into(), b.into()) as i16),
    }
    Ok(())
}

fn add(view: &NodeView, io: &mut Io) -> Result<()> {
    match view.dtype(0) {
        Some(Dtype::F32) => floats(view, io, |a, b| a + b),
        Some(Dtype::I32) => i32s(view, io, i32::wrapping_add),
        Some(Dtype::I64) => i64s(view, io, i64::wrapping_add),
        _ => quantized_sum(view, io, false),
    }
}

fn sub(view: &NodeView, io: &mut Io) -> Result<()> {
    match view.dtype(0) {
        Some(Dtype::F32) => floats(view, io, |a, b| a - b),
        Some(Dtype::I32) => i32s(view, io, i32::wrapping_sub),
        Some(Dtype::I64) => i64s(view, io, i64::wrapping_sub),
        _ => quantized_sum(view, io, true),
    }
}

fn mul(view: &NodeView, io: &mut Io) -> Result<()> {
    match view.dtype(0) {
        Some(Dtype::F32) => return floats(view, io, |a, b| a * b),
        Some(Dtype::I32) => return i32s(view, io, i32::wrapping_mul),
        Some(Dtype::I64) => return i64s(view, io, i64::wrapping_mul),
        _ => {}
    }
    let product = QuantizedProduct::new(view)?;
    match view.dtype(0) {
        Some(Dtype::I8) => apply(view, io, move |a: i8, b: i8| product.apply(a.into(), b.into()) as i8),
        Some(Dtype::U8) => apply(view, io, move |a: u8, b: u8| product.apply(a.into(), b.into()) as u8),
        _ => apply(view, io, move |a: i16, b: i16| product.apply(a.into(), b.into()) as i16),
    }
    Ok(())
}

/// Refuses a zero among integer divisors.
fn divisors(view: &NodeView, io: &Io) -> Result<()> {
    let zero = match view.dtype(1) {
        Some(Dtype::I32) => io.input::<i32>(1).contains(&0),
        Some(Dtype::I64) => io.input::<i64>(1).contains(&0),
        _ => false,
    };
    if zero { Err(EngineError::run("engine-division-by-zero")) } else { Ok(()) }
}

/// Applies `f` to the numbers of the bytes of 8-bit operands; the result gets its own zero point and is clamped.
fn eight_bits(view: &NodeView, io: &mut Io, [a, b]: [[i32; 256]; 2], f: impl Fn(i32, i32) -> i32 + Copy) -> Result<()> {
    let (quant, a, b) = (view.out_quant(0)?, &a, &b);
    let (low, high) = activation_range(view.activation(), quant, view.out_dtype(0).ok_or_else(misfit)?)?;
    let zero = quant.zero_point();
    apply(view, io, move |x: u8, y: u8| {
        f(a[usize::from(x)], b[usize::from(y)]).saturating_add(zero).clamp(low, high) as u8
    });
    Ok(())
}

/// A quotient of quantized values by the reciprocal of the divisor, all in fixed point.
fn quotient(a: i32, b: i32, factor: Factor) -> i32 {
    let (a, b) = if b < 0 { (-a, -b) } else { (a, b) };
    let zeros = b.leading_zeros().min(31);
    let inverse = one_over_one_plus(((b as u32) << zeros).wrapping_sub(1 << 31) as i32);
    // As many bits as are free above the dividend's sign.
    let spare = (if a < 0 { (!a).leading_zeros() } else { a.leading_zeros() }) as i32 - 1;
    let raw = Factor { multiplier: inverse, shift: spare }.apply(a);
    Factor { multiplier: factor.multiplier, shift: factor.shift - (31 - zeros as i32) - spare }.apply(raw)
}

fn div(view: &NodeView, io: &mut Io) -> Result<()> {
    divisors(view, io)?;
    if let Some(Dtype::I8 | Dtype::U8) = view.dtype(0) {
        let (a, b, out) = (view.quant(0)?, view.quant(1)?, view.out_quant(0)?);
        let factor = Factor::new(f64::from(a.scale()) / (f64::from(b.scale()) * f64::from(out.scale())));
        return eight_bits(view, io, [numbers(view, 0, |a| a)?, numbers(view, 1, |b| b)?], |a, b| {
            quotient(a, b, factor)
        });
    }
    match view.dtype(0) {
        Some(Dtype::I32) => i32s(view, io, i32::wrapping_div),
        Some(Dtype::I64) => i64s(view, io, i64::wrapping_div),
        _ => floats(view, io, |a, b| a / b),
    }
}

/// MAXIMUM, MINIMUM.
fn extreme(view: &NodeView, io: &mut Io) -> Result<()> {
    fn pick<T: Number + PartialOrd>(view: &NodeView, io: &mut Io) {
        let largest = matches!(view.node.op.builtin(), Some(Op::Maximum | Op::StablehloMaximum));
        if largest {
            apply(view, io, |a: T, b: T| if a > b { a } else { b });
        } else {
            apply(view, io, |a: T, b: T| if a < b { a } else { b });
        }
    }
    match view.dtype(0) {
        Some(Dtype::F32) => pick::<f32>(view, io),
        Some(Dtype::I32) => pick::<i32>(view, io),
        Some(Dtype::I64) => pick::<i64>(view, io),
        Some(Dtype::I16) => pick::<i16>(view, io),
        Some(Dtype::U8) => pick::<u8>(view, io),
        _ => pick::<i8>(view, io),
    }
    Ok(())
}

fn pow(view: &NodeView, io: &mut Io) -> Result<()> {
    let negative = match view.dtype(1) {
        Some(Dtype::I32) => io.input::<i32>(1).iter().any(|&e| e < 0),
        Some(Dtype::I64) => io.input::<i64>(1).iter().any(|&e| e < 0),
        _ => false,
    };
    if negative {
        return Err(EngineError::run("engine-negative-exponent"));
    }
    match view.dtype(0) {
        Some(Dtype::I32) => i32s(view, io, |a, b| a.wrapping_pow(b as u32)),
        Some(Dtype::I64) => i64s(view, io, |a, b| a.wrapping_pow(b.min(i64::from(u32::MAX)) as u32)),
        _ => floats(view, io, f32::powf),
    }
}

fn squared_difference(view: &NodeView, io: &mut Io) -> Result<()> {
    if let Some(Dtype::I8 | Dtype::U8) = view.dtype(0) {
        // Both are brought to a common scale with 7 spare bits.
        let (a, b, out) = (f64::from(view.quant(0)?.scale()), f64::from(view.quant(1)?.scale()), view.out_quant(0)?);
        let twice = 2.0 * a.max(b);
        let (fa, fb) = (Factor::new(a / twice), Factor::new(b / twice));
        let result = Factor::new(twice * twice / (f64::from(1 << 14) * f64::from(out.scale())));
        let scaled = [numbers(view, 0, |a| fa.apply(a << 7))?, numbers(view, 1, |b| fb.apply(b << 7))?];
        return eight_bits(view, io, scaled, move |a, b| result.apply((a - b) * (a - b)));
    }
    match view.dtype(0) {
        Some(Dtype::I32) => i32s(view, io, |a, b| a.wrapping_sub(b).wrapping_mul(a.wrapping_sub(b))),
        Some(Dtype::I64) => i64s(view, io, |a, b| a.wrapping_sub(b).wrapping_mul(a.wrapping_sub(b))),
        _ => floats(view, io, |a, b| (a - b) * (a - b)),
    }
}

fn floor_div(view: &NodeView, io: &mut Io) -> Result<()> {
    divisors(view, io)?;
    match view.dtype(0) {
        Some(Dtype::I32) => i32s(view, io, |a, b| {
            let q = a.wrapping_div(b);
            if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { q - 1 } else { q }
        }),
        Some(Dtype::I64) => i64s(view, io, |a, b| {
            let q = a.wrapping_div(b);
            if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { q - 1 } else { q }
        }),
        _ => floats(view, io, |a, b| (a / b).floor()),
    }
}

fn floor_mod(view: &NodeView, io: &mut Io) -> Result<()> {
    divisors(view, io)?;
    match view.dtype(0) {
        Some(Dtype::I32) => i32s(view, io, |a, b| {
            let r = a.wrapping_rem(b);
            if r != 0 && (r < 0) != (b < 0) { r.wrapping_add(b) } else { r }
        }),
        Some(Dtype::I64) => i64s(view, io, |a, b| {
            let r = a.wrapping_rem(b);
            if r != 0 && (r < 0) != (b < 0) { r.wrapping_add(b) } else { r }
        }),
        _ => floats(view, io, |a, b| {
            let r = a % b;
            if r != 0.0 && (r < 0.0) != (b < 0.0) { r + b } else { r }
        }),
    }
}

fn atan2(view: &NodeView, io: &mut Io) -> Result<()> {
    apply(view, io, move |a: f32, b: f32| a.atan2(b));
    Ok(())
}

/// BITWISE_XOR, STABLEHLO_AND.
fn xor(view: &NodeView, io: &mut Io) -> Result<()> {
    let and = view.node.op.builtin() == Some(Op::StablehloAnd);
    let bits = |a: u32, b: u32| if and { a & b } else { a ^ b };
    match view.dtype(0).map(Dtype::bits) {
        Some(8) => apply(view, io, move |a: u8, b: u8| bits(a.into(), b.into()) as u8),
        Some(16) => apply(view, io, move |a: u16, b: u16| bits(a.into(), b.into()) as u16),
        _ => apply(view, io, bits),
    }
    Ok(())
}

/// Shifting by more than the number of bits yields 0.
fn shift_left(view: &NodeView, io: &mut Io) -> Result<()> {
    let shift = |a: i32, b: i32| u32::try_from(b).ok().and_then(|b| a.checked_shl(b)).unwrap_or(0);
    match view.dtype(0) {
        Some(Dtype::I8) => apply(view, io, move |a: i8, b: i8| shift(a.into(), b.into()) as i8),
        Some(Dtype::I16) => apply(view, io, move |a: i16, b: i16| shift(a.into(), b.into()) as i16),
        _ => apply(view, io, shift),
    }
    Ok(())
}

/// Shift amounts are clamped to 0..bits - 1, as in the runtime.
fn right_shift(view: &NodeView, io: &mut Io) -> Result<()> {
    match view.dtype(0) {
        Some(Dtype::I8) => apply(view, io, move |a: i8, b: i8| a >> b.clamp(0, 7)),
        Some(Dtype::U8) => apply(view, io, move |a: u8, b: u8| a >> b.min(7)),
        Some(Dtype::I16) => apply(view, io, move |a: i16, b: i16| a >> b.clamp(0, 15)),
        Some(Dtype::U16) => apply(view, io, move |a: u16, b: u16| a >> b.min(15)),
        Some(Dtype::I32) => apply(view, io, move |a: i32, b: i32| a >> b.clamp(0, 31)),
        _ => apply(view, io, move |a: u32, b: u32| a >> b.min(31)),
    }
    Ok(())
}
