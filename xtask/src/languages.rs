//! The languages of the page and the terminal, as `static/locales/languages.json` lists them, and what their texts share.

use std::path::Path;

use crate::Result;

/// Categories of plurals in any language.
pub const PLURALS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// A language.
pub struct Language {
    /// BCP 47 tag and name of the folder.
    pub tag: String,
    /// Its name in the language itself.
    pub name: String,
    /// `ltr` or `rtl`.
    pub dir: String,
}

/// All languages in the order of the list; English is the first.
pub fn all(root: &Path) -> Result<Vec<Language>> {
    let list = root.join("static/locales/languages.json");
    let text = std::fs::read_to_string(&list).map_err(|e| format!("cannot read {}: {e}", list.display()))?;
    let field = |entry: &str, name: &str| {
        let value = entry.split_once(&format!("\"{name}\""))?.1.split('"').nth(1)?;
        Some(value.to_owned())
    };
    let entries = text.split('{').filter(|entry| entry.contains("\"tag\""));
    let language =
        |entry| Some(Language { tag: field(entry, "tag")?, name: field(entry, "name")?, dir: field(entry, "dir")? });
    let found: Option<Vec<Language>> = entries.map(language).collect();
    match found {
        Some(found) if found.first().is_some_and(|first| first.tag == "en") => Ok(found),
        Some(_) => Err(format!("{} does not begin with English.", list.display())),
        None => Err(format!("{}: a language lacks its tag, name or direction.", list.display())),
    }
}
