//! Kernels that run together a few rows at a time, so that each reads what the previous one wrote while it is still in
//! the cache.
//!
//! Moving a large tensor to memory and back takes longer than computing it. If a kernel's output goes to the next one
//! only, and both can compute single rows, the tensor between them keeps only the rows that are still needed, in a
//! ring. At its end a chain may have several kernels that read the same rows. Owns: which steps form a chain, and the order of
//! rows. Must not know: what the kernels compute.

use super::error;
use super::ops::geometry::Span;
use super::program::Graph;
use super::view::Rows;

/// Rows of the last output computed at a time: enough to fill tiles, few enough to stay in the cache.
const ROWS: usize = 2;

/// Consecutive steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    first: usize,
    links: Vec<Link>,
    /// How many of the first links each read the output of the one before; the others all read that of the last of these.
    line: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Link {
    /// How rows of the output depend on rows of the input.
    span: Span,
    /// Number of rows in the memory of its output.
    ring: usize,
}

impl Chain {
    /// A chain of kernels with these spans; each reads the output of the previous one, except that the last `ends`, at least
    /// one, read the same tensor and have the same span.
    pub fn new(first: usize, spans: &[Span], ends: usize) -> Self {
        let mut links: Vec<Link> = spans.iter().map(|span| Link { span: *span, ring: span.output }).collect();
        let line = links.len() - ends;
        // From the end: rows that a link computes at a time, and the input rows that it reads for them.
        let mut block = ROWS;
        for i in (1..=line).rev() {
            let span = links[i].span;
            let read = (block - 1) * span.stride + (span.taps - 1) * span.dilation + 1;
            links[i - 1].ring = read.min(span.input);
            // If strides are longer than windows, the rows in between are computed but not used.
            block = read.max(block * span.stride);
        }
        Self { first, links, line }
    }

    /// The chains among steps, each with its node and its span if it can compute single rows. `is_large`: whether a tensor
    /// between two kernels is worth it.
    pub fn find(
        graph: &Graph,
        steps: &[(usize, Option<Span>)],
        is_large: impl Fn(usize) -> error::Result<bool>,
    ) -> error::Result<Vec<Self>> {
        let mut readers = vec![0; graph.tensors.len()];
        for &t in graph.nodes.iter().flat_map(|node| node.inputs.iter().flatten()).chain(&graph.outputs) {
            readers[t] += 1;
        }
        // The spans of the steps from the one at `next`, if they are all that reads a tensor, and read the same rows of it.
        let behind = |between: usize, next: usize| -> Option<Vec<Span>> {
            let reads = |&(node, span): &(usize, Option<Span>)| {
                span.filter(|_| graph.nodes[node].inputs.first() == Some(&Some(between)))
            };
            let spans: Vec<Span> =
                steps.get(next..next + readers[between])?.iter().map(reads).collect::<Option<_>>()?;
            (!spans.is_empty() && spans.iter().all(|span| span == &spans[0])).then_some(spans)
        };
        let mut chains = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            let mut spans: Vec<Span> = steps[at].1.into_iter().collect();
            let mut ends = 1;
            while ends == 1 && !spans.is_empty() {
                let next = at + spans.len();
                let &[between] = graph.nodes[steps[next - 1].0].outputs.as_slice() else { break };
                let Some(more) = behind(between, next) else { break };
                if !is_large(between)? {
                    break;
                }
                ends = more.len();
                spans.extend(more);
            }
            if spans.len() > 1 {
                chains.push(Self::new(at, &spans, ends));
            }
            at += spans.len().max(1);
        }
        Ok(chains)
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
            wanted[self.line..].fill((done[last] + ROWS).min(total));
            for i in (0..self.line).rev() {
                wanted[i] = needed(&self.links[i + 1].span, wanted[i + 1]).max(done[i]);
            }
            for (i, link) in self.links.iter().enumerate() {
                if done[i] < wanted[i] {
                    let input = self.source(i).map_or(link.span.input, |source| self.links[source].ring);
                    each(self.first + i, Rows { rows: done[i]..wanted[i], input, output: link.ring })?;
                    done[i] = wanted[i];
                }
            }
        }
        Ok(())
    }

    /// The link whose output a link reads; none for the first one.
    fn source(&self, link: usize) -> Option<usize> {
        link.min(self.line).checked_sub(1)
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
            line in spans().prop_filter("a chain has two links and more", |spans| spans.len() > 1),
            ends in 1..=3usize,
        ) {
            let mut spans = line.clone();
            spans.resize(line.len() - 1 + ends, line[line.len() - 1]);
            let chain = Chain::new(0, &spans, ends);
            // The row at each position of each link's memory.
            let mut memory: Vec<Vec<Option<usize>>> = chain.links.iter().map(|link| vec![None; link.ring]).collect();
            let mut computed: Vec<usize> = vec![0; spans.len()];
            chain
                .run::<()>(&mut |step, rows| {
                    let span = spans[step];
                    assert_eq!(rows.rows.start, computed[step]);
                    let source = step.min(line.len() - 1).checked_sub(1);
                    for row in rows.rows.clone() {
                        for tap in 0..span.taps {
                            if let (Some(input), Some(source)) = (span.at(row, tap), source) {
                                assert_eq!(memory[source][input % rows.input], Some(input));
                            }
                        }
                        memory[step][row % rows.output] = Some(row);
                    }
                    computed[step] = rows.rows.end;
                    Ok(())
                })
                .unwrap();
            assert!(computed.iter().zip(&spans).skip(line.len() - 1).all(|(&computed, span)| computed == span.output));
        }
    }
}
