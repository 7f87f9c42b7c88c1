//! Arrays of another runtime, and the tensors they belong to.

use super::super::failed::usage;
use super::super::files::{listed, of_file, stripped, tensor, unreadable};
use super::super::io::{Input, Output};
use super::super::schema::{Failed, SkippedResult};
use crate::bytes::{self, Limits, SharedSource, read_range};
use crate::engine::program::{Port, Program};
use crate::formats::{npy, npz};
use crate::message::Message;
use std::collections::BTreeMap;

/// Results of another runtime: arrays with names.
pub struct Results {
    given: Vec<Given>,
    limits: Limits,
}

/// One array.
struct Given {
    /// Source of its name.
    key: Key,
    /// The `.npy` file.
    source: SharedSource,
}

/// The tensor that an array is of.
enum Key {
    /// An output by name or position, or a tensor by name, as the user wrote it.
    Asked(String),
    /// Name of the file without its extension: that of an output or tensor, or any where the model has one output.
    File(String),
    /// A name in an archive: as [`Key::Asked`], but a number is a tensor's index, and `arr_0` the first output.
    Member(String),
}

/// The array of each tensor, and the arrays of no tensor.
pub(super) struct Matched {
    /// Positions in [`Results`], by tensor of the entry graph.
    pub by_tensor: BTreeMap<usize, usize>,
    pub skipped: Vec<SkippedResult>,
}

impl Results {
    /// No arrays. `limits` apply to reading them.
    pub fn new(limits: Limits) -> Self {
        Self { given: Vec::new(), limits }
    }

    /// Adds the arrays of a `.npy` or `.npz` file. `name` says which output or tensor a `.npy` file is of; without it
    /// the name of the file does.
    ///
    /// Errors name the file.
    pub fn add(&mut self, source: &SharedSource, name: Option<&str>) -> Result<(), Failed> {
        self.read(source, name).map_err(|error| of_file(source, unreadable(&error)))
    }

    fn read(&mut self, source: &SharedSource, name: Option<&str>) -> bytes::Result<()> {
        let start = read_range(&**source, 0..source.len().min(6), &self.limits)?;
        if start.starts_with(b"PK") {
            let members = npz::members(source, &self.limits)?;
            self.given.extend(members.into_iter().map(|(name, source)| Given { key: Key::Member(name), source }));
            return Ok(());
        }
        // Reports now what can be known now.
        npy::header(&**source, &self.limits)?;
        let file = source.name().rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let key = name.map_or_else(|| Key::File(stem.to_owned()), |name| Key::Asked(name.to_owned()));
        self.given.push(Given { key, source: source.clone() });
        Ok(())
    }

    /// Whether each file belongs to a tensor of the program.
    ///
    /// Errors: a name that the model does not have; a file without a name, where there are several outputs; no array has
    /// a tensor.
    pub fn check(&self, program: &Program) -> Result<(), Failed> {
        self.matched(program).map(drop)
    }

    /// Uses arrays of input tensors as inputs where the user gave none.
    ///
    /// Errors: those of [`Results::check`] and of reading the arrays.
    pub fn fill(&self, program: &Program, inputs: &mut [Input]) -> Result<(), Failed> {
        let matched = self.matched(program)?;
        for (port, input) in program.inputs.iter().zip(inputs) {
            let given = matched.by_tensor.get(&port.tensor);
            if let (Some(&given), Input::Zeros | Input::Random(_)) = (given, &input) {
                let array = self.array(given);
                *input = array.map_err(|error| of_file(&self.given[given].source, unreadable(&error)))?.into();
            }
        }
        Ok(())
    }

    /// Reads an array by position.
    pub(super) fn array(&self, position: usize) -> bytes::Result<Output> {
        npy::read(&*self.given[position].source, &self.limits).and_then(tensor)
    }

    /// Name of an array, for messages.
    pub(super) fn name(&self, position: usize) -> &str {
        match &self.given[position].key {
            Key::Asked(name) | Key::File(name) | Key::Member(name) => name,
        }
    }

    /// Finds the tensor of each array. Errors: those of [`Results::check`].
    pub(super) fn matched(&self, program: &Program) -> Result<Matched, Failed> {
        let mut matched = Matched { by_tensor: BTreeMap::new(), skipped: Vec::new() };
        let known = || listed(program.outputs.iter().map(|port| port.name.as_str()));
        for (position, given) in self.given.iter().enumerate() {
            let found = match (&given.key, program.outputs.as_slice()) {
                (Key::Asked(name), _) => Some(
                    find(program, name)
                        .ok_or_else(|| usage("run-results-no-tensor", &[("name", name.clone()), ("known", known())]))?,
                ),
                (Key::File(name), [only]) => Some(find(program, name).unwrap_or(only.tensor)),
                (Key::File(name), _) => Some(find(program, name).ok_or_else(|| {
                    usage("run-results-which", &[("file", given.source.name().to_string()), ("known", known())])
                })?),
                (Key::Member(name), _) => member(program, name),
            };
            match found {
                Some(tensor) => drop(matched.by_tensor.entry(tensor).or_insert(position)),
                None => matched.skipped.push(SkippedResult {
                    name: self.name(position).to_owned(),
                    reason: Message::new("run-results-unknown"),
                }),
            }
        }
        if matched.by_tensor.is_empty() {
            let given = listed((0..self.given.len()).map(|position| self.name(position)));
            return Err(usage("run-results-none", &[("given", given), ("known", known())]));
        }
        Ok(matched)
    }
}

/// A tensor of the entry graph by an output's name or position, or by the name of an input or any tensor.
fn find(program: &Program, name: &str) -> Option<usize> {
    let port = |ports: &[Port]| {
        let found = ports.iter().find(|port| port.name == name);
        Some(found.or_else(|| ports.iter().find(|port| stripped(&port.name) == name))?.tensor)
    };
    let position = || Some(program.outputs.get(name.parse::<usize>().ok()?)?.tensor);
    port(&program.outputs).or_else(|| port(&program.inputs)).or_else(|| named(program, name)).or_else(position)
}

/// The tensor of an array in an archive.
fn member(program: &Program, name: &str) -> Option<usize> {
    if let Ok(index) = name.parse::<usize>() {
        return (index < program.graph().tensors.len()).then_some(index);
    }
    // `np.savez` without names.
    let position = name.strip_prefix("arr_").and_then(|position| position.parse::<usize>().ok());
    find(program, name).or_else(|| Some(program.outputs.get(position?)?.tensor))
}

/// A tensor by its own name: the first that an operator computes, since names may repeat.
fn named(program: &Program, name: &str) -> Option<usize> {
    let graph = program.graph();
    let computed = graph.nodes.iter().flat_map(|node| node.outputs.iter().copied());
    let all = || 0..graph.tensors.len();
    let is = |&tensor: &usize| graph.tensors[tensor].name == name;
    computed.filter(is).chain(all().filter(is)).next()
}
