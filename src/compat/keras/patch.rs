//! Configurations rewritten for the Keras of another era: keys that Keras 2 writes and Keras 3 does not take, and vice
//! versa. Only makes changes that are known to keep the meaning; leaves out the compile configuration if necessary.

use super::arguments::{OF_LAYERS, OPEN};
use super::objects::{Found, objects};
use crate::compat::Target;
use crate::compat::knowledge::Range;
use crate::compat::knowledge::keras::{self, holds_beside, keras_era};
use crate::formats::keras::{Form, KerasDocument, TENSOR, Value};

/// A configuration changed for a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The complete configuration.
    pub config: Value,
    /// Changes, in order.
    pub changes: Vec<Change>,
}

/// A change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Why: `batch-shape`, `batch-input-shape`, `axis`, `argument`, `module`, `dtype-policy`, `calls`, `compile`.
    pub id: &'static str,
    /// Position in the configuration.
    pub path: String,
    /// Text before.
    pub before: String,
    /// Text after; empty when it was removed.
    pub after: String,
    /// Whether the model is the same after it.
    pub lossless: bool,
}

/// Maximum number of listed changes: a model may have thousands of layers.
const MOST: usize = 2000;
/// Characters of a value that a change shows.
const SHOWN: usize = 80;
/// Arguments that Keras 2 wrote and Keras 3 does not take, with the value that has no effect.
const NEUTRAL: [(&str, &str, Value); 3] = [
    ("DepthwiseConv2D", "groups", Value::Null),
    ("", "time_major", Value::Bool(false)),
    ("BatchNormalization", "renorm", Value::Bool(false)),
];

/// The configuration of a file for a release of `keras` or `tensorflow`; `None` when there is nothing to change, or no
/// known change helps.
pub fn patch(document: &KerasDocument, target: Target) -> Option<Patch> {
    document.model.as_ref()?;
    let keras3 = target.channel().id == "keras" || is_keras3(target);
    let archive = document.form == Form::Archive;
    if !matches!(document.form, Form::Archive | Form::Model) {
        return None;
    }
    let mut work = Work { changes: Vec::new(), keras3, archive, target };
    let mut config = document.config.clone();
    let root = if archive { "config.json" } else { "model_config" };
    work.value(&mut config, root);
    let own = !keras3 && document.keras_version.as_deref().is_some_and(|version| version.starts_with('3'));
    if archive && own && *config.get("compile_config") != Value::Null {
        let before = config.get("compile_config").short(SHOWN);
        remove(&mut config, "compile_config");
        work.changed("compile", format!("{root}.compile_config"), before, String::new(), false);
    }
    (!work.changes.is_empty()).then_some(Patch { config, changes: work.changes })
}

/// Whether a release is a TensorFlow that uses the installed Keras 3.
fn is_keras3(target: Target) -> bool {
    keras_era("installed").holds(target.flat())
}

struct Work {
    changes: Vec<Change>,
    keras3: bool,
    archive: bool,
    target: Target,
}

impl Work {
    fn changed(&mut self, id: &'static str, path: String, before: String, after: String, lossless: bool) {
        if self.changes.len() < MOST {
            self.changes.push(Change { id, path, before, after, lossless });
        }
    }

    /// Changes a value and everything below it. The JSON reader bounds the depth.
    fn value(&mut self, value: &mut Value, path: &str) {
        match value {
            Value::List(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.value(item, &format!("{path}[{index}]"));
                }
            }
            Value::Object(_) => {
                self.object(value, path);
                if let Value::Object(members) = value {
                    for (name, member) in members {
                        self.value(member, &format!("{path}.{name}"));
                    }
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, object: &mut Value, path: &str) {
        let Some(class) = object.get("class_name").text().map(str::to_owned) else { return };
        if !self.keras3 && class == "DTypePolicy" {
            let name = object.get("config").get("name").text().unwrap_or("float32").to_owned();
            let before = object.short(SHOWN);
            *object = if name.starts_with("mixed_") {
                let member = |name: &str, value: Value| (name.to_owned(), value);
                let config = Value::Object(vec![member("name", Value::Text(name.clone()))]);
                Value::Object(vec![
                    member("module", Value::Text("keras.mixed_precision".into())),
                    member("class_name", Value::Text("Policy".into())),
                    member("config", config),
                    member("registered_name", Value::Null),
                ])
            } else {
                Value::Text(name.clone())
            };
            return self.changed("dtype-policy", path.to_owned(), before, name, true);
        }
        self.module(object, &class, path);
        if class == "InputLayer" {
            self.input(object, path);
        }
        if self.keras3 && class == "BatchNormalization" {
            let axis = find(object, &["config", "axis"]);
            if let Some(Value::List(items)) = axis.as_deref()
                && let [one @ Value::Number(_)] = items.as_slice()
            {
                let (one, before) = (one.clone(), axis.as_deref().map(|axis| axis.short(SHOWN)).unwrap_or_default());
                let after = one.short(SHOWN);
                if let Some(axis) = axis {
                    *axis = one;
                }
                self.changed("axis", format!("{path}.config.axis"), before, after, true);
            }
        }
        self.arguments(object, &class, path);
        if !self.keras3 {
            self.calls(object, path);
        }
    }

    /// The module of functional models moved with Keras 3.
    fn module(&mut self, object: &mut Value, class: &str, path: &str) {
        let (old, new) = ("keras.src.engine.functional", "keras.src.models.functional");
        let (from, to) = if self.keras3 { (old, new) } else { (new, old) };
        if class == "Functional"
            && let Some(module) = find(object, &["module"])
            && module.text() == Some(from)
        {
            *module = Value::Text(to.to_owned());
            self.changed("module", format!("{path}.module"), from.to_owned(), to.to_owned(), true);
        }
    }

    /// Each era has its own key for the shape of an input.
    fn input(&mut self, object: &mut Value, path: &str) {
        // Keras 3's reader of complete HDF5 models takes both.
        let (id, from, to) = match self.keras3 {
            true if self.archive => ("batch-shape", "batch_input_shape", "batch_shape"),
            true => return,
            false => ("batch-input-shape", "batch_shape", "batch_input_shape"),
        };
        let Some(Value::Object(members)) = find(object, &["config"]) else { return };
        let taken = members.iter().any(|(name, _)| name == to);
        if let Some((name, value)) = members.iter_mut().find(|(name, _)| name == from).filter(|_| !taken) {
            *name = to.to_owned();
            let shown = value.short(SHOWN);
            self.changed(
                id,
                format!("{path}.config.{from}"),
                format!("{from}: {shown}"),
                format!("{to}: {shown}"),
                true,
            );
        }
    }

    /// Arguments that the release does not take, if their value has no effect.
    fn arguments(&mut self, object: &mut Value, class: &str, path: &str) {
        let mut found: Vec<Found<'_>> = Vec::new();
        objects(object, path, &mut found);
        let Some(part) = found.first().filter(|found| found.path == path).map(|found| found.part.map(str::to_owned))
        else {
            return;
        };
        drop(found);
        let on = if self.keras3 { "keras" } else { "tensorflow" };
        let part = part.filter(|_| object.get("module").text() != Some("keras"));
        let table = keras::class(on, part.as_deref(), class);
        let target = self.target;
        let takes = |argument: &str| match table {
            Some(table) if !OPEN.contains(&class) => {
                OF_LAYERS.contains(&argument)
                    || table.argument(argument).is_some_and(|range: Range| holds(range, target))
            }
            _ => true,
        };
        let neutral = |argument: &str, value: &Value| {
            let groups = argument == "groups" && value.int() == Some(1);
            let listed = NEUTRAL.iter().any(|(of, name, nothing)| {
                (of.is_empty() || *of == class) && *name == argument && (value == nothing || groups)
            });
            listed || *value == Value::Null
        };
        let optional = |argument: &str, value: &Value| {
            !self.keras3 && class == "InputLayer" && argument == "optional" && *value == Value::Bool(false)
        };
        let Some(Value::Object(members)) = find(object, &["config"]) else { return };
        let mut gone = Vec::new();
        members.retain(|(name, value)| {
            let drop = optional(name, value) || (!takes(name) && neutral(name, value));
            if drop {
                gone.push((name.clone(), value.short(SHOWN)));
            }
            !drop
        });
        for (name, value) in gone {
            self.changed("argument", format!("{path}.config.{name}"), format!("{name}: {value}"), String::new(), true);
        }
    }

    /// Calls of layers, inputs and outputs of models in the lists of Keras 2.
    fn calls(&mut self, object: &mut Value, path: &str) {
        if let Some(Value::List(calls)) = find(object, &["inbound_nodes"]) {
            let made: Option<Vec<Value>> = calls.iter().map(old_call).collect();
            if let Some(made) = made.filter(|made| made != calls) {
                *calls = made;
                self.changed("calls", format!("{path}.inbound_nodes"), "args, kwargs".into(), "lists".into(), true);
            }
        }
        for key in ["input_layers", "output_layers"] {
            if let Some(Value::List(ports)) = find(object, &["config", key])
                && ports.first().is_some_and(|first| first.text().is_some())
            {
                let one = std::mem::take(ports);
                ports.push(Value::List(one));
                self.changed("calls", format!("{path}.config.{key}"), "[…]".into(), "[[…]]".into(), true);
            }
        }
    }
}

/// A call of Keras 3 in the form of Keras 2; a call already in that form is unchanged. `None` if an argument cannot be
/// written in that form.
fn old_call(call: &Value) -> Option<Value> {
    if let Value::List(_) = call {
        return Some(call.clone());
    }
    let kwargs = call.get("kwargs");
    if holds_tensor(kwargs) {
        return None;
    }
    let [only] = call.get("args").items() else { return None };
    let tensors = match only {
        Value::List(all) => all.iter().collect(),
        one => vec![one],
    };
    let list = tensors.into_iter().map(|tensor| {
        let history = tensor.get("config").get("keras_history").items();
        let [layer, node, output] = history else { return None };
        Some(Value::List(vec![layer.clone(), node.clone(), output.clone(), kwargs.clone()]))
    });
    list.collect::<Option<Vec<Value>>>().map(Value::List)
}

fn holds_tensor(value: &Value) -> bool {
    match value {
        Value::List(items) => items.iter().any(holds_tensor),
        Value::Object(members) => {
            value.get("class_name").text() == Some(TENSOR) || members.iter().any(|(_, member)| holds_tensor(member))
        }
        _ => false,
    }
}

/// Whether a release is in a span. For TensorFlow 2.16 and later, the Keras 3 of the tests counts.
fn holds(range: Range, target: Target) -> bool {
    if is_keras3(target) { holds_beside(range) } else { range.holds(target.flat()) }
}

/// A member of nested objects.
fn find<'a>(value: &'a mut Value, path: &[&str]) -> Option<&'a mut Value> {
    let Some((first, rest)) = path.split_first() else { return Some(value) };
    let Value::Object(members) = value else { return None };
    let (_, member) = members.iter_mut().rev().find(|(name, _)| name == first)?;
    find(member, rest)
}

fn remove(value: &mut Value, name: &str) {
    if let Value::Object(members) = value {
        members.retain(|(own, _)| own != name);
    }
}
