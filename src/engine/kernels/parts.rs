//! Parts of the kernels that the page fetches when a model needs them, all at once and before its first run.
//!
//! Owns: one table, which says the part of every operator that is not in the first module. A part is a list of
//! operators with a name; natively and in tests all parts are in the program.

use super::{reference, simd};
use crate::chunks::{NotLoaded, cut, fetch_missing};
use crate::engine::backend::Backend;
use crate::engine::error::{EngineError, Result};
use crate::engine::kernels::reference::{audio, detection, landmarks, signal};
use crate::engine::operator::{Custom, Ops, Plain, Reference, SimdPrepare};
use crate::engine::ops::convolution::TRANSPOSE_BIAS;
use crate::engine::program::{Dtype, Graph, Node, Op, OpKind, Params, Program};
use std::collections::BTreeSet;

/// Operators and their kernels.
#[derive(Clone, Copy)]
pub struct Tables {
    /// Builtin operators.
    pub builtin: &'static [Ops],
    /// Plain kernels of builtin operators that are in the first module without them.
    pub plain: &'static [Plain],
    /// Fast kernels of the operators: the only ones of the builtin ones, further ones of those with a plain kernel here.
    pub simd: simd::Kernels,
    /// Custom operators that come with the engine, by name.
    pub custom: &'static [Custom],
    /// Their fast kernels.
    pub custom_simd: &'static [(&'static str, SimdPrepare)],
}

const NONE: Tables = Tables { builtin: &[], plain: &[], simd: &[], custom: &[], custom_simd: &[] };

/// The first module: operators of a float32, int8 or uint8 CNN with their fast kernels.
pub const FIRST: Tables = Tables { builtin: reference::FIRST, simd: simd::FIRST, ..NONE };

/// The table: `PART, CHUNK, LOAD, [operators], [custom operators], [operators with only their plain kernel in it]`, and
/// the kernels.
macro_rules! parts {
    ($($(#[$doc:meta])* $part:ident, $chunk:ident, $load:ident,
        [$($op:ident),*], [$($custom:expr),*], [$($plain:ident),*] => $tables:expr;)*) => {
        /// A group of kernels that is fetched as one file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Part {
            $($(#[$doc])* $part,)*
        }

        impl Part {
            /// All parts.
            pub const ALL: &[Self] = &[$(Self::$part,)*];

            /// Its builtin operators.
            pub fn ops(self) -> &'static [Op] {
                match self {
                    $(Self::$part => &[$(Op::$op,)*],)*
                }
            }

            /// Its custom operators.
            pub fn custom(self) -> &'static [&'static str] {
                match self {
                    $(Self::$part => &[$($custom,)*],)*
                }
            }

            /// Operators of the first module whose plain kernel is in the part.
            pub fn plain(self) -> &'static [Op] {
                match self {
                    $(Self::$part => &[$(Op::$plain,)*],)*
                }
            }

            /// Its kernels. If they are missing, they are noted for [`crate::chunks::fetch_missing`].
            pub fn tables(self) -> std::result::Result<Tables, NotLoaded> {
                match self {
                    $(Self::$part => $chunk(),)*
                }
            }

            /// Whether it is in the program or was fetched.
            pub fn is_here(self) -> bool {
                #[cfg(feature = "split-engine")]
                return match self {
                    $(Self::$part => $load::CAME.load(std::sync::atomic::Ordering::Relaxed),)*
                };
                #[cfg(not(feature = "split-engine"))]
                true
            }
        }

        $(cut!("split-engine", $chunk, $load, $(#[$doc])* fn $chunk() -> Tables { $tables });)*
    };
}

parts! {
    /// Plain kernels of convolutions, poolings and their like: types and shapes that the fast ones leave, and the
    /// reference; fast ones of types that are rare.
    Plain, plain, load_plain, [], [],
        [Conv2d, DepthwiseConv2d, FullyConnected, TransposeConv, AveragePool2d, MaxPool2d, Softmax, ResizeBilinear,
         ResizeNearestNeighbor, Quantize, Mean, Sum, Pad, Padv2]
        => Tables { plain: reference::PLAIN, simd: simd::FURTHER, ..NONE };
    /// Arithmetic, comparisons, logic and functions of one operand.
    Elementwise, elementwise, load_elementwise,
        [StablehloAdd, StablehloMultiply, StablehloMaximum, StablehloMinimum, Pow, FloorDiv, FloorMod, Atan2, Equal,
         NotEqual, Less, LessEqual, Greater, GreaterEqual, LogicalAnd, LogicalOr, BitwiseXor, StablehloAnd,
         StablehloShiftLeft, RightShift, Sin, Cos, Floor, Ceil, Round, Square, Sign, LogicalNot, Cast, FakeQuant], [],
        [Add, Sub, Mul, Div, Maximum, Minimum, SquaredDifference, Relu, Relu6, ReluN1To1, Relu0To1, LeakyRelu, Prelu,
         Logistic, Tanh, Elu, Exp, Log, Gelu, Rsqrt, Sqrt, HardSwish, Abs, Neg]
        => Tables {
            builtin: reference::ELEMENTWISE,
            plain: reference::ELEMENTWISE_PLAIN,
            simd: simd::ELEMENTWISE,
            ..NONE
        };
    /// Operators that move elements.
    Layout, layout, load_layout,
        [Shape, Rank, Bitcast, Transpose, Pack, Unpack, Split, SplitV, Tile, BroadcastTo, Fill, ZerosLike, Slice,
         StridedSlice, DynamicUpdateSlice, Gather, GatherNd, ReverseV2, MirrorPad, SpaceToDepth, DepthToSpace, SpaceToBatchNd,
         BatchToSpaceNd], [], []
        => Tables { builtin: reference::LAYOUT, simd: simd::LAYOUT, ..NONE };
    /// Operators that choose elements, and normalizations.
    Selection, selection, load_selection,
        [Select, SelectV2, OneHot, Range, TopkV2, ScatterNd, Where, Unique, BroadcastArgs, EmbeddingLookup,
         ReverseSequence, L2Normalization, LocalResponseNormalization, AddN, LogSoftmax, L2Pool2d],
        [], []
        => Tables { builtin: reference::SELECTION, simd: simd::SELECTION, ..NONE };
    /// Reductions but means and sums; segments.
    Reduction, reduction, load_reduction,
        [ReduceMax, ReduceMin, ReduceProd, ReduceAny, ReduceAll, ArgMax, ArgMin, Cumsum, SegmentSum,
         UnsortedSegmentSum, UnsortedSegmentProd, UnsortedSegmentMax, UnsortedSegmentMin], [], []
        => Tables { builtin: reference::REDUCTION, ..NONE };
    /// Products of two computed matrices.
    Matmul, matmul, load_matmul, [BatchMatmul], [], []
        => Tables { builtin: reference::MATMUL, simd: simd::MATMUL, ..NONE };
    /// Transposed convolutions.
    Transposed, transposed, load_transposed, [TransposeConv], [TRANSPOSE_BIAS], []
        => Tables {
            builtin: reference::TRANSPOSED,
            simd: simd::TRANSPOSED,
            custom: reference::TRANSPOSED_CUSTOM,
            custom_simd: simd::TRANSPOSED_CUSTOM,
            ..NONE
        };
    /// Recurrent layers.
    Recurrent, recurrent, load_recurrent,
        [Rnn, UnidirectionalSequenceRnn, BidirectionalSequenceRnn, Lstm, UnidirectionalSequenceLstm,
         BidirectionalSequenceLstm, Svdf], [], []
        => Tables { builtin: reference::RECURRENT, simd: simd::RECURRENT, ..NONE };
    /// StableHLO's gather and scatter, and windows of reductions.
    Scatter, scatter, load_scatter, [StablehloGather, StablehloScatter, ReduceWindow, StablehloReduceWindow], [], []
        => Tables { builtin: reference::SCATTER, ..NONE };
    /// Strings, variables, tables, sparse operands and hashes.
    Text, text, load_text,
        [VarHandle, ReadVariable, AssignVariable, Hashtable, HashtableImport, HashtableFind, HashtableSize, SkipGram,
         LshProjection, SparseToDense, HashtableLookup, EmbeddingLookupSparse, Bucketize, MatrixDiag, MatrixSetDiag,
         Dilate, StablehloPad], [], []
        => Tables { builtin: reference::TEXT, ..NONE };
    /// Boxes of detected objects.
    Detection, detection, load_detection, [NonMaxSuppressionV4, NonMaxSuppressionV5], [detection::NAME], []
        => Tables { builtin: reference::DETECTION, custom: reference::DETECTION_CUSTOM, ..NONE };
    /// Operators of other projects: parts of a picture around landmarks, features of audio. Each part costs the first module some code,
    /// so they are one.
    Custom, custom, load_custom, [],
        [landmarks::MATRIX, landmarks::SAMPLE, landmarks::MOVE, signal::WINDOW, signal::AUTO_SCALE, signal::RFFT,
         signal::ENERGY, signal::FILTER_BANK, signal::SQUARE_ROOT, signal::SUBTRACTION, signal::PCAN, signal::LOG], []
        => Tables { custom: reference::OTHERS_CUSTOM, ..NONE };
    /// Spectra of audio.
    Audio, audio, load_audio, [Rfft2d, Real, Imag, ComplexAbs], [audio::SPECTROGRAM, audio::MFCC], []
        => Tables { builtin: reference::AUDIO, custom: reference::AUDIO_CUSTOM, ..NONE };
    /// Random numbers.
    Random, random, load_random, [RandomUniform, RandomStandardNormal, Multinomial, StablehloRngBitGenerator], [], []
        => Tables { builtin: reference::RANDOM, ..NONE };
    /// Convolutions of volumes.
    Volumes, volumes, load_volumes, [Conv3d, Conv3dTranspose], [], []
        => Tables { builtin: reference::VOLUMES, simd: simd::VOLUMES, ..NONE };
}

impl Part {
    /// The part of an operator; `None` for those of the first module, and for unknown ones.
    pub fn of(op: &OpKind) -> Option<Self> {
        let has = |part: &Self| match op {
            OpKind::Builtin(op) => part.ops().contains(op),
            OpKind::Custom(name) => part.custom().contains(&name.as_str()),
            OpKind::Unknown(_) => false,
        };
        Self::ALL.iter().copied().find(has)
    }

    /// The part with the plain kernel of an operator of the first module.
    fn with_plain(op: Op) -> Option<Self> {
        Self::ALL.iter().copied().find(|part| part.plain().contains(&op))
    }
}

/// The plain kernel of an operator of the first module, and its fast kernel for further types.
pub fn plain_kernel(op: Op) -> Result<(Reference, Option<SimdPrepare>)> {
    let part = Part::with_plain(op).ok_or_else(|| EngineError::run("engine-no-kernel"))?;
    let tables = part.tables().map_err(|NotLoaded| EngineError::run("part-not-loaded"))?;
    let plain = tables.plain.iter().copied().flatten().find(|(other, _)| *other == op);
    let (_, plain) = plain.ok_or_else(|| EngineError::run("engine-no-kernel"))?;
    Ok((*plain, tables.simd.iter().find(|(other, _)| *other == op).map(|(_, prepare)| *prepare)))
}

/// The parts that a program needs.
///
/// Of the plain kernels this is a forecast by the operands' types: a plan that needs another one notes it.
pub fn needed(program: &Program, backend: Backend) -> BTreeSet<Part> {
    let mut needed = BTreeSet::new();
    for (index, graph) in program.graphs.iter().enumerate() {
        let early = backend == Backend::Reference || index != program.entry || calls_others(graph);
        for node in &graph.nodes {
            needed.extend(Part::of(&node.op));
            // Its input is divided (engine/rewrites/groups.rs).
            if graph.has_groups(node) {
                needed.extend(Part::of(&OpKind::Builtin(Op::Split)));
            }
            if let Some(op) = node.op.builtin()
                && (early || !has_fast_types(graph, node))
            {
                needed.extend(Part::with_plain(op));
            }
        }
    }
    needed
}

/// Whether nodes behind those that call other graphs may be planned during a run, as those graphs are: one that stopped there and is
/// repeated would change variables twice. CALL_ONCE has no results.
fn calls_others(graph: &Graph) -> bool {
    let calls = |params: &Params| !matches!(params, Params::CallOnce { .. }) && !params.subgraphs().is_empty();
    graph.nodes.iter().any(|node| calls(&node.params))
}

/// Operators of networks for which the first file of a module has everything: its other functions are those that more real models
/// call, and come in a file of their own (`xtask/src/build/later.rs`).
const COMMON: &[Op] = &[
    Op::Conv2d,
    Op::DepthwiseConv2d,
    Op::FullyConnected,
    Op::Add,
    Op::AveragePool2d,
    Op::MaxPool2d,
    Op::Mean,
    Op::Softmax,
    Op::Reshape,
];

/// Whether a program has only operators and types of such networks.
pub fn is_common(program: &Program) -> bool {
    let [graph] = program.graphs.as_slice() else { return false };
    let is_known = |node: &Node| node.op.builtin().is_some_and(|op| COMMON.contains(&op));
    // Weights of few bits for float inputs have kernels of their own.
    let dtype = |node: &Node, i: usize| node.inputs.get(i).copied().flatten().map(|t| graph.tensors[t].dtype);
    let is_mixed = |node: &Node| dtype(node, 0) == Some(Dtype::F32) && dtype(node, 1) == Some(Dtype::I8);
    let fits = |node: &Node| is_known(node) && are_of(graph, node, &[Dtype::F32, Dtype::I8]) && !is_mixed(node);
    graph.nodes.iter().all(|node| fits(node) && !has_large_window(graph, node) && !graph.has_groups(node))
}

/// Whether a node is a depthwise convolution of floats with a window of more than three columns, whose kernels are large.
fn has_large_window(graph: &Graph, node: &Node) -> bool {
    let weights = node.inputs.get(1).copied().flatten();
    let taps = weights.and_then(|t| graph.tensors[t].shape.get(2).copied());
    node.op.builtin() == Some(Op::DepthwiseConv2d) && are_of(graph, node, &[Dtype::F32]) && taps > Some(3)
}

/// Whether the first operand and the results are of types that fast kernels take.
fn has_fast_types(graph: &Graph, node: &Node) -> bool {
    are_of(graph, node, &[Dtype::F32, Dtype::I8, Dtype::U8])
}

/// Whether the first operand and the results are of one of some types.
fn are_of(graph: &Graph, node: &Node, types: &[Dtype]) -> bool {
    let first = node.inputs.first().copied().flatten();
    let mut tensors = first.iter().chain(&node.outputs);
    tensors.all(|&t| types.contains(&graph.tensors[t].dtype))
}

/// Fetches the parts that a program needs and that are not here, all at once.
pub async fn fetch(program: &Program, backend: Backend) -> std::result::Result<(), NotLoaded> {
    for part in needed(program, backend) {
        // Notes a missing part.
        let _ = part.tables();
    }
    fetch_missing().await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builtin(tables: &Tables) -> Vec<Op> {
        tables.builtin.iter().copied().flatten().map(|(op, _)| *op).collect()
    }

    fn sorted(mut ops: Vec<Op>) -> Vec<Op> {
        ops.sort_unstable();
        ops
    }

    #[test]
    fn the_table_says_what_the_parts_hold() {
        for part in Part::ALL {
            let tables = part.tables().unwrap();
            assert_eq!(sorted(builtin(&tables)), sorted(part.ops().to_vec()), "{part:?}");
            let plain = tables.plain.iter().copied().flatten().map(|(op, _)| *op).collect();
            assert_eq!(sorted(plain), sorted(part.plain().to_vec()), "{part:?}");
            let mut custom: Vec<&str> = tables.custom.iter().copied().flatten().map(|(name, _)| *name).collect();
            let mut listed = part.custom().to_vec();
            custom.sort_unstable();
            listed.sort_unstable();
            assert_eq!(custom, listed, "{part:?}");
        }
    }

    #[test]
    fn every_operator_is_in_exactly_one_part() {
        let mut all = builtin(&FIRST);
        all.extend(Part::ALL.iter().flat_map(|part| part.ops()));
        let count = all.len();
        let all: BTreeSet<Op> = all.into_iter().collect();
        assert_eq!(all.len(), count, "an operator is in two parts");
        for op in builtin(&FIRST) {
            assert_eq!(Part::of(&OpKind::Builtin(op)), None);
        }
    }

    #[test]
    fn an_operator_without_its_plain_kernel_has_it_in_exactly_one_part_and_a_fast_kernel() {
        let parts = Part::ALL.iter().map(|part| part.tables().unwrap());
        let tables: Vec<Tables> = std::iter::once(FIRST).chain(parts).collect();
        let without = tables.iter().flat_map(|tables| tables.builtin.iter().copied().flatten());
        let mut without: Vec<Op> =
            without.filter(|(_, definition)| definition.reference.is_none()).map(|(op, _)| *op).collect();
        let plain: Vec<Op> = Part::ALL.iter().flat_map(|part| part.plain()).copied().collect();
        without.sort_unstable();
        assert_eq!(without, sorted(plain));
        for op in without {
            assert!(plain_kernel(op).is_ok(), "{op:?}");
            assert!(tables.iter().any(|tables| tables.simd.iter().any(|(simd, _)| *simd == op)), "{op:?}");
        }
    }
}
