//! Nodes that are marked by what is known about a file.

/// Nodes that something says about a file is about, by its id: for `finding:`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// Id of the finding or requirement.
    pub id: String,
    /// Its nodes in the graph.
    pub nodes: Vec<u32>,
}
