//! Statistics of numbers in two passes: the first counts, finds the extremes and the sum; the second, with extremes and
//! mean, computes the deviation and fills a histogram of fixed bins. Both agree with NumPy in double precision for any
//! distribution, and need memory for the bins only.

use super::numbers::{Class, Numbers};
use crate::formats::tensor_value::Scalar;

/// Maximum number of bins of a histogram.
pub const BINS: usize = 32;

/// Elements decoded at once.
const BLOCK: usize = 4096;

/// Statistics of the elements of a value. Extremes, mean, deviation and histogram cover finite elements: magnitudes of
/// complex elements, lengths of strings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Elements that were seen.
    pub count: u64,
    /// Elements that are not a number (complex: either part).
    pub nan: u64,
    /// Elements that are positive infinity (complex: infinite, and neither part is NaN).
    pub positive_infinity: u64,
    /// Elements that are negative infinity.
    pub negative_infinity: u64,
    /// Elements that are zero.
    pub zeros: u64,
    /// Smallest; `None` when no element is finite.
    pub min: Option<Scalar>,
    /// Largest.
    pub max: Option<Scalar>,
    /// Sum of all elements, NaN and infinities included: exact for integers. For strings: total bytes.
    pub sum: Option<Scalar>,
    /// Mean.
    pub mean: Option<f64>,
    /// Standard deviation of the population; `None` without the second pass.
    pub deviation: Option<f64>,
    /// Histogram; `None` without the second pass or finite elements.
    pub histogram: Option<Histogram>,
}

/// Number of elements in each of several bins of equal width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// Left edge of the first bin.
    pub low: f64,
    /// Right edge of the last bin, which belongs to it.
    pub high: f64,
    /// Whether each bin is one integer, from `low` to `high`.
    pub whole: bool,
    /// Elements per bin.
    pub counts: Vec<u64>,
}

/// Sum with compensation of rounding errors (Neumaier), so that millions of elements lose nothing.
#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, value: f64) {
        let sum = self.sum + value;
        self.lost += if self.sum.abs() >= value.abs() { (self.sum - sum) + value } else { (value - sum) + self.sum };
        self.sum = sum;
    }

    fn total(self) -> f64 {
        // After an overflow the compensation is NaN.
        if self.sum.is_finite() { self.sum + self.lost } else { self.sum }
    }
}

/// The first pass.
pub(super) struct First {
    numbers: Numbers,
    class: Class,
    found: Statistics,
    /// Finite elements.
    finite: u64,
    extremes: (f64, f64),
    sum: Sum,
    /// Complex: the sums of both parts, NaN and infinities included.
    parts: (Sum, Sum),
    whole: (i64, i64),
    whole_sum: i128,
    reals: Vec<f64>,
    wholes: Vec<i64>,
}

impl First {
    /// `None` for a dtype whose elements are not numbers.
    pub fn new(numbers: Numbers) -> Option<Self> {
        Some(Self {
            class: numbers.class()?,
            numbers,
            found: Statistics::default(),
            finite: 0,
            extremes: (f64::INFINITY, f64::NEG_INFINITY),
            sum: Sum::default(),
            parts: Default::default(),
            whole: (i64::MAX, i64::MIN),
            whole_sum: 0,
            reals: Vec::new(),
            wholes: Vec::new(),
        })
    }

    /// Adds the elements of a chunk; `most` is a maximum, for a last byte with fewer packed elements.
    pub fn add(&mut self, chunk: &[u8], most: u64) {
        let unit = self.numbers.unit().unwrap_or(1) as usize;
        let mut left = most;
        for block in chunk.chunks(BLOCK * unit) {
            if self.class == Class::Whole {
                let mut block_of = std::mem::take(&mut self.wholes);
                block_of.clear();
                self.numbers.whole(block, &mut block_of);
                block_of.truncate(usize::try_from(left).unwrap_or(usize::MAX));
                left -= block_of.len() as u64;
                self.wholes(&block_of);
                self.wholes = block_of;
            } else {
                let mut block_of = std::mem::take(&mut self.reals);
                block_of.clear();
                self.numbers.real(block, &mut block_of);
                if self.class == Class::Complex {
                    self.complex(&block_of)
                } else {
                    self.reals(&block_of)
                }
                self.reals = block_of;
            }
        }
    }

    fn wholes(&mut self, block: &[i64]) {
        self.found.count += block.len() as u64;
        self.finite += block.len() as u64;
        let zero = (-self.numbers.lift()) as i64;
        let (mut low, mut high) = self.whole;
        let mut zeros = 0;
        let mut sum = 0;
        for &value in block {
            low = low.min(value);
            high = high.max(value);
            zeros += u64::from(value == zero);
            sum += i128::from(value);
        }
        self.whole = (low, high);
        self.found.zeros += zeros;
        self.whole_sum += sum;
    }

    fn reals(&mut self, block: &[f64]) {
        self.found.count += block.len() as u64;
        for &value in block {
            if value.is_finite() {
                self.finite_one(value);
            } else if value.is_nan() {
                self.found.nan += 1;
            } else if value > 0.0 {
                self.found.positive_infinity += 1;
            } else {
                self.found.negative_infinity += 1;
            }
        }
    }

    fn complex(&mut self, block: &[f64]) {
        for pair in block.chunks_exact(2) {
            let (re, im) = (pair[0], pair[1]);
            self.found.count += 1;
            self.parts.0.add(re);
            self.parts.1.add(im);
            let magnitude = magnitude(re, im);
            if magnitude.is_finite() {
                self.finite_one(magnitude);
            } else if magnitude.is_nan() {
                self.found.nan += 1;
            } else {
                self.found.positive_infinity += 1;
            }
        }
    }

    fn finite_one(&mut self, value: f64) {
        self.finite += 1;
        self.extremes.0 = self.extremes.0.min(value);
        self.extremes.1 = self.extremes.1.max(value);
        self.found.zeros += u64::from(value == 0.0);
        self.sum.add(value);
    }

    /// Results of the first pass.
    pub fn statistics(&self) -> Statistics {
        let mut found = self.found.clone();
        let some = self.finite > 0;
        if self.class == Class::Whole {
            let lift = self.numbers.lift();
            let sum = self.whole_sum + lift * i128::from(found.count);
            found.min = some.then(|| Scalar::Int(i128::from(self.whole.0) + lift));
            found.max = some.then(|| Scalar::Int(i128::from(self.whole.1) + lift));
            found.sum = Some(Scalar::Int(sum));
            found.mean = some.then(|| sum as f64 / self.finite as f64);
            return found;
        }
        found.min = some.then_some(Scalar::Float(self.extremes.0));
        found.max = some.then_some(Scalar::Float(self.extremes.1));
        found.mean = some.then(|| self.sum.total() / self.finite as f64);
        found.sum = Some(if self.class == Class::Complex {
            Scalar::Complex(self.parts.0.total(), self.parts.1.total())
        } else {
            Scalar::Float(match (found.nan, found.positive_infinity, found.negative_infinity) {
                (0, 0, 0) => self.sum.total(),
                (0, _, 0) => f64::INFINITY,
                (0, 0, _) => f64::NEG_INFINITY,
                _ => f64::NAN,
            })
        });
        found
    }

    /// The second pass; `None` when there is nothing to measure.
    pub fn second(self) -> Option<Second> {
        let found = self.statistics();
        let mean = found.mean?;
        let lift = self.numbers.lift();
        let (low, high, bins, whole) = match (&found.min, &found.max) {
            (Some(Scalar::Int(low)), Some(Scalar::Int(high))) => {
                let width = high - low + 1;
                let whole = width <= BINS as i128;
                (*low as f64, *high as f64, if whole { width as usize } else { BINS }, whole)
            }
            _ => (self.extremes.0, self.extremes.1, if self.extremes.0 == self.extremes.1 { 1 } else { BINS }, false),
        };
        let histogram = Histogram { low, high, whole, counts: vec![0; bins] };
        Some(Second {
            base: self.whole.0,
            lift,
            numbers: self.numbers,
            class: self.class,
            bins: Bins::new(&histogram),
            found,
            histogram,
            mean,
            squares: Sum::default(),
            finite: self.finite,
            reals: Vec::new(),
            wholes: Vec::new(),
        })
    }
}

/// `|re + im i|`; NaN if either part is NaN, even if the other is infinite.
fn magnitude(re: f64, im: f64) -> f64 {
    if re.is_nan() || im.is_nan() { f64::NAN } else { re.hypot(im) }
}

/// Edges of bins; finds the bin of a number.
struct Bins {
    edges: Vec<f64>,
    scale: f64,
    /// One half if the full width would overflow.
    halved: f64,
}

impl Bins {
    fn new(histogram: &Histogram) -> Self {
        let halved = if (histogram.high - histogram.low).is_finite() { 1.0 } else { 0.5 };
        let (low, high) = (histogram.low * halved, histogram.high * halved);
        let bins = histogram.counts.len();
        let step = (high - low) / bins as f64;
        let mut edges: Vec<f64> = (0..=bins).map(|i| i as f64 * step + low).collect();
        edges[bins] = high;
        Self { edges, scale: bins as f64 / (high - low), halved }
    }

    fn of(&self, value: f64) -> usize {
        let value = value * self.halved;
        let last = self.edges.len() - 2;
        // NaN if all bins coincide: that is bin 0.
        let mut bin = (((value - self.edges[0]) * self.scale) as usize).min(last);
        // Rounding may have selected a neighboring bin.
        if value < self.edges[bin] {
            bin = bin.saturating_sub(1);
        } else if bin < last && value >= self.edges[bin + 1] {
            bin += 1;
        }
        bin
    }
}

/// The second pass.
pub(super) struct Second {
    numbers: Numbers,
    class: Class,
    found: Statistics,
    histogram: Histogram,
    bins: Bins,
    /// Smallest integer, less the lift.
    base: i64,
    lift: i128,
    mean: f64,
    squares: Sum,
    finite: u64,
    reals: Vec<f64>,
    wholes: Vec<i64>,
}

impl Second {
    /// The elements of a chunk, as in the first pass.
    pub fn add(&mut self, chunk: &[u8], most: u64) {
        let unit = self.numbers.unit().unwrap_or(1) as usize;
        let mut left = most;
        for block in chunk.chunks(BLOCK * unit) {
            let mut reals = std::mem::take(&mut self.reals);
            reals.clear();
            match self.class {
                Class::Whole => {
                    self.wholes.clear();
                    self.numbers.whole(block, &mut self.wholes);
                    self.wholes.truncate(usize::try_from(left).unwrap_or(usize::MAX));
                    left -= self.wholes.len() as u64;
                    if self.histogram.whole {
                        for value in &self.wholes {
                            // A file that changes while it is read may have other values than in the first pass.
                            let bin = value.wrapping_sub(self.base) as u64 as usize;
                            if let Some(count) = self.histogram.counts.get_mut(bin) {
                                *count += 1;
                            }
                        }
                    }
                    let (wholes, lift) = (&self.wholes, self.lift);
                    reals.extend(
                        wholes.iter().map(|v| if lift == 0 { *v as f64 } else { (i128::from(*v) + lift) as f64 }),
                    );
                }
                Class::Real => self.numbers.real(block, &mut reals),
                Class::Complex => {
                    self.numbers.real(block, &mut reals);
                    for i in 0..reals.len() / 2 {
                        reals[i] = magnitude(reals[2 * i], reals[2 * i + 1]);
                    }
                    reals.truncate(reals.len() / 2);
                }
            }
            for &value in reals.iter().filter(|value| value.is_finite()) {
                let distance = value - self.mean;
                self.squares.add(distance * distance);
                if !self.histogram.whole {
                    self.histogram.counts[self.bins.of(value)] += 1;
                }
            }
            self.reals = reals;
        }
    }

    /// All results.
    pub fn statistics(self) -> Statistics {
        let deviation = (self.squares.total() / self.finite as f64).sqrt();
        Statistics { deviation: Some(deviation), histogram: Some(self.histogram), ..self.found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(dtype: i32, bytes: &[u8]) -> Statistics {
        let numbers = Numbers::plain(dtype, false);
        let mut first = First::new(numbers).unwrap();
        first.add(bytes, u64::MAX);
        let found = first.statistics();
        let Some(mut second) = first.second() else { return found };
        second.add(bytes, u64::MAX);
        second.statistics()
    }

    #[test]
    fn what_is_not_finite_is_counted_and_left_out() {
        let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 1.0, 3.0];
        let found = of(1, &values.map(f32::to_le_bytes).concat());
        assert_eq!(
            (found.count, found.nan, found.positive_infinity, found.negative_infinity, found.zeros),
            (6, 1, 1, 1, 1)
        );
        assert_eq!(
            (found.min, found.max, found.mean),
            (Some(Scalar::Float(-0.0)), Some(Scalar::Float(3.0)), Some(4.0 / 3.0))
        );
        assert!(matches!(found.sum, Some(Scalar::Float(sum)) if sum.is_nan()));
        let histogram = found.histogram.unwrap();
        assert_eq!((histogram.counts.iter().sum::<u64>(), histogram.counts[0], histogram.counts[31]), (3, 1, 1));
    }

    #[test]
    fn the_ends_of_the_number_lines_do_not_overflow() {
        let found = of(23, &[u64::MAX, 0, u64::MAX].map(u64::to_le_bytes).concat());
        assert_eq!((found.min, found.max), (Some(Scalar::Int(0)), Some(Scalar::Int(u64::MAX.into()))));
        assert_eq!(found.sum, Some(Scalar::Int(2 * i128::from(u64::MAX))));
        assert_eq!(found.zeros, 1);
        assert_eq!(found.histogram.map(|h| (h.counts[0], h.counts[31])), Some((1, 2)));
        let found = of(9, &[i64::MIN, i64::MAX, 5].map(i64::to_le_bytes).concat());
        assert_eq!(found.histogram.map(|h| h.counts.iter().sum::<u64>()), Some(3));
        let found = of(2, &[f64::MAX, -f64::MAX, 0.0].map(f64::to_le_bytes).concat());
        assert_eq!(found.histogram.map(|h| (h.counts[0], h.counts[16], h.counts[31])), Some((1, 1, 1)));
        assert_eq!(found.mean, Some(0.0));
    }

    #[test]
    fn few_whole_numbers_have_a_bin_each_and_equal_ones_share_one() {
        let found = of(6, &[3, 0xff, 3, 0]);
        let histogram = found.histogram.unwrap();
        assert_eq!(
            (histogram.low, histogram.high, histogram.whole, histogram.counts),
            (-1.0, 3.0, true, vec![1, 1, 0, 0, 2])
        );
        let histogram = of(2, &[2.5f64; 3].map(f64::to_le_bytes).concat()).histogram.unwrap();
        assert_eq!((histogram.low, histogram.high, histogram.counts), (2.5, 2.5, vec![3]));
        assert_eq!(of(1, &[]).histogram, None);
        assert_eq!(of(1, &[]).sum, Some(Scalar::Float(0.0)));
    }
}
