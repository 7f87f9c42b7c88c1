//! The words of a language as Markdown: messages of `static/locales/<tag>/*.ftl` with values, or with the names of the
//! values where a page describes every file.

use std::collections::BTreeMap;
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey};
use fluent_syntax::unicode::unescape_unicode_to_string;

use crate::Result;
use crate::languages::{self, Language, PLURALS};

/// A language and its messages.
pub struct Locale {
    /// BCP 47 tag and name of the folder.
    pub tag: String,
    /// Its name in the language itself.
    pub name: String,
    /// `ltr` or `rtl`.
    pub dir: String,
    /// Messages by id; attributes as `id.attribute`.
    messages: BTreeMap<String, Pattern<String>>,
    /// Ids of the messages of each file, in their order.
    files: BTreeMap<String, Vec<String>>,
}

/// All languages, English first.
pub fn all(root: &Path) -> Result<Vec<Locale>> {
    languages::all(root)?.into_iter().map(|language| with_words(root, language)).collect()
}

/// English.
pub fn english(root: &Path) -> Result<Locale> {
    with_words(root, languages::all(root)?.swap_remove(0))
}

fn with_words(root: &Path, Language { tag, name, dir }: Language) -> Result<Locale> {
    let (messages, files) = read(&root.join("static/locales").join(&tag))?;
    Ok(Locale { tag, name, dir, messages, files })
}

/// Messages of a folder, and their ids by file.
type Messages = (BTreeMap<String, Pattern<String>>, BTreeMap<String, Vec<String>>);

fn read(folder: &Path) -> Result<Messages> {
    let io = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let (mut messages, mut files) = Messages::default();
    for entry in folder.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        let Some(file) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".ftl")) else { continue };
        let text = std::fs::read_to_string(&path).map_err(io)?;
        let resource = fluent_syntax::parser::parse(text).map_err(|_| format!("{} is not Fluent.", path.display()))?;
        let mut ids = Vec::new();
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let id = message.id.name;
            for attribute in message.attributes {
                messages.insert(format!("{id}.{}", attribute.id.name), attribute.value);
            }
            if let Some(value) = message.value {
                messages.insert(id.clone(), value);
                ids.push(id);
            }
        }
        files.insert(file.to_owned(), ids);
    }
    Ok((messages, files))
}

impl Locale {
    /// Whether this is the language that the others are translated from.
    pub fn is_english(&self) -> bool {
        self.tag == "en"
    }

    /// Where its documents lie below `docs/`: nowhere else for English, otherwise in a folder.
    pub fn folder(&self) -> String {
        if self.is_english() { String::new() } else { format!("{}/", self.tag) }
    }

    /// Ids of the messages of a file, in its order.
    pub fn of_file(&self, file: &str) -> &[String] {
        self.files.get(file).map_or(&[], Vec::as_slice)
    }

    /// Ids of all messages.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.messages.keys().map(String::as_str)
    }

    /// A message that must exist, with Markdown as its values.
    pub fn text(&self, id: &str, values: &[(&str, &str)]) -> Result<String> {
        let pattern = self.messages.get(id).ok_or_else(|| format!("static/locales/{} has no `{id}`.", self.tag))?;
        Ok(self.pattern(pattern, values))
    }

    /// A message for any file: names of values in code marks, forms that depend on a value in a list.
    pub fn shown(&self, id: &str) -> Option<String> {
        self.messages.get(id).map(|pattern| self.pattern(pattern, &[]).trim().to_owned())
    }

    fn pattern(&self, pattern: &Pattern<String>, values: &[(&str, &str)]) -> String {
        let mut out = String::new();
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => out += &escaped(value),
                PatternElement::Placeable { expression } => self.expression(expression, values, &mut out),
            }
        }
        out
    }

    fn expression(&self, expression: &Expression<String>, values: &[(&str, &str)], out: &mut String) {
        match expression {
            Expression::Inline(inline) => *out += &self.inline(inline, values),
            // The form for several is the general one.
            Expression::Select { variants, .. } if variants.iter().all(is_plural) => {
                if let Some(variant) = variants.iter().find(|variant| variant.default) {
                    *out += &self.pattern(&variant.value, values);
                }
            }
            Expression::Select { selector, variants } => {
                let by = self.text("docs-by", &[("value", &self.inline(selector, values))]).unwrap_or_default();
                *out = format!("{}\n\n{by}\n\n", out.trim_end());
                for variant in variants {
                    let text = self.pattern(&variant.value, values);
                    *out += &format!("- *{}*: {}\n", key(variant), text.trim().replace('\n', "\n  "));
                }
                *out += "\n";
            }
        }
    }

    fn inline(&self, inline: &InlineExpression<String>, values: &[(&str, &str)]) -> String {
        match inline {
            InlineExpression::StringLiteral { value } => escaped(&unescape_unicode_to_string(value)),
            InlineExpression::NumberLiteral { value } => value.clone(),
            InlineExpression::VariableReference { id } => {
                let given = values.iter().find(|(name, _)| *name == id.name);
                given.map_or_else(|| format!("`<{}>`", id.name), |(_, value)| (*value).to_owned())
            }
            InlineExpression::MessageReference { id, .. } => {
                self.messages.get(&id.name).map_or_else(String::new, |pattern| self.pattern(pattern, values))
            }
            InlineExpression::TermReference { .. } => String::new(),
            InlineExpression::FunctionReference { arguments, .. } => {
                arguments.positional.iter().map(|argument| self.inline(argument, values)).collect()
            }
            InlineExpression::Placeable { expression } => {
                let mut out = String::new();
                self.expression(expression, values, &mut out);
                out
            }
        }
    }
}

fn key(variant: &Variant<String>) -> &str {
    match &variant.key {
        VariantKey::Identifier { name } => name,
        VariantKey::NumberLiteral { value } => value,
    }
}

fn is_plural(variant: &Variant<String>) -> bool {
    matches!(variant.key, VariantKey::NumberLiteral { .. }) || PLURALS.contains(&key(variant))
}

/// Text in which no sign is markup, except for code in backticks.
fn escaped(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts
        .map(|(at, part)| if at % 2 == 1 { part.to_owned() } else { part.replace('<', "\\<").replace('*', "\\*") });
    parts.collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// English with these messages.
    fn locale(text: &str) -> Locale {
        let folder = crate::project::target_dir().join("locale-test").join(crate::hash::fnv([text]).to_string());
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("page.ftl"), text).unwrap();
        let (messages, files) = read(&folder).unwrap();
        Locale { tag: "en".into(), name: "English".into(), dir: "ltr".into(), messages, files }
    }

    #[test]
    fn values_are_given_or_named() {
        let locale = locale("a = { $n } of { b }{\" <c>\"}\nb = `<d>`\n    .name = B\n");
        assert_eq!(locale.shown("a").unwrap(), "`<n>` of `<d>` \\<c>");
        assert_eq!(locale.text("a", &[("n", "`3`")]).unwrap(), "`3` of `<d>` \\<c>");
        assert_eq!(locale.text("b.name", &[]).unwrap(), "B");
        assert!(locale.text("c", &[]).is_err());
        assert_eq!(locale.of_file("page"), ["a", "b"]);
    }

    #[test]
    fn choices_are_lists_and_plurals_are_the_general_form() {
        let text = "docs-by = By { $value }:\na = Reads { $n ->\n    [one] one\n   *[other] { $n } many\n } of { $what ->\n    [x] an x\n   *[y] some y\n }.\n";
        assert_eq!(
            locale(text).shown("a").unwrap(),
            "Reads `<n>` many of\n\nBy `<what>`:\n\n- *x*: an x\n- *y*: some y\n\n."
        );
    }
}
