//! PAD as the border of the windows behind it: convolutions compute zeros around their input anyway, so a padded copy of it need
//! not be written.
//!
//! Owns: which PADs can go. Must not know kernels or plans.

use crate::engine::data::view;
use crate::engine::program::{Dtype, Graph, Node, Op, Padding, Params, Program};
use std::rc::Rc;

/// The border of a window: (before, after) along rows and columns.
type Border = [(usize, usize); 2];

/// The program without PADs whose only readers are convolutions that compute their border themselves.
pub(super) fn without_padding(program: Rc<Program>) -> Rc<Program> {
    let is_pad = |node: &Node| node.op.builtin() == Some(Op::Pad);
    if !program.graphs.iter().flat_map(|graph| &graph.nodes).any(is_pad) {
        return program;
    }
    let mut program = Rc::unwrap_or_clone(program);
    for graph in &mut program.graphs {
        let pads: Vec<usize> = (0..graph.nodes.len()).filter(|&n| is_pad(&graph.nodes[n])).collect();
        let readers = graph.readers();
        let mut is_gone = vec![false; graph.nodes.len()];
        for pad in pads {
            is_gone[pad] = fold(graph, pad, &readers).is_some();
        }
        graph.remove(&is_gone);
    }
    Rc::new(program)
}

/// Lets the readers of PAD node `n` read what it pads; `None` if one of them can't. `readers` are those before any fold: a PAD with
/// another PAD among its readers stays.
fn fold(graph: &mut Graph, n: usize, readers: &[Vec<usize>]) -> Option<()> {
    let (from, padded) = (graph.nodes[n].inputs.first().copied()??, *graph.nodes[n].outputs.first()?);
    let border = border(graph, n)?;
    let (source, copy) = (&graph.tensors[from], &graph.tensors[padded]);
    // A variable may change before the window reads it. Zeros of other scales are other values.
    let is_same = source.dtype == copy.dtype && source.quant == copy.quant && !source.is_variable;
    if !is_same || graph.outputs.contains(&padded) {
        return None;
    }
    let readers = &readers[padded];
    if readers.is_empty() || !readers.iter().all(|&reader| takes(graph, &graph.nodes[reader], padded, border)) {
        return None;
    }
    for &reader in readers {
        let node = &mut graph.nodes[reader];
        node.inputs[0] = Some(from);
        if let Params::Conv2d { window, .. } | Params::DepthwiseConv2d { window, .. } = &mut node.params {
            window.border = border;
        }
    }
    Some(())
}

/// The zeros that a PAD puts around the rows and columns of images; `None` if it pads other dimensions, too.
fn border(graph: &Graph, n: usize) -> Option<Border> {
    let list = &graph.tensors[graph.nodes[n].inputs.get(1).copied()??];
    let values = list.data.as_ref()?.read().ok()?;
    let list: Vec<i64> = match list.dtype {
        Dtype::I32 => view::<i32>(values.bytes()).iter().map(|&pad| pad.into()).collect(),
        Dtype::I64 => view::<i64>(values.bytes()).to_vec(),
        _ => return None,
    };
    let [0, 0, top, bottom, left, right, 0, 0] = list[..] else { return None };
    let pair = |before: i64, after: i64| Some((before.try_into().ok()?, after.try_into().ok()?));
    Some([pair(top, bottom)?, pair(left, right)?])
}

/// Whether this is a convolution whose windows can have this border: each of them must reach into the image.
fn takes(graph: &Graph, node: &Node, padded: usize, border: Border) -> bool {
    let (Params::Conv2d { window, .. } | Params::DepthwiseConv2d { window, .. }) = &node.params else { return false };
    let Some((_, [Some(weights), rest @ ..])) = node.inputs.split_first() else { return false };
    let &[_, rows, columns, _] = graph.tensors[*weights].shape.as_slice() else { return false };
    let reach = |taps: usize, dilation: usize| taps.saturating_sub(1).saturating_mul(dilation);
    let reach = [reach(rows, window.dilation.0), reach(columns, window.dilation.1)];
    let is_near = border.iter().zip(reach).all(|(&(before, after), reach)| before.max(after) <= reach);
    let has_none = window.padding == Padding::Valid && window.border == Border::default();
    is_near && has_none && *weights != padded && !rest.contains(&Some(padded))
}
