//! Intermediate results of a comparison: changes, counts, pairs of stored values.

use super::schema::{Change, ChangeKind, Field, Part, PartKind};
use crate::formats::stored::{Codes, Listed, Stores};
use std::rc::Rc;

/// Maximum number of characters in a field's text.
const LONGEST: usize = 240;
/// Characters of it before the first different one.
const BEFORE: usize = 24;

/// A stored value of one side.
#[derive(Clone)]
pub struct Value {
    /// The document that stores it.
    pub stores: Rc<dyn Stores>,
    /// Its index there.
    pub index: usize,
    /// Its name and type.
    pub listed: Listed,
    /// Mapping to real numbers, if those are to be compared.
    pub codes: Option<Codes>,
}

/// Two stored values to compare, with their names.
#[derive(Clone)]
pub struct Pair {
    /// The first file's.
    pub a: (String, Value),
    /// The second file's.
    pub b: (String, Value),
}

/// Collected results.
#[derive(Default)]
pub struct Collected {
    /// Differences.
    pub changes: Vec<Change>,
    /// Counts.
    pub parts: Vec<Part>,
    /// Values to compare.
    pub pairs: Vec<Pair>,
}

/// Position and name of an item.
#[derive(Clone, Copy, Default)]
pub struct Place<'a> {
    /// As in [`Change::part`].
    pub part: PartKind,
    /// As in [`Change::scope`].
    pub scope: &'a str,
}

impl Collected {
    fn part(&mut self, kind: PartKind) -> &mut Part {
        let place = self.parts.iter().position(|part| part.part == kind).unwrap_or_else(|| {
            self.parts.push(Part { part: kind, ..Part::default() });
            self.parts.len() - 1
        });
        &mut self.parts[place]
    }

    /// Records an item that only one side has.
    pub fn one(&mut self, place: Place<'_>, second: bool, name: &str, what: String) {
        let part = self.part(place.part);
        *(if second { &mut part.added } else { &mut part.removed }) += 1;
        let how = if second { ChangeKind::Added } else { ChangeKind::Removed };
        self.push(place, how, name, "", what, Vec::new());
    }

    /// Records an item of both sides, under these names, with its differences; a different name counts as a field.
    pub fn both(&mut self, place: Place<'_>, names: (&str, &str), what: String, mut fields: Vec<Field>) {
        let renamed = if names.0 == names.1 { "" } else { names.1 };
        if names.0 != names.1 {
            fields.insert(0, Field { field: "name".into(), a: Some(names.0.into()), b: Some(names.1.into()) });
        }
        let part = self.part(place.part);
        if fields.is_empty() {
            part.same += 1;
            return;
        }
        part.changed += 1;
        self.push(place, ChangeKind::Changed, names.0, renamed, what, fields);
    }

    fn push(&mut self, place: Place<'_>, how: ChangeKind, name: &str, renamed: &str, what: String, fields: Vec<Field>) {
        self.changes.push(Change {
            part: place.part,
            how,
            scope: place.scope.to_owned(),
            name: name.to_owned(),
            renamed: renamed.to_owned(),
            what,
            fields,
        });
    }
}

/// Adds a field, if it differs.
pub fn field(fields: &mut Vec<Field>, name: &str, a: Option<String>, b: Option<String>) {
    if a == b {
        return;
    }
    let (a, b) = match (a, b) {
        (Some(a), Some(b)) => {
            let (a, b) = shortened(&a, &b);
            (Some(a), Some(b))
        }
        (a, b) => (a.map(|a| shortened(&a, "").0), b.map(|b| shortened(&b, "").0)),
    };
    fields.push(Field { field: name.to_owned(), a, b });
}

/// Adds every named text that differs or that only one side has, in the order of the first side.
pub fn named(fields: &mut Vec<Field>, a: &[(String, String)], b: &[(String, String)]) {
    let index =
        |list: &[(String, String)]| -> std::collections::HashMap<String, String> { list.iter().cloned().collect() };
    let (of_a, of_b) = (index(a), index(b));
    for (name, text) in a {
        field(fields, name, Some(text.clone()), of_b.get(name).cloned());
    }
    for (name, text) in b.iter().filter(|(name, _)| !of_a.contains_key(name)) {
        field(fields, name, None, Some(text.clone()));
    }
}

/// Long texts, cut to their first difference.
fn shortened(a: &str, b: &str) -> (String, String) {
    if a.len() <= LONGEST && b.len() <= LONGEST {
        return (a.to_owned(), b.to_owned());
    }
    let same = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let from = if same < LONGEST / 2 { 0 } else { same - BEFORE };
    let cut = |text: &str| {
        let mut rest = text.chars().skip(from);
        let shown: String = rest.by_ref().take(LONGEST).collect();
        let (before, after) = (if from > 0 { "…" } else { "" }, if rest.next().is_some() { "…" } else { "" });
        format!("{before}{shown}{after}")
    };
    (cut(a), cut(b))
}

/// `float32 [1, 2]`; `?` for an unknown dimension.
pub fn type_text(dtype: &str, shape: &[i64]) -> String {
    let dims: Vec<String> = shape.iter().map(|dim| if *dim < 0 { "?".to_owned() } else { dim.to_string() }).collect();
    format!("{dtype} [{}]", dims.join(", "))
}

/// `[1, 2, 3]`.
pub fn list_text<T: ToString>(items: &[T]) -> String {
    format!("[{}]", items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_to_where_they_differ() {
        let (a, b) = (format!("{}x{}", "é".repeat(500), "z".repeat(500)), format!("{}y", "é".repeat(500)));
        let (left, right) = shortened(&a, &b);
        assert!(left.starts_with("…é") && left.contains('x') && left.ends_with('…'));
        assert!(right.starts_with("…é") && right.ends_with('y'));
        assert_eq!(shortened("a", "b"), ("a".to_owned(), "b".to_owned()));
    }
}
