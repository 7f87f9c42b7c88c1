//! Sizes of variables by scope: counts and bytes of every scope, those of optimizers apart. Linear in the number of
//! parts of all names.

use crate::report::schema::{ObjectGraph, Role};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Appended to the path of an object in the keys of a checkpoint.
const ATTRIBUTES: &str = "/.ATTRIBUTES/";
/// Separates the path of a variable from its optimizer in the key of a slot variable.
const SLOT: &str = ".OPTIMIZER_SLOT";
/// Most parts that an optimizer of TensorFlow 1 appends to the name of a variable, as in `kernel/t_0/Adagrad`.
const SLOT_PARTS: usize = 4;
/// Groups of `.keras` and HDF5 files with the state of the optimizer.
const OPTIMIZERS: [&str; 2] = ["optimizer", "optimizer_weights"];

/// A number of variables and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Variables.
    pub count: u64,
    /// Bytes as stored.
    pub bytes: u64,
}

impl Size {
    fn add(&mut self, bytes: u64) {
        self.count += 1;
        self.bytes = self.bytes.saturating_add(bytes);
    }
}

/// A scope, or a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Last part of its path; empty for the root.
    pub name: String,
    /// Index of the scope around it; the root has itself.
    pub parent: u32,
    /// Variables in it that belong to the model.
    pub model: Size,
    /// Slot variables in it, and other variables of an optimizer.
    pub optimizer: Size,
    /// The scopes in it, the largest first.
    pub inside: Vec<u32>,
}

impl Scope {
    /// Bytes of all variables in it.
    pub fn bytes(&self) -> u64 {
        self.model.bytes.saturating_add(self.optimizer.bytes)
    }

    /// Number of all variables in it.
    pub fn count(&self) -> u64 {
        self.model.count + self.optimizer.count
    }
}

/// The scopes of some variables. Scope 0 is the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes {
    /// Scopes by index.
    pub scopes: Vec<Scope>,
    /// The innermost scope of each variable.
    of: Vec<u32>,
    /// Position of each scope in a walk of the tree, and the end of those in it.
    walk: Vec<Range<u32>>,
}

/// Name of a variable for its scopes, its bytes, and whether it belongs to an optimizer.
pub struct Sized<'a> {
    /// Path whose parts are separated by `/`.
    pub path: &'a str,
    /// Bytes as stored.
    pub bytes: u64,
    /// Whether it is a slot variable, or another variable of an optimizer.
    pub optimizer: bool,
}

impl Scopes {
    /// The scopes of variables.
    pub fn new<'a>(variables: impl Iterator<Item = Sized<'a>>) -> Self {
        let mut scopes = vec![Scope::default()];
        let mut inside: HashMap<(u32, &str), u32> = HashMap::new();
        let mut of = Vec::new();
        // Names are mostly sorted, so a path begins like the one before it.
        let mut before: Vec<(&str, u32)> = Vec::new();
        for Sized { path, bytes, optimizer } in variables {
            let (mut at, mut depth) = (0u32, 0);
            add(&mut scopes[0], bytes, optimizer);
            for part in parts(path) {
                if before.get(depth).is_none_or(|(name, _)| *name != part) {
                    before.truncate(depth);
                    let scope = *inside.entry((at, part)).or_insert_with(|| {
                        let index = scopes.len() as u32;
                        scopes[at as usize].inside.push(index);
                        scopes.push(Scope { name: part.to_owned(), parent: at, ..Scope::default() });
                        index
                    });
                    before.push((part, scope));
                }
                at = before[depth].1;
                depth += 1;
                add(&mut scopes[at as usize], bytes, optimizer);
            }
            of.push(at);
        }
        let sizes: Vec<u64> = scopes.iter().map(Scope::bytes).collect();
        for scope in &mut scopes {
            crate::order::sort_by(&mut scope.inside, |a, b| sizes[*b as usize].cmp(&sizes[*a as usize]));
        }
        let walk = walk(&scopes);
        Self { scopes, of, walk }
    }

    /// Whether a variable is in a scope.
    pub fn holds(&self, scope: u32, variable: usize) -> bool {
        let Some(of) = self.of.get(variable) else { return false };
        self.walk[scope as usize].contains(&self.walk[*of as usize].start)
    }

    /// The scopes around a scope and itself, the root first.
    pub fn path(&self, scope: u32) -> Vec<u32> {
        let mut path = vec![scope];
        let mut at = scope;
        while at != 0 {
            at = self.scopes[at as usize].parent;
            path.push(at);
        }
        path.reverse();
        path
    }
}

fn add(scope: &mut Scope, bytes: u64, optimizer: bool) {
    (if optimizer { &mut scope.optimizer } else { &mut scope.model }).add(bytes);
}

/// Parts of a path. The name of the saved attribute is left out, as it is the same for all.
fn parts(path: &str) -> impl Iterator<Item = &str> {
    path_of(path).split('/').filter(|part| !part.is_empty() && *part != SLOT)
}

/// A key without the name of the saved attribute.
fn path_of(key: &str) -> &str {
    key.split(ATTRIBUTES).next().unwrap_or_default()
}

/// Numbers scopes so that those in a scope follow it without a gap. Without recursion: paths are as deep as files wish.
fn walk(scopes: &[Scope]) -> Vec<Range<u32>> {
    let mut walk = vec![0..0; scopes.len()];
    let mut open = vec![(0u32, 0usize)];
    let mut next = 1;
    while let Some((scope, child)) = open.last_mut() {
        match scopes[*scope as usize].inside.get(*child) {
            Some(inside) => {
                *child += 1;
                walk[*inside as usize].start = next;
                next += 1;
                open.push((*inside, 0));
            }
            None => {
                walk[*scope as usize].end = next;
                open.pop();
            }
        }
    }
    walk
}

/// For each variable whether it belongs to an optimizer: by the object graph if the file has one, otherwise by their names. `names`
/// are keys of a checkpoint or paths in a Keras file.
pub fn of_optimizers(names: &[&str], objects: Option<&ObjectGraph>) -> Vec<bool> {
    if let Some(objects) = objects {
        let keys = optimizer_keys(objects);
        return names.iter().map(|name| name.contains(SLOT) || keys.contains(path_of(name))).collect();
    }
    let all: HashSet<&str> = names.iter().copied().collect();
    let of_optimizer = |name: &str| {
        let first = name.split('/').find(|part| !part.is_empty()).unwrap_or_default();
        // TensorFlow 1 names a slot variable `VARIABLE/OPTIMIZER`, and no other variable is named below a variable.
        let below = name.rmatch_indices('/').take(SLOT_PARTS).any(|(at, _)| all.contains(&name[..at]));
        name.contains(SLOT) || OPTIMIZERS.contains(&first) || below
    };
    names.iter().map(|name| of_optimizer(name)).collect()
}

/// Paths in the keys of slot variables and of the variables that optimizers have as children.
fn optimizer_keys(objects: &ObjectGraph) -> HashSet<&str> {
    let mut keys = HashSet::new();
    let mut own = HashSet::new();
    for node in objects.nodes.iter().filter(|node| node.role == Role::Optimizer) {
        own.extend(node.children.iter().map(|child| child.node));
    }
    for (index, node) in objects.nodes.iter().enumerate() {
        let is_own = node.role == Role::Variable && own.contains(&(index as u32));
        if node.role == Role::SlotVariable || is_own {
            // The object graph of a SavedModel has paths, but no keys.
            keys.extend(node.attributes.is_empty().then_some(node.path.as_str()));
            keys.extend(node.attributes.iter().map(|attribute| path_of(&attribute.key)));
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scopes(variables: &[(&str, u64)]) -> Scopes {
        let names: Vec<&str> = variables.iter().map(|(name, _)| *name).collect();
        let optimizer = of_optimizers(&names, None);
        let one = |(&(path, bytes), &optimizer)| Sized { path, bytes, optimizer };
        Scopes::new(variables.iter().zip(&optimizer).map(one))
    }

    fn size(count: u64, bytes: u64) -> Size {
        Size { count, bytes }
    }

    #[test]
    fn slots_are_counted_apart_in_the_scope_of_their_variable() {
        let found = scopes(&[
            ("dnn/kernel", 40),
            ("dnn/kernel/Adam", 40),
            ("dnn/kernel/Adam_1", 40),
            ("dnn/bias", 4),
            ("step", 8),
        ]);
        let root = &found.scopes[0];
        assert_eq!((root.model, root.optimizer), (size(3, 52), size(2, 80)));
        let dnn = &found.scopes[root.inside[0] as usize];
        assert_eq!((&*dnn.name, dnn.model, dnn.optimizer), ("dnn", size(2, 44), size(2, 80)));
        let kernel = dnn.inside[0];
        let held: Vec<usize> = (0..5).filter(|variable| found.holds(kernel, *variable)).collect();
        assert_eq!(held, [0, 1, 2]);
        assert!((0..5).all(|variable| found.holds(0, variable)));
        let path: Vec<&str> = found.path(kernel).iter().map(|at| &*found.scopes[*at as usize].name).collect();
        assert_eq!(path, ["", "dnn", "kernel"]);
    }

    #[test]
    fn keys_of_objects_lose_their_attribute_and_slots_are_in_their_variable() {
        let found = scopes(&[
            ("net/l1/kernel/.ATTRIBUTES/VARIABLE_VALUE", 20),
            ("net/l1/kernel/.OPTIMIZER_SLOT/optimizer/m/.ATTRIBUTES/VARIABLE_VALUE", 20),
        ]);
        let names: Vec<&str> = found.scopes.iter().map(|scope| &*scope.name).collect();
        assert_eq!(names, ["", "net", "l1", "kernel", "optimizer", "m"]);
        assert_eq!((found.scopes[3].model, found.scopes[3].optimizer), (size(1, 20), size(1, 20)));
    }

    #[test]
    fn deep_and_empty_names_are_no_trouble() {
        let deep = "a/".repeat(100_000);
        let found = scopes(&[(&deep, 1), ("", 2), ("//", 3)]);
        assert_eq!((found.scopes.len(), found.scopes[0].bytes()), (100_001, 6));
        assert!(found.holds(100_000, 0) && !found.holds(1, 1));
        assert_eq!(scopes(&[]).scopes.len(), 1);
    }
}
