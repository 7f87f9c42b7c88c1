//! Requirements of TFLite models: user questions, on models built by hand.

use vintage::bytes::Limits;
use vintage::compat::{Assessment, Outcome, Target, assess_tflite, channels};
use vintage::formats::tflite::{
    Model, Operator, OperatorCode, OptionValue, Options, Quantization, Subgraph, Tensor, TensorType,
};

const FLOAT32: i32 = TensorType::F32.code();
const INT64: i32 = TensorType::I64.code();
const INT8: i32 = TensorType::I8.code();

fn tensor(name: &str, dtype: i32, shape: &[i32]) -> Tensor {
    Tensor { name: name.into(), dtype, shape: shape.to_vec(), ..Tensor::default() }
}

/// A model of one operator; the last tensor is its output.
fn one_op(code: i8, version: i32, tensors: Vec<Tensor>, options: Options) -> Model {
    let inputs: Vec<i32> = (0..tensors.len() as i32 - 1).collect();
    let outputs = vec![tensors.len() as i32 - 1];
    let operator = Operator { inputs: inputs.clone(), outputs: outputs.clone(), options, ..Operator::default() };
    let code = OperatorCode {
        code: code.into(),
        deprecated_code: code,
        builtin_code: code.into(),
        version,
        ..OperatorCode::default()
    };
    let subgraph = Subgraph { tensors, inputs, outputs, operators: vec![operator], ..Subgraph::default() };
    Model { schema_version: 3, operator_codes: vec![code], subgraphs: vec![subgraph], ..Model::default() }
}

fn assess(model: &Model) -> Assessment {
    assess_tflite(model, "model.tflite", &Limits::default())
}

fn target(channel: &str, release: &str) -> Target {
    Target::named(channel, release).unwrap_or_else(|| panic!("{channel} {release} is not known"))
}

fn outcome(assessment: &Assessment, channel: &str, release: &str) -> Outcome {
    assessment.verdict(target(channel, release)).outcome
}

fn dilated(factor: i64) -> Model {
    let fields = vec![
        ("padding", OptionValue::Int(0)),
        ("stride_w", OptionValue::Int(1)),
        ("stride_h", OptionValue::Int(1)),
        ("depth_multiplier", OptionValue::Int(1)),
        ("fused_activation_function", OptionValue::Int(0)),
        ("dilation_w_factor", OptionValue::Int(factor)),
        ("dilation_h_factor", OptionValue::Int(factor)),
    ];
    let tensors = vec![
        tensor("input", FLOAT32, &[1, 8, 8, 3]),
        tensor("filter", FLOAT32, &[1, 3, 3, 3]),
        tensor("bias", FLOAT32, &[3]),
        tensor("output", FLOAT32, &[1, 8, 8, 3]),
    ];
    let version = if factor == 1 { 1 } else { 2 };
    one_op(4, version, tensors, Options { table: "DepthwiseConv2DOptions", fields })
}

/// The op-versioning guide's own example.
#[test]
fn guide_depthwise_dilation_raises_the_version() {
    let plain = assess(&dilated(1));
    assert!(plain.findings.is_empty(), "{:?}", plain.findings);
    assert_eq!(outcome(&plain, "tensorflow", "1.11.0"), Outcome::Loads);

    let assessment = assess(&dilated(2));
    assert!(assessment.findings.is_empty(), "{:?}", assessment.findings);
    // 1.11 has version 1 only; 1.12 added version 2.
    let verdict = assessment.verdict(target("tensorflow", "1.11.0"));
    assert_eq!(verdict.outcome, Outcome::Refused);
    assert_eq!(outcome(&assessment, "tensorflow", "1.12.0"), Outcome::Loads);
    let requirement = &assessment.requirements[verdict.because[0]];
    assert_eq!((requirement.id, requirement.subject.name.as_str()), ("tflite-op-version", "DEPTHWISE_CONV_2D"));
    assert_eq!(requirement.subject.version, Some(2));
    assert_eq!(requirement.reason.as_ref().map(|r| &*r.id), Some("dilation"));
    assert_eq!((requirement.evidence[0].index, requirement.evidence[0].name.as_str()), (0, "output"));
    assert_eq!(
        verdict.prints.as_deref(),
        Some("Didn't find op for builtin opcode 'DEPTHWISE_CONV_2D' version '2'\nRegistration failed.")
    );
    assert_eq!(assessment.nearest(verdict.target), Some(target("tensorflow", "1.12.0")));
    // What if: without that requirement 1.11 loads it.
    assert_eq!(assessment.without(&verdict.because).outcome(verdict.target), Outcome::Loads);
}

/// A version that does not match the features is reported: too low is a danger, too high is needless.
#[test]
fn declared_versions_are_compared_with_the_rules() {
    let mut low = dilated(2);
    low.operator_codes[0].version = 1;
    assert_eq!(assess(&low).findings[0].message.id, "tflite-version-too-low");
    let mut high = dilated(1);
    high.operator_codes[0].version = 2;
    assert_eq!(assess(&high).findings[0].message.id, "tflite-version-needless");
}

/// A promise of the metadata that releases do not keep, on files that the converter wrote.
#[test]
fn a_promised_runtime_that_refuses_the_ops_is_reported() {
    let findings = |file: &str| {
        let assessment =
            super::observed::assess("tflite", file, &Limits::default()).expect("a fixture").expect("readable");
        assessment.findings.into_iter().filter(|finding| finding.message.id == "tflite-min-runtime").collect::<Vec<_>>()
    };
    let values = |file: &str| {
        let [finding] = findings(file).try_into().unwrap_or_else(|_| panic!("{file}: one finding"));
        ["promised", "first", "ops"].map(|name| finding.message.params.get(name).expect("a value").to_owned())
    };
    assert_eq!(values("tflite/ops/arg_min.tflite"), ["1.9.0", "1.10.0", "ARG_MIN"]);
    assert_eq!(values("tflite/ops/exp__int8.tflite"), ["2.12.0", "2.13.0", "EXP"]);
    // Quantization to int16 keeps the promise of the float model.
    assert_eq!(values("tflite/ops/add_0__int16x8.tflite"), ["1.5.0", "1.14.0", "ADD, QUANTIZE, DEQUANTIZE"]);
    // Kept; older than every release that was asked; newer than needed; absent.
    for file in ["ops/depthwise_conv_2d_2", "ops/add_0", "ops/depth_to_space", "actions/max_unpooling_2d"] {
        assert!(findings(&format!("tflite/{file}.tflite")).is_empty(), "{file}");
    }
}

/// S1: "Didn't find op for builtin opcode 'MUL' version '5'".
#[test]
fn s1_mul_version_5() {
    let tensors = vec![tensor("a", INT64, &[2]), tensor("b", INT64, &[2]), tensor("product", INT64, &[2])];
    let options = Options { table: "MulOptions", fields: vec![("fused_activation_function", OptionValue::Int(0))] };
    let assessment = assess(&one_op(18, 5, tensors, options));
    let verdict = assessment.verdict(target("tensorflow", "2.5.0"));
    assert_eq!(verdict.outcome, Outcome::Refused);
    assert_eq!(
        verdict.prints.as_deref(),
        Some(
            "Didn't find op for builtin opcode 'MUL' version '5'. An older version of this builtin might be supported. \
             Are you using an old TFLite binary with a newer model?\nRegistration failed."
        )
    );
    let requirement = &assessment.requirements[verdict.because[0]];
    assert_eq!(requirement.reason.as_ref().map(|r| &*r.id), Some("int64"));
    assert_eq!(requirement.evidence[0].at.field, "subgraphs[0].operators[0]");
    let first = assessment.window(target("tensorflow", "2.5.0").channel).releases().next().expect("some release");
    let releases = &vintage::compat::channels()[0].releases;
    assert_eq!(releases[first].key, "2.6.0");
    assert_eq!(outcome(&assessment, "ai-edge-litert", "1.0.0"), Outcome::Loads);
}

/// S2: FULLY_CONNECTED version 12 and the runtimes up to 2.16.
#[test]
fn s2_fully_connected_version_12() {
    let mut filter = tensor("filter", INT8, &[4, 8]);
    filter.has_quantization_table = true;
    filter.quantization =
        Some(Quantization { scale: vec![0.1, 0.2, 0.3, 0.4], zero_point: vec![0; 4], ..Quantization::default() });
    let tensors = vec![
        tensor("input", FLOAT32, &[1, 8]),
        filter,
        tensor("bias", FLOAT32, &[4]),
        tensor("output", FLOAT32, &[1, 4]),
    ];
    let options = Options { table: "FullyConnectedOptions", fields: vec![] };
    let assessment = assess(&one_op(9, 12, tensors, options));
    assert_eq!(outcome(&assessment, "tensorflow", "2.16.1"), Outcome::Refused);
    assert_eq!(outcome(&assessment, "tensorflow", "2.17.0"), Outcome::Loads);
    let requirement = assessment.requirements.iter().find(|r| r.id == "tflite-op-version").expect("an op");
    assert_eq!(requirement.reason.as_ref().map(|r| &*r.id), Some("hybrid-per-channel"));
}

/// S4: codes from 127 on are in a field that runtimes before 2.4 do not read.
#[test]
fn s4_operator_code_beyond_the_byte_field() {
    let mut model = one_op(127, 1, vec![tensor("a", FLOAT32, &[2]), tensor("b", FLOAT32, &[2])], Options::default());
    model.operator_codes[0] =
        OperatorCode { code: 150, deprecated_code: 127, builtin_code: 150, version: 1, ..OperatorCode::default() };
    let assessment = assess(&model);
    let verdict = assessment.verdict(target("tensorflow", "2.3.4"));
    assert_eq!(verdict.outcome, Outcome::Refused);
    let text = verdict.prints.expect("known");
    assert!(text.starts_with("Op builtin_code out of range: 127."), "{text}");
    assert_eq!(outcome(&assessment, "tensorflow", "2.8.0"), Outcome::Loads);
}

/// Releases without facts are unknown, not guessed.
#[test]
fn releases_before_the_first_interpreter_are_unknown() {
    let assessment = assess(&dilated(2));
    let verdict = assessment.verdict(target("tensorflow", "1.5.0"));
    assert_eq!((verdict.outcome, verdict.because.len(), verdict.prints), (Outcome::Unknown, 0, None));
}

/// Custom ops: refused when the interpreter is built up to 1.14, later when tensors are prepared.
#[test]
fn custom_op_messages_change_over_releases() {
    let mut model = one_op(32, 1, vec![tensor("a", FLOAT32, &[2]), tensor("b", FLOAT32, &[2])], Options::default());
    model.operator_codes[0].custom_code = Some("NobodyKnowsThis".into());
    let assessment = assess(&model);
    let prints = |release: &str| assessment.verdict(target("tensorflow", release)).prints.expect("known");
    assert!(prints("1.14.0").starts_with("Didn't find custom op for name 'NobodyKnowsThis' with version 1\n"));
    assert!(prints("2.4.4").starts_with("Encountered unresolved custom op: NobodyKnowsThis.Node number 0"));
    assert!(prints("2.21.0").contains("guide/ops_custom Node number 0 (NobodyKnowsThis) failed to prepare."));
}

/// The checks of a kernel look at every node: a model of 5,000 convolutions is assessed in time (50 ms when optimized; the
/// bound is that of a test machine).
#[test]
fn five_thousand_operators_are_assessed_in_time() {
    let mut model = dilated(1);
    let tensors = model.subgraphs[0].tensors.clone();
    for node in 1..5_000 {
        let first = model.subgraphs[0].tensors.len() as i32;
        model.subgraphs[0].tensors.extend(tensors[1..].iter().cloned());
        let mut operator = model.subgraphs[0].operators[0].clone();
        operator.inputs = vec![node.min(1) * (first - 1), first, first + 1];
        operator.outputs = vec![first + 2];
        model.subgraphs[0].operators.push(operator);
    }
    let start = std::time::Instant::now();
    let assessment = assess(&model);
    let took = start.elapsed();
    println!("{took:?}");
    assert_eq!(outcome(&assessment, "ai-edge-litert", "2.1.2"), Outcome::Loads);
    assert!(took.as_millis() < 2_000, "{took:?}");
}

/// Refusals at allocate: the first check that fails in a release, with its values and the node's number.
#[test]
fn a_kernel_refuses_operands_that_it_does_not_take() {
    let add = |a: Tensor, b: Tensor| {
        let output = tensor("sum", a.dtype, &[2, 3]);
        let options = Options { table: "AddOptions", fields: vec![("fused_activation_function", OptionValue::Int(0))] };
        assess(&one_op(0, 1, vec![a, b, output], options))
    };
    let prints = |assessment: &Assessment, release: &str| {
        let verdict = assessment.verdict(target("tensorflow", release));
        assert_eq!(verdict.outcome, Outcome::Refused, "{release}");
        verdict.prints.expect("known")
    };
    let mixed = add(tensor("a", FLOAT32, &[2, 3]), tensor("b", INT8, &[2, 3]));
    assert_eq!(
        prints(&mixed, "2.15.1"),
        "tensorflow/lite/kernels/add.cc:… input1->type != input2->type (FLOAT32 != INT8)Node number 0 (ADD) failed to prepare."
    );
    // Older releases print types by number.
    assert!(prints(&mixed, "2.1.4").contains("input1->type != input2->type (1 != 9)"), "{}", prints(&mixed, "2.1.4"));
    let shapes = add(tensor("a", FLOAT32, &[2, 3]), tensor("b", FLOAT32, &[2, 2]));
    let text = "Given shapes, [2,3] and [2,2], are not broadcastable.Node number 0 (ADD) failed to prepare.";
    assert_eq!(prints(&shapes, "2.15.1"), text);
    let fine = add(tensor("a", FLOAT32, &[2, 3]), tensor("b", FLOAT32, &[3]));
    assert_eq!(outcome(&fine, "tensorflow", "2.15.1"), Outcome::Loads);
}

/// Dimensions that the file leaves open refuse nothing: only a run knows them.
#[test]
fn open_dimensions_of_computed_tensors_refuse_nothing() {
    let model = |signature: Option<Vec<i32>>| {
        let mut computed = tensor("computed", FLOAT32, &[1, 3]);
        computed.shape_signature = signature;
        let tensors =
            vec![tensor("x", FLOAT32, &[2, 3]), computed, tensor("y", FLOAT32, &[4, 3]), tensor("z", FLOAT32, &[4, 3])];
        let options = Options { table: "AddOptions", fields: vec![("fused_activation_function", OptionValue::Int(0))] };
        let mut model = one_op(0, 1, tensors, options);
        let graph = &mut model.subgraphs[0];
        let mut second = graph.operators[0].clone();
        (graph.operators[0].inputs, graph.operators[0].outputs) = (vec![0, 0], vec![1]);
        (second.inputs, second.outputs) = (vec![1, 2], vec![3]);
        graph.operators.push(second);
        graph.tensors[1].shape = vec![5, 3];
        assess(&model)
    };
    assert_eq!(outcome(&model(None), "tensorflow", "2.15.1"), Outcome::Refused);
    assert_eq!(outcome(&model(Some(vec![-1, 3])), "tensorflow", "2.15.1"), Outcome::Loads);
}

/// A TensorFlow op in a model loads where the release has it, and from 2.9 on only with a kernel for the CPU.
#[test]
fn flex_ops_load_where_the_op_is_registered() {
    let window = |file: &str| -> Vec<&str> {
        let file = format!("tflite/flex/{file}.tflite");
        let assessment =
            super::observed::assess("tflite", &file, &Limits::default()).expect("a fixture").expect("readable");
        let channel = channels().iter().position(|channel| channel.id == "tensorflow").expect("the channel");
        let releases = &channels()[channel].releases;
        let loads =
            |release: &usize| assessment.verdict(Target { channel, release: *release }).outcome <= Outcome::Warns;
        (0..releases.len()).filter(loads).map(|release| releases[release].name).collect()
    };
    let ends = |file: &str| {
        let all = window(file);
        all.first().copied().zip(all.last().copied())
    };
    assert_eq!(ends("attr_unknown"), Some(("2.3.0", "2.18.1")), "attrs are not looked at");
    assert_eq!(ends("random_index_shuffle"), Some(("2.9.0rc0", "2.18.1")), "a newer op");
    assert_eq!(ends("tensor_forest_tree_resource"), Some(("2.3.0", "2.4.4")), "a removed op");
    assert_eq!(ends("batch_matrix_inverse"), Some(("2.3.0", "2.8.4")), "a withdrawn op");
    assert_eq!(ends("risc_abs"), Some(("2.5.0", "2.8.4")), "an op without a kernel");
    assert_eq!(ends("conv2d_backprop_input_v2"), None, "a newer op without a kernel");
    assert_eq!(ends("case_fold_utf8"), None, "an op of a package");
    assert_eq!(ends("unused"), Some(("2.3.0", "2.18.1")), "no node has the op");
}
