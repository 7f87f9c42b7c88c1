//! The outline of a graph: some rows of the tree of its scopes, repeated blocks and nodes.

use super::file::File;
use super::kept::Scopes;
use super::verdicts::TargetName;
use crate::compat::Outcome;
use crate::graph::{self, Graph, Outline, Role};
use crate::json::readable;
use crate::report::Opened;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

/// Maximum number of rows of one answer.
const MOST_ROWS: usize = 2_000;

/// The rows to list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// Whether the scopes of the file are listed: as in [`graph::Options::group`].
    pub group: bool,
    /// Whether repeated blocks are scopes: as in [`graph::Options::blocks`].
    pub blocks: bool,
    /// Paths of the open scopes.
    pub open: BTreeSet<String>,
    /// First row.
    pub from: usize,
    /// Number of rows.
    pub count: usize,
    /// The release for which the rows have verdicts.
    pub target: Option<TargetName>,
    /// A node of the graph whose row is wanted.
    pub node: Option<u32>,
    /// Or the path of a scope whose row is wanted.
    pub scope: String,
}
readable!(Listing { group, blocks, open, from, count, target, node, scope });

/// Rows of an outline.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OutlineRows {
    /// Number of all rows.
    pub total: usize,
    /// Index of the first of `rows`.
    pub from: usize,
    /// The rows.
    pub rows: Vec<OutlineRow>,
    /// Index of the row of [`Listing::node`] or [`Listing::scope`], or of the closed scope around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
}
readable!(OutlineRows { total, from, rows, at });

/// A node, a scope, or a repeated block.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OutlineRow {
    /// Index of the node in the graph; null for scopes.
    pub node: Option<u32>,
    /// Index of the node in the source document.
    pub source: u32,
    /// Path of a scope, by which it is opened; empty for nodes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// Name of the node; the end of a scope's path that names it here.
    pub name: String,
    /// Op of the node.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub op: String,
    /// Op version; 0 where versions do not apply.
    pub version: i32,
    /// Kind of the node; a group for scopes.
    pub role: Role,
    /// Number of scopes around it.
    pub depth: u32,
    /// Index among the rows of the scope around it.
    pub position: u32,
    /// Number of these rows.
    pub siblings: u32,
    /// Whether the content of a scope is listed below it.
    pub open: bool,
    /// Nodes inside; 1 for nodes.
    pub nodes: u32,
    /// How often the repeated block occurs inside: 1 for a single occurrence, 0 for a scope that the file names.
    pub repeats: u32,
    /// Values that it reads: constants of the file, and outputs of nodes outside of it.
    pub inputs: u32,
    /// Readers of a node; for scopes, nodes in it that others outside of it read.
    pub outputs: u32,
    /// Outcome on the target; of a scope the greatest of its nodes. Null without a target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Outcome>,
}
readable!(OutlineRow {
    node,
    source,
    path,
    name,
    op,
    version,
    role,
    depth,
    position,
    siblings,
    open,
    nodes,
    repeats,
    inputs,
    outputs,
    verdict
});

impl Opened {
    /// Rows of the outline of a graph; `None` for an unknown graph.
    pub fn outline(&self, artifact: usize, which: Option<usize>, listing: &Listing) -> Option<OutlineRows> {
        let prepared = self.prepared(artifact, which)?;
        let open = || listing.open.iter().map(String::as_str);
        let scopes = Scopes { names: listing.group, blocks: listing.blocks };
        let file = File::new(self, artifact, &prepared);
        let (graph, outline) = (prepared.gathered(scopes, &file), prepared.outline(scopes, &file));
        let (total, rows) = outline.rows(open(), listing.from, listing.count.min(MOST_ROWS));
        let at = match listing.node.filter(|node| (*node as usize) < graph.len()) {
            Some(node) => outline.row_of(node, open()),
            None => outline.row_of_scope(&listing.scope, open()),
        };
        let verdicts = listing.target.as_ref().and_then(|target| {
            let mut verdicts = self.node_verdicts(artifact, which, &prepared.plain, target)?;
            if graph.len() > verdicts.len() {
                let mut known = HashMap::new();
                for (_, index, body) in self.bodies(artifact, which) {
                    let find = || self.node_verdicts(artifact, Some(index), &body, target);
                    verdicts.extend_from_slice(known.entry(index).or_insert_with(find).as_deref()?);
                }
            }
            Some(verdicts)
        });
        let of_scopes = verdicts.as_ref().map(|verdicts| outline.greatest(verdicts, Outcome::Loads));
        let rows = rows.into_iter().map(|row| {
            let verdict = match row.node {
                Some(node) => verdicts.as_ref().map(|verdicts| verdicts[node as usize]),
                None => of_scopes.as_ref().map(|verdicts| verdicts[row.scope as usize]),
            };
            described(graph, outline, row, verdict)
        });
        Some(OutlineRows { total, from: listing.from, rows: rows.collect(), at })
    }
}

fn described(graph: &Graph, outline: &Outline, row: graph::OutlineRow, verdict: Option<Outcome>) -> OutlineRow {
    let described = OutlineRow {
        node: row.node,
        depth: row.depth,
        position: row.position,
        siblings: row.siblings,
        open: row.open,
        nodes: row.nodes,
        inputs: row.inputs,
        outputs: row.outputs,
        verdict,
        ..OutlineRow::default()
    };
    match row.node {
        Some(node) => OutlineRow {
            source: graph.source(node),
            name: graph.name(node).to_owned(),
            op: graph.op(node).to_owned(),
            version: graph.version(node),
            role: graph.role(node),
            ..described
        },
        None => {
            let scope = &graph.scopes()[row.scope as usize];
            OutlineRow {
                path: scope.path.to_string(),
                name: graph.scope_label(row.scope, outline.around(row.scope)).to_owned(),
                role: Role::Group,
                repeats: scope.repeats,
                ..described
            }
        }
    }
}
