//! The core in a real browser: the same code as natively, compiled for wasm32 and run by `cargo xtask test wasm`.
//!
//! Real files are compiled in, because a browser has no file system; what they hold is known from the tool that wrote
//! them.
#![cfg(target_arch = "wasm32")]

use vintage::artifact::Dropped;
use vintage::bytes::{Limits, MemorySource};
use vintage::report::{open, schema};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

const CONV: &[u8] = include_bytes!("../fixtures/tflite/ops/conv_2d_0.tflite");

fn report(path: &str, bytes: &[u8]) -> schema::Artifact {
    let dropped = vec![Dropped { path: path.into(), source: MemorySource::shared(path, bytes) }];
    let mut report = open(dropped, &Limits::default(), &mut |_| {}).report;
    assert_eq!(report.artifacts.len(), 1);
    report.artifacts.remove(0)
}

#[wasm_bindgen_test]
fn a_tflite_model_is_read_in_the_browser() {
    let model = report("conv.tflite", CONV);
    assert_eq!(model.kind, schema::Kind::Tflite);
    assert!(model.error.is_none(), "{:?}", model.error);
    assert_eq!(model.graphs[0].ops.get("CONV_2D"), Some(&1), "{:?}", model.graphs);
}

#[wasm_bindgen_test]
fn a_truncated_file_is_an_error_with_a_place_and_not_a_trap() {
    for length in [8, 100, CONV.len() / 2, CONV.len() - 1] {
        let model = report("cut.tflite", &CONV[..length]);
        let error = model.error.unwrap_or_else(|| panic!("{length} bytes were taken for a whole model"));
        assert!(!error.detail.id.is_empty());
    }
}
