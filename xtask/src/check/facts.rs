//! Version facts are rows of `knowledge/`: code names no release, and the rows that it names exist.

use std::collections::BTreeSet;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::source;
use crate::Result;

/// Folders whose code has no release in a string. Only the readers of the tables may have some.
const FOLDERS: [&str; 2] = ["src/compat", "src/services/advice"];
const READERS: &str = "src/compat/knowledge";

/// Functions that take the name of a row, with its table. The name is the first column.
const NAMED: [(&str, &str); 8] = [
    ("keras_era", "keras_eras"),
    ("keras_eras", "keras_eras"),
    ("tf_eras", "tf_eras"),
    ("tf_promise", "tf_promises"),
    ("tf_source", "tf_sources"),
    ("tflite_source", "tflite_sources"),
    ("keras_source", "keras_sources"),
    ("advice_source", "advice_sources"),
];

/// Checks the literals of both folders, and that code and tables name the same rows.
pub fn check(root: &Path) -> Result {
    let mut broken = Vec::new();
    let mut used = BTreeSet::new();
    for file in FOLDERS.iter().map(|folder| source::files(&root.join(folder))).collect::<Result<Vec<_>>>()?.concat() {
        let relative = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let read = |e: std::io::Error| format!("cannot read {relative}: {e}");
        let tokens = source::tokens(&std::fs::read_to_string(&file).map_err(read)?);
        let mut found = Found::default();
        literals(tokens.map_err(|e| format!("{relative}: {e}"))?, &mut found);
        if !relative.starts_with(READERS) {
            let releases = found.releases.iter();
            broken.extend(releases.map(|(text, line)| format!("{relative}:{line}: {text} belongs in knowledge/")));
        }
        used.extend(found.rows);
    }
    let mut known = BTreeSet::new();
    for table in NAMED.iter().map(|(_, table)| *table).collect::<BTreeSet<_>>() {
        let path = root.join(format!("knowledge/{table}.csv"));
        let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        known.extend(text.lines().skip(1).filter_map(|row| Some((table, row.split(',').next()?.to_owned()))));
    }
    broken.extend(used.difference(&known).map(|(table, name)| format!("knowledge/{table}.csv has no row `{name}`")));
    broken.extend(known.difference(&used).map(|(table, name)| format!("no code names `{name}` of {table}.csv")));
    broken.extend(without_codes(&cells(root, "channels")?, &cells(root, "tflite_codes")?));
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// The cells of a table, row by row; only the last column may have commas.
fn cells(root: &Path, table: &str) -> Result<Vec<Vec<String>>> {
    let path = root.join(format!("knowledge/{table}.csv"));
    let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    Ok(text.lines().skip(1).map(|row| row.split(',').map(str::to_owned).collect()).collect())
}

/// Keys with TFLite facts whose highest operator code is not listed: a code of the future would not be refused.
fn without_codes(channels: &[Vec<String>], codes: &[Vec<String>]) -> BTreeSet<String> {
    let is_listed = |line: &str, key: &str| codes.iter().any(|row| row[0] == line && row[1] == key);
    let keys = channels.iter().filter(|row| !row[5].is_empty() && !is_listed(&row[3], &row[4]));
    keys.map(|row| format!("knowledge/tflite_codes.csv has no row for {} {}", row[3], row[4])).collect()
}

#[derive(Default)]
struct Found {
    /// String literals with a release in them, and their lines.
    releases: Vec<(String, usize)>,
    /// Tables and names of rows.
    rows: BTreeSet<(&'static str, String)>,
}

/// Collects from code; attributes, which include doc comments, and test code do not count.
fn literals(tokens: TokenStream, found: &mut Found) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    // Set by `#[cfg(test)]` until the end of its item.
    let mut test_item = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if source::is_attribute(&tokens, at) => {
                test_item |= group.stream().to_string().replace(' ', "") == "cfg(test)";
            }
            TokenTree::Group(group) => {
                if !test_item {
                    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
                    found.rows.extend(before.and_then(|name| row(name, group.stream())));
                    literals(group.stream(), found);
                }
                test_item &= group.delimiter() != Delimiter::Brace;
            }
            TokenTree::Punct(punct) => test_item &= punct.as_char() != ';',
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if !test_item && text.contains('"') && names_release(&text) {
                    found.releases.push((text, literal.span().start().line));
                }
            }
            TokenTree::Ident(_) => {}
        }
    }
}

/// The row that a call such as `tf_source("op-unknown")` names.
fn row(function: &TokenTree, arguments: TokenStream) -> Option<(&'static str, String)> {
    let function = function.to_string();
    let (_, table) = NAMED.iter().find(|(name, _)| *name == function)?;
    let name = arguments.to_string();
    Some((table, name.strip_prefix('"')?.strip_suffix('"')?.to_owned()))
}

/// Whether a text has a word such as `2.16`, `v3.15.1` or `2.22.0rc0`.
fn names_release(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_').any(|word| {
        let word = word.trim_matches('.');
        let word = word.strip_prefix('v').unwrap_or(word);
        let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let (word, candidate) = word.split_once("rc").unwrap_or((word, "0"));
        let parts: Vec<&str> = word.split('.').collect();
        (2..=3).contains(&parts.len()) && number(candidate) && parts.into_iter().all(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Found {
        let mut found = Found::default();
        literals(source::tokens(text).unwrap(), &mut found);
        found
    }

    #[test]
    fn releases_in_code_are_caught() {
        let text = r##"
            const LAST: &str = "3.15.1";
            fn f() { range("tensorflow", "2.16", ""); vec![r"up to 2.22.0rc0: no"]; x("tag @ v3.15.1") }
        "##;
        let lines: Vec<usize> = found(text).releases.iter().map(|(_, line)| *line).collect();
        assert_eq!(lines, [2, 3, 3, 3]);
    }

    #[test]
    fn comments_tests_and_other_numbers_are_not_releases() {
        let text = r##"
            //! Since 2.16.1.
            /// From "2.16.1" on.
            fn f() { let scale = 1.5; x("config.json", "2", "layer_1.5", "1.2.3.4", "2.x", "Keras 3.") }
            #[cfg(test)]
            mod tests { fn t() { y("2.16.1") } }
        "##;
        assert!(found(text).releases.is_empty());
    }

    #[test]
    fn a_key_with_tflite_facts_needs_its_highest_code() {
        let row = |cells: &str| cells.split(',').map(str::to_owned).collect::<Vec<_>>();
        let channels = [row("a,1.0,,line,1.0,observed"), row("a,2.0,,line,2.0,derived"), row("a,3.0,,line,3.0,")];
        let broken = without_codes(&channels, &[row("line,1.0,209,int32,schema")]);
        assert_eq!(broken, BTreeSet::from(["knowledge/tflite_codes.csv has no row for line 2.0".to_owned()]));
    }

    #[test]
    fn named_rows_are_found() {
        let text = r#"fn f() { a.map_or_else(|| knowledge::tf_source("op-unknown"), g); tf_eras(era) }"#;
        assert_eq!(found(text).rows, BTreeSet::from([("tf_sources", "op-unknown".to_owned())]));
    }
}
