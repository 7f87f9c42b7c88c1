//! Lines and columns of byte ranges in text files, by which reviewers' tools show a result at its place.

use std::path::Path;

/// A file larger than this has no lines here: it would be read for them alone.
const LARGEST: u64 = 64 << 20;

/// Where a range of bytes begins and ends in a text; all count from 1, columns in UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// Line and column of the first character.
    pub(super) start: (usize, usize),
    /// Line of the last character, and the column after it.
    pub(super) end: (usize, usize),
}

/// The lines of a range; `None` in a binary file.
pub(super) fn lines(path: &Path, range: (u64, u64)) -> Option<Lines> {
    if std::fs::metadata(path).ok()?.len() > LARGEST {
        return None;
    }
    of_text(&std::fs::read_to_string(path).ok()?, range)
}

fn of_text(text: &str, (start, end): (u64, u64)) -> Option<Lines> {
    let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
    // Text has no zero bytes; a binary file may happen to be valid UTF-8.
    if text.contains('\0') {
        return None;
    }
    let before = text.get(..start)?;
    let line = 1 + before.matches('\n').count();
    // A range often ends with its line.
    let within = text.get(start..end)?.trim_end_matches(['\n', '\r']);
    let last = line + within.matches('\n').count();
    Some(Lines { start: (line, column(before)), end: (last, column(text.get(..start + within.len())?)) })
}

/// The column after a text.
fn column(before: &str) -> usize {
    let line = before.rsplit('\n').next().unwrap_or_default();
    1 + line.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_become_lines_and_columns() {
        let text = "node {\n  name: \"ü\" op: 1\n}\nrest";
        let op = text.find("op").unwrap() as u64;
        assert_eq!(of_text(text, (op, op + 5)), Some(Lines { start: (2, 13), end: (2, 18) }));
        let node = text.find("rest").unwrap() as u64;
        assert_eq!(of_text(text, (0, node)), Some(Lines { start: (1, 1), end: (3, 2) }));
        assert_eq!(of_text(text, (0, 1000)), None);
        assert_eq!(of_text("a\0b", (0, 1)), None);
    }
}
