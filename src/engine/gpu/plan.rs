//! The plan that a session executes: values, constants, steps, and shared buffers.

use std::sync::Arc;

use super::kernels::{Dispatch, Elem, Grid, Held, Operand, Width};
use crate::engine::data::Aligned;
use crate::engine::program::Dtype;

/// Constant data and how it is laid out on the GPU.
#[derive(Clone, Debug)]
pub(super) enum Constant {
    /// As stored: float32, or data that a kernel unpacks.
    Plain(Arc<Aligned>),
    /// Computed floats.
    Owned(Vec<f32>),
    /// Stored bytes in another order.
    Packed(Vec<u8>),
}

impl Constant {
    /// Passes the bytes to `take` in full words, without copying if possible.
    pub(super) fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        let bytes: &[u8] = match self {
            Self::Plain(data) => data.bytes(),
            Self::Owned(values) => bytemuck::cast_slice(values),
            Self::Packed(bytes) => bytes,
        };
        if bytes.len().is_multiple_of(4) {
            return take(bytes);
        }
        let mut whole = bytes.to_vec();
        whole.resize(bytes.len().next_multiple_of(4), 0);
        take(&whole)
    }

    /// Words on the GPU.
    pub(super) fn words(&self) -> u64 {
        let bytes = match self {
            Self::Plain(data) => data.len(),
            Self::Owned(values) => values.len() * 4,
            Self::Packed(bytes) => bytes.len(),
        };
        bytes.div_ceil(4) as u64
    }
}

/// One dispatch and the node it is for.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Position of the node in the graph.
    pub node: usize,
    /// Later nodes that this step also computes.
    pub fused: Vec<usize>,
    pub dispatch: Dispatch,
}

/// Type of the elements of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Float,
    /// Quantized: steps here, one byte each outside.
    Grid(Grid),
    /// Bools: the floats 1 and 0 here, one byte each outside.
    Flag,
    /// Indices of a GATHER: int32 or int64 outside, words here.
    Places(Dtype),
}

impl Form {
    /// The values that the elements can have.
    pub(super) fn grid(self) -> Option<Grid> {
        if let Self::Grid(grid) = self { Some(grid) } else { None }
    }

    /// The room of an element that kernels write.
    pub(super) fn width(self, half: bool) -> Width {
        if half && !matches!(self, Self::Places(_)) { Width::Half } else { Width::Full }
    }

    /// The room of an element outside the device, which inputs and outputs have, too, so that nothing is converted on the way.
    pub(super) fn outside(self) -> Width {
        match self {
            Self::Float | Self::Places(_) => Width::Full,
            Self::Grid(_) | Self::Flag => Width::Byte,
        }
    }
}

/// Indices to check before a run: those in the value, which is an input, must be below `len`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub value: usize,
    /// The node that uses them, by position in the graph.
    pub node: usize,
    pub len: usize,
}

/// A lowered program.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// Elements of each value.
    pub values: Vec<u64>,
    /// Form of the elements of each value, and their room.
    pub forms: Vec<Form>,
    pub widths: Vec<Width>,
    /// Elements behind those of each value: what its kernel keeps there for the next run.
    pub kept: Vec<u64>,
    /// Floats are stored as float16.
    pub half: bool,
    pub places: Vec<Places>,
    pub constants: Vec<Constant>,
    pub steps: Vec<Step>,
    /// Values of the program's inputs and outputs.
    pub inputs: Vec<usize>,
    pub outputs: Vec<usize>,
    /// Value of each tensor that has one.
    pub tensors: Vec<Option<usize>>,
}

/// Buffers shared by values whose lifetimes do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Slots {
    /// Slot of each value.
    pub of: Vec<usize>,
    /// Bytes of each slot, a multiple of 16.
    pub bytes: Vec<u64>,
}

/// Bytes that elements take, with the overhang that flat kernels rely on.
pub(super) fn padded(elements: u64, width: Width) -> u64 {
    elements.saturating_mul(width.bytes()).min(u64::MAX - 16).next_multiple_of(16).max(16)
}

impl Plan {
    /// Bytes that a value takes.
    pub(super) fn bytes(&self, value: usize) -> u64 {
        padded(self.values[value].saturating_add(self.kept[value]), self.widths[value])
    }

    /// Holds outputs as outside the device, if the kernels that write them can.
    pub(super) fn hold_outputs(&mut self) {
        for &value in &self.outputs {
            let outside = self.forms[value].outside();
            let mut writers = self.steps.iter().filter(|step| step.dispatch.write == Operand::Value(value));
            if outside != Width::Byte || writers.all(|step| step.dispatch.elem == Elem::Four) {
                self.widths[value] = outside;
            }
        }
    }

    /// How an operand is held.
    pub(super) fn held(&self, operand: Operand) -> Held {
        match operand {
            Operand::Value(value) => Held { width: self.widths[value], grid: self.forms[value].grid() },
            Operand::Const(_) => Held::default(),
        }
    }

    /// Assigns slots. A dispatch never reads and writes the same buffer: its inputs are freed after it.
    pub(super) fn slots(&self, keep_all: bool) -> Slots {
        let count = self.values.len();
        let (mut first, mut last) = (vec![usize::MAX; count], vec![0usize; count]);
        for &v in &self.inputs {
            first[v] = 0;
        }
        for (i, step) in self.steps.iter().enumerate() {
            if let Operand::Value(v) = step.dispatch.write {
                first[v] = first[v].min(i);
                last[v] = last[v].max(i);
            }
            for read in &step.dispatch.reads {
                if let Operand::Value(v) = *read {
                    last[v] = last[v].max(i);
                }
            }
        }
        for &v in &self.outputs {
            last[v] = usize::MAX;
        }
        for v in (0..count).filter(|&v| self.kept[v] > 0) {
            (first[v], last[v]) = (0, usize::MAX);
        }
        if keep_all {
            last.fill(usize::MAX);
        }

        let mut slots = Slots { of: vec![usize::MAX; count], bytes: Vec::new() };
        // Values by the step that writes them; those that none does are last.
        let mut begun = vec![Vec::new(); self.steps.len() + 1];
        (0..count).for_each(|v| begun[first[v].min(self.steps.len())].push(v));
        // For each slot, the last step that uses it.
        let mut busy: Vec<usize> = Vec::new();
        for v in begun.into_iter().flatten() {
            let wanted = self.bytes(v);
            // The free slot that grows least, or else wastes least.
            let free = (0..busy.len())
                .filter(|&s| busy[s] < first[v])
                .min_by_key(|&s| (wanted.saturating_sub(slots.bytes[s]), slots.bytes[s]));
            let slot = free.unwrap_or_else(|| {
                busy.push(0);
                slots.bytes.push(0);
                busy.len() - 1
            });
            slots.bytes[slot] = slots.bytes[slot].max(wanted);
            busy[slot] = last[v];
            slots.of[v] = slot;
        }
        slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::kernels::{End, Sees};

    fn step(reads: &[usize], write: usize) -> Step {
        let dispatch = Dispatch {
            kernel: "test",
            source: String::new(),
            bindings: Vec::new(),
            end: End::default(),
            fields: String::new(),
            params: Vec::new(),
            elem: Elem::One,
            readers: Vec::new(),
            sees: Sees::Reals,
            reads: reads.iter().map(|&v| Operand::Value(v)).collect(),
            write: Operand::Value(write),
            groups: [1; 3],
        };
        Step { node: 0, fused: Vec::new(), dispatch }
    }

    fn chain() -> Plan {
        // 0 -> 1 -> 2 -> 3, and 1 is read again by the last step.
        Plan {
            values: vec![100, 100, 50, 100],
            forms: vec![Form::Float; 4],
            widths: vec![Width::Full; 4],
            kept: vec![0; 4],
            steps: vec![step(&[0], 1), step(&[1], 2), step(&[2, 1], 3)],
            inputs: vec![0],
            outputs: vec![3],
            ..Plan::default()
        }
    }

    #[test]
    fn values_that_live_at_once_never_share_a_slot() {
        let plan = chain();
        let slots = plan.slots(false);
        assert_ne!(slots.of[0], slots.of[1]);
        assert_ne!(slots.of[1], slots.of[2]);
        assert_ne!(slots.of[3], slots.of[1]);
        assert_ne!(slots.of[3], slots.of[2]);
        // The input is dead after the first step, so its slot is reused.
        assert_eq!(slots.bytes.len(), 3);
        assert_eq!(slots.of[0], slots.of[2]);
    }

    #[test]
    fn keeping_all_values_gives_each_its_own_slot() {
        let mut of = chain().slots(true).of;
        of.sort_unstable();
        of.dedup();
        assert_eq!(of.len(), 4);
    }

    #[test]
    fn slots_have_room_for_the_overhang_of_flat_kernels() {
        let full = |elements| padded(elements, Width::Full);
        assert_eq!([full(0), full(4), full(5)], [16, 16, 32]);
        assert_eq!([padded(8, Width::Half), padded(9, Width::Half), padded(17, Width::Byte)], [16, 32, 32]);
    }
}
