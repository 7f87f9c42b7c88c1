//! Typed views of the tables about TensorFlow's ops: presence, deprecation, attrs, allowed values.

use super::{Pack, Table};
use super::{Range, range, sources};
use crate::compat::condition::Condition;
use crate::formats::dtype::REFERENCE;
use crate::formats::proto::tensorflow::DataType;
use std::collections::HashMap;
use std::sync::OnceLock;

/// TensorFlow's tables.
static PACK: Pack = Pack::new(include_bytes!(concat!(env!("OUT_DIR"), "/tensorflow.bin")));

/// Tables that checkpoints need, too.
static CHECKPOINT: Pack = Pack::new(include_bytes!(concat!(env!("OUT_DIR"), "/checkpoint.bin")));

/// One of those about graphs, by the name of its file.
pub fn table(name: &str) -> &'static Table {
    PACK.table(name)
}

/// Spans of releases that belong to an era of `tf_eras.csv`.
pub fn tf_eras(era: &str) -> Vec<Range> {
    sources::spans(table("tf_eras"), era)
}

/// Source of a fact about graphs or checkpoints without a row of its own.
pub fn tf_source(fact: &str) -> &'static str {
    sources::source_in(CHECKPOINT.table("tf_sources"), fact)
}

/// A documented promise: the number of versions that it reaches, and its source.
pub fn tf_promise(promise: &str) -> (i32, &'static str) {
    let t = table("tf_promises");
    let row = sources::rows(t, "promise", promise)[0];
    (t.column("steps").number(row).expect("a number in the table"), t.column("source").at(row))
}

/// The channel whose releases load graphs.
pub const TENSORFLOW: &str = "tensorflow";

/// Facts about an op.
#[derive(Debug)]
pub struct Op {
    /// Only in 1.x, and only after its contrib module was imported.
    pub contrib: bool,
    /// Known from the registry of one release only; other releases are unknown.
    pub registry_only: bool,
    /// From its first to its last release.
    pub range: Range,
    /// Releases in between without a wrapper for it; whether they register it is unknown.
    pub gaps: Vec<&'static str>,
    /// Graphs of this producer or newer must not use it, in releases from `deprecated_from` on.
    pub deprecated_at: Option<i32>,
    /// First release that deprecates it.
    pub deprecated_from: &'static str,
    /// The replacement in its message.
    pub deprecation_text: &'static str,
    /// Whether all its attrs are known.
    pub attrs_known: bool,
    /// Its attrs.
    pub attrs: Vec<Attr>,
    /// Data types of its inputs and outputs, such as `T INT64>T`; empty when unknown or different between releases.
    pub signature: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// Facts about an attr.
#[derive(Debug)]
pub struct Attr {
    /// Its name.
    pub name: &'static str,
    /// `type`, `list(type)`, `int`, …; empty when unknown.
    pub kind: &'static str,
    /// Whether a node may leave it out.
    pub has_default: bool,
    /// Its default as JSON.
    pub default: &'static str,
    /// Values allowed in the newest registry, blank-separated; empty when all are.
    pub allowed: &'static str,
    /// Lowest value of a number, or length of a list.
    pub least: Option<i64>,
    /// First release with it; empty when as old as the op.
    pub first: &'static str,
    /// Last release with it; empty if it still exists.
    pub last: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

impl Attr {
    /// Releases that know the attr.
    pub fn range(&self) -> Range {
        range(TENSORFLOW, self.first, self.last)
    }
}

/// A release in which the allowed values of an attr changed.
#[derive(Debug)]
pub struct AllowedChange {
    /// The release.
    pub release: &'static str,
    /// The change.
    pub change: ValueChange,
    /// The values, blank-separated.
    pub values: &'static str,
}

/// How the allowed values of an attr change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueChange {
    /// These are new.
    Added,
    /// These are gone.
    Removed,
    /// From all values to these.
    Restricted,
    /// From these to all values.
    Unrestricted,
}

impl ValueChange {
    /// The value of a cell of `tf_allowed_changes.csv`.
    fn of(cell: &str) -> Option<Self> {
        let all = [
            ("added", Self::Added),
            ("removed", Self::Removed),
            ("restricted", Self::Restricted),
            ("unrestricted", Self::Unrestricted),
        ];
        all.into_iter().find(|(word, _)| *word == cell).map(|(_, change)| change)
    }
}

/// Facts about an op; `None` when no tested release has an op of that name.
pub fn op(name: &str) -> Option<&'static Op> {
    all().get(name)
}

/// Names of all ops that some release has.
pub fn names() -> impl Iterator<Item = &'static str> {
    let others = all_registered().keys().filter(|name| !all().contains_key(*name));
    all().keys().chain(others).copied()
}

fn all() -> &'static HashMap<&'static str, Op> {
    static OPS: OnceLock<HashMap<&'static str, Op>> = OnceLock::new();
    OPS.get_or_init(ops)
}

fn ops() -> HashMap<&'static str, Op> {
    let mut attrs: HashMap<&'static str, Vec<Attr>> = HashMap::new();
    let t = table("tf_attrs");
    let least = t.column("least");
    let column =
        ["op", "attr", "type", "has_default", "default", "allowed", "first", "last", "source"].map(|c| t.column(c));
    for r in 0..t.rows {
        let [op, name, kind, has_default, default, allowed, first, last, source] = column.map(|c| c.at(r));
        let has_default = has_default == "yes";
        let least = least.number(r);
        let attr = Attr { name, kind, has_default, default, allowed, least, first, last, source };
        attrs.entry(op).or_default().push(attr);
    }
    let t = table("tf_ops");
    (0..t.rows)
        .map(|r| {
            let cell = |column: &str| t.column(column).at(r);
            let kind = cell("kind");
            let op = Op {
                contrib: kind == "contrib",
                registry_only: kind.ends_with("registry-only"),
                range: range(TENSORFLOW, cell("first"), cell("last")),
                gaps: cell("gaps").split('|').filter(|g| !g.is_empty()).collect(),
                deprecated_at: t.column("deprecated_at").number(r),
                deprecated_from: cell("deprecated_from"),
                deprecation_text: cell("deprecation_text"),
                attrs_known: cell("attrs_known") == "yes",
                attrs: attrs.remove(cell("op")).unwrap_or_default(),
                signature: cell("signature"),
                source: cell("source"),
            };
            (cell("op"), op)
        })
        .collect()
}

/// Releases whose binaries register an op, whether or not they have a Python wrapper for it.
#[derive(Debug)]
pub struct Registered {
    /// From the first to the last binary with it.
    pub range: Range,
    /// Up to the newest binary before those, and from the oldest after them: they do not register it.
    pub absent: [Option<Range>; 2],
    /// Source of the fact.
    pub source: &'static str,
}

/// Facts of binaries about an op; `None` for ops whose wrappers say the same.
pub fn registered(name: &str) -> Option<&'static Registered> {
    all_registered().get(name)
}

fn all_registered() -> &'static HashMap<&'static str, Registered> {
    static ALL: OnceLock<HashMap<&'static str, Registered>> = OnceLock::new();
    ALL.get_or_init(|| {
        let t = table("tf_registered");
        let row = |r| {
            let cell = |column: &str| t.column(column).at(r);
            let before = Some(cell("absent")).filter(|last| !last.is_empty()).map(|last| range(TENSORFLOW, "", last));
            let after = Some(cell("gone")).filter(|first| !first.is_empty()).map(|first| range(TENSORFLOW, first, ""));
            let range = range(TENSORFLOW, cell("first"), cell("last"));
            (cell("op"), Registered { range, absent: [before, after], source: cell("source") })
        };
        (0..t.rows).map(row).collect()
    })
}

/// A part of an op that a release lacks, though it is otherwise known to have the op.
#[derive(Debug)]
pub struct FlexRow {
    /// `registration`, or `kernel`: of the CPU.
    pub lacks: &'static str,
    /// Releases.
    pub range: Range,
    /// Source of the fact.
    pub source: &'static str,
}

/// The parts of an op that releases with the Flex delegate lack.
pub fn flex_rows(op: &str) -> Vec<FlexRow> {
    let t = table("tf_flex");
    let row = |r| {
        let cell = |column: &str| t.column(column).at(r);
        FlexRow { lacks: cell("lacks"), range: range(TENSORFLOW, cell("first"), cell("last")), source: cell("source") }
    };
    sources::rows(t, "op", op).into_iter().map(row).collect()
}

/// A data type that was added after the oldest releases.
#[derive(Debug)]
pub struct Dtype {
    /// The first release with it.
    pub first: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// The data types that were added after the oldest releases, by their numbers.
pub fn late_dtypes() -> &'static [(i32, Dtype)] {
    static ALL: OnceLock<Vec<(i32, Dtype)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let t = CHECKPOINT.table("tf_dtypes");
        let [first, source] = ["first", "source"].map(|c| t.column(c));
        let late = (0..t.rows).filter(|&r| first.at(r) != "0.12.0");
        let dtype = |r| Dtype { first: first.at(r), source: source.at(r) };
        late.filter_map(|r| Some((t.column("number").number(r)?, dtype(r)))).collect()
    })
}

/// The data type of a number if it was added after the oldest releases.
pub fn late_dtype(number: i32) -> Option<&'static Dtype> {
    late_dtypes().iter().find(|(own, _)| *own == number).map(|(_, dtype)| dtype)
}

/// The first release whose text reader knows a field of a message or a value of an enum, with the source; `None` when all do.
pub fn text_name(of: &str, name: &str) -> Option<(&'static str, &'static str)> {
    if of == "tensorflow.DataType" {
        let number = DataType::from_str_name(name)? as i32;
        return late_dtype(number % REFERENCE).map(|own| (own.first, own.source));
    }
    type Names = HashMap<(&'static str, &'static str), (&'static str, &'static str)>;
    static ALL: OnceLock<Names> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let t = table("tf_proto_names");
        let column = ["of", "name", "first", "source"].map(|c| t.column(c));
        let row = |r| column.map(|c| c.at(r));
        (0..t.rows).map(row).map(|[of, name, first, source]| ((of, name), (first, source))).collect()
    });
    all.get(&(of, name)).copied()
}

/// Changes of the allowed values of an attr, oldest first.
pub fn allowed_changes(op: &str, attr: &str) -> &'static [AllowedChange] {
    type Changes = HashMap<&'static str, HashMap<&'static str, Vec<AllowedChange>>>;
    static ALL: OnceLock<Changes> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let t = table("tf_allowed_changes");
        let mut all = Changes::new();
        for r in 0..t.rows {
            let cell = |column: &str| t.column(column).at(r);
            let Some(change) = ValueChange::of(cell("change")) else { continue };
            let change = AllowedChange { release: cell("release"), change, values: cell("values") };
            all.entry(cell("op")).or_default().entry(cell("attr")).or_default().push(change);
        }
        all
    });
    all.get(op).and_then(|attrs| attrs.get(attr)).map_or(&[], Vec::as_slice)
}

/// A node that shape functions refuse.
#[derive(Debug)]
pub struct NodeRule {
    /// Condition on nodes of the op.
    pub condition: Condition,
    /// Message, with `{terms}` of the condition.
    pub text: &'static str,
    /// Whether the message continues with the node's name and input shapes.
    pub names_node: bool,
    /// Releases.
    pub range: Range,
    /// Source of the fact.
    pub source: &'static str,
}

/// Refusals of shape functions for nodes of an op; the message is that of the first rule that applies.
pub fn node_rules(op: &str) -> &'static [NodeRule] {
    static ALL: OnceLock<HashMap<&'static str, Vec<NodeRule>>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let t = table("tf_node_rules");
        let mut all: HashMap<&'static str, Vec<NodeRule>> = HashMap::new();
        for r in 0..t.rows {
            let cell = |column: &str| t.column(column).at(r);
            for op in cell("ops").split(' ') {
                all.entry(op).or_default().push(NodeRule {
                    // A row that does not parse is always false; a test parses every row.
                    condition: Condition::parse(cell("condition")).unwrap_or(Condition::Or(Vec::new())),
                    text: cell("text"),
                    names_node: cell("names_node") == "yes",
                    range: range(TENSORFLOW, cell("first"), cell("last")),
                    source: cell("source"),
                });
            }
        }
        all
    });
    all.get(op).map_or(&[], Vec::as_slice)
}

/// The shape function of an op.
#[derive(Debug)]
pub struct ShapeFunction {
    /// Its steps, separated by `;`.
    pub steps: &'static str,
    /// Releases that refuse as it does.
    pub range: Range,
    /// Source of the fact.
    pub source: &'static str,
}

/// The table: the rows of each op, sorted by op, and all rows.
type ShapeFunctions = (Vec<(&'static str, usize)>, Vec<ShapeFunction>);

/// The shape functions of an op, the newest one first; none when the table has none.
pub fn shape_functions(op: &str) -> impl Iterator<Item = &'static ShapeFunction> {
    static ALL: OnceLock<ShapeFunctions> = OnceLock::new();
    let (rows, functions) = ALL.get_or_init(|| {
        let t = table("tf_shapes");
        let cell = |column: &str, r| t.column(column).at(r);
        let mut ops: Vec<(&str, usize)> =
            (0..t.rows).flat_map(|r| cell("ops", r).split(' ').map(move |op| (op, r))).collect();
        // The table has the newest shape function of each op first.
        crate::order::sort(&mut ops);
        let function = |r| {
            let range = range(TENSORFLOW, cell("first", r), cell("last", r));
            ShapeFunction { steps: cell("steps", r), range, source: cell("source", r) }
        };
        (ops, (0..t.rows).map(function).collect())
    });
    let start = rows.partition_point(|(name, _)| *name < op);
    let count = rows[start..].iter().take_while(|(name, _)| *name == op).count();
    rows[start..start + count].iter().map(|&(_, row)| &functions[row])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_of_allowed_values_is_known() {
        let t = table("tf_allowed_changes");
        for r in 0..t.rows {
            let cell = t.column("change").at(r);
            assert!(ValueChange::of(cell).is_some(), "row {}: {cell}", r + 2);
        }
    }

    #[test]
    fn every_node_rule_parses_and_names_ops() {
        let t = table("tf_node_rules");
        for r in 0..t.rows {
            let text = t.column("condition").at(r);
            assert!(Condition::parse(text).is_ok(), "row {}: {text}: {:?}", r + 2, Condition::parse(text));
            for name in t.column("ops").at(r).split(' ') {
                assert!(op(name).is_some(), "row {}: no op {name}", r + 2);
            }
        }
    }
}
