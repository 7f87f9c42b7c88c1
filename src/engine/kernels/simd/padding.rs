//! PAD and PADV2 of any type: each byte of the result is written once, in blocks as long as the paddings allow.

use crate::engine::copy::{BLOCK, copy, no_bits};
use crate::engine::error::Result;
use crate::engine::ops::geometry::{Span, misfit};
use crate::engine::ops::padding::{Paddings, paddings, value};
use crate::engine::view::{Io, Kernel, NodeView, Rows};
use smallvec::SmallVec;

struct Pad {
    /// The dimensions up to the last one with a padding.
    levels: Vec<Level>,
    /// Bytes of the element around the input.
    value: SmallVec<[u8; 16]>,
    /// Rows of an image, if there is one and nothing around it.
    span: Option<Span>,
}

/// A dimension.
struct Level {
    /// Elements before the input.
    before: usize,
    /// Bytes of one element of this dimension, in the input and in the result.
    bytes: [usize; 2],
}

/// Prepares PAD and PADV2 with known paddings and value.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    if view.integers(1).is_none() || (view.has(2) && view.value::<u8>(2).is_none()) {
        return Ok(None);
    }
    Ok(Some(Box::new(Pad { levels: Vec::new(), value: SmallVec::new(), span: None })))
}

impl Pad {
    /// Pads `x` in the dimensions from `level` on.
    fn pad(&self, level: usize, x: &[u8], out: &mut [u8]) {
        let Some(&Level { before, bytes: [from, to] }) = self.levels.get(level) else {
            out.copy_from_slice(x);
            return;
        };
        let count = x.len().checked_div(from).unwrap_or(0);
        let (top, rest) = out.split_at_mut(before * to);
        let (inside, bottom) = rest.split_at_mut(count * to);
        self.fill(top);
        self.fill(bottom);
        if level + 1 == self.levels.len() {
            copy(inside, x, no_bits());
        } else if count > 0 && !(level + 2 == self.levels.len() && self.pad_rows([from, to], x, inside)) {
            x.chunks_exact(from).zip(inside.chunks_exact_mut(to)).for_each(|(x, out)| self.pad(level + 1, x, out));
        }
    }

    /// Pads the last of the dimensions in rows of `from` bytes, if all its parts are full blocks: a few channels take less
    /// time than the calls for them.
    fn pad_rows(&self, [from, to]: [usize; 2], x: &[u8], out: &mut [u8]) -> bool {
        let before = self.levels.last().map_or(0, |level| level.before * level.bytes[1]);
        if self.value.is_empty() || ![from, to, before].iter().all(|bytes| bytes.is_multiple_of(BLOCK)) {
            return false;
        }
        let value: [u8; BLOCK] = std::array::from_fn(|i| self.value[i % self.value.len()]);
        let none = no_bits();
        let rows = x.as_chunks().0.chunks_exact(from / BLOCK);
        for (x, out) in rows.zip(out.as_chunks_mut().0.chunks_exact_mut(to / BLOCK)) {
            // One loop: few blocks take less time than beginning three.
            for (at, out) in out.iter_mut().enumerate() {
                let block = x.get(at.wrapping_sub(before / BLOCK)).unwrap_or(&value);
                *out = block.map(|byte| byte ^ none);
            }
        }
        true
    }

    /// Fills a block around the input.
    fn fill(&self, out: &mut [u8]) {
        match *self.value {
            [first, ref rest @ ..] if rest.iter().all(|&byte| byte == first) => out.fill(first),
            _ => out.chunks_exact_mut(self.value.len().max(1)).for_each(|out| out.copy_from_slice(&self.value)),
        }
    }
}

/// Rows of one image that is padded along height and width.
fn rows(shape: &[usize], pads: &Paddings) -> Option<Span> {
    match (shape, pads.as_slice()) {
        (&[1, height, width, channels], &[(0, 0), (before, after), ..]) if width * channels > 0 => {
            let output = height + before + after;
            Some(Span { input: height, output, taps: 1, stride: 1, dilation: 1, before })
        }
        _ => None,
    }
}

impl Kernel for Pad {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        let size = view.out_dtype(0).map_or(0, |dtype| dtype.bits() / 8);
        let pads = paddings(&view.integers(1).ok_or_else(misfit)?, view.shape(0).len())?;
        self.value = value(view, view.value(2).unwrap_or(&[]), size)?;
        let count = pads.iter().rposition(|&pad| pad != (0, 0)).map_or(0, |last| last + 1);
        let bytes = |shape: &[usize], level: usize| shape[level + 1..].iter().product::<usize>() * size;
        let level = |(level, &(before, _)): (usize, &(usize, usize))| Level {
            before,
            bytes: [bytes(view.shape(0), level), bytes(view.out_shape(0), level)],
        };
        self.levels = pads[..count].iter().enumerate().map(level).collect();
        self.span = rows(view.shape(0), &pads).filter(|_| count > 1);
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        self.pad(0, io.bytes(0), io.output_bytes(0));
        Ok(())
    }

    fn span(&self) -> Option<Span> {
        self.span
    }

    fn run_rows(&mut self, io: &mut Io, rows: &Rows) -> Result<()> {
        let (Some(span), Some(&Level { bytes: [from, to], .. })) = (self.span, self.levels.get(1)) else {
            return Ok(());
        };
        let (x, out) = (io.bytes(0), io.output_bytes(0));
        for row in rows.rows.clone() {
            let out = &mut out[row % rows.output * to..][..to];
            match span.at(row, 0) {
                Some(at) => self.pad(2, &x[at % rows.input * from..][..from], out),
                None => self.fill(out),
            }
        }
        Ok(())
    }
}
