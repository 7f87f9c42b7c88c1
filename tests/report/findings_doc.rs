//! docs/findings has a section for every id of a report: meaning, releases, messages, advice. The pages are generated
//! from the locale files and the tables of knowledge/.
//!
//! To write them again: `VINTAGE_WRITE_DOCS=1 cargo nextest run --test report findings_doc`.

use crate::csv;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Every message of the English locale, as written there.
fn words() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(repository("static/locales/en")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut id = String::new();
        for line in text.lines() {
            let start = line
                .split_once(" =")
                .filter(|(id, _)| id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)));
            if let Some((own, value)) = start {
                id = own.to_owned();
                found.insert(id.clone(), value.trim().to_owned());
            } else if line.starts_with(' ') && !id.is_empty() {
                let value = found.get_mut(&id).unwrap();
                *value += if value.is_empty() { "" } else { "\n" };
                *value += line.trim();
            } else {
                id.clear();
            }
        }
    }
    found
}

/// A message for display: values in code marks, forms that depend on a value on separate lines.
fn shown(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = line.trim();
        if line.ends_with("->") {
            let line = line.trim_start_matches('}').trim_start();
            let (before, value) = line.rsplit_once('{').unwrap_or((line, ""));
            let value = value.trim_end_matches("->").trim().trim_start_matches('$');
            let _ = write!(out, "{}\n\n", values(before.trim_end()));
            let _ = writeln!(out, "by {value}:\n");
        } else if let Some((key, text)) = line.trim_start_matches('*').strip_prefix('[').and_then(|l| l.split_once(']'))
        {
            let _ = writeln!(out, "- *{key}*: {}", values(text.trim()));
        } else if line == "}" {
            out.push('\n');
        } else {
            let _ = writeln!(out, "{}", values(line.trim_start_matches("} ")));
        }
    }
    out.trim().to_owned()
}

fn values(text: &str) -> String {
    let text = text.replace("{\"{\"}", "{").replace("{\"}\"}", "}");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("{ ") {
        let Some((value, end)) = after.split_once(" }") else { break };
        let _ = match value.strip_prefix('$') {
            Some(value) => write!(out, "{before}`<{value}>`"),
            None if value == "\"\"" => write!(out, "{before}"),
            None => write!(out, "{before}*{value}*"),
        };
        rest = end;
    }
    out + rest
}

/// Rows of a table of knowledge/, by the name of the column.
fn table(name: &str) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(repository(&format!("knowledge/{name}.csv"))).unwrap();
    let mut rows = csv::csv(&text);
    let head = rows.remove(0);
    rows.into_iter().map(|row: Vec<String>| head.iter().cloned().zip(row).collect()).collect()
}

/// Page of an id, with its title.
const PAGES: [(&str, &str); 5] = [
    ("tflite", "TensorFlow Lite models"),
    ("graphs", "Graphs"),
    ("saved-models", "SavedModels"),
    ("checkpoints", "Checkpoints"),
    ("keras", "Keras files"),
];

fn page(id: &str) -> String {
    let doc = vintage::report::doc(id);
    doc.strip_prefix("docs/findings/").and_then(|rest| rest.split_once(".md#")).unwrap().0.to_owned()
}

/// Every id with texts as a requirement, a finding or advice.
fn ids(words: &BTreeMap<String, String>) -> BTreeSet<String> {
    let of = |id: &String| {
        let rest = ["requirement-", "finding-", "advice-"].iter().find_map(|prefix| id.strip_prefix(prefix))?;
        let plain = rest.strip_suffix("-advice").unwrap_or(rest);
        let own = ["tflite-", "graph-", "saved-model-", "checkpoint-", "keras-"].iter().any(|p| plain.starts_with(p));
        own.then(|| plain.to_owned())
    };
    words.keys().filter_map(of).collect()
}

fn pages() -> BTreeMap<String, String> {
    let (words, checks, messages) = (words(), table("checks"), table("messages"));
    let mut pages: BTreeMap<String, String> = PAGES
        .iter()
        .map(|(name, title)| {
            let head = format!(
                "# {title}: findings\n\nGenerated from `static/locales/en` and `knowledge` by `VINTAGE_WRITE_DOCS=1 cargo nextest run --test report findings_doc`. Each \
                 section is an id of the report. `<value>` is a part that varies from file to file.\n"
            );
            ((*name).to_owned(), head)
        })
        .collect();
    for id in ids(&words) {
        let out = pages.get_mut(&page(&id)).unwrap_or_else(|| panic!("no page for {id}"));
        let _ = write!(out, "\n## {id}\n");
        let mut part = |title: &str, key: String| {
            if let Some(text) = words.get(&key) {
                let _ = write!(out, "\n**{title}:** {}\n", shown(text));
            }
        };
        part("Requirement", format!("requirement-{id}"));
        part("Finding", format!("finding-{id}"));
        part("Advice", format!("advice-{id}"));
        part("Advice", format!("finding-{id}-advice"));
        let span = |row: &BTreeMap<String, String>| {
            let end = |key: &str, open: &str| if row[key].is_empty() { open.to_owned() } else { row[key].clone() };
            format!(
                "{} {} to {}",
                row["on"].replace('*', "all channels"),
                end("first", "the first"),
                end("last", "the newest")
            )
        };
        let rows: Vec<_> = checks.iter().filter(|row| row["rule"] == id).collect();
        if !rows.is_empty() {
            let _ = write!(out, "\n**Where:**\n\n");
            for row in rows {
                let _ = writeln!(out, "- {}: {} ({})", span(row), row["outcome"], row["source"]);
            }
        }
        let rows: Vec<_> = messages.iter().filter(|row| row["rule"] == id).collect();
        if !rows.is_empty() {
            let _ = write!(out, "\n**Printed:**\n");
            for row in rows {
                let text = format!("{}{}", row["message"], row["end"]);
                let _ = write!(
                    out,
                    "\n- {}:\n\n  ```text\n  {}\n  ```\n",
                    span(row),
                    text.trim_end().replace('\n', "\n  ")
                );
            }
        }
    }
    pages
}

#[test]
fn the_pages_are_fresh() {
    let folder = repository("docs/findings");
    for (name, text) in pages() {
        let path = folder.join(format!("{name}.md"));
        if std::env::var_os("VINTAGE_WRITE_DOCS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == text, "{} is stale; VINTAGE_WRITE_DOCS=1 writes it again", path.display());
    }
}

#[test]
fn every_requirement_has_advice_and_every_id_in_the_code_has_words() {
    let words = words();
    for id in words.keys().filter_map(|id| id.strip_prefix("requirement-")) {
        assert!(words.contains_key(&format!("advice-{id}")), "no advice about {id}");
    }
    for id in words.keys().filter(|id| id.starts_with("finding-") && !id.ends_with("-advice")) {
        assert!(words.contains_key(&format!("{id}-advice")), "no advice about {id}");
    }
    // Ids are literals in the code: no text may be unused.
    let mut code = String::new();
    let mut todo = vec![repository("src/compat"), repository("src/services/advice"), repository("src/report/tell")];
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            todo.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            code += &std::fs::read_to_string(path).unwrap();
        }
    }
    let shared = |id: &str| words.contains_key(&format!("requirement-{id}"));
    for id in ids(&words) {
        // Ids about numbers are composed from the kind of file.
        let put_together = ["-min-consumer", "-bad-consumer", "-min-producer"].iter().any(|end| id.ends_with(end));
        assert!(put_together || code.contains(&format!("\"{id}\"")) || shared(&id), "nothing in the code says {id}");
    }
}
