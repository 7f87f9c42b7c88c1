//! Lowering op versions in the file: which downgrades lose nothing, and why others do.

use crate::bytes::Limits;
use crate::compat::Evidence;
use crate::compat::channels;
use crate::compat::knowledge::tflite::{VersionRule, facts};
use crate::compat::tflite::node::Node;
use crate::compat::tflite::{View, versions};
use crate::formats::tflite::{BUILTIN_CUSTOM, Model, TensorType};
use crate::message::Message;

/// An op of a model: the version it declares, and the one it needs.
#[derive(Clone, Debug)]
pub struct Lowering {
    /// Name of the op.
    pub op: String,
    /// Version in the file.
    pub declared: i32,
    /// Version that the rules require, the highest of all its nodes; `None` without a rule.
    pub required: Option<i32>,
    /// Reason for the version; `None` for the baseline version.
    pub reason: Option<Message>,
    /// First TensorFlow release that takes the declared version.
    pub since: Option<&'static str>,
    /// First TensorFlow release that takes the required one.
    pub since_required: Option<&'static str>,
    /// The node that needs it.
    pub node: Option<Evidence>,
    /// Whether a node computes with 16-bit activations, for which the rules are known to be incomplete.
    pub sixteen_bit: bool,
    /// How many nodes use the op at this version.
    pub count: u32,
    /// Source of the rule.
    pub source: &'static str,
}

/// Builtin ops of a model that nodes use, in file order.
pub fn lowerings(model: &Model, file: &str, limits: &Limits) -> Vec<Lowering> {
    let view = View::new(model, file, limits);
    let mut all = Vec::new();
    for (index, code) in model.operator_codes.iter().enumerate() {
        let users = &view.uses[index];
        if code.code == BUILTIN_CUSTOM || users.is_empty() {
            continue;
        }
        let rules = users.iter().filter_map(|&at| Some((at, versions::rule(code.code, &view.node(at))?)));
        // The first of the nodes that need the highest version.
        let highest = rules.reduce(|best, next| if next.1.version > best.1.version { next } else { best });
        let rule: Option<&VersionRule> = highest.map(|(_, rule)| rule);
        let op = code.name();
        let reason =
            rule.filter(|rule| !rule.feature.is_empty()).map(|rule| Message::new(rule.feature).with("op", &op));
        let required = rule.map(|rule| rule.version);
        all.push(Lowering {
            declared: code.version,
            required,
            reason,
            since: since(code.code, code.version),
            since_required: required.and_then(|version| since(code.code, version)),
            sixteen_bit: users.iter().any(|&at| sixteen_bit(&view.node(at))),
            node: highest.and_then(|(at, _)| view.operators(&[at]).pop()),
            count: users.len() as u32,
            source: rule.map(|rule| rule.source).unwrap_or_default(),
            op,
        });
    }
    all
}

fn sixteen_bit(node: &Node<'_>) -> bool {
    let all = node.operator.inputs.iter().chain(&node.operator.outputs);
    let tensors = all.filter_map(|&index| node.subgraph.tensors.get(usize::try_from(index).ok()?));
    tensors.map(|tensor| tensor.dtype).any(|dtype| dtype == TensorType::I16.code())
}

/// The first TensorFlow release whose default resolver takes a version of an op.
fn since(code: i32, version: i32) -> Option<&'static str> {
    let channel = channels().iter().find(|channel| channel.id == "tensorflow")?;
    let rows = facts().registered(code).iter().filter(|row| (row.min..=row.max).contains(&version));
    let taken = |at: usize| rows.clone().any(|row| row.range.holds(channel.first_flat + at));
    let first = (0..channel.releases.len()).find(|&at| channel.releases[at].tflite.is_some() && taken(at))?;
    Some(channel.releases[first].name)
}
