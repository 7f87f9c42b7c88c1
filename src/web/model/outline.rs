//! The rows of an outline that are at hand, and the targets of its keys.

use crate::report::graphs::{OutlineRow, OutlineRows};
use std::ops::Range;

/// Rows of one request.
pub const PAGE: usize = 256;
/// Requests start at multiples of this, so that scrolling by a row requests nothing.
const STEP: usize = 64;

/// The first row to request so that `seen` is at hand.
pub fn first_row(seen: &Range<usize>) -> usize {
    let spare = PAGE.saturating_sub(seen.len()) / 2;
    let from = seen.start.saturating_sub(spare);
    from - from % STEP
}

/// The row at an index, if it is at hand.
pub fn row(rows: &OutlineRows, index: usize) -> Option<&OutlineRow> {
    rows.rows.get(index.checked_sub(rows.from)?)
}

/// The effect of a key on the current row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Go to a row.
    To(usize),
    /// Open or close the scope of the current row.
    Toggle,
    /// Go to the scope around the current row, which is not at hand.
    Around,
    /// Show the row in the drawing.
    Show,
}

/// The effect of a key, as the pattern for tree grids defines it; `page` is the number of visible rows. `None` for
/// other keys, and where there is nothing to do.
pub fn moved(rows: &OutlineRows, at: Option<usize>, key: &str, page: usize) -> Option<Move> {
    let last = rows.total.checked_sub(1)?;
    let Some(at) = at else {
        return matches!(key, "ArrowDown" | "ArrowUp" | "Home" | "End" | "PageDown" | "PageUp")
            .then_some(Move::To(if key == "End" { last } else { 0 }));
    };
    let here = row(rows, at);
    let is_scope = here.is_some_and(|row| row.node.is_none());
    let is_open = here.is_some_and(|row| row.open);
    Some(match key {
        "ArrowDown" => Move::To((at + 1).min(last)),
        "ArrowUp" => Move::To(at.saturating_sub(1)),
        "PageDown" => Move::To((at + page.max(1)).min(last)),
        "PageUp" => Move::To(at.saturating_sub(page.max(1))),
        "Home" => Move::To(0),
        "End" => Move::To(last),
        "ArrowRight" if is_open => Move::To((at + 1).min(last)),
        "ArrowRight" if is_scope => Move::Toggle,
        "ArrowLeft" if is_open => Move::Toggle,
        "ArrowLeft" => {
            let depth = here?.depth.checked_sub(1)?;
            let before = (rows.from..at).rev().find(|index| row(rows, *index).is_some_and(|row| row.depth == depth));
            before.map_or(Move::Around, Move::To)
        }
        "Enter" | " " => Move::Show,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> OutlineRows {
        let row = |depth, node: Option<u32>, open| OutlineRow { depth, node, open, ..OutlineRow::default() };
        let rows = vec![row(0, Some(0), false), row(0, None, true), row(1, Some(1), false), row(0, None, false)];
        OutlineRows { total: 14, from: 10, rows, at: None }
    }

    #[test]
    fn requests_cover_the_visible_rows_and_change_seldom() {
        for start in 0..2_000 {
            let seen = start..start + 60;
            let from = first_row(&seen);
            assert!(from <= seen.start && seen.end <= from + PAGE, "{start}: {from}");
        }
        let requests: std::collections::BTreeSet<usize> =
            (0..640).map(|start| first_row(&(start..start + 40))).collect();
        assert!(requests.len() <= 12, "{requests:?}");
    }

    #[test]
    fn keys_walk_open_and_close() {
        let rows = rows();
        let key = |at: usize, key: &str| moved(&rows, Some(at), key, 5);
        assert_eq!(key(10, "ArrowDown"), Some(Move::To(11)));
        assert_eq!(key(13, "ArrowDown"), Some(Move::To(13)), "the end");
        assert_eq!(key(11, "ArrowRight"), Some(Move::To(12)), "into an open group");
        assert_eq!(key(13, "ArrowRight"), Some(Move::Toggle));
        assert_eq!(key(11, "ArrowLeft"), Some(Move::Toggle));
        assert_eq!(key(12, "ArrowLeft"), Some(Move::To(11)), "to the group around it");
        assert_eq!(key(10, "ArrowLeft"), None, "nothing around it");
        assert_eq!(key(13, "PageUp"), Some(Move::To(8)));
        assert_eq!(key(12, "Enter"), Some(Move::Show));
        assert_eq!(key(12, "x"), None);
        assert_eq!(moved(&rows, None, "ArrowDown", 5), Some(Move::To(0)));
        assert_eq!(moved(&OutlineRows::default(), None, "ArrowDown", 5), None, "an empty outline");
    }
}
