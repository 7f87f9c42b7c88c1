//! Weights of Keras files. HDF5 may compress and scatter them, so each is held in memory, within the limits.

use super::KerasDocument;
use crate::bytes::{Error, Result};
use crate::formats::stored::{Check, Held, Listed, Ordered, Stored, Stores};
use crate::formats::tensor_value::TensorValue;
use std::rc::Rc;

impl Stores for Rc<KerasDocument> {
    fn listed(&self) -> Vec<Listed> {
        let listed = |weight: &super::Weight| Listed {
            name: weight.name.clone(),
            label: String::new(),
            dtype: weight.dtype_name.clone(),
            shape: weight.shape.clone(),
            bytes: weight.bytes,
        };
        self.weights.iter().map(listed).collect()
    }

    fn stored(&self, index: usize) -> Result<Stored> {
        Ok(Held::stored(held(self, index)?, Check::None))
    }

    fn ordered(&self, index: usize) -> Result<Ordered> {
        Ok(Ordered::held(held(self, index)?, Check::None))
    }
}

fn held(document: &KerasDocument, index: usize) -> Result<TensorValue> {
    let name = &document.weights[index].name;
    document.value(name).unwrap_or_else(|| Err(Error::malformed("checkpoint-no-such-key").with("key", name)))
}
