//! Delegates and other engines for a TFLite model: the nodes that each takes by its known rules, and its segments; the
//! functions that register the model's ops in TensorFlow Lite Micro; op versions that can be lowered.
//!
//! Owns: node verdicts, segments. Must not know: reading of files, windows of releases.

mod lowering;
mod micro;
mod node;
mod partition;

pub use crate::compat::knowledge::delegates::{Channel as Following, Engine, Kind as EngineKind};
pub use lowering::{Lowering, lowerings};
pub use micro::{Resolver, resolver};
pub use partition::Segment;

use super::Evidence;
use super::knowledge::delegates::{Facts, Known, Rule, facts, rank};
use super::tflite::View;
use crate::bytes::Limits;
use crate::formats::tflite::{BuiltinOp, Model, Operator, OperatorCode, Subgraph, TensorType};
use crate::json::vocabulary;
use crate::message::Message;
use node::Node;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

vocabulary! {
    /// Whether an engine takes a node.
    pub enum Takes {
        /// It does not.
        No = "no",
        /// No fact covers it.
        #[default]
        Unknown = "unknown",
        /// Every known rule holds, but it has unlisted conditions.
        May = "may",
        /// It does.
        Yes = "yes",
    }
}

/// Why an engine takes a node, or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Why {
    /// The text is `delegate-why-<id>`.
    pub message: Message,
    /// The deciding rule, with the text `delegate-rule-<rule>`; may be empty.
    pub rule: &'static str,
    /// That rule as the table writes it.
    pub condition: &'static str,
    /// Required device; empty for any.
    pub platform: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// Nodes of one op with the same verdict for the same reason.
#[derive(Clone, Debug)]
pub struct Grouped {
    /// The verdict.
    pub takes: Takes,
    /// Name of the op.
    pub op: String,
    /// Version of the op.
    pub version: i32,
    /// The reason.
    pub why: Why,
    /// The first nodes.
    pub nodes: Vec<Evidence>,
    /// Number of nodes.
    pub count: u32,
}

/// A subgraph as an engine sees it.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name; empty for the main one.
    pub graph: String,
    /// Verdict of each node, in file order.
    pub takes: Vec<Takes>,
    /// How the runtime would group the nodes if the engine took every node that it may take.
    pub segments: Vec<Segment>,
}

/// Verdict of an engine on a model.
#[derive(Clone, Debug)]
pub struct Delegated {
    /// The engine.
    pub engine: &'static Engine,
    /// One entry per subgraph.
    pub parts: Vec<Part>,
    /// Nodes by verdict, op and reason; refusals first.
    pub groups: Vec<Grouped>,
    /// The same on less capable devices, the least capable one first; empty if all of its ops require the same.
    pub devices: Vec<OnDevice>,
}

/// Verdict of an engine on a device that meets a condition but not the next higher one.
#[derive(Clone, Debug)]
pub struct OnDevice {
    /// The condition as the table writes it, such as `android sdk >= 29`; empty for any device.
    pub platform: &'static str,
    /// One entry per subgraph.
    pub parts: Vec<Part>,
}

/// Every engine's answer about a model. `raw` reads the options of custom ops from the file.
pub fn assess_delegates(
    model: &Model,
    file: &str,
    limits: &Limits,
    raw: &dyn Fn(&Range<u64>) -> Vec<u8>,
) -> Vec<Delegated> {
    let view = View::new(model, file, limits);
    facts().engines.iter().map(|engine| delegated(engine, &view, model, raw)).collect()
}

/// One engine's answer about a model; `None` for an unknown engine.
pub fn assess_delegate(
    engine: &str,
    model: &Model,
    file: &str,
    limits: &Limits,
    raw: &dyn Fn(&Range<u64>) -> Vec<u8>,
) -> Option<Delegated> {
    let engine = facts().engines.iter().find(|known| known.id == engine)?;
    Some(delegated(engine, &View::new(model, file, limits), model, raw))
}

/// Ids of the engines.
pub fn engine_ids() -> impl Iterator<Item = &'static str> {
    facts().engines.iter().map(|engine| engine.id)
}

/// Packages that follow a channel.
pub fn following() -> &'static [Following] {
    &facts().channels
}

/// Nodes that share verdict, op, version and reason.
type Groups = BTreeMap<(Takes, String, i32, Why), Vec<(usize, usize)>>;

fn delegated(
    engine: &'static Engine,
    view: &View<'_>,
    model: &Model,
    raw: &dyn Fn(&Range<u64>) -> Vec<u8>,
) -> Delegated {
    let names: Vec<String> = model.operator_codes.iter().map(OperatorCode::name).collect();
    let mut groups = Groups::new();
    let mut parts = Vec::with_capacity(model.subgraphs.len());
    let mut platforms: Vec<Vec<&'static str>> = Vec::with_capacity(model.subgraphs.len());
    for (s, subgraph) in model.subgraphs.iter().enumerate() {
        let mut constants = constants(model, subgraph);
        let folded = if engine.folds_float16 { fold(model, subgraph, &mut constants) } else { Vec::new() };
        let mut takes = Vec::with_capacity(subgraph.operators.len());
        let mut asked = vec![""; subgraph.operators.len()];
        for (o, operator) in subgraph.operators.iter().enumerate() {
            let Some(code) = model.operator_codes.get(operator.opcode_index as usize) else {
                takes.push(Takes::Unknown);
                continue;
            };
            let op = &names[operator.opcode_index as usize];
            let raw = operator.custom_options.as_ref().map(raw).unwrap_or_default();
            let inner = view.node((s, o));
            let node = Node { inner, version: code.version, constants: &constants, raw: &raw };
            let (verdict, why) = match folded.get(o) {
                Some(true) => (Takes::Yes, because("folded", engine.source)),
                _ => judge(engine, facts(), op, &node),
            };
            takes.push(verdict);
            asked[o] = why.platform;
            groups.entry((verdict, op.clone(), code.version, why)).or_default().push((s, o));
        }
        parts.push(part(model, subgraph, view.graph_name(s), takes));
        platforms.push(asked);
    }
    let devices = facts().platforms(engine.id).into_iter().map(|platform| {
        let parts = parts.iter().zip(&platforms).zip(&model.subgraphs);
        let parts = parts.map(|((whole, asked), subgraph)| {
            let beyond = |at: usize| rank(asked[at]) > rank(platform);
            let takes = whole.takes.iter().enumerate();
            let takes = takes.map(|(at, takes)| if *takes >= Takes::May && beyond(at) { Takes::No } else { *takes });
            part(model, subgraph, whole.graph.clone(), takes.collect())
        });
        OnDevice { platform, parts: parts.collect() }
    });
    let devices = devices.collect();
    let grouped = groups.into_iter().map(|((takes, op, version, why), users)| Grouped {
        takes,
        op,
        version,
        why,
        nodes: view.operators(&users),
        count: users.len() as u32,
    });
    Delegated { engine, parts, groups: grouped.collect(), devices }
}

fn part(model: &Model, subgraph: &Subgraph, graph: String, takes: Vec<Takes>) -> Part {
    let taken: Vec<bool> = takes.iter().map(|verdict| *verdict >= Takes::May).collect();
    let segments = partition::segments(model, subgraph, &taken);
    Part { graph, takes, segments }
}

/// By tensor: whether the file holds its value.
fn constants(model: &Model, subgraph: &Subgraph) -> Vec<bool> {
    let stored =
        |buffer: u32| model.buffers.get(buffer as usize).and_then(|b| b.range.as_ref()).is_some_and(|r| !r.is_empty());
    let tensors = subgraph.tensors.iter();
    tensors.map(|tensor| tensor.external_buffer != 0 || tensor.buffer != 0 && stored(tensor.buffer)).collect()
}

/// Marks results of dequantized float16 constants as constants; returns the nodes that dequantize them.
fn fold(model: &Model, subgraph: &Subgraph, constants: &mut [bool]) -> Vec<bool> {
    let folds = |operator: &Operator, constants: &[bool]| {
        let code = model.operator_codes.get(operator.opcode_index as usize);
        let input = operator.inputs.first().and_then(|&index| usize::try_from(index).ok());
        let stored = |index: usize| {
            constants.get(index) == Some(&true) && subgraph.tensors[index].dtype == TensorType::F16.code()
        };
        code.is_some_and(|code| code.code == BuiltinOp::Dequantize.code()) && input.is_some_and(stored)
    };
    let folded: Vec<bool> = subgraph.operators.iter().map(|operator| folds(operator, constants)).collect();
    for (operator, _) in subgraph.operators.iter().zip(&folded).filter(|(_, folded)| **folded) {
        for &output in &operator.outputs {
            if let Some(constant) = usize::try_from(output).ok().and_then(|index| constants.get_mut(index)) {
                *constant = true;
            }
        }
    }
    folded
}

fn because(id: impl Into<Cow<'static, str>>, source: &'static str) -> Why {
    Why { message: Message::new(id), rule: "", condition: "", platform: "", source }
}

fn judge(engine: &'static Engine, facts: &'static Facts, op: &str, node: &Node<'_>) -> (Takes, Why) {
    let Some(known) = facts.known(engine.id, op) else {
        return match engine.kind {
            EngineKind::Check | EngineKind::Delegate => (Takes::No, because("not-listed", engine.source)),
            EngineKind::Engine => (Takes::No, because("not-registered", engine.source)),
            EngineKind::Compiler => (Takes::Unknown, because("unknown", engine.source)),
        };
    };
    if let Some(why) = version(engine, known, node.version) {
        return (Takes::No, why);
    }
    let rules = facts.rules(engine.id, op).iter().chain(facts.rules(engine.also, op));
    let broken = rules.into_iter().find(|rule: &&Rule| !rule.condition.holds(node));
    if let Some(rule) = broken {
        let why = Why { rule: rule.id, condition: rule.text, ..because("condition", rule.source) };
        return (Takes::No, why);
    }
    if let Some(why) = types(engine, facts, op, node) {
        return (Takes::No, why);
    }
    let why = |id: String| Why { platform: known.platform, ..because(id, known.source) };
    match (engine.kind, known.rest) {
        (EngineKind::Compiler, _) => (Takes::Unknown, why("below-ceiling".into())),
        (_, "") => (Takes::Yes, why("takes".into())),
        (_, rest) => (Takes::May, why(format!("rest-{rest}"))),
    }
}

fn version(engine: &'static Engine, known: &Known, version: i32) -> Option<Why> {
    let (id, bound) = match (known.min, known.max) {
        (_, Some(max)) if version > max && engine.kind == EngineKind::Compiler => ("ceiling", max),
        (_, Some(max)) if version > max => ("version-high", max),
        (Some(min), _) if version < min => ("version-low", min),
        _ => return None,
    };
    let why = because(id, known.source);
    Some(Why { message: why.message.with("bound", bound), ..why })
}

/// The first runtime tensor of a type that the engine does not take.
fn types(engine: &'static Engine, facts: &'static Facts, op: &str, node: &Node<'_>) -> Option<Why> {
    let all = facts.types(engine.id);
    for out in [false, true] {
        let rows = || all.iter().filter(|row| row.out == out && (row.op == "*" || row.op == op));
        let source = rows().next_back()?.source;
        let names: Vec<&str> = rows().flat_map(|row| row.types.iter().copied()).collect();
        let takes = |dtype: i32| {
            names.iter().any(|name| TensorType::from_schema_name(name).map(TensorType::code) == Some(dtype))
        };
        if let Some(dtype) = node.runtime_types(out).find(|&dtype| !takes(dtype)) {
            let found = TensorType::from_code(dtype).map_or_else(|| dtype.to_string(), |t| t.schema_name().to_owned());
            let why = because(if out { "type-out" } else { "type-in" }, source);
            let message = why.message.with("found", found).with("types", names.join(", "));
            return Some(Why { message, ..why });
        }
    }
    None
}
