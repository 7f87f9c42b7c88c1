//! Tables of separated values: commas, semicolons, tabs or spaces.

use super::{Item, TextArray, Wrong};

/// A table as an array of rows and columns.
///
/// The first row decides the separator: a tab, a semicolon, a comma, otherwise spaces. With semicolons, `1,5` is one
/// and a half, as in spreadsheets of many countries. With `numbers`, a first row without numbers is a heading, and
/// lines that begin with `#` are comments. Empty lines are skipped.
///
/// Errors: `array-ragged` at a row with fewer or more cells than the first, `array-open-quote`, `array-empty`.
pub fn csv(text: &str, numbers: bool) -> Result<TextArray, Wrong> {
    let text_start = text.len() - text.trim_start_matches('\u{feff}').len();
    let skip = |line: &str| line.trim().is_empty() || numbers && line.trim_start().starts_with('#');
    let mut at = text_start;
    let mut separator = None;
    let mut columns = 0;
    let mut rows = 0;
    let mut items = Vec::new();
    while at < text.len() {
        let line = text[at..].split_inclusive('\n').next().unwrap_or_default();
        if skip(line) {
            at += line.len();
            continue;
        }
        let first = separator.is_none();
        let by = *separator.get_or_insert_with(|| separates(line));
        let start = items.len();
        at = row(text, at, by, &mut items)?;
        let cells = &items[start..];
        if first && numbers && cells.iter().all(|cell| number(&cell.text).is_none()) && at < text.len() {
            items.clear();
            continue;
        }
        if rows == 0 {
            columns = cells.len();
        } else if columns != cells.len() {
            return Err(Wrong { id: "array-ragged", at: cells.first().map_or(at, |cell| cell.at) });
        }
        rows += 1;
    }
    if rows == 0 {
        return Err(Wrong { id: "array-empty", at: text_start });
    }
    Ok(TextArray { shape: vec![rows, columns], items })
}

/// Separator of the cells of a line.
fn separates(line: &str) -> char {
    ['\t', ';', ','].into_iter().find(|mark| line.contains(*mark)).unwrap_or(' ')
}

/// A number as programs write it.
fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// Reads the cells of the row at `at`, and returns the start of the next row.
fn row(text: &str, mut at: usize, by: char, items: &mut Vec<Item>) -> Result<usize, Wrong> {
    let bytes = text.as_bytes();
    let is_space = |byte: u8| matches!(byte, b' ' | b'\r' | b'\t');
    loop {
        while at < bytes.len() && is_space(bytes[at]) && bytes[at] != by as u8
            || by == ' ' && bytes.get(at) == Some(&b' ')
        {
            at += 1;
        }
        let start = at;
        let cell = if bytes.get(at) == Some(&b'"') {
            let mut cell = String::new();
            loop {
                let rest = &text[at + 1..];
                let end = rest.find('"').ok_or(Wrong { id: "array-open-quote", at: start })?;
                cell.push_str(&rest[..end]);
                at += end + 2;
                // Two quotes represent one.
                if bytes.get(at) != Some(&b'"') {
                    break cell;
                }
                cell.push('"');
            }
        } else {
            let len = text[at..].find([by, '\n']).unwrap_or(text.len() - at);
            at += len;
            let cell = text[start..at].trim();
            // A number with a decimal comma.
            let dotted = (by == ';' && cell.matches(',').count() == 1).then(|| cell.replace(',', "."));
            dotted.filter(|dotted| number(dotted).is_some()).unwrap_or_else(|| cell.to_owned())
        };
        // Spaces at the end of a line separate nothing.
        if !(by == ' ' && cell.is_empty() && start == at) {
            items.push(Item { at: start, text: cell.into() });
        }
        while at < bytes.len() && is_space(bytes[at]) && bytes[at] != by as u8 {
            at += 1;
        }
        match bytes.get(at) {
            Some(b'\n') => return Ok(at + 1),
            None => return Ok(at),
            Some(byte) if *byte == by as u8 => at += 1,
            // Text right after a closing quote.
            Some(_) => return Err(Wrong { id: "array-open-quote", at: start }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, numbers: bool) -> (Vec<usize>, Vec<String>) {
        let array = csv(text, numbers).unwrap();
        (array.shape, array.items.into_iter().map(|item| item.text.into()).collect())
    }

    #[test]
    fn what_separates_is_seen_from_the_first_row() {
        for text in ["1,2\n3,4\n", "1\t2\r\n3\t4", "1;2\n3;4\n\n", "1 2\n 3   4 \n", "\u{feff}1, 2\n3 ,4"] {
            assert_eq!(parsed(text, true), (vec![2, 2], ["1", "2", "3", "4"].map(str::to_owned).to_vec()), "{text:?}");
        }
        assert_eq!(parsed("1,5;2\n-3,25e2;4", true).1, ["1.5", "2", "-3.25e2", "4"]);
        assert_eq!(parsed("7", true), (vec![1, 1], vec!["7".to_owned()]));
    }

    #[test]
    fn headings_and_comments_are_left_out_where_numbers_are_wanted() {
        assert_eq!(parsed("# by hand\nwidth,height\n1,2\n", true), (vec![1, 2], vec!["1".to_owned(), "2".to_owned()]));
        assert_eq!(parsed("width,height\n1,2\n", false).0, [2, 2]);
        assert_eq!(parsed("#1\n", false).1, ["#1"]);
        // A single row is not a heading, so the caller can report which word is not a number.
        assert_eq!(parsed("width,height", true).0, [1, 2]);
    }

    #[test]
    fn quoted_cells_hold_separators_quotes_and_lines() {
        assert_eq!(
            parsed("\"a,b\", \"say \"\"no\"\"\"\n\"two\nlines\",c", false).1,
            ["a,b", "say \"no\"", "two\nlines", "c"]
        );
        assert_eq!(parsed("a,,\n", false).1, ["a", "", ""]);
    }

    #[test]
    fn what_is_no_table_says_where() {
        assert_eq!(csv("1,2\n3\n", true), Err(Wrong { id: "array-ragged", at: 4 }));
        assert_eq!(csv("a,\"b\nc", false), Err(Wrong { id: "array-open-quote", at: 2 }));
        assert_eq!(csv("\"a\"b,c", false), Err(Wrong { id: "array-open-quote", at: 0 }));
        assert_eq!(csv(" \n# nothing\n", true), Err(Wrong { id: "array-empty", at: 0 }));
    }
}
