//! Simulates restores without TensorFlow: the values that a program gets from a checkpoint, and TensorFlow's messages.
//!
//! Owns: the target program ([`Program`]) and the report of an outcome. The rules are in `restore`.

pub mod mapping;
mod prints;
pub mod schema;

use crate::artifact::Document;
use crate::bytes::{Error, Limits, Result};
use crate::formats::checkpoint::{Checkpoint, OBJECT_GRAPH_KEY};
use crate::formats::proto::tensorflow::TrackableObjectGraph;
use crate::json::readable;
use crate::report::schema::SCHEMA;
use crate::report::{Opened, tell};
use crate::restore::{self, ObjectGraph, Objects, Outcome, ValueType};
use mapping::{Mapping, quoted};
use schema::{Assertion, Delayed, LeftOver, Misfit, MissingValue, Move, Rename, RestoreReport, TypeOfValue};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The program that a checkpoint is restored into.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Program {
    /// The program that wrote another open artifact: its index. Its object graph counts, otherwise its names.
    Artifact {
        /// Index into [`crate::report::schema::Report::artifacts`].
        artifact: usize,
    },
    /// Some of the checkpoint's own objects, by the paths of their child names.
    Paths {
        /// Such as `net/l1/bias`; everything below a path belongs to it.
        paths: Vec<String>,
    },
    /// Variables by name.
    Names {
        /// Such as `dense/kernel`.
        names: Vec<String>,
    },
}
readable!(enum Program {
    "artifact" => Artifact { artifact },
    "paths" => Paths { paths },
    "names" => Names { names },
});

impl Default for Program {
    fn default() -> Self {
        Self::Paths { paths: Vec::new() }
    }
}

/// Maximum bytes of the path of an object that values wait for.
const LONGEST: usize = 400;

/// A checkpoint as a restore sees it.
struct Side {
    graph: Option<(TrackableObjectGraph, ObjectGraph)>,
    types: BTreeMap<String, ValueType>,
    name: String,
}

impl Opened {
    /// Simulates restoring an artifact into a program; errors are in [`RestoreReport::error`].
    pub fn restore(&self, artifact: usize, program: &Program) -> RestoreReport {
        self.restore_mapped(artifact, program, &[])
    }

    /// As [`Self::restore`], with variables of the program that take the values of other keys.
    pub fn restore_mapped(&self, artifact: usize, program: &Program, mapping: &[Mapping]) -> RestoreReport {
        let base = RestoreReport { schema: SCHEMA, ..RestoreReport::default() };
        match self.restored(artifact, program, mapping) {
            Ok(report) => report,
            Err(error) => RestoreReport { error: Some(tell::error(&error)), ..base },
        }
    }

    fn restored(&self, artifact: usize, program: &Program, mapping: &[Mapping]) -> Result<RestoreReport> {
        let from = self.side(artifact)?;
        match program {
            Program::Artifact { artifact } => {
                let into = self.side(*artifact)?;
                match (&from.graph, &into.graph) {
                    (Some((proto, graph)), Some((_, target))) => {
                        Ok(by_objects(&from, (proto, graph), target, &into.types, mapping))
                    }
                    _ => {
                        let names = into.names().into_iter().map(|(name, key)| (name, into.types.get(&key).cloned()));
                        Ok(by_names(&from, &names.collect(), mapping))
                    }
                }
            }
            Program::Paths { paths } => {
                let (proto, graph) = from
                    .graph
                    .as_ref()
                    .ok_or_else(|| Error::unsupported("restore-no-objects").with("name", &from.name))?;
                let target = restore::part_of(graph, paths)?;
                Ok(by_objects(&from, (proto, graph), &target, &from.types, mapping))
            }
            Program::Names { names } => {
                Ok(by_names(&from, &names.iter().map(|name| (name.clone(), None)).collect(), mapping))
            }
        }
    }

    fn side(&self, artifact: usize) -> Result<Side> {
        let opened = self.artifacts.get(artifact);
        let name = opened.map(|artifact| artifact.name.clone()).unwrap_or_default();
        let nothing = || Error::unsupported("restore-no-checkpoint").with("name", &name);
        let checkpoint = match opened.and_then(|artifact| artifact.document.as_ref()) {
            Some(Document::Checkpoint(checkpoint)) => checkpoint,
            Some(Document::SavedModel(model)) => match &model.variables {
                Some(variables) => variables.as_ref().map_err(Clone::clone)?,
                None => return Err(nothing()),
            },
            _ => return Err(nothing()),
        };
        Side::of(checkpoint, name)
    }
}

impl Side {
    fn of(checkpoint: &Checkpoint, name: String) -> Result<Self> {
        let values = checkpoint.variables().iter().filter(|variable| variable.name != OBJECT_GRAPH_KEY);
        let value = |shape: &[i64], dtype: String| ValueType { dtype, shape: shape.to_vec() };
        let types = values.map(|v| (v.name.clone(), value(&v.shape, v.dtype_name()))).collect();
        let graph = checkpoint.object_graph()?.map(|proto| {
            let graph = ObjectGraph::from_checkpoint(&proto, &Limits::default());
            (proto, graph)
        });
        Ok(Self { graph, types, name })
    }

    /// Names of the values with their keys: the objects' names in a graph, or the keys themselves.
    fn names(&self) -> BTreeMap<String, String> {
        match &self.graph {
            Some((_, graph)) => graph
                .nodes
                .iter()
                .flat_map(|node| &node.attributes)
                .filter(|attribute| !attribute.full_name.is_empty())
                .map(|attribute| (attribute.full_name.clone(), attribute.key.clone()))
                .collect(),
            None => self.types.keys().map(|key| (key.clone(), key.clone())).collect(),
        }
    }
}

fn by_objects(
    from: &Side,
    (proto, graph): (&TrackableObjectGraph, &ObjectGraph),
    target: &ObjectGraph,
    types: &BTreeMap<String, ValueType>,
    mapping: &[Mapping],
) -> RestoreReport {
    let mut outcome =
        restore::restore_objects(&Objects { graph, types: &from.types }, &Objects { graph: target, types });
    // Values are assigned after the call, which does not know of them: neither do its errors and assertions.
    let fails = prints::objects_fail(&outcome.misfits);
    let assertion = |prints: Option<String>| fails.is_none().then(|| Assertion { holds: prints.is_none(), prints });
    let existing = assertion(prints::existing(&outcome));
    let consumed = assertion(prints::consumed(&outcome, proto));
    let pairs = mapping::pairs(mapping);
    let results = restore::assign(&mut outcome, &from.types, types, &pairs);
    let mut report = report("tf.train.Checkpoint.restore", &outcome, from, types);
    (report.fails, report.existing, report.consumed) = (fails, existing, consumed);
    report.mapped = mapping::results(pairs, results);
    report.mapping_python = mapping::objects_python(&from.name, &report.mapped);
    report
}

fn by_names(from: &Side, program: &BTreeMap<String, Option<ValueType>>, mapping: &[Mapping]) -> RestoreReport {
    let mut keys = from.names();
    let pairs = mapping::pairs(mapping);
    let mut results = restore::map_names(&from.types, &mut keys, program, &pairs);
    let outcome = restore::restore_names(&from.types, &keys, program);
    restore::fitting(&outcome, &pairs, &mut results);
    let known = program.iter().filter_map(|(name, value)| Some((name.clone(), value.clone()?))).collect();
    let mut report = report("tf.compat.v1.train.Saver.restore", &outcome, from, &known);
    report.fails = prints::names_fail(&outcome);
    report.mapped = mapping::results(pairs, results);
    report.mapping_python = mapping::names_python(&from.name, &from.names(), &report.mapped);
    report
}

fn report(call: &str, outcome: &Outcome, from: &Side, types: &BTreeMap<String, ValueType>) -> RestoreReport {
    let renames: Vec<Rename> = restore::renames(outcome, &from.types, types)
        .into_iter()
        .map(|rename| Rename {
            missing: rename.missing,
            found: rename.found,
            alike: rename.alike,
            ambiguous: rename.ambiguous,
            typed: rename.typed,
        })
        .collect();
    RestoreReport {
        schema: SCHEMA,
        call: call.to_owned(),
        restored: outcome.taken.iter().map(moved).collect(),
        delayed: outcome
            .waiting
            .iter()
            .map(|waiting| Delayed {
                key: waiting.key.clone(),
                on: ending(&waiting.on),
                name: waiting.name.clone(),
                slot_variable: waiting.slot,
                value: type_of(&waiting.key, &from.types),
            })
            .collect(),
        left_over: outcome
            .left
            .iter()
            .map(|left| LeftOver {
                key: left.key.clone(),
                why: left.why,
                slot_variable: left.slot,
                value: type_of(&left.key, &from.types),
            })
            .collect(),
        missing: outcome
            .missing
            .iter()
            .map(|missing| MissingValue {
                key: missing.key.clone(),
                slot_variable: missing.slot,
                value: type_of(&missing.key, types),
            })
            .collect(),
        misfits: outcome.misfits.iter().map(misfit).collect(),
        python: python(&from.name, &renames),
        renames,
        ..RestoreReport::default()
    }
}

fn type_of(key: &str, types: &BTreeMap<String, ValueType>) -> Option<TypeOfValue> {
    types.get(key).map(|value| TypeOfValue { dtype: value.dtype.clone(), shape: value.shape.clone() })
}

/// The end of a path that is too long to display: thousands of values may wait for one object.
fn ending(path: &str) -> String {
    let cut = path.len().saturating_sub(LONGEST);
    let start = (cut..=path.len()).find(|at| path.is_char_boundary(*at)).unwrap_or_default();
    if cut == 0 { path.to_owned() } else { format!("…{}", &path[start..]) }
}

fn moved(taken: &restore::Taken) -> Move {
    Move { key: taken.key.clone(), into: taken.into.clone(), how: taken.how, slot_variable: taken.slot }
}

fn misfit(misfit: &restore::Misfit) -> Misfit {
    Misfit {
        key: misfit.key.clone(),
        into: misfit.into.clone(),
        stored_dtype: misfit.stored.dtype.clone(),
        stored_shape: misfit.stored.shape.clone(),
        wanted_dtype: misfit.wanted.dtype.clone(),
        wanted_shape: misfit.wanted.shape.clone(),
    }
}

/// Python that assigns the values of renamed keys; empty without renames.
fn python(checkpoint: &str, renames: &[Rename]) -> String {
    if renames.is_empty() {
        return String::new();
    }
    let mut out =
        String::from("import tensorflow as tf\n\n# Key in the program: key in the checkpoint.\nrenames = {\n");
    for rename in renames {
        let doubt = match rename.doubt() {
            Some("restore-ambiguous") => "  # another value fits as well",
            Some(_) => "  # by name only: compare the shapes",
            None => "",
        };
        let _ = writeln!(out, "    {}: {},{doubt}", quoted(&rename.missing), quoted(&rename.found));
    }
    let _ = write!(
        out,
        "}}\n\n\ndef restore_renamed(variables, prefix={}):\n    \"\"\"`variables`: the program's variables by their keys.\"\"\"\n    \
         reader = tf.train.load_checkpoint(prefix)\n    for key, name in renames.items():\n        \
         variables[key].assign(reader.get_tensor(name))\n",
        quoted(checkpoint)
    );
    out
}
