//! A prepared program that can run repeatedly.

mod calls;

use super::backend::Backend;
use super::chain::Chain;
use super::control::is_control;
use super::crew::Crew;
use super::data::Aligned;
use super::error::{EngineError, ErrorKind, Result};
use super::memory::{Budget, DEFAULT_LIMIT, Lease};
use super::program::{Dtype, Params, Port, Program, Quant};
use super::registry::Registry;
use super::rewrites;
use super::shared::Shared;
use super::state::planner::Planner;
use super::state::{Manner, State, Work};
use super::text::Texts;
use super::view::Shape;
use std::rc::Rc;

/// An input or output of a session.
#[derive(Clone, Debug)]
pub struct PortInfo<'a> {
    /// Name within the signature, else the tensor's.
    pub name: &'a str,
    /// Name of the tensor.
    pub tensor: &'a str,
    /// Element type.
    pub dtype: Dtype,
    /// Current shape; of a dynamic output, the shape of the last run.
    pub shape: &'a [usize],
    /// The file's shape with `None` at dynamic dimensions, if it states them.
    pub signature: Option<&'a [Option<usize>]>,
    /// Quantization.
    pub quant: Option<&'a Quant>,
}

/// Time spent in one node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeTime {
    /// Index of the subgraph.
    pub graph: usize,
    /// Index of the operator in the file's subgraph.
    pub node: usize,
    /// Operator name.
    pub op: String,
    /// `simd`, `reference` or `control`; empty if none ran (a node that only renames).
    pub kernel: &'static str,
    /// Number of runs since the session began or the profile was cleared.
    pub calls: u64,
    /// Seconds spent in all calls.
    pub seconds: f64,
}

/// Callbacks of a run. `()` ignores them all.
pub trait Hooks {
    /// A clock in seconds from any fixed point; `None` turns the profile off.
    fn now(&mut self) -> Option<f64> {
        None
    }

    /// Called before each node with the number of the entry graph's nodes that are done; false stops the run. Within a
    /// subgraph, such as a loop, the numbers do not change.
    fn step(&mut self, _done: usize, _total: usize) -> bool {
        true
    }

    /// Called when a WHILE begins another round, with the number of rounds done.
    fn round(&mut self, _rounds: u64) {}

    /// Whether [`Hooks::result`] needs results.
    fn wants_results(&self) -> bool {
        false
    }

    /// A result of a node of subgraph `graph`: operator index, output number, shape, bytes. Returns the values with which
    /// the run goes on, if not with these: as many bytes.
    fn result(
        &mut self,
        _graph: usize,
        _node: usize,
        _output: usize,
        _shape: &[usize],
        _bytes: &[u8],
    ) -> Option<Vec<u8>> {
        None
    }
}

impl Hooks for () {}

/// Hooks with the clock of the operating system.
#[cfg(not(target_arch = "wasm32"))]
pub struct Clock(std::time::Instant);

#[cfg(not(target_arch = "wasm32"))]
impl Default for Clock {
    fn default() -> Self {
        Self(std::time::Instant::now())
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Hooks for Clock {
    fn now(&mut self) -> Option<f64> {
        Some(self.0.elapsed().as_secs_f64())
    }
}

/// A program with kernels prepared and memory planned. Variables keep their values between runs.
pub struct Session {
    program: Rc<Program>,
    /// The program without what its kernels need not run.
    reduced: Rc<Program>,
    registry: Rc<Registry>,
    backend: Backend,
    /// Memory for results that are computed while planning.
    constants: Budget,
    chain_from: usize,
    /// By subgraph; `None` for those not reachable, and while a graph is running.
    states: Vec<Option<State>>,
    scratch: Aligned,
    scratch_lease: Lease,
    shared: Shared,
    /// Subgraphs that a CALL_ONCE has run.
    called: Vec<usize>,
    /// Nodes of the entry graph that are done, and their total.
    place: (usize, usize),
    input_shapes: Vec<Shape>,
    times: Vec<Vec<(u64, f64)>>,
}

/// Minimum size of a tensor between two kernels for which they run together; smaller ones stay in the cache anyway.
const CHAIN_FROM: usize = 512 << 10;

/// Scratch of a thread begins at multiples of so many bytes: no two threads write to one line of the cache.
const SCRATCH_STEP: usize = 64;

/// Maximum number of subgraph plans at a time.
const PLANS: usize = 10_000;

impl Session {
    /// Prepares `program` with all operators of this crate.
    ///
    /// Errors: [`ErrorKind::Unsupported`] with every node that has no kernel, before anything is run; shapes that do
    /// not match; working memory over [`DEFAULT_LIMIT`].
    pub fn prepare(program: impl Into<Rc<Program>>, backend: Backend) -> Result<Self> {
        Self::prepare_with(program, Registry::standard(), backend, DEFAULT_LIMIT, Crew::default())
    }

    /// Prepares `program` with the operators of `registry` for the threads of `crew`. Everything that a run needs beside
    /// the weights may take `limit` bytes in total: tensors, variables, strings, scratch. Results computed beforehand may
    /// take as much again.
    pub fn prepare_with(
        program: impl Into<Rc<Program>>,
        registry: Registry,
        backend: Backend,
        limit: usize,
        crew: Crew,
    ) -> Result<Self> {
        let program = program.into();
        let reduced = match backend {
            Backend::Simd => rewrites::reduced(program.clone())?,
            Backend::Reference => program.clone(),
        };
        let unsupported = registry.unsupported(&program);
        if !unsupported.is_empty() {
            return Err(EngineError::unsupported(unsupported));
        }
        let graph = program.graph();
        let input_shapes = graph.inputs.iter().map(|&t| graph.tensors[t].shape.clone()).collect();
        let times = reduced.graphs.iter().map(|g| vec![(0, 0.0); g.nodes.len()]).collect();
        let states = program.graphs.iter().map(|_| None).collect();
        let budget = Budget::new(limit);
        let scratch_lease = budget.take(0)?;
        let mut shared = Shared::default();
        shared.budget = budget;
        // A few rows are too little work for several threads.
        let chain_from = if crew.size() > 1 { usize::MAX } else { CHAIN_FROM };
        shared.crew = crew;
        shared.texts.clone_from(&program.texts);
        let (scratch, called) = (Aligned::default(), Vec::new());
        let mut session = Self {
            program,
            reduced,
            registry: Rc::new(registry),
            backend,
            constants: Budget::new(limit),
            chain_from,
            states,
            scratch,
            scratch_lease,
            shared,
            called,
            place: (0, 0),
            input_shapes,
            times,
        };
        session.plan()?;
        Ok(session)
    }

    fn plan(&mut self) -> Result<()> {
        // Drops the previous plan first, so that both need not fit at once.
        self.states.iter_mut().for_each(|state| *state = None);
        let (entry, shapes) = (self.reduced.entry, self.input_shapes.clone());
        self.plan_graph(entry, &shapes, &mut PLANS.clone())
    }

    /// Plans a graph and those it runs for these input shapes; keeps a graph that is already planned for them.
    fn plan_graph(&mut self, index: usize, inputs: &[Shape], left: &mut usize) -> Result<()> {
        if self.is_planned(index, inputs.iter().map(Vec::as_slice)) {
            return Ok(());
        }
        // Subgraphs that run with many shapes are planned once for each, so the number is limited.
        *left = left.checked_sub(1).ok_or_else(|| EngineError::new(ErrorKind::OverLimit, "engine-too-many-plans"))?;
        self.states[index] = None;
        let (program, registry) = (self.reduced.clone(), self.registry.clone());
        let (budget, constants) = (self.shared.budget.clone(), self.constants.clone());
        let graph = &program.graphs[index];
        let planner = Planner {
            index,
            graph,
            keeps_inputs: index == program.entry,
            registry: &registry,
            backend: self.backend,
            budget: &budget,
            constants: &constants,
            chain_from: self.chain_from,
        };
        let mut control = |node: usize, shapes: &[Shape]| self.control_shapes(&graph.nodes[node].params, shapes, left);
        let state = planner.plan(inputs, &mut control)?;
        // Each thread has its own, aligned like the whole.
        let scratch = state.scratch.next_multiple_of(SCRATCH_STEP).saturating_mul(self.shared.crew.size());
        if scratch > self.scratch.len() {
            self.scratch_lease.set(scratch)?;
            self.scratch = Aligned::zeroed(scratch);
        }
        self.states[index] = Some(state);
        Ok(())
    }

    /// True when a graph is planned for these input shapes.
    fn is_planned<'a>(&self, index: usize, inputs: impl Iterator<Item = &'a [usize]>) -> bool {
        let own = &self.reduced.graphs[index].inputs;
        self.states[index].as_ref().is_some_and(|s| own.iter().zip(inputs).all(|(&t, shape)| s.shapes[t] == shape))
    }

    fn control_shapes(&mut self, params: &Params, inputs: &[Shape], left: &mut usize) -> Result<Option<Vec<Shape>>> {
        match *params {
            Params::While { cond, body } => {
                self.expect_inputs(cond, inputs.len())?;
                self.expect_inputs(body, inputs.len())?;
                self.plan_graph(cond, inputs, left)?;
                self.plan_graph(body, inputs, left)?;
                Ok(self.output_shapes(body).filter(|outputs| outputs == inputs))
            }
            Params::If { then, otherwise } => {
                let inputs = &inputs[1..];
                self.expect_inputs(then, inputs.len())?;
                self.expect_inputs(otherwise, inputs.len())?;
                self.plan_graph(then, inputs, left)?;
                self.plan_graph(otherwise, inputs, left)?;
                let other = self.output_shapes(otherwise);
                Ok(self.output_shapes(then).filter(|outputs| Some(outputs) == other.as_ref()))
            }
            Params::Call { body } => {
                self.expect_inputs(body, inputs.len())?;
                self.plan_graph(body, inputs, left)?;
                Ok(self.output_shapes(body))
            }
            Params::Case { ref branches } => {
                let inputs = &inputs[1..];
                let mut all = None;
                for (n, &branch) in branches.iter().enumerate() {
                    self.expect_inputs(branch, inputs.len())?;
                    self.plan_graph(branch, inputs, left)?;
                    let outputs = self.output_shapes(branch);
                    // Known beforehand only if every branch returns the same shapes.
                    all = if n == 0 { outputs } else { all.filter(|all| outputs.as_ref() == Some(all)) };
                }
                Ok(all)
            }
            Params::CallOnce { init } => {
                self.expect_inputs(init, 0)?;
                self.plan_graph(init, &[], left)?;
                Ok(Some(Vec::new()))
            }
            _ => Ok(None),
        }
    }

    fn expect_inputs(&self, graph: usize, count: usize) -> Result<()> {
        let has = self.reduced.graphs[graph].inputs.len();
        if has == count {
            return Ok(());
        }
        Err(EngineError::malformed("engine-subgraph-inputs").with("wanted", has).with("given", count))
    }

    /// Output shapes of a planned graph, if all are known before the run.
    fn output_shapes(&self, graph: usize) -> Option<Vec<Shape>> {
        let state = self.states[graph].as_ref()?;
        let outputs = &self.reduced.graphs[graph].outputs;
        outputs.iter().map(|&t| state.known_shapes[t].then(|| state.shapes[t].clone())).collect()
    }

    /// The program, as it was given.
    pub fn program(&self) -> &Program {
        &self.program
    }

    fn state(&self) -> Result<&State> {
        self.states[self.reduced.entry].as_ref().ok_or_else(|| EngineError::run("engine-run-was-broken-off"))
    }

    fn ports<'a>(&'a self, ports: &'a [Port]) -> impl Iterator<Item = PortInfo<'a>> {
        let graph = self.reduced.graph();
        let state = self.states[self.reduced.entry].as_ref();
        ports.iter().map(move |port| {
            let tensor = &graph.tensors[port.tensor];
            PortInfo {
                name: &port.name,
                tensor: &tensor.name,
                dtype: tensor.dtype,
                shape: state.map_or(&tensor.shape, |s| &s.shapes[port.tensor]),
                signature: tensor.signature.as_deref(),
                quant: tensor.quant.as_ref(),
            }
        })
    }

    /// Inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = PortInfo<'_>> {
        self.ports(&self.reduced.inputs)
    }

    /// Outputs, in order.
    pub fn outputs(&self) -> impl Iterator<Item = PortInfo<'_>> {
        self.ports(&self.reduced.outputs)
    }

    /// Lets kernels run together, a few rows at a time, if the tensor between them has at least `bytes`; for tests and
    /// measurements. Plans again: inputs and variables are reset to zero.
    pub fn chain_from(&mut self, bytes: usize) -> Result<()> {
        self.chain_from = bytes;
        self.plan()
    }

    /// Changes the shape of input `i`. Plans again: inputs and variables are reset to zero.
    pub fn resize_input(&mut self, i: usize, shape: &[usize]) -> Result<()> {
        self.resize_inputs(&[(i, shape)])
    }

    /// Changes the shapes of several inputs at once, for shapes that only match together.
    pub fn resize_inputs(&mut self, shapes: &[(usize, &[usize])]) -> Result<()> {
        let before = self.input_shapes.clone();
        for &(i, shape) in shapes {
            let port = self.reduced.inputs.get(i).ok_or_else(|| no_such_input(i))?.tensor;
            let slot = self.reduced.graph().inputs.iter().position(|&t| t == port).ok_or_else(|| no_such_input(i))?;
            self.input_shapes[slot] = shape.to_vec();
        }
        if self.input_shapes == before {
            return Ok(());
        }
        self.plan().inspect_err(|_| {
            self.input_shapes = before.clone();
            let _ = self.plan();
        })
    }

    /// Sets input `i` from bytes in the machine's layout (little-endian, row-major), as many as type and shape need.
    /// Strings are the packed list that files store (see [`super::text`]); zeros are empty strings.
    pub fn set_input(&mut self, i: usize, bytes: &[u8]) -> Result<()> {
        self.write_input(i, bytes.len(), &mut |place| place.copy_from_slice(bytes))
    }

    /// The same for `len` bytes that `write` writes: they may be outside of this program's memory, and are copied once.
    pub fn write_input(&mut self, i: usize, len: usize, write: &mut dyn FnMut(&mut [u8])) -> Result<()> {
        let tensor = self.reduced.inputs.get(i).ok_or_else(|| no_such_input(i))?.tensor;
        let state = self.states[self.reduced.entry].as_mut();
        let state = state.ok_or_else(|| EngineError::run("engine-run-was-broken-off"))?;
        let place = state.bytes_mut(tensor);
        let misfit = |wanted: usize, given: usize| {
            EngineError::usage("engine-input-size").with("input", i).with("wanted", wanted).with("given", given)
        };
        if self.reduced.graph().tensors[tensor].dtype == Dtype::String {
            let mut packed = vec![0; len];
            write(&mut packed);
            let handles = self.shared.texts.unpack(&packed, place.len() / 4).unwrap_or_default();
            let handles: &[u8] = bytemuck::cast_slice(&handles);
            if place.len() != handles.len() {
                return Err(misfit(place.len(), handles.len()));
            }
            place.copy_from_slice(handles);
            return Ok(());
        }
        if place.len() != len {
            return Err(misfit(place.len(), len));
        }
        write(place);
        Ok(())
    }

    /// The memory of input `i` until the next call that is given this session to change; empty for strings, and if there is none.
    pub fn input_place(&self, i: usize) -> &[u8] {
        let state = self.states[self.reduced.entry].as_ref();
        let tensor = self.reduced.inputs.get(i).map(|port| port.tensor);
        match (state, tensor) {
            (Some(state), Some(t)) if self.reduced.graph().tensors[t].dtype != Dtype::String => state.bytes(t),
            _ => &[],
        }
    }

    /// The bytes of output `i` after the last run; strings are handles (see [`Session::texts`]).
    pub fn output(&self, i: usize) -> Result<&[u8]> {
        let port = self.reduced.outputs.get(i);
        let port = port.ok_or_else(|| EngineError::usage("engine-no-such-output").with("output", i))?;
        Ok(self.state()?.bytes(port.tensor))
    }

    /// The strings behind the handles in string tensors.
    pub fn texts(&self) -> &Texts {
        &self.shared.texts
    }

    /// Runs the program once. Variables keep their values for the next run.
    pub fn run(&mut self, hooks: &mut dyn Hooks) -> Result<()> {
        self.run_graph(self.reduced.entry, hooks, true)
    }

    fn run_graph(&mut self, index: usize, hooks: &mut dyn Hooks, outermost: bool) -> Result<()> {
        let state = self.states[index].take();
        let mut state = state.ok_or_else(|| EngineError::run("engine-run-was-broken-off"))?;
        let result = self.run_steps(index, &mut state, hooks, outermost);
        self.states[index] = Some(state);
        result
    }

    fn run_steps(&mut self, index: usize, state: &mut State, hooks: &mut dyn Hooks, outermost: bool) -> Result<()> {
        // Observers need complete results, so chains are off, and no image is planes.
        let whole = hooks.wants_results();
        state.lay_out(&self.reduced.graphs[index], whole)?;
        let chains = if whole { Vec::new() } else { std::mem::take(&mut state.chains) };
        let result = self.run_all(index, state, &chains, hooks, outermost);
        if !chains.is_empty() {
            state.chains = chains;
        }
        result
    }

    fn run_all(
        &mut self,
        index: usize,
        state: &mut State,
        chains: &[Chain],
        hooks: &mut dyn Hooks,
        outermost: bool,
    ) -> Result<()> {
        let program = self.reduced.clone();
        let graph = &program.graphs[index];
        let total = state.steps.len();
        let manner = if hooks.wants_results() { Manner::Pixels } else { Manner::Planes };
        let mut chains = chains.iter().peekable();
        let mut step = 0;
        while step < total {
            if outermost {
                self.place = (step, total);
            }
            self.ask(hooks)?;
            if let Some(chain) = chains.next_if(|chain| chain.steps().start == step) {
                self.run_chain(index, state, chain, hooks)?;
                step = chain.steps().end;
                continue;
            }
            let start = hooks.now();
            let n = state.steps[step].node;
            let node = &graph.nodes[n];
            let result = if node.op.builtin().is_some_and(is_control) {
                self.run_control(state, graph, step, hooks)
            } else {
                let room = if state.steps[step].dynamic {
                    let (registry, budget) = (&self.registry, &self.shared.budget);
                    let (backend, constants, chain_from) = (self.backend, &self.constants, self.chain_from);
                    let keeps_inputs = outermost;
                    let planner =
                        Planner { index, graph, registry, backend, keeps_inputs, budget, constants, chain_from };
                    planner.make_room(state, step)
                } else {
                    Ok(())
                };
                room.and_then(|()| state.run_kernel(graph, step, manner, &mut self.scratch, &mut self.shared))
            };
            result.map_err(|e| e.at(node.reference(index)))?;
            if let (Some(start), Some(end)) = (start, hooks.now()) {
                let time = &mut self.times[index][n];
                time.0 += 1;
                time.1 += end - start;
            }
            if hooks.wants_results() {
                for (i, &t) in node.outputs.iter().enumerate() {
                    let other = hooks.result(index, node.index, i, &state.shapes[t], state.bytes(t));
                    let place = state.bytes_mut(t);
                    if let Some(other) = other.filter(|other| other.len() == place.len()) {
                        place.copy_from_slice(&other);
                    }
                }
            }
            step += 1;
        }
        Ok(())
    }

    /// Asks whether to continue.
    fn ask(&self, hooks: &mut dyn Hooks) -> Result<()> {
        let (done, total) = self.place;
        if hooks.step(done, total) { Ok(()) } else { Err(EngineError::new(ErrorKind::Cancelled, "engine-cancelled")) }
    }

    /// Runs steps in turns, a few rows at a time.
    fn run_chain(&mut self, index: usize, state: &mut State, chain: &Chain, hooks: &mut dyn Hooks) -> Result<()> {
        let program = self.reduced.clone();
        let graph = &program.graphs[index];
        for step in chain.steps() {
            self.times[index][state.steps[step].node].0 += u64::from(hooks.now().is_some());
        }
        chain.run(&mut |step, rows| {
            let start = hooks.now();
            let node = state.steps[step].node;
            let done = state.run_kernel(graph, step, Manner::Rows(&rows), &mut self.scratch, &mut self.shared);
            done.map_err(|e| e.at(graph.nodes[node].reference(index)))?;
            if let (Some(start), Some(end)) = (start, hooks.now()) {
                self.times[index][node].1 += end - start;
            }
            Ok(())
        })
    }

    /// Time spent per node, in order of graph and node, without nodes that were folded into constants.
    pub fn profile(&self) -> Vec<NodeTime> {
        let mut list: Vec<NodeTime> = Vec::new();
        for (index, state) in self.states.iter().enumerate() {
            let Some(state) = state else { continue };
            let graph = &self.reduced.graphs[index];
            for step in &state.steps {
                let (calls, seconds) = self.times[index][step.node];
                let node = &graph.nodes[step.node];
                let kernel = match step.work {
                    Work::Reference(..) => "reference",
                    Work::Simd(..) => "simd",
                    Work::Control => "control",
                    Work::Renamed => "",
                };
                let is_same = |last: &&mut NodeTime| (last.graph, last.node) == (index, node.index);
                if let Some(last) = list.last_mut().filter(is_same) {
                    // Several operators stand for one of the file.
                    last.op = self.program.graphs[index].nodes.get(node.index).unwrap_or(node).op.name();
                    last.seconds += seconds;
                    last.kernel = if kernel == "simd" { kernel } else { last.kernel };
                } else {
                    list.push(NodeTime { graph: index, node: node.index, op: node.op.name(), kernel, calls, seconds });
                }
            }
        }
        list
    }

    /// Nodes that run together with others, a few rows at a time.
    pub fn chained(&self) -> usize {
        self.states.iter().flatten().flat_map(|state| &state.chains).map(|chain| chain.steps().len()).sum()
    }

    /// Nodes that read or write an image whose channels are planes, in runs without observers.
    pub fn in_planes(&self) -> usize {
        self.states.iter().flatten().flat_map(|state| &state.steps).filter(|step| step.is_in_planes()).count()
    }

    /// Nodes that are computed with the one before them, in runs without observers.
    pub fn joined(&self) -> usize {
        self.states.iter().flatten().flat_map(|state| &state.steps).filter(|step| step.is_joined()).count()
    }

    /// Clears the profile.
    pub fn clear_profile(&mut self) {
        self.times.iter_mut().flatten().for_each(|t| *t = (0, 0.0));
    }

    /// Bytes that a run may take beside the weights.
    pub fn memory_limit(&self) -> usize {
        self.shared.budget.limit()
    }

    /// Bytes of working memory: arenas, variables and scratch (constants and packed weights not counted).
    pub fn working_bytes(&self) -> usize {
        let graphs = self.states.iter().flatten();
        let owned = |s: &State| s.owned.iter().map(Aligned::len).sum::<usize>();
        self.scratch.len() + graphs.map(|s| s.arena.len() + owned(s)).sum::<usize>()
    }
}

fn no_such_input(i: usize) -> Box<EngineError> {
    EngineError::usage("engine-no-such-input").with("input", i)
}
