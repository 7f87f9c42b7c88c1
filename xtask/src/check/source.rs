//! The project's Rust sources as the compiler's tokens, without comments.
//!
//! The tokens are flattened to paths (`crate::formats::tflite`) with the position of each, `use` groups unfolded and
//! `self`/`super` resolved, and whether the position is in test code.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::Result;

/// A path such as `crate::formats::tflite` or `std::fs::File` in a source file.
#[derive(Debug, PartialEq, Eq)]
pub struct Use {
    /// Its parts; the first is `crate` for everything of this crate.
    pub parts: Vec<String>,
    /// Line in the file, from 1.
    pub line: usize,
    /// Whether it is in test-only code.
    pub test: bool,
}

/// All `.rs` files under a folder, sorted, without generated code.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let io = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
        for entry in folder.read_dir().map_err(io)? {
            let path = entry.map_err(io)?.path();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != "generated") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The tokens of a source text.
pub fn tokens(text: &str) -> Result<TokenStream> {
    TokenStream::from_str(text).map_err(|e| format!("cannot be read as Rust: {e}"))
}

/// The module path of a file below `src/`: `["formats", "tflite"]` for `formats/tflite/mod.rs` and `formats/tflite.rs`.
pub fn module_of(relative: &Path) -> Vec<String> {
    let mut parts: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if let Some(file) = parts.pop() {
        match file.trim_end_matches(".rs") {
            "mod" | "lib" => {}
            name => parts.push(name.to_owned()),
        }
    }
    parts
}

/// All paths of two parts and more in a file's tokens. `module` is the file's module path.
pub fn uses(tokens: TokenStream, module: &[String]) -> Vec<Use> {
    let test = module.iter().any(|part| part == "tests");
    let mut found = Vec::new();
    walk(tokens, module, test, &mut found);
    found
}

fn walk(tokens: TokenStream, module: &[String], test: bool, found: &mut Vec<Use>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    // Set by `#[cfg(test)]` until the end of its item.
    let mut test_item = false;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(_) => {
                if let (Some(name), Some(TokenTree::Group(body))) = (module_name(&tokens[at..]), tokens.get(at + 2)) {
                    let inner: Vec<String> = module.iter().cloned().chain([name]).collect();
                    walk(body.stream(), &inner, test || test_item, found);
                    test_item = false;
                    at += 3;
                } else {
                    at += path(&tokens[at..], &[], module, test || test_item, found);
                }
            }
            TokenTree::Group(group) => {
                if is_attribute(&tokens, at) {
                    test_item |= group.stream().to_string().replace(' ', "") == "cfg(test)";
                    walk(group.stream(), module, test || test_item, found);
                } else {
                    walk(group.stream(), module, test || test_item, found);
                    test_item &= group.delimiter() != Delimiter::Brace;
                }
                at += 1;
            }
            TokenTree::Punct(punct) => {
                test_item &= punct.as_char() != ';';
                at += 1;
            }
            TokenTree::Literal(_) => at += 1,
        }
    }
}

/// The name in `mod NAME {`.
fn module_name(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Group(body), ..]
            if word == "mod" && body.delimiter() == Delimiter::Brace =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

/// Whether the group at this position is that of an attribute, such as a doc comment.
pub fn is_attribute(tokens: &[TokenTree], at: usize) -> bool {
    let punct = |back: usize, c: char| matches!(at.checked_sub(back).and_then(|i| tokens.get(i)), Some(TokenTree::Punct(p)) if p.as_char() == c);
    punct(1, '#') || (punct(1, '!') && punct(2, '#'))
}

/// Reads a path that starts here, unfolds its group if it ends in one, and returns the number of tokens.
fn path(tokens: &[TokenTree], before: &[String], module: &[String], test: bool, found: &mut Vec<Use>) -> usize {
    let mut parts = before.to_vec();
    let line = tokens[0].span().start().line;
    let mut at = 0;
    let mut end = 0;
    while let Some(TokenTree::Ident(name)) = tokens.get(at) {
        parts.push(name.to_string());
        at += 1;
        end = at;
        if !is_double_colon(&tokens[at..]) {
            break;
        }
        at += 2;
        if let Some(TokenTree::Group(group)) = tokens.get(at)
            && group.delimiter() == Delimiter::Brace
        {
            unfold(group.stream(), &parts, module, test, found);
            return at + 1;
        }
    }
    if parts.len() > 1 {
        found.push(Use { parts: resolve(parts, module), line, test });
    }
    end.max(1)
}

/// The members of a `use` group, each as a separate path.
fn unfold(group: TokenStream, before: &[String], module: &[String], test: bool, found: &mut Vec<Use>) {
    let tokens: Vec<TokenTree> = group.into_iter().collect();
    for member in tokens.split(|t| is_punct(t, ',')) {
        if matches!(member.first(), Some(TokenTree::Ident(_))) {
            path(member, before, module, test, found);
        } else if let Some(star) = member.first() {
            let line = star.span().start().line;
            found.push(Use { parts: resolve(before.to_vec(), module), line, test });
        }
    }
}

/// Names that the `use` items at the top of a file bring in, each with its path; `*` for all names of a module.
pub fn names(tokens: TokenStream, module: &[String]) -> Vec<(String, Vec<String>)> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut found = Vec::new();
    let mut rest = tokens.as_slice();
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        if matches!(first, TokenTree::Ident(word) if word == "use") {
            let end = tail.iter().position(|t| is_punct(t, ';')).unwrap_or(tail.len());
            named_leaves(&tail[..end], &[], module, &mut found);
            rest = &tail[end..];
        }
    }
    found
}

/// The names of one tree of a `use` item.
fn named_leaves(tree: &[TokenTree], before: &[String], module: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let mut parts = before.to_vec();
    let mut name = None;
    for (at, token) in tree.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "as" => {
                name = tree.get(at + 1).map(ToString::to_string);
                break;
            }
            TokenTree::Ident(word) if word == "self" && !parts.is_empty() => {}
            TokenTree::Ident(word) => parts.push(word.to_string()),
            TokenTree::Group(group) => {
                let members: Vec<TokenTree> = group.stream().into_iter().collect();
                return members
                    .split(|t| is_punct(t, ','))
                    .for_each(|member| named_leaves(member, &parts, module, found));
            }
            token if is_punct(token, '*') => name = Some("*".to_owned()),
            _ => {}
        }
    }
    if let Some(name) = name.or_else(|| parts.last().cloned()) {
        found.push((name, resolve(parts, module)));
    }
}

/// Whether a token is this character.
pub fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}

fn is_double_colon(tokens: &[TokenTree]) -> bool {
    let colon = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ':');
    matches!(tokens, [a, b, ..] if colon(a) && colon(b))
}

/// Leading `self` and `super` as a path from `crate`.
fn resolve(parts: Vec<String>, module: &[String]) -> Vec<String> {
    let mut here = module.to_vec();
    let mut rest = parts.as_slice();
    match rest.first().map(String::as_str) {
        Some("self" | "super") => {}
        _ => return parts,
    }
    while let Some((first, tail)) = rest.split_first() {
        match first.as_str() {
            "self" => {}
            "super" => drop(here.pop()),
            _ => break,
        }
        rest = tail;
    }
    std::iter::once("crate".to_owned()).chain(here).chain(rest.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str, module: &[&str]) -> Vec<String> {
        let module: Vec<String> = module.iter().map(|s| s.to_string()).collect();
        uses(tokens(text).unwrap(), &module).iter().map(|u| u.parts.join("::")).collect()
    }

    #[test]
    fn groups_are_unfolded() {
        let found = paths("use crate::{bytes::{Error, self}, formats as f, graph::*};", &["web"]);
        assert_eq!(found, ["crate::bytes::Error", "crate::bytes::self", "crate::formats", "crate::graph"]);
    }

    #[test]
    fn super_leads_out_of_the_module() {
        assert_eq!(paths("use super::super::graph::Graph;", &["formats", "tflite"]), ["crate::graph::Graph"]);
        assert_eq!(paths("mod inner { fn f() { super::super::graph::g() } }", &["formats"]), ["crate::graph::g"]);
    }

    #[test]
    fn comments_and_strings_are_not_code() {
        assert!(
            paths("//! crate::web::x\n/// [`crate::web`]\nconst S: &str = \"crate::web\"; // crate::web", &[])
                .is_empty()
        );
    }

    #[test]
    fn names_of_use_items_have_their_paths() {
        let text = "use std::fs; pub use a::{B, c::{self, D as E}}; pub(crate) use super::f::*; fn g() { use h::I; }";
        let found = names(tokens(text).unwrap(), &["x".into(), "y".into()]);
        let found: Vec<String> = found.iter().map(|(name, path)| format!("{name} = {}", path.join("::"))).collect();
        assert_eq!(found, ["fs = std::fs", "B = a::B", "c = a::c", "E = a::c::D", "* = crate::x::f"]);
    }

    #[test]
    fn macros_are_looked_into() {
        assert_eq!(paths("vec![crate::web::x()]", &[]), ["crate::web::x"]);
        assert_eq!(paths("macro_rules! m { () => { $crate::web::x() } }", &[]), ["crate::web::x"]);
    }

    #[test]
    fn test_code_is_marked() {
        let text = "fn a() { std::fs::read(p) }\n#[cfg(test)]\nmod tests { fn b() { std::fs::write(p) } }\nfn c() { std::fs::copy(p) }";
        let found = uses(tokens(text).unwrap(), &[]);
        let tests: Vec<(usize, bool)> = found.iter().map(|u| (u.line, u.test)).collect();
        assert_eq!(tests, [(1, false), (3, true), (4, false)]);
        assert!(uses(tokens("use std::fs::read;").unwrap(), &["engine".into(), "tests".into()])[0].test);
    }

    #[test]
    fn files_know_their_module() {
        assert_eq!(module_of(Path::new("formats/tflite/mod.rs")), ["formats", "tflite"]);
        assert_eq!(module_of(Path::new("formats/tflite.rs")), ["formats", "tflite"]);
        assert!(module_of(Path::new("lib.rs")).is_empty());
    }
}
