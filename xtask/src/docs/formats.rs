//! Pages about formats (`docs/formats`): written by hand, except for the parts between `<!-- generated: KIND … -->` and
//! `<!-- end -->`, whose facts are in code, words or tables.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::locale::Locale;
use super::{Generated, findings, versions};
use crate::Result;

/// The pages' folder below `docs/`.
const FOLDER: &str = "formats";

/// Mark that begins a generated part, and the one that ends it.
const MARKS: (&str, &str) = ("<!-- generated: ", "<!-- end -->");

/// The pages with their generated parts written anew.
pub fn pages(root: &Path, english: &Locale) -> Result<Vec<Generated>> {
    let folder = root.join("docs").join(FOLDER);
    let io = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let mut pages = Vec::new();
    for entry in folder.read_dir().map_err(io)? {
        let file = entry.map_err(io)?.file_name().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".md") else { continue };
        let text = std::fs::read_to_string(folder.join(&file)).map_err(io)?;
        let text = renewed(root, english, &text).map_err(|why| format!("docs/{FOLDER}/{file}: {why}"))?;
        pages.push(Generated { name: format!("{FOLDER}/{name}"), text });
    }
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(pages)
}

/// A page with its generated parts written anew.
fn renewed(root: &Path, english: &Locale, text: &str) -> Result<String> {
    let (mut out, mut is_inside) = (String::new(), false);
    for line in text.lines() {
        if line == MARKS.1 {
            is_inside = false;
        }
        if !is_inside {
            out.extend([line, "\n"]);
        }
        if let Some(asked) = line.strip_prefix(MARKS.0).and_then(|rest| rest.strip_suffix(" -->")) {
            let words: Vec<&str> = asked.split(' ').collect();
            let _ = write!(out, "\n{}\n", part(root, english, words[0], &words[1..])?);
            is_inside = true;
        }
    }
    if is_inside { Err(format!("a generated part lacks its `{}`", MARKS.1)) } else { Ok(out) }
}

/// A generated part.
fn part(root: &Path, english: &Locale, kind: &str, of: &[&str]) -> Result<String> {
    match kind {
        "findings" => {
            of.first().map_or_else(|| Err("findings of which page?".to_owned()), |page| listed(english, page))
        }
        "errors" => errors(root, english, of),
        "actions" => actions(english, of),
        kind => versions::table(root, kind)?.ok_or_else(|| format!("nothing generates `{kind}`")),
    }
}

/// Findings of a page, each with the beginning of its text.
fn listed(english: &Locale, page: &str) -> Result<String> {
    let mut out = String::new();
    for id in findings::ids(english) {
        let address = super::report::doc(&id).replacen("docs/", "../", 1);
        if !address.starts_with(&format!("../findings/{page}.md#")) {
            continue;
        }
        let texts = [format!("requirement-{id}"), format!("finding-{id}"), format!("advice-{id}")];
        let text = texts.iter().find_map(|message| english.shown(message)).unwrap_or_default();
        let _ = writeln!(out, "- [{id}]({address}): {}", first_paragraph(&text));
    }
    if out.is_empty() { Err(format!("there is no page of findings `{page}`")) } else { Ok(out) }
}

/// Errors of the readers in some files and folders, each with its text. The names of limits are on their own page.
fn errors(root: &Path, english: &Locale, of: &[&str]) -> Result<String> {
    let limits = std::fs::read_to_string(root.join("docs/limits.md")).unwrap_or_default();
    let mut out = String::new();
    for id in error_ids(root, english, of)? {
        let text = english.shown(&format!("error-{id}")).unwrap_or_default();
        let limit = if limits.contains(&format!("- `{id}`\n")) { " ([limit](../limits.md))" } else { "" };
        let _ = writeln!(out, "- `{id}`{limit}: {}", first_paragraph(&text));
    }
    Ok(out)
}

/// Ids of errors in the code of some files and folders.
fn error_ids(root: &Path, english: &Locale, of: &[&str]) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for path in of {
        for file in sources(&root.join(path))? {
            let text = std::fs::read_to_string(&file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
            // Ids in tests are those of other files.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let known = english.ids().filter_map(|id| id.strip_prefix("error-")).filter(|id| !id.ends_with("-advice"));
            found.extend(known.filter(|id| code.contains(&format!("\"{id}\""))).map(str::to_owned));
        }
    }
    if found.is_empty() { Err(format!("no errors in {}", of.join(", "))) } else { Ok(found) }
}

/// Rust files at a path.
fn sources(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let io = |e: std::io::Error| format!("cannot read {}: {e}", path.display());
    let mut files = Vec::new();
    for entry in path.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

/// Meanings of "loads", the default one first.
fn actions(english: &Locale, of: &[&str]) -> Result<String> {
    let mut out = String::new();
    for (at, action) in of.iter().enumerate() {
        let note = if at == 0 && of.len() > 1 { " (default)" } else { "" };
        let text = english.text(&format!("loads-means-{action}"), &[])?;
        let _ = writeln!(out, "- `{action}`{note}: {text}");
    }
    Ok(out)
}

fn first_paragraph(text: &str) -> &str {
    text.split("\n\n").next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_parts_are_replaced_and_the_others_stay() {
        let root = crate::project::root();
        let english = super::super::locale::english(&root).unwrap();
        let text = "# A\n\n<!-- generated: actions load -->\nold\n<!-- end -->\n\nLast.\n";
        let new = renewed(&root, &english, text).unwrap();
        assert!(new.starts_with("# A\n\n<!-- generated: actions load -->\n\n- `load`: tf.saved_model.load"), "{new}");
        assert!(new.ends_with("\n\n<!-- end -->\n\nLast.\n") && !new.contains("old"), "{new}");
        assert_eq!(renewed(&root, &english, &new).unwrap(), new);
        for wrong in ["<!-- generated: actions load -->\n", "<!-- generated: nothing -->\n<!-- end -->\n"] {
            assert!(renewed(&root, &english, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_error_of_a_reader_is_on_a_page() {
        let root = crate::project::root();
        let english = super::super::locale::english(&root).unwrap();
        let all = error_ids(&root, &english, &["src/formats", "src/artifact", "src/bytes"]).unwrap();
        let text: String = pages(&root, &english).unwrap().into_iter().map(|page| page.text).collect();
        let missing: Vec<&String> = all.iter().filter(|id| !text.contains(&format!("- `{id}`"))).collect();
        assert!(all.len() > 100 && missing.is_empty(), "{} ids; missing: {missing:?}", all.len());
    }
}
