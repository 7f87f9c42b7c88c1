//! One operand, elementwise: RELU and its variants, LOGISTIC, TANH, EXP, ABS and the like.

use super::lut::{Sigmoid, Table};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Plain};
use crate::engine::ops::fixed::{Factor, round_to_i32, type_range};
use crate::engine::ops::geometry::{broadcast, for_each_broadcast, misfit};
use crate::engine::ops::operands::{is, operands, out_per_tensor, per_tensor, same_shape, types};
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of the first module; their plain kernels are in [`PLAIN`].
pub const FIRST: Ops = &[
    (Op::Relu, Definition::fast(3, check_relu, same_shape)),
    (Op::Relu6, Definition::fast(3, check_relu, same_shape)),
    (Op::ReluN1To1, Definition::fast(1, check_relu, same_shape)),
    (Op::Relu0To1, Definition::fast(1, check_relu, same_shape)),
    (Op::LeakyRelu, Definition::fast(2, check_relu, same_shape)),
    (Op::Prelu, Definition::fast(1, check_prelu, prelu_shape)),
    (Op::Logistic, Definition::fast(3, check_table, same_shape)),
    (Op::Tanh, Definition::fast(3, check_table, same_shape)),
    (Op::Elu, Definition::fast(1, check_table, same_shape)),
    (Op::Exp, Definition::fast(2, check_table, same_shape)),
    (Op::Log, Definition::fast(2, check_table, same_shape)),
    (Op::Gelu, Definition::fast(3, check_table, same_shape)),
    (Op::Rsqrt, Definition::fast(3, check_table, same_shape)),
    (Op::Sqrt, Definition::fast(2, check_table, same_shape)),
    (Op::HardSwish, Definition::fast(1, check_codes, same_shape)),
    (Op::Abs, Definition::fast(5, check_sign, same_shape)),
    (Op::Neg, Definition::fast(1, check_sign, same_shape)),
];

/// The other operators of this file.
pub const OPS: Ops = &[
    (Op::Sin, Definition::new(2, check_float, same_shape, float)),
    (Op::Cos, Definition::new(2, check_float, same_shape, float)),
    (Op::Floor, Definition::new(1, check_float, same_shape, float)),
    (Op::Ceil, Definition::new(1, check_float, same_shape, float)),
    (Op::Round, Definition::new(1, check_float, same_shape, float)),
    (Op::Square, Definition::new(1, check_float, same_shape, float)),
    (Op::Sign, Definition::new(2, check_sign, same_shape, sign)),
    (Op::LogicalNot, Definition::new(1, check_not, same_shape, not)),
];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[
    (Op::Relu, relu),
    (Op::Relu6, relu),
    (Op::ReluN1To1, relu),
    (Op::Relu0To1, relu),
    (Op::LeakyRelu, leaky_relu),
    (Op::Prelu, prelu),
    (Op::Logistic, float),
    (Op::Tanh, float),
    (Op::Elu, float),
    (Op::Exp, float),
    (Op::Log, float),
    (Op::Gelu, float),
    (Op::Rsqrt, float),
    (Op::Sqrt, float),
    (Op::HardSwish, hard_swish),
    (Op::Abs, sign),
    (Op::Neg, sign),
];

fn quantized(view: &NodeView, dtypes: &[Dtype]) -> bool {
    dtypes.iter().any(|&d| is(view, 0, d)) && per_tensor(view, 0) && out_per_tensor(view, 0)
}

fn check_float(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, is(view, 0, Dtype::F32))
}

fn check_relu(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, is(view, 0, Dtype::F32) || quantized(view, &[Dtype::I8, Dtype::U8, Dtype::I16]))
}

fn check_codes(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, is(view, 0, Dtype::F32) || quantized(view, &[Dtype::I8, Dtype::U8]))
}

/// 8-bit values have 256 results; 16-bit values use a table.
fn check_table(view: &NodeView) -> Check {
    check_relu(view)
}

fn check_sign(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    let plain = [Dtype::F32, Dtype::I32, Dtype::I64].iter().any(|&d| is(view, 0, d));
    let abs = view.node.op.builtin() == Some(Op::Abs);
    let short = abs && is(view, 0, Dtype::I16) && view.quant(0).is_err() && view.out_quant(0).is_err();
    types(view, plain || short || (abs && quantized(view, &[Dtype::I8, Dtype::I16])))
}

fn check_not(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, is(view, 0, Dtype::Bool))
}

/// Bounds of a RELU operator.
pub fn bounds(op: Option<Op>) -> (f32, f32) {
    match op {
        Some(Op::Relu6) => (0.0, 6.0),
        Some(Op::ReluN1To1) => (-1.0, 1.0),
        Some(Op::Relu0To1) => (0.0, 1.0),
        _ => (0.0, f32::INFINITY),
    }
}

fn relu(view: &NodeView, io: &mut Io) -> Result<()> {
    let (low, high) = bounds(view.node.op.builtin());
    if view.dtype(0) == Some(Dtype::F32) {
        let out = io.output::<f32>(0);
        out.iter_mut()
            .zip(io.input::<f32>(0))
            .for_each(|(o, &x)| *o = crate::engine::ops::arithmetic::clamp(x, low, high));
        return Ok(());
    }
    map_codes(view, io)
}

fn quantized_relu<'a>(view: &NodeView<'a>) -> Result<QuantizedFunction<'a>> {
    let (low, high) = bounds(view.node.op.builtin());
    let (from, to) = (view.quant(0)?, view.out_quant(0)?);
    let factor = Factor::new(f64::from(from.scale() / to.scale()));
    let (type_low, type_high) = view.out_dtype(0).and_then(type_range).ok_or_else(misfit)?;
    let quantize = |real: f32| to.zero_point().saturating_add(round_to_i32(real / to.scale()));
    let low = type_low.max(quantize(low));
    let high = if high.is_finite() { type_high.min(quantize(high)) } else { type_high };
    Ok(Box::new(move |x| factor.apply(x - from.zero_point()).saturating_add(to.zero_point()).clamp(low, high.max(low))))
}

/// A function of quantized values.
pub type QuantizedFunction<'a> = Box<dyn Fn(i32) -> i32 + 'a>;

/// The function of quantized values that a node with one operand computes.
pub fn quantized_function<'a>(view: &NodeView<'a>) -> Result<QuantizedFunction<'a>> {
    if let Params::Table(table) = &view.node.params {
        return Ok(Box::new(|value| table[usize::from(value as u8)].into()));
    }
    match view.node.op.builtin() {
        Some(Op::Relu | Op::Relu6 | Op::ReluN1To1 | Op::Relu0To1) => quantized_relu(view),
        Some(Op::LeakyRelu) => quantized_leaky_relu(view),
        Some(Op::HardSwish) => quantized_hard_swish(view),
        Some(Op::Abs) => quantized_abs(view),
        _ => quantized_float(view),
    }
}

/// Applies the node's function to every quantized value (int8, uint8 or int16).
fn map_codes(view: &NodeView, io: &mut Io) -> Result<()> {
    let f = quantized_function(view)?;
    match view.dtype(0) {
        Some(Dtype::I8) => {
            let out = io.output::<i8>(0);
            out.iter_mut().zip(io.input::<i8>(0)).for_each(|(o, &x)| *o = f(x.into()) as i8);
        }
        Some(Dtype::U8) => {
            let out = io.output::<u8>(0);
            out.iter_mut().zip(io.input::<u8>(0)).for_each(|(o, &x)| *o = f(x.into()) as u8);
        }
        Some(Dtype::I16) => {
            let out = io.output::<i16>(0);
            out.iter_mut().zip(io.input::<i16>(0)).for_each(|(o, &x)| *o = f(x.into()) as i16);
        }
        _ => return Err(misfit()),
    }
    Ok(())
}

fn leaky_relu(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::LeakyRelu { alpha } = view.node.params else { return Err(misfit()) };
    if view.dtype(0) == Some(Dtype::F32) {
        let out = io.output::<f32>(0);
        out.iter_mut().zip(io.input::<f32>(0)).for_each(|(o, &x)| *o = if x > 0.0 { x } else { x * alpha });
        return Ok(());
    }
    map_codes(view, io)
}

fn quantized_leaky_relu<'a>(view: &NodeView<'a>) -> Result<QuantizedFunction<'a>> {
    let Params::LeakyRelu { alpha } = view.node.params else { return Err(misfit()) };
    let (from, to) = (view.quant(0)?, view.out_quant(0)?);
    // In float32, as in the runtime.
    let identity = Factor::new((from.scale() / to.scale()).into());
    let real = f64::from(from.scale() * alpha / to.scale());
    let sloped = if real < 0.0 { Factor::new(-real).negated() } else { Factor::new(real) };
    let (low, high) = view.out_dtype(0).and_then(type_range).ok_or_else(misfit)?;
    Ok(Box::new(move |x| {
        let x = x - from.zero_point();
        let factor = if x >= 0 { identity } else { sloped };
        factor.apply(x).saturating_add(to.zero_point()).clamp(low, high)
    }))
}

fn check_prelu(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let floats = is(view, 0, Dtype::F32) && view.dtype(1) == Some(Dtype::F32);
    let ints = quantized(view, &[Dtype::I8, Dtype::U8]) && view.dtype(1) == view.dtype(0) && per_tensor(view, 1);
    types(view, floats || ints)
}

fn prelu_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(vec![broadcast(view.shape(0), view.shape(1))?]))
}

/// The function of quantized values and quantized slopes that a PRELU node computes.
pub fn quantized_prelu(view: &NodeView) -> Result<impl Fn(i32, i32) -> i32 + use<>> {
    let (from, slope, to) = (view.quant(0)?, view.quant(1)?, view.out_quant(0)?);
    let identity = Factor::new(f64::from(from.scale()) / f64::from(to.scale()));
    let sloped = Factor::new(f64::from(from.scale() * slope.scale() / to.scale()));
    let (low, high) = view.out_dtype(0).and_then(type_range).ok_or_else(misfit)?;
    let [zero, zero_of_slope, zero_of_result] = [from, slope, to].map(|quant| quant.zero_point());
    Ok(move |x: i32, s: i32| {
        let x = x - zero;
        let value = if x >= 0 { identity.apply(x) } else { sloped.apply(x * (s - zero_of_slope)) };
        value.saturating_add(zero_of_result).clamp(low, high)
    })
}

fn prelu(view: &NodeView, io: &mut Io) -> Result<()> {
    let shapes = [view.shape(0), view.shape(1)];
    if view.dtype(0) == Some(Dtype::F32) {
        let (x, slope, out) = (io.input::<f32>(0), io.input::<f32>(1), io.output::<f32>(0));
        for_each_broadcast(view.out_shape(0), shapes, |o, [i, j]| {
            out[o] = if x[i] >= 0.0 { x[i] } else { x[i] * slope[j] };
        });
        return Ok(());
    }
    let code = quantized_prelu(view)?;
    if view.dtype(0) == Some(Dtype::I8) {
        let (x, s, out) = (io.input::<i8>(0), io.input::<i8>(1), io.output::<i8>(0));
        for_each_broadcast(view.out_shape(0), shapes, |o, [i, j]| out[o] = code(x[i].into(), s[j].into()) as i8);
    } else {
        let (x, s, out) = (io.input::<u8>(0), io.input::<u8>(1), io.output::<u8>(0));
        for_each_broadcast(view.out_shape(0), shapes, |o, [i, j]| out[o] = code(x[i].into(), s[j].into()) as u8);
    }
    Ok(())
}

/// The Gauss error function, to float32 precision (series for small arguments, continued fraction for large ones).
pub fn erf(x: f64) -> f64 {
    let a = x.abs();
    if a < 2.5 {
        let (mut term, mut sum, mut n) = (a, a, 0.0);
        while term.abs() > 1e-17 * sum.abs() {
            n += 1.0;
            term *= -a * a / n;
            sum += term / (2.0 * n + 1.0);
        }
        return (2.0 / std::f64::consts::PI.sqrt() * sum).copysign(x);
    }
    let mut fraction = 0.0;
    for k in (1..40).rev() {
        fraction = f64::from(k) / 2.0 / (a + fraction);
    }
    (1.0 - (-a * a).exp() / std::f64::consts::PI.sqrt() / (a + fraction)).copysign(x)
}

/// The function of a float operator that quantized values may have, too.
fn function(view: &NodeView) -> Result<fn(f32) -> f32> {
    Ok(match view.node.op.builtin() {
        Some(Op::Logistic) => |x| 1.0 / (1.0 + (-x).exp()),
        Some(Op::Tanh) => f32::tanh,
        Some(Op::Elu) => |x| if x < 0.0 { x.exp_m1() } else { x },
        Some(Op::Exp) => f32::exp,
        Some(Op::Log) => f32::ln,
        Some(Op::Gelu) => match view.node.params {
            Params::Gelu { approximate: true } => {
                |x| 0.5 * x * (1.0 + (std::f32::consts::FRAC_2_PI.sqrt() * (x + 0.044_715 * x * x * x)).tanh())
            }
            _ => |x| (0.5 * f64::from(x) * (1.0 + erf(f64::from(x) * std::f64::consts::FRAC_1_SQRT_2))) as f32,
        },
        Some(Op::Rsqrt) => |x| 1.0 / x.sqrt(),
        Some(Op::Sqrt) => f32::sqrt,
        _ => return Err(misfit()),
    })
}

/// Applies `f` to every element.
fn each(io: &mut Io, f: impl Fn(f32) -> f32) {
    io.output::<f32>(0).iter_mut().zip(io.input::<f32>(0)).for_each(|(o, &x)| *o = f(x));
}

fn float(view: &NodeView, io: &mut Io) -> Result<()> {
    if view.dtype(0) != Some(Dtype::F32) {
        return map_codes(view, io);
    }
    // Functions that are vector instructions, and those for which a call through a pointer is a large part of the time.
    match view.node.op.builtin() {
        Some(Op::Sqrt) => each(io, f32::sqrt),
        Some(Op::Rsqrt) => each(io, |x| 1.0 / x.sqrt()),
        Some(Op::Floor) => each(io, f32::floor),
        Some(Op::Ceil) => each(io, f32::ceil),
        Some(Op::Round) => each(io, f32::round_ties_even),
        Some(Op::Square) => each(io, |x| x * x),
        Some(Op::Sin) => each(io, f32::sin),
        Some(Op::Cos) => each(io, f32::cos),
        Some(Op::Log) => each(io, f32::ln),
        Some(Op::Elu) => each(io, |x| if x < 0.0 { x.exp_m1() } else { x }),
        _ => each(io, function(view)?),
    }
    Ok(())
}

fn quantized_float<'a>(view: &NodeView<'a>) -> Result<QuantizedFunction<'a>> {
    let f = function(view)?;
    let (from, to) = (view.quant(0)?, view.out_quant(0)?);
    let (low, high) = view.out_dtype(0).and_then(type_range).ok_or_else(misfit)?;
    let op = view.node.op.builtin();
    let (scale, zero) = (to.scale(), to.zero_point());
    // Where a function is undefined, the runtime returns the smallest or the largest quantized value.
    let f = move |x: f32| match op {
        Some(Op::Log) if x <= 0.0 => scale * (low - zero) as f32,
        Some(Op::Rsqrt) if x <= 0.0 => scale * (high - zero) as f32,
        _ => f(x),
    };
    if view.dtype(0) == Some(Dtype::I16) && op != Some(Op::Sqrt) {
        if let Some(Op::Logistic | Op::Tanh) = op {
            let sigmoid = Sigmoid::new(from.scale(), op == Some(Op::Tanh));
            return Ok(Box::new(move |x| sigmoid.get(x)));
        }
        let table = Table::new(from.scale(), from.zero_point(), scale, f);
        return Ok(Box::new(move |x| table.get(x).clamp(low, high)));
    }
    let inverse = 1.0 / scale;
    Ok(Box::new(move |x| {
        let real = f(from.scale() * (x - from.zero_point()) as f32);
        // Only SQRT truncates in the runtime.
        let code = if op == Some(Op::Sqrt) { (real / scale) as i32 } else { round_to_i32(real * inverse) };
        code.saturating_add(zero).clamp(low, high)
    }))
}

fn hard_swish(view: &NodeView, io: &mut Io) -> Result<()> {
    if view.dtype(0) == Some(Dtype::F32) {
        let out = io.output::<f32>(0);
        out.iter_mut().zip(io.input::<f32>(0)).for_each(|(o, &x)| *o = x * (x + 3.0).clamp(0.0, 6.0) / 6.0);
        return Ok(());
    }
    map_codes(view, io)
}

fn quantized_hard_swish<'a>(view: &NodeView<'a>) -> Result<QuantizedFunction<'a>> {
    let (from, to) = (view.quant(0)?, view.out_quant(0)?);
    let (low, high) = view.out_dtype(0).and_then(type_range).ok_or_else(misfit)?;
    // 16-bit arithmetic: inputs get 7 spare bits; one factor brings them to the output's scale, one to units of
    // 3 / 32768 for the gate.
    let hires = f64::from(from.scale() / 128.0);
    let (out_factor, out_shift) = short(Factor::new(f64::from(from.scale() / 128.0) / f64::from(to.scale())));
    let (gate_factor, gate_shift) = short(Factor::new(hires / f64::from(3.0f32 / 32768.0)));
    Ok(Box::new(move |x| {
        let x = ((x - from.zero_point()) << 7) as i16;
        let value = short_mul(x, out_factor);
        let mut gate = x;
        if gate_shift > 0 {
            gate = saturating_left(gate, gate_shift - 1);
        }
        gate = short_mul(gate, gate_factor);
        if gate_shift > 0 {
            gate = saturating_left(gate, 1);
        } else if gate_shift < 0 {
            gate = crate::engine::ops::fixed::divide_by_power(gate.into(), -gate_shift) as i16;
        }
        let gate = ((i32::from(gate) + (1 << 15)) >> 1) as i16;
        let product = truncating_mul(gate, value);
        let shifted = crate::engine::ops::fixed::divide_by_power(product.into(), -out_shift);
        (i32::from(shifted as i16) + to.zero_point()).clamp(low, high)
    }))
}

/// A factor with its multiplier cut to 16 bits.
fn short(factor: Factor) -> (i16, i32) {
    let rounded = (i64::from(factor.multiplier) + (1 << 15)) >> 16;
    (rounded.min(i64::from(i16::MAX)) as i16, factor.shift)
}

fn short_mul(a: i16, b: i16) -> i16 {
    if a == i16::MIN && b == i16::MIN {
        return i16::MAX;
    }
    let product = i32::from(a) * i32::from(b);
    let nudge = if product >= 0 { 1 << 14 } else { 1 - (1 << 14) };
    ((product + nudge) / (1 << 15)) as i16
}

fn truncating_mul(a: i16, b: i16) -> i16 {
    if a == i16::MIN && b == i16::MIN {
        return i16::MAX;
    }
    (i32::from(a) * i32::from(b) / (1 << 15)) as i16
}

fn saturating_left(x: i16, bits: i32) -> i16 {
    (i64::from(x) << bits.clamp(0, 31)).clamp(-32768, 32767) as i16
}

fn quantized_abs<'a>(view: &NodeView<'a>) -> Result<QuantizedFunction<'a>> {
    let Ok(from) = view.quant(0) else { return Ok(Box::new(i32::wrapping_abs)) };
    let to = view.out_quant(0)?;
    let (low, high) = view.out_dtype(0).and_then(type_range).ok_or_else(misfit)?;
    let factor = Factor::new(f64::from(from.scale() / to.scale()));
    Ok(Box::new(move |x| {
        let value = (x - from.zero_point()).abs();
        let value = if from.scale() == to.scale() { value } else { factor.apply(value) };
        value.saturating_add(to.zero_point()).clamp(low, high)
    }))
}

fn sign(view: &NodeView, io: &mut Io) -> Result<()> {
    let op = view.node.op.builtin();
    macro_rules! apply {
        ($t:ty, $f:expr) => {{
            let f = $f;
            io.output::<$t>(0).iter_mut().zip(io.input::<$t>(0)).for_each(|(o, &x)| *o = f(x));
        }};
    }
    if let Some(Dtype::I8 | Dtype::I16) = view.dtype(0) {
        return map_codes(view, io);
    }
    match (view.dtype(0), op) {
        (Some(Dtype::F32), Some(Op::Abs)) => apply!(f32, f32::abs),
        (Some(Dtype::F32), Some(Op::Neg)) => apply!(f32, |x: f32| -x),
        (Some(Dtype::F32), _) => apply!(f32, |x: f32| if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            0.0
        }),
        (Some(Dtype::I32), Some(Op::Abs)) => apply!(i32, i32::wrapping_abs),
        (Some(Dtype::I32), Some(Op::Neg)) => apply!(i32, i32::wrapping_neg),
        (Some(Dtype::I32), _) => apply!(i32, i32::signum),
        (_, Some(Op::Abs)) => apply!(i64, i64::wrapping_abs),
        (_, Some(Op::Neg)) => apply!(i64, i64::wrapping_neg),
        _ => apply!(i64, i64::signum),
    }
    Ok(())
}

fn not(_: &NodeView, io: &mut Io) -> Result<()> {
    io.output::<u8>(0).iter_mut().zip(io.input::<u8>(0)).for_each(|(o, &x)| *o = u8::from(x == 0));
    Ok(())
}
