//! Damage: whether a loader reads the damaged part, by `tflite_damage.csv`.

use super::rule::{check, root};
use super::stage;
use super::view::View;
use crate::bytes::{Cause, Error};
use crate::compat::knowledge::tflite::{table, tflite_source};
use crate::compat::prints::Print;
use crate::compat::{Certainty, EVIDENCE, Evidence, Finding, FindingKind, Requirement, Severity, Subject, SubjectKind};
use crate::formats::tflite::Model;
use crate::message::{Message, Values};

/// Bytes of a page: a mapped file ends with zeros up to the next one.
const PAGE: u64 = 4096;

#[inline(never)]
pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>, findings: &mut Vec<Finding>) {
    let subject = || Subject { kind: SubjectKind::Header, name: "flatbuffer".into(), version: None };
    if view.model.verification.is_some() {
        out.push(check("tflite-verification", subject(), stage::HEADER, Values::default(), vec![root(view, "")], 1));
    }
    if view.model.metadata.iter().any(|one| one.buffer as usize >= view.model.buffers.len()) {
        out.push(check(
            "tflite-metadata-index",
            subject(),
            stage::DAMAGE,
            Values::default(),
            vec![root(view, "metadata")],
            1,
        ));
    }
    let evidence = |found: &[&Error]| -> Vec<Evidence> {
        found.iter().take(EVIDENCE).map(|error| Evidence::of_file((*error.at).clone())).collect()
    };
    let with = |rule: &str| -> Vec<&Error> {
        view.model.damage.iter().filter(|error| rule_of(view.model, error) == rule).collect()
    };
    for rule in ["tflite-damage", "tflite-damage-signatures", "tflite-damage-metadata"] {
        let found = with(rule);
        // Runtimes that list signatures refuse one without a name. An unreadable name is damage, too.
        let unnamed = rule == "tflite-damage-signatures"
            && view.model.signatures.iter().any(|one| one.key.is_empty())
            && view.model.damage.iter().all(|error| !error.at.field.starts_with("signature_defs"));
        if !found.is_empty() || unnamed {
            let mut need = check(rule, subject(), stage::DAMAGE, Values::default(), evidence(&found), found.len());
            if rule != "tflite-damage" && found.iter().all(|error| error.cause != Cause::NotUtf8) {
                need.prints.clear(); // the process ends without a message
            }
            if let Some((error, text)) = found.iter().find_map(|error| Some((error, list_text(error)?))) {
                let of_subgraphs = error.at.field == "subgraphs";
                need.step = (if of_subgraphs { stage::SUBGRAPHS } else { stage::TENSORS }, 0);
                need.prints.insert(0, Print::new("tflite-list", vec![("text", text.to_owned())].into()));
            }
            out.push(need);
        }
    }
    let unread = with("");
    if !unread.is_empty() {
        let parts: Vec<&str> = unread.iter().take(EVIDENCE).map(|error| error.at.field.as_str()).collect();
        findings.push(Finding {
            message: Message::new("tflite-damage-unread").with("parts", parts.join(", ")),
            kind: FindingKind::Other,
            severity: Severity::Warning,
            certainty: Certainty::Observed,
            evidence: evidence(&unread),
            source: tflite_source("damage-unread"),
        });
    }
}

/// The loader's rule that damage violates; empty for parts that it does not read, or reads without harm.
fn rule_of(model: &Model, error: &Error) -> &'static str {
    let field = error.at.field.as_str();
    // The C++ side accepts any bytes; Python decodes those of signatures.
    if error.cause == Cause::NotUtf8 {
        return if field.starts_with("signature_defs") { "tflite-damage-signatures" } else { "" };
    }
    let index_in = |list: &str| field.strip_prefix(list)?.split(']').next()?.parse::<u32>().ok();
    // An entry of a buffer that does not exist ends or skips the reading before its name.
    let entry = index_in("metadata[").and_then(|index| model.metadata.get(index as usize)).map(|one| one.buffer);
    if entry.is_some_and(|buffer| buffer as usize >= model.buffers.len()) {
        return "";
    }
    let number = |name: &str| error.message.value(name).and_then(|value| value.parse::<u64>().ok());
    let near = number("end").zip(number("size")).is_some_and(|(end, size)| end <= size.next_multiple_of(PAGE));
    if let Some(index) = index_in("buffers[") {
        let of_tensor = model.subgraphs.iter().flat_map(|s| &s.tensors).any(|t| t.buffer == index);
        let of_metadata = !near && model.metadata.iter().any(|one| one.buffer == index);
        return match (of_tensor, of_metadata) {
            (true, _) => "tflite-damage",
            (_, true) => "tflite-damage-metadata",
            _ => "",
        };
    }
    let is_list = error.message.id == "tflite-list-outside";
    let damage = match (near, is_list) {
        (true, true) => "near-list",
        (false, true) => "list",
        (true, false) => "near-offset",
        (false, false) => "offset",
    };
    let part = part_of(error);
    let t = table("tflite_damage");
    let cell = |column: &str, row: usize| t.column(column).at(row);
    let covers =
        |row: &usize| cell("part", *row) == part && cell("damage", *row).split(' ').any(|word| damage.ends_with(word));
    if let Some(row) = (0..t.rows).find(covers) {
        return cell("rule", row);
    }
    match field.split(['[', '.']).next() {
        Some("signature_defs") => "tflite-damage-signatures",
        Some("metadata") => "tflite-damage-metadata",
        Some("buffers") => "",
        _ => "tflite-damage",
    }
}

/// The damaged part: `a[0].b[12]` is `a[].b[]` in the table.
fn part_of(error: &Error) -> String {
    error.at.field.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The message about a list with more elements than memory can hold: the loader makes room for them before it reads any.
fn list_text(error: &Error) -> Option<&'static str> {
    let count: u32 =
        error.message.value("count").filter(|_| error.message.id == "tflite-list-outside")?.parse().ok()?;
    let damage = match i32::try_from(count) {
        Ok(i32::MAX) => "endless",
        Ok(_) => return None,
        Err(_) => "negative", // as the loader reads the count
    };
    let (part, t) = (part_of(error), table("tflite_damage"));
    let cell = |column: &str, row: usize| t.column(column).at(row);
    let row =
        (0..t.rows).find(|&row| cell("part", row) == part && cell("damage", row).split(' ').any(|w| w == damage))?;
    Some(cell("message", row)).filter(|text| !text.is_empty())
}
