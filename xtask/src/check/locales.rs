//! Checks that every language of `static/locales/languages.json` says what English says: the same files, messages,
//! attributes, variables and references, and every plural category that the language has.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};

use crate::{Result, languages};

/// The plural categories that a text must distinguish (Unicode CLDR). Arabic's `zero` may be left out: `other` reads the
/// same, as does Spanish's `many`, which begins at a million.
const PLURALS: [(&str, &[&str]); 4] = [
    ("en", &["one", "other"]),
    ("es", &["one", "other"]),
    ("ar", &["one", "two", "few", "many", "other"]),
    ("tr", &["one", "other"]),
];

/// A choice between variants of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    /// The variable that decides.
    by: String,
    /// Names of the variants.
    keys: BTreeSet<String>,
}

impl Choice {
    fn is_plural(&self) -> bool {
        self.keys.iter().all(|key| languages::PLURALS.contains(&key.as_str()) || key.parse::<f64>().is_ok())
    }
}

/// The parts of a text that do not depend on the language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Shape {
    variables: BTreeSet<String>,
    references: BTreeSet<String>,
    choices: BTreeSet<Choice>,
}

/// The messages of a file in its order: an id, or `id.attribute`, with its shape.
type File = Vec<(String, Shape)>;

/// Compares all languages with English.
pub fn check(root: &Path) -> Result {
    let folder = root.join("static/locales");
    let english = read(&folder.join("en"))?;
    let mut broken = plurals("en", &english);
    for languages::Language { tag, .. } in languages::all(root)? {
        if tag != "en" {
            let other = read(&folder.join(&tag))?;
            broken.extend(differences(&tag, &english, &other));
            broken.extend(plurals(&tag, &other));
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// All files of a language.
fn read(folder: &Path) -> Result<BTreeMap<String, File>> {
    let io = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let mut files = BTreeMap::new();
    for entry in folder.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".ftl") {
            let text = std::fs::read_to_string(&path).map_err(io)?;
            files.insert(name, messages(&text).map_err(|why| format!("{}: {why}", path.display()))?);
        }
    }
    Ok(files)
}

/// Reads the messages of a text. Text that is not Fluent is an error.
fn messages(text: &str) -> Result<File> {
    let resource = fluent_syntax::parser::parse(text).map_err(|(_, errors)| {
        let errors: Vec<String> = errors.iter().map(|error| format!("{error}, at byte {}", error.pos.start)).collect();
        errors.join("; ")
    })?;
    let mut file = File::new();
    for entry in resource.body {
        let (id, value, attributes) = match entry {
            Entry::Message(message) => (message.id.name.to_owned(), message.value, message.attributes),
            Entry::Term(term) => (format!("-{}", term.id.name), Some(term.value), term.attributes),
            _ => continue,
        };
        for attribute in attributes {
            file.push((format!("{id}.{}", attribute.id.name), shape(&attribute.value)));
        }
        file.extend(value.map(|value| (id, shape(&value))));
    }
    Ok(file)
}

fn shape(pattern: &Pattern<&str>) -> Shape {
    let mut shape = Shape::default();
    collect(pattern, &mut shape);
    shape
}

fn collect(pattern: &Pattern<&str>, into: &mut Shape) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            collect_expression(expression, into);
        }
    }
}

fn collect_expression(expression: &Expression<&str>, into: &mut Shape) {
    match expression {
        Expression::Inline(inline) => collect_inline(inline, into),
        Expression::Select { selector, variants } => {
            collect_inline(selector, into);
            let name = |key: &VariantKey<&str>| match key {
                VariantKey::Identifier { name } => (*name).to_owned(),
                VariantKey::NumberLiteral { value } => (*value).to_owned(),
            };
            let by = match selector {
                InlineExpression::VariableReference { id } => id.name.to_owned(),
                _ => String::new(),
            };
            into.choices.insert(Choice { by, keys: variants.iter().map(|variant| name(&variant.key)).collect() });
            variants.iter().for_each(|variant| collect(&variant.value, into));
        }
    }
}

fn collect_inline(inline: &InlineExpression<&str>, into: &mut Shape) {
    match inline {
        InlineExpression::VariableReference { id } => {
            into.variables.insert(id.name.to_owned());
        }
        InlineExpression::MessageReference { id, .. } => {
            into.references.insert(id.name.to_owned());
        }
        InlineExpression::TermReference { id, .. } => {
            into.references.insert(format!("-{}", id.name));
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            arguments.positional.iter().for_each(|argument| collect_inline(argument, into));
        }
        InlineExpression::Placeable { expression } => collect_expression(expression, into),
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
    }
}

/// Differences of a language from English, a sentence each.
fn differences(tag: &str, english: &BTreeMap<String, File>, other: &BTreeMap<String, File>) -> Vec<String> {
    let mut found = Vec::new();
    let names: BTreeSet<&String> = english.keys().chain(other.keys()).collect();
    for name in names {
        let empty = File::new();
        let (from, to) = (english.get(name).unwrap_or(&empty), other.get(name).unwrap_or(&empty));
        let own: BTreeMap<&str, &Shape> = to.iter().map(|(id, shape)| (id.as_str(), shape)).collect();
        let place = format!("static/locales/{tag}/{name}");
        for (id, wanted) in from {
            match own.get(id.as_str()) {
                None => found.push(format!("{place}: `{id}` is missing")),
                Some(shape) => found.extend(difference(wanted, shape).map(|why| format!("{place}: `{id}` {why}"))),
            }
        }
        let known: BTreeSet<&str> = from.iter().map(|(id, _)| id.as_str()).collect();
        let extra = to.iter().filter(|(id, _)| !known.contains(id.as_str()));
        found.extend(extra.map(|(id, _)| format!("{place}: `{id}` is not in English")));
    }
    found
}

/// How a text differs from the English one in what no language may change.
fn difference(english: &Shape, other: &Shape) -> Option<String> {
    let list = |set: &BTreeSet<String>| set.iter().map(|name| format!("${name}")).collect::<Vec<_>>().join(", ");
    if english.variables != other.variables {
        return Some(format!("has {}, English has {}", list(&other.variables), list(&english.variables)));
    }
    if english.references != other.references {
        return Some("refers to other messages than English".to_owned());
    }
    let choices = english.choices.iter().filter(|choice| !choice.is_plural());
    let lacking = choices.filter(|choice| !other.choices.contains(choice)).map(|choice| choice.by.as_str()).next()?;
    Some(format!("has other variants by ${lacking} than English"))
}

/// Choices by number that lack a category of the language, a sentence each.
fn plurals(tag: &str, files: &BTreeMap<String, File>) -> Vec<String> {
    let Some((_, categories)) = PLURALS.iter().find(|(known, _)| *known == tag) else {
        return vec![format!("xtask/src/check/locales.rs: PLURALS lacks the categories of `{tag}`")];
    };
    let mut found = Vec::new();
    for (name, file) in files {
        for (id, shape) in file {
            for choice in shape.choices.iter().filter(|choice| choice.is_plural()) {
                let lacking: Vec<&str> = categories.iter().filter(|c| !choice.keys.contains(**c)).copied().collect();
                // A text may single out zero, and nothing else.
                let numbers_only = choice.keys.iter().all(|key| key == "other" || key.parse::<f64>().is_ok());
                if !lacking.is_empty() && !numbers_only {
                    let place = format!("static/locales/{tag}/{name}: `{id}`");
                    found.push(format!("{place} lacks the plurals {} of ${}", lacking.join(", "), choice.by));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> BTreeMap<String, File> {
        BTreeMap::from([("page.ftl".to_owned(), messages(text).unwrap())])
    }

    const ENGLISH: &str = "
nodes = { $count ->
    [one] { $count } node
   *[other] { $count } nodes
 }
verdict = { $verdict ->
    [loads] loads in { $release }
   *[refused] refused by { $release }
 }
    .title = Verdict
name = { nodes } of { -product }
-product = Vintage
";

    #[test]
    fn a_complete_translation_is_fine() {
        let arabic = "
nodes = { $count ->
    [one] ا
    [two] ب
    [few] { $count } ج
    [many] د
   *[other] ه
 }
verdict = { $verdict ->
   *[refused] و { $release }
    [loads] ز
 }
    .title = ح
name = { -product }: { nodes }
-product = Vintage
";
        assert_eq!(differences("ar", &file(ENGLISH), &file(arabic)), Vec::<String>::new());
        assert_eq!(plurals("ar", &file(arabic)), Vec::<String>::new());
        assert_eq!(plurals("en", &file(ENGLISH)), Vec::<String>::new());
    }

    #[test]
    fn what_a_translation_lacks_is_named() {
        let changes = [
            (".title = Verdict", "", "`verdict.title` is missing"),
            ("{ $count } node\n", "one node of { $all }\n", "`nodes` has $all, $count, English has $count"),
            ("[loads]", "[runs]", "`verdict` has other variants by $verdict than English"),
            ("{ nodes } of", "", "`name` refers to other messages than English"),
            ("-product = Vintage", "-product = Vintage\nmore = More", "`more` is not in English"),
        ];
        for (from, to, wanted) in changes {
            assert!(ENGLISH.contains(from), "{from}");
            let found = differences("tr", &file(ENGLISH), &file(&ENGLISH.replace(from, to)));
            assert_eq!(found, [format!("static/locales/tr/page.ftl: {wanted}")]);
        }
        let found = plurals("ar", &file(ENGLISH));
        assert_eq!(found, ["static/locales/ar/page.ftl: `nodes` lacks the plurals two, few, many of $count"]);
        assert_eq!(plurals("en", &file("n = { $n ->\n    [0] none\n   *[other] some\n }")), Vec::<String>::new());
        assert!(messages("a = { $b").is_err());
    }
}
