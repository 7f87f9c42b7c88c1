//! Cuts every link into pieces, one per level, with ports at the borders of groups.
//!
//! The flat graph of a level has an edge for every edge of the graph that runs through it, drawn or not, and a port for
//! every node whose values cross its border. So it is the same whatever groups are open, inside and outside of it. Edges
//! that are not lines are two edges in it, each between an item and a stub.

use super::flat::{Edge, Flat, Line, Node, Pin};
use crate::graph::Graph;
use crate::graph::model::bucket;
use crate::graph::tree::NONE;
use crate::graph::view::{self, Link, View, What};

/// Ports of a level on one border; beyond that, sources share them.
const MOST_PORTS: u32 = 32;

/// A port on the border of a group: a node of the level inside it. The group is [`NONE`] for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Port {
    pub group: u32,
    pub node: u32,
}

impl Port {
    const NONE: Self = Self { group: NONE, node: NONE };
}

/// How links and the lines of stubs run through the levels.
#[derive(Clone, Debug, Default)]
pub(super) struct Threads {
    start: Vec<u32>,
    pieces: Vec<(u32, u32)>,
    /// For every line of every level the ports on groups at its two ends.
    pub ports: Vec<Vec<(Port, Port)>>,
}

impl Threads {
    /// Number of links and visible stubs.
    pub(super) fn ways(&self) -> usize {
        self.start.len() - 1
    }

    /// The pieces of a link or, after all links, of a stub, from source to target, each as a level and a line of it.
    pub(super) fn of(&self, link: usize) -> &[(u32, u32)] {
        &self.pieces[self.start[link] as usize..self.start[link + 1] as usize]
    }
}

/// An end of a wire in its level.
#[derive(Clone, Copy, Debug)]
enum End {
    /// An item, by its index in the level.
    Item(u32),
    /// A port on the upper border, by the number of its source.
    In(u32),
    /// A port on the lower border.
    Out(u32),
}

/// A piece of an edge of the graph.
#[derive(Clone, Copy, Debug)]
struct Wire {
    level: u32,
    from: End,
    to: End,
    /// Levels of the groups at the ends whose borders it crosses there, with the numbers of the ports; [`NONE`].
    inside: [(u32, u32); 2],
}

struct Threader<'a> {
    view: &'a View,
    local: &'a [u32],
    root: u32,
    /// For every level and border the source whose port was added last, and the number of the port.
    last: Vec<[(u32, u32); 2]>,
    /// For every level and border the number of ports.
    count: Vec<[u32; 2]>,
    wires: Vec<Wire>,
    tail: Vec<Wire>,
}

/// Adds edges, ports and lines to the flat graphs of the levels; `local` has the index of each item within its level.
#[inline(never)]
pub(super) fn thread(graph: &Graph, view: &View, local: &[u32], flats: &mut [Flat]) -> Threads {
    let nodes = graph.len();
    let mut folded = vec![false; nodes];
    view.folded.iter().for_each(|(_, constant)| folded[*constant as usize] = true);
    let is_line = |(from, to, cut): &(u32, u32, bool)| !cut && !folded[*from as usize] && !folded[*to as usize];
    let edges: Vec<(u32, u32)> =
        view::wires(graph, &view.cut).filter(is_line).map(|(from, to, _)| (from, to)).collect();
    let (start, by_source) = bucket(nodes, edges.iter().map(|edge| edge.0));
    let (link_start, links) = bucket(nodes, view.links.iter().map(|link| link.first.0));
    let levels = flats.len();
    let mut threader = Threader {
        view,
        local,
        root: levels as u32 - 1,
        last: vec![[(NONE, NONE); 2]; levels],
        count: vec![[0; 2]; levels],
        wires: Vec::with_capacity(edges.len() + view.links.len()),
        tail: Vec::new(),
    };
    // Wires of each link.
    let mut of_link = vec![(0u32, 0u32); view.links.len()];
    for source in 0..nodes {
        for edge in &by_source[start[source] as usize..start[source + 1] as usize] {
            threader.edge(source as u32, edges[*edge as usize].1);
        }
        for link in &links[link_start[source] as usize..link_start[source + 1] as usize] {
            let before = threader.wires.len() as u32;
            let Link { first, stubs, .. } = &view.links[*link as usize];
            if stubs.is_none() {
                threader.edge(first.0, first.1);
            }
            of_link[*link as usize] = (before, threader.wires.len() as u32);
        }
    }
    for stub in view.stubs_from..view.items.len() {
        let before = threader.wires.len() as u32;
        threader.stub(stub as u32);
        if stub < view.hidden_from {
            of_link.push((before, before + 1));
        }
    }
    let Threader { count, wires, .. } = threader;
    let ports = Ports::new(&count, flats);
    let edge_of = share(&wires, &ports, flats);
    let mut threads = Threads { start: vec![0], pieces: Vec::new(), ports: vec![Vec::new(); levels] };
    for (first, end) in of_link {
        for wire in first..end {
            let Wire { level, inside, .. } = wires[wire as usize];
            let lines = &mut flats[level as usize].lines;
            threads.pieces.push((level, lines.len() as u32));
            lines.push(Line { edge: edge_of[wire as usize], ..Line::default() });
            let port = |(group, number): (u32, u32), border: usize| match group {
                NONE => Port::NONE,
                group => Port { group, node: ports.node(group, border, number) },
            };
            threads.ports[level as usize].push((port(inside[0], OUT), port(inside[1], IN)));
        }
        threads.start.push(threads.pieces.len() as u32);
    }
    threads
}

/// Borders of a level.
const IN: usize = 0;
const OUT: usize = 1;

impl Threader<'_> {
    fn level_of(&self, item: u32) -> u32 {
        match self.view.items[item as usize].parent {
            NONE => self.root,
            parent => parent,
        }
    }

    /// Adds the wires of an edge, from source to target.
    fn edge(&mut self, from: u32, to: u32) {
        let (mut a, mut b) = (self.view.shown_by[from as usize], self.view.shown_by[to as usize]);
        // Only a node has a loop; a closed group that contains one needs none.
        if a == b && (from != to || !matches!(self.view.items[a as usize].what, What::Node(_))) {
            return;
        }
        let (mut end_a, mut end_b) = (End::Item(self.local[a as usize]), End::Item(self.local[b as usize]));
        let (mut in_a, mut in_b) = ((NONE, NONE), (NONE, NONE));
        // Both ends climb to the same level.
        loop {
            let (la, lb) = (self.level_of(a), self.level_of(b));
            if la == lb {
                self.wires.push(Wire { level: la, from: end_a, to: end_b, inside: [in_a, in_b] });
                break;
            }
            // The deeper one climbs; an item's index is greater than that of the groups around it.
            if la != self.root && (lb == self.root || la > lb) {
                let port = self.port(la, OUT, from);
                let inside = [in_a, (NONE, NONE)];
                self.wires.push(Wire { level: la, from: end_a, to: End::Out(port), inside });
                (a, end_a, in_a) = (la, End::Item(self.local[la as usize]), (la, port));
            } else {
                let port = self.port(lb, IN, from);
                let inside = [(NONE, NONE), in_b];
                self.tail.push(Wire { level: lb, from: End::In(port), to: end_b, inside });
                (b, end_b, in_b) = (lb, End::Item(self.local[lb as usize]), (lb, port));
            }
        }
        self.wires.extend(self.tail.drain(..).rev());
    }

    /// Adds the wire between a stub and the item beside it.
    fn stub(&mut self, item: u32) {
        let What::Stub(stub) = self.view.items[item as usize].what else { return };
        let [own, at] = [item, stub.at].map(|item| End::Item(self.local[item as usize]));
        let (from, to) = if stub.begins { (at, own) } else { (own, at) };
        self.wires.push(Wire { level: self.level_of(item), from, to, inside: [(NONE, NONE); 2] });
    }

    /// Number of the port of a source on a border.
    fn port(&mut self, level: u32, border: usize, source: u32) -> u32 {
        let last = &mut self.last[level as usize][border];
        if last.0 != source {
            let count = &mut self.count[level as usize][border];
            *last = (source, *count);
            *count += 1;
        }
        last.1
    }
}

/// The nodes of ports.
struct Ports {
    /// For every level and border the first node, the number of nodes, and the number of sources.
    of: Vec<[(u32, u32, u32); 2]>,
}

impl Ports {
    /// Adds the nodes.
    fn new(count: &[[u32; 2]], flats: &mut [Flat]) -> Self {
        let of = flats.iter_mut().zip(count).map(|(flat, count)| {
            [(IN, Pin::First), (OUT, Pin::Last)].map(|(border, pin)| {
                let (first, nodes) = (flat.nodes.len() as u32, count[border].min(MOST_PORTS));
                let node = Node { w: 1.0, h: 0.0, closed: (1.0, 0.0), pin, is_aside: false };
                flat.nodes.extend(std::iter::repeat_n(node, nodes as usize));
                (first, nodes, count[border])
            })
        });
        Self { of: of.collect() }
    }

    /// The node of a port; sources that follow each other share one where there are many.
    fn node(&self, level: u32, border: usize, number: u32) -> u32 {
        let (first, nodes, sources) = self.of[level as usize][border];
        first + (u64::from(number) * u64::from(nodes) / u64::from(sources.max(1))) as u32
    }

    fn end(&self, level: u32, end: End) -> u32 {
        match end {
            End::Item(item) => item,
            End::In(number) => self.node(level, IN, number),
            End::Out(number) => self.node(level, OUT, number),
        }
    }
}

/// Adds one edge for all wires with the same ends; returns the edge of each wire.
#[inline(never)]
fn share(wires: &[Wire], ports: &Ports, flats: &mut [Flat]) -> Vec<u32> {
    let mut base = Vec::with_capacity(flats.len());
    let mut total = 0;
    for flat in flats.iter() {
        base.push(total);
        total += flat.nodes.len() as u32;
    }
    let to: Vec<u32> = wires.iter().map(|wire| ports.end(wire.level, wire.to)).collect();
    let from = |wire: &Wire| base[wire.level as usize] + ports.end(wire.level, wire.from);
    let (start, mut members) = bucket(total as usize, wires.iter().map(from));
    let mut edge_of = vec![0u32; wires.len()];
    for range in start.windows(2).filter(|range| range[0] < range[1]) {
        let group = &mut members[range[0] as usize..range[1] as usize];
        group.sort_unstable_by_key(|wire| to[*wire as usize]);
        let mut before = NONE;
        for index in group.iter() {
            let wire = &wires[*index as usize];
            let edges = &mut flats[wire.level as usize].edges;
            let to = to[*index as usize];
            if before != to {
                edges.push(Edge { from: ports.end(wire.level, wire.from), to });
                before = to;
            }
            edge_of[*index as usize] = edges.len() as u32 - 1;
        }
    }
    edge_of
}
