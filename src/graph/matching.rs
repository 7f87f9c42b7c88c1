//! Matches the nodes of two graphs: by name, by structure, by position; never by index alone.
//!
//! All steps take time proportional to nodes and edges: a hostile graph must not cause quadratic time.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Source of an input: a node of the same graph and a number for its output; `None` for a source that is not a node.
pub type Feed = Option<(u32, u64)>;

/// A node as the matching sees it.
#[derive(Clone, Debug, Default)]
pub struct Matchable {
    /// Its name; may be empty and need not be unique.
    pub name: String,
    /// Its operation.
    pub op: String,
    /// A hash of its options.
    pub options: u64,
    /// Source of each input.
    pub inputs: Vec<Feed>,
    /// Whether it is an input or output of the graph: those without a partner by name are matched by order.
    pub port: bool,
}

/// Pairs of nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matching {
    /// For each node of the first graph its partner in the second.
    pub of_a: Vec<Option<u32>>,
    /// For each node of the second graph its partner in the first.
    pub of_b: Vec<Option<u32>>,
}

impl Matching {
    /// Whether two inputs, one of each graph, have matching sources.
    pub fn same_feed(&self, a: Feed, b: Feed) -> bool {
        match (a, b) {
            (Some((a, out_a)), Some((b, out_b))) => {
                self.of_a.get(a as usize).is_some_and(|partner| *partner == Some(b)) && out_a == out_b
            }
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

/// A hash: equal for equal values.
pub fn fingerprint(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Matches the nodes of two graphs, the most certain pairs first: same name and op; neighbors of pairs in the same
/// role; the same computation from paired nodes; same name; same position between pairs, with any op; the same op after
/// the same pair.
pub fn matching(a: &[Matchable], b: &[Matchable]) -> Matching {
    let mut work = Work::new(a, b);
    work.by_key(|node| (!node.name.is_empty()).then(|| fingerprint((&node.name, &node.op))), false);
    work.by_key(|node| node.port.then(|| fingerprint(&node.op)), true);
    work.spread();
    for strict in [true, false] {
        work.by_meaning(strict);
        work.spread();
    }
    work.by_key(|node| (!node.name.is_empty()).then(|| fingerprint(&node.name)), false);
    work.spread();
    work.by_role();
    work.spread();
    work.by_place();
    work.spread();
    work.by_key(|node| (!node.inputs.is_empty()).then(|| fingerprint(&node.op)), false);
    // A node without name and inputs is identified by its operation alone.
    let bare = |node: &Matchable| node.name.is_empty() && node.inputs.is_empty();
    work.by_key(|node| bare(node).then(|| fingerprint((&node.op, node.options))), true);
    work.by_key(|node| bare(node).then(|| fingerprint(&node.op)), true);
    work.found
}

/// One of the two graphs.
struct Side<'a> {
    nodes: &'a [Matchable],
    /// Users of the outputs of each node, each with the input it uses.
    users: Vec<Vec<(u32, u32)>>,
}

impl<'a> Side<'a> {
    fn new(nodes: &'a [Matchable]) -> Self {
        let mut users = vec![Vec::new(); nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            for (slot, input) in node.inputs.iter().enumerate() {
                if let Some(users) = input.and_then(|(from, _)| users.get_mut(from as usize)) {
                    users.push((index as u32, slot as u32));
                }
            }
        }
        Self { nodes, users }
    }

    fn node(&self, index: u32) -> &'a Matchable {
        &self.nodes[index as usize]
    }

    /// The role of an output in a user.
    fn role(&self, (user, slot): (u32, u32), strict: bool) -> u64 {
        let node = self.node(user);
        let output = node.inputs[slot as usize].map(|(_, output)| output);
        fingerprint((&node.op, slot, output, strict.then_some(node.options), node.inputs.len()))
    }
}

struct Work<'a> {
    a: Side<'a>,
    b: Side<'a>,
    found: Matching,
    /// Pairs whose neighbors were not visited yet.
    queue: VecDeque<(u32, u32)>,
}

impl<'a> Work<'a> {
    fn new(a: &'a [Matchable], b: &'a [Matchable]) -> Self {
        let found = Matching { of_a: vec![None; a.len()], of_b: vec![None; b.len()] };
        Self { a: Side::new(a), b: Side::new(b), found, queue: VecDeque::new() }
    }

    fn pair(&mut self, a: u32, b: u32) {
        if self.found.of_a[a as usize].is_none() && self.found.of_b[b as usize].is_none() {
            self.found.of_a[a as usize] = Some(b);
            self.found.of_b[b as usize] = Some(a);
            self.queue.push_back((a, b));
        }
    }

    fn free_a(&self) -> impl Iterator<Item = u32> + use<'a> {
        free(&self.found.of_a).into_iter()
    }

    fn free_b(&self) -> impl Iterator<Item = u32> + use<'a> {
        free(&self.found.of_b).into_iter()
    }

    /// Pairs free nodes with the same key: unique ones, or all in order if `in_order`.
    fn by_key(&mut self, key: impl Fn(&Matchable) -> Option<u64>, in_order: bool) {
        let keyed = |side: &Side<'_>, free: Vec<u32>| -> Vec<(u32, u64)> {
            free.into_iter().filter_map(|index| Some((index, key(side.node(index))?))).collect()
        };
        let (a, b) = (keyed(&self.a, self.free_a().collect()), keyed(&self.b, self.free_b().collect()));
        self.pair_keyed(&a, &b, in_order);
    }

    fn pair_keyed(&mut self, a: &[(u32, u64)], b: &[(u32, u64)], in_order: bool) {
        let (mut of_a, mut of_b) = (HashMap::<u64, Vec<u32>>::new(), HashMap::<u64, Vec<u32>>::new());
        for (index, key) in a {
            of_a.entry(*key).or_default().push(*index);
        }
        for (index, key) in b {
            of_b.entry(*key).or_default().push(*index);
        }
        let mut seen = HashSet::new();
        for (_, key) in a {
            if !seen.insert(*key) {
                continue;
            }
            let (Some(left), Some(right)) = (of_a.get(key), of_b.get(key)) else { continue };
            if in_order || left.len() == 1 && right.len() == 1 {
                for (x, y) in left.iter().zip(right) {
                    self.pair(*x, *y);
                }
            }
        }
    }

    /// Goes from pairs to their neighbors, if exactly one has the same role on both sides.
    fn spread(&mut self) {
        while let Some((a, b)) = self.queue.pop_front() {
            let (left, right) = (self.a.node(a), self.b.node(b));
            if left.op == right.op {
                for (x, y) in left.inputs.iter().zip(&right.inputs) {
                    if let (Some((x, out_x)), Some((y, out_y))) = (*x, *y)
                        && out_x == out_y
                        && let (Some(left), Some(right)) = (self.a.nodes.get(x as usize), self.b.nodes.get(y as usize))
                        && left.op == right.op
                    {
                        self.pair(x, y);
                    }
                }
            }
            for strict in [true, false] {
                let free_users = |side: &Side<'_>, node: u32, taken: &[Option<u32>]| -> Vec<(u32, u64)> {
                    let users = side.users[node as usize].iter().filter(|(user, _)| taken[*user as usize].is_none());
                    users.map(|user| (user.0, side.role(*user, strict))).collect()
                };
                let users_a = free_users(&self.a, a, &self.found.of_a);
                let users_b = free_users(&self.b, b, &self.found.of_b);
                self.pair_keyed(&users_a, &users_b, false);
            }
        }
    }

    /// Pairs nodes with the same computation: hashes from the inputs on, in which a pair counts as one node. Without
    /// `strict`, options do not count.
    fn by_meaning(&mut self, strict: bool) {
        let a = hashes(&self.a, &|index| self.found.of_a[index as usize].map(|_| index), strict);
        let b = hashes(&self.b, &|index| self.found.of_b[index as usize], strict);
        let keyed = |free: Vec<u32>, hashes: &[u64]| -> Vec<(u32, u64)> {
            free.into_iter().map(|index| (index, hashes[index as usize])).collect()
        };
        // Nodes without inputs have no meaning by themselves.
        let fed = |side: &Side<'a>, free: Vec<u32>| -> Vec<u32> {
            free.into_iter().filter(|index| !side.node(*index).inputs.is_empty()).collect()
        };
        let (free_a, free_b) = (fed(&self.a, self.free_a().collect()), fed(&self.b, self.free_b().collect()));
        let (a, b) = (keyed(free_a, &a), keyed(free_b, &b));
        self.pair_keyed(&a, &b, true);
    }

    /// Pairs nodes between the same pairs, with any op: finds an op that was replaced by another.
    fn by_role(&mut self) {
        let role = |side: &Side<'_>, free: Vec<u32>, pair: &dyn Fn(u32) -> Option<u32>| -> Vec<(u32, u64)> {
            let keyed = |index: u32| {
                let inputs =
                    side.node(index).inputs.iter().map(|input| Some((pair(input.as_ref()?.0)?, input.as_ref()?.1)));
                let inputs: Option<Vec<_>> = inputs.collect();
                let users = side.users[index as usize].iter().map(|(user, slot)| Some((pair(*user)?, *slot)));
                let mut users: Vec<_> = users.collect::<Option<_>>()?;
                crate::order::sort(&mut users);
                let whole = !users.is_empty() && inputs.as_ref().is_some_and(|inputs| !inputs.is_empty());
                whole.then(|| (index, fingerprint((inputs, users))))
            };
            free.into_iter().filter_map(keyed).collect()
        };
        let a = role(&self.a, self.free_a().collect(), &|index| self.found.of_a.get(index as usize)?.map(|_| index));
        let b = role(&self.b, self.free_b().collect(), &|index| *self.found.of_b.get(index as usize)?);
        self.pair_keyed(&a, &b, false);
    }

    /// Pairs free nodes of one op after the same pair, in their order.
    fn by_place(&mut self) {
        let place = |side: &Side<'_>, anchors: &dyn Fn(usize) -> Option<u32>| -> Vec<(u32, u64)> {
            let mut behind = None;
            let mut keyed = Vec::new();
            for (index, node) in side.nodes.iter().enumerate() {
                match anchors(index) {
                    Some(anchor) => behind = Some(anchor),
                    None if !node.inputs.is_empty() => keyed.push((index as u32, fingerprint((behind, &node.op)))),
                    None => {}
                }
            }
            keyed
        };
        let a = place(&self.a, &|index| self.found.of_a[index].map(|_| index as u32));
        let b = place(&self.b, &|index| self.found.of_b[index]);
        self.pair_keyed(&a, &b, true);
    }
}

fn free(taken: &[Option<u32>]) -> Vec<u32> {
    taken.iter().enumerate().filter(|(_, partner)| partner.is_none()).map(|(index, _)| index as u32).collect()
}

/// A hash of each node's computation and inputs; `pair` returns the pair of a node. Nodes in a cycle count without
/// their inputs.
fn hashes(side: &Side<'_>, pair: &dyn Fn(u32) -> Option<u32>, strict: bool) -> Vec<u64> {
    let own = |node: &Matchable| fingerprint((&node.op, strict.then_some(node.options), node.inputs.len()));
    let mut hashes: Vec<u64> = side.nodes.iter().map(own).collect();
    let known = |input: &Option<(u32, u64)>| input.filter(|(from, _)| (*from as usize) < side.nodes.len());
    let mut waits: Vec<usize> =
        side.nodes.iter().map(|node| node.inputs.iter().filter(|input| known(input).is_some()).count()).collect();
    let mut ready: VecDeque<u32> = (0..side.nodes.len() as u32).filter(|i| waits[*i as usize] == 0).collect();
    while let Some(index) = ready.pop_front() {
        let mut hasher = DefaultHasher::new();
        hashes[index as usize].hash(&mut hasher);
        for input in &side.node(index).inputs {
            let input = known(input);
            let from =
                input.map(|(from, output)| (pair(from), pair(from).is_none().then(|| hashes[from as usize]), output));
            from.hash(&mut hasher);
        }
        hashes[index as usize] = hasher.finish();
        for (user, _) in &side.users[index as usize] {
            waits[*user as usize] -= 1;
            if waits[*user as usize] == 0 {
                ready.push_back(*user);
            }
        }
    }
    hashes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str, op: &str, inputs: &[u32]) -> Matchable {
        let inputs = inputs.iter().map(|from| Some((*from, 0))).collect();
        Matchable { name: name.to_owned(), op: op.to_owned(), inputs, ..Matchable::default() }
    }

    fn port(name: &str, op: &str, inputs: &[u32]) -> Matchable {
        Matchable { port: true, ..node(name, op, inputs) }
    }

    #[test]
    fn names_lead_whatever_the_order() {
        let a = [node("x", "IN", &[]), node("c", "CONV", &[0]), node("r", "RELU", &[1])];
        let b = [node("r", "RELU", &[2]), node("x", "IN", &[]), node("c", "CONV", &[1])];
        assert_eq!(matching(&a, &b).of_a, [Some(1), Some(2), Some(0)]);
    }

    #[test]
    fn without_names_structure_leads_and_an_inserted_node_is_the_only_new_one() {
        let a = [port("p", "in", &[]), node("1", "CONV", &[0]), node("2", "RELU", &[1]), port("q", "out", &[2])];
        let b = [
            port("u", "in", &[]),
            node("7", "CONV", &[0]),
            node("8", "TANH", &[1]),
            node("9", "RELU", &[2]),
            port("v", "out", &[3]),
        ];
        let found = matching(&a, &b);
        assert_eq!(found.of_a, [Some(0), Some(1), Some(3), Some(4)]);
        assert_eq!(found.of_b[2], None);
    }

    #[test]
    fn an_op_replaced_by_another_keeps_its_place() {
        let a = [port("p", "in", &[]), node("1", "TANH", &[0]), node("2", "FC", &[1])];
        let b = [port("p", "in", &[]), node("7", "LOGISTIC", &[0]), node("2", "FC", &[1])];
        assert_eq!(matching(&a, &b).of_a, [Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn circles_and_inputs_that_name_nothing_do_no_harm() {
        let a = [node("", "A", &[1]), node("", "B", &[0]), node("", "C", &[9]), node("", "ONCE", &[])];
        let found = matching(&a, &a);
        assert_eq!(found.of_a, [Some(0), Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn a_hundred_thousand_equal_nodes_take_no_square() {
        let many: Vec<Matchable> = (0..100_000).map(|_| node("", "X", &[0])).collect();
        let began = std::time::Instant::now();
        let found = matching(&many, &many[..90_000]);
        assert_eq!(found.of_b.iter().flatten().count(), 90_000);
        assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    }
}
