//! Contract of paired graphs: the JSON of the explorer worker.

use crate::json::{readable, vocabulary};
use crate::services::classes::schema::NodeClasses;
use crate::services::compare::schema::{ChangeKind, Field};
use serde::Serialize;

vocabulary! {
    /// The classes of nodes in two graphs, in the order of a legend.
    pub enum PairClass {
        /// Both graphs have it, without differences.
        #[default]
        Same = "same",
        /// Both graphs have it, with differences.
        Changed = "changed",
        /// Only the first graph has it.
        Removed = "removed",
        /// Only the second graph has it.
        Added = "added",
    }
}

/// Two graphs whose nodes are paired, with the bodies of their calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PairedGraphs {
    /// Index of the second graph among the graphs of its artifact; null for the objects of a checkpoint.
    pub graph: Option<usize>,
    /// For each node of the first graph its partner in the second.
    pub partners: Vec<Option<u32>>,
    /// Nodes of the first graph by [`PairClass`]; the numbers of nodes are those of both graphs, with a pair as one.
    pub a: NodeClasses,
    /// The same of the second graph.
    pub b: NodeClasses,
    /// Nodes that differ: those of the first graph in its order, then those that only the second one has.
    pub differences: Vec<Difference>,
    /// Number of differences that are not listed.
    pub more: u64,
}
readable!(PairedGraphs { graph, partners, a, b, differences, more });

/// A node that differs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Difference {
    /// How.
    pub how: ChangeKind,
    /// The node of the first graph.
    pub a: Option<PairedNode>,
    /// The node of the second graph.
    pub b: Option<PairedNode>,
    /// Its op, with a version other than 0; of a pair, that of the first graph.
    pub op: String,
    /// Its name; of a pair, that of the first graph.
    pub name: String,
    /// Differences of a pair.
    pub fields: Vec<Field>,
}
readable!(Difference { how, a, b, op, name, fields });

/// A node of one of the graphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PairedNode {
    /// Index in the graph.
    pub node: u32,
    /// Index in the source document of an operator of the graph itself; null for inputs, outputs and nodes of bodies.
    pub source: Option<u32>,
}
readable!(PairedNode { node, source });
