//! Requirements of a SavedModel beyond its graph: variables to restore, devices to place them on, signatures to build
//! functions from.

use super::import::{assess, producer_ops};
use super::view::{Place, View, Way};
use super::{keras_saved, stage, text};
use crate::bytes::{Limits, Span};
use crate::compat::accepts::{self, Accepts};
use crate::compat::checkpoint;
use crate::compat::knowledge::tensorflow::tf_source;
use crate::compat::prints::Print;
use crate::compat::{
    Assessment, Certainty, EVIDENCE, Evidence, Finding, FindingKind, Outcome, Requirement, Severity, Subject,
    SubjectKind,
};
use crate::formats::dtype::{self, REFERENCE};
use crate::formats::graph_def::{Form, GraphSpans, MetaGraph};
use crate::formats::proto::tensorflow::attr_value::Value;
use crate::formats::proto::tensorflow::saved_object::Kind as Object;
use crate::formats::proto::tensorflow::structured_value::Kind as Structure;
use crate::formats::proto::tensorflow::tensor_info::Encoding;
use crate::formats::proto::tensorflow::{GraphDef, TensorInfo, TensorShapeProto, collection_def};
use crate::formats::saved_model::SavedModelDocument;
use crate::message::{Message, Values};
use std::collections::{HashMap, HashSet};

/// Places within [`stage::RESTORE`].
mod order {
    /// Objects are made before their values are restored.
    pub const SLOTS: u32 = 0;
    pub const VARIABLES: u32 = 1;
    pub const DEVICES: u32 = 2;
    pub const SIGNATURES: u32 = 3;
}

/// Requirements of Keras beyond those of `tf.saved_model.load`.
fn for_keras(document: &SavedModelDocument, has_objects: bool, out: &mut Vec<Requirement>) {
    let mut push = |rule: &'static str, name: &str, order: u32| {
        let at = Span { file: document.file.clone(), range: None, field: String::new() };
        let subject = Subject { kind: SubjectKind::Form, name: name.to_owned(), version: None };
        let accepts = Accepts::all(Outcome::Loads, accepts::graph_or_keras);
        let step = (stage::TEXT, order);
        out.push(Requirement::of_rule(accepts, rule, subject, vec![Evidence::of_file(at)], 1, step, Values::default()));
    };
    push("saved-model-keras-3", "SavedModel", 0);
    if !has_objects {
        push("saved-model-keras-objects", "object graph", 1);
    } else if document.keras_metadata.is_some() {
        push("saved-model-keras-metadata", "keras_metadata.pb", 2);
    }
    keras_saved::requirements(document, out);
}

/// Requirements and windows of a SavedModel; loaders load its first meta graph.
pub fn assess_saved_model(document: &SavedModelDocument, limits: &Limits) -> Assessment {
    let (count, file) = (document.meta_graphs.len(), &document.file);
    let mut extra = Vec::new();
    text::requirements(&document.uses, Way::SavedModel, file, &mut extra);
    if document.form == Form::Chunked {
        let at = Span { file: file.clone(), range: None, field: String::new() };
        let subject = Subject { kind: SubjectKind::Header, name: "saved_model.cpb".into(), version: None };
        extra.push(check(
            "saved-model-chunked",
            subject,
            vec![Evidence::of_file(at)],
            1,
            (stage::LOADER, 0),
            Values::default(),
        ));
    }
    if count != 1 {
        let rule = if count == 0 { "saved-model-no-meta-graph" } else { "saved-model-meta-graphs" };
        let at = Span { file: file.clone(), range: None, field: "meta_graphs".into() };
        let evidence = vec![Evidence::of_file(at)];
        let subject =
            Subject { kind: SubjectKind::Header, name: "meta_graphs".into(), version: i32::try_from(count).ok() };
        let values = Values::from(vec![("count", count.to_string())]);
        extra.push(check(rule, subject, evidence, count, (stage::LOADER, 0), values));
    }
    let Some(meta) = document.meta_graphs.first() else {
        let (graph, spans) = (GraphDef::default(), GraphSpans::default());
        return assess(&View::new(&graph, &spans, &[], Way::SavedModel, file, "", limits), extra);
    };
    let path = "meta_graphs[0].graph_def.";
    let mut view = View::new(meta.graph(), &meta.spans, producer_ops(meta), Way::SavedModel, file, path, limits);
    view.objects = count == 1 && document.object_graph().is_some();
    for_keras(document, view.objects, &mut extra);
    let restore = meta.def.saver_def.as_ref().map_or("", |saver| saver.restore_op_name.as_str());
    if view.objects || !restore.is_empty() {
        variables(document, &view, &mut extra);
    }
    devices(meta, &view, restore, &mut extra);
    if view.objects {
        slots(document, &mut extra);
        tensors_in_signatures(document, &mut extra);
    } else {
        signatures(meta, &view, &mut extra);
    }
    let mut assessment = assess(&view, extra);
    if document.keras_metadata.is_some() {
        assessment.findings.push(keras(meta));
    }
    assessment
}

/// Keras 3 does not load a SavedModel as a model; its message explains how to wrap one.
fn keras(meta: &MetaGraph) -> Finding {
    const SERVING: &str = "serving_default";
    let keys = &meta.def.signature_def;
    let other = keys.keys().find(|key| !key.starts_with("__saved_model")).map_or(SERVING, String::as_str);
    let endpoint = if keys.contains_key(SERVING) { SERVING } else { other };
    Finding {
        message: Message::new("saved-model-keras").with("endpoint", endpoint),
        kind: FindingKind::Other,
        severity: Severity::Note,
        certainty: Certainty::Observed,
        evidence: Vec::new(),
        source: tf_source("saved-model-keras"),
    }
}

/// Optimizers of Keras 2 with slot variables: from 2.16 on they are revived as plain objects, which cannot hold any.
fn slots(document: &SavedModelDocument, out: &mut Vec<Requirement>) {
    let nodes = document.object_graph().map_or(&[][..], |graph| &graph.nodes);
    let found = nodes.iter().enumerate().filter_map(|(at, object)| match &object.kind {
        Some(Object::UserObject(user)) if !object.slot_variables.is_empty() => Some((at, user.identifier.as_str())),
        _ => None,
    });
    let found: Vec<(usize, &str)> = found.collect();
    let Some((_, name)) = found.first() else { return };
    let place = |(at, _): &(usize, &str)| {
        let field = format!("meta_graphs[0].object_graph_def.nodes[{at}]");
        Evidence::of_file(Span { file: document.file.clone(), range: None, field })
    };
    let evidence = found.iter().take(EVIDENCE).map(place).collect();
    let subject = Subject { kind: SubjectKind::Class, name: (*name).to_owned(), version: None };
    let step = (stage::RESTORE, order::SLOTS);
    out.push(check("saved-model-slots", subject, evidence, found.len(), step, Values::default()));
}

/// Signatures and default arguments of functions with a tensor or an array in them, which the protos of older releases
/// have no field for.
fn tensors_in_signatures(document: &SavedModelDocument, out: &mut Vec<Requirement>) {
    let Some(graph) = document.object_graph() else { return };
    let specs = graph.nodes.iter().enumerate().filter_map(|(at, object)| match &object.kind {
        Some(Object::Function(function)) => Some((at, function.function_spec.as_ref()?)),
        Some(Object::BareConcreteFunction(function)) => Some((at, function.function_spec.as_ref()?)),
        _ => None,
    });
    let specs = specs.flat_map(|(at, spec)| {
        let place = format!("nodes[{at}]");
        [&spec.fullargspec, &spec.input_signature].map(|value| (place.clone(), value))
    });
    let functions = graph.concrete_functions.iter().flat_map(|(name, function)| {
        let place = format!("concrete_functions[{name}]");
        [&function.canonicalized_input_signature, &function.output_signature].map(|value| (place.clone(), value))
    });
    let (mut tensors, mut arrays): (Vec<String>, Vec<String>) = Default::default();
    for (place, value) in specs.chain(functions) {
        let (mut open, mut has) = (Vec::from_iter(value), (false, false));
        while let Some(value) = open.pop() {
            match &value.kind {
                Some(Structure::TensorValue(_)) => has.0 = true,
                Some(Structure::NumpyValue(_)) => has.1 = true,
                Some(Structure::ListValue(list)) => open.extend(&list.values),
                Some(Structure::TupleValue(tuple)) => open.extend(&tuple.values),
                Some(Structure::DictValue(dict)) => open.extend(dict.fields.values()),
                Some(Structure::NamedTupleValue(tuple)) => {
                    open.extend(tuple.values.iter().filter_map(|v| v.value.as_ref()))
                }
                _ => {}
            }
        }
        for (places, has) in [(&mut tensors, has.0), (&mut arrays, has.1)] {
            if has && places.last() != Some(&place) {
                places.push(place.clone());
            }
        }
    }
    for (rule, places) in [("saved-model-tensor-value", tensors), ("saved-model-numpy-value", arrays)] {
        let Some(first) = places.first() else { continue };
        let at = |place: &String| {
            let field = format!("meta_graphs[0].object_graph_def.{place}");
            Evidence::of_file(Span { file: document.file.clone(), range: None, field })
        };
        let evidence = places.iter().take(EVIDENCE).map(at).collect();
        let subject = Subject { kind: SubjectKind::Header, name: first.clone(), version: None };
        let step = (stage::RESTORE, order::SLOTS);
        out.push(check(rule, subject, evidence, places.len(), step, Values::default()));
    }
}

/// The values must be present and intact: every loader restores all of them.
fn variables(document: &SavedModelDocument, view: &View<'_>, out: &mut Vec<Requirement>) {
    let before = out.len();
    if document.variables_missing {
        let rule = "saved-model-variables";
        let at = Span { file: view.file.clone(), range: None, field: "variables".into() };
        let evidence = vec![Evidence::of_file(at)];
        let subject = Subject { kind: SubjectKind::Header, name: "variables/variables.index".into(), version: None };
        let mut requirement = check(rule, subject, evidence, 1, (0, 0), Values::default());
        if !view.objects {
            requirement.prints.insert(0, Print::new("saved-model-variables-graph", Values::default()));
        }
        out.push(requirement);
    } else if document.whole {
        match &document.variables {
            Some(Ok(values)) => checkpoint::damage(values, out),
            Some(Err(error)) => {
                let evidence = vec![Evidence::of_file((*error.at).clone())];
                let subject =
                    Subject { kind: SubjectKind::Header, name: "variables/variables.index".into(), version: None };
                out.push(check("saved-model-variables-damaged", subject, evidence, 1, (0, 0), Values::default()));
            }
            None => {}
        }
    }
    out[before..].iter_mut().for_each(|r| r.step = (stage::RESTORE, order::VARIABLES));
}

/// A session of a 1.x release refuses nodes that are pinned to a device it lacks; 1.8 and later check only nodes that
/// run when variables are restored. The package is built for the CPU only.
fn devices(meta: &MetaGraph, view: &View<'_>, restore: &str, out: &mut Vec<Requirement>) {
    let nodes = &view.graph.node;
    let pinned: Vec<usize> = (0..nodes.len()).filter(|&i| !on_first_cpu(&nodes[i].device)).collect();
    let mut run: Vec<&str> = vec![restore];
    for key in ["saved_model_main_op", "legacy_init_op"] {
        let kind = meta.def.collection_def.get(key).and_then(|c| c.kind.as_ref());
        if let Some(collection_def::Kind::NodeList(list)) = kind {
            run.extend(list.value.iter().map(|name| node_name(name)));
        }
    }
    run.retain(|name| !name.is_empty());
    if pinned.is_empty() || run.is_empty() {
        return;
    }
    let needed = upstream(view, &run);
    let mut push = |rule: &'static str, found: Vec<usize>| {
        let Some(&first) = found.first() else { return };
        let node = &nodes[first];
        let place = |index: &usize| view.evidence(&Place { node: &nodes[*index], function: None, index: *index });
        // With several nodes, the first one in the message differs from run to run.
        let name = if found.len() > 1 { "…" } else { &node.name };
        let values = Values::from(vec![("node", name.to_owned()), ("device", node.device.clone())]);
        let evidence = found.iter().take(EVIDENCE).map(place).collect();
        let subject = Subject { kind: SubjectKind::Device, name: node.device.clone(), version: None };
        out.push(check(rule, subject, evidence, found.len(), (stage::RESTORE, order::DEVICES), values));
    };
    push("saved-model-device-run", pinned.iter().copied().filter(|i| needed.contains(i)).collect());
    push("saved-model-device", pinned);
}

/// Whether a device string allows the first CPU of a separate process.
fn on_first_cpu(device: &str) -> bool {
    device.split('/').filter(|part| !part.is_empty()).all(|part| {
        let part = part.to_ascii_lowercase();
        let part = part.strip_prefix("device:").unwrap_or(&part);
        matches!(part, "job:localhost" | "replica:0" | "task:0" | "cpu:0" | "cpu:*" | "cpu" | "*")
    })
}

/// Indices of the nodes that these need, themselves included.
fn upstream(view: &View<'_>, names: &[&str]) -> HashSet<usize> {
    let by_name: HashMap<&str, usize> =
        view.graph.node.iter().enumerate().map(|(index, node)| (node.name.as_str(), index)).collect();
    let mut seen = HashSet::new();
    let mut open: Vec<usize> = names.iter().filter_map(|name| by_name.get(name).copied()).collect();
    while let Some(index) = open.pop() {
        if seen.insert(index) {
            let inputs = view.graph.node[index].input.iter();
            open.extend(inputs.filter_map(|input| by_name.get(node_name(input)).copied()));
        }
    }
    seen
}

/// `name` of `^name` and `name:1`.
fn node_name(input: &str) -> &str {
    input.strip_prefix('^').unwrap_or(input).split(':').next().unwrap_or_default()
}

/// 2.x builds a function from every signature of a SavedModel without objects: its tensors cannot be references, and
/// their shapes must agree with those of the signature (an omitted shape is that of a scalar).
fn signatures(meta: &MetaGraph, view: &View<'_>, out: &mut Vec<Requirement>) {
    let nodes: HashMap<&str, usize> =
        view.graph.node.iter().enumerate().map(|(index, node)| (node.name.as_str(), index)).collect();
    let mut references: Vec<(usize, String)> = Vec::new();
    let mut ranks: Vec<(usize, (usize, usize))> = Vec::new();
    for (key, signature) in &meta.def.signature_def {
        if key.starts_with("__saved_model") {
            continue;
        }
        for (info, output) in
            signature.inputs.values().map(|i| (i, false)).chain(signature.outputs.values().map(|o| (o, true)))
        {
            let Some(Encoding::Name(name)) = &info.encoding else { continue };
            let Some(&index) = nodes.get(node_name(name)) else { continue };
            let output_index: usize = name.split_once(':').and_then(|(_, n)| n.parse().ok()).unwrap_or(0);
            if info.dtype > REFERENCE {
                references.push((index, dtype::constant(info.dtype).unwrap_or_default().to_ascii_lowercase()));
            }
            if let Some(ranks_differ) = output.then(|| ranks_differ(view, index, output_index, info)).flatten() {
                ranks.push((index, ranks_differ));
            }
        }
    }
    let place = |index: usize| view.evidence(&Place { node: &view.graph.node[index], function: None, index });
    crate::order::sort(&mut references);
    if let Some((index, dtype)) = references.first() {
        let name = &view.graph.node[*index].name;
        let node = if references.len() > 1 { "…" } else { name };
        let values = Values::from(vec![("node", node.to_owned()), ("dtype", dtype.clone())]);
        let evidence = references.iter().take(EVIDENCE).map(|(index, _)| place(*index)).collect();
        let subject = Subject { kind: SubjectKind::Node, name: name.clone(), version: None };
        let step = (stage::RESTORE, order::SIGNATURES);
        out.push(check("saved-model-reference", subject, evidence, references.len(), step, values));
    }
    crate::order::sort(&mut ranks);
    if let Some((index, (found, stated))) = ranks.first() {
        let values = Values::from(vec![("found", found.to_string()), ("stated", stated.to_string())]);
        let evidence = ranks.iter().take(EVIDENCE).map(|(index, _)| place(*index)).collect();
        let subject = Subject { kind: SubjectKind::Node, name: view.graph.node[*index].name.clone(), version: None };
        let step = (stage::RESTORE, order::SIGNATURES);
        out.push(check("saved-model-signature-rank", subject, evidence, ranks.len(), step, values));
    }
}

/// The rank that the producer inferred for an output and the rank that the signature states, if they differ.
fn ranks_differ(view: &View<'_>, node: usize, output: usize, info: &TensorInfo) -> Option<(usize, usize)> {
    let Some(Value::List(shapes)) = &view.graph.node[node].attr.get("_output_shapes")?.value else { return None };
    let rank = |shape: &TensorShapeProto| (!shape.unknown_rank).then_some(shape.dim.len());
    let found = rank(shapes.shape.get(output)?)?;
    let stated = info.tensor_shape.as_ref().map_or(Some(0), rank)?;
    (found != stated).then_some((found, stated))
}

/// A rule of `checks.csv` that applies to the file; its messages are under the same name.
fn check(
    rule: &'static str,
    subject: Subject,
    evidence: Vec<Evidence>,
    count: usize,
    step: (u32, u32),
    values: Values,
) -> Requirement {
    let accepts = Accepts::all(Outcome::Loads, accepts::graph);
    Requirement::of_rule(accepts, rule, subject, evidence, count, step, values)
}
