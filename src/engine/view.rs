//! The view of a kernel: a node with the current shapes of its operands ([`NodeView`]) and their bytes ([`Io`]).

use super::crew::Crew;
use super::data::{Aligned, Number, view, view_mut, widened};
use super::error::{EngineError, ErrorKind, Result};
use super::ops::geometry::Span;
use super::planes::Planes;
pub use super::program::Shape;
use super::program::{Activation, Blocks, Content, Dtype, Excerpt, Node, Quant, Tensor};
use super::shared::Shared;
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// A node with types, quantization, current shapes and, while planning, known values of its operands.
#[derive(Clone, Copy)]
pub struct NodeView<'a> {
    /// The node.
    pub node: &'a Node,
    /// All tensors of the graph.
    pub(super) tensors: &'a [Tensor],
    /// Current shapes of all tensors of the graph.
    pub(super) shapes: &'a [Shape],
    /// Values of the inputs that are known now; empty while running.
    pub(super) known: &'a [Known<'a>],
    /// Bytes that may still be allocated.
    pub(super) room: usize,
}

/// The value of an operand, as far as it is known.
#[derive(Debug)]
pub(super) enum Known<'a> {
    Nothing,
    Value(&'a [u8]),
    Later(Later<'a>),
}

/// A value that is read when a kernel asks for it.
#[derive(Debug)]
pub(super) struct Later<'a> {
    content: &'a Content,
    /// Whether it is float32 that the content has as float16.
    is_half: bool,
    read: OnceCell<Option<Arc<Aligned>>>,
    wide: OnceCell<Aligned>,
}

impl<'a> Later<'a> {
    pub fn new(content: &'a Content, is_half: bool) -> Self {
        Self { content, is_half, read: OnceCell::new(), wide: OnceCell::new() }
    }

    /// The bytes of the content; `None` if they cannot be read, which fails once the operand is needed.
    #[inline(never)]
    fn stored(&self) -> Option<&[u8]> {
        self.read.get_or_init(|| self.content.read().ok()).as_ref().map(|data| data.bytes())
    }

    #[inline(never)]
    fn bytes(&self) -> Option<&[u8]> {
        let stored = self.stored()?;
        Some(if self.is_half { self.wide.get_or_init(|| widened(stored)).bytes() } else { stored })
    }
}

impl Known<'_> {
    /// The value.
    #[inline(never)]
    pub fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Nothing => None,
            Self::Value(bytes) => Some(bytes),
            Self::Later(later) => later.bytes(),
        }
    }

    /// Bytes of the value.
    pub fn len(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Value(bytes) => bytes.len(),
            Self::Later(Later { content, is_half, .. }) => content.len() << u8::from(*is_half),
        }
    }
}

/// Maximum number of values of an operand with a shape, axes or the like; a longer operand counts as unknown.
const MOST_INTEGERS: usize = 1 << 20;

// Not inlined: they run once per node but are used everywhere, and copies in each kernel would be most of the wasm
// module.
impl<'a> NodeView<'a> {
    fn input_index(&self, i: usize) -> Option<usize> {
        self.node.inputs.get(i).copied().flatten()
    }

    /// Number of inputs, not counting omitted ones at the end.
    #[inline(never)]
    pub fn inputs(&self) -> usize {
        self.node.inputs.iter().rposition(Option::is_some).map_or(0, |last| last + 1)
    }

    /// Refuses an allocation that exceeds the remaining memory of the session.
    #[inline(never)]
    pub fn reserve(&self, count: usize, size: usize) -> Result<()> {
        let bytes = count.saturating_mul(size);
        if bytes <= self.room {
            return Ok(());
        }
        Err(EngineError::new(ErrorKind::OverLimit, "engine-scratch-too-large")
            .with("size", bytes)
            .with("limit", self.room))
    }

    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        self.node.outputs.len()
    }

    /// True when input `i` is given.
    pub fn has(&self, i: usize) -> bool {
        self.input_index(i).is_some()
    }

    /// Input `i` as the file describes it; `None` when it is left out.
    #[inline(never)]
    pub fn tensor(&self, i: usize) -> Option<&'a Tensor> {
        self.input_index(i).map(|t| &self.tensors[t])
    }

    /// Output `i` as the file describes it.
    #[inline(never)]
    pub fn out_tensor(&self, i: usize) -> Option<&'a Tensor> {
        self.node.outputs.get(i).map(|&t| &self.tensors[t])
    }

    /// Type of input `i`; `None` when it is left out.
    #[inline(never)]
    pub fn dtype(&self, i: usize) -> Option<Dtype> {
        self.tensor(i).map(|t| t.dtype)
    }

    /// Type of output `i`.
    #[inline(never)]
    pub fn out_dtype(&self, i: usize) -> Option<Dtype> {
        self.out_tensor(i).map(|t| t.dtype)
    }

    /// Current shape of input `i`; empty when it is left out.
    #[inline(never)]
    pub fn shape(&self, i: usize) -> &'a [usize] {
        self.input_index(i).map_or(&[], |t| &self.shapes[t])
    }

    /// Current shape of output `i`.
    #[inline(never)]
    pub fn out_shape(&self, i: usize) -> &'a [usize] {
        self.node.outputs.get(i).map_or(&[], |&t| &self.shapes[t])
    }

    /// Quantization of input `i`; an error when it has none.
    #[inline(never)]
    pub fn quant(&self, i: usize) -> Result<&'a Quant> {
        self.tensor(i)
            .and_then(|t| t.quant.as_ref())
            .ok_or_else(|| EngineError::malformed("engine-not-quantized").with("input", i))
    }

    /// Quantization in blocks of input `i`, if it has such.
    pub fn blocks(&self, i: usize) -> Option<&'a Blocks> {
        self.tensor(i).and_then(|t| t.blocks.as_deref())
    }

    /// Quantization of output `i`; an error when it has none.
    #[inline(never)]
    pub fn out_quant(&self, i: usize) -> Result<&'a Quant> {
        self.out_tensor(i)
            .and_then(|t| t.quant.as_ref())
            .ok_or_else(|| EngineError::malformed("engine-output-not-quantized").with("output", i))
    }

    /// The value of input `i`, if it is known before the run (constants and values derived from them).
    pub fn value<T: Number>(&self, i: usize) -> Option<&'a [T]> {
        self.known.get(i)?.bytes().map(view)
    }

    /// Calls `each` with the value of input `i` in parts, each of a multiple of `unit` numbers but for the last; false if it is not known
    /// before the run. Large constants are in memory part by part only.
    #[inline(never)]
    pub fn parts<T: Number>(&self, i: usize, unit: usize, each: &mut dyn FnMut(&[T])) -> bool {
        match self.known.get(i) {
            Some(Known::Later(later)) if !later.is_half && later.read.get().is_none() => {
                later.content.parts(unit * size_of::<T>(), &mut |part| each(view(part))).is_ok()
            }
            known => known.and_then(Known::bytes).map(|bytes| each(view(bytes))).is_some(),
        }
    }

    /// Where a file has the value of input `i`, if that is known before the run, was left there, and a run may read some of it.
    pub fn at_hand(&self, i: usize) -> Option<Rc<Excerpt>> {
        match self.known.get(i)? {
            Known::Later(later) if !later.is_half => later.content.at_hand(),
            _ => None,
        }
    }

    /// The float16 values of float32 input `i`, if it is known before the run and the file has it so.
    pub fn halves(&self, i: usize) -> Option<&'a [u16]> {
        match self.known.get(i)? {
            Known::Later(later) if later.is_half => later.stored().map(view),
            _ => None,
        }
    }

    /// The value of an index operand (int32 or int64) as i64, when it is known before the run.
    #[inline(never)]
    pub fn integers(&self, i: usize) -> Option<Vec<i64>> {
        if self.shape(i).iter().product::<usize>() > MOST_INTEGERS {
            return None;
        }
        match self.dtype(i)? {
            Dtype::I32 => Some(self.value::<i32>(i)?.iter().map(|&v| i64::from(v)).collect()),
            Dtype::I64 => Some(self.value::<i64>(i)?.to_vec()),
            Dtype::I16 => Some(self.value::<i16>(i)?.iter().map(|&v| i64::from(v)).collect()),
            _ => None,
        }
    }

    /// The fused activation.
    pub fn activation(&self) -> Activation {
        self.node.params.activation()
    }
}

/// Location of a tensor's bytes.
#[derive(Clone, Debug, Default)]
pub(super) enum Place {
    /// None: no node reads or writes it, or its size is not known yet.
    #[default]
    None,
    /// A constant.
    Const(Arc<Aligned>),
    /// A constant that only kernels read that packed it (see [`Kernel::packs`]).
    Packed(Content),
    /// The same of float32, which the content has as float16.
    Halves(Content),
    /// In the arena.
    Arena { offset: usize, len: usize },
    /// A separate buffer: variables, and tensors whose size is known only during the run.
    Own,
}

/// The bytes of a node's operands. Inputs may be read any number of times; outputs are taken once.
pub struct Io<'a> {
    node: &'a Node,
    places: &'a [Place],
    planes: &'a [usize],
    owned: &'a [Aligned],
    gaps: SmallVec<[(usize, &'a [u8]); 4]>,
    outputs: SmallVec<[&'a mut [u8]; 4]>,
    states: SmallVec<[(usize, &'a mut [u8]); 4]>,
    scratch: &'a mut [u8],
    given: SmallVec<[(usize, Shape, Aligned); 1]>,
    /// Strings, variables, tables.
    pub shared: &'a mut Shared,
}

/// Memory of a graph while it runs.
pub(super) struct Memory<'a> {
    pub places: &'a [Place],
    /// Bytes of tensors that are planes in this run, and zero for others; empty if there are none.
    pub planes: &'a [usize],
    pub arena: &'a mut Aligned,
    pub owned: &'a [Aligned],
    pub scratch: &'a mut Aligned,
    pub shared: &'a mut Shared,
}

impl<'a> Io<'a> {
    /// Splits the arena around the node's outputs. `order` holds its arena outputs as (offset, len, output), sorted;
    /// `taken` its outputs and states that have buffers of their own, as (output or input, is it a state, bytes).
    pub(super) fn new(
        node: &'a Node,
        memory: Memory<'a>,
        order: &[(usize, usize, usize)],
        taken: &'a mut [(usize, bool, Aligned)],
    ) -> Self {
        let mut outputs: SmallVec<[&'a mut [u8]; 4]> = node.outputs.iter().map(|_| Default::default()).collect();
        let mut gaps = SmallVec::new();
        let mut rest = memory.arena.bytes_mut();
        let mut base = 0;
        for &(offset, len, output) in order {
            let (before, after) = rest.split_at_mut(offset - base);
            gaps.push((base, &*before));
            let (bytes, after) = after.split_at_mut(len);
            outputs[output] = bytes;
            rest = after;
            base = offset + len;
        }
        gaps.push((base, &*rest));
        let mut states = SmallVec::new();
        for (index, is_state, buffer) in taken {
            if *is_state {
                states.push((*index, buffer.bytes_mut()));
            } else {
                outputs[*index] = buffer.bytes_mut();
            }
        }
        Self {
            node,
            places: memory.places,
            planes: memory.planes,
            owned: memory.owned,
            gaps,
            outputs,
            states,
            scratch: memory.scratch.bytes_mut(),
            given: SmallVec::new(),
            shared: memory.shared,
        }
    }

    /// Bytes of input `i`; empty when it is left out.
    #[inline(never)]
    pub fn bytes(&self, i: usize) -> &'a [u8] {
        let Some(tensor) = self.node.inputs.get(i).copied().flatten() else { return &[] };
        let places: &'a [Place] = self.places;
        match &places[tensor] {
            Place::None | Place::Packed(_) | Place::Halves(_) => &[],
            Place::Const(data) => data.bytes(),
            Place::Own => self.owned[tensor].bytes(),
            &Place::Arena { offset, len } => {
                let len = self.planes.get(tensor).map_or(len, |&planes| len.max(planes));
                let gap = self.gaps.iter().find(|(base, bytes)| offset >= *base && offset + len <= base + bytes.len());
                gap.map_or(&[], |(base, bytes)| &bytes[offset - base..][..len])
            }
        }
    }

    /// Input `i` as numbers; empty when it is left out.
    pub fn input<T: Number>(&self, i: usize) -> &'a [T] {
        view(self.bytes(i))
    }

    /// Takes the bytes of output `i`.
    #[inline(never)]
    pub fn output_bytes(&mut self, i: usize) -> &'a mut [u8] {
        std::mem::take(&mut self.outputs[i])
    }

    /// Takes output `i` as numbers.
    pub fn output<T: Number>(&mut self, i: usize) -> &'a mut [T] {
        view_mut(self.output_bytes(i))
    }

    /// Takes the bytes of a variable tensor among the inputs; the kernel changes it in place.
    pub fn state<T: Number>(&mut self, input: usize) -> &'a mut [T] {
        let found = self.states.iter_mut().find(|(i, _)| *i == input);
        view_mut(found.map_or(&mut [], |(_, bytes)| std::mem::take(bytes)))
    }

    /// Sets shape and value of output `i`, for outputs whose shape rule returns `None` during the run too.
    pub fn give(&mut self, i: usize, shape: Shape, value: Aligned) {
        self.given.push((i, shape, value));
    }

    /// Values that [`Io::give`] received.
    pub(super) fn given(self) -> SmallVec<[(usize, Shape, Aligned); 1]> {
        self.given
    }

    /// The threads that may compute parts of the node.
    pub fn crew(&self) -> Crew {
        self.shared.crew.clone()
    }

    /// Takes the scratch memory that the kernel requested (at least as many bytes for each thread of [`Io::crew`], not
    /// zeroed).
    pub fn scratch<T: Number>(&mut self) -> &'a mut [T] {
        let bytes = std::mem::take(&mut self.scratch);
        let whole = bytes.len() / size_of::<T>() * size_of::<T>();
        view_mut(&mut bytes[..whole])
    }
}

/// Rows of a node's output to compute. Row `r` of the input lies at `r % input`, of the output at `r % output`: tensors
/// between kernels that run together keep only the rows that are still needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The rows to compute.
    pub rows: Range<usize>,
    /// Rows that the input's memory holds.
    pub input: usize,
    /// Rows that the output's memory holds.
    pub output: usize,
}

/// The operand that [`Kernel::join_sum`] gives a node of two or three.
pub const ADDED: usize = 3;

/// A prepared node: weights packed, geometry known.
pub trait Kernel {
    /// Whether [`Kernel::run`] and its like do not read this operand where it was known when the kernel was prepared.
    fn packs(&self, _operand: usize) -> bool {
        false
    }

    /// Adopts the shapes of `view`. Called before the first run and whenever shapes have changed.
    fn resize(&mut self, view: &NodeView) -> Result<()>;

    /// Bytes of scratch memory that [`Kernel::run`] needs, on each thread if it uses several; called after each resize.
    fn scratch(&self) -> usize {
        0
    }

    /// Computes the outputs from the inputs.
    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()>;

    /// How rows of output 0 depend on rows of input 0, for a kernel that can compute some rows at a time; called after
    /// each resize.
    fn span(&self) -> Option<Span> {
        None
    }

    /// Computes some rows of output 0; called only for kernels with a [`Kernel::span`].
    fn run_rows(&mut self, _io: &mut Io, _rows: &Rows) -> Result<()> {
        Ok(())
    }

    /// The use it can make of images whose channels are planes; called after each resize.
    fn planes(&self) -> Planes {
        Planes::None
    }

    /// As [`Kernel::scratch`], for [`Kernel::run_planes`].
    fn scratch_for_planes(&self) -> usize {
        0
    }

    /// Lets [`Kernel::run_planes`] add operand [`ADDED`] to results that are planes and limit the sums to a range; false if it cannot.
    /// Called while planning, for kernels that read and write planes.
    fn join_sum(&mut self, _range: (f32, f32)) -> bool {
        false
    }

    /// Computes output 0 where input 0, output 0 or both are planes, and says which. Called only for kernels that can do that,
    /// [`Planes::Any`] excepted: these run as ever, with more elements than their shapes say.
    fn run_planes(&mut self, _io: &mut Io, _are_planes: [bool; 2]) -> Result<()> {
        Ok(())
    }
}
