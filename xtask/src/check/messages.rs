//! Checks that every message id in a literal has its texts in `static/locales/en/*.ftl`: an error has `error-<id>` and
//! `error-<id>-advice`, other messages have one under the prefix of their kind. There are no unused texts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::source::{self, is_punct};
use crate::Result;

/// Functions of the error types whose first argument is a message id.
const BY_FIRST: [&str; 8] =
    ["malformed", "unsupported", "over_limit", "unreadable", "foreign", "usage", "run", "internal"];

/// Types for errors in a part of a file, whose functions take the id first.
const FAULTS: [&str; 2] = ["Fault", "TextFault"];

/// Names of the message type, whose functions `new` and `of` take the id first.
const MESSAGES: [&str; 2] = ["Message", "Refusal"];

/// Folders beside `src/` whose code has texts: the generator of documents.
const GENERATORS: [&str; 1] = ["xtask/src/docs"];

/// Scripts with texts.
const SCRIPTS: [&str; 1] = ["static/terms.js"];

/// Functions that make a message and take its id first: the files that have them, and the prefix of the text.
const MAKERS: [(&str, &str, &str); 12] = [
    ("src/web/app/", "term", "term-"),
    ("src/web/app/", "explain", "term-"),
    ("src/compat/delegates/", "because", "delegate-why-"),
    ("src/compat/evolution/rules.rs", "rule", "evolution-rule-"),
    ("src/compat/evolution/rules.rs", "told", "evolution-rule-"),
    ("src/compat/keras/", "finding", "finding-"),
    ("src/services/compare/", "refuse", "compare-refusal-"),
    ("src/services/run/", "usage", "error-"),
    ("src/cli/", "usage", "error-"),
    ("src/formats/tflite/", "note", "error-"),
    ("src/web/app/run/", "failure", "error-"),
    ("src/web/app/run/", "misused", "error-"),
];

/// Prefixes of the texts of messages that are not errors; a message has a text under at least one.
const PREFIXES: [&str; 8] =
    ["error-", "finding-", "reason-", "advice-", "patch-", "compare-refusal-", "delegate-why-", "evolution-rule-"];

/// The texts that an id must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Texts {
    /// Those of an error: what happened, and the remedy.
    Error,
    /// One with this prefix.
    One(&'static str),
    /// One with any of the prefixes.
    Any,
}

/// Compares the code's ids with the English texts.
pub fn check(root: &Path) -> Result {
    let words = words(&root.join("static/locales/en"))?;
    let mut used = BTreeMap::new();
    let mut literals = BTreeSet::new();
    for file in source::files(&root.join("src"))? {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let text = std::fs::read_to_string(&file).map_err(|e| format!("cannot read {name}: {e}"))?;
        let tokens = source::tokens(&text).map_err(|e| format!("{name}: {e}"))?;
        made(tokens.clone(), &name, false, &mut |id, texts, line| {
            used.entry((id, texts)).or_insert_with(|| format!("{name}:{line}"));
        });
        collect_literals(tokens, &mut literals);
    }
    for folder in GENERATORS {
        for file in source::files(&root.join(folder))? {
            let text = std::fs::read_to_string(&file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
            collect_literals(source::tokens(&text).map_err(|e| format!("{}: {e}", file.display()))?, &mut literals);
        }
    }
    for script in SCRIPTS {
        let text = std::fs::read_to_string(root.join(script)).map_err(|e| format!("cannot read {script}: {e}"))?;
        literals.extend(text.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    let mut broken = missing(&used, &words);
    broken.extend(left_over(&literals, &words));
    if used.is_empty() {
        broken.push("no message id was found in src/; the check looks for the wrong thing.".into());
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// Ids without texts, a sentence each.
fn missing(used: &BTreeMap<(String, Texts), String>, words: &BTreeMap<String, String>) -> Vec<String> {
    let mut found = Vec::new();
    for ((id, texts), place) in used {
        let wanted = match texts {
            Texts::Error => vec![format!("error-{id}"), format!("error-{id}-advice")],
            Texts::One(prefix) => vec![format!("{prefix}{id}")],
            Texts::Any if PREFIXES.iter().any(|prefix| words.contains_key(&format!("{prefix}{id}"))) => Vec::new(),
            Texts::Any => vec![format!("…-{id}")],
        };
        for wanted in wanted {
            if !words.contains_key(&wanted) {
                found.push(format!("{place}: no words for `{wanted}` in static/locales/en"));
            }
        }
    }
    found
}

/// Texts that nothing names: no literal is the id, and none is the part of it before or after a value.
fn left_over(literals: &BTreeSet<String>, words: &BTreeMap<String, String>) -> Vec<String> {
    let before: BTreeSet<&str> = literals.iter().filter_map(|text| beginning(text)).collect();
    let after: BTreeSet<&str> = literals.iter().filter_map(|text| Some(text.rsplit_once('}')?.1)).collect();
    let mut found = Vec::new();
    for (message, file) in words {
        let is_named = match message.strip_prefix("error-") {
            Some(id) => {
                let plain = id.strip_suffix("-advice").unwrap_or(id);
                [id, plain, message].iter().any(|id| literals.contains(*id))
            }
            None => {
                literals.contains(message)
                    || before.iter().any(|part| message.starts_with(part))
                    || after.iter().any(|part| part.starts_with('-') && message.ends_with(part))
            }
        };
        if !is_named {
            found.push(format!("{file}: nothing in the code says `{message}`"));
        }
    }
    found
}

/// The beginning of ids that a literal puts together: `delegate-` for itself and for `delegate-{id}`.
fn beginning(literal: &str) -> Option<&str> {
    let start = literal.split('{').next().filter(|start| start.ends_with('-') && start.len() > 3)?;
    start.starts_with(|c: char| c.is_ascii_lowercase()).then_some(start)
}

/// Message ids of the locale, each with its file; a duplicate id is an error.
fn words(folder: &Path) -> Result<BTreeMap<String, String>> {
    let io = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let mut found = BTreeMap::new();
    for entry in folder.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !file.ends_with(".ftl") {
            continue;
        }
        let text = std::fs::read_to_string(&path).map_err(io)?;
        for id in text.lines().filter_map(message_id) {
            if let Some(other) = found.insert(id.to_owned(), file.clone()) {
                return Err(format!("`{id}` has words in {other} and again in {file}."));
            }
        }
    }
    Ok(found)
}

/// The id of a line of Fluent that starts a message.
fn message_id(line: &str) -> Option<&str> {
    let (id, _) = line.split_once('=')?;
    let id = id.trim_end();
    let starts = id.starts_with(|c: char| c.is_ascii_alphabetic());
    (starts && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')).then_some(id)
}

/// Calls `say` for each id given to a function that makes a message, outside tests.
fn made(tokens: TokenStream, file: &str, test: bool, say: &mut impl FnMut(String, Texts, usize)) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut skip_next_brace = test;
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        if group.stream().to_string().replace(' ', "") == "cfg(test)" {
            skip_next_brace = true;
            continue;
        }
        if skip_next_brace && group.delimiter() == Delimiter::Brace {
            skip_next_brace = test;
            continue;
        }
        made(group.stream(), file, test, say);
        if group.delimiter() != Delimiter::Parenthesis {
            continue;
        }
        let Some((position, texts)) = argument_of(&tokens[..at], file) else { continue };
        let arguments: Vec<TokenTree> = group.stream().into_iter().collect();
        let mut arguments = arguments.split(|t| is_punct(t, ','));
        let argument = arguments.nth(position).unwrap_or_default();
        values(argument, &mut |id, line| say(id, texts, line));
    }
}

/// The argument that is a message id, and the texts that the id must have, for a call that follows these tokens.
fn argument_of(before: &[TokenTree], file: &str) -> Option<(usize, Texts)> {
    let [.., TokenTree::Ident(function)] = before else { return None };
    let function = function.to_string();
    if let Some(owner) = owner(before) {
        let is_error = owner.ends_with("Error") || owner == "Self";
        return match function.as_str() {
            "new" | "over_limit" | "unsupported" if FAULTS.contains(&owner.as_str()) => Some((0, Texts::Error)),
            name if is_error && BY_FIRST.contains(&name) => Some((0, Texts::Error)),
            "new" if is_error => Some((1, Texts::Error)),
            "new" | "of" if owner == "Refusal" && file.starts_with("src/engine/") => Some((0, Texts::One("reason-"))),
            "new" | "of" if MESSAGES.contains(&owner.as_str()) => Some((0, Texts::Any)),
            _ => None,
        };
    }
    let maker = MAKERS.iter().find(|(files, name, _)| *name == function && file.starts_with(files));
    maker.map(|(.., prefix)| (0, if *prefix == "error-" { Texts::Error } else { Texts::One(prefix) }))
}

/// `Error` when the tokens end in `Error::malformed`.
fn owner(before: &[TokenTree]) -> Option<String> {
    match before {
        [.., TokenTree::Ident(owner), first, second, TokenTree::Ident(_)]
            if is_punct(first, ':') && is_punct(second, ':') =>
        {
            Some(owner.to_string())
        }
        _ => None,
    }
}

/// Calls `say` for the literals that an expression may be: itself, or the ends of its branches.
fn values(expression: &[TokenTree], say: &mut impl FnMut(String, usize)) {
    match expression {
        [TokenTree::Literal(literal)] => {
            if let Some(id) = string(literal) {
                say(id, literal.span().start().line);
            }
        }
        [block] if braces(block).is_some() => values(&braces(block).unwrap_or_default(), &mut *say),
        [TokenTree::Ident(keyword), rest @ ..] if keyword == "if" => {
            for block in rest.iter().filter_map(braces) {
                values(&block, &mut *say);
            }
        }
        [TokenTree::Ident(keyword), .., last] if keyword == "match" => {
            let arms = braces(last).unwrap_or_default();
            for (at, pair) in arms.windows(2).enumerate() {
                if is_punct(&pair[0], '=') && is_punct(&pair[1], '>') {
                    values(arms.get(at + 2..at + 3).unwrap_or_default(), &mut *say);
                }
            }
        }
        _ => {}
    }
}

/// The tokens between braces.
fn braces(token: &TokenTree) -> Option<Vec<TokenTree>> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream().into_iter().collect()),
        _ => None,
    }
}

fn collect_literals(tokens: TokenStream, into: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect_literals(group.stream(), into),
            TokenTree::Literal(literal) => into.extend(string(&literal)),
            _ => {}
        }
    }
}

/// The text of a plain string literal.
fn string(literal: &proc_macro2::Literal) -> Option<String> {
    let text = literal.to_string();
    Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(file: &str, text: &str) -> Vec<(String, Texts)> {
        let mut found = Vec::new();
        made(source::tokens(text).unwrap(), file, false, &mut |id, texts, _| found.push((id, texts)));
        found
    }

    #[test]
    fn ids_are_found_where_errors_are_made() {
        let text = r#"
            fn f() { return Err(Error::malformed("bad-magic").with("found", 1)); }
            fn g() { x.ok_or_else(|| bytes::Error::new(Failure::Unreadable, "file-gone"))?; Error::over_limit(id) }
            fn h() { EngineError::usage("engine-input"); vec![Error::unsupported("old-form")]; Value::new(a, "no-id") }
            fn i() { TextFault::new("open-string", range); Err(Fault::new("truncated", 0..1)) }
            #[cfg(test)] mod tests { fn t() { Error::malformed("only-a-test") } }
            fn j() { Error::malformed("after-tests") }
        "#;
        let wanted = ["bad-magic", "file-gone", "engine-input", "old-form", "open-string", "truncated", "after-tests"];
        assert_eq!(ids("src/x.rs", text), wanted.map(|id| (id.to_owned(), Texts::Error)));
    }

    #[test]
    fn ids_are_found_where_messages_are_made() {
        let text = r#"
            fn f() { Message::new("one").with("name", "value"); Message::of("two", &[("name", "value")]) }
            fn g() { Message::new(if a == "no-id" { "three" } else { "four" }) }
            fn h() { Refusal::new(match op { "no-id" => "five", Op::Custom(_) => { "six" } }); Message::new(id) }
        "#;
        let wanted = |of: Texts| {
            let own = |id: &str| (id.to_owned(), Texts::Any);
            let other = |id: &str| (id.to_owned(), of);
            vec![own("one"), own("two"), own("three"), own("four"), other("five"), other("six")]
        };
        assert_eq!(ids("src/x.rs", text), wanted(Texts::Any));
        assert_eq!(ids("src/engine/x.rs", text), wanted(Texts::One("reason-")));
        let text = r#"fn f() { because("takes", source); self.note("cut", 0..4) }"#;
        assert_eq!(ids("src/compat/delegates/mod.rs", text), [("takes".to_owned(), Texts::One("delegate-why-"))]);
        assert_eq!(ids("src/formats/tflite/view.rs", text), [("cut".to_owned(), Texts::Error)]);
    }

    #[test]
    fn an_id_without_words_and_words_without_an_id_are_caught() {
        let used = |texts| BTreeMap::from([(("bad-magic".to_owned(), texts), "src/x.rs:1".to_owned())]);
        let words = |ids: &[&str]| ids.iter().map(|id| (id.to_string(), "errors.ftl".to_owned())).collect();
        let error = used(Texts::Error);
        assert_eq!(missing(&error, &words(&["error-bad-magic", "error-bad-magic-advice"])).len(), 0);
        assert_eq!(missing(&error, &words(&["error-bad-magic"])).len(), 1);
        assert_eq!(missing(&used(Texts::Any), &words(&["finding-bad-magic"])).len(), 0);
        assert_eq!(missing(&used(Texts::Any), &words(&["bad-magic"])).len(), 1);
        assert_eq!(missing(&used(Texts::One("reason-")), &words(&["finding-bad-magic"])).len(), 1);
        let literals = BTreeSet::from(["bad-magic".to_owned()]);
        assert_eq!(left_over(&literals, &words(&["error-bad-magic-advice"])).len(), 0);
        assert_eq!(left_over(&literals, &words(&["error-old", "error-old-advice", "page-title"])).len(), 3);
        let parts = ["delegate-{}", "group-", "{kind}-index"].map(str::to_owned).into();
        assert_eq!(left_over(&parts, &words(&["delegate-gpu", "group-names", "node-index"])).len(), 0);
        assert_eq!(left_over(&parts, &words(&["delegates", "index"])).len(), 2);
    }

    #[test]
    fn only_lines_that_start_a_message_count() {
        assert_eq!(message_id("error-x = Words."), Some("error-x"));
        assert_eq!(message_id("    continued = no"), None);
        assert_eq!(message_id("# error-x = comment"), None);
        assert_eq!(message_id("-brand = Vintage"), None);
    }
}
