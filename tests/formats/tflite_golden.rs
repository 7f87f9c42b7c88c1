//! Every `.tflite` fixture against what TensorFlow itself recorded about it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use vintage::bytes::{Error, FileSource, Limits, MemorySource, SharedSource};
use vintage::formats::tflite::{self, Model};

fn fixtures() -> Vec<(PathBuf, Value)> {
    fn walk(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, into);
            } else if path.extension().is_some_and(|e| e == "tflite" || e == "bin") {
                into.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for folder in ["tflite", "public/tflite"] {
        walk(&root.join(folder), &mut paths);
    }
    paths.sort();
    let golden = |path: &Path| serde_json::from_slice(&std::fs::read(path.with_extension("golden.json")).ok()?).ok();
    paths.into_iter().filter_map(|path| golden(&path).map(|g| (path, g))).collect()
}

fn read(path: &Path) -> Result<Model, Error> {
    let source: SharedSource = std::rc::Rc::new(FileSource::open(path, path.to_string_lossy()).unwrap());
    tflite::read(&source, &Limits::default())
}

/// The models that the readers with and without a verifier find in `bytes`: the first has them in memory, the second reads blocks.
fn both(bytes: &[u8], is_whole: bool) -> [String; 2] {
    let bytes = &bytes[..if is_whole { bytes.len() } else { bytes.len() * 9 / 10 }];
    let source = MemorySource::shared("model", bytes);
    [tflite::read, tflite::read_unverified].map(|read| {
        let common = |model| Model { verification: None, associated_files: Vec::new(), ..model };
        let model = read(&source, &Limits::default()).map(common);
        format!("{model:#?}")
    })
}

fn ints<'a>(value: &'a Value) -> impl Iterator<Item = i64> + 'a {
    value.as_array().into_iter().flatten().map(|v| v.as_i64().unwrap())
}

#[test]
fn facts_of_every_model_agree() {
    let mut checked = 0;
    for (path, golden) in fixtures() {
        let facts = &golden["facts"];
        if !facts["subgraphs"].is_array() {
            continue;
        }
        let model = read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let said = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| agree(&model, facts)));
        assert!(said.is_ok(), "{} differs from its golden", path.display());
        checked += 1;
    }
    assert!(checked >= 550, "only {checked} models were compared");
}

#[test]
fn models_read_in_blocks_are_the_same() {
    for (path, _) in fixtures() {
        let bytes = std::fs::read(&path).unwrap();
        // Without a verifier, a file that does not say what it is may be read and is then refused.
        if bytes.get(4..8) != Some(&tflite::IDENTIFIER) {
            continue;
        }
        for is_whole in [true, false] {
            let [verified, unverified] = both(&bytes, is_whole);
            assert!(verified == unverified, "{}, {}", path.display(), if is_whole { "whole" } else { "cut" });
        }
    }
}

fn agree(model: &Model, facts: &Value) {
    assert_eq!(model.identifier.escape_ascii().to_string(), facts["identifier"].as_str().unwrap());
    assert_eq!(u64::from(model.schema_version), facts["schema_version"].as_u64().unwrap());
    assert_eq!(model.description, facts["description"].as_str().unwrap_or_default());
    assert_eq!(model.min_runtime_version.as_deref(), facts["min_runtime_version"].as_str());
    assert_eq!(model.buffers.len() as u64, facts["buffers"].as_u64().unwrap());
    assert_eq!(model.metadata.len(), facts["metadata"].as_array().unwrap().len());
    let len =
        |buffer: u32| model.buffers.get(buffer as usize).and_then(|b| b.range.clone()).map_or(0, |r| r.end - r.start);
    for (entry, fact) in model.metadata.iter().zip(facts["metadata"].as_array().unwrap()) {
        assert_eq!(entry.name, fact["name"].as_str().unwrap());
        assert_eq!(len(entry.buffer), fact["bytes"].as_u64().unwrap());
    }
    let conversion = &facts["conversion_metadata"];
    assert_eq!(model.conversion.is_some(), conversion.is_object());
    if let Some(said) = &model.conversion {
        let environment = &conversion["environment"];
        assert_eq!(said.tensorflow_version, environment["tensorflowVersion"].as_str().unwrap());
        assert_eq!(u64::from(said.api_version), environment["apiVersion"].as_u64().unwrap());
        assert_eq!(i64::from(said.model_type), environment["modelType"].as_i64().unwrap());
        assert_eq!(said.model_hash, environment["modelHash"].as_u64().unwrap());
        assert!(said.optimization_modes.iter().map(|m| i64::from(*m)).eq(ints(&conversion["optimization_modes"])));
        assert_eq!(said.allow_custom_ops, conversion["allow_custom_ops"].as_bool().unwrap());
        assert_eq!(said.enable_select_tf_ops, conversion["enable_select_tf_ops"].as_bool().unwrap());
    }
    let codes = facts["operator_codes"].as_array().unwrap();
    assert_eq!(model.operator_codes.len(), codes.len());
    for (index, (code, fact)) in model.operator_codes.iter().zip(codes).enumerate() {
        assert_eq!(i64::from(code.code), fact["builtin_code"].as_i64().unwrap());
        assert_eq!(tflite::BuiltinOp::from_code(code.code).map(|op| op.name()), fact["name"].as_str());
        assert_eq!(code.custom_code.as_deref(), fact["custom_code"].as_str());
        assert_eq!(i64::from(code.version), fact["version"].as_i64().unwrap());
        let operators = model.subgraphs.iter().flat_map(|s| &s.operators);
        let uses = operators.filter(|o| o.opcode_index as usize == index).count();
        assert_eq!(uses as u64, fact["count"].as_u64().unwrap());
    }
    signatures(model, facts);
    let subgraphs = facts["subgraphs"].as_array().unwrap();
    assert_eq!(model.subgraphs.len(), subgraphs.len());
    for (subgraph, fact) in model.subgraphs.iter().zip(subgraphs) {
        assert_eq!(subgraph.name, fact["name"].as_str().unwrap_or_default());
        assert!(subgraph.inputs.iter().map(|i| i64::from(*i)).eq(ints(&fact["inputs"])));
        assert!(subgraph.outputs.iter().map(|i| i64::from(*i)).eq(ints(&fact["outputs"])));
        assert_eq!(subgraph.tensors.len() as u64, fact["tensor_count"].as_u64().unwrap());
        assert_eq!(subgraph.operators.len() as u64, fact["operator_count"].as_u64().unwrap());
        for (tensor, fact) in subgraph.tensors.iter().zip(fact["tensors"].as_array().unwrap()) {
            assert_eq!(tensor.name, fact["name"].as_str().unwrap_or_default());
            assert_eq!(tflite::TensorType::from_code(tensor.dtype).map(|t| t.schema_name()), fact["dtype"].as_str());
            assert!(tensor.shape.iter().map(|d| i64::from(*d)).eq(ints(&fact["shape"])), "{fact}");
            assert_eq!(u64::from(tensor.buffer), fact["buffer"].as_u64().unwrap());
            assert_eq!(len(tensor.buffer), fact["const_bytes"].as_u64().unwrap_or(0), "{fact}");
            assert_eq!(tensor.is_variable, fact["is_variable"].as_bool().unwrap_or(false));
            assert_eq!(tensor.is_sparse, fact["sparse"].as_bool().unwrap_or(false));
            if fact["shape_signature"].is_array() {
                let signature = tensor.shape_signature.iter().flatten().map(|d| i64::from(*d));
                assert!(signature.eq(ints(&fact["shape_signature"])), "{fact}");
            }
            let quantization = &fact["quantization"];
            // The golden leaves out quantization whose scales are tensors.
            let scaled = tensor.quantization.as_ref().filter(|q| q.details == 0);
            assert_eq!(scaled.is_some(), quantization.is_object(), "{fact}");
            if let Some(said) = scaled {
                assert_eq!(said.scale.len() as u64, quantization["channels"].as_u64().unwrap());
                assert_eq!(i64::from(said.dimension), quantization["axis"].as_i64().unwrap());
                let scales = quantization["scale_first4"].as_array().unwrap();
                assert!(said.scale.iter().zip(scales).all(|(a, b)| *a == b.as_f64().unwrap() as f32), "{fact}");
                let zeros = ints(&quantization["zero_point_first4"]);
                assert!(said.zero_point.iter().copied().take(4).eq(zeros), "{fact}");
            }
        }
        for (operator, fact) in subgraph.operators.iter().zip(fact["operators"].as_array().unwrap()) {
            assert_eq!(model.operator_codes[operator.opcode_index as usize].name(), fact["op"].as_str().unwrap());
            assert!(operator.inputs.iter().map(|i| i64::from(*i)).eq(ints(&fact["inputs"])));
            assert!(operator.outputs.iter().map(|i| i64::from(*i)).eq(ints(&fact["outputs"])));
            let table = fact["options"].as_str().or(fact["options2"].as_str()).unwrap_or_default();
            assert_eq!(operator.options.table, table, "{fact}");
            let custom = operator.custom_options.clone().map_or(0, |r| r.end - r.start);
            assert_eq!(custom, fact["custom_options_bytes"].as_u64().unwrap_or(0));
        }
    }
}

fn signatures(model: &Model, facts: &Value) {
    let signatures = facts["signatures"].as_array().unwrap();
    assert_eq!(model.signatures.len(), signatures.len());
    for (signature, fact) in model.signatures.iter().zip(signatures) {
        assert_eq!(signature.key, fact["key"].as_str().unwrap_or_default());
        assert_eq!(u64::from(signature.subgraph), fact["subgraph"].as_u64().unwrap());
        for (names, fact) in [(&signature.inputs, &fact["inputs"]), (&signature.outputs, &fact["outputs"])] {
            let fact = fact.as_object().unwrap();
            assert_eq!(names.len(), fact.len());
            assert!(names.iter().all(|(name, tensor)| fact[name].as_u64() == Some((*tensor).into())), "{fact:?}");
        }
    }
}

/// Checks of a loader beyond the form of the file: ours refuse exactly what the runtime refuses.
#[test]
fn validation_agrees_with_the_interpreter() {
    let ids = [
        ("specifies out of range buffer", "tflite-buffer-outside"),
        ("in inputs.", "tflite-tensor-outside"),
        ("in outputs.", "tflite-tensor-outside"),
        ("in node inputs.", "tflite-tensor-outside"),
        ("Missing registration for opcode_index", "tflite-opcode-outside"),
        ("is both input", "tflite-shared-tensor"),
        ("No subgraph in the model", "tflite-no-subgraph"),
        ("not equal to supported version", "tflite-schema-version"),
        ("number of elements overflowed", "tflite-shape-impossible"),
    ];
    let mut seen = std::collections::BTreeSet::new();
    for (path, golden) in fixtures() {
        let Ok(model) = read(&path) else { continue };
        let found = tflite::validate(&model);
        let message = golden["load"]["message"].as_str().unwrap_or_default();
        if let Some((_, id)) = ids.iter().find(|(text, _)| message.contains(text)) {
            assert!(found.iter().any(|e| e.id() == *id), "{}: {message} but {found:?}", path.display());
            assert!(found.iter().all(|e| !e.at.field.is_empty()));
            seen.insert(*id);
        } else if golden["load"] == "ok" {
            assert!(found.is_empty(), "{} loads, but {found:?}", path.display());
        }
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
}

/// The newest runtimes verify the flatbuffer before they use it: our verifier agrees on every file.
#[test]
fn verification_agrees_with_a_runtime_that_verifies() {
    let mut refused = 0;
    for (path, golden) in fixtures() {
        let message = golden["load"]["message"].as_str().unwrap_or_default();
        let runtime_refuses = message.contains("not a valid Flatbuffer");
        let (ours, is_text) = match read(&path) {
            Ok(model) => {
                let is_text = model.damage.iter().any(|error| error.id() == "tflite-text-not-utf8");
                (model.verification, is_text)
            }
            Err(error) => (Some(error), true),
        };
        // Text that is not UTF-8 and an empty file have their own messages there.
        if message.contains("utf-8") || message.contains("must be specified") {
            assert!(is_text, "{}", path.display());
            continue;
        }
        assert_eq!(ours.is_some(), runtime_refuses, "{}: {ours:?} against {message}", path.display());
        refused += usize::from(runtime_refuses);
    }
    assert!(refused >= 20, "only {refused} broken files were seen");
}
