//! The tables of `knowledge/`, and spans of releases in them.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use crate::Result;

/// The reader of the tables, which the library's build uses as well.
#[path = "../../../build/csv.rs"]
mod csv;

/// A row of a table, by the names of its columns.
pub type Row = BTreeMap<String, String>;

/// The rows of a table.
pub fn rows(root: &Path, name: &str) -> Result<Vec<Row>> {
    let path = root.join("knowledge").join(name).with_extension("csv");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let mut rows = csv::csv(&text).into_iter();
    let head = rows.next().unwrap_or_default();
    Ok(rows.map(|row| head.iter().cloned().zip(row).collect()).collect())
}

/// All releases, in the order of `channels.csv`.
pub struct Releases {
    /// Rows of `channels.csv`.
    pub rows: Vec<Row>,
    /// First row of a key, by line and key.
    keys: HashMap<String, HashMap<String, usize>>,
    /// Row of a release, by channel and name.
    names: HashMap<String, HashMap<String, usize>>,
}

impl Releases {
    /// Reads them.
    pub fn read(root: &Path) -> Result<Self> {
        let rows = rows(root, "channels")?;
        let (mut keys, mut names) = (HashMap::<_, HashMap<_, _>>::new(), HashMap::<_, HashMap<_, _>>::new());
        for (at, row) in rows.iter().enumerate() {
            keys.entry(row["line"].clone()).or_default().entry(row["key"].clone()).or_insert(at);
            names.entry(row["channel"].clone()).or_default().insert(row["release"].clone(), at);
        }
        Ok(Self { rows, keys, names })
    }

    /// Row of a release.
    pub fn at(&self, channel: &str, release: &str) -> Option<usize> {
        self.names.get(channel)?.get(release).copied()
    }

    /// Whether the release at `at` is in a span, as `compat::knowledge::Range` of the library decides it: `on` lists
    /// channels or lines, `first` and `last` name a key (the complete branch) or a release, empty ends are open.
    pub fn holds(&self, on: &str, first: &str, last: &str, at: usize) -> bool {
        let release = &self.rows[at];
        let is_on = on == "*" || on.split('|').any(|on| on == release["channel"] || on == release["line"]);
        let order = |key: &str| self.keys[&release["line"]].get(key).copied();
        let named = |name: &str| self.names[&release["channel"]].get(name).copied();
        let own = order(&release["key"]);
        let is_begun = match (first, order(first)) {
            ("", _) => true,
            (_, Some(bound)) => own >= Some(bound),
            (first, None) => named(first).is_some_and(|bound| bound <= at),
        };
        let is_over = match (last, order(last)) {
            ("", _) => false,
            (_, Some(bound)) => own > Some(bound),
            (last, None) => named(last).is_none_or(|bound| bound < at),
        };
        is_on && is_begun && !is_over
    }
}
