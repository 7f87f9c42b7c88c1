//! The values that a document stores.

use super::constants;
use crate::artifact::{Artifact, Document};
use crate::bytes::{Error, Result};
use crate::formats::checkpoint::Checkpoint;
use crate::formats::saved_model::SavedModelDocument;
use crate::formats::stored::{Listed, Stored, Stores};
use crate::formats::tflite::Weights;
use std::rc::Rc;

/// Variables of a SavedModel.
struct Variables(Rc<SavedModelDocument>);

impl Variables {
    fn checkpoint(&self) -> Result<&Checkpoint> {
        match &self.0.variables {
            Some(variables) => variables.as_ref().map_err(Error::clone),
            None => Err(Error::malformed("checkpoint-no-such-key").with("key", "variables")),
        }
    }
}

impl Stores for Variables {
    fn listed(&self) -> Vec<Listed> {
        self.checkpoint().map(Stores::listed).unwrap_or_default()
    }

    fn stored(&self, index: usize) -> Result<Stored> {
        self.checkpoint()?.stored(index)
    }

    fn problems(&self) -> Vec<Error> {
        self.checkpoint().map(Stores::problems).unwrap_or_default()
    }
}

/// The stored values of an artifact; `None` without any.
pub(in crate::services) fn stores(artifact: &Artifact) -> Option<Box<dyn Stores>> {
    match artifact.document.as_ref()? {
        Document::Checkpoint(checkpoint) => Some(Box::new(checkpoint.clone())),
        Document::SavedModel(model) => {
            matches!(model.variables, Some(Ok(_))).then(|| -> Box<dyn Stores> { Box::new(Variables(model.clone())) })
        }
        Document::Tflite(model) => Some(Box::new(Weights::new(model.clone(), artifact.files.first()?.source.clone()))),
        Document::Keras(document) => Some(Box::new(document.clone())),
        _ => None,
    }
}

/// A value by its name, as one of those that a document stores: an artifact's, or a constant of its graphs.
pub(super) fn find(artifact: &Artifact, name: &str) -> Option<(Box<dyn Stores>, usize, Listed)> {
    if let Some(constant) = constants::find(artifact, name) {
        let listed = constant.listed().pop()?;
        return Some((Box::new(constant), 0, listed));
    }
    let stores = stores(artifact)?;
    let (index, listed) = stores.listed().into_iter().enumerate().find(|(_, listed)| listed.name == name)?;
    Some((stores, index, listed))
}
