//! Parts of graphs, SavedModels, checkpoints and Keras files that released packages loaded: what "loads" rests on.
//!
//! A part is a node by its op and the values of its type attrs, an object of a SavedModel, a value of a checkpoint by its
//! type, or a class of Keras. Operators of TFLite have forms with ranks ([`super::forms`]).

use super::tables::table;
use crate::artifact::Document;
use crate::compat::graph::shape_sources;
use crate::compat::{Action, Certainty, ChannelIndex, Release, Target, channels};
use crate::formats::checkpoint::Checkpoint;
use crate::formats::dtype;
use crate::formats::keras::{Form, KerasDocument, Value};
use crate::formats::proto::tensorflow::attr_value::Value as Attr;
use crate::formats::proto::tensorflow::saved_object::Kind as Object;
use crate::formats::proto::tensorflow::{GraphDef, NodeDef};
use crate::formats::saved_model::SavedModelDocument;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// Kind of the parts that are nodes of a graph.
pub const NODE: &str = "node";
/// Kind of the parts that are objects of a SavedModel.
pub const OBJECT: &str = "object";
/// Form of a node without type attrs.
const PLAIN: &str = "-";

/// A part of a file that a release must take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// [`NODE`], [`OBJECT`], or the action on a checkpoint or a Keras file.
    pub kind: &'static str,
    /// The op, the form of a checkpoint, or the class.
    pub name: String,
    /// Types, such as `FLOAT,INT32`; for objects the identifier, for classes the form of the file.
    pub form: String,
    /// Nodes of this form: function in the library (`None` in the main graph), and index.
    pub nodes: Vec<(Option<usize>, usize)>,
}

/// The releases that loaded a part.
#[derive(Clone, Copy, Debug)]
pub struct Loaded {
    /// Spans of the releases whose loads are recorded, such as `tensorflow@1.0.1..2.4.4;tensorflow@2.21.0`.
    pub releases: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// Parts in the order of their first occurrence.
#[derive(Default)]
struct Parts {
    all: Vec<Part>,
    places: HashMap<(String, String), usize>,
}

impl Parts {
    fn add(&mut self, kind: &'static str, name: &str, form: &str, node: Option<(Option<usize>, usize)>) {
        let at = *self.places.entry((name.to_owned(), form.to_owned())).or_insert_with(|| {
            let (name, form) = (name.to_owned(), form.to_owned());
            self.all.push(Part { kind, name, form, nodes: Vec::new() });
            self.all.len() - 1
        });
        self.all[at].nodes.extend(node);
    }
}

/// The parts of a document in an action; `None` where loads of parts are not recorded.
pub fn parts(document: &Document, action: Action) -> Option<Vec<Part>> {
    let mut parts = Parts::default();
    match document {
        Document::GraphDef(document) => nodes(&document.graph, &mut parts),
        Document::MetaGraph(meta) => nodes(meta.graph(), &mut parts),
        Document::SavedModel(model) if matches!(action, Action::Load | Action::V1Loader) => {
            nodes(model.meta_graphs.first()?.graph(), &mut parts);
            if action == Action::Load {
                objects(model, &mut parts);
            }
        }
        Document::Checkpoint(checkpoint) => values(checkpoint, action.word(), &mut parts),
        Document::Keras(document) if document.form != Form::Hdf5 => classes(document, action.word(), &mut parts),
        _ => return None,
    }
    Some(parts.all)
}

/// Nodes by op and type attrs; calls of functions are no parts of their own.
fn nodes(graph: &GraphDef, parts: &mut Parts) {
    let library = graph.library.as_ref().map_or(&[][..], |library| &library.function);
    let names: HashSet<&str> =
        library.iter().filter_map(|function| Some(function.signature.as_ref()?.name.as_str())).collect();
    let main = graph.node.iter().enumerate().map(|(index, node)| (None, index, node));
    let bodies = library.iter().enumerate().flat_map(|(f, function)| {
        function.node_def.iter().enumerate().map(move |(index, node)| (Some(f), index, node))
    });
    for (function, index, node) in main.chain(bodies).filter(|(.., node)| !names.contains(node.op.as_str())) {
        parts.add(NODE, &node.op, &types(node), Some((function, index)));
    }
}

/// Values of the type attrs, in the order of the attrs' names; of a list each type once.
fn types(node: &NodeDef) -> String {
    let name = |number: i32| dtype::constant(number).map_or_else(|| number.to_string(), str::to_owned);
    let mut attrs: Vec<(&str, String)> = Vec::new();
    for (attr, value) in node.attr.iter().filter(|(attr, _)| !attr.starts_with('_')) {
        let types = match value.value.as_ref() {
            Some(Attr::Type(number)) => name(*number),
            Some(Attr::List(list)) if !list.r#type.is_empty() => {
                let mut numbers = list.r#type.clone();
                crate::order::sort(&mut numbers);
                numbers.dedup();
                numbers.into_iter().map(name).collect::<Vec<_>>().join("+")
            }
            _ => continue,
        };
        attrs.push((attr, types));
    }
    crate::order::sort_by(&mut attrs, |a, b| a.0.cmp(b.0));
    let types: Vec<String> = attrs.into_iter().map(|(_, types)| types).collect();
    if types.is_empty() { PLAIN.to_owned() } else { types.join(",") }
}

/// Objects of a SavedModel: their kinds, and the identifiers that classes are registered by.
fn objects(model: &SavedModelDocument, parts: &mut Parts) {
    for object in model.object_graph().iter().flat_map(|graph| &graph.nodes) {
        let form = match &object.kind {
            Some(Object::UserObject(user)) => user.identifier.as_str(),
            Some(Object::Asset(_)) => "asset",
            Some(Object::Function(_)) => "function",
            Some(Object::Variable(_)) => "variable",
            Some(Object::BareConcreteFunction(_)) => "concrete_function",
            Some(Object::Constant(_)) => "constant",
            Some(Object::Resource(_)) => "resource",
            Some(Object::CapturedTensor(_)) => "captured_tensor",
            None => "?",
        };
        parts.add(OBJECT, "SavedModel", &form.replace(' ', "_"), None);
    }
}

/// Values of a checkpoint by type, and whether they are stored in slices.
fn values(checkpoint: &Checkpoint, action: &'static str, parts: &mut Parts) {
    let packed = matches!(checkpoint, Checkpoint::V2(bundle) if bundle.index_compressed());
    let name = format!("{}{}", checkpoint.form(), if packed { "-compressed" } else { "" });
    for variable in checkpoint.variables() {
        let sliced = if variable.slices.is_empty() { "" } else { "/slices" };
        parts.add(action, &name, &format!("{}{sliced}", variable.dtype_name()), None);
    }
}

/// Classes in the configuration, and the weights.
fn classes(document: &KerasDocument, action: &'static str, parts: &mut Parts) {
    let form = match document.form {
        Form::Archive => "archive",
        Form::Model => "model",
        Form::NamedWeights => "named-weights",
        Form::Weights | Form::Hdf5 => "weights",
    };
    parts.add(action, "weights", form, None);
    if action == Action::LoadModel.word() {
        [&document.config, &document.compile].into_iter().for_each(|value| names(value, action, form, parts));
    }
}

fn names(value: &Value, action: &'static str, form: &str, parts: &mut Parts) {
    if let Some(class) = value.get("class_name").text() {
        parts.add(action, &class.replace(' ', "_"), form, None);
    }
    value.items().iter().for_each(|item| names(item, action, form, parts));
    value.members().iter().for_each(|(_, member)| names(member, action, form, parts));
}

/// By kind and name: forms and the releases that loaded them.
type Known = HashMap<(&'static str, &'static str), Vec<(&'static str, Loaded)>>;

fn known() -> &'static Known {
    static ALL: OnceLock<Known> = OnceLock::new();
    ALL.get_or_init(|| {
        let t = table("advice_asked");
        let [kind, name, releases, forms, source] =
            ["kind", "name", "releases", "forms", "source"].map(|c| t.column(c));
        let mut known = Known::new();
        for r in 0..t.rows {
            let loaded = Loaded { releases: releases.at(r), source: source.at(r) };
            known.entry((kind.at(r), name.at(r))).or_default().push((forms.at(r), loaded));
        }
        known
    })
}

/// The releases that loaded a part; `None` if no release is recorded to have loaded it.
pub fn loaded(part: &Part) -> Option<Loaded> {
    let rows = known().get(&(part.kind, part.name.as_str()))?;
    rows.iter().find(|(forms, _)| forms.split(' ').any(|form| form == part.form)).map(|(_, loaded)| *loaded)
}

/// The releases of a package whose loads are recorded, oldest first.
fn recorded(package: &str) -> Vec<&'static str> {
    let t = table("advice_asked_releases");
    let row = (0..t.rows).find(|&row| t.column("package").at(row) == package);
    row.map(|row| t.column("releases").at(row).split(' ').collect()).unwrap_or_default()
}

/// By release of a channel: whether it loaded a part. Releases with observed facts count with the recorded ones of their
/// branch; release candidates do not.
pub fn covered(loaded: &Loaded, channel: ChannelIndex) -> Vec<bool> {
    let channel = &channels()[channel];
    let all = recorded(channel.id);
    let place = |name: &str| all.iter().position(|release| *release == name);
    let mut names: HashSet<&str> = HashSet::new();
    let spans = loaded.releases.split(';').filter_map(|span| span.split_once('@'));
    for (_, span) in spans.filter(|(package, _)| *package == channel.id) {
        let (first, last) = span.split_once("..").unwrap_or((span, span));
        let (Some(first), Some(last)) = (place(first), place(last)) else { continue };
        names.extend(&all[first..=last]);
    }
    let keys: HashSet<&str> =
        names.iter().filter_map(|name| Some(Target::named(channel.id, name)?.release().key)).collect();
    let counts = |release: &Release| {
        let is_observed = [release.tflite, release.graph, release.keras].contains(&Some(Certainty::Observed));
        names.contains(release.name) || is_observed && keys.contains(release.key)
    };
    channel.releases.iter().map(counts).collect()
}

/// By part: the source of the rule that decides about a node without a recorded load.
pub fn rules(parts: &[Part]) -> Vec<Option<&'static str>> {
    let ops = parts.iter().map(|part| if part.kind == NODE { part.name.as_str() } else { "" }).collect();
    shape_sources(ops).unwrap_or_else(|_| vec![None; parts.len()])
}
