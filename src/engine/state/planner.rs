//! Planning of a graph: shapes, known values, kernels, memory.

use super::{Join, State, Step, Work, stages};
use crate::engine::backend::Backend;
use crate::engine::chain::Chain;
use crate::engine::control::is_control;
use crate::engine::data::{Aligned, widened};
use crate::engine::error::{EngineError, ErrorKind, Result};
use crate::engine::layout::Tensors;
use crate::engine::memory::{Budget, Lease};
use crate::engine::operator::{Definition, Overlay};
use crate::engine::order::sorted;
use crate::engine::planes::{LEAST, Planes, choose, distance};
use crate::engine::program::{Content, Dtype, Graph, Op, Tensor, elements};
use crate::engine::registry::Registry;
use crate::engine::shared::Shared;
use crate::engine::view::{ADDED, Io, Known, Later, Memory, NodeView, Place, Shape};
use smallvec::SmallVec;
use std::sync::Arc;

/// Maximum size of a result that is computed while planning because its node depends only on constants.
const FOLD_LIMIT: usize = 64 << 20;

/// Shapes of a control node's outputs, found by planning the subgraphs it runs; `None` when they are known only
/// during the run.
type ControlShapes<'a> = dyn FnMut(usize, &[Shape]) -> Result<Option<Vec<Shape>>> + 'a;

/// Input of planning beside the graph.
pub struct Planner<'a> {
    pub index: usize,
    pub graph: &'a Graph,
    pub registry: &'a Registry,
    pub backend: Backend,
    /// Whether inputs have their values after a run: those that a caller sets, not those of a graph that is called.
    pub keeps_inputs: bool,
    /// Memory of the session, which all its graphs share. One tensor may take all of it.
    pub budget: &'a Budget,
    /// Memory for results computed while planning; results that do not fit are computed in each run.
    pub constants: &'a Budget,
    /// Minimum size of a tensor between two kernels for which they run together.
    pub chain_from: usize,
}

/// Values that are known while planning.
struct Values<'a> {
    places: &'a mut [Place],
    folded: &'a mut Lease,
    packing: &'a mut Packing,
}

/// Limit of the memory for packed constants. Each fast kernel packs its own copy, so a file that uses one constant many
/// times could need many times its size.
struct Packing {
    left: usize,
}

impl Packing {
    fn new(graph: &Graph, room: usize) -> Self {
        let constants = graph.tensors.iter().filter_map(|t| t.data.as_ref().map(|data| (data.id(), data.len())));
        let mut constants: Vec<(usize, usize)> = sorted(constants.collect());
        constants.dedup();
        let size = constants.iter().map(|(_, len)| *len).fold(0, usize::saturating_add);
        Self { left: size.saturating_mul(2).saturating_add(room) }
    }

    /// Whether a kernel may also pack these constants; otherwise the plain kernel reads them in place.
    fn fits(&mut self, known: &[Known]) -> bool {
        let bytes = known.iter().map(Known::len).fold(0, usize::saturating_add);
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }
}

/// The known values of a node's inputs.
type KnownInputs<'a> = SmallVec<[Known<'a>; 6]>;

impl Values<'_> {
    /// Has a constant in memory, as float32 if it is float16 in the file.
    ///
    /// Errors: it cannot be read any more.
    #[inline(never)]
    fn hold(&mut self, t: usize) -> Result<()> {
        self.places[t] = match &self.places[t] {
            Place::Packed(content) => Place::Const(content.read()?),
            Place::Halves(content) => Place::Const(Arc::new(widened(content.read()?.bytes()))),
            _ => return Ok(()),
        };
        Ok(())
    }
}

impl Planner<'_> {
    /// Plans the graph for these input shapes.
    pub fn plan(&self, inputs: &[Shape], control: &mut ControlShapes) -> Result<State> {
        let graph = self.graph;
        let count = graph.tensors.len();
        let mut shapes: Vec<Shape> = graph.tensors.iter().map(|t| t.shape.clone()).collect();
        let mut written = vec![false; count];
        let mut known_shapes = vec![true; count];
        let mut places: Vec<Place> = vec![Place::None; count];
        let mut owned: Vec<Aligned> = vec![Aligned::default(); count];
        let (mut lease, mut folded) = (self.budget.take(0)?, self.constants.take(0)?);
        let mut packing = Packing::new(graph, self.constants.limit());
        for (t, tensor) in graph.tensors.iter().enumerate() {
            if let Some(data) = &tensor.data {
                places[t] = match data {
                    Content::Held(data) => Place::Const(data.clone()),
                    Content::Left(_) if graph.outputs.contains(&t) => Place::Const(data.read()?),
                    Content::Left(_) => Place::Packed(data.clone()),
                };
                written[t] = true;
            } else if tensor.is_variable {
                places[t] = Place::Own;
                let bytes = self.bytes(tensor.dtype, &tensor.shape)?;
                lease.resize(0, bytes)?;
                owned[t] = variable(tensor, bytes);
                written[t] = true;
            }
        }
        for (&t, shape) in graph.inputs.iter().zip(inputs) {
            shapes[t].clone_from(shape);
            written[t] = true;
        }
        let mut steps = Vec::with_capacity(graph.nodes.len());
        let mut scratch = 0;
        for (n, node) in graph.nodes.iter().enumerate() {
            let at = |e: Box<EngineError>| e.at(node.reference(self.index));
            if let Some(&t) = node.inputs.iter().flatten().find(|&&t| !written[t]) {
                return Err(at(EngineError::malformed("engine-tensor-never-written").with("tensor", t)));
            }
            for &t in &node.outputs {
                // A variable may be a result, but not of a node that reads it.
                let free = graph.tensors[t].is_variable && !node.inputs.contains(&Some(t));
                if std::mem::replace(&mut written[t], true) && !free {
                    return Err(at(EngineError::malformed("engine-tensor-written-twice").with("tensor", t)));
                }
            }
            let mut values = Values { places: &mut places, folded: &mut folded, packing: &mut packing };
            let step = self.step(n, &mut shapes, &mut known_shapes, &mut values, control).map_err(at)?;
            for &t in node.outputs.iter().filter(|&&t| graph.tensors[t].is_variable && known_shapes[t]) {
                let bytes = self.bytes(graph.tensors[t].dtype, &shapes[t]).map_err(at)?;
                lease.resize(owned[t].len(), bytes).map_err(at)?;
                owned[t].resize(bytes);
            }
            if let Some(step) = step {
                if let Work::Simd(kernel, _) = &step.work {
                    scratch = scratch.max(kernel.scratch());
                }
                steps.push(step);
            }
        }
        let planes = self.planes(&mut steps, &shapes, &known_shapes, &places);
        for step in &steps {
            if let (Work::Simd(kernel, _), Some(_)) = (&step.work, &step.planes) {
                scratch = scratch.max(kernel.scratch_for_planes());
            }
        }
        let chains = self.chains(&steps, &shapes)?;
        let lens = self.lens(&shapes, &known_shapes, &places)?;
        let tensors = Tensors { graph, lens: &lens, places: &places, planes: &planes };
        let overlay = |step: &Step| match &step.work {
            Work::Reference(_, definition) => definition.overlay,
            _ => Overlay::None,
        };
        let names = tensors.names(steps.iter().map(|step| (step.node, overlay(step))), self.keeps_inputs);
        for step in &mut steps {
            let is_over = graph.nodes[step.node].outputs.iter().any(|&t| names[t] != t);
            if is_over && overlay(step) == Overlay::Renamed {
                step.work = Work::Renamed;
            }
        }
        let layout = tensors.lay_out(&stages(&steps), &chains, &names)?;
        lease.resize(0, layout.arena)?;
        let arena = Aligned::zeroed(layout.arena);
        Ok(State {
            shapes,
            known_shapes,
            layout,
            is_whole: chains.is_empty(),
            lens,
            names,
            arena,
            owned,
            steps,
            chains,
            planes,
            scratch,
            lease,
            _folded: folded,
        })
    }

    /// Determines the shapes of a dynamic step's outputs from current values and allocates them. An operator may leave
    /// that to its kernel.
    pub fn make_room(&self, state: &mut State, step: usize) -> Result<()> {
        let graph = self.graph;
        let Step { node, work, .. } = &state.steps[step];
        let node = &graph.nodes[*node];
        let Work::Reference(_, definition) = work else { return Ok(()) };
        let found = {
            let value = |t: &Option<usize>| t.map_or(Known::Nothing, |t| Known::Value(state.bytes(t)));
            let known: KnownInputs = node.inputs.iter().map(value).collect();
            let room = self.budget.left();
            let view = NodeView { node, tensors: &graph.tensors, shapes: &state.shapes, known: &known, room };
            (definition.shapes)(&view)?
        };
        let Some(found) = found else { return Ok(()) };
        if found.len() != node.outputs.len() {
            return Err(EngineError::malformed("engine-output-count").with("wanted", found.len()));
        }
        for (&t, shape) in node.outputs.iter().zip(found) {
            let bytes = self.bytes(graph.tensors[t].dtype, &shape)?;
            state.lease.resize(state.owned[t].len(), bytes)?;
            state.owned[t].resize(bytes);
            state.shapes[t] = shape;
        }
        Ok(())
    }

    /// Steps whose kernels can run together a few rows at a time, with large enough tensors between them.
    fn chains(&self, steps: &[Step], shapes: &[Shape]) -> Result<Vec<Chain>> {
        let span = |step: &Step| match &step.work {
            Work::Simd(kernel, _) if !step.dynamic && step.planes.is_none() => kernel.span(),
            _ => None,
        };
        let steps: Vec<_> = steps.iter().map(|step| (step.node, span(step))).collect();
        let is_large = |t: usize| Ok(self.bytes(self.graph.tensors[t].dtype, &shapes[t])? >= self.chain_from);
        Chain::find(self.graph, &steps, is_large)
    }

    /// Bytes of the tensors that lie in the arena.
    fn lens(&self, shapes: &[Shape], known_shapes: &[bool], places: &[Place]) -> Result<Vec<Option<usize>>> {
        let is_placed = |t: usize| matches!(places[t], Place::None) && known_shapes[t];
        let len = |t: usize| self.bytes(self.graph.tensors[t].dtype, &shapes[t]);
        (0..places.len()).map(|t| is_placed(t).then(|| len(t)).transpose()).collect()
    }

    /// Bytes of a tensor.
    fn bytes(&self, dtype: Dtype, shape: &[usize]) -> Result<usize> {
        let limit = self.budget.limit();
        match dtype.bytes(elements(shape)?) {
            Some(bytes) if bytes <= limit => Ok(bytes),
            Some(bytes) => Err(EngineError::new(ErrorKind::OverLimit, "engine-tensor-too-large")
                .with("size", bytes)
                .with("limit", limit)),
            None if dtype.bits() == 0 => Err(EngineError::run("engine-no-size").with("dtype", dtype.name())),
            None => Err(EngineError::new(ErrorKind::OverLimit, "engine-shape-overflow")),
        }
    }

    /// Finds shapes and kernel of one node; `None` when its results were computed while planning.
    // A function of its own: a browser optimizes complete functions with a loop that is long or has much in it, and neither this one nor the
    // loop over it should be.
    #[inline(never)]
    fn step(
        &self,
        n: usize,
        shapes: &mut [Shape],
        known_shapes: &mut [bool],
        values: &mut Values,
        control: &mut ControlShapes,
    ) -> Result<Option<Step>> {
        let (graph, room) = (self.graph, self.budget.left());
        let node = &graph.nodes[n];
        let inputs_known = node.inputs.iter().flatten().all(|&t| known_shapes[t]);
        let is_control = node.op.builtin().is_some_and(is_control);
        let (found, definition) = if is_control {
            let inputs: Vec<Shape> = node.inputs.iter().flatten().map(|&t| shapes[t].clone()).collect();
            (if inputs_known { control(n, &inputs)? } else { None }, None)
        } else {
            let definition = *self.registry.get(&node.op).ok_or_else(|| EngineError::run("engine-no-kernel"))?;
            let known = known_values(&node.inputs, values.places);
            let view = NodeView { node, tensors: &graph.tensors, shapes, known: &known, room };
            (if inputs_known { (definition.shapes)(&view)? } else { None }, Some(definition))
        };
        let dynamic = found.is_none();
        if dynamic || is_control {
            node.inputs.iter().flatten().try_for_each(|&t| values.hold(t))?;
        }
        if let Some(found) = found {
            if found.len() != node.outputs.len() {
                return Err(EngineError::malformed("engine-output-count").with("wanted", found.len()));
            }
            for (&t, shape) in node.outputs.iter().zip(found) {
                self.bytes(graph.tensors[t].dtype, &shape)?;
                shapes[t] = shape;
            }
        } else {
            for &t in &node.outputs {
                known_shapes[t] = false;
                values.places[t] = Place::Own;
            }
        }
        let Some(definition) = definition else {
            return Ok(Some(Step::new(n, Work::Control, dynamic)));
        };
        if dynamic {
            let work = Work::Reference(self.registry.reference(&node.op, &definition)?, definition);
            return Ok(Some(Step::new(n, work, dynamic)));
        }
        let is_known = |t: &usize| matches!(values.places[*t], Place::Const(_) | Place::Packed(_) | Place::Halves(_));
        let values_known = definition.shape_only || node.inputs.iter().flatten().all(is_known);
        if definition.pure
            && values_known
            && (self.keep_halves(n, shapes, values)? || self.fold(n, &definition, shapes, values)?)
        {
            return Ok(None);
        }
        let work = self.work(n, &definition, shapes, values)?;
        Ok(Some(Step::new(n, work, dynamic)))
    }

    /// Prepares the kernel of a node.
    #[inline(never)]
    fn work(&self, n: usize, definition: &Definition, shapes: &[Shape], values: &mut Values) -> Result<Work> {
        let (graph, node, room) = (self.graph, &self.graph.nodes[n], self.budget.left());
        let known = known_values(&node.inputs, values.places);
        let view = NodeView { node, tensors: &graph.tensors, shapes, known: &known, room };
        let may_pack = self.backend == Backend::Simd && values.packing.fits(&known);
        let (mut prepare, mut reference) = (definition.simd, definition.reference);
        let work = loop {
            if may_pack
                && let Some(prepare) = prepare
                && let Some(mut kernel) = prepare(&view)?
            {
                kernel.resize(&view)?;
                break Work::Simd(kernel, *definition);
            }
            if let Some(reference) = reference {
                break Work::Reference(reference, *definition);
            }
            let (plain, further) = self.registry.left(&node.op)?;
            (prepare, reference) = (further, Some(plain));
        };
        drop(known);
        let is_packed = |i: usize| matches!(&work, Work::Simd(kernel, _) if kernel.packs(i));
        for (_, t) in node.inputs.iter().enumerate().filter(|(i, _)| !is_packed(*i)) {
            t.map_or(Ok(()), |t| values.hold(t))?;
        }
        Ok(work)
    }

    /// Whether a node only widens float16 numbers of the file, which then stay as they are until something reads them as float32.
    /// Their memory counts as if they did not.
    #[inline(never)]
    fn keep_halves(&self, n: usize, shapes: &[Shape], values: &mut Values) -> Result<bool> {
        let (graph, node) = (self.graph, &self.graph.nodes[n]);
        let (&[Some(from)], &[to]) = (node.inputs.as_slice(), node.outputs.as_slice()) else { return Ok(false) };
        let widens = node.op.builtin() == Some(Op::Dequantize) && graph.tensors[from].dtype == Dtype::F16;
        let halves = match &values.places[from] {
            Place::Const(halves) => Content::Held(halves.clone()),
            Place::Packed(halves) => halves.clone(),
            _ => return Ok(false),
        };
        if !widens || self.backend != Backend::Simd || graph.outputs.contains(&to) {
            return Ok(false);
        }
        let bytes = self.bytes(graph.tensors[to].dtype, &shapes[to])?;
        let is_kept = bytes == 2 * halves.len() && values.folded.resize(0, bytes).is_ok();
        if is_kept {
            values.places[to] = Place::Halves(halves);
        }
        Ok(is_kept)
    }

    /// Computes a node whose inputs are all known and makes its outputs constants; false when they are too large.
    fn fold(&self, n: usize, definition: &Definition, shapes: &[Shape], values: &mut Values) -> Result<bool> {
        let graph = self.graph;
        let node = &graph.nodes[n];
        let mut taken = Vec::with_capacity(node.outputs.len());
        let before = values.folded.bytes();
        for (i, &t) in node.outputs.iter().enumerate() {
            let bytes = self.bytes(graph.tensors[t].dtype, &shapes[t])?;
            if bytes > FOLD_LIMIT || values.folded.resize(0, bytes).is_err() {
                values.folded.set(before)?;
                return Ok(false);
            }
            taken.push((i, false, Aligned::zeroed(bytes)));
        }
        // Operands are in memory as long as it takes.
        let before: Vec<(usize, Place)> =
            node.inputs.iter().flatten().map(|&t| (t, values.places[t].clone())).collect();
        node.inputs.iter().flatten().try_for_each(|&t| values.hold(t))?;
        let places = &mut *values.places;
        let (mut arena, mut scratch, mut shared) = (Aligned::default(), Aligned::default(), Shared::default());
        let (arena, scratch, shared) = (&mut arena, &mut scratch, &mut shared);
        let memory = Memory { places, planes: &[], arena, owned: &[], scratch, shared };
        let view = NodeView { node, tensors: &graph.tensors, shapes, known: &[], room: self.budget.left() };
        let reference = self.registry.reference(&node.op, definition)?;
        reference(&view, &mut Io::new(node, memory, &[], &mut taken))?;
        before.into_iter().for_each(|(t, place)| places[t] = place);
        for (i, _, value) in taken {
            places[node.outputs[i]] = Place::Const(Arc::new(value));
        }
        Ok(true)
    }

    /// Chooses which images are planes, for all runs without observers; returns the bytes of each, and zero for other tensors.
    fn planes(&self, steps: &mut [Step], shapes: &[Shape], known_shapes: &[bool], places: &[Place]) -> Vec<usize> {
        let of = |step: &Step| match &step.work {
            Work::Simd(kernel, _) if !step.dynamic => kernel.planes(),
            _ => Planes::None,
        };
        let able: Vec<(usize, Planes)> = steps.iter().map(|step| (step.node, of(step))).collect();
        if !able.iter().any(|(_, planes)| *planes == Planes::Either) {
            return Vec::new();
        }
        let size = |t: usize| match shapes[t][..] {
            // No larger than a tensor may be.
            [1, height, width, channels] if height * width >= LEAST => {
                self.bytes(Dtype::F32, &[channels, distance(height * width)]).ok()
            }
            _ => None,
        };
        let may_be = |t: usize| {
            let is_float = self.graph.tensors[t].dtype == Dtype::F32 && known_shapes[t];
            if is_float && matches!(places[t], Place::None) { size(t).unwrap_or(0) } else { 0 }
        };
        self.choose_planes(steps, &able, (0..shapes.len()).map(may_be).collect())
    }

    /// The choice among tensors that have bytes as planes; others have zero.
    // A function of its own: few models have planes, so a build moves it into a file that follows.
    #[inline(never)]
    fn choose_planes(&self, steps: &mut [Step], able: &[(usize, Planes)], mut bytes: Vec<usize>) -> Vec<usize> {
        let graph = self.graph;
        graph.inputs.iter().chain(&graph.outputs).for_each(|&t| bytes[t] = 0);
        let are = choose(graph, able, bytes.iter().map(|&bytes| bytes > 0).collect());
        bytes.iter_mut().zip(&are).filter(|(_, is)| !**is).for_each(|(bytes, _)| *bytes = 0);
        for step in &mut *steps {
            let node = &graph.nodes[step.node];
            let is = |t: Option<&usize>| t.is_some_and(|&t| are[t]);
            let are = [is(node.inputs.first().and_then(Option::as_ref)), is(node.outputs.first())];
            step.planes = are.contains(&true).then_some(are);
        }
        self.join_sums(steps, &are);
        bytes
    }

    /// Joins steps with the ADD behind them, if its operands and its result are among the tensors that are planes: an image less is
    /// written and read.
    fn join_sums(&self, steps: &mut [Step], are: &[bool]) {
        let graph = self.graph;
        let readers = graph.readers();
        for s in 1..steps.len() {
            let [step, next] = &mut steps[s - 1..=s] else { continue };
            let (node, sum) = (&graph.nodes[step.node], &graph.nodes[next.node]);
            let (&[y], &[out], &[Some(a), Some(b)]) = (&node.outputs[..], &sum.outputs[..], &sum.inputs[..]) else {
                continue;
            };
            let other = if a == y { b } else { a };
            let adds =
                sum.op.builtin() == Some(Op::Add) && (a == y || b == y) && [y, other, out].iter().all(|&t| are[t]);
            let (Work::Simd(kernel, _), Work::Simd(..)) = (&mut step.work, &next.work) else { continue };
            let Some(range) = sum.params.activation().range() else { continue };
            let can = adds && readers[y].len() == 1 && kernel.planes() == Planes::Either && kernel.join_sum(range);
            if can {
                let mut joined = node.clone();
                joined.inputs.resize(ADDED, None);
                joined.inputs.push(Some(other));
                joined.outputs = vec![out];
                (step.join, next.join) = (Join::Sum(Box::new(joined)), Join::Done);
            }
        }
    }
}

/// The start value of a variable: zero, or the quantized value of zero.
fn variable(tensor: &Tensor, bytes: usize) -> Aligned {
    let mut value = Aligned::zeroed(bytes);
    if let (Dtype::I8, Some(quant)) = (tensor.dtype, &tensor.quant) {
        value.bytes_mut().fill(quant.zero_point() as i8 as u8);
    }
    value
}

fn known_values<'a>(inputs: &[Option<usize>], places: &'a [Place]) -> KnownInputs<'a> {
    let value = |t: &Option<usize>| match t.map(|t| &places[t]) {
        Some(Place::Const(data)) => Known::Value(data.bytes()),
        Some(Place::Packed(content)) => Known::Later(Later::new(content, false)),
        Some(Place::Halves(content)) => Known::Later(Later::new(content, true)),
        _ => Known::Nothing,
    };
    inputs.iter().map(value).collect()
}
