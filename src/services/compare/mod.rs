//! Compares two artifacts of one kind by meaning, and the windows of both.
//!
//! Owns: the pairing ([`crate::graph::matching`] pairs nodes), [`schema`], the comparison of stored values in steps.
//! Must not know: presentation.

mod collect;
mod graphs;
mod keras;
pub mod schema;
mod tflite;
mod values;
mod variables;
mod windows;

use crate::artifact::{Artifact, Document};
use crate::formats::proto::tensorflow::{GraphDef, MetaGraphDef};
use crate::formats::stored::{Stores, Tolerance};
use crate::graph::{Matchable, matching};
use crate::report::schema::{Kind, Message, SCHEMA};
use crate::report::{Opened, schema as report};
use crate::services::values::stores;
pub(super) use collect::field;
use collect::{Collected, Place, named, type_text};
use schema::{ComparedAs, Comparison, PartKind, RefusalKind, Side, ToCompare};
use std::collections::HashMap;
use std::rc::Rc;
pub use values::AllPairs;

/// Facts about when and how a file was written, and counts of items that are compared one by one.
const ASIDE: [&str; 10] = [
    "date_saved",
    "endianness",
    "fingerprint uuid",
    "groups",
    "datasets",
    "layers",
    "metadata",
    "shards",
    "subgraphs",
    "tensorflow_git_version",
];

/// Why two artifacts cannot be compared.
type Refusal = (RefusalKind, Message);

impl Opened {
    /// Compares two artifacts; errors are in [`Comparison::refusal`] and [`Comparison::problems`].
    pub fn compare(&self, a: usize, b: usize) -> Comparison {
        let mut comparison = Comparison { schema: SCHEMA, ..Comparison::default() };
        let (Some(left), Some(right)) = (self.report.artifacts.get(a), self.report.artifacts.get(b)) else {
            return comparison;
        };
        let side = |artifact: &report::Artifact| Side {
            kind: artifact.kind,
            name: artifact.name.clone(),
            bytes: artifact.bytes,
        };
        (comparison.a, comparison.b) = (side(left), side(right));
        comparison.problems.extend(left.error.iter().chain(right.error.iter()).cloned());
        match self.collected(a, b) {
            Ok((compared_as, collected)) => {
                comparison.compared_as = compared_as;
                // Windows of different kinds have different actions.
                if left.kind == right.kind {
                    (comparison.windows, comparison.requirements) =
                        windows::compared(&(left, self.selection(a)), &(right, self.selection(b)));
                }
                comparison.same =
                    collected.changes.is_empty() && comparison.windows.is_empty() && comparison.requirements.is_empty();
                let bytes = |pair: &collect::Pair| pair.a.1.listed.bytes.saturating_add(pair.b.1.listed.bytes);
                comparison.values = ToCompare {
                    pairs: collected.pairs.len() as u64,
                    bytes: collected.pairs.iter().map(bytes).fold(0, u64::saturating_add),
                };
                comparison.parts = collected.parts;
                comparison.changes = collected.changes;
            }
            Err((kind, refusal)) => (comparison.refusal, comparison.refusal_kind) = (Some(refusal), Some(kind)),
        }
        comparison
    }

    /// Compares the stored values that both artifacts have; `None` when they cannot be compared.
    pub fn compare_values(&self, a: usize, b: usize, tolerance: Tolerance) -> Option<AllPairs> {
        Some(AllPairs::new(self.collected(a, b).ok()?.1.pairs, tolerance))
    }

    fn collected(&self, a: usize, b: usize) -> Result<(ComparedAs, Collected), Refusal> {
        let both = |index: usize| Some((self.artifacts.get(index)?, self.report.artifacts.get(index)?));
        let refuse = |id: &'static str, kind| Err((kind, Message::new(id)));
        let (Some((a, told_a)), Some((b, told_b))) = (both(a), both(b)) else {
            return refuse("not-open", RefusalKind::NotOpen);
        };
        let (Some(left), Some(right)) = (&a.document, &b.document) else {
            let unread = if a.document.is_none() { told_a } else { told_b };
            return Err((RefusalKind::Unreadable, Message::new("unreadable").with("name", &unread.name)));
        };
        let mut out = Collected::default();
        let same_kind = told_a.kind == told_b.kind;
        if same_kind {
            facts(told_a, told_b, &mut out);
            signatures(told_a, told_b, &mut out);
        }
        let compared_as = match (left, right) {
            (Document::Tflite(x), Document::Tflite(y)) => {
                let (Some(file_a), Some(file_b)) = (a.files.first(), b.files.first()) else {
                    return refuse("not-open", RefusalKind::NotOpen);
                };
                tflite::compared((x, &file_a.source), (y, &file_b.source), &mut out);
                ComparedAs::Tflite
            }
            (Document::Keras(x), Document::Keras(y)) => {
                keras::compared(x, y, &mut out);
                variables(a, told_a, b, told_b, &mut out);
                ComparedAs::Keras
            }
            (Document::CheckpointState(_), Document::CheckpointState(_)) => ComparedAs::Facts,
            (Document::Checkpoint(_), Document::Checkpoint(_) | Document::SavedModel(_))
            | (Document::SavedModel(_), Document::Checkpoint(_)) => {
                variables(a, told_a, b, told_b, &mut out);
                ComparedAs::Variables
            }
            _ => {
                let (graphs_a, graphs_b) = (graphs_of(left), graphs_of(right));
                if graphs_a.is_empty() || graphs_b.is_empty() {
                    let message = Message::new("kinds").with("a", told_a.kind).with("b", told_b.kind);
                    return Err((RefusalKind::Kinds, message));
                }
                meta_graphs(&graphs_a, &graphs_b, same_kind, &mut out);
                if same_kind {
                    variables(a, told_a, b, told_b, &mut out);
                }
                ComparedAs::Graph
            }
        };
        Ok((compared_as, out))
    }
}

/// Facts of the report about the file.
fn facts(a: &report::Artifact, b: &report::Artifact, out: &mut Collected) {
    let list = |artifact: &report::Artifact| {
        let identity = &artifact.identity;
        let mut list: Vec<(String, String)> = Vec::new();
        let mut add = |name: &str, value: Option<String>| list.extend(value.map(|value| (name.to_owned(), value)));
        add("form", Some(identity.form.clone()).filter(|form| !form.is_empty()));
        add("written by", identity.producer.clone());
        add("min_runtime_version", identity.min_runtime_version.clone());
        if let Some(versions) = &artifact.versions {
            add("producer", Some(versions.producer.to_string()));
            add("min_consumer", Some(versions.min_consumer.to_string()));
            add("bad_consumers", Some(format!("{:?}", versions.bad_consumers)));
        }
        let tags: Vec<String> = identity.tags.iter().map(|tags| tags.join(",")).collect();
        add("tags", (!tags.is_empty()).then(|| tags.join("; ")));
        for (name, value) in identity.facts.iter().filter(|(name, _)| !ASIDE.contains(&name.as_str())) {
            add(name, Some(value.clone()));
        }
        list
    };
    let mut fields = Vec::new();
    named(&mut fields, &list(a), &list(b));
    out.both(Place { part: PartKind::File, scope: "" }, ("", ""), String::new(), fields);
}

fn signatures(a: &report::Artifact, b: &report::Artifact, out: &mut Collected) {
    let place = Place { part: PartKind::Signature, scope: "" };
    // Names of tensors are compared with the tensors.
    let tensors = a.kind != Kind::Tflite;
    let list = |signature: &report::Signature| {
        let one = |word: &str, info: &report::TensorInfo| {
            let shape = info.shape.as_ref().map_or_else(|| format!("{} ?", info.dtype), |s| type_text(&info.dtype, s));
            let tensor = if tensors { format!(" {}", info.tensor) } else { String::new() };
            (format!("{word} {}", info.name), format!("{shape}{tensor}").trim_start().to_owned())
        };
        let inputs = signature.inputs.iter().map(|info| one("input", info));
        let mut list: Vec<(String, String)> = inputs.collect();
        list.extend(signature.outputs.iter().map(|info| one("output", info)));
        if !signature.method.is_empty() {
            list.push(("method_name".to_owned(), signature.method.clone()));
        }
        list
    };
    let of_b: HashMap<&str, &report::Signature> = b.signatures.iter().map(|s| (s.key.as_str(), s)).collect();
    let of_a: HashMap<&str, &report::Signature> = a.signatures.iter().map(|s| (s.key.as_str(), s)).collect();
    for signature in &a.signatures {
        match of_b.get(signature.key.as_str()) {
            Some(other) => {
                let mut fields = Vec::new();
                // A model without signatures is called by its tensors, whose names are compared with them.
                if tensors || !signature.key.is_empty() {
                    named(&mut fields, &list(signature), &list(other));
                }
                out.both(place, (&signature.key, &signature.key), String::new(), fields);
            }
            None => out.one(place, false, &signature.key, String::new()),
        }
    }
    for signature in b.signatures.iter().filter(|signature| !of_a.contains_key(signature.key.as_str())) {
        out.one(place, true, &signature.key, String::new());
    }
}

/// Graphs of a document with the tags of each; empty without a graph.
fn graphs_of(document: &Document) -> Vec<(String, &GraphDef)> {
    let tags = |meta: &MetaGraphDef| {
        let mut tags = meta.meta_info_def.as_ref().map(|info| info.tags.clone()).unwrap_or_default();
        crate::order::sort(&mut tags);
        tags.join(",")
    };
    match document {
        Document::GraphDef(graph) => vec![(String::new(), &graph.graph)],
        Document::MetaGraph(meta) => vec![(String::new(), meta.graph())],
        Document::SavedModel(model) => model.meta_graphs.iter().map(|meta| (tags(&meta.def), meta.graph())).collect(),
        _ => Vec::new(),
    }
}

/// Meta graphs are paired by tags, then by order; across kinds only the first ones count.
fn meta_graphs(a: &[(String, &GraphDef)], b: &[(String, &GraphDef)], same_kind: bool, out: &mut Collected) {
    if !same_kind {
        graphs::compared(a[0].1, b[0].1, "", out);
        return;
    }
    let node = |(tags, _): &(String, &GraphDef)| Matchable { name: tags.clone(), port: true, ..Matchable::default() };
    let found = matching(&a.iter().map(node).collect::<Vec<_>>(), &b.iter().map(node).collect::<Vec<_>>());
    let place = Place { part: PartKind::MetaGraph, scope: "" };
    for (index, (tags, graph)) in a.iter().enumerate() {
        let Some((other_tags, other)) = found.of_a[index].and_then(|other| b.get(other as usize)) else {
            out.one(place, false, tags, graph.node.len().to_string());
            continue;
        };
        if a.len() + b.len() > 2 {
            out.both(place, (tags, other_tags), String::new(), Vec::new());
        }
        let scope = if index == 0 { String::new() } else { format!("[{tags}] ") };
        graphs::compared(graph, other, &scope, out);
    }
    for (other, (tags, graph)) in b.iter().enumerate() {
        if found.of_b[other].is_none() {
            out.one(place, true, tags, graph.node.len().to_string());
        }
    }
}

fn variables(a: &Artifact, told_a: &report::Artifact, b: &Artifact, told_b: &report::Artifact, out: &mut Collected) {
    let stored = |artifact: &Artifact| stores(artifact).map(|stores| -> Rc<dyn Stores> { Rc::from(stores) });
    let side = |artifact, report| variables::Side { report, stores: stored(artifact) };
    variables::compared(&side(a, told_a), &side(b, told_b), out);
    if let (Some(x), Some(y)) = (&told_a.object_graph, &told_b.object_graph) {
        variables::objects(x, y, out);
    }
}
