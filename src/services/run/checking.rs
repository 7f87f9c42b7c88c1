//! Check mode of the GPU backend: compares each op's result with the reference kernel's on the GPU's own inputs.

use super::host::{Host, Later, Piece, Pieces, Value};
use super::on_device::{OnDevice, failed};
use super::schema::{Backend, Check, Difference};
use crate::engine::check::{self, LEAST_OF_HALF, SHARE_OF_HALF, compare, steps, tolerance};
use crate::engine::gpu::StepTime;
use crate::engine::ops::convolution::computes_as;
use crate::engine::parts::Part;
use crate::engine::program::Dtype;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The reference kernels of every op on the device.
pub(super) struct Checking {
    units: Vec<Unit>,
    reference: Box<dyn Pieces>,
    /// Results since the run began.
    pub(super) found: Check,
    /// Share of the tolerance that the closest of `found` used.
    closest: f32,
}

/// Scope of one comparison: an op, or ops that one dispatch computes. Indices are those of the partition's sub-program.
struct Unit {
    /// The part, by position.
    part: usize,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    /// The node whose result it is.
    node: usize,
}

impl Checking {
    /// Prepares the reference kernels for the partitions on the device, by position.
    // Functions of their own, this one and the next: a build moves what runs without checks do not call into a file that
    // follows.
    #[inline(never)]
    pub(super) fn prepare<'a>(
        parts: &'a [Part],
        on_device: Vec<(usize, &'a OnDevice)>,
        host: &'a dyn Host,
    ) -> Later<'a, Self> {
        Box::pin(async move {
            let (mut units, mut pieces) = (Vec::new(), Vec::new());
            for (at, device) in on_device {
                for (unit, nodes) in self::units(at, device) {
                    let whole = |list: &[usize]| list.iter().map(|&t| device.tensors[t]).collect();
                    pieces.push(Piece {
                        nodes: nodes.iter().map(|&n| parts[at].nodes[n]).collect(),
                        inputs: whole(&unit.inputs),
                        outputs: whole(&unit.outputs),
                        half: device.session.half(),
                    });
                    units.push(unit);
                }
            }
            let reference = host.open(&pieces, Backend::Reference).await?;
            Ok(Self { units, reference, found: Check::default(), closest: 0.0 })
        })
    }

    /// Checks the results of a partition's last run.
    #[inline(never)]
    pub(super) fn check<'a>(&'a mut self, at: usize, part: &'a OnDevice) -> Later<'a, ()> {
        Box::pin(async move {
            let graph = part.program.graph();
            let mut seen: HashMap<usize, Value> = HashMap::new();
            for index in 0..self.units.len() {
                let unit = &self.units[index];
                if unit.part != at {
                    continue;
                }
                for &t in unit.inputs.iter().chain(&unit.outputs) {
                    if let Entry::Vacant(slot) = seen.entry(t) {
                        let bytes = part.session.tensor_bytes(t).await.map_err(|error| failed(&error))?;
                        let bytes = bytes.unwrap_or_default();
                        slot.insert(Value { shape: graph.tensors[t].shape.clone(), bytes });
                    }
                }
                let inputs: Vec<&Value> = unit.inputs.iter().map(|t| &seen[t]).collect();
                let wanted = self.reference.run(index, &inputs)?;
                self.found.ops += 1;
                let outputs = unit.outputs.iter().zip(&wanted);
                let differences = outputs.filter_map(|(t, want)| difference(part, unit, (*t, &seen[t]), want));
                if let Some(most) = differences.reduce(|a, b| if b.share() > a.share() { b } else { a }) {
                    self.found_one(&most, part, index);
                }
            }
            Ok(())
        })
    }

    fn found_one(&mut self, most: &check::Difference, part: &OnDevice, unit: usize) {
        let (found, unit) = (&mut self.found, &self.units[unit]);
        if most.too_large() {
            found.differing += 1;
            found.first.get_or_insert_with(|| described(most, part, unit));
        } else if found.closest.is_none() || most.share() > self.closest {
            self.closest = most.share();
            found.closest = Some(described(most, part, unit));
        }
    }
}

/// The comparisons of a part, with the nodes that each covers, by position in the part.
fn units(at: usize, device: &OnDevice) -> Vec<(Unit, Vec<usize>)> {
    let graph = device.program.graph();
    let mut maker: HashMap<usize, usize> = HashMap::new();
    for (n, node) in graph.nodes.iter().enumerate() {
        maker.extend(node.outputs.iter().map(|&t| (t, n)));
    }
    let kept = |t: usize| device.session.keeps(t);
    let mut list = Vec::new();
    for (node, outputs) in graph.nodes.iter().map(|node| &node.outputs).enumerate() {
        let outputs: Vec<usize> = outputs.iter().copied().filter(|&t| kept(t)).collect();
        if outputs.is_empty() {
            continue;
        }
        // Results without a buffer (of merged nodes, widened constants) are computed together with their readers.
        let (mut nodes, mut inputs, mut next) = (vec![node], Vec::new(), 0);
        while let Some(&n) = nodes.get(next) {
            next += 1;
            for &t in graph.nodes[n].inputs.iter().flatten() {
                match maker.get(&t) {
                    _ if graph.tensors[t].data.is_some() || inputs.contains(&t) => {}
                    _ if kept(t) => inputs.push(t),
                    Some(n) if !nodes.contains(n) => nodes.push(*n),
                    _ => {}
                }
            }
        }
        nodes.sort_unstable();
        list.push((Unit { part: at, inputs, outputs, node }, nodes));
    }
    list
}

/// Position of the largest difference from the reference.
fn difference(part: &OnDevice, unit: &Unit, (tensor, got): (usize, &Value), want: &Value) -> Option<check::Difference> {
    let graph = part.program.graph();
    let dtype = graph.tensors[tensor].dtype;
    let step = dispatch(part, unit);
    let first = step.map_or(unit.node, |step| step.node);
    let merged = step.into_iter().flat_map(|step| step.fused.iter().copied());
    let allowed = merged.chain([first, unit.node]).map(|n| tolerance(computes_as(&graph.nodes[n].op)));
    let allowed = allowed.fold(0.0, f32::max);
    if got.shape == want.shape {
        // Bools are exact in float16.
        let half = part.session.half() && dtype == Dtype::F32;
        let (share, least) = match dtype {
            Dtype::I8 | Dtype::U8 => (0.0, steps(graph.nodes[unit.node].op.builtin())),
            _ if half => (allowed.max(SHARE_OF_HALF), LEAST_OF_HALF),
            _ => (allowed, 0.0),
        };
        compare(&floats(dtype, &got.bytes), &floats(dtype, &want.bytes), share, least)
    } else {
        Some(check::Difference::of_shapes())
    }
}

/// A unit's dispatch.
fn dispatch<'a>(part: &'a OnDevice, unit: &Unit) -> Option<&'a StepTime> {
    part.session.steps().find(|step| step.node == unit.node || step.fused.contains(&unit.node))
}

fn described(found: &check::Difference, part: &OnDevice, unit: &Unit) -> Difference {
    let graph = part.program.graph();
    let (first, kernel) = dispatch(part, unit).map_or((unit.node, ""), |step| (step.node, step.kernel));
    let (first, last) = (&graph.nodes[first], &graph.nodes[unit.node]);
    let finite = |value: f32| value.is_finite().then(|| f64::from(value));
    Difference {
        node: first.index,
        // A dispatch of two ops is named after both.
        op: if first.index == last.index { first.op.name() } else { format!("{}+{}", first.op.name(), last.op.name()) },
        kernel: kernel.to_owned(),
        element: found.element,
        got: finite(found.got),
        want: finite(found.want),
        absolute: finite(found.absolute),
        relative: finite(found.relative),
        tolerance: found.tolerance.into(),
    }
}

/// Values to compare: floats, bools, codes of quantized tensors.
fn floats(dtype: Dtype, bytes: &[u8]) -> Vec<f32> {
    match dtype {
        Dtype::I8 => bytes.iter().map(|&b| b.cast_signed().into()).collect(),
        Dtype::Bool | Dtype::U8 => bytes.iter().map(|&b| b.into()).collect(),
        _ => bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect(),
    }
}
