//! Where the tensors of a graph lie: in runs whose chains keep only some rows of the tensors between their kernels, and in runs
//! with observers, which read complete ones.
//!
//! Owns: which tensors share memory, and how many of their bytes are kept ([`super::plan`] finds the offsets). Must not know
//! what kernels compute.

use super::chain::Chain;
use super::error::{EngineError, ErrorKind, Result};
use super::operator::Definition;
use super::plan::{Life, place};
use super::state::{Planner, Step, Work};
use super::view::{Place, Shape};

/// The tensors of a graph.
#[derive(Clone, Copy)]
pub(super) struct Tensors<'a> {
    pub shapes: &'a [Shape],
    pub known_shapes: &'a [bool],
    /// Places of those outside the arena.
    pub places: &'a [Place],
    /// Bytes of images that are planes, and zero for other tensors; empty if there are none.
    pub planes: &'a [usize],
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

impl Planner<'_> {
    /// For each tensor, the tensor in whose memory it lies: another one for the outputs of steps that only rename. No tensor
    /// in the arena is written twice, so both have their values as long as one of them is read.
    pub(super) fn names(&self, steps: &[Step], tensors: Tensors) -> Result<Vec<usize>> {
        let Tensors { shapes, known_shapes, places, .. } = tensors;
        let graph = self.graph;
        let mut names: Vec<usize> = (0..graph.tensors.len()).collect();
        let len = |t: usize| self.bytes(graph.tensors[t].dtype, &shapes[t]);
        let in_arena = |t: usize| matches!(places[t], Place::None) && known_shapes[t];
        for step in steps {
            let Work::Reference(_, Definition { renames: true, .. }) = step.work else { continue };
            let node = &graph.nodes[step.node];
            let (Some(&Some(from)), &[to]) = (node.inputs.first(), node.outputs.as_slice()) else { continue };
            // Values that are set for the next run are not results of the last one.
            let is_port = graph.inputs.contains(&names[from]) && graph.outputs.contains(&to);
            if in_arena(from) && in_arena(to) && !is_port && len(from)? == len(to)? {
                names[to] = names[from];
            }
        }
        Ok(names)
    }

    /// Places the remaining tensors in an arena. Those between the kernels of `chains` have the rows that are kept; without
    /// chains, all are complete.
    pub(super) fn lay_out(
        &self,
        steps: &[Step],
        chains: &[Chain],
        tensors: Tensors,
        names: &[usize],
    ) -> Result<Layout> {
        let graph = self.graph;
        let mut places = tensors.places.to_vec();
        let longer = |t: usize, len: usize| tensors.planes.get(t).map_or(len, |&planes| len.max(planes));
        let is_placed = |t: usize| matches!(tensors.places[t], Place::None) && tensors.known_shapes[t];
        let mut lens = vec![0; places.len()];
        for (t, len) in lens.iter_mut().enumerate().filter(|&(t, _)| is_placed(t)) {
            *len = self.bytes(graph.tensors[t].dtype, &tensors.shapes[t])?;
        }
        for chain in chains {
            for (step, (rows, kept)) in chain.steps().zip(chain.kept()) {
                for &t in &graph.nodes[steps[step].node].outputs {
                    lens[t] = lens[t] / rows.max(1) * kept;
                }
            }
        }
        let end = steps.len();
        let mut lives: Vec<Option<Life>> = vec![None; places.len()];
        let mut touch = |t: usize, step: usize| {
            if is_placed(t) {
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
        for (s, step) in steps.iter().enumerate() {
            let node = &graph.nodes[step.node];
            // Steps of a chain take turns, so their tensors live as long as the chain.
            let chain = chains.iter().find(|chain| chain.steps().contains(&s));
            let (first, last) = chain.map_or((s, s), |chain| (chain.steps().start, chain.steps().end - 1));
            for &t in node.inputs.iter().flatten().chain(&node.outputs) {
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
        let order = |step: &Step, longer: &dyn Fn(usize, usize) -> usize| {
            let outputs = graph.nodes[step.node].outputs.iter().enumerate();
            let in_arena = |(i, &t): (usize, &usize)| match places[t] {
                Place::Arena { offset, len } if names[t] == t => Some((offset, longer(t, len), i)),
                _ => None,
            };
            let mut order: Order = outputs.filter_map(in_arena).collect();
            order.sort_unstable();
            order
        };
        let orders = steps.iter().map(|step| order(step, &|_, len| len)).collect();
        let of_planes = |step: &Step| if step.is_in_planes() { order(step, &longer) } else { Order::new() };
        let orders_of_planes = steps.iter().map(of_planes).collect();
        Ok(Layout { places, arena, orders, orders_of_planes })
    }
}
