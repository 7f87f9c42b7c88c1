//! Cuts every link into pieces, one per level, with ports at the borders of groups.

use super::flat::{Edge, Flat, Node, Pin};
use crate::graph::model::bucket;
use crate::graph::tree::NONE;
use crate::graph::view::View;

/// A port on the border of a group: a node of the level inside it. The group is [`NONE`] for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Port {
    pub group: u32,
    pub node: u32,
}

impl Port {
    const NONE: Self = Self { group: NONE, node: NONE };
}

/// The pieces of every link, from source to target, each as a level and an edge of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    start: Vec<u32>,
    pieces: Vec<(u32, u32)>,
}

impl Pieces {
    /// Number of links.
    pub(super) fn links(&self) -> usize {
        self.start.len() - 1
    }

    /// The pieces of a link.
    pub(super) fn of(&self, link: usize) -> &[(u32, u32)] {
        &self.pieces[self.start[link] as usize..self.start[link + 1] as usize]
    }
}

/// A piece of a link: an edge of a level, which several links may share.
#[derive(Clone, Copy, Debug)]
struct Piece {
    link: u32,
    level: u32,
    ends: (u32, u32),
    ports: (Port, Port),
}

/// Adds the edges of all links, and ports for those that leave groups, to the flat graphs of the levels; `local` has the
/// index of each item within its level. Links of one source share ports. Returns the pieces, and the ports of each edge.
pub(super) fn thread(view: &View, local: &[u32], flats: &mut [Flat]) -> (Pieces, Vec<Vec<(Port, Port)>>) {
    let root = flats.len() as u32 - 1;
    let level_of = |item: u32| match view.items[item as usize].parent {
        NONE => root,
        parent => parent,
    };
    // The source whose port was added last to each level, and the port: outgoing and incoming.
    let mut last: Vec<[(u32, u32); 2]> = vec![[(NONE, NONE); 2]; flats.len()];
    let mut pieces: Vec<Piece> = Vec::with_capacity(view.links.len());
    let mut tail: Vec<Piece> = Vec::new();
    let by_source = bucket(view.items.len(), view.links.iter().map(|link| link.from)).1;
    for index in by_source {
        let link = &view.links[index as usize];
        let (mut a, mut b) = (link.from, link.to);
        let (mut at_a, mut at_b) = (Port::NONE, Port::NONE);
        let piece = |level, ends, ports| Piece { link: index, level, ends, ports };
        // Both ends climb to the same level.
        while level_of(a) != level_of(b) {
            let (la, lb) = (level_of(a), level_of(b));
            // The deeper one climbs; an item's index is greater than that of the groups around it.
            let climb_a = la != root && (lb == root || la > lb);
            let level = if climb_a { la } else { lb };
            let known = &mut last[level as usize][usize::from(climb_a)];
            if known.0 != link.from {
                let nodes = &mut flats[level as usize].nodes;
                *known = (link.from, nodes.len() as u32);
                nodes.push(Node { w: 1.0, h: 0.0, pin: if climb_a { Pin::Last } else { Pin::First } });
            }
            let port = known.1;
            if climb_a {
                pieces.push(piece(level, (local[a as usize], port), (at_a, Port::NONE)));
                (a, at_a) = (level, Port { group: level, node: port });
            } else {
                tail.push(piece(level, (port, local[b as usize]), (Port::NONE, at_b)));
                (b, at_b) = (level, Port { group: level, node: port });
            }
        }
        pieces.push(piece(level_of(a), (local[a as usize], local[b as usize]), (at_a, at_b)));
        pieces.extend(tail.drain(..).rev());
    }
    share(view.links.len(), &pieces, flats)
}

/// Adds one edge for all pieces with the same ends and ports.
fn share(links: usize, pieces: &[Piece], flats: &mut [Flat]) -> (Pieces, Vec<Vec<(Port, Port)>>) {
    let mut base = Vec::with_capacity(flats.len());
    let mut total = 0;
    for flat in flats.iter() {
        base.push(total);
        total += flat.nodes.len() as u32;
    }
    let from = |piece: &Piece| base[piece.level as usize] + piece.ends.0;
    let (start, mut members) = bucket(total as usize, pieces.iter().map(from));
    let mut edge_of = vec![0u32; pieces.len()];
    let mut ports: Vec<Vec<(Port, Port)>> = vec![Vec::new(); flats.len()];
    for range in start.windows(2).filter(|range| range[0] < range[1]) {
        let group = &mut members[range[0] as usize..range[1] as usize];
        let key = |piece: u32| (pieces[piece as usize].ends.1, pieces[piece as usize].ports);
        if group.len() > 1 {
            group.sort_unstable_by_key(|piece| (key(*piece), *piece));
        }
        let mut before = None;
        for index in group.iter() {
            let piece = &pieces[*index as usize];
            let edges = &mut flats[piece.level as usize].edges;
            if before.replace(key(*index)) != Some(key(*index)) {
                edges.push(Edge { from: piece.ends.0, to: piece.ends.1, ..Edge::default() });
                ports[piece.level as usize].push(piece.ports);
            }
            edge_of[*index as usize] = edges.len() as u32 - 1;
        }
    }
    let (start, order) = bucket(links, pieces.iter().map(|piece| piece.link));
    let pieces = order.into_iter().map(|piece| (pieces[piece as usize].level, edge_of[piece as usize])).collect();
    (Pieces { start, pieces }, ports)
}
