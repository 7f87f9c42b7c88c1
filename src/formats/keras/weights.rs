//! Weights: the data sets of a file, and which layer each belongs to.

use super::Model;
use crate::formats::hdf5::{Dataset, File, Object, Tree};
use std::collections::HashMap;

/// A weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Path of its data set, without the leading slash.
    pub name: String,
    /// TensorFlow's number of its element type; `None` for types that TensorFlow lacks.
    pub dtype: Option<i32>,
    /// Name of its element type.
    pub dtype_name: String,
    /// Shape.
    pub shape: Vec<i64>,
    /// Bytes of its value; all ones when they exceed 64 bits.
    pub bytes: u64,
    /// Its owner.
    pub owner: Owner,
    /// Index of its data set among the objects of the file.
    pub(super) object: usize,
}

/// Owner of a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A layer, by its name in the model, or by its group's name if it has none.
    Layer(String),
    /// The optimizer.
    Optimizer,
    /// The model itself.
    Model,
    /// No owner: the file was not written by Keras.
    Nobody,
}

impl Owner {
    /// The layer, if the owner is one.
    pub fn layer(&self) -> Option<&str> {
        match self {
            Self::Layer(name) => Some(name),
            _ => None,
        }
    }
}

/// Lists the weights of a file.
pub fn list(file: &File, tree: &Tree, model: Option<&Model>, keras: bool) -> Vec<Weight> {
    let named = Named::of(file, tree, model);
    let weight = |(index, object): (usize, &Object)| {
        let crate::formats::hdf5::Kind::Dataset(dataset) = &object.kind else { return None };
        let dtype = dtype(file, object, dataset);
        let dtype_name = dtype.and_then(crate::formats::dtype::name).unwrap_or_else(|| dataset.datatype.name());
        let name = object.path.trim_start_matches('/').to_owned();
        Some(Weight {
            dtype,
            dtype_name,
            shape: dataset.space.dims().iter().map(|dim| i64::try_from(*dim).unwrap_or(i64::MAX)).collect(),
            bytes: dataset.bytes().unwrap_or(u64::MAX),
            owner: if keras { named.owner(&name) } else { Owner::Nobody },
            name,
            object: index,
        })
    };
    tree.objects.iter().enumerate().filter_map(weight).collect()
}

/// The element type. HDF5 has none for bfloat16: Keras 3 stores two plain bytes and an attribute.
fn dtype(file: &File, object: &Object, dataset: &Dataset) -> Option<i32> {
    let dtype = object.attribute("dtype").and_then(|dtype| dtype.text(file)?.ok());
    let number = dtype.and_then(|dtype| (1..=33).find(|n| crate::formats::dtype::name(*n).as_ref() == Some(&dtype)));
    let fits = |n: &i32| crate::formats::dtype::size(*n) == Some(u64::from(dataset.datatype.size));
    number.filter(fits).or_else(|| dataset.datatype.tensorflow())
}

/// Names of groups, and their layers.
struct Named {
    groups: HashMap<String, String>,
}

impl Named {
    fn of(file: &File, tree: &Tree, model: Option<&Model>) -> Self {
        let mut groups = HashMap::new();
        // Keras 3 numbers the layers of a class and, in newer releases, stores the layer's name beside the weights.
        for object in &tree.objects {
            if let Some(group) = object.path.trim_start_matches('/').strip_suffix("/vars")
                && let Some(Ok(name)) = object.attribute("name").and_then(|name| name.text(file))
            {
                groups.insert(group.to_owned(), name);
            }
        }
        let mut counts: HashMap<String, u32> = HashMap::new();
        for layer in model.iter().flat_map(|model| &model.layers) {
            let snake = snake_case(&layer.class);
            let next = counts.entry(snake.clone()).or_default();
            let count = *next;
            *next += 1;
            let group = if count == 0 { snake } else { format!("{snake}_{count}") };
            for folder in FOLDERS {
                groups.entry(format!("{folder}/{group}")).or_insert_with(|| layer.name.clone());
            }
        }
        Self { groups }
    }

    fn owner(&self, name: &str) -> Owner {
        let parts: Vec<&str> = name.split(['/', '\\']).collect();
        let whole = name.replace('\\', "/");
        match parts.as_slice() {
            ["optimizer_weights" | "optimizer" | "_optimizer", ..] => Owner::Optimizer,
            ["vars", ..] | ["model_weights", "top_level_model_weights", ..] | ["top_level_model_weights", ..] => {
                Owner::Model
            }
            ["model_weights", layer, ..] => Owner::Layer((*layer).to_owned()),
            _ => {
                // The innermost known group: a nested layer has its own.
                let known = |end: usize| self.groups.get(&parts[..end].join("/")).cloned();
                let inner = (1..parts.len()).rev().find_map(known);
                let folder = FOLDERS.iter().find_map(|folder| whole.strip_prefix(folder)?.strip_prefix('/'));
                let group = folder.and_then(|rest| rest.split('/').next()).or(parts.first().copied());
                Owner::Layer(inner.unwrap_or_else(|| group.unwrap_or_default().to_owned()))
            }
        }
    }
}

/// Groups with the weights of layers: Keras 2.15 and 3, and Keras 2.12 to 2.14.
const FOLDERS: [&str; 2] = ["layers", "_layer_checkpoint_dependencies"];

/// `Conv2DTranspose` -> `conv2d_transpose`, as Keras names groups: a `_` before every capital that begins a word.
fn snake_case(class: &str) -> String {
    let chars: Vec<char> = class.chars().filter(|c| !c.is_whitespace()).collect();
    let mut out = String::new();
    for (i, c) in chars.iter().enumerate() {
        let starts_word = c.is_ascii_uppercase() && chars.get(i + 1).is_some_and(char::is_ascii_lowercase);
        let after_small = c.is_ascii_uppercase()
            && i > 0
            && (chars[i - 1].is_ascii_lowercase() || chars[i - 1].is_ascii_digit() && i > 1 && chars[i - 2] == '_');
        if i > 0 && (starts_word || after_small) && !out.ends_with('_') {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::snake_case;

    #[test]
    fn classes_become_groups_as_keras_names_them() {
        for (class, group) in [
            ("Dense", "dense"),
            ("BatchNormalization", "batch_normalization"),
            ("Conv2D", "conv2d"),
            ("Conv2DTranspose", "conv2d_transpose"),
            ("LSTM", "lstm"),
            ("GRUCell", "gru_cell"),
            ("MaxPooling2D", "max_pooling2d"),
            ("ReLU", "re_lu"),
            ("InputLayer", "input_layer"),
            ("LSTMCell", "lstm_cell"),
            ("PReLU", "p_re_lu"),
            ("SeparableConv2D", "separable_conv2d"),
        ] {
            assert_eq!(snake_case(class), group, "{class}");
        }
    }
}
