//! Objects of a checkpoint or SavedModel, listed in parts: there may be a hundred thousand.

pub mod schema;

use crate::fold::folded;
use crate::report::Opened;
use crate::report::schema::{ObjectGraph, ObjectNode, Role};
use schema::{ObjectListing, ObjectRow, ObjectRows};

impl Opened {
    /// Some objects of an artifact; `None` when it has no object graph.
    pub fn objects(&self, artifact: usize, listing: &ObjectListing) -> Option<ObjectRows> {
        Some(rows(self.report.artifacts.get(artifact)?.object_graph.as_ref()?, listing))
    }
}

fn rows(graph: &ObjectGraph, listing: &ObjectListing) -> ObjectRows {
    let ObjectListing { filter, named, from, count, most } = listing;
    let fits = |node: &ObjectNode| {
        let is_shown = !named || !node.path.is_empty() && node.role != Role::SlotVariable;
        is_shown && (filter.is_empty() || node.role.word() == filter || folded(&node.path).contains(filter))
    };
    let fitting: Vec<usize> = (0..graph.nodes.len()).filter(|index| fits(&graph.nodes[*index])).collect();
    let rows = fitting.iter().skip(*from).take(*count).map(|index| row(graph, *index, *most));
    ObjectRows { total: fitting.len(), from: *from, rows: rows.collect() }
}

fn row(graph: &ObjectGraph, index: usize, most: usize) -> ObjectRow {
    let node = &graph.nodes[index];
    let beyond = |all: usize| all.saturating_sub(most);
    let path = |index: u32| graph.nodes.get(index as usize).map_or("?", |node| node.path.as_str()).to_owned();
    ObjectRow {
        index,
        path: node.path.clone(),
        role: node.role,
        children: node.children.iter().take(most).map(|child| child.name.clone()).collect(),
        slots: node.slot_variables.iter().take(most).map(|s| (s.slot.clone(), path(s.original))).collect(),
        saved: node.attributes.iter().take(most).map(|attribute| attribute.key.clone()).collect(),
        more: beyond(node.children.len()) + beyond(node.slot_variables.len()),
        more_saved: beyond(node.attributes.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::schema::ObjectEdge;

    fn node(path: &str, role: Role) -> ObjectNode {
        ObjectNode { path: path.into(), role, ..ObjectNode::default() }
    }

    #[test]
    fn parts_of_the_list_know_its_length() {
        let nodes = vec![
            node("", Role::Root),
            node("net", Role::Object),
            node("net/kernel", Role::Variable),
            node("net/kernel/m", Role::SlotVariable),
        ];
        let graph = ObjectGraph { nodes };
        let listed = |filter: &str, named, from, count| {
            let found = rows(&graph, &ObjectListing { filter: filter.into(), named, from, count, most: 0 });
            (found.total, found.rows.iter().map(|row| row.index).collect::<Vec<_>>())
        };
        assert_eq!(listed("", false, 1, 2), (4, vec![1, 2]));
        assert_eq!(listed("kernel", false, 0, 9), (2, vec![2, 3]));
        assert_eq!(listed("kernel", true, 0, 9), (1, vec![2]));
        assert_eq!(listed("slot_variable", false, 0, 9), (1, vec![3]));
        assert_eq!(listed("", true, 0, 9), (2, vec![1, 2]));
        assert_eq!(listed("", false, 9, 9), (4, vec![]));
    }

    #[test]
    fn of_long_lists_the_first_names_are_here_and_the_others_are_counted() {
        let child = |name: &str| ObjectEdge { name: name.into(), ..ObjectEdge::default() };
        let mut root = node("", Role::Root);
        root.children = ["a", "b", "c"].map(child).to_vec();
        let graph = ObjectGraph { nodes: vec![root] };
        let listed = |most| {
            let listing = ObjectListing { count: 1, most, ..ObjectListing::default() };
            let row = rows(&graph, &listing).rows.remove(0);
            (row.children.join(" "), row.more)
        };
        assert_eq!(listed(2), ("a b".to_owned(), 1));
        assert_eq!(listed(usize::MAX), ("a b c".to_owned(), 0));
    }
}
