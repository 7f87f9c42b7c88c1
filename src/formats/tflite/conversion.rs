//! The converter's record in the metadata: its version and settings, and the runtime it converted for.

use super::generated::conversion_metadata as schema;
use super::model::Conversion;
use super::verify::is_sound;
use super::view::{Bytes, Path, View};
use crate::bytes::Limits;
use flatbuffers::VerifierOptions;

/// The text of `min_runtime_version`: 16 bytes, padded with zeros.
pub fn min_runtime_version(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len()).min(64);
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// Reads `CONVERSION_METADATA`, a separate flatbuffer; `None` when it does not verify.
pub fn read(bytes: &[u8]) -> Option<Conversion> {
    use schema::{ConversionMetadata as M, ConversionOptions as O, Environment as E};
    let options = VerifierOptions { max_tables: 1024, max_depth: 8, ..VerifierOptions::default() };
    if !is_sound(bytes, &options, &schema::CONVERSION_METADATA) {
        return None;
    }
    let (limits, path) = (Limits::default(), &Path::ROOT);
    let view = View::new(Bytes::Here(bytes), "".into(), 0, &limits);
    let root = view.root()?;
    let mut out = Conversion::default();
    if let Some(environment) = root.table(M::ENVIRONMENT, path) {
        out.tensorflow_version = environment.text(E::TENSORFLOW_VERSION, path).unwrap_or_default();
        out.api_version = environment.u32(E::API_VERSION, 0, path);
        out.model_type = environment.i32(E::MODEL_TYPE, 0, path);
        out.model_hash = environment.u64(E::MODEL_HASH, 0, path);
    }
    if let Some(options) = root.table(M::OPTIONS, path) {
        out.optimization_modes = options.i32s(O::MODEL_OPTIMIZATION_MODES, path).unwrap_or_default();
        out.allow_custom_ops = options.bool(O::ALLOW_CUSTOM_OPS, false, path);
        out.enable_select_tf_ops = options.bool(O::ENABLE_SELECT_TF_OPS, false, path);
        out.force_select_tf_ops = options.bool(O::FORCE_SELECT_TF_OPS, false, path);
    }
    Some(out)
}

/// Name of a `ModelType`, such as 1 -> `TF_SAVED_MODEL`.
pub fn model_type_name(model_type: i32) -> Option<&'static str> {
    schema::MODEL_TYPE.name_of(model_type.into())
}

/// Name of a `ModelOptimizationMode`, such as 1003 -> `PTQ_FULL_INTEGER`.
pub fn optimization_mode_name(mode: i32) -> Option<&'static str> {
    schema::MODEL_OPTIMIZATION_MODE.name_of(mode.into())
}
