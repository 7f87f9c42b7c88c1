//! The order in which the importer adds nodes.

use crate::formats::proto::tensorflow::NodeDef;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// By node: its place. A node comes after those it uses; of several that may come next, the first in the file does. Nodes
/// of a cycle come last.
pub fn order(nodes: &[NodeDef]) -> Vec<u32> {
    let named: HashMap<&str, usize> = nodes.iter().enumerate().map(|(at, node)| (node.name.as_str(), at)).collect();
    let mut waiting = vec![0u32; nodes.len()];
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        for input in &node.input {
            let name = input.trim_start_matches('^').split(':').next().unwrap_or_default();
            if let Some(&from) = named.get(name).filter(|&&from| nodes[from].op != "NextIteration") {
                waiting[at] += 1;
                followers[from].push(at);
            }
        }
    }
    let mut ready: BinaryHeap<Reverse<usize>> = (0..nodes.len()).filter(|&at| waiting[at] == 0).map(Reverse).collect();
    let mut places = vec![nodes.len() as u32; nodes.len()];
    let mut next = 0;
    while let Some(Reverse(at)) = ready.pop() {
        places[at] = next;
        next += 1;
        for &follower in &followers[at] {
            waiting[follower] -= 1;
            if waiting[follower] == 0 {
                ready.push(Reverse(follower));
            }
        }
    }
    places
}
