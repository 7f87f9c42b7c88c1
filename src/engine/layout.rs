//! Where the tensors of a graph lie: in runs whose chains keep only some rows of the tensors between their kernels, and in runs
//! with observers, which read complete ones.
//!
//! Owns: which tensors share memory, and how many of their bytes are kept ([`super::plan`] finds the offsets). Must not know
//! what kernels compute.

use super::chain::Chain;
use super::error::{EngineError, ErrorKind, Result};
use super::operator::Overlay;
use super::order::sorted;
use super::plan::{Life, place};
use super::program::Graph;
use super::view::Place;

/// The tensors of a graph.
#[derive(Clone, Copy)]
pub(super) struct Tensors<'a> {
    pub graph: &'a Graph,
    /// Bytes of those in the arena.
    pub lens: &'a [Option<usize>],
    /// Places of the others.
    pub places: &'a [Place],
    /// Bytes of images that are planes, and zero for other tensors; empty if there are none.
    pub planes: &'a [usize],
}

/// A step of a run: its node, whether an operand or a result is planes, and the tensor that it then writes in place of its output, if
/// it is joined with an ADD behind it.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub node: usize,
    pub is_in_planes: bool,
    pub sum: Option<usize>,
}

/// Outputs in the arena as (offset, len, output), sorted.
pub(super) type Order = Vec<(usize, usize, usize)>;

/// Where the tensors of a graph lie.
pub(super) struct Layout {
    pub places: Vec<Place>,
    /// Bytes of the arena.
    pub arena: usize,
    /// The outputs of each step.
    pub orders: Vec<Order>,
    /// The same where images are planes, with the lengths of these; empty for other steps.
    pub orders_of_planes: Vec<Order>,
}

impl Tensors<'_> {
    /// For each tensor, the tensor in whose memory it lies: another one for the outputs of nodes that only rename, and of those that change
    /// an operand which nothing reads any more. Otherwise no tensor in the arena is written twice, so both have their values as long as one
    /// of them is read.
    pub fn names(&self, nodes: impl Iterator<Item = (usize, Overlay)>, keeps_inputs: bool) -> Vec<usize> {
        let graph = self.graph;
        let mut names: Vec<usize> = (0..self.lens.len()).collect();
        // The last node that reads what lies in a tensor's memory; results are read behind all.
        let mut last = vec![0; names.len()];
        for (n, node) in graph.nodes.iter().enumerate() {
            node.inputs.iter().flatten().for_each(|&t| last[t] = n);
        }
        graph.outputs.iter().for_each(|&t| last[t] = usize::MAX);
        for (n, overlay) in nodes.filter(|(_, overlay)| *overlay != Overlay::None) {
            let node = &graph.nodes[n];
            let (Some(&Some(from)), &[to]) = (node.inputs.first(), node.outputs.as_slice()) else { continue };
            let name = names[from];
            let is_input = graph.inputs.contains(&name);
            let is_free = match overlay {
                Overlay::None => false,
                // Values that are set for the next run are not results of the last one.
                Overlay::Renamed => !(is_input && graph.outputs.contains(&to)),
                Overlay::Written => {
                    let is_also = node.inputs.iter().skip(1).flatten().any(|&t| names[t] == name);
                    !(is_also || is_input && keeps_inputs) && last[name] <= n
                }
            };
            if is_free && self.lens[from].is_some() && self.lens[from] == self.lens[to] {
                names[to] = name;
                last[name] = last[name].max(last[to]);
            }
        }
        names
    }

    /// Places tensors in an arena. Those between the kernels of `chains` have the rows that are kept; without chains, all
    /// are complete.
    pub fn lay_out(&self, stages: &[Stage], chains: &[Chain], names: &[usize]) -> Result<Layout> {
        let graph = self.graph;
        let mut places = self.places.to_vec();
        let longer = |t: usize, len: usize| self.planes.get(t).map_or(len, |&planes| len.max(planes));
        let mut lens: Vec<usize> = self.lens.iter().map(|len| len.unwrap_or(0)).collect();
        for chain in chains {
            for (step, (rows, kept)) in chain.steps().zip(chain.kept()) {
                for &t in &graph.nodes[stages[step].node].outputs {
                    lens[t] = lens[t] / rows.max(1) * kept;
                }
            }
        }
        let end = stages.len();
        let mut lives: Vec<Option<Life>> = vec![None; places.len()];
        let mut touch = |t: usize, step: usize| {
            if self.lens[t].is_some() {
                let t = names[t];
                let life = lives[t].get_or_insert(Life { tensor: t, len: longer(t, lens[t]), first: step, last: step });
                life.first = life.first.min(step);
                life.last = life.last.max(step);
            }
        };
        for &t in &graph.inputs {
            touch(t, 0);
            touch(t, end);
        }
        for (s, stage) in stages.iter().enumerate() {
            let node = &graph.nodes[stage.node];
            // Steps of a chain take turns, so their tensors live as long as the chain.
            let chain = chains.iter().find(|chain| chain.steps().contains(&s));
            let (first, last) = chain.map_or((s, s), |chain| (chain.steps().start, chain.steps().end - 1));
            for &t in node.inputs.iter().flatten().chain(&node.outputs).chain(&stage.sum) {
                touch(t, first);
                touch(t, last);
            }
        }
        for &t in &graph.outputs {
            touch(t, end);
        }
        let lives: Vec<Life> = lives.into_iter().flatten().collect();
        let placed = place(&lives);
        let (offsets, arena) = placed.ok_or_else(|| EngineError::new(ErrorKind::OverLimit, "engine-shape-overflow"))?;
        for (life, offset) in lives.iter().zip(offsets) {
            places[life.tensor] = Place::Arena { offset, len: lens[life.tensor] };
        }
        for (t, &name) in names.iter().enumerate().filter(|&(t, &name)| t != name) {
            places[t] = places[name].clone();
        }
        let order = |outputs: &[usize], longer: &dyn Fn(usize, usize) -> usize| {
            let in_arena = |(i, &t): (usize, &usize)| match places[t] {
                Place::Arena { offset, len } => Some((offset, longer(t, len), i)),
                _ => None,
            };
            sorted(outputs.iter().enumerate().filter_map(in_arena).collect::<Order>())
        };
        let outputs = |stage: &Stage| graph.nodes[stage.node].outputs.as_slice();
        let orders = stages.iter().map(|stage| order(outputs(stage), &|_, len| len)).collect();
        let of_planes = |stage: &Stage| match &stage.sum {
            Some(sum) => order(std::slice::from_ref(sum), &longer),
            None if stage.is_in_planes => order(outputs(stage), &longer),
            None => Order::new(),
        };
        let orders_of_planes = stages.iter().map(of_planes).collect();
        Ok(Layout { places, arena, orders, orders_of_planes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::program::{Node, Op, OpKind, Params};

    fn node(op: Op, inputs: &[usize], output: usize) -> Node {
        Node {
            graph: 0,
            index: 0,
            op: OpKind::Builtin(op),
            version: 1,
            inputs: inputs.iter().map(|&t| Some(t)).collect(),
            outputs: vec![output],
            intermediates: Vec::new(),
            params: Params::None,
            custom: Vec::new(),
        }
    }

    /// Whether tensor 3, which is tensor 0 with the row 1 written at 2, lies where that lies.
    fn is_in_place(before: &[Node], row: usize, after: &[Node], outputs: &[usize], keeps_inputs: bool) -> bool {
        let update = node(Op::DynamicUpdateSlice, &[before.last().map_or(0, |node| node.outputs[0]), row, 2], 3);
        let nodes = [before, &[update], after].concat();
        let graph = Graph { nodes, inputs: vec![0, 1, 2], outputs: outputs.to_vec(), ..Graph::default() };
        let tensors = Tensors { graph: &graph, lens: &[Some(64); 6], places: &[], planes: &[] };
        let overlay = |op| if op == Op::Reshape { Overlay::Renamed } else { Overlay::Written };
        let nodes = graph.nodes.iter().enumerate().filter_map(|(n, node)| Some((n, node.op.builtin()?)));
        let nodes = nodes.filter(|(_, op)| matches!(op, Op::Reshape | Op::DynamicUpdateSlice));
        tensors.names(nodes.map(|(n, op)| (n, overlay(op))), keeps_inputs)[3] == 0
    }

    #[test]
    fn a_tensor_that_nothing_reads_any_more_is_changed_in_place() {
        let renamed = [node(Op::Reshape, &[0], 4)];
        assert!(is_in_place(&[], 1, &[], &[3], false));
        assert!(is_in_place(&renamed, 1, &[node(Op::Abs, &[3], 5)], &[3, 5], false));
        assert!(!is_in_place(&[], 1, &[], &[3], true), "an input that its caller set");
        assert!(!is_in_place(&renamed, 1, &[], &[3], true), "the same with another shape");
        assert!(!is_in_place(&[], 1, &[], &[3, 0], false), "a result");
        assert!(!is_in_place(&[], 0, &[], &[3], false), "the row itself");
        assert!(!is_in_place(&[], 1, &[node(Op::Abs, &[0], 5)], &[3, 5], false), "a later reader");
        assert!(
            !is_in_place(&renamed, 1, &[node(Op::Abs, &[0], 5)], &[3, 5], false),
            "a later reader of the other shape"
        );
    }
}
