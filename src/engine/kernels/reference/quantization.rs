//! QUANTIZE, DEQUANTIZE, CAST.

use crate::engine::data::{Number, f16_to_f32, f32_to_f16, unpack_i4, widen};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Plain};
use crate::engine::ops::fixed::{Factor, round_to_i32, type_range};
use crate::engine::ops::geometry::{misfit, strides};
use crate::engine::ops::operands::{operands, out_per_tensor, per_tensor, same_shape, types};
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, NodeView};

/// Operators of the first module; the plain kernel of QUANTIZE is in [`PLAIN`].
pub const FIRST: Ops = &[
    (Op::Quantize, Definition::fast(6, check_quantize, same_shape)),
    (Op::Dequantize, Definition::new(9, check_dequantize, same_shape, dequantize)),
];

/// The other operators of this file.
pub const OPS: Ops = &[
    (Op::FakeQuant, Definition::new(2, check_fake, same_shape, fake)),
    (Op::Cast, Definition::new(9, check_cast, same_shape, cast)),
];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[(Op::Quantize, quantize)];

const QUANTIZED: [Option<Dtype>; 3] = [Some(Dtype::I8), Some(Dtype::U8), Some(Dtype::I16)];

fn check_quantize(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    let to = view.out_dtype(0);
    let fits = match (view.dtype(0), to) {
        (Some(Dtype::F32), _) => QUANTIZED.contains(&to) && view.out_quant(0).is_ok(),
        (Some(Dtype::I16), Some(Dtype::I32)) | (Some(Dtype::I32), Some(Dtype::I8 | Dtype::I16)) => single(view),
        (from, _) => QUANTIZED.contains(&from) && QUANTIZED.contains(&to) && single(view),
    };
    types(view, fits)
}

/// Both have one scale.
fn single(view: &NodeView) -> bool {
    per_tensor(view, 0) && out_per_tensor(view, 0)
}

fn check_dequantize(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    let from = match view.dtype(0) {
        Some(Dtype::F16) => true,
        Some(Dtype::I4) => view.quant(0).is_ok(),
        from => QUANTIZED.contains(&from) && view.quant(0).is_ok(),
    };
    types(view, from && view.out_dtype(0) == Some(Dtype::F32))
}

/// The slice of the quantized dimension that an element belongs to: (elements a slice step, number of slices).
fn slices(shape: &[usize], axis: usize, count: usize) -> (usize, usize) {
    if count == 1 { (1, 1) } else { (strides(shape).get(axis).copied().unwrap_or(1), count) }
}

fn quantize(view: &NodeView, io: &mut Io) -> Result<()> {
    let to = view.out_quant(0)?;
    let dtype = view.out_dtype(0).ok_or_else(misfit)?;
    // int32 results have the width of the computed values.
    let (low, high) = type_range(dtype).unwrap_or((i32::MIN, i32::MAX));
    let code: Box<dyn Fn(usize) -> i32> = match view.dtype(0) {
        Some(Dtype::F32) => {
            let x = io.input::<f32>(0);
            let (step, n) = slices(view.shape(0), to.axis, to.scale.len());
            Box::new(move |i| {
                let slice = i / step % n;
                round_to_i32(x[i] / to.scale[slice]).saturating_add(to.zero_point[slice])
            })
        }
        from => {
            let quant = view.quant(0)?;
            let factor = Factor::new(f64::from(quant.scale()) / f64::from(to.scale()));
            let requantize =
                move |x: i32| factor.apply(x.wrapping_sub(quant.zero_point())).saturating_add(to.zero_point());
            match from {
                Some(Dtype::I8) => {
                    let x = io.input::<i8>(0);
                    Box::new(move |i| requantize(x[i].into()))
                }
                Some(Dtype::U8) => {
                    let x = io.input::<u8>(0);
                    Box::new(move |i| requantize(x[i].into()))
                }
                Some(Dtype::I32) => {
                    let x = io.input::<i32>(0);
                    Box::new(move |i| requantize(x[i]))
                }
                _ => {
                    let x = io.input::<i16>(0);
                    Box::new(move |i| requantize(x[i].into()))
                }
            }
        }
    };
    match dtype {
        Dtype::I8 => io.output::<i8>(0).iter_mut().enumerate().for_each(|(i, o)| *o = code(i).clamp(low, high) as i8),
        Dtype::U8 => io.output::<u8>(0).iter_mut().enumerate().for_each(|(i, o)| *o = code(i).clamp(low, high) as u8),
        Dtype::I32 => io.output::<i32>(0).iter_mut().enumerate().for_each(|(i, o)| *o = code(i)),
        _ => io.output::<i16>(0).iter_mut().enumerate().for_each(|(i, o)| *o = code(i).clamp(low, high) as i16),
    }
    Ok(())
}

fn dequantize(view: &NodeView, io: &mut Io) -> Result<()> {
    let out = io.output::<f32>(0);
    if view.dtype(0) == Some(Dtype::F16) {
        widen(io.input(0), out);
        return Ok(());
    }
    let quant = view.quant(0)?;
    let (step, n) = slices(view.shape(0), quant.axis, quant.scale.len());
    let mut put = |i: usize, x: i32| {
        let slice = i / step % n;
        out[i] = (f64::from(quant.scale[slice]) * f64::from(x.wrapping_sub(quant.zero_point[slice]))) as f32;
    };
    match view.dtype(0) {
        Some(Dtype::I4) => {
            let quantized = unpack_i4(io.bytes(0), view.shape(0).iter().product());
            quantized.iter().enumerate().for_each(|(i, &x)| put(i, x.into()));
        }
        Some(Dtype::I8) => io.input::<i8>(0).iter().enumerate().for_each(|(i, &x)| put(i, x.into())),
        Some(Dtype::U8) => io.input::<u8>(0).iter().enumerate().for_each(|(i, &x)| put(i, x.into())),
        _ => io.input::<i16>(0).iter().enumerate().for_each(|(i, &x)| put(i, x.into())),
    }
    Ok(())
}

fn check_fake(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, crate::engine::ops::operands::is(view, 0, Dtype::F32))
}

/// Real values of quantized values with this number of bits; the range is shifted to contain zero exactly.
fn fake(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::FakeQuant { min, max, bits, narrow } = view.node.params else { return Err(misfit()) };
    if !(2..=16).contains(&bits) || min >= max {
        return Err(misfit());
    }
    let (low, high) = (if narrow { 1.0f32 } else { 0.0 }, ((1 << bits) - 1) as f32);
    let scale = (max - min) / (high - low);
    let zero = crate::engine::ops::arithmetic::clamp(low - min / scale, low, high).round();
    let (from, to) = ((low - zero) * scale, (high - zero) * scale);
    let inverse = 1.0 / scale;
    for (o, &x) in io.output::<f32>(0).iter_mut().zip(io.input::<f32>(0)) {
        let shifted = crate::engine::ops::arithmetic::clamp(x, from, to) - from;
        *o = (shifted * inverse).round() * scale + from;
    }
    Ok(())
}

fn castable(dtype: Option<Dtype>) -> bool {
    matches!(
        dtype,
        Some(
            Dtype::F32
                | Dtype::F64
                | Dtype::F16
                | Dtype::I8
                | Dtype::U8
                | Dtype::I16
                | Dtype::U16
                | Dtype::I32
                | Dtype::U32
                | Dtype::I64
                | Dtype::Bool
                | Dtype::C64
        )
    )
}

fn check_cast(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, castable(view.dtype(0)) && castable(view.out_dtype(0)))
}

/// A value between the types of a cast: wide enough for each without loss.
#[derive(Clone, Copy)]
enum Value {
    Real(f64),
    Whole(i64),
}

/// Converts each value.
fn convert<A: Number, B: Number>(io: &mut Io, f: impl Fn(A) -> B) {
    io.output::<B>(0).iter_mut().zip(io.input::<A>(0)).for_each(|(out, &x)| *out = f(x));
}

/// The casts that models have between the layers they run most often, each with a loop of its own.
fn cast_directly(io: &mut Io, from: Option<Dtype>, to: Option<Dtype>) -> bool {
    let (Some(from), Some(to)) = (from, to) else { return false };
    match (from, to) {
        (Dtype::F32, Dtype::I32) => convert(io, |x: f32| x as i32),
        (Dtype::I32, Dtype::F32) => convert(io, |x: i32| x as f32),
        (Dtype::Bool, Dtype::F32) => convert(io, |x: u8| f32::from(u8::from(x != 0))),
        (Dtype::Bool, Dtype::I32) => convert(io, |x: u8| i32::from(x != 0)),
        (Dtype::F32, Dtype::Bool) => convert(io, |x: f32| u8::from(x != 0.0)),
        (Dtype::U8, Dtype::F32) => convert(io, |x: u8| f32::from(x)),
        (Dtype::I64, Dtype::I32) => convert(io, |x: i64| x as i32),
        (Dtype::I32, Dtype::I64) => convert(io, |x: i32| i64::from(x)),
        _ => return false,
    }
    true
}

/// How many values are between their types at a time.
const SOME: usize = 256;

/// Real parts are what a cast keeps of complex numbers, unless the result is complex too.
fn cast(view: &NodeView, io: &mut Io) -> Result<()> {
    let (from, to) = (view.dtype(0), view.out_dtype(0));
    if from == to && from == Some(Dtype::C64) {
        io.output::<u64>(0).copy_from_slice(io.input::<u64>(0));
        return Ok(());
    }
    if (from, to) == (Some(Dtype::C64), Some(Dtype::F32)) {
        let (numbers, out) = (io.input::<f32>(0).as_chunks::<2>().0, io.output::<f32>(0));
        out.iter_mut().zip(numbers).for_each(|(out, [real, _])| *out = *real);
        return Ok(());
    }
    if cast_directly(io, from, to) {
        return Ok(());
    }
    macro_rules! write {
        ($out:expr, $real:expr, $whole:expr) => {
            for (i, out) in $out.chunks_mut(SOME).enumerate() {
                let mut values = [Value::Whole(0); SOME];
                read(io, from, i * SOME, &mut values);
                out.iter_mut().zip(values).for_each(|(out, value)| {
                    *out = match value {
                        Value::Real(v) => $real(v),
                        Value::Whole(v) => $whole(v),
                    };
                });
            }
        };
        ($t:ty) => {
            write!(io.output::<$t>(0), |v| v as $t, |v| v as $t)
        };
    }
    match to {
        Some(Dtype::C64) => {
            write!(io.output::<f32>(0).as_chunks_mut::<2>().0, |v| [v as f32, 0.0], |v| [v as f32, 0.0])
        }
        Some(Dtype::F32) => write!(f32),
        Some(Dtype::F64) => write!(f64),
        Some(Dtype::F16) => write!(io.output::<u16>(0), |v| f32_to_f16(v as f32), |v| f32_to_f16(v as f32)),
        Some(Dtype::Bool) => write!(io.output::<u8>(0), |v| u8::from(v != 0.0), |v| u8::from(v != 0)),
        Some(Dtype::I8) => write!(i8),
        Some(Dtype::U8) => write!(u8),
        Some(Dtype::I16) => write!(i16),
        Some(Dtype::U16) => write!(u16),
        Some(Dtype::I32) => write!(i32),
        Some(Dtype::U32) => write!(u32),
        _ => write!(i64),
    }
    Ok(())
}

/// The values from the `first` of the input on.
fn read(io: &Io, dtype: Option<Dtype>, first: usize, values: &mut [Value]) {
    macro_rules! read {
        ($t:ty, $value:expr) => {
            values.iter_mut().zip(&io.input::<$t>(0)[first..]).for_each(|(value, &x)| *value = $value(x))
        };
    }
    match dtype {
        Some(Dtype::C64) => {
            let numbers = &io.input::<f32>(0).as_chunks::<2>().0[first..];
            values.iter_mut().zip(numbers).for_each(|(value, [real, _])| *value = Value::Real((*real).into()));
        }
        Some(Dtype::F32) => read!(f32, |x: f32| Value::Real(x.into())),
        Some(Dtype::F64) => read!(f64, Value::Real),
        Some(Dtype::F16) => read!(u16, |x| Value::Real(f16_to_f32(x).into())),
        Some(Dtype::I8) => read!(i8, |x: i8| Value::Whole(x.into())),
        Some(Dtype::U8) => read!(u8, |x: u8| Value::Whole(x.into())),
        Some(Dtype::Bool) => read!(u8, |x| Value::Whole((x != 0).into())),
        Some(Dtype::I16) => read!(i16, |x: i16| Value::Whole(x.into())),
        Some(Dtype::U16) => read!(u16, |x: u16| Value::Whole(x.into())),
        Some(Dtype::I32) => read!(i32, |x: i32| Value::Whole(x.into())),
        Some(Dtype::U32) => read!(u32, |x: u32| Value::Whole(x.into())),
        _ => read!(i64, Value::Whole),
    }
}
