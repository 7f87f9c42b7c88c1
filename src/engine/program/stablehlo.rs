//! Options of the operators that came from StableHLO with a region or with maps of dimensions: windows, gathering,
//! scattering.

use super::{Op, Params};
use crate::formats::tflite::{Model, Options};

/// How two elements become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Fold {
    Add,
    Mul,
    Min,
    Max,
    /// 1 where both are not zero.
    All,
    /// 1 where one is not zero.
    Any,
    /// The second one.
    Second,
}

/// What a node does with two elements: given by name, or by a subgraph of one operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Index of the subgraph as the file has it.
    pub subgraph: i64,
    /// `None` for a body that no runtime knows.
    pub fold: Option<Fold>,
}

/// Form of a sliding window of STABLEHLO_REDUCE_WINDOW, by dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlidingForm {
    /// Taps.
    pub taps: Vec<i64>,
    /// Steps.
    pub strides: Vec<i64>,
    /// Distance that neighbours of the input are first brought to.
    pub base: Vec<i64>,
    /// Distance between taps.
    pub dilations: Vec<i64>,
    /// Before and after each dimension, in pairs; negative cuts off.
    pub padding: Vec<i64>,
}

/// Which dimensions of a gathered (or scattered) tensor stand for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceForm {
    /// Dimensions of the result (of the updates) that run along a slice, ascending.
    pub along: Vec<i64>,
    /// Dimensions of the operand that slices lack.
    pub dropped: Vec<i64>,
    /// Dimension of the operand for each element of an index vector.
    pub map: Vec<i64>,
    /// Dimension of the indices that holds the vectors.
    pub vector: i64,
    /// Size of a slice by dimension of the operand; empty in a scatter.
    pub sizes: Vec<i64>,
}

impl Body {
    fn named(fold: i64) -> Self {
        let folds = [Fold::Add, Fold::Mul, Fold::Min, Fold::Max, Fold::All, Fold::Any];
        let fold = usize::try_from(fold - 1).ok().and_then(|i| folds.get(i).copied());
        Self { subgraph: -1, fold }
    }

    fn region(subgraph: i64) -> Self {
        Self { subgraph, fold: None }
    }
}

/// Options of the operators of this file; `None` for all others.
pub(super) fn decode(op: Op, o: &Options) -> Option<Params> {
    let list = |field: &str| o.ints(field).to_vec();
    Some(match op {
        Op::ReduceWindow => Params::ReduceWindow { body: Body::named(o.int("reduce_function")), form: None },
        Op::StablehloReduceWindow => Params::ReduceWindow {
            body: Body::region(o.int("body_subgraph_index")),
            form: Some(Box::new(SlidingForm {
                taps: list("window_dimensions"),
                strides: list("window_strides"),
                base: list("base_dilations"),
                dilations: list("window_dilations"),
                padding: list("padding"),
            })),
        },
        Op::StablehloGather => Params::Slices {
            body: Body { subgraph: -1, fold: Some(Fold::Second) },
            form: Box::new(SliceForm {
                along: list("offset_dims"),
                dropped: list("collapsed_slice_dims"),
                map: list("start_index_map"),
                vector: o.int("index_vector_dim"),
                sizes: list("slice_sizes"),
            }),
        },
        Op::StablehloScatter => Params::Slices {
            body: Body::region(o.int("update_computation_subgraph_index")),
            form: Box::new(SliceForm {
                along: list("update_window_dims"),
                dropped: list("inserted_window_dims"),
                map: list("scatter_dims_to_operand_dims"),
                vector: o.int("index_vector_dim"),
                sizes: Vec::new(),
            }),
        },
        Op::StablehloRngBitGenerator => Params::RandomBits { algorithm: o.int("algorithm") },
        Op::LshProjection => Params::Projection { kind: o.int("type") },
        _ => return None,
    })
}

/// Looks up what the subgraph of a body does. The runtime looks at its only operator too, and does not run it.
pub(super) fn resolve(params: &mut Params, model: &Model) {
    let (body, scatter) = match params {
        Params::ReduceWindow { body, form: Some(_) } => (body, false),
        Params::Slices { body, form } if form.sizes.is_empty() => (body, true),
        _ => return,
    };
    let graph = usize::try_from(body.subgraph).ok().and_then(|index| model.subgraphs.get(index));
    let Some(graph) = graph else { return };
    body.fold = match graph.operators.as_slice() {
        [] if scatter => Some(Fold::Second),
        [operator] => model
            .operator_codes
            .get(operator.opcode_index as usize)
            .and_then(|code| Op::from_code(code.code))
            .and_then(|op| fold(op, scatter)),
        _ => None,
    };
}

fn fold(op: Op, scatter: bool) -> Option<Fold> {
    Some(match op {
        Op::StablehloAdd => Fold::Add,
        Op::StablehloMultiply => Fold::Mul,
        Op::StablehloMaximum => Fold::Max,
        Op::StablehloMinimum => Fold::Min,
        _ if scatter => return None,
        Op::Add => Fold::Add,
        Op::Mul => Fold::Mul,
        Op::Maximum => Fold::Max,
        Op::Minimum => Fold::Min,
        Op::LogicalAnd | Op::StablehloAnd => Fold::All,
        Op::LogicalOr | Op::StablehloOr => Fold::Any,
        _ => return None,
    })
}
