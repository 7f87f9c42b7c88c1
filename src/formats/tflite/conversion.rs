//! What the converter left in the metadata: who converted the model, how, and for which runtime.

use super::generated::conversion_metadata::tflite as schema;
use super::model::Conversion;
use flatbuffers::VerifierOptions;

/// The text of `min_runtime_version`: 16 bytes, padded with zeros.
pub fn min_runtime_version(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len()).min(64);
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// `CONVERSION_METADATA`, a flatbuffer of its own; `None` when it does not verify.
pub fn read(bytes: &[u8]) -> Option<Conversion> {
    let options = VerifierOptions { max_tables: 1024, max_depth: 8, ..VerifierOptions::default() };
    let root = flatbuffers::root_with_opts::<schema::ConversionMetadata<'_>>(&options, bytes).ok()?;
    let mut out = Conversion::default();
    if let Some(environment) = root.environment() {
        out.tensorflow_version = environment.tensorflow_version().unwrap_or_default().to_owned();
        out.api_version = environment.api_version();
        out.model_type = environment.model_type().0;
        out.model_hash = environment.model_hash();
    }
    if let Some(options) = root.options() {
        out.optimization_modes =
            options.model_optimization_modes().map(|modes| modes.iter().map(|m| m.0).collect()).unwrap_or_default();
        out.allow_custom_ops = options.allow_custom_ops();
        out.enable_select_tf_ops = options.enable_select_tf_ops();
        out.force_select_tf_ops = options.force_select_tf_ops();
    }
    Some(out)
}

/// Name of a `ModelType`, such as 1 -> `TF_SAVED_MODEL`.
pub fn model_type_name(model_type: i32) -> Option<&'static str> {
    schema::ModelType(model_type).variant_name()
}

/// Name of a `ModelOptimizationMode`, such as 1003 -> `PTQ_FULL_INTEGER`.
pub fn optimization_mode_name(mode: i32) -> Option<&'static str> {
    Some(match schema::ModelOptimizationMode(mode) {
        schema::ModelOptimizationMode::PTQ_FLOAT16 => "PTQ_FLOAT16",
        schema::ModelOptimizationMode::PTQ_DYNAMIC_RANGE => "PTQ_DYNAMIC_RANGE",
        schema::ModelOptimizationMode::PTQ_FULL_INTEGER => "PTQ_FULL_INTEGER",
        schema::ModelOptimizationMode::PTQ_INT16 => "PTQ_INT16",
        schema::ModelOptimizationMode::QUANTIZATION_AWARE_TRAINING => "QUANTIZATION_AWARE_TRAINING",
        schema::ModelOptimizationMode::RANDOM_SPARSITY => "RANDOM_SPARSITY",
        schema::ModelOptimizationMode::BLOCK_SPARSITY => "BLOCK_SPARSITY",
        schema::ModelOptimizationMode::STRUCTURED_SPARSITY => "STRUCTURED_SPARSITY",
        _ => return None,
    })
}
