//! Requirements of a TFLite model on an interpreter: "loads" means that the interpreter is built with its default
//! resolver and tensors are allocated.
//!
//! Owns: requirements of models. Must not know: reading of files, other kinds of files.

mod alike;
mod blockwise;
mod codes;
mod damage;
mod flex;
mod flex_attrs;
mod flex_nodes;
mod handed;
mod indices;
mod model;
pub(super) mod node;
mod operands;
mod prepare;
mod promise;
mod rule;
mod stage;
mod taken;
pub(super) mod versions;
mod view;

pub use codes::official_min_runtime;
pub use versions::option_since;
pub(super) use view::View;

use super::knowledge::flat_release;
use super::{Action, Assessment, Channel, Offer, channels};
use crate::bytes::Limits;
use crate::formats::tflite::Model;

/// Requirements, windows and findings of a model. `file` names the file in evidence.
pub fn assess_tflite(model: &Model, file: &str, limits: &Limits) -> Assessment {
    let view = View::new(model, file, limits);
    let (mut requirements, mut findings) = (model::requirements(&view), Vec::new());
    damage::requirements(&view, &mut requirements, &mut findings);
    codes::requirements(&view, &mut requirements, &mut findings);
    if model
        .operator_codes
        .iter()
        .any(|code| code.custom_code.as_deref().is_some_and(|name| name.starts_with(codes::FLEX)))
    {
        // Without the chunk, it is noted as missing: it is fetched, and the assessment starts again.
        let _ = flex::requirements(&view, &mut requirements);
    }
    prepare::requirements(&view, &mut requirements);
    blockwise::requirements(&view, &mut requirements);
    findings.extend(promise::min_runtime(model, &requirements));
    let reads_models = |channel: &Channel| channel.releases.iter().any(|r| r.tflite.is_some());
    let channels = channels().iter().enumerate().filter(|(_, c)| reads_models(c)).map(|(i, _)| i).collect();
    let usual = Offer::new(Action::DefaultDelegates, channels, |at| flat_release(at).1.tflite.is_some());
    let others = vec![usual.of_same(Action::BuiltinOps), usual.of_same(Action::MediapipeOps)];
    Assessment::new(usual, others, requirements, findings)
}
