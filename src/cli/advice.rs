//! Advice in the terminal: its text, the page about it, and commands to copy.

use super::Words;
use crate::report::Opened;
use crate::report::schema::Finding;
use crate::services::advice::schema::{Advice, AdviceReport};

/// Advice about an artifact, with its text; `None` when nothing of it could be read.
pub(super) fn of(opened: &Opened, artifact: usize, words: &Words) -> Option<AdviceReport> {
    // An unreadable file has a report but no advice.
    let mut report = opened.advice(artifact).filter(|_| artifact < opened.artifacts.len())?;
    for advice in report.steps.iter_mut().chain(&mut report.requirements) {
        tell(advice, words);
    }
    Some(report)
}

/// Fills in the text of a piece of advice.
pub(super) fn tell(advice: &mut Advice, words: &Words) {
    advice.text =
        words.find(&format!("advice-{}", advice.message.id), advice.message.params.iter()).unwrap_or_default();
}

/// A finding with its advice.
pub(super) fn finding(finding: &Finding, words: &Words) -> String {
    let advice = words.find(&format!("finding-{}-advice", finding.message.id), finding.message.params.iter());
    format!("{} {}", words.message("finding-", &finding.message), advice.unwrap_or_default()).trim_end().to_owned()
}

/// Advice as text below a title; empty without advice.
pub(super) fn text(report: &AdviceReport, words: &Words) -> String {
    let word = |id: &str| words.word(id);
    let mut text = String::new();
    for advice in &report.steps {
        text += &format!("    {}\n      {} {}\n", advice.text, word("cli-see"), advice.doc);
        for line in advice.snippet.lines() {
            text += &format!("      | {line}\n");
        }
    }
    if text.is_empty() { text } else { format!("  {}\n{text}", word("cli-advice")) }
}
