//! The nodes at the other ends of a node's edges, as a choice: each one once, grouped by title.

/// A node to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbor {
    /// By index in the drawing.
    pub node: u32,
    /// Op and version, or the name.
    pub title: String,
    /// Name and the labels of its edges.
    pub about: String,
}

/// Nodes with one title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Their title.
    pub title: String,
    /// The nodes, in the order of the edges.
    pub nodes: Vec<Neighbor>,
}

/// Groups in the order of their first edges. A node with several edges is listed once.
pub fn grouped(edges: impl IntoIterator<Item = Neighbor>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for edge in edges {
        match groups.iter_mut().find(|group| group.title == edge.title) {
            Some(group) if group.nodes.iter().any(|node| node.node == edge.node) => {}
            Some(group) => group.nodes.push(edge),
            None => groups.push(Group { title: edge.title.clone(), nodes: vec![edge] }),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_are_grouped_by_title_and_listed_once() {
        let edge = |node: u32, title: &str| Neighbor { node, title: title.to_owned(), about: String::new() };
        let groups = grouped([edge(4, "Add"), edge(2, "Conv2D"), edge(4, "Add"), edge(9, "Add")]);
        let nodes = |group: &Group| group.nodes.iter().map(|node| node.node).collect::<Vec<_>>();
        assert_eq!(groups.iter().map(|group| group.title.as_str()).collect::<Vec<_>>(), ["Add", "Conv2D"]);
        assert_eq!(groups.iter().map(nodes).collect::<Vec<_>>(), [vec![4, 9], vec![2]]);
        assert!(grouped([]).is_empty());
    }
}
