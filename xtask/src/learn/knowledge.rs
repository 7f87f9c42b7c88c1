//! All tables of `knowledge/` in memory, and the order of their releases.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::table::Table;
use crate::Result;

/// The tables, by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge(BTreeMap<String, Table>);

/// A release that is learned, as a row of `channels.csv` names it.
#[derive(Clone, Debug, PartialEq)]
pub struct Release {
    /// Package that publishes it, without a suffix for nightlies.
    pub channel: String,
    /// Its name.
    pub name: String,
    /// History of facts that the channel belongs to.
    pub line: String,
    /// The release of the line whose facts are its own.
    pub key: String,
}

impl Knowledge {
    /// Reads a folder.
    pub fn read(folder: &Path) -> Result<Self> {
        let cannot = |e| format!("cannot read {}: {e}", folder.display());
        let mut tables = BTreeMap::new();
        for entry in fs::read_dir(folder).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            if path.extension().is_some_and(|e| e == "csv") {
                let text = fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                tables.insert(name, Table::parse(&text));
            }
        }
        Ok(Self(tables))
    }

    /// Tables for tests.
    #[cfg(test)]
    pub fn of(tables: &[(&str, &str)]) -> Self {
        Self(tables.iter().map(|(name, text)| ((*name).to_owned(), Table::parse(text))).collect())
    }

    /// Writes the tables that differ from `before`.
    pub fn write(&self, folder: &Path, before: &Self) -> Result {
        for (name, table) in &self.0 {
            if before.0.get(name) != Some(table) {
                let path = folder.join(name).with_extension("csv");
                fs::write(&path, table.to_string()).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
            }
        }
        Ok(())
    }

    /// A table.
    pub fn table(&self, name: &str) -> &Table {
        self.0.get(name).unwrap_or_else(|| panic!("knowledge/ has no table `{name}`"))
    }

    /// A table to edit.
    pub fn edit(&mut self, name: &str) -> &mut Table {
        self.0.get_mut(name).unwrap_or_else(|| panic!("knowledge/ has no table `{name}`"))
    }

    /// Names of the tables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Lines that a table has and `other` lacks, table by table.
    pub fn lines_beyond(&self, other: &Self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (name, table) in &self.0 {
            let mut known: BTreeMap<String, usize> = BTreeMap::new();
            let theirs = other.0.get(name).map(Table::lines).unwrap_or_default();
            theirs.into_iter().for_each(|line| *known.entry(line).or_default() += 1);
            for line in table.lines() {
                match known.get_mut(&line) {
                    Some(count) if *count > 0 => *count -= 1,
                    _ => found.push((name.clone(), line)),
                }
            }
        }
        found
    }

    /// Keys of a line, oldest first.
    pub fn keys(&self, line: &str) -> Vec<String> {
        let channels = self.table("channels");
        let mut keys: Vec<String> = Vec::new();
        for row in channels.find(&[("line", line)]) {
            let key = channels.get(row, "key");
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// Releases of a channel, oldest first.
    pub fn releases(&self, channel: &str) -> Vec<Release> {
        let channels = self.table("channels");
        let release = |row| Release {
            channel: channels.get(row, "channel"),
            name: channels.get(row, "release"),
            line: channels.get(row, "line"),
            key: channels.get(row, "key"),
        };
        channels.find(&[("channel", channel)]).into_iter().map(release).collect()
    }

    /// A release of a channel.
    pub fn release(&self, channel: &str, name: &str) -> Option<Release> {
        self.releases(channel).into_iter().find(|release| release.name == name)
    }
}
