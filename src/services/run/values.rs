//! Element values: bytes of any numeric type to `f64` and back, pixels to a tensor, a tensor in numbers.

use super::failed::usage;
use super::io::Input;
use super::number::Number;
use super::schema::{Failed, Port, Summary};
use super::strings::strings;
use crate::engine;
use crate::engine::data::f16_to_f32;
use crate::engine::program::{Dtype, Quant};

/// Number of first values in a summary.
const FIRST: usize = 8;
const TOP: usize = 5;
/// Characters of a string that a summary shows.
const SHOWN: usize = 200;

/// The value of one element at byte offset `at` of little-endian data; `None` for types without a number.
pub(super) fn value(dtype: Dtype, bytes: &[u8], index: usize) -> Option<f64> {
    macro_rules! read {
        ($type:ty) => {{
            const SIZE: usize = size_of::<$type>();
            let at = index * SIZE;
            <$type>::from_le_bytes(bytes.get(at..at + SIZE)?.try_into().ok()?) as f64
        }};
    }
    Some(match dtype {
        Dtype::F32 => read!(f32),
        Dtype::F64 => read!(f64),
        Dtype::F16 => f16_to_f32(u16::from_le_bytes(*bytes.get(index * 2..)?.first_chunk()?)).into(),
        Dtype::I8 => read!(i8),
        Dtype::U8 | Dtype::Bool => read!(u8),
        Dtype::I16 => read!(i16),
        Dtype::U16 => read!(u16),
        Dtype::I32 => read!(i32),
        Dtype::U32 => read!(u32),
        Dtype::I64 => read!(i64),
        Dtype::U64 => read!(u64),
        _ => return None,
    })
}

/// The same with every digit, in real values if there is a scale.
fn number(dtype: Dtype, bytes: &[u8], index: usize, quant: Option<(f32, i64)>) -> Option<Number> {
    let whole = || bytes.get(index * 8..)?.first_chunk().copied();
    Some(match (dtype, quant) {
        (Dtype::I64, None) => Number::Signed(i64::from_le_bytes(whole()?)),
        (Dtype::U64, None) => Number::Unsigned(u64::from_le_bytes(whole()?)),
        (_, None) => Number::Real(value(dtype, bytes, index)?),
        (_, Some((scale, zero))) => Number::Real((value(dtype, bytes, index)? - zero as f64) * f64::from(scale)),
    })
}

/// Writes one element, rounded and clamped to the type; false for types without a number.
fn push(dtype: Dtype, value: f64, out: &mut Vec<u8>) -> bool {
    macro_rules! integer {
        // A float-to-integer cast clamps to the type's range and turns NaN into 0.
        ($type:ty) => {
            out.extend((value.round() as $type).to_le_bytes())
        };
    }
    match dtype {
        Dtype::F32 => out.extend((value as f32).to_le_bytes()),
        Dtype::F64 => out.extend(value.to_le_bytes()),
        Dtype::I8 => integer!(i8),
        Dtype::U8 | Dtype::Bool => integer!(u8),
        Dtype::I16 => integer!(i16),
        Dtype::U16 => integer!(u16),
        Dtype::I32 => integer!(i32),
        Dtype::U32 => integer!(u32),
        Dtype::I64 => integer!(i64),
        Dtype::U64 => integer!(u64),
        _ => return false,
    }
    true
}

/// Values as another type, rounded and clamped to it; `None` if one of the two has no numbers.
// The page's WebGPU module compares nothing.
#[cfg_attr(all(feature = "gpu", target_arch = "wasm32"), allow(dead_code))]
pub(super) fn converted(from: Dtype, bytes: &[u8], to: Dtype) -> Option<Vec<u8>> {
    if from == to {
        return Some(bytes.to_vec());
    }
    let mut out = Vec::new();
    let mut index = 0;
    while let Some(value) = value(from, bytes, index) {
        push(to, value, &mut out).then_some(())?;
        index += 1;
    }
    (index > 0).then_some(out)
}

/// The one scale and zero point of a per-tensor quantization.
// The page's WebGPU module has no other backend, and only floats.
#[cfg_attr(all(feature = "gpu", target_arch = "wasm32"), allow(dead_code))]
pub fn scale(quant: Option<&Quant>) -> Option<(f32, i64)> {
    let quant = quant?;
    match (quant.scale.as_slice(), quant.zero_point.as_slice()) {
        ([scale], []) => Some((*scale, 0)),
        ([scale], [zero_point]) => Some((*scale, i64::from(*zero_point))),
        _ => None,
    }
}

/// RGBA pixels as a tensor of `channels` channels: `(channel - mean) / std` with one mean and std for all or one per
/// channel, then quantized if the tensor is.
///
/// `channels` is 1 (luma by the weights of ITU-R BT.601), 3 or 4. `None` when the tensor's type is not numeric or the
/// pixels are not `width * height * 4` bytes.
pub fn pixels(
    rgba: &[u8],
    channels: usize,
    dtype: Dtype,
    quant: Option<(f32, i64)>,
    mean: &[f32],
    std: &[f32],
) -> Option<Vec<u8>> {
    if !rgba.len().is_multiple_of(4) || !matches!(channels, 1 | 3 | 4) {
        return None;
    }
    // A raw uint8 image model takes the bytes unchanged, unless there is a scale.
    let raw = quant.is_none() && !matches!(dtype, Dtype::F32 | Dtype::F64);
    let of =
        |values: &[f32], channel: usize, default| values.get(channel % values.len().max(1)).copied().unwrap_or(default);
    let mut out = Vec::new();
    for pixel in rgba.chunks_exact(4) {
        let luma = [0.299 * f64::from(pixel[0]) + 0.587 * f64::from(pixel[1]) + 0.114 * f64::from(pixel[2])];
        let colours = [pixel[0], pixel[1], pixel[2], pixel[3]].map(f64::from);
        let channels = if channels == 1 { &luma[..] } else { &colours[..channels] };
        for (index, channel) in channels.iter().enumerate() {
            let (mean, std) = (f64::from(of(mean, index, 0.0)), f64::from(of(std, index, 1.0)));
            let real = if raw { *channel } else { (channel - mean) / std };
            let stored = quant.map_or(real, |(scale, zero)| real / f64::from(scale) + zero as f64);
            if !push(dtype, stored, &mut out) {
                return None;
            }
        }
    }
    Some(out)
}

/// A summary of a tensor: real values if it has one scale, the first ones of strings.
pub fn summary(name: &str, dtype: Dtype, shape: &[usize], quant: Option<(f32, i64)>, bytes: &[u8]) -> Summary {
    let count: usize = shape.iter().product();
    let mut found =
        Summary { name: name.to_owned(), dtype: dtype.name().to_owned(), shape: shape.to_vec(), ..Summary::default() };
    if dtype == Dtype::String {
        found.strings = strings(bytes).take(FIRST).map(shown).collect();
        return found;
    }
    let (mut sum, mut finite) = (0.0, 0usize);
    for index in 0..count {
        let Some(value) = number(dtype, bytes, index, quant) else { break };
        if index < FIRST {
            found.first.push(value);
        }
        if !value.is_finite() {
            found.not_finite += 1;
            found.nan += usize::from(value.real().is_nan());
            continue;
        }
        finite += 1;
        sum += value.real();
        found.min = Some(found.min.filter(|min| !min.exceeds(value)).unwrap_or(value));
        found.max = Some(found.max.filter(|max| !value.exceeds(*max)).unwrap_or(value));
        if found.top.len() < TOP || found.top.last().is_some_and(|(_, least)| value.exceeds(*least)) {
            let place = found.top.partition_point(|(_, better)| !value.exceeds(*better));
            found.top.insert(place, (index, value));
            found.top.truncate(TOP);
        }
    }
    found.mean = (finite > 0).then(|| sum / finite as f64);
    found
}

/// A string as a summary shows it.
fn shown(text: &[u8]) -> String {
    // A character has at most four bytes.
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * SHOWN + 4)]).into_owned();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The bytes of one input.
pub(super) fn input_bytes(input: &Input, index: usize, port: &Port, dtype: Dtype) -> Result<Vec<u8>, Failed> {
    let elements: usize = port.shape.iter().product();
    let place = [("input", index.to_string()), ("name", port.name.clone()), ("dtype", port.dtype.clone())];
    let size = || dtype.bytes(elements).ok_or_else(|| usage("run-input-has-no-size", &place));
    match input {
        Input::Zeros => Ok(vec![0; size()?]),
        Input::Random(seed) => {
            let seed = seed.wrapping_add(index as u64);
            engine::fill::random(dtype, elements, seed).ok_or_else(|| usage("run-input-not-random", &place))
        }
        Input::Tensor { dtype: given, bytes, .. } if *given == dtype => Ok(bytes.clone()),
        Input::Tensor { dtype: given, .. } => {
            let [input, name, wanted] = place;
            Err(usage("run-input-dtype", &[input, name, wanted, ("given", given.name().to_owned())]))
        }
        Input::Pixels { rgba, mean, std } => {
            let channels = port.shape.last().copied().unwrap_or(0);
            let quant = port.scale.zip(port.zero_point);
            pixels(rgba, channels, dtype, quant, mean, std)
                .filter(|bytes| Some(bytes.len()) == dtype.bytes(elements))
                .ok_or_else(|| usage("run-input-not-an-image", &place))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_become_floats_between_minus_one_and_one() {
        let bytes = pixels(&[0, 255, 127, 9], 3, Dtype::F32, None, &[127.5], &[127.5]).unwrap();
        let floats: Vec<f32> = bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
        assert_eq!(floats[..2], [-1.0, 1.0]);
    }

    #[test]
    fn each_channel_may_have_a_mean_of_its_own() {
        let bytes = pixels(&[10, 20, 30, 9], 3, Dtype::F32, None, &[10.0, 10.0, 10.5], &[2.0]).unwrap();
        let floats: Vec<f32> = bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
        assert_eq!(floats, [0.0, 5.0, 9.75]);
    }

    #[test]
    fn pixels_are_quantized_and_clamped() {
        // scale 1/128: real 1.0 is 128, one more than the int8 maximum.
        let bytes = pixels(&[255, 255, 255, 0], 3, Dtype::I8, Some((1.0 / 128.0, 0)), &[127.5], &[127.5]).unwrap();
        assert_eq!(bytes, [127, 127, 127]);
        assert_eq!(pixels(&[1, 2, 3, 4], 4, Dtype::U8, None, &[127.5], &[127.5]).unwrap(), [1, 2, 3, 4]);
    }

    #[test]
    fn a_summary_orders_the_greatest_and_counts_what_is_not_finite() {
        let values = [1.0f32, f32::NAN, 3.0, 2.0, f32::INFINITY, -1.0, 0.0, 5.0, 4.0];
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let found = summary("y", Dtype::F32, &[9], None, &bytes);
        assert_eq!(found.top.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [7, 8, 2, 3, 0]);
        assert_eq!((found.not_finite, found.nan), (2, 1));
        assert_eq!((found.min, found.max), (Some(Number::Real(-1.0)), Some(Number::Real(5.0))));
        assert_eq!(found.mean, Some(2.0));
    }

    #[test]
    fn a_quantized_summary_speaks_in_real_values() {
        let found = summary("y", Dtype::I8, &[2], Some((0.5, -128)), &[0x80, 0x7f]);
        assert_eq!(found.first, [0.0, 127.5].map(Number::Real));
    }

    #[test]
    fn integers_of_64_bits_are_ordered_and_shown_by_every_digit() {
        let values = [i64::MAX - 1, i64::MAX, (1 << 53) + 1];
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let found = summary("y", Dtype::I64, &[3], None, &bytes);
        assert_eq!(
            found.top,
            [(1, i64::MAX), (0, i64::MAX - 1), (2, (1 << 53) + 1)].map(|(i, v)| (i, Number::Signed(v)))
        );
        assert_eq!((found.min, found.max), (Some(Number::Signed((1 << 53) + 1)), Some(Number::Signed(i64::MAX))));
        let most = summary("y", Dtype::U64, &[1], None, &u64::MAX.to_le_bytes());
        assert_eq!(most.first, [Number::Unsigned(u64::MAX)]);
    }
}
