//! Typed views of the tables about delegates and other engines: supported ops, versions and conditions. Read on first
//! use; the first verdict does not need them.

use super::{Pack, Table, channels};
use crate::compat::Certainty;
use crate::compat::condition::Condition;
use crate::json::vocabulary;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// The delegates' tables.
static PACK: Pack = Pack::new(include_bytes!(concat!(env!("OUT_DIR"), "/delegates.bin")));

/// One of them, by the name of its file.
pub fn table(name: &str) -> &'static Table {
    PACK.table(name)
}

vocabulary! {
    /// Kind of an engine.
    pub enum Kind {
        /// A check without a device: it runs nothing.
        Check = "check",
        /// A delegate: nodes that it does not take stay on the CPU.
        Delegate = "delegate",
        /// A separate runtime: ops that it lacks do not run.
        Engine = "engine",
        /// A compiler: it refuses the complete model.
        #[default]
        Compiler = "compiler",
    }
}

/// A delegate, or another engine.
#[derive(Debug)]
pub struct Engine {
    /// Stable id, such as `xnnpack`.
    pub id: &'static str,
    /// Kind.
    pub kind: Kind,
    /// Maximum number of segments that it takes by default; `None` for all of them.
    pub max_segments: Option<usize>,
    /// Minimum number of nodes of a segment by default.
    pub min_nodes: usize,
    /// Whether float16 constants that are dequantized count as constants.
    pub folds_float16: bool,
    /// Another engine whose rules it has too; may be empty.
    pub also: &'static str,
    /// Unlisted conditions, which stay open after all rules hold; empty when the rules are complete.
    pub rest: &'static str,
    /// First part of its literal message; empty without one.
    pub says: &'static str,
    /// Source of the facts.
    pub source: &'static str,
}

/// An op that an engine knows.
#[derive(Debug)]
pub struct Known {
    /// Lowest version it takes; `None` when it does not check.
    pub min: Option<i32>,
    /// Highest version it takes; `None` when it does not check.
    pub max: Option<i32>,
    /// Required device, such as `android sdk >= 29`.
    pub platform: &'static str,
    /// As in [`Engine::rest`].
    pub rest: &'static str,
    /// The function that registers it in TensorFlow Lite Micro; empty elsewhere.
    pub adder: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// A condition that a node of an op must meet.
#[derive(Debug)]
pub struct Rule {
    /// Words: `delegate-rule-<id>`.
    pub id: &'static str,
    /// As the table writes it.
    pub text: &'static str,
    /// The condition.
    pub condition: Condition,
    /// Source of the fact.
    pub source: &'static str,
}

/// Types that runtime tensors of an op may have; the row for `*` counts for every op.
#[derive(Debug)]
pub struct Types {
    /// Name of the op, or `*`.
    pub op: &'static str,
    /// True for outputs.
    pub out: bool,
    /// Names of schema types.
    pub types: Vec<&'static str>,
    /// Source of the fact.
    pub source: &'static str,
}

/// A package with the runtime of a channel, not tested itself.
#[derive(Debug)]
pub struct Channel {
    /// Stable id.
    pub id: &'static str,
    /// Name under which it is published.
    pub package: &'static str,
    /// The channel it follows, release by release.
    pub follows: &'static str,
    /// First release of that channel that it has.
    pub first: &'static str,
    /// Last release of that channel that it has; empty when it continues.
    pub last: &'static str,
    /// Whether there will be no release after `last`.
    pub ended: bool,
    /// Id of its successor; empty without one.
    pub successor: &'static str,
    /// Certainty.
    pub certainty: Certainty,
    /// Note (text: `delegate-channel-<note>`).
    pub note: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

impl Channel {
    /// Releases of the channel it follows that it has, as indices.
    pub fn releases(&self) -> Range<usize> {
        let Some(channel) = channels().iter().find(|channel| channel.id == self.follows) else { return 0..0 };
        let at = |name: &str| channel.releases.iter().position(|release| release.name == name);
        at(self.first).unwrap_or_default()..at(self.last).map_or(channel.releases.len(), |last| last + 1)
    }
}

/// Facts by engine, then by op. Custom ops have their names, like builtin ones.
type ByOp<T> = HashMap<&'static str, HashMap<&'static str, T>>;

/// Everything known about delegates.
pub struct Facts {
    /// In the order of the table.
    pub engines: Vec<Engine>,
    /// In the order of the table.
    pub channels: Vec<Channel>,
    ops: ByOp<Known>,
    rules: ByOp<Vec<Rule>>,
    types: HashMap<&'static str, Vec<Types>>,
    values: ByOp<i32>,
}

/// The facts, read once.
pub fn facts() -> &'static Facts {
    static FACTS: OnceLock<Facts> = OnceLock::new();
    FACTS.get_or_init(|| {
        let mut facts = Facts {
            engines: rows("delegate_engines", engine).collect(),
            channels: rows("delegate_channels", channel).collect(),
            ops: HashMap::new(),
            rules: HashMap::new(),
            values: HashMap::new(),
            types: HashMap::new(),
        };
        for ((on, op), known) in rows("delegate_ops", known) {
            facts.ops.entry(on).or_default().insert(op, known);
        }
        for ((on, op), rule) in rows("delegate_conditions", rule) {
            facts.rules.entry(on).or_default().entry(op).or_default().push(rule);
        }
        for ((field, name), value) in rows("delegate_enum_values", value) {
            facts.values.entry(field).or_default().insert(name, value);
        }
        for (on, types) in rows("delegate_types", types) {
            facts.types.entry(on).or_default().push(types);
        }
        facts
    })
}

impl Facts {
    /// Facts of an engine about an op; `None` for an unknown op.
    pub fn known(&self, engine: &str, op: &str) -> Option<&Known> {
        self.ops.get(engine)?.get(op)
    }

    /// Conditions of an engine for an op, in the order in which they are tested.
    pub fn rules(&self, engine: &str, op: &str) -> &[Rule] {
        self.rules.get(engine).and_then(|ops| ops.get(op)).map_or(&[], Vec::as_slice)
    }

    /// Types that an engine takes; empty when it does not check them, or they are unlisted.
    pub fn types(&self, engine: &str) -> &[Types] {
        self.types.get(engine).map_or(&[], Vec::as_slice)
    }

    /// Device conditions of an engine's ops, the least capable device first; empty if all ops have the same.
    pub fn platforms(&self, engine: &str) -> Vec<&'static str> {
        let ops = self.ops.get(engine).into_iter().flatten();
        let mut platforms: Vec<&'static str> = ops.map(|(_, known)| known.platform).collect();
        crate::order::sort_by_key(&mut platforms, |platform| rank(platform));
        platforms.dedup();
        if platforms.len() > 1 { platforms } else { Vec::new() }
    }

    /// Number of an enum value in an options field.
    pub fn value(&self, field: &str, name: &str) -> Option<i32> {
        self.values.get(field)?.get(name).copied()
    }
}

/// Rank of a device condition among those of one engine, by its number; Android's feature levels came after its SDK
/// levels.
pub fn rank(platform: &str) -> u32 {
    let number = platform.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0);
    if platform.contains("feature level") { 1000 + number } else { number }
}

/// A row of a table: its cells by column name.
struct Row(&'static Table, usize);

impl Row {
    fn cell(&self, column: &str) -> &'static str {
        self.0.column(column).at(self.1)
    }

    fn number<T: std::str::FromStr>(&self, column: &str) -> Option<T> {
        self.0.column(column).number(self.1)
    }

    /// Engine and op.
    fn key(&self) -> (&'static str, &'static str) {
        (self.cell("on"), self.cell("op"))
    }
}

fn rows<T>(name: &str, read: fn(&Row) -> T) -> impl Iterator<Item = T> {
    let t = table(name);
    (0..t.rows).map(move |r| read(&Row(t, r)))
}

fn engine(row: &Row) -> Engine {
    Engine {
        id: row.cell("id"),
        kind: Kind::from_word(row.cell("kind")).unwrap_or_default(),
        max_segments: row.number("max_segments"),
        min_nodes: row.number("min_nodes").unwrap_or(1),
        folds_float16: row.cell("folds_float16") == "yes",
        also: row.cell("also"),
        rest: row.cell("rest"),
        says: row.cell("says"),
        source: row.cell("source"),
    }
}

fn channel(row: &Row) -> Channel {
    Channel {
        id: row.cell("id"),
        package: row.cell("package"),
        follows: row.cell("follows"),
        first: row.cell("first"),
        last: row.cell("last"),
        ended: row.cell("last_of_all") == "yes",
        successor: row.cell("successor"),
        certainty: if row.cell("certainty") == "observed" { Certainty::Observed } else { Certainty::Derived },
        note: row.cell("note"),
        source: row.cell("source"),
    }
}

fn known(row: &Row) -> ((&'static str, &'static str), Known) {
    let known = Known {
        min: row.number("min_version"),
        max: row.number("max_version"),
        platform: row.cell("platform"),
        rest: row.cell("rest"),
        adder: row.cell("adder"),
        source: row.cell("source"),
    };
    (row.key(), known)
}

fn rule(row: &Row) -> ((&'static str, &'static str), Rule) {
    let text = row.cell("condition");
    let rule = Rule {
        id: row.cell("rule"),
        text,
        // A row that does not parse is always false; a test parses every row.
        condition: Condition::parse(text).unwrap_or(Condition::Or(Vec::new())),
        source: row.cell("source"),
    };
    (row.key(), rule)
}

fn types(row: &Row) -> (&'static str, Types) {
    let (on, op) = row.key();
    let types = row.cell("types").split(' ').collect();
    (on, Types { op, out: row.cell("side") == "out", types, source: row.cell("source") })
}

fn value(row: &Row) -> ((&'static str, &'static str), i32) {
    ((row.cell("field"), row.cell("name")), row.number("value").unwrap_or(-1))
}
