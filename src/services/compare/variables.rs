//! Variables by key, renamed ones by type and shape, and the objects of checkpoints by path.

use super::collect::{Collected, Pair, Place, Value, field, type_text};
use super::schema::PartKind;
use crate::formats::stored::Stores;
use crate::graph::fingerprint;
use crate::report::schema::{Artifact, ObjectGraph, ObjectNode, Variable};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;

/// One side: its report, and the document with its values.
pub struct Side<'a> {
    /// The report.
    pub report: &'a Artifact,
    /// The document that stores the values.
    pub stores: Option<Rc<dyn Stores>>,
}

impl Side<'_> {
    /// Stored values by name.
    fn values(&self) -> HashMap<String, Value> {
        let Some(stores) = &self.stores else { return HashMap::new() };
        let listed = stores.listed().into_iter().enumerate();
        let value = |(index, listed): (usize, crate::formats::stored::Listed)| {
            (listed.name.clone(), Value { stores: stores.clone(), index, listed, codes: None })
        };
        listed.map(value).collect()
    }
}

/// Compares variables: those with the same key, then those that differ only in name.
pub fn compared(a: &Side<'_>, b: &Side<'_>, out: &mut Collected) {
    let place = Place { part: PartKind::Variable, scope: "" };
    let (list_a, list_b) = (&a.report.variables, &b.report.variables);
    let (mut values_a, mut values_b) = (a.values(), b.values());
    let pairs = pair(list_a, list_b);
    for (index, x) in list_a.iter().enumerate() {
        let Some(other) = pairs.get(&index) else {
            out.one(place, false, &x.name, type_text(&x.dtype, &x.shape));
            continue;
        };
        let y = &list_b[*other];
        let mut fields = Vec::new();
        field(&mut fields, "dtype", Some(x.dtype.clone()), Some(y.dtype.clone()));
        field(&mut fields, "shape", Some(format!("{:?}", x.shape)), Some(format!("{:?}", y.shape)));
        out.both(place, (&x.name, &y.name), type_text(&x.dtype, &x.shape), fields);
        if let (Some(left), Some(right)) = (values_a.remove(&x.name), values_b.remove(&y.name)) {
            out.pairs.push(Pair { a: (x.name.clone(), left), b: (y.name.clone(), right) });
        }
    }
    let taken: std::collections::HashSet<usize> = pairs.into_values().collect();
    for (_, y) in list_b.iter().enumerate().filter(|(index, _)| !taken.contains(index)) {
        out.one(place, true, &y.name, type_text(&y.dtype, &y.shape));
    }
}

/// Pairs variables by name, then those with a unique type and shape, comparing the last part of their names first.
fn pair(a: &[Variable], b: &[Variable]) -> HashMap<usize, usize> {
    let by_name: HashMap<&str, usize> = b.iter().enumerate().map(|(index, v)| (v.name.as_str(), index)).collect();
    let mut pairs: HashMap<usize, usize> =
        a.iter().enumerate().filter_map(|(index, v)| Some((index, *by_name.get(v.name.as_str())?))).collect();
    let last = |variable: &Variable| -> String {
        let key = variable.name.split("/.ATTRIBUTES/").next().unwrap_or_default();
        key.rsplit('/').next().unwrap_or_default().to_owned()
    };
    let keys: [&dyn Fn(&Variable) -> u64; 2] =
        [&|v| fingerprint((&v.dtype, &v.shape, last(v))), &|v| fingerprint((&v.dtype, &v.shape))];
    for key in keys {
        let mut groups: HashMap<u64, (Vec<usize>, Vec<usize>)> = HashMap::new();
        let taken: std::collections::HashSet<usize> = pairs.values().copied().collect();
        for (index, variable) in a.iter().enumerate().filter(|(index, _)| !pairs.contains_key(index)) {
            groups.entry(key(variable)).or_default().0.push(index);
        }
        for (index, variable) in b.iter().enumerate().filter(|(index, _)| !taken.contains(index)) {
            groups.entry(key(variable)).or_default().1.push(index);
        }
        for group in groups.into_values() {
            if let (&[x], &[y]) = (&group.0[..], &group.1[..]) {
                pairs.insert(x, y);
            }
        }
    }
    pairs
}

/// Compares objects by path.
pub fn objects(a: &ObjectGraph, b: &ObjectGraph, out: &mut Collected) {
    let place = Place { part: PartKind::Object, scope: "" };
    let pairs = pair_objects(a, b);
    let mut taken = vec![false; b.nodes.len()];
    for (index, x) in a.nodes.iter().enumerate() {
        let Some(other) = pairs[index] else {
            out.one(place, false, &x.path, x.role.to_string());
            continue;
        };
        taken[other] = true;
        let y = &b.nodes[other];
        let mut fields = Vec::new();
        field(&mut fields, "role", Some(x.role.to_string()), Some(y.role.to_string()));
        let (parts_a, parts_b) = (parts(a, x), parts(b, y));
        let names: std::collections::BTreeSet<&String> = parts_a.keys().chain(parts_b.keys()).collect();
        for name in names {
            field(&mut fields, name, parts_a.get(name).cloned(), parts_b.get(name).cloned());
        }
        out.both(place, (&x.path, &x.path), x.role.to_string(), fields);
    }
    for (_, y) in b.nodes.iter().enumerate().filter(|(index, _)| !taken[*index]) {
        out.one(place, true, &y.path, y.role.to_string());
    }
}

/// The partner of each object: the first one with the same path; unreachable objects have none.
fn pair_objects(a: &ObjectGraph, b: &ObjectGraph) -> Vec<Option<usize>> {
    let mut waiting: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (index, node) in b.nodes.iter().enumerate() {
        waiting.entry(&node.path).or_default().push_back(index);
    }
    a.nodes.iter().map(|node| waiting.get_mut(node.path.as_str())?.pop_front()).collect()
}

/// Children, values and slot variables of an object by name.
fn parts(graph: &ObjectGraph, node: &ObjectNode) -> BTreeMap<String, String> {
    let path = |index: u32| graph.nodes.get(index as usize).map(|node| node.path.clone()).unwrap_or_default();
    let mut parts = BTreeMap::new();
    for child in &node.children {
        parts.insert(format!("child {}", child.name), path(child.node));
    }
    for attribute in &node.attributes {
        parts.insert(attribute.name.clone(), attribute.key.clone());
        parts.insert(format!("{} full_name", attribute.name), attribute.full_name.clone());
    }
    for slot in &node.slot_variables {
        parts.insert(format!("slot {} of {}", slot.slot, path(slot.original)), path(slot.node));
    }
    parts
}
