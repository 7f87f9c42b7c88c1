//! Typed views of the TFLite tables: registry, tensor types, version rules, official map, operator codes.

use super::sources;
use super::{Flat, Range, channels, flat_len, range};
use super::{Pack, Table};
use crate::compat::condition::{Condition, Value};
use crate::compat::{Action, Outcome};
use crate::formats::tflite::{BuiltinOp, TensorType};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Type number of an omitted optional operand.
pub const NO_TENSOR: f64 = -1.0;

/// TFLite's tables.
static PACK: Pack = Pack::new(include_bytes!(concat!(env!("OUT_DIR"), "/tflite.bin")));

/// One of them, by the name of its file.
pub fn table(name: &str) -> &'static Table {
    PACK.table(name)
}

/// Source of a fact about models without a row of its own.
pub fn tflite_source(fact: &str) -> &'static str {
    sources::source_in(table("tflite_sources"), fact)
}

/// Versions of an op that the registry of a span of releases takes.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// Lowest version.
    pub min: i32,
    /// Highest version.
    pub max: i32,
    /// Releases.
    pub range: Range,
    /// Source of the fact.
    pub source: &'static str,
}

/// A row of the rules by which the newest converter chooses an op's version: the first that holds applies.
#[derive(Debug)]
pub struct VersionRule {
    /// Version given.
    pub version: i32,
    /// When.
    pub condition: Condition,
    /// Key of the feature that requires it (text: `reason-<feature>`); empty for the baseline version.
    pub feature: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// A check of a kernel when tensors are prepared: the nodes and releases that fail it, and the message.
#[derive(Debug)]
pub struct Preparation {
    /// Condition on nodes of the op.
    pub condition: Condition,
    /// Key of what the kernel misses (`reason-<feature>`).
    pub feature: &'static str,
    /// Action in which it is checked; `None` for every action.
    pub action: Option<Action>,
    /// Releases.
    pub ranges: Vec<Range>,
    /// Name of the kernel's source file, as the message begins; empty when the message names none.
    pub file: &'static str,
    /// The condition that the kernel prints.
    pub message: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// Outcome of releases for an operator with an operand quantized in blocks.
#[derive(Debug)]
pub struct Blockwise {
    /// Nodes that it is about.
    pub condition: Condition,
    /// `None` is every action.
    pub action: Option<Action>,
    /// Releases.
    pub range: Range,
    /// Outcome.
    pub outcome: Outcome,
    /// Message of a delegate, with placeholders of `tflite_prepare.csv`; empty when unknown.
    pub message: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// A custom op that interpreters know by name: their default resolver, a delegate, or a product's resolver.
#[derive(Debug)]
pub struct NamedOp {
    /// Action in which it is known; `None` for every action.
    pub action: Option<Action>,
    /// Nodes that it is about.
    pub condition: Condition,
    /// Releases.
    pub range: Range,
    /// Outcome.
    pub outcome: Outcome,
    /// Text that a delegate of the action prints before the interpreter refuses the op.
    pub message: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// Operator codes of a release's schema.
#[derive(Clone, Copy, Debug, Default)]
struct Codes {
    /// Highest one; `None` when unknown.
    highest: Option<i32>,
    /// One below the highest that the schema has no name for.
    unnamed: Option<i32>,
    /// Whether the release reads them from the byte field.
    of_byte: bool,
}

/// Facts about TFLite, by operator code and tensor type number.
pub struct Facts {
    registry: HashMap<i32, Vec<Registered>>,
    types: HashMap<i32, Vec<(Range, &'static str)>>,
    rules: HashMap<i32, Vec<VersionRule>>,
    preparations: HashMap<i32, Vec<usize>>,
    blockwise: HashMap<i32, Vec<Blockwise>>,
    official: HashMap<(i32, i32), &'static str>,
    enum_values: HashMap<(&'static str, &'static str), i32>,
    codes: Vec<Codes>,
}

/// The facts, read once.
pub fn facts() -> &'static Facts {
    static FACTS: OnceLock<Facts> = OnceLock::new();
    FACTS.get_or_init(|| Facts {
        registry: grouped("tflite_registry", |t, r| Registered {
            min: t.column("min_version").number(r).unwrap_or(1),
            max: t.column("max_version").number(r).unwrap_or(0),
            range: range(t.column("line").at(r), t.column("first").at(r), t.column("last").at(r)),
            source: t.column("source").at(r),
        }),
        types: grouped("tflite_tensor_types", |t, r| {
            (range(t.column("line").at(r), t.column("first").at(r), t.column("last").at(r)), t.column("source").at(r))
        }),
        rules: rules(),
        preparations: preparations(),
        blockwise: grouped("tflite_blockwise", |t, r| Blockwise {
            condition: Condition::parse(t.column("condition").at(r)).unwrap_or(Condition::Or(Vec::new())),
            action: Action::from_word(t.column("action").at(r)),
            range: range(t.column("on").at(r), t.column("first").at(r), t.column("last").at(r)),
            outcome: Outcome::from_word(t.column("outcome").at(r)),
            message: t.column("message").at(r),
            source: t.column("source").at(r),
        }),
        official: rows("tflite_official_map", |t, r| {
            let number = |c| t.column(c).number(r).unwrap_or(-1);
            ((number("code"), number("version")), t.column("min_runtime").at(r))
        }),
        enum_values: rows("tflite_enum_values", |t, r| {
            ((t.column("field").at(r), t.column("name").at(r)), t.column("value").number(r).unwrap_or(-1))
        }),
        codes: codes(),
    })
}

impl Facts {
    /// Observations of an operator with operands quantized in blocks; later rows win.
    pub fn blockwise(&self, code: i32) -> &[Blockwise] {
        self.blockwise.get(&code).map_or(&[], Vec::as_slice)
    }

    /// Versions that the registries take for an operator code; empty when none has it.
    pub fn registered(&self, code: i32) -> &[Registered] {
        self.registry.get(&code).map_or(&[], Vec::as_slice)
    }

    /// Releases that know a tensor type.
    pub fn tensor_type(&self, code: i32) -> &[(Range, &'static str)] {
        self.types.get(&code).map_or(&[], Vec::as_slice)
    }

    /// Version rules of an op, in the order in which they are tried.
    pub fn rules(&self, code: i32) -> &[VersionRule] {
        self.rules.get(&code).map_or(&[], Vec::as_slice)
    }

    /// Checks of an op's kernel when tensors are prepared, in the kernel's order.
    pub fn preparations(&self, code: i32) -> Vec<Preparation> {
        self.preparations.get(&code).map_or(&[][..], Vec::as_slice).iter().map(|&row| preparation(row)).collect()
    }

    /// The oldest runtime for an op at a version by the official map.
    pub fn official(&self, code: i32, version: i32) -> Option<&'static str> {
        self.official.get(&(code, version)).copied()
    }

    /// Number of an enum value in an options field.
    pub fn enum_value(&self, field: &str, name: &str) -> Option<i32> {
        self.enum_values.iter().find(|((f, n), _)| *f == field && *n == name).map(|(_, v)| *v)
    }

    /// The highest operator code of a release's schema; `None` when unknown.
    pub fn highest_code(&self, at: Flat) -> Option<i32> {
        self.codes[at].highest
    }

    /// Whether a release reads operator codes from the byte field, as all did before 2.4.
    pub fn reads_byte_code(&self, at: Flat) -> bool {
        self.codes[at].of_byte
    }

    /// Whether a release's schema has no name for an operator code, so that messages name an empty one.
    pub fn is_unnamed(&self, code: i32, at: Flat) -> bool {
        self.codes[at].unnamed == Some(code)
    }
}

/// Facts about a custom op by its name.
pub fn named_custom_ops(name: &str) -> impl Iterator<Item = NamedOp> + use<'_> {
    let t = table("tflite_custom_ops");
    (0..t.rows).filter(move |&r| t.column("name").at(r) == name).map(|r| {
        let cell = |column: &str| t.column(column).at(r);
        NamedOp {
            action: Action::from_word(cell("action")),
            condition: Condition::parse(cell("condition")).unwrap_or(Condition::Or(Vec::new())),
            range: range(cell("on"), cell("first"), cell("last")),
            outcome: Outcome::from_word(cell("outcome")),
            message: cell("message"),
            source: cell("source"),
        }
    })
}

fn rows<K: std::hash::Hash + Eq, V>(name: &str, row: impl Fn(&Table, usize) -> (K, V)) -> HashMap<K, V> {
    let t = table(name);
    (0..t.rows).map(|r| row(t, r)).collect()
}

/// Rows by their `code`, in the table's order.
fn grouped<V>(name: &str, row: impl Fn(&Table, usize) -> V) -> HashMap<i32, Vec<V>> {
    let t = table(name);
    let mut by_code: HashMap<i32, Vec<V>> = HashMap::new();
    for r in 0..t.rows {
        by_code.entry(t.column("code").number(r).unwrap_or(-1)).or_default().push(row(t, r));
    }
    by_code
}

/// Rows of `tflite_prepare.csv` by operator code. They are parsed when a model has the operator.
fn preparations() -> HashMap<i32, Vec<usize>> {
    let t = table("tflite_prepare");
    let mut by_code: HashMap<i32, Vec<usize>> = HashMap::new();
    for row in 0..t.rows {
        for op in t.column("ops").at(row).split(' ').filter_map(BuiltinOp::from_name) {
            by_code.entry(op.code()).or_default().push(row);
        }
    }
    by_code
}

fn preparation(row: usize) -> Preparation {
    let t = table("tflite_prepare");
    let cell = |column: &str| t.column(column).at(row);
    // A row that does not parse is always false; a test parses every row.
    let condition = Condition::parse(cell("condition")).unwrap_or(Condition::Or(Vec::new()));
    Preparation {
        condition: condition.resolve(&number_of_name),
        feature: cell("feature"),
        action: Action::from_word(cell("action")),
        ranges: ranges(cell("releases")),
        file: cell("file"),
        message: cell("message"),
        source: cell("source"),
    }
}

/// Spans of releases such as `tensorflow-lite@2.3.0..;litert`; empty is every release.
fn ranges(text: &'static str) -> Vec<Range> {
    let spans = text.split(';').map(|span| match span.split_once('@') {
        Some((on, bounds)) => {
            let (first, last) = bounds.split_once("..").unwrap_or((bounds, bounds));
            range(on, first, last)
        }
        None => range(if span.is_empty() { "*" } else { span }, "", ""),
    });
    spans.collect()
}

/// Number of a name beside a term: a type beside `in[0].type`, a value of an enum beside `opt.padding`.
pub fn number_of_name(left: &Value, name: &str) -> Option<f64> {
    let Value::Term(left) = left else { return None };
    if left.ends_with(".type") {
        return if name == "NONE" {
            Some(NO_TENSOR)
        } else {
            TensorType::from_schema_name(name).map(|t| t.code().into())
        };
    }
    facts().enum_value(left.strip_prefix("opt.")?, name).map(f64::from)
}

fn rules() -> HashMap<i32, Vec<VersionRule>> {
    let mut by_code = grouped("tflite_version_rules", |t, r| {
        let order: i32 = t.column("order").number(r).unwrap_or(i32::MAX);
        let rule = VersionRule {
            version: t.column("version").number(r).unwrap_or(1),
            // A row that does not parse is always false; a test parses every row.
            condition: Condition::parse(t.column("condition").at(r)).unwrap_or(Condition::Or(Vec::new())),
            feature: t.column("feature").at(r),
            source: t.column("source").at(r),
        };
        (order, rule)
    });
    by_code.iter_mut().for_each(|(_, rules)| crate::order::sort_by_key(rules, |(order, _)| *order));
    by_code.into_iter().map(|(code, rules)| (code, rules.into_iter().map(|(_, rule)| rule).collect())).collect()
}

fn codes() -> Vec<Codes> {
    let t = table("tflite_codes");
    let mut codes = vec![Codes::default(); flat_len()];
    for r in 0..t.rows {
        let (line, key) = (t.column("line").at(r), t.column("key").at(r));
        let fact = Codes {
            highest: t.column("highest_code").number(r),
            unnamed: t.column("unnamed_code").number(r),
            of_byte: t.column("code_field").at(r) == "byte",
        };
        for channel in channels().iter().filter(|c| c.line == line) {
            for (at, _) in channel.releases.iter().enumerate().filter(|(_, release)| release.key == key) {
                codes[channel.first_flat + at] = fact;
            }
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_words() {
        let words = include_str!("../../../static/locales/en/compat.ftl");
        for name in ["tflite_version_rules", "tflite_prepare"] {
            let t = table(name);
            // Rows about nodes that the delegate takes refuse nothing.
            for feature in (0..t.rows).map(|r| t.column("feature").at(r)).filter(|f| !["", "taken"].contains(f)) {
                assert!(words.contains(&format!("\nreason-{feature} = ")), "reason-{feature} has no words");
            }
        }
    }

    #[test]
    fn every_span_of_a_check_has_releases() {
        let t = table("tflite_prepare");
        for r in 0..t.rows {
            let text = t.column("releases").at(r);
            assert!(ranges(text).iter().all(|range| range.releases().next().is_some()), "row {}: {text}", r + 2);
        }
    }

    #[test]
    fn every_condition_parses() {
        for name in ["tflite_version_rules", "tflite_prepare", "tflite_blockwise", "tflite_custom_ops"] {
            let t = table(name);
            for r in 0..t.rows {
                let text = t.column("condition").at(r);
                assert!(Condition::parse(text).is_ok(), "{name} row {}: {text}: {:?}", r + 2, Condition::parse(text));
            }
        }
    }
}
