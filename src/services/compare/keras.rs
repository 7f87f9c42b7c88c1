//! Keras files: layers by meaning with their configuration, how the model was compiled.

use super::collect::{Collected, Place, field, named};
use super::schema::{Field, PartKind};
use crate::formats::keras::{KerasDocument, Layer, Model, Value};
use crate::graph::{Feed, Matchable, fingerprint, matching};
use std::collections::HashMap;

/// Members of a configuration without meaning for the model: numbers of the export.
const ASIDE: [&str; 1] = ["shared_object_id"];
/// Members of a model's configuration that are compared layer by layer, or separately.
const APART: [&str; 4] = ["layers", "input_layers", "output_layers", "build_input_shape"];
/// Characters of a value in full.
const WHOLE: usize = 1 << 20;

/// Compares two files, except for weights.
pub fn compared(a: &KerasDocument, b: &KerasDocument, out: &mut Collected) {
    let model = |document: &KerasDocument| -> Vec<(String, String)> {
        let mut flat = Vec::new();
        if let Some(model) = &document.model {
            flat.push(("class_name".to_owned(), model.class.clone()));
            flat.push(("inputs".to_owned(), ports(&model.inputs)));
            flat.push(("outputs".to_owned(), ports(&model.outputs)));
        }
        let config = document.config.get("config");
        for (name, value) in config.members().iter().filter(|(name, _)| !APART.contains(&name.as_str())) {
            flatten(name, value, &mut flat);
        }
        flat
    };
    let mut fields = Vec::new();
    named(&mut fields, &model(a), &model(b));
    out.both(Place { part: PartKind::Model, scope: "" }, ("", ""), String::new(), fields);
    let compile = |document: &KerasDocument| {
        let mut flat = Vec::new();
        flatten("", &document.compile, &mut flat);
        flat
    };
    let mut fields = Vec::new();
    named(&mut fields, &compile(a), &compile(b));
    out.both(Place { part: PartKind::Compile, scope: "" }, ("", ""), String::new(), fields);
    layers(&Layers::of(a.model.as_ref()), &Layers::of(b.model.as_ref()), out);
}

fn ports(ports: &[crate::formats::keras::Source]) -> String {
    let one = |port: &crate::formats::keras::Source| format!("{}[{}][{}]", port.layer, port.call, port.output);
    ports.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Members of members by their path, such as `kernel_initializer.config.seed`.
fn flatten(path: &str, value: &Value, out: &mut Vec<(String, String)>) {
    let members = value.members();
    if members.is_empty() {
        if *value != Value::Null || !path.is_empty() {
            out.push((path.to_owned(), value.short(WHOLE)));
        }
        return;
    }
    for (name, value) in members.iter().filter(|(name, _)| !ASIDE.contains(&name.as_str())) {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        flatten(&path, value, out);
    }
}

/// Layers of a model and of nested models, in order.
struct Layers<'a> {
    list: Vec<(String, &'a Layer)>,
    nodes: Vec<Matchable>,
    /// Sources of each layer, by its index in the list, in the order of its inputs.
    feeds: Vec<Vec<String>>,
}

impl<'a> Layers<'a> {
    fn of(model: Option<&'a Model>) -> Self {
        let mut this = Self { list: Vec::new(), nodes: Vec::new(), feeds: Vec::new() };
        if let Some(model) = model {
            this.add(model, "");
        }
        this
    }

    fn add(&mut self, model: &'a Model, path: &str) {
        let mut own: HashMap<&str, u32> = HashMap::new();
        let mut places = Vec::new();
        for layer in &model.layers {
            let full = if path.is_empty() { layer.name.clone() } else { format!("{path}/{}", layer.name) };
            let index = self.list.len() as u32;
            own.entry(&layer.name).or_insert(index);
            places.push(index);
            self.list.push((full.clone(), layer));
            self.nodes.push(Matchable {
                name: full.clone(),
                op: layer.class.clone(),
                options: fingerprint(layer.config.short(WHOLE)),
                inputs: Vec::new(),
                port: false,
            });
            self.feeds.push(Vec::new());
            if let Some(inner) = &layer.model {
                self.add(inner, &full);
            }
        }
        for (position, layer) in model.layers.iter().enumerate() {
            let index = places[position] as usize;
            if model.sequential {
                let before = position.checked_sub(1);
                let inputs = before.map(|before| Some((places[before], 0))).into_iter().collect();
                self.nodes[index].inputs = inputs;
                self.feeds[index] = before.map(|before| model.layers[before].name.clone()).into_iter().collect();
                continue;
            }
            for source in layer.calls.iter().flatten() {
                let from = own.get(source.layer.as_str());
                self.nodes[index].inputs.push(from.map(|from| (*from, fingerprint((source.call, source.output)))));
                self.feeds[index].push(format!("{}[{}][{}]", source.layer, source.call, source.output));
            }
        }
    }
}

fn layers(a: &Layers<'_>, b: &Layers<'_>, out: &mut Collected) {
    let place = Place { part: PartKind::Layer, scope: "" };
    let found = matching(&a.nodes, &b.nodes);
    for (index, (name, x)) in a.list.iter().enumerate() {
        let Some(other) = found.of_a[index] else {
            out.one(place, false, name, x.class.clone());
            continue;
        };
        let (renamed, y) = &b.list[other as usize];
        let mut fields = layer(x, y);
        let (inputs_a, inputs_b) = (&a.nodes[index].inputs, &b.nodes[other as usize].inputs);
        let same = |(x, y): (&Feed, &Feed)| found.same_feed(*x, *y);
        if inputs_a.len() != inputs_b.len() || !inputs_a.iter().zip(inputs_b).all(same) {
            let text = |feeds: &[String]| (!feeds.is_empty()).then(|| feeds.join(", "));
            let (a, b) = (text(&a.feeds[index]), text(&b.feeds[other as usize]));
            fields.push(Field { field: "inputs".to_owned(), a, b });
        }
        out.both(place, (name, renamed), x.class.clone(), fields);
    }
    for (index, (name, y)) in b.list.iter().enumerate() {
        if found.of_b[index].is_none() {
            out.one(place, true, name, y.class.clone());
        }
    }
}

fn layer(x: &Layer, y: &Layer) -> Vec<Field> {
    let mut fields = Vec::new();
    field(&mut fields, "class_name", Some(x.class.clone()), Some(y.class.clone()));
    field(&mut fields, "module", x.module.clone(), y.module.clone());
    field(&mut fields, "registered_name", x.registered_name.clone(), y.registered_name.clone());
    let config = |layer: &Layer| {
        let mut flat = Vec::new();
        for (name, value) in layer.config.members().iter().filter(|(name, _)| name != "name") {
            flatten(name, value, &mut flat);
        }
        flat
    };
    named(&mut fields, &config(x), &config(y));
    fields
}
