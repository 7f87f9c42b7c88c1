//! Simulates `tf.train.Checkpoint.restore`: two object graphs are traversed together from their roots, children are
//! matched by their local names, and a slot variable follows once its optimizer and its variable are both bound.
//!
//! Bindings, deferred values and refusals were compared with TensorFlow 2.5.3 and 2.21.0 (`tests/report/restores.rs`).

use super::objects::{Node, ObjectGraph, Role};
use super::outcome::{How, Left, Misfit, Missing, Outcome, Taken, ValueType, Waiting, Why, fits};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;

/// Objects with the types of their values.
pub struct Objects<'a> {
    /// The graph.
    pub graph: &'a ObjectGraph,
    /// dtype and shape by key.
    pub types: &'a BTreeMap<String, ValueType>,
}

/// The outcome of restoring `checkpoint` into the objects of `program` when the program runs eagerly.
pub fn restore_objects(checkpoint: &Objects<'_>, program: &Objects<'_>) -> Outcome {
    let count = checkpoint.graph.nodes.len();
    let mut walk = Walk {
        checkpoint,
        program,
        bound: vec![Bound::No; count],
        filled: vec![false; program.graph.nodes.len()],
        deferred: Vec::new(),
        slots: HashMap::new(),
        late_slots: HashMap::new(),
        queue: VecDeque::new(),
        out: Outcome::default(),
    };
    for (optimizer, node) in checkpoint.graph.nodes.iter().enumerate() {
        for slot in &node.slots {
            let kept =
                SlotOf { optimizer: optimizer as u32, original: slot.original, node: slot.node, name: &slot.name };
            walk.slots.entry(slot.original).or_default().push(kept);
        }
    }
    if count > 0 && !program.graph.nodes.is_empty() {
        walk.bind(0, Bound::To(0));
        while let Some(node) = walk.queue.pop_front() {
            walk.visit(node);
        }
    }
    walk.finish()
}

/// Binding of an object of the checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    No,
    /// An object of the program.
    To(u32),
    /// A slot variable that its optimizer creates during the restore.
    Made,
}

#[derive(Clone, Copy)]
struct SlotOf<'a> {
    optimizer: u32,
    original: u32,
    node: u32,
    name: &'a str,
}

struct Walk<'a> {
    checkpoint: &'a Objects<'a>,
    program: &'a Objects<'a>,
    bound: Vec<Bound>,
    /// Objects of the program that have received a value.
    filled: Vec<bool>,
    /// Object of the program, name of its missing child, object of the checkpoint that waits for it.
    deferred: Vec<(u32, &'a str, u32)>,
    /// Slot variables by the variable they accompany, until that one is bound.
    slots: HashMap<u32, Vec<SlotOf<'a>>>,
    /// Slot variables by their optimizer, which is not bound yet, while their variables are.
    late_slots: HashMap<u32, Vec<SlotOf<'a>>>,
    queue: VecDeque<u32>,
    out: Outcome,
}

impl<'a> Walk<'a> {
    fn node(&self, index: u32) -> &'a Node {
        &self.checkpoint.graph.nodes[index as usize]
    }

    fn object(&self, index: u32) -> &'a Node {
        &self.program.graph.nodes[index as usize]
    }

    fn bind(&mut self, node: u32, to: Bound) {
        self.bound[node as usize] = to;
        self.queue.push_back(node);
    }

    fn visit(&mut self, index: u32) {
        match self.bound[index as usize] {
            Bound::To(object) => {
                self.values(index, object);
                self.children(index, object);
            }
            Bound::Made => self.made(index),
            Bound::No => {}
        }
        self.slot_variables(index);
    }

    /// Assigns the saved values of an object to the program's object.
    fn values(&mut self, index: u32, object: u32) {
        let (node, target) = (self.node(index), self.object(object));
        let first = !std::mem::replace(&mut self.filled[object as usize], true);
        let slot = node.role == Role::SlotVariable;
        let mut unused = Vec::new();
        for attribute in &node.attributes {
            let key = attribute.key.clone();
            let Some(into) = target.attributes.iter().find(|other| other.name == attribute.name) else {
                unused.push(attribute.name.clone());
                self.out.left.push(Left { key, why: Why::NotAValue, slot });
                continue;
            };
            let into = into.key.clone();
            if !first {
                self.out.taken.push(Taken { key, into, how: How::Shadowed, slot });
                continue;
            }
            let (stored, wanted) = (self.checkpoint.types.get(&key), self.program.types.get(&into));
            if fits(stored, wanted) {
                self.out.taken.push(Taken { key, into, how: How::Restored, slot });
            } else {
                let (stored, wanted) = (stored.cloned().unwrap_or_default(), wanted.cloned().unwrap_or_default());
                self.out.misfits.push(Misfit { key, into, stored, wanted });
            }
        }
        if !unused.is_empty() {
            self.out.unused.push((index, unused));
        }
    }

    fn made(&mut self, index: u32) {
        for attribute in &self.node(index).attributes {
            let key = attribute.key.clone();
            self.out.taken.push(Taken { into: key.clone(), key, how: How::Created, slot: true });
        }
    }

    fn children(&mut self, index: u32, object: u32) {
        for child in &self.node(index).children {
            if self.bound[child.node as usize] != Bound::No {
                continue;
            }
            match self.object(object).children.iter().find(|other| other.name == child.name) {
                Some(found) => self.bind(child.node, Bound::To(found.node)),
                None => self.deferred.push((object, &child.name, child.node)),
            }
        }
    }

    /// Slot variables whose optimizer, or whose variable, has just been bound.
    fn slot_variables(&mut self, index: u32) {
        for slot in self.late_slots.remove(&index).unwrap_or_default() {
            self.slot_variable(slot);
        }
        for slot in self.slots.remove(&index).unwrap_or_default() {
            if self.bound[slot.optimizer as usize] == Bound::No {
                self.late_slots.entry(slot.optimizer).or_default().push(slot);
            } else {
                self.slot_variable(slot);
            }
        }
    }

    fn slot_variable(&mut self, slot: SlotOf<'_>) {
        let (Bound::To(optimizer), Bound::To(variable)) =
            (self.bound[slot.optimizer as usize], self.bound[slot.original as usize])
        else {
            return;
        };
        if self.bound[slot.node as usize] != Bound::No {
            return;
        }
        let kept = self.object(optimizer);
        let own = kept.slots.iter().find(|own| own.original == variable && own.name == slot.name);
        match own {
            Some(own) => self.bind(slot.node, Bound::To(own.node)),
            None if makes_slots(kept) => self.bind(slot.node, Bound::Made),
            None => {}
        }
    }

    fn finish(mut self) -> Outcome {
        let waits = self.waits();
        // Thousands may wait for one object: its path is shared.
        let mut paths: HashMap<u32, Rc<str>> = HashMap::new();
        for (index, node) in self.checkpoint.graph.nodes.iter().enumerate() {
            if self.bound[index] != Bound::No || node.attributes.is_empty() {
                continue;
            }
            self.out.unresolved = self.out.unresolved.or(Some(index as u32));
            let slot = node.role == Role::SlotVariable;
            for attribute in &node.attributes {
                let key = attribute.key.clone();
                match waits.get(&(index as u32)) {
                    Some(&(on, name)) => {
                        let path = &self.program.graph.nodes[on as usize].path;
                        let on = paths.entry(on).or_insert_with(|| path.as_str().into()).clone();
                        self.out.waiting.push(Waiting { key, on, name: name.to_owned(), slot });
                    }
                    None => self.out.left.push(Left { key, why: if slot { Why::NoSlots } else { Why::NoName }, slot }),
                }
            }
        }
        for (object, filled) in self.program.graph.nodes.iter().zip(&self.filled) {
            if !filled && object.reached {
                let slot = object.role == Role::SlotVariable;
                let keys = object.attributes.iter().map(|attribute| attribute.key.clone());
                self.out.missing.extend(keys.map(|key| Missing { key, slot }));
            }
        }
        self.out
    }

    /// For each object that is not bound: the object of the program and the name of the child it waits for. A slot
    /// variable waits for its optimizer or its variable, whichever is missing.
    fn waits(&self) -> HashMap<u32, (u32, &'a str)> {
        let mut waits = HashMap::new();
        let mut queue: VecDeque<(u32, (u32, &'a str))> =
            self.deferred.iter().map(|&(object, name, node)| (node, (object, name))).collect();
        while let Some((index, on)) = queue.pop_front() {
            if self.bound[index as usize] != Bound::No || waits.contains_key(&index) {
                continue;
            }
            waits.insert(index, on);
            queue.extend(self.node(index).children.iter().map(|child| (child.node, on)));
        }
        for (optimizer, node) in self.checkpoint.graph.nodes.iter().enumerate() {
            for slot in &node.slots {
                let on = waits.get(&slot.original).or_else(|| waits.get(&(optimizer as u32))).copied();
                if let (Some(on), Bound::No) = (on, self.bound[slot.node as usize]) {
                    waits.entry(slot.node).or_insert(on);
                }
            }
        }
        waits
    }
}

/// Whether an object that an optimizer's record was bound to creates slot variables during a restore: the optimizers of
/// TensorFlow 1 and of Keras 2 up to 2.10 do. Those that list their state in `_variables` do not, nor do variables.
fn makes_slots(object: &Node) -> bool {
    object.attributes.is_empty() && !object.children.iter().any(|child| child.name == "_variables")
}
