//! Attrs: known to the release, present if they have no default, and with allowed values.

use super::defaults::{is_default, is_producer_default};
use super::stage;
use super::view::{Place, View, Way};
use crate::compat::accepts::{self, Accepts};
use crate::compat::knowledge::tensorflow::{
    Attr, Op, TENSORFLOW, ValueChange, allowed_changes, op, tf_eras, tf_source,
};
use crate::compat::knowledge::{flat_release, range};
use crate::compat::prints::Print;
use crate::compat::{Certainty, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::dtype;
use crate::formats::proto::tensorflow::AttrValue;
use crate::formats::proto::tensorflow::attr_value::Value;
use crate::message::Message;
use std::collections::BTreeMap;

/// Attrs that some release does not know.
pub fn unknown(view: &View<'_>, out: &mut Vec<Requirement>) {
    each(view, |of| of.unknown(out));
}

/// Attrs that are missing, and values that some release does not allow.
pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    each(view, |of| {
        of.values(out);
        of.missing(out);
    });
}

fn each(view: &View<'_>, mut work: impl FnMut(OfOp<'_>)) {
    for (name, places) in &view.by_op {
        if let Some(op) = op(name).filter(|_| !view.functions.contains(name)) {
            work(OfOp { view, name, op, places });
        }
    }
}

/// All nodes of one op.
pub(super) struct OfOp<'a> {
    pub view: &'a View<'a>,
    pub name: &'a str,
    pub op: &'static Op,
    pub places: &'a [Place<'a>],
}

impl<'a> OfOp<'a> {
    fn attr(&self, name: &str) -> Option<&'static Attr> {
        self.op.attrs.iter().find(|attr| attr.name == name)
    }

    /// Attrs that some release does not know.
    fn unknown(&self, out: &mut Vec<Requirement>) {
        // By attr: the nodes that carry it, and whether the value of each is the default.
        let mut carried: BTreeMap<&str, Vec<(Place<'_>, bool)>> = BTreeMap::new();
        for place in self.places {
            for (name, value) in place.node.attr.iter().filter(|(name, _)| !name.starts_with('_')) {
                let known = self.attr(name);
                let everywhere = known.is_some_and(|a| a.first.is_empty() && a.last.is_empty());
                // Without a full list of the op's attrs, an unlisted name proves nothing.
                if everywhere || (known.is_none() && !self.op.attrs_known) {
                    continue;
                }
                let default = known.is_some_and(|a| a.has_default && is_default(value, a.default));
                carried.entry(name).or_default().push((*place, default));
            }
        }
        for (name, places) in carried {
            let known = self.attr(name);
            let unknown_to = |accepts: &mut Accepts| {
                if let Some(attr) = known {
                    accepts.set(attr.range(), Outcome::Loads);
                }
            };
            let mut accepts = Accepts::all(Outcome::Loads, accepts::graph);
            accepts.excuse("graph-attr");
            unknown_to(&mut accepts);
            if self.view.way == Way::Graph && places.iter().all(|(place, _)| place.function.is_some()) {
                accepts.excuse("graph-attr-body");
            }
            // Loaders with the producer's op list remove unknown attrs with default values before they import.
            if self.view.way != Way::Graph && self.is_stripped(name, &places) {
                strip(&mut accepts, self.view.way);
            }
            if accepts.only_loads() {
                continue;
            }
            let all_default = places.iter().all(|(_, default)| *default);
            let nodes: Vec<Place<'_>> = places.iter().map(|(place, _)| *place).collect();
            let (kind, reason) = match known {
                None => (RequirementKind::UnknownAttr, "attr-unknown"),
                Some(_) if all_default => (RequirementKind::DefaultAttr, "attr-default"),
                Some(_) => (RequirementKind::Attr, "attr-not-default"),
            };
            let reason = Message::new(reason).with("first", known.map_or("", |a| a.first));
            let source = known.map_or_else(|| tf_source("attr-unknown"), |a| a.source);
            let need = self.requirement("graph-attr", name, &nodes, source, accepts, Some(reason));
            out.push(Requirement { kind, ..need });
        }
    }

    fn is_stripped(&self, attr: &str, places: &[(Place<'_>, bool)]) -> bool {
        let Some(definition) = self.view.producer_ops.get(self.name) else { return false };
        let default = |place: &Place<'_>| {
            place.node.attr.get(attr).is_some_and(|value| is_producer_default(value, definition, attr))
        };
        places.iter().all(|(place, _)| place.function.is_none() && default(place))
    }

    /// Attrs without a default that a node leaves out.
    fn missing(&self, out: &mut Vec<Requirement>) {
        for attr in self.op.attrs.iter().filter(|a| !a.has_default && !a.kind.is_empty()) {
            let lacking: Vec<Place<'_>> =
                self.places.iter().copied().filter(|place| !place.node.attr.contains_key(attr.name)).collect();
            if lacking.is_empty() {
                continue;
            }
            let mut accepts = Accepts::all(Outcome::Loads, accepts::graph);
            accepts.set(attr.range(), Outcome::Refused);
            out.push(self.requirement("graph-attr-missing", attr.name, &lacking, attr.source, accepts, None));
        }
    }

    /// Values, mostly data types, that some release does not allow.
    fn values(&self, out: &mut Vec<Requirement>) {
        let mut used: BTreeMap<(&str, String), Vec<Place<'_>>> = BTreeMap::new();
        for place in self.places {
            for (name, value) in &place.node.attr {
                for text in constrained(value) {
                    used.entry((name, text)).or_default().push(*place);
                }
            }
        }
        for ((name, value), places) in used {
            let Some(attr) = self.attr(name) else { continue };
            let changes = allowed_changes(self.name, name);
            if attr.allowed.is_empty() && changes.is_empty() {
                continue;
            }
            let has = |list: &str| list.split(' ').any(|v| v == value);
            // Goes back in time from the newest registry: each change is undone for the releases before it.
            let mut allowed = attr.allowed.is_empty() || has(attr.allowed);
            let mut accepts = Accepts::all(Outcome::Loads, accepts::graph);
            let mut spans = vec![("", allowed)];
            for change in changes.iter().rev() {
                let before = match change.change {
                    ValueChange::Added => allowed && !has(change.values),
                    ValueChange::Removed => allowed || has(change.values),
                    ValueChange::Restricted => true,
                    ValueChange::Unrestricted => has(change.values),
                };
                spans.push((change.release, before));
                allowed = before;
            }
            // The span that begins last comes first: each further one overwrites earlier releases.
            if !spans[0].1 {
                accepts.set(range(TENSORFLOW, "", ""), Outcome::Refused);
            }
            for (release, before) in &spans[1..] {
                let outcome = if *before { Outcome::Loads } else { Outcome::Refused };
                for flat in range(TENSORFLOW, "", release).releases() {
                    let name_or_key = flat_release(flat).1;
                    if name_or_key.key != *release {
                        accepts.set_at(flat, outcome);
                    }
                }
            }
            if is_only_in_bodies(self.view, &places) {
                continue;
            }
            // The old loader of SavedModels runs a session, which checks all values, but only some strings.
            if self.view.way != Way::SavedModel || attr.kind == "string" {
                accepts.excuse("graph-attr-import");
            }
            if accepts.only_loads() {
                continue;
            }
            let source = attr.source;
            let shown = if dtype_value(attr) { format!("DT_{value}") } else { format!("\"{value}\"") };
            let reason = Message::new("attr-value").with("value", shown);
            let mut need = self.requirement("graph-attr-value", name, &places, source, accepts, Some(reason));
            need.kind = RequirementKind::AttrValue;
            if dtype_value(attr) {
                // The message uses the C++ name of a type.
                for print in need.prints.iter_mut().filter(|print| print.message.value("value").is_some()) {
                    print.message.params.set("value", value.to_ascii_lowercase());
                }
            }
            out.push(need);
        }
    }

    /// A requirement on an attr of these nodes; the rule of the same name has the message.
    pub fn requirement(
        &self,
        id: &'static str,
        attr: &str,
        places: &[Place<'_>],
        source: &str,
        mut accepts: Accepts,
        reason: Option<Message>,
    ) -> Requirement {
        let mut values = reason.as_ref().map(|reason| reason.params.clone()).unwrap_or_default();
        self.view.narrow(places, &mut accepts);
        values.set("op", self.name.to_owned());
        values.set("attr", attr.to_owned());
        Requirement {
            id,
            kind: RequirementKind::Other,
            subject: Subject { kind: SubjectKind::Attr, name: format!("{}.{attr}", self.name), version: None },
            reason,
            evidence: self.view.evidences(places),
            count: places.len() as u32,
            certainty: Certainty::Observed,
            source: source.to_owned(),
            accepts: accepts.done(),
            step: self.view.step(&places[0], stage::ATTRS),
            // From 1.10 on the loader of SavedModels, too, checks node by node.
            early: (self.view.way == Way::SavedModel)
                .then(|| (tf_eras("attrs-with-nodes")[0], (stage::NODES, self.view.step(&places[0], 0).1))),
            prints: vec![Print::new(id, values)],
        }
    }
}

/// Whether the plain importer does not check the nodes' attrs: it instantiates bodies of functions without doing so.
pub(super) fn is_only_in_bodies(view: &View<'_>, places: &[Place<'_>]) -> bool {
    view.way == Way::Graph && places.iter().all(|place| place.function.is_some())
}

fn dtype_value(attr: &Attr) -> bool {
    matches!(attr.kind, "type" | "list(type)" | "")
}

/// Whether a value of an op's attr is its default, and the first release with the attr (empty if as old as the op); `None`
/// for attrs that the tables lack.
pub fn attr_facts(name: &str, attr: &str, value: &AttrValue) -> Option<(bool, &'static str)> {
    let attr = op(name)?.attrs.iter().find(|known| known.name == attr)?;
    Some((attr.has_default && is_default(value, attr.default), attr.first))
}

/// Releases whose loader strips default values of unknown attrs.
fn strip(accepts: &mut Accepts, way: Way) {
    let rule = if way == Way::MetaGraph { "meta-graph-strips-defaults" } else { "saved-model-strips-defaults" };
    accepts.excuse(rule);
}

/// The parts of a value that an attr may constrain: data types and strings.
fn constrained(value: &AttrValue) -> Vec<String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let type_name = |number: i32| dtype::constant(number).map_or_else(|| number.to_string(), str::to_owned);
    match &value.value {
        Some(Value::Type(t)) => vec![type_name(*t)],
        Some(Value::S(bytes)) if bytes.len() < 64 => vec![text(bytes)],
        Some(Value::List(list)) if !list.r#type.is_empty() => {
            let mut names: Vec<String> = list.r#type.iter().map(|t| type_name(*t)).collect();
            crate::order::sort(&mut names);
            names.dedup();
            names
        }
        _ => Vec::new(),
    }
}
