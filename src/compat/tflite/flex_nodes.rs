//! The nodes of a model with TensorFlow ops (Flex), and the NodeDefs in their options.

use super::codes::FLEX;
use super::view::View;
use crate::compat::Outcome;
use crate::compat::accepts::{Accepts, tflite};
use crate::compat::knowledge::tensorflow::TENSORFLOW;
use crate::compat::knowledge::{Flat, channels};
use crate::formats::proto::tensorflow::NodeDef;
use crate::formats::tflite::BUILTIN_CUSTOM;
use crate::message::Values;
use prost::Message as _;

/// FlexBuffer type of a vector of values of any type.
const VECTOR: u8 = 10;

/// The options of a Flex op.
enum Options {
    /// Name of the op, and the NodeDef.
    Node(String, Box<NodeDef>),
    /// A NodeDef that cannot be parsed.
    Damaged,
    /// No FlexBuffer of two strings: the delegate looks up an op without a name.
    Missing,
    /// Not read: they are too long.
    Unknown,
}

/// Reads the options of an operator.
fn options(view: &View<'_>, (subgraph, operator): (usize, usize)) -> Options {
    let operator = &view.model.subgraphs[subgraph].operators[operator];
    let bytes = operator.custom_small.as_slice();
    if bytes.is_empty() && operator.custom_options.is_some() {
        return Options::Unknown;
    }
    let Some((name, node)) = strings(bytes) else { return Options::Missing };
    match NodeDef::decode(node) {
        Ok(node) => Options::Node(String::from_utf8_lossy(name).into_owned(), Box::new(node)),
        Err(_) => Options::Damaged,
    }
}

/// The first two strings of a FlexBuffer's vector.
fn strings(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let number = |at: usize, width: usize| {
        let bytes = bytes.get(at..at.checked_add(width)?)?;
        usize::try_from(bytes.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte))).ok()
    };
    let [.., kind, root] = bytes else { return None };
    let (root, width) = (usize::from(*root), 1usize << (kind & 3));
    if kind >> 2 != VECTOR || !matches!(root, 1 | 2 | 4 | 8) {
        return None;
    }
    let at = bytes.len().checked_sub(2 + root)?;
    let vector = at.checked_sub(number(at, root)?)?;
    let count = number(vector.checked_sub(width)?, width)?;
    let text = |index: usize| {
        let element = vector + index * width;
        let kind = *bytes.get(vector.checked_add(count.checked_mul(width)?)?.checked_add(index)?)?;
        let length = 1usize << (kind & 3);
        let start = element.checked_sub(number(element, width)?)?;
        bytes.get(start..start.checked_add(number(start.checked_sub(length)?, length)?)?)
    };
    if count < 2 { None } else { Some((text(0)?, text(1)?)) }
}

/// The nodes with TensorFlow ops.
pub struct Flex {
    /// The NodeDefs in their options, in order.
    pub nodes: Vec<((usize, usize), NodeDef)>,
    /// By name of the op that the delegate looks up: operators.
    pub users: Vec<(String, Vec<(usize, usize)>)>,
    /// Operators whose NodeDef cannot be parsed.
    pub damaged: Vec<(usize, usize)>,
}

impl Flex {
    /// Those of a model.
    pub fn of(view: &View<'_>) -> Self {
        let mut flex = Self { nodes: Vec::new(), users: Vec::new(), damaged: Vec::new() };
        let codes = view.model.operator_codes.iter().zip(&view.uses).filter(|(code, _)| code.code == BUILTIN_CUSTOM);
        let mut all: Vec<((usize, usize), &str)> = Vec::new();
        for (code, uses) in codes {
            let Some(name) = code.custom_code.as_deref().and_then(|name| name.strip_prefix(FLEX)) else { continue };
            all.extend(uses.iter().map(|&at| (at, name)));
        }
        crate::order::sort_by_key(&mut all, |(at, _)| *at);
        for (at, code) in all {
            match options(view, at) {
                // The delegate takes both names from the options; the name of the custom code only marks the node as its own.
                Options::Node(name, node) => {
                    flex.add(&name, at);
                    if node.op != name {
                        flex.add(&node.op, at);
                    }
                    flex.nodes.push((at, *node));
                }
                Options::Damaged => flex.damaged.push(at),
                Options::Missing => flex.add("", at),
                Options::Unknown => flex.add(code, at),
            }
        }
        flex
    }

    fn add(&mut self, name: &str, at: (usize, usize)) {
        match self.users.iter_mut().find(|(known, _)| known == name) {
            Some((_, users)) => users.push(at),
            None => self.users.push((name.to_owned(), vec![at])),
        }
    }

    /// The releases that run the delegate.
    pub fn linked(&self) -> Vec<Flat> {
        let mut linked = Accepts::all(Outcome::Loads, tflite);
        linked.check("tflite-flex-op");
        let channel = channels().iter().find(|channel| channel.id == TENSORFLOW);
        let all = channel.map_or(0..0, |own| own.first_flat..own.first_flat + own.releases.len());
        all.filter(|&at| linked.at(at) == Outcome::Loads).collect()
    }

    /// Values of the messages. The node is that of the delegate, after all others; its number is left out where several
    /// runs of nodes may become several of them.
    pub fn values(&self, view: &View<'_>, (subgraph, _): (usize, usize), values: &mut Values) {
        let operators = &view.model.subgraphs[subgraph].operators;
        let is_flex = |index: u32| {
            let code = view.model.operator_codes.get(index as usize).and_then(|code| code.custom_code.as_deref());
            code.is_some_and(|code| code.starts_with(FLEX))
        };
        let runs = operators.chunk_by(|a, b| is_flex(a.opcode_index) == is_flex(b.opcode_index));
        let runs = runs.filter(|run| is_flex(run[0].opcode_index)).count();
        if runs == 1 {
            values.set("node", operators.len().to_string());
        }
        // Some releases add how the delegates went on, if there are other nodes.
        if operators.iter().all(|operator| is_flex(operator.opcode_index)) {
            values.set("end", String::new());
        }
    }
}
