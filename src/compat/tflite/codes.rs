//! Operator codes. The interpreter resolves all of them when it is built, used or not.

use super::node::Node;
use super::view::View;
use super::{stage, versions};
use crate::compat::accepts::{Accepts, check_range, tflite};
use crate::compat::condition::{Environment, Value};
use crate::compat::knowledge::tflite::{Registered, facts, named_custom_ops, tflite_source};
use crate::compat::knowledge::{channels, flat_len, flat_release, range};
use crate::compat::prints::{Print, fill};
use crate::compat::{
    Certainty, EVIDENCE, Evidence, Finding, FindingKind, Outcome, Requirement, RequirementKind, Severity, Subject,
    SubjectKind,
};
use crate::formats::tflite::{BUILTIN_CUSTOM, BuiltinOp, Model, OperatorCode};
use crate::message::{Message, Values};
use std::collections::{BTreeSet, HashSet};

/// Prefix of custom ops that represent a TensorFlow op.
pub const FLEX: &str = "Flex";

#[inline(never)]
pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>, findings: &mut Vec<Finding>) {
    let codes = &view.model.operator_codes;
    for (index, code) in codes.iter().enumerate() {
        let same = |other: &OperatorCode| {
            OperatorCode { at: 0..0, ..other.clone() } == OperatorCode { at: 0..0, ..code.clone() }
        };
        if codes[..index].iter().any(same) {
            continue; // the first entry represents all of its kind
        }
        let users: Vec<(usize, usize)> = codes
            .iter()
            .enumerate()
            .skip(index)
            .filter(|(_, other)| same(other))
            .flat_map(|(i, _)| view.uses[i].iter().copied())
            .collect();
        let entry = Entry { view, index, code, users };
        match &code.custom_code {
            _ if code.code != BUILTIN_CUSTOM => out.push(entry.builtin(findings)),
            name => out.push(entry.custom(name.as_deref().unwrap_or_default())),
        }
    }
}

/// A node whose operands are tested for being constants or dequantized constants: `in[i].static`.
struct WithStatic<'a> {
    node: Node<'a>,
    subgraph: usize,
    produced: &'a HashSet<(usize, i32)>,
}

impl Environment for WithStatic<'_> {
    fn term(&self, term: &str) -> Option<f64> {
        let Some(index) = term.strip_prefix("in[").and_then(|term| term.strip_suffix("].static")) else {
            return self.node.term(term);
        };
        let tensor = self.node.operator.inputs.get(index.parse::<usize>().ok()?)?;
        Some(f64::from(u8::from(!self.produced.contains(&(self.subgraph, *tensor)))))
    }

    fn name(&self, left: &Value, name: &str) -> Option<f64> {
        self.node.name(left, name)
    }
}

struct Entry<'a> {
    view: &'a View<'a>,
    index: usize,
    code: &'a OperatorCode,
    users: Vec<(usize, usize)>,
}

impl Entry<'_> {
    fn itself(&self) -> Evidence {
        Evidence::of_file(self.view.span(&self.code.at, format!("operator_codes[{}]", self.index)))
    }

    fn evidence(&self, first: &[(usize, usize)]) -> Vec<Evidence> {
        if self.users.is_empty() {
            return vec![self.itself()];
        }
        let rest = self.users.iter().filter(|u| !first.contains(u));
        let chosen: Vec<_> = first.iter().chain(rest).take(EVIDENCE).copied().collect();
        self.view.operators(&chosen)
    }

    fn builtin(&self, findings: &mut Vec<Finding>) -> Requirement {
        let code = self.code;
        let op = BuiltinOp::from_code(code.code).map_or_else(|| code.name(), |op| op.name().to_owned());
        // Versions that each operator needs by the rules, to find the reason for the highest one.
        let needs: Vec<_> = self.users.iter().map(|&u| (u, versions::rule(code.code, &self.view.node(u)))).collect();
        let deciding: Vec<_> =
            needs.iter().filter(|(_, rule)| rule.is_some_and(|r| r.version == code.version)).collect();
        let reason = deciding.first().and_then(|(_, rule)| *rule).map(|rule| {
            let feature = if rule.feature.is_empty() { "basic" } else { rule.feature };
            Message::new(feature).with("op", &op).with("version", code.version)
        });
        let first: Vec<_> = deciding.iter().take(EVIDENCE).map(|(u, _)| *u).collect();
        self.compare_with_rules(&op, &needs, findings);

        let mut accepts = Accepts::all(Outcome::Refused, tflite);
        let mut source = tflite_source("op-version-unknown");
        let facts = facts();
        for at in (0..flat_len()).filter(|&at| tflite(flat_release(at).1).is_some()) {
            // Before 2.4 only the byte field is read; 127 in it marks a greater code, which these releases do not have.
            let read = if facts.reads_byte_code(at) { i32::from(code.deprecated_code) } else { code.code };
            let row =
                facts.registered(read).iter().find(|r| (r.min..=r.max).contains(&code.version) && r.range.holds(at));
            if let Some(row) = row {
                // What another op than that of the file makes of its nodes is not known.
                accepts.set_at(at, if read == code.code { Outcome::Loads } else { Outcome::Unknown });
                source = row.source;
            }
        }
        Requirement {
            id: "tflite-op-version",
            kind: RequirementKind::OpVersion,
            subject: Subject { kind: SubjectKind::Op, name: op.clone(), version: Some(code.version) },
            reason,
            evidence: self.evidence(&first),
            count: self.users.len() as u32,
            certainty: Certainty::Observed,
            source: source.to_owned(),
            accepts: accepts.done(),
            step: (stage::CODES, self.index as u32),
            early: None,
            prints: self.prints(&op),
        }
    }

    /// A code above a release's schema is "out of range" there; a known code at an unknown version is "not found", with the
    /// name that the schema has for it.
    fn prints(&self, op: &str) -> Vec<Print> {
        let (code, facts) = (self.code, facts());
        let not_found = |op: &str| {
            let values = Values::from(vec![("op", op.to_owned()), ("version", code.version.to_string())]);
            Print::new("tflite-op-version", values)
        };
        let mut prints = Vec::new();
        for channel in channels() {
            for (at, release) in channel.releases.iter().enumerate().filter(|(_, r)| r.tflite.is_some()) {
                let at = channel.first_flat + at;
                let read = if facts.reads_byte_code(at) { i32::from(code.deprecated_code) } else { code.code };
                let print = if facts.highest_code(at).is_some_and(|highest| read > highest) {
                    Print::new("tflite-op-code", vec![("code", read.to_string())].into())
                } else if facts.is_unnamed(read, at) {
                    not_found("")
                } else {
                    continue;
                };
                prints.push(Print { on: Some(range(channel.id, release.name, release.name)), ..print });
            }
        }
        prints.push(not_found(op));
        prints
    }

    /// A declared version below the required one is a risk; one above it is needless.
    fn compare_with_rules(
        &self,
        op: &str,
        needs: &[((usize, usize), Option<&'static crate::compat::knowledge::tflite::VersionRule>)],
        findings: &mut Vec<Finding>,
    ) {
        let highest = needs.iter().filter_map(|(u, rule)| rule.map(|r| (*u, r))).max_by_key(|(_, r)| r.version);
        let Some((at, rule)) = highest else { return };
        let (id, severity) = match rule.version.cmp(&self.code.version) {
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Greater => ("tflite-version-too-low", Severity::Warning),
            std::cmp::Ordering::Less => ("tflite-version-needless", Severity::Note),
        };
        findings.push(Finding {
            message: Message::new(id)
                .with("op", op)
                .with("declared", self.code.version)
                .with("required", rule.version)
                .with("feature", rule.feature),
            kind: FindingKind::Other,
            severity,
            certainty: Certainty::Derived,
            evidence: vec![self.view.operator(at)],
            source: rule.source,
        });
    }

    /// By subgraph and tensor: whether an operator computes it from computed tensors or inputs.
    fn produced(&self) -> HashSet<(usize, i32)> {
        let subgraphs: BTreeSet<usize> = self.users.iter().map(|(subgraph, _)| *subgraph).collect();
        let mut produced = HashSet::new();
        for s in subgraphs {
            let subgraph = &self.view.model.subgraphs[s];
            produced.extend(subgraph.inputs.iter().map(|tensor| (s, *tensor)));
            // Operators are in the order of execution.
            for operator in &subgraph.operators {
                if operator.inputs.iter().any(|input| produced.contains(&(s, *input))) {
                    produced.extend(operator.outputs.iter().map(|output| (s, *output)));
                }
            }
        }
        produced
    }

    fn custom(&self, name: &str) -> Requirement {
        let flex = name.strip_prefix(FLEX);
        let id = if flex.is_some() { "tflite-flex-op" } else { "tflite-custom-op" };
        let mut accepts = Accepts::all(Outcome::Loads, tflite);
        // Up to 1.14 an unresolved custom op fails when the interpreter is built, later only if a node needs it.
        let unused = flex.is_none() && self.users.is_empty();
        let rule = if unused { "tflite-custom-op-unused" } else { id };
        let mut source = accepts.check(rule).unwrap_or_default();
        let produced = self.produced();
        let node = self.users.first().map_or(0, |u| u.1);
        let print = |delegate: String| {
            let values = Values::from(vec![
                ("op", name.to_owned()),
                ("version", self.code.version.to_string()),
                ("node", node.to_string()),
                ("delegate", delegate),
            ]);
            Print::new(id, values)
        };
        let mut prints = Vec::new();
        // A few custom ops are part of the default resolver; without facts, they are neither taken nor refused.
        let mut in_resolver = false;
        for known in named_custom_ops(name) {
            let node = |user: &(usize, usize)| WithStatic {
                node: self.view.node(*user),
                subgraph: user.0,
                produced: &produced,
            };
            if !self.users.iter().all(|user| known.condition.holds(&node(user))) {
                continue;
            }
            match known.action {
                Some(action) => {
                    accepts.set_in(action, known.range, known.outcome);
                    // The delegate that leaves the node prints its reason first.
                    if let Some(first) = self.users.first().filter(|_| !known.message.is_empty()) {
                        let (at, of_it) = (first.1.to_string(), self.view.node(*first));
                        let text = fill(known.message, |placeholder| match placeholder {
                            "node" => Some(at.clone()),
                            operand => of_it.text(operand),
                        });
                        prints.push(Print { on: Some(known.range), action: Some(action), ..print(text) });
                    }
                }
                None => {
                    if !in_resolver {
                        accepts = Accepts::all(Outcome::Unknown, tflite);
                    }
                    in_resolver = true;
                    accepts.set(known.range, known.outcome);
                }
            }
            source = known.source;
        }
        // Releases that read the byte field see its value, which may be a builtin op.
        let (facts, byte) = (facts(), i32::from(self.code.deprecated_code));
        if byte != BUILTIN_CUSTOM {
            for at in (0..flat_len()).filter(|&at| facts.reads_byte_code(at)) {
                let registered = facts.registered(byte).iter();
                let takes = |r: &&Registered| (r.min..=r.max).contains(&self.code.version) && r.range.holds(at);
                let found = registered.filter(takes).count() > 0;
                accepts.set_at(at, if found { Outcome::Loads } else { Outcome::Refused });
            }
        }
        prints.push(print(String::new()));
        Requirement {
            id,
            kind: if flex.is_some() { RequirementKind::FlexDelegate } else { RequirementKind::Other },
            subject: Subject { kind: SubjectKind::CustomOp, name: name.to_owned(), version: None },
            reason: flex.map(|op| Message::new("flex").with("op", op)),
            evidence: self.evidence(&[]),
            count: self.users.len() as u32,
            certainty: Certainty::Observed,
            source: source.to_owned(),
            accepts: accepts.done(),
            step: (stage::PREPARE, node as u32),
            // Up to 1.14 the interpreter is not even built.
            early: check_range("tflite-custom-op-unused").map(|built| (built, (stage::CODES, self.index as u32))),
            prints,
        }
    }
}

/// The oldest runtime by the official map, as the converter would record it: the highest of all (op, version) pairs.
/// Only shown beside the window.
pub fn official_min_runtime(model: &Model) -> Option<&'static str> {
    let number = |version: &str| -> Vec<u32> { version.split('.').map(|p| p.parse().unwrap_or(0)).collect() };
    model
        .operator_codes
        .iter()
        .filter_map(|code| facts().official(code.code, code.version))
        .max_by_key(|version| number(version))
}
