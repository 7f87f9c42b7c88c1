//! Options of the operators that came from StableHLO with a region or with maps of dimensions: windows, gathering,
//! scattering.

/// How two elements are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Fold {
    Add,
    Mul,
    Min,
    Max,
    /// 1 if both are nonzero.
    All,
    /// 1 if either is nonzero.
    Any,
    /// The second one.
    Second,
}

/// The function that a node applies to two elements, given by name or by a subgraph with one operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Index of the subgraph in the file.
    pub subgraph: i64,
    /// `None` for a body that the runtime does not support.
    pub fold: Option<Fold>,
}

/// Form of a sliding window of STABLEHLO_REDUCE_WINDOW, by dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlidingForm {
    /// Taps.
    pub taps: Vec<i64>,
    /// Steps.
    pub strides: Vec<i64>,
    /// Distance that neighbors of the input are first spread to.
    pub base: Vec<i64>,
    /// Distance between taps.
    pub dilations: Vec<i64>,
    /// Before and after each dimension, in pairs; negative cuts off.
    pub padding: Vec<i64>,
}

/// The roles of the dimensions of a gathered (or scattered) tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceForm {
    /// Dimensions of the result (of the updates) that run along a slice, ascending.
    pub along: Vec<i64>,
    /// Dimensions of the operand missing in slices.
    pub dropped: Vec<i64>,
    /// Dimension of the operand for each element of an index vector.
    pub map: Vec<i64>,
    /// Dimension of the indices that holds the vectors.
    pub vector: i64,
    /// Size of a slice by dimension of the operand; empty in a scatter.
    pub sizes: Vec<i64>,
}

impl Body {
    /// The fold with this number in REDUCE_WINDOW.
    pub(super) fn named(fold: i64) -> Self {
        let folds = [Fold::Add, Fold::Mul, Fold::Min, Fold::Max, Fold::All, Fold::Any];
        let fold = usize::try_from(fold - 1).ok().and_then(|i| folds.get(i).copied());
        Self { subgraph: -1, fold }
    }

    /// A region, whose fold [`super::decode::resolve`] finds.
    pub(super) fn region(subgraph: i64) -> Self {
        Self { subgraph, fold: None }
    }
}
