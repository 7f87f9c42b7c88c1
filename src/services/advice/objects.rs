//! Advice about objects: which optimizer restores the state of a checkpoint, and how Keras 3 takes a SavedModel.

use super::case::{Case, of};
use super::schema::Advice;
use crate::compat::advice::{self, Era, Layout};
use crate::report::schema::{Artifact, Certainty, Evidence, Message, Severity, SubjectKind, What};
use crate::report::tell::evidence;

/// The missing files with values: without them, no other advice helps.
pub fn missing_files(case: &Case<'_>) -> Option<Advice> {
    let (index, need) = case.requirements().find(|(_, need)| need.subject.kind == SubjectKind::File)?;
    let mut files: Vec<&str> = case
        .report
        .problems
        .iter()
        .filter_map(|problem| problem.missing_file.as_deref())
        .chain([need.subject.name.as_str()])
        .filter(|file| is_possible(file))
        .collect();
    crate::order::sort(&mut files);
    files.dedup();
    if files.is_empty() {
        return None;
    }
    let message = Message::new("checkpoint-add-files").with("files", files.join(", ")).with("count", need.count);
    Some(Advice {
        subject: need.subject.name.clone(),
        requirement: Some(index),
        evidence: need.evidence.iter().map(evidence).collect(),
        source: need.source.clone(),
        ..of(message, Severity::Error, Certainty::Observed)
    })
}

/// Whether a data file can exist: a damaged index may name the eighth of four.
fn is_possible(file: &str) -> bool {
    let numbers = file.rsplit_once(".data-").and_then(|(_, end)| end.split_once("-of-"));
    let numbers = numbers.and_then(|(shard, of)| Some((shard.parse::<u32>().ok()?, of.parse::<u32>().ok()?)));
    numbers.is_none_or(|(shard, of)| shard < of)
}

/// One piece of advice for each optimizer with state in the file.
pub fn optimizers(report: &Artifact) -> Vec<Advice> {
    let keys: Vec<&str> = report.variables.iter().map(|variable| variable.name.as_str()).collect();
    let children = |path: &str| -> Vec<String> {
        let nodes = report.object_graph.as_ref().map_or(&[][..], |graph| graph.nodes.as_slice());
        let node = nodes.iter().find(|node| node.path == path);
        node.map_or_else(Vec::new, |node| node.children.iter().map(|child| child.name.clone()).collect())
    };
    let found = advice::optimizers(&keys, &children);
    let one = |optimizer: advice::Optimizer| {
        let id = match optimizer.layout {
            Layout::Slots => "checkpoint-optimizer-slots",
            Layout::Variables => "checkpoint-optimizer-variables",
            Layout::Keras3 => "checkpoint-optimizer-keras3",
            Layout::Names => "checkpoint-optimizer-names",
        };
        let first = optimizer.classes.split([',', '(']).next().unwrap_or_default();
        let first = if first.is_empty() { "Adam" } else { first };
        let slots = optimizer.slots.join(", ");
        let values = [
            ("path", optimizer.path.as_str()),
            ("classes", if optimizer.classes.is_empty() { "unknown" } else { optimizer.classes }),
            ("class", first),
            ("slots", if slots.is_empty() { "none" } else { &slots }),
        ];
        let eras = advice::eras(optimizer.layout);
        let statements = eras.iter().filter(|era| !era.module.is_empty()).map(|era| statements(era, first));
        let snippet = statements.collect::<Vec<_>>().join("\n");
        let evidence = optimizer.keys.iter().filter_map(|key| {
            let index = report.variables.iter().position(|variable| variable.name == *key)?;
            let (index, name) = (u32::try_from(index).ok()?, key.clone());
            Some(Evidence { what: What::Variable, index, name, ..Evidence::default() })
        });
        Advice {
            subject: optimizer.path.clone(),
            evidence: evidence.collect(),
            source: eras.first().map_or("", |era| era.source).to_owned(),
            snippet,
            ..of(Message::of(id, &values), Severity::Note, Certainty::Observed)
        }
    };
    found.into_iter().map(one).collect()
}

/// The code that creates an optimizer in an era.
fn statements(era: &Era, class: &str) -> String {
    let Era { first, last, module, install, .. } = era;
    let head = match (*first, *last) {
        ("", "") => format!("import {install}  # 3.x"),
        ("", last) => format!("# TensorFlow up to {last}"),
        (first, "") => format!("# TensorFlow {first} and later: pip install {install}\nimport {install}"),
        (first, last) => format!("# TensorFlow {first} to {last}"),
    };
    format!("{head}\n{module}.{class}()")
}

/// The path of a SavedModel's folder for a snippet. Files opened one by one have none, and loaders do not take the file
/// itself.
fn folder(report: &Artifact) -> &str {
    let is_file = report.files.iter().any(|path| path.rsplit('/').next() == Some(report.name.as_str()));
    if is_file { "path/to/the/folder" } else { &report.name }
}

/// How Keras 3 takes a SavedModel: as a layer that calls one signature.
pub fn keras_layer(report: &Artifact) -> Option<Advice> {
    const SERVING: &str = "serving_default";
    let signatures = || report.signatures.iter().filter(|signature| !signature.key.starts_with("__saved_model"));
    let signature = signatures().find(|signature| signature.key == SERVING).or_else(|| signatures().next())?;
    let inputs: Vec<&str> = signature.inputs.iter().map(|input| input.name.as_str()).collect();
    let outputs: Vec<&str> = signature.outputs.iter().map(|output| output.name.as_str()).collect();
    let others: Vec<&str> = signatures().map(|other| other.key.as_str()).filter(|key| *key != signature.key).collect();
    let others = others.join(", ");
    let values = [
        ("endpoint", signature.key.as_str()),
        ("inputs", &inputs.join(", ")),
        ("outputs", &outputs.join(", ")),
        ("others", if others.is_empty() { "none" } else { &others }),
    ];
    let shape = signature.inputs.first().and_then(|input| input.shape.clone()).unwrap_or_default();
    let dims: Vec<String> =
        shape.iter().skip(1).map(|dim| if *dim < 0 { "None".to_owned() } else { dim.to_string() }).collect();
    let comma = if dims.len() == 1 { "," } else { "" };
    let dtype = signature.inputs.first().map_or("float32", |input| input.dtype.as_str());
    let snippet = format!(
        "import keras  # 3.x, with the TensorFlow backend\n\nlayer = keras.layers.TFSMLayer(\"{}\", call_endpoint=\"{}\")\n\
         x = keras.Input(({}{comma}), dtype=\"{dtype}\")\nmodel = keras.Model(x, layer(x))",
        folder(report),
        signature.key,
        dims.join(", ")
    );
    Some(Advice {
        subject: signature.key.clone(),
        source: advice::advice_source("keras-layer").to_owned(),
        snippet,
        ..of(Message::of("saved-model-endpoint", &values), Severity::Note, Certainty::Observed)
    })
}
