//! The configuration of a model: its layers and their connections, in the forms of Keras 1, 2 and 3.

use super::Value;

/// Class of a tensor in calls of Keras 3.
pub const TENSOR: &str = "__keras_tensor__";

/// A model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Class: `Sequential`, `Functional`, `Model`, or a third-party name.
    pub class: String,
    /// Name.
    pub name: String,
    /// Module of the class; `None` if the form has none.
    pub module: Option<String>,
    /// Its layers in order; empty for a subclassed model, whose layers are only in its code.
    pub layers: Vec<Layer>,
    /// Whether each layer feeds the next one.
    pub sequential: bool,
    /// Inputs of a functional model.
    pub inputs: Vec<Port>,
    /// Outputs of a functional model.
    pub outputs: Vec<Port>,
}

/// A layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// Class, such as `Conv2D`.
    pub class: String,
    /// Name within the model.
    pub name: String,
    /// Module of the class; `None` if the form has none.
    pub module: Option<String>,
    /// Name under which a third-party class is registered.
    pub registered_name: Option<String>,
    /// Arguments of its constructor.
    pub config: Value,
    /// Its calls, with the tensors it got each time.
    pub calls: Vec<Call>,
    /// The model it is, when it is one.
    pub model: Option<Box<Model>>,
}

/// One call of a layer: the tensors it got.
pub type Call = Vec<Source>;

/// A tensor: which output of which call of which layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Name of the layer.
    pub layer: String,
    /// Index of the layer's call.
    pub call: u32,
    /// Index of the output.
    pub output: u32,
    /// Shape, if the form has it; -1 is any size.
    pub shape: Option<Vec<i64>>,
    /// Element type, if the form has it.
    pub dtype: Option<String>,
}

/// An input or output of a model.
pub type Port = Source;

impl Model {
    /// Parses a model's object (`class_name`, `config`); `None` when it is not an object with a class.
    pub fn of(object: &Value) -> Option<Self> {
        let class = object.get("class_name").text()?;
        let config = object.get("config");
        // Sequential models were a bare list of layers up to Keras 2.2.2.
        let list = if config.items().is_empty() { config.get("layers") } else { config };
        let layers: Vec<Layer> = list.items().iter().filter_map(Layer::of).collect();
        let text = |value: &Value| value.text().map(str::to_owned);
        Some(Self {
            name: text(config.get("name")).unwrap_or_default(),
            module: text(object.get("module")),
            // A third-party model may or may not be sequential; without calls it can only be sequential.
            sequential: class == "Sequential" || !layers.is_empty() && config.find("input_layers").is_none(),
            inputs: ports(config.get("input_layers")),
            outputs: ports(config.get("output_layers")),
            class: class.to_owned(),
            layers,
        })
    }

    /// All layers, including those of nested models, each with the path of the models around it.
    pub fn all_layers(&self) -> Vec<(String, &Layer)> {
        let mut all = Vec::new();
        self.collect("", &mut all);
        all
    }

    fn collect<'a>(&'a self, path: &str, all: &mut Vec<(String, &'a Layer)>) {
        for layer in &self.layers {
            all.push((path.to_owned(), layer));
            if let Some(model) = &layer.model {
                let inner = if path.is_empty() { layer.name.clone() } else { format!("{path}/{}", layer.name) };
                model.collect(&inner, all);
            }
        }
    }
}

impl Layer {
    fn of(object: &Value) -> Option<Self> {
        let class = object.get("class_name").text()?;
        let config = object.get("config");
        let text = |value: &Value| value.text().map(str::to_owned);
        let is_model = config.find("layers").is_some() || class == "Sequential";
        Some(Self {
            class: class.to_owned(),
            name: text(object.get("name")).or_else(|| text(config.get("name"))).unwrap_or_default(),
            module: text(object.get("module")),
            registered_name: text(object.get("registered_name")),
            calls: object.get("inbound_nodes").items().iter().map(call).collect(),
            model: if is_model { Model::of(object).map(Box::new) } else { None },
            // The layers of a nested model are in that model; keeping them here too would double them with every level.
            config: if is_model { without_layers(config) } else { config.clone() },
        })
    }

    /// Its input shape, batch first, if the configuration has it: under one of the keys of Keras 3 and 2.
    pub fn input_shape(&self) -> Option<Vec<i64>> {
        ["batch_shape", "batch_input_shape"].into_iter().find_map(|key| self.config.get(key).shape())
    }

    /// Element type or policy: a name, or the name inside a policy object.
    pub fn dtype(&self) -> Option<&str> {
        let dtype = self.config.get("dtype");
        dtype.text().or_else(|| dtype.get("config").get("name").text())
    }
}

fn without_layers(config: &Value) -> Value {
    let members = config.members().iter().filter(|(name, _)| name != "layers");
    Value::Object(members.cloned().collect())
}

/// The tensors of a call, anywhere in its arguments.
fn call(arguments: &Value) -> Call {
    let mut sources = Vec::new();
    tensors(arguments, &mut sources);
    sources
}

fn tensors(value: &Value, out: &mut Vec<Source>) {
    match value {
        Value::List(items) => match source(items) {
            Some(source) => {
                out.push(source);
                // Keras 2: the keyword arguments after it may have more tensors.
                items[3..].iter().for_each(|rest| tensors(rest, out));
            }
            None => items.iter().for_each(|item| tensors(item, out)),
        },
        Value::Object(_) if value.get("class_name").text() == Some(TENSOR) => {
            let config = value.get("config");
            if let Some(found) = source(config.get("keras_history").items()) {
                let dtype = config.get("dtype").text().map(str::to_owned);
                out.push(Source { shape: config.get("shape").shape(), dtype, ..found });
            }
        }
        Value::Object(members) => members.iter().for_each(|(_, member)| tensors(member, out)),
        _ => {}
    }
}

/// Layer, call, output: `["dense", 0, 0]`.
fn source(items: &[Value]) -> Option<Source> {
    let [Value::Text(layer), call, output, ..] = items else { return None };
    let number = |value: &Value| value.int().and_then(|n| u32::try_from(n).ok());
    Some(Source { layer: layer.clone(), call: number(call)?, output: number(output)?, ..Source::default() })
}

/// Inputs or outputs of a model: a list of tensors, a single tensor, or an object of tensors by name.
fn ports(value: &Value) -> Vec<Port> {
    let mut ports = Vec::new();
    tensors(value, &mut ports);
    ports
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(text: &str) -> Model {
        Model::of(&Value::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn calls_of_keras_2_and_3_say_the_same() {
        let two = model(
            r#"{"class_name": "Functional", "config": {"layers": [
                {"class_name": "Dense", "name": "d", "config": {}, "inbound_nodes": [[["a", 0, 0, {}]], [["b", 1, 2, {"mask": ["c", 0, 0]}]]]}
            ], "input_layers": [["a", 0, 0]], "output_layers": [["d", 0, 0]]}}"#,
        );
        let calls: Vec<Vec<(&str, u32, u32)>> = two.layers[0]
            .calls
            .iter()
            .map(|call| call.iter().map(|s| (s.layer.as_str(), s.call, s.output)).collect())
            .collect();
        assert_eq!(calls, [vec![("a", 0, 0)], vec![("b", 1, 2), ("c", 0, 0)]]);
        let three = model(
            r#"{"class_name": "Functional", "config": {"layers": [
                {"class_name": "Add", "name": "d", "config": {}, "inbound_nodes": [{"args": [[
                    {"class_name": "__keras_tensor__", "config": {"shape": [null, 4], "dtype": "float32", "keras_history": ["a", 0, 0]}},
                    {"class_name": "__keras_tensor__", "config": {"shape": [null, 4], "dtype": "float32", "keras_history": ["b", 0, 0]}}
                ]], "kwargs": {}}]}
            ], "input_layers": ["a", 0, 0], "output_layers": {"x": ["d", 0, 0]}}}"#,
        );
        assert_eq!(three.layers[0].calls[0].len(), 2);
        assert_eq!(three.layers[0].calls[0][1].shape, Some(vec![-1, 4]));
        assert_eq!((three.inputs.len(), three.outputs.len()), (1, 1));
    }

    #[test]
    fn models_within_models_and_bare_lists_are_models() {
        let outer = model(
            r#"{"class_name": "Sequential", "config": [{"class_name": "Sequential", "config": {"name": "inner",
                "layers": [{"class_name": "Dense", "config": {"name": "d"}}]}}]}"#,
        );
        let all: Vec<(String, &str)> = outer.all_layers().into_iter().map(|(p, l)| (p, l.name.as_str())).collect();
        assert_eq!(all, [(String::new(), "inner"), ("inner".to_owned(), "d")]);
    }
}
