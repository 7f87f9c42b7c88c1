//! Float operands quantized on the fly, as operators with float inputs and int8 weights do.

/// A float operand quantized on the fly to int8, row by row.
pub struct QuantizedRows {
    /// Quantized values.
    pub values: Vec<i8>,
    /// Scale of each row.
    pub scale: Vec<f32>,
    /// Zero point of each row; 0 when symmetric.
    pub zero: Vec<i32>,
}

impl QuantizedRows {
    /// Quantizes `x`, cut into `rows` equal rows. Asymmetric ones have a zero point, symmetric ones use -127..127.
    pub fn quantize(x: &[f32], rows: usize, asymmetric: bool) -> Self {
        let mut new = Self { values: vec![0; x.len()], scale: vec![1.0; rows], zero: vec![0; rows] };
        if rows == 0 || x.is_empty() {
            return new;
        }
        let len = x.len() / rows;
        for (r, (row, out)) in x.chunks_exact(len).zip(new.values.chunks_exact_mut(len)).enumerate() {
            (new.scale[r], new.zero[r]) = quantize_row(row, asymmetric, out);
        }
        new
    }
}

/// Quantizes one row to `out`; returns its scale and its zero point.
#[inline(never)]
pub fn quantize_row(row: &[f32], asymmetric: bool, out: &mut [i8]) -> (f32, i32) {
    let (low, high) = ends(row);
    if asymmetric { asymmetric_row(row, low, high, out) } else { symmetric_row(row, low, high, out) }
}

/// The smallest and the largest value, ignoring NaN. Written so that it vectorizes.
fn ends(row: &[f32]) -> (f32, f32) {
    let smaller = |a: f32, b: f32| if b < a { b } else { a };
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let (mut low, mut high) = ([f32::MAX; 8], [f32::MIN; 8]);
    let (eights, rest) = row.as_chunks::<8>();
    for eight in eights {
        for ((l, h), &v) in low.iter_mut().zip(&mut high).zip(eight) {
            (*l, *h) = (smaller(*l, v), larger(*h, v));
        }
    }
    let values = || rest.iter().copied();
    (low.into_iter().chain(values()).fold(f32::MAX, smaller), high.into_iter().chain(values()).fold(f32::MIN, larger))
}

/// The nearest integer, ties away from zero, for values below 2^22 in size: as by [`f32::round`], which is a call.
fn nearest(x: f32) -> i32 {
    // The largest float below a half: a half itself would round up values just below a tie.
    (x + 0.499_999_97_f32.copysign(x)) as i32
}

fn symmetric_row(row: &[f32], low: f32, high: f32, out: &mut [i8]) -> (f32, i32) {
    let range = low.abs().max(high.abs());
    if range == 0.0 {
        out.fill(0);
        return (1.0, 0);
    }
    let factor = 127.0 / range;
    for (o, &v) in out.iter_mut().zip(row) {
        *o = nearest(v * factor).clamp(-127, 127) as i8;
    }
    (range / 127.0, 0)
}

fn asymmetric_row(row: &[f32], low: f32, high: f32, out: &mut [i8]) -> (f32, i32) {
    let (low, high) = (f64::from(low.min(0.0)), f64::from(high.max(0.0)));
    if low == high {
        out.fill(0);
        return (1.0, 0);
    }
    let scale = (high - low) / 255.0;
    // The zero point comes from the end whose rounding error is smaller.
    let (from_low, from_high) = (-128.0 - low / scale, 127.0 - high / scale);
    let low_error = 128.0 + (low / scale).abs();
    let high_error = 127.0 + (high / scale).abs();
    let zero = if low_error < high_error { from_low } else { from_high };
    let zero = if zero <= -128.0 {
        -128
    } else if zero >= 127.0 {
        127
    } else {
        zero.round() as i32
    };
    let scale = scale as f32;
    let inverse = 1.0 / scale;
    for (o, &v) in out.iter_mut().zip(row) {
        *o = nearest(zero as f32 + v * inverse).clamp(-128, 127) as i8;
    }
    (scale, zero)
}
