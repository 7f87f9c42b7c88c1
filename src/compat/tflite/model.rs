//! Requirements of the complete model: schema version, subgraphs, tensor types, quantization tables.

use super::rule::{check, root};
use super::view::View;
use super::{indices, stage};
use crate::bytes::Error;
use crate::compat::accepts::{Accepts, tflite};
use crate::compat::knowledge::tflite::{facts, tflite_source};
use crate::compat::prints::Print;
use crate::compat::{Certainty, EVIDENCE, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::tflite::{IDENTIFIER, Tensor, TensorType};
use crate::message::Values;
use std::collections::BTreeMap;

#[inline(never)]
pub fn requirements(view: &View<'_>) -> Vec<Requirement> {
    let mut out = Vec::new();
    structure(view, &mut out);
    subgraphs(view, &mut out);
    types(view, &mut out);
    tensors_and_buffers(view, &mut out);
    out
}

/// Identifier and schema version.
fn structure(view: &View<'_>, out: &mut Vec<Requirement>) {
    let model = view.model;
    // A model that was not read from a file has no identifier and nothing to verify.
    let from_file = model.identifier != [0; 4] || model.verification.is_some();
    if from_file && model.identifier != IDENTIFIER {
        let found = model.identifier.escape_ascii().to_string();
        let subject = Subject { kind: SubjectKind::Header, name: "file identifier".into(), version: None };
        out.push(check(
            "tflite-identifier",
            subject,
            stage::HEADER,
            vec![("found", found)].into(),
            vec![root(view, "")],
            1,
        ));
    }
    if model.schema_version != 3 {
        let values = Values::from(vec![("version", (model.schema_version as i32).to_string())]);
        let subject = Subject {
            kind: SubjectKind::Header,
            name: "schema version".into(),
            version: Some(model.schema_version as i32),
        };
        out.push(check("tflite-schema-version", subject, stage::HEADER, values, vec![root(view, "version")], 1));
    }
}

/// The number of subgraphs.
fn subgraphs(view: &View<'_>, out: &mut Vec<Requirement>) {
    let subject =
        |n: usize| Subject { kind: SubjectKind::Header, name: "subgraphs".into(), version: i32::try_from(n).ok() };
    // A list of subgraphs that goes past the file has more than one.
    let too_long = |error: &&Error| error.message.id == "tflite-list-outside" && error.at.field == "subgraphs";
    let claimed = view.model.damage.iter().find(too_long).and_then(|error| error.message.value("count")?.parse().ok());
    match claimed.unwrap_or(view.model.subgraphs.len()) {
        0 => out.push(check(
            "tflite-no-subgraph",
            subject(0),
            stage::SUBGRAPHS,
            Values::default(),
            vec![root(view, "subgraphs")],
            1,
        )),
        1 => {}
        n => out.push(check(
            "tflite-subgraphs",
            subject(n),
            stage::SUBGRAPHS,
            Values::default(),
            vec![root(view, "subgraphs")],
            n,
        )),
    }
}

/// Conditions on every tensor: buffer, shape, quantization.
#[inline(never)]
fn tensors_and_buffers(view: &View<'_>, out: &mut Vec<Requirement>) {
    // Buffer 0 means no data and is never looked up.
    let buffers = view.model.buffers.len();
    tensors(
        view,
        out,
        "tflite-buffer-index",
        |t| t.buffer != 0 && t.buffer as usize >= buffers,
        |t| vec![("buffer", (t.buffer as i32).to_string()), ("count", buffers.to_string())].into(),
    );
    tensors(view, out, "tflite-external-buffers", |t| t.external_buffer != 0 && t.buffer == 0, |_| Values::default());
    tensors(view, out, "tflite-negative-shape", |t| t.shape.iter().any(|&d| d < 0), |_| Values::default());
    tensors(view, out, "tflite-tensor-too-large", too_large, |_| Values::default());
    // Memory is allocated after all nodes are prepared.
    let allocated = out.iter_mut().filter(|requirement| requirement.id == "tflite-tensor-too-large");
    allocated.for_each(|requirement| requirement.step = (stage::PREPARE, u32::MAX));
    empty(view, out);
    indices::requirements(view, out);
    tensors(view, out, "tflite-sparse-tensor", |t| t.is_sparse, |_| Values::default());
    let beyond_scales = |t: &Tensor| {
        let q = t.quantization.as_ref();
        q.is_some_and(|q| q.scale.len() > 1 && usize::try_from(q.dimension).map_or(true, |d| d >= q.scale.len()))
    };
    tensors(view, out, "tflite-quantized-dimension-scales", beyond_scales, |t| {
        let q = t.quantization.as_ref();
        let (scales, dimension) = q.map_or((0, 0), |q| (q.scale.len(), q.dimension));
        vec![("rank", scales.to_string()), ("dimension", dimension.to_string())].into()
    });
    tensors(
        view,
        out,
        "tflite-scale-count",
        |t| slices(t).is_some_and(|n| n != scales(t)),
        |t| {
            let slices = slices(t).unwrap_or_default();
            vec![("slices", slices.to_string()), ("scales", scales(t).to_string())].into()
        },
    );
    tensors(view, out, "tflite-quantized-dimension", dimension_out_of_range, |t| {
        let dimension = t.quantization.as_ref().map_or(0, |q| q.dimension);
        vec![("rank", t.shape.len().to_string()), ("dimension", dimension.to_string())].into()
    });
}

/// Every tensor of every subgraph must have a type that the release knows.
#[inline(never)]
fn types(view: &View<'_>, out: &mut Vec<Requirement>) {
    let mut by_type: BTreeMap<i32, (u32, Vec<(usize, usize)>)> = BTreeMap::new();
    for (s, subgraph) in view.model.subgraphs.iter().enumerate() {
        for (t, tensor) in subgraph.tensors.iter().enumerate() {
            let (count, at) = by_type.entry(tensor.dtype).or_default();
            *count += 1;
            if at.len() < EVIDENCE {
                at.push((s, t));
            }
        }
    }
    for (code, (count, at)) in by_type {
        let mut accepts = Accepts::all(Outcome::Refused, tflite);
        let mut source = tflite_source("tensor-type-unknown");
        for (range, known) in facts().tensor_type(code) {
            accepts.set(*range, Outcome::Loads);
            source = known;
        }
        let name = TensorType::from_code(code).map_or_else(|| format!("type {code}"), |t| t.schema_name().to_owned());
        out.push(Requirement {
            id: "tflite-tensor-type",
            kind: RequirementKind::Other,
            subject: Subject { kind: SubjectKind::Dtype, name, version: None },
            reason: None,
            evidence: at.iter().map(|&at| view.tensor(at)).collect(),
            count,
            certainty: Certainty::Observed,
            source: source.to_owned(),
            accepts: accepts.done(),
            step: (stage::TENSORS, at.first().map_or(0, |(_, t)| *t as u32)),
            early: None,
            prints: vec![Print::new("tflite-tensor-type", vec![("code", code.to_string())].into())],
        });
    }
}

/// A requirement about tensors with some property.
#[inline(never)]
fn tensors(
    view: &View<'_>,
    out: &mut Vec<Requirement>,
    rule: &'static str,
    of_it: impl Fn(&Tensor) -> bool,
    values: impl Fn(&Tensor) -> Values,
) {
    let (mut found, mut count) = (Vec::new(), 0);
    for (s, subgraph) in view.model.subgraphs.iter().enumerate() {
        for (t, tensor) in subgraph.tensors.iter().enumerate().filter(|(_, tensor)| of_it(tensor)) {
            count += 1;
            if found.len() < EVIDENCE {
                found.push(((s, t), tensor));
            }
        }
    }
    let Some((_, tensor)) = found.first() else { return };
    let subject = Subject { kind: SubjectKind::Tensor, name: tensor.name.clone(), version: None };
    let evidence = found.iter().map(|&(at, _)| view.tensor(at)).collect();
    let mut values = values(tensor);
    values.set("tensor", found[0].0.1.to_string());
    out.push(check(rule, subject, stage::TENSORS, values, evidence, count));
}

/// Tensors of the main subgraph without bytes that a node reads last: the oldest release does not release them.
#[inline(never)]
fn empty(view: &View<'_>, out: &mut Vec<Requirement>) {
    let Some(graph) = view.model.subgraphs.first() else { return };
    // By tensor: a large model reads as many as it writes.
    let flags = |tensors: &mut dyn Iterator<Item = &i32>| {
        let mut flags = vec![false; graph.tensors.len()];
        for tensor in tensors.filter_map(|t| usize::try_from(*t).ok()) {
            flags.get_mut(tensor).into_iter().for_each(|flag| *flag = true);
        }
        flags
    };
    let written = flags(&mut graph.inputs.iter().chain(graph.operators.iter().flat_map(|o| &o.outputs)));
    let given = flags(&mut graph.outputs.iter());
    let has_data = |tensor: &Tensor| {
        tensor.is_variable
            || view.model.buffers.get(tensor.buffer as usize).is_some_and(|buffer| buffer.range.is_some())
    };
    let is_empty = |t: i32| {
        let Ok(at) = usize::try_from(t) else { return false };
        let tensor = graph.tensors.get(at).filter(|_| !given[at]);
        tensor.is_some_and(|tensor| !has_data(tensor) && (tensor.shape.contains(&0) || !written[at]))
    };
    let read =
        graph.operators.iter().enumerate().flat_map(|(o, operator)| operator.inputs.iter().map(move |t| (o, *t)));
    let found: Vec<(usize, i32)> = read.filter(|(_, t)| is_empty(*t)).collect();
    let Some((_, first)) = found.first() else { return };
    let tensor = &graph.tensors[*first as usize];
    let subject = Subject { kind: SubjectKind::Tensor, name: tensor.name.clone(), version: None };
    let evidence = found.iter().take(EVIDENCE).map(|(_, t)| view.tensor((0, *t as usize))).collect();
    let mut requirement =
        check("tflite-empty-tensor", subject, stage::PREPARE, Values::default(), evidence, found.len());
    requirement.step = (stage::PREPARE, u32::MAX);
    out.push(requirement);
}

/// Whether a tensor has more than 2^46 elements, which is too many for any machine.
fn too_large(tensor: &Tensor) -> bool {
    let positive = tensor.shape.iter().all(|&d| d > 0);
    positive && tensor.shape.iter().map(|&d| f64::from(d)).product::<f64>() > (1u64 << 46) as f64
}

fn scales(tensor: &Tensor) -> usize {
    tensor.quantization.as_ref().map_or(0, |q| q.scale.len())
}

/// Size of the quantized dimension of a tensor with several scales.
fn slices(tensor: &Tensor) -> Option<usize> {
    let q = tensor.quantization.as_ref().filter(|q| q.scale.len() > 1)?;
    let size = tensor.shape.get(usize::try_from(q.dimension).ok()?)?;
    usize::try_from(*size).ok()
}

/// Several scales need a quantized dimension.
fn dimension_out_of_range(tensor: &Tensor) -> bool {
    tensor.quantization.as_ref().is_some_and(|q| {
        q.scale.len() > 1 && usize::try_from(q.dimension).map_or(true, |d| d >= tensor.shape.len().max(1))
    })
}
