//! Spans of releases in the columns `first` and `last`: whether a key is in one, and rows that begin or end with a key.

use super::table::Table;

/// Keys of a line, oldest first.
#[derive(Clone, Debug)]
pub struct Order(pub Vec<String>);

impl Order {
    fn at(&self, key: &str) -> Option<usize> {
        self.0.iter().position(|own| own == key)
    }

    /// The key before another one.
    pub fn before(&self, key: &str) -> Option<&str> {
        self.at(key)?.checked_sub(1).map(|at| self.0[at].as_str())
    }

    /// The key after another one.
    pub fn after(&self, key: &str) -> Option<&str> {
        self.0.get(self.at(key)? + 1).map(String::as_str)
    }

    /// Whether a row's span has the key. A bound that is no key is one that no key of this line is in.
    pub fn holds(&self, table: &Table, row: usize, key: &str) -> bool {
        let (first, last, at) = (table.get(row, "first"), table.get(row, "last"), self.at(key));
        let is_begun = first.is_empty() || self.at(&first).is_some_and(|first| Some(first) <= at);
        let is_over = !last.is_empty() && self.at(&last).is_none_or(|last| Some(last) < at);
        is_begun && !is_over
    }

    /// Takes a key out of a row's span. The row ends before it; where the span goes on after the key, that part is a row of
    /// its own. A row of which nothing is left is removed.
    pub fn end(&self, table: &mut Table, row: usize, key: &str) {
        if !self.holds(table, row, key) {
            return;
        }
        let (first, last) = (table.get(row, "first"), table.get(row, "last"));
        let goes_on = last != key && self.after(key).is_some();
        let is_begun_before = first != key && self.before(key).is_some();
        match (is_begun_before, goes_on) {
            (true, true) => {
                table.copy(row);
                table.set(row, "last", self.before(key).unwrap_or_default());
                table.set(row + 1, "first", self.after(key).unwrap_or_default());
            }
            (true, false) => table.set(row, "last", self.before(key).unwrap_or_default()),
            (false, true) => table.set(row, "first", self.after(key).unwrap_or_default()),
            (false, false) => table.remove(row),
        }
    }

    /// Extends a row with these cells that ends right before a key or begins right after it, and makes one row of two that
    /// meet. Returns whether there was one.
    pub fn join(&self, table: &mut Table, cells: &[(&str, &str)], key: &str) -> bool {
        let rows = table.find(cells);
        let meets = |column: &str, other: Option<&str>, table: &Table| {
            let other = other?;
            rows.iter().copied().find(|&row| table.get(row, column) == other)
        };
        let (earlier, later) = (meets("last", self.before(key), table), meets("first", self.after(key), table));
        match (earlier, later) {
            (Some(earlier), Some(later)) => {
                let last = table.get(later, "last");
                table.set(earlier, "last", &last);
                table.remove(later);
            }
            (Some(earlier), None) => table.set(earlier, "last", if self.after(key).is_some() { key } else { "" }),
            (None, Some(later)) => table.set(later, "first", key),
            (None, None) => return false,
        }
        true
    }

    /// The cells `first` and `last` of a fact that begins with a key: open if no key follows.
    pub fn begin<'a>(&self, key: &'a str) -> [(&'static str, &'a str); 2] {
        [("first", key), ("last", if self.after(key).is_some() { key } else { "" })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> Order {
        Order(["1.0", "1.1", "1.2"].map(str::to_owned).to_vec())
    }

    fn ended(first: &str, last: &str, key: &str) -> Vec<String> {
        let mut table = Table::parse(&format!("x,first,last,source\na,{first},{last},s\n"));
        order().end(&mut table, 0, key);
        table.lines()
    }

    #[test]
    fn a_row_ends_before_the_key() {
        assert_eq!(ended("1.0", "", "1.2"), ["a,1.0,1.1,s"]);
        assert_eq!(ended("", "", "1.2"), ["a,,1.1,s"]);
    }

    #[test]
    fn a_row_goes_on_after_a_key_between_others() {
        assert_eq!(ended("", "", "1.1"), ["a,,1.0,s", "a,1.2,,s"]);
        assert_eq!(ended("1.1", "", "1.1"), ["a,1.2,,s"]);
        assert_eq!(ended("1.0", "1.1", "1.1"), ["a,1.0,1.0,s"]);
    }

    #[test]
    fn nothing_is_left_of_a_row_of_the_key_alone() {
        assert_eq!(ended("1.2", "", "1.2"), Vec::<String>::new());
        assert_eq!(ended("1.0", "1.0", "1.2"), ["a,1.0,1.0,s"]);
    }

    #[test]
    fn rows_that_meet_become_one() {
        let joined = |rows: &str, key: &str| {
            let mut table = Table::parse(&format!("x,first,last,source\n{rows}"));
            let is_joined = order().join(&mut table, &[("x", "a")], key);
            (is_joined, table.lines().join(" "))
        };
        assert_eq!(joined("a,1.0,1.0,s\na,1.2,,s\n", "1.1"), (true, "a,1.0,,s".into()));
        assert_eq!(joined("a,1.2,,s\nb,1.0,,s\n", "1.1"), (true, "a,1.1,,s b,1.0,,s".into()));
        assert_eq!(joined("a,1.0,1.0,s\n", "1.1"), (true, "a,1.0,1.1,s".into()));
        assert_eq!(joined("a,1.0,1.1,s\n", "1.2"), (true, "a,1.0,,s".into()));
        assert_eq!(joined("a,1.2,,s\n", "1.0"), (false, "a,1.2,,s".into()));
    }

    #[test]
    fn a_fact_of_the_newest_key_is_open() {
        assert_eq!(order().begin("1.2"), [("first", "1.2"), ("last", "")]);
        assert_eq!(order().begin("1.0"), [("first", "1.0"), ("last", "1.0")]);
    }
}
