//! Requirements of one node: which releases meet them, and what they decide on the target.

use crate::graph::DrawnNode;
use crate::report::schema::{Artifact, Outcome, Requirement, SubjectKind, What};
use crate::report::what_if::Row;
use crate::web::app::labels::{certainty_pill, pill, reason, requirement_meaning, requirement_name};
use crate::web::app::ranges::ranges;
use crate::web::app::state::App;
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{Node, html};
use crate::web::model::targets::effective;
use leptos::prelude::*;

/// Requirements shown for a node; the table of requirements has all.
const MOST: usize = 8;

/// The requirements of a node on the target.
pub struct Demands {
    row: Row,
    cell: usize,
    /// With their outcomes; those that are not met come first.
    pub needs: Vec<(Outcome, Requirement)>,
}

impl Demands {
    /// Channel and release of the target.
    pub fn target(&self) -> String {
        format!("{} {}", self.row.channel, self.row.cells[self.cell].release)
    }
}

/// The requirements of a node; `None` for a node without any. `graph` is the index of its graph.
pub fn found(app: App, graph: Option<usize>, node: &DrawnNode) -> Option<Demands> {
    let artifact = app.artifact.get()?;
    let (row, cell) = app.rows.with(|rows| {
        let (row, cell) = app.target.with(|target| effective(rows, target.as_ref()))?;
        Some((rows[row].clone(), cell))
    })?;
    let graph = node.graph.map(|graph| graph as usize).or(graph);
    let graph = graph.and_then(|graph| artifact.graphs.get(graph)).map(|graph| graph.name.clone());
    let mut needs: Vec<(Outcome, Requirement)> = artifact
        .requirements
        .iter()
        .filter(|one| one.counts_in(artifact.action) && is_of(one, node, &artifact, graph.as_deref()))
        .map(|one| (outcome(one, &row, cell), one.clone()))
        .collect();
    crate::order::sort_by_key(&mut needs, |(outcome, _)| outcome.is_good());
    (!needs.is_empty()).then_some(Demands { row, cell, needs })
}

/// The section of the inspector; empty for a node without requirements.
pub fn demands(app: App, graph: Option<usize>, node: &DrawnNode) -> Node {
    let node = node.clone();
    let section = move || {
        let demands = found(app, graph, &node)?;
        let Demands { row, needs, .. } = &demands;
        let list = needs.iter().take(MOST).map(|(outcome, one)| entry(*outcome, one, row)).collect::<Node>();
        Some(html! {
            <h3>{tr("node-requirements", &[("target", Arg::Text(demands.target()))])}</h3>
            <ul class="demands">{list}</ul>
        })
    };
    html! { {section} }
}

fn entry(outcome: Outcome, one: &Requirement, row: &Row) -> Node {
    html! {
        <li>
            <p>{pill(outcome)}" "{requirement_name(one)}" "{certainty_pill(one.certainty, one.source.clone())}</p>
            {requirement_meaning(one).map(|text| html! { <p class="soft">{crate::web::app::rich::spans(&text)}</p> })}
            {reason(one).map(|reason| html! { <p>{reason}</p> })}
            <p>{t("node-met-by")}" "{ranges(one, Some(row))}</p>
        </li>
    }
}

fn outcome(requirement: &Requirement, row: &Row, cell: usize) -> Outcome {
    let outcomes = requirement.outcomes(&row.channel);
    // A requirement without outcomes in a channel does not apply to it.
    outcomes.and_then(|outcomes| outcomes.0.get(cell).copied()).unwrap_or(Outcome::Loads)
}

/// Whether a requirement is one of this node: it is listed as evidence, or the requirement is about its op at its
/// version. The report lists only the first nodes of a requirement.
fn is_of(requirement: &Requirement, node: &DrawnNode, artifact: &Artifact, graph: Option<&str>) -> bool {
    if node.op.is_empty() || node.group.is_some() {
        return false;
    }
    let main = artifact.graphs.first().map(|graph| graph.name.as_str());
    let here = |name: &str| graph.is_none_or(|graph| graph == name || name.is_empty() && main == Some(graph));
    let listed = |index: u32, name: &str| index == node.source && here(name);
    let evidence = requirement.evidence.iter().filter(|evidence| evidence.what == What::Node);
    let by_op = matches!(requirement.subject_kind, SubjectKind::Op | SubjectKind::CustomOp)
        && requirement.subject == node.op
        && requirement.version.is_none_or(|version| i64::from(version) == i64::from(node.version));
    evidence.into_iter().any(|evidence| listed(evidence.index, &evidence.graph)) || by_op
}
