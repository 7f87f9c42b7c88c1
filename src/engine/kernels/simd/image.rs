//! Lines of an image, for kernels that compute each element by itself and can run a few rows at a time.

use crate::engine::ops::geometry::Span;
use crate::engine::view::Rows;

/// One image: its lines, and the elements of each.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    count: usize,
    len: usize,
}

impl Lines {
    /// For a tensor of shape `[1, height, width, channels]`.
    pub fn new(shape: &[usize]) -> Option<Self> {
        match *shape {
            [1, height, width, channels] => Some(Self { count: height, len: width * channels }).filter(|l| l.len > 0),
            _ => None,
        }
    }

    /// Every line of the output reads the same line of the input.
    pub fn span(self) -> Span {
        Span { input: self.count, output: self.count, taps: 1, stride: 1, dilation: 1, before: 0 }
    }

    /// Whether a second operand of `elements`, which repeats along the image, does so within a line or has all of them.
    pub fn fit(self, elements: usize) -> bool {
        elements == self.count * self.len || (elements > 0 && self.len.is_multiple_of(elements))
    }

    /// Whether such an operand repeats within each line.
    pub fn repeats(self, elements: usize) -> bool {
        elements != self.count * self.len
    }

    /// The elements of such an operand for line `at`.
    pub fn of_second<T>(self, at: usize, operand: &[T]) -> &[T] {
        if operand.len() == self.count * self.len { &operand[at * self.len..][..self.len] } else { operand }
    }

    /// Calls `f(line, input, output)` for each of these rows.
    pub fn each<A, B>(self, rows: &Rows, x: &[A], out: &mut [B], mut f: impl FnMut(usize, &[A], &mut [B])) {
        for row in rows.rows.clone() {
            let (from, to) = (row % rows.input * self.len, row % rows.output * self.len);
            f(row, &x[from..][..self.len], &mut out[to..][..self.len]);
        }
    }
}
