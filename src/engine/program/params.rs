//! Options of the operators, decoded from the schema's tables into what kernels ask for.

use super::Op;
use super::stablehlo::{self, Body, SliceForm, SlidingForm};
use super::tensor::Dtype;
use crate::formats::tflite::{OptionValue, Options};

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
    fn from_code(code: i64) -> Option<Self> {
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

    /// Bounds of the result as reals, for the activations that only clamp.
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

/// How a window treats the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Padding {
    /// Output size is input size / stride, rounded up; the border counts as zero (or as absent, in pooling).
    Same,
    /// Only whole windows.
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
}

/// Typed options of a node.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Params {
    /// The op has no options, or none that change its result.
    None,
    /// ADD, SUB, MUL, DIV, L2_NORMALIZATION and other ops with nothing but a fused activation.
    Activation(Activation),
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
        /// Hybrid: inputs are quantized with a zero point of their own.
        asymmetric_inputs: bool,
    },
    /// BATCH_MATMUL.
    BatchMatmul {
        /// Transpose the left operand.
        adj_x: bool,
        /// Transpose the right operand.
        adj_y: bool,
        /// Hybrid: inputs are quantized with a zero point of their own.
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
        /// Words that may be left out between two.
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
        /// Between neighbours.
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
        /// Pixels have their centre at one half.
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
        /// Sum of the elements before.
        exclusive: bool,
        /// From the end.
        reverse: bool,
    },
    /// MIRROR_PAD.
    MirrorPad {
        /// The border row is repeated (SYMMETRIC) rather than left out (REFLECT).
        symmetric: bool,
    },
    /// SHAPE, ARG_MAX, ARG_MIN, UNIQUE, CAST: type of the (second) output.
    Out {
        /// The type; `None` when the file leaves it to the tensor.
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
        /// The smallest code is left out.
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
        /// Hybrid: inputs are quantized with a zero point of their own.
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
        /// Subgraph that is run before the first invocation.
        init: usize,
    },
    /// STABLEHLO_COMPOSITE: an operator by name, with what it stands for.
    Call {
        /// Subgraph that says what it computes.
        body: usize,
    },
    /// STABLEHLO_CASE.
    Case {
        /// Subgraphs by the number that chooses; the last one for any other number.
        branches: Vec<usize>,
    },
    /// VAR_HANDLE.
    VarHandle {
        /// Container and name make the identity.
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
        /// What is done with the elements of a window.
        body: Body,
        /// Form of the window; REDUCE_WINDOW has it in operands.
        form: Option<Box<SlidingForm>>,
    },
    /// STABLEHLO_GATHER, STABLEHLO_SCATTER.
    Slices {
        /// What is done with what stands there and what comes.
        body: Body,
        /// Dimensions.
        form: Box<SliceForm>,
    },
}

/// Why options could not be decoded: the field that holds something no runtime defines.
pub(super) struct BadField(pub &'static str);

fn activation(o: &Options) -> Result<Activation, BadField> {
    Activation::from_code(o.int("fused_activation_function")).ok_or(BadField("fused_activation_function"))
}

fn positive(o: &Options, field: &'static str) -> Result<usize, BadField> {
    usize::try_from(o.int(field)).ok().filter(|&v| v >= 1 && v <= i32::MAX as usize).ok_or(BadField(field))
}

fn padding(o: &Options) -> Result<Padding, BadField> {
    match o.int("padding") {
        0 => Ok(Padding::Same),
        1 => Ok(Padding::Valid),
        _ => Err(BadField("padding")),
    }
}

fn window(o: &Options, dilated: bool) -> Result<Window, BadField> {
    let padding = padding(o)?;
    let stride = (positive(o, "stride_h")?, positive(o, "stride_w")?);
    let dilation =
        if dilated { (positive(o, "dilation_h_factor")?, positive(o, "dilation_w_factor")?) } else { (1, 1) };
    Ok(Window { padding, stride, dilation })
}

fn subgraph(o: &Options, field: &'static str) -> Result<usize, BadField> {
    usize::try_from(o.int(field)).map_err(|_| BadField(field))
}

fn text(o: &Options, field: &str) -> String {
    match o.get(field) {
        Some(OptionValue::Text(text)) => text.clone(),
        _ => String::new(),
    }
}

fn floats(o: &Options, field: &str) -> Vec<f32> {
    match o.get(field) {
        Some(OptionValue::Floats(values)) => values.clone(),
        _ => Vec::new(),
    }
}

impl Params {
    /// Decodes the options of `op`.
    pub(super) fn decode(op: Op, o: &Options) -> Result<Self, BadField> {
        let out = |field| Self::Out {
            dtype: i32::try_from(o.int(field)).ok().and_then(Dtype::from_code).filter(|_| !o.table.is_empty()),
        };
        Ok(match op {
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::L2Normalization => Self::Activation(activation(o)?),
            Op::Conv2d => Self::Conv2d { window: window(o, true)?, activation: activation(o)? },
            Op::DepthwiseConv2d => Self::DepthwiseConv2d {
                window: window(o, true)?,
                multiplier: usize::try_from(o.int("depth_multiplier")).map_err(|_| BadField("depth_multiplier"))?,
                activation: activation(o)?,
            },
            Op::Conv3d | Op::Conv3dTranspose => Self::Conv3d {
                padding: padding(o)?,
                stride: [positive(o, "stride_d")?, positive(o, "stride_h")?, positive(o, "stride_w")?],
                dilation: [
                    positive(o, "dilation_d_factor")?,
                    positive(o, "dilation_h_factor")?,
                    positive(o, "dilation_w_factor")?,
                ],
                activation: activation(o)?,
            },
            Op::SkipGram => Self::SkipGram {
                size: o.int("ngram_size"),
                skip: o.int("max_skip_size"),
                all: o.bool("include_all_ngrams"),
            },
            Op::EmbeddingLookupSparse => Self::Combiner { combiner: o.int("combiner") },
            Op::StablehloPad => Self::EdgePadding {
                low: o.ints("edge_padding_low").to_vec(),
                high: o.ints("edge_padding_high").to_vec(),
                interior: o.ints("interior_padding").to_vec(),
            },
            Op::TransposeConv => Self::TransposeConv { window: window(o, false)?, activation: activation(o)? },
            Op::AveragePool2d | Op::MaxPool2d | Op::L2Pool2d => Self::Pool2d {
                window: window(o, false)?,
                filter: (positive(o, "filter_height")?, positive(o, "filter_width")?),
                activation: activation(o)?,
            },
            Op::FullyConnected => Self::FullyConnected {
                activation: activation(o)?,
                keep_dims: o.bool("keep_num_dims"),
                shuffled: o.int("weights_format") != 0,
                asymmetric_inputs: o.bool("asymmetric_quantize_inputs"),
            },
            Op::BatchMatmul => Self::BatchMatmul {
                adj_x: o.bool("adj_x"),
                adj_y: o.bool("adj_y"),
                asymmetric_inputs: o.bool("asymmetric_quantize_inputs"),
            },
            Op::Softmax => Self::Softmax { beta: o.float("beta") },
            Op::Concatenation => Self::Concatenation { axis: o.int("axis"), activation: activation(o)? },
            Op::Reshape => Self::Reshape { shape: o.ints("new_shape").to_vec() },
            Op::Squeeze => Self::Squeeze { dims: o.ints("squeeze_dims").to_vec() },
            Op::Mean | Op::Sum | Op::ReduceMax | Op::ReduceMin | Op::ReduceProd | Op::ReduceAny | Op::ReduceAll => {
                Self::Reduce { keep_dims: o.bool("keep_dims") }
            }
            Op::ResizeBilinear | Op::ResizeNearestNeighbor => Self::Resize {
                align_corners: o.bool("align_corners"),
                half_pixel_centers: o.bool("half_pixel_centers"),
            },
            Op::StridedSlice => Self::StridedSlice {
                begin_mask: o.int("begin_mask") as u32,
                end_mask: o.int("end_mask") as u32,
                ellipsis_mask: o.int("ellipsis_mask") as u32,
                new_axis_mask: o.int("new_axis_mask") as u32,
                shrink_axis_mask: o.int("shrink_axis_mask") as u32,
                offset: o.bool("offset"),
            },
            Op::Gather => Self::Gather { axis: o.int("axis"), batch_dims: o.int("batch_dims") },
            Op::Pack | Op::Unpack | Op::OneHot => Self::Axis { axis: o.int("axis") },
            Op::SpaceToDepth | Op::DepthToSpace => Self::Block { size: o.int("block_size") },
            Op::LeakyRelu => Self::LeakyRelu { alpha: o.float("alpha") },
            Op::Gelu => Self::Gelu { approximate: o.bool("approximate") },
            Op::Cumsum => Self::Cumsum { exclusive: o.bool("exclusive"), reverse: o.bool("reverse") },
            Op::MirrorPad => Self::MirrorPad { symmetric: o.int("mode") == 1 },
            Op::Shape => out("out_type"),
            Op::ArgMax | Op::ArgMin => out("output_type"),
            Op::Unique => out("idx_out_type"),
            Op::Cast => out("out_data_type"),
            Op::LocalResponseNormalization => Self::LocalResponse {
                radius: o.int("radius"),
                bias: o.float("bias"),
                alpha: o.float("alpha"),
                beta: o.float("beta"),
            },
            Op::ReverseSequence => Self::ReverseSequence { seq_dim: o.int("seq_dim"), batch_dim: o.int("batch_dim") },
            Op::FakeQuant => Self::FakeQuant {
                min: o.float("min"),
                max: o.float("max"),
                bits: o.int("num_bits"),
                narrow: o.bool("narrow_range"),
            },
            Op::Bucketize => Self::Bucketize { boundaries: floats(o, "boundaries") },
            Op::Rnn
            | Op::UnidirectionalSequenceRnn
            | Op::BidirectionalSequenceRnn
            | Op::Lstm
            | Op::UnidirectionalSequenceLstm
            | Op::BidirectionalSequenceLstm
            | Op::Svdf => Self::Recurrent {
                activation: activation(o)?,
                time_major: o.bool("time_major"),
                cell_clip: o.float("cell_clip"),
                proj_clip: o.float("proj_clip"),
                merge_outputs: o.bool("merge_outputs"),
                rank: o.int("rank"),
                kernel_type: o.int("kernel_type"),
                asymmetric_inputs: o.bool("asymmetric_quantize_inputs"),
            },
            Op::If => {
                Self::If { then: subgraph(o, "then_subgraph_index")?, otherwise: subgraph(o, "else_subgraph_index")? }
            }
            Op::While => {
                Self::While { cond: subgraph(o, "cond_subgraph_index")?, body: subgraph(o, "body_subgraph_index")? }
            }
            Op::CallOnce => Self::CallOnce { init: subgraph(o, "init_subgraph_index")? },
            Op::StablehloComposite => Self::Call { body: subgraph(o, "decomposition_subgraph_index")? },
            Op::StablehloCase => {
                let field = "branch_subgraph_indices";
                let index = |&index: &i64| usize::try_from(index).map_err(|_| BadField(field));
                Self::Case { branches: o.ints(field).iter().map(index).collect::<Result<_, _>>()? }
            }
            Op::VarHandle => Self::VarHandle { container: text(o, "container"), name: text(o, "shared_name") },
            Op::Hashtable => Self::Hashtable { id: o.int("table_id") },
            Op::RandomUniform | Op::RandomStandardNormal | Op::Multinomial => {
                Self::Random { seed: o.int("seed"), seed2: o.int("seed2") }
            }
            _ => stablehlo::decode(op, o).unwrap_or(Self::None),
        })
    }

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
