//! Compares two values element by element and chunk by chunk: how many elements differ, and the largest difference.

use super::numbers::{Class, Numbers};
use super::{Check, Form, Stored};
use crate::bytes::{Error, Result};
use crate::formats::tensor_value::Scalar;

/// Tolerance for close numbers: |a - b| <= absolute + relative * |b|.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Relative to the second number.
    pub relative: f64,
    /// In absolute terms.
    pub absolute: f64,
}

impl Default for Tolerance {
    /// That of NumPy's `allclose`.
    fn default() -> Self {
        Self { relative: 1e-5, absolute: 1e-8 }
    }
}

/// Mapping of stored values to real numbers: scale * (value - zero point), optionally with scales for the slices along
/// one dimension.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Codes {
    /// One scale, or one per slice.
    pub scales: Vec<f32>,
    /// As many zero points, or none.
    pub zero_points: Vec<i64>,
    /// Elements from one slice to the next.
    pub inner: u64,
}

impl Codes {
    fn real(&self, index: u64, code: f64) -> f64 {
        let slice = (index / self.inner.max(1)) as usize % self.scales.len().max(1);
        let zero = self.zero_points.get(slice).or(self.zero_points.first()).copied().unwrap_or(0);
        let scale = self.scales.get(slice).copied().unwrap_or(1.0);
        f64::from(scale) * (code - zero as f64)
    }
}

/// Result of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// Elements compared.
    pub count: u64,
    /// Elements that are not equal; two NaNs are equal.
    pub differing: u64,
    /// Elements that are not even close.
    pub far: u64,
    /// Elements of which only one is NaN: they have no difference.
    pub unordered: u64,
    /// Sum of the squares of the differences; infinite if one of them is. `unordered` elements are not in it.
    pub squares: f64,
    /// Sum of the squares of the finite elements of the first value.
    pub squares_a: f64,
    /// Position of the largest difference.
    pub largest: Option<Largest>,
    /// A wrong checksum, or the reason the reading ended early.
    pub error: Option<Error>,
}

/// The largest difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Largest {
    /// Index of the element, counted row by row.
    pub at: u64,
    /// The absolute difference; infinite if one of them is.
    pub difference: f64,
    /// The first value's element.
    pub a: Scalar,
    /// The second value's.
    pub b: Scalar,
}

/// One of the two values being read.
struct Lane {
    stored: Stored,
    numbers: Numbers,
    codes: Option<Codes>,
    chunk: Vec<u8>,
    /// Total number of decoded elements of the value.
    decoded: u64,
    /// Decoded elements that wait for the other side.
    whole: Vec<i64>,
    real: Vec<f64>,
    over: bool,
}

/// How the elements are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Whole,
    Real,
    Complex,
}

/// Two values being compared.
pub struct Comparing {
    a: Lane,
    b: Lane,
    mode: Mode,
    tolerance: Tolerance,
    found: Difference,
    over: bool,
}

impl Comparing {
    /// Two values with the same number of elements. `codes` map stored values to real numbers, if those are to be
    /// compared. `None` when they cannot be compared: the numbers of elements differ, or only one is complex.
    pub fn new(a: (Stored, Option<Codes>), b: (Stored, Option<Codes>), tolerance: Tolerance) -> Option<Self> {
        let (a, b) = (Lane::new(a)?, Lane::new(b)?);
        if a.stored.count != b.stored.count {
            return None;
        }
        let mode = match (a.class()?, b.class()?) {
            (Class::Complex, Class::Complex) => Mode::Complex,
            (Class::Complex, _) | (_, Class::Complex) => return None,
            (Class::Whole, Class::Whole) if a.codes.is_none() && b.codes.is_none() => Mode::Whole,
            _ => Mode::Real,
        };
        Some(Self { a, b, mode, tolerance, found: Difference::default(), over: false })
    }

    /// One step: at most one chunk of each side. False when done.
    pub fn step(&mut self) -> bool {
        match self.try_step() {
            Ok(more) => more,
            Err(error) => {
                self.found.error = Some(error);
                self.over = true;
                false
            }
        }
    }

    fn try_step(&mut self) -> Result<bool> {
        if self.over {
            return Ok(false);
        }
        let fresh = self.a.waiting() == 0 && self.b.waiting() == 0;
        let left = self.a.waiting() == 0 && self.a.read()?;
        let right = self.b.waiting() == 0 && self.b.read()?;
        // Equal bytes have equal meaning: one side is decoded, for its norm.
        if fresh && left && right && self.alike() && self.a.chunk == self.b.chunk {
            let (from, count) = (self.found.count, self.a.elements());
            self.a.decode(self.mode);
            self.b.decoded += count;
            self.found.squares_a += self.a.squares(from, count as usize, self.mode);
            self.a.take(count as usize, self.mode);
            self.found.count += count;
        } else {
            if left {
                self.a.decode(self.mode);
            }
            if right {
                self.b.decode(self.mode);
            }
            self.compare();
        }
        let ended = |lane: &Lane| lane.over && lane.waiting() == 0;
        self.over = ended(&self.a) || ended(&self.b);
        if self.over {
            let wrong = [&self.a, &self.b].into_iter().find_map(|lane| match lane.stored.chunks.check() {
                Check::Wrong(error) => Some(error),
                _ => None,
            });
            self.found.error = wrong;
        }
        Ok(!self.over)
    }

    fn alike(&self) -> bool {
        self.a.numbers == self.b.numbers && self.a.codes == self.b.codes
    }

    fn compare(&mut self) {
        let count = self.a.waiting().min(self.b.waiting());
        let from = self.found.count;
        self.found.squares_a += self.a.squares(from, count, self.mode);
        match self.mode {
            Mode::Whole => {
                let (lift_a, lift_b) = (self.a.numbers.lift(), self.b.numbers.lift());
                for index in 0..count {
                    let (x, y) = (i128::from(self.a.whole[index]) + lift_a, i128::from(self.b.whole[index]) + lift_b);
                    if x != y {
                        let difference = (x - y).unsigned_abs() as f64;
                        let close = difference <= self.limit(y as f64);
                        self.note(from + index as u64, difference, close, || (Scalar::Int(x), Scalar::Int(y)));
                    }
                }
            }
            Mode::Real => {
                for index in 0..count {
                    let at = from + index as u64;
                    let (x, y) = (self.a.one(at, index), self.b.one(at, index));
                    if x == y || x.is_nan() && y.is_nan() {
                        continue;
                    }
                    let difference = (x - y).abs();
                    let close = difference.is_finite() && difference <= self.limit(y);
                    self.note(at, difference, close, || (Scalar::Float(x), Scalar::Float(y)));
                }
            }
            Mode::Complex => {
                for index in 0..count {
                    let pair = |lane: &Lane| (lane.real[2 * index], lane.real[2 * index + 1]);
                    let ((re, im), (re_b, im_b)) = (pair(&self.a), pair(&self.b));
                    let nan = |re: f64, im: f64| re.is_nan() || im.is_nan();
                    if re == re_b && im == im_b || nan(re, im) && nan(re_b, im_b) {
                        continue;
                    }
                    let difference = (re - re_b).hypot(im - im_b);
                    let close = difference.is_finite() && difference <= self.limit(re_b.hypot(im_b));
                    let both = || (Scalar::Complex(re, im), Scalar::Complex(re_b, im_b));
                    self.note(from + index as u64, difference, close, both);
                }
            }
        }
        self.found.count += count as u64;
        self.a.take(count, self.mode);
        self.b.take(count, self.mode);
    }

    fn limit(&self, b: f64) -> f64 {
        self.tolerance.absolute + self.tolerance.relative * b.abs()
    }

    fn note(&mut self, at: u64, difference: f64, close: bool, both: impl Fn() -> (Scalar, Scalar)) {
        self.found.differing += 1;
        self.found.far += u64::from(!close);
        if difference.is_nan() {
            self.found.unordered += 1;
            return;
        }
        self.found.squares += difference * difference;
        if self.found.largest.as_ref().is_none_or(|largest| largest.difference < difference) {
            let (a, b) = both();
            self.found.largest = Some(Largest { at, difference, a, b });
        }
    }

    /// Bytes read, and the total.
    pub fn progress(&self) -> (u64, u64) {
        let bytes = self.a.stored.bytes.saturating_add(self.b.stored.bytes);
        let done = |lane: &Lane| lane.stored.chunks.done().min(lane.stored.bytes);
        if self.over { (bytes, bytes) } else { (done(&self.a).saturating_add(done(&self.b)), bytes) }
    }

    /// The result so far.
    pub fn found(self) -> Difference {
        self.found
    }
}

impl Lane {
    fn new((stored, codes): (Stored, Option<Codes>)) -> Option<Self> {
        let Form::Numbers(numbers) = stored.form else { return None };
        Some(Self {
            stored,
            numbers,
            codes,
            chunk: Vec::new(),
            decoded: 0,
            whole: Vec::new(),
            real: Vec::new(),
            over: false,
        })
    }

    fn class(&self) -> Option<Class> {
        self.numbers.class()
    }

    /// Decoded elements that wait.
    fn waiting(&self) -> usize {
        match self.class() {
            Some(Class::Complex) => self.real.len() / 2,
            // Only one of the two is used.
            _ => self.whole.len().max(self.real.len()),
        }
    }

    /// Reads the next chunk. False at the end.
    fn read(&mut self) -> Result<bool> {
        if self.over {
            return Ok(false);
        }
        let more = self.stored.chunks.next(&mut self.chunk)?;
        self.over = !more;
        Ok(more)
    }

    /// Elements of this chunk: packed ones may end within a byte.
    fn elements(&self) -> u64 {
        let per_byte = if self.numbers.packed > 0 { 8 / u64::from(self.numbers.packed) } else { 1 };
        let unit = self.numbers.unit().unwrap_or(1);
        (self.chunk.len() as u64 / unit * per_byte).min(self.stored.count - self.decoded)
    }

    fn decode(&mut self, mode: Mode) {
        let count = self.elements() as usize;
        self.decoded += count as u64;
        if self.class() == Some(Class::Whole) {
            let before = self.whole.len();
            self.numbers.whole(&self.chunk, &mut self.whole);
            self.whole.truncate(before + count);
        } else {
            let before = self.real.len();
            self.numbers.real(&self.chunk, &mut self.real);
            self.real.truncate(before + if mode == Mode::Complex { 2 * count } else { count });
        }
    }

    /// Element `at` of the value, at `index` among those that wait, as a real number.
    fn one(&self, at: u64, index: usize) -> f64 {
        let stored = match self.class() {
            Some(Class::Whole) => (i128::from(self.whole[index]) + self.numbers.lift()) as f64,
            _ => self.real[index],
        };
        match &self.codes {
            Some(codes) => codes.real(at, stored),
            None => stored,
        }
    }

    /// Sum of the squares of the next finite elements; `from` is the position of the first.
    fn squares(&self, from: u64, count: usize, mode: Mode) -> f64 {
        let finite = |square: f64| if square.is_finite() { square } else { 0.0 };
        let real = |index: usize| self.one(from + index as u64, index).powi(2);
        let complex = |index: usize| self.real[2 * index].powi(2) + self.real[2 * index + 1].powi(2);
        (0..count).map(|index| finite(if mode == Mode::Complex { complex(index) } else { real(index) })).sum()
    }

    fn take(&mut self, count: usize, mode: Mode) {
        if self.class() == Some(Class::Whole) {
            self.whole.drain(..count);
        } else {
            self.real.drain(..if mode == Mode::Complex { 2 * count } else { count });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Held;
    use super::*;
    use crate::formats::tensor_value::{Data, TensorValue};

    fn stored(dtype: i32, bytes: Vec<u8>) -> Stored {
        let value = TensorValue { dtype, shape: Vec::new(), data: Data::Fixed(bytes.into()) };
        Held::stored(value, Check::None)
    }

    fn floats(values: &[f32]) -> Stored {
        stored(1, values.iter().flat_map(|v| v.to_le_bytes()).collect())
    }

    fn compared(a: (Stored, Option<Codes>), b: (Stored, Option<Codes>)) -> Difference {
        let mut work = Comparing::new(a, b, Tolerance::default()).expect("comparable");
        while work.step() {}
        work.found()
    }

    #[test]
    fn nan_is_nan_and_infinity_is_far_from_everything_else() {
        let a = floats(&[1.0, f32::NAN, f32::INFINITY, 2.0, f32::NAN]);
        let b = floats(&[1.0, f32::NAN, f32::INFINITY, f32::INFINITY, 0.0]);
        let found = compared((a, None), (b, None));
        assert_eq!((found.count, found.differing, found.far, found.unordered), (5, 2, 2, 1));
        let largest = found.largest.expect("a difference");
        assert_eq!((largest.at, largest.difference), (3, f64::INFINITY));
    }

    #[test]
    fn chunks_of_different_widths_keep_step() {
        let count = 3_000_000;
        let wide: Vec<u8> = (0..count).flat_map(|i: u32| f64::from(i % 251).to_le_bytes()).collect();
        let mut narrow: Vec<u8> = (0..count).map(|i| (i % 251) as u8).collect();
        narrow[2_500_000] ^= 1;
        let found = compared((stored(2, wide), None), (stored(4, narrow), None));
        assert_eq!((found.count, found.differing), (u64::from(count), 1));
        assert_eq!(found.largest.map(|largest| largest.at), Some(2_500_000));
    }

    #[test]
    fn quantized_values_are_compared_by_their_real_values() {
        // Two slices of two: 0.5 * (q - 1) and 0.25 * q.
        let codes = Codes { scales: vec![0.5, 0.25], zero_points: vec![1, 0], inner: 2 };
        let found = compared((stored(6, vec![1, 3, 4, 8]), Some(codes)), (floats(&[0.0, 1.0, 1.0, 2.5]), None));
        assert_eq!((found.differing, found.largest.map(|l| (l.at, l.difference))), (1, Some((3, 0.5))));
    }

    #[test]
    fn integers_past_the_precision_of_doubles_are_distinguished() {
        let longs = |v: i64| stored(9, v.to_le_bytes().to_vec());
        let found = compared((longs(1 << 62), None), (longs((1 << 62) + 1), None));
        assert_eq!((found.differing, found.far), (1, 0));
        assert_eq!(found.largest.map(|l| l.difference), Some(1.0));
        let lifted = compared((stored(23, u64::MAX.to_le_bytes().to_vec()), None), (longs(-1), None));
        assert_eq!(lifted.largest.map(|l| l.difference), Some(18_446_744_073_709_551_616.0));
    }

    #[test]
    fn what_cannot_be_compared_is_not() {
        let complex = || (stored(8, vec![0; 16]), None);
        assert!(Comparing::new(complex(), (floats(&[0.0, 0.0]), None), Tolerance::default()).is_none());
        assert!(Comparing::new((floats(&[0.0]), None), (floats(&[0.0, 0.0]), None), Tolerance::default()).is_none());
        assert!(Comparing::new(complex(), complex(), Tolerance::default()).is_some());
    }
}
