//! Contract of the classes of a graph's nodes: the JSON of the explorer worker.

use crate::json::{readable, vocabulary};
use crate::report::graphs::TargetName;
use serde::Serialize;

vocabulary! {
    /// The property that distinguishes the classes.
    pub enum ClassBy {
        /// The outcome on a release.
        #[default]
        Outcome = "outcome",
        /// The op version.
        Version = "version",
        /// The type of the first output.
        Dtype = "dtype",
        /// How activations and weights are quantized.
        Quantization = "quantization",
        /// Whether an engine takes the node.
        Engine = "engine",
    }
}

/// A request for classes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Classing {
    /// The property that distinguishes them.
    pub by: ClassBy,
    /// The release, for [`ClassBy::Outcome`].
    pub target: Option<TargetName>,
    /// Id of the engine, for [`ClassBy::Engine`].
    pub engine: String,
}
readable!(Classing { by, target, engine });

/// The nodes of a graph by class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NodeClasses {
    /// The classes in the order of a legend.
    pub classes: Vec<NodeClass>,
    /// For each node of the graph the index of its class; the number of classes for a node without one.
    pub of: Vec<u32>,
    /// Ids of the engines that can be asked about; empty for files without engines.
    pub engines: Vec<String>,
}
readable!(NodeClasses { classes, of, engines });

/// A class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NodeClass {
    /// An outcome, version number, type name, form of quantization, or the word of a
    /// [`crate::services::delegates::schema::Takes`].
    pub key: String,
    /// Number of its nodes.
    pub nodes: u32,
}
readable!(NodeClass { key, nodes });
