//! What graphs ask for: the version rule, ops, attrs and deprecations, on real files.

use std::rc::Rc;
use vintage::bytes::{FileSource, Limits, SharedSource};
use vintage::compat::{Assessment, Outcome, Target, assess_graph};
use vintage::formats::graph_def::GraphDocument;

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
