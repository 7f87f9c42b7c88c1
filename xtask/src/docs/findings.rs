//! A section for every id of a report: meaning, releases, messages, advice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use super::locale::Locale;
use super::report::doc;
use super::tables::{Row, rows};
use super::{COMMAND, Generated};
use crate::Result;

/// The pages.
pub const PAGES: [&str; 5] = ["tflite", "graphs", "saved-models", "checkpoints", "keras"];

/// Prefixes of the messages about an id.
const ABOUT: [&str; 3] = ["requirement-", "finding-", "advice-"];

/// Prefixes of the ids of reports; other messages with such names belong to views.
const KINDS: [&str; 5] = ["tflite-", "graph-", "saved-model-", "checkpoint-", "keras-"];

/// All pages in a language.
pub fn pages(root: &Path, locale: &Locale) -> Result<Vec<Generated>> {
    let (checks, messages) = (rows(root, "checks")?, rows(root, "messages")?);
    let mut texts = BTreeMap::new();
    for name in PAGES {
        let words = format!("`static/locales/{}`", locale.tag);
        let command = format!("`{COMMAND}`");
        let values = [("value", "`<value>`"), ("words", &words), ("facts", "`knowledge`"), ("command", &command)];
        let (title, lead) =
            (locale.text(&format!("docs-findings-{name}"), &[])?, locale.text("docs-findings-lead", &values)?);
        texts.insert(name, format!("# {title}\n\n{lead}\n"));
    }
    for id in ids(locale) {
        let address = doc(&id);
        let out = texts.iter_mut().find(|(name, _)| address.starts_with(&format!("docs/findings/{name}.md#")));
        let (_, out) = out.ok_or_else(|| format!("`{id}` has no page."))?;
        section(locale, &id, &checks, &messages, out)?;
    }
    Ok(texts.into_iter().map(|(name, text)| Generated { name: format!("findings/{name}"), text }).collect())
}

/// Every id with a text as a requirement, a finding or advice.
pub fn ids(locale: &Locale) -> BTreeSet<String> {
    let id = |message: &str| {
        let rest = ABOUT.iter().find_map(|prefix| message.strip_prefix(prefix))?;
        let plain = rest.strip_suffix("-advice").unwrap_or(rest);
        KINDS.iter().any(|kind| plain.starts_with(kind)).then(|| plain.to_owned())
    };
    locale.ids().filter_map(id).collect()
}

fn section(locale: &Locale, id: &str, checks: &[Row], messages: &[Row], out: &mut String) -> Result {
    let _ = write!(out, "\n## {id}\n");
    let parts = [
        ("docs-requirement", format!("requirement-{id}")),
        ("docs-finding", format!("finding-{id}")),
        ("docs-advice", format!("advice-{id}")),
        ("docs-advice", format!("finding-{id}-advice")),
    ];
    for (title, message) in parts {
        if let Some(text) = locale.shown(&message) {
            let _ = write!(out, "\n**{}:** {text}\n", locale.text(title, &[])?);
        }
    }
    let of_id = |row: &&Row| row["rule"] == id;
    if checks.iter().any(|row| of_id(&row)) {
        let _ = write!(out, "\n**{}:**\n\n", locale.text("docs-where", &[])?);
    }
    for row in checks.iter().filter(of_id) {
        let _ = writeln!(out, "- {}", check(locale, row)?);
    }
    if messages.iter().any(|row| of_id(&row)) {
        let _ = write!(out, "\n**{}:**\n", locale.text("docs-printed", &[])?);
    }
    for row in messages.iter().filter(of_id) {
        let (channel, releases) = (channels(locale, row)?, releases(locale, row)?);
        let head = locale.text("docs-printed-row", &[("channel", &channel), ("releases", &releases)])?;
        let printed = format!("{}{}", row["message"], row["end"]);
        let _ = write!(out, "\n- {head}\n\n  ```text\n  {}\n  ```\n", printed.trim_end().replace('\n', "\n  "));
    }
    Ok(())
}

/// A row of checks.csv: channels, releases, outcome and source.
fn check(locale: &Locale, row: &Row) -> Result<String> {
    let (channel, releases) = (channels(locale, row)?, releases(locale, row)?);
    let outcome = locale.text(&format!("outcome-{}", row["outcome"]), &[])?;
    // Sources are English.
    let source = if locale.is_english() {
        row["source"].clone()
    } else {
        format!("<bdi lang=\"en\">{}</bdi>", row["source"].replace('<', "&lt;"))
    };
    let actions: Vec<String> = row["action"].split('|').filter(|action| !action.is_empty()).map(code).collect();
    let actions = actions.join(", ");
    let id = if actions.is_empty() { "docs-row" } else { "docs-row-action" };
    let values = [
        ("channel", &channel),
        ("releases", &releases),
        ("action", &actions),
        ("outcome", &outcome),
        ("source", &source),
    ];
    locale.text(id, &values.map(|(name, value)| (name, value.as_str())))
}

fn channels(locale: &Locale, row: &Row) -> Result<String> {
    if row["on"] == "*" {
        return locale.text("docs-all-channels", &[]);
    }
    Ok(row["on"].split('|').map(code).collect::<Vec<_>>().join(", "))
}

fn releases(locale: &Locale, row: &Row) -> Result<String> {
    let (first, last) = (code(&row["first"]), code(&row["last"]));
    let id = match (row["first"].as_str(), row["last"].as_str()) {
        ("", "") => "ranges-every",
        (_, "") => "ranges-from",
        ("", _) => "ranges-up-to",
        (first, last) if first == last => "ranges-only",
        _ => "ranges-between",
    };
    locale.text(id, &[("first", &first), ("last", &last), ("release", &first)])
}

fn code(text: &str) -> String {
    format!("`{text}`")
}
