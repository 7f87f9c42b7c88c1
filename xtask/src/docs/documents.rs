//! The documents of the site: in which languages each exists, where its text is, and where a link between them leads.

use std::path::Path;

use super::locale::Locale;
use super::{api, concepts, findings, generated, releases};
use crate::Result;

/// Written by hand in every language: `docs/NAME.md` and `docs/<tag>/NAME.md`.
pub const TRANSLATED: [&str; 1] = ["start"];

/// Documents in English that are read together: the id of their heading in the list, and their names.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "docs-formats",
        &[
            "formats/tflite",
            "formats/graphs",
            "formats/saved-models",
            "formats/checkpoints",
            "formats/keras",
            "formats/archives",
            "formats/inputs",
        ],
    ),
    ("docs-use", &["cli", "comparing-results", "ci", "embedding", "package", api::NAME, "hosting"]),
    ("docs-reference", &[releases::NAME, "ops", "limits", "accuracy", "errata", "accessibility"]),
    (
        "docs-contribute",
        &[
            "setup",
            "architecture",
            "knowledge",
            "adding-a-release",
            "adding-a-rule",
            "adding-an-op",
            "adding-a-format",
            "adding-a-finding",
            "adding-a-language",
            "languages/es",
            "languages/ar",
            "languages/tr",
            "fuzzing",
            "performance",
            "performance-log",
            "benchmarks",
        ],
    ),
];

/// Documents whose text is not in `docs/`.
const ELSEWHERE: [(&str, &str); 2] = [("architecture", "ARCHITECTURE.md"), ("knowledge", "knowledge/README.md")];

/// Files that documents show or link to, by their paths in the repository. Below `docs/` they keep their path, others
/// get theirs.
const FILES: [&str; 8] = [
    "docs/screenshot.png",
    "docs/contact-sheet-en.webp",
    "docs/contact-sheet-es.webp",
    "docs/contact-sheet-ar.webp",
    "docs/contact-sheet-tr.webp",
    "docs/report.schema.json",
    "examples/ci/targets.toml",
    "examples/ci/vintage.yml",
];

/// A document in a language.
pub struct Document {
    /// Its path below `docs/`, without the language's folder and without extension.
    pub name: String,
    /// Its text, Markdown.
    pub text: String,
}

/// A heading in the list of documents, with the names below it.
pub struct Group {
    /// Id of the heading.
    pub heading: &'static str,
    /// Names, in the order to read them.
    pub names: Vec<String>,
}

/// Names of the documents that exist in every language, in the order to read them.
pub fn in_every_language() -> impl Iterator<Item = String> {
    let findings = findings::PAGES.iter().map(|name| format!("findings/{name}"));
    TRANSLATED.iter().copied().chain([concepts::NAME]).map(str::to_owned).chain(findings)
}

/// Whether a document exists in every language.
pub fn is_translated(name: &str) -> bool {
    in_every_language().any(|known| known == name)
}

/// Whether a document exists in English only.
pub fn is_english_only(name: &str) -> bool {
    GROUPS.iter().any(|(_, names)| names.contains(&name)) || name.starts_with(&format!("{}/", releases::NAME))
}

/// The list of documents. Pages about single releases are listed on their own page.
pub fn groups() -> Vec<Group> {
    let (findings, first): (Vec<_>, Vec<_>) = in_every_language().partition(|name| name.starts_with("findings/"));
    let mut all =
        vec![Group { heading: "docs-title", names: first }, Group { heading: "docs-findings", names: findings }];
    all.extend(
        GROUPS
            .iter()
            .map(|(heading, names)| Group { heading, names: names.iter().map(|name| (*name).to_owned()).collect() }),
    );
    all
}

/// The file with the English text of a document, by its path in the repository.
fn english_source(name: &str) -> String {
    let elsewhere = ELSEWHERE.iter().find(|(known, _)| *known == name);
    elsewhere.map_or_else(|| format!("docs/{name}.md"), |(_, file)| (*file).to_owned())
}

/// All documents in a language.
pub fn of(root: &Path, locale: &Locale) -> Result<Vec<Document>> {
    let mut by_hand: Vec<(String, String)> = Vec::new();
    by_hand.extend(TRANSLATED.map(|name| (name.to_owned(), format!("docs/{}{name}.md", locale.folder()))));
    let mut all = Vec::new();
    if locale.is_english() {
        let names = groups().into_iter().flat_map(|group| group.names);
        let names = names.filter(|name| is_english_only(name) && name != releases::NAME);
        by_hand.extend(names.map(|name| (name.clone(), english_source(&name))));
        all = releases::pages(root, locale)?;
    }
    all.extend(generated(root, locale)?);
    let mut all: Vec<Document> = all.into_iter().map(|page| Document { name: page.name, text: page.text }).collect();
    for (name, file) in by_hand {
        let text = std::fs::read_to_string(root.join(&file)).map_err(|e| format!("cannot read {file}: {e}"))?;
        all.push(Document { name, text });
    }
    Ok(all)
}

/// Copies the files that documents show or link to.
pub fn copy_files(root: &Path, docs: &Path) -> Result {
    for file in FILES {
        let to = docs.join(site_path(file));
        let copied = to.parent().map_or(Ok(()), std::fs::create_dir_all);
        copied
            .and_then(|()| std::fs::copy(root.join(file), &to).map(drop))
            .map_err(|e| format!("cannot copy {file} to {}: {e}", to.display()))?;
    }
    Ok(())
}

/// Whether the site has a file, by its path below `docs/`.
pub fn has_file(path: &str) -> bool {
    FILES.iter().any(|file| site_path(file) == path)
}

fn site_path(file: &str) -> &str {
    file.strip_prefix("docs/").unwrap_or(file)
}

/// The address of the document or file that `link` names in the document `from`: in the language of that document if it
/// exists in it, otherwise in English. `link` is relative to where the document's text is. `None` if only the repository
/// has it.
pub fn address(root: &Path, locale: &Locale, from: &str, link: &str) -> Result<Option<String>> {
    let source =
        if is_english_only(from) { english_source(from) } else { format!("docs/{}{from}.md", locale.folder()) };
    let target = joined(&source, link).ok_or_else(|| format!("{source}: `{link}` leads out of the repository"))?;
    let up = "../".repeat(format!("{}{from}", locale.folder()).matches('/').count());
    if FILES.contains(&target.as_str()) {
        return Ok(Some(format!("{up}{}", site_path(&target))));
    }
    let elsewhere = ELSEWHERE.iter().find(|(_, file)| *file == target).map(|(name, _)| (*name).to_owned());
    let in_docs = || {
        let name = target.strip_prefix("docs/")?.strip_suffix(".md")?;
        Some(name.strip_prefix(&locale.folder()).unwrap_or(name).to_owned())
    };
    match elsewhere.or_else(in_docs) {
        Some(name) if is_translated(&name) => Ok(Some(format!("{up}{}{name}.html", locale.folder()))),
        Some(name) if is_english_only(&name) => Ok(Some(format!("{up}{name}.html"))),
        Some(_) => Err(format!("{source}: `{link}` has no page")),
        None if root.join(&target).exists() => Ok(None),
        None => Err(format!("{source}: there is no `{target}`")),
    }
}

/// The title of a document that is in English only.
pub fn english_title(root: &Path, name: &str) -> Result<String> {
    let file = english_source(name);
    let text = std::fs::read_to_string(root.join(&file)).map_err(|e| format!("cannot read {file}: {e}"))?;
    let title = text.lines().find_map(|line| line.strip_prefix("# "));
    title.map(str::to_owned).ok_or_else(|| format!("{file} has no title."))
}

/// The path that `link` names, seen from the file `from`.
pub fn joined(from: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => {
                parts.pop()?;
            }
            "." => {}
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_stays_in_its_language_where_it_can() {
        let root = crate::project::root();
        let all = super::super::locale::all(&root).unwrap();
        let (english, arabic) = (&all[0], all.iter().find(|locale| locale.tag == "ar").unwrap());
        let to = |locale, from, link| address(&root, locale, from, link).unwrap();
        let on_site = |locale, from, link| to(locale, from, link).unwrap_or_default();
        assert_eq!(on_site(english, "start", "findings/tflite.md"), "findings/tflite.html");
        assert_eq!(on_site(arabic, "start", "../findings/tflite.md"), "../ar/findings/tflite.html");
        assert_eq!(on_site(arabic, "start", "../accuracy.md"), "../accuracy.html");
        assert_eq!(on_site(arabic, "start", "../screenshot.png"), "../screenshot.png");
        assert_eq!(on_site(english, "findings/keras", "../ops.md"), "../ops.html");
        assert_eq!(on_site(english, "knowledge", "../docs/adding-a-rule.md"), "adding-a-rule.html");
        assert_eq!(on_site(english, "adding-a-rule", "../knowledge/README.md"), "knowledge.html");
        assert_eq!(on_site(english, "ci", "../examples/ci/targets.toml"), "examples/ci/targets.toml");
        // A file of the repository, a missing file, a missing document, a path outside.
        assert_eq!(to(english, "start", "../README.md"), None);
        assert!(address(&root, english, "start", "../nowhere.rs").is_err());
        assert!(address(&root, english, "start", "nowhere.md").is_err());
        assert!(address(&root, english, "start", "../../outside.md").is_err());
    }

    #[test]
    fn every_document_of_the_repository_is_on_the_site() {
        let docs = crate::project::root().join("docs");
        let names = ["", "formats", "languages"].into_iter().flat_map(|folder| {
            let files =
                docs.join(folder).read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let names = files.filter_map(|file| Some(file.strip_suffix(".md")?.to_owned())).collect::<Vec<_>>();
            names.into_iter().map(move |name| if folder.is_empty() { name } else { format!("{folder}/{name}") })
        });
        let left_out: Vec<String> = names.filter(|name| !is_translated(name) && !is_english_only(name)).collect();
        assert_eq!(left_out, Vec::<String>::new());
    }
}
