//! "Loads" depends on the action: each action has its own window, compared with released packages
//! (`tests/fixtures/observed_loads.txt` has every row; here are the most common ones).

use super::observed::assess;
use vintage::bytes::Limits;
use vintage::compat::{Action, Assessment, Outcome, Target};

fn assessed(kind: &str, file: &str) -> Assessment {
    assess(kind, file, &Limits::default()).expect("a fixture").expect("readable")
}

fn outcome(assessment: &Assessment, action: Action, channel: &str, release: &str) -> Outcome {
    let target = Target::named(channel, release).expect("a known release");
    assessment.within(action).expect("an action of the kind").outcome(target)
}

const GUIDE: &str = "checkpoints/guide/tf_ckpts/ckpt-10";

#[test]
fn the_guides_checkpoint_restores_and_cannot_be_read_one_by_one() {
    let guide = assessed("checkpoint", GUIDE);
    assert_eq!(guide.actions().collect::<Vec<_>>(), [Action::Restore, Action::Read]);
    for release in ["2.5.3", "2.15.1", "2.21.0"] {
        assert_eq!(outcome(&guide, Action::Restore, "tensorflow", release), Outcome::Loads, "{release}");
        let read =
            guide.within(Action::Read).expect("an action").verdict(Target::named("tensorflow", release).unwrap());
        assert_eq!(read.outcome, Outcome::Refused, "{release}");
        assert_eq!(read.prints.as_deref(), Some("Tensorflow type 21 not convertible to numpy dtype."));
    }
    assert!(guide.findings.iter().any(|finding| finding.message.id == "checkpoint-iterator-state"));
}

#[test]
fn a_late_type_without_array_form_is_one_requirement() {
    let guide = assessed("checkpoint", GUIDE);
    let variant: Vec<&str> = guide
        .requirements
        .iter()
        .filter(|need| need.subject.name.eq_ignore_ascii_case("variant"))
        .map(|need| need.subject.name.as_str())
        .collect();
    assert_eq!(variant, ["variant"]);
}

#[test]
fn two_meta_graphs_load_in_a_session_with_tags() {
    let model = assessed("saved_model", "savedmodels/two_metagraphs_tf115");
    for release in ["2.5.3", "2.15.1", "2.21.0"] {
        assert_eq!(outcome(&model, Action::Load, "tensorflow", release), Outcome::Refused, "{release}");
        assert_eq!(outcome(&model, Action::V1Loader, "tensorflow", release), Outcome::Loads, "{release}");
    }
    assert_eq!(outcome(&model, Action::Load, "tensorflow", "1.15.5"), Outcome::Loads, "there it is the session loader");
}

#[test]
fn keras_takes_saved_models_with_objects_up_to_2_15() {
    let objects = assessed("saved_model", "savedmodels/functions_tf24");
    assert_eq!(outcome(&objects, Action::Keras, "tensorflow", "2.5.3"), Outcome::Loads);
    assert_eq!(outcome(&objects, Action::Keras, "tensorflow", "2.15.1"), Outcome::Loads);
    assert_eq!(outcome(&objects, Action::Keras, "tensorflow", "2.17.1"), Outcome::Refused);
    assert_eq!(outcome(&objects, Action::Load, "tensorflow", "2.17.1"), Outcome::Loads);
    assert_eq!(outcome(&objects, Action::Keras, "keras", "3.15.1"), Outcome::Refused);
    let session = assessed("saved_model", "savedmodels/builder_tf11");
    assert_eq!(outcome(&session, Action::Keras, "tensorflow", "2.15.1"), Outcome::Refused);
    assert_eq!(outcome(&session, Action::V1Loader, "tensorflow", "2.15.1"), Outcome::Loads);
}

#[test]
fn a_delegate_takes_an_op_that_the_built_in_ops_lack() {
    let float = assessed("tflite", "tflite/actions/convolution_2d_transpose_bias_float32.tflite");
    let at = |action, channel, release| outcome(&float, action, channel, release);
    assert_eq!(at(Action::DefaultDelegates, "tensorflow", "2.21.0"), Outcome::Loads);
    assert_eq!(at(Action::DefaultDelegates, "tensorflow", "2.15.1"), Outcome::Refused);
    assert_eq!(at(Action::DefaultDelegates, "ai-edge-litert", "1.0.1"), Outcome::Loads);
    assert_eq!(at(Action::DefaultDelegates, "ai-edge-litert", "2.3.0"), Outcome::Loads);
    assert_eq!(at(Action::DefaultDelegates, "tflite-runtime", "2.14.0"), Outcome::Refused);
    assert_eq!(at(Action::BuiltinOps, "ai-edge-litert", "2.3.0"), Outcome::Refused);
    assert_eq!(at(Action::MediapipeOps, "ai-edge-litert", "2.3.0"), Outcome::Unknown, "nobody was asked");
    // The delegate requires float32 and constant weights.
    for other in ["int8", "input_weights"] {
        let other = assessed("tflite", &format!("tflite/actions/convolution_2d_transpose_bias_{other}.tflite"));
        assert_eq!(outcome(&other, Action::DefaultDelegates, "ai-edge-litert", "2.3.0"), Outcome::Refused);
    }
}

#[test]
fn operands_quantized_in_blocks_are_judged_by_operator() {
    let model = |name: &str| assessed("tflite", &format!("tflite/actions/{name}.tflite"));
    let dense = model("fully_connected_blockwise_int4");
    for (channel, release) in [("tensorflow", "2.21.0"), ("ai-edge-litert", "2.3.0"), ("ai-edge-litert", "1.3.0")] {
        assert_eq!(outcome(&dense, Action::DefaultDelegates, channel, release), Outcome::Loads, "{channel} {release}");
    }
    // These allocate its tensors and ignore the scales.
    for (channel, release) in [("tensorflow", "2.15.1"), ("ai-edge-litert", "1.2.0"), ("tflite-runtime", "2.14.0")] {
        assert_eq!(outcome(&dense, Action::DefaultDelegates, channel, release), Outcome::Warns, "{channel} {release}");
    }
    let wide = model("fully_connected_blockwise_int8");
    assert_eq!(outcome(&wide, Action::DefaultDelegates, "ai-edge-litert", "2.3.0"), Outcome::Refused);
    assert_eq!(outcome(&wide, Action::BuiltinOps, "ai-edge-litert", "2.3.0"), Outcome::Loads);
    let products = model("batch_matmul_blockwise_int4");
    assert_eq!(outcome(&products, Action::DefaultDelegates, "tensorflow", "2.21.0"), Outcome::Refused);
    let sum = assessed("tflite", "public/tflite/LiteRT/blockwise_quantized.tflite");
    assert_eq!(outcome(&sum, Action::DefaultDelegates, "tensorflow", "2.21.0"), Outcome::Refused, "the process ends");
}

#[test]
fn keras_files_have_models_and_weights() {
    let archive = assessed("keras", "keras/cnn_keras3.keras");
    assert_eq!(archive.actions().collect::<Vec<_>>(), [Action::LoadModel, Action::LoadWeights]);
    // Its configuration is newer than this Keras, its weights are not.
    assert_eq!(outcome(&archive, Action::LoadModel, "tensorflow", "2.15.1"), Outcome::Refused);
    assert_eq!(outcome(&archive, Action::LoadWeights, "tensorflow", "2.15.1"), Outcome::Loads);
    assert_eq!(outcome(&archive, Action::LoadWeights, "tensorflow", "2.5.3"), Outcome::Refused);
    let weights = assessed("keras", "keras/cnn_keras3.weights.h5");
    assert_eq!(weights.actions().collect::<Vec<_>>(), [Action::LoadWeights, Action::LoadModel]);
    assert_eq!(outcome(&weights, Action::LoadWeights, "tensorflow", "2.21.0"), Outcome::Loads);
    assert_eq!(outcome(&weights, Action::LoadModel, "tensorflow", "2.21.0"), Outcome::Refused);
}

#[test]
fn a_requirement_of_another_action_keeps_no_release_from_the_usual_one() {
    for (kind, file) in [
        ("checkpoint", GUIDE),
        ("saved_model", "savedmodels/functions_tf24"),
        ("saved_model", "savedmodels/two_metagraphs_tf115"),
        ("tflite", "tflite/actions/convolution_2d_transpose_bias_float32.tflite"),
        ("keras", "keras/cnn_keras3.keras"),
        ("keras", "keras/cnn_keras3.weights.h5"),
    ] {
        let assessment = assessed(kind, file);
        let all: Vec<Action> = assessment.actions().collect();
        for (index, need) in assessment.requirements.iter().enumerate() {
            let Some(actions) = need.actions(&all) else { continue };
            for action in all.iter().copied() {
                let asked = assessment.within(action).expect("an action");
                let named =
                    asked.windows().iter().flat_map(|window| &window.verdicts).any(|v| v.because.contains(&index));
                assert!(!named || actions.contains(&action), "{file} {} in {action:?}", need.id);
            }
        }
    }
}
