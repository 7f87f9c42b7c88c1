//! Requirements of graphs: the version rule, ops, attrs and deprecations, on real files.

use std::rc::Rc;
use vintage::bytes::{FileSource, Limits, MemorySource, SharedSource};
use vintage::compat::{Assessment, Outcome, Target, assess_graph, assess_saved_model};
use vintage::formats::graph_def::GraphDocument;
use vintage::formats::saved_model::{SavedModelDocument, SavedModelFiles};

fn assess(file: &str) -> Assessment {
    let path = std::path::Path::new("tests/fixtures/graphdefs").join(file);
    let source: SharedSource = Rc::new(FileSource::open(&path, file).expect("a fixture"));
    assess_graph(&GraphDocument::open(&source, &Limits::default()).expect("readable"), &Limits::default())
}

fn tensorflow(release: &str) -> Target {
    Target::named("tensorflow", release).expect("a release")
}

#[test]
fn min_consumer_above_every_release() {
    let assessment = assess("version_min_consumer_too_high.pb");
    let verdict = assessment.verdict(tensorflow("2.15.1"));
    assert_eq!(verdict.outcome, Outcome::Refused);
    let requirement = &assessment.requirements[verdict.because[0]];
    assert_eq!(requirement.id, "graph-min-consumer");
    assert_eq!(requirement.evidence[0].at.field, "versions.min_consumer");
    let min = requirement.subject.version.expect("a number");
    assert_eq!(
        verdict.prints,
        Some(format!(
            "GraphDef min consumer version {min} above current version 1645 for TensorFlow 2.15.1.  \
             Please upgrade TensorFlow."
        ))
    );
}

#[test]
fn unknown_op_is_named_with_its_node() {
    let assessment = assess("op_unknown.pb");
    let verdict = assessment.verdict(tensorflow("2.21.0"));
    let requirement = &assessment.requirements[verdict.because[0]];
    assert_eq!((requirement.id, requirement.subject.name.as_str()), ("graph-op", "NoSuchOperation"));
    assert!(requirement.evidence[0].at.range.is_some());
    assert!(verdict.prints.expect("known").starts_with("Op type not registered 'NoSuchOperation' in binary"));
    let old = assessment.verdict(tensorflow("1.7.1"));
    assert_eq!(old.prints.as_deref(), Some("No op named NoSuchOperation in defined operations."));
}

/// Deprecation is judged by the graph's producer, not by the release that reads it.
#[test]
fn deprecated_op_depends_on_the_producer() {
    let old = assess("deprecated_batch_matrix_producer_8.pb");
    assert!(old.verdict(tensorflow("2.21.0")).outcome <= Outcome::Warns);
    let new = assess("deprecated_batch_matrix_producer_24.pb").verdict(tensorflow("2.21.0"));
    assert_eq!(new.outcome, Outcome::Refused);
    let text = new.prints.expect("known");
    assert!(text.contains("is not available in GraphDef version 24. It has been removed in version"), "{text}");
}

/// S10: an attr that the release does not know, refused from 1.8.0 to 2.4 and ignored with a warning from 2.5.
#[test]
fn s10_attr_that_came_later() {
    let assessment = assess("control_inputs.pb");
    let verdict = assessment.verdict(tensorflow("1.13.2"));
    assert_eq!(verdict.outcome, Outcome::Refused);
    let requirement = &assessment.requirements[verdict.because[0]];
    assert_eq!(requirement.id, "graph-attr");
    let attr = requirement.subject.name.split_once('.').expect("op.attr");
    assert!(
        verdict
            .prints
            .expect("known")
            .starts_with(&format!("NodeDef mentions attr '{}' not in Op<name={};", attr.1, attr.0))
    );
    assert!(requirement.reason.is_some());
    let nearest = assessment.nearest(tensorflow("2.4.0")).expect("some release loads it");
    assert!(assessment.verdict(nearest).outcome <= Outcome::Warns);
    // Without the attrs in question the graph would load.
    assert!(assessment.without(&verdict.because).outcome(tensorflow("1.13.2")) <= Outcome::Warns);
}

/// A SavedModel with the values of its variables changed (`None`: removed); `whole` is whether the complete folder was
/// seen.
fn saved_model(folder: &str, values: impl FnOnce(Vec<u8>) -> Option<Vec<u8>>, whole: bool) -> Assessment {
    let read = |file: &str| std::fs::read(format!("tests/fixtures/{folder}/{file}")).expect("a fixture");
    let shared = |name: &str, bytes: Vec<u8>| MemorySource::shared(name, bytes);
    let shard = values(read("variables/variables.data-00000-of-00001"));
    let index = shard.is_some().then(|| shared("variables.index", read("variables/variables.index")));
    let files = SavedModelFiles {
        binary: Some(shared("saved_model.pb", read("saved_model.pb"))),
        variables_index: index,
        variables_shards: shard.map(|bytes| (0, shared("variables.data-00000-of-00001", bytes))).into_iter().collect(),
        whole,
        ..SavedModelFiles::default()
    };
    let document = SavedModelDocument::open(files, &Limits::default()).expect("readable");
    assess_saved_model(&document, &Limits::default())
}

/// Expected messages: those of 1.0.1, 2.5.3 and 2.21.0 for these very changes.
#[test]
fn saved_model_needs_the_values_of_its_variables() {
    let model = "savedmodels/functions_tf24";
    assert_eq!(saved_model(model, Some, true).verdict(tensorflow("2.21.0")).outcome, Outcome::Loads);
    let missing = saved_model(model, |_| None, true).verdict(tensorflow("2.21.0"));
    assert_eq!(missing.outcome, Outcome::Refused);
    let text = missing.prints.expect("known");
    assert!(
        text.starts_with("Unsuccessful TensorSliceReader constructor: Failed to find any matching files"),
        "{text}"
    );
    assert!(text.contains("experimental_io_device"), "{text}");
    // A file dropped alone says nothing about the rest of its folder.
    assert_eq!(saved_model(model, |_| None, false).verdict(tensorflow("2.21.0")).outcome, Outcome::Loads);

    let old = "savedmodels/builder_tf11";
    let flipped = |mut bytes: Vec<u8>| {
        bytes[0] ^= 0xff;
        Some(bytes)
    };
    let damaged = saved_model(old, flipped, true).verdict(tensorflow("1.0.1"));
    assert_eq!(
        damaged.prints.as_deref(),
        Some("Checksum does not match: stored 2351477386 vs. calculated on the restored bytes 2470281775")
    );
    let cut = saved_model(old, |bytes| Some(bytes[..2].to_vec()), true).verdict(tensorflow("2.5.3"));
    assert_eq!(cut.prints.as_deref(), Some("Read less bytes than requested"));
    assert_eq!(saved_model(old, |_| None, true).verdict(tensorflow("1.15.5")).outcome, Outcome::Refused);
}

/// Nodes pinned to a GPU stop the 1.x session of the CPU package; 2.x builds functions and places them itself.
#[test]
fn saved_model_pinned_to_a_gpu() {
    let assessment = saved_model("public/savedmodels/serving/saved_model_half_plus_two_gpu/00000123", Some, true);
    for release in ["1.0.1", "1.7.1", "1.12.3", "1.15.5"] {
        let verdict = assessment.verdict(tensorflow(release));
        assert_eq!(verdict.outcome, Outcome::Refused, "{release}");
        assert!(verdict.prints.expect("known").contains("Cannot assign a device"), "{release}");
        assert_eq!(assessment.requirements[verdict.because[0]].subject.name, "/device:GPU:0");
    }
    assert_eq!(assessment.verdict(tensorflow("2.4.4")).outcome, Outcome::Loads);
}

/// A signature that returns a reference to a variable: valid for a session, not for the functions of 2.x.
#[test]
fn signature_with_a_reference() {
    let assessment = saved_model("public/savedmodels/serving/saved_model_counter/00000123", Some, true);
    assert_eq!(assessment.verdict(tensorflow("1.15.5")).outcome, Outcome::Loads);
    let verdict = assessment.verdict(tensorflow("2.15.1"));
    assert_eq!(verdict.outcome, Outcome::Refused);
    assert!(verdict.prints.expect("known").contains("has a reference type float_ref"));
}

fn text_graph(text: &str) -> Assessment {
    let source = MemorySource::shared("graph.pbtxt", text.as_bytes());
    let document = GraphDocument::open_text(&source, &Limits::default()).expect("readable");
    assess_graph(&document, &Limits::default())
}

fn placeholder(name: &str, dtype: &str, shape: &str) -> String {
    format!(
        r#"node {{ name: "{name}" op: "Placeholder" attr {{ key: "dtype" value {{ type: {dtype} }} }}
           attr {{ key: "shape" value {{ shape {{ {shape} }} }} }} }}"#
    )
}

/// Expected messages: those of 1.0.1, 1.3.0 and 2.21.0 for these four graphs.
#[test]
fn matmul_of_matrices_that_do_not_fit() {
    let dims = |sizes: [i32; 2]| sizes.map(|n| format!("dim {{ size: {n} }}")).join(" ");
    for (a, b, text) in
        [(false, false, "3 and 5"), (false, true, "3 and 7"), (true, false, "2 and 5"), (true, true, "2 and 7")]
    {
        let matmul = |left: &str, right: &str| {
            format!(
                r#"{} {} node {{ name: "node" op: "MatMul" input: "{left}" input: "{right}"
                   attr {{ key: "T" value {{ type: DT_FLOAT }} }} attr {{ key: "transpose_a" value {{ b: {a} }} }}
                   attr {{ key: "transpose_b" value {{ b: {b} }} }} }} versions {{ producer: 24 }}"#,
                placeholder("a", "DT_FLOAT", &dims([2, 3])),
                placeholder("b", "DT_FLOAT", &dims([5, 7])),
            )
        };
        let refused = text_graph(&matmul("a", "b"));
        let old = refused.verdict(tensorflow("1.3.0"));
        assert_eq!(
            old.prints,
            Some(format!("Dimensions must be equal, but are {text} for 'node' (op: 'MatMul') with input shapes: …"))
        );
        assert_eq!(refused.verdict(tensorflow("2.21.0")).outcome, Outcome::Refused);
        // With unknown sizes nothing is known to be wrong.
        let unknown = matmul("a", "b").replace("size: 5", "size: -1").replace("size: 7", "size: -1");
        assert_eq!(text_graph(&unknown).verdict(tensorflow("2.21.0")).outcome, Outcome::Loads);
    }
}

/// Expected messages: recorded from the same mistakes in the fixtures `input_wrong_type.pb` and
/// `deprecated_random_crop.pb`.
#[test]
fn inputs_of_the_wrong_type_or_count() {
    let wrong = assess("input_wrong_type.pb");
    assert_eq!(
        wrong.verdict(tensorflow("1.7.1")).prints.as_deref(),
        Some(
            "graph_def is invalid at node 'node': Input tensor 'x:0' Cannot convert a tensor of type float32 to an \
             input of type int32."
        )
    );
    assert_eq!(
        wrong.verdict(tensorflow("2.15.1")).prints.as_deref(),
        Some("Input 0 of node node was passed float from x:0 incompatible with expected int32.")
    );
    let few = assess("deprecated_random_crop.pb").verdict(tensorflow("1.0.1"));
    assert_eq!(
        few.prints.as_deref(),
        Some(
            "graph_def is invalid at node 'node': Input types mismatch (expected 'float32, int64' but got 'float32')."
        )
    );
}

/// Ranks as 1.0.1, 1.3.0, 2.5.3 and 2.21.0 require them, through nodes that forward a shape.
#[test]
fn rank_that_cannot_be() {
    let graph = |dims: &str| {
        let node = |name: &str, op: &str, inputs: &str| {
            format!(r#"node {{ name: "{name}" op: "{op}" {inputs} attr {{ key: "T" value {{ type: DT_FLOAT }} }} }}"#)
        };
        [
            placeholder("x", "DT_FLOAT", dims),
            node("same", "Identity", r#"input: "x""#),
            node("out", "BiasAdd", r#"input: "x" input: "same""#),
        ]
        .join(" ")
    };
    let refused = text_graph(&graph("dim { size: 4 } dim { size: 4 }")).verdict(tensorflow("2.5.3"));
    let text = refused.prints.expect("known");
    assert!(text.starts_with("Shape must be rank 1 but is rank 2 for '{{node out}} = BiasAdd["), "{text}");
    assert_eq!(text_graph(&graph("unknown_rank: true")).verdict(tensorflow("2.5.3")).outcome, Outcome::Loads);
}
