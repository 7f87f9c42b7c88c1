//! Document of a Keras file.

use super::value::not_read;
use super::weights::{self, Weight};
use super::{Model, Value};
use crate::bytes::{Error, Limits, Result, SharedSource};
use crate::formats::hdf5::{self, Tree};
use crate::formats::tensor_value::TensorValue;

/// Members of a `.keras` archive, as the caller found them.
#[derive(Clone, Default)]
pub struct KerasFiles {
    /// `config.json`.
    pub config: Option<SharedSource>,
    /// `metadata.json`.
    pub metadata: Option<SharedSource>,
    /// `model.weights.h5`.
    pub weights: Option<SharedSource>,
    /// Names of the others.
    pub others: Vec<String>,
}

/// Form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `.keras`: an archive of configuration and weights.
    Archive,
    /// HDF5 with the configuration of a model.
    Model,
    /// HDF5 with weights by the names of layers, as Keras wrote it up to 2.11 and on request since.
    NamedWeights,
    /// HDF5 with weights by the structure of the model, as Keras writes it since 2.12.
    Weights,
    /// HDF5 not written by Keras.
    Hdf5,
}

/// A Keras file.
pub struct KerasDocument {
    /// Its form.
    pub form: Form,
    /// Release of Keras that wrote it.
    pub keras_version: Option<String>,
    /// Backend it was written with.
    pub backend: Option<String>,
    /// When it was written.
    pub date_saved: Option<String>,
    /// The object of the model (`class_name`, `config`); `Null` when there is none.
    pub config: Value,
    /// The model; `None` in files of weights and where the configuration cannot be read.
    pub model: Option<Model>,
    /// How it was compiled: `compile_config` or `training_config`; `Null` when it was not.
    pub compile: Value,
    /// Its weights.
    pub weights: Vec<Weight>,
    /// Names of the other archive members.
    pub others: Vec<String>,
    /// Groups of the file of weights.
    pub groups: usize,
    /// Errors in parts of the file.
    pub problems: Vec<Error>,
    pub(super) store: Option<(hdf5::File, Tree)>,
    /// Members of the archive that are read.
    pub(super) members: Vec<SharedSource>,
}

impl KerasDocument {
    fn new(form: Form) -> Self {
        Self {
            form,
            keras_version: None,
            backend: None,
            date_saved: None,
            config: Value::Null,
            model: None,
            compile: Value::Null,
            weights: Vec::new(),
            others: Vec::new(),
            groups: 0,
            problems: Vec::new(),
            store: None,
            members: Vec::new(),
        }
    }

    /// Reads the members of a `.keras` archive. A damaged member is a problem of the document; without any that can be
    /// read it is an error.
    pub fn open_archive(files: KerasFiles, limits: &Limits) -> Result<Self> {
        let mut document = Self::new(Form::Archive);
        document.others = files.others;
        document.members = [&files.config, &files.metadata, &files.weights].into_iter().flatten().cloned().collect();
        let mut problems = Vec::new();
        let mut json = |source: &Option<SharedSource>, name: &str| match source {
            Some(source) => match Value::of_file(source, limits) {
                Ok(value) => Some(value),
                Err(error) => {
                    problems.push(error);
                    None
                }
            },
            None => {
                problems.push(Error::malformed("keras-member-missing").with("member", name));
                None
            }
        };
        let metadata = json(&files.metadata, "metadata.json").unwrap_or_default();
        document.config = json(&files.config, "config.json").unwrap_or_default();
        let text = |key: &str| metadata.get(key).text().map(str::to_owned);
        document.keras_version = text("keras_version");
        document.date_saved = text("date_saved");
        document.compile = document.config.get("compile_config").clone();
        document.set_model("config.json", &mut problems);
        match &files.weights {
            Some(source) => match hdf5::File::open(source, limits).and_then(|file| Ok((file.tree()?, file))) {
                Ok((tree, file)) => document.take(file, tree),
                Err(error) => problems.push(error),
            },
            None => problems.push(Error::malformed("keras-member-missing").with("member", "model.weights.h5")),
        }
        // Errors of the complete file come before those of a weight.
        problems.append(&mut document.problems);
        document.problems = problems;
        if document.model.is_none() && document.store.is_none() && document.keras_version.is_none() {
            return Err(document.problems.swap_remove(0));
        }
        Ok(document)
    }

    /// Reads an HDF5 file. Errors: those of [`hdf5::File::open`] and [`hdf5::File::tree`].
    pub fn open_hdf5(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let file = hdf5::File::open(source, limits)?;
        let tree = file.tree()?;
        let root = &tree.objects[0];
        let form = if root.attribute("model_config").is_some() {
            Form::Model
        } else if root.attribute("layer_names").is_some() {
            Form::NamedWeights
        } else if tree.datasets().any(|(object, _)| is_structural(&object.path)) {
            Form::Weights
        } else {
            Form::Hdf5
        };
        let mut document = Self::new(form);
        let mut problems = Vec::new();
        let mut text = |name: &str| match root.attribute(name)?.text(&file)? {
            Ok(text) => Some(text),
            Err(error) => {
                problems.push(error.in_field(name));
                None
            }
        };
        document.keras_version = text("keras_version");
        document.backend = text("backend");
        let config = text("model_config");
        let compile = text("training_config");
        let mut json = |text: Option<String>, name: &str| {
            let Some(text) = text else { return Value::Null };
            Value::parse(&text).unwrap_or_else(|at| {
                problems.push(not_read(&text, at).at(source.span(0..0)).in_field(name));
                Value::Null
            })
        };
        document.config = json(config, "model_config");
        document.compile = json(compile, "training_config");
        document.set_model("model_config", &mut problems);
        document.take(file, tree);
        problems.append(&mut document.problems);
        document.problems = problems;
        Ok(document)
    }

    fn set_model(&mut self, field: &str, problems: &mut Vec<Error>) {
        if self.config == Value::Null {
            return;
        }
        self.model = Model::of(&self.config);
        if self.model.is_none() {
            problems.push(Error::malformed("keras-no-class").in_field(field));
        }
    }

    /// Takes the file of weights in.
    fn take(&mut self, file: hdf5::File, mut tree: Tree) {
        self.problems.append(&mut tree.problems);
        self.weights = weights::list(&file, &tree, self.model.as_ref(), self.form != Form::Hdf5);
        self.groups = tree.objects.iter().filter(|object| matches!(object.kind, hdf5::Kind::Group(_))).count();
        self.store = Some((file, tree));
    }

    /// The same file with another configuration, without its values.
    pub fn with_config(&self, config: Value) -> Self {
        let archive = self.form == Form::Archive;
        Self {
            keras_version: self.keras_version.clone(),
            model: Model::of(&config),
            compile: if archive { config.get("compile_config").clone() } else { self.compile.clone() },
            weights: self.weights.clone(),
            config,
            ..Self::new(self.form)
        }
    }

    /// Whether it was compiled.
    pub fn is_compiled(&self) -> bool {
        self.compile != Value::Null
    }

    /// Reads a weight; `None` for an unknown name.
    pub fn value(&self, name: &str) -> Option<Result<TensorValue>> {
        let weight = self.weights.iter().find(|weight| weight.name == name)?;
        let (file, tree) = self.store.as_ref()?;
        let hdf5::Kind::Dataset(dataset) = &tree.objects.get(weight.object)?.kind else { return None };
        let value = file.value_as(dataset, weight.dtype);
        Some(value.map_err(|error| if error.at.field.is_empty() { error.in_field(name) } else { error }))
    }
}

/// Whether a data set has a path of Keras's structural weights: `…/vars/0`.
fn is_structural(path: &str) -> bool {
    let mut parts = path.rsplit(['/', '\\']);
    let number = parts.next().is_some_and(|last| !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit()));
    number && parts.next() == Some("vars")
}
