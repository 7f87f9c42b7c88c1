//! Where the tensors of a graph lie: in runs whose chains keep only some rows of the tensors between their kernels, and in runs
//! with observers, which read complete ones.
//!
//! Owns: which tensors share memory, and how many of their bytes are kept ([`super::plan`] finds the offsets). Must not know
//! what kernels compute.

use super::chain::Chain;
use super::error::{EngineError, ErrorKind, Result};
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
    /// For each tensor, the tensor in whose memory it lies: another one for the outputs of nodes that only rename. No tensor
    /// in the arena is written twice, so both have their values as long as one of them is read.
    pub fn names(&self, renaming: impl Iterator<Item = usize>) -> Vec<usize> {
        let graph = self.graph;
        let mut names: Vec<usize> = (0..graph.tensors.len()).collect();
        for node in renaming.map(|n| &graph.nodes[n]) {
            let (Some(&Some(from)), &[to]) = (node.inputs.first(), node.outputs.as_slice()) else { continue };
            // Values that are set for the next run are not results of the last one.
            let is_port = graph.inputs.contains(&names[from]) && graph.outputs.contains(&to);
            if self.lens[from].is_some() && self.lens[from] == self.lens[to] && !is_port {
                names[to] = names[from];
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
                Place::Arena { offset, len } if names[t] == t => Some((offset, longer(t, len), i)),
                _ => None,
            };
            let mut order: Order = outputs.iter().enumerate().filter_map(in_arena).collect();
            order.sort_unstable();
            order
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
