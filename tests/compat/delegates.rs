//! Delegates and other engines: every rule of the tables is met by one small model and violated by another, the
//! official GPU check agrees with TensorFlow's own answers, and every row of the tables is in use.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits};
use vintage::compat::{Delegated, Takes, assess_delegates, lowerings, resolver};
use vintage::formats::tflite::{
    Buffer, BuiltinOp, Model, Operator, OperatorCode, OptionValue, Options, Subgraph, Tensor, TensorType,
};
use vintage::services::delegates::schema::DelegateReport;

/// Nodes that meet every rule of their ops: `inputs > outputs | options`, a tensor as type and shape, `!` for a constant.
const GOOD: &[(&str, &str)] = &[
    ("ADD MUL", "f 1,4,4,2; f 4,2 > f 1,4,4,2"),
    ("ADD_N", "f 2; f 2 > f 2"),
    ("AVERAGE_POOL_2D MAX_POOL_2D", "f 1,4,4,2 > f 1,2,2,2 | filter_height=2 filter_width=2 stride_h=2 stride_w=2"),
    ("BATCH_MATMUL", "f 2,2; f 2,2 > f 2,2"),
    ("BITCAST", "f 2,3 > i 2,3"),
    ("CAST", "f 2 > i 2"),
    ("CONCATENATION", "f 2; f 2 > f 4"),
    (
        "CONV_2D",
        "f 1,4,4,2; f! 8,3,3,2; f! 8 > f 1,4,4,8 | stride_h=1 stride_w=1 dilation_h_factor=1 dilation_w_factor=1",
    ),
    ("CUMSUM", "f 3; i! - > f 3"),
    ("DENSIFY", "f! 3 > f 3"),
    (
        "DEPTHWISE_CONV_2D",
        "f 1,4,4,2; f! 1,3,3,2; f! 2 > f 1,4,4,2 | stride_h=1 stride_w=1 dilation_h_factor=1 dilation_w_factor=1 depth_multiplier=1",
    ),
    ("DEPTH_TO_SPACE SPACE_TO_DEPTH", "f 1,2,2,4 > f 1,4,4,1 | block_size=2"),
    ("DEQUANTIZE", "q 2 > f 2"),
    ("EMBEDDING_LOOKUP", "i 2; f! 5,3 > f 2,3"),
    ("DYNAMIC_UPDATE_SLICE", "f 4,4; f 1,4; i 2 > f 4,4"),
    ("FULLY_CONNECTED", "f 1,4; f! 3,4 > f 1,3"),
    ("GATHER", "f 4,2; i! 2 > f 2,2"),
    ("HARD_SWISH QUANTIZE RESHAPE TILE TRANSPOSE", "f 2,2 > f 2,2"),
    (
        "LSTM",
        "f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1; f 1 > f 1 | fused_activation_function=4",
    ),
    ("MEAN REDUCE_ALL REDUCE_ANY REDUCE_MAX REDUCE_MIN REDUCE_PROD SUM REVERSE_V2", "f 2,2; i! 1 > f 2"),
    ("ONE_HOT", "i 1,3; i! -; f! -; f! - > f 1,3,4 | axis=-1"),
    ("PACK RELU_N1_TO_1 PRELU SPLIT SPLIT_V RELU RELU6 LEAKY_RELU", "f 2 > f 2"),
    ("SELECT SELECT_V2", "b 2; f 2; f - > f 2"),
    ("SLICE", "f 1,2,2; i! 3; i! 3 > f 1,2,2"),
    ("SOFTMAX", "f 2 > f 2 | beta=1.0"),
    ("STRIDED_SLICE", "f 1,2,2; i! 3; i! 3; i! 3 > f 1,2,2"),
    ("TOPK_V2", "f 4; i! - > f 2; i 2"),
    ("TRANSPOSE_CONV", "i! 4; f! 2,3,3,2; f 1,4,4,2 > f 1,8,8,2 | stride_h=2 stride_w=2"),
    ("RESIZE_BILINEAR RESIZE_NEAREST_NEIGHBOR", "f 1,2,2,1; i! 2 > f 1,4,4,1"),
    ("PAD PADV2 MIRROR_PAD", "f 1,2,2,1; i! 4,2 > f 1,4,4,1"),
    (
        "ABS CEIL COS ELU EXP FLOOR GELU LOG LOGICAL_NOT LOGISTIC NEG ROUND RSQRT SIGN SIN SQRT SQUARE TANH STABLEHLO_CBRT",
        "f 2 > f 2",
    ),
    (
        "ATAN2 EQUAL FLOOR_DIV FLOOR_MOD GREATER GREATER_EQUAL LOGICAL_AND LOGICAL_OR LESS LESS_EQUAL MAXIMUM MINIMUM NOT_EQUAL \
         POW RIGHT_SHIFT STABLEHLO_REMAINDER STABLEHLO_SHIFT_LEFT SQUARED_DIFFERENCE DIV SUB",
        "f 2; f! 2 > f 2",
    ),
    ("STABLEHLO_BROADCAST_IN_DIM", "f 2,3; i! 2 > f 4,2,3"),
    ("STABLEHLO_CLAMP", "f -; f 2; f - > f 2"),
    ("Convolution2DTransposeBias", "f 1; f! 1 > f 1 | raw=0,1,1"),
    ("MaxPoolingWithArgmax2D", "f 1,4,4,1 > f 1,2,2,1; i 1,2,2,1 | raw=0,2,2,2,2,0"),
    ("MaxUnpooling2D", "f 1; i 1 > f 1 | raw=0,2,2,2,2"),
    ("Resampler", "f 1,4,4,1; f 1,2,2,2 > f 1,2,2,1"),
];

/// Nodes that violate one rule and meet those before it; `*` represents every op that has the rule and no row of its
/// own.
const BROKEN: &[(&str, &str, &str)] = &[
    ("*", "two-inputs", "f 2; f 2; f 2 > f 2"),
    ("*", "broadcast", "f 1,4,4,2; f 4,3 > f 1,4,4,2"),
    ("*", "one-runtime-input", "f 2; f 2 > f 2"),
    ("AVERAGE_POOL_2D MAX_POOL_2D", "filter-size", "f 1 > f 1 | stride_h=1 stride_w=1"),
    ("AVERAGE_POOL_2D MAX_POOL_2D", "strides", "f 1 > f 1 | filter_height=1 filter_width=1 stride_h=1"),
    (
        "AVERAGE_POOL_2D MAX_POOL_2D",
        "activation",
        "f 1 > f 1 | filter_height=1 filter_width=1 stride_h=1 stride_w=1 fused_activation_function=5",
    ),
    ("*", "two-inputs-one-output", "f 2,2 > f 2,2"),
    ("*", "bitcast-same", "f 2,3 > i 3,2"),
    ("*", "bitcast-smaller", "f 2,3 > s 2,3,4"),
    ("*", "bitcast-larger", "s 2,3,4 > f 2,3"),
    ("*", "cast-types", "q 2 > f 2"),
    ("*", "convolution-inputs", "f 1; f 1; f 1 > f 1"),
    ("CONV_2D DEPTHWISE_CONV_2D", "strides-dilations", "f 1; f! 1 > f 1 | stride_h=1 stride_w=1 dilation_h_factor=1"),
    (
        "CONV_2D DEPTHWISE_CONV_2D",
        "activation",
        "f 1; f! 1 > f 1 | stride_h=1 stride_w=1 dilation_h_factor=1 dilation_w_factor=1 fused_activation_function=5",
    ),
    ("TRANSPOSE_CONV", "strides", "f 1; f! 1 > f 1 | stride_h=1"),
    ("*", "float-and-same", "f 3; i! - > h 3"),
    ("CUMSUM", "axes-constant", "f 3; i - > f 3"),
    ("*", "no-runtime-input", "f 3 > f 3"),
    (
        "DEPTHWISE_CONV_2D",
        "rank-4",
        "f 4,4,2; f! 1,3,3,2 > f 1,4,4,2 | stride_h=1 stride_w=1 dilation_h_factor=1 dilation_w_factor=1",
    ),
    (
        "DEPTHWISE_CONV_2D",
        "same-batch",
        "f 2,4,4,2; f! 1,3,3,2 > f 1,4,4,2 | stride_h=1 stride_w=1 dilation_h_factor=1 dilation_w_factor=1",
    ),
    (
        "DEPTHWISE_CONV_2D",
        "filter-channels",
        "f 1,4,4,2; f! 1,3,3,3 > f 1,4,4,2 | stride_h=1 stride_w=1 dilation_h_factor=1 dilation_w_factor=1",
    ),
    (
        "DEPTHWISE_CONV_2D",
        "depth-multiplier",
        "f 1,4,4,2; f! 1,3,3,2 > f 1,4,4,2 | stride_h=1 stride_w=1 dilation_h_factor=1 dilation_w_factor=1 depth_multiplier=2",
    ),
    (
        "DEPTHWISE_CONV_2D",
        "bias-size",
        "f 1,4,4,2; f! 1,3,3,2; f! 3 > f 1,4,4,2 | stride_h=1 stride_w=1 dilation_h_factor=1 dilation_w_factor=1 depth_multiplier=1",
    ),
    ("*", "block-size", "f 1,2,2,4 > f 1,2,2,4 | block_size=1"),
    ("*", "one-input-one-output", "q 2; q 2 > f 2"),
    ("*", "not-int16", "s 2 > f 2"),
    ("*", "input-rank-1", "i 2,1; f! 5,3 > f 2,3"),
    ("*", "values-rank", "i 2; f! 5 > f 2"),
    ("*", "output-rank-of-values", "i 2; f! 5,3 > f 2,3,1"),
    ("*", "inner-dimensions", "i 2; f! 5,3 > f 2,4"),
    ("*", "values-type", "i 2; h! 5,3 > h 2,3"),
    ("*", "three-inputs", "f 4,4; f 1,4 > f 4,4"),
    ("*", "same-type", "f 4,4; h 1,4; i 2 > f 4,4"),
    ("*", "indices-vector", "f 4,4; f 1,4; l 2 > f 4,4"),
    ("*", "same-rank", "f 4,4; f 4; i 2 > f 4,4"),
    ("*", "an-input", " > f 1,3"),
    ("*", "weights-format", "f 1,4; f! 3,4 > f 1,3 | weights_format=1"),
    ("*", "two-runtime-inputs-at-most", "f 1,4; f 3,4; f 3 > f 1,3"),
    ("*", "input-not-constant", "f! 1,4; f 3,4 > f 1,3"),
    ("*", "keep-dimensions", "f 1,1,4; f! 3,4 > f 1,3 | keep_num_dims=1"),
    ("*", "two-operands", "f 4,2; f! 2; f! 2 > f 2,2"),
    ("*", "indices-rank-1", "f 4,2; i! 2,1 > f 2,2"),
    ("*", "indices-int32", "f 4,2; l! 2 > f 2,2"),
    ("*", "lstm-full", "f 1; f 1 > f 1 | fused_activation_function=4"),
    ("*", "lstm-basic", "f 1; f 1; f 1; f! 1; f! 1 > f 1; f 1; f 1; f 1,3 | kernel_type=1 fused_activation_function=4"),
    ("*", "one-runtime-one-constant", "f 2,2; i 1 > f 2"),
    ("*", "axes-constant", "f 2,2; l! 1 > f 2"),
    ("*", "four-inputs", "i 1,3; i! -; f! - > f 1,3,4"),
    ("*", "input-int32", "l 1,3; i! -; f! -; f! - > f 1,3,4 | axis=-1"),
    ("*", "one-hot-axis", "i 1,3; i! -; f! -; f! - > f 1,3,4 | axis=1"),
    ("*", "one-hot-shape", "i 2,3; i! -; f! -; f! - > f 2,3,4 | axis=-1"),
    ("*", "one-hot-values", "i 1,3; i! -; i! -; i! - > f 1,3,4 | axis=-1"),
    ("*", "three-inputs-one-output", "b 2; f 2 > f 2"),
    ("*", "condition-type", "i 2; f 2; f 2 > f 2"),
    ("*", "condition-shape", "b 3; f 2; f 2 > f 2"),
    ("*", "choices-shape", "b 2,2; f 2; f 2,2 > f 2,2"),
    ("*", "choices-constant", "b 2,2; f 2,2; f! 2,2 > f 2,2"),
    ("*", "three-inputs-at-least", "f 1,2,2; i! 3 > f 1,2,2"),
    ("SLICE", "rank-3-or-4", "f 2,2; i! 2; i! 2 > f 2,2"),
    ("*", "beta", "f 2 > f 2 | beta=2.0"),
    ("*", "masks", "f 1,2,2; i! 3; i! 3; i! 3 > f 2,2 | shrink_axis_mask=1"),
    ("*", "four-inputs-at-least", "f 1,2,2; i! 3; i! 3 > f 1,2,2"),
    ("STRIDED_SLICE", "rank-3-or-4", "f 2,2; i! 2; i! 2; i! 2 > f 2,2"),
    ("*", "one-runtime-two-outputs", "f 4; i - > f 2; i 2"),
    ("*", "resize-corners", "f 1,2,2,1; i! 2 > f 1,4,4,1 | align_corners=1 half_pixel_centers=1"),
    ("*", "reflect", "f 1,2,2,1; i! 4,2 > f 1,4,4,1 | mode=1"),
    ("*", "paddings", "f 2,1; i! 2,2 > f 4,1"),
    ("*", "one-runtime-no-constant", "f 2; f! 2 > f 2"),
    ("DIV SUB", "activation", "f 2; f! 2 > f 2 | fused_activation_function=5"),
    ("MUL", "activation", "f 2; f 2 > f 2 | fused_activation_function=5"),
    ("*", "broadcast-dimensions", "f 2,3; i! 3 > f 4,2,3"),
    ("*", "any-float-and-same", "i 2 > i 2"),
    ("*", "three-runtime-inputs", "f! -; f 2; f! - > f 2"),
    ("*", "same-type-of-three", "h -; f 2; f - > f 2"),
    ("*", "clamp-bounds", "f 3; f 2; f - > f 2"),
    ("*", "weights", "f 1 > f 1 | raw=0,1,1"),
    ("*", "raw-strides", "f 1; f! 1 > f 1 | raw=0,0,1"),
    ("MaxPoolingWithArgmax2D", "raw-filter-strides", "f 1 > f 1; i 1 | raw=0,2,2,2"),
    ("MaxUnpooling2D", "raw-filter-strides", "f 1; i 1 > f 1"),
    ("*", "raw-activation", "f 1 > f 1; i 1 | raw=0,2,2,2,2,5"),
    ("*", "two-runtime-inputs", "f 1 > f 1"),
    ("*", "inputs-rank-4", "f 1,4,4,1; f 2,2 > f 1,2,2,1"),
    ("*", "warp-channels", "f 1,4,4,1; f 1,2,2,1 > f 1,2,2,1"),
    ("TRANSPOSE_CONV", "data-float32", "i! 4; h! 1; h 1 > h 1"),
    ("*", "data-float32", "h 2 > h 2"),
    ("*", "data-8-bit", "f 2 > f 2"),
    ("*", "rank-4-at-most", "q 1,1,1,1,2 > q 1,1,1,1,2"),
    ("*", "never", "q 2 > q 2"),
    ("*", "not-sparse", "f 2 > f 2 | version=8"),
    ("*", "composite-attention", "f 2 > f 2"),
];

/// Rules that no model can break.
const UNBREAKABLE: [&str; 2] = ["always", "options"];

fn knowledge(name: &str) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(format!("{}/knowledge/{name}.csv", env!("CARGO_MANIFEST_DIR"))).expect("a table");
    let cells = |line: &str| {
        let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(std::mem::take(&mut cell)),
                c => cell.push(c),
            }
        }
        cells.push(cell);
        cells
    };
    let mut lines = text.lines();
    let head = cells(lines.next().expect("a head"));
    lines.map(|line| head.iter().cloned().zip(cells(line)).collect()).collect()
}

/// A model of one node, and the bytes of its custom options.
fn model(op: &str, spec: &str) -> (Model, Vec<u8>) {
    let (tensors, options) = spec.split_once('|').unwrap_or((spec, ""));
    let (inputs, outputs) = tensors.split_once('>').expect("inputs > outputs");
    let mut all = vec![];
    let mut side = |text: &str| -> Vec<i32> {
        let tensors = text.split(';').map(str::trim).filter(|tensor| !tensor.is_empty());
        let indices = tensors.map(|tensor| {
            let (dtype, shape) = tensor.split_once(' ').expect("a type and a shape");
            let name = match dtype.trim_end_matches('!') {
                "f" => "FLOAT32",
                "h" => "FLOAT16",
                "i" => "INT32",
                "l" => "INT64",
                "s" => "INT16",
                "q" => "INT8",
                "b" => "BOOL",
                other => panic!("type {other}"),
            };
            all.push(Tensor {
                dtype: TensorType::from_schema_name(name).expect("a type").code(),
                shape: shape.split(',').filter(|d| *d != "-").map(|d| d.trim().parse().expect("a size")).collect(),
                buffer: u32::from(dtype.ends_with('!')),
                ..Tensor::default()
            });
            all.len() as i32 - 1
        });
        indices.collect()
    };
    let (inputs, outputs) = (side(inputs), side(outputs));
    let (mut fields, mut raw, mut version) = (Vec::new(), Vec::new(), 1);
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').expect("name=value");
        match (name, value.contains('.')) {
            ("raw", _) => {
                raw = value.split(',').flat_map(|n| n.parse::<i32>().expect("a number").to_le_bytes()).collect()
            }
            ("version", _) => version = value.parse().expect("a version"),
            (_, true) => {
                fields.push((name.to_owned().leak() as &str, OptionValue::Float(value.parse().expect("a float"))))
            }
            _ => fields.push((name.to_owned().leak() as &str, OptionValue::Int(value.parse().expect("a number")))),
        }
    }
    let code = match BuiltinOp::from_name(op) {
        Some(op) => OperatorCode { code: op.code(), version, ..OperatorCode::default() },
        None => OperatorCode { code: 32, version, custom_code: Some(op.to_owned()), ..OperatorCode::default() },
    };
    let operator = Operator {
        inputs,
        outputs,
        options: Options { table: "", fields },
        custom_options: (!raw.is_empty()).then_some(0..raw.len() as u64),
        ..Operator::default()
    };
    let subgraph = Subgraph { tensors: all, operators: vec![operator], ..Subgraph::default() };
    let buffers = vec![Buffer::default(), Buffer { range: Some(0..4), ..Buffer::default() }];
    (Model { operator_codes: vec![code], subgraphs: vec![subgraph], buffers, ..Model::default() }, raw)
}

fn asked(op: &str, spec: &str) -> Vec<Delegated> {
    let (model, raw) = model(op, spec);
    assess_delegates(&model, "", &Limits::default(), &|_| raw.clone())
}

fn by<'a>(all: &'a [Delegated], engine: &str) -> &'a Delegated {
    all.iter().find(|one| one.engine.id == engine).expect("an engine of this id")
}

fn has(ops: &str, op: &str) -> bool {
    ops.split_whitespace().any(|one| one == op)
}

#[test]
fn every_gpu_op_has_a_node_that_meets_all_of_its_rules() {
    let ops: BTreeSet<String> = knowledge("delegate_conditions")
        .into_iter()
        .filter(|row| row["on"] == "gpu-check")
        .map(|row| row["op"].clone())
        .collect();
    for op in &ops {
        let (_, spec) = GOOD.iter().find(|(ops, _)| has(ops, op)).unwrap_or_else(|| panic!("no good node of {op}"));
        let all = asked(op, spec);
        let check = by(&all, "gpu-check");
        assert_eq!(check.parts[0].takes, [Takes::Yes], "{op}: {spec}: {:?}", check.groups[0].why);
    }
    assert_eq!(ops.len(), 100, "as many ops as the check knows");
}

#[test]
fn every_rule_is_broken_by_a_node_that_breaks_no_rule_before_it() {
    let (mut broken, mut unbreakable) = (0, 0);
    for row in knowledge("delegate_conditions") {
        let (on, op, rule) = (&row["on"], &row["op"], &row["rule"]);
        if UNBREAKABLE.contains(&rule.as_str()) {
            unbreakable += 1;
            continue;
        }
        let rows = || BROKEN.iter().filter(|(_, id, _)| id == rule);
        let found = rows().find(|(ops, _, _)| has(ops, op)).or_else(|| rows().find(|(ops, _, _)| *ops == "*"));
        let (_, _, spec) = found.unwrap_or_else(|| panic!("nothing breaks {rule} of {op}"));
        // A version that the engine takes at all.
        let spec = match on.as_str() {
            "hexagon" if has("RELU SQUARED_DIFFERENCE RSQRT", op) => format!("{spec} | version=2"),
            _ => (*spec).to_owned(),
        };
        let all = asked(op, &spec);
        let group = &by(&all, on).groups[0];
        assert_eq!((group.takes, group.why.rule), (Takes::No, rule.as_str()), "{on} {op}: {spec}: {:?}", group.why);
        assert_eq!(group.why.condition, row["condition"]);
        broken += 1;
    }
    assert!(broken > 250 && unbreakable < 20, "{broken} broken, {unbreakable} that nothing breaks");
}

#[test]
fn every_row_about_an_op_decides_something() {
    for row in knowledge("delegate_ops") {
        let (on, op) = (&row["on"], &row["op"]);
        let code: i32 = row["code"].parse().expect("a code");
        assert!(
            BuiltinOp::from_name(op) == BuiltinOp::from_code(code) || code == BuiltinOp::Custom.code(),
            "{op} is no op of code {code}"
        );
        let with = |version: i32| {
            let all = asked(op, &format!("f 2 > f 2 | version={version}"));
            let group = &by(&all, on).groups[0];
            (group.takes, group.why.message.id.clone())
        };
        let known = with(row["max_version"].parse().unwrap_or(1));
        assert!(known.1 != "not-listed" && known.1 != "not-registered", "{on} {op}: {known:?}");
        if let Ok(max) = row["max_version"].parse::<i32>() {
            let (takes, why) = with(max + 1);
            assert!(takes == Takes::No && (why == "version-high" || why == "ceiling"), "{on} {op}: {why}");
        }
        if let Ok(min) = row["min_version"].parse::<i32>() {
            let (takes, why) = with(min - 1);
            assert!(takes == Takes::No && why == "version-low", "{on} {op}: {why}");
        }
    }
}

#[test]
fn every_table_points_at_something_and_has_words() {
    let words =
        fs::read_to_string(format!("{}/static/locales/en/delegates.ftl", env!("CARGO_MANIFEST_DIR"))).expect("words");
    let said = |id: String| assert!(words.contains(&format!("\n{id} = ")), "{id} has no words");
    let engines = knowledge("delegate_engines");
    let ids: BTreeSet<&str> = engines.iter().map(|row| row["id"].as_str()).collect();
    let ops = knowledge("delegate_ops");
    let conditions = knowledge("delegate_conditions");
    for row in &engines {
        said(format!("delegate-{}", row["id"]));
        assert!(row["also"].is_empty() || ids.contains(row["also"].as_str()));
        assert!(ops.iter().any(|op| op["on"] == row["id"]), "{} knows no op", row["id"]);
    }
    for row in &ops {
        assert!(ids.contains(row["on"].as_str()), "{} is no engine", row["on"]);
        if !row["rest"].is_empty() && row["rest"] != "ceiling" {
            said(format!("delegate-why-rest-{}", row["rest"]));
        }
    }
    for row in &conditions {
        said(format!("delegate-rule-{}", row["rule"]));
        let known = ops.iter().any(|op| op["on"] == row["on"] && op["op"] == row["op"]);
        assert!(known, "{} has a rule for {}, which it does not know", row["on"], row["op"]);
    }
    for row in knowledge("delegate_types") {
        assert!(ids.contains(row["on"].as_str()) && (row["op"] == "*" || BuiltinOp::from_name(&row["op"]).is_some()));
        row["types"].split(' ').for_each(|name| assert!(TensorType::from_schema_name(name).is_some(), "{name}"));
    }
    for row in knowledge("delegate_enum_values") {
        let used =
            conditions.iter().any(|c| c["condition"].contains(&row["name"]) && c["condition"].contains(&row["field"]));
        assert!(used, "no condition asks for {} of {}", row["name"], row["field"]);
    }
    for row in knowledge("delegate_channels") {
        said(format!("delegate-channel-{}", row["note"]));
    }
    let why = [
        "takes",
        "folded",
        "not-listed",
        "not-registered",
        "unknown",
        "below-ceiling",
        "version-high",
        "version-low",
        "ceiling",
    ];
    why.iter().chain(&["condition", "type-in", "type-out"]).for_each(|id| said(format!("delegate-why-{id}")));
}

fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)
}

fn told(path: &str) -> DelegateReport {
    let source = FileSource::open(&fixture(path), path).expect("a fixture");
    let dropped = Dropped { path: path.to_owned(), source: Rc::new(source) };
    vintage::report::open(vec![dropped], &Limits::default(), &mut |_| {}).delegates(0)
}

/// Differences between 2.17.1 and the newest check, whose rules the table has, as `theirs / ours`.
const CHANGED: [&str; 18] = [
    // Inputs of different rank broadcast since.
    "Doesn't support broadcasting",
    "depth_multiplier != 1 && input.c != 1 / ",
    // 2.17.1 tests the opposite of what it prints: it takes this select, and refuses constants.
    " / SELECT condition choices-constant",
    // Newer ops.
    "Not supported op ATAN2 / ",
    "Not supported op BITCAST / ",
    "Not supported op CEIL / ",
    "Not supported op DYNAMIC_UPDATE_SLICE / ",
    "Not supported op EMBEDDING_LOOKUP / ",
    "Not supported op LOGICAL_NOT / ",
    "Not supported op LOGICAL_OR / ",
    "Not supported op REDUCE_ALL / ",
    "Not supported op REDUCE_ANY / ",
    "Not supported op REVERSE_V2 / ",
    "Not supported op RIGHT_SHIFT / ",
    "Not supported op ROUND / ",
    "Not supported op TOPK_V2 / ",
    // STABLEHLO_SHIFT_LEFT, which 2.17.1 has no name for.
    "Not supported op  / STABLEHLO_SHIFT_LEFT",
    "Not supported op STABLEHLO_SHIFT_LEFT / ",
];

/// 2.17.1 was the last release with the check; it was run on every model here.
#[test]
fn the_official_check_agrees_with_tensorflow() {
    let recorded = fs::read_to_string(fixture("tflite/gpu_check_2.17.1.jsonl")).expect("the recorded answers");
    let (mut nodes, mut agree, mut odd) = (0, 0, Vec::new());
    for line in recorded.lines() {
        let row: Value = serde_json::from_str(line).expect("a JSON line");
        let file = row["file"].as_str().expect("a file");
        let told = told(file);
        let Some(check) = told.delegates.iter().find(|one| one.id == "gpu-check") else { continue };
        for (s, part) in check.subgraphs.iter().enumerate() {
            for (o, letter) in part.takes.chars().enumerate() {
                let refused = row["nodes"].as_array().expect("nodes").iter().find(|n| n[0] == s && n[1] == o);
                // A damaged file, of which that node's op could not be read.
                if letter == '?' {
                    continue;
                }
                nodes += 1;
                if (letter == 'n') == refused.is_some() {
                    agree += 1;
                    continue;
                }
                let said = refused.map_or("", |n| n[2].as_str().unwrap_or_default());
                let group = check.groups.iter().find(|g| {
                    g.evidence.iter().any(|e| e.index as usize == o) && (g.takes == Takes::No) == (letter == 'n')
                });
                let ours = group.map_or_else(String::new, |g| format!("{} {} {}", g.op, g.why.id, g.rule));
                if !CHANGED.iter().any(|known| format!("{said} / {ours}").contains(known)) {
                    odd.push(format!("{file} #{s}.{o}: it said {said:?}, we say {letter} ({ours})"));
                }
            }
        }
    }
    assert!(odd.is_empty(), "{agree} of {nodes} agree, {} differ:\n{}", odd.len(), odd.join("\n"));
    assert!(nodes > 1400 && agree * 100 > nodes * 97, "{agree} of {nodes} nodes");
}

#[test]
fn micro_registers_each_function_once_and_names_what_it_lacks() {
    let (mut model, _) = model("CONV_2D", "f 1; f! 1 > f 1");
    model.operator_codes.push(OperatorCode { code: BuiltinOp::Cumsum.code(), ..OperatorCode::default() });
    model.operator_codes.push(OperatorCode {
        code: 32,
        custom_code: Some("Nonsense".into()),
        ..OperatorCode::default()
    });
    for opcode_index in [0, 1, 2, 0] {
        model.subgraphs[0].operators.push(Operator { opcode_index, ..Operator::default() });
    }
    let resolver = resolver(&model);
    assert_eq!(resolver.adders, ["AddConv2D", "AddCumSum"]);
    assert_eq!(resolver.missing, ["Nonsense"]);
}

#[test]
fn a_version_above_the_rules_can_be_lowered_and_one_below_is_a_danger() {
    let lowering = |spec: &str| {
        let (model, _) = model("FULLY_CONNECTED", spec);
        let found = lowerings(&model, "", &Limits::default()).remove(0);
        (found.declared, found.required)
    };
    // Without a bias it is version 6.
    assert_eq!(lowering("f 1,4; f! 3,4 > f 1,3 | version=9"), (9, Some(6)));
    let (declared, required) = lowering("q 1,4; q! 3,4 > q 1,3 | version=1");
    assert!(required > Some(declared), "int8 needs more than version 1: {required:?}");
}
