//! Answers of a TensorFlow wheel about graphs: ops, attrs, kernels, data types, names of protos, version numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::wheel;
use crate::Result;

/// An op of the registry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Op {
    /// Whether a generated Python wrapper exists.
    pub is_wrapped: bool,
    /// GraphDef version that deprecates it, and the text.
    pub deprecated: Option<(String, String)>,
    /// Types of its inputs and outputs.
    pub signature: String,
    /// In the order of the OpDef.
    pub attrs: Vec<Attr>,
}

/// An attr, as cells of `tf_attrs.csv`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attr {
    /// Its name.
    pub name: String,
    /// The cells `type`, `has_default`, `default`, `allowed` and `least`.
    pub cells: [String; 5],
}

/// Names of [`Attr::cells`].
pub const ATTR_CELLS: [&str; 5] = ["type", "has_default", "default", "allowed", "least"];

impl Attr {
    /// Allowed values, separated by blanks; empty when all are.
    pub fn allowed(&self) -> &str {
        &self.cells[3]
    }
}

/// Answers of a wheel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Version numbers by the names of their columns.
    pub versions: BTreeMap<String, String>,
    /// The Keras that is installed beside it.
    pub keras: Option<String>,
    /// Registered ops.
    pub ops: BTreeMap<String, Op>,
    /// Ops with a wrapper that no registry has before a library is loaded.
    pub only_wrapped: BTreeSet<String>,
    /// Data types by number.
    pub dtypes: BTreeMap<u32, String>,
    /// Fields of messages and values of enums.
    pub protos: BTreeSet<(String, String)>,
    /// Types that some kernel takes, for ops that lack a kernel for others.
    pub kernels: BTreeMap<String, String>,
}

impl Facts {
    /// Whether the release has an op.
    pub fn has(&self, op: &str) -> bool {
        self.ops.contains_key(op) || self.only_wrapped.contains(op)
    }

    /// Reads the lines of `graph_facts.py`.
    pub fn of(lines: &[Vec<String>]) -> Self {
        let mut facts = Self::default();
        for cells in lines {
            match cells.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["version", name, number] => {
                    facts.versions.insert(name.to_owned(), number.to_owned());
                }
                ["beside", "keras", release] => facts.keras = Some(release.to_owned()),
                ["op", name, wrapped, at, text, signature] => {
                    let op = Op {
                        is_wrapped: wrapped == "yes",
                        deprecated: (!at.is_empty()).then(|| (at.to_owned(), text.to_owned())),
                        signature: signature.to_owned(),
                        attrs: Vec::new(),
                    };
                    facts.ops.insert(name.to_owned(), op);
                }
                ["wrapped", name] => {
                    facts.only_wrapped.insert(name.to_owned());
                }
                ["attr", op, name, kind, has_default, default, allowed, least] => {
                    let cells = [kind, has_default, default, allowed, least].map(str::to_owned);
                    let attr = Attr { name: name.to_owned(), cells };
                    facts.ops.entry(op.to_owned()).or_default().attrs.push(attr);
                }
                ["dtype", number, name] => {
                    facts.dtypes.extend(number.parse().ok().map(|number| (number, name.to_owned())));
                }
                ["proto", of, name] => {
                    facts.protos.insert((of.to_owned(), name.to_owned()));
                }
                ["kernel", op, types] => {
                    facts.kernels.insert(op.to_owned(), types.to_owned());
                }
                _ => {}
            }
        }
        facts
    }
}

/// Asks a wheel.
pub fn ask(python: &Path) -> Result<Facts> {
    let facts = Facts::of(&wheel::answers(python, "graph_facts.py", &[])?);
    if facts.ops.is_empty() { Err("the wheel reported no ops.".into()) } else { Ok(facts) }
}
