//! Bodies in place: a node that calls other graphs of its file becomes a group of itself and these graphs.
//!
//! The nodes of the graph keep their indices; those of bodies come after them. The calling node leads to the inputs of
//! its bodies; what reads it reads the outputs of those that return its results.

use super::model::{Ends, TextId};
use super::{EdgeKind, Graph, GraphBuilder, Role};
use std::collections::HashMap;
use std::rc::Rc;

/// Nodes of all bodies at most; calls beyond stay single nodes.
const MOST: usize = 50_000;
/// Bodies of one call at most; a call of more stays a single node.
const MOST_PARTS: usize = 256;
/// Bodies in bodies at most.
const DEEPEST: usize = 8;

/// A graph that a node calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its part in the call, such as `body`, or its name.
    pub label: String,
    /// Its index among the graphs of the file.
    pub graph: usize,
    /// Whether its outputs are those of the call.
    pub returns: bool,
}

/// The graphs of a file, by index.
pub trait Graphs {
    /// The graphs that a node calls, by the node's index in the source document.
    fn bodies(&self, graph: usize, source: u32) -> Vec<Body>;
    /// A graph without bodies; it is asked for often.
    fn graph(&self, graph: usize) -> Option<Rc<Graph>>;
}

/// Graph `which` with the bodies of its calls; `None` if there are none.
pub fn with_bodies(graph: &Graph, which: usize, file: &dyn Graphs) -> Option<Graph> {
    (0..graph.len() as u32).find(|node| graph.role(*node) == Role::Call)?;
    let mut bodies = Bodies { file, calls: HashMap::new(), texts: HashMap::new(), room: MOST };
    let mut b = GraphBuilder::new(graph.title(), graph.style());
    let mut parts = vec![Part {
        graph: Rc::new(graph.clone()),
        within: vec![which],
        scope: 0,
        caller: None,
        returns: false,
        first: 0,
    }];
    let mut at = 0;
    while at < parts.len() {
        parts[at].first = parts[..at].last().map_or(0, |part| part.first + part.graph.len() as u32);
        let part = parts[at].clone();
        if part.caller.is_some() {
            b.body(part.index() as u32);
        }
        let texts = bodies.texts(&mut b, &part);
        let scopes = b.copy_scopes(&part.graph, part.scope);
        for node in 0..part.graph.len() as u32 {
            let mut scope = scopes[part.graph.scope(node) as usize];
            if let Some(called) = bodies.of(&part, node) {
                scope = b.scope_in(scope, &title(&part.graph, node), true);
                parts.extend(called.iter().map(|(body, graph)| Part {
                    graph: graph.clone(),
                    within: part.within.iter().copied().chain([body.graph]).collect(),
                    scope: b.scope_in(scope, &as_scope(&body.label), true),
                    caller: Some(part.first + node),
                    returns: body.returns,
                    first: 0,
                }));
            }
            b.copy_node(&part.graph, node, &texts, scope);
        }
        at += 1;
    }
    if parts.len() == 1 {
        return None;
    }
    let results = results(&parts);
    for part in &parts {
        let texts = bodies.texts(&mut b, part);
        add_edges(&mut b, part, &texts, &results);
    }
    Some(b.finish())
}

/// A graph and where its nodes are.
#[derive(Clone)]
struct Part {
    graph: Rc<Graph>,
    /// Its index and those of the graphs around it, outermost first.
    within: Vec<usize>,
    /// The scope that it is in, and the node that calls it.
    scope: u32,
    caller: Option<u32>,
    /// Whether its outputs are those of the caller.
    returns: bool,
    /// Its first node.
    first: u32,
}

impl Part {
    fn index(&self) -> usize {
        self.within.last().copied().unwrap_or_default()
    }
}

/// The graphs that a call opens into.
type Called = Rc<Vec<(Body, Rc<Graph>)>>;

/// The bodies of a file, as far as they are known.
struct Bodies<'a> {
    file: &'a dyn Graphs,
    /// By the graph and the index in the source document.
    calls: HashMap<(usize, u32), Called>,
    /// The texts of each graph, by their number in it.
    texts: HashMap<usize, Rc<Vec<TextId>>>,
    /// Nodes that may still be added.
    room: usize,
}

impl Bodies<'_> {
    /// The bodies of a node, if there is room for them; none where a graph would hold itself.
    fn of(&mut self, part: &Part, node: u32) -> Option<Called> {
        if part.graph.role(node) != Role::Call || part.within.len() > DEEPEST {
            return None;
        }
        let key = (part.index(), part.graph.source(node));
        let mut called = match self.calls.get(&key) {
            Some(known) => known.clone(),
            None => {
                let called = Rc::new(self.find(key));
                self.calls.entry(key).or_insert(called).clone()
            }
        };
        if called.iter().any(|(body, _)| part.within.contains(&body.graph)) {
            called = Rc::new(called.iter().filter(|(body, _)| !part.within.contains(&body.graph)).cloned().collect());
        }
        // A body without nodes takes room as well, so that their number is limited.
        let needed: usize = called.iter().map(|(_, graph)| 1 + graph.len()).sum();
        if called.is_empty() || needed > self.room {
            return None;
        }
        self.room -= needed;
        Some(called)
    }

    fn texts(&mut self, b: &mut GraphBuilder, part: &Part) -> Rc<Vec<TextId>> {
        self.texts.entry(part.index()).or_insert_with(|| Rc::new(b.texts_of(&part.graph))).clone()
    }

    fn find(&mut self, (graph, source): (usize, u32)) -> Vec<(Body, Rc<Graph>)> {
        let bodies = self.file.bodies(graph, source);
        if bodies.len() > MOST_PARTS {
            return Vec::new();
        }
        bodies.into_iter().filter_map(|body| self.file.graph(body.graph).map(|graph| (body, graph))).collect()
    }
}

/// A text as one scope: slashes would begin further ones.
fn as_scope(text: &str) -> String {
    text.replace('/', "_")
}

/// The last part of the scope of a call.
fn title(graph: &Graph, node: u32) -> String {
    let title = if graph.op(node).is_empty() { graph.name(node) } else { graph.op(node) };
    format!("{} {}", as_scope(title), graph.source(node))
}

/// Whether a node is an input or output of its graph and no node of the file.
fn is_end(graph: &Graph, node: u32, role: Role) -> bool {
    graph.role(node) == role && graph.op(node).is_empty()
}

/// For every caller the outputs of the bodies that return its results, by body.
#[inline(never)]
fn results(parts: &[Part]) -> HashMap<u32, Vec<Vec<u32>>> {
    let mut results: HashMap<u32, Vec<Vec<u32>>> = HashMap::new();
    for part in parts.iter().filter(|part| part.returns) {
        let outputs = (0..part.graph.len() as u32).filter(|node| is_end(&part.graph, *node, Role::Output));
        if let Some(caller) = part.caller {
            results.entry(caller).or_default().push(outputs.map(|node| part.first + node).collect());
        }
    }
    results
}

/// Adds the edges of a graph, and those from its caller to its inputs.
#[inline(never)]
fn add_edges(b: &mut GraphBuilder, part: &Part, texts: &[TextId], results: &HashMap<u32, Vec<Vec<u32>>>) {
    let (graph, first) = (&part.graph, part.first);
    let (mut slot, mut sources) = (0, Vec::new());
    for node in 0..graph.len() as u32 {
        for (position, edge) in (0..).zip(graph.inputs(node)) {
            let from = first + edge.from;
            let bodies = results.get(&from).filter(|_| edge.kind == EdgeKind::Data).into_iter().flatten();
            sources.clear();
            sources.extend(bodies.filter_map(|outputs| outputs.get(edge.output as usize)).map(|output| (*output, 0)));
            if sources.is_empty() {
                sources.push((from, edge.output));
            }
            b.copy_edge(graph, (node, position), texts, Ends { sources: &sources, to: first + node });
        }
        if let Some(caller) = part.caller.filter(|_| is_end(graph, node, Role::Input)) {
            let label = graph.attributes(node).find(|(name, _)| *name == "tensor").map_or("", |(_, value)| value);
            b.edge(caller, first + node, slot, label, EdgeKind::Data);
            slot += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NodeSpec, Style};
    use super::*;

    /// Graph 0 calls 1 and 2; 2 calls 1 and itself. Each has an input, a call or an operator, and an output.
    struct File;

    impl Graphs for File {
        fn bodies(&self, graph: usize, source: u32) -> Vec<Body> {
            let body = |label: &str, graph| Body { label: label.to_owned(), graph, returns: label == "body" };
            match (graph, source) {
                (0, 1) => vec![body("cond", 1), body("body", 2)],
                (2, 1) => vec![body("again/", 2), body("inner", 1)],
                _ => Vec::new(),
            }
        }

        fn graph(&self, graph: usize) -> Option<Rc<Graph>> {
            let mut b = GraphBuilder::new("", Style::Boxes);
            b.node(NodeSpec { name: "in", role: Role::Input, ..NodeSpec::default() });
            let role = if graph == 1 { Role::Op } else { Role::Call };
            b.node(NodeSpec { name: "a/op", op: "WHILE", role, scope: "a", source: 1, ..NodeSpec::default() });
            b.node(NodeSpec { name: "out", role: Role::Output, source: 2, ..NodeSpec::default() });
            b.edge(0, 1, 0, "in", EdgeKind::Data);
            b.edge(1, 2, 0, "out", EdgeKind::Data);
            b.edge_of((1, 1), 2, 0, "second", EdgeKind::Data);
            b.edge(1, 2, 0, "", EdgeKind::Control);
            (graph < 3).then(|| Rc::new(b.finish()))
        }
    }

    fn sources(graph: &Graph, node: u32) -> Vec<u32> {
        graph.inputs(node).map(|edge| edge.from).collect()
    }

    #[test]
    fn calls_become_groups_and_the_nodes_of_the_graph_keep_their_indices() {
        let plain = File.graph(0).unwrap();
        let whole = with_bodies(&plain, 0, &File).unwrap();
        assert_eq!(whole.len(), 4 * 3, "itself, cond, body, inner; not the one that calls itself");
        let scope = |node: u32| &*whole.scopes()[whole.scope(node) as usize].path;
        assert_eq!((whole.name(1), scope(0), scope(1)), ("a/op", "", "a/WHILE 1"));
        assert_eq!(
            [3, 4, 6, 7].map(scope),
            ["a/WHILE 1/cond", "a/WHILE 1/cond/a", "a/WHILE 1/body", "a/WHILE 1/body/a/WHILE 1"]
        );
        assert_eq!(scope(9), "a/WHILE 1/body/a/WHILE 1/inner");
        assert_eq!([0, 3, 6, 9].map(|node| whole.graph_of(node)), [None, Some(1), Some(2), Some(1)]);
        // Without the scopes of names, the bodies are still groups.
        let bare = whole.without_scopes();
        let scope = |node: u32| &*bare.scopes()[bare.scope(node) as usize].path;
        assert_eq!((scope(0), scope(1), scope(4)), ("", "a/WHILE 1", "a/WHILE 1/cond"));
        assert!(with_bodies(&File.graph(1).unwrap(), 1, &File).is_none());
    }

    #[test]
    fn edges_lead_from_the_call_through_its_bodies() {
        let whole = with_bodies(&File.graph(0).unwrap(), 0, &File).unwrap();
        assert_eq!([1, 4, 7, 10].map(|node| sources(&whole, node)), [[0], [3], [6], [9]].map(Vec::from));
        assert_eq!([3, 6, 9].map(|input| sources(&whole, input)), [[1], [1], [7]].map(Vec::from), "from the callers");
        // Only `body` returns, and only one result: the other one and the control edge come from the call.
        assert_eq!(sources(&whole, 2), [8, 1, 1]);
        assert_eq!(sources(&whole, 8), [7, 7, 7], "the body that its call is in returns, `inner` does not");
    }

    /// `calls` calls of one function; the functions call each other and themselves in all ways.
    struct Recursive {
        calls: u32,
        functions: usize,
    }

    impl Graphs for Recursive {
        fn bodies(&self, _: usize, _: u32) -> Vec<Body> {
            (1..=self.functions).map(|graph| Body { label: format!("f{graph}"), graph, returns: true }).collect()
        }

        fn graph(&self, graph: usize) -> Option<Rc<Graph>> {
            let mut b = GraphBuilder::new("", Style::Boxes);
            for source in 0..if graph == 0 { self.calls } else { 2 } {
                b.node(NodeSpec { op: "Call", role: Role::Call, source, ..NodeSpec::default() });
            }
            Some(Rc::new(b.finish()))
        }
    }

    #[test]
    fn recursion_ends_and_bodies_have_a_limit() {
        let one = Recursive { calls: 1, functions: 1 };
        assert_eq!(with_bodies(&one.graph(0).unwrap(), 0, &one).unwrap().len(), 1 + 2, "a function that calls itself");
        let two = Recursive { calls: 1, functions: 2 };
        assert_eq!(with_bodies(&two.graph(0).unwrap(), 0, &two).unwrap().len(), 1 + 2 * 2 + 4 * 2, "two, each other");
        let many = Recursive { calls: 3_000, functions: 200 };
        let whole = with_bodies(&many.graph(0).unwrap(), 0, &many).unwrap();
        assert!(whole.len() > 30_000 && whole.len() <= 3_000 + MOST, "{}", whole.len());
        assert!(whole.scopes().iter().all(|scope| scope.depth as usize <= 2 * DEEPEST));
    }
}
