//! A program cut into parts that run one after another on two backends.
//!
//! Owns: which nodes run together and in which order, the inputs and outputs of each part, and its sub-program. Must
//! not know: devices and kernels. The caller names the nodes that the other backend takes.
//!
//! Order: every node that can run on the current backend runs before the backend changes, so few tensors are
//! transferred. A tensor is transferred only if its values are needed: SHAPE reads only a shape, and RESHAPE on the
//! other backend uses the file's shape, so nodes that only compute shapes are dropped.

use super::ops::convolution::computes_as;
use super::program::{Dtype, Graph, Node, Op, OpKind, Params, Port, Program, Tensor};
use std::collections::HashMap;

/// Where a part runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// This crate's kernels for the CPU.
    Cpu,
    /// A GPU.
    Gpu,
}

/// Nodes that run together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it runs.
    pub target: Target,
    /// Positions in the entry graph, in the order of the run.
    pub nodes: Vec<usize>,
    /// Tensors passed to it.
    pub inputs: Vec<usize>,
    /// Tensors that other parts or the caller read from it.
    pub outputs: Vec<usize>,
}

/// A program in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// In the order of the run. Nodes with unused results are in none.
    pub parts: Vec<Part>,
    /// Nodes that could run on the GPU but do not, because the transfer would take longer than computing.
    pub little: Vec<usize>,
    /// Nodes that could run on the GPU but do not, because they lie between nodes that share state.
    pub between: Vec<usize>,
}

/// Minimum work of a GPU part beside parts on the CPU, unless it is most of the program's work: about a millisecond of
/// one core.
///
/// Running a part on a GPU costs up to a millisecond whatever it computes (a submission and a mapped buffer). In that
/// time the CPU does 16 million multiply-adds, or a million elements of a memory-bound function.
pub const LEAST_WORK: u64 = 16 << 20;

/// Work counted per element of operators other than products, and per transferred byte.
const PER_ELEMENT: u64 = 16;
const PER_BYTE: u64 = 4;

/// Cuts `program` into parts. `gpu` marks the nodes of the entry graph that the GPU takes; a GPU part with less than
/// `least` work beside others on the CPU goes to the CPU (see [`LEAST_WORK`]).
pub fn cut(program: &Program, gpu: &[bool], least: u64) -> Parts {
    match whole(program, gpu) {
        Some(part) => Parts { parts: vec![part], ..Parts::default() },
        None => apart(program, gpu, least),
    }
}

/// One part for all, if the GPU takes every node and none keeps state.
fn whole(program: &Program, gpu: &[bool]) -> Option<Part> {
    let graph = program.graph();
    if !gpu.iter().all(|&gpu| gpu) || graph.tensors.iter().any(|tensor| tensor.is_variable) {
        return None;
    }
    let mut wanted = vec![false; graph.tensors.len()];
    program.outputs.iter().for_each(|port| wanted[port.tensor] = true);
    let returned = wanted.clone();
    let (mut nodes, mut outputs) = (Vec::new(), Vec::new());
    for (n, node) in graph.nodes.iter().enumerate().rev() {
        if node.outputs.iter().any(|&t| wanted[t]) {
            nodes.push(n);
            node.inputs.iter().flatten().for_each(|&t| wanted[t] = true);
            outputs.extend(node.outputs.iter().copied().filter(|&t| returned[t]));
        }
    }
    nodes.reverse();
    let mut inputs: Vec<usize> = program.inputs.iter().map(|port| port.tensor).collect();
    // Each once.
    inputs.retain(|&t| std::mem::take(&mut wanted[t]));
    (!nodes.is_empty()).then_some(Part { target: Target::Gpu, nodes, inputs, outputs })
}

// A function of its own, so that a build moves it out of the file that models of the GPU alone need.
#[inline(never)]
fn apart(program: &Program, gpu: &[bool], least: u64) -> Parts {
    let cutter = Cutter::new(program);
    // State that is not a tensor belongs to the CPU.
    let takes = gpu.iter().zip(&cutter.state).map(|(&gpu, &state)| gpu && !state);
    let mut on: Vec<Target> = takes.map(|gpu| if gpu { Target::Gpu } else { Target::Cpu }).collect();
    let (mut little, mut between) = (Vec::new(), Vec::new());
    loop {
        let parts = cutter.schedule(&on);
        let host = parts.iter().any(|part| part.target == Target::Cpu);
        let moved = cutter.between_state(&parts);
        let (moved, list) = if !moved.is_empty() {
            (moved, &mut between)
        } else if host && let Some(least) = cutter.least(&parts, least) {
            (least, &mut little)
        } else {
            little.sort_unstable();
            between.sort_unstable();
            return Parts { parts, little, between };
        };
        for node in moved {
            on[node] = Target::Cpu;
            list.push(node);
        }
    }
}

struct Cutter<'a> {
    program: &'a Program,
    graph: &'a Graph,
    /// The node that computes each tensor.
    maker: Vec<Option<usize>>,
    /// Nodes that keep state, or handle strings or resources: they stay in order and in one part.
    state: Vec<bool>,
    /// Converted constants: these nodes go with their readers.
    known: Vec<bool>,
}

impl<'a> Cutter<'a> {
    fn new(program: &'a Program) -> Self {
        let graph = program.graph();
        let maker = graph.makers();
        let stateful = stateful_graphs(program);
        let readers = readers(graph);
        let keeps = |node: &Node| {
            keeps_state(graph, node) && !remembers_alone(graph, &readers, node)
                || node.params.subgraphs().iter().any(|&g| stateful[g])
        };
        let given = |t: usize| program.outputs.iter().any(|port| port.tensor == t);
        let constant = |node: &Node| {
            node.op.builtin() == Some(Op::Dequantize)
                && node.inputs.iter().flatten().all(|&t| graph.tensors[t].data.is_some())
                && !node.outputs.iter().any(|&t| given(t))
        };
        let state = graph.nodes.iter().map(keeps).collect();
        let known = graph.nodes.iter().map(constant).collect();
        Self { program, graph, maker, state, known }
    }

    /// Tensors whose values a node needs, without constants.
    fn reads(&self, n: usize, on: &[Target]) -> impl Iterator<Item = usize> {
        let node = &self.graph.nodes[n];
        let op = node.op.builtin();
        // Shapes on the GPU are those of the file.
        let first_only = on[n] == Target::Gpu && matches!(op, Some(Op::Reshape | Op::Squeeze | Op::ExpandDims));
        let made_here = |t: usize| self.maker[t].is_some_and(|n| on[n] == Target::Cpu);
        let list: Vec<usize> = node
            .inputs
            .iter()
            .take(if first_only { 1 } else { usize::MAX })
            .flatten()
            .copied()
            .filter(|&t| self.graph.tensors[t].data.is_none() && !self.graph.tensors[t].is_variable)
            .filter(|&t| !matches!(op, Some(Op::Shape | Op::Rank)) || made_here(t))
            .collect();
        list.into_iter()
    }

    /// Nodes whose results are needed.
    fn needed(&self, on: &[Target]) -> Vec<bool> {
        let mut needed = self.state.clone();
        let mut wanted = vec![false; self.graph.tensors.len()];
        self.program.outputs.iter().for_each(|port| wanted[port.tensor] = true);
        for n in (0..self.graph.nodes.len()).rev() {
            needed[n] |= self.graph.nodes[n].outputs.iter().any(|&t| wanted[t]);
            if needed[n] {
                self.reads(n, on).for_each(|t| wanted[t] = true);
            }
        }
        needed
    }

    /// Parts for this choice of targets; of two orders, the one with fewer parts.
    fn schedule(&self, on: &[Target]) -> Vec<Part> {
        let needed = self.needed(on);
        let first = self.order(on, &needed, Target::Gpu);
        let other = self.order(on, &needed, Target::Cpu);
        let runs = if other.len() < first.len() { other } else { first };
        self.ports(runs, on)
    }

    fn order(&self, on: &[Target], needed: &[bool], first: Target) -> Vec<(Target, Vec<usize>)> {
        let count = self.graph.nodes.len();
        let mut done: Vec<bool> = (0..count).map(|n| !needed[n] || self.known[n]).collect();
        let mut runs: Vec<(Target, Vec<usize>)> = Vec::new();
        let (mut at, mut idle) = (first, 0);
        // Two turns without a node: everything is done, or the file's order is invalid, which the planner reports.
        while idle < 2 {
            let mut run = Vec::new();
            let mut waits_with_state = false;
            for n in 0..count {
                if done[n] {
                    continue;
                }
                let ready = on[n] == at
                    && !(self.state[n] && waits_with_state)
                    && self.reads(n, on).all(|t| self.maker[t].is_none_or(|m| done[m]));
                if ready {
                    done[n] = true;
                    run.push(n);
                }
                waits_with_state |= self.state[n] && !ready;
            }
            idle = if run.is_empty() { idle + 1 } else { 0 };
            if !run.is_empty() {
                runs.push((at, run));
            }
            at = if at == Target::Gpu { Target::Cpu } else { Target::Gpu };
        }
        runs
    }

    /// The inputs and outputs of each part.
    fn ports(&self, runs: Vec<(Target, Vec<usize>)>, on: &[Target]) -> Vec<Part> {
        let count = self.graph.tensors.len();
        // The part that computes each tensor; none for the program's inputs.
        let mut made: Vec<Option<usize>> = vec![None; count];
        for (p, (_, nodes)) in runs.iter().enumerate() {
            nodes.iter().flat_map(|&n| &self.graph.nodes[n].outputs).for_each(|&t| made[t] = Some(p));
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut leaves = vec![false; count];
        self.program.outputs.iter().for_each(|port| leaves[port.tensor] = true);
        for (p, (target, nodes)) in runs.into_iter().enumerate() {
            let mut inputs: Vec<usize> = Vec::new();
            let mut widened: Vec<usize> = Vec::new();
            for t in nodes.iter().flat_map(|&n| self.reads(n, on)) {
                if let Some(n) = self.maker[t].filter(|&n| self.known[n]) {
                    if !widened.contains(&n) {
                        widened.push(n);
                    }
                } else if made[t] != Some(p) && !inputs.contains(&t) {
                    inputs.push(t);
                    leaves[t] = true;
                }
            }
            widened.extend(nodes);
            parts.push(Part { target, nodes: widened, inputs, outputs: Vec::new() });
        }
        for part in &mut parts {
            let made = part.nodes.iter().flat_map(|&n| &self.graph.nodes[n].outputs).copied();
            part.outputs = made.filter(|&t| leaves[t]).collect();
        }
        parts
    }

    /// GPU nodes between the first and the last part with state, if they differ: one part must hold all state.
    fn between_state(&self, parts: &[Part]) -> Vec<usize> {
        let holds = |part: &Part| part.nodes.iter().any(|&n| self.state[n]);
        let (first, last) = (parts.iter().position(holds), parts.iter().rposition(holds));
        let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
        let gpu = parts[first..last].iter().filter(|part| part.target == Target::Gpu);
        gpu.flat_map(|part| part.nodes.iter().copied().filter(|&n| !self.known[n])).collect()
    }

    /// The GPU part with the least work, if it is too little and not most of the total.
    fn least(&self, parts: &[Part], least: u64) -> Option<Vec<usize>> {
        let of = |part: &Part| -> u64 { part.nodes.iter().map(|&n| work(self.graph, &self.graph.nodes[n])).sum() };
        let all: u64 = parts.iter().map(of).sum();
        let weigh = |part: &Part| {
            let handed = part.inputs.iter().chain(&part.outputs);
            let bytes: u64 = handed.map(|&t| self.graph.tensors[t].elements() as u64 * 4).sum();
            let work = of(part);
            (work, work < all / 2 && work < least.saturating_add(bytes * PER_BYTE * least.min(1)))
        };
        let gpu = parts.iter().filter(|part| part.target == Target::Gpu);
        let (part, _) = gpu.map(|part| (part, weigh(part))).filter(|(_, w)| w.1).min_by_key(|(_, w)| w.0)?;
        Some(part.nodes.iter().copied().filter(|&n| !self.known[n]).collect())
    }
}

/// Work of a node in multiply-adds, or the work counted for its elements.
fn work(graph: &Graph, node: &Node) -> u64 {
    let elements = |t: usize| graph.tensors[t].elements() as u64;
    let out: u64 = node.outputs.iter().map(|&t| elements(t)).sum();
    let shape = |i: usize| node.inputs.get(i).copied().flatten().map(|t| graph.tensors[t].shape.as_slice());
    let product = |sizes: &[usize]| sizes.iter().map(|&d| d as u64).product::<u64>();
    match (node.op.builtin(), shape(0), shape(1)) {
        (Some(Op::Conv2d), _, Some([_, window @ ..])) => out * product(window),
        (Some(Op::DepthwiseConv2d), _, Some([_, h, w, _])) => out * product(&[*h, *w]),
        (Some(Op::FullyConnected), _, Some([_, k])) => out * *k as u64,
        (Some(Op::BatchMatmul), Some([.., rows, k]), _) => {
            let adjoined = matches!(node.params, Params::BatchMatmul { adj_x: true, .. });
            out * if adjoined { *rows } else { *k } as u64
        }
        (Some(Op::Reshape | Op::Squeeze | Op::ExpandDims), ..) => 0,
        (Some(Op::UnidirectionalSequenceLstm), Some([.., input]), _) => {
            let cells = node.outputs.first().and_then(|&t| graph.tensors[t].shape.last()).map_or(0, |&cells| cells);
            out * 4 * (input + cells) as u64
        }
        // Steps of a sequence, one after another.
        (Some(op), ..) if !node.params.subgraphs().is_empty() || recurrent(op) => LEAST_WORK,
        _ => PER_ELEMENT * node.inputs.iter().flatten().map(|&t| elements(t)).max().unwrap_or(0).max(out),
    }
}

fn recurrent(op: Op) -> bool {
    use Op::{
        BidirectionalSequenceLstm, BidirectionalSequenceRnn, Lstm, Rnn, UnidirectionalSequenceLstm,
        UnidirectionalSequenceRnn,
    };
    matches!(
        op,
        Lstm | Rnn
            | UnidirectionalSequenceLstm
            | UnidirectionalSequenceRnn
            | BidirectionalSequenceLstm
            | BidirectionalSequenceRnn
    )
}

/// Whether a node shares more than tensors with others, or its values are valid only in its session.
fn keeps_state(graph: &Graph, node: &Node) -> bool {
    let shares = |dtype: Dtype| matches!(dtype, Dtype::String | Dtype::Resource | Dtype::Variant);
    // A custom operator may keep something where no tensor shows it.
    let op = computes_as(&node.op).is_none_or(|op| op == Op::CallOnce);
    op || remembers(graph, node) || operands(graph, node).any(|t| shares(t.dtype))
}

/// How many nodes use each tensor.
fn readers(graph: &Graph) -> Vec<usize> {
    let mut readers = vec![0; graph.tensors.len()];
    let used = graph.nodes.iter().flat_map(|node| node.inputs.iter().flatten().chain(&node.outputs));
    used.for_each(|&tensor| readers[tensor] += 1);
    readers
}

/// Whether all that an LSTM keeps is in tensors that no other node uses: it may run in any part.
fn remembers_alone(graph: &Graph, readers: &[usize], node: &Node) -> bool {
    let mut used = node.inputs.iter().flatten().chain(&node.outputs);
    node.op.builtin() == Some(Op::UnidirectionalSequenceLstm)
        && used.all(|&tensor| !graph.tensors[tensor].is_variable || readers[tensor] == 1)
}

/// Whether the node's next run may return other results for the same inputs.
fn remembers(graph: &Graph, node: &Node) -> bool {
    let op = match &node.op {
        OpKind::Builtin(op) => {
            matches!(op, Op::VarHandle | Op::RandomUniform | Op::RandomStandardNormal | Op::Multinomial)
        }
        // The streaming ops of TensorFlow's signal library: framer, delay, overlap-add.
        OpKind::Custom(name) => name.starts_with("Signal"),
        OpKind::Unknown(_) => true,
    };
    op || operands(graph, node).any(|t| t.is_variable)
}

fn operands<'a>(graph: &'a Graph, node: &'a Node) -> impl Iterator<Item = &'a Tensor> {
    node.inputs.iter().flatten().chain(&node.outputs).chain(&node.intermediates).map(|&t| &graph.tensors[t])
}

/// Whether each graph, or a graph that it runs, keeps state.
fn stateful_graphs(program: &Program) -> Vec<bool> {
    let graphs = &program.graphs;
    let mut state: Vec<bool> = graphs.iter().map(|g| g.nodes.iter().any(|node| keeps_state(g, node))).collect();
    // Subgraphs nest without cycles: as many rounds as there are graphs reach all.
    for _ in 0..graphs.len() {
        let before = state.clone();
        for (g, graph) in graphs.iter().enumerate() {
            state[g] |= graph.nodes.iter().flat_map(|node| node.params.subgraphs()).any(|inner| before[inner]);
        }
        if state == before {
            break;
        }
    }
    state
}

impl Program {
    /// Whether results depend on earlier runs: variables, variable tensors, random numbers.
    pub fn keeps_state(&self) -> bool {
        self.graphs.iter().any(|graph| graph.nodes.iter().any(|node| remembers(graph, node)))
    }

    /// The sub-program of some nodes of the entry graph, in this order: it takes the tensors `inputs` and returns
    /// `outputs`. Also returns the tensor of this program for each tensor of its graph.
    ///
    /// Of other tensors that its nodes read and no input supplies, only the shapes may be used.
    pub fn part(&self, nodes: &[usize], inputs: &[usize], outputs: &[usize]) -> (Self, Vec<usize>) {
        let from = self.graph();
        let mut to_new: HashMap<usize, usize> = HashMap::new();
        let mut old: Vec<usize> = Vec::new();
        let mut new = |t: usize| {
            *to_new.entry(t).or_insert_with(|| {
                old.push(t);
                old.len() - 1
            })
        };
        let mut renamed: Vec<Node> = Vec::with_capacity(nodes.len());
        for node in nodes.iter().map(|&n| &from.nodes[n]) {
            renamed.push(Node {
                inputs: node.inputs.iter().map(|t| t.map(&mut new)).collect(),
                outputs: node.outputs.iter().map(|&t| new(t)).collect(),
                intermediates: node.intermediates.iter().map(|&t| new(t)).collect(),
                ..node.clone()
            });
        }
        let mut graph = Graph {
            name: from.name.clone(),
            inputs: inputs.iter().map(|&t| new(t)).collect(),
            outputs: outputs.iter().map(|&t| new(t)).collect(),
            nodes: renamed,
            tensors: Vec::new(),
        };
        graph.tensors = old.iter().map(|&t| from.tensors[t].clone()).collect();
        let port = |&tensor: &usize| Port { name: graph.tensors[tensor].name.clone(), tensor };
        let (ports_in, ports_out) = (graph.inputs.iter().map(port).collect(), graph.outputs.iter().map(port).collect());
        // The other tensors that are read also become inputs, which the caller does not set.
        let mut written: Vec<bool> = graph.tensors.iter().map(|t| t.data.is_some() || t.is_variable).collect();
        let makes = graph.nodes.iter().flat_map(|node| &node.outputs);
        makes.chain(&graph.inputs).for_each(|&t| written[t] = true);
        graph.inputs.extend((0..written.len()).filter(|&t| !written[t]));
        let runs_others = graph.nodes.iter().any(|node| !node.params.subgraphs().is_empty());
        let texts = graph.tensors.iter().any(|t| t.dtype == Dtype::String) || runs_others;
        let mut graphs = if runs_others { self.graphs.clone() } else { vec![Graph::default(); self.graphs.len()] };
        graphs[self.entry] = graph;
        let part = Self {
            graphs,
            entry: self.entry,
            inputs: ports_in,
            outputs: ports_out,
            signatures: Vec::new(),
            texts: if texts { self.texts.clone() } else { Default::default() },
        };
        (part, old)
    }
}
