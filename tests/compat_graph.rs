//! What graphs ask for: the version rule, ops, attrs and deprecations, on real files.

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

/// A SavedModel with the values of its variables changed (`None`: taken away); `whole` says whether the folder was seen.
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

/// Expected texts: what 1.0.1, 2.5.3 and 2.21.0 printed for these very changes.
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
    // A file dropped by itself says nothing about its folder.
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

/// A signature that gives back a reference to a variable: fine for a session, not for the functions of 2.x.
#[test]
fn signature_with_a_reference() {
    let assessment = saved_model("public/savedmodels/serving/saved_model_counter/00000123", Some, true);
    assert_eq!(assessment.verdict(tensorflow("1.15.5")).outcome, Outcome::Loads);
    let verdict = assessment.verdict(tensorflow("2.15.1"));
    assert_eq!(verdict.outcome, Outcome::Refused);
    assert!(verdict.prints.expect("known").contains("has a reference type float_ref"));
}
