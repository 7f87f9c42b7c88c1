//! Arrays that users write as text: lists in JSON, tables of separated values, lines.
//!
//! Owns: [`TextArray`], the order and shape of its items, and positions of errors. Must not know: element types; items
//! stay as written, so that no digit is lost.

mod array;
mod csv;
mod json;

pub use array::{Item, TextArray, Wrong};
pub use csv::csv;
pub use json::{Member, json};

/// One item per line; empty lines in the middle count.
pub fn lines(text: &str) -> TextArray {
    let mut at = 0;
    let mut items = Vec::new();
    for line in text.split_inclusive('\n') {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        items.push(Item { at, text: bare.strip_suffix('\r').unwrap_or(bare).into() });
        at += line.len();
    }
    TextArray { shape: vec![items.len()], items }
}

/// Line and column of a byte, both from 1; columns count characters.
pub fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    // Continuation bytes of a character begin with the bits 10.
    (line, before[start..].iter().filter(|byte| **byte & 0xc0 != 0x80).count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_items_whatever_ends_them() {
        let parsed = lines("one\r\n\ntwö");
        assert_eq!(parsed.items.iter().map(|item| &*item.text).collect::<Vec<_>>(), ["one", "", "twö"]);
        assert_eq!(parsed.items[2].at, 6);
        assert_eq!((lines("").shape, lines("a\n").shape), (vec![0], vec![1]));
    }

    #[test]
    fn places_count_from_one_and_by_characters() {
        assert_eq!(place("", 0), (1, 1));
        assert_eq!(place("äb\ncö,x", 8), (2, 4));
        assert_eq!(place("ab", 99), (1, 3));
    }
}
