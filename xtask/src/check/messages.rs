//! Every message id in code has its words in `static/locales/en/*.ftl`, and no words are left over that nothing says.
//!
//! Which words an id needs depends on where it stands: an error `error-<id>` and `error-<id>-advice`, a requirement
//! `requirement-<id>`, a message `reason-<id>` or `finding-<id>` with advice, and the page's own words the id itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::source;
use crate::Result;

/// What an id stands for in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// Given to an error's constructor.
    Error,
    /// The `id` of a `Requirement { … }`.
    Requirement,
    /// Given to `Message::new`: a reason or a finding.
    Message,
    /// Said by the page itself: `t("id")`, `tr("id", …)`, `rich("id", …)`.
    Screen,
}

/// Functions of the error types whose first argument is a message id.
const BY_FIRST: [&str; 7] = ["malformed", "unsupported", "over_limit", "unreadable", "usage", "run", "internal"];

/// Functions of `src/web/` whose first argument is the id of words to show.
const SCREEN: [&str; 3] = ["t", "tr", "rich"];

/// Compares the code's ids with the English words.
pub fn check(root: &Path) -> Result {
    let words = words(&root.join("static/locales/en"))?;
    let mut used = BTreeMap::new();
    let mut literals = BTreeSet::new();
    for file in source::files(&root.join("src"))? {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let text = std::fs::read_to_string(&file).map_err(|e| format!("cannot read {name}: {e}"))?;
        let tokens = source::tokens(&text).map_err(|e| format!("{name}: {e}"))?;
        ids(tokens.clone(), &mut |role, id, line| {
            if role != Role::Screen || name.starts_with("src/web/") {
                used.entry((role, id)).or_insert_with(|| format!("{name}:{line}"));
            }
        });
        collect_literals(tokens, &mut literals);
    }
    let mut broken = missing(&used, &words);
    broken.extend(left_over(&literals, &words));
    if used.is_empty() {
        broken.push("no message id was found in src/; the check looks for the wrong thing.".into());
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// Ids without words, a sentence each.
fn missing(used: &BTreeMap<(Role, String), String>, words: &BTreeMap<String, String>) -> Vec<String> {
    let has = |id: &str| words.contains_key(id);
    let mut found = Vec::new();
    for ((role, id), place) in used {
        let (finding, reason) = (format!("finding-{id}"), format!("reason-{id}"));
        let wanted = match role {
            Role::Error => vec![format!("error-{id}"), format!("error-{id}-advice")],
            Role::Requirement => vec![format!("requirement-{id}")],
            Role::Message if has(&finding) => vec![format!("{finding}-advice")],
            Role::Message if has(id) => vec![],
            Role::Message => vec![reason],
            Role::Screen => vec![id.clone()],
        };
        let lacking = wanted.iter().filter(|id| !has(id));
        found.extend(lacking.map(|id| format!("{place}: no words for `{id}` in static/locales/en")));
    }
    found
}

/// Words for errors whose id stands nowhere in the code.
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

/// Message ids of the locale with the file each stands in; an id that stands twice is an error.
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

/// Calls `say` for each message id in the code, outside tests.
fn ids(tokens: TokenStream, say: &mut impl FnMut(Role, String, usize)) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut test_item = false;
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        if group.stream().to_string().replace(' ', "") == "cfg(test)" {
            test_item = true;
            continue;
        }
        if test_item && group.delimiter() == Delimiter::Brace {
            test_item = false;
            continue;
        }
        ids(group.stream(), say);
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        let mut arguments = inside.split(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ','));
        let (owner, name) = named(&tokens[..at]);
        let role_and_position = match (owner.as_deref(), name.as_deref()) {
            (_, Some("Requirement")) if group.delimiter() == Delimiter::Brace => {
                for field in arguments {
                    if let [TokenTree::Ident(key), TokenTree::Punct(_), TokenTree::Literal(literal)] = field
                        && key == "id"
                        && let Some(id) = string(literal)
                    {
                        say(Role::Requirement, id, literal.span().start().line);
                    }
                }
                continue;
            }
            _ if group.delimiter() != Delimiter::Parenthesis => continue,
            (Some(owner), Some(function)) if owner.ends_with("Error") || owner == "Self" => match function {
                "new" => (Role::Error, 1),
                first if BY_FIRST.contains(&first) => (Role::Error, 0),
                _ => continue,
            },
            (Some("Message"), Some("new")) => (Role::Message, 0),
            (None, Some(function)) if SCREEN.contains(&function) => (Role::Screen, 0),
            _ => continue,
        };
        let (role, position) = role_and_position;
        if let Some([TokenTree::Literal(literal)]) = arguments.nth(position)
            && let Some(id) = string(literal)
        {
            say(role, id, literal.span().start().line);
        }
    }
}

/// What stands before a group: `(Error, malformed)` for `Error::malformed`, `(-, t)` for `t`, nothing for `.t` and `fn t`.
fn named(before: &[TokenTree]) -> (Option<String>, Option<String>) {
    let text = |token: &TokenTree| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    };
    match before {
        [.., owner, TokenTree::Punct(a), TokenTree::Punct(b), name] if a.as_char() == ':' && b.as_char() == ':' => {
            (text(owner), text(name))
        }
        [.., TokenTree::Punct(dot), _] if dot.as_char() == '.' => (None, None),
        [.., TokenTree::Ident(word), _] if word == "fn" => (None, None),
        [.., name] => (None, text(name)),
        [] => (None, None),
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

    fn found(text: &str) -> Vec<(Role, String)> {
        let mut found = Vec::new();
        ids(source::tokens(text).unwrap(), &mut |role, id, _| found.push((role, id)));
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
        let ids: Vec<String> = found(text).into_iter().map(|(_, id)| id).collect();
        assert_eq!(ids, ["bad-magic", "file-gone", "engine-input", "old-form", "after-tests"]);
        assert!(found(text).iter().all(|(role, _)| *role == Role::Error));
    }

    #[test]
    fn requirements_messages_and_the_pages_words_are_found() {
        let text = r#"
            fn f() { Requirement { id: "op-version", reason: Some(Message::new("dilation").with("n", 2)), n: 0 } }
            fn g() { view! { <p title=t("hello")>{tr("many", &[])}</p> }; x.t("not-a-word") }
        "#;
        let expected = [
            (Role::Message, "dilation"),
            (Role::Requirement, "op-version"),
            (Role::Screen, "hello"),
            (Role::Screen, "many"),
        ];
        let expected: Vec<(Role, String)> = expected.into_iter().map(|(role, id)| (role, id.to_owned())).collect();
        assert_eq!(found(text), expected);
    }

    #[test]
    fn an_id_without_words_and_words_without_an_id_are_caught() {
        let lacking = |role, id: &str, words: &[&str]| {
            let used = BTreeMap::from([((role, id.to_owned()), "src/x.rs:1".to_owned())]);
            let words = words.iter().map(|id| (id.to_string(), "errors.ftl".to_owned())).collect();
            missing(&used, &words).len()
        };
        assert_eq!(lacking(Role::Error, "bad", &["error-bad", "error-bad-advice"]), 0);
        assert_eq!(lacking(Role::Error, "bad", &["error-bad"]), 1);
        assert_eq!(lacking(Role::Requirement, "op", &["requirement-op"]), 0);
        assert_eq!(lacking(Role::Requirement, "op", &["reason-op"]), 1);
        assert_eq!(lacking(Role::Message, "old", &["reason-old"]), 0);
        assert_eq!(lacking(Role::Message, "old", &["finding-old"]), 1);
        assert_eq!(lacking(Role::Screen, "hello", &["goodbye"]), 1);

        let words = |ids: &[&str]| ids.iter().map(|id| (id.to_string(), "errors.ftl".to_owned())).collect();
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
