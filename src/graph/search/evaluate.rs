//! Evaluates a query: each condition is a mark for every node. All take time proportional to the graph; paths are found
//! by reachability, never listed.

use super::super::labels::{is_tensor, label_dtype, label_shape};
use super::super::model::{TextId, bucket};
use super::super::{Graph, Role};
use super::error::{Problem, QueryError};
use super::marked::Marked;
use super::terms::{Dim, Query, Reference, Term, Text, Value, Way};
use std::cell::OnceCell;

/// Nodes that match, in the order of the graph.
pub(super) fn evaluate(graph: &Graph, query: &Query, marked: &[Marked]) -> Result<Vec<u32>, QueryError> {
    let evaluator = Evaluator { graph, marked, readers: OnceCell::new() };
    let found = evaluator.query(query)?;
    Ok((0u32..).zip(found).filter(|(_, found)| *found).map(|(node, _)| node).collect())
}

struct Evaluator<'a> {
    graph: &'a Graph,
    marked: &'a [Marked],
    /// Readers of each node: where those of a node start, and the readers.
    readers: OnceCell<(Vec<u32>, Vec<u32>)>,
}

/// Answers of a condition on texts, each asked once.
struct Memo<'a> {
    graph: &'a Graph,
    known: Vec<Option<bool>>,
}

impl<'a> Memo<'a> {
    fn new(graph: &'a Graph) -> Self {
        Self { graph, known: vec![None; graph.texts().len()] }
    }

    fn holds(&mut self, text: TextId, condition: &dyn Fn(&str) -> bool) -> bool {
        let texts = self.graph.texts();
        *self.known[text as usize].get_or_insert_with(|| condition(&texts[text as usize]))
    }
}

impl Evaluator<'_> {
    fn query(&self, query: &Query) -> Result<Vec<bool>, QueryError> {
        match query {
            Query::Term(term) => self.term(term),
            Query::Not(inner) => Ok(self.query(inner)?.into_iter().map(|found| !found).collect()),
            Query::All(parts) => self.merged(parts, |a, b| a & b),
            Query::Any(parts) => self.merged(parts, |a, b| a | b),
        }
    }

    fn merged(&self, parts: &[Query], merge: fn(bool, bool) -> bool) -> Result<Vec<bool>, QueryError> {
        let mut all: Option<Vec<bool>> = None;
        for part in parts {
            let part = self.query(part)?;
            all = Some(match all {
                None => part,
                Some(all) => all.into_iter().zip(part).map(|(a, b)| merge(a, b)).collect(),
            });
        }
        Ok(all.unwrap_or_else(|| vec![false; self.graph.len()]))
    }

    fn nodes(&self, holds: impl FnMut(u32) -> bool) -> Vec<bool> {
        (0..self.graph.len() as u32).map(holds).collect()
    }

    fn term(&self, term: &Term) -> Result<Vec<bool>, QueryError> {
        let graph = self.graph;
        let mut memo = Memo::new(graph);
        Ok(match term {
            Term::Word(text) => self.nodes(|n| {
                let holds = |of: &str| text.holds(of);
                memo.holds(graph.name_id(n), &holds) || memo.holds(graph.op_id(n), &holds)
            }),
            Term::Name(text) => self.nodes(|n| memo.holds(graph.name_id(n), &|of: &str| text.holds(of))),
            Term::Op(text) => self.nodes(|n| memo.holds(graph.op_id(n), &|of: &str| text.holds(of))),
            Term::Index(index) => self.nodes(|n| graph.source(n) == *index),
            Term::Role(text) => self.nodes(|n| text.holds(graph.role(n).word())),
            Term::Scope(text) => self.scopes(text),
            Term::Version(bound) => self.nodes(|n| graph.version(n) != 0 && bound.holds(f64::from(graph.version(n)))),
            Term::Dtype(text) => self.tensors(&|label| text.holds(label_dtype(label))),
            Term::Shape(dims, whole) => self.tensors(&|label| has_shape(label_shape(label), dims, *whole)),
            Term::Attribute(name, value) => self.attributes(name, value.as_ref()),
            Term::Finding(text) => {
                let mut found = vec![false; graph.len()];
                for marked in self.marked.iter().filter(|marked| text.holds(&marked.id)) {
                    marked
                        .nodes
                        .iter()
                        .filter(|n| (**n as usize) < graph.len())
                        .for_each(|n| found[*n as usize] = true);
                }
                found
            }
            Term::Stored(bound) => self.nodes(|n| bound.holds(graph.stored(n) as f64)),
            Term::Inputs(bound) => self.nodes(|n| {
                let constants = graph.attributes(n).filter(|(name, _)| is_tensor(name) && *name != "tensor").count();
                bound.holds((graph.wires(n).count() + constants) as f64)
            }),
            Term::Outputs(bound) => self.nodes(|n| bound.holds(self.readers(n).len() as f64)),
            Term::Near(way, steps, of) => {
                let seeds = self.named(of)?;
                let mut found = self.reached(&seeds, *way, *steps);
                seeds.iter().for_each(|n| found[*n as usize] = true);
                found
            }
            Term::Beside(way, steps, of) => self.reached(&self.named(of)?, *way, *steps),
            Term::Between(from, to) => {
                let (from, to) = (self.named(from)?, self.named(to)?);
                let down = self.closure(&from, Way::Down);
                let up = self.closure(&to, Way::Up);
                down.into_iter().zip(up).map(|(down, up)| down && up).collect()
            }
        })
    }

    fn scopes(&self, text: &Text) -> Vec<bool> {
        let scopes = self.graph.scopes();
        let mut inside = vec![false; scopes.len()];
        for scope in 1..scopes.len() {
            let path = &*scopes[scope].path;
            let last = path.rsplit('/').next().unwrap_or(path);
            inside[scope] = inside[scopes[scope].parent as usize] || text.holds(path) || text.holds(last);
        }
        self.nodes(|n| inside[self.graph.scope(n) as usize])
    }

    /// Nodes that read or write a tensor, or hold a constant, whose text matches.
    fn tensors(&self, holds: &dyn Fn(&str) -> bool) -> Vec<bool> {
        let graph = self.graph;
        let mut memo = Memo::new(graph);
        let mut found = vec![false; graph.len()];
        for to in 0..graph.len() as u32 {
            for (from, label, _) in graph.wires(to) {
                if memo.holds(label, holds) {
                    found[from as usize] = true;
                    found[to as usize] = true;
                }
            }
            for (name, value) in graph.attribute_ids(to) {
                if is_tensor(&graph.texts()[name as usize]) && memo.holds(value, holds) {
                    found[to as usize] = true;
                }
            }
        }
        found
    }

    fn attributes(&self, name: &Text, value: Option<&Value>) -> Vec<bool> {
        let graph = self.graph;
        let (mut names, mut values) = (Memo::new(graph), Memo::new(graph));
        let wanted = |text: &str| match value {
            None => true,
            Some(Value::Text(wanted)) => wanted.holds(text),
            Some(Value::Number(bound)) => text.parse().is_ok_and(|number| bound.holds(number)),
        };
        self.nodes(|n| {
            graph
                .attribute_ids(n)
                .any(|(own, value)| names.holds(own, &|text: &str| name.holds(text)) && values.holds(value, &wanted))
        })
    }

    /// Nodes of this number, name or op: equal names first, then equal ops; with `*` both.
    fn named(&self, of: &Reference) -> Result<Vec<u32>, QueryError> {
        let graph = self.graph;
        let all = 0..graph.len() as u32;
        let index = of.text.strip_prefix('#').and_then(|index| index.parse::<u32>().ok());
        let found: Vec<u32> = if let Some(index) = index {
            // Ends of the graph are numbered by tensor, and come after the nodes of that number.
            let is_end = |n: u32| graph.op(n).is_empty() && matches!(graph.role(n), Role::Input | Role::Output);
            let found: Vec<u32> = all.filter(|n| graph.source(*n) == index).collect();
            let nodes: Vec<u32> = found.iter().copied().filter(|n| !is_end(*n)).collect();
            if nodes.is_empty() { found } else { nodes }
        } else {
            let text = Text::Complete(of.text.to_lowercase().split('*').map(str::to_owned).collect());
            let mut memo = Memo::new(graph);
            let mut holds = |id: TextId| memo.holds(id, &|of: &str| text.holds(of));
            let equal: Vec<u32> = all.clone().filter(|n| holds(graph.name_id(*n))).collect();
            let last = |n: &u32| graph.name(*n).rsplit('/').next().is_some_and(|last| text.holds(last));
            match equal.is_empty() {
                false => equal,
                true => {
                    let ends: Vec<u32> = all.clone().filter(last).collect();
                    if ends.is_empty() { all.filter(|n| holds(graph.op_id(*n))).collect() } else { ends }
                }
            }
        };
        if found.is_empty() {
            return Err(QueryError { problem: Problem::Node, at: of.at, len: of.len, text: of.text.clone() });
        }
        Ok(found)
    }

    fn readers(&self, node: u32) -> &[u32] {
        let (start, readers) = self.readers.get_or_init(|| {
            let nodes = self.graph.len() as u32;
            let wires = (0..nodes).flat_map(|to| self.graph.wires(to).map(move |wire| (wire.0, to)));
            let wires: Vec<(u32, u32)> = wires.collect();
            let (start, order) = bucket(nodes as usize, wires.iter().map(|wire| wire.0));
            (start, order.into_iter().map(|wire| wires[wire as usize].1).collect())
        });
        &readers[start[node as usize] as usize..start[node as usize + 1] as usize]
    }

    /// Nodes at least one and at most `steps` steps away.
    fn reached(&self, seeds: &[u32], way: Way, steps: u32) -> Vec<bool> {
        let mut found = vec![false; self.graph.len()];
        let mut now: Vec<u32> = seeds.to_vec();
        for _ in 0..steps {
            let mut next = Vec::new();
            let mut step = |to: u32| {
                if !std::mem::replace(&mut found[to as usize], true) {
                    next.push(to);
                }
            };
            for node in now {
                if way != Way::Down {
                    self.graph.wires(node).for_each(|wire| step(wire.0));
                }
                if way != Way::Up {
                    self.readers(node).iter().for_each(|to| step(*to));
                }
            }
            if next.is_empty() {
                break;
            }
            now = next;
        }
        found
    }

    /// All nodes that are reached, the first ones among them.
    fn closure(&self, seeds: &[u32], way: Way) -> Vec<bool> {
        let mut found = self.reached(seeds, way, u32::MAX);
        seeds.iter().for_each(|n| found[*n as usize] = true);
        found
    }
}

fn has_shape(shape: Option<&str>, wanted: &[Dim], whole: bool) -> bool {
    let Some(shape) = shape else { return false };
    let dims: Vec<&str> = shape.split('×').collect();
    let same = |dims: &[&str]| {
        dims.iter().zip(wanted).all(|(dim, wanted)| match wanted {
            Dim::Any => true,
            Dim::Open => *dim == "?",
            Dim::Is(size) => dim.parse() == Ok(*size),
        })
    };
    if whole { dims.len() == wanted.len() && same(&dims) } else { dims.windows(wanted.len()).any(same) }
}
