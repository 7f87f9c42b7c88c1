//! Two drawings side by side: the partner of each drawn node or group, and the camera that shows the same part of the
//! other drawing.

use super::camera::{Camera, Size};
use crate::graph::{Drawing, DrawnNode, Scene};
use std::collections::BTreeMap;

/// Groups in groups at most.
const DEEPEST: usize = 32;

/// Partners of drawn nodes and groups, by index in the drawings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnPairs {
    /// Of the first drawing's.
    pub of_a: Vec<Option<u32>>,
    /// Of the second drawing's.
    pub of_b: Vec<Option<u32>>,
}

impl DrawnPairs {
    /// Partners from those of the graphs' nodes. Groups go together if most of their nodes do.
    pub fn new(a: &Drawing, b: &Drawing, partners: &[Option<u32>]) -> Self {
        let mut pairs = Self { of_a: vec![None; a.nodes.len()], of_b: vec![None; b.nodes.len()] };
        let shown = partners
            .iter()
            .enumerate()
            .filter_map(|(node, partner)| Some((*a.shown_by.get(node)?, *b.shown_by.get((*partner)? as usize)?)));
        let mut found: Vec<(u32, u32)> = shown.collect();
        for _ in 0..DEEPEST {
            let new = pairs.take(&found);
            if new.is_empty() {
                break;
            }
            let parent = |drawing: &Drawing, node: u32| drawing.nodes.get(node as usize)?.parent;
            found = new.into_iter().filter_map(|(x, y)| Some((parent(a, x)?, parent(b, y)?))).collect();
        }
        pairs
    }

    /// Pairs free nodes that name each other most often; returns the new pairs.
    fn take(&mut self, found: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let mut counts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for pair in found {
            *counts.entry(*pair).or_default() += 1;
        }
        let mut best_a: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
        let mut best_b: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
        for ((x, y), count) in &counts {
            let better = |best: &mut BTreeMap<u32, (u32, u32)>, node: u32, other: u32| {
                let entry = best.entry(node).or_insert((other, 0));
                if *count > entry.1 {
                    *entry = (other, *count);
                }
            };
            better(&mut best_a, *x, *y);
            better(&mut best_b, *y, *x);
        }
        let mut new = Vec::new();
        for (x, (y, _)) in best_a {
            let mutual = best_b.get(&y).is_some_and(|(back, _)| *back == x);
            let (Some(of_a), Some(of_b)) = (self.of_a.get_mut(x as usize), self.of_b.get_mut(y as usize)) else {
                continue;
            };
            if mutual && of_a.is_none() && of_b.is_none() {
                (*of_a, *of_b) = (Some(y), Some(x));
                new.push((x, y));
            }
        }
        new
    }
}

/// A drawing and the part of it that is in view.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The drawing.
    pub scene: &'a Scene,
    /// The part in view.
    pub camera: Camera,
    /// The size of its canvas.
    pub view: Size,
}

/// The camera that shows the partners of what `lead` shows at the same places of a canvas. Around `focus`, if it is in
/// view, otherwise around the middle, near pairs count more than distant ones. `partners` are those of `lead`'s nodes;
/// `None` without any pair.
pub fn aligned(
    lead: Look<'_>,
    partners: &[Option<u32>],
    focus: Option<u32>,
    other: &Scene,
    view: Size,
) -> Option<Camera> {
    let camera = lead.camera;
    let on_screen = |(x, y): (f64, f64)| (x * camera.zoom + camera.x, y * camera.zoom + camera.y);
    let in_view = |at: (f64, f64)| {
        let (x, y) = on_screen(at);
        (0.0..=lead.view.0).contains(&x) && (0.0..=lead.view.1).contains(&y)
    };
    let has_partner = |node: &u32| partners.get(*node as usize).is_some_and(Option::is_some);
    let focused =
        focus.filter(has_partner).and_then(|node| lead.scene.node(node)).map(middle).filter(|at| in_view(*at));
    let at = focused.unwrap_or_else(|| {
        let (x, y) = camera.drawing(lead.view.0 / 2.0, lead.view.1 / 2.0);
        (f64::from(x), f64::from(y))
    });
    let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
    for (node, partner) in lead.scene.drawing().nodes.iter().zip(partners) {
        let Some(partner) = partner.and_then(|partner| other.node(partner)).filter(|_| !node.is_open()) else {
            continue;
        };
        let (from, to) = (middle(node), middle(partner));
        let square = (from.0 - at.0).powi(2) + (from.1 - at.1).powi(2);
        let weight = (square + 1.0).powi(-2);
        sum = (sum.0 + weight * (to.0 - from.0), sum.1 + weight * (to.1 - from.1));
        weights += weight;
    }
    if weights == 0.0 {
        return None;
    }
    let goal = (at.0 + sum.0 / weights, at.1 + sum.1 / weights);
    let screen = on_screen(at);
    let screen = (screen.0 * view.0 / lead.view.0, screen.1 * view.1 / lead.view.1);
    let zoom = camera.zoom;
    Some(Camera { zoom, x: screen.0 - goal.0 * zoom, y: screen.1 - goal.1 * zoom }.kept(other, view))
}

fn middle(node: &DrawnNode) -> (f64, f64) {
    (f64::from(node.x + node.w / 2.0), f64::from(node.y + node.h / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Group;

    fn node(node: u32, y: f32, parent: Option<u32>) -> DrawnNode {
        DrawnNode { node: Some(node), y, w: 100.0, h: 40.0, parent, ..DrawnNode::default() }
    }

    fn group(open: bool) -> DrawnNode {
        DrawnNode { group: Some(Group { open, ..Group::default() }), w: 100.0, h: 40.0, ..DrawnNode::default() }
    }

    fn drawing(nodes: Vec<DrawnNode>, shown_by: &[u32]) -> Drawing {
        Drawing { width: 400.0, height: 4000.0, nodes, shown_by: shown_by.to_vec(), ..Drawing::default() }
    }

    #[test]
    fn groups_go_together_by_most_of_their_nodes() {
        // A closed group of three nodes on both sides, of which one node left for a node of its own.
        let a = drawing(vec![group(false), node(3, 80.0, None)], &[0, 0, 0, 1]);
        let b = drawing(vec![node(0, 0.0, None), group(false), node(3, 80.0, None)], &[0, 1, 1, 2]);
        let pairs = DrawnPairs::new(&a, &b, &[Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(pairs.of_a, [Some(1), Some(2)]);
        assert_eq!(pairs.of_b, [None, Some(0), Some(1)]);
    }

    #[test]
    fn open_groups_go_together_by_what_is_in_them() {
        let a = drawing(vec![group(true), node(0, 30.0, Some(0))], &[1]);
        let b = drawing(vec![node(0, 0.0, None), group(true), node(1, 90.0, Some(1))], &[0, 2]);
        let pairs = DrawnPairs::new(&a, &b, &[Some(1)]);
        assert_eq!(pairs.of_a, [Some(1), Some(2)]);
    }

    #[test]
    fn the_other_drawing_shows_the_partner_at_the_same_place() {
        let a = Scene::new(drawing(vec![node(0, 100.0, None), node(1, 900.0, None)], &[0, 1]));
        let b = Scene::new(drawing(vec![node(0, 300.0, None), node(1, 2900.0, None)], &[0, 1]));
        let partners = [Some(0), Some(1)];
        let view = (400.0, 300.0);
        let look = |y: f64| Look { scene: &a, camera: Camera { zoom: 0.5, x: 175.0, y }, view };
        // The second node is in the middle of the canvas.
        let camera = aligned(look(150.0 - 460.0), &partners, None, &b, view).expect("pairs");
        assert_eq!(camera.zoom, 0.5);
        assert!((2920.0 * 0.5 + camera.y - 150.0).abs() < 0.5, "{camera:?}");
        // The selected one leads, although the other is nearer to the middle.
        let both = Look { scene: &a, camera: Camera { zoom: 0.2, x: 0.0, y: 0.0 }, view };
        let camera = aligned(both, &partners, Some(1), &b, view).expect("pairs");
        assert!((2920.0 * 0.2 + camera.y - 920.0 * 0.2).abs() < 0.5, "{camera:?}");
        assert!(aligned(look(0.0), &[None, None], None, &b, view).is_none());
    }

    #[test]
    fn the_other_drawing_does_not_jump_while_one_is_moved() {
        let a = Scene::new(drawing((0..20).map(|n| node(n, n as f32 * 100.0, None)).collect(), &[]));
        let b = Scene::new(drawing((0..20).map(|n| node(n, n as f32 * 130.0, None)).collect(), &[]));
        let partners: Vec<Option<u32>> = (0..20).map(Some).collect();
        let view = (400.0, 300.0);
        let mut last = None::<f64>;
        for step in 0..1000 {
            let camera = Camera { zoom: 1.0, x: 0.0, y: -f64::from(step) };
            let y = aligned(Look { scene: &a, camera, view }, &partners, None, &b, view).expect("pairs").y;
            assert!(last.is_none_or(|last| (last - y).abs() < 12.0), "{step}: {last:?} {y}");
            last = Some(y);
        }
    }
}
