//! Decodes options of operators from the schema's tables to [`Params`], by field name.
//!
//! No function is inlined: as one they are 19 KB, and a browser counts the size of what it calls until it optimizes it, which took 34 ms
//! of a model with some hundred operators.

use super::op::Op;
use super::params::{Activation, Padding, Params, Window};
use super::stablehlo::{Body, Fold, SliceForm, SlidingForm};
use super::tensor::Dtype;
use crate::formats::tflite::{Model, OptionValue, Options};

/// The field with an undefined value, because of which options could not be decoded.
pub(super) struct BadField(pub &'static str);

#[inline(never)]
fn activation(o: &Options) -> Result<Activation, BadField> {
    Activation::from_code(o.int("fused_activation_function")).ok_or(BadField("fused_activation_function"))
}

#[inline(never)]
fn positive(o: &Options, field: &'static str) -> Result<usize, BadField> {
    usize::try_from(o.int(field)).ok().filter(|&v| v >= 1 && v <= i32::MAX as usize).ok_or(BadField(field))
}

#[inline(never)]
fn padding(o: &Options) -> Result<Padding, BadField> {
    match o.int("padding") {
        0 => Ok(Padding::Same),
        1 => Ok(Padding::Valid),
        _ => Err(BadField("padding")),
    }
}

#[inline(never)]
fn window(o: &Options, dilated: bool) -> Result<Window, BadField> {
    let padding = padding(o)?;
    let stride = (positive(o, "stride_h")?, positive(o, "stride_w")?);
    let dilation =
        if dilated { (positive(o, "dilation_h_factor")?, positive(o, "dilation_w_factor")?) } else { (1, 1) };
    Ok(Window::new(padding, stride, dilation))
}

#[inline(never)]
fn subgraph(o: &Options, field: &'static str) -> Result<usize, BadField> {
    usize::try_from(o.int(field)).map_err(|_| BadField(field))
}

#[inline(never)]
fn text(o: &Options, field: &str) -> String {
    match o.get(field) {
        Some(OptionValue::Text(text)) => text.clone(),
        _ => String::new(),
    }
}

#[inline(never)]
fn floats(o: &Options, field: &str) -> Vec<f32> {
    match o.get(field) {
        Some(OptionValue::Floats(values)) => values.clone(),
        _ => Vec::new(),
    }
}

impl Params {
    /// Decodes the options of `op`.
    pub(super) fn decode(op: Op, o: &Options) -> Result<Self, BadField> {
        for family in [windows, products, recurrent, control] {
            if let Some(params) = family(op, o)? {
                return Ok(params);
            }
        }
        Ok(elements(op, o).or_else(|| movement(op, o)).or_else(|| stablehlo(op, o)).unwrap_or(Self::None))
    }
}

/// A tensor type by the name of its field; `None` if the file leaves it to the tensor.
#[inline(never)]
fn out(o: &Options, field: &str) -> Params {
    let dtype = i32::try_from(o.int(field)).ok().and_then(Dtype::from_code).filter(|_| !o.table.is_empty());
    Params::Out { dtype }
}

/// Convolutions and pooling.
#[inline(never)]
fn windows(op: Op, o: &Options) -> Result<Option<Params>, BadField> {
    Ok(Some(match op {
        Op::Conv2d => Params::Conv2d { window: window(o, true)?, activation: activation(o)? },
        Op::DepthwiseConv2d => Params::DepthwiseConv2d {
            window: window(o, true)?,
            multiplier: usize::try_from(o.int("depth_multiplier")).map_err(|_| BadField("depth_multiplier"))?,
            activation: activation(o)?,
        },
        Op::Conv3d | Op::Conv3dTranspose => Params::Conv3d {
            padding: padding(o)?,
            stride: [positive(o, "stride_d")?, positive(o, "stride_h")?, positive(o, "stride_w")?],
            dilation: [
                positive(o, "dilation_d_factor")?,
                positive(o, "dilation_h_factor")?,
                positive(o, "dilation_w_factor")?,
            ],
            activation: activation(o)?,
        },
        Op::TransposeConv => Params::TransposeConv { window: window(o, false)?, activation: activation(o)? },
        Op::AveragePool2d | Op::MaxPool2d | Op::L2Pool2d => Params::Pool2d {
            window: window(o, false)?,
            filter: (positive(o, "filter_height")?, positive(o, "filter_width")?),
            activation: activation(o)?,
        },
        _ => return Ok(None),
    }))
}

/// Matrix products, and operators that only have a fused activation.
#[inline(never)]
fn products(op: Op, o: &Options) -> Result<Option<Params>, BadField> {
    Ok(Some(match op {
        Op::Add | Op::Sub | Op::Mul | Op::Div | Op::L2Normalization => Params::Activation(activation(o)?),
        Op::FullyConnected => Params::FullyConnected {
            activation: activation(o)?,
            keep_dims: o.bool("keep_num_dims"),
            shuffled: o.int("weights_format") != 0,
            asymmetric_inputs: o.bool("asymmetric_quantize_inputs"),
        },
        Op::BatchMatmul => Params::BatchMatmul {
            adj_x: o.bool("adj_x"),
            adj_y: o.bool("adj_y"),
            asymmetric_inputs: o.bool("asymmetric_quantize_inputs"),
        },
        Op::Concatenation => Params::Concatenation { axis: o.int("axis"), activation: activation(o)? },
        _ => return Ok(None),
    }))
}

/// Recurrent operators.
#[inline(never)]
fn recurrent(op: Op, o: &Options) -> Result<Option<Params>, BadField> {
    Ok(Some(match op {
        Op::Rnn
        | Op::UnidirectionalSequenceRnn
        | Op::BidirectionalSequenceRnn
        | Op::Lstm
        | Op::UnidirectionalSequenceLstm
        | Op::BidirectionalSequenceLstm
        | Op::Svdf => Params::Recurrent {
            activation: activation(o)?,
            time_major: o.bool("time_major"),
            cell_clip: o.float("cell_clip"),
            proj_clip: o.float("proj_clip"),
            merge_outputs: o.bool("merge_outputs"),
            rank: o.int("rank"),
            kernel_type: o.int("kernel_type"),
            asymmetric_inputs: o.bool("asymmetric_quantize_inputs"),
        },
        _ => return Ok(None),
    }))
}

/// Operators that run other subgraphs.
#[inline(never)]
fn control(op: Op, o: &Options) -> Result<Option<Params>, BadField> {
    Ok(Some(match op {
        Op::If => {
            Params::If { then: subgraph(o, "then_subgraph_index")?, otherwise: subgraph(o, "else_subgraph_index")? }
        }
        Op::While => {
            Params::While { cond: subgraph(o, "cond_subgraph_index")?, body: subgraph(o, "body_subgraph_index")? }
        }
        Op::CallOnce => Params::CallOnce { init: subgraph(o, "init_subgraph_index")? },
        Op::StablehloComposite => Params::Call { body: subgraph(o, "decomposition_subgraph_index")? },
        Op::StablehloCase => {
            let field = "branch_subgraph_indices";
            let index = |&index: &i64| usize::try_from(index).map_err(|_| BadField(field));
            Params::Case { branches: o.ints(field).iter().map(index).collect::<Result<_, _>>()? }
        }
        _ => return Ok(None),
    }))
}

/// Functions of elements, reductions, random numbers.
#[inline(never)]
fn elements(op: Op, o: &Options) -> Option<Params> {
    Some(match op {
        Op::SkipGram => Params::SkipGram {
            size: o.int("ngram_size"),
            skip: o.int("max_skip_size"),
            all: o.bool("include_all_ngrams"),
        },
        Op::EmbeddingLookupSparse => Params::Combiner { combiner: o.int("combiner") },
        Op::Softmax => Params::Softmax { beta: o.float("beta") },
        Op::Mean | Op::Sum | Op::ReduceMax | Op::ReduceMin | Op::ReduceProd | Op::ReduceAny | Op::ReduceAll => {
            Params::Reduce { keep_dims: o.bool("keep_dims") }
        }
        Op::LeakyRelu => Params::LeakyRelu { alpha: o.float("alpha") },
        Op::Gelu => Params::Gelu { approximate: o.bool("approximate") },
        Op::Cumsum => Params::Cumsum { exclusive: o.bool("exclusive"), reverse: o.bool("reverse") },
        Op::ArgMax | Op::ArgMin => out(o, "output_type"),
        Op::Unique => out(o, "idx_out_type"),
        Op::Cast => out(o, "out_data_type"),
        Op::LocalResponseNormalization => Params::LocalResponse {
            radius: o.int("radius"),
            bias: o.float("bias"),
            alpha: o.float("alpha"),
            beta: o.float("beta"),
        },
        Op::FakeQuant => Params::FakeQuant {
            min: o.float("min"),
            max: o.float("max"),
            bits: o.int("num_bits"),
            narrow: o.bool("narrow_range"),
        },
        Op::Bucketize => Params::Bucketize { boundaries: floats(o, "boundaries") },
        Op::RandomUniform | Op::RandomStandardNormal | Op::Multinomial => {
            Params::Random { seed: o.int("seed"), seed2: o.int("seed2") }
        }
        _ => return None,
    })
}

/// Operators that move elements, and those that keep state by name.
#[inline(never)]
fn movement(op: Op, o: &Options) -> Option<Params> {
    Some(match op {
        Op::StablehloPad => Params::EdgePadding {
            low: o.ints("edge_padding_low").to_vec(),
            high: o.ints("edge_padding_high").to_vec(),
            interior: o.ints("interior_padding").to_vec(),
        },
        Op::Reshape => Params::Reshape { shape: o.ints("new_shape").to_vec() },
        Op::Squeeze => Params::Squeeze { dims: o.ints("squeeze_dims").to_vec() },
        Op::ResizeBilinear | Op::ResizeNearestNeighbor => {
            Params::Resize { align_corners: o.bool("align_corners"), half_pixel_centers: o.bool("half_pixel_centers") }
        }
        Op::StridedSlice => Params::StridedSlice {
            begin_mask: o.int("begin_mask") as u32,
            end_mask: o.int("end_mask") as u32,
            ellipsis_mask: o.int("ellipsis_mask") as u32,
            new_axis_mask: o.int("new_axis_mask") as u32,
            shrink_axis_mask: o.int("shrink_axis_mask") as u32,
            offset: o.bool("offset"),
        },
        Op::Gather => Params::Gather { axis: o.int("axis"), batch_dims: o.int("batch_dims") },
        Op::Pack | Op::Unpack | Op::OneHot => Params::Axis { axis: o.int("axis") },
        Op::SpaceToDepth | Op::DepthToSpace => Params::Block { size: o.int("block_size") },
        Op::MirrorPad => Params::MirrorPad { symmetric: o.int("mode") == 1 },
        Op::Shape => out(o, "out_type"),
        Op::ReverseSequence => Params::ReverseSequence { seq_dim: o.int("seq_dim"), batch_dim: o.int("batch_dim") },
        Op::VarHandle => Params::VarHandle { container: text(o, "container"), name: text(o, "shared_name") },
        Op::Hashtable => Params::Hashtable { id: o.int("table_id") },
        _ => return None,
    })
}

/// Options of the operators of this file; `None` for all others.
#[inline(never)]
fn stablehlo(op: Op, o: &Options) -> Option<Params> {
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

/// Finds the fold of a body's subgraph. Like the runtime, looks at its only operator without running it.
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
