//! Requirements of Keras files: "loads" means that `load_model` returns the model, or that weights are restored into
//! the code that they belong to.
//!
//! Owns: requirements of Keras files, on Keras 3 (channel `keras`) and on TensorFlow with its Keras: the included one
//! up to 2.15, from 2.16 on the installed Keras 3 (`beside` in `keras_eras.csv`). Must not know: reading of
//! configurations and weights.

mod arguments;
mod objects;
mod patch;

use super::accepts::{self, Accepts};
use super::knowledge::keras::{self, holds_beside, keras_era, keras_eras, keras_source};
use super::knowledge::{Range, flat_release, range};
use super::prints::Print;
use super::{
    Action, Assessment, Certainty, ChannelIndex, EVIDENCE, Evidence, Finding, FindingKind, Offer, Outcome, Requirement,
    RequirementKind, Severity, Subject, SubjectKind, Target, channels,
};
use crate::bytes::{Limits, Span};
use crate::formats::keras::{Form, KerasDocument, Layer, Model, Owner, Value};
use crate::message::{Message, Values};
use arguments::{OF_LAYERS, OPEN};
use objects::{Found, objects};
pub use patch::{Change, Patch, patch};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Stages of a loader.
mod stage {
    pub const OPEN: u32 = 0;
    pub const MODEL: u32 = 1;
    pub const LAYERS: u32 = 2;
    pub const WEIGHTS: u32 = 3;
    pub const COMPILE: u32 = 4;
}

/// Requirements and windows of a Keras file; `None` for HDF5 not written by Keras. `file` is its name in evidence.
pub fn assess_keras(document: &KerasDocument, file: &str) -> Option<Assessment> {
    if document.form == Form::Hdf5 {
        return None;
    }
    let mut file = Of { document, file: file.into(), out: Vec::new() };
    file.form();
    file.weights();
    if let Some(model) = &document.model {
        file.old_loaders(model);
        file.classes();
        file.compile();
    }
    file.other_action();
    let mut requirements = file.out;
    places(document, &mut requirements);
    let channels = channels().iter().enumerate().filter(|(_, c)| matches!(c.id, "keras" | "tensorflow"));
    let (usual, others) = offers(document.form, channels.map(|(index, _)| index).collect());
    Some(Assessment::new(usual, others, requirements, findings(document)))
}

/// Actions of a form: files with weights alone have no model to load.
fn offers(form: Form, own: Vec<ChannelIndex>) -> (Offer, Vec<Offer>) {
    let of = |action, known: Vec<Range>| {
        Offer::new(action, own.clone(), move |at| known.iter().any(|range| range.holds(at)))
    };
    match form {
        Form::Archive | Form::Model => {
            (of(Action::LoadModel, base(form)), vec![of(Action::LoadWeights, keras_eras("other-action"))])
        }
        Form::Weights | Form::NamedWeights | Form::Hdf5 => {
            (of(Action::LoadWeights, base(form)), vec![of(Action::LoadModel, keras_eras("other-action"))])
        }
    }
}

/// Adds positions in the file to the evidence.
fn places(document: &KerasDocument, requirements: &mut [Requirement]) {
    let fields = requirements.iter().flat_map(|need| &need.evidence).map(|one| one.at.field.clone()).collect();
    let found = document.places(&fields, &Limits::default());
    for one in requirements.iter_mut().flat_map(|need| &mut need.evidence) {
        if let Some(place) = found.get(&one.at.field) {
            one.at = place.clone();
        }
    }
}

/// Releases that are known to load files of a form; for others, only refusals are known.
fn base(form: Form) -> Vec<Range> {
    match form {
        Form::Archive => keras_eras("archive"),
        Form::Model | Form::NamedWeights => keras_eras("model"),
        Form::Weights | Form::Hdf5 => keras_eras("weights"),
    }
}

/// Newest releases of the two eras: of Keras 3, and of the Keras that TensorFlow included.
pub fn newest_of_eras() -> Vec<Target> {
    let flat = keras_eras("newest").into_iter().flat_map(|range| range.releases().collect::<Vec<_>>());
    flat.filter_map(|at| {
        let (channel, release) = flat_release(at);
        Target::named(channel.id, release.name)
    })
    .collect()
}

struct Of<'a> {
    document: &'a KerasDocument,
    file: Arc<str>,
    out: Vec<Requirement>,
}

impl Of<'_> {
    fn at(&self, field: &str) -> Span {
        Span { file: self.file.clone(), range: None, field: field.to_owned() }
    }

    /// A rule of `checks.csv` that the file touches.
    fn rule(&mut self, rule: &'static str, kind: SubjectKind, name: &str, at: &[&str], stage: u32, values: Values) {
        let evidence = at.iter().take(EVIDENCE).map(|field| Evidence::of_file(self.at(field))).collect();
        let subject = Subject { kind, name: name.to_owned(), version: None };
        let accepts = Accepts::all(Outcome::Loads, accepts::keras);
        self.out.push(Requirement::of_rule(accepts, rule, subject, evidence, at.len(), (stage, 0), values));
    }

    /// The form of the file itself.
    fn form(&mut self) {
        match self.document.form {
            Form::Archive => self.rule(
                "keras-archive",
                SubjectKind::Form,
                ".keras",
                &["metadata.json"],
                stage::OPEN,
                Values::default(),
            ),
            Form::Weights => {
                self.rule("keras-weights-file", SubjectKind::Form, ".weights.h5", &[""], stage::WEIGHTS, self.counts())
            }
            _ => {}
        }
    }

    /// `load_weights` reads no configuration, and `load_model` finds none in a file of weights.
    fn other_action(&mut self) {
        for need in &mut self.out {
            if matches!(need.step.0, stage::MODEL | stage::LAYERS | stage::COMPILE) {
                need.accepts.apart.push((Action::LoadWeights, vec![Outcome::Loads; need.accepts.outcomes.len()]));
            }
        }
        match self.document.form {
            Form::Archive => {
                self.rule(
                    "keras-archive-weights",
                    SubjectKind::Form,
                    ".keras",
                    &["metadata.json"],
                    stage::OPEN,
                    Values::default(),
                );
            }
            Form::Weights | Form::NamedWeights => {
                self.rule("keras-no-model", SubjectKind::Form, "model_config", &[""], stage::OPEN, Values::default());
            }
            Form::Model | Form::Hdf5 => {}
        }
    }

    fn counts(&self) -> Values {
        let layers = self.document.weights.iter().map(|weight| &weight.owner);
        let mut names: Vec<_> = layers.filter(|owner| matches!(owner, Owner::Layer(_))).collect();
        names.dedup();
        vec![("layers", names.len().to_string())].into()
    }

    /// How weights are laid out by structure: 2.12 to 2.14 used other groups than all since.
    fn weights(&mut self) {
        if !matches!(self.document.form, Form::Archive | Form::Weights) {
            return;
        }
        let of_old = |name: &str| name.starts_with("_layer_checkpoint_dependencies");
        if let Some(weight) = self.document.weights.iter().find(|weight| of_old(&weight.name)) {
            let name = weight.name.clone();
            self.rule(
                "keras-old-groups",
                SubjectKind::Weights,
                "_layer_checkpoint_dependencies",
                &[&name],
                stage::WEIGHTS,
                Values::default(),
            );
        } else if let Some(weight) = self.document.weights.iter().find(|weight| weight.name.starts_with("layers/")) {
            let name = weight.name.clone();
            // The error is about the first layer that has weights.
            let owners: HashSet<&str> = self.document.weights.iter().filter_map(|w| w.owner.layer()).collect();
            let owns = |layer: &&Layer| owners.contains(layer.name.as_str());
            let first = self.document.model.iter().flat_map(|model| &model.layers).find(owns);
            let layer = first.map_or_else(|| "…".to_owned(), |layer| layer.name.clone());
            self.rule(
                "keras-new-groups",
                SubjectKind::Weights,
                "layers",
                &[&name],
                stage::WEIGHTS,
                vec![("layer", layer)].into(),
            );
        }
    }

    /// Features that loaders before Keras 3 refuse.
    fn old_loaders(&mut self, model: &Model) {
        let whole = self.document.form == Form::Model;
        let config = self.document.config.get("config");
        if whole && model.class == "Sequential" && matches!(config, Value::Object(_)) {
            self.rule(
                "keras-sequential-object",
                SubjectKind::Config,
                "Sequential.config",
                &["model_config"],
                stage::MODEL,
                Values::default(),
            );
        }
        let functional = model.class == "Functional" || model.all_layers().iter().any(|(_, l)| l.class == "Functional");
        if whole && functional {
            self.rule(
                "keras-functional-class",
                SubjectKind::Class,
                "Functional",
                &["model_config"],
                stage::MODEL,
                Values::default(),
            );
        }
        if model.class == "Functional" && model.module.as_deref() == Some("keras.src.models.functional") {
            self.rule(
                "keras-functional-module",
                SubjectKind::Module,
                "keras.src.models.functional",
                &["config.json"],
                stage::MODEL,
                Values::default(),
            );
        }
        self.input_keys(model);
        let groups =
            |layer: &&(String, &Layer)| layer.1.class.contains("Conv") && layer.1.config.find("groups").is_some();
        let layers = model.all_layers();
        if let Some((_, layer)) = layers.iter().find(groups).filter(|_| whole) {
            let name = layer.name.clone();
            self.rule(
                "keras-conv-groups",
                SubjectKind::Argument,
                &format!("{}.groups", layer.class),
                &[&name],
                stage::LAYERS,
                Values::default(),
            );
        }
        // Keras 2 writes the axis as a list, which Keras 3 refuses; its reader of complete HDF5 models accepts it.
        let listed = |layer: &&(String, &Layer)| {
            layer.1.class == "BatchNormalization" && matches!(layer.1.config.get("axis"), Value::List(_))
        };
        if let Some((_, layer)) = layers.iter().find(listed).filter(|_| !whole) {
            let name = layer.name.clone();
            let values =
                Values::from(vec![("model", model.class.clone()), ("module", model.class.to_ascii_lowercase())]);
            self.rule(
                "keras-axis-list",
                SubjectKind::Argument,
                "BatchNormalization.axis",
                &[&name],
                stage::LAYERS,
                values,
            );
        }
    }

    /// Keys of input layers: each era has its own.
    fn input_keys(&mut self, model: &Model) {
        const ALWAYS: [&str; 5] = ["batch_input_shape", "dtype", "sparse", "name", "trainable"];
        let layers = model.all_layers();
        let inputs: Vec<&Layer> = layers.iter().map(|(_, layer)| *layer).filter(|l| l.class == "InputLayer").collect();
        let Some(first) = inputs.first() else { return };
        let keys: Vec<&str> = first.config.members().iter().map(|(name, _)| name.as_str()).collect();
        let unknown = |known: &[&str]| -> Vec<String> {
            let others = keys.iter().filter(|key| !ALWAYS.contains(key) && !known.contains(key));
            others.map(|key| format!("'{key}'")).collect()
        };
        let (oldest, old) = (unknown(&[]).join(", "), unknown(&["ragged"]).join(", "));
        let names: Vec<&str> = inputs.iter().map(|layer| layer.name.as_str()).collect();
        let values = Values::from(vec![("oldest", oldest), ("keys", old.clone())]);
        if old.is_empty() && keys.contains(&"ragged") {
            self.rule("keras-input-ragged", SubjectKind::Argument, "InputLayer.ragged", &names, stage::LAYERS, values);
        } else if keys.contains(&"batch_shape") {
            self.rule(
                "keras-input-batch-shape",
                SubjectKind::Argument,
                "InputLayer.batch_shape",
                &names,
                stage::LAYERS,
                values,
            );
        }
        if keys.contains(&"batch_input_shape") && self.document.form == Form::Archive {
            let values =
                Values::from(vec![("model", model.class.clone()), ("module", model.class.to_ascii_lowercase())]);
            self.rule(
                "keras-input-batch-input-shape",
                SubjectKind::Argument,
                "InputLayer.batch_input_shape",
                &names,
                stage::LAYERS,
                values,
            );
        }
    }

    /// Every class, and every argument that not all releases take.
    fn classes(&mut self) {
        let mut found = Vec::new();
        let root = if self.document.form == Form::Archive { "config.json" } else { "model_config" };
        objects(self.document.config.get("config"), root, &mut found);
        self.check(&found, stage::LAYERS);
    }

    /// The compile configuration. Only complete HDF5 models fail because of it; archives are loaded without.
    fn compile(&mut self) {
        if self.document.form != Form::Model || !self.document.is_compiled() {
            return;
        }
        let document = self.document;
        let mut found = Vec::new();
        objects(&document.compile, "training_config", &mut found);
        let custom = |found: &&Found<'_>| found.class.starts_with("Custom>");
        if let Some(optimizer) = found.iter().find(custom) {
            let values = Values::from(vec![("optimizer", optimizer.class.to_owned())]);
            let path = optimizer.path.clone();
            self.rule("keras-new-optimizer", SubjectKind::Class, optimizer.class, &[&path], stage::COMPILE, values);
        }
        found.retain(|found| !found.class.starts_with("Custom>"));
        self.check(&found, stage::COMPILE);
        let mut names = Vec::new();
        for key in ["loss", "metrics", "weighted_metrics"] {
            texts(document.compile.get(key), &mut names);
        }
        if document.compile.find("sample_weight_mode").is_none() {
            self.rule(
                "keras-weight-mode",
                SubjectKind::Argument,
                "sample_weight_mode",
                &["training_config"],
                stage::COMPILE,
                Values::default(),
            );
        }
        if let Some(name) = names.into_iter().find(|name| SHORT.contains(name)) {
            let values = Values::from(vec![("name", name.to_owned())]);
            self.rule("keras-short-name", SubjectKind::Function, name, &["training_config"], stage::COMPILE, values);
        }
    }

    fn check(&mut self, found: &[Found<'_>], stage: u32) {
        let mut needs = Needs::default();
        let has_input = found.iter().any(|object| object.class == "InputLayer");
        for object in found {
            let own =
                object.class.contains('>') || object.module.is_some_and(|m| m != "keras" && !m.starts_with("keras."));
            let part = object.part.filter(|_| object.module != Some("keras"));
            let class = keras::class("keras", part, object.class);
            let first = keras::class("tensorflow", part, object.class);
            match (class, first) {
                _ if own => need(&mut needs, Kind::Own, object, "", None, None),
                // A module of Keras that exports nothing, or a class that was never tested.
                (None, None) => need(&mut needs, Kind::Unknown, object, "", None, None),
                (class, first) => {
                    need(&mut needs, Kind::Class, object, "", class, first);
                    if let Some(class) = class.filter(|_| !OPEN.contains(&object.class)) {
                        // The reader of complete HDF5 models makes it the layer's input shape.
                        let shaped = self.document.form == Form::Model && (object.class == "Dense" || has_input);
                        let late = object
                            .config
                            .members()
                            .iter()
                            .filter(|(name, _)| !(class.part == "layers" && OF_LAYERS.contains(&name.as_str())))
                            .filter(|(name, _)| !(shaped && name == "batch_input_shape"));
                        late.for_each(|(name, _)| need(&mut needs, Kind::Argument, object, name, Some(class), first));
                    }
                }
            }
        }
        let archive = self.document.form == Form::Archive;
        let model = self.document.model.as_ref().map_or("", |model| &model.class);
        for (place, mut need) in needs.all.into_iter().enumerate() {
            let Some((accepts, id, source)) = need.accepts() else { continue };
            let field = |path: &String| match need.argument.as_str() {
                "" => self.at(path),
                argument => self.at(&format!("{path}.config.{argument}")),
            };
            let evidence = need.paths.iter().take(EVIDENCE).map(|path| Evidence::of_file(field(path))).collect();
            let name =
                if need.argument.is_empty() { need.class.clone() } else { format!("{}.{}", need.class, need.argument) };
            let print = match (need.kind, archive, need.part.as_str()) {
                (Kind::Class, _, "initializers") => "keras-initializer",
                (Kind::Argument, true, "layers") => "keras-argument-archive",
                (Kind::Argument, true, _) => "keras-object-argument-archive",
                (Kind::Argument, false, "layers") => "keras-argument",
                (Kind::Argument, false, "optimizers") => "keras-optimizer-argument",
                (Kind::Argument, false, _) => "keras-object-argument",
                (Kind::Class, true, _) => "keras-class-archive",
                _ => id,
            };
            let values = Values::from(vec![
                ("class", need.class.clone()),
                ("argument", std::mem::take(&mut need.argument)),
                ("model", model.to_owned()),
                ("module", model.to_ascii_lowercase()),
            ]);
            self.out.push(Requirement {
                id,
                kind: RequirementKind::Other,
                subject: Subject {
                    kind: if need.kind == Kind::Argument { SubjectKind::Argument } else { SubjectKind::Class },
                    name,
                    version: None,
                },
                reason: None,
                evidence,
                count: need.count,
                certainty: if matches!(need.kind, Kind::Own | Kind::Unknown) {
                    Certainty::Derived
                } else {
                    Certainty::Observed
                },
                source,
                accepts: accepts.done(),
                step: (stage, place as u32),
                early: None,
                prints: vec![Print::new(print, values)],
            });
        }
    }
}

/// Short names of losses that Keras 3 looks up among metrics, where they are functions and not classes.
const SHORT: [&str; 8] = ["mse", "mae", "mape", "msle", "MSE", "MAE", "MAPE", "MSLE"];

fn texts<'a>(value: &'a Value, out: &mut Vec<&'a str>) {
    match value {
        Value::Text(text) => out.push(text),
        Value::List(items) => items.iter().for_each(|item| texts(item, out)),
        _ => {}
    }
}

/// Requirement on a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Class,
    Argument,
    /// A third-party class.
    Own,
    /// A class that is in no table.
    Unknown,
}

struct Need {
    kind: Kind,
    class: String,
    part: String,
    argument: String,
    paths: Vec<String>,
    count: u32,
    table: Option<&'static keras::Class>,
    old: Option<&'static keras::Class>,
}

/// Maximum number of different requirements: real models have far fewer, and each needs an outcome for every release.
const MOST_NEEDS: usize = 500;

#[derive(Default)]
struct Needs {
    all: Vec<Need>,
    /// Index by kind and name.
    known: HashMap<(Kind, &'static str, String), usize>,
}

fn need(
    needs: &mut Needs,
    kind: Kind,
    object: &Found<'_>,
    argument: &str,
    table: Option<&'static keras::Class>,
    old: Option<&'static keras::Class>,
) {
    let part = table.or(old).map_or("", |class| class.part);
    let key = (kind, part, format!("{}.{argument}", object.class));
    if let Some(index) = needs.known.get(&key) {
        let known = &mut needs.all[*index];
        known.count += 1;
        if known.paths.len() < EVIDENCE {
            known.paths.push(object.path.clone());
        }
    } else if needs.all.len() < MOST_NEEDS {
        needs.known.insert(key, needs.all.len());
        needs.all.push(Need {
            kind,
            class: object.class.to_owned(),
            part: part.to_owned(),
            argument: argument.to_owned(),
            paths: vec![object.path.clone()],
            count: 1,
            table,
            old,
        });
    }
}

impl Need {
    /// Outcomes of the requirement; `None` when all releases meet it.
    fn accepts(&self) -> Option<(Accepts, &'static str, String)> {
        let mut accepts = Accepts::all(Outcome::Loads, accepts::keras);
        let (modern, beside) = (range("keras", "", ""), keras_era("installed"));
        // Keras 3 follows the table, also with TensorFlow.
        let mut set = |has: Option<Range>| {
            accepts.set(modern, Outcome::Refused);
            accepts.set(beside, Outcome::Refused);
            if let Some(has) = has {
                accepts.set(has, Outcome::Loads);
                if holds_beside(has) {
                    accepts.set(beside, Outcome::Loads);
                }
            }
        };
        let id = match self.kind {
            Kind::Own => {
                accepts = Accepts::all(Outcome::Refused, accepts::keras);
                "keras-own-class"
            }
            Kind::Unknown => {
                accepts = Accepts::all(Outcome::Unknown, accepts::keras);
                "keras-unknown-class"
            }
            Kind::Class => {
                set(self.table.map(|class| class.range));
                self.classic(&mut accepts, self.old.map(|class| class.range));
                "keras-class"
            }
            Kind::Argument => {
                let table = self.table?;
                set(table.argument(&self.argument));
                "keras-argument"
            }
        };
        let source = self.table.or(self.old).map_or("", |class| class.source).to_owned();
        (!accepts.only_loads()).then_some((accepts, id, source))
    }

    /// TensorFlow's own Keras: its exports are known from 2.6 on; before, only files that were seen to load.
    fn classic(&self, accepts: &mut Accepts, has: Option<Range>) {
        let listed = keras_era("listed");
        accepts.set(listed, Outcome::Refused);
        if let Some(has) = has {
            // The table ends with TensorFlow's own Keras.
            for at in has.releases().filter(|at| listed.holds(*at)) {
                accepts.set_at(at, Outcome::Loads);
            }
        }
        let unlisted = keras_era("unlisted");
        match keras::seen_from(&self.class) {
            Some("") => {}
            _ if self.part == "dtype_policies" => {}
            Some(first) => {
                let has = range("tensorflow", first, "");
                for at in unlisted.releases() {
                    let asked = base(Form::Model).iter().any(|range| range.holds(at));
                    let outcome = if has.holds(at) { Outcome::Loads } else { Outcome::Refused };
                    accepts.set_at(at, if asked { outcome } else { Outcome::Unknown });
                }
            }
            None => accepts.set(unlisted, Outcome::Unknown),
        }
        // Policies were plain names then; a policy object fails with the input keys that come with it.
        if self.part == "dtype_policies" {
            accepts.set(keras_era("included"), Outcome::Loads);
        }
    }
}

/// Findings beside the window.
fn findings(document: &KerasDocument) -> Vec<Finding> {
    let finding = |id: &'static str, severity| Finding {
        message: Message::new(id),
        kind: FindingKind::Other,
        severity,
        certainty: Certainty::Observed,
        evidence: Vec::new(),
        source: keras_source("keras-findings"),
    };
    let mut findings = Vec::new();
    if document.form == Form::Model && document.is_compiled() {
        findings.push(finding("keras-compile-optional", Severity::Note));
    }
    if document.form != Form::NamedWeights && document.form != Form::Weights {
        findings.push(finding("keras-beside", Severity::Note));
    }
    if matches!(document.form, Form::Weights | Form::NamedWeights) {
        findings.push(finding("keras-weights-only", Severity::Note));
    }
    findings
}
