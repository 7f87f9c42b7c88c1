//! The concepts page: each term of `terms.ftl`, under an anchor that the page's words of help lead to.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::locale::Locale;
use super::markdown::slug;
use super::{COMMAND, Generated};
use crate::Result;

/// The document.
pub const NAME: &str = "concepts";

/// Headings, each with its terms in their order.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "concepts-answer",
        &["requirement", "capability", "window", "verdict", "certainty", "finding", "action", "release-channel"],
    ),
    (
        "concepts-tflite",
        &[
            "op-version",
            "opcode",
            "custom-op",
            "flex-op",
            "delegate",
            "quantization",
            "zero-point",
            "per-channel",
            "dynamic-range",
            "signature",
        ],
    ),
    ("concepts-graphs", &["producer", "min_consumer", "bad_consumers", "frozen-graph"]),
    (
        "concepts-checkpoints",
        &[
            "checkpoint",
            "object-based-checkpoint",
            "name-based-checkpoint",
            "object-graph",
            "slot-variable",
            "savedmodel",
        ],
    ),
];

/// The page in a language.
pub fn page(locale: &Locale) -> Result<Generated> {
    let words = format!("`static/locales/{}/terms.ftl`", locale.tag);
    let values = [("words", words.as_str()), ("command", &format!("`{COMMAND}`"))];
    let mut text = format!("# {}\n\n{}\n", locale.text("concepts-title", &[])?, locale.text("concepts-lead", &values)?);
    let mut listed = BTreeSet::new();
    for (title, terms) in GROUPS {
        let _ = write!(text, "\n## {}\n", locale.text(title, &[])?);
        for term in terms {
            let (id, name) = (format!("term-{term}"), locale.text(&format!("term-{term}.name"), &[])?);
            // Code hosts derive the anchor from the heading, so the id of a term is its English name.
            let anchor = if locale.is_english() { String::new() } else { format!(" {{#{term}}}") };
            if locale.is_english() && slug(&name) != *term {
                return Err(format!("`{id}` has the anchor `{}`: name it so.", slug(&name)));
            }
            let _ = write!(text, "\n### {name}{anchor}\n\n{}\n", locale.text(&id, &[])?);
            listed.insert(id);
        }
    }
    let unlisted = locale.of_file("terms").iter().find(|id| id.starts_with("term-") && !listed.contains(*id));
    match unlisted {
        Some(id) => Err(format!("`{id}` is in no group of the concepts page (xtask/src/docs/concepts.rs).")),
        None => Ok(Generated { name: NAME.to_owned(), text }),
    }
}
