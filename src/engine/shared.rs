//! State that the nodes of a session share besides tensors: strings, variables and tables by name, random generators, threads.

use super::crew::Crew;
use super::data::Aligned;
use super::error::Result;
use super::memory::{Budget, Lease};
use super::program::Shape;
use super::text::Texts;
use std::collections::{BTreeMap, HashMap};

/// The object behind a resource handle.
#[derive(Debug)]
pub enum Resource {
    /// A variable; empty until it is assigned.
    Variable(Option<(Shape, Aligned, Lease)>),
    /// A hash table from the bytes of a key to the bytes of a value; empty until it is filled.
    Table(HashMap<Box<[u8]>, Box<[u8]>>, Lease),
}

/// Values that a node of another kind keeps from one run to the next.
#[derive(Debug)]
struct Kept {
    /// Subgraph and index of the operator.
    node: (usize, usize),
    values: Vec<u32>,
    _lease: Lease,
}

/// State that outlives a run.
#[derive(Debug, Default)]
pub struct Shared {
    /// Memory of the session.
    pub budget: Budget,
    /// Threads of the session.
    pub crew: Crew,
    /// Strings of all tensors.
    pub texts: Texts,
    /// Number of blocks that each random node has drawn, by subgraph and index of the operator.
    pub drawn: BTreeMap<(usize, usize), u64>,
    kept: Vec<Kept>,
    resources: Vec<Resource>,
    names: BTreeMap<String, u32>,
    /// Memory of the strings created in a run.
    made: Vec<Lease>,
}

impl Shared {
    /// Takes memory for strings, which live as long as the session.
    pub fn reserve_texts(&mut self, bytes: usize) -> Result<()> {
        self.made.push(self.budget.take(bytes)?);
        Ok(())
    }

    /// The values that a node keeps from one run to the next, by subgraph and index of the operator: `count` zeros at
    /// first, and again when it keeps another number of them.
    pub fn kept(&mut self, node: (usize, usize), count: usize) -> Result<&mut [u32]> {
        let found = self.kept.iter().position(|kept| kept.node == node && kept.values.len() == count);
        if found.is_none() {
            self.kept.retain(|kept| kept.node != node);
            let lease = self.budget.take(count * size_of::<u32>())?;
            self.kept.push(Kept { node, values: vec![0; count], _lease: lease });
        }
        let at = found.unwrap_or(self.kept.len() - 1);
        Ok(&mut self.kept[at].values)
    }

    /// The handle of the resource with this name, created on first use.
    pub fn handle(&mut self, name: String, new: Resource) -> u32 {
        let next = self.resources.len() as u32;
        let handle = *self.names.entry(name).or_insert(next);
        if handle == next {
            self.resources.push(new);
        }
        handle
    }

    /// The resource of a handle.
    pub fn resource(&mut self, handle: u32) -> Option<&mut Resource> {
        self.resources.get_mut(handle as usize)
    }
}
