//! A table of `knowledge/` that can be edited: rows that nothing touches keep their text, quotes included.

use std::fmt;

/// A CSV file.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    head: Vec<String>,
    rows: Vec<Row>,
}

/// The cells of a row as they are in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Row(Vec<String>);

impl Table {
    /// Reads a table; a cell may be quoted and have commas, doubled quotes and line breaks.
    pub fn parse(text: &str) -> Self {
        let mut rows = Vec::new();
        let (mut row, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
        for c in text.chars() {
            match c {
                '"' => {
                    is_quoted = !is_quoted;
                    cell.push(c);
                }
                ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
                '\n' if !is_quoted => {
                    row.push(std::mem::take(&mut cell));
                    rows.push(Row(std::mem::take(&mut row)));
                }
                _ => cell.push(c),
            }
        }
        let head = if rows.is_empty() { Vec::new() } else { rows.remove(0).0 };
        Self { head, rows }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// All rows as lines, to compare tables.
    pub fn lines(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.0.join(",")).collect()
    }

    fn column(&self, name: &str) -> usize {
        let found = self.head.iter().position(|column| column == name);
        found.unwrap_or_else(|| panic!("no column `{name}` in {:?}", self.head))
    }

    /// A cell without quotes.
    pub fn get(&self, row: usize, column: &str) -> String {
        let cell = &self.rows[row].0[self.column(column)];
        match cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')) {
            Some(inner) => inner.replace("\"\"", "\""),
            None => cell.clone(),
        }
    }

    /// Changes a cell.
    pub fn set(&mut self, row: usize, column: &str, value: &str) {
        if self.get(row, column) != value {
            let column = self.column(column);
            self.rows[row].0[column] = quoted(value);
        }
    }

    /// Rows whose cells have these values.
    pub fn find(&self, cells: &[(&str, &str)]) -> Vec<usize> {
        (0..self.len()).filter(|&row| cells.iter().all(|(column, value)| self.get(row, column) == *value)).collect()
    }

    /// Number of rows whose span begins with a key on one of these channels or lines.
    pub fn naming(&self, key: &str, on: &[&str]) -> usize {
        let has = |column: &str| self.head.iter().any(|own| own == column);
        let named = |row: &usize| {
            let spans = if has("releases") { self.get(*row, "releases") } else { String::new() };
            let column = ["on", "line"].into_iter().find(|column| has(column));
            let begins = has("first") && self.get(*row, "first") == key;
            let is_on = column.is_none_or(|column| self.get(*row, column).split('|').any(|own| on.contains(&own)));
            begins && is_on
                || on.iter().any(|on| spans.split(';').any(|span| span.starts_with(&format!("{on}@{key}.."))))
        };
        (0..self.len()).filter(named).count()
    }

    /// Inserts a row; columns that are not named are empty.
    pub fn insert(&mut self, at: usize, cells: &[(&str, &str)]) {
        let mut row = vec![String::new(); self.head.len()];
        for (column, value) in cells {
            row[self.column(column)] = quoted(value);
        }
        self.rows.insert(at, Row(row));
    }

    /// Inserts a copy of a row after it.
    pub fn copy(&mut self, row: usize) {
        self.rows.insert(row + 1, self.rows[row].clone());
    }

    /// Removes a row.
    pub fn remove(&mut self, row: usize) {
        self.rows.remove(row);
    }

    /// The first row whose cell is greater, for tables in the order of a column.
    pub fn place(&self, column: &str, value: &str) -> usize {
        (0..self.len()).find(|&row| self.get(row, column).as_str() > value).unwrap_or(self.len())
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.head.join(","))?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{}", row.0.join(",")))
    }
}

/// A cell as it is written: in quotes only where it needs them.
fn quoted(value: &str) -> String {
    if value.contains(['"', ',', '\n']) { format!("\"{}\"", value.replace('"', "\"\"")) } else { value.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a,b,source\n1,\"x, \"\"y\"\"\nz\",\"quoted without need\"\n2,,plain\n";

    #[test]
    fn untouched_rows_keep_their_text() {
        let mut table = Table::parse(TEXT);
        assert_eq!(table.to_string(), TEXT);
        assert_eq!(table.get(0, "b"), "x, \"y\"\nz");
        table.set(0, "source", "quoted without need");
        assert_eq!(table.to_string(), TEXT);
        table.set(1, "b", "p,q");
        assert_eq!(table.lines()[1], "2,\"p,q\",plain");
    }

    #[test]
    fn every_table_of_the_project_is_written_as_it_was_read() {
        for file in std::fs::read_dir(crate::project::root().join("knowledge")).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|e| e == "csv") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(Table::parse(&text).to_string() == text, "{}", path.display());
            }
        }
    }
}
