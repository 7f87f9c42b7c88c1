//! Text for the terminal, from the same locale files as the page.

use super::escape::visible;
use crate::report::schema::{ErrorInfo, Message};
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};

include!(concat!(env!("OUT_DIR"), "/locales.rs"));

/// The messages of a language, and English where it lacks one.
pub struct Words {
    bundles: Vec<FluentBundle<FluentResource>>,
}

/// Tags of the languages.
pub fn languages() -> impl Iterator<Item = &'static str> {
    LOCALES.iter().map(|(tag, _)| *tag)
}

/// The language of a locale's name as the environment gives it (`tr_TR.UTF-8`), or of a BCP 47 tag.
pub fn language_of(locale: &str) -> Option<&'static str> {
    let language = locale.split(['_', '-', '.', '@']).next()?;
    languages().find(|tag| *tag == language)
}

/// The language that the environment asks for: the first variable that is set decides, as in other programs.
pub fn language_of_environment() -> Option<&'static str> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    language_of(&["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set)?)
}

/// The language after `--lang`, anywhere on the command line; `None` if Vintage does not have it.
pub fn language_of_arguments(arguments: impl Iterator<Item = String>) -> Option<&'static str> {
    let arguments: Vec<String> = arguments.collect();
    let apart = arguments.windows(2).find(|pair| pair[0] == "--lang").map(|pair| pair[1].as_str());
    let asked = apart.or_else(|| arguments.iter().find_map(|one| one.strip_prefix("--lang=")))?;
    languages().find(|tag| *tag == asked)
}

impl Words {
    /// English, from `static/locales/en`.
    pub fn english() -> Self {
        Self::of("en")
    }

    /// The language with this tag; see [`languages`].
    pub fn of(tag: &str) -> Self {
        let chosen = LOCALES.iter().filter(|(known, _)| *known == tag && tag != "en");
        let english = LOCALES.iter().filter(|(known, _)| *known == "en");
        Self { bundles: chosen.chain(english).map(|(tag, texts)| bundle(tag, texts)).collect() }
    }

    /// The text of a message, or `None` when the locale lacks it.
    pub fn find<'a>(&self, id: &str, params: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<String> {
        let mut found = self.bundles.iter().filter_map(|bundle| Some((bundle, bundle.get_message(id)?.value()?)));
        let (bundle, pattern) = found.next()?;
        let mut args = FluentArgs::new();
        for (name, value) in params {
            // Integers choose plural forms; everything else stays text: versions such as 2.10, names such as 007, numbers
            // with more digits than the formatter keeps.
            match value.parse::<i64>() {
                Ok(number) if value.len() < 16 && number.to_string() == value => args.set(name.to_owned(), number),
                _ => args.set(name.to_owned(), visible(value)),
            }
        }
        let mut errors = Vec::new();
        Some(bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned())
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

fn bundle(tag: &str, texts: &[&str]) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new(vec![tag.parse().unwrap_or_default()]);
    // Isolation marks are for mixed directions on a page; in a terminal they only disturb copied text.
    bundle.set_use_isolating(false);
    for text in texts {
        // A file with a wrong entry still has its other messages.
        let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(partial, _)| partial);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_of_the_environment_choose_a_language() {
        assert_eq!(language_of("en_US.UTF-8"), Some("en"));
        assert_eq!(language_of("en"), Some("en"));
        assert_eq!(language_of("C"), None);
        assert_eq!(language_of("xx_YY@euro"), None);
    }

    #[test]
    fn an_option_anywhere_chooses_a_language() {
        let of = |line: &str| language_of_arguments(line.split(' ').map(str::to_owned));
        assert_eq!(of("--lang tr inspect a.tflite"), Some("tr"));
        assert_eq!(of("inspect a.tflite --lang=es"), Some("es"));
        assert_eq!(of("inspect --lang"), None);
        assert_eq!(of("inspect --lang xx"), None);
        assert_eq!(of("inspect --language es"), None);
    }

    #[test]
    fn a_language_falls_back_to_english() {
        let words =
            Words { bundles: vec![bundle("xx", &["page = Seite"]), bundle("en", &["page = Page\nfile = File"])] };
        assert_eq!(words.word("page"), "Seite");
        assert_eq!(words.word("file"), "File");
        assert_eq!(words.word("none"), "none");
    }

    #[test]
    fn integers_choose_forms_and_other_values_stay_as_they_are() {
        let text = "n = { $n ->\n    [one] one\n   *[other] { $n }\n }";
        let words = Words { bundles: vec![bundle("en", &[text])] };
        let say = |value: &str| words.find("n", [("n", value)]).unwrap();
        let values = ["1", "25", "007", "2.10", "9007199254740993", "-3", "v1"];
        assert_eq!(values.map(say), ["one", "25", "007", "2.10", "9007199254740993", "-3", "v1"]);
    }
}
