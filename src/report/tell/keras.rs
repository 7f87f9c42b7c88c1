//! Keras files in the form of the contract.

use super::error;
use super::facts::fact;
use crate::formats::keras::{Form, KerasDocument, Layer, Model, Owner, Port, Value};
use crate::report::schema::{self, GraphSummary, ProducerBasis, Signature, TensorInfo, Variable};
use std::collections::{BTreeMap, HashMap};

/// Fills identity, graph, signature, variables, problems.
pub fn tell(document: &KerasDocument, report: &mut schema::Artifact) {
    report.identity.form = match document.form {
        Form::Archive => "keras v3 zip",
        Form::Model => "h5 model",
        Form::NamedWeights => "h5 weights, by name",
        Form::Weights => "h5 weights",
        Form::Hdf5 => "hdf5, not of Keras",
    }
    .to_owned();
    identity(document, report);
    report.problems.extend(document.problems.iter().map(error));
    if let Some(model) = &document.model {
        report.graphs.push(summary(model));
        report.signatures.extend(signature(model));
    }
    report.variables.extend(document.weights.iter().map(|weight| Variable {
        name: weight.name.clone(),
        dtype: weight.dtype_name.clone(),
        shape: weight.shape.clone(),
        bytes: weight.bytes,
        layer: match &weight.owner {
            Owner::Layer(name) => Some(name.clone()),
            Owner::Optimizer => Some("optimizer".to_owned()),
            Owner::Model | Owner::Nobody => None,
        },
        ..Variable::default()
    }));
}

fn identity(document: &KerasDocument, report: &mut schema::Artifact) {
    let identity = &mut report.identity;
    if let Some(version) = &document.keras_version {
        identity.producer = Some(format!("keras {version}"));
        let is_archive = document.form == Form::Archive;
        let basis = if is_archive { ProducerBasis::KerasMetadata } else { ProducerBasis::KerasAttribute };
        identity.producer_basis = Some(basis);
    }
    fact(identity, "backend", document.backend.as_deref().unwrap_or_default());
    fact(identity, "date_saved", document.date_saved.as_deref().unwrap_or_default());
    if let Some(model) = &document.model {
        fact(identity, "class", &model.class);
        fact(identity, "model", &model.name);
        fact(identity, "layers", &model.all_layers().len().to_string());
    }
    if document.model.is_some() {
        fact(identity, "compiled", if document.is_compiled() { "true" } else { "false" });
    }
    let compile = &document.compile;
    let optimizer = [compile.get("optimizer"), compile.get("optimizer_config")];
    for optimizer in optimizer.into_iter().filter(|value| **value != Value::Null) {
        let name = optimizer.get("class_name").text().or(optimizer.text());
        fact(identity, "optimizer", name.unwrap_or_default());
    }
    for key in ["loss", "metrics"] {
        if *compile.get(key) != Value::Null {
            fact(identity, key, &named(compile.get(key)));
        }
    }
    let built = document.config.get("build_config").get("input_shape");
    if *built != Value::Null {
        fact(identity, "built for", &built.short(80));
    }
    if document.form == Form::Hdf5 {
        fact(identity, "groups", &document.groups.to_string());
        fact(identity, "datasets", &document.weights.len().to_string());
    }
    fact(identity, "other members", &document.others.join(", "));
}

/// A function or an object by its name; other values as written.
fn named(value: &Value) -> String {
    let of_one = |value: &Value| value.text().or_else(|| value.get("class_name").text()).map(str::to_owned);
    let all: Option<Vec<String>> = value.items().iter().map(of_one).collect();
    match all {
        Some(all) if !all.is_empty() => all.join(", "),
        _ => of_one(value).unwrap_or_else(|| value.short(80)),
    }
}

/// Layers by class; those of nested models are counted in them.
fn summary(model: &Model) -> GraphSummary {
    let mut ops = BTreeMap::new();
    let layers = model.all_layers();
    for (_, layer) in &layers {
        *ops.entry(layer.class.clone()).or_insert(0) += 1;
    }
    GraphSummary { name: String::new(), nodes: layers.len() as u64, ops }
}

/// Inputs and outputs of a model, as far as its layers define them.
fn signature(model: &Model) -> Option<Signature> {
    let layers: HashMap<&str, &Layer> = model.layers.iter().map(|layer| (layer.name.as_str(), layer)).collect();
    let port = |port: &Port| tensor(&port.layer, layers.get(port.layer.as_str()).copied(), port);
    let first = model.layers.first().filter(|_| model.sequential && model.inputs.is_empty());
    let inputs: Vec<TensorInfo> = match first {
        Some(first) if first.input_shape().is_some() => vec![tensor(&first.name, Some(first), &Port::default())],
        _ => model.inputs.iter().map(port).collect(),
    };
    let outputs: Vec<TensorInfo> = match model.layers.last().filter(|_| first.is_some()) {
        Some(last) => vec![tensor(&last.name, None, &Port::default())],
        None => model.outputs.iter().map(port).collect(),
    };
    (!inputs.is_empty()).then(|| Signature { key: "call".to_owned(), inputs, outputs, ..Signature::default() })
}

fn tensor(name: &str, layer: Option<&Layer>, port: &Port) -> TensorInfo {
    let input = layer.filter(|layer| layer.input_shape().is_some());
    TensorInfo {
        name: name.to_owned(),
        tensor: format!("{name}[{}][{}]", port.call, port.output),
        dtype: input.and_then(Layer::dtype).unwrap_or_default().to_owned(),
        shape: input.and_then(Layer::input_shape).or_else(|| port.shape.clone()),
    }
}
