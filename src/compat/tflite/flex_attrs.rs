//! Attrs of the NodeDefs in the options of Flex ops: from 2.9 on the delegate looks up the kernel when it prepares a node, and
//! compares the attrs with the op's definition as the importer of a graph does. Unknown attrs are ignored.

use super::flex_nodes::Flex;
use super::stage;
use super::view::View;
use crate::bytes::Limits;
use crate::compat::accepts::{Accepts, check_range, tflite};
use crate::compat::graph::attr_requirements;
use crate::compat::knowledge::tensorflow::op;
use crate::compat::knowledge::{flat_release, range};
use crate::compat::prints::Print;
use crate::compat::{Outcome, Requirement};
use crate::formats::graph_def::GraphSpans;
use crate::formats::proto::tensorflow::GraphDef;

/// Requirements of the attrs of Flex nodes.
pub fn requirements(view: &View<'_>, flex: &Flex, out: &mut Vec<Requirement>) {
    let Some(looks_up) = check_range("tflite-flex-kernel") else { return };
    let node = flex.nodes.iter().map(|(_, node)| node.clone()).collect();
    let graph = GraphDef { node, ..GraphDef::default() };
    let found = attr_requirements(&graph, &GraphSpans::default(), &view.file, &Limits::default());
    for need in found {
        let mut accepts = Accepts::all(Outcome::Refused, tflite);
        let (mut refuses, mut prints) = (false, Vec::new());
        let users: Vec<(usize, usize)> =
            need.evidence.iter().map(|evidence| flex.nodes[evidence.index as usize].0).collect();
        let Some(first) = users.first().copied() else { continue };
        for at in flex.linked() {
            let checked = looks_up.holds(at) && need.accepts.outcomes[at] == Outcome::Refused;
            refuses |= checked;
            if !checked {
                accepts.set_at(at, Outcome::Loads);
            } else if let Some(rule) = need.prints.first().and_then(|print| rule(print, &need)) {
                let mut values = need.prints[0].message.params.clone();
                flex.values(view, first, &mut values);
                let release = flat_release(at).1.name;
                prints.push(Print { on: Some(range("tensorflow", release, release)), ..Print::new(rule, values) });
            }
        }
        if refuses {
            let evidence = view.operators(&users);
            let step = (stage::PREPARE, first.1 as u32);
            out.push(Requirement { evidence, accepts: accepts.done(), step, early: None, prints, ..need });
        }
    }
}

/// A message of the importer as the Flex delegate prints it.
fn rule(print: &Print, need: &Requirement) -> Option<&'static str> {
    Some(match &*print.message.id {
        "graph-attr-missing" => {
            let (name, attr) = need.subject.name.split_once('.')?;
            let signature = op(name)?.signature;
            // The types of the operands are computed before the attrs are compared.
            let decides = signature.split([' ', '>', '*', '&']).any(|word| word == attr);
            if decides { "tflite-flex-attr-type" } else { "tflite-flex-attr-missing" }
        }
        "graph-attr-value" => "tflite-flex-attr-value",
        "graph-attr-kind" => "tflite-flex-attr-kind",
        "graph-attr-length" => "tflite-flex-attr-length",
        "graph-attr-least" => "tflite-flex-attr-least",
        _ => return None,
    })
}
