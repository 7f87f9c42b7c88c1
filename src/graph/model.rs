//! The neutral graph: columns of nodes, edges by consumer (CSR), interned text, scopes by name.

use crate::json::readable;
use foldhash::fast::FixedState;
use serde::Serialize;
use std::collections::HashMap;
use std::rc::Rc;

/// Maximum nesting of scopes; deeper ones stay in their ancestor, so that a hostile name cannot create millions of
/// them.
const MAX_SCOPE_DEPTH: u32 = 24;

/// Kind of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "NodeRole"))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// An operation.
    #[default]
    Op,
    /// An input of the graph.
    Input,
    /// An output of the graph.
    Output,
    /// A value that is part of the file.
    Constant,
    /// A variable.
    Variable,
    /// A call of another graph of the same file (function or subgraph).
    Call,
    /// A closed or open group of nodes; only in drawings.
    Group,
    /// The root of a checkpoint's object graph.
    Root,
    /// A plain object of a checkpoint.
    Object,
    /// An optimizer.
    Optimizer,
    /// A slot variable: state that an optimizer keeps for a variable.
    SlotVariable,
}
readable!(enum Role {
    "op" => Op,
    "input" => Input,
    "output" => Output,
    "constant" => Constant,
    "variable" => Variable,
    "call" => Call,
    "group" => Group,
    "root" => Root,
    "object" => Object,
    "optimizer" => Optimizer,
    "slot_variable" => SlotVariable,
});

impl Role {
    /// Its name in the JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Op => "op",
            Self::Input => "input",
            Self::Output => "output",
            Self::Constant => "constant",
            Self::Variable => "variable",
            Self::Call => "call",
            Self::Group => "group",
            Self::Root => "root",
            Self::Object => "object",
            Self::Optimizer => "optimizer",
            Self::SlotVariable => "slot_variable",
        }
    }
}

/// Kind of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// A tensor.
    #[default]
    Data,
    /// Execution order only.
    Control,
    /// Object to child.
    Child,
    /// Optimizer or variable to slot variable.
    Slot,
}
readable!(enum EdgeKind {
    "data" => Data,
    "control" => Control,
    "child" => Child,
    "slot" => Slot,
});

/// How nodes are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "NodeStyle"))]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Boxes with text.
    #[default]
    Boxes,
    /// Circles, squares and diamonds with the text below, as TensorFlow's checkpoint guide draws objects.
    Glyphs,
}
readable!(enum Style {
    "boxes" => Boxes,
    "glyphs" => Glyphs,
});

/// A piece of interned text.
pub(super) type TextId = u32;

/// Interned text.
#[derive(Clone, Debug, Default)]
struct Texts {
    all: Vec<Rc<str>>,
    by_text: HashMap<Rc<str>, TextId, FixedState>,
}

impl Texts {
    fn intern(&mut self, text: &str) -> TextId {
        if let Some(id) = self.by_text.get(text) {
            return *id;
        }
        let id = self.all.len() as TextId;
        let text: Rc<str> = text.into();
        self.all.push(text.clone());
        self.by_text.insert(text, id);
        id
    }
}

/// A scope: all nodes whose names share a prefix that ends with `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Full path, such as `a/b`; empty for the root (scope 0).
    pub path: Rc<str>,
    /// Index of the scope around it; 0 for the root itself. Always smaller than this scope's own index.
    pub parent: u32,
    /// Number of scopes around it.
    pub depth: u32,
    /// How many equal blocks it gathers ([`super::gather_blocks`]): 0 for a scope of the file, 1 for one of these
    /// blocks.
    pub repeats: u32,
    /// Whether it holds a call and its bodies, or one of these ([`super::with_bodies`]).
    pub is_body: bool,
}

/// An edge as its consumer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incoming<'a> {
    /// Source node.
    pub from: u32,
    /// Index of the consumer's input.
    pub slot: u32,
    /// Index of the source's output; [`u32::MAX`] where the file says it in another way.
    pub output: u32,
    /// Tensor with shape and dtype, or the local name of a child; may be empty.
    pub label: &'a str,
    /// Kind of the edge.
    pub kind: EdgeKind,
}

/// Properties of a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeSpec<'a> {
    /// Name; may be empty and need not be unique.
    pub name: &'a str,
    /// Op name; empty for other nodes.
    pub op: &'a str,
    /// Kind of the node.
    pub role: Role,
    /// Scope path; empty for none.
    pub scope: &'a str,
    /// Op version; 0 where versions do not apply.
    pub version: i32,
    /// Index in the source document (operator, node, tensor or object index, depending on the role).
    pub source: u32,
}

/// A graph of any document. Clones share everything but the scopes.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    body: Rc<Body>,
    node_scopes: Vec<u32>,
    scopes: Vec<Scope>,
}

/// Everything about a graph but its scopes.
#[derive(Clone, Debug, Default)]
struct Body {
    title: String,
    style: Style,
    texts: Vec<Rc<str>>,
    names: Vec<TextId>,
    ops: Vec<TextId>,
    roles: Vec<Role>,
    versions: Vec<i32>,
    sources: Vec<u32>,
    // Bytes of the constants that a node is or reads.
    stored: Vec<u64>,
    // Edges of node n: in_start[n]..in_start[n + 1].
    in_start: Vec<u32>,
    in_from: Vec<u32>,
    in_slot: Vec<u32>,
    in_output: Vec<u32>,
    in_label: Vec<TextId>,
    in_kind: Vec<EdgeKind>,
    // Attributes of node n: attr_start[n]..attr_start[n + 1].
    attr_start: Vec<u32>,
    attr_name: Vec<TextId>,
    attr_value: Vec<TextId>,
    dangling: Vec<(u32, TextId)>,
    // Bodies of calls: the first node of each, and its index among the graphs of the file.
    bodies: Vec<(u32, u32)>,
}

impl Graph {
    /// Name of the subgraph or function; empty for the main graph.
    pub fn title(&self) -> &str {
        &self.body.title
    }

    /// How nodes are drawn.
    pub fn style(&self) -> Style {
        self.body.style
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.body.names.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.body.names.is_empty()
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.body.in_from.len()
    }

    /// Name of a node.
    pub fn name(&self, node: u32) -> &str {
        &self.body.texts[self.body.names[node as usize] as usize]
    }

    /// Op of a node; empty for other nodes.
    pub fn op(&self, node: u32) -> &str {
        &self.body.texts[self.body.ops[node as usize] as usize]
    }

    /// Role of a node.
    pub fn role(&self, node: u32) -> Role {
        self.body.roles[node as usize]
    }

    /// Op version; 0 where versions do not apply.
    pub fn version(&self, node: u32) -> i32 {
        self.body.versions[node as usize]
    }

    /// Bytes of the constants that a node is or reads, as the file stores them.
    pub fn stored(&self, node: u32) -> u64 {
        self.body.stored[node as usize]
    }

    /// Index of a node in the source document.
    pub fn source(&self, node: u32) -> u32 {
        self.body.sources[node as usize]
    }

    /// Index into [`Graph::scopes`].
    pub fn scope(&self, node: u32) -> u32 {
        self.node_scopes[node as usize]
    }

    /// All scopes; 0 is the root, and a parent comes before its children.
    pub fn scopes(&self) -> &[Scope] {
        &self.scopes
    }

    /// Edges into a node, in the order of its inputs.
    pub fn inputs(&self, node: u32) -> impl Iterator<Item = Incoming<'_>> {
        let node = node as usize;
        (self.body.in_start[node] as usize..self.body.in_start[node + 1] as usize).map(|e| Incoming {
            from: self.body.in_from[e],
            slot: self.body.in_slot[e],
            output: self.body.in_output[e],
            label: &self.body.texts[self.body.in_label[e] as usize],
            kind: self.body.in_kind[e],
        })
    }

    /// Attributes of a node: name and value.
    pub fn attributes(&self, node: u32) -> impl Iterator<Item = (&str, &str)> {
        let text = |id: TextId| &*self.body.texts[id as usize];
        self.attribute_ids(node).map(move |(name, value)| (text(name), text(value)))
    }

    /// Attributes of a node by the numbers of their texts.
    pub(super) fn attribute_ids(&self, node: u32) -> impl Iterator<Item = (TextId, TextId)> + '_ {
        let node = node as usize;
        let attributes = self.body.attr_start[node] as usize..self.body.attr_start[node + 1] as usize;
        attributes.map(|a| (self.body.attr_name[a], self.body.attr_value[a]))
    }

    /// The name of a node as a number, equal for equal names.
    pub(super) fn name_id(&self, node: u32) -> TextId {
        self.body.names[node as usize]
    }

    /// The op of a node as a number, equal for equal names.
    pub(super) fn op_id(&self, node: u32) -> TextId {
        self.body.ops[node as usize]
    }

    /// All distinct texts, by number.
    pub(super) fn texts(&self) -> &[Rc<str>] {
        &self.body.texts
    }

    /// Edges into a node: source, number of the label, and kind.
    pub(super) fn wires(&self, node: u32) -> impl Iterator<Item = (u32, TextId, EdgeKind)> + '_ {
        let edges = self.body.in_start[node as usize] as usize..self.body.in_start[node as usize + 1] as usize;
        edges.map(|e| (self.body.in_from[e], self.body.in_label[e], self.body.in_kind[e]))
    }

    /// The same nodes in other scopes; a parent must come before its children.
    pub(super) fn with_scopes(self, scopes: Vec<Scope>, node_scopes: Vec<u32>) -> Self {
        Self { scopes, node_scopes, ..self }
    }

    /// The same nodes without the scopes of names; those of calls and their bodies stay.
    pub fn without_scopes(&self) -> Self {
        let mut scopes: Vec<Scope> = self.scopes.iter().take(1).cloned().collect();
        // For every scope the one that stays, or the nearest around it that does.
        let mut stays = vec![0u32; self.scopes.len()];
        for (index, scope) in self.scopes.iter().enumerate().skip(1) {
            let parent = stays[scope.parent as usize];
            stays[index] = parent;
            if scope.is_body {
                stays[index] = scopes.len() as u32;
                scopes.push(Scope { parent, depth: scopes[parent as usize].depth + 1, ..scope.clone() });
            }
        }
        let node_scopes = self.node_scopes.iter().map(|scope| stays[*scope as usize]).collect();
        Self { body: self.body.clone(), node_scopes, scopes }
    }

    /// The end of a scope's path that names it inside another: a block's number, or the path below the nearest scope of
    /// the file.
    pub fn scope_label(&self, scope: u32, around: u32) -> &str {
        let scope = &self.scopes[scope as usize];
        if scope.is_body {
            return scope.path.rsplit('/').next().unwrap_or_default();
        }
        let mut base = if scope.repeats > 0 { scope.parent } else { around };
        while scope.repeats == 0 && self.scopes[base as usize].repeats > 0 {
            base = self.scopes[base as usize].parent;
        }
        let below = scope.path.strip_prefix(&*self.scopes[base as usize].path);
        below.unwrap_or(&scope.path).trim_start_matches('/')
    }

    /// The graph of the file that a node of a body belongs to, by its index; `None` for nodes of the graph itself.
    pub fn graph_of(&self, node: u32) -> Option<u32> {
        let next = self.body.bodies.partition_point(|(first, _)| *first <= node);
        next.checked_sub(1).map(|body| self.body.bodies[body].1)
    }

    /// The bodies of its calls: the first node of each, and its index among the graphs of the file. They come after the
    /// nodes of the graph itself, one after another.
    pub fn bodies(&self) -> &[(u32, u32)] {
        &self.body.bodies
    }

    /// Inputs, functions and subgraphs that nodes refer to and the file does not have, by node.
    pub fn dangling(&self) -> impl Iterator<Item = (u32, &str)> {
        self.body.dangling.iter().map(|(node, text)| (*node, &*self.body.texts[*text as usize]))
    }

    /// The same of one node.
    pub fn missing(&self, node: u32) -> impl Iterator<Item = &str> {
        let first = self.body.dangling.partition_point(|(other, _)| *other < node);
        self.dangling().skip(first).take_while(move |(other, _)| *other == node).map(|(_, text)| text)
    }
}

/// An edge before all are known.
#[derive(Clone, Copy, Debug)]
struct NewEdge {
    from: (u32, u32),
    to: u32,
    slot: u32,
    label: TextId,
    kind: EdgeKind,
}

/// The ends of edges that are added in place of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends<'a> {
    /// Nodes, and the indices of their outputs.
    pub sources: &'a [(u32, u32)],
    pub to: u32,
}

/// Collects nodes and edges in any order.
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    body: Body,
    node_scopes: Vec<u32>,
    scopes: Vec<Scope>,
    texts: Texts,
    scope_ids: HashMap<Rc<str>, u32, FixedState>,
    /// The scope that was looked up last: the next node is mostly in it as well.
    last_scope: (Rc<str>, u32),
    edges: Vec<NewEdge>,
    attributes: Vec<(u32, TextId, TextId)>,
}

impl GraphBuilder {
    /// An empty graph.
    pub fn new(title: &str, style: Style) -> Self {
        let mut builder = Self::default();
        builder.body.title = title.to_owned();
        builder.body.style = style;
        builder.scopes.push(Scope { path: "".into(), parent: 0, depth: 0, repeats: 0, is_body: false });
        builder.scope_ids.insert("".into(), 0);
        builder
    }

    /// Adds a node and returns its index.
    pub fn node(&mut self, spec: NodeSpec<'_>) -> u32 {
        let index = self.body.names.len() as u32;
        let scope = self.scope(spec.scope);
        self.body.names.push(self.texts.intern(spec.name));
        self.body.ops.push(self.texts.intern(spec.op));
        self.body.roles.push(spec.role);
        self.node_scopes.push(scope);
        self.body.versions.push(spec.version);
        self.body.sources.push(spec.source);
        self.body.stored.push(0);
        index
    }

    /// Adds an edge from the first output of a node; [`Self::finish`] drops edges to nodes that were never added.
    pub fn edge(&mut self, from: u32, to: u32, slot: u32, label: &str, kind: EdgeKind) {
        self.edge_of((from, 0), to, slot, label, kind);
    }

    /// Adds an edge from an output of a node, by the index of the output.
    pub fn edge_of(&mut self, from: (u32, u32), to: u32, slot: u32, label: &str, kind: EdgeKind) {
        let label = self.texts.intern(label);
        self.edge_with(from, to, slot, label, kind);
    }

    /// Adds an attribute.
    pub fn attribute(&mut self, node: u32, name: &str, value: &str) {
        let (name, value) = (self.texts.intern(name), self.texts.intern(value));
        self.attributes.push((node, name, value));
    }

    /// Adds an edge by the number of its label.
    pub(super) fn edge_with(&mut self, from: (u32, u32), to: u32, slot: u32, label: TextId, kind: EdgeKind) {
        self.edges.push(NewEdge { from, to, slot, label, kind });
    }

    /// The number of a text.
    pub(super) fn text(&mut self, text: &str) -> TextId {
        self.texts.intern(text)
    }

    /// Adds an attribute by the numbers of its name and value.
    pub(super) fn attribute_of(&mut self, node: u32, (name, value): (TextId, TextId)) {
        self.attributes.push((node, name, value));
    }

    /// Adds bytes of a constant that a node is or reads.
    pub fn stores(&mut self, node: u32, bytes: u64) {
        let stored = &mut self.body.stored[node as usize];
        *stored = stored.saturating_add(bytes);
    }

    /// Records an input, function or subgraph of a node that the file does not have.
    pub fn dangling(&mut self, node: u32, text: &str) {
        let text = self.texts.intern(text);
        self.body.dangling.push((node, text));
    }

    /// Adds a scope inside another, below the name of its last part; scopes beyond the depth limit are those around
    /// them. [`Self::node`] does not find it by its path.
    pub(super) fn scope_in(&mut self, parent: u32, name: &str, is_body: bool) -> u32 {
        let Scope { path, depth, .. } = &self.scopes[parent as usize];
        if *depth == MAX_SCOPE_DEPTH {
            return parent;
        }
        let path = if path.is_empty() { name.into() } else { format!("{path}/{name}").into() };
        self.scopes.push(Scope { path, parent, depth: depth + 1, repeats: 0, is_body });
        self.scopes.len() as u32 - 1
    }

    /// Adds the scopes of another graph inside one; returns them by their index there.
    pub(super) fn copy_scopes(&mut self, graph: &Graph, inside: u32) -> Vec<u32> {
        let mut copies = vec![inside];
        for scope in graph.scopes.iter().skip(1) {
            let around = graph.scopes[scope.parent as usize].path.len();
            let name = scope.path[around..].trim_start_matches('/');
            copies.push(self.scope_in(copies[scope.parent as usize], name, scope.is_body));
        }
        copies
    }

    /// The nodes from the next one on are a body: graph `graph` of the file.
    pub(super) fn body(&mut self, graph: u32) {
        self.body.bodies.push((self.body.names.len() as u32, graph));
    }

    /// The numbers that the texts of another graph have here.
    pub(super) fn texts_of(&mut self, graph: &Graph) -> Vec<TextId> {
        graph.texts().iter().map(|text| self.texts.intern(text)).collect()
    }

    /// Adds a node of another graph, in a scope of this one; `texts` is what [`Self::texts_of`] returned for it.
    pub(super) fn copy_node(&mut self, graph: &Graph, node: u32, texts: &[TextId], scope: u32) {
        let (body, n) = (&graph.body, node as usize);
        let added = self.body.names.len() as u32;
        self.body.names.push(texts[body.names[n] as usize]);
        self.body.ops.push(texts[body.ops[n] as usize]);
        self.body.roles.push(body.roles[n]);
        self.node_scopes.push(scope);
        self.body.versions.push(body.versions[n]);
        self.body.sources.push(body.sources[n]);
        self.body.stored.push(body.stored[n]);
        for a in body.attr_start[n] as usize..body.attr_start[n + 1] as usize {
            self.attributes.push((added, texts[body.attr_name[a] as usize], texts[body.attr_value[a] as usize]));
        }
        let missing = body.dangling.partition_point(|(other, _)| *other < node);
        let missing = body.dangling[missing..].iter().take_while(|(other, _)| *other == node);
        self.body.dangling.extend(missing.map(|(_, text)| (added, texts[*text as usize])));
    }

    /// Adds edges from `sources` in place of the edge at `position` among those into a node of another graph.
    pub(super) fn copy_edge(&mut self, graph: &Graph, (node, position): (u32, u32), texts: &[TextId], ends: Ends<'_>) {
        let (body, e) = (&graph.body, (graph.body.in_start[node as usize] + position) as usize);
        let (slot, label, kind) = (body.in_slot[e], texts[body.in_label[e] as usize], body.in_kind[e]);
        self.edges.extend(ends.sources.iter().map(|from| NewEdge { from: *from, to: ends.to, slot, label, kind }));
    }

    /// Changes the kind of a node.
    pub fn set_role(&mut self, node: u32, role: Role) {
        self.body.roles[node as usize] = role;
    }

    fn scope(&mut self, path: &str) -> u32 {
        if *self.last_scope.0 != *path {
            self.last_scope = (path.into(), self.find_scope(path));
        }
        self.last_scope.1
    }

    fn find_scope(&mut self, path: &str) -> u32 {
        let mut id = 0;
        let mut depth = 0;
        for (at, _) in path.match_indices('/').chain(std::iter::once((path.len(), ""))) {
            // Empty parts ("a//b", a leading slash) are not scopes.
            if at == 0 || path[..at].ends_with('/') {
                continue;
            }
            if depth == MAX_SCOPE_DEPTH {
                break;
            }
            depth += 1;
            id = match self.scope_ids.get(&path[..at]) {
                Some(known) => *known,
                None => {
                    let new = self.scopes.len() as u32;
                    let text: Rc<str> = path[..at].into();
                    self.scopes.push(Scope { path: text.clone(), parent: id, depth, repeats: 0, is_body: false });
                    self.scope_ids.insert(text, new);
                    new
                }
            };
        }
        id
    }

    /// The graph.
    pub fn finish(self) -> Graph {
        let Self { mut body, texts, edges, attributes, scopes, node_scopes, .. } = self;
        let nodes = body.names.len();
        let known = |edge: &NewEdge| (edge.to as usize) < nodes && (edge.from.0 as usize) < nodes;
        let edges: Vec<_> = edges.into_iter().filter(known).collect();
        let (start, order) = bucket(nodes, edges.iter().map(|edge| edge.to));
        body.in_start = start;
        for e in order {
            let NewEdge { from, slot, label, kind, .. } = edges[e as usize];
            body.in_from.push(from.0);
            body.in_slot.push(slot);
            body.in_output.push(from.1);
            body.in_label.push(label);
            body.in_kind.push(kind);
        }
        let attributes: Vec<_> = attributes.into_iter().filter(|a| (a.0 as usize) < nodes).collect();
        let (start, order) = bucket(nodes, attributes.iter().map(|a| a.0));
        body.attr_start = start;
        for a in order {
            body.attr_name.push(attributes[a as usize].1);
            body.attr_value.push(attributes[a as usize].2);
        }
        body.dangling.sort_by_key(|(node, _)| *node);
        body.texts = texts.all;
        Graph { body: Rc::new(body), node_scopes, scopes }
    }
}

/// Sorts `0..keys.len()` stably into buckets: where each bucket starts (one more than buckets), and the members.
pub(super) fn bucket(buckets: usize, keys: impl Iterator<Item = u32> + Clone) -> (Vec<u32>, Vec<u32>) {
    let mut start = vec![0u32; buckets + 1];
    for key in keys.clone() {
        start[key as usize + 1] += 1;
    }
    for i in 0..buckets {
        start[i + 1] += start[i];
    }
    let mut next = start.clone();
    let mut members = vec![0u32; start[buckets] as usize];
    for (i, key) in keys.enumerate() {
        members[next[key as usize] as usize] = i as u32;
        next[key as usize] += 1;
    }
    (start, members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_nest_and_odd_paths_make_no_empty_scope() {
        let mut b = GraphBuilder::new("", Style::Boxes);
        let a = b.node(NodeSpec { name: "x", scope: "a/b", ..NodeSpec::default() });
        let odd = b.node(NodeSpec { name: "y", scope: "/a//b/", ..NodeSpec::default() });
        let deep = b.node(NodeSpec { name: "z", scope: &"d/".repeat(1000), ..NodeSpec::default() });
        let g = b.finish();
        assert_eq!(&*g.scopes()[g.scope(a) as usize].path, "a/b");
        assert!(g.scopes().iter().all(|s| s.parent == 0 || s.depth > 1));
        assert!(g.scopes()[g.scope(odd) as usize].depth <= 2);
        assert!(g.scopes()[g.scope(deep) as usize].depth <= MAX_SCOPE_DEPTH);
    }

    #[test]
    fn edges_come_back_by_consumer_in_order_and_dangling_ones_are_dropped() {
        let mut b = GraphBuilder::new("", Style::Boxes);
        let (x, y) = (b.node(NodeSpec::default()), b.node(NodeSpec::default()));
        b.edge(x, y, 0, "t", EdgeKind::Data);
        b.edge(99, y, 1, "", EdgeKind::Data);
        b.edge(x, y, 2, "", EdgeKind::Control);
        let g = b.finish();
        assert_eq!(
            g.inputs(y).map(|e| (e.slot, e.label.to_owned())).collect::<Vec<_>>(),
            [(0, "t".into()), (2, String::new())]
        );
        assert_eq!(g.inputs(x).count(), 0);
    }
}
