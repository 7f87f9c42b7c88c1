//! TensorFlow Lite Micro: an application links the ops it names, so a model needs a list of functions.

use crate::compat::knowledge::delegates::facts;
use crate::formats::tflite::Model;
use std::collections::BTreeSet;

/// Ops that an application registers for a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolver {
    /// Functions of `MicroMutableOpResolver`, each once.
    pub adders: Vec<&'static str>,
    /// Ops that Micro has, but whose function is unknown.
    pub unnamed: Vec<String>,
    /// Ops that Micro does not have.
    pub missing: Vec<String>,
}

/// The functions for the ops that the model's nodes use.
pub fn resolver(model: &Model) -> Resolver {
    let used: BTreeSet<u32> = model.subgraphs.iter().flat_map(|s| &s.operators).map(|o| o.opcode_index).collect();
    let codes = used.iter().filter_map(|&index| model.operator_codes.get(index as usize));
    let names: BTreeSet<String> = codes.map(|code| code.name()).collect();
    let mut resolver = Resolver::default();
    for name in names {
        match facts().known("micro", &name).map(|known| known.adder) {
            Some("") => resolver.unnamed.push(name),
            Some(adder) => resolver.adders.push(adder),
            None => resolver.missing.push(name),
        }
    }
    resolver
}
