//! Compares documents that are written by hand in several languages: whatever is not prose must be the same in all.

use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::documents::TRANSLATED;
use super::locale::Locale;
use crate::Result;

/// Differences of a language's documents from the English ones, a sentence each.
pub fn differences(root: &Path, locale: &Locale) -> Result<Vec<String>> {
    let mut found = Vec::new();
    if locale.is_english() {
        return Ok(found);
    }
    for name in TRANSLATED {
        let read = |folder: &str| {
            let path = root.join("docs").join(folder).join(name).with_extension("md");
            std::fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))
        };
        let (english, other) = (frame(&read("")?), frame(&read(&locale.folder())?));
        let place = format!("docs/{}{name}.md", locale.folder());
        found.extend(difference(&english, &other).map(|why| format!("{place}: {why}")));
    }
    Ok(found)
}

/// The first part that differs.
fn difference(english: &[String], other: &[String]) -> Option<String> {
    let at = (0..english.len().max(other.len())).find(|at| english.get(*at) != other.get(*at))?;
    let part = |parts: &[String]| parts.get(at).map_or_else(|| "nothing".to_owned(), |part| format!("`{part}`"));
    Some(format!("has {} where English has {}", part(other), part(english)))
}

/// The parts of a document that do not depend on the language, in their order: levels of headings, blocks of code, and
/// where links and pictures lead. Between two headings the order of links is that of the language.
fn frame(text: &str) -> Vec<String> {
    let (mut parts, mut links, mut in_block) = (Vec::new(), Vec::new(), false);
    let flush = |links: &mut Vec<String>, parts: &mut Vec<String>| {
        links.sort();
        parts.append(links);
    };
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                flush(&mut links, &mut parts);
                parts.push(level.to_string());
            }
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => in_block = false,
            Event::Text(code) if in_block => parts.push(code.trim().to_owned()),
            // The sources of other languages lie in a folder.
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                links.push(dest_url.trim_start_matches("../").to_owned());
            }
            _ => {}
        }
    }
    flush(&mut links, &mut parts);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_prose_may_differ() {
        let english = frame("# Start\n\nSee [this](a.md#b).\n\n```\nx\n```\n\n## Next\n");
        let same = frame("# Inicio\n\nVea [esto](../a.md#b).\n\n```\nx\n```\n\n## Después\n");
        assert_eq!(difference(&english, &same), None);
        let changes = [("a.md#b", "a.md#c"), ("\nx\n", "\ny\n"), ("## ", "### "), ("\n\n## Next", "")];
        for (from, to) in changes {
            let other = frame(&"# Start\n\nSee [this](a.md#b).\n\n```\nx\n```\n\n## Next\n".replace(from, to));
            assert!(difference(&english, &other).is_some(), "{from}");
        }
    }
}
