//! The literal message of a refusing release: templates by rule and span of releases (`messages.csv`).
//!
//! `…` in a template replaces a part that is not in any table (a line number, a list of allowed values).

use super::action::Action;
use super::knowledge::{Flat, Range, flat_release, range, table};
use crate::message::{Message, Values};
use std::collections::HashMap;
use std::sync::OnceLock;

/// How a requirement's refusal is printed: a rule of `messages.csv` and values for its placeholders.
#[derive(Clone, Debug)]
pub struct Print {
    /// The rule, and values for `{name}`.
    pub message: Message,
    /// Releases that print it; `None` means all.
    pub on: Option<Range>,
    /// The part of those releases that print it in this form; `None` means all.
    pub within: Option<Range>,
    /// The action in which it is printed; `None` means all.
    pub action: Option<Action>,
    /// Whether a release's version numbers in it are those of checkpoints, not of graphs.
    pub of_checkpoint: bool,
}

impl Print {
    /// Printed by all releases.
    pub fn new(rule: &'static str, values: Values) -> Self {
        let message = Message { id: rule.into(), params: values };
        Self { message, on: None, within: None, action: None, of_checkpoint: false }
    }
}

impl PartialEq for Print {
    fn eq(&self, other: &Self) -> bool {
        self.message == other.message
    }
}

/// A filled template.
#[derive(Debug, PartialEq, Eq)]
pub struct Printed {
    /// Message of this requirement.
    pub text: String,
    /// Text that follows once after the last.
    pub end: &'static str,
    /// Whether the release continues and prints the same for every other refusal of the same stage.
    pub repeats: bool,
}

struct Template {
    range: Range,
    text: &'static str,
    end: &'static str,
    repeats: bool,
}

fn templates(rule: &str) -> &'static [Template] {
    static ALL: OnceLock<HashMap<&'static str, Vec<Template>>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let t = table("messages");
        let mut all: HashMap<&'static str, Vec<Template>> = HashMap::new();
        for r in 0..t.rows {
            let cell = |column: &str| t.column(column).at(r);
            all.entry(cell("rule")).or_default().push(Template {
                range: range(cell("on"), cell("first"), cell("last")),
                text: cell("message"),
                end: cell("end"),
                repeats: cell("repeat") == "yes",
            });
        }
        all
    });
    all.get(rule).map_or(&[], Vec::as_slice)
}

/// Message of a release for a requirement in an action; `None` when unknown.
pub fn printed(prints: &[Print], at: Flat, action: Action) -> Option<Printed> {
    let holds = |range: Option<Range>| range.is_none_or(|range| range.holds(at));
    let here = prints.iter().filter(|p| holds(p.on) && holds(p.within) && p.action.is_none_or(|of| of == action));
    let (print, template) = here
        .filter_map(|print| Some((print, templates(&print.message.id).iter().find(|t| t.range.holds(at))?)))
        .next()?;
    let (_, release) = flat_release(at);
    let text = fill(template.text, |name| match name {
        // The program writes its own version with a hyphen: 2.22.0-rc0.
        "release" => Some(release.name.replace("rc", "-rc")),
        "consumer" if print.of_checkpoint => release.checkpoint_version.map(|v| v.to_string()),
        "consumer" => release.graph_def_version.map(|v| v.to_string()),
        "min_producer" if print.of_checkpoint => Some(release.checkpoint_min_producer.to_string()),
        "min_producer" => Some(release.graph_def_min_producer.to_string()),
        _ => print.message.value(name).map(str::to_owned),
    });
    Some(Printed { text, end: template.end, repeats: template.repeats })
}

/// Message template of a rule in a release, its `{names}` not filled; `None` when unknown.
pub fn template(rule: &str, at: Flat) -> Option<&'static str> {
    templates(rule).iter().find(|t| t.range.holds(at)).map(|t| t.text)
}

/// Fills `{name}`; a name without a value becomes `…`.
pub fn fill(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let (mut out, mut rest) = (String::with_capacity(template.len() + 16), template);
    while let Some(open) = rest.find('{') {
        let Some(len) = rest[open..].find('}') else { break };
        out.push_str(&rest[..open]);
        out.push_str(&value(&rest[open + 1..open + len]).unwrap_or_else(|| "…".to_owned()));
        rest = &rest[open + len + 1..];
    }
    out.push_str(rest);
    out
}
