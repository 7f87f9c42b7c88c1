//! Rules: the ids of requirements, findings and errors, with their texts. Values that vary from file to file are `<name>`
//! in a rule's text.

use super::schema::{Rule, Text};
use crate::cli::words::Words;
use crate::report;
use crate::report::schema::{Message, Requirement};

/// Rules of a log, in the order of their first results.
pub(super) struct Rules<'a> {
    all: Vec<Rule>,
    words: &'a Words,
    docs: Option<&'a str>,
}

impl<'a> Rules<'a> {
    /// No rules; `docs` is the address of the published documentation.
    pub(super) fn new(words: &'a Words, docs: Option<&'a str>) -> Self {
        Self { all: Vec::new(), words, docs }
    }

    /// The rules.
    pub(super) fn take(self) -> Vec<Rule> {
        self.all
    }

    /// The id of a rule.
    pub(super) fn id(&self, index: usize) -> &str {
        &self.all[index].id
    }

    /// Index of the rule of a requirement.
    pub(super) fn requirement(&mut self, requirement: &Requirement) -> usize {
        let params = [("subject", "<subject>"), ("version", "<version>")];
        let id = &requirement.id;
        let short = self.words.find(&format!("requirement-{id}"), params);
        let advice = self.words.find(&format!("advice-{id}"), params);
        self.rule(id, short, advice, true)
    }

    /// Index of the rule of a finding.
    pub(super) fn finding(&mut self, message: &Message) -> usize {
        self.message("finding-", message, true)
    }

    /// Index of the rule of an error.
    pub(super) fn error(&mut self, message: &Message) -> usize {
        self.message("error-", message, false)
    }

    /// Index of a rule about releases.
    pub(super) fn release(&mut self, id: &str) -> usize {
        let short = self.words.find(&format!("sarif-rule-{id}"), []);
        self.rule(id, short, None, false)
    }

    fn message(&mut self, prefix: &str, message: &Message, has_page: bool) -> usize {
        let names: Vec<(String, String)> =
            message.params.iter().map(|(name, _)| (name.to_owned(), format!("<{name}>"))).collect();
        let params = || names.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let short = self.words.find(&format!("{prefix}{}", message.id), params());
        let advice = self.words.find(&format!("{prefix}{}-advice", message.id), params());
        self.rule(&message.id, short, advice, has_page)
    }

    fn rule(&mut self, id: &str, short: Option<String>, advice: Option<String>, has_page: bool) -> usize {
        if let Some(at) = self.all.iter().position(|known| known.id == id) {
            return at;
        }
        let short = short.unwrap_or_else(|| id.to_owned());
        let full = advice.as_ref().map_or_else(|| short.clone(), |advice| format!("{short} {advice}"));
        let page = has_page.then(|| report::doc(id));
        let see = page.as_ref().map(|page| format!("{} {page}", self.words.word("cli-see")));
        let help: Vec<String> = [Some(advice.unwrap_or_else(|| short.clone())), see].into_iter().flatten().collect();
        // The published documentation has the same pages as HTML.
        let address = |page: String| {
            let base = self.docs?.trim_end_matches('/');
            Some(format!("{base}/{}", page.replacen(".md#", ".html#", 1)))
        };
        self.all.push(Rule {
            id: id.to_owned(),
            short_description: Text { text: short },
            full_description: Text { text: full },
            help: Text { text: help.join("\n") },
            help_uri: page.and_then(address),
        });
        self.all.len() - 1
    }
}
