//! Element-wise nodes that the kernel before them computes at its end.

use super::math::{binary_of, unary_of};
use super::{Lowering, activation_of};
use crate::engine::gpu::kernels::later::{Along, Applied, Term, end};
use crate::engine::gpu::kernels::pointwise::Binary;
use crate::engine::gpu::kernels::{Activation, Elem, End, Operand};
use crate::engine::ops::convolution::computes_as;
use crate::engine::program::{Dtype, Node};

/// A term of a function, before tensors are sent.
#[derive(Clone, Copy)]
enum Found {
    Result(usize),
    Tensor(usize, Along),
}

/// A node that can be computed at the end.
#[derive(Clone, Copy)]
enum Member {
    Unary(Activation, usize),
    Binary(Binary, Activation, [Found; 2]),
}

/// Nodes that are computed together, as far as they are found.
struct Group {
    /// Tensors: the kernel's own, then the result of each member.
    results: Vec<usize>,
    members: Vec<(usize, Member)>,
    /// For each result, how many readers are not members.
    open: Vec<usize>,
}

impl<'a> Lowering<'a> {
    /// Adds later nodes to the step of the current one, if that leaves one result that others read.
    #[inline(never)]
    pub(super) fn absorb(&mut self, node: &'a Node) {
        let Some((value, elem, room)) = self.last_kernel(node) else { return };
        let mut group = Group { results: vec![node.outputs[0]], members: Vec::new(), open: Vec::new() };
        group.open.push(self.readers_of(node.outputs[0]));
        // Nodes that read a result, in their order.
        let mut candidates = self.readers[node.outputs[0]].clone();
        // The most members after which one result is read by others.
        let mut best = None;
        let mut reads = 0;
        while let Some(&at) = candidates.iter().min() {
            candidates.retain(|&other| other != at);
            let Some(member) = self.member(&group, at, elem) else { break };
            reads += member.tensors();
            if reads > room || group.members.len() == End::LONGEST {
                break;
            }
            let result = self.graph.nodes[at].outputs[0];
            group.add(at, member, result, self.readers_of(result));
            candidates.extend(&self.readers[result]);
            let mut open = (0..group.open.len()).filter(|&i| group.open[i] > 0);
            if let (Some(written), None) = (open.next(), open.next()) {
                best = Some((group.members.len(), written));
            }
        }
        let Some((count, written)) = best else { return };
        group.members.truncate(count);
        let mut applied = Vec::new();
        for &(_, member) in &group.members {
            let Some(function) = self.applied(member) else { return };
            applied.push(function);
        }
        self.place[group.results[0]] = None;
        self.place[group.results[written]] = Some(Operand::Value(value));
        let Some(step) = self.plan.steps.last_mut() else { return };
        step.dispatch.end = end(&applied, written, elem);
        for &(at, _) in &group.members {
            self.merged[at] = true;
            step.fused.push(at);
        }
    }

    /// The value that the current node's only kernel writes, how, and the number of tensors that it may read beside its own.
    fn last_kernel(&self, node: &Node) -> Option<(usize, Elem, usize)> {
        let &[y] = node.outputs.as_slice() else { return None };
        let write = self.place[y].filter(|_| self.graph.tensors[y].dtype == Dtype::F32)?;
        let Operand::Value(value) = write else { return None };
        let mut own = self.plan.steps.iter().rev().take_while(|step| step.node == self.at);
        let last = own.next().filter(|step| step.dispatch.write == write)?;
        let once = own.all(|step| step.dispatch.write != write);
        // Seven buffers beside the output are bound on every adapter.
        let room = 7usize.checked_sub(last.dispatch.reads.len())?.min(End::MOST);
        once.then_some((value, last.dispatch.elem, room))
    }

    /// The reads of a tensor that are not merged, with that of a program that returns it.
    fn readers_of(&self, tensor: usize) -> usize {
        self.readers[tensor].len() + usize::from(self.returned[tensor])
    }

    /// A node as a member of a group whose results it reads.
    fn member(&self, group: &Group, at: usize, elem: Elem) -> Option<Member> {
        let node = &self.graph.nodes[at];
        let (op, &[y]) = (computes_as(&node.op)?, node.outputs.as_slice()) else { return None };
        let shape = self.shape(group.results[0]);
        self.output(node).ok().filter(|_| self.shape(y) == shape && self.graph.tensors[y].dtype == Dtype::F32)?;
        let term = |operand: usize| {
            let tensor = self.input(node, operand).ok()?;
            match group.results.iter().position(|&result| result == tensor) {
                Some(result) => Some(Found::Result(result)),
                None => Some(Found::Tensor(tensor, self.along(tensor, shape, elem)?)),
            }
        };
        if let Some(function) = unary_of(op, &node.params) {
            let Found::Result(of) = term(0)? else { return None };
            return Some(Member::Unary(function, of));
        }
        let function = binary_of(op).filter(|_| node.inputs.len() == 2)?;
        Some(Member::Binary(function, activation_of(&node.params).ok()?, [term(0)?, term(1)?]))
    }

    /// How a tensor that is there already is repeated over `shape`.
    fn along(&self, tensor: usize, shape: &[usize], elem: Elem) -> Option<Along> {
        let stored = &self.graph.tensors[tensor];
        let there = self.place[tensor].is_some() || self.widened[tensor].is_some() || stored.data.is_some();
        if !there || stored.dtype != Dtype::F32 || stored.is_variable {
            return None;
        }
        let (own, elements) = (&stored.shape, stored.elements());
        let channels = *shape.last()?;
        if without_ones(own) == without_ones(shape) {
            Some(Along::Elements)
        } else if own.len() > shape.len() {
            None
        } else if elements == 1 {
            Some(Along::One)
        } else if own.last() == Some(&channels)
            && elements == channels
            && channels.is_multiple_of(elem.lanes() as usize)
        {
            Some(Along::Channels(u32::try_from(channels).ok()?))
        } else {
            None
        }
    }

    /// A member with its tensors on the device.
    fn applied(&mut self, member: Member) -> Option<Applied> {
        let mut term = |found: Found| match found {
            Found::Result(of) => Some(Term::Result(of)),
            Found::Tensor(tensor, along) => Some(Term::Tensor(self.operand(tensor).ok()?, along)),
        };
        Some(match member {
            Member::Unary(function, of) => Applied::Unary(function, of),
            Member::Binary(function, then, [a, b]) => Applied::Binary(function, then, [term(a)?, term(b)?]),
        })
    }
}

/// A shape from its first dimension that is not 1.
fn without_ones(shape: &[usize]) -> &[usize] {
    &shape[shape.iter().take_while(|&&size| size == 1).count()..]
}

impl Group {
    /// Adds a node with its result, which is read so often.
    fn add(&mut self, at: usize, member: Member, result: usize, readers: usize) {
        let of: &[usize] = &match member {
            Member::Unary(_, of) => vec![of],
            Member::Binary(_, _, terms) => terms.iter().filter_map(|term| term.result()).collect(),
        };
        of.iter().for_each(|&of| self.open[of] -= 1);
        self.members.push((at, member));
        self.results.push(result);
        self.open.push(readers);
    }
}

impl Found {
    fn result(self) -> Option<usize> {
        if let Self::Result(of) = self { Some(of) } else { None }
    }
}

impl Member {
    /// The tensors that it reads beside results.
    fn tensors(self) -> usize {
        match self {
            Self::Unary(..) => 0,
            Self::Binary(_, _, terms) => terms.iter().filter(|term| term.result().is_none()).count(),
        }
    }
}
