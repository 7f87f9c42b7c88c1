//! The documentation: generated pages, and the site in `dist/docs/`.
//!
//! Findings and concepts are generated from the words in `static/locales` and the tables in `knowledge/`, in every
//! language. The English pages are in the repository, where readers of the code look for them; `cargo xtask docs` writes
//! them and `cargo xtask check` compares them. The same pages in other languages would be three more copies of words
//! that the repository has already, so they exist in `dist/docs/` only: each build generates them, and the check
//! generates them as well. So do the pages about releases, which are in English only; the repository has their list.
//! Other pages are written by hand, some of them in every language (`docs/<tag>/`).

mod concepts;
mod documents;
mod findings;
mod locale;
mod markdown;
mod releases;
/// The library's addresses of sections about findings: the pages must have them.
#[path = "../../../src/report/doc.rs"]
mod report;
mod search;
pub mod site;
mod tables;
mod translations;

use std::path::Path;

use crate::{Result, project, ui};
use locale::Locale;

/// A generated document.
struct Generated {
    /// Its path below `docs/`, without extension or language.
    name: String,
    /// Its text, Markdown.
    text: String,
}

/// The command that writes the English pages, which each of them names.
const COMMAND: &str = "cargo xtask docs";

/// The generated documents that are in the repository.
fn committed(root: &Path) -> Result<Vec<Generated>> {
    let mut all = generated(root, &locale::english(root)?)?;
    all.push(releases::list(root)?);
    Ok(all)
}

/// The generated documents that exist in every language.
fn generated(root: &Path, locale: &Locale) -> Result<Vec<Generated>> {
    let mut all = findings::pages(root, locale)?;
    all.push(concepts::page(locale)?);
    Ok(all)
}

/// Writes the generated English pages into `docs/`.
pub fn run(arguments: &[String]) -> Result {
    if !arguments.is_empty() {
        return Err(format!("`{COMMAND}` takes no arguments."));
    }
    let root = project::root();
    for page in committed(&root)? {
        let path = root.join("docs").join(&page.name).with_extension("md");
        std::fs::write(&path, page.text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        ui::note(&format!("wrote docs/{}.md", page.name));
    }
    Ok(())
}

/// Compares the generated English pages with those in `docs/`, generates those of other languages, and compares pages
/// that are written in several languages.
pub fn check(root: &Path) -> Result {
    let mut broken = Vec::new();
    for page in committed(root)? {
        let path = root.join("docs").join(&page.name).with_extension("md");
        if std::fs::read_to_string(&path).unwrap_or_default() != page.text {
            broken.push(format!("docs/{}.md is stale; `{COMMAND}` writes it again", page.name));
        }
    }
    for locale in locale::all(root)? {
        broken.extend(translations::differences(root, &locale)?);
    }
    // This generates all documents in all languages.
    broken.extend(site::broken_links(root)?);
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}
