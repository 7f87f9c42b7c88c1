//! A comparison as Markdown, to paste into a discussion.

use super::list::{part_word, sign};
use super::releases::runs;
use crate::services::compare::schema::{Comparison, OneOf};
use crate::web::app::labels::requirement_text;
use crate::web::app::words::t;
use std::fmt::Write as _;

/// Maximum number of changes in a comment.
const MOST: usize = 500;

/// The comparison.
pub fn markdown(comparison: &Comparison) -> String {
    // Writing to a String cannot fail.
    let mut out = format!("# {} → {}\n\n", code(&comparison.a.name), code(&comparison.b.name));
    if comparison.same {
        let _ = writeln!(out, "{}", t("compare-same"));
    }
    for window in &comparison.windows {
        let _ = writeln!(out, "- {}: {} → {}", code(&window.channel), runs(&window.a), runs(&window.b));
        for mover in &window.because {
            if let Some(one) = comparison.requirements.get(mover.requirement as usize) {
                let sign = if one.side == OneOf::A { "−" } else { "+" };
                let _ =
                    writeln!(out, "  - {sign} {} ({})", requirement_text(&one.requirement), runs(&mover.releases.runs));
            }
        }
    }
    for part in &comparison.parts {
        let mut changes = comparison.changes.iter().filter(|change| change.part == part.part).take(MOST).peekable();
        if changes.peek().is_none() {
            continue;
        }
        let _ = writeln!(out, "\n## {}\n", part_word(part.part));
        for change in changes {
            let scope = if change.scope.is_empty() { String::new() } else { format!("{}: ", change.scope) };
            let _ = writeln!(out, "- {} {scope}{} {}", sign(change.how).0, code(&change.name), change.what);
            for field in &change.fields {
                let side = |text: &Option<String>| text.as_deref().map_or_else(|| "—".to_owned(), code);
                let _ = writeln!(out, "  - {}: {} → {}", field.field, side(&field.a), side(&field.b));
            }
        }
    }
    out
}

/// Text as code, with any marks in it.
fn code(text: &str) -> String {
    let text = text.replace('\n', " ");
    if text.is_empty() {
        String::new()
    } else if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}
