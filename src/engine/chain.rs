//! Kernels that run together a few rows at a time, so that each reads what the previous one wrote while it is still in
//! the cache.
//!
//! Moving a large tensor to memory and back takes longer than computing it. If a kernel's output goes to the next one
//! only, and both can compute single rows, the tensor between them keeps only the rows that are still needed, in a
//! ring. Owns: which steps form a chain, and the order of rows. Must not know: what the kernels compute.

use super::ops::geometry::Span;
use super::view::Rows;

/// Rows of the last output computed at a time: enough to fill tiles, few enough to stay in the cache.
const ROWS: usize = 2;

/// Consecutive steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    first: usize,
    links: Vec<Link>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Link {
    /// How rows of the output depend on rows of the input.
    span: Span,
    /// Number of rows in the memory of its output.
    ring: usize,
}

impl Chain {
    /// A chain of kernels with these spans; each reads the output of the previous one.
    pub fn new(first: usize, spans: &[Span]) -> Self {
        let mut links: Vec<Link> = spans.iter().map(|span| Link { span: *span, ring: span.output }).collect();
        // From the end: rows that a link computes at a time, and the input rows that it reads for them.
        let mut block = ROWS;
        for i in (1..links.len()).rev() {
            let span = links[i].span;
            let read = (block - 1) * span.stride + (span.taps - 1) * span.dilation + 1;
            links[i - 1].ring = read.min(span.input);
            // If strides are longer than windows, the rows in between are computed but not used.
            block = read.max(block * span.stride);
        }
        Self { first, links }
    }

    /// Its steps.
    pub fn steps(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.links.len()
    }

    /// For each step, the rows of its output and how many of them its memory holds.
    pub fn kept(&self) -> impl Iterator<Item = (usize, usize)> {
        self.links.iter().map(|link| (link.span.output, link.ring))
    }

    /// Runs the steps in order, with the rows that each computes. `each` may stop it.
    pub fn run<E>(&self, each: &mut dyn FnMut(usize, Rows) -> Result<(), E>) -> Result<(), E> {
        let mut done = vec![0; self.links.len()];
        let last = self.links.len() - 1;
        let total = self.links[last].span.output;
        let mut wanted = vec![0; self.links.len()];
        while done[last] < total {
            wanted[last] = (done[last] + ROWS).min(total);
            for i in (0..last).rev() {
                wanted[i] = needed(&self.links[i + 1].span, wanted[i + 1]).max(done[i]);
            }
            for (i, link) in self.links.iter().enumerate() {
                if done[i] < wanted[i] {
                    let input = if i == 0 { link.span.input } else { self.links[i - 1].ring };
                    each(self.first + i, Rows { rows: done[i]..wanted[i], input, output: link.ring })?;
                    done[i] = wanted[i];
                }
            }
        }
        Ok(())
    }
}

/// Number of leading input rows that the first `rows` rows of the output read.
fn needed(span: &Span, rows: usize) -> usize {
    let Some(last) = rows.checked_sub(1) else { return 0 };
    (last * span.stride + (span.taps - 1) * span.dilation + 1).saturating_sub(span.before).min(span.input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::program::Padding;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Windows over the rows of two to four convolutions in a row; those after an empty output are left out.
    fn spans() -> impl Strategy<Value = Vec<Span>> {
        let padding = prop::sample::select(vec![Padding::Same, Padding::Valid]);
        (1..=40usize, vec((padding, 1..=5usize, 1..=3usize, 1..=2usize), 2..=4)).prop_map(|(mut height, windows)| {
            let mut spans = Vec::new();
            for (padding, taps, stride, dilation) in windows {
                match Span::new(padding, height, taps, stride, dilation) {
                    Ok(span) if span.output > 0 => spans.push(span),
                    _ => break,
                }
                height = spans.last().map_or(0, |span: &Span| span.output);
            }
            spans
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        /// Each row is computed once, from rows that exist and are not overwritten yet.
        #[test]
        fn rows_are_there_when_they_are_read(
            spans in spans().prop_filter("a chain has two links and more", |spans| spans.len() > 1),
        ) {
            let chain = Chain::new(0, &spans);
            // The row at each position of each link's memory.
            let mut memory: Vec<Vec<Option<usize>>> = chain.links.iter().map(|link| vec![None; link.ring]).collect();
            let mut computed: Vec<usize> = vec![0; spans.len()];
            chain
                .run::<()>(&mut |step, rows| {
                    let span = spans[step];
                    assert_eq!(rows.rows.start, computed[step]);
                    for row in rows.rows.clone() {
                        for tap in 0..span.taps {
                            if let (Some(input), true) = (span.at(row, tap), step > 0) {
                                assert_eq!(memory[step - 1][input % rows.input], Some(input));
                            }
                        }
                        memory[step][row % rows.output] = Some(row);
                    }
                    computed[step] = rows.rows.end;
                    Ok(())
                })
                .unwrap();
            assert_eq!(computed.last(), spans.last().map(|span| span.output).as_ref());
        }
    }
}
