//! Objects in a configuration: every class that a release must have, with its arguments.

use crate::formats::keras::{TENSOR, Value};

/// An object: a class and its configuration.
pub struct Found<'a> {
    /// Class.
    pub class: &'a str,
    /// Module in the configuration; `None` if the form has none.
    pub module: Option<&'a str>,
    /// Part of Keras, from the module or from the object's position; `None` when unknown.
    pub part: Option<&'a str>,
    /// Position in the configuration.
    pub path: String,
    /// Arguments of its constructor.
    pub config: &'a Value,
}

/// All objects below a value, outer ones first.
pub fn objects<'a>(value: &'a Value, path: &str, out: &mut Vec<Found<'a>>) {
    collect(value, path, None, out);
}

/// `hint` is the part of Keras that the position suggests.
fn collect<'a>(value: &'a Value, path: &str, hint: Option<&'static str>, out: &mut Vec<Found<'a>>) {
    match value {
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &format!("{path}[{index}]"), hint, out);
            }
        }
        Value::Object(members) => {
            let config = value.get("config");
            let class = value.get("class_name").text().filter(|_| matches!(config, Value::Object(_) | Value::List(_)));
            // Tensors, tuples, dtypes and functions are also written as objects.
            let is_plain = |class: &&str| *class == TENSOR || class.starts_with("__") || PLAIN.contains(class);
            if let Some(class) = class.filter(|class| !is_plain(class)) {
                let module = value.get("module").text();
                let part = match module {
                    Some(module) => {
                        module.strip_prefix("keras.").map(|rest| rest.rsplit_once('.').map_or(rest, |(_, last)| last))
                    }
                    None => hint,
                };
                out.push(Found { class, module, part, path: path.to_owned(), config });
            }
            for (name, member) in members {
                // Calls hold tensors only; the compile configuration comes after the weights.
                if !matches!(name.as_str(), "inbound_nodes" | "compile_config" | "build_config") {
                    collect(member, &format!("{path}.{name}"), part_of_key(name).or(hint), out);
                }
            }
        }
        _ => {}
    }
}

/// Functions and the classes of nested models, which every release has, under any module.
const PLAIN: [&str; 4] = ["function", "Functional", "Model", "Sequential"];

/// The part of Keras that the values of a key belong to.
fn part_of_key(key: &str) -> Option<&'static str> {
    let ends = [
        ("_initializer", "initializers"),
        ("_regularizer", "regularizers"),
        ("_constraint", "constraints"),
        ("optimizer", "optimizers"),
        ("optimizer_config", "optimizers"),
        ("layers", "layers"),
        ("layer", "layers"),
        ("cell", "layers"),
        ("dtype", "dtype_policies"),
        ("learning_rate", "schedules"),
        ("loss", "losses"),
        ("metrics", "metrics"),
    ];
    ends.into_iter().find(|(end, _)| key.ends_with(end)).map(|(_, part)| part)
}
