//! Text for the terminal, from the same locale files as the page.

use super::escape::visible;
use crate::report::schema::{ErrorInfo, Message};
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};

include!(concat!(env!("OUT_DIR"), "/locale_en.rs"));

/// The messages of one language.
pub struct Words {
    bundle: FluentBundle<FluentResource>,
}

impl Words {
    /// English, from `static/locales/en`.
    pub fn english() -> Self {
        let language = "en".parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![language]);
        // Isolation marks are for mixed directions on a page; in a terminal they only disturb copied text.
        bundle.set_use_isolating(false);
        for (_, text) in LOCALE_EN {
            // A file with a wrong entry still has its other messages.
            let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(partial, _)| partial);
            bundle.add_resource_overriding(resource);
        }
        Self { bundle }
    }

    /// The text of a message, or `None` when the locale lacks it.
    pub fn find<'a>(&self, id: &str, params: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut args = FluentArgs::new();
        for (name, value) in params {
            // Integers choose plural forms; everything else stays text (versions such as 2.10 are not numbers).
            match value.parse::<i64>() {
                Ok(number) if name == "count" => args.set(name.to_owned(), number),
                _ => args.set(name.to_owned(), visible(value)),
            }
        }
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned())
    }

    /// The text of a message without values, or its id when the locale lacks it.
    pub fn word(&self, id: &str) -> String {
        self.find(id, []).unwrap_or_else(|| id.to_owned())
    }

    /// The text of a message of the report under a prefix such as `finding-`; its id and values when the locale lacks it.
    pub fn message(&self, prefix: &str, message: &Message) -> String {
        self.find(&format!("{prefix}{}", message.id), message.params.iter()).unwrap_or_else(|| message.to_string())
    }

    /// Error, position and remedy, in one paragraph.
    pub fn error(&self, error: &ErrorInfo) -> String {
        let mut text = self.message("error-", &error.detail);
        let at = &error.at;
        let mut place = at.file.clone();
        if let Some((start, end)) = at.range {
            place += &format!(" bytes {start}..{end}");
        }
        if !at.field.is_empty() {
            place += &format!(" {}", at.field);
        }
        if !place.is_empty() {
            text += &format!(" [{}]", place.trim());
        }
        let params = error.detail.params.iter();
        // Some advice is to use this program.
        let id = format!("error-{}-advice", error.detail.id);
        let own = self.find(&format!("cli-advice-{}", error.detail.id), params.clone());
        if let Some(advice) = own.or_else(|| self.find(&id, params)) {
            text += &format!(" {advice}");
        }
        text
    }
}
