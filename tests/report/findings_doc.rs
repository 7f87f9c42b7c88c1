//! Words about every id of a report: advice in the locale files, a section in docs/findings. `cargo xtask docs` writes
//! the pages.

use std::collections::{BTreeMap, BTreeSet};
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

/// The report links to these sections; `cargo xtask check` compares the rest of the pages with words and tables.
#[test]
fn every_id_has_a_section_where_the_report_links_to() {
    let ids = ids(&words());
    assert!(ids.len() > 100, "{ids:?}");
    for id in ids {
        let doc = vintage::report::doc(&id);
        let (page, anchor) = doc.split_once('#').unwrap();
        let text = std::fs::read_to_string(repository(page)).unwrap();
        assert!(text.lines().any(|line| line == format!("## {anchor}")), "{page} has no section {anchor}");
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
