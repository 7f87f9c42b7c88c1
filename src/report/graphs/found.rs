//! Search in a graph: nodes by words and by the fields of a query, findings among them.

use super::file::File;
use super::verdicts::by_source;
use crate::graph::{self, Found, Graph, Marked, QueryError};
use crate::json::readable;
use crate::report::Opened;
use crate::report::schema::What;
use serde::Serialize;

/// Maximum number of nodes described in one answer.
const MOST_FOUND: usize = 200;

/// A search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The query.
    pub text: String,
    /// First result to describe.
    pub from: usize,
    /// Whether to number all results, for marks in a drawing.
    pub all: bool,
}

/// Found nodes: best first for a query of words alone, otherwise in the order of the graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FoundNodes {
    /// Some of them.
    pub nodes: Vec<Found>,
    /// Number of all matches.
    pub total: usize,
    /// All matches by their index in the graph, in order; empty unless requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<u32>,
    /// Why the query could not be answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<QueryError>,
}
readable!(FoundNodes { nodes, total, all, error });

impl Opened {
    /// Nodes of a graph that match a query; `None` for an unknown graph.
    pub fn find(&self, artifact: usize, which: Option<usize>, search: &Search) -> Option<FoundNodes> {
        let prepared = self.prepared(artifact, which)?;
        // With the bodies of its calls, which are drawn in closed groups.
        let graph = prepared.whole(&File::new(self, artifact, &prepared));
        let found = match graph::search(graph, &search.text, &self.marked(artifact, which, &prepared.plain)) {
            Ok(found) => found,
            Err(error) => return Some(FoundNodes { error: Some(error), ..FoundNodes::default() }),
        };
        let some = found.iter().skip(search.from).take(MOST_FOUND);
        let nodes = some.map(|node| graph::found_node(graph, *node)).collect();
        Some(FoundNodes { nodes, total: found.len(), all: if search.all { found } else { Vec::new() }, error: None })
    }

    /// The nodes that findings and requirements list, by their ids, with those in the bodies of calls.
    fn marked(&self, artifact: usize, which: Option<usize>, graph: &Graph) -> Vec<Marked> {
        let Some(report) = self.report.artifacts.get(artifact) else { return Vec::new() };
        let findings = report.findings.iter().map(|finding| (finding.message.id.to_string(), &finding.evidence));
        let needs = report.requirements.iter().map(|need| (need.id.clone(), &need.evidence));
        let all: Vec<_> = findings.chain(needs).collect();
        let mut marked: Vec<_> = all.iter().map(|(id, _)| Marked { id: id.clone(), nodes: Vec::new() }).collect();
        let mut add = |first: u32, which: Option<usize>, graph: &Graph| {
            let (name, by_source) = (self.evidence_name(artifact, which, graph), by_source(graph));
            for (marked, (_, evidence)) in marked.iter_mut().zip(&all) {
                let here = evidence.iter().filter(|one| one.what == What::Node && one.graph == name);
                marked.nodes.extend(here.filter_map(|one| Some(first + by_source.get(&one.index)?)));
            }
        };
        add(0, which, graph);
        for (first, index, body) in self.bodies(artifact, which) {
            add(first, Some(index), &body);
        }
        marked
    }
}
