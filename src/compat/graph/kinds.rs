//! Attrs of another kind than their op defines, numbers below its minimum, and lists that are too short.

use super::attrs::{OfOp, is_only_in_bodies};
use super::types::label;
use super::view::{Place, View, Way};
use crate::compat::accepts::{self, Accepts};
use crate::compat::knowledge::range;
use crate::compat::knowledge::tensorflow::{Attr, TENSORFLOW, op};
use crate::compat::prints::Print;
use crate::compat::{Certainty, Outcome, Requirement, RequirementKind};
use crate::formats::dtype::REFERENCE;
use crate::formats::proto::tensorflow::AttrValue;
use crate::formats::proto::tensorflow::attr_value::Value;
use crate::message::Message;
use std::collections::BTreeMap;

/// One requirement for each attr of an op and each way in which its definition does not allow the value.
pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    for (name, places) in &view.by_op {
        let Some(op) = op(name).filter(|_| !view.functions.contains(name)) else { continue };
        let mut wrong: BTreeMap<(&str, Fault), Vec<Place<'_>>> = BTreeMap::new();
        for place in places {
            for (attr, value) in &place.node.attr {
                let definition = op.attrs.iter().find(|known| known.name == attr && !known.kind.is_empty());
                if let Some(fault) = definition.and_then(|definition| fault(definition, value)) {
                    wrong.entry((attr, fault)).or_default().push(*place);
                }
            }
        }
        for ((name_of, fault), places) in wrong {
            let Some(attr) = op.attrs.iter().find(|known| known.name == name_of) else { continue };
            if is_only_in_bodies(view, &places) {
                continue;
            }
            out.push(requirement(&OfOp { view, name, op, places: &places }, attr, fault));
        }
    }
}

/// A value that the definition of an attr does not allow.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// Its kind.
    Kind(&'static str),
    /// A number below the minimum.
    Number(i64),
    /// The length of a list below the minimum.
    Length(i64),
    /// The type of a reference, by its C++ name.
    Reference(String),
}

fn fault(attr: &Attr, value: &AttrValue) -> Option<Fault> {
    let found = kind(value);
    // An empty list is one of any kind.
    let is_empty = found == "list" && attr.kind.starts_with("list(");
    if found != attr.kind && !is_empty && found != "placeholder" {
        return Some(Fault::Kind(found));
    }
    if let Some(Value::Type(number)) = &value.value
        && *number > REFERENCE
    {
        return Some(Fault::Reference(label(*number)));
    }
    let least = attr.least?;
    match value.value.as_ref()? {
        Value::I(number) => (*number < least).then_some(Fault::Number(*number)),
        Value::List(list) => {
            let lengths = [list.s.len(), list.i.len(), list.f.len(), list.b.len(), list.r#type.len()];
            let others = [list.shape.len(), list.tensor.len(), list.func.len()];
            let length = lengths.into_iter().chain(others).max().unwrap_or_default() as i64;
            (length < least).then_some(Fault::Length(length))
        }
        _ => None,
    }
}

/// The kind of a value as definitions name it; `list` for an empty one, empty without a value.
fn kind(value: &AttrValue) -> &'static str {
    match &value.value {
        None => "",
        Some(Value::S(_)) => "string",
        Some(Value::I(_)) => "int",
        Some(Value::F(_)) => "float",
        Some(Value::B(_)) => "bool",
        Some(Value::Type(_)) => "type",
        Some(Value::Shape(_)) => "shape",
        Some(Value::Tensor(_)) => "tensor",
        Some(Value::Func(_)) => "func",
        Some(Value::Placeholder(_)) => "placeholder",
        Some(Value::List(list)) => match () {
            () if !list.s.is_empty() => "list(string)",
            () if !list.i.is_empty() => "list(int)",
            () if !list.f.is_empty() => "list(float)",
            () if !list.b.is_empty() => "list(bool)",
            () if !list.r#type.is_empty() => "list(type)",
            () if !list.shape.is_empty() => "list(shape)",
            () if !list.tensor.is_empty() => "list(tensor)",
            () if !list.func.is_empty() => "list(func)",
            () => "list",
        },
    }
}

fn requirement(of: &OfOp<'_>, attr: &'static Attr, fault: Fault) -> Requirement {
    let mut accepts = Accepts::all(Outcome::Loads, accepts::graph);
    // A release that does not know the attr refuses it for that, or ignores it.
    accepts.set(range(TENSORFLOW, "", ""), Outcome::Refused);
    // Before 1.8 Python imported graphs, and looked at values only when a session ran them.
    if of.view.way != Way::SavedModel {
        accepts.excuse("graph-attr-import");
    }
    let mut unknown = Accepts::all(Outcome::Loads, accepts::graph);
    unknown.check("graph-attr");
    for at in range(TENSORFLOW, "", "").releases().filter(|at| !attr.range().holds(*at)) {
        if unknown.at(at) != Outcome::Refused && accepts.at(at) == Outcome::Refused {
            accepts.except_at(at, unknown.at(at), "graph-attr");
        }
    }
    let (rule, shown) = match &fault {
        Fault::Kind("") => ("graph-attr-no-value", String::new()),
        Fault::Kind(kind) => ("graph-attr-kind", (*kind).to_owned()),
        Fault::Number(number) => ("graph-attr-least", number.to_string()),
        Fault::Length(length) => ("graph-attr-length", length.to_string()),
        Fault::Reference(name) => ("graph-attr-reference", name.clone()),
    };
    let reason = Message::new("attr-value").with("value", shown.clone());
    let mut need = of.requirement("graph-attr-value", attr.name, of.places, attr.source, accepts, Some(reason));
    need.kind = RequirementKind::AttrValue;
    need.certainty = Certainty::Derived;
    let mut values = need.prints[0].message.params.clone();
    values.set("value", shown);
    values.set("kind", attr.kind.to_owned());
    values.set("least", attr.least.unwrap_or_default().to_string());
    need.prints = vec![Print::new(rule, values)];
    need
}
