//! The engine against recorded outputs of the real runtime: every fixture, reference and SIMD kernels.
//!
//! Nothing is skipped silently: models without a kernel are listed, differences fail, and the counts must not drop.

use crate::support::{Outcome, check, check_folder, root};
use vintage::engine::Backend;

/// Checks a folder with one backend; `floor` is how many models must agree at least.
fn folder(name: &str, backend: Backend, floor: usize) {
    let tally = check_folder(name, backend);
    assert!(tally.wrong.is_empty(), "{} models differ: {:#?}", tally.wrong.len(), tally.wrong);
    // Integers are equal to the reference outputs; int8 SUM is recorded from the optimized kernel only, a step apart.
    assert!(tally.agree - tally.exact <= 1, "{} models are a step off", tally.agree - tally.exact);
    assert!(tally.agree >= floor, "{} models agree, {floor} did before", tally.agree);
}

#[test]
fn ops_agree_with_reference_kernels() {
    folder("ops", Backend::Reference, 387);
}

#[test]
fn ops_agree_with_simd_kernels() {
    folder("ops", Backend::Simd, 387);
}

#[test]
fn ops_written_by_hand_agree_with_reference_kernels() {
    folder("ops_direct", Backend::Reference, 53);
}

#[test]
fn ops_written_by_hand_agree_with_simd_kernels() {
    folder("ops_direct", Backend::Simd, 53);
}

#[test]
fn ops_of_our_own_generator_agree_with_reference_kernels() {
    folder("recorded", Backend::Reference, 273);
}

#[test]
fn ops_of_our_own_generator_agree_with_simd_kernels() {
    folder("recorded", Backend::Simd, 273);
}

#[test]
fn models_of_other_projects_agree() {
    folder("../public/tflite", Backend::Simd, 85);
}

/// The runtime ends while it runs the one, and lacks operators of the other.
#[test]
fn models_of_tensorflow_lite_micro_agree_with_it() {
    for name in ["keyword_scrambled_8bit", "audio_preprocessor_int8"] {
        let outcome =
            check(&root().join(format!("../public/tflite/tflite-micro/{name}.tflm.golden.json")), Backend::Simd);
        assert!(matches!(outcome, Outcome::Agrees { exact: true }), "{name}: {outcome:?}");
    }
}

#[test]
fn networks_agree_with_reference_kernels() {
    folder("models", Backend::Reference, 23);
}

#[test]
fn networks_agree_with_simd_kernels() {
    folder("models", Backend::Simd, 23);
}

#[test]
fn the_networks_that_matter_most_run_on_both_backends() {
    let names = [
        "mobilenet_v1_025_128_float32",
        "mobilenet_v1_025_128_int8",
        "mobilenet_v2_035_224_float32",
        "mobilenet_v2_035_224_int8",
        "resnet_block_32_float32",
        "resnet_block_32_int8",
        "efficientnet_lite_like_96_float32",
        "efficientnet_lite_like_96_int8",
        "segmentation_64_float32",
        "segmentation_64_int8",
    ];
    for name in names {
        for backend in [Backend::Reference, Backend::Simd] {
            let outcome = check(&root().join("models").join(format!("{name}.golden.json")), backend);
            assert!(matches!(outcome, Outcome::Agrees { .. }), "{name} {backend:?}: {outcome:?}");
        }
    }
}
