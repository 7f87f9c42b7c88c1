//! Every message id in code has its texts: `error-<id>` and `error-<id>-advice` in `static/locales/en/*.ftl`, and there
//! are no unused texts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use super::source;
use crate::Result;

/// Functions of the error types whose first argument is a message id.
const BY_FIRST: [&str; 8] =
    ["malformed", "unsupported", "over_limit", "unreadable", "foreign", "usage", "run", "internal"];

/// Compares the code's ids with the English texts.
pub fn check(root: &Path) -> Result {
    let words = words(&root.join("static/locales/en"))?;
    let mut used = BTreeMap::new();
    let mut literals = BTreeSet::new();
    for file in source::files(&root.join("src"))? {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let text = std::fs::read_to_string(&file).map_err(|e| format!("cannot read {name}: {e}"))?;
        let tokens = source::tokens(&text).map_err(|e| format!("{name}: {e}"))?;
        errors(tokens.clone(), false, &mut |id, line| {
            used.entry(id).or_insert_with(|| format!("{name}:{line}"));
        });
        collect_literals(tokens, &mut literals);
    }
    let mut broken = missing(&used, &words);
    broken.extend(left_over(&literals, &words));
    if used.is_empty() {
        broken.push("no error id was found in src/; the check looks for the wrong thing.".into());
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// Ids without texts, a sentence each.
fn missing(used: &BTreeMap<String, String>, words: &BTreeMap<String, String>) -> Vec<String> {
    let mut found = Vec::new();
    for (id, place) in used {
        for wanted in [format!("error-{id}"), format!("error-{id}-advice")] {
            if !words.contains_key(&wanted) {
                found.push(format!("{place}: no words for `{wanted}` in static/locales/en"));
            }
        }
    }
    found
}

/// Texts for errors whose id is not in the code.
fn left_over(literals: &BTreeSet<String>, words: &BTreeMap<String, String>) -> Vec<String> {
    let mut found = Vec::new();
    for (message, file) in words {
        let Some(id) = message.strip_prefix("error-") else { continue };
        let plain = id.strip_suffix("-advice").unwrap_or(id);
        if ![id, plain, message].iter().any(|id| literals.contains(*id)) {
            found.push(format!("{file}: nothing in the code says `{message}`"));
        }
    }
    found
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

/// Calls `say` for each id given to an error's constructor, outside tests.
fn errors(tokens: TokenStream, test: bool, say: &mut impl FnMut(String, usize)) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut skip_next_brace = test;
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        if group.stream().to_string().replace(' ', "") == "cfg(test)" {
            skip_next_brace = true;
            continue;
        }
        if skip_next_brace && group.delimiter() == proc_macro2::Delimiter::Brace {
            skip_next_brace = test;
            continue;
        }
        errors(group.stream(), test, say);
        let Some((owner, function)) = call(&tokens[..at]) else { continue };
        if !owner.ends_with("Error") && owner != "Self" {
            continue;
        }
        let arguments: Vec<TokenTree> = group.stream().into_iter().collect();
        let mut arguments = arguments.split(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ','));
        let position = if BY_FIRST.contains(&function.as_str()) { 0 } else { 1 };
        if position == 1 && function != "new" {
            continue;
        }
        if let Some([TokenTree::Literal(literal)]) = arguments.nth(position)
            && let Some(id) = string(literal)
        {
            say(id, literal.span().start().line);
        }
    }
}

/// `("Error", "malformed")` when the tokens end in `Error::malformed`.
fn call(before: &[TokenTree]) -> Option<(String, String)> {
    match before {
        [.., TokenTree::Ident(owner), TokenTree::Punct(_), TokenTree::Punct(_), TokenTree::Ident(function)] => {
            Some((owner.to_string(), function.to_string()))
        }
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

    fn ids(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        errors(source::tokens(text).unwrap(), false, &mut |id, _| found.push(id));
        found
    }

    #[test]
    fn ids_are_found_where_errors_are_made() {
        let text = r#"
            fn f() { return Err(Error::malformed("bad-magic").with("found", 1)); }
            fn g() { x.ok_or_else(|| bytes::Error::new(Failure::Unreadable, "file-gone"))?; Error::over_limit(id) }
            fn h() { EngineError::usage("engine-input"); vec![Error::unsupported("old-form")]; Value::new(a, "no-id") }
            #[cfg(test)] mod tests { fn t() { Error::malformed("only-a-test") } }
            fn i() { Error::malformed("after-tests") }
        "#;
        assert_eq!(ids(text), ["bad-magic", "file-gone", "engine-input", "old-form", "after-tests"]);
    }

    #[test]
    fn an_id_without_words_and_words_without_an_id_are_caught() {
        let used = BTreeMap::from([("bad-magic".to_owned(), "src/x.rs:1".to_owned())]);
        let words = |ids: &[&str]| ids.iter().map(|id| (id.to_string(), "errors.ftl".to_owned())).collect();
        assert_eq!(missing(&used, &words(&["error-bad-magic", "error-bad-magic-advice"])).len(), 0);
        assert_eq!(missing(&used, &words(&["error-bad-magic"])).len(), 1);
        let literals = BTreeSet::from(["bad-magic".to_owned()]);
        assert_eq!(left_over(&literals, &words(&["error-bad-magic-advice", "page-title"])).len(), 0);
        assert_eq!(left_over(&literals, &words(&["error-old", "error-old-advice"])).len(), 2);
    }

    #[test]
    fn only_lines_that_start_a_message_count() {
        assert_eq!(message_id("error-x = Words."), Some("error-x"));
        assert_eq!(message_id("    continued = no"), None);
        assert_eq!(message_id("# error-x = comment"), None);
        assert_eq!(message_id("-brand = Vintage"), None);
    }
}
