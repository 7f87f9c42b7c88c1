//! A `.tflite` model in the words of the contract.

use crate::formats::tflite::Model;
use crate::report::schema::{self, GraphSummary};
use std::collections::BTreeMap;

/// Fills identity, graphs and signatures.
pub fn tell(model: &Model, told: &mut schema::Artifact) {
    told.identity.form = format!("schema {}", model.schema_version);
    for subgraph in &model.subgraphs {
        let mut ops = BTreeMap::new();
        for operator in &subgraph.operators {
            let name = model
                .operator_codes
                .get(operator.opcode_index as usize)
                .map_or_else(|| format!("operator code {} (missing)", operator.opcode_index), |code| code.name());
            *ops.entry(name).or_insert(0) += 1;
        }
        told.graphs.push(GraphSummary { name: subgraph.name.clone(), nodes: subgraph.operators.len() as u64, ops });
    }
}
