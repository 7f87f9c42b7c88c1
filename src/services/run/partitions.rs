//! Partitions of a run for display.

use super::schema::{Part, UnsupportedNode};

/// Indices with runs joined: `0-3, 7`.
pub fn ranges(nodes: &[usize]) -> String {
    let mut sorted = nodes.to_vec();
    crate::order::sort(&mut sorted);
    let runs: Vec<String> = sorted
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| match run {
            [one] => one.to_string(),
            _ => format!("{}-{}", run[0], run[run.len() - 1]),
        })
        .collect();
    runs.join(", ")
}

/// Reasons why nodes of a partition are not on the GPU, each operator and reason once: number of nodes, and the first.
/// Missing GPU kernels come before nodes that the GPU leaves to the CPU.
pub fn reasons(part: &Part) -> Vec<(usize, &UnsupportedNode)> {
    let mut list: Vec<(usize, &UnsupportedNode)> = Vec::new();
    for why in &part.why {
        match list.iter_mut().find(|(_, first)| first.op == why.op && first.reason == why.reason) {
            Some((count, _)) => *count += 1,
            None => list.push((1, why)),
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_nodes_are_joined() {
        assert_eq!(ranges(&[3, 0, 1, 2, 7, 9, 10]), "0-3, 7, 9-10");
        assert_eq!(ranges(&[]), "");
    }

    #[test]
    fn a_reason_is_told_once_for_an_operator() {
        let node = |node, op: &str| UnsupportedNode { node, op: op.to_owned(), ..UnsupportedNode::default() };
        let part = Part { why: vec![node(1, "WHERE"), node(2, "CAST"), node(5, "WHERE")], ..Part::default() };
        let found: Vec<(usize, usize)> = reasons(&part).iter().map(|(count, first)| (*count, first.node)).collect();
        assert_eq!(found, [(2, 1), (1, 2)]);
    }
}
