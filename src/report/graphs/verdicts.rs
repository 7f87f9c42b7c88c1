//! Outcomes of the nodes of a graph in a release.

use crate::artifact::Document;
use crate::compat::{Outcome, Requirement, RequirementKind, SubjectKind, Target, What};
use crate::graph::{Graph, Role};
use crate::json::readable;
use crate::report::Opened;
use serde::Serialize;
use std::collections::HashMap;

/// A channel at a release, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TargetName {
    /// Channel id.
    pub channel: String,
    /// Version string.
    pub release: String,
}
readable!(TargetName { channel, release });

impl Opened {
    /// Outcome of each node of a graph in a release; `None` for an unknown graph or release.
    pub fn node_outcomes(&self, artifact: usize, which: Option<usize>, target: &TargetName) -> Option<Vec<Outcome>> {
        let prepared = self.prepared(artifact, which)?;
        self.node_verdicts(artifact, which, &prepared.plain, target)
    }

    /// Outcome of each node of a graph in a release, by the requirements it shows: unknown when a requirement on its op
    /// holds for more nodes than it lists. `None` for files without a window, and for unknown releases.
    pub fn node_verdicts(
        &self,
        artifact: usize,
        which: Option<usize>,
        graph: &Graph,
        target: &TargetName,
    ) -> Option<Vec<Outcome>> {
        let target = Target::named(&target.channel, &target.release)?;
        let selection = self.selection(artifact)?;
        if !selection.channels().contains(&target.channel) {
            return None;
        }
        let assessment = selection.assessment();
        let base = assessment.base(target.channel)[target.release];
        let mut verdicts = vec![base; graph.len()];
        let by_source = by_source(graph);
        let name = self.evidence_name(artifact, which, graph);
        for need in &assessment.requirements {
            let outcome = selection.outcomes(need, target.channel)[target.release];
            if outcome > Outcome::Loads {
                raise(graph, &by_source, need, &name, outcome, &mut verdicts);
            }
        }
        Some(verdicts)
    }

    /// The name of a graph in evidence.
    pub(super) fn evidence_name(&self, artifact: usize, which: Option<usize>, graph: &Graph) -> String {
        let document = self.artifacts.get(artifact).and_then(|artifact| artifact.document.as_ref());
        match (document, which) {
            (Some(Document::Tflite(_)), Some(index)) if index > 0 && graph.title().is_empty() => {
                format!("subgraph {index}")
            }
            _ => graph.title().to_owned(),
        }
    }
}

/// Nodes by their index in the source document, without the ends that are tensors.
pub(super) fn by_source(graph: &Graph) -> HashMap<u32, u32> {
    let is_end = |n: &u32| graph.op(*n).is_empty() && matches!(graph.role(*n), Role::Input | Role::Output);
    (0..graph.len() as u32).rev().filter(|n| !is_end(n)).map(|n| (graph.source(n), n)).collect()
}

/// Raises the outcomes of the nodes that show a requirement.
fn raise(
    graph: &Graph,
    by_source: &HashMap<u32, u32>,
    need: &Requirement,
    name: &str,
    outcome: Outcome,
    verdicts: &mut [Outcome],
) {
    let mut to = |node: u32, outcome: Outcome| {
        let verdict = &mut verdicts[node as usize];
        *verdict = (*verdict).max(outcome);
    };
    let listed = need.evidence.iter().filter(|evidence| evidence.what == What::Node && evidence.graph == name);
    for node in listed.filter_map(|evidence| by_source.get(&evidence.index)) {
        to(*node, outcome);
    }
    let is_op = matches!(need.subject.kind, SubjectKind::Op | SubjectKind::CustomOp);
    // The op of the subject, also of its attribute (`MatMul.transpose_a`).
    let op = match need.subject.kind {
        SubjectKind::Attr => need.subject.name.split('.').next().unwrap_or_default(),
        _ => need.subject.name.as_str(),
    };
    let of_all = is_op
        && (need.subject.version.is_some() || matches!(need.kind, RequirementKind::Op | RequirementKind::ContribOp));
    let partly = (is_op || need.subject.kind == SubjectKind::Attr) && need.count as usize > need.evidence.len();
    if !of_all && !partly {
        return;
    }
    let outcome = if of_all { outcome } else { outcome.min(Outcome::Unknown) };
    for node in (0..graph.len() as u32).filter(|node| graph.op(*node) == op) {
        if need.subject.version.is_none_or(|version| version == graph.version(node)) {
            to(node, outcome);
        }
    }
}
