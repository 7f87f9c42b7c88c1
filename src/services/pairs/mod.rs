//! Two graphs side by side: the partner of each node, and its differences.
//!
//! Owns: the choice of the second graph, and the fields in which paired nodes differ. Must not know: how nodes are
//! matched ([`crate::graph::matching`]), and the comparison of the files ([`super::compare`]), which also compares
//! tensors and stored values.

pub mod schema;

use super::classes::schema::{NodeClass, NodeClasses};
use super::compare::field;
use super::compare::schema::{ChangeKind, Field};
use crate::graph::{EdgeKind, Graph, Matchable, Matching, Role, fingerprint, matching};
use crate::report::Opened;
use crate::report::schema::GraphSummary;
use schema::{Difference, PairClass, PairedGraphs, PairedNode};
use std::collections::BTreeSet;

/// Differences that are listed at most.
const MOST: usize = 20_000;
/// Attrs without effect on what a node computes.
const ASIDE: [&str; 3] = ["api_implements", "_input_shapes", "_output_shapes"];

impl Opened {
    /// A graph of one artifact with the graph of another that goes with it; `None` if one of them is missing.
    pub fn pairs(&self, a: usize, which: Option<usize>, b: usize) -> Option<PairedGraphs> {
        let graph = match which {
            Some(which) => Some(self.graph_beside(a, which, b)?),
            None => None,
        };
        Some(PairedGraphs { graph, ..paired(&self.whole_graph(a, which)?, &self.whole_graph(b, graph)?) })
    }

    /// The graph of `b` that goes with graph `which` of `a`: the first ones go together, then equal names, then the
    /// order of those whose names differ only in a number.
    fn graph_beside(&self, a: usize, which: usize, b: usize) -> Option<usize> {
        let all = |artifact: usize| -> Option<Vec<Matchable>> {
            let graphs = &self.report.artifacts.get(artifact)?.graphs;
            let one = |(index, graph): (usize, &GraphSummary)| Matchable {
                name: if index == 0 { "\0main".to_owned() } else { graph.name.clone() },
                op: if index == 0 { String::new() } else { stem(&graph.name).to_owned() },
                port: true,
                ..Matchable::default()
            };
            Some(graphs.iter().enumerate().map(one).collect())
        };
        matching(&all(a)?, &all(b)?).of_a.get(which).copied().flatten().map(|other| other as usize)
    }
}

/// A name without the number at its end, which only counts earlier traces.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn paired(a: &Graph, b: &Graph) -> PairedGraphs {
    let found = matching(&matchables(a), &matchables(b));
    let pair = Pair { a, b, found: &found };
    let mut of_a = vec![PairClass::Removed as u32; a.len()];
    let mut of_b = vec![PairClass::Added as u32; b.len()];
    let mut differences = Vec::new();
    let mut counts = [0u32; 4];
    for x in 0..a.len() as u32 {
        let partner = found.of_a[x as usize];
        let fields = partner.map(|y| pair.fields(x, y));
        let class = match &fields {
            None => PairClass::Removed,
            Some(fields) if fields.is_empty() => PairClass::Same,
            Some(_) => PairClass::Changed,
        };
        counts[class as usize] += 1;
        of_a[x as usize] = class as u32;
        if let Some(y) = partner {
            of_b[y as usize] = class as u32;
        }
        if class != PairClass::Same {
            let how = if partner.is_some() { ChangeKind::Changed } else { ChangeKind::Removed };
            let b = partner.map(|y| node(b, y));
            let (op, name) = (op(a, x), a.name(x).to_owned());
            differences.push(Difference { how, a: Some(node(a, x)), b, op, name, fields: fields.unwrap_or_default() });
        }
    }
    for y in (0..b.len() as u32).filter(|y| found.of_b[*y as usize].is_none()) {
        counts[PairClass::Added as usize] += 1;
        let (op, name) = (op(b, y), b.name(y).to_owned());
        differences.push(Difference { how: ChangeKind::Added, b: Some(node(b, y)), op, name, ..Difference::default() });
    }
    let classes: Vec<NodeClass> = PairClass::ALL
        .iter()
        .zip(counts)
        .map(|(class, nodes)| NodeClass { key: class.word().to_owned(), nodes })
        .collect();
    let more = differences.len().saturating_sub(MOST) as u64;
    differences.truncate(MOST);
    let classes = |of| NodeClasses { classes: classes.clone(), of, engines: Vec::new() };
    PairedGraphs { graph: None, partners: found.of_a, a: classes(of_a), b: classes(of_b), differences, more }
}

fn node(graph: &Graph, node: u32) -> PairedNode {
    let own = graph.graph_of(node).is_none() && !matches!(graph.role(node), Role::Input | Role::Output);
    PairedNode { node, source: own.then(|| graph.source(node)) }
}

/// The op with its version; of a node without an op, its role.
fn op(graph: &Graph, node: u32) -> String {
    match (graph.op(node), graph.version(node)) {
        ("", _) => graph.role(node).word().to_owned(),
        (op, 0) => op.to_owned(),
        (op, version) => format!("{op} v{version}"),
    }
}

fn matchables(graph: &Graph) -> Vec<Matchable> {
    let one = |node: u32| {
        let port = matches!(graph.role(node), Role::Input | Role::Output) && graph.graph_of(node).is_none();
        let options: Vec<_> = options(graph, node).collect();
        Matchable {
            name: graph.name(node).to_owned(),
            op: if graph.op(node).is_empty() { graph.role(node).word() } else { graph.op(node) }.to_owned(),
            options: fingerprint(options),
            inputs: data(graph, node).map(|(from, output)| Some((from, output))).collect(),
            port,
        }
    };
    (0..graph.len() as u32).map(one).collect()
}

/// Attributes that decide what a node computes.
fn options(graph: &Graph, node: u32) -> impl Iterator<Item = (&str, &str)> {
    graph.attributes(node).filter(|(name, _)| !ASIDE.contains(name))
}

/// Data inputs: the source, and its output. Edges to the children of objects have names instead of numbers.
fn data(graph: &Graph, node: u32) -> impl Iterator<Item = (u32, u64)> {
    graph.inputs(node).filter(|input| input.kind != EdgeKind::Control).map(|input| {
        let output = match input.kind {
            EdgeKind::Child | EdgeKind::Slot => fingerprint(input.label),
            EdgeKind::Data | EdgeKind::Control => u64::from(input.output),
        };
        (input.from, output)
    })
}

/// Two graphs with the pairs of their nodes.
struct Pair<'a> {
    a: &'a Graph,
    b: &'a Graph,
    found: &'a Matching,
}

impl Pair<'_> {
    /// Differences between paired nodes.
    fn fields(&self, x: u32, y: u32) -> Vec<Field> {
        let mut fields = Vec::new();
        // An operator of a TFLite model has a version, and no name but its tensor's.
        if self.a.version(x) == 0 {
            field(&mut fields, "name", text(self.a.name(x)), text(self.b.name(y)));
        }
        field(&mut fields, "op", text(self.a.op(x)), text(self.b.op(y)));
        let version = |version: i32| (version != 0).then(|| version.to_string());
        field(&mut fields, "version", version(self.a.version(x)), version(self.b.version(y)));
        self.attributes(x, y, &mut fields);
        self.inputs(x, y, &mut fields);
        fields
    }

    fn attributes(&self, x: u32, y: u32, fields: &mut Vec<Field>) {
        let (mut left, mut right): (Vec<_>, Vec<_>) = (options(self.a, x).collect(), options(self.b, y).collect());
        if left == right {
            return;
        }
        crate::order::sort(&mut left);
        crate::order::sort(&mut right);
        let names: BTreeSet<&str> = left.iter().chain(&right).map(|(name, _)| *name).collect();
        for name in names {
            // A name may occur several times; all its values count.
            let values = |all: &[(&str, &str)]| -> Option<String> {
                let from = all.partition_point(|(other, _)| *other < name);
                let found: Vec<&str> =
                    all[from..].iter().take_while(|(other, _)| *other == name).map(|(_, value)| *value).collect();
                (!found.is_empty()).then(|| found.join(", "))
            };
            field(fields, name, values(&left), values(&right));
        }
    }

    fn inputs(&self, x: u32, y: u32, fields: &mut Vec<Field>) {
        let mut feeds_a = data(self.a, x);
        let mut feeds_b = data(self.b, y);
        for slot in 0.. {
            let (a, b) = (feeds_a.next(), feeds_b.next());
            if a.is_none() && b.is_none() {
                break;
            }
            if self.found.same_feed(a, b) {
                continue;
            }
            let source = |graph: &Graph, feed: Option<(u32, u64)>| {
                let (from, _) = feed?;
                Some(format!("{} {}", graph.name(from), op(graph, from)).trim().to_owned())
            };
            let (a, b) = (source(self.a, a), source(self.b, b));
            fields.push(Field { field: format!("input {slot}"), a, b });
        }
    }
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}
