//! The documentation: generated pages, and the site in `dist/docs/`.
//!
//! Findings and concepts are generated from the words in `static/locales` and the tables in `knowledge/`, in every
//! language. The English pages are in the repository, where readers of the code look for them; `cargo xtask docs` writes
//! them and `cargo xtask check` compares them. The same pages in other languages would be three more copies of words
//! that the repository has already, so they exist in `dist/docs/` only: each build generates them, and the check
//! generates them as well. So do the pages about releases, which are in English only; the repository has their list.
//! Other pages are written by hand, some of them in every language (`docs/<tag>/`), some with generated parts (`formats`).
//! Pages whose facts are in the library's code (commands, limits, operators) are written by its tests.

mod api;
mod concepts;
mod documents;
mod findings;
mod formats;
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
mod versions;

use std::path::Path;

use crate::test::native;
use crate::{Result, command, project, ui};
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

/// Tests that write documents: commands, limits, operators, the schema of the report.
const BY_TESTS: [&str; 4] = ["reference::", "limits::the_page", "ops_doc", "json_schema"];

/// The generated documents that are in the repository.
fn committed(root: &Path) -> Result<Vec<Generated>> {
    let english = locale::english(root)?;
    let mut all = generated(root, &english)?;
    all.push(releases::list(root)?);
    all.push(api::page(root)?);
    all.extend(formats::pages(root, &english)?);
    Ok(all)
}

/// The generated documents that exist in every language.
fn generated(root: &Path, locale: &Locale) -> Result<Vec<Generated>> {
    let mut all = findings::pages(root, locale)?;
    all.push(concepts::page(locale)?);
    Ok(all)
}

/// Writes the generated English pages into `docs/`: those of words and tables here, those of the library's code by the
/// tests that compare them.
pub fn run(arguments: &[String]) -> Result {
    let is_quick = match arguments {
        [] => false,
        [flag] if flag == "--quick" => true,
        _ => return Err(format!("`{COMMAND}` takes only --quick (no compilation).")),
    };
    let root = project::root();
    if !is_quick {
        // Pages about formats name the errors of the list of limits, so this is first.
        let mut tests = native::in_files(&["cli", "formats", "engine", "report"]);
        command::run(tests.args(BY_TESTS).env("VINTAGE_WRITE_DOCS", "1"))?;
        ui::note("wrote docs/cli.md, docs/limits.md, docs/ops.md, docs/report.schema.json");
    }
    for page in committed(&root)? {
        let path = root.join("docs").join(&page.name).with_extension("md");
        std::fs::write(&path, page.text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        ui::note(&format!("wrote docs/{}.md", page.name));
    }
    Ok(())
}

/// Compares the English pages of words and tables with those in `docs/`, generates those of other languages, and compares pages
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
