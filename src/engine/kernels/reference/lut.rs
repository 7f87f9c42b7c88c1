//! Functions of int16 values: tables of 513 points with linear interpolation, and the sigmoid that LOGISTIC and TANH
//! share.

/// A function of int16 values.
pub struct Table(Vec<i16>);

impl Table {
    /// `f` between reals: an input x has the real value `from * (x - zero)`, an output y the real value `to * y`.
    pub fn new(from: f32, zero: i32, to: f32, f: impl Fn(f32) -> f32) -> Self {
        let low = from * (-32768 - zero) as f32;
        let high = from * (32767 - zero) as f32;
        let step = (high - low) / 512.0;
        let inverse = 65536.0 / (to * 32767.0 - to * -32768.0);
        let at = |x: f32| (f(x) * inverse).round();
        let point = |i: u16| {
            let x = low + f32::from(i) * step;
            let next = low + f32::from(i + 1) * step;
            // Half the error in the middle of the line is subtracted from its start.
            let line = ((f(next) * inverse + at(x)) / 2.0).round();
            let bias = ((line - at(x + step / 2.0)) / 2.0).round();
            (at(x) - bias).clamp(-32768.0, 32767.0) as i16
        };
        let mut points: Vec<i16> = (0..512).map(point).collect();
        points.push(at(high).clamp(-32768.0, 32767.0) as i16);
        Self(points)
    }

    /// `f` from `low` to `high` in units of 1 / 32768, computed in float64, as the runtime does for SOFTMAX only.
    pub fn exact(low: f64, high: f64, f: impl Fn(f64) -> f64) -> Self {
        let step = (high - low) / 512.0;
        let exact = |x: f64| f(x) * 32768.0;
        let point = |i: u16| {
            let x = low + f64::from(i) * step;
            let start = exact(x).round();
            let line = ((exact(low + f64::from(i + 1) * step) + start) / 2.0).round();
            let bias = ((line - exact(x + step / 2.0).round()) / 2.0).round();
            (start - bias).clamp(-32768.0, 32767.0) as i16
        };
        let mut points: Vec<i16> = (0..512).map(point).collect();
        points.push(exact(high).round().clamp(-32768.0, 32767.0) as i16);
        Self(points)
    }

    /// The result for a quantized value.
    pub fn get(&self, x: i32) -> i32 {
        let at = (256 + (x >> 7)).clamp(0, 511) as usize;
        let (base, next) = (i32::from(self.0[at]), i32::from(self.0[at + 1]));
        base + (((next - base) * (x & 0x7f) + 64) >> 7)
    }
}

/// Points of [`Sigmoid`]'s table where the runtime's is one above the nearest value. Observed: the table that gives the outputs
/// of ai-edge-litert 2.3.0 for all int16 values, at ten scales.
const RAISED: [u8; 44] = [
    4, 8, 12, 14, 15, 16, 17, 19, 20, 21, 22, 25, 27, 28, 29, 30, 31, 33, 34, 35, 37, 39, 40, 41, 43, 44, 45, 46, 49,
    50, 54, 62, 63, 64, 66, 82, 86, 93, 100, 103, 112, 116, 135, 255,
];

/// LOGISTIC and TANH of int16 values by one table of sigmoid(i / 24) in units of 1 / 65536.
pub struct Sigmoid {
    table: Vec<u32>,
    multiplier: i32,
    shift: u32,
    tanh: bool,
}

impl Sigmoid {
    /// For inputs of this scale. Scales that are powers of two are handled separately.
    pub fn new(scale: f32, tanh: bool) -> Self {
        let nearest = |i: u8| (65536.0 / (1.0 + (-f64::from(i) / 24.0).exp())).round() as u32;
        let table = (0..=255).map(|i| nearest(i) + u32::from(RAISED.contains(&i)));
        let log2 = scale.log2().round();
        let left = 12 + log2 as i32;
        let is_power = (scale.log2() - log2).abs() < 1e-3;
        let (mut multiplier, mut shift) = (f64::from(scale) * 4096.0 * 3.0, 0);
        if is_power && (left == 0 || (tanh && left == 1)) {
            multiplier = f64::from(3 << left);
        } else {
            while multiplier <= 32767.0 / 2.0 && shift <= 30 {
                shift += 1;
                multiplier *= 2.0;
            }
        }
        Self { table: table.collect(), multiplier: multiplier as i32, shift, tanh }
    }

    /// The result for a quantized value, in units of 1 / 32768.
    pub fn get(&self, x: i32) -> i32 {
        let round = if self.shift > 0 { 1 << (self.shift - 1) } else { 0 };
        let x = x.wrapping_mul(self.multiplier).wrapping_add(round) >> self.shift;
        // sigmoid(x), or sigmoid(2x) for tanh(x) = 2 sigmoid(2x) - 1; `bits` are between points of the table.
        let bits = if self.tanh { 8 } else { 9 };
        let magnitude = x.unsigned_abs();
        let at = (magnitude >> bits) as usize;
        let value = if at >= 255 {
            if self.tanh { 0xffff << 8 } else { 0x7fff << 10 }
        } else {
            (self.table[at] << bits) + (magnitude & ((1 << bits) - 1)) * (self.table[at + 1] - self.table[at])
        } as i32;
        match (self.tanh, x >= 0) {
            (true, true) => (value - (1 << 23) + (1 << 7)) >> 8,
            (true, false) => (-value + (1 << 23) + (1 << 7) - 1) >> 8,
            (false, true) => (value + (1 << 9)) >> 10,
            (false, false) => ((1 << 25) - value + (1 << 9) - 1) >> 10,
        }
    }
}
