//! The documents of the site: in which languages each exists, and where a link between them leads.

use std::path::Path;

use super::locale::Locale;
use super::{concepts, findings, generated, releases};
use crate::Result;

/// Written by hand in every language: `docs/NAME.md` and `docs/<tag>/NAME.md`.
pub const TRANSLATED: [&str; 1] = ["start"];

/// Written in English only, for those who use the page or the engine. Other documents are for those who change it.
pub const ENGLISH: [&str; 6] = ["embedding", "accuracy", "errata", "limits", "ops", "adding-an-op"];

/// Pictures of documents.
pub const PICTURES: [&str; 1] = ["screenshot.png"];

/// A document in a language.
pub struct Document {
    /// Its path below `docs/`, without the language's folder and without extension.
    pub name: String,
    /// Its text, Markdown.
    pub text: String,
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
    reference().any(|known| known == name) || name.starts_with(&format!("{}/", releases::NAME))
}

/// Documents in English only that the lists of documents name.
pub fn reference() -> impl Iterator<Item = &'static str> {
    [releases::NAME].into_iter().chain(ENGLISH)
}

/// All documents in a language.
pub fn of(root: &Path, locale: &Locale) -> Result<Vec<Document>> {
    let english: &[&str] = if locale.is_english() { &ENGLISH } else { &[] };
    let mut all = Vec::new();
    for name in TRANSLATED.iter().chain(english) {
        let path = root.join("docs").join(locale.folder()).join(name).with_extension("md");
        let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        all.push(Document { name: (*name).to_owned(), text });
    }
    let mut generated = generated(root, locale)?;
    if locale.is_english() {
        generated.extend(releases::pages(root, locale)?);
    }
    all.extend(generated.into_iter().map(|page| Document { name: page.name, text: page.text }));
    Ok(all)
}

/// The address of the document that `link` names in the document `from`: in the language of that document if it exists
/// in it, otherwise in English. `link` is relative to where the document's text lies, without `.md`.
pub fn address(locale: &Locale, from: &str, link: &str) -> Result<String> {
    let path = format!("{}{from}", locale.folder());
    let target = joined(&path, link).ok_or_else(|| format!("docs/{path}.md: `{link}` leads out of docs/"))?;
    let name = target.strip_prefix(&locale.folder()).unwrap_or(&target);
    let up = "../".repeat(path.matches('/').count());
    match name {
        name if is_translated(name) => Ok(format!("{up}{}{name}.html", locale.folder())),
        name if is_english_only(name) => Ok(format!("{up}{name}.html")),
        _ => Err(format!("docs/{path}.md: `{link}.md` has no page")),
    }
}

/// The title of a document that is in English only.
pub fn english_title(root: &Path, name: &str) -> Result<String> {
    let path = root.join("docs").join(name).with_extension("md");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let title = text.lines().find_map(|line| line.strip_prefix("# "));
    title.map(str::to_owned).ok_or_else(|| format!("docs/{name}.md has no title."))
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
        let to = |locale, from, link| address(locale, from, link).unwrap();
        assert_eq!(to(english, "start", "findings/tflite"), "findings/tflite.html");
        assert_eq!(to(arabic, "start", "../findings/tflite"), "../ar/findings/tflite.html");
        assert_eq!(to(arabic, "start", "../accuracy"), "../accuracy.html");
        assert_eq!(to(english, "findings/keras", "../ops"), "../ops.html");
        assert!(address(english, "start", "setup").is_err());
        assert!(address(english, "start", "../README").is_err());
    }
}
