//! Images whose channels are planes: all pixels of a channel side by side, instead of all channels of a pixel.
//!
//! A weight that is not zero multiplies the same channel of many pixels at once, which lie side by side only so. Owns: the form of
//! planes, what kernels can do with them, and which images of a graph have this form. Nothing outside a run without observers
//! sees it. Must not know: what the kernels compute.

use super::program::Graph;

/// Pixels that kernels compute together: planes have whole strips.
pub const STRIP: usize = 32;

/// Least number of pixels of an image that is planes: what a kernel does once for each channel takes longer than smaller ones gain.
pub const LEAST: usize = 144;

/// The use that a kernel can make of planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Planes {
    /// Nothing.
    #[default]
    None,
    /// Read and write images of either form.
    Either,
    /// Write planes; no operand is planes.
    Begins,
    /// Read and write images of either form, if both have the same.
    Same,
    /// Nothing of its own: its operands and results have the same form, whichever that is.
    Any,
}

/// Distance between the first pixels of two channels, for images of so many pixels: an odd number of strips, because at other distances
/// many channels would fall into few lines of a cache. A vector fits behind the last pixel, so windows can read over the border.
pub const fn distance(pixels: usize) -> usize {
    ((pixels + 4).div_ceil(STRIP) | 1) * STRIP
}

/// Finds the tensors that are planes: those of `may_be` for which every step that reads or writes them can do that. `steps` has the node of
/// each step and what its kernel can do.
pub fn choose(graph: &Graph, steps: &[(usize, Planes)], mut may_be: Vec<bool>) -> Vec<bool> {
    let mut users = vec![Vec::new(); graph.tensors.len()];
    for (s, &(n, _)) in steps.iter().enumerate() {
        let node = &graph.nodes[n];
        node.inputs.iter().flatten().chain(&node.outputs).for_each(|&t| users[t].push(s));
    }
    // A tensor that cannot be planes may leave others with a step that cannot do it, so their steps are looked at again.
    let mut open: Vec<usize> = (0..steps.len()).collect();
    while let Some(s) = open.pop() {
        let (n, planes) = steps[s];
        let node = &graph.nodes[n];
        let first = node.inputs.first().copied().flatten();
        let others = node.inputs.iter().skip(1).flatten();
        let all = || first.iter().chain(others.clone()).chain(&node.outputs).copied();
        let cannot: Vec<usize> = match planes {
            Planes::Either => others.copied().collect(),
            Planes::Begins => first.iter().chain(others).copied().collect(),
            Planes::Same if first.iter().chain(&node.outputs).all(|&t| may_be[t]) => others.copied().collect(),
            Planes::Any if all().all(|t| may_be[t]) => Vec::new(),
            Planes::Same | Planes::Any | Planes::None => all().collect(),
        };
        let depends = |s: &&usize| matches!(steps[**s].1, Planes::Same | Planes::Any);
        for t in cannot {
            if std::mem::take(&mut may_be[t]) {
                open.extend(users[t].iter().filter(depends));
            }
        }
    }
    may_be
}
