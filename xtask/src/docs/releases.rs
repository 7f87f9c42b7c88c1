//! A page for each branch of TensorFlow and LiteRT: what its releases take, what was new, what is gone, which checks
//! changed. English only: the pages are names and numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use super::locale::Locale;
use super::report::doc;
use super::tables::{Releases, Row, rows};
use super::{Generated, findings};
use crate::Result;

/// The list of all branches.
pub const NAME: &str = "releases";

/// Channels that have pages. Keras's own releases load no graphs.
const CHANNELS: [&str; 3] = ["tensorflow", "tflite-runtime", "ai-edge-litert"];

/// The operator code of custom ops, which is no builtin operator.
pub const CUSTOM: &str = "CUSTOM";

/// The tables.
struct Tables {
    releases: Releases,
    registry: Vec<Row>,
    types: Vec<Row>,
    ops: Vec<Row>,
    dtypes: Vec<Row>,
    changes: Vec<Row>,
    checks: Vec<Row>,
    /// Names of operator codes.
    operators: BTreeMap<String, String>,
}

/// Releases of a channel that share a key, and so their facts.
struct Branch {
    channel: String,
    key: String,
    /// Positions of its releases in `channels.csv`.
    releases: Vec<usize>,
    facts: Facts,
}

/// Names of operators with their versions.
type Versions = BTreeMap<String, BTreeSet<u32>>;

/// Facts that the releases of a branch share.
#[derive(Default)]
struct Facts {
    operators: Versions,
    types: BTreeSet<String>,
    ops: BTreeSet<String>,
    dtypes: BTreeSet<String>,
    /// Rules, each with an outcome.
    checks: BTreeSet<(String, String)>,
}

/// The list of branches and a page for each. `english`: the language of all of them.
pub fn pages(root: &Path, english: &Locale) -> Result<Vec<Generated>> {
    let tables = Tables::read(root)?;
    let sections = findings::ids(english);
    let branches = tables.branches();
    let mut pages = vec![Generated { name: NAME.to_owned(), text: list_of(&tables, &branches, true) }];
    for branch in &branches {
        let before = branches
            .iter()
            .filter(|other| other.channel == branch.channel && numbers(&other.key) < numbers(&branch.key));
        let before = before.max_by_key(|other| numbers(&other.key));
        pages.push(Generated { name: branch.page(), text: tables.page(branch, before, &sections) });
    }
    Ok(pages)
}

/// The list of branches for the repository, which has no pages about them.
pub fn list(root: &Path) -> Result<Generated> {
    let tables = Tables::read(root)?;
    Ok(Generated { name: NAME.to_owned(), text: list_of(&tables, &tables.branches(), false) })
}

/// Names of builtin operators by number, from the schema.
pub fn operator_names(root: &Path) -> Result<BTreeMap<String, String>> {
    let schema = root.join("schema/tflite.fbs");
    let text = std::fs::read_to_string(&schema).map_err(|e| format!("cannot read {}: {e}", schema.display()))?;
    let names = text.split_once("enum BuiltinOperator").and_then(|(_, rest)| rest.split_once('{')?.1.split_once('}'));
    let names = names.map_or("", |(names, _)| names).split(',').filter_map(|entry| entry.split_once('='));
    Ok(names.map(|(name, code)| (code.trim().to_owned(), name.trim().to_owned())).collect())
}

/// Major, minor and patch, to compare keys.
fn numbers(key: &str) -> Vec<u32> {
    key.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

impl Branch {
    fn page(&self) -> String {
        format!("{NAME}/{}-{}", self.channel, self.key)
    }
}

impl Tables {
    fn read(root: &Path) -> Result<Self> {
        Ok(Self {
            releases: Releases::read(root)?,
            registry: rows(root, "tflite_registry")?,
            types: rows(root, "tflite_tensor_types")?,
            ops: rows(root, "tf_ops")?,
            dtypes: rows(root, "tf_dtypes")?,
            changes: rows(root, "tf_allowed_changes")?,
            checks: rows(root, "checks")?,
            operators: operator_names(root)?,
        })
    }

    fn branches(&self) -> Vec<Branch> {
        let mut branches: Vec<Branch> = Vec::new();
        for (at, row) in self.releases.rows.iter().enumerate() {
            if !CHANNELS.contains(&row["channel"].as_str()) {
                continue;
            }
            match branches.iter_mut().find(|branch| branch.channel == row["channel"] && branch.key == row["key"]) {
                Some(branch) => branch.releases.push(at),
                None => branches.push(Branch {
                    channel: row["channel"].clone(),
                    key: row["key"].clone(),
                    releases: vec![at],
                    facts: Facts::default(),
                }),
            }
        }
        for branch in &mut branches {
            branch.facts = self.facts(&branch.releases);
        }
        branches
    }

    /// The facts of a branch: those of its newest release. Without a basis, they are unknown.
    fn facts(&self, releases: &[usize]) -> Facts {
        let mut facts = Facts::default();
        let Some(&at) = releases.last() else { return facts };
        let release = &self.releases.rows[at];
        let holds = |on: &str, row: &Row| self.releases.holds(on, &row["first"], &row["last"], at);
        if !release["tflite"].is_empty() {
            for row in self.registry.iter().filter(|row| holds(&row["line"], row)) {
                let Some(name) = self.operators.get(&row["code"]).filter(|name| *name != CUSTOM) else { continue };
                let number = |column: &str| row[column].parse().unwrap_or(1);
                facts.operators.entry(name.clone()).or_default().extend(number("min_version")..=number("max_version"));
            }
            facts.types =
                self.types.iter().filter(|row| holds(&row["line"], row)).map(|row| row["type"].clone()).collect();
        }
        if !release["graph"].is_empty() {
            let is_gap = |row: &Row| row["gaps"].split('|').any(|key| key == release["key"]);
            let ops = self.ops.iter().filter(|row| row["kind"] == "core" && holds("tensorflow", row) && !is_gap(row));
            facts.ops = ops.map(|row| row["op"].clone()).collect();
            let dtypes = self.dtypes.iter().filter(|row| self.releases.holds("tensorflow", &row["first"], "", at));
            facts.dtypes = dtypes.map(|row| row["name"].clone()).collect();
        }
        for row in self.checks.iter().filter(|row| holds(&row["on"], row)) {
            facts.checks.insert((row["rule"].clone(), row["outcome"].clone()));
        }
        facts
    }

    /// The page of a branch, with its changes since the one before. `sections`: ids with a section about findings.
    fn page(&self, branch: &Branch, before: Option<&Branch>, sections: &BTreeSet<String>) -> String {
        let facts = &branch.facts;
        let mut out = format!("# {} {}\n\n", branch.channel, branch.key);
        out += "This page is in English: it is generated from tables of names and numbers.\n\n";
        out += "| release | date | facts about TensorFlow Lite | facts about graphs | GraphDef version | oldest producer |\n|---|---|---|---|---|---|\n";
        for at in &branch.releases {
            let row = &self.releases.rows[*at];
            let or_unknown = |cell: &str| if cell.is_empty() { "none".to_owned() } else { cell.to_owned() };
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} |",
                row["release"],
                row["date"],
                or_unknown(&row["tflite"]),
                or_unknown(&row["graph"]),
                row["graph_def_version"],
                row["graph_def_min_producer"]
            );
        }
        if let Some(before) = before {
            let old = &before.facts;
            let title = format!("since {}", before.key);
            self.added(branch, old, &title, &mut out);
            gone(facts, old, &title, &mut out);
            checks(facts, old, &title, sections, &mut out);
        }
        if !facts.operators.is_empty() {
            out += "\n## Operators of TensorFlow Lite\n\n| operator | versions |\n|---|---|\n";
            for (name, versions) in &facts.operators {
                let _ = writeln!(out, "| `{name}` | {} |", spans(versions));
            }
        }
        out
    }

    fn added(&self, branch: &Branch, old: &Facts, title: &str, out: &mut String) {
        let facts = &branch.facts;
        // Without facts about the branch before, nothing is known to be new.
        let known = |old: bool, lines: Vec<(&'static str, Vec<String>)>| if old { lines } else { Vec::new() };
        let mut lines = known(
            !old.operators.is_empty(),
            vec![
                ("Operators", new_operators(&facts.operators, &old.operators)),
                ("Versions of known operators", new_versions(&facts.operators, &old.operators)),
                ("Tensor types", new_names(&facts.types, &old.types)),
            ],
        );
        lines.extend(known(
            !old.ops.is_empty(),
            vec![
                ("TensorFlow ops", new_names(&facts.ops, &old.ops)),
                ("Data types", new_names(&facts.dtypes, &old.dtypes)),
            ],
        ));
        if branch.channel == "tensorflow" {
            let changed = self.changes.iter().filter(|row| row["release"] == branch.key && row["change"] == "added");
            let changed =
                changed.map(|row| format!("`{}.{}` {}", row["op"], row["attr"], row["values"].replace(' ', ", ")));
            lines.push(("Values of attrs", changed.collect()));
        }
        section(&format!("New {title}"), &lines, out);
    }
}

/// One row for each branch; `links` lead to the pages.
fn list_of(tables: &Tables, branches: &[Branch], links: bool) -> String {
    let mut out = String::from(
        "# Releases of TensorFlow and LiteRT\n\nThe releases of a branch share their facts. Counts are those of the tables in \
         `knowledge/`: built-in operators of TensorFlow Lite, pairs of an operator and a version, and TensorFlow ops with a \
         Python wrapper. An empty cell is unknown, or not part of the package. Written by `cargo xtask docs`.\n",
    );
    for channel in CHANNELS {
        let _ = write!(
            out,
            "\n## {channel}\n\n| branch | first release | date | operators | versions | TensorFlow ops | GraphDef |\n|---|---|---|---|---|---|---|\n"
        );
        for branch in branches.iter().filter(|branch| branch.channel == channel) {
            let facts = &branch.facts;
            let first = &tables.releases.rows[branch.releases[0]];
            let count = |n: usize| if n == 0 { String::new() } else { n.to_string() };
            let name = if links { format!("[{}]({}.md)", branch.key, branch.page()) } else { branch.key.clone() };
            let pairs = facts.operators.values().map(BTreeSet::len).sum();
            let _ = writeln!(
                out,
                "| {name} | {} | {} | {} | {} | {} | {} |",
                first["release"],
                first["date"],
                count(facts.operators.len()),
                count(pairs),
                count(facts.ops.len()),
                first["graph_def_version"]
            );
        }
    }
    out
}

/// A heading and its lists, if any has an entry.
fn section(title: &str, lines: &[(&str, Vec<String>)], out: &mut String) {
    if lines.iter().all(|(_, names)| names.is_empty()) {
        return;
    }
    let _ = write!(out, "\n## {title}\n");
    for (name, names) in lines.iter().filter(|(_, names)| !names.is_empty()) {
        let _ = write!(out, "\n**{name} ({}):** {}\n", names.len(), names.join("; "));
    }
}

fn gone(facts: &Facts, old: &Facts, title: &str, out: &mut String) {
    let mut lines = Vec::new();
    if !facts.operators.is_empty() {
        lines.push(("Operators", new_operators(&old.operators, &facts.operators)));
        lines.push(("Versions", new_versions(&old.operators, &facts.operators)));
        lines.push(("Tensor types", new_names(&old.types, &facts.types)));
    }
    if !facts.ops.is_empty() {
        lines.push(("TensorFlow ops", new_names(&old.ops, &facts.ops)));
    }
    section(&format!("Gone {title}"), &lines, out);
}

/// Rules whose outcome changed.
fn checks(facts: &Facts, old: &Facts, title: &str, sections: &BTreeSet<String>, out: &mut String) {
    let outcome = |facts: &Facts, rule: &str| {
        let outcomes: Vec<&str> =
            facts.checks.iter().filter(|(of, _)| of == rule).map(|(_, outcome)| outcome.as_str()).collect();
        outcomes.join(", ")
    };
    let rules: BTreeSet<&String> = facts.checks.iter().chain(&old.checks).map(|(rule, _)| rule).collect();
    let changed: Vec<String> = rules
        .into_iter()
        .filter_map(|rule| {
            let (now, then) = (outcome(facts, rule), outcome(old, rule));
            let or_none = |text: String| if text.is_empty() { "no entry".to_owned() } else { text };
            let link = format!("[{rule}](../{})", doc(rule).replacen("docs/", "", 1));
            let name = if sections.contains(rule) { link } else { format!("`{rule}`") };
            (now != then).then(|| format!("- {name}: {} (before: {})", or_none(now), or_none(then)))
        })
        .collect();
    if !changed.is_empty() {
        let _ = write!(out, "\n## Checks that changed {title}\n\n{}\n", changed.join("\n"));
    }
}

fn new_names(new: &BTreeSet<String>, old: &BTreeSet<String>) -> Vec<String> {
    new.difference(old).map(|name| format!("`{name}`")).collect()
}

fn new_operators(new: &Versions, old: &Versions) -> Vec<String> {
    let added = new.iter().filter(|(name, _)| !old.contains_key(*name));
    added.map(|(name, versions)| format!("`{name}` {}", spans(versions))).collect()
}

fn new_versions(new: &Versions, old: &Versions) -> Vec<String> {
    let added = new.iter().filter_map(|(name, versions)| {
        let more: BTreeSet<u32> = versions.difference(old.get(name)?).copied().collect();
        (!more.is_empty()).then(|| format!("`{name}` {}", spans(&more)))
    });
    added.collect()
}

/// `1 to 3, 5`.
pub fn spans(numbers: &BTreeSet<u32>) -> String {
    let mut spans: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => spans.push((*number, *number)),
        }
    }
    let spans =
        spans.iter().map(|(first, last)| if first == last { first.to_string() } else { format!("{first} to {last}") });
    spans.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_is_compared_with_the_one_before_it() {
        let root = crate::project::root();
        let pages = pages(&root, &super::super::locale::english(&root).unwrap()).unwrap();
        let page = |name: &str| &pages.iter().find(|page| page.name == name).unwrap().text;
        // 2.4 reads operator codes above 126 and has the version 5 of CONV_2D, which 2.3 refuses.
        let text = page("releases/tensorflow-2.4.0");
        let (_, new) = text.split_once("## New since 2.3.0").unwrap();
        assert!(new.contains("`CONV_2D` 5") || new.contains("`CONV_2D` 4 to 5"), "{new}");
        assert!(text.contains("| 2.4.0 | 2020-12-14 |"), "{text}");
        assert!(text.contains("| `CONV_2D` | 1 to 5 |"), "{text}");
        // 1.15 was cut after 2.0, and is compared with 1.14.
        assert!(page("releases/tensorflow-1.15.0").contains("since 1.14.0"));
        assert!(page(NAME).contains("[2.4.0](releases/tensorflow-2.4.0.md)"));
        assert_eq!(spans(&BTreeSet::from([1, 2, 3, 5])), "1 to 3, 5");
    }
}
