//! Classes of nodes on a drawing: the class of each drawn node, the composition of closed groups, the choice of some
//! classes, and their looks.

use crate::compat::Outcome;
use crate::graph::{Drawing, DrawnNode};
use crate::services::classes::schema::NodeClasses;
use std::collections::{BTreeMap, BTreeSet};

/// The classes of a drawing's nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnClasses {
    /// By index in the drawing: the class of a node; `None` for groups, and for nodes without a class.
    pub of: Vec<Option<usize>>,
    /// Closed groups: index in the drawing, and the classes inside, each with its number of nodes.
    pub groups: Vec<(u32, Vec<(usize, u32)>)>,
    /// Chosen classes; empty for all.
    pub chosen: BTreeSet<usize>,
}

impl DrawnClasses {
    /// Classes of the graph's nodes on a drawing of it. Nodes that a drawn one contains (constants) do not count.
    pub fn new(drawing: &Drawing, classes: &NodeClasses, chosen: BTreeSet<usize>) -> Self {
        let class = |node: usize| {
            classes.of.get(node).map(|class| *class as usize).filter(|class| *class < classes.classes.len())
        };
        let of = drawing.nodes.iter().map(|node| node.node.and_then(|node| class(node as usize))).collect();
        let mut groups: BTreeMap<u32, BTreeMap<usize, u32>> = BTreeMap::new();
        for (node, shown) in drawing.shown_by.iter().enumerate() {
            let closed = drawing.nodes.get(*shown as usize).is_some_and(is_closed);
            if let Some(class) = class(node).filter(|_| closed) {
                *groups.entry(*shown).or_default().entry(class).or_default() += 1;
            }
        }
        let groups = groups.into_iter().map(|(group, classes)| (group, classes.into_iter().collect())).collect();
        Self { of, groups, chosen }
    }

    /// The class of a drawn node; `None` also past the end, while these are the classes of an earlier drawing.
    pub fn class(&self, node: usize) -> Option<usize> {
        self.of.get(node).copied().flatten()
    }

    /// Whether a drawn node is not of a chosen class, nor a group that contains one.
    pub fn is_dimmed(&self, node: usize) -> bool {
        if self.chosen.is_empty() {
            return false;
        }
        match self.class(node) {
            Some(class) => !self.chosen.contains(&class),
            None => !self.composition(node as u32).iter().any(|(class, _)| self.chosen.contains(class)),
        }
    }

    /// The classes in a closed group, each with its number of nodes; empty for other nodes.
    pub fn composition(&self, group: u32) -> &[(usize, u32)] {
        let found = self.groups.binary_search_by_key(&group, |(group, _)| *group);
        found.map_or(&[], |at| &self.groups[at].1)
    }
}

/// The color of a class: by meaning, or by its number in the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// Nothing to point out: not filled.
    None,
    /// That of an outcome.
    Outcome(Outcome),
    /// A step of the ramp: this one of that many.
    Step(usize, usize),
    /// One of the distinct colors.
    Distinct(usize),
}

/// A class in the legend and on the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its color.
    pub hue: Hue,
    /// The text beside the color on a node: an outcome's sign, a version, a letter of the legend; empty for none.
    pub mark: String,
}

/// The classes on the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Colored {
    /// Of the drawn nodes.
    pub drawn: DrawnClasses,
    /// The looks of the classes.
    pub looks: Vec<Look>,
}

/// The strength of a step of the ramp.
pub fn strength(at: usize, of: usize) -> f64 {
    (at + 1) as f64 / of.max(1) as f64
}

fn is_closed(node: &DrawnNode) -> bool {
    node.group.is_some() && !node.is_open()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Group;
    use crate::services::classes::schema::NodeClass;

    /// Node 0 is drawn, nodes 1 to 3 are in a closed group, node 4 is a constant of node 0.
    fn drawing() -> Drawing {
        let group = DrawnNode { group: Some(Group { count: 3, ..Group::default() }), ..DrawnNode::default() };
        let node = DrawnNode { node: Some(0), ..DrawnNode::default() };
        Drawing { nodes: vec![group, node], shown_by: vec![1, 0, 0, 0, 1], ..Drawing::default() }
    }

    fn classes() -> NodeClasses {
        let class = |key: &str, nodes| NodeClass { key: key.to_owned(), nodes };
        NodeClasses { classes: vec![class("1", 2), class("2", 2)], of: vec![1, 0, 0, 1, 2], ..NodeClasses::default() }
    }

    #[test]
    fn a_closed_group_is_composed_of_its_nodes_classes() {
        let drawn = DrawnClasses::new(&drawing(), &classes(), BTreeSet::new());
        assert_eq!(drawn.of, [None, Some(1)]);
        assert_eq!(drawn.composition(0), [(0, 2), (1, 1)]);
        assert_eq!(drawn.composition(1), []);
        assert_eq!((drawn.class(1), drawn.class(2)), (Some(1), None));
        assert!(!drawn.is_dimmed(0) && !drawn.is_dimmed(1), "without a choice nothing is dimmed");
    }

    #[test]
    fn a_choice_dims_what_has_none_of_the_classes() {
        let drawn = DrawnClasses::new(&drawing(), &classes(), BTreeSet::from([0]));
        assert!(!drawn.is_dimmed(0), "the group contains one");
        assert!(drawn.is_dimmed(1));
    }
}
