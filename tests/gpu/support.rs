//! A device to run programs on, and comparison of outputs.

use vintage::engine::Program;
use vintage::engine::gpu::kernels::gemm::Style;
use vintage::engine::gpu::{Device, GpuError, Options, Session, block_on};

pub(crate) use crate::build::{Builder, Random};

/// A device, or a printed note if this machine has none; `VINTAGE_GPU=required` makes that a failure.
pub fn device() -> Option<Device> {
    match block_on(Device::request()) {
        Ok(device) => Some(device),
        Err(e @ GpuError::Unavailable { .. }) if std::env::var_os("VINTAGE_GPU").is_none() => {
            println!("SKIPPED: this machine has no Vulkan adapter ({e})");
            None
        }
        Err(e) => panic!("{e}"),
    }
}

/// float16 and float32, if the adapter has both: every way that a program can run.
pub fn ways(device: &Device, styles: &[Style]) -> Vec<Options> {
    let precisions: &[bool] = if device.info().half { &[false, true] } else { &[false] };
    let way = |&style: &Style, &half: &bool| Options { style: Some(style), half, ..Options::default() };
    styles.iter().flat_map(|style| precisions.iter().map(move |half| way(style, half))).collect()
}

/// Equal as far as the precision allows. With float16 inputs and weights, sums of hundreds of products are compared,
/// most of which a fused activation may cut off: more is allowed than by check mode, which gives both sides the same
/// inputs.
#[track_caller]
pub fn assert_near(options: Options, got: &[f32], want: &[f32], what: &str) {
    assert_close_by(got, want, if options.half { 5e-3 } else { 1e-5 }, &format!("{what} {options:?}"));
}

/// Runs a program once.
pub fn run(device: &Device, program: &Program, options: Options, inputs: &[&[f32]]) -> Result<Vec<Vec<f32>>, GpuError> {
    block_on(async {
        let mut session = Session::prepare_with(device, program, options).await?;
        session.run(inputs).await
    })
}

/// Equal within 1e-5 of the greatest magnitude, plus 1e-6.
#[track_caller]
pub fn assert_close(got: &[f32], want: &[f32], what: &str) {
    assert_close_by(got, want, 1e-5, what);
}

/// Equal within this share of the greatest magnitude, plus 1e-6.
#[track_caller]
pub fn assert_close_by(got: &[f32], want: &[f32], share: f32, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}: length");
    let scale = want.iter().fold(0f32, |m, v| m.max(v.abs()));
    for (i, (g, w)) in got.iter().zip(want).enumerate() {
        let ok = (g - w).abs() <= share * scale + 1e-6;
        assert!(ok, "{what}: element {i}: got {g}, want {w} (scale {scale})");
    }
}
