//! Options of the operators, decoded from the schema's tables.

use super::stablehlo::{Body, SliceForm, SlidingForm};
use super::tensor::Dtype;
use std::rc::Rc;

/// Function applied to an operator's result before it is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Activation {
    /// None.
    #[default]
    None,
    /// max(x, 0).
    Relu,
    /// Clamp to -1..1.
    ReluN1To1,
    /// Clamp to 0..6.
    Relu6,
    /// Hyperbolic tangent (recurrent ops only).
    Tanh,
    /// Sign bit; no kernel has it.
    SignBit,
}

impl Activation {
    /// The activation of a schema number.
    pub(super) fn from_code(code: i64) -> Option<Self> {
        Some(match code {
            0 => Self::None,
            1 => Self::Relu,
            2 => Self::ReluN1To1,
            3 => Self::Relu6,
            4 => Self::Tanh,
            5 => Self::SignBit,
            _ => return None,
        })
    }

    /// Bounds of the result as reals, for activations that only clamp.
    pub fn range(self) -> Option<(f32, f32)> {
        Some(match self {
            Self::None => (f32::NEG_INFINITY, f32::INFINITY),
            Self::Relu => (0.0, f32::INFINITY),
            Self::ReluN1To1 => (-1.0, 1.0),
            Self::Relu6 => (0.0, 6.0),
            Self::Tanh | Self::SignBit => return None,
        })
    }
}

/// Border rule of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Padding {
    /// Output size is input size / stride, rounded up; the border counts as zero (or as absent, in pooling).
    Same,
    /// Only complete windows.
    Valid,
}

/// Geometry of a sliding window; pairs are (height, width).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Border rule.
    pub padding: Padding,
    /// Step.
    pub stride: (usize, usize),
    /// Distance between taps; (1, 1) for pooling.
    pub dilation: (usize, usize),
    /// Zeros around the input, to which the border rule applies then: (before, after) along height and width. Files have none;
    /// it stands for a PAD before a convolution.
    pub border: [(usize, usize); 2],
}

impl Window {
    /// A window without a border.
    pub fn new(padding: Padding, stride: (usize, usize), dilation: (usize, usize)) -> Self {
        Self { padding, stride, dilation, border: [(0, 0); 2] }
    }
}

/// Typed options of a node.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Params {
    /// The op has no options that change its result.
    None,
    /// ADD, SUB, MUL, DIV, L2_NORMALIZATION and other ops with only a fused activation.
    Activation(Activation),
    /// LOGISTIC: the result of each byte of an int8 or uint8 operand. Files have none; it stands for several operators.
    Table(Rc<[u8; 256]>),
    /// CONV_2D.
    Conv2d {
        /// Window.
        window: Window,
        /// Fused activation.
        activation: Activation,
    },
    /// DEPTHWISE_CONV_2D.
    DepthwiseConv2d {
        /// Window.
        window: Window,
        /// Output channels for each input channel, as stored (kernels derive it from the shapes).
        multiplier: usize,
        /// Fused activation.
        activation: Activation,
    },
    /// TRANSPOSE_CONV.
    TransposeConv {
        /// Window; dilation is always 1.
        window: Window,
        /// Fused activation.
        activation: Activation,
    },
    /// AVERAGE_POOL_2D, MAX_POOL_2D, L2_POOL_2D.
    Pool2d {
        /// Window; dilation is always 1.
        window: Window,
        /// Height and width of the window.
        filter: (usize, usize),
        /// Fused activation.
        activation: Activation,
    },
    /// FULLY_CONNECTED.
    FullyConnected {
        /// Fused activation.
        activation: Activation,
        /// The output keeps the input's leading dimensions.
        keep_dims: bool,
        /// Weights are stored in the shuffled 4x16 order.
        shuffled: bool,
        /// Dynamic range: inputs are quantized with a zero point of their own.
        asymmetric_inputs: bool,
    },
    /// BATCH_MATMUL.
    BatchMatmul {
        /// Transpose the left operand.
        adj_x: bool,
        /// Transpose the right operand.
        adj_y: bool,
        /// Dynamic range: inputs are quantized with a zero point of their own.
        asymmetric_inputs: bool,
    },
    /// SOFTMAX.
    Softmax {
        /// Factor on the logits.
        beta: f32,
    },
    /// CONCATENATION.
    Concatenation {
        /// Axis; negative counts from the end.
        axis: i64,
        /// Fused activation.
        activation: Activation,
    },
    /// CONV_3D, CONV_3D_TRANSPOSE; triples are (depth, height, width).
    Conv3d {
        /// Border rule.
        padding: Padding,
        /// Step.
        stride: [usize; 3],
        /// Distance between taps.
        dilation: [usize; 3],
        /// Fused activation.
        activation: Activation,
    },
    /// SKIP_GRAM.
    SkipGram {
        /// Words of a phrase.
        size: i64,
        /// Words that may be skipped between two.
        skip: i64,
        /// Shorter phrases too.
        all: bool,
    },
    /// EMBEDDING_LOOKUP_SPARSE.
    Combiner {
        /// 0 sum, 1 mean, 2 divided by the root of the squares.
        combiner: i64,
    },
    /// STABLEHLO_PAD.
    EdgePadding {
        /// Before the first element, by dimension; negative cuts off.
        low: Vec<i64>,
        /// After the last.
        high: Vec<i64>,
        /// Between neighbors.
        interior: Vec<i64>,
    },
    /// RESHAPE: the shape in the options, used when there is no shape operand.
    Reshape {
        /// New shape; -1 is inferred.
        shape: Vec<i64>,
    },
    /// SQUEEZE.
    Squeeze {
        /// Dimensions to drop; empty drops all of size 1.
        dims: Vec<i64>,
    },
    /// MEAN, SUM, REDUCE_*.
    Reduce {
        /// Keep reduced dimensions as 1.
        keep_dims: bool,
    },
    /// RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR.
    Resize {
        /// First and last pixels of input and output coincide.
        align_corners: bool,
        /// Pixels have their center at one half.
        half_pixel_centers: bool,
    },
    /// STRIDED_SLICE.
    StridedSlice {
        /// Bit i: begin[i] is ignored.
        begin_mask: u32,
        /// Bit i: end[i] is ignored.
        end_mask: u32,
        /// Bit i: an ellipsis.
        ellipsis_mask: u32,
        /// Bit i: a new dimension of size 1.
        new_axis_mask: u32,
        /// Bit i: the dimension is dropped.
        shrink_axis_mask: u32,
        /// `end` counts from `begin`.
        offset: bool,
    },
    /// GATHER.
    Gather {
        /// Axis; negative counts from the end.
        axis: i64,
        /// Leading dimensions shared by both operands.
        batch_dims: i64,
    },
    /// PACK, UNPACK, ONE_HOT.
    Axis {
        /// Axis; negative counts from the end.
        axis: i64,
    },
    /// SPACE_TO_DEPTH, DEPTH_TO_SPACE.
    Block {
        /// Edge of the block.
        size: i64,
    },
    /// LEAKY_RELU.
    LeakyRelu {
        /// Slope for negative inputs.
        alpha: f32,
    },
    /// GELU.
    Gelu {
        /// The tanh formula.
        approximate: bool,
    },
    /// CUMSUM.
    Cumsum {
        /// Excludes the element itself from its sum.
        exclusive: bool,
        /// From the end.
        reverse: bool,
    },
    /// MIRROR_PAD.
    MirrorPad {
        /// The border row is repeated (SYMMETRIC), not skipped (REFLECT).
        symmetric: bool,
    },
    /// SHAPE, ARG_MAX, ARG_MIN, UNIQUE, CAST: type of the (second) output.
    Out {
        /// The type; `None` if the file leaves it to the tensor.
        dtype: Option<Dtype>,
    },
    /// LOCAL_RESPONSE_NORMALIZATION.
    LocalResponse {
        /// Channels on each side.
        radius: i64,
        /// Added to the sum.
        bias: f32,
        /// Factor of the sum.
        alpha: f32,
        /// Exponent.
        beta: f32,
    },
    /// REVERSE_SEQUENCE.
    ReverseSequence {
        /// Dimension that is reversed.
        seq_dim: i64,
        /// Dimension of the lengths.
        batch_dim: i64,
    },
    /// FAKE_QUANT.
    FakeQuant {
        /// Smallest real.
        min: f32,
        /// Largest real.
        max: f32,
        /// Bits.
        bits: i64,
        /// The smallest quantized value is not used.
        narrow: bool,
    },
    /// BUCKETIZE.
    Bucketize {
        /// Ascending.
        boundaries: Vec<f32>,
    },
    /// Recurrent and sequence ops (RNN, LSTM, SVDF).
    Recurrent {
        /// Fused activation.
        activation: Activation,
        /// Time is the first dimension.
        time_major: bool,
        /// 0: no clipping of the cell state.
        cell_clip: f32,
        /// 0: no clipping of the projection.
        proj_clip: f32,
        /// Both directions in one output.
        merge_outputs: bool,
        /// SVDF rank.
        rank: i64,
        /// LSTM kernel kind: 0 full, 1 basic.
        kernel_type: i64,
        /// Dynamic range: inputs are quantized with a zero point of their own.
        asymmetric_inputs: bool,
    },
    /// IF.
    If {
        /// Subgraph when true.
        then: usize,
        /// Subgraph when false.
        otherwise: usize,
    },
    /// WHILE.
    While {
        /// Subgraph of the condition.
        cond: usize,
        /// Subgraph of the body.
        body: usize,
    },
    /// CALL_ONCE.
    CallOnce {
        /// Subgraph that runs before the first run.
        init: usize,
    },
    /// STABLEHLO_COMPOSITE: an operator by name, with the subgraph that defines it.
    Call {
        /// Subgraph with its computation.
        body: usize,
    },
    /// STABLEHLO_CASE.
    Case {
        /// Subgraphs by the selecting number; the last one for any other number.
        branches: Vec<usize>,
    },
    /// VAR_HANDLE.
    VarHandle {
        /// Container; with the name, the identity.
        container: String,
        /// Shared name.
        name: String,
    },
    /// HASHTABLE.
    Hashtable {
        /// Identity.
        id: i64,
    },
    /// RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL, MULTINOMIAL.
    Random {
        /// First seed.
        seed: i64,
        /// Second seed.
        seed2: i64,
    },
    /// STABLEHLO_RNG_BIT_GENERATOR.
    RandomBits {
        /// 0 and 1 Philox, 2 Threefry.
        algorithm: i64,
    },
    /// LSH_PROJECTION.
    Projection {
        /// 1 a number for each hash, 2 a number for each bit.
        kind: i64,
    },
    /// REDUCE_WINDOW, STABLEHLO_REDUCE_WINDOW.
    ReduceWindow {
        /// How the elements of a window are combined.
        body: Body,
        /// Form of the window; REDUCE_WINDOW has it in operands.
        form: Option<Box<SlidingForm>>,
    },
    /// STABLEHLO_GATHER, STABLEHLO_SCATTER.
    Slices {
        /// How a new value is combined with the existing one.
        body: Body,
        /// Dimensions.
        form: Box<SliceForm>,
    },
}

impl Params {
    /// Subgraphs that the node runs.
    pub fn subgraphs(&self) -> Vec<usize> {
        match *self {
            Self::If { then, otherwise } => vec![then, otherwise],
            Self::While { cond, body } => vec![cond, body],
            Self::CallOnce { init } => vec![init],
            Self::Call { body } => vec![body],
            Self::Case { ref branches } => branches.clone(),
            _ => Vec::new(),
        }
    }

    /// The fused activation; `None` where there is none.
    pub fn activation(&self) -> Activation {
        match self {
            Self::Activation(activation)
            | Self::Conv2d { activation, .. }
            | Self::DepthwiseConv2d { activation, .. }
            | Self::TransposeConv { activation, .. }
            | Self::Conv3d { activation, .. }
            | Self::Pool2d { activation, .. }
            | Self::FullyConnected { activation, .. }
            | Self::Concatenation { activation, .. }
            | Self::Recurrent { activation, .. } => *activation,
            _ => Activation::None,
        }
    }
}
