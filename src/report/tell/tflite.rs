//! A `.tflite` model in the form of the contract.

use super::error;
use super::facts::fact;
use crate::formats::tflite::{self, Model, Subgraph};
use crate::report::schema::{self, GraphSummary, ProducerBasis, Signature, TensorInfo};
use std::collections::BTreeMap;

/// Fills identity, graphs and signatures.
pub fn tell(model: &Model, file: &str, report: &mut schema::Artifact) {
    identity(model, report);
    report.problems.extend(model.damage.iter().map(error));
    report.problems.extend(tflite::validate(model).iter().map(|problem| {
        let mut report = error(problem);
        file.clone_into(&mut report.at.file);
        report
    }));
    report.graphs = model.subgraphs.iter().map(|subgraph| summary(model, subgraph)).collect();
    let signatures = model.signatures.iter().map(|signature| signature_of(model, signature));
    report.signatures.extend(signatures);
    if report.signatures.is_empty() {
        // Old models have no signatures: only the main subgraph's inputs and outputs.
        report.signatures.extend(model.subgraphs.first().map(main_signature));
    }
}

fn identity(model: &Model, report: &mut schema::Artifact) {
    let identity = &mut report.identity;
    identity.form = format!("schema {}", model.schema_version);
    identity.min_runtime_version.clone_from(&model.min_runtime_version);
    let conversion = model.conversion.as_ref().filter(|conversion| !conversion.tensorflow_version.is_empty());
    if let Some(conversion) = conversion {
        identity.producer = Some(format!("tensorflow {}", conversion.tensorflow_version));
        identity.producer_basis = Some(ProducerBasis::ConversionMetadata);
        fact(identity, "converted from", tflite::model_type_name(conversion.model_type).unwrap_or_default());
        let modes: Vec<String> = conversion
            .optimization_modes
            .iter()
            .map(|mode| tflite::optimization_mode_name(*mode).map_or_else(|| mode.to_string(), str::to_owned))
            .collect();
        fact(identity, "optimization", &modes.join(", "));
    } else if !model.description.is_empty() {
        identity.producer = Some(model.description.clone());
        identity.producer_basis = Some(ProducerBasis::Description);
    }
    fact(identity, "description", &model.description);
    fact(identity, "subgraphs", &model.subgraphs.len().to_string());
    let names: Vec<&str> = model.metadata.iter().map(|entry| entry.name.as_str()).collect();
    fact(identity, "metadata", &names.join(", "));
}

fn summary(model: &Model, subgraph: &Subgraph) -> GraphSummary {
    let mut ops = BTreeMap::new();
    for operator in &subgraph.operators {
        let code = model.operator_codes.get(operator.opcode_index as usize);
        let name =
            code.map_or_else(|| format!("operator code {} (missing)", operator.opcode_index), |code| code.name());
        *ops.entry(name).or_insert(0) += 1;
    }
    GraphSummary { name: subgraph.name.clone(), nodes: subgraph.operators.len() as u64, ops }
}

fn signature_of(model: &Model, signature: &tflite::Signature) -> Signature {
    let subgraph = model.subgraphs.get(signature.subgraph as usize);
    let list =
        |ports: &[(String, u32)]| ports.iter().map(|(name, index)| tensor(subgraph, name, i64::from(*index))).collect();
    Signature {
        key: signature.key.clone(),
        method: String::new(),
        inputs: list(&signature.inputs),
        outputs: list(&signature.outputs),
    }
}

fn main_signature(subgraph: &Subgraph) -> Signature {
    let list = |indices: &[i32]| indices.iter().map(|index| tensor(Some(subgraph), "", i64::from(*index))).collect();
    Signature { inputs: list(&subgraph.inputs), outputs: list(&subgraph.outputs), ..Signature::default() }
}

/// A tensor by index; an index that does not exist has a name only.
fn tensor(subgraph: Option<&Subgraph>, name: &str, index: i64) -> TensorInfo {
    let found = usize::try_from(index).ok().and_then(|index| subgraph?.tensors.get(index));
    let Some(tensor) = found else {
        return TensorInfo { name: name.to_owned(), tensor: format!("tensor {index} (missing)"), ..Default::default() };
    };
    let shape = tensor.shape_signature.as_ref().filter(|shape| !shape.is_empty()).unwrap_or(&tensor.shape);
    TensorInfo {
        name: if name.is_empty() { tensor.name.clone() } else { name.to_owned() },
        tensor: tensor.name.clone(),
        dtype: tflite::TensorType::from_code(tensor.dtype)
            .map_or_else(|| format!("unknown({})", tensor.dtype), |t| t.name().to_owned()),
        shape: Some(shape.iter().map(|dim| i64::from(*dim)).collect()),
    }
}
