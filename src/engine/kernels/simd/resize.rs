//! RESIZE_BILINEAR of float32, int8 and uint8, RESIZE_NEAREST_NEIGHBOR of any type: the input pixels of each row and column
//! are found once, and channels lie side by side.

use super::vector::Sign;
use crate::engine::copy::{copy, no_bits};
use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::kernels::reference::resize::{self, between_fixed, nearest_position, options};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, Kernel, NodeView};

/// Two neighboring input positions and their parts, which together are [`ONE`].
#[derive(Clone, Copy)]
struct Between {
    low: usize,
    high: usize,
    parts: [i32; 2],
}

/// The whole of a position's parts.
const ONE: i32 = 1024;

/// Largest size of a part for which all sums fit int32: the other one is then half of [`ONE`], and a value of 255 is
/// multiplied by two sizes of at most twice [`ONE`] in all.
const MOST: i32 = ONE + ONE / 2;

/// RESIZE_BILINEAR of 8-bit values: two input rows become one, then two of its pixels each become one of the output.
struct Bilinear {
    sign: Sign,
    rows: Vec<Between>,
    columns: Vec<Between>,
    /// Elements of an input row.
    line: usize,
}

/// Prepares RESIZE_BILINEAR: float32, int8 or uint8 to a known size.
pub fn prepare_bilinear(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    if view.dtype(0) == Some(Dtype::F32) {
        return Ok(Some(Box::new(Floats::new(view)?)));
    }
    let Some(sign) = Sign::of(view.dtype(0)) else { return Ok(None) };
    let kernel = Bilinear::new(view, sign)?;
    Ok(if kernel.fits() { Some(Box::new(kernel)) } else { None })
}

impl Bilinear {
    fn new(view: &NodeView, sign: Sign) -> Result<Self> {
        let (align, half) = options(view)?;
        let [_, height, width, channels] = dims(view.shape(0))?;
        let [_, out_height, out_width, _] = dims(view.out_shape(0))?;
        let between = |input: usize, output: usize| {
            let one = |o: usize| {
                let (low, high, at) = between_fixed(o, input, output, align, half);
                let part = (at - i64::from(ONE) * low as i64) as i32;
                Between { low, high, parts: [ONE - part, part] }
            };
            (0..output).map(one).collect()
        };
        Ok(Self { sign, rows: between(height, out_height), columns: between(width, out_width), line: width * channels })
    }

    /// Whether sums fit: parts beyond the edges of the input are larger than one.
    fn fits(&self) -> bool {
        self.rows.iter().chain(&self.columns).all(|between| between.parts.iter().all(|part| part.abs() <= MOST))
    }
}

impl Kernel for Bilinear {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        *self = Self::new(view, self.sign)?;
        if self.fits() { Ok(()) } else { Err(misfit()) }
    }

    fn scratch(&self) -> usize {
        self.line * size_of::<i32>()
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let [_, height, _, channels] = dims(view.shape(0))?;
        let (line, flip, offset) = (self.line, self.sign.flip(Sign::Signed), self.sign.offset());
        let (x, out, scratch) = (io.input::<i8>(0), io.output::<i8>(0), io.scratch::<i32>());
        if line == 0 || self.columns.is_empty() || self.rows.is_empty() {
            return Ok(());
        }
        let (crew, out_line) = (io.crew(), self.columns.len() * channels);
        let scratch = &mut scratch[..crew.size() * line];
        crew.share(Units { len: out_line, cost: 8 * out_line, step: 1 }, scratch, out, |first, blended, out| {
            for (n, out) in (first..).zip(out.chunks_exact_mut(out_line)) {
                let (row, x) = (&self.rows[n % self.rows.len()], &x[n / self.rows.len() * height * line..]);
                let (upper, lower) = (&x[row.low * line..][..line], &x[row.high * line..][..line]);
                let value = |x: i8| i32::from(x ^ flip) + offset;
                for (blended, (&a, &b)) in blended.iter_mut().zip(upper.iter().zip(lower)) {
                    *blended = value(a) * row.parts[0] + value(b) * row.parts[1];
                }
                for (column, out) in self.columns.iter().zip(out.chunks_exact_mut(channels)) {
                    let pixel = |at: usize| &blended[at * channels..][..channels];
                    for (o, (left, right)) in out.iter_mut().zip(pixel(column.low).iter().zip(pixel(column.high))) {
                        let sum = left * column.parts[0] + right * column.parts[1];
                        // To nearest; ties go away from zero.
                        *o = ((sum + ONE * ONE / 2 + (sum >> 31)) >> (2 * ONE.ilog2())) as i8;
                    }
                }
            }
        });
        Ok(())
    }
}

/// RESIZE_BILINEAR of float32: two input rows become one, then two of its pixels each become one of the output.
struct Floats {
    rows: Vec<resize::Between>,
    columns: Vec<resize::Between>,
    /// Elements of an input row.
    line: usize,
}

impl Floats {
    fn new(view: &NodeView) -> Result<Self> {
        let (align, half) = options(view)?;
        let [_, height, width, channels] = dims(view.shape(0))?;
        let [_, out_height, out_width, _] = dims(view.out_shape(0))?;
        let between =
            |input: usize, output: usize| (0..output).map(|o| resize::between(o, input, output, align, half)).collect();
        Ok(Self { rows: between(height, out_height), columns: between(width, out_width), line: width * channels })
    }
}

/// Values at a distance from the first ones on the way to the second ones.
fn blend(low: &[f32], high: &[f32], part: f32, out: &mut [f32]) {
    let pairs = low.iter().zip(high);
    out.iter_mut().zip(pairs).for_each(|(out, (low, high))| *out = low * (1.0 - part) + high * part);
}

impl Kernel for Floats {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        *self = Self::new(view)?;
        Ok(())
    }

    fn scratch(&self) -> usize {
        self.line * size_of::<f32>()
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let [_, height, _, channels] = dims(view.shape(0))?;
        let (line, out_line) = (self.line, self.columns.len() * channels);
        let (x, out, scratch) = (io.input::<f32>(0), io.output::<f32>(0), io.scratch::<f32>());
        if line == 0 || out_line == 0 || self.rows.is_empty() {
            return Ok(());
        }
        let crew = io.crew();
        let scratch = &mut scratch[..crew.size() * line];
        crew.share(Units { len: out_line, cost: 4 * out_line, step: 1 }, scratch, out, |first, blended, out| {
            for row in 0..out.len() / out_line {
                let n = first + row;
                let (done, rest) = out.split_at_mut(row * out_line);
                let (place, out) = (self.rows[n % self.rows.len()], &mut rest[..out_line]);
                let input = |at: usize| &x[(n / self.rows.len() * height + at) * line..][..line];
                if row > 0 && n % self.rows.len() > 0 && place == self.rows[n % self.rows.len() - 1] {
                    out.copy_from_slice(&done[(row - 1) * out_line..]);
                    continue;
                }
                blend(input(place.low), input(place.high), place.part, blended);
                for (column, out) in self.columns.iter().zip(out.chunks_exact_mut(channels)) {
                    let pixel = |at: usize| &blended[at * channels..][..channels];
                    blend(pixel(column.low), pixel(column.high), column.part, out);
                }
            }
        });
        Ok(())
    }
}

#[derive(Default)]
struct Nearest {
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// Bytes of a pixel.
    pixel: usize,
}

/// Prepares RESIZE_NEAREST_NEIGHBOR to a known size.
pub fn prepare_nearest(_: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    Ok(Some(Box::new(Nearest::default())))
}

impl Kernel for Nearest {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        let (align, half) = options(view)?;
        let [_, height, width, channels] = dims(view.shape(0))?;
        let [_, out_height, out_width, _] = dims(view.out_shape(0))?;
        let positions = |input: usize, output: usize| {
            (0..output).map(|o| nearest_position(o, input, output, align, half)).collect()
        };
        let pixel = channels * view.dtype(0).map_or(0, |dtype| dtype.bits() / 8);
        *self = Self { rows: positions(height, out_height), columns: positions(width, out_width), pixel };
        Ok(())
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let [_, height, width, _] = dims(view.shape(0))?;
        let (line, out_line) = (width * self.pixel, self.columns.len() * self.pixel);
        let (x, out) = (io.bytes(0), io.output_bytes(0));
        if line == 0 || out_line == 0 {
            return Ok(());
        }
        let none = no_bits();
        let units = Units { len: out_line, cost: 16 * self.columns.len() + out_line, step: 1 };
        io.crew().share(units, &mut [0u8; 0], out, |first, _, out| {
            let line_of = |n: usize| n / self.rows.len() * height + self.rows[n % self.rows.len()];
            for row in 0..out.len() / out_line {
                let (done, rest) = out.split_at_mut(row * out_line);
                let (from, out) = (line_of(first + row), &mut rest[..out_line]);
                if row > 0 && line_of(first + row - 1) == from {
                    out.copy_from_slice(&done[(row - 1) * out_line..]);
                    continue;
                }
                let x = &x[from * line..][..line];
                for (&column, out) in self.columns.iter().zip(out.chunks_exact_mut(self.pixel)) {
                    copy(out, &x[column * self.pixel..][..self.pixel], none);
                }
            }
        });
        Ok(())
    }
}
