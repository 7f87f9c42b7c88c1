//! A prepared graph: its steps, and the memory in which they run. [`planner`] prepares it.

pub(super) mod planner;

use super::chain::Chain;
use super::data::Aligned;
use super::error::{EngineError, Result};
use super::layout::{Layout, Stage, Tensors};
use super::memory::Lease;
use super::operator::{Definition, Reference};
use super::planes::Planes;
use super::program::{Graph, Node};
use super::shared::Shared;
use super::view::{Io, Kernel, Memory, NodeView, Place, Rows, Shape};
use smallvec::SmallVec;

/// How a step is computed.
pub(super) enum Work {
    /// The plain kernel.
    Reference(Reference, Definition),
    /// A prepared fast kernel.
    Simd(Box<dyn Kernel>, Definition),
    /// The session runs another subgraph.
    Control,
    /// Nothing: the output is the first operand's memory.
    Renamed,
}

/// A node to run.
pub(super) struct Step {
    pub node: usize,
    pub work: Work,
    /// Whether output shapes are determined in every run.
    pub dynamic: bool,
    /// Whether its first operand and its result are planes; `None` if neither is.
    planes: Option<[bool; 2]>,
    join: Join,
}

/// Whether a step is joined with another one where images are planes.
enum Join {
    No,
    /// It computes the sum of the step behind it, too: as this node.
    Sum(Box<Node>),
    /// The step before computes it.
    Done,
}

impl Step {
    fn new(node: usize, work: Work, dynamic: bool) -> Self {
        Self { node, work, dynamic, planes: None, join: Join::No }
    }

    /// Whether the step before computes its result in runs without observers.
    pub fn is_joined(&self) -> bool {
        matches!(self.join, Join::Done)
    }

    /// Whether an operand or a result is planes in runs without observers.
    pub fn is_in_planes(&self) -> bool {
        self.planes.is_some()
    }
}

/// The part of a step to run, and the form of its images.
#[derive(Clone, Copy)]
pub(super) enum Manner<'a> {
    /// All, with every image as the file describes it.
    Pixels,
    /// All; images may be planes.
    Planes,
    /// Some rows.
    Rows(&'a Rows),
}

/// A planned graph.
pub(super) struct State {
    pub shapes: Vec<Shape>,
    /// Whether each shape is known before the run.
    pub known_shapes: Vec<bool>,
    layout: Layout,
    /// Whether tensors inside chains are complete.
    is_whole: bool,
    /// Bytes of the tensors in the arena, if complete, and the tensors in whose memory they lie.
    lens: Vec<Option<usize>>,
    names: Vec<usize>,
    pub arena: Aligned,
    pub owned: Vec<Aligned>,
    pub steps: Vec<Step>,
    /// Steps that run together, in order.
    pub chains: Vec<Chain>,
    /// Bytes of tensors that are planes, and zero for others; empty if there are none.
    planes: Vec<usize>,
    pub scratch: usize,
    /// Memory of the arena and of separate buffers.
    lease: Lease,
    /// Memory of results that were computed while planning.
    _folded: Lease,
}

/// Nodes of the steps, and which of them read or write planes.
fn stages(steps: &[Step]) -> Vec<Stage> {
    let sum = |step: &Step| if let Join::Sum(node) = &step.join { node.outputs.first().copied() } else { None };
    steps.iter().map(|step| Stage { node: step.node, is_in_planes: step.is_in_planes(), sum: sum(step) }).collect()
}

impl State {
    /// Takes the memory for runs with complete tensors, or for those whose chains keep some rows. Inputs keep their values.
    pub fn lay_out(&mut self, graph: &Graph, whole: bool) -> Result<()> {
        if self.chains.is_empty() || self.is_whole == whole {
            return Ok(());
        }
        let outside = |place: &Place| if matches!(place, Place::Arena { .. }) { Place::None } else { place.clone() };
        let places: Vec<Place> = self.layout.places.iter().map(outside).collect();
        let tensors = Tensors { graph, lens: &self.lens, places: &places, planes: &self.planes };
        let chains = if whole { &[] } else { &self.chains[..] };
        let layout = tensors.lay_out(&stages(&self.steps), chains, &self.names)?;
        self.lease.resize(self.layout.arena, layout.arena)?;
        let inputs: Vec<Aligned> = graph.inputs.iter().map(|&t| Aligned::copy_of(self.bytes(t))).collect();
        self.layout = layout;
        self.is_whole = whole;
        // One of the two at a time.
        self.arena = Aligned::default();
        self.arena = Aligned::zeroed(self.layout.arena);
        for (&t, value) in graph.inputs.iter().zip(&inputs) {
            let place = self.bytes_mut(t);
            if place.len() == value.len() {
                place.copy_from_slice(value.bytes());
            }
        }
        Ok(())
    }

    /// Bytes of a tensor; empty when it has none.
    pub fn bytes(&self, tensor: usize) -> &[u8] {
        match &self.layout.places[tensor] {
            Place::None | Place::Packed(_) | Place::Halves(_) => &[],
            Place::Const(data) => data.bytes(),
            Place::Own => self.owned[tensor].bytes(),
            Place::Arena { offset, len } => &self.arena.bytes()[*offset..][..*len],
        }
    }

    /// Copies a tensor to another one; `None` if it has another length. Nothing is done where both are the same memory.
    pub fn copy(&mut self, from: usize, to: usize) -> Option<()> {
        let from = match (&self.layout.places[from], &self.layout.places[to]) {
            (Place::Arena { offset, len }, Place::Arena { offset: to, len: wanted }) if len == wanted => {
                if offset != to {
                    self.arena.bytes_mut().copy_within(*offset..offset + len, *to);
                }
                return Some(());
            }
            _ if from == to => return Some(()),
            _ => Aligned::copy_of(self.bytes(from)),
        };
        let to = self.bytes_mut(to);
        (from.len() == to.len()).then(|| to.copy_from_slice(from.bytes()))
    }

    /// Bytes of a tensor, to change; empty for constants.
    pub fn bytes_mut(&mut self, tensor: usize) -> &mut [u8] {
        match self.layout.places[tensor] {
            Place::None | Place::Const(_) | Place::Packed(_) | Place::Halves(_) => &mut [],
            Place::Own => self.owned[tensor].bytes_mut(),
            Place::Arena { offset, len } => &mut self.arena.bytes_mut()[offset..][..len],
        }
    }

    /// Runs a step's kernel.
    pub fn run_kernel(
        &mut self,
        graph: &Graph,
        step: usize,
        manner: Manner,
        scratch: &mut Aligned,
        shared: &mut Shared,
    ) -> Result<()> {
        let Step { node, work, planes, join, .. } = &mut self.steps[step];
        let own = &graph.nodes[*node];
        let node = match (join, manner) {
            (Join::Sum(node), Manner::Planes) => node,
            (Join::Done, Manner::Planes) => return Ok(()),
            _ => own,
        };
        let definition = match work {
            Work::Reference(_, definition) | Work::Simd(_, definition) => *definition,
            Work::Control | Work::Renamed => return Ok(()),
        };
        let mut taken: SmallVec<[(usize, bool, Aligned); 4]> = SmallVec::new();
        for (i, &t) in node.outputs.iter().enumerate() {
            if matches!(self.layout.places[t], Place::Own) {
                taken.push((i, false, std::mem::take(&mut self.owned[t])));
            }
        }
        if !definition.pure {
            for (i, t) in node.inputs.iter().enumerate() {
                if let Some(t) = t.filter(|&t| graph.tensors[t].is_variable) {
                    taken.push((i, true, std::mem::take(&mut self.owned[t])));
                }
            }
        }
        let result = {
            let room = shared.budget.left();
            let planes = planes.filter(|_| matches!(manner, Manner::Planes));
            let Layout { places, orders, orders_of_planes, .. } = &self.layout;
            let (orders, lengths) = planes.map_or((orders, &[][..]), |_| (orders_of_planes, &self.planes));
            let (order, arena, owned) = (&orders[step], &mut self.arena, &self.owned);
            let memory = Memory { places, planes: lengths, arena, owned, scratch, shared };
            let view = NodeView { node, tensors: &graph.tensors, shapes: &self.shapes, known: &[], room };
            let mut io = Io::new(node, memory, order, &mut taken);
            let done = match (work, manner) {
                (Work::Simd(kernel, _), Manner::Rows(rows)) => kernel.run_rows(&mut io, rows),
                (Work::Simd(kernel, _), _) => match planes {
                    Some(are) if kernel.planes() != Planes::Any => kernel.run_planes(&mut io, are),
                    _ => kernel.run(&view, &mut io),
                },
                (Work::Reference(reference, _), _) => reference(&view, &mut io),
                (Work::Control | Work::Renamed, _) => Ok(()),
            };
            done.map(|()| io.given())
        };
        for (i, is_state, buffer) in taken {
            let t = if is_state { node.inputs[i] } else { Some(node.outputs[i]) };
            if let Some(t) = t {
                self.owned[t] = buffer;
            }
        }
        for (i, shape, value) in result? {
            let t = own.outputs[i];
            if !matches!(self.layout.places[t], Place::Own) {
                return Err(EngineError::run("engine-shape-unknown"));
            }
            self.put(t, shape, value)?;
        }
        Ok(())
    }

    /// Sets the value of a tensor with a separate buffer.
    pub fn put(&mut self, tensor: usize, shape: Shape, value: Aligned) -> Result<()> {
        self.lease.resize(self.owned[tensor].len(), value.len())?;
        self.shapes[tensor] = shape;
        self.owned[tensor] = value;
        Ok(())
    }
}
